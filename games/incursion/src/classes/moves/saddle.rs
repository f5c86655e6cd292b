//! Riding: a mount carries its rider, and is nowhere else while it does.

use crate::content::Trait;
use crate::field::crossed;
use crate::play::{Core, Play};
use crate::{Event, Happening, Id, Source, Status, Thing, Whereabouts};
use referee_dispatch::{Role, Verdict};

/// MOUNT: a friend that can be ridden and is larger. It goes where its rider goes.
pub(super) fn mount(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(steed) = happening.roles.get(Role::Target) else { return Verdict::Abort };
    let mounted = play.lore.natures.mounted;
    let (rider, beast) = (play.figures(who), play.figures(steed));
    let willing = play.are_friends(who, steed) || play.is_neutral(steed);
    if !beast.has(Trait::Rideable) || beast.size <= rider.size || !willing || play.thing(who).has(mounted) {
        play.tell_of(who, "You cannot ride the <target>.", happening);
        return Verdict::Abort;
    }
    play.takes_an_action(who);
    let from = play.world().spot(steed);
    play.emit(Event::Moved { id: steed, at: Whereabouts::Nowhere });
    crossed(play, steed, from, None);
    let status =
        Status { nature: mounted, object: Some(steed), magnitude: beast.movement, source: Source::Misc, ..Status::default() };
    play.gain(who, status, true);
    play.tell_of(who, "You swing yourself onto the <target>.", happening);
    Verdict::Done
}

/// DISMOUNT: the steed stands beside its rider.
pub(super) fn dismount(play: &mut Play, who: Id, _happening: &mut Happening) -> Verdict {
    if !play.part_from_mount(who) {
        play.tell(who, "You ride nothing.");
        return Verdict::Abort;
    }
    play.takes_an_action(who);
    play.tell(who, "You dismount.");
    Verdict::Done
}

impl Play {
    /// Somebody is no longer on its mount, which stands beside it. Says whether it was on one and there was room.
    pub(crate) fn part_from_mount(&mut self, who: Id) -> bool {
        let mounted = self.lore.natures.mounted;
        let steed = self.thing(who).status(mounted).and_then(|status| status.object);
        let place = self.world().spot(who).and_then(|at| self.free_near(at));
        let (Some(steed), Some(place)) = (steed, place) else { return false };
        self.lose_nature(who, mounted);
        let depth = self.world().depth;
        if self.world().thing(steed).is_some() {
            self.emit(Event::Moved { id: steed, at: Whereabouts::On { depth, place } });
            crossed(self, steed, None, place);
        }
        true
    }
}

impl Core {
    /// Who rides somebody.
    pub(crate) fn rider_of(&self, steed: Id) -> Option<Id> {
        let mounted = self.lore.natures.mounted;
        let rides = |rider: &&Thing| rider.status(mounted).is_some_and(|status| status.object == Some(steed));
        self.world().creatures().find(rides).map(|rider| rider.id)
    }

    /// How fast somebody gets on, in percent: on a mount, as fast as that.
    pub(super) fn movement(&self, who: Id) -> i32 {
        let mounted = self.lore.natures.mounted;
        let steed = self.thing(who).status(mounted).and_then(|status| status.object);
        let carried = steed.filter(|&steed| self.world().thing(steed).is_some());
        self.figures(carried.unwrap_or(who)).movement
    }
}
