//! What the filter took out of research or made weaker, and why: for a person who wonders what is missing.

use domain::{Evidence, Filtering};

use crate::output;

/// Longest words of what was taken out that fit a line, in characters.
const LONGEST: usize = 100;

/// One line for each, under a line that says how many; nothing where nothing was touched. `margin` is before every line.
pub(super) fn lines(evidence: &Evidence, margin: &str) -> Vec<String> {
    let (removed, lowered) = (evidence.filtering.removed(), &evidence.lowered);
    let mut lines = Vec::new();
    if let Filtering::Unfiltered { reason, .. } = &evidence.filtering {
        lines.push(format!("{margin}unfiltered: {reason}"));
    }
    if !removed.is_empty() {
        lines.push(format!("{margin}filter took out {}:", removed.len()));
    }
    lines.extend(removed.iter().map(|gone| {
        let by = if gone.by.name().is_empty() { String::new() } else { format!(" ({})", gone.by.name()) };
        let said = if gone.said.is_empty() {
            String::new()
        } else {
            format!("  “{}”", output::shortened(&gone.said, LONGEST))
        };
        format!("{margin}  {:<4} {}{by}{said}", gone.id, gone.reason)
    }));
    lines.extend(lowered.iter().map(|weaker| {
        let (from, to) = (weaker.from.name(), weaker.to.name());
        format!("{margin}  {:<4} weaker, {from} to {to}: {}", weaker.id, weaker.reason)
    }));
    lines
}

#[cfg(test)]
mod tests {
    use domain::ClaimStatus;
    use research::evidence_filter::testing::{research, task};
    use research::evidence_filter::{Operation, Spent, Word, clear, evidence};

    use super::*;

    #[test]
    fn a_person_sees_what_is_missing_and_why() {
        let operations = vec![
            Operation::Drop { ids: vec!["f2".into()], reason: "advertising".into() },
            Operation::Downgrade { ids: vec!["f1".into()], to: ClaimStatus::Unclear, reason: "one blog".into() },
        ];
        let cleared = clear(&task(), research(6));
        let made = evidence(task(), cleared, Word::Operations(operations), Spent::default()).evidence;
        let expected = [
            "-filter took out 2:",
            "-  f2   advertising (model)  “Finding number 2.”",
            "-  q6   over the profile's cap of 5 (cap)  “What of 6?”",
            "-  f1   weaker, supported to unclear: one blog",
        ];
        assert_eq!(lines(&made, "-"), expected);
    }
}
