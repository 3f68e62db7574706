//! The findings of a forecast by their direction.

use domain::forecast::{EvidenceDirection, WeighedEvidence};

use super::super::check;
use crate::event::InvalidEvent;
use crate::v1;

/// Largest weight that is accepted, in log-odds; a factor moves them by less than 2.
const MAX_WEIGHT: f64 = 100.0;

impl TryFrom<v1::WeighedEvidence> for WeighedEvidence {
    type Error = InvalidEvent;

    fn try_from(wire: v1::WeighedEvidence) -> Result<Self, InvalidEvent> {
        let v1::WeighedEvidence { reference, direction, about, weight, estimates, question } = wire;
        Ok(Self {
            reference,
            direction: check::choice(direction, "direction", from_wire)?,
            about,
            weight: check::within(weight, "weight", (0.0, MAX_WEIGHT))?,
            estimates,
            question,
        })
    }
}

impl From<&WeighedEvidence> for v1::WeighedEvidence {
    fn from(one: &WeighedEvidence) -> Self {
        let WeighedEvidence { reference, direction, about, weight, estimates, question } = one.clone();
        Self { reference, direction: to_wire(direction).into(), about, weight, estimates, question }
    }
}

fn from_wire(direction: v1::EvidenceDirection) -> Option<EvidenceDirection> {
    match direction {
        v1::EvidenceDirection::Unspecified => None,
        v1::EvidenceDirection::For => Some(EvidenceDirection::For),
        v1::EvidenceDirection::Against => Some(EvidenceDirection::Against),
        v1::EvidenceDirection::Context => Some(EvidenceDirection::Context),
    }
}

fn to_wire(direction: EvidenceDirection) -> v1::EvidenceDirection {
    match direction {
        EvidenceDirection::For => v1::EvidenceDirection::For,
        EvidenceDirection::Against => v1::EvidenceDirection::Against,
        EvidenceDirection::Context => v1::EvidenceDirection::Context,
    }
}
