//! The review of a result: the queue, the form of its data, its evidence, and the verbs as they would run.

mod change;
mod queue;

use domain::Time;
use domain::access::AccessScope;
use maud::{Markup, html};
use operations::reviews::{EditOperation, LeiCheckItem, ReviewDesk, ReviewItem, ReviewedView};
use operations::{FieldProblem, Page};
use serde_json::Value;

use super::form::{ListOrders, SchemaForm};
use super::frame::{Tone, lede, state};
use super::{Body, Section, Visitor, figure, text};
pub use queue::{Queue, QueueView, address, empty_queue, list, picture};

/// What the page shows.
#[derive(Debug)]
pub struct ReviewPage<'a> {
    /// Results that wait, and who looks at them.
    pub queue: Queue<'a>,
    /// The result as it is stored.
    pub item: &'a ReviewedView,
    /// Schema of its data.
    pub schema: &'a Value,
    /// The data that the form shows: that of the result, or as the reviewer has edited it.
    pub data: &'a Value,
    /// What an approval of this data would do.
    pub preview: &'a ReviewPreview,
    /// Order and filter of the lists in the form.
    pub orders: &'a ListOrders,
    /// Reason in the form.
    pub reason: &'a str,
    /// Why the last decision was not stored.
    pub refused: Option<&'a str>,
    /// What the last decision did.
    pub notice: Option<&'a Markup>,
    /// The draft in the form, and who else has opened the result.
    pub desk: &'a ReviewDesk,
    /// The person in front of the page.
    pub visitor: &'a Visitor,
    /// Time of the page.
    pub now: Time,
}

/// What an approval of edited data would do.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReviewPreview {
    /// Verbs of this data.
    pub verbs: Vec<String>,
    /// Checks of its LEIs.
    pub checks: Vec<LeiCheckItem>,
    /// Violations of the schema.
    pub problems: Vec<FieldProblem>,
    /// Changes to the model's data.
    pub edits: Vec<EditOperation>,
}

/// Renders the page of a result.
pub fn review(page: &ReviewPage<'_>) -> Body {
    let item = page.item;
    let content = html! {
        h1.subject { (text::clipped(subject(item), 300)) }
        @if let Some(notice) = page.notice { p.notice role="status" { (notice) } }
        (lede(&sentence(page)))
        (others(page))
        div.review {
            nav.queue aria-label="Queue" { (queue::panel(&page.queue, &item.result_id)) }
            div.work {
                @if let Some(refused) = page.refused { (refusal(page, refused)) }
                form #decision method="post" action=(format!("/console/reviews/{}", item.result_id)) data-draft[is_pending(item) && page.visitor.may(AccessScope::Review)] {
                    // Enter in a field presses the first button, which must not discard or decide anything.
                    button.sr type="submit" name="act" value="preview" tabindex="-1" aria-hidden="true" { "Check edits" }
                    input type="hidden" name="version" value=(item.session_version);
                    input type="hidden" name="digest" value=(item.digest);
                    (parameters(item))
                    (draft(page))
                    (form(page).fields())
                    @if is_pending(item) && page.visitor.may(AccessScope::Review) {
                        p.note { "An approval is final. “Check edits” renders the verbs from your edits. What you type is kept as your draft." }
                    }
                    (decision(page))
                }
            }
            aside.evidence aria-label="Verbs and evidence" {
                (change::verbs(page)) (change::edits(page)) (sources(item))
            }
        }
    };
    Body::new(Section::Review, format!("Review {}", item.macro_name), content)
}

/// Names the others who have opened the result. It advises: nothing is locked.
fn others(page: &ReviewPage<'_>) -> Markup {
    html! {
        @if !page.desk.others.is_empty() {
            p.note.presence {
                @for (at, other) in page.desk.others.iter().enumerate() {
                    @if at > 0 { ", " }
                    (text::clipped(&other.name, 60)) " opened this " (figure::time(page.now, other.opened_at))
                }
                ". The first decision counts."
            }
        }
    }
}

/// Says that the form has a draft, and from which version.
fn draft(page: &ReviewPage<'_>) -> Markup {
    let Some((draft, saved_at)) = &page.desk.draft else { return html! {} };
    html! {
        p.notice.draft {
            "Your draft of " (figure::time(page.now, *saved_at)) " is in the form."
            @if draft.version != page.item.session_version { " It was made from an earlier version of this result; check it against the evidence." }
            " " button.quiet type="submit" name="act" value="discard" formnovalidate { "Discard the draft" }
        }
    }
}

/// Returns what the result is about: its question, else the first text among its parameters.
fn subject(item: &ReviewedView) -> &str {
    let texts = || item.params.iter().filter_map(|(name, value)| Some((name, value.as_str()?)));
    let question = texts().find(|(name, _)| *name == "question").or_else(|| texts().next());
    question.map_or(item.macro_name.as_str(), |(_, text)| text)
}

fn form<'a>(page: &'a ReviewPage<'_>) -> SchemaForm<'a> {
    SchemaForm {
        root: page.schema,
        original: &page.item.data,
        data: page.data,
        problems: &page.preview.problems,
        checks: &page.preview.checks,
        orders: page.orders,
        editable: is_pending(page.item) && page.visitor.may(AccessScope::Review),
    }
}

fn is_pending(item: &ReviewedView) -> bool {
    item.result_state == "pending"
}

fn sentence(page: &ReviewPage<'_>) -> Markup {
    let item = page.item;
    html! {
        @match item.result_state.as_str() {
            "pending" => {
                "This " (text::clipped(&item.macro_name.replace('-', " "), 60)) " waits for a decision"
                @if let Some(expires) = item.expires_at { "; it expires " (figure::time(page.now, expires)) }
                ". " (waiting(page.queue.page))
            }
            "approved" => { "Approved" (decided(page)) @if !item.verbs.is_empty() { " Its verbs have not been executed." } }
            "executed" => { "Approved and executed" (decided(page)) }
            "rejected" => { "Rejected" (decided(page)) }
            other => { "This result is " (other) (decided(page)) }
        }
    }
}

fn waiting(queue: &Page<ReviewItem>) -> Markup {
    let others = queue.items.len().saturating_sub(1) as u64;
    html! {
        @if queue.next.is_some() { "More than " (figure::integer(others)) " other results wait." }
        @else if others > 0 { (figure::counted(others, "other result waits", "other results wait")) "." }
    }
}

fn decided(page: &ReviewPage<'_>) -> Markup {
    html! {
        @if let Some(review) = &page.item.review {
            " by " (text::clipped(&review.by, 80)) " " (figure::time(page.now, review.at))
            @if !review.reason.is_empty() { ": “" (text::clipped(&review.reason, 300)) "”" }
        }
        "."
    }
}

/// The reason of a refusal, with both versions if the result has changed.
fn refusal(page: &ReviewPage<'_>, refused: &str) -> Markup {
    html! {
        div.refusal role="alert" {
            p { (state(Tone::Bad, "Not stored")) " " (text::untrusted(refused)) }
            @if is_pending(page.item) { p.note { "Your edits are still in the form below." } }
            @else {
                p { "Somebody else has decided:" (decided(page)) " Your version is below, beside the stored one." }
                @if !page.reason.is_empty() { p { "Your reason: “" (text::untrusted(page.reason)) "”" } }
                div.versions {
                    div { h3 { "Stored" } (text::json(&page.item.data)) }
                    div { h3 { "Yours" } (text::json(page.data)) }
                }
            }
        }
    }
}

fn parameters(item: &ReviewedView) -> Markup {
    // The run has a link, and the subject is the title.
    let shown = |name: &str, value: &Value| {
        value.as_str() != Some(subject(item)) && !(name == "run" && value.as_str() == item.run.as_deref())
    };
    html! {
        dl.pairs {
            dt { "Macro" }
            dd { (text::clipped(&item.macro_name, 80)) @if !item.macro_version.is_empty() { " " span.note { "version " (text::clipped(&item.macro_version, 40)) } } }
            @if let Some(run) = &item.run { dt { "Run" } dd { a href=(format!("/console/runs/{run}")) { (text::id(run)) } } }
            @for (name, value) in item.params.iter().filter(|(name, value)| shown(name, value)) {
                dt { (text::clipped(&name.replace('_', " "), 60)) } dd { (parameter(value)) }
            }
            dt { "Cost" } dd { (figure::money(item.cost_micro_usd)) }
            @if let Some(quality) = &item.search_quality { dt { "Search quality" } dd { (text::clipped(quality, 20)) } }
            @if !item.lacks.is_empty() { dt { "Degraded" } dd { (state(Tone::Warn, "")) " " (text::clipped(&item.lacks.join(", "), 300)) } }
        }
    }
}

/// A value for a reader: lists as lists, and fractions with four digits and the exact number as a tooltip.
fn parameter(value: &Value) -> Markup {
    match value {
        Value::String(words) => text::clipped(words, 400),
        Value::Array(rows) => html! { ul.plain { @for row in rows.iter().take(20) { li { (parameter(row)) } } } },
        Value::Number(number) if number.is_f64() => {
            let written = format!("{:.4}", number.as_f64().unwrap_or_default());
            let written = written.trim_end_matches('0').trim_end_matches('.');
            html! { span.num title=(number) { (written) } }
        }
        other => text::clipped(&other.to_string(), 400),
    }
}

fn decision(page: &ReviewPage<'_>) -> Markup {
    let (item, visitor) = (page.item, page.visitor);
    if !visitor.may(AccessScope::Review) {
        return html! { p.note { "Your token lacks the scope review, so you can read this result and not decide about it." } };
    }
    html! {
        div.decision-bar {
            @if is_pending(item) {
                div.reason {
                    label for="reason" { "Reason " span.note { "required to reject" } }
                    input #reason name="reason" value=(page.reason) maxlength="4000" autocomplete="off" dir="auto" data-key="r";
                }
                div.buttons {
                    button type="submit" name="act" value="preview" data-key="c" title="Renders the verbs from your edits and decides nothing (c)" { "Check edits" }
                    button.primary type="submit" name="act" value="approve" data-key="Ctrl Enter" title="Final (Ctrl Enter)" { "Approve" }
                    button.danger type="submit" name="act" value="reject" { "Reject" }
                }
            } @else if item.result_state == "approved" && !item.verbs.is_empty() {
                div.buttons { button.primary type="submit" name="act" value="execute" { "Execute the verbs" } }
                p.note { "The executor of your tenant runs them once." }
            } @else {
                p.note { "The decision is made. " a href="/console/reviews" { "Open the next result" } "." }
            }
        }
    }
}

fn sources(item: &ReviewedView) -> Markup {
    html! {
        section {
            h2 { "Sources " span.count { (item.sources.len()) } }
            @if item.sources.is_empty() {
                @if let Some(run) = &item.run { p.empty { "Its evidence is on " a href=(format!("/console/runs/{run}#chapter-3")) { "the page of the run" } "." } }
                @else { p.empty { "The result names no source." } }
            }
            ol.sources {
                @for source in &item.sources {
                    li { (text::external(&source.url, &source.title)) @if !source.snippet.is_empty() { p.note { (text::clipped(&source.snippet, 400)) } } }
                }
            }
            @if let Some(execution) = &item.execution {
                h2 { "Execution" }
                p { (text::clipped(&execution.status, 60)) @if let Some(detail) = &execution.detail { ": " (text::untrusted(detail)) } }
                @if let Some(answer) = &execution.answer { (text::json(answer)) }
            }
        }
    }
}

#[cfg(test)]
mod review_test;
