//! The rules: what a declared action throws, and how the world goes on after it.

use crate::content::Content;
use crate::drill::Drill;
use crate::lore::Lore;
use crate::play::Play;
use crate::{Action, Event, Refusal, Setup, World, audit, fold};
use referee::{Ask, Random, Roll, Rules, Turn, refuse_if};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Incursion, with a content.
#[derive(Clone)]
pub struct Incursion {
    lore: Arc<Lore>,
    drill: Option<Arc<Drill>>,
}

impl fmt::Debug for Incursion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Incursion({})", self.lore.content.hash())
    }
}

impl Default for Incursion {
    fn default() -> Incursion {
        static BUILTIN: OnceLock<Arc<Lore>> = OnceLock::new();
        let lore =
            || Arc::new(Lore::new(Content::builtin()).unwrap_or_else(|why| panic!("the pack of the game is not whole: {why}")));
        Incursion { lore: BUILTIN.get_or_init(lore).clone(), drill: None }
    }
}

impl Incursion {
    /// The game with another content; the error names what it must have.
    pub fn with(content: Arc<Content>) -> Result<Incursion, String> {
        Ok(Incursion { lore: Arc::new(Lore::new(content)?), drill: None })
    }

    pub(crate) fn with_drill(self, drill: Drill) -> Incursion {
        Incursion { drill: Some(Arc::new(drill)), ..self }
    }

    pub(crate) fn lore(&self) -> Arc<Lore> {
        self.lore.clone()
    }

    pub(crate) fn lore_ref(&self) -> &Lore {
        &self.lore
    }

    /// What everything is.
    pub fn pack(&self) -> &Content {
        &self.lore.content
    }
}

impl Rules for Incursion {
    const NAME: &'static str = "incursion";
    const VERSION: &'static str = "1";
    const SEATS: &'static [&'static str] = &["hero"];
    type Setup = Setup;
    type State = World;
    type Action = Action;
    type Event = Event;
    type Rejection = Refusal;

    fn start(&self, setup: &Setup, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        Play::run(turn, |play| play.begin(setup))
    }

    fn decide(&self, action: &Action, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        #[cfg(test)]
        if let Some(work) = crate::arena::work() {
            return Play::run(turn, |play| work(play));
        }
        refuse_if!(turn.state().end.is_some(), Refusal::Over);
        if let Some(drill) = &self.drill {
            return Play::run(turn, |play| drill.run(play));
        }
        Play::run(turn, |play| {
            play.command(action)?;
            play.world_goes_on();
            Ok(())
        })
    }

    fn evolve(&self, world: &mut World, event: &Event) {
        match event {
            Event::Looked { mirages } => fold::look(world, &self.lore, mirages),
            event => fold::fold(world, event),
        }
    }

    fn audit(&self, world: &World) -> Result<(), Refusal> {
        audit::audit(world, self.pack())
    }

    fn seed(setup: &mut Setup, seed: &str) -> bool {
        setup.seed = seed.to_owned();
        true
    }

    fn reseed(&self, seed: &str) -> Option<Event> {
        Some(Event::Reseeded { luck: referee::Stream::from_seed(seed) })
    }

    fn cursor(&self, world: &World) -> Option<String> {
        Some(format!("{:?}", world.luck))
    }

    fn content(&self) -> &str {
        self.lore.content.hash()
    }
}

impl Random for Incursion {
    fn draw(&self, world: &World, ask: Ask) -> u32 {
        world.luck.peek(ask)
    }

    fn rolled(&self, roll: Roll<'_>) -> Event {
        Event::Rolled { why: roll.why.to_string(), low: roll.ask.low, high: roll.ask.high, value: roll.value }
    }
}
