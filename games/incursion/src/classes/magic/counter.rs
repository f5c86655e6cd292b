//! Counterspells: whoever sees a spell begin, and knows it, may end it.

use crate::content::{Effect, Skill, Trait};
use crate::place::Square;
use crate::play::{Core, Play};
use crate::{Gauge, Happening, Id, Print, Res};

/// How far a counterspell reaches.
const REACH: i32 = 10;
/// What a counterspell must reach, besides the spell's level.
const COUNTER_DC: i32 = 15;

/// Whether a witness ends what somebody casts. It costs the witness what the spell costs, whether it succeeds or not.
pub(super) fn is_countered(play: &mut Play, who: Id, res: Res, effect: &Effect) -> bool {
    let witnesses: Vec<Id> =
        play.world().creatures().map(|thing| thing.id).filter(|&it| may_counter(play, it, who, res, effect)).collect();
    for witness in witnesses {
        let mana = play.world().creature(witness).map_or(0, |creature| creature.mana);
        play.set(witness, Gauge::Mana, mana - effect.mana.get());
        if play.check(witness, Skill::Spellcraft, COUNTER_DC + effect.level.get()) >= 0 {
            let texts = ["You undo <Target>'s spell.", "<Actor> undoes your spell.", "<Actor> undoes <Target>'s spell."];
            play.print(Print::Three, &texts, &Happening::new().actor(witness).target(who));
            return true;
        }
    }
    false
}

/// Whether somebody knows a spell it sees, has learned to undo it, and has the strength.
fn may_counter(core: &Core, witness: Id, caster: Id, res: Res, effect: &Effect) -> bool {
    let spots = core.world().spot(witness).zip(core.world().spot(caster));
    let near = spots.is_some_and(|(one, two)| one.distance(two) <= REACH);
    let able = near && core.are_hostile(witness, caster) && core.can_act(witness);
    able && core.figures(witness).has(Trait::Counterspell)
        && super::cast::knows(core, witness, res)
        && core.world().creature(witness).is_some_and(|creature| creature.mana >= effect.mana.get())
        && core.sees(witness, caster)
}

#[cfg(test)]
mod tests {
    use crate::arena::Arena;
    use crate::content::Noun;
    use crate::{Happening, Verb};

    const TEMPLATES: &str = "[warder]\nabout = 'Undoes.'\ncr = 0\ntraits = ['counterspell']";

    #[test]
    fn who_knows_a_spell_and_has_learned_it_may_undo_it() {
        for (learned, check, lost, mana) in [(true, 20, 0, 8), (true, 1, 3, 8), (false, 20, 3, 10)] {
            let mut arena = Arena::with(&[("templates.toml", TEMPLATES)]);
            let (hero, goblin, spark) = (arena.hero, arena.goblin, arena.res(Noun::Effect, "spark"));
            if learned {
                arena.mark(goblin, "warder");
            }
            arena.die("check", check).die("casting", 1);
            arena.throw(Verb::CAST, Happening::new().actor(hero).target(goblin).effected(spark));
            assert_eq!(arena.lost(goblin), lost, "learned: {learned}, a {check}");
            assert_eq!(arena.thing(goblin).creature().map(|goblin| goblin.mana), Some(mana));
            assert_eq!(arena.thing(hero).creature().map(|hero| hero.mana), Some(18), "what is cast is paid for");
        }
    }
}
