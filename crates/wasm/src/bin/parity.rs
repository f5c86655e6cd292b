//! The native half of the parity test: reads questions, one a line, and prints each answer as a JSON string on a line of its own.
//! `cargo xtask parity` asks a module the same.

use std::io::{BufRead, Write, stdin, stdout};

fn main() -> std::io::Result<()> {
    let mut engine = referee_wasm::Engine::new();
    let mut out = stdout().lock();
    for question in stdin().lock().lines() {
        writeln!(out, "{}", serde_json::Value::from(engine.answer(&question?)))?;
        out.flush()?;
    }
    Ok(())
}
