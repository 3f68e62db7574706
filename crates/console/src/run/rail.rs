//! Beside the story: cost by worker and model, budgets, actions, and the same run on the command line.

use domain::run::Phase;
use domain::{AnswerKind, MicroUsd};
use maud::{Markup, html};

use super::{RunView, may_change};
use crate::reports::files;
use crate::{figure, text};

pub(super) fn rail(view: &RunView<'_>) -> Markup {
    html! { (cost(view)) (actions(view)) (elsewhere(view)) }
}

pub(super) fn cost(view: &RunView<'_>) -> Markup {
    let money = &view.detail.money;
    let costs = view.detail.forecast.as_ref().map(|forecast| forecast.account.costs.as_slice()).unwrap_or_default();
    html! {
        section #run-cost {
            h2 { "Cost" }
            p { strong { (figure::money(money.spent_micro_usd)) } " of " (MicroUsd(money.limit_micro_usd).rounded()) }
            @if money.reserved_micro_usd > 0 { p.note { (figure::money(money.reserved_micro_usd)) " is reserved for calls in progress." } }
            @if money.limit_micro_usd > 0 { meter min="0" max=(money.limit_micro_usd) value=(money.spent_micro_usd) { (figure::dollars(money.spent_micro_usd)) } }
            @if !costs.is_empty() {
                table.small {
                    caption.sr { "Cost by worker and model" }
                    thead { tr { th scope="col" { "Worker" } th.num scope="col" { "Calls" } th.num scope="col" { "Cost" } } }
                    tbody {
                        @for cost in costs {
                            tr { td { (text::clipped(&cost.agent, 40)) span.note { (text::clipped(&cost.model, 60)) } }
                                 td.num { (figure::integer(cost.calls)) } td.num { (figure::money(cost.cost.0)) } }
                        }
                    }
                }
            }
            @if !view.detail.budgets.is_empty() {
                details.fold {
                    summary { "Budgets" }
                    table.small {
                        thead { tr { th scope="col" { "Budget" } th.num scope="col" { "Left" } } }
                        tbody {
                            @for budget in &view.detail.budgets {
                                tr { td { (text::clipped(&budget.owner, 60)) }
                                     td.num { @if budget.closed { "closed" } @else { (figure::money(budget.left_micro_usd)) } } }
                            }
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn actions(view: &RunView<'_>) -> Markup {
    let run = &view.detail.state.run.id;
    let state = &view.detail.state;
    let is_report = state.run.asked.is_report();
    let (now, what) = if is_report { ("Write now", "a report") } else { ("Forecast now", "a forecast") };
    let is_cancelled = state.cancelled.as_ref().is_some_and(|stop| !stop.forecast);
    html! {
        @if !may_change(view) { div #run-actions hidden {} } @else {
            section #run-actions {
                h2 { "Actions" }
                @if state.phase != Phase::Done && !is_cancelled {
                    form method="post" action=(format!("/console/runs/{run}/cancel")) {
                        label for="reason" { "Reason" }
                        input #reason name="reason" maxlength="1000" autocomplete="off";
                        @if state.cancelled.is_none() { button type="submit" name="forecast" value="true" { (now) } }
                        button.danger type="submit" name="forecast" value="false" { "Cancel without " (what) }
                    }
                    p.note { "“" (now) "” ends the research and uses the evidence found so far." }
                }
                @if !is_report { details.fold {
                    summary { @if view.outcome().is_some() { "Correct the outcome" } @else { "Record the outcome" } }
                    form method="post" action=(format!("/console/runs/{run}/outcome")) {
                        label for="because" { "Source, or reason of a correction" }
                        input #because name="because" maxlength="1000" autocomplete="off";
                        @match state.run.answer_kind() {
                            AnswerKind::Binary => {
                                button type="submit" name="outcome" value="yes" { "It came to YES" }
                                button type="submit" name="outcome" value="no" { "It came to NO" }
                            }
                            AnswerKind::Conditional { .. } => {
                                button type="submit" name="outcome" value="yes" { "It came to YES" }
                                button type="submit" name="outcome" value="no" { "It came to NO" }
                                button type="submit" name="outcome" value="void" { "The condition did not hold" }
                            }
                            kind => {
                                label for="outcome" { (answer_label(&kind)) }
                                input #outcome name="outcome" maxlength="256" required autocomplete="off";
                                button type="submit" { "Record the answer" }
                            }
                        }
                        @if view.outcome().is_some() {
                            button.danger type="submit" formnovalidate
                                formaction=(format!("/console/runs/{run}/outcome/withdraw")) { "Withdraw the outcome" }
                        }
                    }
                } }
            }
        }
    }
}

/// Names what a person enters as the answer.
fn answer_label(kind: &AnswerKind) -> String {
    match kind {
        AnswerKind::Numeric { unit, .. } if !unit.is_empty() => format!("Answer, a number in {unit}"),
        AnswerKind::Numeric { .. } => "Answer, a number".to_owned(),
        AnswerKind::Date => "Answer, a day such as 2027-03-01".to_owned(),
        _ => "Answer, an option".to_owned(),
    }
}

fn elsewhere(view: &RunView<'_>) -> Markup {
    let run = view.detail.state.run.id.to_string();
    html! {
        section {
            h2 { "Elsewhere" }
            @if view.detail.forecast.is_some() || super::deep_report::made(view).is_some() { (report(view)) }
            (copyable("Command line", &format!("auspex show {run}")))
            (copyable("Ask again every day", &format!("auspex schedule add daily \"30 6 * * *\" --run {run}")))
            (copyable("HTTP", &format!("GET /v1/runs/{run}")))
        }
    }
}

/// The report and its files.
fn report(view: &RunView<'_>) -> Markup {
    let address = format!("/console/runs/{}/report", view.detail.state.run.id);
    html! { p { a href=(address) { "Report" } ": " (files(&address, view.can_print)) } }
}

/// A line of text with a button that copies it.
fn copyable(name: &str, line: &str) -> Markup {
    html! { p.copyable { span.note { (name) } code tabindex="0" { (line) } button.quiet.copy type="button" data-copy=(line) hidden { "Copy" } } }
}
