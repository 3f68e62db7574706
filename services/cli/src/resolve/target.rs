//! Which questions an outcome is about.

use std::fmt;

use domain::event::ScoutAlert;
use domain::{EventId, JobId, Run, RunId, Tenant};
use store::outcomes::Question;
use store::{Runs, Store};

/// Events of these kinds are questions.
const KINDS: [&str; 2] = ["question", "scout_alert"];

/// What is resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// One run.
    Run(RunId),
    /// The run of an event, by its publisher's id.
    Event(String),
    /// Every run about a market, by the venue's id.
    Market(String),
}

/// What it came to.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Decided {
    /// How far YES.
    Value(f64),
    /// An outcome that is called neither yes nor no won.
    Winner(String),
}

impl Target {
    /// A run's id, else an event's.
    pub(super) fn named(text: &str) -> Self {
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

/// The questions that were asked about the target, each with its value; the inner error is for the line that said so.
///
/// # Errors
/// When Postgres cannot be reached.
pub(super) async fn questions(
    store: &Store,
    tenant: &Tenant,
    target: &Target,
    decided: &Decided,
) -> anyhow::Result<Result<Vec<(Question, f64)>, String>> {
    let runs = match target {
        Target::Run(run) => vec![*run],
        Target::Event(event) => match EventId::parse(event) {
            Ok(event) => KINDS.map(|kind| RunId::of_event(JobId::of_event(tenant, kind, &event))).to_vec(),
            Err(error) => return Ok(Err(format!("{event:?} is no event's id: {error}"))),
        },
        Target::Market(market) => store.runs_of_market(tenant, market).await?,
    };
    let mut questions = Vec::new();
    for run in runs {
        let Some(state) = store.load(run).await? else { continue };
        match value(&state.run, decided) {
            Ok(value) => questions.push((Question::of_run(&state.run), value)),
            Err(problem) => return Ok(Err(problem)),
        }
    }
    Ok(Ok(questions))
}

/// A question about a named outcome is YES if that one won. A value is said of the question itself.
fn value(run: &Run, decided: &Decided) -> Result<f64, String> {
    let winner = match decided {
        Decided::Value(value) => return Ok(*value),
        Decided::Winner(winner) => winner,
    };
    match named(run.alert.as_ref()) {
        Some(outcome) => Ok(f64::from(u8::from(outcome.eq_ignore_ascii_case(winner)))),
        None => {
            let id = run.id;
            Err(format!(
                "{winner:?} won, but run {id} asks for yes or no; say it by hand: auspex resolve {id} yes|no|0.3"
            ))
        }
    }
}

/// The outcome that a trade's question names, if it is neither yes nor no.
fn named(alert: Option<&ScoutAlert>) -> Option<&str> {
    let outcome = alert?.trade.outcome.trim();
    let is_plain = outcome.is_empty() || outcome.eq_ignore_ascii_case("yes") || outcome.eq_ignore_ascii_case("no");
    (!is_plain).then_some(outcome)
}
