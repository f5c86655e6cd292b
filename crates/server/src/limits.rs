//! How much one address may ask for.

use crate::{Problem, Settings};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// So many addresses are remembered before those with nothing left to remember are forgotten.
const SWEEP_AT: usize = 10_000;

/// What each address has asked for.
pub(crate) struct Limits {
    rate: f64,
    burst: f64,
    sockets_per_address: usize,
    sockets_max: usize,
    addresses: Mutex<HashMap<IpAddr, Address>>,
    /// How many addresses are remembered before they are looked through again: twice as many as were left the last time.
    sweep_at: AtomicUsize,
    sockets: AtomicUsize,
}

struct Address {
    /// How many requests it may still send at once, and when that was so.
    left: f64,
    at: Instant,
    sockets: usize,
}

impl Limits {
    pub(crate) fn new(settings: &Settings) -> Limits {
        Limits {
            rate: f64::from(settings.rate),
            burst: f64::from(settings.burst),
            sockets_per_address: settings.sockets_per_address,
            sockets_max: settings.sockets_max,
            addresses: Mutex::default(),
            sweep_at: AtomicUsize::new(SWEEP_AT),
            sockets: AtomicUsize::new(0),
        }
    }

    fn with<T>(&self, address: IpAddr, work: impl FnOnce(&mut Address) -> T) -> T {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if addresses.len() > self.sweep_at.load(Ordering::Relaxed) {
            let full = |address: &Address| address.left + address.at.elapsed().as_secs_f64() * self.rate >= self.burst;
            addresses.retain(|_, address| address.sockets > 0 || !full(address));
            self.sweep_at.store((2 * addresses.len()).max(SWEEP_AT), Ordering::Relaxed);
        }
        let new = || Address { left: self.burst, at: Instant::now(), sockets: 0 };
        work(addresses.entry(address).or_insert_with(new))
    }

    /// A request of an address; refused where it has sent too many.
    pub(crate) fn request(&self, from: IpAddr) -> Result<(), Problem> {
        if self.rate == 0.0 {
            return Ok(());
        }
        let allowed = self.with(from, |address| {
            let passed = address.at.elapsed().as_secs_f64();
            address.at = Instant::now();
            address.left = (address.left + passed * self.rate).min(self.burst);
            let allowed = address.left >= 1.0;
            address.left -= if allowed { 1.0 } else { 0.0 };
            allowed
        });
        if allowed {
            return Ok(());
        }
        let message = format!("an address may send {} requests a second, and {} at once", self.rate, self.burst);
        Err(Problem::too_much("TOO_MANY_REQUESTS", message))
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
