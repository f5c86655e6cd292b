//! Incursion keeps the laws of every game.

mod random;

use referee_incursion::Incursion;

referee_laws::laws!(Incursion::default(), random::setups(), random::actions(), games = 24);
