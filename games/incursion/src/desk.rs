//! Where scripts sit: they are handed the play, do their work with native functions, and give it back.
//!
//! A script engine keeps what it is given in a box of its own and cannot borrow. So for the time of a script the play and the happening
//! lie on a desk; a native function takes them up, does one thing, and lays them down again. A function may throw, and what it throws may
//! run another script at a desk of its own.
#![allow(clippy::disallowed_types)] // a lock, because Rhai's values must be shareable between threads; nobody ever waits for it

mod glance;
mod gods;
mod happening;
mod level;
mod thing;
mod value;

use crate::content::{self, Content};
use crate::lore::Lore;
use crate::play::{Core, Play};
use crate::{Asking, Happening, Refusal};
use glance::{Glance, Readings};
use referee_dispatch::Verdict;
use rhai::{AST, CallFnOptions, Dynamic, Engine, EvalAltResult, INT, Module, NativeCallContext, Position, Scope};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

/// All scripts, ready to run.
pub(crate) struct Scripts {
    engine: Engine,
    scripts: Vec<AST>,
    /// A first look at each of them, where that may be enough.
    glances: Vec<Option<Glance>>,
}

impl Scripts {
    /// Reads all scripts of a content: each becomes a function of the happening and of whom it speaks for.
    pub(crate) fn of(content: &Content) -> Result<Scripts, String> {
        let engine = engine();
        let read = |script: &content::Script| {
            let source = format!("fn {HANDLE}(e, me) {{\n{}\n}}", script.source);
            engine.compile(source).map_err(|why| format!("{}:{}: {why}", script.file, script.line))
        };
        let scripts = content.scripts().iter().map(read).collect::<Result<_, _>>()?;
        let mut readings = Readings::new();
        thing::properties(&mut readings);
        let glance = |script: &content::Script| Glance::of(script.ast.statements(), content, &readings);
        let glances = content.scripts().iter().map(glance).collect();
        Ok(Scripts { engine, scripts, glances })
    }
}

const HANDLE: &str = "handle";

/// How many scripts may be under way at once, each thrown by the one before: an engine needs much more of the stack than a throw.
pub(crate) const SCRIPTS_MAX: u16 = 32;

/// What lies on a desk while a script works. Whoever takes up the play lays it down again.
pub(crate) struct Sitting {
    core: Option<Box<Core>>,
    happening: Happening,
    asking: Asking,
}

/// A desk.
#[derive(Clone)]
struct Desk(Arc<Mutex<Option<Box<Sitting>>>>);

impl Desk {
    fn take(&self) -> Option<Box<Sitting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put(&self, sitting: Box<Sitting>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(sitting);
    }
}

/// The happening, as scripts name it.
#[derive(Clone, Copy)]
pub(crate) struct E;

/// Runs a script: a glance may be enough. What goes wrong in it is reported, and the action is refused.
pub(crate) fn run(play: &mut Play, asking: Asking, code: u32, happening: &mut Happening) -> Verdict {
    let lore = play.lore.clone();
    let glance = lore.scripts.glances.get(code as usize).and_then(Option::as_ref);
    if let Some(verdict) = glance.and_then(|glance| glance.verdict(&Hand { play, happening, asking })) {
        debug_assert!(agrees(play, asking, code, happening, verdict), "the engine says otherwise than a glance at script {code}");
        return verdict;
    }
    engage(play, &lore, asking, code, happening)
}

/// Whether the engine comes to the same verdict as a glance, and does nothing on the way.
fn agrees(play: &mut Play, asking: Asking, code: u32, happening: &Happening, verdict: Verdict) -> bool {
    if play.scripts >= SCRIPTS_MAX {
        return true; // it would not get to it
    }
    let (lore, events, mut copy) = (play.lore.clone(), play.loan.events().len(), happening.clone());
    let said = engage(play, &lore, asking, code, &mut copy);
    let is_same = copy.roles == happening.roles && copy.more == happening.more && copy.effect == happening.effect;
    said == verdict && play.loan.events().len() == events && is_same && copy.quiet == happening.quiet
}

/// Has the engine run a script.
fn engage(play: &mut Play, lore: &Lore, asking: Asking, code: u32, happening: &mut Happening) -> Verdict {
    let Some(script) = lore.scripts.scripts.get(code as usize) else { return Verdict::Nothing };
    if play.scripts >= SCRIPTS_MAX {
        play.fail(Refusal::TooDeep);
        return Verdict::Abort;
    }
    play.scripts += 1;
    let sitting = Sitting { core: Some(play.lend_out()), happening: mem::take(happening), asking };
    let desk = Desk(Arc::new(Mutex::new(Some(Box::new(sitting)))));
    let options = CallFnOptions::new().with_tag(desk.clone()).eval_ast(false);
    let me = value::thing(asking.holder);
    let result = lore.scripts.engine.call_fn_with_options::<Dynamic>(options, &mut Scope::new(), script, HANDLE, (E, me));
    let sitting = desk.take().expect("natives lay down what they take up");
    let Sitting { core, happening: after, .. } = *sitting;
    play.take_back(core.expect("natives lay down what they take up"));
    play.scripts -= 1;
    *happening = after;
    match result.map_err(|why| *why).and_then(|value| verdict(&value)) {
        Ok(verdict) => verdict,
        Err(why) => {
            let fault = faulty(&lore.content, code, why);
            play.fail(fault);
            Verdict::Abort
        }
    }
}

/// What a script said; nothing said is nothing.
fn verdict(value: &Dynamic) -> Result<Verdict, EvalAltResult> {
    if value.is_unit() {
        return Ok(Verdict::Nothing);
    }
    let number = value.as_int().ok();
    let known = Verdict::ALL.into_iter().find(|verdict| number == Some(INT::from(verdict.number())));
    known.ok_or_else(|| {
        let text = format!("a handler returns NOTHING, DONE, ABORT, NOMSG or ERROR, not {}", value.type_name());
        EvalAltResult::ErrorRuntime(text.into(), Position::NONE)
    })
}

/// What went wrong, and where.
fn faulty(content: &Content, code: u32, why: EvalAltResult) -> Refusal {
    let why = match why {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, at) if inner.position() == Position::NONE => (*inner, at),
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => {
            let at = inner.position();
            (*inner, at)
        }
        other => {
            let at = other.position();
            (other, at)
        }
    };
    let (mut why, at) = why;
    let Some(script) = content.script(code) else { return Refusal::Script { place: String::new(), why: why.to_string() } };
    // The first line of the function is ours; the source begins on the line after the quotes.
    let line = script.line + at.line().map_or(0, |line| line.saturating_sub(1) as u32);
    why.clear_position();
    let owner = content.name(script.owner);
    Refusal::Script { place: format!("{}:{line} (of `{owner}`)", script.file), why: why.to_string() }
}

/// The engine with every limit set and all native functions, and nothing else.
fn engine() -> Engine {
    let mut engine = Engine::new_raw();
    engine.set_optimization_level(rhai::OptimizationLevel::None);
    engine.set_max_operations(content::OPERATIONS_MAX);
    engine.set_max_call_levels(content::CALLS_MAX);
    engine.set_max_expr_depths(content::DEPTH_MAX + 2, content::DEPTH_MAX + 2);
    engine.set_max_variables(content::VARIABLES_MAX);
    engine.set_max_functions(1);
    engine.set_max_string_size(content::STRING_MAX);
    engine.set_max_array_size(content::LIST_MAX);
    engine.set_max_map_size(content::MAP_MAX);
    engine.set_allow_anonymous_fn(false);
    engine.set_fail_on_invalid_map_property(true);
    for word in ["eval", "print", "debug", "type_of", "Fn", "call", "curry", "is_shared", "is_def_fn", "is_def_var", "this"] {
        engine.disable_symbol(word);
    }
    let mut constants = Module::new();
    for verdict in Verdict::ALL {
        constants.set_var(verdict.name(), INT::from(verdict.number()));
    }
    for (name, verdict) in [("SHOULD", Verdict::Nothing), ("CAN", Verdict::Done), ("CANNOT", Verdict::Abort)] {
        constants.set_var(name, INT::from(verdict.number()));
    }
    engine.register_global_module(constants.into());
    language(&mut engine);
    happening::register(&mut engine);
    thing::register(&mut engine);
    level::register(&mut engine);
    gods::register(&mut engine);
    engine
}

/// What the raw engine lacks of the language itself.
fn language(engine: &mut Engine) {
    engine.register_fn("!", |flag: bool| !flag);
    engine.register_fn("-", |number: INT| number.saturating_neg());
    engine.register_fn("abs", |number: INT| number.saturating_abs());
    engine.register_fn("max", |one: INT, two: INT| one.max(two));
    engine.register_fn("min", |one: INT, two: INT| one.min(two));
    engine.register_fn("text", |number: INT| number.to_string());
    engine.register_fn("len", |list: &mut rhai::Array| list.len() as INT);
    engine.register_fn("is_empty", |list: &mut rhai::Array| list.is_empty());
    engine.register_iterator::<rhai::Array>();
    engine.register_type_with_name::<E>("happening");
    engine.register_type_with_name::<value::T>("thing");
    engine.register_fn("==", |one: value::T, two: value::T| one == two);
    engine.register_fn("!=", |one: value::T, two: value::T| one != two);
    engine.register_fn("==", |_: value::T, (): ()| false);
    engine.register_fn("!=", |_: value::T, (): ()| true);
    engine.register_fn("==", |(): (), _: value::T| false);
    engine.register_fn("!=", |(): (), _: value::T| true);
}

/// What a native function gives back.
type Native<T> = Result<T, Box<EvalAltResult>>;

/// What a native function works on.
pub(crate) struct Hand<'h> {
    pub(crate) play: &'h mut Play,
    pub(crate) happening: &'h mut Happening,
    pub(crate) asking: Asking,
}

/// Takes up what lies on the desk, does something, and lays it down.
fn with<T>(context: &NativeCallContext<'_>, work: impl FnOnce(&mut Hand<'_>) -> Result<T, String>) -> Native<T> {
    let fault = |why: String| Box::new(EvalAltResult::ErrorRuntime(why.into(), context.call_position()));
    let desk = context.tag().and_then(|tag| tag.read_lock::<Desk>()).ok_or_else(|| fault("there is no game here".to_owned()))?;
    let Some(mut sitting) = desk.take() else { return Err(fault("the game is elsewhere".to_owned())) };
    let Sitting { core, happening, asking } = &mut *sitting;
    let Some(core) = core.take() else { return Err(fault("the game is elsewhere".to_owned())) };
    let mut play = Play::of(core);
    let result = work(&mut Hand { play: &mut play, happening, asking: *asking });
    let refused = play.fault.as_ref().map(ToString::to_string);
    sitting.core = Some(play.out());
    desk.put(sitting);
    match (result, refused) {
        (_, Some(why)) => Err(fault(why)),
        (result, None) => result.map_err(fault),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::api;
    use std::collections::BTreeSet;

    fn eval(body: &str) -> Result<Dynamic, Box<EvalAltResult>> {
        let engine = engine();
        let ast = engine.compile(format!("fn {HANDLE}(e, me) {{\n{body}\n}}")).map_err(|why| why.to_string())?;
        let options = CallFnOptions::new().eval_ast(false);
        engine.call_fn_with_options(options, &mut Scope::new(), &ast, HANDLE, (E, Dynamic::UNIT))
    }

    fn says(body: &str) -> Verdict {
        let value = eval(body).unwrap_or_else(|why| panic!("{body}: {why}"));
        verdict(&value).unwrap_or_else(|why| panic!("{body}: {why}"))
    }

    #[test]
    fn the_language_has_what_handlers_need() {
        assert_eq!(says("let n = 0; for x in [1, 2, 3] { n += x } if !(n == 6) { return ABORT } DONE"), Verdict::Done);
        assert_eq!(says("if me == () { NOMSG } else { ERROR }"), Verdict::Hush);
        assert_eq!(says("let n = -3; switch abs(n) { 3 => ABORT, _ => DONE }"), Verdict::Abort);
        assert_eq!(says("let m = #{ a: 1 }; if m.a == 1 && \"x\" + text(2) == \"x2\" { return } DONE"), Verdict::Nothing);
        assert_eq!(says("max(1, min(2, 3)) - 1"), Verdict::Done);
    }

    #[test]
    fn what_a_script_may_not_have_is_not_there() {
        for body in [
            "loop { }",
            "handle(e, me)",
            "eval(\"1\")",
            "print(1)",
            "sleep(1)",
            "timestamp()",
            "import \"x\" as y; 1",
            "let a = [1]; loop { a += a }",
            "let s = \"x\"; loop { s += s }",
            "9223372036854775807 + 1",
            "1 / 0",
            "throw \"no\"",
            "e.nonsense",
            "e.damage",
            "nobody",
            "fn other() { 1 } other()",
            "me.hp",
            "d(6)",
        ] {
            assert!(eval(body).is_err(), "{body}");
        }
        assert!(verdict(&eval("7").expect("a number")).is_err(), "no verdict has that number");
    }

    #[test]
    fn scripts_can_call_what_is_listed_and_nothing_else() {
        let files = [
            include_str!("desk.rs").split("#[cfg(test)]").next().unwrap_or_default(),
            include_str!("desk/gods.rs"),
            include_str!("desk/happening.rs"),
            include_str!("desk/level.rs"),
            include_str!("desk/thing.rs"),
        ];
        let by_name = files.iter().flat_map(|file| file.split("register_fn(").skip(1));
        let quoted = by_name.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next());
        let in_loops = ["way_x", "way_y", "memo", "set_memo", "level_memo", "set_level_memo"];
        let called: BTreeSet<String> =
            quoted.chain(in_loops).filter(|name| name.starts_with(char::is_alphabetic)).map(str::to_owned).collect();
        let listed: BTreeSet<String> = api::CALLS.iter().map(|call| call.name.to_owned()).collect();
        assert_eq!(called, listed);
    }
}
