//! Operations on ids, applied by code that can only drop, merge, reorder and downgrade.
//!
//! [`apply`] cannot add, raise or edit anything, because it moves only the researcher's own values. It writes to four
//! fields of a finding: `status`, through `min`; `sources` and `contradictions`, through unions of ids that existed
//! before; and `independent_sources`, which never exceeds the number of sources in support.

use std::collections::HashSet;

use domain::evidence::{Lowered, Removal, Remover};
use domain::{ClaimStatus, Finding, Research};
use serde::{Deserialize, Deserializer, Serialize};

use crate::evidence_filter::removable::{MAX_REASON_CHARS, Removable, one_line};

/// One operation of the filter. Ids name findings (`f1`), timeline entries (`t1`), sources (`s1`), open questions
/// (`q1`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Operation {
    /// Removes items. A source that a kept finding or entry cites is not removed.
    Drop {
        /// Items that are removed for the same reason.
        #[serde(alias = "id", deserialize_with = "one_or_more")]
        ids: Vec<String>,
        /// Reason, shown beside the result; may be empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// Merges findings that say the same into one, with the union of the sources and the weakest status.
    Merge {
        /// The finding that stays.
        into: String,
        /// The findings that are merged into it.
        #[serde(deserialize_with = "one_or_more")]
        from: Vec<String>,
        /// Reason, shown beside the result; may be empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// Moves these items to the front, in this order; the others follow in their previous order.
    Reorder {
        /// Ids of any kind.
        ids: Vec<String>,
    },
    /// Sets a weaker status; a status that is not weaker is refused.
    Downgrade {
        /// Findings whose status is lowered.
        #[serde(alias = "id", deserialize_with = "one_or_more")]
        ids: Vec<String>,
        /// The new status.
        to: ClaimStatus,
        /// Reason, shown beside the result; may be empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
}

/// Accepts a list or a single id: models write either.
fn one_or_more<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Ids {
        One(String),
        More(Vec<String>),
    }
    Ok(match Ids::deserialize(deserializer)? {
        Ids::One(id) => vec![id],
        Ids::More(ids) => ids,
    })
}

/// Research after the operations, with what they changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    /// Subset of the original research.
    pub research: Research,
    /// Removed items with reasons.
    pub removed: Vec<Removal>,
    /// Findings with a weaker status, with reasons.
    pub lowered: Vec<Lowered>,
    /// Merged findings as (id removed, id that holds its sources now).
    pub merged: Vec<(String, String)>,
    /// Number of ids without effect: unknown ids and operations that are not allowed.
    pub refused: usize,
}

/// Applies the operations in order. The result is a subset of `research` for any operations.
pub fn apply(research: Research, operations: &[Operation]) -> Applied {
    let (removed, lowered, merged) = (Vec::new(), Vec::new(), Vec::new());
    let mut applied = Applied { research, removed, lowered, merged, refused: 0 };
    for operation in operations {
        match operation {
            Operation::Drop { ids, reason } => ids.iter().for_each(|id| applied.drop(id, reason)),
            Operation::Merge { into, from, reason } => applied.merge(into, from, reason),
            Operation::Reorder { ids } => applied.reorder(ids),
            Operation::Downgrade { ids, to, reason } => ids.iter().for_each(|id| applied.downgrade(id, *to, reason)),
        }
    }
    applied
}

impl Applied {
    fn drop(&mut self, id: &str, reason: &str) {
        let reason = reason_or(reason, "the model dropped it");
        let cited = cited_sources(&self.research);
        let research = &mut self.research;
        let by = Remover::Model;
        let gone = take(&mut research.findings, id)
            .map(|item| item.removed(by, &reason))
            .or_else(|| take(&mut research.timeline, id).map(|item| item.removed(by, &reason)))
            .or_else(|| take(&mut research.open_questions, id).map(|item| item.removed(by, &reason)))
            .or_else(|| {
                let source = if cited.contains(id) { None } else { take(&mut research.sources, id) };
                source.map(|item| item.removed(by, &reason))
            });
        self.refused += usize::from(gone.is_none());
        self.removed.extend(gone);
    }

    fn merge(&mut self, into: &str, from: &[String], reason: &str) {
        let reason = format!("merged into {}: {}", one_line(into, 40), reason_or(reason, "it says the same"));
        for id in from {
            let stays = id != into && self.research.findings.iter().any(|finding| finding.id == into);
            let gone = if stays { take(&mut self.research.findings, id) } else { None };
            self.refused += usize::from(gone.is_none());
            let Some(gone) = gone else { continue };
            if let Some(kept) = self.research.findings.iter_mut().find(|finding| finding.id == into) {
                self.lowered.extend(absorb(kept, &gone));
            }
            self.merged.push((gone.id.clone(), into.to_owned()));
            self.removed.push(gone.removed(Remover::Model, &reason));
        }
    }

    fn reorder(&mut self, ids: &[String]) {
        let research = &mut self.research;
        let exists = |id: &&String| {
            has(&research.findings, id)
                || has(&research.timeline, id)
                || has(&research.sources, id)
                || has(&research.open_questions, id)
        };
        self.refused += ids.len() - ids.iter().filter(exists).count();
        move_to_front(&mut research.findings, ids);
        move_to_front(&mut research.timeline, ids);
        move_to_front(&mut research.sources, ids);
        move_to_front(&mut research.open_questions, ids);
    }

    fn downgrade(&mut self, id: &str, to: ClaimStatus, reason: &str) {
        match self.research.findings.iter_mut().find(|finding| finding.id == id) {
            Some(finding) if to < finding.status => {
                let from = std::mem::replace(&mut finding.status, to);
                let reason = reason_or(reason, "the model finds it too strong");
                self.lowered.push(Lowered { id: id.to_owned(), from, to, reason });
            }
            _ => self.refused += 1,
        }
    }
}

/// Ids of the sources that findings and timeline entries cite.
pub(crate) fn cited_sources(research: &Research) -> HashSet<String> {
    let findings = research.findings.iter().flat_map(|finding| &finding.sources);
    let entries = research.timeline.iter().flat_map(|entry| &entry.sources);
    findings.chain(entries).cloned().collect()
}

/// Merges `gone` into `kept`: the union of the sources and the weakest status; text and quote of `kept` remain. The
/// overlap of the two groups of independent sources is unknown here, so `independent_sources` becomes the larger of the
/// two counts, not their sum. Returns the downgrade if the status fell.
pub(crate) fn absorb(kept: &mut Finding, gone: &Finding) -> Option<Lowered> {
    unite(&mut kept.sources, &gone.sources);
    unite(&mut kept.contradictions, &gone.contradictions);
    let in_support = kept.sources.iter().filter(|id| !kept.contradictions.contains(id)).count();
    kept.independent_sources =
        kept.independent_sources.max(gone.independent_sources).min(u32::try_from(in_support).unwrap_or(u32::MAX));
    let (from, to) = (kept.status, kept.status.min(gone.status));
    kept.status = to;
    (to < from).then(|| {
        let reason = format!("{}, which says the same, is {}", one_line(&gone.id, 40), to.name());
        Lowered { id: kept.id.clone(), from, to, reason }
    })
}

fn unite(kept: &mut Vec<String>, gone: &[String]) {
    for id in gone {
        if !kept.contains(id) {
            kept.push(id.clone());
        }
    }
}

fn take<T: Removable>(items: &mut Vec<T>, id: &str) -> Option<T> {
    let at = items.iter().position(|item| item.id() == id)?;
    Some(items.remove(at))
}

fn has<T: Removable>(items: &[T], id: &str) -> bool {
    items.iter().any(|item| item.id() == id)
}

/// Sorts stably by the first position in `ids`; items that are not listed share the last rank.
fn move_to_front<T: Removable>(items: &mut [T], ids: &[String]) {
    items.sort_by_key(|item| ids.iter().position(|id| id == item.id()).unwrap_or(ids.len()));
}

fn reason_or(reason: &str, otherwise: &str) -> String {
    let reason = one_line(reason, MAX_REASON_CHARS);
    if reason.is_empty() { otherwise.to_owned() } else { reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence_filter::testing::research;

    fn drop(id: &str) -> Operation {
        Operation::Drop { ids: vec![id.into()], reason: "noise".into() }
    }

    fn ids<T: Removable>(items: &[T]) -> Vec<&str> {
        items.iter().map(Removable::id).collect()
    }

    #[test]
    fn a_cited_source_is_not_dropped() {
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
    fn a_downgrade_is_recorded_with_its_reason() {
        let weaker =
            Operation::Downgrade { ids: vec!["f1".into()], to: ClaimStatus::Unclear, reason: "one blog".into() };
        let after = apply(research(2), &[weaker]);
        let lowered = Lowered {
            id: "f1".into(),
            from: ClaimStatus::Supported,
            to: ClaimStatus::Unclear,
            reason: "one blog".into(),
        };
        assert_eq!((after.research.findings[0].status, after.lowered), (ClaimStatus::Unclear, vec![lowered]));
    }

    #[test]
    fn a_single_id_is_accepted_in_place_of_a_list() {
        let read = |text: &str| serde_json::from_str::<Operation>(text).unwrap();
        assert_eq!(read(r#"{"op":"drop","id":"f1","reason":"noise"}"#), drop("f1"));
        assert_eq!(read(r#"{"op":"drop","ids":["f1"],"reason":"noise"}"#), drop("f1"));
        assert!(serde_json::from_str::<Operation>(r#"{"op":"raise","ids":["f1"]}"#).is_err());
    }

    #[test]
    fn nothing_is_raised_and_nothing_unknown_is_touched() {
        let before = research(3);
        let hostile = [
            Operation::Downgrade { ids: vec!["f3".into()], to: ClaimStatus::Supported, reason: String::new() },
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
