//! What new evidence contradicts of what was known about an entity: then the older research does not hold any more (SPEC 5).
//!
//! Arithmetic decides where the words are nearly the same ([`research::same`]): the new research refutes the old statement, or found its
//! very opposite. Where two statements are about the same in other words (a rug pull after bullish research), a model is asked what the
//! new says to the old ([`research::judge`]); it sees nothing but the two. Only what was `supported` can be refuted, and only by what is.

use std::collections::{BTreeMap, BTreeSet};

use domain::research::Ending;
use domain::{ClaimStatus, Evidence, Finding, Research, Stance, Tier, Time};
use research::judge::{Said, Stances, Statement as Asked};
use research::same::{Relation, Statement};
use retrieval::ranking::words::stems;
use store::memory::StoredResearch;

use crate::page::{Bit, Line, words};

/// Why a version ended that was only followed by another: it may still be contradicted.
const NEWER: &str = "newer research";

/// From this share of the shorter one's telling words on, two statements may be about the same: the model decides.
const NEAR: f64 = 0.5;

/// Statements of older research that one question to the model holds at most, and pieces of evidence beside each.
const ASKED: usize = 12;
const BESIDE: usize = 4;

/// Longest quote of a finding in a reason, in characters.
const LONGEST: usize = 160;

/// An older finding and the newer one that it cannot stand beside.
#[derive(Debug, Clone, PartialEq)]
pub struct Contradiction {
    /// The version of the research that held the older one.
    pub version: i64,
    /// When it was made.
    pub made_at: Time,
    /// What was found then.
    pub before: String,
    /// The id of what is found now.
    pub finding: String,
    /// What is found now.
    pub now: String,
}

impl Contradiction {
    /// Why the older research does not hold any more, for the version itself.
    pub fn because(&self) -> String {
        format!("contradicted: “{}” against “{}”", shortened(&self.now), shortened(&self.before))
    }

    /// The same for the report, with the finding to look at.
    pub fn line(&self) -> Line {
        let (day, version) = (self.made_at.format("%Y-%m-%d"), self.version);
        vec![
            Bit::Cite(self.finding.clone()),
            words(format!(
                " contradicts what was found on {day}: “{}” That research (version {version}) does not hold any more.",
                shortened(&self.before)
            )),
        ]
    }
}

/// What is compared: the newest research that was there before, and the new one.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'a> {
    older: &'a StoredResearch,
    newer: &'a Research,
}

impl<'a> Pair<'a> {
    /// The new evidence beside the newest version that it may contradict. `None`: nothing was researched now, nothing was known, or what
    /// was known is contradicted already.
    pub fn of(versions: &'a [StoredResearch], evidence: &'a Evidence) -> Option<Self> {
        let newer = &evidence.research;
        if newer.from_cache || matches!(newer.ending, Ending::Failed(_)) {
            return None;
        }
        let older = versions.iter().find(|version| version.research.made_at < newer.made_at)?;
        let open = older.ended.as_ref().is_none_or(|ended| ended.because == NEWER);
        open.then_some(Self { older, newer })
    }

    /// What the words alone show.
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

    /// What a model is asked: each older statement that words do not settle, with what is found now about the same.
    pub fn open(&self) -> Vec<Asked> {
        let settled: BTreeSet<String> = self.evident().into_iter().map(|one| one.before).collect();
        let mut asked = Vec::new();
        for (before, old) in self.supported().filter(|(before, _)| !settled.contains(&before.text)) {
            let about: BTreeSet<String> = stems(&before.text).into_iter().collect();
            let beside = |now: &&Finding| {
                now.status == ClaimStatus::Supported
                    && old.relation(&Statement::new(&now.text)) == Relation::Other
                    && near(&about, &stems(&now.text).into_iter().collect())
            };
            let said = |now: &Finding| Said { id: now.id.clone(), text: now.text.clone() };
            let said: Vec<Said> = self.newer.findings.iter().filter(beside).take(BESIDE).map(said).collect();
            if !said.is_empty() {
                asked.push(Asked { id: before.id.clone(), text: before.text.clone(), evidence: said });
            }
        }
        asked.truncate(ASKED);
        asked
    }

    /// What the model's stances come to.
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
            made_at: self.older.research.made_at,
            before: before.text.clone(),
            finding: now.id.clone(),
            now: now.text.clone(),
        }
    }
}

/// Its sources say otherwise: all of them, or such as are trusted no less than those that say so.
fn is_refuted(finding: &Finding, research: &Research) -> bool {
    let best = |against: bool| {
        let of_side = |source: &&domain::Source| {
            finding.sources.contains(&source.id) && finding.against.contains(&source.id) == against
        };
        research.sources.iter().filter(of_side).map(|source| source.tier).max()
    };
    let (says_so, says_otherwise): (Option<Tier>, Option<Tier>) = (best(false), best(true));
    says_otherwise.is_some() && says_otherwise >= says_so
}

fn near(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "counts of words")]
    let share = one.intersection(other).count() as f64 / one.len().min(other.len()).max(1) as f64;
    share >= NEAR
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let cut: String = text.chars().take(LONGEST).collect();
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
        StoredResearch { research, version: 3, ended: Some(Ended { at: sample::when(), because: NEWER.to_owned() }) }
    }

    fn now(text: &str) -> Evidence {
        let mut evidence = sample::evidence();
        evidence.research.findings.truncate(1);
        evidence.research.findings[0].text = text.to_owned();
        evidence
    }

    #[test]
    fn the_very_opposite_ends_what_was_known() {
        let old = [stored("The liquidity of the pool is locked.")];
        let new = now("The liquidity of the pool is not locked.");
        let pair = Pair::of(&old, &new).unwrap();
        let found = pair.evident();
        assert_eq!((found.len(), found[0].version, found[0].finding.as_str()), (1, 3, "f1"));
        assert!(found[0].because().contains("not locked") && pair.open().is_empty());
    }

    #[test]
    fn the_same_statement_refuted_by_no_lesser_source_ends_it() {
        let old = [stored("The liquidity of the pool is locked.")];
        let mut new = now("The liquidity of the pool is locked");
        let mut weaker = new.research.sources[0].clone();
        (weaker.id, weaker.tier) = ("s3".into(), Tier::Other);
        new.research.sources.push(weaker);
        new.research.findings[0].sources = vec!["s1".into(), "s3".into()];
        new.research.findings[0].status = ClaimStatus::Contested;
        new.research.findings[0].against = vec!["s3".into()];
        assert!(Pair::of(&old, &new).unwrap().evident().is_empty(), "a blog against the registry");
        new.research.findings[0].against = vec!["s1".into()];
        assert_eq!(Pair::of(&old, &new).unwrap().evident().len(), 1);
    }

    #[test]
    fn other_words_about_the_same_are_the_model_s_to_judge() {
        let old = [stored("The developers of the token are building and the liquidity stays in the pool.")];
        let new = now("Developers drained all liquidity from the pool overnight.");
        let pair = Pair::of(&old, &new).unwrap();
        assert!(pair.evident().is_empty());
        let asked = pair.open();
        assert_eq!((asked.len(), asked[0].evidence.len()), (1, 1));
        let refutes = Stances::from([(("f1".to_owned(), "f1".to_owned()), Stance::Refutes)]);
        assert_eq!(pair.judged(&refutes).len(), 1);
        assert!(pair.judged(&Stances::from([(("f1".to_owned(), "f1".to_owned()), Stance::Neutral)])).is_empty());
    }

    #[test]
    fn what_was_unsure_or_is_unsure_contradicts_nothing() {
        let mut old = [stored("The liquidity of the pool is locked.")];
        let mut new = now("The liquidity of the pool is not locked.");
        new.research.findings[0].status = ClaimStatus::Unclear;
        assert!(Pair::of(&old, &new).unwrap().evident().is_empty());
        new.research.findings[0].status = ClaimStatus::Supported;
        old[0].research.findings[0].status = ClaimStatus::Contested;
        assert!(Pair::of(&old, &new).unwrap().evident().is_empty());
        new.research.from_cache = true;
        assert!(Pair::of(&old, &new).is_none(), "nothing was researched");
    }

    #[test]
    fn what_is_contradicted_stays_so() {
        let mut old = [stored("The liquidity of the pool is locked.")];
        old[0].ended = Some(Ended { at: sample::when(), because: "contradicted: x".to_owned() });
        assert!(Pair::of(&old, &now("The liquidity of the pool is not locked.")).is_none());
    }
}
