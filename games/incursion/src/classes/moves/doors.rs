//! Doors.

use crate::content::{Slot, Trait};
use crate::play::Play;
use crate::{Gauge, Happening, Id, Kind};
use referee_dispatch::{Role, Verdict};

/// OPEN: by whoever has hands; a locked one not.
pub(super) fn open(play: &mut Play, door: Id, happening: &mut Happening) -> Verdict {
    let Some(who) = happening.roles.get(Role::Actor) else { return Verdict::Abort };
    let Some(feature) = play.thing(door).feature().cloned() else { return Verdict::Abort };
    if feature.open {
        play.tell(who, "It is open.");
        return Verdict::Abort;
    }
    if !has_hands(play, who) {
        return Verdict::Abort;
    }
    play.takes_an_action(who);
    if feature.locked {
        play.tries(who, door);
        play.tell(who, "It is locked.");
        return Verdict::Abort;
    }
    play.set(door, Gauge::Open, 1);
    play.shows(door);
    if !happening.quiet {
        play.tell_of(who, "You open the <target>.", happening);
    }
    Verdict::Done
}

/// CLOSE: if nobody and nothing is in the way.
pub(super) fn close(play: &mut Play, door: Id, happening: &mut Happening) -> Verdict {
    let Some(who) = happening.roles.get(Role::Actor) else { return Verdict::Abort };
    let open = play.thing(door).feature().is_some_and(|feature| feature.open);
    let Some(at) = play.world().spot(door).filter(|_| open) else {
        play.tell(who, "It is shut.");
        return Verdict::Abort;
    };
    if !has_hands(play, who) {
        return Verdict::Abort;
    }
    play.takes_an_action(who);
    if play.world().on(at).any(|thing| thing.id != door && (thing.kind.is_creature() || thing.kind.is_item())) {
        play.tell(who, "Something is in the way.");
        return Verdict::Abort;
    }
    play.shows(door);
    play.set(door, Gauge::Open, 0);
    if !happening.quiet {
        play.tell_of(who, "You shut the <target>.", happening);
    }
    Verdict::Done
}

impl Play {
    /// A door moves: whoever sees it knows that it is there.
    fn shows(&mut self, door: Id) {
        let hidden = self.thing(door).feature().is_some_and(|feature| !feature.found);
        let at = self.world().spot(door).filter(|_| hidden);
        if at.is_some_and(|at| self.sees_place(self.world().hero, at)) {
            self.set(door, Gauge::Found, 1);
        }
    }

    /// The hero tries a lock, and knows of it from now on.
    pub(crate) fn tries(&mut self, who: Id, lock: Id) {
        let new = self.thing(lock).feature().is_some_and(|feature| !feature.tried);
        if new && who == self.world().hero {
            self.set(lock, Gauge::Tried, 1);
        }
    }
}

/// Heroes have hands, and whoever is said to have them or holds a weapon.
fn has_hands(play: &Play, who: Id) -> bool {
    play.thing(who).kind == Kind::Player || play.figures(who).has(Trait::Hands) || play.weapon_in(who, Slot::Hand).is_some()
}
