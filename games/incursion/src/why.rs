//! What is noted of a turn for whoever asks why: throws, who was asked, what it answered, what it changed.

use crate::play::{Play, Step};
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

/// A strike begins: where its numbers come from.
pub(crate) fn reckoned(play: &mut Play, happening: &Happening) {
    let account = play.gaze().strike(happening);
    let mut changes = Vec::new();
    for (field, parts) in [("hit", account.attack), ("defence", account.defence)] {
        let mut sum = 0;
        for (why, much) in parts {
            changes.push(Change { field: field.to_owned(), from: sum.to_string(), to: format!("{} ({why})", sum + much) });
            sum += much;
        }
    }
    let (depth, handler) = (play.nesting(), "what the strike begins with".to_owned());
    let station = play.station().to_owned();
    play.loan.note(depth, |_| Noted::Asked { station, handler, verdict: Verdict::Nothing.name().to_owned(), changes });
}

/// Somebody was asked.
pub(crate) fn asked(play: &mut Play, handler: String, verdict: Verdict, before: &Happening, after: &Happening) {
    asked_by_steps(play, handler, verdict, before, after, &[]);
}

/// Somebody was asked, and changed numbers step by step.
pub(crate) fn asked_by_steps(
    play: &mut Play,
    handler: String,
    verdict: Verdict,
    before: &Happening,
    after: &Happening,
    steps: &[Step],
) {
    let (depth, station) = (play.nesting(), play.station().to_owned());
    let changes = changes(play, before, after).into_iter().flat_map(|change| step_by_step(change, steps)).collect();
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

/// A change of a number as the steps that were noted of it; what they leave is a step without a reason.
fn step_by_step(change: Change, steps: &[Step]) -> Vec<Change> {
    let (Ok(from), Ok(to)) = (change.from.parse::<i32>(), change.to.parse::<i32>()) else { return vec![change] };
    let mut told = Vec::new();
    let mut sum = from;
    for (_, much, why) in steps.iter().filter(|(field, ..)| *field == change.field) {
        told.push(Change { field: change.field.clone(), from: sum.to_string(), to: format!("{} ({why})", sum + much) });
        sum += much;
    }
    if sum != to {
        told.push(Change { field: change.field, from: sum.to_string(), to: change.to });
    }
    told
}
