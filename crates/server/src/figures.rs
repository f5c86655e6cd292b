//! What the server counts, as Prometheus reads it. No figure is told apart by an id.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

macro_rules! figures {
    ($($name:ident: $about:literal,)+) => {
        /// What the server counts.
        #[derive(Debug, Default)]
        pub(crate) struct Figures {
            $(#[doc = $about] pub(crate) $name: AtomicU64,)+
        }

        impl Figures {
            /// All counters as text.
            pub(crate) fn text(&self) -> String {
                let mut text = String::new();
                $(
                    let value = self.$name.load(Ordering::Relaxed);
                    let name = concat!("referee_", stringify!($name), "_total");
                    let _ = writeln!(text, "# HELP {name} {}\n# TYPE {name} counter\n{name} {value}", $about);
                )+
                text
            }
        }
    };
}

figures! {
    matches: "Matches that were opened.",
    actions: "Actions that were judged.",
    accepted: "Actions that were accepted and stored.",
    refused: "Actions that the rules refused.",
    conflicts: "Actions that came too late.",
    repeated: "Actions that were sent again.",
    failures: "Appends that the store did not take.",
    verified: "Logs and sessions that were verified.",
    rejected: "Logs and sessions that did not hold.",
    loaded: "Matches that were read from the store.",
}

/// Counts one.
pub(crate) fn count(figure: &AtomicU64) {
    figure.fetch_add(1, Ordering::Relaxed);
}
