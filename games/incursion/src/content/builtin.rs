//! The pack that comes with the game.

macro_rules! files {
    [$($name:literal,)*] => {
        /// The files of the pack that comes with the game: name and text.
        pub const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../content/", $name))),)*];
    };
}

files![
    "classes.toml",
    "dungeons.toml",
    "effects.toml",
    "encounters.toml",
    "features.toml",
    "gods.toml",
    "items.toml",
    "monsters.toml",
    "races.toml",
    "regions.toml",
    "statuses.toml",
    "templates.toml",
    "terrains.toml",
    "traps.toml",
];
