//! Makes the two enums of the catalogue from its lines, and asks the file of each variant what it has to say.

/// Lists the declarations, in the order in which a seat is offered them: a variant of [`Deed`](crate::Deed) and the type in it.
macro_rules! declarations {
    ($($(#[$doc:meta])* $name:ident($type:ty),)+) => {
        /// What a declaration means.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Deed {
            $($(#[$doc])* $name($type),)+
            /// Nothing that could be judged.
            Malformed {
                /// What is wrong with it.
                why: Text,
            },
        }

        $(impl From<$type> for Deed {
            fn from(deed: $type) -> Deed {
                Deed::$name(deed)
            }
        })+

        impl Deed {
            /// Reads the fields of a declaration of a type; why they are wrong otherwise.
            pub(crate) fn of_kind(fields: &Fields<'_>) -> Result<Deed, alloc::string::String> {
                match fields.kind {
                    $(<$type as Declaration>::KIND => <$type as Declaration>::read(fields).map(Deed::$name),)+
                    unknown => Err(alloc::format!("Unknown action type \"{unknown}\"")),
                }
            }

            /// Reads the plain form of a declaration, what stands after its opening `{"type":"`.
            fn plain_of(plain: &mut Plain<'_>) -> Option<Deed> {
                $(if plain.kind(<$type as Declaration>::KIND) {
                    return <$type as Declaration>::plain(plain).map(Deed::$name);
                })+
                None
            }

            /// Writes the plain form: what this crate would declare. A malformed declaration has none.
            pub(crate) fn write(&self, out: &mut alloc::string::String) {
                match self {
                    $(Deed::$name(deed) => {
                        for part in ["{\"type\":\"", <$type as Declaration>::KIND, "\""] {
                            out.push_str(part);
                        }
                        deed.write(out);
                    })+
                    Deed::Malformed { .. } => return,
                }
                out.push('}');
            }

            /// Which entity acts; none where no particular one does.
            pub(crate) fn actor(&self) -> Option<&crate::Name> {
                match self {
                    $(Deed::$name(deed) => deed.actor(),)+
                    Deed::Malformed { .. } => None,
                }
            }

            /// Judges it.
            pub(crate) fn decide<const N: u64>(&self, turn: &mut referee::Turn<'_, crate::Rules14<N>>) -> crate::rules::Ruling {
                match self {
                    $(Deed::$name(deed) => deed.decide(turn),)+
                    Deed::Malformed { why } => Err(crate::Refusal::InvalidAction { why: Arc::clone(why) }.into()),
                }
            }

            /// Whether a seat is offered exactly this, if the rules accept it.
            pub(crate) fn is_offered(&self, state: &GameState) -> bool {
                match self {
                    $(Deed::$name(deed) => deed.is_offered(state),)+
                    Deed::Malformed { .. } => true,
                }
            }

            /// How a player is offered it.
            pub(crate) fn aim(&self, state: &GameState) -> referee::Aim {
                match self {
                    $(Deed::$name(deed) => deed.aim(state),)+
                    Deed::Malformed { why } => referee::Aim::new(alloc::string::ToString::to_string(why), []),
                }
            }
        }

        /// Everything a seat is offered.
        pub(crate) fn offers(state: &GameState, seat: referee::Seat) -> impl Iterator<Item = Deed> {
            let none = core::iter::empty();
            none$(.chain(<$type as Declaration>::offers(state, seat).map(Deed::$name)))+
        }

        /// Each type of declaration: its name, what it is for, and its fields.
        #[cfg(feature = "schema")]
        pub(crate) const DECLARATIONS: &[(&str, &str, &[(&str, Form)])] =
            &[$((<$type as Declaration>::KIND, <$type as Declaration>::ABOUT, <$type as Declaration>::FIELDS),)+];
    };
}

/// Lists the lines of the contract's log: a variant of [`Event`](crate::Event) and the type in it.
macro_rules! lines {
    ($($(#[$doc:meta])* $name:ident($type:ty),)+) => {
        /// What happened: the lines of the contract's log, and two that only the game's own log has.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Event {
            /// The game began like this.
            Opened(Box<GameState>),
            /// A die was rolled.
            Rolled {
                /// With how many sides.
                sides: u32,
                /// What it shows.
                value: u32,
                /// What for.
                source: Box<str>,
            },
            $($(#[$doc])* $name($type),)+
        }

        $(impl From<$type> for Event {
            fn from(line: $type) -> Event {
                Event::$name(line)
            }
        })+

        impl Event {
            /// Its type, in the words of the contract.
            pub fn kind(&self) -> &'static str {
                match self {
                    Event::Opened(_) => "OPENED",
                    Event::Rolled { .. } => "ROLLED",
                    $(Event::$name(_) => <$type as ReadLine>::KIND,)+
                }
            }

            /// The line of the contract's log that it is; none for the two of the game's own log.
            pub(crate) fn line(&self) -> Option<&dyn Line> {
                match self {
                    Event::Opened(_) | Event::Rolled { .. } => None,
                    $(Event::$name(line) => Some(line),)+
                }
            }

            /// The line of a type with a payload; `None` for a type that the contract does not have.
            pub(crate) fn line_of(kind: &str, payload: &Payload<'_>) -> Option<Result<Event, Misfit>> {
                match kind {
                    $(<$type as ReadLine>::KIND => Some(<$type as ReadLine>::read(payload).map(Event::$name)),)+
                    _ => None,
                }
            }

            /// The types of the contract's lines.
            pub(crate) const KINDS: &'static [&'static str] = &[$(<$type as ReadLine>::KIND,)+];
        }
    };
}
