//! What scripts do with gods.

use super::value::{definition, id, number};
use super::{Native, with};
use crate::content::Noun;
use crate::{Event, Faith, Id, Res};
use rhai::{Dynamic, Engine, INT, NativeCallContext as Context};

pub(super) fn register(engine: &mut Engine) {
    engine.register_fn("anger", |context: Context<'_>, whom: Dynamic, god: &str, magnitude: INT| {
        with(&context, |hand| {
            let (whom, god, magnitude) = (id(&whom)?, definition(hand, Noun::God, god)?, number(magnitude)?);
            hand.play.transgress(whom, god, magnitude, false);
            Ok(())
        })
    });
    engine.register_fn("anger", |context: Context<'_>, whom: Dynamic, god: &str, magnitude: INT, wrath: bool| {
        with(&context, |hand| {
            let (whom, god, magnitude) = (id(&whom)?, definition(hand, Noun::God, god)?, number(magnitude)?);
            hand.play.transgress(whom, god, magnitude, wrath);
            Ok(())
        })
    });
    engine.register_fn("anger_of", |context: Context<'_>, whom: Dynamic, god: &str| -> Native<INT> {
        with(&context, |hand| {
            let (whom, god) = (id(&whom)?, definition(hand, Noun::God, god)?);
            Ok(faith(hand.play, whom, god).anger.into())
        })
    });
    engine.register_fn("calm", |context: Context<'_>, whom: Dynamic, god: &str, by: INT| {
        with(&context, |hand| {
            let (whom, god, by) = (id(&whom)?, definition(hand, Noun::God, god)?, number(by)?);
            let faith = faith(hand.play, whom, god);
            let anger = faith.anger.saturating_sub(by.max(0)).max(0);
            change(hand.play, whom, god, Faith { anger, ..faith });
            Ok(())
        })
    });
    engine.register_fn("favour", |context: Context<'_>, whom: Dynamic, god: &str, by: INT| {
        with(&context, |hand| {
            let (whom, god, by) = (id(&whom)?, definition(hand, Noun::God, god)?, number(by)?);
            hand.play.gain_favour(whom, god, by);
            Ok(())
        })
    });
    engine.register_fn("favour_of", |context: Context<'_>, whom: Dynamic, god: &str| -> Native<INT> {
        with(&context, |hand| {
            let (whom, god) = (id(&whom)?, definition(hand, Noun::God, god)?);
            let favour = faith(hand.play, whom, god).favour;
            Ok(hand.play.content().god(god).map_or(0, |god| god.level(favour)).into())
        })
    });
}

fn faith(play: &crate::play::Play, whom: Id, god: Res) -> Faith {
    play.thing(whom).character().and_then(|character| character.faith.get(&god)).copied().unwrap_or_default()
}

fn change(play: &mut crate::play::Play, id: Id, god: Res, faith: Faith) {
    if play.thing(id).character().is_some() {
        play.emit(Event::FaithChanged { id, god, faith });
    }
}
