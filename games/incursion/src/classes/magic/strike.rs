//! Whoever an effect reaches is struck: does it pass resistance, is it meant for the target, does the target save itself?

use super::target::{accepts, has_no_mind, is_harmful};
use super::{at_work, does_it, pair, segment_at_work};
use crate::content::{Archetype, Area, Blow, Effect, EffectFlag, Save, Segment, StatusFlag, Stop, Trait};
use crate::play::Play;
use crate::{Event, Flag, Gauge, Happening, Id, Mood, Print, Verb};
use referee_dispatch::{Role, Verdict};

/// What an earlier strike may have left in the happening.
const OUTCOMES: [Flag; 9] = [
    Flag::HitMessageDone,
    Flag::Saved,
    Flag::Immune,
    Flag::MagicResisted,
    Flag::Resisted,
    Flag::Evaded,
    Flag::PartlyEvaded,
    Flag::Disbelieved,
    Flag::Absorbed,
];

/// A target is struck by the segments at work.
pub(super) fn strike(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    if !does_it(play, who, happening) {
        return Verdict::Nothing;
    }
    let lore = play.lore.clone();
    let Some((_, effect)) = at_work(&lore.content, happening) else { return Verdict::Done };
    let Some(target) = happening.roles.get(Role::Target) else { return Verdict::Done };
    if must_hit_first(play, effect, happening, target) {
        return lead_blow(play, happening, target);
    }
    let target = throw_back(play, happening, target);
    OUTCOMES.into_iter().for_each(|flag| happening.flags.set(flag, false));
    if !happening.flags.has(Flag::Leaving) && !happening.flags.has(Flag::Removing) {
        let resisted = resists_magic(play, effect, happening, target);
        happening.flags.set(Flag::MagicResisted, resisted);
        let unmoved = resisted || is_unseeing(play, happening, target) || sees_through(play, effect, happening, target);
        happening.flags.set(Flag::Immune, unmoved);
    }
    let verdict = strike_segments(play, effect, happening, target);
    report(play, happening);
    verdict
}

/// Whether it must strike like a blow before it works, and has not.
fn must_hit_first(play: &Play, effect: &Effect, happening: &Happening, target: Id) -> bool {
    let is_at_other = happening.roles.get(Role::Actor).is_some_and(|actor| actor != target);
    effect.is(EffectFlag::Attack) && is_at_other && !was_led(play) && play.thing(target).kind.is_creature()
}

/// Whether a blow brought it here.
fn was_led(play: &Play) -> bool {
    play.ancestors().iter().rev().nth(1).is_some_and(|parent| parent.verb == Verb::STRIKE)
}

/// A blow of magic: what is added by body and mind, the lore of blows adds. If it hits, it comes back here.
fn lead_blow(play: &mut Play, happening: &mut Happening, target: Id) -> Verdict {
    let Some(actor) = happening.roles.get(Role::Actor) else { return Verdict::Done };
    let (attack, defence) = (play.figures(actor).attack, play.figures(target).defence);
    let combat = &mut happening.more.combat;
    (combat.attack_type, combat.hit, combat.defence) = (Blow::Spell.number(), attack, defence);
    (combat.threat, combat.crit) = (20, 2);
    happening.flags.set(Flag::VictimNotFleeing, true); // magic runs after nobody
    play.rethrow(Verb::STRIKE, happening);
    Verdict::Done
}

/// Against what is meant for ill and is magic: d100 and twice the caster's rank must exceed the resistance and twice the target's.
fn resists_magic(play: &mut Play, effect: &Effect, happening: &Happening, target: Id) -> bool {
    let Some(actor) = happening.roles.get(Role::Actor) else { return false };
    let figures = play.figures(target);
    if effect.is(EffectFlag::Mundane) || figures.magic_resistance <= 0 || !is_ill_meant(play, effect, happening, target) {
        return false;
    }
    let rank = play.figures(actor).cr;
    play.die(100, "magic resistance") + 2 * rank <= figures.magic_resistance + 2 * figures.cr
}

fn is_ill_meant(play: &Play, effect: &Effect, happening: &Happening, target: Id) -> bool {
    let harmful = effect.segments.iter().any(is_harmful);
    harmful && happening.roles.get(Role::Actor).is_some_and(|actor| actor != target && !play.are_friends(actor, target))
}

/// A mirror throws a gaze back to whoever it came from. Says whom it strikes.
fn throw_back(play: &mut Play, happening: &mut Happening, target: Id) -> Id {
    let is_gaze = happening.more.combat.attack_type == Blow::Gaze.number();
    let reflects = |who: Id| play.figures(who).is(StatusFlag::ReflectsGaze);
    let Some(actor) = happening.roles.get(Role::Actor).filter(|&actor| is_gaze && reflects(target) && !reflects(actor)) else {
        return target;
    };
    happening.roles.set(Role::Target, Some(actor));
    actor
}

/// Who does not see a gaze does not meet it.
fn is_unseeing(play: &Play, happening: &Happening, target: Id) -> bool {
    happening.more.combat.attack_type == Blow::Gaze.number() && play.figures(target).stops(Stop::Seeing)
}

/// An illusion meant for ill is seen through by who has no mind or sees the truth, and else by will, where no other save helps.
fn sees_through(play: &mut Play, effect: &Effect, happening: &mut Happening, target: Id) -> bool {
    let has_save = effect.segments.iter().any(|segment| segment.save.is_some());
    if !effect.is(EffectFlag::Illusory) || !is_ill_meant(play, effect, happening, target) {
        return false;
    }
    let knows = has_no_mind(play, target) || play.figures(target).has(Trait::TrueSight);
    let through = knows || !has_save && play.saves(target, Save::Will, happening.more.combat.save_dc);
    happening.flags.set(Flag::Disbelieved, through);
    through
}

fn strike_segments(play: &mut Play, effect: &Effect, happening: &mut Happening, target: Id) -> Verdict {
    let (Some(res), Some(figured)) = (happening.effect, happening.more.figured.clone()) else { return Verdict::Done };
    let unmoved = happening.flags.has(Flag::Immune);
    let mut saves: Vec<(Save, bool)> = Vec::new();
    for nth in figured.segments() {
        let Some(segment) = effect.segments.get(nth).filter(|segment| segment.does != Archetype::Terraform) else { continue };
        if nth != figured.segments().start || was_led(play) {
            figured.put(nth, happening); // the first one's are there, and handlers may have changed them
        }
        if unmoved || !accepts(play, happening, res, nth, target) {
            happening.flags.set(Flag::Immune, true);
            continue;
        }
        happening.flags.set(Flag::Immune, false);
        if is_saved(play, happening, segment, target, &mut saves) {
            happening.flags.set(Flag::Saved, true);
            continue;
        }
        let before = play.loan.events().len();
        let verdict = play.rethrow(Verb::MAGIC_HIT, happening);
        if left_traces(play, before) {
            happening.flags.set(Flag::Something, true);
        }
        if happening.flags.has(Flag::Immune) {
            happening.flags.set(Flag::Resisted, true);
        }
        if verdict == Verdict::Abort || play.world().thing(target).is_none() {
            return Verdict::Done;
        }
    }
    Verdict::Done
}

/// Whether anything was written since, but dice and notes.
fn left_traces(play: &Play, before: usize) -> bool {
    let since = play.loan.events().get(before..).unwrap_or(&[]);
    since.iter().any(|event| !matches!(event, Event::Rolled { .. } | Event::Noted { .. }))
}

/// One save for each kind of save, however many segments call for it.
fn is_saved(play: &mut Play, happening: &Happening, segment: &Segment, target: Id, saves: &mut Vec<(Save, bool)>) -> bool {
    let later = segment.does == Archetype::Blast && segment.partial;
    let in_body = matches!(segment.area, Area::Poison | Area::Disease);
    let gone = happening.flags.has(Flag::Leaving) || happening.flags.has(Flag::Removing) || happening.flags.has(Flag::Wielding);
    let own = happening.roles.get(Role::Actor) == Some(target) && !happening.flags.has(Flag::ByTrap);
    let Some(save) = segment.save.filter(|_| !later && !in_body && !gone && !own && play.thing(target).kind.is_creature()) else {
        return false;
    };
    if let Some((_, saved)) = saves.iter().find(|(kind, _)| *kind == save) {
        return *saved;
    }
    let saved = play.saves(target, save, happening.more.combat.save_dc);
    saves.push((save, saved));
    saved
}

/// What is said when it did not work.
fn report(play: &mut Play, happening: &mut Happening) {
    let lasting = [Flag::Wielding, Flag::Removing, Flag::Entering, Flag::Leaving].into_iter().any(|it| happening.flags.has(it));
    let (actor, target) = pair(happening);
    if happening.quiet || lasting || actor == target || target.is_none_or(|target| !play.thing(target).kind.is_creature()) {
        return;
    }
    let texts: [&str; 3] = match happening.flags {
        flags if flags.has(Flag::MagicResisted) => {
            ["The magic runs off <target>.", "The magic runs off you.", "The magic runs off <target>."]
        }
        flags if flags.has(Flag::Disbelieved) => {
            ["<Target> is not deceived.", "You are not deceived.", "<Target> is not deceived."]
        }
        flags if flags.has(Flag::Saved) && !flags.has(Flag::HitMessageDone) => {
            ["<Target> resists.", "You resist.", "<Target> resists."]
        }
        flags if flags.has(Flag::Resisted) => ["<Target> is unmoved.", "You are unmoved.", "<Target> is unmoved."],
        _ => return,
    };
    happening.flags.set(Flag::Something, true);
    play.print(Print::Three, &texts, happening);
}

/// A monster that is ill used knows its foe from then on.
pub(super) fn provoked(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let lore = play.lore.clone();
    let Some(actor) = happening.roles.get(Role::Actor).filter(|&actor| actor != who && !happening.divine) else {
        return Verdict::Nothing;
    };
    let is_ill = segment_at_work(&lore.content, happening).is_some_and(|(_, _, segment)| is_harmful(segment));
    let Some(creature) = play.world().creature(who).filter(|creature| is_ill && creature.party != 0) else {
        return Verdict::Nothing;
    };
    let is_heros = play.world().creature(actor).is_some_and(|actor| actor.party == 0);
    if is_heros && creature.mood != Mood::Hostile {
        play.set(who, Gauge::Mood, 0);
    }
    let knows_foe = play.world().creature(who).is_some_and(|creature| creature.target.is_some());
    if !knows_foe && play.are_hostile(who, actor) {
        let trail = play.world().spot(actor);
        play.emit(Event::Aimed { id: who, target: Some(actor), trail });
    }
    Verdict::Nothing
}
