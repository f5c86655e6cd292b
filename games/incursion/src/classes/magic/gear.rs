//! Blasts and what their victims carry and ride.

use crate::content::{Area, Harm, Segment};
use crate::play::{Core, Play};
use crate::{Happening, Id, Kind, Verb};
use referee_dispatch::Role;

/// With what chance, in percent, a blast that fills its area reaches something its victim carries.
const REACHED: i32 = 25;

/// A blast over an area may spoil one thing that its victim carries, and burns what it rides.
pub(super) fn suffers(play: &mut Play, segment: &Segment, happening: &Happening, target: Id) {
    let fills = matches!(segment.area, Area::Ball | Area::Burst | Area::Globe | Area::Breath | Area::Barrier | Area::Field);
    if !fills || happening.flags.has(crate::Flag::Evaded) {
        return;
    }
    spoil(play, happening, target);
    burn_mount(play, happening, target);
}

fn spoil(play: &mut Play, happening: &Happening, target: Id) {
    let Some(harm) = Harm::numbered(happening.combat.damage_type) else { return };
    let frail: Vec<Id> =
        play.world().inventory(target).filter(|item| is_frail(play, item.res, item.kind, harm)).map(|it| it.id).collect();
    let Some(count) = i32::try_from(frail.len()).ok().filter(|&count| count > 0) else { return };
    if !play.percent(REACHED, "what is carried") {
        return;
    }
    let nth = play.die(count, "which item") - 1;
    let Some(&item) = usize::try_from(nth).ok().and_then(|nth| frail.get(nth)) else { return };
    let mut blow = happening.clone();
    blow.roles.set(Role::Target, Some(item));
    blow.roles.set(Role::Item, None);
    play.throw(Verb::DAMAGE, &mut blow);
}

/// Whether a kind of damage spoils a kind of thing. What there is one of is spoiled by nothing.
fn is_frail(core: &Core, res: crate::Res, kind: Kind, harm: Harm) -> bool {
    let unique = core.content().item(res).is_some_and(|item| item.unique || item.conjured);
    let kinds: &[Kind] = match harm {
        Harm::Fire => &[Kind::Scroll, Kind::Book, Kind::Tome, Kind::Missile, Kind::Bow, Kind::Cloak, Kind::Clothes, Kind::Staff],
        Harm::Cold | Harm::Sonic => &[Kind::Potion],
        Harm::Acid => &[Kind::Armour, Kind::Shield, Kind::Boots, Kind::Cloak, Kind::Clothes, Kind::Food],
        Harm::Electric => &[Kind::Wand, Kind::Rod, Kind::Ring, Kind::Amulet],
        _ => &[],
    };
    !unique && kinds.contains(&kind)
}

/// What one rides suffers what its rider does.
fn burn_mount(play: &mut Play, happening: &Happening, target: Id) {
    let mounted = play.lore.natures.mounted;
    let Some(mount) = play.thing(target).status(mounted).and_then(|status| status.object) else { return };
    let mut blow = happening.clone();
    blow.roles.set(Role::Target, Some(mount));
    play.throw(Verb::DAMAGE, &mut blow);
}

#[cfg(test)]
mod tests {
    use crate::arena::{Arena, MIDDLE};
    use crate::content::{Noun, Slot};
    use crate::{Happening, Verb};

    const EFFECTS: &str = "
[fireball]\nabout = 'Fire.'\nlevel = 1\naim = 'place'
segments = [{ does = 'blast', area = 'ball', radius = 1, harm = 'fire', save = 'ref', partial = true, power = { plus = 30 }, lasts = 'instant' }]
[dart]\nabout = 'Fire.'\nlevel = 1\naim = 'place'
segments = [{ does = 'blast', area = 'bolt', harm = 'fire', power = { plus = 30 }, lasts = 'instant' }]
";
    const ITEMS: &str = "[scroll]\nabout = 'Thin.'\nglyph = '?'\ntint = 'white'\nkind = 'scroll'
[potion]\nabout = 'Wet.'\nglyph = '!'\ntint = 'white'\nkind = 'potion'";
    const TEMPLATES: &str = "[nimble]\nabout = 'Ducks.'\ncr = 0\ntraits = ['partial evasion']";

    fn arena(save: u32) -> Arena {
        let mut arena = Arena::with(&[("effects.toml", EFFECTS), ("items.toml", ITEMS), ("templates.toml", TEMPLATES)]);
        arena.die("save", save).die("what is carried", 25);
        arena
    }

    fn burn(arena: &mut Arena, effect: &str) {
        let (hero, goblin, effect) = (arena.hero, arena.goblin, arena.res(Noun::Effect, effect));
        arena.throw(Verb::EFFECT, Happening::new().actor(goblin).target(hero).at(MIDDLE).effected(effect));
    }

    #[test]
    fn fire_that_fills_a_place_spoils_paper_of_who_did_not_save_itself() {
        for (effect, save, die, spoiled) in
            [("fireball", 1, 25, 28), ("fireball", 1, 26, 0), ("fireball", 20, 25, 0), ("dart", 1, 25, 0)]
        {
            let mut arena = arena(save);
            arena.die("what is carried", die);
            let (scroll, potion) = (arena.give("scroll", Slot::Pack), arena.give("potion", Slot::Pack));
            burn(&mut arena, effect);
            assert_eq!((arena.lost(scroll), arena.lost(potion)), (spoiled, 0), "{effect}, save {save}, a {die}");
        }
    }

    #[test]
    fn a_save_is_worth_half_and_to_the_nimble_two_thirds() {
        let mut arena = arena(20);
        burn(&mut arena, "fireball");
        assert_eq!(arena.lost(arena.hero), 15);
        let hero = arena.hero;
        arena.mark(hero, "nimble");
        burn(&mut arena, "fireball");
        assert_eq!(arena.lost(hero), 25);
    }
}
