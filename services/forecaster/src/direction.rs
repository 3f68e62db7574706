//! The findings of a forecast by the answer that they support, as the estimates used them. Pure.

use std::collections::BTreeMap;

use domain::forecast::{EvidenceDirection, WeighedEvidence};
use forecasting::Direction;

use crate::decompose::folded;
use crate::digest::Digest;
use crate::distribution::sample::DistributionSample;
use crate::estimate::Sample;

/// Weight in log-odds below which the directions of a finding cancel out.
const MIN_WEIGHT: f64 = 0.005;

/// Key of a row: reference and option.
type Key = (String, String);

/// Sums over the estimates.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    /// Sum of the signed weights.
    weight: f64,
    estimates: u32,
}

/// Returns the findings of a question by yes or no. A finding has the mean over the estimates of the weights that their
/// factors state, in log-odds; a factor of several findings is divided among them. `cited` are the references of the
/// reasoning, which are context if no factor uses them.
pub fn of_samples(samples: &[Sample], digest: &Digest, cited: &[String]) -> Vec<WeighedEvidence> {
    let mut all: BTreeMap<Key, Sums> = BTreeMap::new();
    let n = count(samples.len());
    for sample in samples {
        let mut own: BTreeMap<&str, f64> = BTreeMap::new();
        for factor in &sample.estimate.line.factors {
            let sign = if factor.direction == Direction::Up { 1.0 } else { -1.0 };
            let part = sign * factor.weight() / count(factor.evidence.len());
            factor.evidence.iter().for_each(|reference| *own.entry(reference).or_default() += part);
        }
        for (reference, weight) in own {
            let sums = all.entry((reference.to_owned(), String::new())).or_default();
            *sums = Sums { weight: sums.weight + weight / n, estimates: sums.estimates + 1 };
        }
    }
    rows(all, digest, cited)
}

/// Returns the findings of another kind of question. A finding has the share of the estimates that use it so, each
/// weighted by its confidence. An option has the spelling of the first estimate that names it.
pub fn of_distributions(samples: &[DistributionSample], digest: &Digest, cited: &[String]) -> Vec<WeighedEvidence> {
    let total: f64 = samples.iter().map(DistributionSample::weight).sum();
    let mut all: BTreeMap<Key, Sums> = BTreeMap::new();
    let mut names: BTreeMap<String, &str> = BTreeMap::new();
    for sample in samples {
        let mut own: BTreeMap<Key, f64> = BTreeMap::new();
        for bearing in &sample.bearings {
            let sign = match bearing.direction {
                EvidenceDirection::For => 1.0,
                EvidenceDirection::Against => -1.0,
                EvidenceDirection::Context => 0.0,
            };
            let about = folded(&bearing.about);
            names.entry(about.clone()).or_insert(&bearing.about);
            *own.entry((bearing.reference.clone(), about)).or_default() += sign;
        }
        for (key, sign) in own {
            let sums = all.entry(key).or_default();
            let part = if sign == 0.0 { 0.0 } else { sample.weight() * f64::signum(sign) / total };
            *sums = Sums { weight: sums.weight + part, estimates: sums.estimates + 1 };
        }
    }
    let spelled = |about: &str| names.get(about).map(|name| (*name).to_owned()).unwrap_or_default();
    let all = all.into_iter().map(|((reference, about), sums)| ((reference, spelled(&about)), sums)).collect();
    rows(all, digest, cited)
}

/// Builds the rows: for, against, context, the heaviest of each first.
fn rows(mut all: BTreeMap<Key, Sums>, digest: &Digest, cited: &[String]) -> Vec<WeighedEvidence> {
    for item in cited.iter().filter_map(|reference| digest.item(reference)) {
        let is_used = all.keys().any(|(reference, _)| *reference == item.reference);
        if !is_used {
            all.insert((item.reference.clone(), String::new()), Sums::default());
        }
    }
    let row = |((reference, about), Sums { weight, estimates }): (Key, Sums)| {
        let direction = match weight {
            weight if weight >= MIN_WEIGHT => EvidenceDirection::For,
            weight if weight <= -MIN_WEIGHT => EvidenceDirection::Against,
            _ => EvidenceDirection::Context,
        };
        let weight = if direction == EvidenceDirection::Context { 0.0 } else { weight.abs() };
        let question = question(&reference, digest);
        WeighedEvidence { reference, direction, about, weight, estimates, question }
    };
    let mut rows: Vec<WeighedEvidence> = all.into_iter().map(row).collect();
    rows.sort_by(|a, b| {
        let by_weight = a.direction.cmp(&b.direction).then(b.weight.total_cmp(&a.weight));
        by_weight.then_with(|| (&a.reference, &a.about).cmp(&(&b.reference, &b.about)))
    });
    rows
}

/// Returns the text of the research question of a reference `question/finding`.
fn question(reference: &str, digest: &Digest) -> String {
    let id = reference.split('/').next().unwrap_or_default();
    digest.questions.iter().find(|question| question.id == id).map(|question| question.text.clone()).unwrap_or_default()
}

#[expect(clippy::cast_precision_loss, reason = "counts of estimates and findings")]
fn count(n: usize) -> f64 {
    n.max(1) as f64
}

#[cfg(test)]
mod tests {
    use domain::AnswerKind;
    use serde_json::json;

    use super::*;
    use crate::distribution::sample::sample;
    use crate::perspective::Perspective;
    use crate::sample::{found, sample_of, state};

    fn digest() -> Digest {
        let state = state(&[("i1q1", Some(found(3))), ("i1q2", Some(found(0)))]);
        Digest::from_state(&state)
    }

    fn told(rows: &[WeighedEvidence]) -> Vec<(&str, &str, EvidenceDirection, u32)> {
        rows.iter().map(|row| (row.reference.as_str(), row.about.as_str(), row.direction, row.estimates)).collect()
    }

    #[test]
    fn findings_have_the_direction_and_mean_weight_of_the_factors() {
        use EvidenceDirection::{Against, Context, For};
        let samples = [
            sample_of(0.4, &["+i1q1/f1", "-i1q1/f2"]),
            sample_of(0.4, &["+i1q1/f1", "+i1q1/f3"]),
            sample_of(0.4, &["-i1q1/f3"]),
        ];
        let rows = of_samples(&samples, &digest(), &["i1q1/f1".to_owned()]);
        assert_eq!(
            told(&rows),
            [("i1q1/f1", "", For, 2), ("i1q1/f2", "", Against, 1), ("i1q1/f3", "", Context, 2)],
            "for and against cancel out"
        );
        let one = samples[0].estimate.line.factors[0].weight();
        assert!((rows[0].weight - 2.0 * one / 3.0).abs() < 1e-9 && rows[2].weight == 0.0);
        assert_eq!(rows[0].question, "What does i1q1 ask?");
    }

    #[test]
    fn a_cited_finding_without_a_factor_is_context_and_an_unknown_one_is_left_out() {
        let cited = ["i1q1/f2".to_owned(), "i9q9/f9".to_owned()];
        let rows = of_samples(&[sample_of(0.4, &["+i1q1/f1"])], &digest(), &cited);
        assert_eq!(told(&rows)[1], ("i1q1/f2", "", EvidenceDirection::Context, 0));
        assert_eq!(rows.len(), 2);
        assert_eq!(of_samples(&[], &digest(), &[]), []);
    }

    #[test]
    fn a_finding_speaks_for_one_option_and_against_another() {
        use EvidenceDirection::{Against, For};
        let kind = AnswerKind::MultipleChoice { options: vec!["Ada".into(), "Bo".into()], open: false };
        let of = |confidence: f64, candidates: serde_json::Value| {
            let reply = json!({ "candidates": candidates, "options": [{ "option": "Ada", "probability": 0.6 }], "confidence": confidence });
            sample(serde_json::from_value(reply).unwrap(), &kind, &digest(), Perspective::Evidence).unwrap()
        };
        let both = json!([{ "option": "Ada", "evidence": ["i1q1/f1"] }, { "option": "Bo", "against": ["[i1q1/f1]"] }]);
        let samples = [of(0.6, both), of(0.2, json!([]))];
        let rows = of_distributions(&samples, &digest(), &[]);
        assert_eq!(told(&rows), [("i1q1/f1", "Ada", For, 1), ("i1q1/f1", "Bo", Against, 1)]);
        assert!((rows[0].weight - 0.75).abs() < 1e-9, "three quarters of the confidence");
        let spelled = |option: &str| of(0.5, json!([{ "option": option, "evidence": ["i1q1/f1"] }]));
        let rows = of_distributions(&[spelled("Ada"), spelled("ada ")], &digest(), &[]);
        assert_eq!(told(&rows), [("i1q1/f1", "Ada", For, 2)], "one option in two spellings");
        assert!((rows[0].weight - 1.0).abs() < 1e-9);
    }
}
