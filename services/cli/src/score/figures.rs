//! Forecasts in figures, beside what simpler forecasters would have said to the same questions. Pure.

use forecasting::calibration::{Interval, Row, Summary, mean_interval, paired, reference, summary};
use serde::Serialize;

/// A forecast, its outcome, and what it is compared with.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// How likely YES was said to be.
    pub p: f64,
    /// What came of it, 0 to 1.
    pub outcome: f64,
    /// The market's price when it was asked.
    pub crowd: Option<f64>,
    /// The group whose base rate it is compared with: its source or topic.
    pub group: String,
}

/// One forecaster on a set of questions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// Whose forecasts.
    pub name: String,
    /// Its figures.
    #[serde(flatten)]
    pub summary: Summary,
    /// Where the mean Brier score may lie, with 95 per cent.
    pub brier_interval: Option<Interval>,
}

/// The mean difference of two Brier scores on the same questions; below 0 the first is better.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Gap {
    /// Against whom.
    pub against: String,
    /// Questions that both answered.
    pub n: usize,
    /// The mean difference.
    pub mean: f64,
    /// Where it may lie, with 95 per cent.
    pub interval: Interval,
}

/// The whole comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figures {
    /// Ours.
    pub ours: Line,
    /// The references, each on the questions that it has an answer to.
    pub references: Vec<Line>,
    /// Ours against each reference, question by question.
    pub gaps: Vec<Gap>,
}

impl Figures {
    /// The figures of these forecasts; chance enters by `seed`.
    pub fn of(judged: &[Judged], seed: u64) -> Self {
        let outcomes: Vec<f64> = judged.iter().map(|one| one.outcome).collect();
        let grouped: Vec<(&str, f64)> = judged.iter().map(|one| (one.group.as_str(), one.outcome)).collect();
        let all: Vec<usize> = (0..judged.len()).collect();
        let priced: Vec<usize> = (0..judged.len()).filter(|at| judged[*at].crowd.is_some()).collect();
        let crowd: Vec<Row> =
            judged.iter().filter_map(|one| Some(Row { p: one.crowd?, outcome: one.outcome })).collect();
        let references = [
            ("always 0.5", reference::even(&outcomes), &all),
            ("base rate (in sample)", reference::base_rate(&outcomes), &all),
            ("base rate (per source, leave-1-out)", reference::group_rate(&grouped), &all),
            ("crowd", crowd, &priced),
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
            references: references.iter().map(|(name, rows, _)| line(name, rows, seed)).collect(),
            ours: line("ours", &judged.iter().map(row).collect::<Vec<_>>(), seed),
        }
    }

    /// As a table for a person.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![heading("")];
        lines.extend(std::iter::once(&self.ours).chain(&self.references).map(told));
        lines.extend(self.gaps.iter().map(|gap| {
            let verdict = match gap.interval {
                Interval { high, .. } if high < 0.0 => "better",
                Interval { low, .. } if low > 0.0 => "worse",
                Interval { .. } => "no difference beyond chance",
            };
            format!(
                "ours minus {:<36} n={:<5} {:+.4} [{:+.4}, {:+.4}]  {verdict}",
                gap.against, gap.n, gap.mean, gap.interval.low, gap.interval.high
            )
        }));
        lines
    }
}

/// The table's first line; `what` stands over the names.
pub(super) fn heading(what: &str) -> String {
    format!("{what:<38} {:>5}  {:>6}  {:<16}  {:>6}  {:>6}  {:>6}", "n", "Brier", "95 %", "log", "ECE", "sharp")
}

/// One line of the table.
pub(super) fn told(line: &Line) -> String {
    let Summary { n, brier, log_score, calibration_error, sharpness, .. } = line.summary;
    let interval =
        line.brier_interval.map_or_else(String::new, |found| format!("[{:.4}, {:.4}]", found.low, found.high));
    let name: String = line.name.chars().take(38).collect();
    format!("{name:<38} {n:>5}  {brier:.4}  {interval:<16}  {log_score:.4}  {calibration_error:.4}  {sharpness:.4}")
}

/// A forecaster's line.
pub(super) fn line(name: &str, rows: &[Row], seed: u64) -> Line {
    let scores: Vec<f64> = rows.iter().map(|row| row.brier()).collect();
    Line { name: name.to_owned(), summary: summary(rows), brier_interval: mean_interval(&scores, seed) }
}

pub(super) fn row(judged: &Judged) -> Row {
    Row { p: judged.p, outcome: judged.outcome }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(p: f64, outcome: f64, crowd: Option<f64>) -> Judged {
        Judged { p, outcome, crowd, group: "x".into() }
    }

    #[test]
    fn each_reference_answers_what_it_can() {
        let all = [judged(0.8, 1.0, Some(0.9)), judged(0.2, 0.0, None), judged(0.4, 0.0, Some(0.1))];
        let figures = Figures::of(&all, 1);
        let sizes: Vec<(&str, usize)> =
            figures.references.iter().map(|line| (line.name.as_str(), line.summary.n)).collect();
        assert_eq!(
            sizes,
            [("always 0.5", 3), ("base rate (in sample)", 3), ("base rate (per source, leave-1-out)", 3), ("crowd", 2)]
        );
        let crowd = figures.gaps.iter().find(|gap| gap.against == "crowd").unwrap();
        // ((0.04 − 0.01) + (0.16 − 0.01)) / 2
        assert!((crowd.mean - 0.09).abs() < 1e-9 && crowd.n == 2);
        let lines = figures.lines();
        assert!(lines[1].starts_with("ours") && lines[1].contains("0.0800"), "{lines:#?}");
        assert!(
            lines.iter().any(|line| line.starts_with("ours minus crowd") && line.contains("+0.0900")),
            "{lines:#?}"
        );
    }

    #[test]
    fn without_prices_there_is_no_crowd_and_without_rows_no_reference() {
        let blind = Figures::of(&[judged(0.5, 1.0, None)], 1);
        assert!(blind.references.iter().all(|line| line.name != "crowd"));
        assert!(Figures::of(&[], 1).references.is_empty());
    }
}
