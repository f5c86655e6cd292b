//! Things take damage too.

use crate::content::Dice;
use crate::play::Play;
use crate::{Event, Flag, Happening, Id, Kind, Verb};
use referee_dispatch::Verdict;

/// A thing is struck: its damage is rolled, and it breaks or does not.
pub(super) fn struck(play: &mut Play, _what: Id, happening: &mut Happening) -> Verdict {
    let combat = &happening.combat;
    let dice = Dice { count: combat.dice_count, sides: combat.dice_sides, plus: combat.dice_bonus + combat.bonus_damage };
    happening.combat.damage = play.dice(dice, "damage").max(1);
    play.rethrow(Verb::DAMAGE, happening);
    Verdict::Done
}

/// An item takes damage.
pub(super) fn item(play: &mut Play, what: Id, happening: &mut Happening) -> Verdict {
    take(play, what, happening, 2)
}

/// A feature takes damage: what it is made of takes its part.
pub(super) fn feature(play: &mut Play, what: Id, happening: &mut Happening) -> Verdict {
    let Some(definition) = play.content().feature(play.thing(what).res) else { return Verdict::Done };
    if definition.hp.is_none() {
        happening.flags.set(Flag::Immune, true);
        return Verdict::Done;
    }
    let hardness = definition.material.hardness();
    take(play, what, happening, hardness)
}

fn take(play: &mut Play, what: Id, happening: &mut Happening, hardness: i32) -> Verdict {
    let hardness = match () {
        () if happening.flags.has(Flag::IgnoresHardness) => 0,
        () if happening.flags.has(Flag::HalvesHardness) => hardness / 2,
        () => hardness,
    };
    let hp = play.thing(what).hp;
    let amount = (happening.combat.damage - hardness).max(0);
    happening.combat.applied = amount;
    if amount == 0 {
        happening.flags.set(Flag::Absorbed, true);
        return Verdict::Done;
    }
    play.emit(Event::Hurt { id: what, amount, hp: (hp - amount).max(0) });
    if amount >= hp {
        let text = if play.thing(what).kind == Kind::Door { "<Target> breaks open." } else { "<Target> breaks." };
        play.print(crate::Print::All, &[text], happening);
        play.vanish(what);
    }
    Verdict::Done
}
