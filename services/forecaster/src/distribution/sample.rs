//! One estimate of an option, a number or a time, as the model states it and as code accepts it.

use chrono::NaiveTime;
use domain::answer::{DateQuantiles, Quantiles};
use domain::forecast::EvidenceDirection;
use domain::{AnswerKind, Time};
use forecasting::kinds::quantiles::{Bounds, from_stated};
use serde::Deserialize;

use crate::digest::{Digest, Item};
use crate::estimate;
use crate::perspective::Perspective;
use crate::reasoning::citations;

/// Input of `estimate_options`, `estimate_quantiles` or `estimate_dates`, as the model filled it in.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct DistributionReply {
    /// Options with their evidence.
    pub candidates: Vec<Support>,
    /// Findings that move a number or a time.
    pub factors: Vec<Support>,
    /// Probabilities of options.
    pub options: Vec<StatedOption>,
    /// Probability of everything that is not named.
    pub other: f64,
    /// Quantiles of a number.
    pub quantiles: Option<Levels<f64>>,
    /// Quantiles of a time.
    pub dates: Option<Levels<String>>,
    /// Trust in the estimate, 0 to 1.
    pub confidence: f64,
    /// Explanation for a person.
    pub reasoning: String,
    /// The question whose answer would change this estimate most.
    pub crux: String,
}

/// Findings that an estimate uses.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Support {
    /// Option that they bear on; empty for a number or a time.
    pub option: String,
    /// References of findings: for the option, or of a number or time in the `direction`.
    pub evidence: Vec<String>,
    /// References of findings against the option.
    pub against: Vec<String>,
    /// `up` or `down`, of a number or a time.
    pub direction: String,
}

/// A finding with the answer that it supports in an estimate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bearing {
    /// Reference of the finding.
    pub reference: String,
    /// Option that it bears on; empty for a number or a time.
    pub about: String,
    /// Answer that it supports.
    pub direction: EvidenceDirection,
}

/// An option with its probability.
#[derive(Debug, Clone, Deserialize)]
pub struct StatedOption {
    /// Name of the option.
    pub option: String,
    /// Stated probability, 0 to 1, before all are scaled.
    pub probability: f64,
}

/// Values at the five levels.
#[derive(Debug, Clone, Deserialize)]
pub struct Levels<T> {
    /// Value that is not reached with a probability of 5 %.
    pub p5: T,
    /// Value that is not reached with a probability of 25 %.
    pub p25: T,
    /// Value that is not reached with a probability of 50 %.
    pub p50: T,
    /// Value that is not reached with a probability of 75 %.
    pub p75: T,
    /// Value that is not reached with a probability of 95 %.
    pub p95: T,
}

impl<T> Levels<T> {
    fn values(self) -> [T; 5] {
        [self.p5, self.p25, self.p50, self.p75, self.p95]
    }
}

/// What an estimate states, before the estimates agree on a list of options.
#[derive(Debug, Clone, PartialEq)]
pub enum StatedAnswer {
    /// Probabilities by option, and that of everything else.
    Options(Vec<(String, f64)>, f64),
    /// Quantiles of a number.
    Number(Quantiles),
    /// Quantiles of a time.
    Date(DateQuantiles),
}

/// An estimate of one perspective.
#[derive(Debug, Clone, PartialEq)]
pub struct DistributionSample {
    /// The perspective that the estimate was made from.
    pub perspective: Perspective,
    /// Name of the model that replied.
    pub model: String,
    /// Trust in the estimate, 0 to 1.
    pub confidence: f64,
    /// What it states, as code accepted it.
    pub answer: StatedAnswer,
    /// Explanation by the model, which no rule checked.
    pub reasoning: String,
    /// The question whose answer would change the estimate most.
    pub crux: String,
    /// References of the findings that it uses.
    pub evidence: Vec<String>,
    /// The findings of candidates and factors, with what they support.
    pub bearings: Vec<Bearing>,
}

/// Lowest weight of an estimate, for one with no confidence at all.
const MIN_WEIGHT: f64 = 0.05;

impl DistributionSample {
    /// Returns the weight of the estimate among the others.
    pub fn weight(&self) -> f64 {
        weight(self.confidence)
    }
}

/// Returns the weight in the pool of an estimate with this confidence.
pub fn weight(confidence: f64) -> f64 {
    confidence.max(MIN_WEIGHT)
}

/// Accepts an estimate; `None` if it states no usable answer. The caller names the model.
pub fn sample(
    reply: DistributionReply,
    kind: &AnswerKind,
    digest: &Digest,
    perspective: Perspective,
) -> Option<DistributionSample> {
    let bearings: Vec<Bearing> =
        reply.candidates.iter().chain(&reply.factors).flat_map(|support| bearings(support, digest)).collect();
    let mut evidence: Vec<String> = bearings.iter().map(|bearing| bearing.reference.clone()).collect();
    evidence.extend(citations(&reply.reasoning));
    evidence.retain(|reference| digest.has(reference));
    evidence.sort();
    evidence.dedup();
    let confidence = estimate::trust(reply.confidence);
    let (reasoning, crux) = (reply.reasoning.clone(), estimate::shorten(&reply.crux));
    let answer = answer(reply, kind)?;
    Some(DistributionSample {
        perspective,
        model: String::new(),
        confidence,
        answer,
        reasoning,
        crux,
        evidence,
        bearings,
    })
}

/// Returns the existing findings of a candidate or a factor, each under its first reference.
fn bearings(support: &Support, digest: &Digest) -> Vec<Bearing> {
    let direction = match (support.option.trim().is_empty(), support.direction.as_str()) {
        (false, _) | (true, "up") => EvidenceDirection::For,
        (true, "down") => EvidenceDirection::Against,
        (true, _) => EvidenceDirection::Context,
    };
    let sides = [(&support.evidence, direction), (&support.against, EvidenceDirection::Against)];
    let of = |(references, direction): (&Vec<String>, EvidenceDirection)| {
        let items = references.iter().filter_map(|id| digest.item(id.trim_matches(['[', ']'])));
        let bearing = |item: &Item| Bearing {
            reference: item.reference.clone(),
            about: estimate::shorten(&support.option),
            direction,
        };
        items.map(bearing).collect::<Vec<_>>()
    };
    sides.into_iter().flat_map(of).collect()
}

fn answer(reply: DistributionReply, kind: &AnswerKind) -> Option<StatedAnswer> {
    match kind {
        AnswerKind::Binary | AnswerKind::Conditional { .. } | AnswerKind::Report { .. } => None,
        AnswerKind::MultipleChoice { .. } => {
            let usable = |share: f64| share.is_finite() && share >= 0.0;
            let named = reply.options.into_iter().filter(|one| usable(one.probability));
            let named: Vec<(String, f64)> = named
                .map(|one| (one.option.trim().to_owned(), one.probability))
                .filter(|(name, _)| !name.is_empty())
                .collect();
            let other = if usable(reply.other) { reply.other } else { 0.0 };
            let sum: f64 = named.iter().map(|(_, share)| share).sum::<f64>() + other;
            (sum > 0.0).then_some(StatedAnswer::Options(named, other))
        }
        AnswerKind::Numeric { lower, upper, .. } => {
            let bounds = Bounds { lower: *lower, upper: *upper };
            from_stated(reply.quantiles?.values(), bounds).map(StatedAnswer::Number)
        }
        AnswerKind::Date => {
            let [a, b, c, d, e] = reply.dates?.values().map(|text| day(&text));
            let mut at = [a?, b?, c?, d?, e?];
            at.sort();
            DateQuantiles::try_from(at).ok().map(StatedAnswer::Date)
        }
    }
}

/// Reads `2027-03-01`, alone or as the prefix of a time.
fn day(text: &str) -> Option<Time> {
    let day: chrono::NaiveDate = text.trim().get(..10)?.parse().ok()?;
    Some(day.and_time(NaiveTime::MIN).and_utc())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::sample::{found, state};

    fn read(reply: Value, kind: &AnswerKind) -> Option<DistributionSample> {
        let digest = Digest::from_state(&state(&[("i1q1", Some(found(2)))]));
        sample(serde_json::from_value(reply).unwrap(), kind, &digest, Perspective::Evidence)
    }

    #[test]
    fn an_estimate_without_a_usable_answer_is_left_out() {
        let choice = AnswerKind::MultipleChoice { options: vec![], open: true };
        let numeric = AnswerKind::Numeric { unit: String::new(), lower: Some(0.0), upper: None };
        for (reply, kind) in [
            (json!({ "confidence": 0.5 }), &choice),
            (json!({ "confidence": 0.5, "options": [{ "option": " ", "probability": 0.9 }] }), &choice),
            (json!({ "confidence": 0.5, "options": [{ "option": "Ada", "probability": -1.0 }] }), &choice),
            (json!({ "confidence": 0.5 }), &numeric),
            (
                json!({ "confidence": 0.5, "dates": { "p5": "soon", "p25": "2027-01-01", "p50": "2027-01-02", "p75": "2027-01-03", "p95": "2027-01-04" } }),
                &AnswerKind::Date,
            ),
        ] {
            assert_eq!(read(reply.clone(), kind), None, "{reply}");
        }
    }

    #[test]
    fn quantiles_are_sorted_and_held_and_missing_references_dropped() {
        let numeric = AnswerKind::Numeric { unit: String::new(), lower: Some(0.0), upper: None };
        let made = read(
            json!({
                "quantiles": { "p5": -4, "p25": 9, "p50": 7, "p75": 12, "p95": 20 }, "confidence": 7,
                "factors": [{ "evidence": ["i1q1/f1", "i9q9/f9"] }], "reasoning": "So it is [i1q1/f2].",
            }),
            &numeric,
        )
        .unwrap();
        assert_eq!(made.answer, StatedAnswer::Number([0.0, 7.0, 9.0, 12.0, 20.0].try_into().unwrap()));
        assert_eq!((made.evidence, made.confidence), (vec!["i1q1/f1".to_owned(), "i1q1/f2".to_owned()], 1.0));
    }
}
