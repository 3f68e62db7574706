//! `evidence.proto`: research that has passed the evidence filter.

use domain::evidence::{Lowered, Removal, Remover};
use domain::{Evidence, Filtering};

use super::check;
use super::research::{status_from_wire, status_to_wire};
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::EvidenceFiltered> for Evidence {
    type Error = InvalidEvent;

    fn try_from(wire: v1::EvidenceFiltered) -> Result<Self, InvalidEvent> {
        let v1::EvidenceFiltered { task, research, filtering, cost_micro_usd, lowered, model, prompt_version } = wire;
        Ok(Self {
            task: check::required(task, "task")?,
            research: check::required(research, "research")?,
            filtering: check::required(filtering, "filtering")?,
            cost: check::money(cost_micro_usd, "cost_micro_usd")?,
            lowered: check::each(lowered, "lowered")?,
            model,
            prompt_version,
        })
    }
}

impl From<&Evidence> for v1::EvidenceFiltered {
    fn from(evidence: &Evidence) -> Self {
        let Evidence { task, research, filtering, cost, lowered, model, prompt_version } = evidence;
        Self {
            task: Some(task.into()),
            research: Some(research.into()),
            filtering: Some(filtering.into()),
            cost_micro_usd: cost.0,
            lowered: lowered.iter().map(Into::into).collect(),
            model: model.clone(),
            prompt_version: prompt_version.clone(),
        }
    }
}

impl TryFrom<v1::Filtering> for Filtering {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Filtering) -> Result<Self, InvalidEvent> {
        let v1::Filtering { outcome, reason, removed } = wire;
        let removed = check::each(removed, "removed")?;
        check::choice(outcome, "outcome", |outcome| match outcome {
            v1::FilteringOutcome::Unspecified => None,
            v1::FilteringOutcome::Filtered => Some(false),
            v1::FilteringOutcome::Unfiltered => Some(true),
        })
        .map(|unfiltered| if unfiltered { Self::Unfiltered { reason, removed } } else { Self::Filtered { removed } })
    }
}

impl From<&Filtering> for v1::Filtering {
    fn from(filtering: &Filtering) -> Self {
        let (outcome, reason, removed) = match filtering {
            Filtering::Filtered { removed } => (v1::FilteringOutcome::Filtered, String::new(), removed),
            Filtering::Unfiltered { reason, removed } => (v1::FilteringOutcome::Unfiltered, reason.clone(), removed),
        };
        Self { outcome: outcome.into(), reason, removed: removed.iter().map(Into::into).collect() }
    }
}

impl TryFrom<v1::Removal> for Removal {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Removal) -> Result<Self, InvalidEvent> {
        let v1::Removal { id, reason, said, by } = wire;
        // Older filters do not send the stage; a newer one may send a stage that this version does not know.
        let by = match v1::Remover::try_from(by) {
            Ok(v1::Remover::Arithmetic) => Remover::Arithmetic,
            Ok(v1::Remover::Model) => Remover::Model,
            Ok(v1::Remover::Cap) => Remover::Cap,
            Ok(v1::Remover::Unspecified) | Err(_) => Remover::Unspecified,
        };
        Ok(Self { id, reason, text: said, by })
    }
}

impl From<&Removal> for v1::Removal {
    fn from(removal: &Removal) -> Self {
        let Removal { id, reason, text, by } = removal;
        let by = match by {
            Remover::Unspecified => v1::Remover::Unspecified,
            Remover::Arithmetic => v1::Remover::Arithmetic,
            Remover::Model => v1::Remover::Model,
            Remover::Cap => v1::Remover::Cap,
        };
        Self { id: id.clone(), reason: reason.clone(), said: text.clone(), by: by.into() }
    }
}

impl TryFrom<v1::Lowered> for Lowered {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Lowered) -> Result<Self, InvalidEvent> {
        let v1::Lowered { id, from, to, reason } = wire;
        let from = check::choice(from, "from", status_from_wire)?;
        Ok(Self { id, from, to: check::choice(to, "to", status_from_wire)?, reason })
    }
}

impl From<&Lowered> for v1::Lowered {
    fn from(lowered: &Lowered) -> Self {
        let Lowered { id, from, to, reason } = lowered;
        let (from, to) = (status_to_wire(*from).into(), status_to_wire(*to).into());
        Self { id: id.clone(), from, to, reason: reason.clone() }
    }
}
