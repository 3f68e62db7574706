//! The four probabilities of a forecast, its estimates and its case.

use domain::Probability;
use domain::forecast::{Case, StatedEstimate, WeightedPrice};

use super::super::check;
use crate::event::InvalidEvent;
use crate::v1;

/// Checks an optional probability.
pub(super) fn probability(value: Option<f64>, field: &str) -> Result<Option<Probability>, InvalidEvent> {
    value.map(|value| check::probability(value, field)).transpose()
}

/// Returns the case, or nothing if it is empty.
pub(super) fn case(case: &Case) -> Option<v1::Case> {
    (*case != Case::default()).then(|| case.into())
}

impl From<v1::Case> for Case {
    fn from(wire: v1::Case) -> Self {
        let v1::Case { why_not_higher, why_not_lower, would_change } = wire;
        Self { why_not_higher, why_not_lower, would_change }
    }
}

impl From<&Case> for v1::Case {
    fn from(case: &Case) -> Self {
        let Case { why_not_higher, why_not_lower, would_change } = case.clone();
        Self { why_not_higher, why_not_lower, would_change }
    }
}

impl TryFrom<v1::WeightedPrice> for WeightedPrice {
    type Error = InvalidEvent;

    fn try_from(wire: v1::WeightedPrice) -> Result<Self, InvalidEvent> {
        let v1::WeightedPrice { price, weight, own_weight, reason, base } = wire;
        Ok(Self {
            price: check::fraction(price, "price")?,
            weight: check::within(weight, "weight", (0.0, 100.0))?,
            own_weight: check::within(own_weight, "own_weight", (0.0, 100.0))?,
            reason,
            base: base.map(|base| check::within(base, "base", (0.0, 100.0))).transpose()?,
        })
    }
}

impl From<&WeightedPrice> for v1::WeightedPrice {
    fn from(price: &WeightedPrice) -> Self {
        let WeightedPrice { price, weight, own_weight, reason, base } = price.clone();
        Self { price, weight, own_weight, reason, base }
    }
}

impl TryFrom<v1::StatedEstimate> for StatedEstimate {
    type Error = InvalidEvent;

    fn try_from(wire: v1::StatedEstimate) -> Result<Self, InvalidEvent> {
        let v1::StatedEstimate { perspective, model, stated, start, computed, view, confidence, support, settled } =
            wire;
        Ok(Self {
            perspective,
            model,
            stated: check::probability(stated, "stated")?,
            start: check::probability(start, "start")?,
            computed: check::probability(computed, "computed")?,
            view: check::probability(view, "view")?,
            confidence: check::fraction(confidence, "confidence")?,
            support: check::fraction(support, "support")?,
            settled,
        })
    }
}

impl From<&StatedEstimate> for v1::StatedEstimate {
    fn from(estimate: &StatedEstimate) -> Self {
        let StatedEstimate { perspective, model, confidence, support, settled, .. } = estimate.clone();
        Self {
            perspective,
            model,
            stated: estimate.stated.get(),
            start: estimate.start.get(),
            computed: estimate.computed.get(),
            view: estimate.view.get(),
            confidence,
            support,
            settled,
        }
    }
}
