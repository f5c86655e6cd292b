//! Where a number comes from, part by part: only for whoever asks why.

use crate::content::{Attribute, Formula, Size, Trait};
use crate::gaze::Gaze;
use crate::{Happening, Id, Kind, Thing};
use referee_dispatch::Role;

/// A part of a number: what it is, and how much.
pub(crate) type Share = (String, i32);

/// What somebody adds to blows and what blows at it must reach, part by part; the sums are those of its figures.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Account {
    pub(crate) attack: Vec<Share>,
    pub(crate) defence: Vec<Share>,
}

impl Gaze<'_> {
    /// Where the attack and the defence of somebody come from.
    pub(crate) fn account(&self, who: Id) -> Account {
        let (thing, figures) = (self.thing(who), self.figures(who));
        let mut account = Account::default();
        self.innate(thing, &mut account);
        self.of_templates(thing, &mut account);
        for (nth, status) in thing.statuses.iter().enumerate() {
            let Some(definition) = self.content().status(status.nature) else { continue };
            let name = || self.content().name(status.nature).to_owned();
            let counts = |formula: &Formula| crate::figures::counted(&thing.statuses, nth, formula);
            account.attack.push((name(), counts(&definition.attack)));
            account.defence.push((name(), counts(&definition.defence)));
        }
        let bulk = Size::Medium.number() - figures.size;
        account.attack.push(("size".to_owned(), bulk));
        account.defence.extend([
            ("size".to_owned(), bulk),
            ("dexterity".to_owned(), figures.dexterity()),
            ("shield".to_owned(), figures.shield),
        ]);
        account.attack.retain(|(_, much)| *much != 0);
        account.defence.retain(|(_, much)| *much != 0);
        account
    }

    fn innate(&self, thing: &Thing, account: &mut Account) {
        let base = |much: i32| ("base".to_owned(), much);
        let class =
            thing.character().filter(|_| thing.kind == Kind::Player).and_then(|it| Some((self.content().class(it.class)?, it)));
        match (class, self.content().monster(thing.res)) {
            (Some((class, character)), _) => {
                account.attack.push(base(class.attack.get() * character.level / 100));
                let dodge = if class.defence.get() > 0 { character.level / class.defence.get() } else { 0 };
                account.defence.extend([base(10), ("training".to_owned(), dodge)]);
            }
            (None, Some(monster)) if thing.kind != Kind::Player => {
                account.attack.push(base(monster.hit.get()));
                account.defence.push(base(monster.def.get()));
            }
            _ => account.defence.push(base(10)),
        }
    }

    fn of_templates(&self, thing: &Thing, account: &mut Account) {
        let statuses = thing.statuses.iter().filter(|status| status.nature == self.lore.natures.template);
        for res in statuses.filter_map(|status| status.effect) {
            let Some(template) = self.content().template(res) else { continue };
            let name = self.content().name(res);
            account.attack.push((name.to_owned(), template.hit.get()));
            account.defence.push((name.to_owned(), template.def.get()));
        }
    }

    /// Where the two numbers of a strike come from when it begins: its attacker, its weapon, and what else its routine says.
    pub(crate) fn strike(&self, happening: &Happening) -> Account {
        let [actor, target] = [Role::Actor, Role::Target].map(|role| happening.roles.get(role));
        let mut attack = actor.map_or_else(Vec::new, |actor| self.account(actor).attack);
        if let Some(actor) = actor {
            self.of_hand(actor, happening, &mut attack);
        }
        let mut defence = target.map_or_else(Vec::new, |target| self.account(target).defence);
        let otherwise = match () {
            () if happening.flags.has(crate::Flag::Offhand) => "the other hand",
            () if happening.flags.has(crate::Flag::Ranged) => "how far it is, and training with missiles",
            () if happening.flags.has(crate::Flag::GreatBlow) => "a great blow",
            () if happening.flags.has(crate::Flag::Natural) => "a later attack",
            () => "the routine",
        };
        rest(&mut attack, happening.combat.hit, otherwise);
        rest(&mut defence, happening.combat.defence, "the routine");
        Account { attack, defence }
    }

    /// The attribute behind a blow, and what the weapons add.
    fn of_hand(&self, actor: Id, happening: &Happening, attack: &mut Vec<Share>) {
        use crate::content::Quality;
        let figures = self.figures(actor);
        let (strength, dexterity) = (figures.modifier(Attribute::Str), figures.modifier(Attribute::Dex));
        let weapons: Vec<&Thing> =
            [Role::Item, Role::Item2].iter().filter_map(|role| happening.roles.get(*role)).map(|id| self.thing(id)).collect();
        let weapon = |thing: &&Thing| self.content().item(thing.res).and_then(|item| item.weapon.as_ref());
        let finesse = weapons.iter().filter_map(&weapon).any(|it| it.qualities.contains(&Quality::Finesse));
        let quick =
            finesse || figures.has(Trait::Finesse) || happening.combat.attack_type == crate::content::Blow::Touch.number();
        let ranged = happening.flags.has(crate::Flag::Ranged);
        attack.push(match ranged || quick && dexterity > strength {
            true => ("dexterity".to_owned(), dexterity),
            false => ("strength".to_owned(), strength),
        });
        for thing in weapons {
            let Some(weapon) = weapon(&thing) else { continue };
            let (name, plus) = (self.content().name(thing.res), thing.item().map_or(0, |item| item.plus));
            attack.push((format!("accuracy of {name}"), weapon.accuracy.get()));
            attack.push((format!("plus of {name}"), plus));
        }
        attack.retain(|(_, much)| *much != 0);
    }
}

/// What is left between the parts and the number.
fn rest(parts: &mut Vec<Share>, number: i32, why: &str) {
    let known: i32 = parts.iter().map(|(_, much)| much).sum();
    if known != number {
        parts.push((why.to_owned(), number - known));
    }
}
