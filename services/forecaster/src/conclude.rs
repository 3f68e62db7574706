//! From estimates to the forecast: pooled, recalibrated, bounded, with confidence, advice and flags. Never nothing: without a
//! usable estimate the market's price stands, and without a market even odds, flagged.

use domain::forecast::{Account, BaseRate};
use domain::run::RunState;
use domain::{Forecast, MicroUsd, Probability, Run, Time};
use forecasting::base_rate::start;
use forecasting::calibration::Map;
use forecasting::{Agreement, Doubt, Opinion, Pooled, Rate, bounds, combine};

use crate::advise::{Bar, View, advise};
use crate::confidence::confidence;
use crate::digest::Digest;
use crate::estimate::Sample;
use crate::flags::flags;
use crate::reasoning::{citations, grounded};

/// Everything that a conclusion rests on.
#[derive(Debug, Clone, Copy)]
pub struct Grounds<'a> {
    /// The run.
    pub state: &'a RunState,
    /// Its evidence.
    pub digest: &'a Digest,
    /// The usable estimates.
    pub samples: &'a [Sample],
    /// How the estimates stand to one another.
    pub agreement: &'a Agreement,
    /// Base rates that the fleet has counted: where everything starts if nobody estimates.
    pub known: &'a [BaseRate],
    /// What went wrong on the way.
    pub troubles: &'a [String],
}

/// By which rules a conclusion is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Rules<'a> {
    /// When advice is given.
    pub bar: Bar,
    /// What our probabilities have meant so far; the identity, with its reason, where that is not known or not stable.
    pub recalibration: &'a Map,
}

/// Who concluded, when, at what cost.
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
    /// How it came about, in numbers; the recalibration's reason is filled in here.
    pub account: Account,
}

/// The forecast.
pub fn conclude(grounds: Grounds<'_>, signature: Signature, rules: Rules<'_>) -> Forecast {
    let Grounds { state, digest, samples, .. } = grounds;
    let run = &state.run;
    let market = run.asked.market_price();
    let pooled = pooled(grounds, market);
    let (probability, uncalibrated) = recalibrated(run, pooled.probability, rules.recalibration);
    let confidence = confidence(grounds);
    let (lower, upper) = bounds(probability, doubt(grounds, pooled, confidence));
    let (reasoning, evidence_used) = reasons(grounds);
    let (mean, _) = mapped(pooled.mean, rules.recalibration);
    let view = View { probability: mean.get(), lower: lower.get(), upper: upper.get(), confidence };
    let map = rules.recalibration;
    Forecast {
        run: run.clone(),
        probability,
        lower,
        upper,
        confidence,
        reasoning,
        base_rates: base_rates(grounds, market),
        samples: samples.iter().map(Sample::probability).collect(),
        recommendation: market.map(|price| advise(view, price.get(), rules.bar)),
        evidence_used,
        iterations: state.iteration,
        questions_asked: count(state.questions.len()),
        questions_answered: count(digest.answered()),
        cost: signature.cost,
        flags: flags(grounds, confidence),
        model: signature.model,
        prompt_version: signature.prompt_version,
        made_at: signature.at,
        uncalibrated,
        account: Account { recalibration: format!("{}: {}", map.name(), map.reason), ..signature.account },
    }
}

/// A forecast without any state, for tests.
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
        cancelled: None,
        ended: None,
        given_up: None,
    };
    undecided(&state, at, &[why.to_owned()])
}

/// The forecast of a run that nobody decides: the market's price, or even odds, with the reasons as its flags. It advises nothing.
pub fn undecided(state: &RunState, at: Time, troubles: &[String]) -> Forecast {
    let digest = Digest::of(state);
    let agreement = Agreement::Agree;
    let grounds = Grounds { state, digest: &digest, samples: &[], agreement: &agreement, known: &[], troubles };
    let (model, prompt_version) = (String::new(), String::new());
    let signature = Signature { model, prompt_version, at, cost: state.spent, account: Account::default() };
    let bar = Bar { cost: 0.0, edge: 1.0, confidence: 1.0, stake: MicroUsd::ZERO };
    conclude(grounds, signature, Rules { bar, recalibration: &Map::identity("nothing was estimated") })
}

/// The voices together: the samples of each model are one, the market is one more. Nobody at all: what was counted, else even
/// odds.
fn pooled(grounds: Grounds<'_>, market: Option<Probability>) -> Pooled {
    let mut models: Vec<(&str, Vec<Opinion>)> = Vec::new();
    for sample in grounds.samples {
        match models.iter_mut().find(|(model, _)| *model == sample.model) {
            Some((_, opinions)) => opinions.push(sample.opinion()),
            None => models.push((&sample.model, vec![sample.opinion()])),
        }
    }
    let models: Vec<Vec<Opinion>> = models.into_iter().map(|(_, opinions)| opinions).collect();
    combine(&models, market).unwrap_or_else(|| {
        let start = counted(grounds.known).unwrap_or_else(even);
        Pooled { probability: start, mean: start, voices: 1.0 }
    })
}

fn counted(known: &[BaseRate]) -> Option<Probability> {
    start(&known.iter().map(Rate::of).collect::<Vec<_>>())
}

fn even() -> Probability {
    Probability::clamp(0.5).expect("a half lies within 0 to 1")
}

/// THE place where a probability is mapped before it is stated. Answers what is stated and, where the map changed anything at all,
/// what was before: maps are fitted on that.
fn recalibrated(run: &Run, pooled: Probability, map: &Map) -> (Probability, Option<Probability>) {
    let (stated, before) = mapped(pooled, map);
    tracing::info!(
        run = %run.id, map = map.name(), reason = map.reason, before = pooled.get(), after = stated.get(), "recalibration"
    );
    (stated, before)
}

fn mapped(p: Probability, map: &Map) -> (Probability, Option<Probability>) {
    if map.is_identity() {
        return (p, None);
    }
    (Probability::clamp(map.apply(p.get())).unwrap_or(p), Some(p))
}

/// Why it may be off: the estimates' distance, what is not known, and the one claim that they may lean on. A market's price is
/// knowledge, too: half the ignorance.
fn doubt(grounds: Grounds<'_>, pooled: Pooled, confidence: f64) -> Doubt {
    let odds = grounds.samples.iter().map(|sample| sample.probability().log_odds());
    let (low, high) =
        odds.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), odds| (low.min(odds), high.max(odds)));
    let priced = if grounds.state.run.asked.market_price().is_some() { 0.5 } else { 1.0 };
    let leaning = match grounds.agreement {
        Agreement::Fragile { without, .. } => (pooled.mean.log_odds() - without.log_odds()).abs(),
        Agreement::Agree | Agreement::Apart { .. } => 0.0,
    };
    Doubt { range: (high - low).max(0.0), ignorance: (1.0 - confidence) * priced, leaning }
}

/// The reasoning of the estimate that lies nearest to the middle, checked against the evidence, and the findings it rests on.
fn reasons(grounds: Grounds<'_>) -> (String, Vec<String>) {
    let mut used: Vec<String> = grounds.samples.iter().flat_map(Sample::evidence).collect();
    let mut ordered: Vec<&Sample> = grounds.samples.iter().collect();
    ordered.sort_by(|a, b| a.probability().get().total_cmp(&b.probability().get()));
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
        (true, false) if !grounds.known.is_empty() => {
            "No usable estimate was made and there is no market, so the rate of like questions stands."
        }
        (true, true) => "No usable estimate was made, so the market's price stands.",
        (true, false) => "No usable estimate was made and there is no market, so the odds are even.",
        (false, true) => "The estimates were pooled with the market's price.",
        (false, false) => "The estimates were pooled.",
    };
    from.to_owned()
}

fn base_rates(grounds: Grounds<'_>, market: Option<Probability>) -> Vec<BaseRate> {
    let mut all: Vec<BaseRate> = grounds.known.to_vec();
    for base in grounds.samples.iter().flat_map(|sample| &sample.base_rates) {
        if !all.iter().any(|known| known.kind == base.kind && known.description == base.description) {
            all.push(base.clone());
        }
    }
    all.extend(market.map(|rate| BaseRate {
        kind: "market".into(),
        description: "the market's price when it was asked".into(),
        rate,
        cases: None,
        source: "the event that asked".into(),
    }));
    all
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
#[path = "conclude_test.rs"]
mod tests;
