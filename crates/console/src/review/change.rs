//! What an approval would change: verbs compared with the model's, and the edits of the data.

use maud::{Markup, html};
use operations::reviews::EditOperation;
use serde_json::Value;

use super::ReviewPage;
use crate::text;

/// How a verb of the approval compares with those that the model's data gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line<'a> {
    Same(&'a str),
    Added(&'a str),
    Gone(&'a str),
}

/// The verbs exactly as they would run, with the difference to those of the model's data.
pub(super) fn verbs(page: &ReviewPage<'_>) -> Markup {
    let item = page.item;
    let (name, shown) = match item.result_state.as_str() {
        "pending" => ("Verbs that would run", &page.preview.verbs),
        _ => ("Verbs", &item.verbs),
    };
    let lines = compared(&item.suggested_verbs, shown);
    html! {
        section.verbs {
            h2 { (name) " " span.count { (shown.len()) } }
            @if !page.preview.problems.is_empty() {
                p.note { "The data violates the schema, so no verbs are rendered." }
            } @else if lines.is_empty() { p.empty { "This result has no verbs." } }
            @if !lines.is_empty() {
                ol.verbs {
                    @for line in lines {
                        @match line {
                            Line::Same(verb) => li { (text::code(verb)) },
                            Line::Added(verb) => li.added { span.sr { "added: " } (text::code(verb)) },
                            Line::Gone(verb) => li.gone { span.sr { "no longer: " } (text::code(verb)) },
                        }
                    }
                }
            }
        }
    }
}

/// Compares verbs in the order in which they run; those that are gone come last.
fn compared<'a>(model: &'a [String], shown: &'a [String]) -> Vec<Line<'a>> {
    let present = shown.iter().map(|verb| if model.contains(verb) { Line::Same(verb) } else { Line::Added(verb) });
    let gone = model.iter().filter(|verb| !shown.contains(verb)).map(|verb| Line::Gone(verb));
    present.chain(gone).collect()
}

/// The changes to the model's data, with the name of the person who made them.
pub(super) fn edits(page: &ReviewPage<'_>) -> Markup {
    let edits = &page.preview.edits;
    let by = page.item.review.as_ref().map_or(page.visitor.name.as_str(), |review| review.by.as_str());
    html! {
        @if !edits.is_empty() {
            section {
                h2 { "Edits " span.count { (edits.len()) } " " span.note { "by " (text::clipped(by, 80)) } }
                ul.edits {
                    @for edit in edits {
                        @match edit {
                            EditOperation::Add { path, value } => li { (place(path)) ins { (short(value)) } },
                            EditOperation::Replace { path, old, value } => li {
                                (place(path)) @if let Some(old) = old { del { (short(old)) } " " } ins { (short(value)) }
                            },
                            EditOperation::Remove { path, old } => li {
                                (place(path)) del { @match old { Some(old) => { (short(old)) } None => { "removed" } } }
                            },
                        }
                    }
                }
            }
        }
    }
}

fn place(path: &str) -> Markup {
    html! { code.path { (text::clipped(if path.is_empty() { "/" } else { path }, 160)) } " " }
}

fn short(value: &Value) -> Markup {
    match value {
        Value::String(words) => text::clipped(words, 200),
        other => text::clipped(&other.to_string(), 200),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_that_an_edit_added_or_removed_are_marked() {
        let list = |verbs: &[&str]| verbs.iter().map(|verb| (*verb).to_owned()).collect::<Vec<_>>();
        let (model, shown) = (list(&["(a)", "(b)"]), list(&["(b)", "(c)"]));
        assert_eq!(compared(&model, &shown), [Line::Same("(b)"), Line::Added("(c)"), Line::Gone("(a)")]);
    }
}
