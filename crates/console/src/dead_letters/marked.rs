//! The letters that a person marks in a list, and what is done with all of them.

use domain::access::AccessScope;
use maud::{Markup, html};
use operations::dead_letters::DeadLetterItem;

use super::{LettersView, address};

/// Begin of the names of the fields of marked letters; the id of the letter follows.
pub const MARK: &str = "letter/";

/// Returns `true` if the list has a letter that the person may redrive or drop.
fn has_choice(view: &LettersView<'_>) -> bool {
    view.visitor.may(AccessScope::Admin) && view.page.items.iter().any(is_open)
}

fn is_open(letter: &DeadLetterItem) -> bool {
    letter.redriven_at.is_none() && letter.dropped_at.is_none()
}

/// The head of the column of marks.
pub(super) fn head(view: &LettersView<'_>) -> Markup {
    html! { @if has_choice(view) { th scope="col" { span.sr { "Marked" } } } }
}

/// The mark of a letter, which only an open one has.
pub(super) fn cell(letter: &DeadLetterItem, view: &LettersView<'_>) -> Markup {
    html! {
        @if has_choice(view) {
            td.mark { @if is_open(letter) { input type="checkbox" name=(format!("{MARK}{}", letter.id)) value="1" aria-label="Mark this letter"; } }
        }
    }
}

/// The list within a form that acts on the marked letters.
pub(super) fn form(view: &LettersView<'_>, list: &Markup) -> Markup {
    if !has_choice(view) {
        return list.clone();
    }
    html! {
        form method="post" action="/console/dead-letters/marked" {
            input type="hidden" name="back" value=(address(view.query, view.query.cursor.as_deref()));
            // The default button of the form: without it, Enter in a mark would redrive.
            button hidden disabled type="submit" {}
            (list)
            div.inline {
                button type="submit" name="act" value="redrive" { "Redrive the marked letters" }
                button type="submit" name="act" value="drop" { "Drop the marked letters" }
                span.note { "Mark with " kbd { "x" } " or a click. A redrive runs each job at once; a drop leaves its event dead." }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::Time;
    use operations::Page;
    use operations::dead_letter_groups::DeadLetterQuery;

    use super::*;
    use crate::Visitor;

    fn letter(id: &str, redriven_at: Option<Time>) -> DeadLetterItem {
        DeadLetterItem {
            id: id.into(),
            consumer: "filter".into(),
            subject: "s".into(),
            class: "rejected".into(),
            reason: "<b>".into(),
            at: Time::UNIX_EPOCH,
            redriven_at,
            dropped_at: None,
            event: None,
        }
    }

    #[test]
    fn an_administrator_marks_open_letters_and_a_reader_none() {
        let page = Page { items: vec![letter("one", None), letter("two", Some(Time::UNIX_EPOCH))], next: None };
        let query = DeadLetterQuery { class: Some("rejected".into()), ..DeadLetterQuery::default() };
        let show = |scopes: &[AccessScope]| {
            let visitor = Visitor { name: "ana".into(), tenant: "acme".into(), scopes: scopes.to_vec() };
            let view = LettersView {
                query: &query,
                page: &page,
                count: 2,
                visitor: &visitor,
                notice: None,
                now: Time::UNIX_EPOCH,
            };
            super::super::letters(&view).content.into_string()
        };
        let shown = show(&AccessScope::ALL);
        assert!(shown.contains("name=\"letter/one\"") && !shown.contains("name=\"letter/two\""), "{shown}");
        assert!(shown.contains("name=\"back\" value=\"/console/dead-letters/list?class=rejected\""), "{shown}");
        let (default, redrive) = (shown.find("<button hidden disabled"), shown.find("value=\"redrive\""));
        assert!(default.is_some() && default < redrive, "Enter in a mark must not redrive: {shown}");
        assert!(!show(&[AccessScope::Read]).contains("checkbox"));
    }
}
