//! Before a strike: what speaks for it and against it.

use crate::content::{Attribute, Blow, Harm, Quality, Skill, Slot, StatusFlag, TerrainFlag, Trait};
use crate::figures::Figures;
use crate::gain::{Ending, TURN};
use crate::place::{Square, WAYS};
use crate::play::{Core, Play};
use crate::{Flag, Happening, Id};
use referee_dispatch::{Place, Role, Verdict};

/// A fight is new to whoever has not fought for so many turns: 10 and wisdom, but 5 at most, and nobody is so unwise that it would be less.
const ALERT: u32 = 5;
/// What quick wits must reach to be ready all the same.
const INITIATIVE_DC: i32 = 15;
/// How far a shot is point blank.
const NEAR: i32 = 3;

/// The attacker's own code before a strike, after all scripts.
pub(super) fn before(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(target) = happening.roles.get(Role::Target) else { return Verdict::Nothing };
    if play.is_gone(who) || play.is_gone(target) && play.thing(target).kind.is_creature() {
        return Verdict::Abort;
    }
    if !play.thing(target).kind.is_creature() {
        return Verdict::Nothing;
    }
    unguarded(play, who, target, happening);
    circumstances(play, who, target, happening);
    ride(play, target, happening);
    conceals_no_more(play, who);
    Verdict::Nothing
}

/// Who does not see it coming defends itself less; who does may parry a blade.
fn unguarded(play: &mut Play, who: Id, target: Id, happening: &mut Happening) {
    let (foe, asleep) = (play.figures(target), play.lore.natures.asleep);
    let unseen = !play.perceives(target, who) && !foe.has(Trait::BlindFight);
    let flat = happening.flags.has(Flag::FlatFooted) && !is_quick(play, &foe);
    let sleeps = play.thing(target).has(asleep);
    let sneaks = unseen && !sleeps && {
        let (stealth, ears) = (play.skill(who, Skill::MoveSilently), play.skill(target, Skill::Listen));
        play.die(20, "stealth") + stealth >= play.die(20, "listen") + ears
    };
    happening.flags.set(Flag::ActorUnseen, unseen);
    happening.flags.set(Flag::VictimUnseen, !play.perceives(who, target));
    happening.flags.set(Flag::FlatFooted, flat);
    happening.flags.set(Flag::Surprise, sneaks || sleeps);
    let (harm, blow) = (happening.combat.damage_type, happening.combat.attack_type);
    if sneaks || sleeps {
        credit(play, happening, 4, "surprise");
    }
    if unseen || flat || sneaks || foe.is_helpless() {
        guard(play, happening, -foe.agility, "caught off guard");
    } else if harm == Harm::Slash.number() {
        let parry = play.parry(target);
        guard(play, happening, parry, "parry");
    }
    if blow == Blow::Touch.number() {
        guard(play, happening, -foe.shield, "a touch passes the shield");
    }
    if sleeps {
        play.lose_nature(target, asleep);
    }
}

/// Whether somebody is ready for a fight that is new to it.
fn is_quick(play: &mut Play, figures: &Figures) -> bool {
    figures.has(Trait::Initiative) && play.die(20, "initiative") + figures.modifier(Attribute::Dex) >= INITIATIVE_DC
}

fn circumstances(play: &mut Play, who: Id, target: Id, happening: &mut Happening) {
    let (own, foe) = (play.figures(who), play.figures(target));
    let (at, there) = (play.world().spot(who), play.world().spot(target));
    let flanked = at.zip(there).is_some_and(|(at, there)| play.is_flanked(who, at, there));
    let far = at.zip(there).map_or(0, |(at, there)| at.distance(there));
    let lit = |place: Option<Place>| place.is_some_and(|place| play.is_lit(place));
    let allies = there.filter(|_| own.has(Trait::Swarm)).map_or(0, |there| play.allies_beside(who, there));
    let (is_shot, is_move) = (happening.flags.has(Flag::Ranged), happening.flags.has(Flag::MoveOpportunity));
    let near_shot = is_shot && far <= NEAR && own.has(Trait::PointBlank);
    let silvered = play.is_silvered(&foe, happening);
    let rides = is_shot && play.thing(who).has(play.lore.natures.mounted);
    let of = |holds: bool, much: i32| if holds { much } else { 0 };
    happening.flags.set(Flag::Flanking, flanked);
    let speaks = [
        (of(flanked, 2), "flanking"),
        (-of(own.has(Trait::LightAverse) && lit(at), 4), "light in its eyes"),
        (allies, "swarm"),
        (of(near_shot, 1), "point blank"),
        (of(silvered, 2), "silver"),
        (-of(is_shot && own.has(Trait::Flies), 2), "shooting in flight"),
        (-of(rides, if own.has(Trait::MountedArchery) { 2 } else { 4 }), "shooting from a mount"),
    ];
    let against = [
        (of(is_move && foe.has(Trait::Mobility), 4), "mobility"),
        (-of(foe.has(Trait::LightAverse) && lit(there), 4), "light in its eyes"),
        (-of(play.wades(target), 4), "water"),
    ];
    speaks.into_iter().for_each(|(much, why)| credit(play, happening, much, why));
    against.into_iter().for_each(|(much, why)| guard(play, happening, much, why));
    for (much, why) in [(of(near_shot, 1), "point blank"), (of(silvered, 2), "silver")] {
        happening.combat.bonus_damage += much;
        play.part("bonus_damage", much, why);
    }
    if happening.combat.attack_type == Blow::Spell.number() {
        credit(play, happening, own.modifier(Attribute::Int), "intelligence");
        credit(play, happening, own.modifier(Attribute::Dex), "dexterity");
        credit(play, happening, 5, "a spell");
    }
}

/// The attack is better by so much.
fn credit(play: &mut Play, happening: &mut Happening, much: i32, why: &'static str) {
    happening.combat.hit += much;
    play.part("hit", much, why);
}

/// The defence is better by so much.
fn guard(play: &mut Play, happening: &mut Happening, much: i32, why: &'static str) {
    happening.combat.defence += much;
    play.part("defence", much, why);
}

/// Who rides well may move its mount so that the blow goes by.
fn ride(play: &mut Play, target: Id, happening: &mut Happening) {
    let rides = play.thing(target).has(play.lore.natures.mounted) && play.figures(target).has(Trait::MountedCombat);
    happening.combat.ride_check = if rides { play.die(20, "ride") + play.skill(target, Skill::Ride) } else { 0 };
}

/// Whoever strikes is hidden no more; nor does anything else stay that a blow ends.
fn conceals_no_more(play: &mut Play, who: Id) {
    let ends = |nature| play.content().status(nature).is_some_and(|it| it.flags.contains(&StatusFlag::EndsWhenAttacking));
    let hidden = play.lore.natures.hidden;
    let over = play.thing(who).statuses.iter().filter(|status| status.nature == hidden || ends(status.nature));
    let over: Vec<u32> = over.map(|status| status.seq).collect();
    for seq in over {
        play.lose(who, seq, Ending::Removed);
    }
}

impl Core {
    /// Whether a fight would find somebody on the wrong foot: it has not fought for some turns.
    pub(super) fn is_flat_footed(&self, who: Id) -> bool {
        let fought = self.world().creature(who).map_or(0, |creature| creature.fought);
        self.world().time.saturating_sub(fought) > ALERT * TURN
    }

    /// What the weapon in somebody's hand turns aside.
    fn parry(&self, who: Id) -> i32 {
        let weapon = self.weapon_in(who, Slot::Hand).and_then(|weapon| self.content().item(self.thing(weapon).res));
        weapon.and_then(|item| item.weapon.as_ref()).map_or(0, |weapon| weapon.parry.get())
    }

    /// Whether somebody stands in water.
    fn wades(&self, who: Id) -> bool {
        let terrain = self.world().spot(who).and_then(|at| self.world().level()?.terrain.get(at));
        let in_water = terrain.and_then(|it| self.content().terrain(it)).is_some_and(|it| it.is(TerrainFlag::Water));
        let swims = |figures: &Figures| figures.has(Trait::Aquatic) || figures.has(Trait::Flies);
        in_water && !swims(&self.figures(who))
    }

    /// Whether a weapon is of the silver that its target fears.
    fn is_silvered(&self, foe: &Figures, happening: &Happening) -> bool {
        let weapon = happening.roles.get(Role::Item).and_then(|weapon| self.content().item(self.thing(weapon).res));
        let silver = weapon.and_then(|it| it.weapon.as_ref()).is_some_and(|it| it.qualities.contains(&Quality::Silver));
        silver && self.fears_hallowed(foe)
    }

    /// Whether somebody's ally stands beside the target and not beside the attacker.
    fn is_flanked(&self, who: Id, at: Place, there: Place) -> bool {
        self.beside(there).into_iter().any(|other| {
            let far = self.world().spot(other).is_some_and(|spot| spot.distance(at) > 1);
            other != who && far && self.are_friends(who, other) && !self.figures(other).is_helpless()
        })
    }

    fn allies_beside(&self, who: Id, there: Place) -> i32 {
        self.beside(there).into_iter().filter(|&other| other != who && self.are_friends(who, other)).count() as i32
    }

    /// Who stands around a square.
    fn beside(&self, at: Place) -> Vec<Id> {
        let around = WAYS.iter().map(|way| Place::new(at.x + way.x, at.y + way.y));
        around.filter_map(|at| self.world().creature_at(at)).map(|it| it.id).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::arena::{Arena, MIDDLE};
    use crate::content::{Noun, Slot};
    use crate::{Flag, Happening, Id, Verb};
    use referee_dispatch::Place;

    const MONSTERS: &str = "
[lithe]\nabout = 'Quick.'\nglyph = 'l'\ntint = 'red'\nsize = 'medium'\ncr = 1\nhd = 1\nhit = 0\ndef = 10\nmove = 100\nspeed = 100
attributes = [10, 14, 10, 10, 10, 10]\ntraits = ['mobility']
[ghoul]\nabout = 'Dead.'\nglyph = 'z'\ntint = 'red'\nsize = 'medium'\ncr = 1\nhd = 1\nhit = 0\ndef = 10\nmove = 100\nspeed = 100
attributes = [10, 10, 10, 10, 10, 10]\nis_a = ['undead']
";
    const ITEMS: &str = "
[axe]\nabout = 'Sharp.'\nglyph = '|'\ntint = 'white'\nkind = 'weapon'\nslot = 'hand'
weapon = { small = '1d6', large = '1d6', threat = 1, crit = 2, speed = 100, harm = ['slash'], parry = 4 }
[moon]\nabout = 'Pale.'\nglyph = '|'\ntint = 'white'\nkind = 'weapon'\nslot = 'hand'
weapon = { small = '1d6', large = '1d6', threat = 1, crit = 2, speed = 100, harm = ['blunt'], qualities = ['silver'] }
";
    const TERRAINS: &str = "[pond]\nabout = 'Wet.'\nglyph = '~'\ntint = 'blue'\nflags = ['water']";

    /// The lowest die with which the hero hits somebody beside it, in a situation.
    fn needs(foe: &str, verb: Verb, change: impl Fn(&mut Arena, Id, &mut Happening)) -> Option<u32> {
        (2..=20).find(|&die| {
            let more = [("monsters-more.toml", MONSTERS), ("items.toml", ITEMS), ("terrains-more.toml", TERRAINS)];
            let mut arena = Arena::with(&more);
            let (hero, foe) = (arena.hero, arena.place(Noun::Monster, foe, Place::new(16, 15)));
            arena.creature(foe, |foe| foe.fought = 600);
            let mut blow = Happening::new().actor(hero).target(foe);
            change(&mut arena, foe, &mut blow);
            arena.die("attack", die).die("threat", 1);
            arena.throw(verb, blow);
            arena.rolled("damage") > 0
        })
    }

    #[test]
    fn what_speaks_for_a_blow_and_against_it() {
        let plain = |_: &mut Arena, _: Id, _: &mut Happening| {};
        assert_eq!(needs("goblin", Verb::NATTACK, plain), Some(8), "two by training against ten");
        assert_eq!(needs("lithe", Verb::NATTACK, plain), Some(10), "it ducks");
        let fresh = |arena: &mut Arena, foe: Id, _: &mut Happening| arena.creature(foe, |foe| foe.fought = 0);
        assert_eq!(needs("lithe", Verb::NATTACK, fresh), Some(8), "not if it was not ready");
        let axe = |arena: &mut Arena, _: Id, _: &mut Happening| _ = arena.give("axe", Slot::Hand);
        assert_eq!(needs("goblin", Verb::WATTACK, axe), Some(8));
        let parried = |arena: &mut Arena, foe: Id, _: &mut Happening| {
            arena.give("axe", Slot::Hand);
            arena.hand(foe, "axe", Slot::Hand);
        };
        assert_eq!(needs("goblin", Verb::WATTACK, parried), Some(12), "a blade parries a blade");
        let fists = |arena: &mut Arena, foe: Id, _: &mut Happening| _ = arena.hand(foe, "axe", Slot::Hand);
        assert_eq!(needs("goblin", Verb::NATTACK, fists), Some(8), "and nothing else");
        let silver = |arena: &mut Arena, _: Id, _: &mut Happening| _ = arena.give("moon", Slot::Hand);
        assert_eq!(needs("goblin", Verb::WATTACK, silver), Some(8));
        assert_eq!(needs("ghoul", Verb::WATTACK, silver), Some(6), "the dead fear silver");
        let wet = |arena: &mut Arena, _: Id, _: &mut Happening| {
            let pond = arena.res(Noun::Terrain, "pond");
            arena.world.levels.get_mut(&1).expect("a level").terrain.set(Place::new(16, 15), pond);
        };
        assert_eq!(needs("goblin", Verb::NATTACK, wet), Some(4), "in water one defends badly");
        let passing = |_: &mut Arena, _: Id, blow: &mut Happening| blow.flags.set(Flag::MoveOpportunity, true);
        assert_eq!(needs("goblin", Verb::OATTACK, passing), Some(8));
        assert_eq!(needs("lithe", Verb::OATTACK, passing), Some(14), "some know how to leave");
    }

    #[test]
    fn the_helpless_take_the_last_blow_from_a_weapon() {
        let mut arena = Arena::with(&[("items.toml", ITEMS)]);
        let (hero, foe) = (arena.hero, arena.place(Noun::Monster, "goblin", Place::new(16, 15)));
        arena.give("axe", Slot::Hand);
        arena.afflict(foe, "paralysed", 0);
        arena.die("attack", 2).die("threat", 6).die("damage", 3);
        arena.throw(Verb::WATTACK, Happening::new().actor(hero).target(foe));
        assert_eq!(
            arena.lost(foe),
            2 * (3 + 2),
            "the die counts as ten, the second one makes a critical; two more for a great blow"
        );
    }

    #[test]
    fn whoever_is_held_strikes_its_holder_and_nobody_else_and_goes_free_when_that_dies() {
        let mut arena = Arena::with(&[]);
        let (hero, far) = (arena.hero, arena.goblin);
        let [holder, other] = [16, 14].map(|x| arena.place(Noun::Monster, "goblin", Place::new(x, MIDDLE.y)));
        arena.afflict(hero, "stuck", 0);
        arena.world.things.change(hero, |hero| hero.statuses.iter_mut().for_each(|status| status.object = Some(holder)));
        arena.die("attack", 19).die("threat", 1);
        arena.throw(Verb::NATTACK, Happening::new().actor(hero).target(other));
        assert_eq!((arena.rolled("attack"), arena.heard("held fast")), (0, 1));
        arena.throw(Verb::NATTACK, Happening::new().actor(hero).target(holder));
        assert_eq!(arena.rolled("attack"), 1);
        arena.throw(Verb::DEATH, Happening::new().actor(hero).target(far));
        assert_eq!(arena.statuses(hero, "stuck").len(), 1);
        arena.throw(Verb::DEATH, Happening::new().actor(hero).target(holder));
        assert!(arena.statuses(hero, "stuck").is_empty());
    }

    #[test]
    fn the_brave_strike_in_spite_of_fear_and_the_retching_if_they_collect_themselves() {
        const TEMPLATES: &str = "[lion]\nabout = 'Brave.'\ncr = 0\ntraits = ['lion heart']";
        let strikes = |status: &str, brave: bool, check: u32| {
            let mut arena = Arena::with(&[("templates.toml", TEMPLATES)]);
            let (hero, foe) = (arena.hero, arena.place(Noun::Monster, "goblin", Place::new(16, 15)));
            arena.afflict(hero, status, 0);
            if brave {
                arena.mark(hero, "lion");
            }
            arena.creature(foe, |foe| foe.target = None);
            arena.die("check", check).die("attack", 1);
            arena.throw(Verb::NATTACK, Happening::new().actor(hero).target(foe));
            arena.heard("You miss") > 0
        };
        assert_eq!([false, true].map(|brave| strikes("afraid", brave, 1)), [false, true]);
        assert_eq!([19, 20].map(|check| strikes("nauseated", false, check)), [false, true]);
    }

    #[test]
    fn fortification_makes_a_critical_an_ordinary_hit() {
        const STATUSES: &str = "[fortified]\nabout = 'Plates.'\nflags = ['fortifies']";
        for (die, lost) in [(50, 2), (51, 4)] {
            let mut arena = Arena::with(&[("statuses-more.toml", STATUSES)]);
            let (hero, foe) = (arena.hero, arena.place(Noun::Monster, "goblin", Place::new(16, 15)));
            arena.afflict(foe, "fortified", 50);
            arena.creature(foe, |foe| foe.fought = 600);
            arena.die("attack", 20).die("threat", 20).die("damage", 2).die("fortification", die);
            arena.throw(Verb::NATTACK, Happening::new().actor(hero).target(foe));
            assert_eq!(arena.lost(foe), lost, "a {die}");
        }
    }

    #[test]
    fn whoever_is_swallowed_hits_what_it_is_in_but_never_critically() {
        const MONSTERS: &str =
            "[maw]\nabout = 'Wide.'\nglyph = 'W'\ntint = 'red'\nsize = 'huge'\ncr = 1\nhd = 1\nhit = 0\ndef = 40\nmove = 100
speed = 100\nattributes = [10, 10, 10, 10, 10, 10]\nattacks = [{ blow = 'bite', dice = '1d2+3', harm = 'swallow', dc = 15 }]";
        let mut arena = Arena::with(&[("monsters-more.toml", MONSTERS)]);
        let (hero, maw) = (arena.hero, arena.place(Noun::Monster, "maw", Place::new(16, 15)));
        arena.die("attack", 10).die("threat", 20).die("save", 1);
        arena.throw(Verb::NATTACK, Happening::new().actor(hero).target(maw));
        assert_eq!(arena.lost(maw), 0);
        arena.die("attack", 19);
        arena.throw(Verb::NATTACK, Happening::new().actor(maw).target(hero));
        arena.die("attack", 2).die("damage", 2);
        arena.throw(Verb::NATTACK, Happening::new().actor(hero).target(maw));
        assert_eq!(arena.lost(maw), 2);
    }
}
