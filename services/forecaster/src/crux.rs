//! The crux of a disagreement between estimates: one question that would settle it. It is asked once per run; then new
//! estimates are made.

use domain::Distribution;
use domain::answer::{OptionShare, Quantiles};
use domain::forecast::StatedDistribution;
use domain::run::{Question, RunState};
use forecasting::crux::CruxTopic;
use forecasting::kinds::quantiles::{Bounds, probability_at_most};
use forecasting::{Agreement, Crux, Line};

use crate::decompose::{self, Proposed};
use crate::digest::Digest;
use crate::distribution::pool;
use crate::distribution::sample::DistributionSample;
use crate::estimate::Sample;

/// Topic of a targeted question, by which a later round recognises it.
pub const TOPIC: &str = "the crux";

/// Share of the distance that a finding must explain to be the crux. Below it, the question of the outermost estimate
/// is asked.
const MIN_SHARE: f64 = 0.5;

/// Share of the distance that a question explains that an estimate names itself.
const STATED_SHARE: f64 = 0.5;

/// Maximum length of a statement quoted in a question, in characters.
const MAX_QUOTE_CHARS: usize = 260;

/// A question that would settle a disagreement.
#[derive(Debug, Clone, PartialEq)]
pub struct Targeted {
    /// Text of the question.
    pub question: Question,
    /// Standard deviation of the estimates around their mean, in probability: the amount to settle.
    pub uncertainty: f64,
    /// The share of it that the crux explains.
    pub resolves: f64,
}

/// Returns `true` if the run has asked its targeted question.
pub fn was_asked(state: &RunState) -> bool {
    state.questions.iter().any(|question| question.topic == TOPIC)
}

/// Returns the targeted question; `None` if the estimates agree, if there is nothing to ask, or if it was asked before.
pub fn targeted(state: &RunState, digest: &Digest, samples: &[Sample], agreement: &Agreement) -> Option<Targeted> {
    if was_asked(state) {
        return None;
    }
    let (text, uncertainty, resolves) = match agreement {
        Agreement::Agree => return None,
        Agreement::Fragile { claim, without } => {
            let with = mean(samples.iter().map(|sample| sample.probability().get()));
            (verify(&digest.item(claim)?.text), (with - without.get()).abs() / 2.0, 1.0)
        }
        Agreement::Apart { .. } => {
            let lines: Vec<Line> = samples.iter().map(|sample| sample.estimate.line.clone()).collect();
            match forecasting::crux(&lines) {
                Some(crux) => (about(&crux, digest, samples)?, deviation(samples), crux.share),
                // The lines agree, so that only the models' own questions can explain the distance.
                None => (stated_crux(samples.iter().collect())?, deviation(samples), STATED_SHARE),
            }
        }
    };
    Some(Targeted { question: question(state, text)?, uncertainty, resolves })
}

/// Distance of the medians of two estimates, in probability of the pool, above which they disagree.
const MAX_MEDIAN_SPREAD: f64 = 0.25;

/// A disagreement of estimates of an option, a number or a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Distance {
    /// Largest distance: of the probabilities of an option, or of the medians in probability of the pool.
    pub spread: f64,
    /// Standard deviation of the estimates, in probability.
    pub deviation: f64,
    /// Place of the estimate that is farthest from the others.
    pub outermost: usize,
    /// `true` if the estimates disagree.
    pub is_apart: bool,
}

/// Measures how far published estimates of an option, a number or a time lie apart; `None` without two estimates.
pub fn distance(estimates: &[StatedDistribution]) -> Option<Distance> {
    let pooled = pool::pool(estimates)?;
    // Per estimate, the probabilities that are compared.
    let (rows, max_spread): (Vec<Vec<f64>>, f64) = match &pooled {
        Distribution::Options { .. } => {
            (estimates.iter().map(option_shares).collect(), forecasting::agreement::MAX_SPREAD)
        }
        Distribution::Number { .. } | Distribution::Date { .. } => {
            let whole = numbers(&pooled)?;
            let level = |one: &StatedDistribution| {
                let median = numbers(&one.distribution)?.values()[2];
                Some(vec![probability_at_most(&whole, Bounds::default(), median)])
            };
            (estimates.iter().map(level).collect::<Option<_>>()?, MAX_MEDIAN_SPREAD)
        }
    };
    let width = rows.iter().map(Vec::len).min().filter(|width| *width > 0 && rows.len() > 1)?;
    let column = |at: usize| rows.iter().map(move |row| row[at]);
    let means: Vec<f64> = (0..width).map(|at| mean(column(at))).collect();
    let from_mean = |row: &Vec<f64>| row.iter().zip(&means).map(|(p, mean)| (p - mean).powi(2)).sum::<f64>();
    let spread =
        (0..width).map(|at| column(at).fold(0.0, f64::max) - column(at).fold(1.0, f64::min)).fold(0.0, f64::max);
    // With two options, which mirror each other, half the sum is the variance of one.
    let parts = if width > 1 { 2.0 } else { 1.0 };
    let deviation = (mean(rows.iter().map(from_mean)) / parts).sqrt();
    let outermost = (0..rows.len()).max_by(|a, b| from_mean(&rows[*a]).total_cmp(&from_mean(&rows[*b])))?;
    Some(Distance { spread, deviation, outermost, is_apart: spread > max_spread })
}

/// Probabilities in the order of the first estimate: all published estimates have the same options in one order.
fn option_shares(one: &StatedDistribution) -> Vec<f64> {
    match &one.distribution {
        Distribution::Options { options } => options.iter().map(OptionShare::probability).collect(),
        Distribution::Number { .. } | Distribution::Date { .. } => Vec::new(),
    }
}

fn numbers(distribution: &Distribution) -> Option<Quantiles> {
    match distribution {
        Distribution::Options { .. } => None,
        Distribution::Number { quantiles, .. } => Some(*quantiles),
        Distribution::Date { quantiles } => Some(pool::seconds(quantiles)),
    }
}

/// Returns the targeted question of estimates of an option, a number or a time: that of the outermost estimate, or of
/// another one. `None` as for [`targeted`].
pub fn of_distributions(state: &RunState, samples: &[DistributionSample], distance: &Distance) -> Option<Targeted> {
    if was_asked(state) || !distance.is_apart {
        return None;
    }
    let outermost = samples.get(distance.outermost);
    let stated = outermost.into_iter().chain(samples).map(|sample| sample.crux.trim());
    let text = stated.map(str::to_owned).find(|crux| !crux.is_empty())?;
    Some(Targeted {
        question: question(state, text)?,
        uncertainty: distance.deviation.min(0.5),
        resolves: STATED_SHARE,
    })
}

/// Makes the research question; `None` if it was asked before.
fn question(state: &RunState, text: String) -> Option<Question> {
    let proposed = Proposed {
        topic: TOPIC.to_owned(),
        question: text,
        priority: "critical".to_owned(),
        expected_sources: vec!["official or primary sources".to_owned()],
    };
    decompose::questions(vec![proposed], state.iteration + 1, 1, &state.questions).pop()
}

/// Returns the question: a finding that explains the distance is verified, otherwise the outermost estimate, and then
/// the others, have said what would change them. Different base rates alone are no question for a search.
fn about(crux: &Crux, digest: &Digest, samples: &[Sample]) -> Option<String> {
    let outermost = farthest(samples, crux.between);
    let stated = || stated_crux(outermost.into_iter().chain(samples).collect());
    match &crux.about {
        CruxTopic::Finding(reference) if crux.share >= MIN_SHARE => {
            digest.item(reference).map(|item| verify(&item.text)).or_else(stated)
        }
        CruxTopic::Finding(reference) => stated().or_else(|| digest.item(reference).map(|item| verify(&item.text))),
        CruxTopic::Start => stated(),
    }
}

fn stated_crux(samples: Vec<&Sample>) -> Option<String> {
    let stated = samples.into_iter().map(|sample| sample.crux.trim());
    stated.map(str::to_owned).find(|crux| !crux.is_empty())
}

fn verify(statement: &str) -> String {
    let statement = quoted(statement);
    let statement = statement.trim_end_matches(['.', '!', '?']);
    format!("Which primary source confirms or refutes this, and what does it say exactly: {statement}?")
}

fn quoted(text: &str) -> String {
    text.trim().chars().take(MAX_QUOTE_CHARS).collect()
}

/// Of the two ends the one that lies farther from the middle of all.
fn farthest(samples: &[Sample], (low, high): (usize, usize)) -> Option<&Sample> {
    let middle = mean(samples.iter().map(|sample| sample.probability().log_odds()));
    let from = |at: usize| samples.get(at).map(|sample| (sample.probability().log_odds() - middle).abs());
    samples.get(if from(low)? > from(high)? { low } else { high })
}

fn deviation(samples: &[Sample]) -> f64 {
    let value = |sample: &Sample| sample.estimate.stated.get();
    let middle = mean(samples.iter().map(value));
    mean(samples.iter().map(|sample| (value(sample) - middle).powi(2))).sqrt()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = values.fold((0.0, 0.0), |(sum, n), value| (sum + value, n + 1.0));
    if n > 0.0 { sum / n } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use forecasting::{Estimate, assess_agreement};

    use super::*;
    use crate::sample::{found, sample_of, state};

    fn asked(samples: &[Sample]) -> Option<Targeted> {
        let state = state(&[("i1q1", Some(found(3)))]);
        let digest = Digest::from_state(&state);
        let estimates: Vec<Estimate> = samples.iter().map(|sample| sample.estimate.clone()).collect();
        targeted(&state, &digest, samples, &assess_agreement(&estimates, &digest.unverified()))
    }

    #[test]
    fn estimates_that_agree_leave_nothing_to_settle() {
        assert_eq!(asked(&[sample_of(0.4, &[]), sample_of(0.45, &[])]), None);
    }

    #[test]
    fn a_finding_that_is_read_both_ways_is_verified() {
        let made = asked(&[sample_of(0.4, &["+i1q1/f1"]), sample_of(0.4, &["-i1q1/f1"]), sample_of(0.4, &[])]).unwrap();
        assert!(made.question.text.contains("Senator 1 supports the bill?"), "{}", made.question.text);
        assert_eq!((made.question.id.as_str(), made.question.topic.as_str()), ("i2q1", TOPIC));
        assert!((made.resolves - 1.0).abs() < 1e-9 && made.uncertainty > 0.1);
    }

    #[test]
    fn different_priors_and_a_scattered_disagreement_ask_the_outlier() {
        assert_eq!(asked(&[sample_of(0.1, &[]), sample_of(0.6, &[])]), None, "nobody said what would change them");
        let told = Sample { crux: "How many bills passed?".into(), ..sample_of(0.6, &[]) };
        let made = asked(&[sample_of(0.1, &[]), told]).unwrap();
        assert_eq!(made.question.text, "How many bills passed?");
        let mut out = sample_of(0.3, &["+i1q1/f1", "+i1q1/f2", "+i1q1/f3"]);
        out.crux = "Has the committee voted?".into();
        for (n, factor) in out.estimate.line.factors.iter_mut().enumerate() {
            factor.depends_on = vec![n.to_string()];
        }
        let made = asked(&[out, sample_of(0.3, &[]), sample_of(0.3, &[])]).unwrap();
        assert_eq!(made.question.text, "Has the committee voted?");
    }

    #[test]
    fn agreement_on_an_unverified_claim_has_the_claim_verified() {
        let leaning = || sample_of(0.3, &["+i1q1/f2"]);
        let made = asked(&[leaning(), leaning(), leaning()]).unwrap();
        assert!(made.question.text.contains("Senator 2 supports the bill?"), "{}", made.question.text);
    }

    #[test]
    fn it_is_asked_once() {
        let mut state = state(&[("i1q1", Some(found(1)))]);
        state.questions[0].topic = TOPIC.into();
        let told = Sample { crux: "When?".into(), ..sample_of(0.6, &[]) };
        let samples = [sample_of(0.1, &[]), told];
        let apart = Agreement::Apart { spread: 0.5 };
        assert_eq!(targeted(&state, &Digest::from_state(&state), &samples, &apart), None);
    }
}
