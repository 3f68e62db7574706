//! `auspex backtest --fit`: the weights of stated probability and market price, fitted on one half of the questions and
//! judged on the other.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use domain::{Forecast, JobId};
use forecasting::price::DEFAULT_WEIGHT;
use forecasting::weights::{self, Fit, FitInput, MIN_QUESTIONS, ObservedForecast, Weights};
use serde_json::{Value, json};

/// A question with an outcome and its forecast.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Resolved {
    /// Id of its event, by which the halves are chosen.
    pub id: String,
    /// What its forecast was computed from.
    pub observed: ObservedForecast,
    /// Weight of the stated probabilities in its forecast, if that names one.
    stated: Option<f64>,
    /// Weight of a price of which nothing else is known in its forecast; `None` without a price.
    market: Option<f64>,
}

/// The fitted weights; `None` if a half has too few questions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FittedWeights(Option<Fit>);

impl Resolved {
    /// Creates the question. A price whose weight is 0 beside a fact that settles the question stays without weight.
    pub(super) fn new(id: &str, forecast: &Forecast, outcome: f64) -> Self {
        let (views, estimates) = (&forecast.account.views, forecast.account.estimates.clone());
        let market = views.price.as_ref().map(|price| price.base.filter(|base| *base > 0.0).unwrap_or(DEFAULT_WEIGHT));
        let price = views
            .price
            .as_ref()
            .zip(market)
            .and_then(|(price, base)| Some((domain::Probability::clamp(price.price).ok()?, price.weight / base)));
        let observed = ObservedForecast { estimates, price, outcome };
        Self { id: id.to_owned(), observed, stated: views.stated_weight, market }
    }
}

impl FittedWeights {
    /// Fits the weights. The half of a question follows from its id, so that it is the same in every backtest.
    pub(super) fn new(questions: &[Resolved], seed: u64) -> Self {
        let is_first = |one: &&Resolved| JobId::named(&["half", &one.id]).0.as_bytes()[15].is_multiple_of(2);
        let (fitting, judging): (Vec<&Resolved>, Vec<&Resolved>) = questions.iter().partition(is_first);
        let of = |half: Vec<&Resolved>| half.into_iter().map(|one| one.observed.clone()).collect::<Vec<_>>();
        let (fitting, judging, present) = (of(fitting), of(judging), present(questions));
        Self(weights::fit(FitInput { fitting, judging, present }, seed))
    }

    /// Returns the lines for a person.
    pub(super) fn lines(&self) -> Vec<String> {
        let Some(fit) = self.0 else {
            return vec![format!(
                "Weights: each half needs {MIN_QUESTIONS} questions with an outcome and an estimate; nothing is fitted."
            )];
        };
        let (first, second) = fit.questions;
        let mut lines = vec![format!(
            "Weights fitted on {first} questions, judged on {second} others: stated {:.2} (95 %: {:.2} to {:.2})",
            fit.weights.stated, fit.stated.low, fit.stated.high
        )];
        if let (Some(interval), Some(line)) = (fit.market, lines.first_mut()) {
            let market = fit.weights.market;
            line.push_str(&format!(", market {market:.1} (95 %: {:.1} to {:.1})", interval.low, interval.high));
        }
        let (gap, interval) = fit.gain;
        lines.push(format!(
            "Brier on the others {:.4} against {:.4} with the present weights: {gap:+.4} ({:+.4} to {:+.4})",
            fit.brier.0, fit.brier.1, interval.low, interval.high
        ));
        lines.push(match fit.is_recommended() {
            true => format!("Settings: {}", fit.settings().join(" ")),
            false => "The fitted weights are worse on the others: keep the present settings.".to_owned(),
        });
        lines
    }

    /// Returns the fit as JSON; `null` without one.
    pub(super) fn json(&self) -> Value {
        self.0.map_or(Value::Null, |fit| {
            json!({
                "stated": fit.weights.stated, "stated_interval": [fit.stated.low, fit.stated.high],
                "market": fit.market.map(|_| fit.weights.market),
                "market_interval": fit.market.map(|interval| [interval.low, interval.high]),
                "questions": [fit.questions.0, fit.questions.1], "brier": fit.brier.0, "present_brier": fit.brier.1,
                "gain": fit.gain.0, "gain_interval": [fit.gain.1.low, fit.gain.1.high],
                "recommended": fit.is_recommended(), "settings": fit.settings(),
            })
        })
    }

    /// Writes the settings beside the forecasts, unless they are worse on the other half. Returns the file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn write(&self, set: &Path) -> anyhow::Result<Option<PathBuf>> {
        let Some(fit) = self.0.filter(Fit::is_recommended) else { return Ok(None) };
        let file = PathBuf::from(set.file_name().unwrap_or_default()).with_extension("weights.env");
        let text = fit.settings().iter().map(|line| format!("{line}\n")).collect::<String>();
        std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
        Ok(Some(file))
    }
}

/// Returns the weights of the last forecast that names them: all are of one fleet.
fn present(questions: &[Resolved]) -> Weights {
    let default = Weights::default();
    Weights {
        stated: questions.iter().rev().find_map(|one| one.stated).unwrap_or(default.stated),
        market: questions.iter().rev().find_map(|one| one.market).unwrap_or(default.market),
    }
}

#[cfg(test)]
mod tests {
    use domain::Probability;
    use domain::forecast::{StatedEstimate, WeightedPrice};

    use super::*;

    /// A question whose stated probability is right and whose computed one is a half.
    fn question(n: usize) -> Resolved {
        let p = |value| Probability::clamp(value).unwrap();
        let outcome = if n.is_multiple_of(3) { 1.0 } else { 0.0 };
        let mut forecast = domain::testing::forecast();
        forecast.account.views.price = None;
        forecast.account.estimates = vec![StatedEstimate {
            perspective: String::new(),
            model: "m".into(),
            stated: p(if outcome > 0.5 { 0.9 } else { 0.1 }),
            start: p(0.5),
            computed: p(0.5),
            view: p(0.5),
            confidence: 0.5,
            support: 0.5,
            settled: false,
        }];
        Resolved::new(&format!("q{n}"), &forecast, outcome)
    }

    #[test]
    fn weights_are_fitted_on_one_half_and_printed_as_settings() {
        let questions: Vec<Resolved> = (0..200).map(question).collect();
        let fitted = FittedWeights::new(&questions, 1);
        let lines = fitted.lines();
        assert!(lines[0].contains("stated 1.00") && !lines[0].contains("market"), "{lines:?}");
        assert_eq!(lines[2], "Settings: AUSPEX_FORECASTER_STATED_WEIGHT=1");
        let json = fitted.json();
        assert_eq!((&json["recommended"], &json["market"]), (&json!(true), &Value::Null));
        let (first, second) = (json["questions"][0].as_u64().unwrap(), json["questions"][1].as_u64().unwrap());
        assert!(first + second == 200 && first > 70 && second > 70, "{json}");
    }

    #[test]
    fn a_configured_weight_is_part_of_the_present_weights_and_not_of_the_factor() {
        let of = |weight, base| {
            let mut forecast = domain::testing::forecast();
            forecast.account.views.stated_weight = Some(0.3);
            let reason = String::new();
            forecast.account.views.price = Some(WeightedPrice { price: 0.4, weight, own_weight: 1.0, reason, base });
            Resolved::new("q", &forecast, 1.0)
        };
        let factor = |one: &Resolved| one.observed.price.unwrap().1;
        let (configured, older) = (of(2.0, Some(1.0)), of(2.0, None));
        assert!((factor(&configured) - 2.0).abs() < 1e-12, "volume, time and record double the configured weight");
        assert!((factor(&older) - 2.0 / DEFAULT_WEIGHT).abs() < 1e-12);
        assert_eq!(present(&[older, configured]), Weights { stated: 0.3, market: 1.0 });
        assert_eq!(present(&[question(1)]).market.to_bits(), DEFAULT_WEIGHT.to_bits());
    }

    #[test]
    fn few_questions_fit_nothing() {
        let fitted = FittedWeights::new(&[question(1)], 1);
        assert!(fitted.lines()[0].contains("nothing is fitted"));
        assert_eq!((fitted.json(), fitted.write(Path::new("set.ndjson")).unwrap()), (Value::Null, None));
    }
}
