//! `event.proto`: the envelope of a published event.

use domain::event::AskedQuestion;
use domain::event_form::InvalidQuestion;
use domain::{Event, EventKind};

use super::check;
use crate::event::InvalidEvent;
use crate::v1;

/// Error message for an event without a kind.
const KINDS: &str =
    "is missing; set one of transaction, scout_alert, question, retrieval_miss, directions, macro, entity_request";

impl TryFrom<v1::Event> for Event {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Event) -> Result<Self, InvalidEvent> {
        let v1::Event { id, tenant, source, occurred_at, budget_micro_usd, kind } = wire;
        Ok(Self {
            id: check::event_id(&id, "id")?,
            tenant: check::tenant(&tenant, "tenant")?,
            source: check::text(source, "source", check::NAME)?,
            occurred_at: check::time_opt(occurred_at, "occurred_at")?,
            budget: check::money_opt(budget_micro_usd, "budget_micro_usd")?,
            kind: EventKind::try_from(kind.ok_or_else(|| InvalidEvent::new("kind", KINDS))?)?,
        })
    }
}

impl TryFrom<v1::event::Kind> for EventKind {
    type Error = InvalidEvent;

    fn try_from(wire: v1::event::Kind) -> Result<Self, InvalidEvent> {
        use v1::event::Kind as Wire;
        Ok(match wire {
            Wire::Transaction(transaction) => Self::Transaction(check::nested(transaction, "transaction")?),
            Wire::ScoutAlert(alert) => Self::ScoutAlert(check::nested(alert, "scout_alert")?),
            Wire::Question(question) => Self::Question(answerable(check::nested(question, "question")?)?),
            Wire::RetrievalMiss(miss) => Self::RetrievalMiss(check::nested(miss, "retrieval_miss")?),
            Wire::Directions(directions) => Self::Directions(check::nested(directions, "directions")?),
            Wire::Macro(request) => Self::Macro(check::nested(request, "macro")?),
            Wire::EntityRequest(request) => Self::EntityRequest(check::nested(request, "entity_request")?),
        })
    }
}

/// Refuses a question that no forecast answers before it costs anything.
fn answerable(asked: AskedQuestion) -> Result<AskedQuestion, InvalidEvent> {
    asked.check_form().map_err(|refused| {
        let path = match refused {
            InvalidQuestion::Form(_) => "question.text",
            InvalidQuestion::Market => "question.market",
            InvalidQuestion::Report => "question.config",
        };
        InvalidEvent::new(path, refused.to_string())
    })?;
    Ok(asked)
}

impl From<&Event> for v1::Event {
    fn from(event: &Event) -> Self {
        let Event { id, tenant, source, occurred_at, budget, kind } = event;
        Self {
            id: id.to_string(),
            tenant: tenant.to_string(),
            source: source.clone(),
            occurred_at: occurred_at.map(check::stamp),
            budget_micro_usd: budget.map(|amount| amount.0),
            kind: Some(kind.into()),
        }
    }
}

impl From<&EventKind> for v1::event::Kind {
    fn from(kind: &EventKind) -> Self {
        match kind {
            EventKind::Transaction(transaction) => Self::Transaction(transaction.into()),
            EventKind::ScoutAlert(alert) => Self::ScoutAlert(alert.into()),
            EventKind::Question(question) => Self::Question(question.into()),
            EventKind::RetrievalMiss(miss) => Self::RetrievalMiss(miss.into()),
            EventKind::Directions(directions) => Self::Directions(directions.into()),
            EventKind::Macro(request) => Self::Macro(request.into()),
            EventKind::EntityRequest(request) => Self::EntityRequest(request.into()),
        }
    }
}
