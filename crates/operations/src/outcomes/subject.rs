//! Questions that an outcome is about: a run, the runs of an event, or all runs about a market.

use domain::answer::ResolvedAnswer;
use domain::event::ScoutAlert;
use domain::outcome::DecidedOutcome;
use domain::run::RunState;
use domain::{AnswerKind, EventId, JobId, Run, RunId};
use serde::{Deserialize, Serialize};
use store::Runs;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::checked_outcome;
use crate::runs::check_owned;
use crate::{Context, OperationError};

/// Kinds of events that are questions.
const QUESTION_KINDS: [&str; 2] = ["question", "scout_alert"];
/// Maximum characters of the id of a market.
const MAX_MARKET: usize = 256;

/// Names questions: one of the three.
#[derive(Debug, Clone, Default, Serialize, Deserialize, IntoParams, ToSchema)]
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
    /// The answer as a person writes it, read by the kind of the question.
    Answer(String),
}

impl Decided {
    /// Reads one of the three forms.
    pub(super) fn read(
        outcome: Option<f64>,
        winner: Option<String>,
        answer: Option<String>,
    ) -> Result<Self, OperationError> {
        match (outcome, winner, answer) {
            (Some(outcome), None, None) => Ok(Self::Value(checked_outcome(outcome)?)),
            (None, Some(winner), None) => Ok(Self::Winner(winner)),
            (None, None, Some(answer)) => Ok(Self::Answer(answer)),
            _ => Err(OperationError::invalid("outcome", "is required, or `winner` or `answer` in its place")),
        }
    }

    /// Returns the outcome of a run's question, by the kind of its answer.
    pub(super) fn for_run(&self, run: &Run) -> Result<DecidedOutcome, OperationError> {
        let kind = run.answer_kind();
        match (self, &kind) {
            (Self::Value(value), AnswerKind::Binary) => Ok(DecidedOutcome::Value(*value)),
            (Self::Winner(winner), AnswerKind::Binary) => value_for(winner, run).map(DecidedOutcome::Value),
            (Self::Answer(answer), AnswerKind::Binary) => {
                let value = yes_or_no(answer).map_err(|problem| OperationError::invalid("answer", problem))?;
                Ok(DecidedOutcome::Value(value))
            }
            (Self::Value(value), AnswerKind::Conditional { .. }) => {
                Ok(DecidedOutcome::Answer(ResolvedAnswer::Given(*value)))
            }
            (Self::Value(value), AnswerKind::MultipleChoice { options, .. })
                if named_option(*value, options).is_some() =>
            {
                let option = named_option(*value, options).unwrap_or_default();
                Ok(DecidedOutcome::Answer(ResolvedAnswer::Option(option.to_owned())))
            }
            (Self::Winner(answer) | Self::Answer(answer), AnswerKind::MultipleChoice { options, .. })
                if !options.iter().any(|option| option.eq_ignore_ascii_case(answer.trim())) && is_annulled(answer) =>
            {
                Err(OperationError::invalid("answer", without_outcome(answer)))
            }
            (Self::Winner(answer), AnswerKind::MultipleChoice { .. }) | (Self::Answer(answer), _) => {
                let read = ResolvedAnswer::read(&kind, answer);
                read.map(DecidedOutcome::Answer).map_err(|problem| OperationError::invalid("answer", problem))
            }
            (Self::Value(_) | Self::Winner(_), _) => {
                let text =
                    format!("run {} is a {} question; record its `answer`", run.id, kind.name().replace('_', " "));
                Err(OperationError::StateForbids(text))
            }
        }
    }
}

/// Returns the option that is named like a value: `Yes` for 1, `No` for 0.
fn named_option(value: f64, options: &[String]) -> Option<&str> {
    let name = match value {
        1.0 => "yes",
        0.0 => "no",
        _ => return None,
    };
    options.iter().map(String::as_str).find(|option| option.eq_ignore_ascii_case(name))
}

/// Returns the value of a run for the outcome that won. A question about a named outcome is YES if it is that one.
fn value_for(winner: &str, run: &Run) -> Result<f64, OperationError> {
    let Some(named) = named_outcome(run.alert.as_ref()) else {
        let id = run.id;
        let text =
            format!("{winner:?} won, but run {id} is a yes/no question; record its outcome as a number from 0 to 1");
        return Err(OperationError::StateForbids(text));
    };
    let is_named = named.eq_ignore_ascii_case(winner);
    if !is_named && is_annulled(winner) {
        return Err(OperationError::invalid("winner", without_outcome(winner)));
    }
    Ok(f64::from(u8::from(is_named)))
}

/// Returns `true` for a word that says that a question ended without an outcome. In an open list of options it would be
/// the name of an option.
fn is_annulled(text: &str) -> bool {
    const WORDS: [&str; 10] =
        ["n/a", "na", "annulled", "ambiguous", "cancelled", "canceled", "cancel", "void", "voided", "invalid"];
    WORDS.contains(&text.trim().to_lowercase().as_str())
}

fn without_outcome(text: &str) -> String {
    format!("a question that ended as {text:?} has no outcome; leave it unresolved")
}

/// Reads the outcome of a question by yes or no: `yes`, `no`, or a share from 0 (NO) to 1 (YES).
///
/// # Errors
/// The text is not an outcome; the error lists the valid forms.
pub fn yes_or_no(text: &str) -> Result<f64, String> {
    let text = text.trim();
    if is_annulled(text) {
        return Err(without_outcome(text));
    }
    match (domain::answer::yes_or_no(text), text.parse::<f64>()) {
        (Some(yes), _) => Ok(f64::from(u8::from(yes))),
        (_, Ok(value)) if (0.0..=1.0).contains(&value) => Ok(value),
        (_, Ok(_)) => Err(format!("{text} is outside 0 (NO) to 1 (YES); write 30 percent as 0.3")),
        (_, Err(_)) => Err(format!("{text:?} is not an outcome; write yes, no, or a number from 0 (NO) to 1 (YES)")),
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
    use domain::event::{Market, Side, Trade, Trader};

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
        let error = value_for("France", &domain::testing::run()).unwrap_err();
        assert!(error.to_string().contains("yes/no question"), "{error}");
    }

    #[test]
    fn an_answer_is_read_by_the_kind_of_the_question() {
        let mut run = domain::testing::run();
        let read = |run: &Run, text: &str| Decided::Answer(text.to_owned()).for_run(run);
        assert_eq!(read(&run, "Yes").unwrap(), DecidedOutcome::Value(1.0));
        assert_eq!(read(&run, "0.3").unwrap(), DecidedOutcome::Value(0.3));
        assert!(read(&run, "30").unwrap_err().to_string().contains("write 30 percent as 0.3"));
        assert!(read(&run, "Ada").is_err());
        run.asked.kind = Some(AnswerKind::Numeric { unit: "EUR".into(), lower: None, upper: None });
        let number = DecidedOutcome::Answer(ResolvedAnswer::Number(30.0));
        assert_eq!(read(&run, "30 EUR").unwrap(), number);
        assert!(matches!(Decided::Value(1.0).for_run(&run), Err(OperationError::StateForbids(_))));
        run.asked.kind = Some(AnswerKind::Conditional { condition: "it rains".into() });
        let no = DecidedOutcome::Answer(ResolvedAnswer::Given(0.0));
        assert_eq!(Decided::Value(0.0).for_run(&run).unwrap(), no);
        assert!(Decided::read(Some(1.0), None, Some("yes".into())).is_err(), "one of them");
    }

    #[test]
    fn an_annulled_question_has_no_outcome() {
        let mut run = domain::testing::run();
        let read = |run: &Run, text: &str| Decided::Answer(text.to_owned()).for_run(run).map_err(|e| e.to_string());
        assert!(read(&run, "Annulled").unwrap_err().contains("leave it unresolved"));
        let list = |options: &[&str]| AnswerKind::MultipleChoice {
            options: options.iter().map(|one| (*one).to_owned()).collect(),
            open: true,
        };
        run.asked.kind = Some(list(&["Ada"]));
        for word in ["annulled", "N/A", " Void", "cancelled", "invalid"] {
            assert!(read(&run, word).unwrap_err().contains("leave it unresolved"), "{word}");
        }
        assert!(Decided::Winner("cancelled".into()).for_run(&run).is_err());
        run.asked.kind = Some(list(&["Cancelled", "Played"]));
        let option = DecidedOutcome::Answer(ResolvedAnswer::Option("Cancelled".into()));
        assert_eq!(read(&run, "cancelled"), Ok(option));
    }

    #[test]
    fn a_market_that_was_annulled_is_no_loss_of_the_named_outcome() {
        let (side, usd_value, outcome) = (Side::Buy, domain::MicroUsd(1), "Bears".to_owned());
        let trade = Trade { side, usd_value, price: 0.5, size: 2.0, outcome, time: None };
        let alert = Some(ScoutAlert { trader: Trader::default(), trade, market: Market::default() });
        let run = Run { alert, ..domain::testing::run() };
        assert_eq!((value_for("bears", &run).ok(), value_for("Bulls", &run).ok()), (Some(1.0), Some(0.0)));
        assert!(value_for("Cancelled", &run).unwrap_err().to_string().contains("leave it unresolved"));
    }

    #[test]
    fn options_win_over_the_words_of_yes_and_no() {
        let mut run = domain::testing::run();
        let options = ["Yes", "No", "Postponed"].map(str::to_owned).to_vec();
        run.asked.kind = Some(AnswerKind::MultipleChoice { options, open: false });
        let option = |name: &str| DecidedOutcome::Answer(ResolvedAnswer::Option(name.to_owned()));
        assert_eq!(Decided::Answer("yes".into()).for_run(&run).unwrap(), option("Yes"));
        assert_eq!(Decided::Value(1.0).for_run(&run).unwrap(), option("Yes"));
        assert_eq!(Decided::Value(0.0).for_run(&run).unwrap(), option("No"));
        assert!(matches!(Decided::Value(0.5).for_run(&run), Err(OperationError::StateForbids(_))));
        run.asked.kind = Some(AnswerKind::MultipleChoice { options: vec!["Ada".into(), "Bo".into()], open: false });
        assert!(Decided::Answer("yes".into()).for_run(&run).is_err());
        assert!(matches!(Decided::Value(1.0).for_run(&run), Err(OperationError::StateForbids(_))));
    }
}
