//! Stairs, falls, and the way out.

use super::step::arrive;
use crate::content::Harm;
use crate::field::crossed;
use crate::play::Play;
use crate::{Event, Happening, Id, Kind, Verb, Whereabouts};
use referee_dispatch::{Place, Role, Verdict};

/// DESCEND: by stairs underfoot that lead down.
pub(super) fn descend(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    take_stairs(play, who, happening, |to, here| to > here, "No way leads down here.")
}

/// ASCEND: by stairs underfoot that lead up.
pub(super) fn ascend(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    take_stairs(play, who, happening, |to, here| to < here, "No way leads up here.")
}

fn take_stairs(play: &mut Play, who: Id, happening: &Happening, leads: fn(u8, u8) -> bool, none: &str) -> Verdict {
    let (Some(at), depth) = (play.world().spot(who), play.world().depth) else { return Verdict::Abort };
    let goes = |to: u8| leads(to, depth);
    let portal = play
        .world()
        .on(at)
        .find(|thing| thing.kind == Kind::Portal && thing.feature().and_then(|feature| feature.leads_to).is_some_and(goes))
        .map(|thing| thing.id);
    let Some(portal) = portal else {
        play.tell(who, none);
        return Verdict::Abort;
    };
    let mut entering = happening.clone();
    entering.roles.set(Role::Target, Some(portal));
    play.throw(Verb::ENTER, &mut entering)
}

/// ENTER: a portal brings the hero to another level; nobody leaves the dungeon before it is done.
pub(super) fn enter(play: &mut Play, portal: Id, happening: &mut Happening) -> Verdict {
    let Some(who) = happening.roles.get(Role::Actor).filter(|&who| who == play.world().hero) else { return Verdict::Abort };
    let Some(to) = play.thing(portal).feature().and_then(|feature| feature.leads_to) else { return Verdict::Abort };
    let deepest = play.world().dungeon.and_then(|dungeon| play.content().dungeon(dungeon)).map_or(0, |it| it.depth.get());
    if to == 0 || i32::from(to) > deepest {
        play.tell(who, "That way lies the world above. You are not done here.");
        return Verdict::Abort;
    }
    play.takes_an_action(who);
    if play.travel(to) { Verdict::Done } else { Verdict::Abort }
}

/// Somebody falls to the level below; on the last one there is a floor. Monsters are seen no more.
pub(super) fn fall(play: &mut Play, who: Id) {
    let deepest = play.world().dungeon.and_then(|dungeon| play.content().dungeon(dungeon)).map_or(0, |it| it.depth.get());
    let below = play.world().depth.saturating_add(1);
    if who != play.world().hero {
        play.unmake(who);
        return;
    }
    play.tell(who, "The ground is gone. You fall.");
    if i32::from(below) <= deepest && !play.travel(below) {
        return;
    }
    let damage = play.die(6, "the fall") + play.die(6, "the fall");
    let mut happening = Happening::new().actor(who).target(who).with(|more| {
        more.combat.damage = damage;
        more.combat.damage_type = Harm::Fall.number();
        more.texts.get_or_insert_default().grave = Some("Fell into the dark.".into());
    });
    play.throw(Verb::DAMAGE, &mut happening);
}

impl Play {
    /// The hero comes to another level, with the friends beside it. Says whether that could be.
    pub(crate) fn travel(&mut self, to: u8) -> bool {
        let (hero, from) = (self.world().hero, self.world().depth);
        let here = self.world().spot(hero);
        let friends: Vec<Id> = here
            .into_iter()
            .flat_map(|at| self.next_to(at))
            .map(|thing| thing.id)
            .filter(|&other| self.are_friends(hero, other) && self.can_act(other))
            .collect();
        let party: Vec<(Id, Option<Place>)> =
            [hero].into_iter().chain(friends).map(|who| (who, self.world().spot(who))).collect();
        party.iter().for_each(|&(who, at)| crossed(self, who, at, None)); // no area reaches from level to level
        if !self.make_level(to) {
            if self.world().depth != from {
                self.emit(Event::DepthChanged { depth: from });
            }
            party.into_iter().for_each(|(who, at)| crossed(self, who, None, at));
            return false;
        }
        if self.world().depth != to {
            self.emit(Event::DepthChanged { depth: to });
        }
        let stairs = self.world().level().map(|level| if to < from { level.down } else { level.up }).unwrap_or_default();
        for (who, _) in party {
            if let Some(place) = self.free_near(stairs) {
                self.emit(Event::Moved { id: who, at: Whereabouts::On { depth: to, place } });
                crossed(self, who, None, place);
            }
        }
        if let Some(at) = self.world().spot(hero) {
            self.look_around();
            arrive(self, hero, at, at);
        }
        true
    }
}
