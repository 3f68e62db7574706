//! Generators of endings of runs without a forecast.

use domain::reading::Clarification;
use domain::run::{Cancellation, NoForecast, NotApproved, Proposal};
use proptest::collection::vec;
use proptest::prelude::*;

use super::work::asked;
use super::{fraction, money, probability, text, time};

pub(crate) fn no_forecast() -> BoxedStrategy<NoForecast> {
    let cancelled = (text(), text(), time(), any::<bool>())
        .prop_map(|(by, reason, at, forecast)| NoForecast::Cancelled(Cancellation { by, reason, at, forecast }));
    let proposed = (text(), vec(asked(), 0..3), money(), money(), probability(), fraction()).prop_map(
        |(reason, questions, gain, cost, estimate, uncertainty)| {
            NoForecast::Proposed(Box::new(Proposal { reason, questions, gain, cost, estimate, uncertainty }))
        },
    );
    let decision = (text(), time(), text(), any::<bool>()).prop_map(|(by, at, reason, is_expired)| {
        let decision = NotApproved { by, at, reason };
        if is_expired { NoForecast::Expired(decision) } else { NoForecast::Rejected(decision) }
    });
    let unclear =
        (text(), text()).prop_map(|(question, assumption)| NoForecast::Unclear(Clarification { question, assumption }));
    prop_oneof![cancelled, proposed, decision, unclear].boxed()
}
