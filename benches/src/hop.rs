//! Hop on the kernel and behind text: recorded runs, runs of a bot, a session that wanders for as long as wanted, and the calls that are
//! measured upon them.

use referee::{Ask, Cause, Game, Legal, Rules, Seat, Stream, apply};
use referee_hop::{Action, FLOORS, Hop, Run, Seed, Setup, Status, outlook};
use referee_host::{Hosted, Registry};
use serde_json::{Value, json};

/// The one seat of Hop.
const PLAYER: Seat = Seat(0);
/// The life that a wandering player begins with.
const LIFE: u16 = 200;
/// A bot's run is no longer than this.
const RUN_MAX: usize = 600;
/// A player that is about to die goes back so many actions.
const BACK: u64 = 12;

/// A run as a list: what it starts from, and what is done.
pub struct Script {
    /// What it starts from.
    pub setup: Setup,
    /// What is done, typed beforehand.
    pub actions: Vec<Action>,
}

/// The runs that were recorded of the public engine, without the few actions that no reader of ours understands.
pub fn recorded() -> Vec<Script> {
    const RUNS: &str = include_str!("../../games/hop/tests/vectors/hop-original-runs.jsonl");
    let script = |line: &str| {
        let run: Value = serde_json::from_str(line).expect("a recorded run is JSON");
        let setup = serde_json::from_value(json!({"seed": run["seed"], "loadout": run["loadout"]}));
        let actions = run["actions"].as_array().expect("a recorded run has actions").iter();
        let actions = actions.filter_map(|action| serde_json::from_value(action.clone()).ok()).collect();
        Script { setup: setup.expect("a recorded run has a seed"), actions }
    };
    RUNS.lines().map(script).collect()
}

/// A run of `hop` by one of the host's bots.
pub fn by_bot(bot: &str, seed: u32) -> Script {
    let (registry, seed) = (registry(), seed.to_string());
    let title = registry.title("hop").expect("it was just put there");
    let mut table = title.start(None, Some(&seed), 0, None).expect("a seed is enough");
    let (mut luck, mut actions) = (Stream::from_seed(&seed), Vec::new());
    while actions.len() < RUN_MAX
        && let Some(action) = table.bot(bot, PLAYER, 0, &mut luck).expect("there is such a bot")
    {
        assert!(table.act(PLAYER, 0, &action, None).success, "a bot does what is legal");
        actions.push(serde_json::from_str(&action).expect("an action of the host can be read"));
    }
    Script { setup: setup(&seed), actions }
}

/// A session of `hop` with so many actions, spread evenly over all floors: on each the player wanders about, fights and looks around until
/// it is time to go up. The player has much life, so that it stays alive without playing well; where it would die, it goes back some actions, more
/// each time, and does something else. Nobody comes to help the enemies: it stays longer than they allow.
pub fn wandering(seed: &str, length: u64) -> Script {
    let setup = hardy(seed);
    let mut game = start::<false>(&setup);
    let (mut luck, mut furthest, mut back) = (Stream::from_seed(seed), 0, BACK);
    while game.log().len() <= length {
        let done = game.log().len() - 1;
        if done > furthest {
            (furthest, back) = (done, BACK);
        }
        let is_early = done * u64::from(FLOORS) * 4 < u64::from(game.state().floor) * length * 3; // the way up takes time too
        let stays = is_early || game.state().floor == FLOORS;
        let legal = Hop::<false>.legal(game.state(), PLAYER, 0);
        match wandered(game.state(), legal, stays, &mut luck) {
            Some(action) => drop(game.act(PLAYER, 0, action).expect("it is legal")),
            None => {
                game = game.branch(done.saturating_sub(back)).expect("the log holds this record");
                back += BACK;
            }
        }
    }
    let actions = game.log().records(1).filter_map(|record| match record.cause {
        Cause::Action(action) => Some(action.clone()),
        Cause::Setup(_) => None,
    });
    Script { actions: actions.collect(), setup }
}

/// One of some legal actions that is survived: any on the floor that hurts least, or what leads on best.
pub fn wandered(run: &Run, legal: impl Iterator<Item = Action>, stays: bool, luck: &mut Stream) -> Option<Action> {
    let hop = Hop::<false>;
    let strays = luck.draw(Ask::below(4)) == 0; // or it never leaves a place where everything else looks worse at first
    let judged = |action: Action| {
        let next = apply(&hop, run, PLAYER, 0, &action).next;
        let goes_on = matches!(next.status, Status::Playing | Status::ChoosingUpgrade);
        let rank = match (strays, stays) {
            (true, _) => 0,
            (false, true) => i64::from(next.player.hp),
            (false, false) => outlook(&next),
        };
        (goes_on && !(stays && next.floor > run.floor)).then_some((rank, action))
    };
    let judged: Vec<(i64, Action)> = legal.filter_map(judged).collect();
    let most = judged.iter().map(|(rank, _)| *rank).max()?;
    let mut best: Vec<Action> = judged.into_iter().filter(|(rank, _)| *rank == most).map(|(_, action)| action).collect();
    Some(best.swap_remove(luck.draw(Ask::below(best.len() as u32)) as usize))
}

/// A run that begins with much life and two enemies on an open floor.
fn hardy(seed: &str) -> Setup {
    let role = |kind: &str, at: [u8; 2]| json!({"mind": kind, "at": at});
    let mut player = role("player", [3, 8]);
    player["hp"] = LIFE.into();
    let arena = json!({"actors": [player, role("footman", [2, 3]), role("archer", [5, 2])]});
    let setup = json!({"seed": seed, "loadout": "VANGUARD", "quirks": ["no-reinforcements"], "arena": arena});
    serde_json::from_value(setup).expect("a setup of the arena's form")
}

fn setup(seed: &str) -> Setup {
    Setup { seed: Seed::Text(seed.into()), ..Setup::default() }
}

fn start<const O: bool>(setup: &Setup) -> Game<Hop<O>> {
    Game::start(Hop, setup.clone()).expect("the setup is allowed")
}

/// Decides a whole run; refused actions are part of it.
#[inline(never)]
pub fn decide<const O: bool>(script: &Script) -> Game<Hop<O>> {
    let mut game = start(&script.setup);
    go_on(&mut game, &script.actions);
    game
}

/// Decides some more actions.
#[inline(never)]
pub fn go_on<const O: bool>(game: &mut Game<Hop<O>>, actions: &[Action]) {
    for action in actions {
        let _ = game.act(PLAYER, 0, action.clone());
    }
}

/// Decides a whole run again and compares every event.
#[inline(never)]
pub fn verify<const O: bool>(game: &Game<Hop<O>>) {
    game.verify().expect("what was decided is decided again");
}

/// The bare fold of all events of a run.
#[inline(never)]
pub fn fold<const O: bool>(game: &Game<Hop<O>>) -> Run {
    let mut run = Run::default();
    game.log().events().for_each(|event| Hop::<O>.evolve(&mut run, event));
    run
}

/// A registry with `hop` in it.
pub fn registry() -> Registry {
    Registry::new().with(Hosted::new(Hop::<false>))
}

/// A run of `hop` as a text log with its chain.
pub fn text(script: &Script) -> String {
    let registry = registry();
    let title = registry.title("hop").expect("it was just put there");
    let setup = serde_json::to_string(&script.setup).expect("a setup has a text");
    let mut table = title.start(Some(&setup), None, 0, None).expect("the setup is allowed");
    for action in &script.actions {
        let action = serde_json::to_string(action).expect("an action has a text");
        assert!(table.act(PLAYER, 0, &action, None).success, "{action} is legal");
    }
    table.text().expect("known from the beginning")
}

/// Chain checked, everything decided again and compared.
#[inline(never)]
pub fn verify_text(registry: &Registry, log: &str) -> u64 {
    referee_host::verify(registry, log.as_bytes(), &mut |_| {}).expect("the log holds").records
}
