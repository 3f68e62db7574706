//! The four probabilities of a forecast: stated by the model, computed from its base rates and factors, the own view of
//! both, and the view pooled with a market's price. One function computes them for the forecaster and for `lab`.

use domain::Probability;

use crate::estimate::{Estimate, settle};
use crate::pool::beside_price;
use crate::{Direction, Opinion, Pooled, Price, Uncertainty, bounds, combine};

/// The estimates of a model, as the pool counts them.
pub type OfModel<'a> = Vec<&'a Estimate>;

/// Groups values by the name of their model, in the order of first occurrence: estimates of one model count together.
pub fn by_model<'a, T>(named: impl IntoIterator<Item = (&'a str, T)>) -> Vec<Vec<T>> {
    let mut models: Vec<(&str, Vec<T>)> = Vec::new();
    for (name, value) in named {
        match models.iter_mut().find(|(model, _)| *model == name) {
            Some((_, values)) => values.push(value),
            None => models.push((name, vec![value])),
        }
    }
    models.into_iter().map(|(_, values)| values).collect()
}

/// The probabilities of a forecast before recalibration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Numbers {
    /// Mean of the stated probabilities, in log-odds.
    pub stated: Probability,
    /// Mean of the computed probabilities, in log-odds.
    pub computed: Probability,
    /// Own view without the price.
    pub view: Pooled,
    /// View pooled with the price; `None` without a price.
    pub pooled: Option<Pooled>,
    /// Weight of the price as it was applied: 0 if an official fact settles the question.
    pub price_weight: f64,
    /// Weight of all estimates beside the price.
    pub view_weight: f64,
}

impl Numbers {
    /// Returns the numbers of estimates, grouped by model; `None` without an estimate.
    pub fn new(models: &[OfModel<'_>], price: Option<Price>) -> Option<Self> {
        let of = |which: fn(&Estimate) -> Probability| -> Vec<Vec<Opinion>> {
            let opinions = |model: &OfModel<'_>| model.iter().map(|one| one.opinion_of(which(one))).collect();
            models.iter().map(opinions).collect()
        };
        let (stated, computed) = (combine(&of(|one| one.stated), None)?, combine(&of(Estimate::computed), None)?);
        let views = of(Estimate::view);
        let each: Vec<Option<Direction>> = models.iter().flatten().map(|one| one.settled()).collect();
        let settled = settled_by_most(&each);
        let held = |pooled: Pooled| settled.map_or(pooled, |direction| pooled.settled(direction));
        let view = held(combine(&views, None)?);
        let price = price.map(|price| if settled.is_some() { Price { weight: 0.0, ..price } } else { price });
        Some(Self {
            stated: stated.mean,
            computed: computed.mean,
            view,
            pooled: price.and_then(|price| combine(&views, Some(price))).map(held),
            price_weight: price.map_or(0.0, |price| price.weight),
            view_weight: weight(&views),
        })
    }

    /// Returns the forecast: pooled with the price if there is one.
    pub fn forecast(&self) -> Pooled {
        self.pooled.unwrap_or(self.view)
    }

    /// Returns the bounds of the forecast, which contain the own view.
    pub fn bounds(&self, probability: Probability, uncertainty: Uncertainty) -> (Probability, Probability) {
        let (lower, upper) = bounds(probability, uncertainty);
        let view = self.view.probability;
        (if view < lower { view } else { lower }, if view > upper { view } else { upper })
    }
}

impl Pooled {
    /// Returns a pool that an official fact settles in this direction. Estimates that did not use it do not undo it.
    pub fn settled(self, direction: Direction) -> Self {
        let (probability, mean) = (settle(self.probability, direction), settle(self.mean, direction));
        Self { probability, mean, ..self }
    }
}

/// Returns the direction in which an official fact settles most estimates. Such a fact is later and more certain than a
/// price, which then has no weight.
pub fn settled_by_most(estimates: &[Option<Direction>]) -> Option<Direction> {
    let is_most = |direction: &Direction| {
        2 * estimates.iter().filter(|settled| **settled == Some(*direction)).count() > estimates.len()
    };
    [Direction::Up, Direction::Down].into_iter().find(is_most)
}

fn weight(models: &[Vec<Opinion>]) -> f64 {
    let mean =
        |opinions: &Vec<Opinion>| opinions.iter().map(beside_price).sum::<f64>() / crate::to_f64(opinions.len().max(1));
    models.iter().map(mean).sum::<f64>() / crate::to_f64(models.len().max(1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::estimate::tests::{estimate, p};
    use crate::factor::tests::factor;
    use crate::{Direction, Factor, Strength};

    #[test]
    fn the_four_numbers_of_one_model() {
        let made = [estimate(0.1, 0.3, vec![factor(Direction::Down, Strength::Moderate, "a")])];
        let numbers = Numbers::new(&[made.iter().collect()], Some(Price::plain(p(0.5)))).unwrap();
        assert!((numbers.stated.get() - 0.1).abs() < 1e-9);
        assert!((numbers.computed.get() - made[0].computed().get()).abs() < 1e-9);
        assert!((numbers.view.probability.get() - made[0].view().get()).abs() < 1e-9);
        assert!(numbers.pooled.unwrap().mean > numbers.view.mean);
        // Confidence 0.6, support 0.5, over an ordinary 0.375.
        assert!((numbers.view_weight - 0.8).abs() < 1e-9 && (numbers.price_weight - 3.0).abs() < 1e-9);
        let (lower, upper) = numbers.bounds(p(0.5), Uncertainty::default());
        assert!(lower == numbers.view.probability && upper == p(0.5));
    }

    #[test]
    fn an_official_fact_outweighs_the_price() {
        let decisive = Factor { settles: true, ..factor(Direction::Up, Strength::Strong, "a") };
        let made = [estimate(0.98, 0.2, vec![decisive.clone()]), estimate(0.97, 0.2, vec![decisive])];
        let numbers = Numbers::new(&[made.iter().collect()], Some(Price::plain(p(0.4)))).unwrap();
        assert!(numbers.forecast().probability.get() >= 0.97 && numbers.price_weight.abs() < 1e-12);
    }

    #[test]
    fn an_estimate_that_did_not_use_the_official_fact_does_not_undo_it() {
        for (direction, stated, other) in [(Direction::Up, 0.98, 0.6), (Direction::Down, 0.02, 0.4)] {
            let decisive = Factor { settles: true, ..factor(direction, Strength::Strong, "a") };
            let used = estimate(stated, 0.5, vec![decisive]);
            let made = [used.clone(), used, estimate(other, 0.5, vec![])];
            let of = |price: Option<f64>| {
                let price = price.map(|price| Price::plain(p(price)));
                let found = Numbers::new(&[made.iter().collect()], price).unwrap().forecast().probability.get();
                if direction == Direction::Up { found } else { 1.0 - found }
            };
            assert!(of(None) >= 0.97 - 1e-9 && of(Some(0.5)) >= 0.97 - 1e-9, "{direction:?}");
        }
        let decisive = Factor { settles: true, ..factor(Direction::Up, Strength::Strong, "a") };
        let made = [estimate(0.98, 0.5, vec![decisive]), estimate(0.6, 0.5, vec![])];
        assert!(Numbers::new(&[made.iter().collect()], None).unwrap().view.probability.get() < 0.97, "half of them");
    }

    proptest! {
        #[test]
        fn the_bounds_contain_the_view_and_the_forecast(stated in 0.0..=1.0f64, prior in 0.0..=1.0f64, price in prop::option::of(0.0..=1.0f64), ignorance in 0.0..1.0f64) {
            let made = [estimate(stated, prior, vec![factor(Direction::Up, Strength::Weak, "a")])];
            let numbers = Numbers::new(&[made.iter().collect()], price.map(|price| Price::plain(p(price)))).unwrap();
            let forecast = numbers.forecast().probability;
            let (lower, upper) = numbers.bounds(forecast, Uncertainty { ignorance, ..Uncertainty::default() });
            prop_assert!(lower <= forecast && forecast <= upper);
            prop_assert!(lower <= numbers.view.probability && numbers.view.probability <= upper);
        }
    }
}
