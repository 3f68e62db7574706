//! Probes and metrics over HTTP: `/livez`, `/readyz`, `/metrics`.
//!
//! Liveness does not depend on a store: an outage must not restart the fleet. It checks that the event loop runs and
//! that no handler exceeds its hard deadline, beyond which it can only be stuck in code that never awaits.
//!
//! Readiness begins when the consumers exist and ends with the stop request. It does not fall with a server that all
//! replicas share: a disruption budget protects ready pods only, and without a ready pod no node could be drained while
//! nats-server is away.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::inflight::InFlight;

/// Interval of the event loop's heartbeat.
const BEAT_INTERVAL: Duration = Duration::from_millis(500);
/// Heartbeats between two folds of the histograms' samples.
const UPKEEP_BEATS: u32 = 10;
/// Delay of the heartbeat beyond which the event loop counts as stuck.
const MAX_BEAT_DELAY: Duration = Duration::from_secs(10);
/// Time beyond its deadline before a held job counts as stuck.
const DEADLINE_SLACK: Duration = Duration::from_secs(60);

/// State that the probes read.
pub(crate) struct Health {
    beat: Mutex<Instant>,
    held: Mutex<Vec<Arc<InFlight>>>,
    hard_deadline: Duration,
    /// What the start waits for.
    starting: Mutex<String>,
    /// What the process lacks at a server, although it runs.
    lacking: Mutex<Option<String>>,
    started: CancellationToken,
    draining: CancellationToken,
}

impl Health {
    pub(crate) fn new(hard_deadline: Duration, draining: CancellationToken) -> Arc<Self> {
        let started = CancellationToken::new();
        let (beat, held) = (Mutex::new(Instant::now()), Mutex::default());
        let starting = Mutex::new("starting".to_owned());
        Arc::new(Self { beat, held, hard_deadline, starting, lacking: Mutex::default(), started, draining })
    }

    /// Records what the start waits for.
    pub(crate) fn starting(&self, reason: String) {
        *lock(&self.starting) = reason;
    }

    /// Records what the process lacks. Readiness does not fall, because the other replicas lack the same; its text
    /// names it.
    pub(crate) fn lacks(&self, lacking: Option<String>) {
        *lock(&self.lacking) = lacking;
    }

    /// Marks the end of the start-up: from now on the process is ready until it drains.
    pub(crate) fn started(&self) {
        self.started.cancel();
    }

    /// Includes a consumer's deliveries.
    pub(crate) fn watch(&self, held: Arc<InFlight>) {
        lock(&self.held).push(held);
    }

    /// Returns the number of jobs held by all consumers.
    pub(crate) fn in_flight(&self) -> usize {
        lock(&self.held).iter().map(|held| held.len()).sum()
    }

    /// Runs the heartbeat until the process ends.
    pub(crate) async fn beat(self: Arc<Self>) {
        let labels = [("service", telemetry::service())];
        let mut beats = 0;
        loop {
            let due = Instant::now() + BEAT_INTERVAL;
            tokio::time::sleep_until(due).await;
            let late = due.elapsed();
            *lock(&self.beat) = Instant::now();
            metrics::gauge!(telemetry::metric::LOOP_LAG, &labels).set(late.as_secs_f64());
            beats = (beats + 1) % UPKEEP_BEATS;
            if beats == 0 {
                telemetry::metric::upkeep();
            }
        }
    }

    fn live(&self) -> Result<(), String> {
        let late = lock(&self.beat).elapsed();
        if late > MAX_BEAT_DELAY {
            return Err(format!("the event loop has not run for {late:?}"));
        }
        let limit = self.hard_deadline + DEADLINE_SLACK;
        match lock(&self.held).iter().filter_map(|held| held.oldest()).max() {
            Some(oldest) if oldest > limit => {
                Err(format!("a handler is stuck: its delivery has been held for {oldest:?}; the limit is {limit:?}"))
            }
            _ => Ok(()),
        }
    }

    fn ready(&self) -> Result<String, String> {
        if self.draining.is_cancelled() {
            return Err("draining".to_owned());
        }
        if !self.started.is_cancelled() {
            return Err(lock(&self.starting).clone());
        }
        Ok(lock(&self.lacking).as_ref().map_or_else(|| "ok".to_owned(), |lacking| format!("ok, but {lacking}")))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // No code panics while it holds one of these locks, and each value is always consistent.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

type ProbeResponse = (StatusCode, String);

fn respond(state: Result<String, String>) -> ProbeResponse {
    state.map_or_else(|reason| (StatusCode::SERVICE_UNAVAILABLE, reason), |text| (StatusCode::OK, text))
}

async fn render() -> String {
    if let Some(bytes) = telemetry::resident::bytes() {
        // A process beyond 4 PiB would be off by a few bytes.
        let kib = u32::try_from(bytes / 1024).unwrap_or(u32::MAX);
        metrics::gauge!(telemetry::metric::RESIDENT, "service" => telemetry::service()).set(f64::from(kib) * 1024.0);
    }
    record_process();
    telemetry::metric::render()
}

fn record_process() {
    let labels = [("service", telemetry::service())];
    if let Some(time) = telemetry::process::cpu_time() {
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        metrics::counter!(telemetry::metric::PROCESS_CPU, &labels).absolute(millis);
    }
    if let Some(files) = telemetry::process::open_files() {
        let files = u32::try_from(files).unwrap_or(u32::MAX);
        metrics::gauge!(telemetry::metric::PROCESS_FILES, &labels).set(f64::from(files));
    }
}

/// Serves the probes until the process ends.
pub(crate) async fn serve(listener: tokio::net::TcpListener, health: Arc<Health>) {
    let routes = Router::new()
        .route(
            "/livez",
            get(|State(health): State<Arc<Health>>| async move { respond(health.live().map(|()| "ok".to_owned())) }),
        )
        .route("/readyz", get(|State(health): State<Arc<Health>>| async move { respond(health.ready()) }))
        .route("/metrics", get(render))
        .with_state(health);
    if let Err(error) = axum::serve(listener, routes).await {
        tracing::error!(%error, "the HTTP server of the probes failed");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_stuck_handler_and_a_stuck_loop_are_not_live() {
        let health = Health::new(Duration::from_secs(10), CancellationToken::new());
        let held = Arc::new(InFlight::default());
        health.watch(Arc::clone(&held));
        let _job = held.hold(domain::JobId::named(&["j"]), 1, "r".into());
        assert_eq!(health.live(), Ok(()));
        tokio::time::advance(Duration::from_secs(71)).await;
        assert!(health.live().unwrap_err().contains("event loop"));
        *lock(&health.beat) = Instant::now();
        assert!(health.live().unwrap_err().contains("stuck"));
    }

    #[test]
    fn ready_means_started_and_not_draining() {
        let draining = CancellationToken::new();
        let health = Health::new(Duration::from_secs(10), draining.clone());
        assert_eq!(health.ready(), Err("starting".to_owned()));
        health.starting("waiting for consumer filter".to_owned());
        assert_eq!(health.ready(), Err("waiting for consumer filter".to_owned()));
        health.started();
        health.lacks(Some("Postgres lacks SELECT on page".to_owned()));
        assert_eq!(health.ready(), Ok("ok, but Postgres lacks SELECT on page".to_owned()));
        health.lacks(None);
        assert_eq!(health.ready(), Ok("ok".to_owned()));
        draining.cancel();
        assert_eq!(health.ready(), Err("draining".to_owned()));
    }
}
