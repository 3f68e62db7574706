//! Comparison of a recorded forecast with its rerun. Pure.

use domain::Forecast;
use serde::Serialize;

/// Compared fields of a forecast. Cost and date differ between any two runs and are left out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Side {
    /// Probability of YES.
    pub probability: f64,
    /// The answer to a question for an option, a number or a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<domain::Distribution>,
    /// Lower bound of the probability.
    pub lower: f64,
    /// Upper bound of the probability.
    pub upper: f64,
    /// Confidence of the forecast, 0 to 1.
    pub confidence: f64,
    /// Estimates before pooling.
    pub samples: Vec<f64>,
    /// Name of the model.
    pub model: String,
    /// Version of the prompts.
    pub prompt_version: String,
    /// Flags for a person's attention.
    pub flags: Vec<String>,
}

impl From<&Forecast> for Side {
    fn from(forecast: &Forecast) -> Self {
        Self {
            probability: forecast.probability.get(),
            distribution: forecast.distribution.clone(),
            lower: forecast.lower.get(),
            upper: forecast.upper.get(),
            confidence: forecast.confidence,
            samples: forecast.samples.iter().map(|sample| sample.get()).collect(),
            model: forecast.model.clone(),
            prompt_version: forecast.prompt_version.clone(),
            flags: forecast.flags.clone(),
        }
    }
}

/// A recorded forecast beside its rerun.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// Directory of the bundle.
    pub bundle: String,
    /// Text of the question.
    pub question: String,
    /// Forecast stored in the bundle.
    pub recorded: Side,
    /// Forecast of the rerun.
    pub rerun: Side,
    /// True if no compared field differs.
    pub same: bool,
}

impl Comparison {
    /// Compares the forecasts of one bundle.
    pub fn new(bundle: String, recorded: &Forecast, rerun: &Forecast) -> Self {
        let (before, now) = (Side::from(recorded), Side::from(rerun));
        let same = before == now;
        Self { bundle, question: recorded.run.asked.text.clone(), recorded: before, rerun: now, same }
    }

    /// Formats the comparison as text.
    pub fn lines(&self) -> Vec<String> {
        let question: String = self.question.chars().take(100).collect();
        let verdict = if self.same { "identical".to_owned() } else { format!("{:+.3}", self.difference()) };
        let side = |name: &str, side: &Side| {
            let samples: Vec<String> = side.samples.iter().map(|sample| format!("{sample:.3}")).collect();
            format!(
                "  {name:<9} {:.3} [{:.3}, {:.3}]  confidence {:.2}  estimates {}  {} {}",
                side.probability,
                side.lower,
                side.upper,
                side.confidence,
                samples.join(" "),
                side.model,
                side.prompt_version
            )
        };
        vec![
            format!("{}: {question}: {verdict}", self.bundle),
            side("recorded", &self.recorded),
            side("rerun", &self.rerun),
        ]
    }

    fn difference(&self) -> f64 {
        self.rerun.probability - self.recorded.probability
    }
}
