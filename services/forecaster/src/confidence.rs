//! Confidence of a forecast: the estimates' own, lowered for unanswered questions and for disagreement.

use domain::Probability;
use domain::run::Priority;
use forecasting::{Agreement, spread};

use crate::conclude::Grounds;

/// Confidence without a usable estimate.
const NO_ESTIMATE: f64 = 0.05;

/// Returns the confidence, 0 to 1.
pub fn confidence(grounds: Grounds<'_>) -> f64 {
    let samples = grounds.samples;
    if samples.is_empty() {
        return NO_ESTIMATE;
    }
    #[expect(clippy::cast_precision_loss, reason = "a handful of samples")]
    let own = samples.iter().map(|sample| sample.estimate.confidence).sum::<f64>() / samples.len() as f64;
    let agreement = 1.0 - (distance(grounds) / 0.5).min(1.0);
    (own * (0.5 + 0.5 * coverage(grounds)) * (0.5 + 0.5 * agreement)).clamp(0.0, 1.0)
}

/// Returns the range of the stated probabilities. If they agree because of one unverified claim, it is at least
/// the distance by which that claim has moved them.
pub fn distance(grounds: Grounds<'_>) -> f64 {
    let estimates: Vec<Probability> = grounds.samples.iter().map(|sample| sample.estimate.stated).collect();
    match grounds.agreement {
        Agreement::Fragile { without, .. } => {
            estimates.iter().map(|estimate| (estimate.get() - without.get()).abs()).fold(spread(&estimates), f64::max)
        }
        Agreement::Agree | Agreement::Apart { .. } => spread(&estimates),
    }
}

/// The share of the questions that are answered, weighted by priority.
pub(crate) fn coverage(grounds: Grounds<'_>) -> f64 {
    let weight = |priority: Priority| match priority {
        Priority::Critical => 3.0,
        Priority::Important => 2.0,
        Priority::Supplementary => 1.0,
    };
    let usable = |id: &str| grounds.digest.questions.iter().any(|asked| asked.id == id && asked.has_findings());
    let questions = &grounds.state.questions;
    let all: f64 = questions.iter().map(|question| weight(question.priority)).sum();
    let answered: f64 =
        questions.iter().filter(|question| usable(&question.id)).map(|question| weight(question.priority)).sum();
    if all > 0.0 { answered / all } else { 0.0 }
}
