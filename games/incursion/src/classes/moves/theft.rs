//! Theft: quick fingers against open ears.

use crate::content::{Skill, Slot};
use crate::play::Play;
use crate::{Event, Gauge, Happening, Id, Kind, Print, Whereabouts};
use referee_dispatch::{Role, Verdict};

/// What quick fingers must reach, besides what the victim hears.
const THEFT_DC: i32 = 10;
/// Whoever fails by more than this is caught.
const CAUGHT: i32 = -5;

/// PICK_POCKET: one of the things somebody beside carries. Whoever is caught has a foe.
pub(super) fn pick_pocket(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(victim) = happening.roles.get(Role::Target).filter(|&it| play.thing(it).kind.is_creature()) else {
        return Verdict::Abort;
    };
    if victim == who || !play.is_beside(who, victim) {
        play.tell_of(who, "<Target> is out of reach.", happening);
        return Verdict::Abort;
    }
    play.takes_an_action(who);
    let ears = if play.can_act(victim) { play.skill(victim, Skill::Listen) } else { -10 };
    match play.check(who, Skill::MoveSilently, THEFT_DC + ears) {
        0.. => take(play, who, victim, happening),
        CAUGHT..0 => play.tell(who, "You find no opening."),
        _ => caught(play, who, victim, happening),
    }
    Verdict::Done
}

fn take(play: &mut Play, who: Id, victim: Id, happening: &mut Happening) {
    let packed = |item: &&crate::Thing| item.holder().is_some_and(|(_, slot)| slot == Slot::Pack);
    let loot: Vec<Id> = play.world().inventory(victim).filter(packed).map(|item| item.id).collect();
    let Some(count) = i32::try_from(loot.len()).ok().filter(|&count| count > 0) else {
        return play.tell_of(who, "<Target> carries nothing.", happening);
    };
    let Some(&item) = loot.get((play.die(count, "which item") - 1) as usize) else { return };
    play.emit(Event::Moved { id: item, at: Whereabouts::With { who, slot: Slot::Pack } });
    happening.roles.set(Role::Item, Some(item));
    play.tell_of(who, "You take <item>.", happening);
}

fn caught(play: &mut Play, who: Id, victim: Id, happening: &Happening) {
    let texts = ["<Target> catches your hand.", "You catch <Actor>'s hand.", "<Target> catches <Actor>'s hand."];
    play.print(Print::Three, &texts, happening);
    if play.thing(who).kind == Kind::Player {
        play.set(victim, Gauge::Mood, 0);
        let trail = play.world().spot(who);
        play.emit(Event::Aimed { id: victim, target: Some(who), trail });
    }
}

#[cfg(test)]
mod tests {
    use crate::arena::Arena;
    use crate::content::{Noun, Slot};
    use crate::{Happening, Mood, Verb};
    use referee_dispatch::Place;

    const ITEMS: &str = "[ruby]\nabout = 'Red.'\nglyph = '*'\ntint = 'red'\nkind = 'gem'";

    #[test]
    fn quick_fingers_take_one_thing_and_clumsy_ones_make_a_foe() {
        for (check, stolen, mood) in [(10, true, Mood::Neutral), (9, false, Mood::Neutral), (4, false, Mood::Hostile)] {
            let mut arena = Arena::with(&[("items.toml", ITEMS)]);
            let (hero, victim) = (arena.hero, arena.place(Noun::Monster, "goblin", Place::new(16, 15)));
            arena.creature(victim, |goblin| goblin.mood = Mood::Neutral);
            let ruby = arena.hand(victim, "ruby", Slot::Pack);
            arena.die("check", check);
            arena.throw(Verb::PICK_POCKET, Happening::new().actor(hero).target(victim));
            assert_eq!(arena.thing(ruby).holder().is_some_and(|(who, _)| who == hero), stolen, "a {check}");
            assert_eq!(arena.thing(victim).creature().map(|goblin| goblin.mood), Some(mood));
        }
    }
}
