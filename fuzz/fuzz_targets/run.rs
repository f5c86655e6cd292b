//! Any text as a whole game of every game.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    for title in referee_registry::games().titles() {
        let _ = title.run(text, true);
    }
});
