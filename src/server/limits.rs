//! How often somebody may try to log in, make an account or look for an invitation: some times at once, then once in a while. Counted for
//! each browser and for each address, in memory that has a bound.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use governor::clock::Reference;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use super::address::Client;
use super::clock::Clock;
use super::identity::Browser;
use super::store::PlayerKey;
use crate::protocol::ApiError;

/// Those who are counted at once; beyond them everybody has to wait.
const MOST: usize = 100_000;
/// So few need not be looked through.
const MANY: usize = 4_096;

/// Times at once, and how long until one more.
struct Often {
    at_once: u32,
    then_each: Duration,
}

const LOG_IN_BROWSER: Often = Often {
    at_once: 8,
    then_each: Duration::from_secs(15),
};
/// A school or a household shares an address.
const LOG_IN_ADDRESS: Often = Often {
    at_once: 40,
    then_each: Duration::from_secs(3),
};
const CREATE_ADDRESS: Often = Often {
    at_once: 60,
    then_each: Duration::from_secs(20),
};
/// Nicknames that are refused and credentials that are renewed take nobody's account away.
const ASK_ADDRESS: Often = Often {
    at_once: 300,
    then_each: Duration::from_secs(2),
};

/// A code has thirty bits: at this pace nobody finds one in an hour that was not told them.
const CODE_BROWSER: Often = Often {
    at_once: 20,
    then_each: Duration::from_secs(6),
};
const CODE_ADDRESS: Often = Often {
    at_once: 120,
    then_each: Duration::from_secs(1),
};
const INVITE_ADDRESS: Often = Often {
    at_once: 60,
    then_each: Duration::from_secs(10),
};

type Counted<K> = RateLimiter<K, HashMapStateStore<K>, Clock, NoOpMiddleware<Duration>>;

/// Counts of one kind.
struct Limit<K: Hash + Eq + Clone> {
    counted: Counted<K>,
    clock: Clock,
    /// At so many, those who have been quiet long enough are forgotten.
    many: AtomicUsize,
}

impl<K: Hash + Eq + Clone> Limit<K> {
    fn new(often: &Often, clock: Clock) -> Self {
        let at_once = NonZeroU32::new(often.at_once).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::with_period(often.then_each).expect("it is longer than nothing");
        Self {
            counted: RateLimiter::hashmap_with_clock(quota.allow_burst(at_once), clock),
            clock,
            many: AtomicUsize::new(MANY),
        }
    }

    fn count(&self, key: &K) -> Result<(), ApiError> {
        if self.counted.len() >= self.many.load(Ordering::Relaxed) {
            self.counted.retain_recent();
            let many = (self.counted.len() * 2).clamp(MANY, MOST);
            self.many.store(many, Ordering::Relaxed);
        }
        if self.counted.len() >= MOST {
            return Err(ApiError::TooMany { after_ms: 60_000 });
        }
        self.counted.check_key(key).map_err(|until| {
            let now = governor::clock::Clock::now(&self.clock);
            let wait = until.earliest_possible().duration_since(now);
            ApiError::TooMany {
                after_ms: wait.as_u64().div_ceil(1_000_000),
            }
        })
    }
}

/// All counts; cheap to clone.
#[derive(Clone)]
pub(super) struct Limits(Arc<Counts>);

struct Counts {
    log_in_browser: Limit<PlayerKey>,
    log_in_address: Limit<Client>,
    create_address: Limit<Client>,
    ask_address: Limit<Client>,
    code_browser: Limit<PlayerKey>,
    code_address: Limit<Client>,
    invite_address: Limit<Client>,
}

impl Limits {
    /// Nobody has tried anything.
    pub(super) fn new(clock: Clock) -> Self {
        Self(Arc::new(Counts {
            log_in_browser: Limit::new(&LOG_IN_BROWSER, clock),
            log_in_address: Limit::new(&LOG_IN_ADDRESS, clock),
            create_address: Limit::new(&CREATE_ADDRESS, clock),
            ask_address: Limit::new(&ASK_ADDRESS, clock),
            code_browser: Limit::new(&CODE_BROWSER, clock),
            code_address: Limit::new(&CODE_ADDRESS, clock),
            invite_address: Limit::new(&INVITE_ADDRESS, clock),
        }))
    }

    /// Somebody tries to log in. The address first: browsers can be made up.
    ///
    /// # Errors
    ///
    /// [`ApiError::TooMany`].
    pub(super) fn log_in(&self, browser: &Browser) -> Result<(), ApiError> {
        self.0.log_in_address.count(&browser.address)?;
        self.0.log_in_browser.count(&browser.guest)
    }

    /// Somebody asks for a nickname, whatever comes of it, or for another credential.
    ///
    /// # Errors
    ///
    /// [`ApiError::TooMany`].
    pub(super) fn ask(&self, browser: &Browser) -> Result<(), ApiError> {
        self.0.ask_address.count(&browser.address)
    }

    /// An account is about to be made.
    ///
    /// # Errors
    ///
    /// [`ApiError::TooMany`].
    pub(super) fn create(&self, browser: &Browser) -> Result<(), ApiError> {
        self.0.create_address.count(&browser.address)
    }

    /// Somebody says a code. The address first, as above.
    ///
    /// # Errors
    ///
    /// [`ApiError::TooMany`].
    pub(super) fn code(&self, browser: &Browser) -> Result<(), ApiError> {
        self.0.code_address.count(&browser.address)?;
        self.0.code_browser.count(&browser.guest)
    }

    /// Somebody wants to invite.
    ///
    /// # Errors
    ///
    /// [`ApiError::TooMany`].
    pub(super) fn invite(&self, browser: &Browser) -> Result<(), ApiError> {
        self.0.invite_address.count(&browser.address)
    }
}
