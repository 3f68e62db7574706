//! `lab eval analysts`: forecasts of simulated analysts on questions with a crowd's price. An analyst knows the price,
//! as an ideal researcher would, and passes it through the arithmetic of the forecaster: what the arithmetic loses is
//! the difference from the score of the price. Nothing is fitted to the set, and the outcome is used for scores only.

mod advice;

use std::time::Instant;

use domain::Probability;
use forecasting::estimate::STATED_WEIGHT;
use forecasting::starting_point::STATED_CASES;
use forecasting::{Direction, Estimate, Factor, Line, Numbers, RateEstimate, Strength, starting_probability};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Answers, EvalReport, Files, files_in, lines};

/// Rate of a second class that an analyst states beside what it knows.
const OTHER_RATE: f64 = 0.4;

/// Prices beyond these limits are called extreme.
const EXTREME: (f64, f64) = (0.07, 0.93);

/// A question with its price and outcome.
#[derive(Debug, Deserialize)]
struct Row {
    qid: Value,
    crowd: f64,
    #[serde(default)]
    outcome: Option<f64>,
}

/// Probabilities of the analysts.
#[derive(Debug, Serialize)]
struct Answer {
    qid: Value,
    rates: f64,
    one_factor: f64,
    two_factors: f64,
}

/// Runs the analysts on each row of an NDJSON file, or of all NDJSON files in a folder.
pub(super) fn run(files: &Files) -> anyhow::Result<EvalReport> {
    let mut report = EvalReport::new("analysts", "questions");
    let mut answers = Answers::create(&files.output)?;
    let (mut scores, mut prices) = (Scores::default(), Vec::new());
    for file in files_in(&files.input, "ndjson")? {
        let (rows, refused) = lines::<Row>(&file)?;
        report.refused.extend(refused);
        let start = Instant::now();
        let done = rows.len();
        for row in rows.into_iter().map(|line| line.row) {
            let Some(price) = Probability::clamp(row.crowd).ok() else { continue };
            let analysts = [rates(price), factors(price, 1), factors(price, 2)];
            scores.add(price, &analysts, row.outcome);
            prices.push(price);
            let [rates, one_factor, two_factors] = analysts.map(|estimate| forecast(&estimate).get());
            answers.json(&Answer { qid: row.qid, rates, one_factor, two_factors })?;
        }
        report.timed(done, start.elapsed());
    }
    report.figures.extend(scores.figures());
    report.figures.extend(advice::figures(&prices));
    answers.finish()?;
    Ok(report)
}

/// States the price as one base rate, [`OTHER_RATE`] as another one, and the price as the probability.
fn rates(price: Probability) -> Estimate {
    let rate = |rate| RateEstimate { rate, cases: STATED_CASES };
    let other = Probability::clamp(OTHER_RATE).unwrap_or(price);
    let prior = starting_probability(&[rate(price), rate(other)]).unwrap_or(price);
    Estimate { line: Line { prior, factors: Vec::new() }, stated: price, confidence: 0.6, stated_weight: STATED_WEIGHT }
}

/// Starts from [`OTHER_RATE`], states the price as the probability, and has up to `most` strong factors in its
/// direction. An ideal analyst states as much evidence as leads to the price, within the limits of the rules.
fn factors(price: Probability, most: usize) -> Estimate {
    let prior = Probability::clamp(OTHER_RATE).unwrap_or(price);
    let mut needed = price.log_odds() - prior.log_odds();
    let mut factors = Vec::new();
    for n in 0..most {
        let share = (needed.abs().exp() - 1.0) / (Strength::Strong.likelihood_ratio() - 1.0);
        let factor = Factor {
            evidence: vec![format!("f{n}")],
            direction: if needed > 0.0 { Direction::Up } else { Direction::Down },
            strength: Strength::Strong,
            reliability: share.clamp(0.0, 1.0),
            depends_on: Vec::new(),
            settles: false,
        };
        needed -= needed.signum() * factor.weight();
        factors.push(factor);
    }
    Estimate { line: Line { prior, factors }, stated: price, confidence: 0.6, stated_weight: STATED_WEIGHT }
}

/// Returns the own view, as the forecaster publishes it without a price.
fn forecast(estimate: &Estimate) -> Probability {
    Numbers::new(&[vec![estimate]], None).map_or(estimate.stated, |numbers| numbers.view.probability)
}

/// Sums of squared errors.
#[derive(Debug, Default)]
struct Scores {
    all: Sums,
    extreme: Sums,
}

#[derive(Debug, Default)]
struct Sums {
    n: f64,
    price: f64,
    views: [f64; 3],
    computed: [f64; 3],
}

impl Scores {
    fn add(&mut self, price: Probability, analysts: &[Estimate; 3], outcome: Option<f64>) {
        let Some(outcome) = outcome else { return };
        self.all.add(price, analysts, outcome);
        if !(EXTREME.0..=EXTREME.1).contains(&price.get()) {
            self.extreme.add(price, analysts, outcome);
        }
    }

    fn figures(&self) -> Vec<(&'static str, f64)> {
        let (all, extreme) = (&self.all, &self.extreme);
        let mut figures = Vec::new();
        if all.n > 0.0 {
            figures.extend([
                ("brier_price", all.price / all.n),
                ("brier_rates", all.views[0] / all.n),
                ("brier_rates_computed_only", all.computed[0] / all.n),
                ("brier_one_factor", all.views[1] / all.n),
                ("brier_one_factor_computed_only", all.computed[1] / all.n),
                ("brier_two_factors", all.views[2] / all.n),
            ]);
        }
        if extreme.n > 0.0 {
            figures.extend([
                ("extreme_brier_price", extreme.price / extreme.n),
                ("extreme_brier_rates", extreme.views[0] / extreme.n),
                ("extreme_brier_one_factor", extreme.views[1] / extreme.n),
                ("extreme_brier_one_factor_computed_only", extreme.computed[1] / extreme.n),
            ]);
        }
        figures
    }
}

impl Sums {
    fn add(&mut self, price: Probability, analysts: &[Estimate; 3], outcome: f64) {
        let squared = |p: Probability| (p.get() - outcome).powi(2);
        self.n += 1.0;
        self.price += squared(price);
        for (at, analyst) in analysts.iter().enumerate() {
            self.views[at] += squared(forecast(analyst));
            self.computed[at] += squared(analyst.computed());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(value: f64) -> Probability {
        Probability::clamp(value).unwrap()
    }

    #[test]
    fn an_analyst_with_enough_evidence_reaches_the_price() {
        for price in [0.15, 0.4, 0.6] {
            assert!((forecast(&factors(p(price), 2)).get() - price).abs() < 1e-6, "{price}");
        }
        let extreme = forecast(&factors(p(0.98), 1));
        assert!(extreme < p(0.98) && extreme > p(0.9), "the rules limit what one factor is worth");
    }

    #[test]
    fn a_second_rate_moves_the_view_by_a_quarter_of_the_distance() {
        let view = forecast(&rates(p(0.9)));
        let expected = 0.75 * p(0.9).log_odds() + 0.25 * p(OTHER_RATE).log_odds();
        assert!((view.log_odds() - expected).abs() < 1e-9);
    }

    #[test]
    fn the_scores_of_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("rows.ndjson");
        std::fs::write(&input, "{\"qid\":1,\"crowd\":0.9,\"outcome\":1}\n{\"qid\":2,\"crowd\":0.02}\n").unwrap();
        let report = run(&Files { input, output: folder.path().join("out.ndjson") }).unwrap();
        assert_eq!((report.done, report.figures.contains_key("extreme_brier_price")), (2, false));
        assert!((report.figures["brier_price"] - 0.01).abs() < 1e-9);
    }
}
