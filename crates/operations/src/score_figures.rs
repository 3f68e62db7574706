//! Scores of forecasts beside those of simple reference forecasters on the same questions, and by group. `auspex score`
//! and the console show these figures. Pure.

use std::collections::BTreeMap;

use forecasting::calibration::{Interval, Row, Summary, baselines, mean_interval, paired, summary};
use serde::Serialize;

use crate::scores::ScoredItem;

/// Minimum number of questions on which two forecasters are compared.
pub const MIN_COMPARED: usize = 30;
/// Seed of the bootstrap, an arbitrary constant: the same forecasts have the same interval.
pub const SEED: u64 = 1;

/// A forecast with its outcome and its references.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// Forecast probability of YES.
    pub p: f64,
    /// Outcome of the question, 0 to 1.
    pub outcome: f64,
    /// Market price at the time of the question.
    pub crowd: Option<f64>,
    /// Probability of a reviewer who changed the forecast.
    pub reviewed: Option<f64>,
    /// Group whose base rate is the reference: topic, or source without one.
    pub group: String,
}

impl From<&ScoredItem> for Judged {
    fn from(item: &ScoredItem) -> Self {
        let group = if item.topic.is_empty() { &item.source } else { &item.topic };
        let ScoredItem { probability: p, outcome, crowd, reviewed, .. } = *item;
        Self { p, outcome, crowd, reviewed, group: group.clone() }
    }
}

/// Scores of one forecaster.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// Name of the forecaster.
    pub name: String,
    /// Scores over all questions.
    #[serde(flatten)]
    pub summary: Summary,
    /// 95 % interval of the mean Brier score.
    pub brier_interval: Option<Interval>,
}

impl Line {
    /// Computes the scores of one forecaster.
    pub fn new(name: &str, rows: &[Row], seed: u64) -> Self {
        let scores: Vec<f64> = rows.iter().map(|row| row.brier()).collect();
        Self { name: name.to_owned(), summary: summary(rows), brier_interval: mean_interval(&scores, seed) }
    }
}

/// Mean difference of two Brier scores on the same questions; negative if the first is better.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Gap {
    /// Name of the reference.
    pub against: String,
    /// Number of questions that both answered.
    pub n: usize,
    /// Mean difference of the Brier scores.
    pub mean: f64,
    /// 95 % interval of the difference.
    pub interval: Interval,
}

impl Gap {
    /// Says whether the first is better.
    pub fn verdict(&self) -> &'static str {
        match self.interval {
            _ if self.n < MIN_COMPARED => "too few to say",
            Interval { high, .. } if high < 0.0 => "better",
            Interval { low, .. } if low > 0.0 => "worse",
            Interval { .. } => "not significant",
        }
    }
}

/// Our scores compared with the references.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figures {
    /// Scores of our forecasts.
    pub ours: Line,
    /// Scores of each reference, on the questions that it can answer.
    pub references: Vec<Line>,
    /// Paired differences between our forecasts and each reference.
    pub gaps: Vec<Gap>,
}

impl Figures {
    /// Computes the scores; `seed` is the seed of the bootstrap.
    pub fn new(judged: &[Judged], seed: u64) -> Self {
        let outcomes: Vec<f64> = judged.iter().map(|one| one.outcome).collect();
        let grouped: Vec<(&str, f64)> = judged.iter().map(|one| (one.group.as_str(), one.outcome)).collect();
        let all: Vec<usize> = (0..judged.len()).collect();
        let places = |stated: fn(&Judged) -> Option<f64>| -> Vec<usize> {
            (0..judged.len()).filter(|at| stated(&judged[*at]).is_some()).collect()
        };
        let rows = |stated: fn(&Judged) -> Option<f64>| -> Vec<Row> {
            judged.iter().filter_map(|one| Some(Row { p: stated(one)?, outcome: one.outcome })).collect()
        };
        let (priced, changed) = (places(|one| one.crowd), places(|one| one.reviewed));
        let references = [
            ("always 0.5", baselines::even(&outcomes), &all),
            ("base rate (in sample)", baselines::base_rate(&outcomes), &all),
            ("base rate (per source, leave-1-out)", baselines::group_rate(&grouped), &all),
            ("crowd", rows(|one| one.crowd), &priced),
            ("reviewer, where one changed it", rows(|one| one.reviewed), &changed),
        ];
        let references = references.into_iter().filter(|(_, rows, _)| !rows.is_empty()).collect::<Vec<_>>();
        let gap = |(name, rows, places): &(&str, Vec<Row>, &Vec<usize>)| {
            let ours: Vec<f64> = places.iter().map(|at| row(&judged[*at]).brier()).collect();
            let theirs: Vec<f64> = rows.iter().map(|row| row.brier()).collect();
            let (mean, interval) = paired(&ours, &theirs, seed)?;
            Some(Gap { against: (*name).to_owned(), n: ours.len(), mean, interval })
        };
        Self {
            gaps: references.iter().filter_map(gap).collect(),
            references: references.iter().map(|(name, rows, _)| Line::new(name, rows, seed)).collect(),
            ours: Line::new("ours", &judged.iter().map(row).collect::<Vec<_>>(), seed),
        }
    }

    /// Returns the scores of a reference.
    pub fn reference(&self, name: &str) -> Option<&Line> {
        self.references.iter().find(|line| line.name == name)
    }

    /// Returns the difference from a reference.
    pub fn gap(&self, against: &str) -> Option<&Gap> {
        self.gaps.iter().find(|gap| gap.against == against)
    }
}

fn row(judged: &Judged) -> Row {
    Row { p: judged.p, outcome: judged.outcome }
}

/// Groups forecasts by one of their attributes, the largest group first.
pub fn grouped<'a>(items: &[&'a ScoredItem], by: fn(&ScoredItem) -> &str) -> Vec<(&'a str, Vec<&'a ScoredItem>)> {
    let mut groups: BTreeMap<&str, Vec<&ScoredItem>> = BTreeMap::new();
    for &item in items {
        groups.entry(by(item)).or_default().push(item);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, items)| std::cmp::Reverse(items.len()));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(p: f64, outcome: f64, crowd: Option<f64>) -> Judged {
        Judged { p, outcome, crowd, reviewed: None, group: "x".into() }
    }

    #[test]
    fn the_probability_of_a_reviewer_is_scored_beside_the_model_s() {
        let changed = Judged { reviewed: Some(0.1), ..judged(0.4, 0.0, None) };
        let figures = Figures::new(&[changed, judged(0.8, 1.0, None)], 1);
        let reviewer = figures.references.iter().find(|line| line.name.starts_with("reviewer")).unwrap();
        assert!(reviewer.summary.n == 1 && (reviewer.summary.brier - 0.01).abs() < 1e-9);
        let gap = figures.gaps.iter().find(|gap| gap.against.starts_with("reviewer")).unwrap();
        assert!((gap.mean - 0.15).abs() < 1e-9, "0.16 of the model, 0.01 of the reviewer");
        assert_eq!(figures.ours.summary.n, 2);
    }

    #[test]
    fn each_reference_is_scored_on_the_questions_it_can_answer() {
        let all = [judged(0.8, 1.0, Some(0.9)), judged(0.2, 0.0, None), judged(0.4, 0.0, Some(0.1))];
        let figures = Figures::new(&all, 1);
        let sizes: Vec<(&str, usize)> =
            figures.references.iter().map(|line| (line.name.as_str(), line.summary.n)).collect();
        assert_eq!(
            sizes,
            [("always 0.5", 3), ("base rate (in sample)", 3), ("base rate (per source, leave-1-out)", 3), ("crowd", 2)]
        );
        let crowd = figures.gap("crowd").unwrap();
        // ((0.04 − 0.01) + (0.16 − 0.01)) / 2
        assert!((crowd.mean - 0.09).abs() < 1e-9 && crowd.n == 2 && crowd.verdict() == "too few to say");
    }

    #[test]
    fn without_prices_there_is_no_crowd_and_without_forecasts_no_reference() {
        let blind = Figures::new(&[judged(0.5, 1.0, None)], 1);
        assert!(blind.reference("crowd").is_none() && blind.gap("crowd").is_none());
        assert!(Figures::new(&[], 1).references.is_empty());
    }

    #[test]
    fn an_interval_apart_from_zero_decides_from_thirty_questions() {
        let gap = |low, high, n| Gap { against: "x".to_owned(), n, mean: 0.0, interval: Interval { low, high } };
        for (found, expected) in [
            (gap(-0.2, -0.1, 30), "better"),
            (gap(0.1, 0.2, 30), "worse"),
            (gap(-0.1, 0.1, 30), "not significant"),
            (gap(-0.2, -0.1, 29), "too few to say"),
        ] {
            assert_eq!(found.verdict(), expected);
        }
    }
}
