//! Questions to which an outcome applies.

use std::fmt;

use domain::event::ScoutAlert;
use domain::{EventId, JobId, Run, RunId, Tenant};
use store::outcomes::TrackedQuestion;
use store::{Runs, Store};

/// Kinds of events that are questions.
const QUESTION_KINDS: [&str; 2] = ["question", "scout_alert"];

/// Target of a resolution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// A run, by its id.
    Run(RunId),
    /// The run of an event, by the publisher's id.
    Event(String),
    /// All runs about a market, by the venue's id.
    Market(String),
}

/// Outcome of a target.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Decided {
    /// Share of YES, 0 to 1.
    Value(f64),
    /// Name of the winning outcome, which is neither yes nor no.
    Winner(String),
}

impl Target {
    /// Parses a run id, or else takes the text as an event id.
    pub(super) fn parse(text: &str) -> Self {
        text.parse().map_or_else(|_| Self::Event(text.to_owned()), Self::Run)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run(run) => write!(f, "run {run}"),
            Self::Event(event) => write!(f, "event {event}"),
            Self::Market(market) => write!(f, "market {market}"),
        }
    }
}

/// Returns the questions about the target with their values. The inner error is a refusal of the line.
///
/// # Errors
/// When Postgres cannot be reached.
pub(super) async fn questions(
    store: &Store,
    tenant: &Tenant,
    target: &Target,
    decided: &Decided,
) -> anyhow::Result<Result<Vec<(TrackedQuestion, f64)>, String>> {
    let runs = match target {
        Target::Run(run) => vec![*run],
        Target::Event(event) => match EventId::parse(event) {
            Ok(event) => runs_of_event(tenant, &event).to_vec(),
            Err(error) => return Ok(Err(format!("{event:?} is not an event id: {error}"))),
        },
        Target::Market(market) => store.outcomes().runs_of_market(tenant, market).await?,
    };
    let mut questions = Vec::new();
    for run in runs {
        let Some(state) = store.runs().load(run).await? else { continue };
        match value(&state.run, decided) {
            Ok(value) => questions.push((TrackedQuestion::of_run(&state.run), value)),
            Err(problem) => return Ok(Err(problem)),
        }
    }
    Ok(Ok(questions))
}

/// Returns the runs that an event may have started: one of them, as an event is of one kind.
pub(super) fn runs_of_event(tenant: &Tenant, event: &EventId) -> [RunId; 2] {
    QUESTION_KINDS.map(|kind| RunId::for_event(JobId::for_event(tenant, kind, event)))
}

/// Returns the value of an outcome for a run. A question about a named outcome is YES if that outcome won.
fn value(run: &Run, decided: &Decided) -> Result<f64, String> {
    let winner = match decided {
        Decided::Value(value) => return Ok(*value),
        Decided::Winner(winner) => winner,
    };
    match named_outcome(run.alert.as_ref()) {
        Some(outcome) => Ok(f64::from(u8::from(outcome.eq_ignore_ascii_case(winner)))),
        None => {
            let id = run.id;
            Err(format!(
                "{winner:?} won, but run {id} is a yes/no question; record its outcome with auspex resolve {id} yes|no|0.3"
            ))
        }
    }
}

/// Returns the outcome that a trade's question names, if it is neither yes nor no.
fn named_outcome(alert: Option<&ScoutAlert>) -> Option<&str> {
    let outcome = alert?.trade.outcome.trim();
    let is_plain = outcome.is_empty() || outcome.eq_ignore_ascii_case("yes") || outcome.eq_ignore_ascii_case("no");
    (!is_plain).then_some(outcome)
}
