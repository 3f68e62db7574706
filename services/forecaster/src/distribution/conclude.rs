//! The forecast of a question for an option, a number or a time: estimates pooled, with confidence, reasoning and
//! flags. Without a usable estimate all listed options, or all numbers between the limits, are alike; without those
//! there is no answer, which is flagged.

use domain::answer::OptionShare;
use domain::forecast::{Account, Case, StatedDistribution, Views, standard_reason};
use domain::{AnswerKind, Distribution, Forecast, Probability, Run};
use forecasting::calibration::Map;
use forecasting::kinds::rescale::Rescaling;

use super::pool::{self, OptionTexts};
use super::sample::DistributionSample;
use super::without_estimates;
use crate::coherence::Relations;
use crate::conclude::{Grounds, Rules, Signature};
use crate::confidence::coverage;
use crate::decompose;
use crate::digest::Digest;
use crate::direction;
use crate::reasoning::{citations, grounded};

/// Confidence without a usable estimate.
const NO_ESTIMATE: f64 = 0.05;
/// Probability of the interval from p5 to p95.
const INTERVAL: f64 = 0.9;
/// Flag of a forecast without an answer.
const NO_ANSWER: &str = "no usable estimate was made: the question has no answer";
/// Flag of a forecast that knows nothing.
const UNINFORMED: &str = "no usable estimate was made: the answer says nothing beyond the question";

/// Makes the forecast. `grounds` has no samples of a probability.
pub fn conclude(
    grounds: Grounds<'_>,
    samples: &[DistributionSample],
    signature: Signature,
    rescaling: &Rescaling,
) -> Forecast {
    let run = &grounds.state.run;
    let kind = run.answer_kind();
    let estimates = published(run, grounds.digest, samples);
    let pooled = pool::pool(&estimates).map(|pooled| pool::rescaled(pooled, &kind, rescaling));
    let confidence = confidence(grounds, samples);
    let mut evidence_used: Vec<String> = samples.iter().flat_map(|sample| sample.evidence.clone()).collect();
    let told =
        best(samples).map(|sample| (grounded(&sample.reasoning, grounds.digest, &given(grounds, &estimates)), sample));
    let (reasoning, crux) = told.map(|(text, sample)| (text, sample.crux.clone())).unwrap_or_default();
    let reasoning = if reasoning.is_empty() { standard_reason::POOLED.to_owned() } else { reasoning };
    evidence_used.extend(citations(&reasoning));
    evidence_used.sort();
    evidence_used.dedup();
    let made = base(grounds, signature, (confidence, &estimates));
    let account = Account {
        evidence: direction::of_distributions(samples, grounds.digest, &evidence_used),
        distributions: estimates,
        case: Case { would_change: crux, ..Case::default() },
        recalibration: rescaling.reason.clone(),
        rescaled: rescaling.factor,
        views: Views::default(),
        ..made.account.clone()
    };
    let base_rates = Vec::new();
    let made = Forecast { account, confidence, reasoning, evidence_used, base_rates, recommendation: None, ..made };
    match pooled {
        Some(distribution) => with(made, distribution),
        None => undecided(made),
    }
}

/// Replaces the probability of a forecast that no estimate stands behind by what is known of its kind.
pub fn undecided(made: Forecast) -> Forecast {
    let kind = made.run.answer_kind();
    if kind.is_yes_or_no() {
        return made;
    }
    let account = Account { views: Views::default(), recalibration: String::new(), ..made.account.clone() };
    let made = Forecast {
        reasoning: standard_reason::NOTHING.to_owned(),
        base_rates: Vec::new(),
        recommendation: None,
        confidence: NO_ESTIMATE,
        account,
        ..made
    };
    match without_estimates(&kind) {
        Some(distribution) => {
            let reasoning = standard_reason::ALIKE.to_owned();
            with(flagged(Forecast { reasoning, ..made }, UNINFORMED), distribution)
        }
        None => {
            let half = clamped(0.5);
            flagged(Forecast { probability: half, lower: half, upper: half, ..made }, NO_ANSWER)
        }
    }
}

fn flagged(mut made: Forecast, flag: &str) -> Forecast {
    made.flags.insert(0, flag.to_owned());
    made
}

/// The parts of a forecast that are the same for all kinds.
fn base(grounds: Grounds<'_>, signature: Signature, (confidence, estimates): (f64, &[StatedDistribution])) -> Forecast {
    let identity = Map::identity("there is none for this kind of question");
    let related = Relations::default();
    let rules = Rules::inert(&identity, &related);
    let mut made = crate::conclude::conclude(grounds, signature, rules);
    made.flags = crate::flags::flags(grounds, confidence);
    made.flags.extend(crate::flags::apart(grounds.state, estimates));
    made
}

/// Returns the estimates as they are published: over the options of all estimates.
pub fn published(run: &Run, digest: &Digest, samples: &[DistributionSample]) -> Vec<StatedDistribution> {
    let kind = &run.answer_kind();
    let options = match kind {
        AnswerKind::MultipleChoice { options, open } => {
            let asked = &run.asked;
            let question = [asked.text.as_str(), &asked.background, &asked.resolution_criteria].join("\n");
            pool::all_options((options, *open), samples, &OptionTexts { question: &question, digest })
        }
        _ => Vec::new(),
    };
    samples.iter().filter_map(|sample| sample.published(kind, &options)).collect()
}

/// Sets the answer, and the probability that stands for it in lists.
fn with(made: Forecast, distribution: Distribution) -> Forecast {
    let of_first = |distribution: &Distribution, name: &str| match distribution {
        Distribution::Options { options } => {
            options.iter().find(|one| one.option == name).map(OptionShare::probability)
        }
        Distribution::Number { .. } | Distribution::Date { .. } => None,
    };
    let (probability, lower, upper) = match &distribution {
        Distribution::Options { options } => {
            let first = options.first().map_or(0.5, OptionShare::probability);
            let name = options.first().map_or("", |one| one.option.as_str());
            let stated = made.account.distributions.iter().filter_map(|one| of_first(&one.distribution, name));
            let (low, high) = stated.fold((first, first), |(low, high), p| (low.min(p), high.max(p)));
            (first, low, high)
        }
        Distribution::Number { .. } | Distribution::Date { .. } => (INTERVAL, INTERVAL, INTERVAL),
    };
    Forecast {
        probability: clamped(probability),
        lower: clamped(lower),
        upper: clamped(upper),
        distribution: Some(distribution),
        ..made
    }
}

fn clamped(value: f64) -> Probability {
    Probability::clamp(value).expect("a probability lies within 0 to 1")
}

/// The mean of the stated confidences, lower if questions have no answer.
fn confidence(grounds: Grounds<'_>, samples: &[DistributionSample]) -> f64 {
    if samples.is_empty() {
        return NO_ESTIMATE;
    }
    #[expect(clippy::cast_precision_loss, reason = "a handful of samples")]
    let own = samples.iter().map(|sample| sample.confidence).sum::<f64>() / samples.len() as f64;
    own * (0.5 + 0.5 * coverage(grounds))
}

/// The most confident estimate; the first of several.
fn best(samples: &[DistributionSample]) -> Option<&DistributionSample> {
    samples.iter().rev().max_by(|a, b| a.confidence.total_cmp(&b.confidence))
}

/// Returns what a reasoning may cite beside the findings: the question and the figures of the estimates.
fn given(grounds: Grounds<'_>, estimates: &[StatedDistribution]) -> String {
    let mut given = decompose::texts(&grounds.state.run);
    for one in estimates {
        match &one.distribution {
            Distribution::Options { options } => {
                given.extend(
                    options
                        .iter()
                        .map(|one| format!("{:.0} {:.1}", one.probability() * 100.0, one.probability() * 100.0)),
                );
                given.extend(options.iter().map(|one| format!("{} {:.2}", one.option, one.probability())));
            }
            Distribution::Number { .. } | Distribution::Date { .. } => {
                given.extend(one.distribution.quantile_texts().into_iter().flatten());
            }
        }
    }
    given.join("\n")
}

#[cfg(test)]
#[path = "conclude_test.rs"]
mod tests;
