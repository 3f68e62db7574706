//! The queue of results, as a panel beside a result and as a list by state.

use domain::Time;
use maud::{Markup, html};
use operations::Page;
use operations::reviews::ReviewItem;

use super::super::frame::{Tone, lede, pager, state};
use super::super::{Body, Section, figure, text};

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
                    thead { tr { th scope="col" { "Macro" } th scope="col" { "State" } th scope="col" { "Data" } th scope="col" { "Decided by" }
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
            td.main { a href=(format!("/console/reviews/{}", item.result_id)) { (text::clipped(&item.macro_name, 80)) } " " (text::id(&item.result_id)) }
            td data-label="State" { (result_state(&item.result_state)) }
            td data-label="Data" { @if item.schema_valid { "valid" } @else { (state(Tone::Warn, "invalid")) } }
            td data-label="Decided by" { @if let Some(by) = &item.decided_by { (text::clipped(by, 60)) } @else { span.muted { "–" } } }
            td.num data-label="Made" { (figure::time(now, item.at)) }
            td.num data-label="Expires" { @if let Some(at) = item.expires_at { (figure::time(now, at)) } @else { span.muted { "–" } } }
        }
    }
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

/// The results that wait, beside the one that is open.
pub(super) fn panel(queue: &Page<ReviewItem>, open: &str, now: Time) -> Markup {
    html! {
        h2 { "Waiting " span.count { (queue.items.len()) @if queue.next.is_some() { "+" } } }
        ul {
            @for item in &queue.items {
                li {
                    a href=(format!("/console/reviews/{}", item.result_id)) aria-current=[(item.result_id == open).then_some("true")] data-row {
                        (text::clipped(&item.macro_name, 40)) " " (text::id(&item.result_id))
                        span.note {
                            span.num { "made " (figure::relative(now, item.at)) }
                            @if let Some(at) = item.expires_at { " · " span.num { "due " (figure::relative(now, at)) } }
                            @if !item.schema_valid { " · invalid data" }
                        }
                    }
                }
            }
        }
        @if queue.items.is_empty() { p.empty { "Nothing else waits." } }
        p { a href=(address("approved", None)) { "Decided results" } }
    }
}

/// The page of a queue in which nothing waits.
pub fn empty_queue(notice: Option<&Markup>) -> Body {
    let content = html! {
        h1.sr { "Reviews" }
        @if let Some(notice) = notice { p.notice role="status" { (notice) } }
        (lede(&html! { "Nothing waits for a decision." }))
        (filters("pending"))
        div.teach {
            p { "Results of macros whose definition says " code { "review: required" } " wait here, and forecasts of questions that ask for a review. Try one:" }
            pre.code tabindex="0" { code { "auspex macro run client-discovery client_name=\"Example Holding\"\nauspex ask \"Will it rain tomorrow?\" --review" } }
        }
    };
    Body::new(Section::Review, "Reviews", content)
}
