//! Any text as a scenario; and one that plays can be completed into one that holds.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let registry = referee_registry::games();
    let Ok(scenario) = referee_host::Scenario::parse(text) else { return };
    let _ = scenario.run(&registry);
});
