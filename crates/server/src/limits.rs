//! How much one address may ask for.

use crate::proxy::Proxy;
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
    previews: Rate,
    /// Who may say for whom it asks.
    pub(crate) proxies: Vec<Proxy>,
    connections_per_address: usize,
    sockets_per_address: usize,
    sockets_max: usize,
    addresses: Mutex<HashMap<IpAddr, Address>>,
    /// How many addresses are remembered before they are looked through again: twice as many as were left the last time.
    sweep_at: AtomicUsize,
    sockets: AtomicUsize,
    /// How many KiB of long bodies may still be taken, and how many of one address.
    bodies: Arc<Semaphore>,
    bodies_per_address: usize,
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

    /// Whether nothing of it is used up.
    pub(crate) fn is_full(&self, rate: Rate) -> bool {
        self.left(rate) >= rate.at_once
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
    previews: Bucket,
    connections: usize,
    sockets: usize,
    /// How many KiB of long bodies it has sent that are still in memory.
    bodies: usize,
}

/// A preview is decided in six worlds: an address may ask for so many times fewer of them than it may send requests.
const PREVIEW_COSTS: f64 = 6.0;

impl Limits {
    pub(crate) fn new(settings: &Settings) -> Limits {
        let (rate, burst) = (f64::from(settings.rate), f64::from(settings.burst));
        Limits {
            requests: Rate { a_second: rate, at_once: burst },
            previews: Rate { a_second: rate / PREVIEW_COSTS, at_once: (burst / PREVIEW_COSTS).max(1.0) },
            matches: hourly(if settings.rate == 0 { 0 } else { settings.matches_per_address }),
            proxies: settings.trusted_proxies.iter().filter_map(|proxy| Proxy::parse(proxy)).collect(),
            connections_per_address: settings.connections_per_address,
            sockets_per_address: settings.sockets_per_address,
            sockets_max: settings.sockets_max,
            addresses: Mutex::default(),
            sweep_at: AtomicUsize::new(SWEEP_AT),
            sockets: AtomicUsize::new(0),
            bodies: Arc::new(Semaphore::new((settings.bodies_max >> 10).min(Semaphore::MAX_PERMITS))),
            bodies_per_address: (settings.bodies_max / 4).max(settings.log_max).div_ceil(STEP << 10) * STEP,
        }
    }

    fn with<T>(&self, address: IpAddr, work: impl FnOnce(&mut Address) -> T) -> T {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if addresses.len() > self.sweep_at.load(Ordering::Relaxed) {
            let full = |address: &Address| {
                address.requests.is_full(self.requests)
                    && address.matches.is_full(self.matches)
                    && address.previews.is_full(self.previews)
            };
            addresses.retain(|_, address| address.connections + address.sockets + address.bodies > 0 || !full(address));
            self.sweep_at.store((2 * addresses.len()).max(SWEEP_AT), Ordering::Relaxed);
        }
        let (requests, matches) = (Bucket::full(self.requests), Bucket::full(self.matches));
        let previews = Bucket::full(self.previews);
        let new = || Address { requests, matches, previews, connections: 0, sockets: 0, bodies: 0 };
        work(addresses.entry(household(address)).or_insert_with(new))
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

    /// A preview that an address asks for, besides the request that asks; refused where it has asked for too many.
    pub(crate) fn preview(&self, from: IpAddr) -> Result<(), Problem> {
        let Rate { a_second, at_once } = self.previews;
        if a_second == 0.0 || self.with(from, |address| address.previews.take(self.previews)) {
            return Ok(());
        }
        let message = format!("an address may ask for {a_second:.1} previews a second, and {at_once:.0} at once");
        Err(Problem::too_much("TOO_MANY_PREVIEWS", message))
    }

    /// Room for a body that an address sends, until what is given is dropped. It has none yet.
    pub(crate) fn body(self: &Arc<Self>, from: IpAddr) -> Room {
        Room { limits: self.clone(), from, kib: 0, permit: None }
    }

    /// A connection of an address, until what is given is dropped; none where it has too many. A proxy of ours has as many as it needs: they
    /// are others'.
    pub(crate) fn connection(self: &Arc<Self>, from: IpAddr) -> Option<Guest> {
        let is_proxy = self.proxies.iter().any(|proxy| proxy.is(from));
        let allowed = self.with(from, |address| {
            let allowed = is_proxy || address.connections < self.connections_per_address;
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

/// How many KiB of room a body takes at a time.
const STEP: usize = 64;

/// The room that a long body takes, as far as it has come: who announces much and sends nothing takes none from others.
pub(crate) struct Room {
    limits: Arc<Limits>,
    from: IpAddr,
    kib: usize,
    permit: Option<OwnedSemaphorePermit>,
}

impl Room {
    /// Takes as much as so many bytes need; refused where there is not as much, or one address would have too much of it.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Problem> {
        let more = (bytes.div_ceil(STEP << 10) * STEP).saturating_sub(self.kib);
        if more == 0 {
            return Ok(());
        }
        let full = || Problem::too_much("TOO_MANY_BODIES", "too many long bodies are being read: try again");
        let wanted = u32::try_from(more).map_err(|_| full())?;
        let most = self.limits.bodies_per_address;
        let allowed = self.limits.with(self.from, |address| {
            let allowed = address.bodies + more <= most;
            address.bodies += if allowed { more } else { 0 };
            allowed
        });
        if !allowed {
            return Err(full());
        }
        self.kib += more;
        let taken = self.limits.bodies.clone().try_acquire_many_owned(wanted).map_err(|_| full())?;
        match &mut self.permit {
            Some(permit) => permit.merge(taken),
            None => self.permit = Some(taken),
        }
        Ok(())
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        if self.kib > 0 {
            self.limits.with(self.from, |address| address.bodies = address.bodies.saturating_sub(self.kib));
        }
    }
}

/// Who is counted as one: an address; of the new kind all that one customer has, which share their first 64 bits.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::from((u128::from(address) >> 64 << 64).to_be_bytes()),
        address => address,
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
    fn all_addresses_of_a_household_are_one() {
        let limits = Arc::new(Limits::new(&Settings { matches_per_address: 1, ..Settings::default() }));
        let open = |address: &str| limits.opening(address.parse().unwrap()).is_ok();
        assert!(open("2001:db8:0:1::1") && !open("2001:db8:0:1::2") && !open("2001:db8:0:1:ffff:ffff:ffff:ffff"));
        assert!(open("2001:db8:0:2::1"), "another household");
        assert!(open("::ffff:10.0.0.1") && !open("10.0.0.1") && open("10.0.0.2"), "the old kind in the new one's clothes");
    }

    #[test]
    fn a_body_takes_room_as_it_comes_and_no_address_takes_all() {
        let settings = Settings { bodies_max: 1 << 20, log_max: 256 << 10, ..Settings::default() };
        let limits = Arc::new(Limits::new(&settings));
        let address = |last: u8| IpAddr::from([10, 0, 0, last]);
        let mut first = limits.body(address(1));
        assert!(first.hold(1).is_ok() && first.hold(64 << 10).is_ok());
        assert_eq!(limits.bodies.available_permits(), 960, "a step, and no more");
        assert!(first.hold(256 << 10).is_ok());
        let mut greedy: Vec<Room> = (0..3).map(|_| limits.body(address(1))).collect();
        let taken = greedy.iter_mut().filter_map(|room| room.hold(200 << 10).ok()).count();
        assert_eq!(taken, 0, "an address has its share");
        let mut others: Vec<Room> = (2..5).map(|last| limits.body(address(last))).collect();
        assert!(others.iter_mut().all(|room| room.hold(256 << 10).is_ok()), "the others have theirs");
        assert_eq!(limits.body(address(9)).hold(1).unwrap_err().code, "TOO_MANY_BODIES", "there is no more");
        drop((first, greedy, others));
        assert_eq!(limits.bodies.available_permits(), 1_024);
        assert!(limits.body(address(1)).hold(256 << 10).is_ok(), "whoever is done makes room");
    }

    /// Whoever comes through a proxy of ours shares its address, not its share.
    #[test]
    fn a_proxy_of_ours_holds_as_many_connections_as_it_needs() {
        let trusted_proxies = vec!["10.1.0.0/16".to_owned()];
        let limits = Arc::new(Limits::new(&Settings { connections_per_address: 1, trusted_proxies, ..Settings::default() }));
        let held = |address: [u8; 4]| (0..3).filter_map(|_| limits.connection(IpAddr::from(address))).collect::<Vec<_>>();
        assert_eq!((held([10, 1, 2, 3]).len(), held([10, 2, 0, 1]).len()), (3, 1));
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
