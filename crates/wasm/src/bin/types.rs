//! Prints `web/engine/src/types.ts`.

fn main() {
    print!("{}", referee_wasm::types());
}
