//! Before a strike: what speaks for it and against it.

use crate::content::{Attribute, Blow, Harm, Quality, Skill, Slot, StatusFlag, TerrainFlag, Trait};
use crate::figures::Figures;
use crate::gain::{Ending, TURN};
use crate::place::{Square, WAYS};
use crate::play::{Core, Play};
use crate::{Flag, Happening, Id};
use referee_dispatch::{Place, Role, Verdict};

/// A fight is new to whoever has not fought for so many turns, and to the unwise sooner.
const ALERT: i32 = 5;
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
    let combat = &mut happening.more.combat;
    if sneaks || sleeps {
        combat.hit += 4;
    }
    if unseen || flat || sneaks || foe.is_helpless() {
        combat.defence -= foe.agility;
    } else if combat.damage_type == Harm::Slash.number() {
        combat.defence += play.parry(target);
    }
    if combat.attack_type == Blow::Touch.number() {
        combat.defence -= foe.shield;
    }
    if sleeps && !happening.flags.has(Flag::GreatBlow) {
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
    let allies = there.map_or(0, |there| play.allies_beside(who, there));
    let (is_shot, is_move) = (happening.flags.has(Flag::Ranged), happening.flags.has(Flag::MoveOpportunity));
    let near_shot = is_shot && far <= NEAR && own.has(Trait::PointBlank);
    let silvered = play.is_silvered(&foe, happening);
    let rides = is_shot && play.thing(who).has(play.lore.natures.mounted);
    let of = |holds: bool, much: i32| if holds { much } else { 0 };
    happening.flags.set(Flag::Flanking, flanked);
    happening.combat.hit += of(flanked, 2) - of(own.has(Trait::LightAverse) && lit(at), 4)
        + of(own.has(Trait::Swarm), allies)
        + of(near_shot, 1)
        + of(silvered, 2)
        - of(is_shot && own.has(Trait::Flies), 2)
        - of(rides, if own.has(Trait::MountedArchery) { 2 } else { 4 });
    happening.combat.bonus_damage += of(near_shot, 1) + of(silvered, 2);
    happening.combat.defence +=
        of(is_move && foe.has(Trait::Mobility), 4) - of(foe.has(Trait::LightAverse) && lit(there), 4) - of(play.wades(target), 4);
    if happening.combat.attack_type == Blow::Spell.number() {
        happening.combat.hit += own.modifier(Attribute::Int) + own.modifier(Attribute::Dex) + 5;
    }
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
        let turns = ALERT.min(10 + self.figures(who).modifier(Attribute::Wis)).max(0) as u32;
        let fought = self.world().creature(who).map_or(0, |creature| creature.fought);
        self.world().time.saturating_sub(fought) > turns * TURN
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
        let figures = self.figures(who);
        in_water && !figures.has(Trait::Aquatic) && !figures.has(Trait::Flies)
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
