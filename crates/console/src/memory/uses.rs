//! The runs and the notes of an entity: the newest, and links to all of them.

use maud::{Markup, html};

use super::EntityView;
use crate::address::run_address;
use crate::frame::bounded;
use crate::{figure, runs as list, text};

/// Renders the runs in whose research the entity plays a part.
pub(super) fn runs(view: &EntityView<'_>) -> Markup {
    let (runs, count) = view.runs;
    html! {
        section #runs {
            h2 { "Runs " span.count { (bounded(count)) } }
            @if runs.is_empty() { p.empty { "No run rests on a fact about it." } }
            ul.reports {
                @for run in runs {
                    li {
                        a href=(run_address(&run.run, None)) { (text::clipped(&run.question, 120)) }
                        span.note {
                            (list::phase(run))
                            @if let Some(p) = run.probability { " · " (figure::probability(p)) }
                            " · asked " (figure::time(view.now, run.started_at))
                        }
                    }
                }
            }
            @if count > 0 { p { a href=(format!("/console/runs?entity={}", text::encoded(view.entity.id.as_str()))) { (all(count, "run", "runs")) } } }
        }
    }
}

/// Renders the notes that research of the entity has seen.
pub(super) fn notes(view: &EntityView<'_>) -> Markup {
    let (notes, count) = view.notes;
    html! {
        section #notes {
            h2 { "Notes " span.count { (bounded(count)) } }
            @if notes.is_empty() { p.empty { "Its research has written no note for this tenant." } }
            ul.reports {
                @for note in notes {
                    li {
                        (text::clipped(&note.text, 160))
                        span.note { "learned " (figure::time(view.now, note.learned_at)) @if note.ended_because.is_some() { " · no longer valid" } }
                    }
                }
            }
            @if count > 0 { p { a href=(format!("/console/memory?entity={}", text::encoded(view.entity.id.as_str()))) { (all(count, "note", "notes")) } } }
        }
    }
}

fn all(count: u64, one: &str, many: &str) -> String {
    if count == 1 { format!("Open the {one} in its list") } else { format!("All {} {many}", bounded(count)) }
}
