//! Generators of readings of questions, and of the coherence of forecasts.

use domain::forecast::{Coherence, EvidenceDirection, OptionForecast, OptionSum, RelatedForecast, WeighedEvidence};
use domain::reading::{EventOption, Family, Implication, Limit};
use domain::{NamedDeadline, Reading};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use super::{filled, fraction, probability, run_id, text, time};

pub(crate) fn reading() -> BoxedStrategy<Reading> {
    let deadline = (time(), text()).prop_map(|(at, quote)| NamedDeadline { at, quote });
    let limit =
        (-1_000..1_000_i32, any::<bool>()).prop_map(|(value, is_above)| Limit { value: f64::from(value), is_above });
    let family = (filled(), of(time()), of(limit)).prop_map(|(key, deadline, limit)| Family { key, deadline, limit });
    let option =
        (filled(), filled(), of(1..50_u32)).prop_map(|(key, option, options)| EventOption { key, option, options });
    (of(deadline), [text(), text(), text(), text(), text()], vec(text(), 0..3), of(family), of(option))
        .prop_map(|(deadline, texts, synonyms, family, event_option)| {
            let [counts, reporter, language, assumption, clarification] = texts;
            Reading { deadline, counts, reporter, synonyms, language, assumption, clarification, family, event_option }
        })
        .boxed()
}

pub(crate) fn coherence() -> BoxedStrategy<Coherence> {
    let implication = select(vec![Implication::ImpliesThis, Implication::ImpliedByThis, Implication::Excludes]);
    let related =
        (run_id(), text(), probability(), implication).prop_map(|(run, question, probability, implication)| {
            RelatedForecast { run, question, probability, implication }
        });
    (probability(), vec(related, 0..3)).prop_map(|(before, related)| Coherence { before, related }).boxed()
}

pub(crate) fn option_sum() -> BoxedStrategy<OptionSum> {
    let other = (run_id(), text(), probability()).prop_map(|(run, question, probability)| OptionForecast {
        run,
        question,
        probability,
    });
    (vec(other, 0..3), any::<bool>(), fraction(), fraction())
        .prop_map(|(others, is_complete, before, sum)| OptionSum { others, is_complete, before, sum })
        .boxed()
}

pub(crate) fn weighed() -> BoxedStrategy<WeighedEvidence> {
    let direction = select(EvidenceDirection::ALL.to_vec());
    (filled(), direction, text(), fraction(), any::<u32>(), text())
        .prop_map(|(reference, direction, about, weight, estimates, question)| WeighedEvidence {
            reference,
            direction,
            about,
            weight,
            estimates,
            question,
        })
        .boxed()
}
