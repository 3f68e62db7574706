//! What became of one event.

use domain::access::AccessScope::Read;
use domain::effect::AuditLine;
use domain::{JobId, Time};
use proto::v1;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::events::VerdictView;
use store::tenants::Owned;
use utoipa::ToSchema;

use crate::{Context, OperationError};

/// Maximum audit lines of an event.
const MAX_AUDIT: u32 = 1_000;
/// Maximum pieces of evidence of an event.
const MAX_EVIDENCE: u32 = 100;

/// An event: its classification or the verdict of the rules, its results, its audit trail and its evidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EventDetail {
    /// Job of the event (UUID).
    #[schema(value_type = String)]
    pub job: JobId,
    /// What the fleet has done with the event.
    pub state: EventPhase,
    /// The classification with the event, in the canonical JSON of `auspex.v1.EventClassified`.
    #[schema(value_type = Option<Object>)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classification: Option<v1::EventClassified>,
    /// The verdict of the rules about an event that they found uninteresting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<QuietVerdict>,
    /// Time at which the fleet accepted the event, or the rules decided about it.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub received_at: Option<Time>,
    /// Time at which the first result was stored.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub answered_at: Option<Time>,
    /// Results, oldest first.
    pub results: Vec<EventResult>,
    /// What each worker did, oldest first.
    #[schema(value_type = Vec<Object>)]
    pub audit: Vec<AuditLine>,
    /// Filtered evidence of the event's research, in the canonical JSON of `auspex.v1.EvidenceFiltered`.
    #[schema(value_type = Vec<Object>)]
    pub evidence: Vec<v1::EvidenceFiltered>,
}

/// What the fleet has done with an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EventPhase {
    /// The event waits for the classifier.
    Pending,
    /// The event is classified and has no result.
    Classified,
    /// The event has a result.
    Answered,
}

/// The verdict of the rules about an uninteresting event, whose body is not stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct QuietVerdict {
    /// Kind of the event; empty if a newer version introduced it.
    pub kind: String,
    /// `false`: the rules found the event uninteresting.
    pub interesting: bool,
    /// Relevance score, 0 to 1.
    pub score: f32,
    /// Reason for the decision, one sentence.
    pub reason: String,
    /// Id of the result about the group of events (UUID).
    #[schema(value_type = String)]
    pub group: JobId,
    /// SHA-256 of the event's bytes in hex.
    pub digest: String,
}

/// A result of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EventResult {
    /// Kind of the result, as in its subject.
    pub kind: String,
    /// The result in canonical JSON.
    pub result: Value,
}

impl EventPhase {
    /// Returns the name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Classified => "classified",
            Self::Answered => "answered",
        }
    }

    fn of_classified(answered_at: Option<Time>) -> Self {
        if answered_at.is_some() { Self::Answered } else { Self::Classified }
    }
}

impl EventDetail {
    /// Describes an event that waits for the classifier.
    pub fn pending(job: JobId) -> Self {
        Self {
            job,
            state: EventPhase::Pending,
            classification: None,
            verdict: None,
            received_at: None,
            answered_at: None,
            results: Vec::new(),
            audit: Vec::new(),
            evidence: Vec::new(),
        }
    }

    /// Describes an event that the rules found uninteresting.
    fn quiet(view: &VerdictView) -> Self {
        let verdict = QuietVerdict {
            kind: view.kind.to_owned(),
            interesting: false,
            score: view.score,
            reason: view.reason().to_owned(),
            group: view.group,
            digest: view.digest_hex(),
        };
        Self {
            state: EventPhase::of_classified(view.answered_at),
            verdict: Some(verdict),
            received_at: Some(view.made_at),
            answered_at: view.answered_at,
            ..Self::pending(view.job)
        }
    }

    /// Returns the classified event.
    pub fn event(&self) -> Option<&v1::Event> {
        self.classification.as_ref()?.event.as_ref()
    }
}

/// Shows an event: its classification, its results, its audit trail and its evidence.
///
/// # Errors
/// The tenant has no such event, or Postgres is unavailable.
pub async fn show(cx: Context<'_>, job: JobId) -> Result<EventDetail, OperationError> {
    cx.require(Read)?;
    let (store, tenant) = (cx.store(), cx.tenant());
    if !store.tenants().owns(tenant, &Owned::Event(job)).await? {
        if let Some(verdict) = store.events().verdict(job).await?.filter(|verdict| verdict.tenant == *tenant) {
            return Ok(EventDetail::quiet(&verdict));
        }
        return match store.tenants().owns(tenant, &Owned::Accepted(job)).await? {
            true => Ok(EventDetail::pending(job)),
            false => Err(OperationError::no_event()),
        };
    }
    let view = store.events().load(job).await?.ok_or_else(OperationError::no_event)?;
    let evidence = store.events().evidence(job, MAX_EVIDENCE).await?;
    Ok(EventDetail {
        state: EventPhase::of_classified(view.answered_at),
        classification: Some((&view.classification).into()),
        received_at: Some(view.received_at),
        answered_at: view.answered_at,
        results: view.results.into_iter().map(|(kind, result)| EventResult { kind, result }).collect(),
        audit: store.audit().trail(job, MAX_AUDIT).await?,
        evidence: evidence.iter().map(v1::EvidenceFiltered::from).collect(),
        ..EventDetail::pending(job)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_event_of_each_state_has_one_form_that_is_read_as_it_was_written() {
        let job = JobId(uuid::Uuid::nil());
        let (nil, nothing) = (job.to_string(), json!([]));
        let pending = EventDetail::pending(job);
        let expected = json!({
            "job": nil, "state": "pending", "received_at": null, "answered_at": null,
            "results": nothing, "audit": nothing, "evidence": nothing,
        });
        assert_eq!(serde_json::to_value(&pending).unwrap(), expected);
        let verdict = QuietVerdict {
            kind: "transaction".to_owned(),
            interesting: false,
            score: 0.25,
            reason: "small".to_owned(),
            group: job,
            digest: "0af".to_owned(),
        };
        let quiet = EventDetail { state: EventPhase::Classified, verdict: Some(verdict), ..pending.clone() };
        let made = v1::EventClassified { reason: "why".to_owned(), ..Default::default() };
        let results = vec![EventResult { kind: "research".to_owned(), result: json!({ "n": u64::MAX }) }];
        let (state, at) = (EventPhase::Answered, Some(Time::UNIX_EPOCH));
        let answered = EventDetail { state, classification: Some(made), answered_at: at, results, ..pending.clone() };
        for detail in [pending, quiet, answered] {
            let text = serde_json::to_string(&detail).unwrap();
            assert!(text.contains(&format!("\"state\":\"{}\"", detail.state.name())), "{text}");
            assert_eq!(serde_json::from_str::<EventDetail>(&text).unwrap(), detail);
        }
    }
}
