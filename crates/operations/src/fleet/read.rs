//! Reads the state of the fleet: Postgres for jobs, reasons and money, the streams for what waits.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::access::AccessScope::Operate;
use domain::port::PortError;
use runtime::client::{ConsumerLag, StreamState};
use runtime::topology::{CONSUMERS, ConsumerSpec, Holding, SERVICES, ServiceSpec};
use store::fleet::{ConsumerJobs, ConsumerQueue, MINUTES};
use store::jobs::TenantWork;
use store::ledger::DayBudget;
use worker::degraded::Degraded;

use super::changes::changes;
use super::faults::{Evidence, StreamUse, faults};
use super::state::{ConsumerState, FleetBudget, FleetReviews, FleetState, LimitedTenant, WaitingWork, WorkerState};
use crate::{Context, OperationError, Operations};

/// Maximum time to wait for nats-server.
const MAX_WAIT: Duration = Duration::from_secs(2);
/// Tenants that are listed at most, those with the most work.
const MAX_TENANTS: u32 = 20;
/// Consumer of publishers' events: most of them are settled in groups and are not jobs.
const EVENTS: &str = "classifier";
/// Worker of a reason that no worker of this version gives.
const UNKNOWN_REASON: &str = "researcher";

/// What was read.
#[derive(Default)]
struct Readings {
    instances: Vec<String>,
    jobs: BTreeMap<String, ConsumerJobs>,
    queues: BTreeMap<String, ConsumerQueue>,
    dead: BTreeMap<String, u64>,
    quiet: Vec<u64>,
    degraded: BTreeMap<String, u64>,
    /// What waits in the streams by consumer; `None` if nats-server did not answer.
    lags: Option<BTreeMap<&'static str, Option<ConsumerLag>>>,
}

/// Returns the state of the fleet: workers, faults, why jobs wait, budgets and reviews, of all tenants together. Needs
/// the scope `operate`, which shows names of tenants and reasons, and no payload.
///
/// # Errors
/// Postgres is unavailable. Without an answer of nats-server the state reports it.
pub async fn show(cx: Context<'_>) -> Result<FleetState, OperationError> {
    cx.require(Operate)?;
    let operations = cx.operations;
    let store = operations.all_tenants.fleet();
    let (readings, reasons, reviews, calls) =
        tokio::try_join!(readings(operations), store.reasons(), store.reviews(), store.calls())?;
    let (streams, unsent, tenants, days, starts, models) = tokio::try_join!(
        async { Ok::<_, PortError>(streams(operations).await) },
        async { operations.all_tenants.jobs().unsent().await },
        async { operations.all_tenants.jobs().of_tenants(MAX_TENANTS).await },
        async { operations.all_tenants.ledger().day(cx.now().date_naive()).await },
        store.starts(),
        async { operations.all_tenants.worker_models().list().await },
    )?;
    let waiting = reasons.into_iter().map(|found| WaitingWork {
        consumer: found.consumer,
        reason: found.reason,
        jobs: found.jobs,
        since: found.since,
        next_at: found.next_at,
    });
    let mut state = FleetState {
        at: cx.now(),
        workers: workers(&readings, cx.now()),
        changes: changes(&starts, &models, cx.now()),
        waiting: waiting.collect(),
        limited: limited(&tenants, &days),
        reviews: FleetReviews { results: reviews.results, oldest_at: reviews.oldest_at },
        budget: total(&days),
        unsent,
        has_streams: readings.lags.is_some(),
        degraded: readings.degraded,
        ..FleetState::default()
    };
    state.faults = faults(&state, &Evidence { streams, calls: (calls.calls, calls.unknown) });
    state.summary = summary(&state);
    Ok(state)
}

async fn readings(operations: &Operations) -> Result<Readings, PortError> {
    let (store, results) = (operations.all_tenants.fleet(), operations.all_tenants.results());
    let lags = async { Ok(lags(operations).await) };
    let (instances, jobs, queues, dead, quiet, degraded, lags) = tokio::try_join!(
        store.instances(),
        store.jobs(),
        store.queues(),
        store.dead_letters(),
        store.quiet_by_minute(),
        results.degraded(None),
        lags
    )?;
    Ok(Readings {
        instances,
        jobs: jobs.into_iter().map(|jobs| (jobs.consumer.clone(), jobs)).collect(),
        queues: queues.into_iter().map(|queue| (queue.consumer.clone(), queue)).collect(),
        dead,
        quiet,
        degraded: degraded.reasons,
        lags,
    })
}

async fn lags(operations: &Operations) -> Option<BTreeMap<&'static str, Option<ConsumerLag>>> {
    let read = async { Some(operations.broker.client().await.ok()?.lag().await) };
    let lags = tokio::time::timeout(MAX_WAIT, read).await.ok()??;
    // A server that is away answers for no consumer.
    lags.iter().any(|(_, lag)| lag.is_some()).then(|| lags.into_iter().collect())
}

/// Returns the use of the streams that refuse messages when they are full.
async fn streams(operations: &Operations) -> Vec<StreamUse> {
    let read = async {
        match operations.broker.client().await {
            Ok(client) => client.streams().await,
            Err(_) => Vec::new(),
        }
    };
    let states = tokio::time::timeout(MAX_WAIT, read).await.unwrap_or_default();
    let limited = |state: &StreamState| matches!(state.holding, Holding::Events | Holding::Work);
    let limited = states.into_iter().filter_map(|(_, state)| state).filter(limited);
    limited.map(|state| StreamUse { stream: state.stream, bytes: state.bytes, max_bytes: state.max_bytes }).collect()
}

fn workers(readings: &Readings, now: domain::Time) -> Vec<WorkerState> {
    SERVICES
        .iter()
        .map(|service| {
            let specs = || CONSUMERS.iter().filter(|spec| spec.service == service.name);
            let consumers: Vec<ConsumerState> = specs().map(|spec| consumer(readings, spec, now)).collect();
            let jobs: Vec<&ConsumerJobs> = specs().filter_map(|spec| readings.jobs.get(spec.name)).collect();
            worker(readings, service.name, (consumers, &jobs))
        })
        .collect()
}

fn consumer(readings: &Readings, spec: &ConsumerSpec, now: domain::Time) -> ConsumerState {
    let lag = readings.lags.as_ref().map(|lags| lags.get(spec.name).and_then(Option::as_ref));
    let oldest_at = readings.queues.get(spec.name).and_then(|queue| queue.oldest_at);
    let jobs = readings.jobs.get(spec.name).map_or(0, |jobs| jobs.ended_recently);
    let quiet: u64 = if spec.name == EVENTS { readings.quiet.iter().rev().take(10).sum() } else { 0 };
    ConsumerState {
        consumer: spec.name.to_owned(),
        pending: lag.flatten().map(|lag| lag.pending),
        unacknowledged: lag.flatten().map(|lag| lag.ack_pending),
        exists: lag.is_none_or(|lag| lag.is_some()),
        oldest_seconds: oldest_at.map(|at| u64::try_from((now - at).num_seconds()).unwrap_or(0)),
        ended_recently: jobs + quiet,
    }
}

fn worker(readings: &Readings, name: &str, (consumers, jobs): (Vec<ConsumerState>, &[&ConsumerJobs])) -> WorkerState {
    let mut by_minute = vec![0; MINUTES];
    let quiet = (name == EVENTS).then_some(&readings.quiet);
    for history in jobs.iter().map(|jobs| &jobs.by_minute).chain(quiet) {
        by_minute.iter_mut().zip(history).for_each(|(minute, jobs)| *minute += jobs);
    }
    let quiet: u64 = quiet.map_or(0, |quiet| quiet.iter().rev().take(5).sum());
    let sum = |count: fn(&ConsumerJobs) -> u64| jobs.iter().map(|jobs| count(jobs)).sum::<u64>();
    // The consumer with the most jobs represents the worker: percentiles cannot be added.
    let largest = jobs.iter().max_by_key(|jobs| jobs.by_minute.iter().sum::<u64>());
    let queues = || consumers.iter().filter_map(|one| readings.queues.get(&one.consumer));
    WorkerState {
        worker: name.to_owned(),
        replicas: readings.instances.iter().filter(|instance| is_of(instance, name)).count() as u64,
        pending: consumers.iter().map(|one| one.pending).sum::<Option<u64>>(),
        in_flight: sum(|jobs| jobs.running),
        put_off: queues().map(|queue| queue.parked).sum(),
        oldest_seconds: consumers.iter().filter_map(|one| one.oldest_seconds).max(),
        per_minute: (sum(|jobs| jobs.ended) + quiet) as f64 / 5.0,
        median_seconds: largest.and_then(|jobs| jobs.median_seconds),
        p95_seconds: largest.and_then(|jobs| jobs.p95_seconds),
        failures: sum(|jobs| jobs.failures),
        dead_letters: consumers.iter().filter_map(|one| readings.dead.get(&one.consumer)).sum(),
        degraded: readings
            .degraded
            .iter()
            .filter(|(reason, _)| worker_of(reason) == name)
            .map(|(_, count)| count)
            .sum(),
        by_minute,
        consumers,
    }
}

/// Returns the worker that makes answers without a reply: the first one, if several do.
fn worker_of(reason: &str) -> &'static str {
    let gives = |service: &&ServiceSpec| Degraded::by_service(service.name).iter().any(|known| known.name() == reason);
    SERVICES.iter().find(gives).map_or(UNKNOWN_REASON, |service| service.name)
}

/// Returns `true` for an instance of a service: its name is that of the service with a suffix.
pub(super) fn is_of(instance: &str, service: &str) -> bool {
    instance.strip_prefix(service).is_some_and(|suffix| suffix.starts_with('-'))
}

/// Returns the tenants that a limit or a budget holds back.
fn limited(tenants: &[TenantWork], days: &[DayBudget]) -> Vec<LimitedTenant> {
    let mut found: BTreeMap<&str, LimitedTenant> = BTreeMap::new();
    for work in tenants.iter().filter(|work| !work.rate_limited.is_empty() || !work.in_flight_limited.is_empty()) {
        let entry = found.entry(&work.tenant).or_default();
        (entry.in_flight, entry.held_back) = (work.running, work.held_back);
        entry.by_rate.clone_from(&work.rate_limited);
        entry.by_in_flight.clone_from(&work.in_flight_limited);
    }
    days.iter()
        .filter(|day| day.is_used_up())
        .for_each(|day| found.entry(day.tenant()).or_default().budget_used = true);
    found.into_iter().map(|(tenant, one)| LimitedTenant { tenant: tenant.to_owned(), ..one }).collect()
}

fn total(days: &[DayBudget]) -> FleetBudget {
    let sum = |amount: fn(&DayBudget) -> u64| days.iter().fold(0_u64, |sum, day| sum.saturating_add(amount(day)));
    FleetBudget {
        tenants: days.len() as u64,
        limit_micro_usd: sum(|day| day.limit.0),
        committed_micro_usd: sum(|day| day.committed.0),
        used_up: days.iter().filter(|day| day.is_used_up()).count() as u64,
    }
}

/// Returns the worst fault, or that the workers keep up.
fn summary(state: &FleetState) -> String {
    match state.faults.as_slice() {
        [] => "All five workers keep up.".to_owned(),
        [worst] => sentence(&worst.detail),
        [worst, rest @ ..] => format!("{} {} more.", sentence(&worst.detail), rest.len()),
    }
}

/// Returns a text as a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at() -> domain::Time {
        domain::testing::when()
    }

    fn readings() -> Readings {
        let jobs = |consumer: &str, ended: u64, p95: f64| ConsumerJobs {
            consumer: consumer.to_owned(),
            ended,
            running: 1,
            p95_seconds: Some(p95),
            by_minute: vec![ended; MINUTES],
            ..ConsumerJobs::default()
        };
        let queue = ConsumerQueue {
            consumer: "forecaster-runs".to_owned(),
            oldest_at: Some(at() - chrono::TimeDelta::seconds(90)),
            parked: 2,
            next_at: None,
        };
        let both = [jobs("forecaster-runs", 1, 9.0), jobs("forecaster-rounds", 4, 30.0)];
        Readings {
            instances: vec!["forecaster-1".to_owned(), "forecaster-2".to_owned(), "forecasters-3".to_owned()],
            jobs: both.into_iter().map(|jobs| (jobs.consumer.clone(), jobs)).collect(),
            queues: BTreeMap::from([("forecaster-runs".to_owned(), queue)]),
            quiet: vec![5; MINUTES],
            degraded: BTreeMap::from([("no_analysis".to_owned(), 2), ("anything".to_owned(), 3)]),
            ..Readings::default()
        }
    }

    #[test]
    fn a_worker_is_the_sum_of_its_consumers() {
        let workers = workers(&readings(), at());
        let forecaster = workers.iter().find(|worker| worker.worker == "forecaster").unwrap();
        assert_eq!((forecaster.replicas, forecaster.in_flight, forecaster.put_off), (2, 2, 2));
        assert_eq!((forecaster.oldest_seconds, forecaster.p95_seconds), (Some(90), Some(30.0)));
        assert_eq!((forecaster.by_minute[0], forecaster.degraded, forecaster.pending), (5, 2, None));
        let find = |name: &str| workers.iter().find(|worker| worker.worker == name).unwrap();
        assert_eq!((find("researcher").degraded, find("researcher").replicas), (3, 0));
        assert_eq!((find("classifier").per_minute, find("classifier").by_minute[7]), (5.0, 5));
    }

    #[test]
    fn the_summary_is_the_worst_fault_or_that_all_is_well() {
        let mut state = FleetState::default();
        assert_eq!(summary(&state), "All five workers keep up.");
        state.unsent = 200;
        state.faults = faults(&state, &Evidence::default());
        assert_eq!(summary(&state), "The streams did not answer the gateway: what waits in them is unknown. 1 more.");
    }
}
