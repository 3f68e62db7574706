//! How a question is read, as text: the assumption first.

use domain::{NamedDeadline, Reading, Run};

/// Formats the reading of a run's question, one line per item.
pub(super) fn lines(run: &Run) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(reading) = &run.reading {
        let Reading { deadline, counts, reporter, synonyms, assumption, clarification, .. } = reading;
        let asks = if clarification.is_empty() { String::new() } else { format!(" ({clarification})") };
        lines.extend((!assumption.is_empty()).then(|| format!("assumed      {assumption}{asks}")));
        lines.extend((!counts.is_empty()).then(|| format!("counts       {counts}")));
        lines.extend((!reporter.is_empty()).then(|| format!("reported by  {reporter}")));
        lines.extend((!synonyms.is_empty()).then(|| format!("also         {}", synonyms.join(", "))));
        if let Some(NamedDeadline { at, quote }) = deadline {
            lines.push(format!("closes       {}, from {quote:?}", at.format("%F %H:%M UTC")));
            return lines;
        }
    }
    lines.extend(run.asked.closes.map(|at| format!("closes       {}", at.format("%F %H:%M UTC"))));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_assumption_comes_first_and_the_hour_is_kept() {
        let mut run = domain::testing::run();
        run.asked.closes = Some("2026-06-30T17:30:00Z".parse().unwrap());
        assert_eq!(lines(&run), ["closes       2026-06-30 17:30 UTC"]);
        let deadline = NamedDeadline { at: run.asked.closes.unwrap(), quote: "by 5:30 pm UTC on June 30".into() };
        run.reading = Some(Reading {
            deadline: Some(deadline),
            assumption: "The budget bill is meant.".into(),
            ..Reading::default()
        });
        let lines = lines(&run);
        assert_eq!(lines[0], "assumed      The budget bill is meant.");
        assert_eq!(lines[1], "closes       2026-06-30 17:30 UTC, from \"by 5:30 pm UTC on June 30\"");
    }
}
