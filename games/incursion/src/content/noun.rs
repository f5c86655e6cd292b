//! What kinds of definitions there are. Their order is part of the rules: it numbers the content.

macro_rules! nouns {
    ($($Noun:ident $name:literal $file:literal $doc:literal,)*) => {
        /// A kind of definition.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Noun {
            $(#[doc = $doc] $Noun,)*
        }

        impl Noun {
            /// All kinds, in the order in which content is numbered.
            pub const ALL: &'static [Noun] = &[$(Noun::$Noun,)*];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(Noun::$Noun => $name,)* }
            }

            /// How its files are called: `monsters.toml`, or `monsters-` and anything.
            pub fn file(self) -> &'static str {
                match self { $(Noun::$Noun => $file,)* }
            }
        }
    };
}

nouns! {
    Monster "monster" "monsters" "Who lives in the dungeon.",
    Item "item" "items" "What can be carried.",
    Effect "effect" "effects" "What magic does: spells, enchantments, the harm of traps.",
    Terrain "terrain" "terrains" "What squares are made of.",
    Region "region" "regions" "What rooms are.",
    God "god" "gods" "Who watches.",
    Template "template" "templates" "What changes a creature as a whole.",
    Trap "trap" "traps" "What waits for a foot.",
    Feature "feature" "features" "Doors, stairs, altars, tombs.",
    Encounter "encounter" "encounters" "Who comes together.",
    Dungeon "dungeon" "dungeons" "How deep it goes.",
    Race "race" "races" "What a character is born as.",
    Class "class" "classes" "What a character has learned.",
    Status "status" "statuses" "In what condition somebody is.",
}

impl Noun {
    /// The kind with a name.
    pub fn named(name: &str) -> Option<Noun> {
        Noun::ALL.iter().copied().find(|noun| noun.name() == name)
    }

    /// What a file defines, by its name: `monsters.toml` and `monsters-deep.toml` define monsters.
    pub fn of_file(name: &str) -> Option<Noun> {
        let stem = name.strip_suffix(".toml")?;
        let stem = stem.split_once('-').map_or(stem, |(stem, _)| stem);
        Noun::ALL.iter().copied().find(|noun| noun.file() == stem)
    }

    /// So many of it.
    pub fn counted(self, count: usize) -> String {
        format!("{count} {}", if count == 1 { self.name() } else { self.file() })
    }
}
