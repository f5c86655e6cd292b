//! Before a strike: what speaks for it and against it.

use crate::content::{Attribute, Blow, Skill, Trait};
use crate::place::{Square, WAYS};
use crate::play::{Core, Play};
use crate::{Flag, Happening, Id};
use referee_dispatch::{Place, Role, Verdict};

/// A fight is new to whoever has not fought for so long.
const FLAT_FOOTED_AFTER: u32 = 5 * 60;

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
    conceals_no_more(play, who);
    Verdict::Nothing
}

/// Who does not see it coming defends itself less.
fn unguarded(play: &mut Play, who: Id, target: Id, happening: &mut Happening) {
    let (foe, natures) = (play.figures(target), play.lore.clone());
    let unseen = !play.perceives(target, who);
    let last = play.world().creature(target).map_or(0, |creature| creature.fought);
    let flat = play.world().time.saturating_sub(last) > FLAT_FOOTED_AFTER && last == 0;
    let asleep = play.thing(target).has(natures.natures.asleep);
    let sneaks = unseen && !asleep && {
        let (stealth, ears) = (play.skill(who, Skill::MoveSilently), play.skill(target, Skill::Listen));
        play.die(20, "stealth") + stealth >= play.die(20, "listen") + ears
    };
    happening.flags.set(Flag::ActorUnseen, unseen);
    happening.flags.set(Flag::VictimUnseen, !play.perceives(who, target));
    happening.flags.set(Flag::FlatFooted, flat);
    happening.flags.set(Flag::Surprise, sneaks || asleep);
    let combat = &mut happening.more.combat;
    if sneaks || asleep {
        combat.hit += 4;
    }
    if unseen || flat || sneaks || foe.is_helpless() {
        combat.defence -= foe.agility;
    }
    if combat.attack_type == Blow::Touch.number() {
        combat.defence -= foe.shield;
    }
}

fn circumstances(play: &mut Play, who: Id, target: Id, happening: &mut Happening) {
    let (own, foe) = (play.figures(who), play.figures(target));
    let (at, there) = (play.world().spot(who), play.world().spot(target));
    let flanked = at.zip(there).is_some_and(|(at, there)| play.is_flanked(who, at, there));
    let lit = |place: Option<Place>| place.is_some_and(|place| play.is_lit(place));
    let allies = there.map_or(0, |there| play.allies_beside(who, there));
    let mut hit = 0;
    hit += if flanked { 2 } else { 0 };
    hit -= if own.has(Trait::LightAverse) && lit(at) { 4 } else { 0 };
    hit += if own.has(Trait::Swarm) { allies } else { 0 };
    let mut defence = 0;
    defence -= if foe.has(Trait::LightAverse) && lit(there) { 4 } else { 0 };
    happening.flags.set(Flag::Flanking, flanked);
    if happening.flags.has(Flag::Ranged)
        && at.zip(there).is_some_and(|(at, there)| at.distance(there) <= 3)
        && own.has(Trait::PointBlank)
    {
        hit += 1;
        happening.combat.bonus_damage += 1;
    }
    if happening.combat.attack_type == Blow::Spell.number() {
        hit += own.modifier(Attribute::Int) + 5;
    }
    happening.combat.hit += hit;
    happening.combat.defence += defence;
}

/// Whoever strikes is hidden no more.
fn conceals_no_more(play: &mut Play, who: Id) {
    let hidden = play.lore.natures.hidden;
    if play.thing(who).has(hidden) {
        play.lose_nature(who, hidden);
    }
}

impl Core {
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
