//! What the workers did for the event of a letter before it died.

use domain::Time;
use maud::{Markup, html};
use operations::dead_letters::DeadLetterStep;

use crate::{figure, text};

/// Renders the last lines of the audit trail, oldest first.
pub(super) fn trail(steps: &[DeadLetterStep], now: Time) -> Markup {
    html! {
        h2 { "What happened before" }
        @if steps.is_empty() { p.empty { "No worker has recorded anything about its event: it died at the first step." } } @else {
            div.scroll tabindex="0" role="region" aria-label="Audit trail" {
                table.rows {
                    caption.sr { "Last lines of the audit trail, oldest first" }
                    thead { tr { th scope="col" { "Worker" } th scope="col" { "Action" } th scope="col" { "Subject" } th.num scope="col" { "Cost" } th.num scope="col" { "At" } } }
                    tbody {
                        @for step in steps {
                            tr {
                                td.name { (text::clipped(&step.worker, 40)) }
                                td data-label="Action" { (text::clipped(&step.action.replace('_', " "), 60)) }
                                td.wide data-label="Subject" { (text::clipped(&step.subject, 120)) }
                                td.num data-label="Cost" { (figure::money(step.cost_micro_usd)) }
                                td.num data-label="At" { (figure::time(now, step.at)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_before_a_death_are_shown_without_markup() {
        let step = DeadLetterStep {
            worker: "researcher".into(),
            action: "todo_done".into(),
            subject: "<script>".into(),
            cost_micro_usd: 12_345,
            at: Time::UNIX_EPOCH,
        };
        let page = trail(&[step], Time::UNIX_EPOCH).into_string();
        assert!(page.contains("todo done") && page.contains("$0.0123") && page.contains("&lt;script&gt;"), "{page}");
        assert!(trail(&[], Time::UNIX_EPOCH).into_string().contains("died at the first step"));
    }
}
