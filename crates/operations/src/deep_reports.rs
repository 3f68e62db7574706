//! Reports on a topic that a client asks for, as events. A report is a run that ends with a text instead of a forecast.

use domain::access::AccessScope::Read;
use domain::{Event, JobId, RunId, Tenant, Time};
use serde::{Deserialize, Serialize};
use store::intake::RequestKey;
use utoipa::ToSchema;

use crate::events::EventAccepted;
use crate::input::{integer, object};
use crate::progress::{self, Look};
use crate::questions::{self, Ask};
use crate::reports::report_of;
use crate::research::SourceDomains;
use crate::runs::{self, RunPhase};
use crate::{Context, OperationError};

/// A report to write.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportWanted {
    /// Id of the event. Asking again with the same id starts no new run. Derived from the Idempotency-Key if absent,
    /// otherwise from the topic and the time.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub id: Option<String>,
    /// Question or topic of the report, in any form.
    #[schema(min_length = 1, pattern = "\\S")]
    #[serde(alias = "question")]
    pub topic: String,
    /// Depth of the research: 1 (one round of up to 4 questions; the default), 2 (8 questions, then a round that looks
    /// for contrary evidence) or 3 (12 questions, contrary evidence, then a round on gaps).
    #[serde(default, deserialize_with = "integer")]
    #[schema(minimum = 1, maximum = 3)]
    pub depth: Option<u32>,
    /// Background information that is already known, and what the report is for.
    #[serde(default)]
    pub background: String,
    /// Maximum cost in micro-dollars; it can only lower the fleet's limit. A report whose budget ends is written from
    /// what is there and says what is missing.
    #[serde(default, deserialize_with = "integer")]
    pub budget_micro_usd: Option<u64>,
    /// Profile of the evidence filter: `strict`, `default` or `loose`.
    #[serde(default)]
    #[schema(pattern = "^(strict|default|loose)$")]
    pub profile: Option<String>,
    /// `false` if the report is not urgent: model calls may then be made in batches, at a lower price where the
    /// provider has them. Each batch takes up to a day.
    #[serde(default)]
    pub urgent: Option<bool>,
    /// Web domains that the research may or must not use.
    #[serde(default, deserialize_with = "object")]
    pub sources: Option<SourceDomains>,
}

/// State of a report, and its text once it is written.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportStatus {
    /// Id of the run (UUID).
    pub run_id: String,
    /// Phase of the run.
    pub state: RunPhase,
    /// Key of the report, once it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// The report in Markdown, once it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// Progress, or the reason why the run has not ended with a report.
    pub message: String,
}

impl ReportWanted {
    /// Builds the event and applies the checks of the contract.
    ///
    /// # Errors
    /// A field is invalid.
    pub fn event(self, id: &str, tenant: Tenant, now: Time) -> Result<Event, OperationError> {
        self.ask().event(id, tenant, now).map_err(of_topic)
    }

    /// Returns the question whose answer is the report.
    fn ask(self) -> Ask {
        Ask {
            id: self.id,
            question: self.topic,
            depth: Some(self.depth.unwrap_or(1)),
            background: self.background,
            budget_micro_usd: self.budget_micro_usd,
            profile: self.profile,
            urgent: self.urgent,
            sources: self.sources,
            ..Ask::default()
        }
    }
}

impl ReportStatus {
    /// Returns `true` if nothing more will happen.
    pub fn is_over(&self) -> bool {
        self.state == RunPhase::Ended || self.markdown.is_some()
    }
}

/// Stores the request for a report. The answer names its run.
///
/// # Errors
/// A field is invalid, the idempotency key belongs to another request, the tenant has too many events that are not
/// settled, or Postgres is unavailable.
pub async fn write(
    cx: Context<'_>,
    wanted: ReportWanted,
    key: Option<RequestKey>,
) -> Result<EventAccepted, OperationError> {
    questions::ask(cx, wanted.ask(), key).await.map_err(of_topic)
}

/// The text of the question is the topic of the request.
fn of_topic(error: OperationError) -> OperationError {
    error.renamed("question", "topic")
}

/// Returns the state of a report that was asked for, and its text once it is written.
///
/// # Errors
/// Postgres is unavailable.
pub async fn status(cx: Context<'_>, job: JobId) -> Result<ReportStatus, OperationError> {
    cx.require(Read)?;
    let status = runs::status_of(cx, RunId::for_event(job)).await?;
    let markdown = match &status.report {
        Some(key) => report_of(cx, key.clone()).await?,
        None => None,
    };
    Ok(ReportStatus {
        run_id: status.run_id,
        state: status.state,
        report: status.report,
        markdown,
        message: status.message,
    })
}

/// Looks for a report that was asked for.
///
/// # Errors
/// A server of the fleet fails.
pub async fn look(cx: Context<'_>, job: JobId) -> Result<Look<ReportStatus>, OperationError> {
    let status = status(cx, job).await?;
    if status.is_over() {
        return Ok(Look::Done(status));
    }
    Ok(match progress::dead_letter_of(cx, job, 0).await? {
        Some(message) => Look::Done(ReportStatus { state: RunPhase::Ended, message, ..status }),
        None => Look::Working(format!("{}: {}", status.state.name(), status.message)),
    })
}

#[cfg(test)]
mod tests {
    use domain::{AnswerKind, EventKind};

    use super::*;

    fn event(body: &str) -> Result<Event, OperationError> {
        serde_json::from_str::<ReportWanted>(body).unwrap().event("i", Tenant::default(), Time::UNIX_EPOCH)
    }

    #[test]
    fn a_report_may_be_about_any_text_and_has_a_depth() {
        for (body, depth) in [
            (r#"{"topic":"The ferry strike of Norrby"}"#, 1),
            (r#"{"question":"Why did the bridge close?","depth":3,"profile":"strict"}"#, 3),
        ] {
            let EventKind::Question(asked) = event(body).unwrap().kind else { panic!("a question") };
            assert_eq!(asked.kind, Some(AnswerKind::Report { depth }), "{body}");
        }
    }

    #[test]
    fn an_invalid_field_is_named() {
        for (body, named) in [(r#"{"topic":" "}"#, "topic: "), (r#"{"topic":"t","depth":4}"#, "depth")] {
            let problem = event(body).unwrap_err();
            assert!(problem.to_string().contains(named), "{body}: {problem}");
        }
        for refused in ["{}", r#"{"topic":"t","market_price":0.5}"#] {
            assert!(serde_json::from_str::<ReportWanted>(refused).is_err(), "{refused}");
        }
    }
}
