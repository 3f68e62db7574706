//! A forecast beside the same forecast made again. Pure.

use domain::Forecast;
use serde::Serialize;

/// What is compared of a forecast. Cost and date are another run's and say nothing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Side {
    /// How likely YES is.
    pub probability: f64,
    /// Lower bound.
    pub lower: f64,
    /// Upper bound.
    pub upper: f64,
    /// How far it is to be trusted.
    pub confidence: f64,
    /// The estimates before they were pooled.
    pub samples: Vec<f64>,
    /// The model.
    pub model: String,
    /// The prompts.
    pub prompt_version: String,
    /// What a person should see.
    pub flags: Vec<String>,
}

impl From<&Forecast> for Side {
    fn from(forecast: &Forecast) -> Self {
        Self {
            probability: forecast.probability.get(),
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

/// Both.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The bundle's folder.
    pub bundle: String,
    /// The question.
    pub question: String,
    /// As it was made.
    pub recorded: Side,
    /// As it is made now.
    pub rerun: Side,
    /// Nothing that is compared differs.
    pub same: bool,
}

impl Comparison {
    /// Of one bundle.
    pub fn of(bundle: String, recorded: &Forecast, rerun: &Forecast) -> Self {
        let (before, now) = (Side::from(recorded), Side::from(rerun));
        let same = before == now;
        Self { bundle, question: recorded.run.asked.text.clone(), recorded: before, rerun: now, same }
    }

    /// For a person.
    pub fn lines(&self) -> Vec<String> {
        let question: String = self.question.chars().take(100).collect();
        let verdict = if self.same { "the same".to_owned() } else { format!("{:+.3}", self.moved()) };
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

    fn moved(&self) -> f64 {
        self.rerun.probability - self.recorded.probability
    }
}
