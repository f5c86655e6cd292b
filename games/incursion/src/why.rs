//! What is noted of a turn for whoever asks why: throws, who was asked, what it answered, what it changed.

use crate::play::Play;
use crate::{Asking, Flag, Happening, Id, Part, Value, Verb};
use referee::{Change, Noted};
use referee_dispatch::{Role, Verdict};

/// Something is thrown.
pub(crate) fn opened(play: &mut Play, verb: Verb, happening: &Happening) {
    let roles = Role::ALL.into_iter().filter_map(|role| Some((role, happening.roles.get(role)?)));
    let about: Vec<String> = roles.map(|(role, who)| format!("{} {}", role.name(), named(play, who))).collect();
    let effect = happening.effect.map(|effect| format!("effect {}", play.content().name(effect)));
    let encounter = happening.encounter.as_ref().and_then(|it| it.en_id);
    let encounter = encounter.map(|encounter| format!("encounter {}", play.content().name(encounter)));
    let about = about.into_iter().chain(effect).chain(encounter).collect::<Vec<_>>().join(", ");
    let depth = play.nesting();
    play.loan.note(depth, |_| Noted::Thrown { verb: verb.name().to_owned(), about });
}

/// What was thrown is over.
pub(crate) fn closed(play: &mut Play, verb: Verb, verdict: Verdict) {
    let depth = play.nesting();
    play.loan.note(depth, |_| Noted::Ended { verb: verb.name().to_owned(), verdict: verdict.name().to_owned() });
}

/// Somebody was asked.
pub(crate) fn asked(play: &mut Play, handler: String, verdict: Verdict, before: &Happening, after: &Happening) {
    let (depth, station) = (play.nesting(), play.station().to_owned());
    let changes = changes(play, before, after);
    play.loan.note(depth, |_| Noted::Asked { station, handler, verdict: verdict.name().to_owned(), changes });
}

/// Whose handler, and in which moment.
pub(crate) fn handler(play: &Play, asking: Asking) -> String {
    let code = asking.view.code(asking.verb.number());
    format!("{}: {} ({code})", play.content().name(asking.resource), asking.view.of(asking.verb.name()))
}

/// What a thing is called in notes.
pub(crate) fn named(play: &Play, who: Id) -> String {
    match play.world().thing(who) {
        Some(_) => format!("{} #{}", play.plain_name(who), who.0),
        None => format!("#{}", who.0),
    }
}

fn changes(play: &Play, before: &Happening, after: &Happening) -> Vec<Change> {
    let parts = Part::all().filter(|part| part.name != "victim").map(|part| (part.name, part.get(before), part.get(after)));
    let flags = Flag::ALL.iter().map(|&flag| {
        let held = |happening: &Happening| Value::Flag(happening.flags.has(flag));
        (flag.name(), held(before), held(after))
    });
    let told = |value: Value| match value {
        Value::Thing(Some(id)) => named(play, id),
        Value::Resource(Some(res)) => play.content().name(res).to_owned(),
        value => value.to_string(),
    };
    let changed = parts.chain(flags).filter(|(_, from, to)| from != to);
    changed.map(|(field, from, to)| Change { field: field.to_owned(), from: told(from), to: told(to) }).collect()
}
