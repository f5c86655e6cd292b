//! Scripts: what the language may do, and how they are read.
//!
//! The engine is raw: it knows what [`api`](super::api) lists, once a house has registered it, and nothing else. Every limit is set here, so that
//! debug and release, native and wasm agree.

use super::api;
use rhai::{AST, Engine, OptimizationLevel, ParseError, Scope};

/// The longest script, in bytes.
pub const SCRIPT_MAX: usize = 64 * 1024;
/// The most operations of one call. Work inside native functions is not among them: a house counts in `on_progress`.
pub const OPERATIONS_MAX: u64 = 50_000;
/// The longest list.
pub const LIST_MAX: usize = 256;
/// The longest text, in bytes.
pub const STRING_MAX: usize = 2_048;
/// The largest map.
pub const MAP_MAX: usize = 64;
/// How deep expressions nest.
pub const DEPTH_MAX: usize = 32;
/// How deep calls nest.
pub const CALLS_MAX: usize = 16;
/// The most variables.
pub const VARIABLES_MAX: usize = 64;

/// Words of the language that scripts do without.
const WITHOUT: &[&str] = &[
    "eval",
    "fn",
    "private",
    "print",
    "debug",
    "type_of",
    "Fn",
    "call",
    "curry",
    "is_shared",
    "is_def_fn",
    "is_def_var",
    "this",
];

/// An engine with every limit set and no function at all.
pub fn engine() -> Engine {
    let mut engine = Engine::new_raw();
    engine.set_optimization_level(OptimizationLevel::None);
    engine.set_max_operations(OPERATIONS_MAX);
    engine.set_max_call_levels(CALLS_MAX);
    engine.set_max_expr_depths(DEPTH_MAX, DEPTH_MAX);
    engine.set_max_variables(VARIABLES_MAX);
    engine.set_max_functions(1); // 0 would be without end; the word `fn` is refused
    engine.set_max_string_size(STRING_MAX);
    engine.set_max_array_size(LIST_MAX);
    engine.set_max_map_size(MAP_MAX);
    engine.set_strict_variables(true);
    engine.set_allow_anonymous_fn(false);
    engine.set_fail_on_invalid_map_property(true);
    for word in WITHOUT {
        engine.disable_symbol(*word);
    }
    engine
}

/// What every script finds around it: the names, not yet the values.
pub fn scope() -> Scope<'static> {
    let mut scope = Scope::new();
    for name in api::CONSTANTS {
        scope.push_constant(*name, ());
    }
    scope
}

/// Reads a script.
pub(super) fn compile(engine: &Engine, source: &str) -> Result<AST, ParseError> {
    engine.compile_with_scope(&scope(), source)
}
