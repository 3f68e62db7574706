//! From estimates to the forecast: pooled, bounded, with confidence, advice and flags. Never nothing: without a usable
//! estimate the market's price stands, and without a market even odds, flagged.

use domain::forecast::{BaseRate, Recommendation};
use domain::run::{Priority, RunState};
use domain::{Forecast, MicroUsd, Probability, Run, Time};

use crate::advise::{Bar, View, advise};
use crate::digest::Digest;
use crate::estimate::Sample;
use crate::pool::{spread, with_market};
use crate::reasoning::{citations, grounded};

/// What the estimates disagree by, in probability, before it is said to a person (issue: spread above 0.15).
const DISAGREE: f64 = 0.15;

/// Half the width of the bounds, in log-odds, where nothing is known at all: 0.5 becomes 0.12 to 0.88.
const KNOWING_NOTHING: f64 = 2.0;

/// Everything that a conclusion rests on.
#[derive(Debug, Clone, Copy)]
pub struct Grounds<'a> {
    /// The run.
    pub state: &'a RunState,
    /// Its evidence.
    pub digest: &'a Digest,
    /// The usable estimates.
    pub samples: &'a [Sample],
    /// What went wrong on the way.
    pub troubles: &'a [String],
}

/// Who concluded, when, under which rules.
#[derive(Debug, Clone)]
pub struct Signature {
    /// The model.
    pub model: String,
    /// SHA-256 prefix of the prompt files.
    pub prompt_version: String,
    /// Now.
    pub at: Time,
    /// What the whole run has cost.
    pub cost: MicroUsd,
}

/// The forecast.
pub fn conclude(grounds: Grounds<'_>, signature: Signature, bar: Bar) -> Forecast {
    let Grounds { state, digest, samples, .. } = grounds;
    let run = &state.run;
    let market = run.asked.market_price();
    let weighed: Vec<(Probability, f64)> =
        samples.iter().map(|sample| (sample.probability, sample.confidence)).collect();
    let probability = with_market(&weighed, market).unwrap_or_else(even);
    let confidence = confidence(grounds);
    let (lower, upper) = bounds(probability, grounds, confidence);
    let (reasoning, evidence_used) = reasons(grounds);
    let view = View { probability: probability.get(), lower: lower.get(), upper: upper.get(), confidence };
    Forecast {
        run: run.clone(),
        probability,
        lower,
        upper,
        confidence,
        reasoning,
        base_rates: base_rates(samples, market),
        samples: samples.iter().map(|sample| sample.probability).collect(),
        recommendation: market.map(|price| recommendation(view, price, bar)),
        evidence_used,
        iterations: state.iteration,
        questions_asked: count(state.questions.len()),
        questions_answered: count(digest.answered()),
        cost: signature.cost,
        flags: flags(grounds, confidence),
        model: signature.model,
        prompt_version: signature.prompt_version,
        made_at: signature.at,
    }
}

/// A forecast without any state: for a run that could not even be read, and for tests.
pub fn fallback(run: &Run, at: Time, why: &str) -> Forecast {
    let state = RunState {
        run: run.clone(),
        phase: domain::run::Phase::Analyzing,
        iteration: 1,
        version: 0,
        deadline: at,
        questions: Vec::new(),
        answers: Vec::new(),
        spent: MicroUsd::ZERO,
    };
    let digest = Digest::of(&state);
    let grounds = Grounds { state: &state, digest: &digest, samples: &[], troubles: &[why.to_owned()] };
    let signature = Signature { model: String::new(), prompt_version: String::new(), at, cost: MicroUsd::ZERO };
    conclude(grounds, signature, Bar { cost: 0.0, edge: 1.0, confidence: 1.0 })
}

fn even() -> Probability {
    Probability::clamp(0.5).expect("a half lies within 0 to 1")
}

/// How far the estimate is to be trusted: the estimates' own confidence, lowered by what was not answered (by priority) and
/// by how far they disagree.
fn confidence(grounds: Grounds<'_>) -> f64 {
    let samples = grounds.samples;
    if samples.is_empty() {
        return 0.05;
    }
    #[expect(clippy::cast_precision_loss, reason = "a handful of samples")]
    let own = samples.iter().map(|sample| sample.confidence).sum::<f64>() / samples.len() as f64;
    let agreement = 1.0 - (disagreement(samples) / 0.5).min(1.0);
    (own * (0.5 + 0.5 * coverage(grounds)) * (0.5 + 0.5 * agreement)).clamp(0.0, 1.0)
}

/// The share of the questions that were answered, each by its priority.
fn coverage(grounds: Grounds<'_>) -> f64 {
    let weight = |priority: Priority| match priority {
        Priority::Critical => 3.0,
        Priority::Important => 2.0,
        Priority::Supplementary => 1.0,
    };
    let usable = |id: &str| {
        grounds.digest.questions.iter().any(|asked| asked.id == id && matches!(asked.state, "answered" | "partial"))
    };
    let questions = &grounds.state.questions;
    let all: f64 = questions.iter().map(|question| weight(question.priority)).sum();
    let answered: f64 =
        questions.iter().filter(|question| usable(&question.id)).map(|question| weight(question.priority)).sum();
    if all > 0.0 { answered / all } else { 0.0 }
}

fn disagreement(samples: &[Sample]) -> f64 {
    spread(&samples.iter().map(|sample| sample.probability).collect::<Vec<_>>())
}

/// The bounds, in log-odds around the probability: half the range of the estimates and what is not known, as independent
/// errors add. A market's price is knowledge, too: half the ignorance.
fn bounds(probability: Probability, grounds: Grounds<'_>, confidence: f64) -> (Probability, Probability) {
    let odds: Vec<f64> = grounds.samples.iter().map(|sample| sample.probability.log_odds()).collect();
    let high = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let low = odds.iter().copied().fold(f64::INFINITY, f64::min);
    let range = if high > low { (high - low) / 2.0 } else { 0.0 };
    let market = if grounds.state.run.asked.market_price().is_some() { 0.5 } else { 1.0 };
    let unknown = KNOWING_NOTHING * (1.0 - confidence) * market;
    let half = range.hypot(unknown);
    let at = |odds: f64| Probability::from_log_odds(odds).unwrap_or(probability);
    (at(probability.log_odds() - half), at(probability.log_odds() + half))
}

/// The reasoning of the estimate that lies nearest to the middle, checked against the evidence, and the findings it rests on.
fn reasons(grounds: Grounds<'_>) -> (String, Vec<String>) {
    let mut used: Vec<String> = grounds.samples.iter().flat_map(|sample| sample.evidence.clone()).collect();
    let mut ordered: Vec<&Sample> = grounds.samples.iter().collect();
    ordered.sort_by(|a, b| a.probability.get().total_cmp(&b.probability.get()));
    let run = &grounds.state.run;
    let given = format!("{}\n{}\n{}", run.asked.text, run.asked.background, run.asked.resolution_criteria);
    let told = ordered.get(ordered.len() / 2).map(|sample| grounded(&sample.reasoning, grounds.digest, &given));
    let reasoning = told.filter(|text| !text.is_empty()).unwrap_or_else(|| standard(grounds));
    used.extend(citations(&reasoning));
    used.sort();
    used.dedup();
    (reasoning, used)
}

/// What can be said without a model's words.
fn standard(grounds: Grounds<'_>) -> String {
    let from = match (grounds.samples.is_empty(), grounds.state.run.asked.market_price().is_some()) {
        (true, true) => "No usable estimate was made, so the market's price stands.",
        (true, false) => "No usable estimate was made and there is no market, so the odds are even.",
        (false, true) => "The estimates were pooled with the market's price.",
        (false, false) => "The estimates were pooled.",
    };
    from.to_owned()
}

fn base_rates(samples: &[Sample], market: Option<Probability>) -> Vec<BaseRate> {
    let mut all: Vec<BaseRate> = Vec::new();
    for base in samples.iter().flat_map(|sample| &sample.base_rates) {
        if !all.iter().any(|known| known.kind == base.kind && known.description == base.description) {
            all.push(base.clone());
        }
    }
    all.extend(market.map(|rate| BaseRate {
        kind: "market".into(),
        description: "the market's price when it was asked".into(),
        rate,
    }));
    all
}

fn recommendation(view: View, price: Probability, bar: Bar) -> Recommendation {
    advise(view, price.get(), bar)
}

/// What a person should see.
fn flags(grounds: Grounds<'_>, confidence: f64) -> Vec<String> {
    let mut flags = grounds.troubles.to_vec();
    let Grounds { state, digest, samples, .. } = grounds;
    let failed = digest.questions.iter().filter(|question| matches!(question.state, "failed" | "unanswered")).count();
    if failed > 0 {
        flags.push(format!("{failed} of {} questions have no usable answer", digest.questions.len()));
    }
    let apart = disagreement(samples);
    if apart > DISAGREE {
        flags.push(format!("the estimates lie {apart:.2} apart"));
    }
    if samples.iter().any(|sample| sample.inconsistent) {
        flags.push("an estimate's stated probability does not follow from its stated evidence".to_owned());
    }
    let config = &state.run.asked.config;
    if let Some(least) = config.min_confidence.filter(|least| confidence < *least) {
        flags.push(format!("the confidence of {confidence:.2} is under the {least:.2} that was asked for"));
    }
    if config.human_review {
        flags.push("a person shall review it before it is used".to_owned());
    }
    flags
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
#[path = "conclude_test.rs"]
mod tests;
