//! Keeps a forecast coherent with the tenant's forecasts of related questions: what happens by June happens by
//! December. The new forecast changes, by the least that is needed; the others were published before and stand.

use domain::forecast::{Coherence, RelatedForecast};
use domain::reading::Implication;
use domain::{Forecast, Probability};
use forecasting::kinds::coherence;
use store::forecasts::FamilyForecast;

/// Days after which a forecast constrains no new one: the evidence has changed since.
pub const MAX_AGE_DAYS: i64 = 14;

/// Maximum number of related forecasts that are read.
pub const MAX_RELATED: u32 = 20;

/// Smallest contradiction that is repaired, in probability. Probabilities are shown in whole percent.
const TOLERANCE: f64 = 0.005;

/// Returns the forecast, repaired if it contradicts a related one, with the probability before.
pub fn repaired(forecast: Forecast, others: &[FamilyForecast]) -> Forecast {
    let family = forecast.run.reading.as_ref().and_then(|reading| reading.family.clone());
    let Some(family) = family.filter(|_| forecast.is_probability()) else { return forecast };
    let related: Vec<RelatedForecast> = others
        .iter()
        .filter_map(|other| {
            let FamilyForecast { run, question, family: their, probability } = other.clone();
            let implication = family.implication(&their)?;
            Some(RelatedForecast { run, question, probability, implication })
        })
        .collect();
    let before = forecast.probability;
    let contradicted: Vec<RelatedForecast> = related.iter().filter(|one| contradicts(before, one)).cloned().collect();
    if contradicted.is_empty() {
        return forecast;
    }
    let of = |implication: Implication| {
        let those = related.iter().filter(move |one| one.implication == implication);
        those.map(|one| one.probability.get()).collect::<Vec<f64>>()
    };
    let fixed = coherence::repaired(before.get(), &of(Implication::ImpliesThis), &of(Implication::ImpliedByThis));
    let Ok(probability) = Probability::clamp(fixed) else { return forecast };
    tracing::info!(
        run = %forecast.run.id, before = before.get(), after = probability.get(), contradicted = contradicted.len(),
        "the forecast contradicted related ones and was repaired"
    );
    let mut forecast = forecast;
    forecast.probability = probability;
    // The bounds contain the answer.
    if forecast.lower.get() > probability.get() {
        forecast.lower = probability;
    }
    if forecast.upper.get() < probability.get() {
        forecast.upper = probability;
    }
    forecast.account.coherence = Some(Coherence { before, related: contradicted });
    forecast
}

fn contradicts(probability: Probability, other: &RelatedForecast) -> bool {
    let difference = probability.get() - other.probability.get();
    match other.implication {
        Implication::ImpliesThis => difference < -TOLERANCE,
        Implication::ImpliedByThis => difference > TOLERANCE,
    }
}

#[cfg(test)]
mod tests {
    use domain::reading::Family;
    use domain::{JobId, Reading, RunId};

    use super::*;

    fn family(month: u32) -> Family {
        let deadline = format!("2026-{month:02}-30T23:59:59Z").parse().unwrap();
        Family { key: "k".into(), deadline: Some(deadline), limit: None }
    }

    fn p(value: f64) -> Probability {
        Probability::clamp(value).unwrap()
    }

    fn by(month: u32, probability: f64) -> FamilyForecast {
        let run = RunId(JobId::named(&[&month.to_string()]).0);
        FamilyForecast { run, question: format!("By {month}?"), family: family(month), probability: p(probability) }
    }

    fn june(probability: f64) -> Forecast {
        let mut made = domain::testing::forecast();
        (made.probability, made.lower, made.upper) = (p(probability), p(probability - 0.05), p(probability + 0.05));
        made.run.reading = Some(Reading { family: Some(family(6)), ..Reading::default() });
        made
    }

    #[test]
    fn a_contradiction_is_repaired_by_the_smallest_change() {
        let made = repaired(june(0.6), &[by(4, 0.2), by(9, 0.45), by(12, 0.5)]);
        assert_eq!(
            (made.probability, made.lower, made.upper),
            (p(0.45), p(0.45), p(0.65)),
            "at most that of September"
        );
        let coherence = made.account.coherence.unwrap();
        let named: Vec<&str> = coherence.related.iter().map(|one| one.question.as_str()).collect();
        assert_eq!((coherence.before, named), (p(0.6), vec!["By 9?", "By 12?"]));
        let raised = repaired(june(0.1), &[by(4, 0.2)]);
        assert_eq!((raised.probability, raised.upper), (p(0.2), p(0.2)), "at least that of April");
    }

    #[test]
    fn a_coherent_forecast_and_one_without_a_family_do_not_change() {
        for others in [vec![], vec![by(4, 0.2), by(12, 0.7)], vec![by(6, 0.1)], vec![by(12, 0.597)]] {
            assert_eq!(repaired(june(0.6), &others), june(0.6), "{others:?}");
        }
        let mut alone = june(0.6);
        alone.run.reading = None;
        assert_eq!(repaired(alone.clone(), &[by(12, 0.1)]), alone);
    }
}
