//! Faults of the fleet: conditions over its state, named like the alerts, whose runbooks say what to do. Alerts compare
//! metrics over minutes; these conditions compare what Postgres and the streams show at one time.

use runtime::is_planned_wait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::state::{ConsumerState, FleetState, WorkerState};

/// Messages that wait for a consumer from which it lags.
const LAG: u64 = 1_000;
/// Age in seconds of the oldest message from which a queue is old.
const OLD: u64 = 300;
/// Age in seconds from which a consumer that settles nothing is a fault.
const IDLE: u64 = 600;
/// Stored messages that are not published from which the outbox is a fault.
const UNSENT: u64 = 100;
/// Answers without a model's reply within a day from which they are a fault.
const DEGRADED: u64 = 10;
/// Jobs that wait for one reason from which it is a fault.
const PUT_OFF: u64 = 20;
/// Use of a stream's limit in percent from which it is a fault.
const FULL_PERCENT: u64 = 70;

/// Urgency of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FaultSeverity {
    /// Work has stopped or is lost soon.
    Critical,
    /// Answers are late, incomplete or expensive.
    Warning,
}

/// A fault of the fleet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FleetFault {
    /// Name of the runbook, e.g. `AuspexConsumerLags`: `docs/runbooks/NAME.md`.
    pub name: String,
    /// Urgency of the fault.
    pub severity: FaultSeverity,
    /// Worker, consumer, stream or tenant that it concerns; empty for the whole fleet.
    pub about: String,
    /// The fault in a sentence.
    pub detail: String,
}

/// A stream and its use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StreamUse {
    /// Name of the stream.
    pub(super) stream: &'static str,
    /// Bytes that it stores.
    pub(super) bytes: u64,
    /// Its limit; 0 for none.
    pub(super) max_bytes: u64,
}

/// What the conditions read besides the state.
#[derive(Debug, Clone, Default)]
pub(super) struct Evidence {
    /// Streams that refuse messages when they are full.
    pub(super) streams: Vec<StreamUse>,
    /// Model calls of the last hour, and those with an unknown outcome.
    pub(super) calls: (u64, u64),
}

macro_rules! runbooks {
    ($($name:literal),+ $(,)?) => {
        /// Name and text of the runbooks of all conditions.
        pub const RUNBOOKS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../../docs/runbooks/", $name, ".md")))),+];
    };
}

runbooks!(
    "AuspexWorkerAbsent",
    "AuspexNothingIsWorkedOn",
    "AuspexConsumerMissing",
    "AuspexDisconnected",
    "AuspexStreamFills",
    "AuspexOutboxUnsent",
    "AuspexConsumerLags",
    "AuspexQueueAges",
    "AuspexDeadLetters",
    "AuspexWorkIsPutOff",
    "AuspexBudgetDenials",
    "AuspexUnknownCalls",
    "AuspexAnswersDegraded",
);

/// Returns the faults of a state, the worst first.
pub(super) fn faults(state: &FleetState, evidence: &Evidence) -> Vec<FleetFault> {
    let mut found = Vec::new();
    if !state.has_streams {
        let detail = "the streams did not answer the gateway: what waits in them is unknown";
        found.push(fault("AuspexDisconnected", FaultSeverity::Critical, ("nats-server", detail.to_owned())));
    }
    for worker in &state.workers {
        of_worker(worker, &mut found);
        for consumer in &worker.consumers {
            found.extend(of_consumer(consumer));
        }
    }
    found.extend(evidence.streams.iter().filter_map(of_stream));
    of_fleet(state, evidence, &mut found);
    found.sort_by_key(|fault| {
        (fault.severity, RUNBOOKS.iter().position(|(name, _)| *name == fault.name), fault.about.clone())
    });
    found
}

fn fault(name: &str, severity: FaultSeverity, (about, detail): (&str, String)) -> FleetFault {
    FleetFault { name: name.to_owned(), severity, about: about.to_owned(), detail }
}

fn of_worker(worker: &WorkerState, found: &mut Vec<FleetFault>) {
    let name = worker.worker.as_str();
    if worker.replicas == 0 {
        let detail = format!("no {name} runs; its work waits");
        found.push(fault("AuspexWorkerAbsent", FaultSeverity::Critical, (name, detail)));
    }
    if worker.dead_letters > 0 {
        let detail = match worker.dead_letters {
            1 => format!("the {name} dead-lettered one message within the last hour"),
            letters => format!("the {name} dead-lettered {letters} messages within the last hour"),
        };
        found.push(fault("AuspexDeadLetters", FaultSeverity::Warning, (name, detail)));
    }
    if worker.degraded >= DEGRADED {
        let detail = format!("the {name} gave {} answers without the model within a day", worker.degraded);
        found.push(fault("AuspexAnswersDegraded", FaultSeverity::Warning, (name, detail)));
    }
}

/// Returns the worst fault of a consumer: one that works on nothing lags, too.
fn of_consumer(consumer: &ConsumerState) -> Option<FleetFault> {
    let name = consumer.consumer.as_str();
    if !consumer.exists {
        let detail = format!("the consumer {name} does not exist; its messages wait");
        return Some(fault("AuspexConsumerMissing", FaultSeverity::Critical, (name, detail)));
    }
    let open = consumer.pending.unwrap_or(0) + consumer.unacknowledged.unwrap_or(0);
    let (oldest, pending) = (consumer.oldest_seconds.unwrap_or(0), consumer.pending.unwrap_or(0));
    if open > 0 && oldest >= IDLE && consumer.ended_recently == 0 {
        let detail = format!("{open} messages wait for {name} and none was settled for ten minutes");
        return Some(fault("AuspexNothingIsWorkedOn", FaultSeverity::Critical, (name, detail)));
    }
    if pending > LAG {
        let detail = format!("{pending} messages wait for {name}");
        return Some(fault("AuspexConsumerLags", FaultSeverity::Warning, (name, detail)));
    }
    let detail = || format!("the oldest message for {name} has waited for {} minutes", oldest / 60);
    (open > 0 && oldest >= OLD).then(|| fault("AuspexQueueAges", FaultSeverity::Warning, (name, detail())))
}

fn of_stream(stream: &StreamUse) -> Option<FleetFault> {
    let StreamUse { stream, bytes, max_bytes } = *stream;
    let percent = u128::from(bytes) * 100 / u128::from(max_bytes.max(1));
    let detail = || format!("{stream} has used {percent} % of its limit; a full stream refuses messages");
    (max_bytes > 0 && percent >= u128::from(FULL_PERCENT))
        .then(|| fault("AuspexStreamFills", FaultSeverity::Critical, (stream, detail())))
}

fn of_fleet(state: &FleetState, evidence: &Evidence, found: &mut Vec<FleetFault>) {
    if state.unsent > UNSENT {
        let detail = format!("{} messages are stored and not published", state.unsent);
        found.push(fault("AuspexOutboxUnsent", FaultSeverity::Warning, ("", detail)));
    }
    for work in state.waiting.iter().filter(|work| work.jobs >= PUT_OFF && !is_planned_wait(&work.reason)) {
        let detail = format!("{} jobs of {} wait: {}", work.jobs, work.consumer, work.reason);
        found.push(fault("AuspexWorkIsPutOff", FaultSeverity::Warning, (&work.consumer, detail)));
    }
    for tenant in state.limited.iter().filter(|tenant| tenant.budget_used) {
        let detail = format!("the tenant {} has used up its budget of today; its calls are denied", tenant.tenant);
        found.push(fault("AuspexBudgetDenials", FaultSeverity::Warning, (&tenant.tenant, detail)));
    }
    let (calls, unknown) = evidence.calls;
    if unknown > 0 && unknown.saturating_mul(50) > calls {
        let detail = format!("{unknown} of {calls} model calls of the last hour have an unknown outcome");
        found.push(fault("AuspexUnknownCalls", FaultSeverity::Warning, ("", detail)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::{LimitedTenant, WaitingWork};
    use super::*;

    fn healthy() -> FleetState {
        let consumer = ConsumerState {
            consumer: "filter".to_owned(),
            pending: Some(3),
            unacknowledged: Some(1),
            exists: true,
            oldest_seconds: Some(20),
            ended_recently: 5,
        };
        let worker =
            WorkerState { worker: "filter".to_owned(), replicas: 1, consumers: vec![consumer], ..Default::default() };
        FleetState { workers: vec![worker], has_streams: true, ..FleetState::default() }
    }

    fn names(state: &FleetState, evidence: &Evidence) -> Vec<String> {
        faults(state, evidence).into_iter().map(|fault| fault.name).collect()
    }

    #[test]
    fn a_healthy_fleet_has_no_fault() {
        assert_eq!(faults(&healthy(), &Evidence { calls: (100, 2), ..Evidence::default() }), []);
    }

    #[test]
    fn each_condition_has_the_name_of_its_runbook() {
        type Change = fn(&mut FleetState, &mut Evidence);
        let cases: [(&str, Change); 13] = [
            ("AuspexWorkerAbsent", |state, _| state.workers[0].replicas = 0),
            ("AuspexNothingIsWorkedOn", |state, _| {
                let consumer = &mut state.workers[0].consumers[0];
                (consumer.oldest_seconds, consumer.ended_recently, consumer.pending) = (Some(700), 0, Some(2_000));
            }),
            ("AuspexConsumerMissing", |state, _| state.workers[0].consumers[0].exists = false),
            ("AuspexDisconnected", |state, _| state.has_streams = false),
            ("AuspexStreamFills", |_, evidence| {
                evidence.streams = vec![StreamUse { stream: "AUSPEX_WORK", bytes: u64::MAX, max_bytes: u64::MAX }];
            }),
            ("AuspexOutboxUnsent", |state, _| state.unsent = 101),
            ("AuspexConsumerLags", |state, _| state.workers[0].consumers[0].pending = Some(1_001)),
            ("AuspexQueueAges", |state, _| state.workers[0].consumers[0].oldest_seconds = Some(300)),
            ("AuspexDeadLetters", |state, _| state.workers[0].dead_letters = 1),
            ("AuspexWorkIsPutOff", |state, _| {
                let reason = "the provider is in cool-down".to_owned();
                let (consumer, since, next_at) = ("filter".to_owned(), state.at, None);
                state.waiting = vec![WaitingWork { consumer, reason, jobs: 20, since, next_at }];
            }),
            ("AuspexBudgetDenials", |state, _| {
                state.limited = vec![LimitedTenant { budget_used: true, ..LimitedTenant::default() }];
            }),
            ("AuspexUnknownCalls", |_, evidence| evidence.calls = (100, 3)),
            ("AuspexAnswersDegraded", |state, _| state.workers[0].degraded = 10),
        ];
        assert_eq!(cases.map(|(name, _)| name), *RUNBOOKS.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        for (name, change) in cases {
            let (mut state, mut evidence) = (healthy(), Evidence::default());
            change(&mut state, &mut evidence);
            assert_eq!(names(&state, &evidence), [name]);
            let text = RUNBOOKS.iter().find(|(known, _)| *known == name).unwrap().1;
            assert!(text.starts_with(&format!("# {name}\n")), "{name}");
        }
    }

    #[test]
    fn a_planned_wait_is_no_fault() {
        let mut state = healthy();
        let (consumer, since) = ("forecaster".to_owned(), state.at);
        let wait = |reason: &str| {
            let (consumer, reason) = (consumer.clone(), reason.to_owned());
            WaitingWork { consumer, reason, jobs: 500, since, next_at: None }
        };
        state.waiting = vec![wait("as planned: the model call waits for its batch")];
        assert_eq!(faults(&state, &Evidence::default()), []);
        state.waiting.push(wait("no object store"));
        assert_eq!(names(&state, &Evidence::default()), ["AuspexWorkIsPutOff"]);
    }

    #[test]
    fn what_is_critical_comes_first() {
        let mut state = healthy();
        (state.unsent, state.workers[0].replicas) = (500, 0);
        assert_eq!(names(&state, &Evidence::default()), ["AuspexWorkerAbsent", "AuspexOutboxUnsent"]);
    }
}
