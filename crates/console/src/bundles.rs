//! Bundles of research directions: what is to be found about whom, how far it is, and the files of the researcher.

use maud::{Markup, html};
use operations::bundles::{BundleItem, EpisodeBundles, TodoItem, TodoStatus};

use super::frame::{Tone, lede, state};
use super::{Body, Section, figure, text};

/// Renders the bundles of an event.
pub fn bundles(found: &EpisodeBundles) -> Body {
    let title = if found.title.is_empty() { &found.episode } else { &found.title };
    let content = html! {
        nav.trail aria-label="Path" {
            a href="/console/events" { "Events" } " / " a href=(format!("/console/events/{}", text::encoded(&found.job))) { (text::id(&found.job)) } " / Bundles"
        }
        h1 { @if title.is_empty() { "Bundles" } @else { (text::clipped(title, 200)) } }
        (lede(&sentence(found)))
        @if !found.url.is_empty() { p { (text::external(&found.url, "The episode")) } }
        @for bundle in &found.bundles { (section(&found.job, bundle)) }
        @if found.bundles.iter().any(|bundle| bundle.state == "complete") {
            p { a href="/console/reports" { "Reports" } span.note { " have what was found about each bundle in words." } }
        }
    };
    Body::new(Section::Events, "Bundles", content)
}

fn sentence(found: &EpisodeBundles) -> Markup {
    let sum = |of: fn(&BundleItem) -> usize| found.bundles.iter().map(of).sum::<usize>() as u64;
    let [all, done] = [sum(|bundle| bundle.todos.len()), sum(|bundle| bundle.done)];
    let others = [(sum(|bundle| bundle.blocked), "blocked"), (sum(|bundle| bundle.skipped), "skipped")];
    html! {
        @if found.state == "pending" { "The event is stored and waits for the classifier; its directions appear here." } @else {
            (figure::integer(done)) " of " (figure::counted(all, "direction is", "directions are")) " done"
            @for (number, word) in others {
                @if number > 0 { ", " (figure::integer(number)) " " (word) }
            }
            "."
        }
    }
}

fn section(job: &str, bundle: &BundleItem) -> Markup {
    html! {
        h2 { (text::clipped(&bundle.id, 120)) " " (bundle_state(&bundle.state)) }
        div.scroll tabindex="0" role="region" aria-label=(format!("Directions of {}", text::plain(&bundle.id, 120))) {
            table.rows {
                caption.sr { "Directions in the order of work" }
                thead { tr { th scope="col" { "Direction" } th.num scope="col" { "Priority" } th scope="col" { "State" } th scope="col" { "Reason" } th scope="col" { "Result" } } }
                tbody { @for todo in &bundle.todos { (row((job, &bundle.id), todo)) } }
            }
        }
        @if !bundle.files.is_empty() {
            details.fold {
                summary { "Files " span.count { (bundle.files.len()) } }
                ul { @for path in &bundle.files { li { (link((job, &bundle.id), path)) } } }
            }
        }
    }
}

fn row(place: (&str, &str), todo: &TodoItem) -> Markup {
    html! {
        tr data-row {
            td.main { (direction(&todo.description)) @if todo.optional { " " span.note { "optional" } } }
            td.num data-label="Priority" { (todo.priority) }
            td data-label="State" { (todo_state(todo.status)) }
            td data-label="Reason" { @if !todo.reason.is_empty() { (text::clipped(&todo.reason, 300)) } }
            td data-label="Result" { @if let Some(path) = &todo.file { (link(place, path)) } }
        }
    }
}

/// A direction: its subject, which the text names first, and below it what to find.
fn direction(description: &str) -> Markup {
    match description.split_once(": ") {
        Some((subject, rest)) if subject.len() <= 120 => {
            html! { (text::clipped(subject, 120)) p.note { (text::clipped(rest, 400)) } }
        }
        _ => text::clipped(description, 400),
    }
}

fn link((job, bundle): (&str, &str), path: &str) -> Markup {
    let [job, bundle, encoded] = [job, bundle, path].map(text::encoded);
    html! { a href=(format!("/console/bundles/{job}/file?bundle={bundle}&path={encoded}")) { (text::clipped(path, 120)) } }
}

fn bundle_state(name: &str) -> Markup {
    match name {
        "complete" => state(Tone::Good, name),
        "in_progress" => state(Tone::Busy, "in progress"),
        _ => state(Tone::Plain, "open"),
    }
}

fn todo_state(status: TodoStatus) -> Markup {
    let tone = match status {
        TodoStatus::Open => Tone::Plain,
        TodoStatus::InProgress => Tone::Busy,
        TodoStatus::Done => Tone::Good,
        TodoStatus::Blocked => Tone::Bad,
        TodoStatus::Skipped => Tone::Warn,
    };
    state(tone, &status.name().replace('_', " "))
}

/// Characters of a file that are shown at most.
const MAX_FILE: usize = 20_000;

/// Renders a file of a bundle: JSON with indentation, and text as it is.
pub fn file(job: &str, path: &str, bytes: &[u8]) -> Body {
    let content = html! {
        nav.trail aria-label="Path" {
            a href="/console/events" { "Events" } " / " a href=(format!("/console/bundles/{}", text::encoded(job))) { "Bundles" } " / File"
        }
        h1 { (text::clipped(path, 200)) }
        @match serde_json::from_slice(bytes) {
            Ok(value) => (text::json_up_to(&value, MAX_FILE)),
            Err(_) => (text::code_up_to(&String::from_utf8_lossy(bytes), MAX_FILE)),
        }
    };
    Body::new(Section::Events, "File", content)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "<script>alert(1)</script>";

    #[test]
    fn each_direction_has_its_state_and_its_result_and_no_markup_of_others() {
        let todo = |status, file: Option<&str>| TodoItem {
            id: HOSTILE.to_owned(),
            description: HOSTILE.to_owned(),
            priority: 1,
            optional: true,
            status,
            reason: HOSTILE.to_owned(),
            file: file.map(str::to_owned),
        };
        let bundle = BundleItem {
            id: HOSTILE.to_owned(),
            state: "in_progress".to_owned(),
            done: 1,
            blocked: 1,
            skipped: 0,
            todos: vec![todo(TodoStatus::Done, Some("a b.json")), todo(TodoStatus::Blocked, None)],
            files: vec!["todos.json".to_owned()],
        };
        let mut found = EpisodeBundles {
            job: "5e7f".to_owned(),
            state: "classified".to_owned(),
            episode: HOSTILE.to_owned(),
            url: "javascript:alert(1)".to_owned(),
            title: String::new(),
            bundles: vec![bundle],
        };
        let page = bundles(&found).content.into_string();
        assert!(page.contains("1 of 2 directions are done, 1 blocked.") && page.contains("in progress"), "{page}");
        assert!(page.contains("&amp;path=a%20b.json"), "{page}");
        assert!(!page.contains("<script") && !page.contains("href=\"javascript"), "{page}");
        (found.state, found.bundles) = ("pending".to_owned(), Vec::new());
        assert!(bundles(&found).content.into_string().contains("waits for the classifier"));
    }

    #[test]
    fn a_file_is_shown_as_text() {
        let page = |bytes: &[u8]| file("5e7f", "notes/a.md", bytes).content.into_string();
        assert!(page(br#"{"n":18446744073709551615}"#).contains("18446744073709551615"));
        assert!(page(b"<b>note</b>").contains("&lt;b&gt;note"));
    }
}
