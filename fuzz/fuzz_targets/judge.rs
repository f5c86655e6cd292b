//! Any text as a request to the pure contract of every game.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    for title in referee_registry::games().titles() {
        let _ = title.judging().answer(text, &mut String::new());
    }
});
