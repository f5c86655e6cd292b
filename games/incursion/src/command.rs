//! What an action throws. Only what cannot be meant is refused; what rules and scripts forbid is an attempt, and takes its course.

use crate::content::{Aim, Blow, FeatureFlag, Noun};
use crate::place::Square;
use crate::play::Play;
use crate::time::STEP;
use crate::{Action, Event, Family, Happening, Id, Kind, Refusal, Res, Thing, Verb};
use referee_dispatch::{Place, Role, Verdict};

/// The manoeuvre that is theft.
pub(crate) const THEFT: &str = "pick-pocket";

/// What an action throws, and with what.
type Thrown = (Verb, Happening);

impl Play {
    /// Throws what an action declares.
    pub(crate) fn command(&mut self, action: &Action) -> Result<(), Refusal> {
        let hero = self.world().hero;
        let thrown = self.meant(hero, action)?;
        let thrown_nothing = thrown.is_none();
        let before = (self.loan.events().len(), self.world().creature(hero).map_or(0, |creature| creature.ready));
        if !self.can_act(hero) {
            self.tell(hero, "You cannot do anything.");
            self.spend_time(hero, STEP);
            return Ok(());
        }
        let verdict = match thrown {
            Some((verb, mut happening)) => self.throw(verb, &mut happening),
            None => Verdict::Done,
        };
        if thrown_nothing && matches!(action, Action::Attack { .. }) {
            self.tell(hero, "You strike at nothing.");
        }
        let ready = self.world().creature(hero).map_or(0, |creature| creature.ready);
        let spent = ready > before.1.max(self.world().time);
        if matches!(verdict, Verdict::Done | Verdict::Nothing) && !spent {
            self.spend_time(hero, STEP);
        }
        let silent = self.loan.events().len() == before.0;
        if silent || verdict == Verdict::Nothing && matches!(action, Action::Use { .. }) {
            self.emit(Event::Said { to: hero, text: "Nothing comes of it.".to_owned() });
        }
        Ok(())
    }

    /// What somebody means by an action; `None` is waiting. The ladder of refusals.
    fn meant(&self, who: Id, action: &Action) -> Result<Option<Thrown>, Refusal> {
        let me = || Happening::new().actor(who);
        let held = |item: Id| self.held(who, item);
        Ok(Some(match action {
            Action::Wait {} => return Ok(None),
            Action::Move { way } => (Verb::MOVE, me().toward(self.open_way(who, *way)?)),
            Action::Attack { way } => return self.attack(who, *way),
            Action::Manoeuvre { way, how } => {
                let target = self.somebody(who, *way)?;
                if how.replace(' ', "-") == THEFT {
                    return Ok(Some((Verb::PICK_POCKET, me().target(target))));
                }
                (Verb::SATTACK, me().target(target).valued(manoeuvre(how)?.number()))
            }
            Action::Shoot { at } => self.shot(who, self.on_level(*at)?)?,
            Action::Hurl { item, at } => {
                let at = self.on_level(*at)?;
                (Verb::RATTACK, me().target(self.creature_on(at)).item2(held(*item)?).at(at))
            }
            Action::Cast { spell, at } => {
                let spell = self.known_spell(who, spell)?;
                let aimed = self.aimed(who, *at)?;
                let lying = at.filter(|_| aimed.roles.get(Role::Target).is_none()).and_then(|at| self.thing_for(spell, at));
                (Verb::CAST, if lying.is_some() { aimed.target(lying) } else { aimed }.effected(spell))
            }
            Action::PickUp { item } => (Verb::PICKUP, me().item(self.underfoot(who, *item)?)),
            Action::Drop { item } => (Verb::DROP, me().item(held(*item)?)),
            Action::Wield { item } => {
                let item = held(*item)?;
                let slot = self.home_of(self.thing(item).res).map_or(0, |slot| slot.number());
                (Verb::WIELD, me().item(item).valued(slot))
            }
            Action::Remove { item } => (Verb::REMOVE, me().item(held(*item)?)),
            Action::Drink { item } => (Verb::DRINK, self.used(who, self.item_at_hand(who, *item)?, None)?),
            Action::Read { item } => (Verb::READ, self.used(who, held(*item)?, None)?),
            Action::Zap { item, at } => (Verb::ZAP, self.used(who, held(*item)?, *at)?),
            Action::Activate { item } => (Verb::ACTIVATE, self.used(who, held(*item)?, None)?),
            Action::Eat { item } => (Verb::EAT, me().item(self.item_at_hand(who, *item)?)),
            Action::Insert { item, into } => (Verb::INSERT, me().item(self.item_at_hand(who, *into)?).item2(held(*item)?)),
            Action::TakeOut { item, from } => {
                let from = self.item_at_hand(who, *from)?;
                let inside = self.world().things.with(from).contains(item);
                let item = Some(*item).filter(|_| inside).ok_or(Refusal::NotThere { what: "such thing in there" })?;
                (Verb::TAKEOUT, me().item(from).item2(item))
            }
            Action::Open { way } => (Verb::OPEN, me().target(self.beside_way(who, *way, |it| it.kind == Kind::Door, "door")?)),
            Action::Close { way } => (Verb::CLOSE, me().target(self.beside_way(who, *way, |it| it.kind == Kind::Door, "door")?)),
            Action::Descend {} => (Verb::DESCEND, me()),
            Action::Ascend {} => (Verb::ASCEND, me()),
            Action::Search {} => (Verb::SEARCH, me()),
            Action::Disarm { way } => self.unlocked(who, *way)?,
            Action::Rest {} => {
                let dungeon = self.world().dungeon.and_then(|dungeon| self.content().dungeon(dungeon));
                let mut rest = me();
                rest.value2 = dungeon.map_or(0, |dungeon| dungeon.wandering.get());
                (Verb::REST, rest)
            }
            Action::Hide {} => (Verb::HIDE, me()),
            Action::Jump { at } => (Verb::JUMP, me().at(self.on_level(*at)?)),
            Action::Pray { god } => {
                let named = god.as_ref().map(|god| self.god(god)).transpose()?;
                let own = self.thing(who).character().and_then(|character| character.god);
                (Verb::PRAY, me().target(self.altar(who)).effected(named.or(own)))
            }
            Action::Sacrifice { item } => {
                let (_, god) = self.hallowed(who)?;
                (Verb::SACRIFICE, me().item(held(*item)?).effected(god))
            }
            Action::Bless { item } => {
                let (_, god) = self.hallowed(who)?;
                (Verb::IBLESSING, me().item(held(*item)?).effected(god))
            }
            Action::Convert {} => {
                let (_, god) = self.hallowed(who)?;
                (Verb::CONVERT, me().effected(god))
            }
            Action::Talk { way, how } => (Verb::TALK, me().target(self.somebody(who, *way)?).valued(words(how)?)),
            Action::Mount { way } => {
                if self.thing(who).has(self.lore.natures.mounted) {
                    return Ok(Some((Verb::DISMOUNT, me())));
                }
                (Verb::MOUNT, me().target(self.somebody(who, *way)?))
            }
            Action::Use { verb, item, with } => {
                let verb = handling(verb)?;
                let with = with.map(|with| self.at_hand(who, with)).transpose()?;
                (verb, self.used_by_hand(who, self.at_hand(who, *item)?).item2(with))
            }
        }))
    }

    /// Somebody is struck, or something that stands there; where neither is to be seen, one may strike where somebody might be.
    fn attack(&self, who: Id, way: u8) -> Result<Option<Thrown>, Refusal> {
        let at = self.beside_at(who, way)?;
        let strike = |target: Id| Some((self.strikes_with(who), Happening::new().actor(who).target(target)));
        if let Some(target) = self.gaze().noticed_at(at) {
            return Ok(strike(target.id));
        }
        let target = self.beside_way(who, way, |thing| thing.kind.is_feature() && thing.kind != Kind::Trap, "foe");
        if let Ok(target) = target {
            return Ok(Some((Verb::BREAK, Happening::new().actor(who).target(target))));
        }
        self.open_way(who, way).map_err(|_| Refusal::NotThere { what: "foe" })?;
        Ok(self.world().creature_at(at).and_then(|unseen| strike(unseen.id)))
    }

    fn shot(&self, who: Id, at: Place) -> Result<Thrown, Refusal> {
        let (bow, missile) =
            self.bow_and_arrow(who).ok_or(Refusal::NotThere { what: "bow with arrows, and nothing to throw at hand" })?;
        let happening = Happening::new().actor(who).target(self.creature_on(at)).item(bow).item2(missile);
        Ok((Verb::RATTACK, happening.at(at)))
    }

    /// A trap to disarm, or a lock to pick.
    fn unlocked(&self, who: Id, way: u8) -> Result<Thrown, Refusal> {
        let found = |thing: &Thing| thing.feature().is_some_and(|feature| feature.found);
        let trap = self.beside_way(who, way, |thing| thing.kind == Kind::Trap && found(thing), "trap");
        let me = Happening::new().actor(who);
        match trap {
            Ok(trap) => {
                let effect = self.thing(trap).feature().and_then(|feature| feature.effect);
                let at = self.beside_at(who, way)?;
                Ok((Verb::DISARM, me.target(trap).effected(effect).at(at)))
            }
            Err(none) => {
                let door = self.beside_way(who, way, |thing| thing.kind == Kind::Door, "door").map_err(|_| none)?;
                Ok((Verb::PICKLOCK, me.target(door)))
            }
        }
    }

    fn used(&self, who: Id, item: Id, at: Option<Place>) -> Result<Happening, Refusal> {
        let effect = self.content().item(self.thing(item).res).and_then(|it| it.effect.as_ref()).map(|link| link.res());
        Ok(self.aimed(who, at)?.item(item).effected(effect))
    }

    /// By hand: items are items, features are targets.
    fn used_by_hand(&self, who: Id, what: Id) -> Happening {
        let mut happening = Happening::new().actor(who);
        happening.flags.set(crate::Flag::Verb, true);
        if self.thing(what).kind.is_item() { happening.item(what) } else { happening.target(what) }
    }

    /// At a square and whoever is on it, or at oneself.
    fn aimed(&self, who: Id, at: Option<Place>) -> Result<Happening, Refusal> {
        let me = Happening::new().actor(who);
        let Some(at) = at else { return Ok(me.target(who)) };
        let at = self.on_level(at)?;
        Ok(me.target(self.creature_on(at)).at(at))
    }

    /// What lies on a square, for a spell that needs no aim or one at things.
    fn thing_for(&self, spell: Res, at: Place) -> Option<Id> {
        let aim = self.content().effect(spell)?.aim;
        let items = self.world().on(at).filter(|thing| thing.kind.is_item());
        items.map(|thing| thing.id).find(|_| matches!(aim, Aim::None | Aim::Item))
    }

    /// Whoever is to be seen on a square: nobody takes aim at whom it does not see, though a shot may find it.
    fn creature_on(&self, at: Place) -> Option<Id> {
        self.gaze().noticed_at(at).map(|thing| thing.id)
    }

    fn on_level(&self, at: Place) -> Result<Place, Refusal> {
        self.ground(at).map(|_| at).ok_or(Refusal::NotThere { what: "such square" })
    }

    /// A way that no wall bars.
    fn open_way(&self, who: Id, way: u8) -> Result<u8, Refusal> {
        let at = self.world().spot(who).ok_or(Refusal::NotThere { what: "ground underfoot" })?;
        let way = direction(way)?;
        if self.gaze().is_way(at, way) { Ok(way) } else { Err(Refusal::NotThere { what: "way through the wall" }) }
    }

    fn beside_at(&self, who: Id, way: u8) -> Result<Place, Refusal> {
        let at = self.world().spot(who).ok_or(Refusal::NotThere { what: "ground underfoot" })?;
        Ok(at.step(direction(way)?))
    }

    /// Whoever is to be seen beside one: who is not answers as nobody does.
    fn somebody(&self, who: Id, way: u8) -> Result<Id, Refusal> {
        let at = self.beside_at(who, way)?;
        self.gaze().noticed_at(at).map(|thing| thing.id).ok_or(Refusal::NotThere { what: "creature" })
    }

    fn beside_way(&self, who: Id, way: u8, is: impl Fn(&Thing) -> bool, what: &'static str) -> Result<Id, Refusal> {
        let at = self.beside_at(who, way)?;
        let noticed = self.world().on(at).filter(|thing| self.gaze().notices(thing));
        noticed.into_iter().find(|thing| is(thing)).map(|thing| thing.id).ok_or(Refusal::NotThere { what })
    }

    fn held(&self, who: Id, item: Id) -> Result<Id, Refusal> {
        let mine = self.thing(item).holder().is_some_and(|(holder, _)| holder == who);
        Some(item).filter(|_| mine).ok_or(Refusal::NotThere { what: "such thing of yours" })
    }

    fn underfoot(&self, who: Id, item: Id) -> Result<Id, Refusal> {
        let here = self.world().spot(item).is_some() && self.world().spot(item) == self.world().spot(who) && item != who;
        Some(item).filter(|_| here && self.thing(item).kind.is_item()).ok_or(Refusal::NotThere { what: "such thing here" })
    }

    /// Held, underfoot, or a feature within reach.
    fn at_hand(&self, who: Id, what: Id) -> Result<Id, Refusal> {
        let near = |at: Place| self.world().spot(what).is_some_and(|other| other.distance(at) <= 1);
        let feature = self.thing(what).kind.is_feature() && self.world().spot(who).is_some_and(near);
        let unseen = self.thing(what).feature().is_some_and(|feature| !feature.found);
        if feature && !unseen {
            return Ok(what);
        }
        self.item_at_hand(who, what)
    }

    fn item_at_hand(&self, who: Id, item: Id) -> Result<Id, Refusal> {
        self.held(who, item).or_else(|_| self.underfoot(who, item))
    }

    fn known_spell(&self, who: Id, name: &str) -> Result<Res, Refusal> {
        let spells = self.thing(who).character().map_or(&[][..], |character| &character.spells);
        let spell = self.content().find(Noun::Effect, name).filter(|spell| spells.contains(spell));
        let known = || spells.iter().map(|&spell| self.content().name(spell)).collect::<Vec<_>>().join(", ");
        spell.ok_or_else(|| Refusal::Cannot { why: format!("you know no spell `{name}`; you know: {}", known()) })
    }

    fn god(&self, name: &str) -> Result<Res, Refusal> {
        self.content().find(Noun::God, name).ok_or_else(|| Refusal::Cannot { why: format!("there is no god `{name}`") })
    }

    fn altar(&self, who: Id) -> Option<Id> {
        let is_altar =
            |thing: &&Thing| self.content().feature(thing.res).is_some_and(|it| it.flags.contains(&FeatureFlag::Altar));
        self.world().on(self.world().spot(who)?).find(is_altar).map(|thing| thing.id)
    }

    /// The altar underfoot and whose it is.
    fn hallowed(&self, who: Id) -> Result<(Id, Option<Res>), Refusal> {
        let altar = self.altar(who).ok_or(Refusal::NotThere { what: "altar underfoot" })?;
        Ok((altar, self.thing(altar).feature().and_then(|feature| feature.god)))
    }
}

fn direction(way: u8) -> Result<u8, Refusal> {
    Some(way).filter(|way| *way < 8).ok_or_else(|| Refusal::Cannot { why: format!("{way} is no direction: they are 0 to 7") })
}

fn manoeuvre(how: &str) -> Result<Blow, Refusal> {
    const MANOEUVRES: [Blow; 5] = [Blow::Trip, Blow::Disarm, Blow::BullRush, Blow::Grab, Blow::GreatBlow];
    let wanted = how.replace('-', " ");
    MANOEUVRES.into_iter().find(|blow| blow.name() == wanted).ok_or_else(|| {
        let names = MANOEUVRES.map(Blow::name).join(", ") + ", pick pocket";
        Refusal::Cannot { why: format!("there is no manoeuvre `{how}`; there are: {names}") }
    })
}

fn verb_named(name: &str, is: impl Fn(Verb) -> bool, what: &str) -> Result<Verb, Refusal> {
    let wanted = name.to_ascii_uppercase().replace(['-', ' '], "_");
    Verb::named(&wanted).filter(|verb| is(*verb)).ok_or_else(|| Refusal::Cannot { why: format!("`{name}` is no {what}") })
}

fn words(how: &str) -> Result<i32, Refusal> {
    let is = |verb: Verb| verb.family() == Family::Social && !matches!(verb, Verb::TALK | Verb::WILLBUY | Verb::TERMS);
    verb_named(how, is, "way to speak").map(|verb| i32::from(verb.number()))
}

fn handling(name: &str) -> Result<Verb, Refusal> {
    verb_named(name, |verb| verb.family() == Family::Handling, "thing to do by hand")
}
