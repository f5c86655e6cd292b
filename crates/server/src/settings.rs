//! What an operator can set: by a flag, by the environment, or in a file, and each limit has its refusal, which names it.

use crate::proxy::Proxy;
use serde::{Deserialize, Serialize};

macro_rules! settings {
    ($($(#[doc = $about:literal])+ $name:ident: $kind:ty = $usual:expr,)+) => {
        /// What an operator can set.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Settings {
            $($(#[doc = $about])+ pub $name: $kind,)+
        }

        impl Default for Settings {
            fn default() -> Settings {
                Settings { $($name: $usual,)+ }
            }
        }

        impl Settings {
            /// All settings: the name of each, and what it is.
            pub const ALL: &'static [(&'static str, &'static str)] = &[$((stringify!($name), concat!($($about),+)),)+];

            /// Sets one by its name; what is wrong with the value, if something is.
            ///
            /// # Errors
            /// If there is no such setting, or the value is none that it can have.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
                match name {
                    $(stringify!($name) => self.$name = Value::read(value)?,)+
                    _ => return Err("there is no such setting".to_owned()),
                }
                Ok(())
            }

            /// The value of a setting as text.
            pub fn get(&self, name: &str) -> String {
                match name {
                    $(stringify!($name) => Value::told(&self.$name),)+
                    _ => String::new(),
                }
            }
        }
    };
}

settings! {
    /// The longest body of a request, in bytes
    body_max: usize = 64 << 10,
    /// The longest body of a submitted log, or of a state to be judged upon, in bytes
    log_max: usize = 8 << 20,
    /// How many bytes of long bodies may be in memory at once
    bodies_max: usize = 256 << 20,
    /// The longest message of a socket, in bytes
    message_max: usize = 64 << 10,
    /// How many actions a submitted session may have
    actions_max: u64 = 20_000,
    /// How many records a match may have
    records_max: u64 = 100_000,
    /// How many connections one address may hold, besides sockets
    connections_per_address: usize = 512,
    /// How many sockets one address may hold
    sockets_per_address: usize = 64,
    /// How many sockets there may be
    sockets_max: usize = 20_000,
    /// How many matches and tickets one address may open in an hour
    matches_per_address: u32 = 1_000,
    /// How many requests and actions a second one address may send for long; 0 for any number, of matches too
    rate: u32 = 50,
    /// How many requests and actions one address may send at once
    burst: u32 = 200,
    /// How many sessions may be judged or wait to be
    verifications_max: usize = 64,
    /// How many seconds a client may take to send the headers of a request, or hold a connection without one
    header_seconds: u64 = 10,
    /// How many seconds a client may take to send a body
    body_seconds: u64 = 60,
    /// How many seconds a match stays in memory when nobody asks for it
    idle_seconds: u64 = 60,
    /// How many seconds a match may be without an action before it is closed; 0 for any number
    abandoned_seconds: u64 = 7 * 24 * 3600,
    /// How many seconds a ticket of a leaderboard is good for
    ticket_seconds: u64 = 24 * 3600,
    /// The origins that pages with sockets may come from, besides the server's own, with commas between them; * for any
    origins: Vec<String> = Vec::new(),
    /// The addresses or networks (10.0.0.0/8) of proxies in front of the server, with commas between them: the last other address that X-Forwarded-For names counts
    trusted_proxies: Vec<String> = Vec::new(),
    /// Where /metrics is told instead of at the public address, as 127.0.0.1:4201
    metrics_listen: String = String::new(),
    /// The folder of the page that is told at the address itself; none for no page
    page: String = String::new(),
}

/// A hundred years: whoever wants to wait longer means for ever.
const SECONDS_MAX: u64 = 100 * 365 * 24 * 3600;

/// The least and the most that a number can be, where a server could not work with any other.
const BOUNDS: [(&str, u64, u64); 11] = [
    ("body_max", 1, u64::MAX),
    ("log_max", 1, u64::MAX),
    ("message_max", 1, u64::MAX),
    ("connections_per_address", 1, u64::MAX),
    ("burst", 1, u64::MAX),
    ("verifications_max", 1, 1_000_000),
    ("header_seconds", 1, SECONDS_MAX),
    ("body_seconds", 1, SECONDS_MAX),
    ("idle_seconds", 0, SECONDS_MAX),
    ("abandoned_seconds", 0, SECONDS_MAX),
    ("ticket_seconds", 0, SECONDS_MAX),
];

/// A setting that a server cannot work with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable {
    /// Its name.
    pub name: &'static str,
    /// What it can be.
    pub expected: String,
    /// What it is.
    pub found: String,
}

impl Settings {
    /// Looks whether a server can work with all of them.
    ///
    /// # Errors
    /// The first that it cannot work with.
    pub fn check(&self) -> Result<(), Unusable> {
        for (name, least, most) in BOUNDS {
            let found = self.get(name);
            if found.parse().is_ok_and(|value: u64| value < least || value > most) {
                let expected = if most == u64::MAX { format!("at least {least}") } else { format!("{least} to {most}") };
                return Err(Unusable { name, expected, found });
            }
        }
        // What fits nobody would be found out only when everybody is refused.
        let odd = |name, expected: &str, found: &String| Unusable { name, expected: expected.into(), found: found.clone() };
        if let Some(found) = self.trusted_proxies.iter().find(|proxy| Proxy::parse(proxy).is_none()) {
            return Err(odd("trusted_proxies", "addresses or networks, as 10.0.0.1 or 10.0.0.0/8 (no names, no ports)", found));
        }
        match self.origins.iter().find(|origin| !is_origin(origin)) {
            Some(found) => Err(odd("origins", "origins as browsers say them, as https://play.example, or *", found)),
            None => Ok(()),
        }
    }
}

/// A scheme and a host, perhaps with a port, and nothing behind it; or all of them.
fn is_origin(origin: &str) -> bool {
    let fits = |(scheme, host): (&str, &str)| {
        !scheme.is_empty() && !host.is_empty() && host.chars().all(|c| !"/?#@ ".contains(c) && !c.is_ascii_uppercase())
    };
    origin == "*" || origin.split_once("://").is_some_and(fits)
}

/// A value as text.
trait Value: Sized {
    fn read(text: &str) -> Result<Self, String>;
    fn told(&self) -> String;
}

macro_rules! whole_numbers {
    ($($kind:ty)+) => { $(
        impl Value for $kind {
            fn read(text: &str) -> Result<$kind, String> {
                text.trim().replace('_', "").parse().map_err(|_| format!("a whole number up to {} is expected, not {text:?}", <$kind>::MAX))
            }
            fn told(&self) -> String {
                self.to_string()
            }
        }
    )+ };
}

whole_numbers! { usize u64 u32 }

impl Value for Vec<String> {
    fn read(text: &str) -> Result<Vec<String>, String> {
        Ok(text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect())
    }
    fn told(&self) -> String {
        self.join(",")
    }
}

impl Value for String {
    fn read(text: &str) -> Result<String, String> {
        Ok(text.trim().to_owned())
    }
    fn told(&self) -> String {
        self.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_can_be_set_and_told() {
        let mut settings = Settings::default();
        for (name, about) in Settings::ALL {
            let usual = settings.get(name);
            assert!(!about.trim().is_empty() && settings.set(name, &usual).is_ok(), "{name}");
        }
        assert_eq!(settings, Settings::default());
        settings.set("rate", "7").unwrap();
        settings.set("origins", "https://a.example, *").unwrap();
        assert_eq!((settings.rate, &*settings.origins[1]), (7, "*"));
        assert!(settings.set("rate", "-1").unwrap_err().contains("whole number"));
        assert!(settings.set("nothing", "1").is_err());
    }

    #[test]
    fn what_fits_no_proxy_and_no_page_is_named() {
        for (name, good, bad) in [
            ("trusted_proxies", "10.0.0.1, 10.0.0.0/8, ::1", ["10.0.0.0/33", "10.0.0.1:80", "proxy.example"]),
            ("origins", "https://a.example, http://localhost:5173, *", ["a.example", "https://a.example/", "https://A.example"]),
        ] {
            let checked = |value: &str| {
                let mut settings = Settings::default();
                settings.set(name, value).unwrap();
                settings.check()
            };
            assert_eq!(checked(good), Ok(()));
            for bad in bad {
                let Unusable { name: named, found, .. } = checked(&format!("{good}, {bad}")).unwrap_err();
                assert_eq!((named, &*found), (name, bad));
            }
        }
    }

    #[test]
    fn no_number_is_too_small_or_too_large_to_work_with() {
        assert_eq!(Settings::default().check(), Ok(()));
        for (name, least, most) in BOUNDS {
            for wrong in least.checked_sub(1).into_iter().chain(most.checked_add(1)) {
                let mut settings = Settings::default();
                settings.set(name, &wrong.to_string()).unwrap();
                let Unusable { name: named, found, .. } = settings.check().unwrap_err();
                assert_eq!((named, found), (name, wrong.to_string()));
            }
        }
    }
}
