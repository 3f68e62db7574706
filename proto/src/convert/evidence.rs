//! `evidence.proto`: research after the airlock.

use domain::evidence::Removal;
use domain::{Evidence, Filtering};

use super::check;
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::EvidenceFiltered> for Evidence {
    type Error = InvalidEvent;

    fn try_from(wire: v1::EvidenceFiltered) -> Result<Self, InvalidEvent> {
        let v1::EvidenceFiltered { task, research, filtering, cost_micro_usd } = wire;
        Ok(Self {
            task: check::required(task, "task")?,
            research: check::required(research, "research")?,
            filtering: check::required(filtering, "filtering")?,
            cost: check::money(cost_micro_usd, "cost_micro_usd")?,
        })
    }
}

impl From<&Evidence> for v1::EvidenceFiltered {
    fn from(evidence: &Evidence) -> Self {
        let Evidence { task, research, filtering, cost } = evidence;
        Self {
            task: Some(task.into()),
            research: Some(research.into()),
            filtering: Some(filtering.into()),
            cost_micro_usd: cost.0,
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
        let v1::Removal { id, reason } = wire;
        Ok(Self { id, reason })
    }
}

impl From<&Removal> for v1::Removal {
    fn from(removal: &Removal) -> Self {
        let Removal { id, reason } = removal;
        Self { id: id.clone(), reason: reason.clone() }
    }
}
