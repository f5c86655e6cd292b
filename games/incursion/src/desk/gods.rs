//! What scripts do with gods.

use super::value::{definition, id, number};
use super::{Hand, Native, with};
use crate::classes::faith;
use crate::content::Noun;
use crate::{Faith, Id, Res};
use rhai::{Dynamic, Engine, INT, NativeCallContext as Context};

pub(super) fn register(engine: &mut Engine) {
    engine.register_fn("anger", |context: Context<'_>, whom: Dynamic, god: &str, magnitude: INT| {
        with(&context, |hand| anger(hand, &whom, god, magnitude, false))
    });
    engine.register_fn("anger", |context: Context<'_>, whom: Dynamic, god: &str, magnitude: INT, wrath: bool| {
        with(&context, |hand| anger(hand, &whom, god, magnitude, wrath))
    });
    engine.register_fn("anger_of", |context: Context<'_>, whom: Dynamic, god: &str| -> Native<INT> {
        with(&context, |hand| {
            let (whom, god) = both(hand, &whom, god)?;
            let with: Option<&Faith> = hand.play.thing(whom).character().and_then(|character| character.faith.get(&god));
            Ok(with.map_or(0, |faith| faith.anger.into()))
        })
    });
    engine.register_fn("calm", |context: Context<'_>, whom: Dynamic, god: &str, by: INT| {
        with(&context, |hand| {
            let ((whom, god), by) = (both(hand, &whom, god)?, number(by)?);
            faith::calm(hand.play, whom, god, by);
            Ok(())
        })
    });
    engine.register_fn("favour", |context: Context<'_>, whom: Dynamic, god: &str, by: INT| {
        with(&context, |hand| {
            let ((whom, god), by) = (both(hand, &whom, god)?, number(by)?);
            faith::favour(hand.play, whom, god, by);
            Ok(())
        })
    });
    engine.register_fn("favour_of", |context: Context<'_>, whom: Dynamic, god: &str| -> Native<INT> {
        with(&context, |hand| {
            let (whom, god) = both(hand, &whom, god)?;
            Ok(faith::favour_level(hand.play, whom, god).into())
        })
    });
}

fn both(hand: &Hand<'_>, whom: &Dynamic, god: &str) -> Result<(Id, Res), String> {
    Ok((id(whom)?, definition(hand, Noun::God, god)?))
}

fn anger(hand: &mut Hand<'_>, whom: &Dynamic, god: &str, magnitude: INT, wrath: bool) -> Result<(), String> {
    let ((whom, god), magnitude) = (both(hand, whom, god)?, number(magnitude)?);
    faith::anger(hand.play, whom, god, magnitude, wrath);
    Ok(())
}
