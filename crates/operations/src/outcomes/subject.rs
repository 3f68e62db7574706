//! Questions that an outcome is about: a run, the runs of an event, or all runs about a market.

use domain::event::ScoutAlert;
use domain::run::RunState;
use domain::{EventId, JobId, Run, RunId};
use serde::{Deserialize, Serialize};
use store::Runs;
use utoipa::IntoParams;
use uuid::Uuid;

use super::checked_outcome;
use crate::runs::check_owned;
use crate::{Context, OperationError};

/// Kinds of events that are questions.
const QUESTION_KINDS: [&str; 2] = ["question", "scout_alert"];
/// Maximum characters of the id of a market.
const MAX_MARKET: usize = 256;

/// Names questions: one of the three.
#[derive(Debug, Clone, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct SubjectQuery {
    /// Id of the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<Uuid>,
    /// Publisher's id of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Id of the market at its venue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub market: Option<String>,
}

/// What an outcome is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Subject {
    Run(RunId),
    Event(EventId),
    Market(String),
}

impl Subject {
    pub(super) fn read(query: SubjectQuery) -> Result<Self, OperationError> {
        match (query.run, query.event, query.market) {
            (Some(run), None, None) => Ok(Self::Run(RunId(run))),
            (None, Some(event), None) => EventId::parse(&event)
                .map(Self::Event)
                .map_err(|error| OperationError::invalid("event", error.to_string())),
            (None, None, Some(market)) if is_market(&market) => Ok(Self::Market(market)),
            (None, None, Some(_)) => {
                Err(OperationError::invalid("market", format!("must have 1 to {MAX_MARKET} characters and no NUL")))
            }
            _ => Err(OperationError::invalid("run", "name a question with one of `run`, `event` and `market`")),
        }
    }
}

fn is_market(text: &str) -> bool {
    !text.is_empty() && text.chars().count() <= MAX_MARKET && !text.contains('\0')
}

/// Returns the runs about the subject; none if the tenant has none.
pub(super) async fn questions(cx: Context<'_>, subject: &Subject) -> Result<Vec<RunState>, OperationError> {
    let store = cx.store();
    let runs = match subject {
        Subject::Run(run) => vec![*run],
        // One of them, as an event is of one kind.
        Subject::Event(event) => {
            QUESTION_KINDS.map(|kind| RunId::for_event(JobId::for_event(cx.tenant(), kind, event))).to_vec()
        }
        Subject::Market(market) => store.outcomes().runs_of_market(cx.tenant(), market).await?,
    };
    let mut states = Vec::new();
    for run in runs {
        match check_owned(cx, run).await {
            Ok(()) => states.extend(store.runs().load(run).await?),
            Err(OperationError::NotFound { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(states)
}

/// The outcome as it is reported.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Decided {
    /// Share of YES, 0 to 1.
    Value(f64),
    /// Name of the winning outcome, which is neither yes nor no.
    Winner(String),
}

impl Decided {
    /// Returns the value for a run. A question about a named outcome is YES if that outcome won.
    pub(super) fn value_for(&self, run: &Run) -> Result<f64, OperationError> {
        let winner = match self {
            Self::Value(value) => return checked_outcome(*value),
            Self::Winner(winner) => winner,
        };
        let Some(named) = named_outcome(run.alert.as_ref()) else {
            let id = run.id;
            let text = format!(
                "{winner:?} won, but run {id} is a yes/no question; record its outcome as a number from 0 to 1"
            );
            return Err(OperationError::StateForbids(text));
        };
        Ok(f64::from(u8::from(named.eq_ignore_ascii_case(winner))))
    }
}

/// Returns the outcome that a trade's question names, if it is neither yes nor no.
fn named_outcome(alert: Option<&ScoutAlert>) -> Option<&str> {
    let outcome = alert?.trade.outcome.trim();
    let is_plain = outcome.is_empty() || outcome.eq_ignore_ascii_case("yes") || outcome.eq_ignore_ascii_case("no");
    (!is_plain).then_some(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_one_name_is_required() {
        let read = |run: Option<Uuid>, event: Option<&str>, market: Option<&str>| {
            Subject::read(SubjectQuery { run, event: event.map(str::to_owned), market: market.map(str::to_owned) })
        };
        assert_eq!(read(Some(Uuid::nil()), None, None).unwrap(), Subject::Run(RunId(Uuid::nil())));
        assert_eq!(read(None, None, Some("0xabc")).unwrap(), Subject::Market("0xabc".to_owned()));
        for wrong in [
            read(None, None, None),
            read(Some(Uuid::nil()), Some("e"), None),
            read(None, Some(""), None),
            read(None, None, Some("")),
            read(None, None, Some("a\0")),
        ] {
            assert!(matches!(wrong, Err(OperationError::Input(_))), "{wrong:?}");
        }
    }

    #[test]
    fn a_named_winner_decides_no_question_of_yes_and_no() {
        let error = Decided::Winner("France".to_owned()).value_for(&domain::testing::run()).unwrap_err();
        assert!(error.to_string().contains("yes/no question"), "{error}");
    }
}
