//! The forecast of a run: estimates and market pooled, recalibrated and bounded, with confidence, advice and flags.
//! There always is one: without a usable estimate the market's price, without a market the counted base rate or even
//! odds, flagged.

use domain::forecast::{Account, BaseRate, Case, Recommendation, standard_reason};
use domain::run::RunState;
use domain::{Forecast, MicroUsd, Probability, Run, Time};
use forecasting::calibration::Map;
use forecasting::price::Record;
use forecasting::starting_probability;
use forecasting::{Agreement, Numbers, Pooled, RateEstimate, Uncertainty, bounds, quartiles};

use crate::advise::{Bar, View, abstain_unpriced, advise};
use crate::coherence::Relations;
use crate::confidence::confidence;
use crate::digest::Digest;
use crate::direction;
use crate::estimate::Sample;
use crate::flags::flags;
use crate::reasoning::{citations, given, grounded};
use crate::views;

/// The inputs of a forecast.
#[derive(Debug, Clone, Copy)]
pub struct Grounds<'a> {
    /// The run's state.
    pub state: &'a RunState,
    /// The run's evidence.
    pub digest: &'a Digest,
    /// The usable estimates.
    pub samples: &'a [Sample],
    /// Agreement among the estimates.
    pub agreement: &'a Agreement,
    /// Base rates counted from this fleet's own outcomes; the starting point if there is no estimate.
    pub known: &'a [BaseRate],
    /// Problems that occurred on the way, each a sentence.
    pub troubles: &'a [String],
}

/// The rules by which a forecast is made.
#[derive(Debug, Clone, Copy)]
pub struct Rules<'a> {
    /// Conditions for advice.
    pub bar: Bar,
    /// Recalibration map fitted on past outcomes; the identity, with the reason, if there is no stable one.
    pub recalibration: &'a Map,
    /// Gives a forecast with a market a recommendation also if the market's price is unknown.
    pub require_recommendation: bool,
    /// Own record beside the price on questions of the topic, if there is one.
    pub record: Option<Record>,
    /// Configured weight of a price of which nothing else is known.
    pub market_weight: Option<f64>,
    /// Forecasts of related questions, which the forecast must not contradict.
    pub related: &'a Relations,
}

impl<'a> Rules<'a> {
    /// Returns rules by which the advice on a market is to abstain.
    pub fn inert(recalibration: &'a Map, related: &'a Relations) -> Self {
        let bar = Bar { cost: 0.0, edge: 1.0, confidence: 1.0, stake: MicroUsd::ZERO };
        Self { bar, recalibration, require_recommendation: true, record: None, market_weight: None, related }
    }
}

/// Origin and cost of a forecast.
#[derive(Debug, Clone)]
pub struct Signature {
    /// Name of the model.
    pub model: String,
    /// SHA-256 prefix of the prompt files.
    pub prompt_version: String,
    /// Time of the forecast.
    pub at: Time,
    /// Cost of the whole run.
    pub cost: MicroUsd,
    /// Valuations, costs and budgets of the run. The reason of the recalibration is filled in by [`conclude`].
    pub account: Account,
}

/// Makes the forecast.
pub fn conclude(grounds: Grounds<'_>, signature: Signature, rules: Rules<'_>) -> Forecast {
    let Grounds { state, digest, samples, .. } = grounds;
    let run = &state.run;
    let weighed = views::price(run, rules.record, rules.market_weight);
    let numbers = Numbers::new(&views::of_models(samples), weighed.map(|(price, _)| price));
    let market = run.asked.pooled_price();
    let pooled = numbers.map_or_else(|| without_estimates(grounds, market), |numbers| numbers.forecast());
    let (probability, uncalibrated) = recalibrated(run, pooled.probability, rules.recalibration);
    let confidence = confidence(grounds);
    // The advice uses the mean of the view: agreement of several models with each other is no edge.
    let mean = numbers.map_or(pooled.mean, |numbers| numbers.view.mean);
    let doubt = doubt(grounds, mean, confidence);
    let (lower, upper) =
        numbers.map_or_else(|| bounds(probability, doubt), |numbers| numbers.bounds(probability, doubt));
    let (low, high) = quartiles(mean, doubt);
    // A contradiction to a related forecast gives no edge: the advice follows from the view as the repair leaves it.
    let is_repaired = rules.related.held(probability).is_some();
    let [mean, low, high] = [mean, low, high].map(|value| match is_repaired {
        true => rules.related.nearest(value.get()),
        false => value.get(),
    });
    let view = View { probability: mean, lower: low, upper: high, confidence };
    let (reasoning, evidence_used) = reasons(grounds);
    let map = rules.recalibration;
    let stated_weight = samples.first().map(|sample| sample.estimate.stated_weight);
    let evidence = direction::of_samples(samples, digest, &evidence_used);
    rules.related.repaired(Forecast {
        run: run.clone(),
        probability,
        lower,
        upper,
        confidence,
        reasoning,
        base_rates: base_rates(grounds, market),
        samples: samples.iter().map(Sample::probability).collect(),
        recommendation: recommendation(run, view, rules),
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
        account: Account {
            recalibration: format!("{}: {}", map.name(), map.reason),
            views: views::published(numbers.as_ref(), weighed, stated_weight),
            estimates: samples.iter().map(Sample::figures).collect(),
            case: case(grounds),
            evidence,
            ..signature.account
        },
        distribution: None,
    })
}

/// Makes the forecast of a run without a decision: the market's price or even odds, flagged with `troubles`. The advice
/// on a market is to abstain.
pub fn undecided(state: &RunState, at: Time, (troubles, related): (&[String], &Relations)) -> Forecast {
    let digest = Digest::from_state(state);
    let agreement = Agreement::Agree;
    let grounds = Grounds { state, digest: &digest, samples: &[], agreement: &agreement, known: &[], troubles };
    let (model, prompt_version) = (String::new(), String::new());
    let signature = Signature { model, prompt_version, at, cost: state.spent, account: Account::default() };
    conclude(grounds, signature, Rules::inert(&Map::identity("nothing was estimated"), related))
}

/// Returns the advice on the run's market, if there is one with a price or a recommendation is required.
fn recommendation(run: &Run, view: View, rules: Rules<'_>) -> Option<Recommendation> {
    let priced = run.asked.market_price().map(|price| advise(view, price.get(), rules.bar));
    let unpriced =
        || run.asked.market.as_ref().filter(|_| rules.require_recommendation).map(|_| abstain_unpriced(view));
    priced.or_else(unpriced)
}

/// Without an estimate, returns the market's price, the counted base rate, or even odds.
fn without_estimates(grounds: Grounds<'_>, market: Option<Probability>) -> Pooled {
    let start = market.or_else(|| counted(grounds.known)).unwrap_or_else(even);
    Pooled { probability: start, mean: start, independent_opinions: 1.0 }
}

fn counted(known: &[BaseRate]) -> Option<Probability> {
    starting_probability(&known.iter().map(RateEstimate::from_base_rate).collect::<Vec<_>>())
}

fn even() -> Probability {
    Probability::clamp(0.5).expect("a half lies within 0 to 1")
}

/// Maps the pooled probability to the stated one; no other code does. Also returns the pooled one if the map is not the
/// identity: maps are fitted on it.
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

/// Sources of uncertainty: the range of the estimates, the missing knowledge, and the one claim that they may depend
/// on. A market's price is knowledge, too, and halves the ignorance.
fn doubt(grounds: Grounds<'_>, view: Probability, confidence: f64) -> Uncertainty {
    let odds = grounds.samples.iter().map(|sample| sample.probability().log_odds());
    let (low, high) =
        odds.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), odds| (low.min(odds), high.max(odds)));
    let priced = if grounds.state.run.asked.market_price().is_some() { 0.5 } else { 1.0 };
    let leaning = match grounds.agreement {
        Agreement::Fragile { without, .. } => (view.log_odds() - without.log_odds()).abs(),
        Agreement::Agree | Agreement::Apart { .. } => 0.0,
    };
    Uncertainty { range: (high - low).max(0.0), ignorance: (1.0 - confidence) * priced, leaning }
}

/// Returns the reasoning of the median estimate, checked against the evidence, and the references of all findings used.
fn reasons(grounds: Grounds<'_>) -> (String, Vec<String>) {
    let mut used: Vec<String> = grounds.samples.iter().flat_map(Sample::evidence).collect();
    let told = median(grounds.samples)
        .map(|sample| grounded(&sample.reasoning, grounds.digest, &given(&grounds.state.run, sample)))
        .filter(|text| !text.is_empty());
    let reasoning = told.unwrap_or_else(|| standard(grounds));
    used.extend(citations(&reasoning));
    used.sort();
    used.dedup();
    (reasoning, used)
}

/// Returns the case of the median estimate, checked against the evidence.
fn case(grounds: Grounds<'_>) -> Case {
    let Some(sample) = median(grounds.samples) else { return Case::default() };
    let given = given(&grounds.state.run, sample);
    let checked = |text: &str| grounded(text, grounds.digest, &given);
    let Case { why_not_higher, why_not_lower, would_change } = &sample.case;
    Case {
        why_not_higher: checked(why_not_higher),
        why_not_lower: checked(why_not_lower),
        would_change: would_change.clone(),
    }
}

fn median(samples: &[Sample]) -> Option<&Sample> {
    let mut ordered: Vec<&Sample> = samples.iter().collect();
    ordered.sort_by(|a, b| a.probability().get().total_cmp(&b.probability().get()));
    ordered.get(ordered.len() / 2).copied()
}

/// The explanation if no model's reasoning is usable.
fn standard(grounds: Grounds<'_>) -> String {
    let from = match (grounds.samples.is_empty(), grounds.state.run.asked.pooled_price().is_some()) {
        (true, false) if !grounds.known.is_empty() => standard_reason::RATE,
        (true, true) => standard_reason::PRICE,
        (true, false) => standard_reason::EVEN,
        (false, true) => standard_reason::POOLED_WITH_PRICE,
        (false, false) => standard_reason::POOLED,
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
