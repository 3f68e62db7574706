//! Generators of readings of questions, and of the coherence of forecasts.

use domain::forecast::{Coherence, RelatedForecast};
use domain::reading::{Family, Implication, Limit};
use domain::{NamedDeadline, Reading};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use super::{filled, probability, run_id, text, time};

pub(crate) fn reading() -> BoxedStrategy<Reading> {
    let deadline = (time(), text()).prop_map(|(at, quote)| NamedDeadline { at, quote });
    let limit =
        (-1_000..1_000_i32, any::<bool>()).prop_map(|(value, is_above)| Limit { value: f64::from(value), is_above });
    let family = (filled(), of(time()), of(limit)).prop_map(|(key, deadline, limit)| Family { key, deadline, limit });
    (of(deadline), [text(), text(), text(), text(), text()], vec(text(), 0..3), of(family))
        .prop_map(|(deadline, texts, synonyms, family)| {
            let [counts, reporter, language, assumption, clarification] = texts;
            Reading { deadline, counts, reporter, synonyms, language, assumption, clarification, family }
        })
        .boxed()
}

pub(crate) fn coherence() -> BoxedStrategy<Coherence> {
    let implication = select(vec![Implication::ImpliesThis, Implication::ImpliedByThis]);
    let related =
        (run_id(), text(), probability(), implication).prop_map(|(run, question, probability, implication)| {
            RelatedForecast { run, question, probability, implication }
        });
    (probability(), vec(related, 0..3)).prop_map(|(before, related)| Coherence { before, related }).boxed()
}
