//! The queue of results, as a panel beside a result and as a list by state.

use domain::Time;
use maud::{Markup, html};
use operations::Page;
use operations::reviews::{DeskPresence, ReviewItem};

use crate::frame::{Tone, lede, pager, state};
use crate::live::{Picture, Rows, new_rows};
use crate::{Body, Section, figure, text};

/// What the list shows.
#[derive(Debug)]
pub struct QueueView<'a> {
    /// The state in the address.
    pub state: &'a str,
    /// Cursor in the address.
    pub cursor: Option<&'a str>,
    /// A page of the results.
    pub page: &'a Page<ReviewItem>,
    /// Time of the page.
    pub now: Time,
}

/// The states of results: value in the address and name.
const STATES: [(&str, &str); 5] = [
    ("pending", "Waiting"),
    ("approved", "Approved"),
    ("executed", "Executed"),
    ("rejected", "Rejected"),
    ("expired", "Expired"),
];

/// Returns the address of a list.
pub fn address(state: &str, cursor: Option<&str>) -> String {
    let cursor = cursor.map(|cursor| format!("&cursor={}", text::encoded(cursor))).unwrap_or_default();
    format!("/console/reviews?state={}{cursor}", text::encoded(state))
}

/// Renders the results in one state.
pub fn list(view: &QueueView<'_>) -> Body {
    let name = STATES.iter().find(|(value, _)| *value == view.state).map_or("Results", |(_, name)| name);
    let content = html! {
        h1.sr { "Reviews" }
        (lede(&html! { (name) " results, newest first." }))
        (filters(view.state))
        @if view.page.items.is_empty() { p.empty { "No result is in this state." } } @else {
            div.scroll tabindex="0" role="region" aria-label="Results" {
                table.rows {
                    caption.sr { "Results, newest first" }
                    thead { tr { th scope="col" { "Result" } th scope="col" { "State" } th scope="col" { "Data" } th scope="col" { "Decided by" }
                                 th.num scope="col" { "Made" } th.num scope="col" { "Expires" } } }
                    tbody { @for item in &view.page.items { (row(item, view.now)) } }
                }
            }
        }
        (pager(
            view.cursor.map(|_| address(view.state, None)).as_deref(),
            view.page.next.as_deref().map(|next| address(view.state, Some(next))).as_deref(),
        ))
    };
    Body::new(Section::Review, "Reviews", content)
}

fn row(item: &ReviewItem, now: Time) -> Markup {
    html! {
        tr data-row {
            td.main {
                a href=(format!("/console/reviews/{}", item.result_id)) { (text::clipped(subject(item), 160)) }
                p.note { (text::clipped(&item.macro_name.replace('-', " "), 80)) " " (text::id(&item.result_id)) }
            }
            td data-label="State" { (result_state(&item.result_state)) }
            td data-label="Data" { @if item.schema_valid { "valid" } @else { (state(Tone::Warn, "invalid")) } }
            td data-label="Decided by" { @if let Some(by) = &item.decided_by { (text::clipped(by, 60)) } @else { span.muted { "–" } } }
            td.num data-label="Made" { (figure::time(now, item.at)) }
            td.num data-label="Expires" { @if let Some(at) = item.expires_at { (figure::time(now, at)) } @else { span.muted { "–" } } }
        }
    }
}

/// Returns the subject of a result, else the name of its macro.
fn subject(item: &ReviewItem) -> &str {
    if item.subject.is_empty() { &item.macro_name } else { &item.subject }
}

fn result_state(name: &str) -> Markup {
    match name {
        "pending" => state(Tone::Warn, "waiting"),
        "approved" => state(Tone::Good, "approved"),
        "executed" => state(Tone::Good, "executed"),
        "rejected" | "expired" => state(Tone::Bad, name),
        other => state(Tone::Plain, other),
    }
}

fn filters(current: &str) -> Markup {
    html! {
        nav.filters aria-label="State" {
            @for (value, name) in STATES {
                a href=(address(value, None)) aria-current=[(current == value).then_some("true")] { (name) }
            }
        }
    }
}

/// The results that wait, and who looks at them.
#[derive(Debug, Clone, Copy)]
pub struct Queue<'a> {
    /// Results that wait, in the order of their ends.
    pub page: &'a Page<ReviewItem>,
    /// People who have opened one of them a short time ago.
    pub present: &'a [DeskPresence],
    /// Time of the page.
    pub now: Time,
}

/// The results that wait, beside the one that is open.
pub(super) fn panel(queue: &Queue<'_>, open: &str) -> Markup {
    html! {
        div.over-list { (heading(queue)) (new_rows("/console/reviews")) }
        ul { @for item in &queue.page.items { (entry(queue, item, item.result_id == open)) } }
        @if queue.page.items.is_empty() { p.empty { "Nothing else waits." } }
        p { a href=(address("approved", None)) { "Decided results" } }
    }
}

/// Renders the parts of the panel that change.
pub fn picture(queue: &Queue<'_>) -> Picture {
    let mut picture = Picture::default();
    picture.add("queue-count", heading(queue));
    for item in &queue.page.items {
        picture.add(format!("waits-{}", item.result_id), entry(queue, item, false));
    }
    let ids = queue.page.items.iter().map(|item| item.result_id.clone()).collect();
    picture.with_rows(Rows { prefix: "waits-", ids, more: queue.page.next.is_some() })
}

fn heading(queue: &Queue<'_>) -> Markup {
    html! { h2 #queue-count { "Waiting " span.count { (queue.page.items.len()) @if queue.page.next.is_some() { "+" } } } }
}

fn entry(queue: &Queue<'_>, item: &ReviewItem, is_open: bool) -> Markup {
    let now = queue.now;
    let last = queue.present.iter().find(|presence| presence.result.to_string() == item.result_id);
    html! {
        li id=(format!("waits-{}", item.result_id)) {
            a href=(format!("/console/reviews/{}", item.result_id)) aria-current=[is_open.then_some("true")] data-row {
                (text::clipped(subject(item), 80))
                span.note {
                    (text::clipped(&item.macro_name.replace('-', " "), 40)) " " (text::id(&item.result_id)) " · "
                    span.num { "made " (figure::time(now, item.at)) }
                    @if let Some(at) = item.expires_at { " · " span.num { "due " (figure::time(now, at)) } }
                    @if !item.schema_valid { " · invalid data" }
                    @if let Some(last) = last { " · " span.num { "opened " (figure::time(now, last.opened_at)) } " by " (text::clipped(&last.name, 40)) }
                }
            }
        }
    }
}

/// The page of a queue in which nothing waits.
pub fn empty_queue(notice: Option<&Markup>) -> Body {
    let content = html! {
        h1.sr { "Reviews" }
        @if let Some(notice) = notice { p.notice role="status" { (notice) } }
        (lede(&html! { "Nothing waits for a decision." }))
        div.over-list { (filters("pending")) (new_rows("/console/reviews")) }
        div.teach {
            p { "Results of macros whose definition says " code { "review: required" } " wait here, and forecasts of questions that ask for a review. Try one:" }
            pre.code tabindex="0" { code { "auspex macro run client-discovery client_name=\"Example Holding\"\nauspex ask \"Will it rain tomorrow?\" --review" } }
        }
    };
    Body::new(Section::Review, "Reviews", content)
}
