//! A hit, a miss, and what is told of them.

use super::poison;
use crate::bout;
use crate::content::{Blow, Dice, Harm, Quality, Save, Slot, Trait};
use crate::figures::Figures;
use crate::place::Square;
use crate::play::Play;
use crate::{Event, Flag, Gauge, Happening, Id, Kind, Mood, Print, Verb};
use referee_dispatch::{Role, Verdict};

/// What quick hands must reach to take a missile from the air.
const DEFLECTING_DC: i32 = 15;

/// The blow lands.
pub(super) fn hit(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let target = happening.roles.get(Role::Target);
    if target.is_some_and(|target| is_deflected(play, target, happening)) {
        return Verdict::Done;
    }
    if !is_mere_touch(happening) {
        bout::hit(play, happening);
    }
    if let Some(target) = target.filter(|&target| !play.is_gone(target)) {
        discharge(play, who, target, happening);
        poison::work(play, who, target, happening);
        let own = play.figures(who);
        sneak(play, who, &own, target, happening);
        knock(play, target, happening);
        fight_dirty(play, &own, target, happening);
        tire(play, target, happening);
    }
    Verdict::Done
}

/// Whether it only touches.
fn is_mere_touch(happening: &Happening) -> bool {
    let combat = &happening.combat;
    combat.attack_type == Blow::Touch.number() && combat.dice_count == 0 && combat.dice_bonus == 0
}

/// Quick hands take a missile from the air: that costs them their opportunity of the turn.
fn is_deflected(play: &mut Play, target: Id, happening: &mut Happening) -> bool {
    let able = happening.flags.has(Flag::Ranged) && play.figures(target).has(Trait::DeflectsArrows);
    let able = able && !play.figures(target).is_helpless() && !happening.flags.has(Flag::ActorUnseen);
    if !able || !play.takes_opportunity(target) || !play.saves(target, Save::Ref, DEFLECTING_DC) {
        return false;
    }
    happening.flags.set(Flag::Hit, false);
    happening.flags.set(Flag::Blocked, true);
    play.print(Print::Target, &["You strike it out of the air.", "<Target> strikes it out of the air."], happening);
    true
}

/// What a bare hand holds ready goes over to whom it touches.
fn discharge(play: &mut Play, who: Id, target: Id, happening: &Happening) {
    if happening.roles.get(Role::Item).is_none() && !happening.flags.has(Flag::Ranged) {
        play.discharge_touch(who, target);
    }
}

/// Whoever fights dirty throws sand into the eyes of those off guard.
fn fight_dirty(play: &mut Play, own: &Figures, target: Id, happening: &Happening) {
    if !own.has(Trait::DirtyFighting) || !is_off_guard(play, target, happening) || play.is_gone(target) {
        return;
    }
    let turns = play.die(8, "dirty fighting");
    if !play.saves(target, Save::Ref, happening.combat.save_dc.max(10)) {
        let blind = play.lore.natures.blind;
        play.afflict(target, blind, 0, turns);
    }
}

/// A critical wears its victim out.
fn tire(play: &mut Play, target: Id, happening: &Happening) {
    let left = play.world().creature(target).map_or(0, |creature| creature.fatigue);
    if happening.flags.has(Flag::Crit) && happening.combat.applied > 0 && left > 0 {
        play.set(target, Gauge::Fatigue, left - 1);
    }
}

/// Whether somebody does not expect the blow, or cannot meet it.
fn is_off_guard(play: &Play, target: Id, happening: &Happening) -> bool {
    let unready = [Flag::Surprise, Flag::FlatFooted, Flag::Flanking].into_iter().any(|flag| happening.flags.has(flag));
    unready || play.figures(target).is_helpless()
}

/// A sneak attack: further dice on whoever is off guard and near.
fn sneak(play: &mut Play, who: Id, own: &Figures, target: Id, happening: &Happening) {
    if !own.has(Trait::SneakAttack) || happening.combat.applied <= 0 || !is_off_guard(play, target, happening) {
        return;
    }
    let near = play.world().spot(who).zip(play.world().spot(target)).is_some_and(|(one, two)| one.distance(two) <= 3);
    if !near || play.figures(target).has(Trait::NoCrits) {
        return;
    }
    let sharp = is(play, happening, Quality::Sneaky);
    let dice = Dice { count: (own.level + 1) / 2, sides: if sharp { 8 } else { 6 }, plus: 0 };
    let damage = play.dice(dice, "sneak attack");
    let mut further = Happening::new().actor(who).target(target).item(happening.roles.get(Role::Item)).with(|more| {
        (more.combat.damage, more.combat.damage_type) = (damage, Harm::Untyped.number());
        more.flags.set(Flag::SneakAttack, true);
    });
    play.throw(Verb::DAMAGE, &mut further);
}

/// Heavy weapons knock down and stun: with a critical or a great blow, and else one time in three.
fn knock(play: &mut Play, target: Id, happening: &Happening) {
    if happening.combat.applied == 0 || play.is_gone(target) {
        return;
    }
    let dc = happening.combat.save_dc.max(10);
    let is_hard = happening.flags.has(Flag::Crit) || happening.flags.has(Flag::GreatBlow);
    let natures = (play.lore.natures.prone, play.lore.natures.stunned);
    let falls = is(play, happening, Quality::Knockdown) && (is_hard || play.die(3, "knockdown") == 1);
    if falls && !play.saves(target, Save::Ref, dc) {
        play.afflict(target, natures.0, 0, 2);
    }
    let stuns = happening.flags.has(Flag::Crit) && is(play, happening, Quality::Stunning);
    if stuns && !play.saves(target, Save::Fort, dc) {
        play.afflict(target, natures.1, 0, 1);
    }
}

fn is(play: &Play, happening: &Happening, quality: Quality) -> bool {
    let weapon = happening.roles.get(Role::Item).and_then(|weapon| play.content().item(play.thing(weapon).res));
    weapon.and_then(|item| item.weapon.as_ref()).is_some_and(|weapon| weapon.qualities.contains(&quality))
}

/// The blow goes by. Whoever knows how to answer one does, once a turn.
pub(super) fn miss(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(target) = happening.roles.get(Role::Target).filter(|&target| !play.is_gone(target)) else { return Verdict::Done };
    let in_melee = !happening.flags.has(Flag::Ranged) && !happening.flags.has(Flag::Opportunity) && play.is_beside(who, target);
    if in_melee && play.weapon_in(target, Slot::Hand).is_some() && play.figures(target).has(Trait::Riposte) {
        play.throw(Verb::OATTACK, &mut Happening::new().actor(target).target(who));
    }
    Verdict::Done
}

/// What is told of a blow.
pub(super) fn tell(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    if happening.quiet {
        return Verdict::Done;
    }
    let (you, they) = verbs(happening.combat.attack_type);
    let how = outcome(happening);
    let texts = if happening.flags.has(Flag::Hit) {
        [format!("You {you} <Target>{how}."), format!("<Actor> {they} you{how}."), format!("<Actor> {they} <Target>{how}.")]
    } else {
        let wild = if happening.flags.has(Flag::WildMiss) { " wildly" } else { "" };
        [format!("You miss <Target>{wild}."), format!("<Actor> misses you{wild}."), format!("<Actor> misses <Target>{wild}.")]
    };
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    play.print(Print::Three, &texts, happening);
    Verdict::Done
}

fn outcome(happening: &Happening) -> String {
    let (flags, combat) = (happening.flags, &happening.combat);
    match () {
        () if flags.has(Flag::Immune) => ", but it does no harm".to_owned(),
        () if flags.has(Flag::WeaponImmune) => ", but the weapon does no harm".to_owned(),
        () if flags.has(Flag::Absorbed) => ", but armour takes it".to_owned(),
        () if flags.has(Flag::Crit) => format!(" critically for {}", combat.applied),
        () => format!(" for {}", combat.applied),
    }
}

fn verbs(attack: i32) -> (&'static str, &'static str) {
    match Blow::numbered(attack) {
        Some(Blow::Bite) => ("bite", "bites"),
        Some(Blow::Claw | Blow::Rake) => ("claw", "claws"),
        Some(Blow::Punch) => ("punch", "punches"),
        Some(Blow::Kick) => ("kick", "kicks"),
        Some(Blow::Slam | Blow::Crush | Blow::Trample) => ("slam", "slams"),
        Some(Blow::Sting) => ("sting", "stings"),
        Some(Blow::Touch) => ("touch", "touches"),
        Some(Blow::Shoot) => ("shoot", "shoots"),
        _ => ("hit", "hits"),
    }
}

/// After a strike that wounded: skirmishers who are hurt may run, and some feed on pain.
pub(super) fn after_strike(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let wounds = if happening.flags.has(Flag::Hit) { happening.combat.applied } else { 0 };
    if wounds <= 0 || play.is_gone(who) {
        return Verdict::Nothing;
    }
    let (figures, thing) = (play.figures(who), play.thing(who));
    if figures.has(Trait::Skirmisher) && thing.hp < thing.max_hp && play.percent(50, "skirmish") {
        let (afraid, turns) = (play.lore.natures.afraid, 9 + play.die(10, "how long it runs"));
        play.afflict(who, afraid, 0, turns);
    }
    if figures.has(Trait::PainFeeder) && wounds > 10 {
        play.heal(who, wounds / 10);
    }
    Verdict::Nothing
}

/// A monster that is attacked is nobody's friend any more, and knows whom to look for.
pub(super) fn resent(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(actor) = happening.roles.get(Role::Actor).filter(|&actor| actor != who && !happening.divine) else {
        return Verdict::Nothing;
    };
    if play.is_gone(who) || play.thing(actor).kind != Kind::Player && !play.are_hostile(who, actor) {
        return Verdict::Nothing;
    }
    let mood = play.world().creature(who).map(|creature| creature.mood);
    if mood.is_some_and(|mood| mood != Mood::Hostile) && play.thing(actor).kind == Kind::Player {
        play.set(who, Gauge::Mood, 0);
    }
    let trail = play.world().spot(actor);
    if play.world().creature(who).is_some_and(|creature| creature.target != Some(actor) || creature.trail != trail) {
        play.emit(Event::Aimed { id: who, target: Some(actor), trail });
    }
    Verdict::Nothing
}

#[cfg(test)]
mod tests {
    use crate::arena::{Arena, MIDDLE};
    use crate::content::{Noun, Slot};
    use crate::{Happening, Id, Verb};
    use referee_dispatch::Place;

    const MONSTERS: &str = "
[imp]\nabout = 'Quick.'\nglyph = 'i'\ntint = 'red'\nsize = 'medium'\ncr = 1\nhd = 1\nhit = 0\ndef = 10\nmove = 100\nspeed = 100
attributes = [10, 10, 10, 10, 10, 10]\ntraits = ['skirmisher']\nattacks = [{ blow = 'claw', dice = '1d4', harm = 'slash' }]
[leech]\nabout = 'Wet.'\nglyph = 'l'\ntint = 'red'\nsize = 'medium'\ncr = 1\nhd = 1\nhit = 0\ndef = 10\nmove = 100\nspeed = 100
attributes = [10, 10, 10, 10, 10, 10]\ntraits = ['pain feeder']\nattacks = [{ blow = 'bite', dice = '1d2+28', harm = 'pierce' }]
[torch]\nabout = 'Hot.'\nglyph = 't'\ntint = 'red'\nsize = 'medium'\ncr = 1\nhd = 1\nhit = 0\ndef = 10\nmove = 100\nspeed = 100
attributes = [10, 10, 10, 10, 10, 10]\nattacks = [{ blow = 'aura', dice = '1d1+6', harm = 'fire' }, { blow = 'slam', dice = '1d2', harm = 'blunt' }]
[cat]\nabout = 'Claws.'\nglyph = 'c'\ntint = 'red'\nsize = 'medium'\ncr = 1\nhd = 1\nhit = 0\ndef = 10\nmove = 100\nspeed = 100
attributes = [10, 10, 10, 10, 10, 10]
attacks = [{ blow = 'claw', times = 2, dice = '1d2', harm = 'slash' }, { blow = 'rake', dice = '1d2', harm = 'slash' }, { blow = 'crush', dice = '1d2+9', harm = 'blunt' }, { blow = 'trample', dice = '1d2', harm = 'blunt' }]
";
    const TEMPLATES: &str = "[duelist]\nabout = 'Answers.'\ncr = 0\ntraits = ['riposte', 'deflects arrows']
[thug]\nabout = 'Sand.'\ncr = 0\ntraits = ['dirty fighting']";
    const ITEMS: &str = "[axe]\nabout = 'Sharp.'\nglyph = '|'\ntint = 'white'\nkind = 'weapon'\nslot = 'hand'
weapon = { small = '1d6', large = '1d6', threat = 1, crit = 2, speed = 100, harm = ['blunt'] }
[stone]\nabout = 'Round.'\nglyph = '*'\ntint = 'white'\nkind = 'missile'\nslot = 'quiver'
weapon = { small = '1d4', large = '1d4', threat = 1, crit = 2, speed = 100, harm = ['blunt'], range = 5, qualities = ['thrown'] }";

    fn arena() -> Arena {
        Arena::with(&[("monsters-more.toml", MONSTERS), ("templates.toml", TEMPLATES), ("items.toml", ITEMS)])
    }

    /// Somebody beside the hero strikes at it.
    fn strikes(arena: &mut Arena, who: Id, attack: u32) {
        let hero = arena.hero;
        arena.die("attack", attack).die("threat", 1);
        arena.throw(Verb::NATTACK, Happening::new().actor(who).target(hero));
    }

    #[test]
    fn a_skirmisher_that_is_hurt_runs_after_wounding_every_other_time() {
        for (hp, die, runs) in [(10, 50, 1), (10, 51, 0), (50, 1, 0)] {
            let mut arena = arena();
            let imp = arena.place(Noun::Monster, "imp", Place::new(16, 15));
            arena.wound(imp, hp);
            arena.die("skirmish", die);
            strikes(&mut arena, imp, 19);
            assert_eq!(arena.statuses(imp, "afraid").len(), runs, "{hp} left, a {die}");
        }
    }

    #[test]
    fn who_feeds_on_pain_gains_a_tenth_of_much() {
        let mut arena = arena();
        let leech = arena.place(Noun::Monster, "leech", Place::new(16, 15));
        arena.wound(leech, 20);
        strikes(&mut arena, leech, 19);
        assert_eq!((arena.lost(arena.hero), arena.thing(leech).hp), (29, 22));
        strikes(&mut arena, leech, 1);
        assert_eq!(arena.thing(leech).hp, 22, "a miss feeds nobody");
    }

    #[test]
    fn a_duelist_with_a_weapon_answers_a_miss_once_a_turn() {
        let mut arena = arena();
        let (hero, imp) = (arena.hero, arena.place(Noun::Monster, "imp", Place::new(16, 15)));
        arena.mark(hero, "duelist");
        strikes(&mut arena, imp, 1);
        assert_eq!(arena.rolled("attack"), 1, "bare hands answer nothing");
        arena.give("axe", Slot::Hand);
        strikes(&mut arena, imp, 1);
        assert_eq!(arena.rolled("attack"), 2);
        strikes(&mut arena, imp, 1);
        assert_eq!(arena.rolled("attack"), 1, "one a turn");
    }

    #[test]
    fn what_surrounds_a_body_answers_whoever_strikes_it_from_near() {
        let mut arena = arena();
        let (hero, torch) = (arena.hero, arena.place(Noun::Monster, "torch", Place::new(16, 15)));
        arena.die("attack", 19).die("threat", 1);
        arena.throw(Verb::NATTACK, Happening::new().actor(hero).target(torch));
        assert_eq!(arena.lost(hero), 7);
        arena.die("attack", 1);
        arena.throw(Verb::NATTACK, Happening::new().actor(hero).target(torch));
        assert_eq!(arena.lost(hero), 7, "only who hits burns");
        strikes(&mut arena, torch, 19);
        assert_eq!(arena.rolled("attack"), 1, "an aura is no blow of its own");
    }

    #[test]
    fn rakes_follow_two_claws_crushes_a_grip_and_hooves_who_lies() {
        let mut arena = arena();
        let (hero, cat) = (arena.hero, arena.place(Noun::Monster, "cat", Place::new(16, 15)));
        let blows = |arena: &mut Arena, attack| {
            strikes(arena, cat, attack);
            arena.rolled("attack")
        };
        assert_eq!(blows(&mut arena, 1), 2);
        assert_eq!(blows(&mut arena, 19), 3, "two claws open the way");
        arena.afflict(hero, "prone", 0);
        assert_eq!(blows(&mut arena, 1), 3, "hooves");
        arena.afflict(hero, "stuck", 0);
        assert_eq!(blows(&mut arena, 1), 3, "somebody else's grip");
        arena.world.things.change(hero, |hero| hero.statuses.iter_mut().for_each(|status| status.object = Some(cat)));
        let before = arena.lost(hero);
        assert_eq!(blows(&mut arena, 1), 4);
        assert_eq!(arena.lost(hero), before + 10, "who is held is crushed, whatever the die says");
    }

    #[test]
    fn quick_hands_take_a_missile_from_the_air() {
        let mut arena = arena();
        let (hero, goblin) = (arena.hero, arena.goblin);
        let stone = arena.hand(goblin, "stone", Slot::Hand);
        arena.mark(hero, "duelist");
        arena.die("attack", 19).die("threat", 1).die("save", 20);
        let shot = Happening::new().actor(goblin).target(hero).item2(stone);
        arena.throw(Verb::RATTACK, shot.clone());
        assert_eq!((arena.lost(hero), arena.heard("out of the air")), (0, 1));
        let stone = arena.hand(goblin, "stone", Slot::Hand);
        arena.throw(Verb::RATTACK, Happening::new().actor(goblin).target(hero).item2(stone));
        assert!(arena.lost(hero) > 0, "one a turn");
    }

    #[test]
    fn sand_in_the_eyes_is_for_those_off_guard() {
        for (fought, blind) in [(0, 1), (600, 0)] {
            let mut arena = arena();
            let (hero, imp) = (arena.hero, arena.place(Noun::Monster, "imp", Place::new(16, 15)));
            arena.mark(imp, "thug");
            arena.creature(hero, |hero| hero.fought = fought);
            arena.die("save", 1);
            strikes(&mut arena, imp, 19);
            assert_eq!(arena.statuses(hero, "blind").len(), blind, "fought at {fought}");
        }
    }

    #[test]
    fn a_critical_wears_its_victim_out() {
        let mut arena = arena();
        let (hero, imp) = (arena.hero, arena.place(Noun::Monster, "imp", Place::new(16, 15)));
        arena.creature(hero, |hero| (hero.fatigue, hero.max_fatigue, hero.fought) = (5, 5, 600));
        arena.die("attack", 20).die("threat", 20);
        arena.throw(Verb::NATTACK, Happening::new().actor(imp).target(hero));
        assert_eq!(arena.thing(hero).creature().map(|hero| hero.fatigue), Some(4));
    }

    #[test]
    fn who_is_struck_in_its_sleep_is_surprised_and_wakes() {
        let mut arena = arena();
        let goblin = arena.place(Noun::Monster, "goblin", Place::new(MIDDLE.x + 1, MIDDLE.y));
        let hero = arena.hero;
        arena.afflict(goblin, "asleep", 0);
        arena.die("attack", 4).die("threat", 1);
        arena.throw(Verb::NATTACK, Happening::new().actor(hero).target(goblin));
        assert!(arena.statuses(goblin, "asleep").is_empty());
        assert!(arena.lost(goblin) > 0, "four, two by training, four for the surprise: ten");
    }

    #[test]
    fn a_last_blow_that_misses_wakes_its_sleeper_too() {
        let mut arena = arena();
        let goblin = arena.place(Noun::Monster, "goblin", Place::new(MIDDLE.x + 1, MIDDLE.y));
        let hero = arena.hero;
        arena.give("axe", Slot::Hand);
        arena.afflict(hero, "morale", -30);
        arena.afflict(goblin, "asleep", 0);
        arena.throw(Verb::WATTACK, Happening::new().actor(hero).target(goblin));
        assert_eq!(arena.lost(goblin), 0, "the die counts as ten, which is not enough");
        assert!(arena.statuses(goblin, "asleep").is_empty());
    }

    #[test]
    fn a_character_tires_of_striking_and_sooner_in_heavy_armour() {
        let strikes_to_tire = |armour: Option<&str>| {
            let more = "[plate]\nabout = 'Hard.'\nglyph = '['\ntint = 'white'\nkind = 'armour'\nslot = 'body'
armour = { slash = 1, pierce = 1, blunt = 1, coverage = 1, penalty = -1, bulk = 'heavy' }";
            let mut arena = Arena::with(&[("monsters-more.toml", MONSTERS), ("items-more.toml", more)]);
            let (hero, imp) = (arena.hero, arena.place(Noun::Monster, "imp", Place::new(16, 15)));
            arena.creature(hero, |hero| (hero.fatigue, hero.max_fatigue) = (5, 5));
            armour.into_iter().for_each(|armour| _ = arena.give(armour, Slot::Body));
            arena.die("attack", 1);
            (1..=200).find(|_| {
                arena.throw(Verb::NATTACK, Happening::new().actor(hero).target(imp));
                arena.thing(hero).creature().is_some_and(|hero| hero.fatigue == 4)
            })
        };
        assert_eq!(strikes_to_tire(None), None, "a thousand strikes");
        assert_eq!(strikes_to_tire(Some("plate")), Some(100));
    }
}
