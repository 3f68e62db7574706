//! Evidence that the filter removed or downgraded, with the reasons.

use domain::{Evidence, Filtering};

use crate::output;

/// Maximum characters of removed text on a line.
const MAX_TEXT_CHARS: usize = 100;

/// Returns one line per change under a line with their number; empty if nothing was changed. Each line starts with
/// `margin`.
pub(super) fn lines(evidence: &Evidence, margin: &str) -> Vec<String> {
    let (removed, lowered) = (evidence.filtering.removed(), &evidence.lowered);
    let mut lines = Vec::new();
    if let Filtering::Unfiltered { reason, .. } = &evidence.filtering {
        lines.push(format!("{margin}unfiltered: {reason}"));
    }
    lines.extend(evidence.research.lacks.iter().map(|lack| {
        let inherited = if lack.inherited { " (of the research in memory)" } else { "" };
        format!("{margin}degraded: {}{inherited}", lack.reason)
    }));
    if !removed.is_empty() {
        lines.push(format!("{margin}filter removed {}:", removed.len()));
    }
    lines.extend(removed.iter().map(|gone| {
        let by = if gone.by.name().is_empty() { String::new() } else { format!(" ({})", gone.by.name()) };
        let text = if gone.text.is_empty() {
            String::new()
        } else {
            format!("  “{}”", output::truncate(&gone.text, MAX_TEXT_CHARS))
        };
        format!("{margin}  {:<4} {}{by}{text}", gone.id, gone.reason)
    }));
    lines.extend(lowered.iter().map(|weaker| {
        let (from, to) = (weaker.from.name(), weaker.to.name());
        format!("{margin}  {:<4} downgraded from {from} to {to}: {}", weaker.id, weaker.reason)
    }));
    lines
}

#[cfg(test)]
mod tests {
    use domain::ClaimStatus;
    use research::evidence_filter::testing::{research, task};
    use research::evidence_filter::{ModelDecision, ModelUse, Operation, build_evidence, prefilter};

    use super::*;

    #[test]
    fn removed_and_downgraded_evidence_is_listed_with_reasons() {
        let operations = vec![
            Operation::Drop { ids: vec!["f2".into()], reason: "advertising".into() },
            Operation::Downgrade { ids: vec!["f1".into()], to: ClaimStatus::Unclear, reason: "one blog".into() },
        ];
        let prefiltered = prefilter(&task(), research(6));
        let made =
            build_evidence(task(), prefiltered, ModelDecision::Operations(operations), ModelUse::default()).evidence;
        let expected = [
            "-filter removed 2:",
            "-  f2   advertising (model)  “Finding number 2.”",
            "-  q6   over the profile's cap of 5 (cap)  “What of 6?”",
            "-  f1   downgraded from supported to unclear: one blog",
        ];
        assert_eq!(lines(&made, "-"), expected);
    }
}
