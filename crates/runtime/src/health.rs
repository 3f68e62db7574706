//! `/livez`, `/readyz`, `/metrics`.
//!
//! Liveness never looks at a store: an outage must not become a storm of restarts. It says that the event loop turns and that
//! no handler is beyond its hard deadline, where it can only be stuck in code that never awaits.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::inflight::InFlight;
use crate::link::LinkState;

/// The loop's own heartbeat.
const BEAT: Duration = Duration::from_millis(500);
/// Samples of histograms are folded every so many beats.
const UPKEEP: u32 = 10;
/// A loop that is later than this is stuck.
const LATEST: Duration = Duration::from_secs(10);
/// What a handler may take beyond its deadline, until whatever it waits for is noticed.
const DEADLINE_SLACK: Duration = Duration::from_secs(60);

/// What the probes look at.
pub(crate) struct Health {
    beat: Mutex<Instant>,
    held: Mutex<Vec<Arc<InFlight>>>,
    hard_deadline: Duration,
    link: watch::Receiver<LinkState>,
    started: CancellationToken,
    draining: CancellationToken,
}

impl Health {
    pub(crate) fn new(
        hard_deadline: Duration,
        link: watch::Receiver<LinkState>,
        draining: CancellationToken,
    ) -> Arc<Self> {
        let started = CancellationToken::new();
        let (beat, held) = (Mutex::new(Instant::now()), Mutex::default());
        Arc::new(Self { beat, held, hard_deadline, link, started, draining })
    }

    /// Everything is set up: from now on readiness depends on the connection alone.
    pub(crate) fn started(&self) {
        self.started.cancel();
    }

    /// Looks at this consumer's work, too.
    pub(crate) fn watch(&self, held: Arc<InFlight>) {
        lock(&self.held).push(held);
    }

    /// How many jobs are held, over all consumers.
    pub(crate) fn in_flight(&self) -> usize {
        lock(&self.held).iter().map(|held| held.len()).sum()
    }

    /// Beats until the process ends.
    pub(crate) async fn beat(self: Arc<Self>) {
        let labels = [("service", telemetry::service())];
        let mut beats = 0;
        loop {
            let due = Instant::now() + BEAT;
            tokio::time::sleep_until(due).await;
            let late = due.elapsed();
            *lock(&self.beat) = Instant::now();
            metrics::gauge!(telemetry::metric::LOOP_LAG, &labels).set(late.as_secs_f64());
            beats = (beats + 1) % UPKEEP;
            if beats == 0 {
                telemetry::metric::upkeep();
            }
        }
    }

    fn live(&self) -> Result<(), String> {
        let late = lock(&self.beat).elapsed();
        if late > LATEST {
            return Err(format!("the event loop has not turned for {late:?}"));
        }
        let limit = self.hard_deadline + DEADLINE_SLACK;
        match lock(&self.held).iter().filter_map(|held| held.oldest()).max() {
            Some(oldest) if oldest > limit => {
                Err(format!("a handler is stuck: held for {oldest:?}, at most {limit:?}"))
            }
            _ => Ok(()),
        }
    }

    fn ready(&self) -> Result<(), String> {
        if self.draining.is_cancelled() {
            return Err("draining".to_owned());
        }
        if !self.started.is_cancelled() {
            return Err("starting".to_owned());
        }
        if self.link.borrow().connected { Ok(()) } else { Err("not connected to NATS".to_owned()) }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // No code panics while it holds one of these locks, and every value in them is whole at any time.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

type Answer = (StatusCode, String);

fn answer(state: Result<(), String>) -> Answer {
    state.map_or_else(|reason| (StatusCode::SERVICE_UNAVAILABLE, reason), |()| (StatusCode::OK, "ok".to_owned()))
}

async fn render() -> String {
    if let Some(bytes) = telemetry::resident::bytes() {
        // A process beyond 4 PiB would be off by a few bytes.
        let kib = u32::try_from(bytes / 1024).unwrap_or(u32::MAX);
        metrics::gauge!(telemetry::metric::RESIDENT, "service" => telemetry::service()).set(f64::from(kib) * 1024.0);
    }
    telemetry::metric::render()
}

/// Serves the probes until the process ends.
pub(crate) async fn serve(listener: tokio::net::TcpListener, health: Arc<Health>) {
    let routes = Router::new()
        .route("/livez", get(|State(health): State<Arc<Health>>| async move { answer(health.live()) }))
        .route("/readyz", get(|State(health): State<Arc<Health>>| async move { answer(health.ready()) }))
        .route("/metrics", get(render))
        .with_state(health);
    if let Err(error) = axum::serve(listener, routes).await {
        tracing::error!(%error, "the probes are no longer served");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_stuck_handler_and_a_stuck_loop_are_not_live() {
        let (_sender, link) = watch::channel(LinkState::default());
        let health = Health::new(Duration::from_secs(10), link, CancellationToken::new());
        let held = Arc::new(InFlight::default());
        health.watch(Arc::clone(&held));
        let _job = held.hold(domain::JobId::named(&["j"]), 1, "r".into());
        assert_eq!(health.live(), Ok(()));
        tokio::time::advance(Duration::from_secs(71)).await;
        assert!(health.live().unwrap_err().contains("event loop"));
        *lock(&health.beat) = Instant::now();
        assert!(health.live().unwrap_err().contains("stuck"));
    }

    #[tokio::test]
    async fn ready_means_started_connected_and_not_draining() {
        let (sender, link) = watch::channel(LinkState::default());
        let draining = CancellationToken::new();
        let health = Health::new(Duration::from_secs(10), link, draining.clone());
        assert_eq!(health.ready(), Err("starting".to_owned()));
        health.started();
        assert_eq!(health.ready(), Err("not connected to NATS".to_owned()));
        sender.send_modify(|state| state.connected = true);
        assert_eq!(health.ready(), Ok(()));
        draining.cancel();
        assert_eq!(health.ready(), Err("draining".to_owned()));
    }
}
