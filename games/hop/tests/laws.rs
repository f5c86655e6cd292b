//! Hop keeps the laws of every game, as it should be and as the public engine plays it.

use crate::random;

use referee_hop::Hop;

mod hop {
    use super::*;
    referee_laws::laws!(Hop::<false>, random::setups(), random::actions(), games = 500);
}

mod original {
    use super::*;
    referee_laws::laws!(Hop::<true>, random::setups(), random::actions(), games = 200);
}

/// Any mixture of the two.
mod mixed {
    use super::*;
    referee_laws::laws!(Hop::<false>, random::mixed(), random::actions(), games = 100);
}
