//! Law 8: an eye sees no more than it may. From what an eye sees, another state is imagined that looks the same; whatever the eye is told
//! must then be the same bytes in both worlds: the view, its legal actions, why it is refused, and, with the same dice, what it sees of the
//! next turn.

use crate::breach::{holds, json, same, same_text};
use crate::plan::eyes;
use crate::{Breach, Declared, Plan};
use referee::{Ask, Chance, Fault, Game, Millis, Scripted, Seat, Snapshot};
use referee_host::Playable;
use std::fmt;

/// A generator's text shorter than this may well be in a view by accident.
const CURSOR_MIN: usize = 9;

/// Law 8, for one projection per seat.
pub fn an_eye_sees_no_more_than_it_may<R: Playable>(rules: &R, plan: &Plan<R>) -> Result<(), Breach> {
    if let Some(game) = plan.start(rules) {
        the_latest_hides_the_generator(&game, &R::State::default()).map_err(|breach| breach.at(0))?;
        eyes::<R>().try_for_each(|eye| imagined_alike(&game, eye, 0, 0).map(|_| ())).map_err(|breach| breach.at(0))?;
    }
    let mut luck = 0u64;
    plan.play(rules, |game, declared| {
        luck = luck.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let before = game.state().clone();
        let worlds = imagined_worlds(game, declared.at, luck)?;
        let (mut noted, records) = (Noted::default(), game.log().len());
        let ruled = game.act_with(declared.seat, declared.at, declared.action.clone(), &mut noted);
        let refusal = ruled.err().map(|why| why.to_string());
        if let (Some(why), true) = (&refusal, game.log().len() == records) {
            let own = eyes::<R>().zip(&worlds).find(|(eye, _)| *eye == Some(declared.seat));
            own.map_or(Ok(()), |(_, world)| refused_alike(game, world.clone(), declared, why, &noted.dice))?;
        }
        if game.log().len() > records {
            the_latest_hides_the_generator(game, &before)?;
            eyes::<R>().zip(worlds).try_for_each(|(eye, world)| told_alike(game, eye, world, declared, &noted.dice))?;
        }
        Ok(())
    })
    .map(|_| ())
}

fn imagined_worlds<R: Playable>(game: &Game<R>, at: Millis, luck: u64) -> Result<Vec<R::State>, Breach> {
    eyes::<R>().map(|eye| imagined_alike(game, eye, at, luck)).collect()
}

/// A state imagined from what an eye sees: it looks the same, allows the same, and is sound.
fn imagined_alike<R: Playable>(game: &Game<R>, eye: Option<Seat>, at: Millis, luck: u64) -> Result<R::State, Breach> {
    let (rules, state) = (game.rules(), game.state());
    let view = rules.view(state, eye);
    let world = rules.imagine(&view, luck);
    let who = name::<R>(eye);
    same_text(&format!("what {who} sees of an imagined state"), &json(&view), &json(&rules.view(&world, eye)))?;
    if let Some(seat) = eye {
        let listed = |state| rules.legal(state, seat, at).map(|action| json(&action)).collect::<Vec<_>>();
        same(&format!("what {who} may do in an imagined state"), &listed(state), &listed(&world))?;
    }
    same(&format!("the audit of a state imagined by {who}"), &Ok(()), &rules.audit(&world))?;
    Ok(world)
}

/// The same action with the same dice in the imagined world: if the eye sees the same afterwards, it saw the same happen.
fn told_alike<R: Playable>(
    game: &Game<R>,
    eye: Option<Seat>,
    world: R::State,
    declared: &Declared<R::Action>,
    dice: &[u32],
) -> Result<(), Breach> {
    let rules = game.rules();
    let mut imagined = Game::resume(rules.clone(), Snapshot { seq: 0, state: world });
    let mut script = Scripted::new(dice);
    let _ = imagined.act_with(declared.seat, declared.at, declared.action.clone(), &mut script).is_ok();
    let (Some(real), Some(other)) = (game.log().last(), imagined.log().last()) else { return Ok(()) };
    let sees = |game: &Game<R>| json(&rules.view(game.state(), eye));
    if real.refused != other.refused || script.finish().is_err() || sees(game) != sees(&imagined) {
        return Ok(());
    }
    let told = |events: &[R::Event]| json(&events.iter().filter_map(|event| rules.seen(event, eye)).collect::<Vec<_>>());
    same_text(
        &format!("what {} sees happen in two worlds that look the same", name::<R>(eye)),
        &told(real.events),
        &told(other.events),
    )
}

/// What is refused is refused in the imagined world for the same reason: a refusal is told to whoever acts, and must not tell what it hides.
fn refused_alike<R: Playable>(
    game: &Game<R>,
    world: R::State,
    declared: &Declared<R::Action>,
    why: &str,
    dice: &[u32],
) -> Result<(), Breach> {
    let mut imagined = Game::resume(game.rules().clone(), Snapshot { seq: 0, state: world });
    let mut script = Scripted::new(dice);
    let other = imagined.act_with(declared.seat, declared.at, declared.action.clone(), &mut script);
    let other = other.err().map_or_else(|| "nothing".to_owned(), |why| why.to_string());
    if !dice.is_empty() {
        return Ok(()); // it was decided by dice: another world may ask for others
    }
    same_text(&format!("why {} is refused in a world that looks the same", name::<R>(Some(declared.seat))), why, &other)
}

/// Neither view nor events show where the generator stood or stands; what was blotted out stays so when it is looked at again.
fn the_latest_hides_the_generator<R: Playable>(game: &Game<R>, before: &R::State) -> Result<(), Breach> {
    let rules = game.rules();
    let mut secrets: Vec<String> =
        [before, game.state()].iter().filter_map(|state| rules.cursor(state)).flat_map(secrets).collect();
    secrets.sort();
    secrets.dedup();
    for eye in eyes::<R>() {
        let who = name::<R>(eye);
        hides(&format!("what {who} sees"), &json(&rules.view(game.state(), eye)), &secrets)?;
        for event in game.log().last().iter().flat_map(|record| record.events) {
            let Some(seen) = rules.seen(event, eye) else { continue };
            hides(&format!("what {who} sees happen"), &json(&seen), &secrets)?;
            same(&format!("what {who} sees of an event, looked at again"), &Some(&seen), &rules.seen(&seen, eye).as_ref())?;
        }
    }
    Ok(())
}

/// The generator's text and every long word of it: a state may write it otherwise than a report does.
fn secrets(cursor: String) -> Vec<String> {
    let words = cursor.split(|c: char| !c.is_alphanumeric()).map(str::to_owned);
    let all = words.chain([cursor.clone()]).filter(|word| word.chars().count() >= CURSOR_MIN);
    all.collect()
}

fn hides(what: &str, text: &str, secrets: &[String]) -> Result<(), Breach> {
    let shown = secrets.iter().find(|secret| text.contains(*secret));
    holds(what, "nothing of the generator", shown.is_none(), || format!("{} in {text}", shown.map_or("", String::as_str)))
}

fn name<R: Playable>(eye: Option<Seat>) -> String {
    eye.map_or("an onlooker".into(), |seat| format!("the seat {:?}", R::name(seat)))
}

/// The rules' own dice, noted.
#[derive(Default)]
struct Noted {
    dice: Vec<u32>,
}

impl Chance for Noted {
    fn settle(&mut self, _ask: Ask, native: u32, _why: fmt::Arguments<'_>) -> Result<u32, Fault> {
        self.dice.push(native);
        Ok(native)
    }
    fn lend(&self) -> Box<dyn Chance + Send + Sync> {
        Box::new(Noted { dice: self.dice.clone() })
    }
}
