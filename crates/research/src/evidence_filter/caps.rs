//! The caps of a profile. A cap never orphans: a source that a kept finding or timeline entry cites stays, even where
//! that is more than the cap; a timeline entry whose sources would not fit is the first to go.

use std::collections::HashSet;

use domain::Research;
use domain::evidence::{Caps, Removal, Remover};

use crate::evidence_filter::named::Named;
use crate::evidence_filter::operations::cited;

/// Cuts the research to the caps, from the end of its order. What was cut is told.
pub fn cut(mut research: Research, caps: Caps) -> (Research, Vec<Removal>) {
    let mut removed = Vec::new();
    shorten(&mut research.findings, caps.findings, &mut removed);
    shorten(&mut research.timeline, caps.timeline, &mut removed);
    shorten(&mut research.open_questions, caps.open_questions, &mut removed);
    fit_timeline(&mut research, caps.sources, &mut removed);
    cut_sources(&mut research, caps.sources, &mut removed);
    (research, removed)
}

fn shorten<T: Named>(items: &mut Vec<T>, most: usize, removed: &mut Vec<Removal>) {
    let cut = items.split_off(items.len().min(most));
    removed.extend(cut.iter().map(|item| over(item, most)));
}

/// Timeline entries give way to the cap on sources: an entry that cites what no finding cites, and no longer fits, goes.
fn fit_timeline(research: &mut Research, most: usize, removed: &mut Vec<Removal>) {
    let mut cited: HashSet<String> = research.findings.iter().flat_map(|finding| finding.sources.clone()).collect();
    research.timeline.retain(|entry| {
        let more = entry.sources.iter().filter(|source| !cited.contains(*source)).count();
        let fits = more == 0 || cited.len() + more <= most;
        if fits {
            cited.extend(entry.sources.iter().cloned());
        } else {
            removed.push(over(entry, most));
        }
        fits
    });
}

/// Sources nobody cites go first, from the end; cited ones never.
fn cut_sources(research: &mut Research, most: usize, removed: &mut Vec<Removal>) {
    let cited = cited(research);
    let needed = research.sources.iter().filter(|source| cited.contains(&source.id)).count();
    let mut spare = most.saturating_sub(needed);
    research.sources.retain(|source| {
        let keep = cited.contains(&source.id) || spare > 0;
        if !keep {
            removed.push(over(source, most));
        } else if !cited.contains(&source.id) {
            spare -= 1;
        }
        keep
    });
}

fn over(item: &impl Named, most: usize) -> Removal {
    item.removed(Remover::Cap, &format!("over the profile's cap of {most}"))
}

#[cfg(test)]
mod tests {
    use domain::Profile;

    use super::*;
    use crate::evidence_filter::testing::research;

    #[test]
    fn every_list_is_cut_and_told() {
        let (cut, removed) = cut(research(40), Profile::Strict.caps());
        assert_eq!((cut.findings.len(), cut.timeline.len(), cut.open_questions.len()), (8, 10, 3));
        assert_eq!(cut.sources.len(), 15);
        assert_eq!(removed.len(), 32 + 30 + 37 + 25);
        for finding in &cut.findings {
            assert!(finding.sources.iter().all(|id| cut.sources.iter().any(|source| source.id == *id)));
        }
    }

    #[test]
    fn a_finding_s_sources_stay_even_over_the_cap() {
        let mut many = research(20);
        many.findings.truncate(1);
        many.findings[0].sources = many.sources.iter().map(|source| source.id.clone()).collect();
        many.timeline.clear();
        let (cut, _) = cut(many, Profile::Strict.caps());
        assert_eq!(cut.sources.len(), 20);
    }
}
