//! Wielding, putting on, taking off.

use crate::content::Slot;
use crate::play::Play;
use crate::time::STEP;
use crate::{Event, Happening, Id, Kind, Res, Verb, Whereabouts};
use referee_dispatch::{Role, Verdict};

/// What armour takes to put on and off.
const ARMOUR: u32 = 10 * STEP;

/// WIELD: into the slot of the value, or where it belongs. What is there is taken off first.
pub(super) fn wield(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(item) = happening.roles.get(Role::Item) else { return Verdict::Abort };
    let Some(slot) = play.home_of(play.thing(item).res) else {
        play.tell_of(who, "You cannot wear the <item>.", happening);
        return Verdict::Abort;
    };
    if play.thing(item).holder() == Some((who, slot)) {
        play.tell(who, "It is there already.");
        return Verdict::Abort;
    }
    let two_handed = |id: Id| {
        let weapon = play.content().item(play.thing(id).res).and_then(|item| item.weapon.as_ref());
        weapon.and_then(|weapon| weapon.hands).is_some_and(|hands| hands.get() == 2)
    };
    let in_slot = |slot: Slot| play.world().things.in_slot(who, slot).map(|thing| thing.id);
    let mut away: Vec<Id> = in_slot(slot).into_iter().collect();
    if slot == Slot::Hand && two_handed(item) {
        away.extend([Slot::Shield, Slot::OffHand].into_iter().filter_map(in_slot));
    }
    if matches!(slot, Slot::Shield | Slot::OffHand) {
        away.extend(in_slot(Slot::Hand).filter(|&weapon| two_handed(weapon)));
    }
    for worn in away {
        if play.throw(Verb::REMOVE, &mut Happening::new().actor(who).item(worn)) == Verdict::Abort {
            return Verdict::Abort;
        }
    }
    if play.world().thing(item).is_none() {
        return Verdict::Done;
    }
    play.spend_time(who, if slot == Slot::Body { ARMOUR } else { STEP / 2 });
    play.emit(Event::Moved { id: item, at: Whereabouts::With { who, slot } });
    if !happening.quiet {
        play.tell_of(who, "You have the <item> ready.", happening);
    }
    Verdict::Done
}

/// REMOVE: into the pack. What is cursed does not come off.
pub(super) fn remove(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(item) = happening.roles.get(Role::Item) else { return Verdict::Abort };
    let Some((_, slot)) = play.thing(item).holder().filter(|(holder, slot)| *holder == who && slot.is_worn()) else {
        play.tell(who, "You do not wear that.");
        return Verdict::Abort;
    };
    if play.thing(item).item().is_some_and(|item| item.cursed) {
        play.tell_of(who, "The <item> does not come off.", happening);
        play.takes_an_action(who);
        return Verdict::Abort;
    }
    play.spend_time(who, if slot == Slot::Body { ARMOUR } else { STEP / 2 });
    play.emit(Event::Moved { id: item, at: Whereabouts::With { who, slot: Slot::Pack } });
    if !happening.quiet {
        play.tell_of(who, "You put the <item> away.", happening);
    }
    Verdict::Done
}

impl Play {
    /// Where something is worn or held.
    pub(crate) fn home_of(&self, item: Res) -> Option<Slot> {
        let definition = self.content().item(item)?;
        let slot = definition.slot.or(match definition.kind {
            Kind::Weapon => Some(Slot::Hand),
            Kind::Bow => Some(Slot::Bow),
            Kind::Missile => Some(Slot::Quiver),
            Kind::Armour => Some(Slot::Body),
            Kind::Shield => Some(Slot::Shield),
            Kind::Light => Some(Slot::Light),
            Kind::Boots => Some(Slot::Feet),
            Kind::Cloak => Some(Slot::Cloak),
            Kind::Ring => Some(Slot::Ring),
            Kind::Amulet => Some(Slot::Neck),
            Kind::Helmet | Kind::Crown => Some(Slot::Head),
            _ => None,
        });
        slot.filter(|slot| slot.is_worn())
    }
}
