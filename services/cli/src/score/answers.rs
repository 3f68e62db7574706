//! Scores of forecasts that are not probabilities of YES, each kind apart. Pure.

use std::collections::BTreeMap;

use operations::answer_scores::AnswerScore;
use serde::Serialize;

/// Mean scores of the forecasts of one kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KindScore {
    /// Kind of the answer: `multiple_choice`, `numeric`, `date` or `conditional`.
    pub kind: String,
    /// Forecasts with a score, past their scheduled close.
    pub forecasts: usize,
    /// Questions that resolved before their scheduled close, which has not passed, or that have no score.
    pub left_out: usize,
    /// Mean Brier score.
    pub brier: Option<f64>,
    /// Mean logarithmic score.
    pub log: Option<f64>,
    /// Mean continuous ranked probability score. Units differ between questions.
    pub crps: Option<f64>,
    /// Share of the answers within the 90 % interval.
    pub coverage: Option<f64>,
}

/// Scores the forecasts by kind. Those of questions whose scheduled close has not passed do not count.
pub(super) fn by_kind(answers: &[AnswerScore]) -> Vec<KindScore> {
    let mut kinds: BTreeMap<&str, Vec<&AnswerScore>> = BTreeMap::new();
    for answer in answers {
        kinds.entry(&answer.kind).or_default().push(answer);
    }
    kinds.into_iter().map(|(kind, answers)| of_kind(kind, &answers)).collect()
}

fn of_kind(kind: &str, answers: &[&AnswerScore]) -> KindScore {
    let is_scored = |one: &&&AnswerScore| one.past_close && (one.brier.is_some() || one.crps.is_some());
    let scored: Vec<&AnswerScore> = answers.iter().filter(is_scored).copied().collect();
    let mean_of = |value: fn(&AnswerScore) -> Option<f64>| mean(scored.iter().filter_map(|one| value(one)));
    KindScore {
        kind: kind.to_owned(),
        forecasts: scored.len(),
        left_out: answers.len() - scored.len(),
        brier: mean_of(|one| one.brier),
        log: mean_of(|one| one.log),
        crps: mean_of(|one| one.crps),
        coverage: mean_of(|one| one.covered.map(|covered| f64::from(u8::from(covered)))),
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of forecasts")]
fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_usize), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / count as f64)
}

impl KindScore {
    /// Formats the scores as one line.
    pub(super) fn line(&self) -> String {
        let Self { kind, forecasts, left_out, brier, log, crps, coverage } = self;
        let mut parts = vec![format!("{:<16} {forecasts:>6} forecasts", kind.replace('_', " "))];
        parts.extend(brier.map(|value| format!("Brier {value:.4}")));
        parts.extend(log.map(|value| format!("log {value:.3}")));
        parts.extend(crps.map(|value| format!("CRPS {value:.3}")));
        parts.extend(coverage.map(|value| format!("{:.0} % within the 90 % interval", value * 100.0)));
        if *left_out > 0 {
            parts.push(format!("{left_out} before their close or without a score"));
        }
        parts.join("  ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(kind: &str, past_close: bool) -> AnswerScore {
        AnswerScore {
            run: domain::testing::run().id,
            kind: kind.into(),
            topic: String::new(),
            model: "m".into(),
            prompt_version: "p".into(),
            question: "Q?".into(),
            forecast: String::new(),
            answer: String::new(),
            brier: None,
            log: None,
            crps: None,
            covered: None,
            asked_at: domain::Time::UNIX_EPOCH,
            resolved_at: domain::Time::UNIX_EPOCH,
            past_close,
        }
    }

    #[test]
    fn kinds_are_scored_apart_and_only_past_their_close() {
        let choice = |brier, past| AnswerScore { brier: Some(brier), ..answer("multiple_choice", past) };
        let number = |covered| AnswerScore { crps: Some(2.0), covered: Some(covered), ..answer("numeric", true) };
        let void = answer("conditional", true);
        let scores =
            by_kind(&[choice(0.2, true), choice(0.4, true), choice(2.0, false), number(true), number(false), void]);
        let brief: Vec<(&str, usize, usize)> =
            scores.iter().map(|one| (one.kind.as_str(), one.forecasts, one.left_out)).collect();
        assert_eq!(brief, [("conditional", 0, 1), ("multiple_choice", 2, 1), ("numeric", 2, 0)]);
        assert!((scores[1].brier.unwrap() - 0.3).abs() < 1e-9);
        assert_eq!(scores[2].coverage, Some(0.5));
        assert!(scores[2].line().contains("50 % within the 90 % interval"), "{}", scores[2].line());
    }
}
