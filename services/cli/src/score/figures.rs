//! Scores of forecasts beside those of references, as text.

use forecasting::calibration::Summary;
use operations::score_figures::{Figures, Gap, Line};

/// Formats the comparison as a table.
pub(crate) fn lines(figures: &Figures) -> Vec<String> {
    let mut lines = vec![heading("")];
    lines.extend(std::iter::once(&figures.ours).chain(&figures.references).map(format_line));
    lines.extend(figures.gaps.iter().map(|gap| format_gap("ours", gap)));
    lines
}

/// Returns the header line of the table with `what` above the names.
pub(super) fn heading(what: &str) -> String {
    format!("{what:<38} {:>5}  {:>6}  {:<16}  {:>6}  {:>6}  {:>6}", "n", "Brier", "95 %", "log", "ECE", "sharp")
}

/// Formats a difference between `ours` and the forecaster that it names.
pub(crate) fn format_gap(ours: &str, gap: &Gap) -> String {
    format!(
        "{ours} minus {:<36} n={:<5} {:+.4} [{:+.4}, {:+.4}]  {}",
        gap.against,
        gap.n,
        gap.mean,
        gap.interval.low,
        gap.interval.high,
        gap.verdict()
    )
}

/// Formats one line of the table.
pub(super) fn format_line(line: &Line) -> String {
    let Summary { n, brier, log_score, calibration_error, sharpness, .. } = line.summary;
    let interval =
        line.brier_interval.map_or_else(String::new, |found| format!("[{:.4}, {:.4}]", found.low, found.high));
    let name: String = line.name.chars().take(38).collect();
    format!("{name:<38} {n:>5}  {brier:.4}  {interval:<16}  {log_score:.4}  {calibration_error:.4}  {sharpness:.4}")
}

#[cfg(test)]
mod tests {
    use operations::score_figures::Judged;

    use super::*;

    #[test]
    fn each_forecaster_and_each_difference_has_a_line() {
        let judged = |p, outcome, crowd| Judged { p, outcome, crowd, reviewed: None, group: "x".into() };
        let all = [judged(0.8, 1.0, Some(0.9)), judged(0.2, 0.0, None), judged(0.4, 0.0, Some(0.1))];
        let lines = lines(&Figures::new(&all, 1));
        assert!(lines[1].starts_with("ours") && lines[1].contains("0.0800"), "{lines:#?}");
        assert!(
            lines.iter().any(|line| line.starts_with("ours minus crowd") && line.contains("+0.0900")),
            "{lines:#?}"
        );
    }
}
