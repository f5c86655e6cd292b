//! How much one address may ask for.

use crate::{Problem, Settings};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// So many addresses are remembered before those with nothing left to remember are forgotten.
const SWEEP_AT: usize = 10_000;

/// What each address has asked for.
pub(crate) struct Limits {
    requests: Rate,
    matches: Rate,
    connections_per_address: usize,
    sockets_per_address: usize,
    sockets_max: usize,
    addresses: Mutex<HashMap<IpAddr, Address>>,
    /// How many addresses are remembered before they are looked through again: twice as many as were left the last time.
    sweep_at: AtomicUsize,
    sockets: AtomicUsize,
    /// How many KiB of long bodies may still be taken.
    bodies: Arc<Semaphore>,
}

/// How often something may happen: so many times a second for long, so many at once. Never too often where the rate is 0.
#[derive(Clone, Copy)]
pub(crate) struct Rate {
    pub(crate) a_second: f64,
    pub(crate) at_once: f64,
}

/// How much is left of a rate, and when that was so.
#[derive(Clone, Copy)]
pub(crate) struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(rate: Rate) -> Bucket {
        Bucket { left: rate.at_once, at: Instant::now() }
    }

    fn left(&self, rate: Rate) -> f64 {
        (self.left + self.at.elapsed().as_secs_f64() * rate.a_second).min(rate.at_once)
    }

    /// Whether it may happen once more.
    pub(crate) fn has(&self, rate: Rate) -> bool {
        rate.a_second == 0.0 || self.left(rate) >= 1.0
    }

    /// It happens, if it may: whether it did.
    pub(crate) fn take(&mut self, rate: Rate) -> bool {
        let has = self.has(rate);
        *self = Bucket { left: self.left(rate) - if has { 1.0 } else { 0.0 }, at: Instant::now() };
        has
    }
}

struct Address {
    requests: Bucket,
    matches: Bucket,
    connections: usize,
    sockets: usize,
}

impl Limits {
    pub(crate) fn new(settings: &Settings) -> Limits {
        Limits {
            requests: Rate { a_second: f64::from(settings.rate), at_once: f64::from(settings.burst) },
            matches: hourly(if settings.rate == 0 { 0 } else { settings.matches_per_address }),
            connections_per_address: settings.connections_per_address,
            sockets_per_address: settings.sockets_per_address,
            sockets_max: settings.sockets_max,
            addresses: Mutex::default(),
            sweep_at: AtomicUsize::new(SWEEP_AT),
            sockets: AtomicUsize::new(0),
            bodies: Arc::new(Semaphore::new((settings.bodies_max >> 10).min(Semaphore::MAX_PERMITS))),
        }
    }

    fn with<T>(&self, address: IpAddr, work: impl FnOnce(&mut Address) -> T) -> T {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if addresses.len() > self.sweep_at.load(Ordering::Relaxed) {
            let is_full = |bucket: &Bucket, rate: Rate| bucket.left(rate) >= rate.at_once;
            let full = |address: &Address| is_full(&address.requests, self.requests) && is_full(&address.matches, self.matches);
            addresses.retain(|_, address| address.connections + address.sockets > 0 || !full(address));
            self.sweep_at.store((2 * addresses.len()).max(SWEEP_AT), Ordering::Relaxed);
        }
        let (requests, matches) = (Bucket::full(self.requests), Bucket::full(self.matches));
        let new = || Address { requests, matches, connections: 0, sockets: 0 };
        work(addresses.entry(address).or_insert_with(new))
    }

    /// A request of an address; refused where it has sent too many.
    pub(crate) fn request(&self, from: IpAddr) -> Result<(), Problem> {
        let Rate { a_second, at_once } = self.requests;
        if a_second == 0.0 || self.with(from, |address| address.requests.take(self.requests)) {
            return Ok(());
        }
        let message = format!("an address may send {a_second} requests a second, and {at_once} at once");
        Err(Problem::too_much("TOO_MANY_REQUESTS", message))
    }

    /// A match, a branch or a ticket that an address opens; refused where it has opened too many.
    pub(crate) fn opening(&self, from: IpAddr) -> Result<(), Problem> {
        if self.matches.a_second == 0.0 || self.with(from, |address| address.matches.take(self.matches)) {
            return Ok(());
        }
        let message = format!("an address may open {} matches and tickets an hour", self.matches.at_once);
        Err(Problem::too_much("TOO_MANY_MATCHES", message))
    }

    /// Room for a long body, until what is given is dropped.
    pub(crate) fn body(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Problem> {
        let full = |_| Problem::too_much("TOO_MANY_BODIES", "too many long bodies are being read: try again");
        self.bodies.clone().try_acquire_many_owned(u32::try_from(bytes >> 10).unwrap_or(u32::MAX)).map_err(full)
    }

    /// A connection of an address, until what is given is dropped; none where it has too many.
    pub(crate) fn connection(self: &Arc<Self>, from: IpAddr) -> Option<Guest> {
        let allowed = self.with(from, |address| {
            let allowed = address.connections < self.connections_per_address;
            address.connections += usize::from(allowed);
            allowed
        });
        allowed.then(|| Guest { limits: self.clone(), from })
    }

    /// A socket of an address, until what is given is dropped.
    pub(crate) fn socket(self: &Arc<Self>, from: IpAddr) -> Result<Plug, Problem> {
        if self.sockets.load(Ordering::Relaxed) >= self.sockets_max {
            return Err(Problem::too_much("TOO_MANY_SOCKETS", format!("the server holds {} sockets at most", self.sockets_max)));
        }
        let allowed = self.with(from, |address| {
            let allowed = address.sockets < self.sockets_per_address;
            address.sockets += usize::from(allowed);
            allowed
        });
        if !allowed {
            let message = format!("an address may hold {} sockets", self.sockets_per_address);
            return Err(Problem::too_much("TOO_MANY_SOCKETS", message));
        }
        self.sockets.fetch_add(1, Ordering::Relaxed);
        Ok(Plug { limits: self.clone(), from })
    }

    /// How many sockets there are.
    pub(crate) fn sockets(&self) -> usize {
        self.sockets.load(Ordering::Relaxed)
    }
}

/// So many in an hour, all of them at once if need be.
fn hourly(count: u32) -> Rate {
    Rate { a_second: f64::from(count) / 3_600.0, at_once: f64::from(count) }
}

/// A connection that is counted.
pub(crate) struct Guest {
    limits: Arc<Limits>,
    from: IpAddr,
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.limits.with(self.from, |address| address.connections = address.connections.saturating_sub(1));
    }
}

/// A socket that is counted.
pub(crate) struct Plug {
    limits: Arc<Limits>,
    from: IpAddr,
}

impl Drop for Plug {
    fn drop(&mut self) {
        self.limits.with(self.from, |address| address.sockets = address.sockets.saturating_sub(1));
        self.limits.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_at_once_and_then_so_many_a_second() {
        let rate = Rate { a_second: 0.001, at_once: 3.0 };
        let mut bucket = Bucket::full(rate);
        assert_eq!((0..5).map(|_| bucket.take(rate)).collect::<Vec<_>>(), [true, true, true, false, false]);
        assert!(!bucket.has(rate) && bucket.has(Rate { a_second: 0.0, at_once: 0.0 }));
    }

    #[test]
    fn limits_are_each_address_s_own() {
        let limits =
            Arc::new(Limits::new(&Settings { matches_per_address: 2, connections_per_address: 1, ..Settings::default() }));
        let (one, two) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        assert!(limits.opening(one).is_ok() && limits.opening(one).is_ok());
        assert_eq!(limits.opening(one).unwrap_err().code, "TOO_MANY_MATCHES");
        assert!(limits.opening(two).is_ok());
        let guest = limits.connection(one);
        assert!(guest.is_some() && limits.connection(one).is_none() && limits.connection(two).is_some());
        drop(guest);
        assert!(limits.connection(one).is_some(), "whoever left makes room");
    }
}
