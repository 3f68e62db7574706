//! The caps of a profile. A source that a kept finding or timeline entry cites is kept even above the cap on sources; a
//! timeline entry whose sources do not fit is removed first.

use std::collections::HashSet;

use domain::Research;
use domain::evidence::{Caps, Removal, Remover};

use crate::evidence_filter::operations::cited_sources;
use crate::evidence_filter::removable::Removable;

/// Cuts each list at its cap, from the end, and returns what was cut.
pub fn cut(mut research: Research, caps: Caps) -> (Research, Vec<Removal>) {
    let mut removed = Vec::new();
    shorten(&mut research.findings, caps.findings, &mut removed);
    shorten(&mut research.timeline, caps.timeline, &mut removed);
    shorten(&mut research.open_questions, caps.open_questions, &mut removed);
    fit_timeline(&mut research, caps.sources, &mut removed);
    cut_sources(&mut research, caps.sources, &mut removed);
    (research, removed)
}

fn shorten<T: Removable>(items: &mut Vec<T>, max: usize, removed: &mut Vec<Removal>) {
    let cut = items.split_off(items.len().min(max));
    removed.extend(cut.iter().map(|item| over(item, max)));
}

/// Removes timeline entries that would exceed the cap on sources with sources that no finding cites.
fn fit_timeline(research: &mut Research, max: usize, removed: &mut Vec<Removal>) {
    let mut cited: HashSet<String> = research.findings.iter().flat_map(|finding| finding.sources.clone()).collect();
    research.timeline.retain(|entry| {
        let more = entry.sources.iter().filter(|source| !cited.contains(*source)).count();
        let fits = more == 0 || cited.len() + more <= max;
        if fits {
            cited.extend(entry.sources.iter().cloned());
        } else {
            removed.push(over(entry, max));
        }
        fits
    });
}

/// Removes sources that nothing cites, from the end. Cited sources are kept.
fn cut_sources(research: &mut Research, max: usize, removed: &mut Vec<Removal>) {
    let cited = cited_sources(research);
    let needed = research.sources.iter().filter(|source| cited.contains(&source.id)).count();
    let mut spare = max.saturating_sub(needed);
    research.sources.retain(|source| {
        let keep = cited.contains(&source.id) || spare > 0;
        if !keep {
            removed.push(over(source, max));
        } else if !cited.contains(&source.id) {
            spare -= 1;
        }
        keep
    });
}

fn over(item: &impl Removable, max: usize) -> Removal {
    item.removed(Remover::Cap, &format!("over the profile's cap of {max}"))
}

#[cfg(test)]
mod tests {
    use domain::Profile;

    use super::*;
    use crate::evidence_filter::testing::research;

    #[test]
    fn every_list_is_cut_and_the_cuts_are_reported() {
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
