//! MIR keeps the laws of every game, over random documents and random declarations, sense and nonsense.

use crate::random;

use referee_mir::{Mir, MirOriginal};

mod contract {
    use super::*;
    referee_laws::laws!(Mir::default(), random::setups(), random::actions(), games = 1_000);
}

mod original {
    use super::*;
    referee_laws::laws!(MirOriginal::default(), random::setups(), random::actions(), games = 300);
}

mod table {
    use super::*;
    referee_laws::laws!(Mir::default(), random::table_setups(), random::actions(), games = 300);
}
