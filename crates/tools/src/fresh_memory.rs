//! What of a look-up in memory is fresh enough to answer it.

use std::collections::BTreeMap;

use domain::port::PortError;
use domain::port::memory::{Memory, Recalled, Retrieved};
use domain::{JobId, Tenant, Time};
use research::support::fact::max_age;

/// A look-up in memory.
#[derive(Debug, Clone, Copy)]
pub struct MemoryLookUp<'a> {
    /// The tenant that looks up.
    pub tenant: &'a Tenant,
    /// Its words.
    pub query: &'a str,
    /// Time of the look-up.
    pub now: Time,
}

impl MemoryLookUp<'_> {
    /// Returns the results that may answer now: a fact is fresh as long as facts of its kind, and of the kind that is
    /// asked for, usually hold. A document that a client gave does not age.
    ///
    /// # Errors
    /// Memory is unavailable.
    pub async fn fresh(&self, memory: &impl Memory, known: Recalled) -> Result<Recalled, PortError> {
        let notes = known.hits.iter().filter(|hit| hit.kind == "note");
        let ids: Vec<JobId> = notes.filter_map(|hit| hit.id.parse().ok()).collect();
        let facts = memory.notes_by_id(self.tenant, &ids).await?;
        let seen = facts.into_iter().filter_map(|stored| Some((stored.note.id.to_string(), stored.note.fact?.seen_at)));
        let seen: BTreeMap<String, Time> = seen.collect();
        Ok(split(known, |hit| self.is_fresh(hit, &seen)).0)
    }

    fn is_fresh(&self, hit: &Retrieved, seen: &BTreeMap<String, Time>) -> bool {
        let asked = max_age(self.query, self.now);
        let age = |read: Time| (self.now - read).to_std().unwrap_or_default();
        if hit.kind == "note" {
            seen.get(&hit.id).is_none_or(|read| age(*read) <= asked.min(max_age(&hit.text, *read)))
        } else {
            // Research states facts of many kinds.
            age(hit.at) <= asked
        }
    }
}

/// Separates the hits that are kept from the others. If hits are removed, the joint confidence no longer holds and the
/// best remaining hit's own confidence replaces it.
pub(crate) fn split(mut known: Recalled, keep: impl Fn(&Retrieved) -> bool) -> (Recalled, Vec<Retrieved>) {
    let (kept, removed): (Vec<_>, Vec<_>) = known.hits.into_iter().partition(keep);
    if !removed.is_empty() {
        known.confidence = kept.iter().map(|hit| hit.score).fold(0.0, f64::max);
    }
    known.hits = kept;
    (known, removed)
}

#[cfg(test)]
mod tests {
    use domain::testing::when;

    use super::*;

    fn hit(id: &str, text: &str, score: f64) -> Retrieved {
        let (kind, summary) = ("note".to_owned(), text.to_owned());
        let (id, text, source_url) = (id.to_owned(), text.to_owned(), String::new());
        Retrieved { kind, id, summary, text, source_url, at: when(), score, related: Vec::new() }
    }

    #[test]
    fn a_price_answers_for_minutes_and_a_foundation_for_years() {
        let price = hit("price", "The price of Lantern oil is $71.40 per barrel.", 0.9);
        let founded = hit("founded", "The Kelm Harbour Authority was founded in 1931.", 0.7);
        let given = hit("given", "The price of Lantern oil is agreed in the contract.", 0.4);
        let research = Retrieved { kind: "research".to_owned(), ..hit("kelm", "Its price was $3.", 0.3) };
        let seen = BTreeMap::from([("price".to_owned(), when()), ("founded".to_owned(), when())]);
        let fresh = |query: &str, minutes: i64| {
            let now = when() + chrono::TimeDelta::minutes(minutes);
            let look_up = MemoryLookUp { tenant: &Tenant::default(), query, now };
            let hits = vec![price.clone(), founded.clone(), given.clone(), research.clone()];
            let known = Recalled { confidence: 0.95, hits, lexical_only: false };
            let known = split(known, |hit| look_up.is_fresh(hit, &seen)).0;
            let ids: Vec<String> = known.hits.into_iter().map(|hit| hit.id).collect();
            (ids.join(" "), known.confidence)
        };
        let question = "When was the Kelm Harbour Authority founded?";
        assert_eq!(fresh(question, 10), ("price founded given kelm".to_owned(), 0.95));
        assert_eq!(fresh(question, 60 * 24 * 300), ("founded given kelm".to_owned(), 0.7));
        assert_eq!(fresh("What is the price of Lantern oil?", 16), ("given".to_owned(), 0.4));
    }
}
