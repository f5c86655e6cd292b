//! Any text as a line of a log: an error or a line, never a panic.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = referee_host::Line::parse(text);
});
