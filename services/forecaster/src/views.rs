//! The probabilities of a forecast: stated, computed, own view, and pooled with the market's price. Pure.

use domain::event::Market;
use domain::forecast::{Views, WeightedPrice};
use domain::{MicroUsd, Run};
use forecasting::numbers::{OfModel, by_model};
use forecasting::price::Record;
use forecasting::{Crowd, Numbers, Price};

use crate::estimate::Sample;

const SECONDS_PER_DAY: f64 = 86_400.0;

/// The price of the run's market with what is known about its weight; `None` without a price, or if the view alone is
/// asked for.
pub fn price(run: &Run, record: Option<Record>, base: Option<f64>) -> Option<(Price, Crowd)> {
    let probability = run.asked.pooled_price()?;
    let crowd = Crowd { base, ..crowd(run, run.asked.market.as_ref()?, record) };
    Some((Price { probability, weight: crowd.weight() }, crowd))
}

fn crowd(run: &Run, market: &Market, record: Option<Record>) -> Crowd {
    let from = run.asked.config.as_of.unwrap_or(run.asked_at);
    #[expect(clippy::cast_precision_loss, reason = "seconds until a close, far below 2^53")]
    let days = |end: domain::Time| ((end - from).num_seconds() as f64 / SECONDS_PER_DAY).max(0.0);
    Crowd {
        volume: market.volume.map(dollars),
        days_left: run.asked.closes.or(market.end).map(days),
        record,
        base: None,
    }
}

/// Converts a volume for a weight; it is never settled.
#[expect(clippy::cast_precision_loss, reason = "far below 2^53 micro-dollars where the weight still rises")]
fn dollars(amount: MicroUsd) -> f64 {
    amount.0 as f64 / 1e6
}

/// Groups estimates by model: samples of one model count together.
pub fn of_models(samples: &[Sample]) -> Vec<OfModel<'_>> {
    by_model(samples.iter().map(|sample| (sample.model.as_str(), &sample.estimate)))
}

/// Returns the published probabilities.
pub fn published(numbers: Option<&Numbers>, weighed: Option<(Price, Crowd)>, stated_weight: Option<f64>) -> Views {
    let settled = "an official fact settles the question, which a price does not";
    let price = weighed.map(|(price, crowd)| {
        let weight = numbers.map_or(price.weight, |numbers| numbers.price_weight);
        let reason = if weight > 0.0 { crowd.reason() } else { settled.to_owned() };
        let own_weight = numbers.map_or(0.0, |numbers| numbers.view_weight);
        WeightedPrice { price: price.probability.get(), weight, own_weight, reason, base: Some(crowd.base_weight()) }
    });
    Views {
        stated: numbers.map(|numbers| numbers.stated),
        computed: numbers.map(|numbers| numbers.computed),
        own: numbers.map(|numbers| numbers.view.probability),
        pooled: match numbers {
            Some(numbers) => numbers.pooled.map(|pooled| pooled.probability),
            None => weighed.map(|(price, _)| price.probability),
        },
        price,
        stated_weight,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{run, sample_of};

    #[test]
    fn the_price_has_a_weight_unless_the_view_alone_is_asked_for() {
        let mut run = run();
        run.asked.market.as_mut().unwrap().volume = Some(MicroUsd::dollars(100));
        let (thin, crowd) = price(&run, None, None).unwrap();
        assert!((thin.weight - 1.0).abs() < 1e-9 && crowd.reason().contains("volume of $100"));
        run.asked.config.independent = true;
        assert_eq!(price(&run, None, None), None);
    }

    #[test]
    fn the_published_numbers_follow_from_the_estimates() {
        let samples = [sample_of(0.5, &["+i1q1/f1"]), sample_of(0.5, &["+i1q1/f1"])];
        let (numbers, weighed) = (of_models(&samples), price(&run(), None, Some(1.5)));
        assert_eq!(numbers.len(), 1);
        let numbers = Numbers::new(&numbers, weighed.map(|(price, _)| price)).unwrap();
        let views = published(Some(&numbers), weighed, Some(0.5));
        assert!((views.stated.unwrap().get() - 0.8).abs() < 1e-9 && (views.own.unwrap().get() - 0.8).abs() < 1e-9);
        let (pooled, price) = (views.pooled.unwrap().get(), views.price.unwrap());
        assert!(pooled > 0.7 && pooled < 0.8 && price.weight > 0.0 && price.own_weight > 0.0);
        assert_eq!((price.base, views.stated_weight), (Some(1.5), Some(0.5)));
        let alone = published(None, weighed, None);
        assert!(alone.own.is_none() && (alone.pooled.unwrap().get() - 0.7).abs() < 1e-9);
    }
}
