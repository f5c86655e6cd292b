//! Any text as a file of another program, in every format of every game.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    for title in referee_registry::games().titles() {
        for format in title.formats().iter().filter(|format| format.imports) {
            let _ = title.import(Some(format.name), text);
        }
    }
});
