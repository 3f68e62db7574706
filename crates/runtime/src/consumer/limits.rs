//! Limits per tenant: jobs in progress, and starts per second, per consumer of this process. A delivery above a limit is handed back with a
//! delay before its job begins, so it uses no attempt and no slot.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::Tenant;
use tokio::time::Instant;

/// Jobs that a tenant may start at once after a pause, in seconds of its rate.
const BURST: Duration = Duration::from_secs(1);
/// Redelivery delay of a delivery above the limit of jobs in progress, for each multiple of the limit that waits.
const STEP: Duration = Duration::from_millis(250);
/// Maximum redelivery delay: a changed limit takes effect within this time.
const MAX_DELAY: Duration = Duration::from_secs(60);
/// Number of tenants above which those without work are forgotten.
const MAX_TENANTS: usize = 1_024;

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
    limits: TenantLimits,
    tenants: Mutex<HashMap<Tenant, Load>>,
}

struct Load {
    running: u32,
    /// Deliveries that were handed back and not started since. Another replica may have started some of them.
    waiting: u32,
    /// Time at which the tenant has used its rate up to; in the past after a pause.
    used_until: Instant,
    last_refused: Instant,
}

/// A started job; dropping it ends it.
pub(crate) struct Running(Arc<Limiter>, Tenant);

impl Limiter {
    pub(crate) fn new(limits: TenantLimits) -> Arc<Self> {
        Arc::new(Self { limits, tenants: Mutex::default() })
    }

    /// Starts a job of a tenant, or returns the delay after which it may be delivered again. `Ok(None)` without a limit.
    pub(crate) fn start(self: &Arc<Self>, tenant: &Tenant, now: Instant) -> Result<Option<Running>, Duration> {
        if self.limits == TenantLimits::default() {
            return Ok(None);
        }
        let mut tenants = self.lock();
        if tenants.len() > MAX_TENANTS {
            tenants.retain(|_, load| load.running > 0 || load.used_until > now);
        }
        let load = tenants.entry(tenant.clone()).or_insert_with(|| Load::new(now));
        load.start(self.limits, now)?;
        Ok(Some(Running(Arc::clone(self), tenant.clone())))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Tenant, Load>> {
        // No code panics while it holds the lock.
        self.tenants.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Load {
    fn new(now: Instant) -> Self {
        Self { running: 0, waiting: 0, used_until: now, last_refused: now }
    }

    fn start(&mut self, limits: TenantLimits, now: Instant) -> Result<(), Duration> {
        if now.duration_since(self.last_refused) > MAX_DELAY {
            self.waiting = 0;
        }
        let early = self.used_until.saturating_duration_since(now + BURST);
        let delay = if limits.rate > 0 && early > Duration::ZERO {
            Some(early + Duration::from_secs(1) * self.waiting / limits.rate)
        } else if limits.in_flight > 0 && self.running >= limits.in_flight {
            Some(STEP * (1 + self.waiting / limits.in_flight))
        } else {
            None
        };
        if let Some(delay) = delay {
            (self.waiting, self.last_refused) = (self.waiting.saturating_add(1), now);
            return Err(delay.clamp(STEP, MAX_DELAY));
        }
        self.running += 1;
        self.waiting = self.waiting.saturating_sub(1);
        if limits.rate > 0 {
            self.used_until = self.used_until.max(now) + Duration::from_secs(1) / limits.rate;
        }
        Ok(())
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
        Limiter::new(TenantLimits { in_flight, rate })
    }

    fn tenant(name: &str) -> Tenant {
        Tenant::parse(name).expect("a valid name")
    }

    #[test]
    fn jobs_in_progress_are_limited_per_tenant_and_waiting_ones_return_later_and_later() {
        let (limiter, now) = (limiter(2, 0), Instant::now());
        let start = |name: &str| limiter.start(&tenant(name), now);
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
        let start = |seconds: f64| limiter.start(&tenant("a"), now + Duration::from_secs_f64(seconds)).map(drop);
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
    fn no_limit_counts_nothing() {
        let limiter = limiter(0, 0);
        assert!((0..100).all(|_| matches!(limiter.start(&tenant("a"), Instant::now()), Ok(None))));
        assert!(limiter.lock().is_empty());
    }
}
