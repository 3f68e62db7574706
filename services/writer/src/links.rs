//! Links between notes, found with the ranking of `retrieve` and the new note's content as the query.

use domain::JobId;
use domain::effect::{Note, NoteLink};
use retrieval::ranking::{Collection, MIN_CONFIDENCE, Passage};
use store::memory::Recalled;

/// Maximum links of a note.
const MAX_LINKS: usize = 5;

/// Number of candidates read from memory; the note's own siblings of an earlier attempt may be among them.
pub const MAX_CANDIDATES: u32 = 12;

/// Builds the query for a note.
pub fn query(note: &Note) -> String {
    format!("{} {}", note.summary, note.keywords.join(" "))
}

/// Returns links to stored notes, except for `own`, the notes of the same outcome that an earlier attempt may have
/// stored.
pub fn to_known(known: &Recalled, own: &[JobId]) -> Vec<NoteLink> {
    // Low, because a link means "related", not "the same".
    let notes = known.hits.iter().filter(|hit| hit.kind == "note" && hit.score >= MIN_CONFIDENCE);
    let link = |hit: &store::memory::Retrieved| {
        let note = hit.id.parse::<JobId>().ok()?;
        (!own.contains(&note)).then_some(NoteLink { note, score: hit.score })
    };
    notes.filter_map(link).take(MAX_LINKS).collect()
}

/// Returns links to notes of the same outcome that were written before.
pub fn to_siblings(note: &Note, before: &[Note]) -> Vec<NoteLink> {
    let mut library = Collection::default();
    for sibling in before {
        let title = format!("{}\n{}", sibling.summary, sibling.keywords.join("\n"));
        library.add(Passage::new(&title, &sibling.text, sibling.keywords.iter().map(String::as_str)));
    }
    let found = library.search(&query(note));
    let close = found.hits.iter().filter(|hit| hit.confidence >= MIN_CONFIDENCE);
    close.take(MAX_LINKS).map(|hit| NoteLink { note: before[hit.place].id, score: hit.confidence }).collect()
}

/// Returns the links with the highest scores, one per note.
pub fn surest(mut links: Vec<NoteLink>) -> Vec<NoteLink> {
    links.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.note.cmp(&b.note)));
    let mut seen = Vec::new();
    links.retain(|link| {
        !seen.contains(&link.note) && {
            seen.push(link.note);
            true
        }
    });
    links.truncate(MAX_LINKS);
    links
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::evidence;

    fn note(name: &str, summary: &str) -> Note {
        let mut note = crate::note::notes(JobId::named(&[name]), &evidence(), None).remove(0);
        (note.summary, note.text, note.keywords) = (summary.to_owned(), summary.to_owned(), Vec::new());
        note.id = JobId::named(&[name]);
        note
    }

    #[test]
    fn related_notes_are_linked_and_others_are_not() {
        let vote = note("a", "The budget bill passed the lower house in June.");
        let other = note("b", "Coffee harvests fell after the frost.");
        let new = note("c", "The upper house votes on the budget bill in July.");
        let links = to_siblings(&new, &[vote.clone(), other]);
        assert_eq!(links.iter().map(|link| link.note).collect::<Vec<_>>(), [vote.id]);
    }

    #[test]
    fn of_duplicate_links_the_highest_score_is_kept() {
        let [a, b] = ["a", "b"].map(|name| JobId::named(&[name]));
        let link = |note, score| NoteLink { note, score };
        assert_eq!(surest(vec![link(a, 0.2), link(b, 0.3), link(a, 0.9)]), [link(a, 0.9), link(b, 0.3)]);
    }
}
