//! Scores of forecasts that are not probabilities of YES. Pure.

use domain::answer::{DateQuantiles, OptionShare, Quantiles, ResolvedAnswer, place_of};
use domain::{AnswerKind, Distribution, Forecast, Time};
use forecasting::kinds::score::{brier, crps, is_covered, log_score};

const SECONDS_PER_DAY: f64 = 86_400.0;

/// The scores of one forecast.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct AnswerScores {
    /// Brier score: over all options 0 to 2, of a probability under a condition 0 to 1.
    pub brier: Option<f64>,
    /// Natural logarithm of the probability of what came true.
    pub log: Option<f64>,
    /// Continuous ranked probability score in the unit of the number; in days for a time.
    pub crps: Option<f64>,
    /// `true` if the answer lies within the 90 % interval.
    pub covered: Option<bool>,
}

impl AnswerScores {
    /// Scores a forecast; nothing if the answer is of another kind, or the condition did not hold.
    pub fn of(forecast: &Forecast, answer: &ResolvedAnswer) -> Self {
        match (&forecast.distribution, answer) {
            (Some(Distribution::Options { options }), ResolvedAnswer::Option(option)) => of_options(options, option),
            (Some(Distribution::Number { quantiles, .. }), ResolvedAnswer::Number(number)) => {
                of_quantiles(quantiles, *number)
            }
            (Some(Distribution::Date { quantiles }), ResolvedAnswer::Date(at)) => of_dates(quantiles, *at),
            (None, ResolvedAnswer::Given(value)) if is_conditional(forecast) => {
                let p = forecast.probability.get();
                let log = value * p.ln() + (1.0 - value) * (1.0 - p).ln();
                Self { brier: Some((p - value).powi(2)), log: Some(log), ..Self::default() }
            }
            _ => Self::default(),
        }
    }
}

fn is_conditional(forecast: &Forecast) -> bool {
    matches!(forecast.run.answer_kind(), AnswerKind::Conditional { .. })
}

fn of_options(options: &[OptionShare], happened: &str) -> AnswerScores {
    let shares: Vec<f64> = options.iter().map(OptionShare::probability).collect();
    match place_of(options, happened) {
        Some(at) => AnswerScores { brier: brier(&shares, at), log: log_score(&shares, at), ..AnswerScores::default() },
        None => AnswerScores::default(),
    }
}

fn of_quantiles(quantiles: &Quantiles, happened: f64) -> AnswerScores {
    AnswerScores {
        crps: Some(crps(quantiles, happened)),
        covered: Some(is_covered(quantiles, happened)),
        ..AnswerScores::default()
    }
}

fn of_dates(quantiles: &DateQuantiles, at: Time) -> AnswerScores {
    #[expect(clippy::cast_precision_loss, reason = "seconds of the years 1 to 9999, far below 2^53")]
    let days = |at: Time| at.timestamp() as f64 / SECONDS_PER_DAY;
    match Quantiles::try_from(quantiles.values().map(days)) {
        Ok(quantiles) => of_quantiles(&quantiles, days(at)),
        Err(_) => AnswerScores::default(),
    }
}

#[cfg(test)]
mod tests {
    use domain::answer::OTHER;

    use super::*;

    fn forecast(kind: AnswerKind, distribution: Option<Distribution>) -> Forecast {
        let mut forecast = domain::testing::forecast();
        forecast.run.asked.kind = Some(kind);
        Forecast { distribution, ..forecast }
    }

    #[test]
    fn each_kind_has_its_own_scores() {
        let options = [("Ada", 700_000), (OTHER, 300_000)];
        let options: Vec<OptionShare> =
            options.map(|(option, millionths)| OptionShare { option: option.into(), millionths }).to_vec();
        let choice = AnswerKind::MultipleChoice { options: vec!["Ada".into()], open: true };
        let choice = forecast(choice, Some(Distribution::Options { options }));
        let ada = AnswerScores::of(&choice, &ResolvedAnswer::Option("ada".into()));
        assert!((ada.brier.unwrap() - 0.18).abs() < 1e-9 && (ada.log.unwrap() - 0.7f64.ln()).abs() < 1e-9);
        let unnamed = AnswerScores::of(&choice, &ResolvedAnswer::Option("Bo".into()));
        assert!((unnamed.brier.unwrap() - 0.98).abs() < 1e-9, "part of the rest");

        let quantiles = Quantiles::try_from([1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        let numeric = AnswerKind::Numeric { unit: "EUR".into(), lower: None, upper: None };
        let number = forecast(numeric, Some(Distribution::Number { unit: "EUR".into(), quantiles }));
        let scores = AnswerScores::of(&number, &ResolvedAnswer::Number(9.0));
        assert_eq!((scores.covered, scores.brier), (Some(false), None));

        let at = |day: i64| Time::from_timestamp(day * 86_400, 0).unwrap();
        let quantiles = DateQuantiles::try_from([at(10); 5]).unwrap();
        let date = forecast(AnswerKind::Date, Some(Distribution::Date { quantiles }));
        let scores = AnswerScores::of(&date, &ResolvedAnswer::Date(at(13)));
        assert!((scores.crps.unwrap() - 3.0).abs() < 1e-9, "three days");

        let conditional = forecast(AnswerKind::Conditional { condition: "it rains".into() }, None);
        assert!((AnswerScores::of(&conditional, &ResolvedAnswer::Given(1.0)).brier.unwrap() - 0.25).abs() < 1e-9);
        assert_eq!(AnswerScores::of(&conditional, &ResolvedAnswer::Void), AnswerScores::default());
    }
}
