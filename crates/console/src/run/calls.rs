//! Below the story: the model calls in time, with idle time collapsed.

use maud::{Markup, html};
use operations::runs::RunCallItem;

use super::RunView;
use crate::chart::{Bar, waterfall};
use crate::{figure, text};

/// Rows of the table.
const MAX_ROWS: usize = 100;
/// Workers whose calls have colours of their own.
const WORKERS: [&str; 4] = ["researcher", "forecaster", "filter", "classifier"];

pub(super) fn section(view: &RunView<'_>) -> Markup {
    let calls = view.calls;
    html! {
        @if calls.is_empty() { div #calls hidden {} } @else {
            details.chapter #calls {
                summary { h2 { "Model calls" } span.summary { (summary(view)) } }
                div.content {
                    figure.chart {
                        (waterfall("Model calls in time", &calls.iter().map(|call| bar(call, view)).collect::<Vec<_>>()))
                        ul.legend { @for worker in WORKERS.iter().filter(|worker| calls.iter().any(|call| call.agent == **worker)) { li { span class=(format!("key {worker}")) aria-hidden="true" { "■" } " " (worker) } } }
                    }
                    p.note { "Time in which no call was open is collapsed; its length is above the line." }
                    details.twin { summary { "As a table" } (table(view)) }
                }
            }
        }
    }
}

fn summary(view: &RunView<'_>) -> Markup {
    let seconds: i64 = view.calls.iter().map(|call| duration(call, view)).sum();
    html! {
        (figure::counted(view.calls.len() as u64, "call", "calls")) ", " (figure::span(u64::try_from(seconds / 1_000).unwrap_or(0))) " of model time"
    }
}

/// Milliseconds of a call, until now if it is open.
fn duration(call: &RunCallItem, view: &RunView<'_>) -> i64 {
    (call.closed_at.unwrap_or(view.now) - call.opened_at).num_milliseconds().max(0)
}

fn seconds(milliseconds: i64) -> String {
    if milliseconds < 1_000 { format!("{milliseconds} ms") } else { format!("{:.1} s", milliseconds as f64 / 1_000.0) }
}

fn bar(call: &RunCallItem, view: &RunView<'_>) -> Bar {
    let class = match (call.state.as_str(), call.agent.as_str()) {
        ("wasted" | "refused" | "unknown", _) => "failed",
        (_, "researcher") => "researcher",
        (_, "forecaster") => "forecaster",
        (_, "filter") => "filter",
        _ => "classifier",
    };
    let label = format!(
        "{}: {}, {}, {}, {}",
        call.agent,
        call.step,
        seconds(duration(call, view)),
        figure::dollars(call.charged_micro_usd),
        call.state
    );
    Bar { class, label: text::plain(&label, 200), from: call.opened_at, to: call.closed_at.unwrap_or(view.now) }
}

fn table(view: &RunView<'_>) -> Markup {
    html! {
        table.rows {
            caption.sr { "Model calls in the order of their begin" }
            thead { tr { th scope="col" { "Worker" } th scope="col" { "Step" } th scope="col" { "Model" } th scope="col" { "State" } th.num scope="col" { "Duration" } th.num scope="col" { "Charged" } } }
            tbody {
                @for call in view.calls.iter().take(MAX_ROWS) {
                    tr {
                        td.name { (text::clipped(&call.agent, 40)) } td.wide data-label="Step" { (text::clipped(&call.step, 80)) }
                        td data-label="Model" { (text::clipped(&call.model, 60)) } td data-label="State" { (text::clipped(&call.state, 20)) }
                        td.num data-label="Duration" { (seconds(duration(call, view))) } td.num data-label="Charged" { (figure::money(call.charged_micro_usd)) }
                    }
                }
            }
        }
        @if view.calls.len() > MAX_ROWS { p.note { (figure::integer((view.calls.len() - MAX_ROWS) as u64)) " more calls are in " code { "GET /v1/runs/{run}/calls" } "." } }
    }
}
