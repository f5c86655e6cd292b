//! A small game with hidden cards and refusals on record keeps every law.

mod high_card;

use high_card::{HighCard, actions, bug, setups};

referee_laws::laws!(HighCard::<{ bug::NONE }>, setups(), actions());
