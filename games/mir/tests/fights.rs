//! The fights in `setups/`.

use std::path::Path;

/// The name and the text of every fight, by name.
pub(crate) fn fights() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("setups");
    let files = std::fs::read_dir(folder).expect("the folder of setups").map(|entry| entry.expect("a file").path());
    let mut fights: Vec<(String, String)> = files
        .map(|file| {
            let name = file.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
            let name = name.strip_suffix(".scenario.json").expect("a scenario").to_owned();
            (name, std::fs::read_to_string(&file).expect("a setup"))
        })
        .collect();
    fights.sort();
    fights
}
