//! Facts in memory: how sightings of one fact become one note, and which of competing facts holds. Pure; the store
//! applies it, so memory ends in the same state whatever the order in which findings arrive.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::effect::Note;
use crate::{EntityId, JobId, Source, Tenant, Tier, Time};

/// Maximum characters of a statement that is quoted in a reason.
const MAX_QUOTE_CHARS: usize = 160;

/// End of the validity of research, a note or a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// Time of the contradiction.
    pub at: Time,
    /// Reason, a sentence for people.
    pub because: String,
}

/// A source of a note, with its words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NoteSource {
    /// The source. Its id has no meaning outside of its research and is empty.
    pub source: Source,
    /// Verbatim words of the source; may be empty.
    pub quote: String,
}

/// What makes a note the note of a fact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NoteFact {
    /// Facts with the same topic compete: at most one of them holds.
    pub topic: JobId,
    /// The job that stored the research in which it was seen first.
    pub research: JobId,
    /// Question of that research.
    pub question: String,
    /// Context of that question; may be empty.
    pub context: String,
    /// Date of the fact: publication of its newest source, or the research if no source is dated.
    pub dated: Time,
    /// Time at which a source was last read that states it.
    pub seen_at: Time,
}

/// A note as memory holds it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredNote {
    /// The note with all its sources.
    pub note: Note,
    /// End of its validity; `None` while it holds.
    pub ended: Option<FactEnd>,
}

/// End of the validity of a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactEnd {
    /// Time and reason.
    pub ended: Ended,
    /// The note that replaced it; `None` if its research was contradicted.
    pub by: Option<JobId>,
}

/// One of the facts about a topic.
#[derive(Debug, Clone, PartialEq)]
pub struct Rival {
    /// Id of the note.
    pub id: JobId,
    /// Statement of the note.
    pub text: String,
    /// Date of the fact.
    pub dated: Time,
    /// Best tier of its sources.
    pub tier: Tier,
    /// Set if all research in which it was seen is contradicted.
    pub contradicted: Option<Ended>,
}

/// Research in which a fact was seen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sighting {
    /// Id of the note.
    pub note: JobId,
    /// The job that stored the research.
    pub research: JobId,
    /// Tenant of the note.
    pub tenant: Tenant,
    /// Entity of the research, if it was about one.
    pub entity: Option<EntityId>,
    /// Time of the research.
    pub made_at: Time,
}

impl Note {
    /// Merges two sightings of one fact. The words are those of the first sighting, the sources those of both. The
    /// operation is commutative, associative and idempotent.
    #[must_use]
    pub fn strengthen(self, other: Self) -> Self {
        let (first, later) = if self.rank() <= other.rank() { (self, other) } else { (other, self) };
        let sources = merge_sources(first.sources, later.sources);
        let fact = match (first.fact, later.fact) {
            (Some(one), Some(two)) => {
                Some(NoteFact { dated: one.dated.max(two.dated), seen_at: one.seen_at.max(two.seen_at), ..one })
            }
            (one, two) => one.or(two),
        };
        let source_url = sources.first().map_or(first.source_url, |best| best.source.url.clone());
        Self { sources, fact, source_url, ..first }
    }

    /// Returns the best tier of its sources.
    pub fn tier(&self) -> Tier {
        self.sources.iter().map(|source| source.source.tier).max().unwrap_or(Tier::Other)
    }

    /// Orders sightings: by time, then by what tells two sightings of one time apart.
    fn rank(&self) -> (Time, Option<JobId>, &str, &str, &[String]) {
        let research = self.fact.as_ref().map(|fact| fact.research);
        (self.made_at, research, &self.text, &self.summary, &self.keywords)
    }
}

/// Returns the sources of both, each address once, best tier first.
fn merge_sources(one: Vec<NoteSource>, two: Vec<NoteSource>) -> Vec<NoteSource> {
    let mut by_url: BTreeMap<String, NoteSource> = BTreeMap::new();
    for source in one.into_iter().chain(two) {
        let url = source.source.url.clone();
        let merged = match by_url.remove(&url) {
            Some(known) => known.newest(source),
            None => source,
        };
        by_url.insert(url, merged);
    }
    let mut sources: Vec<NoteSource> = by_url.into_values().collect();
    sources.sort_by(|a, b| (b.source.tier, &a.source.url).cmp(&(a.source.tier, &b.source.url)));
    sources
}

impl NoteSource {
    /// Returns the later reading of one address.
    fn newest(self, other: Self) -> Self {
        if self.reading() >= other.reading() { self } else { other }
    }

    /// Orders the readings of one address.
    fn reading(&self) -> (Time, Option<Time>, &str, &str, &str, Tier) {
        let Source { fetched_at, published_at, content_hash, title, tier, .. } = &self.source;
        (*fetched_at, *published_at, content_hash, &self.quote, title, *tier)
    }
}

/// Returns the end of each fact about one topic; `None` for the one that holds. The newest fact holds, of equally new
/// ones that of the better source. A fact whose research is contradicted does not count. Each of the others names its
/// successor.
pub fn settle(rivals: &[Rival]) -> BTreeMap<JobId, Option<FactEnd>> {
    let mut standing: Vec<&Rival> = rivals.iter().filter(|rival| rival.contradicted.is_none()).collect();
    standing.sort_by_key(|rival| (rival.dated, rival.tier, rival.id));
    let superseded = standing.windows(2).map(|pair| (pair[0].id, Some(pair[0].superseded_by(pair[1]))));
    let newest = standing.last().map(|rival| (rival.id, None));
    let contradicted = rivals.iter().filter_map(|rival| {
        let ended = rival.contradicted.clone()?;
        Some((rival.id, Some(FactEnd { ended, by: None })))
    });
    superseded.chain(newest).chain(contradicted).collect()
}

impl Rival {
    fn superseded_by(&self, next: &Self) -> FactEnd {
        let text: String = next.text.chars().take(MAX_QUOTE_CHARS).collect();
        let because = format!("a source of {} states: “{text}”", next.dated.format("%Y-%m-%d"));
        FactEnd { ended: Ended { at: next.dated.max(self.dated), because }, by: Some(next.id) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{note, source, when};

    fn seconds(n: i64) -> Time {
        when() + chrono::TimeDelta::seconds(n)
    }

    /// A sighting of one fact by research `n`, on some of four pages.
    fn sighting(n: i64, at: i64, pages: &[usize]) -> Note {
        let read = |page: &usize| {
            let url = format!("https://example.org/{page}");
            let tier = if page.is_multiple_of(2) { Tier::Official } else { Tier::Other };
            let source = Source { id: String::new(), url, tier, fetched_at: seconds(at + n % 3), ..source() };
            NoteSource { source, quote: format!("quote {n}") }
        };
        let research = JobId::named(&["research", &n.to_string()]);
        let (dated, seen_at) = (seconds(at - n), seconds(at));
        let (topic, question, context) = (JobId::named(&["t"]), format!("Question {n}?"), String::new());
        let fact = NoteFact { topic, research, question, context, dated, seen_at };
        let sources = pages.iter().map(read).collect();
        Note { text: format!("Text {n}."), made_at: seconds(at), sources, fact: Some(fact), ..note() }
    }

    fn merged(sightings: impl IntoIterator<Item = Note>) -> Note {
        sightings.into_iter().reduce(Note::strengthen).expect("a sighting")
    }

    proptest! {
        #[test]
        fn sightings_merge_to_one_note_in_any_order(
            seen in prop::collection::vec((0..5_i64, 0..4_i64, prop::collection::vec(0..4_usize, 1..4)), 1..6),
            order in any::<prop::sample::Index>(),
        ) {
            let one = |(n, at, pages): &(i64, i64, Vec<usize>)| sighting(*n, *at, pages).strengthen(sighting(*n, *at, pages));
            let all: Vec<Note> = seen.iter().map(one).collect();
            let expected = merged(all.clone());
            let mut rotated = all.clone();
            rotated.rotate_left(order.index(all.len()));
            prop_assert_eq!(&merged(rotated.clone()), &expected, "another order");
            rotated.reverse();
            let (one, two) = rotated.split_at(order.index(all.len()));
            let parts = [one, two].into_iter().filter(|part| !part.is_empty()).map(|part| merged(part.to_vec()));
            prop_assert_eq!(&merged(parts), &expected, "another grouping");
            prop_assert_eq!(&merged(all.iter().chain(&all).cloned()), &expected, "each twice");
        }

        #[test]
        fn exactly_one_of_the_facts_that_are_not_contradicted_holds(
            facts in prop::collection::vec((0..4_i64, 0..3_usize, any::<bool>()), 1..7),
        ) {
            let ended = |is: bool| is.then(|| Ended { at: seconds(9), because: "contradicted: x".to_owned() });
            let tiers = [Tier::Other, Tier::Secondary, Tier::Official];
            let rival = |(n, (at, tier, contradicted)): (usize, &(i64, usize, bool))| Rival {
                id: JobId::named(&[&n.to_string()]),
                text: format!("Value {n}."),
                dated: seconds(*at),
                tier: tiers[*tier],
                contradicted: ended(*contradicted),
            };
            let rivals: Vec<Rival> = facts.iter().enumerate().map(rival).collect();
            let settled = settle(&rivals);
            let holds: Vec<&Rival> = rivals.iter().filter(|rival| settled[&rival.id].is_none()).collect();
            let open: Vec<&Rival> = rivals.iter().filter(|rival| rival.contradicted.is_none()).collect();
            prop_assert_eq!(holds.len(), usize::from(!open.is_empty()));
            let rank = |rival: &Rival| (rival.dated, rival.tier);
            prop_assert!(open.iter().all(|rival| rank(rival) <= rank(holds[0])), "of one instant the better source");
            let mut turned = rivals.clone();
            turned.reverse();
            prop_assert_eq!(settle(&turned), settled);
        }
    }

    #[test]
    fn a_newer_fact_supersedes_and_names_itself() {
        let rival = |name: &str, at| Rival {
            id: JobId::named(&[name]),
            text: format!("It is {name}."),
            dated: seconds(at),
            tier: Tier::Other,
            contradicted: None,
        };
        let settled = settle(&[rival("b", 5), rival("a", 1), rival("c", 9)]);
        let by = |name: &str| settled[&JobId::named(&[name])].clone();
        assert_eq!(by("c"), None);
        assert_eq!(by("a").unwrap().by, Some(JobId::named(&["b"])));
        assert!(by("b").unwrap().ended.because.contains("It is c."));
    }
}
