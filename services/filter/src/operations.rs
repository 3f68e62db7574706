//! The airlock: operations on ids, applied by code that can only drop, merge, reorder and downgrade.
//!
//! Why nothing can be added, raised or edited: [`apply`] only ever moves the researcher's own values. It writes to two
//! fields of a finding: `status`, through `weakest`, and `sources`, through a union of ids that stood there already.

use std::collections::HashSet;

use domain::evidence::Removal;
use domain::research::{OpenQuestion, TimelineEntry};
use domain::{ClaimStatus, Finding, Research, Source};
use serde::{Deserialize, Serialize};

/// One thing the filter may do. Ids name findings (`f1`), timeline entries (`t1`), sources (`s1`), open questions (`q1`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Operation {
    /// Take it out. A source that a kept finding or entry cites stays.
    Drop {
        /// What.
        id: String,
        /// Why.
        #[serde(default)]
        reason: String,
    },
    /// Findings that say the same become the first of them: the union of the sources, the weakest status.
    Merge {
        /// The finding that stays.
        into: String,
        /// The findings that go into it.
        from: Vec<String>,
        /// Why.
        #[serde(default)]
        reason: String,
    },
    /// These come first, in this order; the others follow in the order they had.
    Reorder {
        /// Ids of any kind.
        ids: Vec<String>,
    },
    /// A weaker status; one that is not weaker changes nothing.
    Downgrade {
        /// The finding.
        id: String,
        /// The status it shall have.
        to: ClaimStatus,
        /// Why.
        #[serde(default)]
        reason: String,
    },
}

/// Longest reason that is kept, in characters: it is a model's text.
const REASON_LIMIT: usize = 200;

/// What the operations made of the research.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    /// A subset of the research.
    pub research: Research,
    /// What went, and why.
    pub removed: Vec<Removal>,
    /// Operations that named nothing, or asked for what is not allowed.
    pub refused: usize,
}

/// Applies the operations in their order. Whatever they are, the result is a subset.
pub fn apply(research: Research, operations: &[Operation]) -> Applied {
    let mut applied = Applied { research, removed: Vec::new(), refused: 0 };
    for operation in operations {
        let did = match operation {
            Operation::Drop { id, reason } => applied.drop(id, reason),
            Operation::Merge { into, from, reason } => applied.merge(into, from, reason),
            Operation::Reorder { ids } => applied.reorder(ids),
            Operation::Downgrade { id, to, .. } => applied.downgrade(id, *to),
        };
        applied.refused += usize::from(!did);
    }
    applied
}

impl Applied {
    fn drop(&mut self, id: &str, reason: &str) -> bool {
        let cited = cited(&self.research);
        let research = &mut self.research;
        let did = take(&mut research.findings, id).is_some()
            || take(&mut research.timeline, id).is_some()
            || take(&mut research.open_questions, id).is_some()
            || (!cited.contains(id) && take(&mut research.sources, id).is_some());
        if did {
            self.removed.push(Removal { id: id.to_owned(), reason: tidy(reason, "the model dropped it") });
        }
        did
    }

    fn merge(&mut self, into: &str, from: &[String], reason: &str) -> bool {
        if !self.research.findings.iter().any(|finding| finding.id == into) {
            return false;
        }
        let mut did = false;
        for id in from.iter().filter(|id| *id != into) {
            let Some(gone) = take(&mut self.research.findings, id) else { continue };
            if let Some(kept) = self.research.findings.iter_mut().find(|finding| finding.id == into) {
                absorb(kept, &gone);
            }
            let reason = format!("merged into {into}: {}", tidy(reason, "it says the same"));
            self.removed.push(Removal { id: gone.id, reason });
            did = true;
        }
        did
    }

    fn reorder(&mut self, ids: &[String]) -> bool {
        let research = &mut self.research;
        let known = ids
            .iter()
            .any(|id| has(&research.findings, id) || has(&research.timeline, id) || has(&research.sources, id));
        first(&mut research.findings, ids);
        first(&mut research.timeline, ids);
        first(&mut research.sources, ids);
        first(&mut research.open_questions, ids);
        known
    }

    fn downgrade(&mut self, id: &str, to: ClaimStatus) -> bool {
        match self.research.findings.iter_mut().find(|finding| finding.id == id) {
            Some(finding) if to < finding.status => {
                finding.status = weakest(finding.status, to);
                true
            }
            _ => false,
        }
    }
}

/// Ids of the sources that findings and timeline entries cite.
pub fn cited(research: &Research) -> HashSet<String> {
    let findings = research.findings.iter().flat_map(|finding| &finding.sources);
    let entries = research.timeline.iter().flat_map(|entry| &entry.sources);
    findings.chain(entries).cloned().collect()
}

/// Puts what `gone` had into `kept`: the union of the sources, the weakest status. Text and quote stay the kept one's. Whether
/// the two had the same voices is not known here, so no more are counted than one of them had.
pub(crate) fn absorb(kept: &mut Finding, gone: &Finding) {
    kept.status = weakest(kept.status, gone.status);
    unite(&mut kept.sources, &gone.sources);
    unite(&mut kept.against, &gone.against);
    let speak_for = kept.sources.iter().filter(|id| !kept.against.contains(id)).count();
    kept.voices = kept.voices.max(gone.voices).min(u32::try_from(speak_for).unwrap_or(u32::MAX));
}

fn unite(kept: &mut Vec<String>, gone: &[String]) {
    for id in gone {
        if !kept.contains(id) {
            kept.push(id.clone());
        }
    }
}

fn weakest(a: ClaimStatus, b: ClaimStatus) -> ClaimStatus {
    a.min(b)
}

fn take<T: Named>(items: &mut Vec<T>, id: &str) -> Option<T> {
    let at = items.iter().position(|item| item.id() == id)?;
    Some(items.remove(at))
}

fn has<T: Named>(items: &[T], id: &str) -> bool {
    items.iter().any(|item| item.id() == id)
}

/// Stable: an id's rank is its first place in the list, the others share the last rank.
fn first<T: Named>(items: &mut [T], ids: &[String]) {
    items.sort_by_key(|item| ids.iter().position(|id| id == item.id()).unwrap_or(ids.len()));
}

fn tidy(reason: &str, otherwise: &str) -> String {
    let reason: String = reason.trim().chars().filter(|c| !c.is_control()).take(REASON_LIMIT).collect();
    if reason.is_empty() { otherwise.to_owned() } else { reason }
}

/// What has an id.
pub(crate) trait Named {
    fn id(&self) -> &str;
}

impl Named for Finding {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Named for TimelineEntry {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Named for Source {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Named for OpenQuestion {
    fn id(&self) -> &str {
        &self.id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::research;

    fn drop(id: &str) -> Operation {
        Operation::Drop { id: id.into(), reason: "noise".into() }
    }

    fn ids<T: Named>(items: &[T]) -> Vec<&str> {
        items.iter().map(Named::id).collect()
    }

    #[test]
    fn a_source_goes_only_when_nobody_cites_it() {
        let kept = apply(research(3), &[drop("s1")]);
        assert_eq!((kept.refused, kept.research.sources.len()), (1, 3));
        let gone = apply(research(3), &[drop("t1"), drop("f1"), drop("s1")]);
        assert_eq!(ids(&gone.research.sources), ["s2", "s3"]);
        assert_eq!(ids(&gone.research.findings), ["f2", "f3"]);
        assert_eq!(gone.removed.len(), 3);
    }

    #[test]
    fn a_merge_keeps_the_union_of_sources_and_the_weakest_status() {
        let merge = Operation::Merge {
            into: "f1".into(),
            from: vec!["f2".into(), "f1".into(), "f9".into()],
            reason: String::new(),
        };
        let before = research(3);
        let after = apply(before.clone(), &[merge]).research;
        assert_eq!(ids(&after.findings), ["f1", "f3"]);
        assert_eq!(after.findings[0].sources, ["s1", "s2"]);
        assert_eq!(after.findings[0].status, before.findings[0].status.min(before.findings[1].status));
        assert_eq!(after.findings[0].text, before.findings[0].text);
    }

    #[test]
    fn nothing_is_raised_and_nothing_unknown_is_touched() {
        let before = research(3);
        let hostile = [
            Operation::Downgrade { id: "f3".into(), to: ClaimStatus::Supported, reason: String::new() },
            Operation::Merge { into: "new".into(), from: vec!["f1".into()], reason: String::new() },
            Operation::Reorder { ids: vec!["nothing".into()] },
            drop("f9"),
        ];
        let after = apply(before.clone(), &hostile);
        assert_eq!((after.refused, &after.research), (4, &before));
    }

    #[test]
    fn reordering_brings_the_named_to_the_front() {
        let after =
            apply(research(4), &[Operation::Reorder { ids: vec!["f3".into(), "f1".into(), "f3".into()] }]).research;
        assert_eq!(ids(&after.findings), ["f3", "f1", "f2", "f4"]);
    }
}
