//! Generators of answers that are not probabilities of YES, and of the numbers behind a probability.

use domain::answer::OptionShare;
use domain::forecast::{StatedDistribution, StatedEstimate, Views, WeightedPrice};
use domain::*;
use proptest::array::uniform5;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

use super::*;

pub(crate) fn stated() -> BoxedStrategy<StatedDistribution> {
    (text(), text(), fraction(), distribution())
        .prop_map(|(perspective, model, confidence, distribution)| StatedDistribution {
            perspective,
            model,
            confidence,
            distribution,
        })
        .boxed()
}

pub(crate) fn distribution() -> BoxedStrategy<Distribution> {
    let options = vec((text(), 0..1_000_u32), 0..5).prop_map(|named| {
        let mut options: Vec<OptionShare> =
            named.into_iter().map(|(option, millionths)| OptionShare { option, millionths }).collect();
        let sum: u32 = options.iter().map(|one| one.millionths).sum();
        options.push(OptionShare { option: "other".into(), millionths: 1_000_000 - sum });
        Distribution::Options { options }
    });
    let number = (text(), uniform5(any::<i32>())).prop_map(|(unit, mut values)| {
        values.sort_unstable();
        let values = values.map(f64::from);
        Distribution::Number { unit, quantiles: values.try_into().unwrap() }
    });
    let date = uniform5(time()).prop_map(|mut at| {
        at.sort();
        Distribution::Date { quantiles: at.try_into().unwrap() }
    });
    prop_oneof![options, number, date].boxed()
}

pub(crate) fn views() -> BoxedStrategy<Views> {
    let price = (fraction(), fraction(), fraction(), text(), of(fraction())).prop_map(
        |(price, weight, own_weight, reason, base)| WeightedPrice { price, weight, own_weight, reason, base },
    );
    let [a, b, c, d] = [(); 4].map(|()| of(probability()));
    (a, b, c, d, of(price), of(fraction()))
        .prop_map(|(stated, computed, own, pooled, price, stated_weight)| Views {
            stated,
            computed,
            own,
            pooled,
            price,
            stated_weight,
        })
        .boxed()
}

pub(crate) fn estimate() -> BoxedStrategy<StatedEstimate> {
    let probabilities = (probability(), probability(), probability(), probability());
    ([text(), text()], probabilities, [fraction(), fraction()], any::<bool>())
        .prop_map(|([perspective, model], (stated, start, computed, view), [confidence, support], settled)| {
            StatedEstimate { perspective, model, stated, start, computed, view, confidence, support, settled }
        })
        .boxed()
}
