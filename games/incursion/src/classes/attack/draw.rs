//! Bow or blade: monsters that have both change from one to the other, and that takes time.

use crate::content::{Slot, Trait};
use crate::play::Play;
use crate::{Event, Happening, Id};
use referee_dispatch::Verdict;

/// What changing takes, and what it takes a quick hand.
const CHANGING: u32 = 16;
const QUICKLY: u32 = 4;
/// Under which key it is noted what somebody has at hand.
const AT_HAND: &str = "at hand";
const BOW: i32 = 1;
const BLADE: i32 = 2;

/// Before a blow: the bow is put away, unless it clings to the hand.
pub(super) fn blade(play: &mut Play, who: Id, _happening: &mut Happening) -> Verdict {
    change(play, who, Slot::Bow, BLADE)
}

/// Before a shot: the blade is put away, unless it clings to the hand.
pub(super) fn bow(play: &mut Play, who: Id, _happening: &mut Happening) -> Verdict {
    change(play, who, Slot::Hand, BOW)
}

fn change(play: &mut Play, who: Id, other: Slot, wanted: i32) -> Verdict {
    let in_slot = |slot: Slot| play.world().things.in_slot(who, slot);
    let (Some(away), Some(_)) = (in_slot(other), in_slot(Slot::Bow)) else { return Verdict::Nothing };
    if away.item().is_some_and(|item| item.cursed) {
        return Verdict::Abort;
    }
    let about = format!("#{}", who.0);
    let now = play.world().note(&about, AT_HAND);
    if now == wanted {
        return Verdict::Nothing;
    }
    play.emit(Event::Noted { about, key: AT_HAND.to_owned(), to: wanted });
    if now != 0 {
        let quick = play.figures(who).has(Trait::QuickDraw);
        play.spend_time(who, if quick { QUICKLY } else { CHANGING });
    }
    Verdict::Nothing
}

#[cfg(test)]
mod tests {
    use super::{BLADE, BOW};
    use crate::arena::Arena;
    use crate::content::Slot;
    use crate::{Happening, Verb};
    use referee_dispatch::Verdict;

    const ITEMS: &str = "[axe]\nabout = 'Sharp.'\nglyph = '|'\ntint = 'white'\nkind = 'weapon'\nslot = 'hand'
weapon = { small = '1d6', large = '1d6', threat = 1, crit = 2, speed = 100, harm = ['slash'] }
[bow]\nabout = 'Bent.'\nglyph = '}'\ntint = 'white'\nkind = 'bow'\nslot = 'bow'
weapon = { small = '1d6', large = '1d6', threat = 1, crit = 2, speed = 100, harm = ['pierce'], range = 5, with = 'arrow' }
[arrow]\nabout = 'Thin.'\nglyph = '/'\ntint = 'white'\nkind = 'missile'\nslot = 'quiver'
weapon = { small = '1d6', large = '1d6', threat = 1, crit = 2, speed = 100, harm = ['pierce'], range = 5, with = 'bow' }";

    #[test]
    fn a_monster_changes_from_bow_to_blade_and_a_curse_keeps_it_from_that() {
        let mut arena = Arena::with(&[("items.toml", ITEMS)]);
        let (hero, goblin) = (arena.hero, arena.goblin);
        let bow = arena.hand(goblin, "bow", Slot::Bow);
        arena.hand(goblin, "axe", Slot::Hand);
        let arrow = arena.hand(goblin, "arrow", Slot::Quiver);
        let ready = |arena: &Arena| arena.thing(goblin).creature().map_or(0, |goblin| goblin.ready);
        let note = |arena: &Arena| arena.world.note(&format!("#{}", goblin.0), super::AT_HAND);
        arena.throw(Verb::RATTACK, Happening::new().actor(goblin).target(hero).item(bow).item2(arrow));
        assert_eq!(note(&arena), BOW);
        let before = ready(&arena);
        arena.throw(Verb::WATTACK, Happening::new().actor(goblin).target(hero));
        assert_eq!((note(&arena), ready(&arena) - before), (BLADE, super::CHANGING), "too far to strike, but it has changed");
        arena.world.things.change(bow, |bow| {
            if let crate::Nature::Item(item) = &mut bow.more {
                item.cursed = true;
            }
        });
        assert_eq!(arena.throw(Verb::WATTACK, Happening::new().actor(goblin).target(hero)), Verdict::Abort);
    }
}
