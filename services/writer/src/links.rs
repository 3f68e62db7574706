//! Which notes a new one is linked to: those that the ranking of `retrieve` finds when it is asked what the new note says.

use domain::JobId;
use domain::effect::{Note, NoteLink};
use retrieval::ranking::{Library, Passage};
use store::memory::Recalled;

/// A note is linked if it answers what the new one says at least so surely. Low on purpose: a link says "about the same",
/// which is far less than "the same". Half of the new note's telling words reach it; a third stays under 0.01.
const RELATED: f64 = 0.02;

/// Links of one note at most: more would say nothing.
const MOST: usize = 5;

/// Candidates to ask memory for: the note's own siblings of an earlier attempt may be among them.
pub const ASKED: u32 = 12;

/// What memory is asked.
pub fn question(note: &Note) -> String {
    format!("{} {}", note.summary, note.keywords.join(" "))
}

/// Links to notes that memory holds. Notes of the same outcome are left out, they may be there from an earlier attempt.
pub fn to_known(known: &Recalled, own: &[JobId]) -> Vec<NoteLink> {
    let notes = known.hits.iter().filter(|hit| hit.kind == "note" && hit.score >= RELATED);
    let link = |hit: &store::memory::Retrieved| {
        let note = hit.id.parse::<JobId>().ok()?;
        (!own.contains(&note)).then_some(NoteLink { note, score: hit.score })
    };
    notes.filter_map(link).take(MOST).collect()
}

/// Links to notes that were written with it, before it.
pub fn to_siblings(note: &Note, before: &[Note]) -> Vec<NoteLink> {
    let mut library = Library::default();
    for sibling in before {
        let title = format!("{}\n{}", sibling.summary, sibling.keywords.join("\n"));
        library.add(Passage::new(&title, &sibling.text, sibling.keywords.iter().map(String::as_str)));
    }
    let found = library.search(&question(note));
    let close = found.hits.iter().filter(|hit| hit.confidence >= RELATED);
    close.take(MOST).map(|hit| NoteLink { note: before[hit.place].id, score: hit.confidence }).collect()
}

/// The surest links, each note once.
pub fn surest(mut links: Vec<NoteLink>) -> Vec<NoteLink> {
    links.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.note.cmp(&b.note)));
    let mut seen = Vec::new();
    links.retain(|link| {
        !seen.contains(&link.note) && {
            seen.push(link.note);
            true
        }
    });
    links.truncate(MOST);
    links
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::evidence;

    fn note(name: &str, summary: &str) -> Note {
        let mut note = crate::note::notes(JobId::named(&[name]), &evidence(), None).remove(0);
        (note.summary, note.text, note.keywords) = (summary.to_owned(), summary.to_owned(), Vec::new());
        note
    }

    #[test]
    fn notes_about_the_same_are_linked_and_others_are_not() {
        let vote = note("a", "The budget bill passed the lower house in June.");
        let other = note("b", "Coffee harvests fell after the frost.");
        let new = note("c", "The upper house votes on the budget bill in July.");
        let links = to_siblings(&new, &[vote.clone(), other]);
        assert_eq!(links.iter().map(|link| link.note).collect::<Vec<_>>(), [vote.id]);
    }

    #[test]
    fn a_link_is_told_once_at_its_surest() {
        let [a, b] = ["a", "b"].map(|name| JobId::named(&[name]));
        let link = |note, score| NoteLink { note, score };
        assert_eq!(surest(vec![link(a, 0.2), link(b, 0.3), link(a, 0.9)]), [link(a, 0.9), link(b, 0.3)]);
    }
}
