//! Contradictions between new evidence and earlier research about an entity; the earlier research is ended.
//!
//! If the wording is nearly the same, arithmetic decides ([`research::dedup`]): the new research refutes the earlier
//! statement, or found its opposite. For two statements about the same subject in different wording (a rug pull after
//! bullish research) a model judges the stance of the new one ([`research::judge`]); its input contains only the two
//! statements. Only `supported` findings can be refuted, and only by `supported` findings.

use std::collections::{BTreeMap, BTreeSet};

use domain::research::Ending;
use domain::{ClaimStatus, Evidence, Finding, Research, Stance, Tier, Time};
use research::dedup::{Relation, Statement};
use research::judge::{Quote, StanceQuery, Stances};
use retrieval::text::stems;
use store::memory::StoredResearch;

use crate::page::{Inline, Line, plain};

/// Reason of a version that was only replaced by a newer one, and can still be contradicted.
const NEWER: &str = "newer research";

/// Share of the shorter statement's significant words from which two statements may be about the same subject, so that
/// the model decides.
const RELATED_SHARE: f64 = 0.5;

/// Maximum statements of earlier research per model call, and maximum pieces of evidence per statement.
const MAX_STATEMENTS: usize = 12;
const MAX_EVIDENCE_PER_STATEMENT: usize = 4;

/// Maximum characters of a quoted finding in a reason.
const MAX_QUOTE_CHARS: usize = 160;

/// An earlier finding and the new finding that contradicts it.
#[derive(Debug, Clone, PartialEq)]
pub struct Contradiction {
    /// Key of the earlier research within its entity.
    pub version: i64,
    /// Number of the earlier research, which is shown.
    pub number: i64,
    /// Date of the earlier research.
    pub made_at: Time,
    /// Text of the earlier finding.
    pub before: String,
    /// Id of the new finding.
    pub finding: String,
    /// Text of the new finding.
    pub now: String,
}

impl Contradiction {
    /// Returns the reason that is stored with the ended version.
    pub fn because(&self) -> String {
        format!("contradicted: new finding “{}”, earlier finding “{}”", truncate(&self.now), truncate(&self.before))
    }

    /// Returns the reason for the report, with a citation of the new finding.
    pub fn line(&self) -> Line {
        let (day, version) = (self.made_at.format("%Y-%m-%d"), self.number);
        vec![
            Inline::Cite(self.finding.clone()),
            plain(format!(
                " contradicts a finding of {day}: “{}” That research (version {version}) is no longer valid.",
                truncate(&self.before)
            )),
        ]
    }
}

/// The newest earlier research and the new research.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'a> {
    older: &'a StoredResearch,
    newer: &'a Research,
}

impl<'a> Pair<'a> {
    /// Pairs the new evidence with the newest version that it may contradict. Returns `None` if the evidence comes from
    /// memory or a failed research, no earlier version exists, or that version is already contradicted.
    pub fn new(versions: &'a [StoredResearch], evidence: &'a Evidence) -> Option<Self> {
        let newer = &evidence.research;
        if newer.from_cache || matches!(newer.ending, Ending::Failed(_)) {
            return None;
        }
        let older = versions.iter().find(|version| version.research.made_at < newer.made_at)?;
        let open = older.ended.as_ref().is_none_or(|ended| ended.because == NEWER);
        open.then_some(Self { older, newer })
    }

    /// Returns the contradictions that the wording alone shows.
    pub fn evident(&self) -> Vec<Contradiction> {
        let mut found = Vec::new();
        for (before, old) in self.supported() {
            let refutes = |now: &&Finding| match old.relation(&Statement::new(&now.text)) {
                Relation::Same => is_refuted(now, self.newer),
                Relation::Opposite => now.status == ClaimStatus::Supported,
                Relation::Other => false,
            };
            found.extend(self.newer.findings.iter().find(refutes).map(|now| self.contradiction(before, now)));
        }
        found
    }

    /// Returns the questions to the model: each earlier statement that the wording does not settle, with related new
    /// findings.
    pub fn open(&self) -> Vec<StanceQuery> {
        let settled: BTreeSet<String> = self.evident().into_iter().map(|one| one.before).collect();
        let mut asked = Vec::new();
        for (before, old) in self.supported().filter(|(before, _)| !settled.contains(&before.text)) {
            let about: BTreeSet<String> = stems(&before.text).into_iter().collect();
            let related = |now: &&Finding| {
                now.status == ClaimStatus::Supported
                    && old.relation(&Statement::new(&now.text)) == Relation::Other
                    && shares_subject(&about, &stems(&now.text).into_iter().collect())
            };
            let quote = |now: &Finding| Quote { id: now.id.clone(), text: now.text.clone() };
            let quotes: Vec<Quote> =
                self.newer.findings.iter().filter(related).take(MAX_EVIDENCE_PER_STATEMENT).map(quote).collect();
            if !quotes.is_empty() {
                asked.push(StanceQuery { id: before.id.clone(), text: before.text.clone(), evidence: quotes });
            }
        }
        asked.truncate(MAX_STATEMENTS);
        asked
    }

    /// Returns the contradictions according to the model's stances.
    pub fn judged(&self, stances: &Stances) -> Vec<Contradiction> {
        let refuted: BTreeMap<&str, &str> = stances
            .iter()
            .filter(|(_, stance)| **stance == Stance::Refutes)
            .map(|((before, now), _)| (before.as_str(), now.as_str()))
            .collect();
        let found = |(before, now): (&str, &str)| {
            let before = self.older.research.findings.iter().find(|finding| finding.id == before)?;
            let now = self.newer.findings.iter().find(|finding| finding.id == now)?;
            Some(self.contradiction(before, now))
        };
        refuted.into_iter().filter_map(found).collect()
    }

    fn supported(&self) -> impl Iterator<Item = (&'a Finding, Statement)> {
        let supported = self.older.research.findings.iter().filter(|old| old.status == ClaimStatus::Supported);
        supported.map(|old| (old, Statement::new(&old.text)))
    }

    fn contradiction(&self, before: &Finding, now: &Finding) -> Contradiction {
        Contradiction {
            version: self.older.version,
            number: self.older.number,
            made_at: self.older.research.made_at,
            before: before.text.clone(),
            finding: now.id.clone(),
            now: now.text.clone(),
        }
    }
}

/// Returns true if the sources refute a finding: all of them, or sources at least as trusted as the supporting ones.
fn is_refuted(finding: &Finding, research: &Research) -> bool {
    let best = |against: bool| {
        let of_side = |source: &&domain::Source| {
            finding.sources.contains(&source.id) && finding.contradictions.contains(&source.id) == against
        };
        research.sources.iter().filter(of_side).map(|source| source.tier).max()
    };
    let (supporting, refuting): (Option<Tier>, Option<Tier>) = (best(false), best(true));
    refuting.is_some() && refuting >= supporting
}

fn shares_subject(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "counts of words")]
    let share = one.intersection(other).count() as f64 / one.len().min(other.len()).max(1) as f64;
    share >= RELATED_SHARE
}

fn truncate(text: &str) -> String {
    if text.chars().count() <= MAX_QUOTE_CHARS {
        return text.to_owned();
    }
    let cut: String = text.chars().take(MAX_QUOTE_CHARS).collect();
    format!("{}…", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use store::memory::Ended;

    use super::*;
    use crate::sample;

    fn stored(text: &str) -> StoredResearch {
        let mut research = sample::evidence().research;
        research.made_at -= chrono::TimeDelta::days(3);
        research.findings.truncate(1);
        research.findings[0].text = text.to_owned();
        StoredResearch {
            research,
            version: 3,
            number: 3,
            ended: Some(Ended { at: sample::when(), because: NEWER.to_owned() }),
        }
    }

    fn now(text: &str) -> Evidence {
        let mut evidence = sample::evidence();
        evidence.research.findings.truncate(1);
        evidence.research.findings[0].text = text.to_owned();
        evidence
    }

    #[test]
    fn an_opposite_statement_ends_earlier_research() {
        let old = [stored("The liquidity of the pool is locked.")];
        let new = now("The liquidity of the pool is not locked.");
        let pair = Pair::new(&old, &new).unwrap();
        let found = pair.evident();
        assert_eq!((found.len(), found[0].version, found[0].finding.as_str()), (1, 3, "f1"));
        assert!(found[0].because().contains("not locked") && pair.open().is_empty());
    }

    #[test]
    fn a_statement_refuted_by_sources_of_equal_trust_ends_earlier_research() {
        let old = [stored("The liquidity of the pool is locked.")];
        let mut new = now("The liquidity of the pool is locked");
        let mut weaker = new.research.sources[0].clone();
        (weaker.id, weaker.tier) = ("s3".into(), Tier::Other);
        new.research.sources.push(weaker);
        new.research.findings[0].sources = vec!["s1".into(), "s3".into()];
        new.research.findings[0].status = ClaimStatus::Contested;
        new.research.findings[0].contradictions = vec!["s3".into()];
        assert!(Pair::new(&old, &new).unwrap().evident().is_empty(), "a blog against the registry");
        new.research.findings[0].contradictions = vec!["s1".into()];
        assert_eq!(Pair::new(&old, &new).unwrap().evident().len(), 1);
    }

    #[test]
    fn related_statements_in_other_words_are_judged_by_the_model() {
        let old = [stored("The developers of the token are building and the liquidity stays in the pool.")];
        let new = now("Developers drained all liquidity from the pool overnight.");
        let pair = Pair::new(&old, &new).unwrap();
        assert!(pair.evident().is_empty());
        let asked = pair.open();
        assert_eq!((asked.len(), asked[0].evidence.len()), (1, 1));
        let refutes = Stances::from([(("f1".to_owned(), "f1".to_owned()), Stance::Refutes)]);
        assert_eq!(pair.judged(&refutes).len(), 1);
        assert!(pair.judged(&Stances::from([(("f1".to_owned(), "f1".to_owned()), Stance::Neutral)])).is_empty());
    }

    #[test]
    fn findings_that_are_not_supported_contradict_nothing() {
        let mut old = [stored("The liquidity of the pool is locked.")];
        let mut new = now("The liquidity of the pool is not locked.");
        new.research.findings[0].status = ClaimStatus::Unclear;
        assert!(Pair::new(&old, &new).unwrap().evident().is_empty());
        new.research.findings[0].status = ClaimStatus::Supported;
        old[0].research.findings[0].status = ClaimStatus::Contested;
        assert!(Pair::new(&old, &new).unwrap().evident().is_empty());
        new.research.from_cache = true;
        assert!(Pair::new(&old, &new).is_none(), "no new research");
    }

    #[test]
    fn contradicted_research_is_not_compared_again() {
        let mut old = [stored("The liquidity of the pool is locked.")];
        old[0].ended = Some(Ended { at: sample::when(), because: "contradicted: x".to_owned() });
        assert!(Pair::new(&old, &now("The liquidity of the pool is not locked.")).is_none());
    }
}
