//! `classification.proto`: the classifier's decision.

use domain::classification::{Classification, Decider, Fate, IdentifierFate};

use super::check;
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::EventClassified> for Classification {
    type Error = InvalidEvent;

    fn try_from(wire: v1::EventClassified) -> Result<Self, InvalidEvent> {
        let v1::EventClassified {
            event,
            interesting,
            score,
            reason,
            decided_by,
            identifiers,
            run_id,
            tasks,
            prompt_version,
        } = wire;
        Ok(Self {
            event: check::required(event, "event")?,
            interesting,
            score: check::fraction(score, "score")?,
            reason,
            decided_by: check::choice(decided_by, "decided_by", decider_from_wire)?,
            identifiers: check::each(identifiers, "identifiers")?,
            run: if run_id.is_empty() { None } else { Some(check::run(&run_id, "run_id")?) },
            tasks,
            prompt_version,
            published_at: None,
        })
    }
}

impl From<&Classification> for v1::EventClassified {
    fn from(classification: &Classification) -> Self {
        // The time of the publish stays in the process.
        let Classification {
            event,
            interesting,
            score,
            reason,
            decided_by,
            identifiers,
            run,
            tasks,
            prompt_version,
            published_at: _,
        } = classification;
        Self {
            event: Some(event.into()),
            interesting: *interesting,
            score: *score,
            reason: reason.clone(),
            decided_by: decider_to_wire(*decided_by).into(),
            identifiers: identifiers.iter().map(Into::into).collect(),
            run_id: run.map(|run| run.to_string()).unwrap_or_default(),
            tasks: *tasks,
            prompt_version: prompt_version.clone(),
        }
    }
}

impl TryFrom<v1::IdentifierFate> for IdentifierFate {
    type Error = InvalidEvent;

    fn try_from(wire: v1::IdentifierFate) -> Result<Self, InvalidEvent> {
        let v1::IdentifierFate { identifier, fate } = wire;
        Ok(Self { identifier, fate: check::choice(fate, "fate", fate_from_wire)? })
    }
}

impl From<&IdentifierFate> for v1::IdentifierFate {
    fn from(fate: &IdentifierFate) -> Self {
        let IdentifierFate { identifier, fate } = fate;
        Self { identifier: identifier.clone(), fate: fate_to_wire(*fate).into() }
    }
}

fn decider_from_wire(decider: v1::Decider) -> Option<Decider> {
    match decider {
        v1::Decider::Unspecified => None,
        v1::Decider::Rule => Some(Decider::Rule),
        v1::Decider::Model => Some(Decider::Model),
        v1::Decider::RulesWithoutModel => Some(Decider::RulesWithoutModel),
    }
}

fn decider_to_wire(decider: Decider) -> v1::Decider {
    match decider {
        Decider::Rule => v1::Decider::Rule,
        Decider::Model => v1::Decider::Model,
        Decider::RulesWithoutModel => v1::Decider::RulesWithoutModel,
    }
}

fn fate_from_wire(fate: v1::Fate) -> Option<Fate> {
    match fate {
        v1::Fate::Unspecified => None,
        v1::Fate::Research => Some(Fate::Research),
        v1::Fate::Fresh => Some(Fate::Fresh),
        v1::Fate::InProgress => Some(Fate::InProgress),
        v1::Fate::Ignored => Some(Fate::Ignored),
    }
}

fn fate_to_wire(fate: Fate) -> v1::Fate {
    match fate {
        Fate::Research => v1::Fate::Research,
        Fate::Fresh => v1::Fate::Fresh,
        Fate::InProgress => v1::Fate::InProgress,
        Fate::Ignored => v1::Fate::Ignored,
    }
}
