//! The types of the TypeScript package are those of Rust.
#![allow(clippy::disallowed_methods)] // reads the file

#[test]
fn the_types_of_the_package_are_those_of_rust() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/engine/src/types.ts");
    let written = std::fs::read_to_string(file).unwrap();
    assert!(written == referee_wasm::types(), "web/engine/src/types.ts is out of date: `cargo xtask types` writes it");
}
