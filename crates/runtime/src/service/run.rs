//! The life of a service, from the connection to the last flush.

use std::sync::Arc;
use std::time::Duration;

use domain::port::Journal;
use futures::future::join_all;
use futures::stream::{FuturesUnordered, StreamExt};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::base::Base;
use super::unit::{Shared, Started};
use super::{Exit, Lifecycle, Service, wait};
use crate::background::{self, Relay};
use crate::config::RuntimeConfig;
use crate::counters;
use crate::handover;
use crate::health::Health;
use crate::journal_watch::LeaseKeeper;
use crate::lifecycle::Interrupt;
use crate::link::Link;
use crate::publisher::Publisher;
use crate::reconcile::Reconciler;
use crate::settle::{error_chain, may_emit};
use crate::supervise::supervise;
use crate::topology::{self, ConsumerSpec};
use crate::trim;

/// Part of the grace period reserved for handing back, flushing and closing.
const CLOSING_TIME: Duration = Duration::from_secs(3);

/// A running service.
struct Running<J> {
    shared: Shared<J>,
    health: Arc<Health>,
    life: Lifecycle,
    /// Relay, reconciler and sweepers, which end when `soft` is cancelled.
    background: TaskTracker,
    /// Servers, which finish their requests after `soft` is cancelled.
    servers: TaskTracker,
    /// Renews the lease until `leaving` is cancelled.
    leasing: Option<tokio::task::JoinHandle<()>>,
    leaving: CancellationToken,
    /// Marks rows as sent; ends when the last publisher is dropped.
    marking: tokio::task::JoinHandle<()>,
}

impl<J: Journal> Service<J> {
    /// Runs until the service is stopped or cannot continue.
    pub async fn run(self, name: &'static str, config: &RuntimeConfig, life: Lifecycle) -> Exit {
        match Base::start(name, config, &life).await {
            Ok(base) => self.run_on(base, config, life).await,
            Err(exit) => exit,
        }
    }

    /// Runs with a connection and probes that exist already.
    pub(super) async fn run_on(self, base: Base, config: &RuntimeConfig, life: Lifecycle) -> Exit {
        let (link, health, http, probes) = base.into_parts();
        let (publisher, marking) = Publisher::new(link.clone(), Arc::clone(&self.journal));
        let shared = self.shared(config, link, publisher);
        let [background, servers] = [TaskTracker::new(), TaskTracker::new()];
        let (leasing, leaving, marking) = (None, CancellationToken::new(), tokio::spawn(marking));
        let running = Running { shared, health, life, background, servers, leasing, leaving, marking };
        let exit = running.live(self, config, &http).await;
        Base::end(&probes);
        exit
    }

    fn shared(&self, config: &RuntimeConfig, link: Link, publisher: Publisher) -> Shared<J> {
        Shared {
            journal: Arc::clone(&self.journal),
            clock: Arc::clone(&self.clock),
            config: Arc::clone(&config.consumer),
            watch: Arc::default(),
            link,
            publisher,
            tracker: TaskTracker::new(),
            interrupt: Interrupt::default(),
        }
    }
}

impl<J: Journal> Running<J> {
    async fn live(mut self, service: Service<J>, config: &RuntimeConfig, http: &str) -> Exit {
        counters::register_process();
        // Events that publishers sent to the stream are in the outbox once their consumer has parked them.
        let parks = topology::republished(&service.consumers());
        let subject_consumers = topology::subject_consumers();
        let subject_consumers = subject_consumers
            .into_iter()
            .filter(|(subject, _)| may_emit(&service.emits, subject) || parks.contains(subject));
        let subject_consumers: Vec<_> = subject_consumers.collect();
        if !self.register(&subject_consumers, config.lease).await {
            return self.stop(Vec::new(), config.grace, Exit::Clean).await;
        }
        self.start_background(&service, subject_consumers, config);
        let Service { journal, units, mut tasks, servers, responders, trim, clock, .. } = service;
        if trim.is_some() {
            self.background.spawn(handover::run(self.shared.link.client.clone(), self.life.soft.clone()));
        }
        tasks.extend(trim.map(|config| trim::task(config, journal, self.shared.link.jetstream.clone(), clock)));
        for responder in responders {
            let client = self.shared.link.client.clone();
            self.background.spawn(responder.run(client, self.life.soft.clone()));
        }
        for task in tasks {
            self.background.spawn(task.run(self.shared.publisher.clone(), self.life.soft.clone()));
        }
        for server in servers {
            self.servers.spawn(server.serve(self.shared.publisher.clone(), self.life.soft.clone()));
        }
        let specs: Vec<_> = units.iter().filter_map(|unit| topology::consumer(unit.name())).collect();
        if let Some(exit) = self.wait_for_consumers(&specs).await {
            return self.stop(Vec::new(), config.grace, exit).await;
        }
        let mut started = Vec::new();
        for unit in units {
            counters::register_consumer(unit.name());
            match unit.start(&self.shared, self.life.soft.clone()) {
                Ok(unit) => {
                    self.health.watch(Arc::clone(&unit.inflight));
                    started.push(unit);
                }
                Err(unknown) => {
                    return self.stop(started, config.grace, Exit::Misconfigured(unknown.to_string())).await;
                }
            }
        }
        let limiters = started.iter().map(|unit| Arc::clone(&unit.limiter)).collect();
        let loads = background::report_loads(Arc::clone(&self.shared.journal), limiters, self.life.soft.clone());
        self.background.spawn(loads);
        let lacks =
            wait::watch_for_lacks(Arc::clone(&self.shared.journal), Arc::clone(&self.health), self.life.soft.clone());
        self.background.spawn(lacks);
        self.health.started();
        tracing::info!(http, consumers = started.len(), "started");
        let exit = self.wait(&mut started).await;
        self.stop(started, config.grace, exit).await
    }

    /// Registers this instance and its subjects' consumers with the journal. Nothing may begin before: the journal
    /// would count starts of an unknown instance as those of a dead one, and messages without known consumers as
    /// consumed.
    async fn register(&self, subject_consumers: &[(&'static str, &'static str)], lease: Duration) -> bool {
        let journal = &self.shared.journal;
        let mut report = wait::WaitLog::default();
        loop {
            let registered = async {
                if let Some(lacking) = journal.lacks().await? {
                    return Ok(Some(lacking));
                }
                journal.register_consumers(subject_consumers).await?;
                journal.renew_lease(lease).await.map(|_| None)
            };
            match registered.await {
                Ok(None) => return true,
                Ok(Some(lacking)) => {
                    if let Some(waited) = report.due() {
                        tracing::error!(?waited, "{lacking}");
                    }
                    self.health.starting(lacking);
                }
                Err(error) => {
                    let error = error_chain(&error);
                    tracing::warn!(error, "the journal is not available; trying again");
                    self.health.starting(format!("waiting for the journal: {error}"));
                }
            }
            tokio::select! {
                () = tokio::time::sleep(Duration::from_millis(500)) => {}
                () = self.life.soft.cancelled() => return false,
            }
        }
    }

    /// Waits until the consumers exist. Returns an exit if the service is to end instead.
    async fn wait_for_consumers(&self, specs: &[&'static ConsumerSpec]) -> Option<Exit> {
        let mut link = self.shared.link.state.clone();
        tokio::select! {
            () = wait::wait_for_consumers(specs, &self.shared.link, &self.health) => None,
            () = self.life.soft.cancelled() => Some(Exit::Clean),
            denied = link.wait_for(|state| state.denied.is_some()) => {
                Some(denied_exit(denied.ok().and_then(|state| state.denied.clone())))
            }
        }
    }

    fn start_background(
        &mut self,
        service: &Service<J>,
        subject_consumers: Vec<(&'static str, &'static str)>,
        config: &RuntimeConfig,
    ) {
        let (soft, shared) = (&self.life.soft, &self.shared);
        let dead = service.consumers().into_iter().map(dead_subject);
        let relay = Relay {
            journal: Arc::clone(&shared.journal),
            publisher: shared.publisher.clone(),
            subjects: service.emits.iter().copied().chain(dead).collect(),
        };
        let stop = soft.clone();
        let (interval, age) = (config.relay_interval, config.relay_age);
        self.background.spawn(async move { supervise("relay", || relay.unsent(interval, age, &stop)).await });
        let stop = soft.clone();
        let (interval, age) = (config.reconcile_interval, config.reconcile_age);
        let reconciler = Reconciler {
            journal: Arc::clone(&shared.journal),
            publisher: shared.publisher.clone(),
            link: shared.link.clone(),
            service: telemetry::service(),
            consumers: subject_consumers,
        };
        self.background.spawn(async move { supervise("reconciler", || reconciler.run(interval, age, &stop)).await });
        // Until the very end instead of `soft`: work that is being finished must stay ours.
        let keeper = LeaseKeeper {
            journal: Arc::clone(&shared.journal),
            length: config.lease,
            interrupt: shared.interrupt.clone(),
            watch: Arc::clone(&shared.watch),
        };
        let leaving = self.leaving.clone();
        self.leasing = Some(tokio::spawn(async move { supervise("lease", || keeper.run(leaving.clone())).await }));
    }

    /// Waits for a stop request or a fatal error.
    async fn wait(&self, started: &mut [Started]) -> Exit {
        let mut link = self.shared.link.state.clone();
        let mut pulling: FuturesUnordered<_> = started.iter_mut().map(|unit| &mut unit.pulling).collect();
        tokio::select! {
            () = self.life.soft.cancelled() => Exit::Clean,
            Some(ended) = pulling.next() => match ended {
                Ok(Err(unavailable)) => Exit::Failed(error_chain(&unavailable)),
                Ok(Ok(())) => Exit::Clean,
                Err(panicked) => Exit::Failed(format!("a pull loop panicked: {panicked}")),
            },
            denied = link.wait_for(|state| state.denied.is_some()) => {
                denied_exit(denied.ok().and_then(|state| state.denied.clone()))
            }
        }
    }

    /// Stops pulling, finishes, hands back what is not finished in time, flushes and closes.
    async fn stop(self, started: Vec<Started>, grace: Duration, exit: Exit) -> Exit {
        let hard = self.life.hard.clone();
        tokio::select! {
            () = self.wind_down(started, grace) => exit,
            () = hard.cancelled() => Exit::Hard,
        }
    }

    async fn wind_down(self, started: Vec<Started>, grace: Duration) {
        let Self { shared, health, life, background, servers, leasing, leaving, marking } = self;
        let until = Instant::now() + grace;
        life.soft.cancel();
        let finish = grace.saturating_sub(CLOSING_TIME);
        tracing::info!(in_flight = health.in_flight(), "stopping; finishing work in flight");
        let pulling = started.into_iter().map(|unit| unit.pulling).filter(|pulling| !pulling.is_finished());
        let pulling: Vec<_> = pulling.collect();
        shared.tracker.close();
        servers.close();
        let finished = tokio::time::timeout(finish, async {
            join_all(pulling).await;
            wait_until_idle(&health).await;
            servers.wait().await;
        });
        if finished.await.is_err() {
            tracing::warn!(
                in_flight = health.in_flight(),
                servers = servers.len(),
                "the grace period is over; handing back unfinished work"
            );
        }
        shared.interrupt.raise_for_ever();
        let _ = tokio::time::timeout_at(until - CLOSING_TIME / 3, wait_until_idle(&health)).await;
        background.close();
        let _ = tokio::time::timeout(CLOSING_TIME / 3, background.wait()).await;
        let Shared { link, publisher, tracker, journal, .. } = shared;
        drop(publisher);
        let _ = tokio::time::timeout(CLOSING_TIME / 6, tracker.wait()).await;
        let _ = tokio::time::timeout(CLOSING_TIME / 6, marking).await;
        leaving.cancel();
        if let Some(leasing) = leasing {
            leave(&*journal, leasing).await;
        }
        link.close(CLOSING_TIME / 3).await;
        tracing::info!(in_flight = health.in_flight(), "stopped");
    }
}

fn denied_exit(reason: Option<String>) -> Exit {
    let reason = reason.unwrap_or_default();
    Exit::Misconfigured(format!(
        "NATS denies a permission that this worker needs: {reason}; `auspex topology permissions` prints all it needs"
    ))
}

/// Ends the lease, so that this exit does not count as a death and other instances wait for nothing. The renewal ends
/// before: it would begin the lease again.
async fn leave<J: Journal>(journal: &J, leasing: tokio::task::JoinHandle<()>) {
    let leaving = async {
        let _ = leasing.await;
        journal.end_lease().await
    };
    match tokio::time::timeout(CLOSING_TIME / 3, leaving).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            tracing::warn!(error = error_chain(&error), "the lease could not be ended; it expires by itself");
        }
        Err(_) => tracing::warn!("the lease could not be ended in time; it expires by itself"),
    }
}

/// Waits until nothing is held.
async fn wait_until_idle(health: &Health) {
    while health.in_flight() > 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Leaks the text: a process has a handful of consumers, which live as long as the process.
fn dead_subject(consumer: &'static str) -> &'static str {
    Box::leak(format!("auspex.dead.{consumer}").into_boxed_str())
}
