//! Limits per tenant: jobs in progress, and starts per second, per consumer of this process. A delivery above a limit
//! is handed back with a delay before its job begins, so it uses no attempt and no slot.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::Tenant;
use domain::port::{TenantLimit, TenantLoad};
use tokio::time::Instant;

/// Jobs that a tenant may start at once after a pause, in seconds of its rate.
const BURST: Duration = Duration::from_secs(1);
/// Redelivery delay of a delivery above the limit of jobs in progress, for each multiple of the limit that waits.
const STEP: Duration = Duration::from_millis(250);
/// Maximum redelivery delay: a changed limit takes effect within this time.
const MAX_DELAY: Duration = Duration::from_secs(60);
/// Time within which each delivery that was handed back is delivered again.
const RETURN: Duration = MAX_DELAY.saturating_add(Duration::from_secs(10));
/// Jobs per second of a tenant in a storm of dead letters, and the time for which a dead letter above the rate keeps it
/// at that.
const STORM_RATE: u32 = 100;
const STORM: Duration = Duration::from_secs(10);
/// Number of tenants above which those without work are forgotten.
const MAX_TENANTS: usize = 1_024;
/// Maximum tenants in a report, those with the most work.
const REPORTED: usize = 8;

/// Settings; 0 means no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TenantLimits {
    /// Maximum jobs of one tenant in progress.
    pub in_flight: u32,
    /// Maximum jobs of one tenant that are started per second.
    pub rate: u32,
}

/// Jobs of each tenant.
pub(crate) struct Limiter {
    consumer: &'static str,
    limits: TenantLimits,
    tenants: Mutex<HashMap<Tenant, Load>>,
}

struct Load {
    running: u32,
    /// Deliveries that were handed back and not started since. Another replica may have started some of them.
    waiting: u32,
    /// Time at which the tenant has used its rate up to; in the past after a pause.
    used_until: Instant,
    /// End of a storm of dead letters; in the past without one.
    storm_until: Instant,
    last_refused: Option<(Instant, TenantLimit)>,
    /// When the oldest delivery that was handed back was stored, and when it was handed back the last time.
    oldest: Option<(Instant, Instant)>,
}

/// A started job; dropping it ends it.
pub(crate) struct Running(Arc<Limiter>, Tenant);

impl Limiter {
    pub(crate) fn new(consumer: &'static str, limits: TenantLimits) -> Arc<Self> {
        Arc::new(Self { consumer, limits, tenants: Mutex::default() })
    }

    /// Starts a job of a tenant, whose message has this age, or returns the delay after which it may be delivered
    /// again.
    pub(crate) fn start(self: &Arc<Self>, tenant: &Tenant, age: Duration, now: Instant) -> Result<Running, Duration> {
        let mut tenants = self.lock();
        if tenants.len() > MAX_TENANTS {
            tenants.retain(|_, load| load.running > 0 || load.used_until > now || load.refused_lately(now));
        }
        let load = tenants.entry(tenant.clone()).or_insert_with(|| Load::new(now));
        load.start(self.limits, age, now)?;
        Ok(Running(Arc::clone(self), tenant.clone()))
    }

    /// Slows a tenant down whose dead letters exceed their rate.
    pub(crate) fn slow(&self, tenant: &Tenant, now: Instant) {
        self.lock().entry(tenant.clone()).or_insert_with(|| Load::new(now)).storm_until = now + STORM;
    }

    /// Returns true if the tenant is slowed down because of its dead letters.
    pub(crate) fn is_slowed(&self, tenant: &Tenant, now: Instant) -> bool {
        self.lock().get(tenant).is_some_and(|load| load.storm_until > now)
    }

    /// Returns the tenants with the most work, held back or in progress.
    pub(crate) fn loads(&self, now: Instant) -> Vec<TenantLoad> {
        let tenants = self.lock();
        let mut loads: Vec<TenantLoad> =
            tenants.iter().filter_map(|(tenant, load)| self.report(tenant, load, now)).collect();
        drop(tenants);
        loads.sort_by_key(|load| std::cmp::Reverse(load.held_back.saturating_add(load.running)));
        loads.truncate(REPORTED);
        loads
    }

    fn report(&self, tenant: &Tenant, load: &Load, now: Instant) -> Option<TenantLoad> {
        let refused = load.last_refused.filter(|_| load.refused_lately(now) && load.waiting > 0);
        if load.running == 0 && refused.is_none() {
            return None;
        }
        let oldest = load.oldest.filter(|(_, seen)| now.duration_since(*seen) <= RETURN && refused.is_some());
        Some(TenantLoad {
            consumer: self.consumer,
            tenant: tenant.clone(),
            running: load.running,
            held_back: refused.map_or(0, |_| load.waiting),
            limit: refused.map(|(_, limit)| limit),
            oldest: oldest.map(|(stored, _)| now.duration_since(stored)),
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Tenant, Load>> {
        // No code panics while it holds the lock.
        self.tenants.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Load {
    fn new(now: Instant) -> Self {
        Self { running: 0, waiting: 0, used_until: now, storm_until: now, last_refused: None, oldest: None }
    }

    fn refused_lately(&self, now: Instant) -> bool {
        self.last_refused.is_some_and(|(at, _)| now.duration_since(at) <= RETURN)
    }

    fn start(&mut self, limits: TenantLimits, age: Duration, now: Instant) -> Result<(), Duration> {
        if !self.refused_lately(now) {
            self.waiting = 0;
        }
        let limits = TenantLimits { rate: self.rate(limits, now), ..limits };
        if let Some((delay, limit)) = self.exceeded(limits, now) {
            (self.waiting, self.last_refused) = (self.waiting.saturating_add(1), Some((now, limit)));
            self.note_oldest(now.checked_sub(age).unwrap_or(now), now);
            return Err(delay.clamp(STEP, if self.storm_until > now { STORM } else { MAX_DELAY }));
        }
        self.running += 1;
        self.waiting = self.waiting.saturating_sub(1);
        if limits.rate > 0 {
            self.used_until = self.used_until.max(now) + Duration::from_secs(1) / limits.rate;
        }
        Ok(())
    }

    /// Returns the starts per second that are permitted now; 0 for no limit.
    fn rate(&self, limits: TenantLimits, now: Instant) -> u32 {
        match limits.rate {
            rate if self.storm_until <= now => rate,
            0 => STORM_RATE,
            rate => rate.min(STORM_RATE),
        }
    }

    /// Returns the limit that a further job would exceed, with the delay.
    fn exceeded(&self, limits: TenantLimits, now: Instant) -> Option<(Duration, TenantLimit)> {
        let early = self.used_until.saturating_duration_since(now + BURST);
        if limits.rate > 0 && early > Duration::ZERO {
            Some((early + Duration::from_secs(1) * self.waiting / limits.rate, TenantLimit::Rate))
        } else if limits.in_flight > 0 && self.running >= limits.in_flight {
            Some((STEP * (1 + self.waiting / limits.in_flight), TenantLimit::InFlight))
        } else {
            None
        }
    }

    /// A delivery that waits is seen again within [`RETURN`]; after that the oldest one has started.
    fn note_oldest(&mut self, stored: Instant, now: Instant) {
        let known = self.oldest.filter(|(_, seen)| now.duration_since(*seen) <= RETURN);
        if known.is_none_or(|(oldest, _)| stored <= oldest) {
            self.oldest = Some((stored, now));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(load) = self.0.lock().get_mut(&self.1) {
            load.running = load.running.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter(in_flight: u32, rate: u32) -> Arc<Limiter> {
        Limiter::new("tests", TenantLimits { in_flight, rate })
    }

    fn tenant(name: &str) -> Tenant {
        Tenant::parse(name).expect("a valid name")
    }

    #[test]
    fn jobs_in_progress_are_limited_per_tenant_and_waiting_ones_return_later_and_later() {
        let (limiter, now) = (limiter(2, 0), Instant::now());
        let start = |name: &str| limiter.start(&tenant(name), Duration::ZERO, now);
        let held = [start("a"), start("a")].map(|started| started.expect("free"));
        let delays: Vec<Duration> = (0..5).map(|_| start("a").err().expect("full")).collect();
        assert_eq!(delays, [250, 250, 500, 500, 750].map(Duration::from_millis));
        assert!(start("b").is_ok(), "another tenant");
        drop(held);
        assert!(start("a").is_ok());
    }

    #[test]
    fn starts_per_second_are_limited_and_the_rest_is_spread_over_the_time_it_needs() {
        let (limiter, now) = (limiter(0, 10), Instant::now());
        let start = |seconds: f64| {
            limiter.start(&tenant("a"), Duration::ZERO, now + Duration::from_secs_f64(seconds)).map(drop)
        };
        let started = (0..100).filter(|_| start(0.0).is_ok()).count();
        assert_eq!(started, 11, "the burst of one second");
        let delay = start(0.0).expect_err("used up");
        assert!((8.9..9.3).contains(&delay.as_secs_f64()), "89 wait: {delay:?}");
        let started = (1..=100).filter(|tenth| start(f64::from(*tenth) / 10.0).is_ok()).count();
        assert!((99..=100).contains(&started), "ten per second: {started}");
        for _ in 0..2_000 {
            let _ = start(10.0);
        }
        assert_eq!(start(10.0), Err(MAX_DELAY));
    }

    #[test]
    fn only_the_tenant_of_a_storm_of_dead_letters_is_slowed_down_while_it_lasts() {
        let (limiter, now) = (limiter(0, 0), Instant::now());
        let starts = |name: &str, now: Instant| {
            (0..200).filter(|_| limiter.start(&tenant(name), Duration::ZERO, now).is_ok()).count()
        };
        assert_eq!(starts("a", now), 200);
        limiter.slow(&tenant("a"), now);
        assert_eq!((starts("a", now), starts("b", now)), (101, 200), "the burst of a second");
        assert!(limiter.start(&tenant("a"), Duration::ZERO, now).is_err_and(|delay| delay <= STORM));
        assert_eq!(starts("a", now + STORM), 200);
    }

    #[test]
    fn no_limit_refuses_nothing_and_forgets_tenants_without_work() {
        let (limiter, now) = (limiter(0, 0), Instant::now());
        assert!((0..5_000).all(|n| limiter.start(&tenant(&format!("t{n}")), Duration::ZERO, now).is_ok()));
        assert!(limiter.lock().len() <= MAX_TENANTS + 1, "{}", limiter.lock().len());
    }

    #[test]
    fn a_report_names_the_limit_what_it_holds_back_and_the_age_of_the_oldest_until_none_returns() {
        let (limiter, now) = (limiter(1, 0), Instant::now() + Duration::from_secs(1_000));
        let held = limiter.start(&tenant("a"), Duration::ZERO, now).expect("free");
        let alone = limiter.start(&tenant("b"), Duration::ZERO, now).expect("free");
        for age in [20, 90, 40] {
            assert!(limiter.start(&tenant("a"), Duration::from_secs(age), now).is_err());
        }
        let loads = limiter.loads(now + Duration::from_secs(5));
        let expected = |name: &str, held_back, limit, oldest: Option<u64>| TenantLoad {
            consumer: "tests",
            tenant: tenant(name),
            running: 1,
            held_back,
            limit,
            oldest: oldest.map(Duration::from_secs),
        };
        let limited = expected("a", 3, Some(TenantLimit::InFlight), Some(95));
        assert_eq!(loads, [limited, expected("b", 0, None, None)]);
        drop((held, alone));
        assert_eq!(limiter.loads(now + Duration::from_secs(5)).len(), 1, "what was handed back still waits");
        assert!(limiter.loads(now + RETURN + Duration::from_secs(1)).is_empty(), "all of it has started elsewhere");
    }
}
