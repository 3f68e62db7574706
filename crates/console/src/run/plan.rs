//! Chapter 2: the questions of the research by round, with state, sources and cost.

use domain::research::Ending;
use domain::run::{Answer, Question, question_round};
use maud::{Markup, html};

use super::{RunView, answer_state};
use crate::{figure, text};

pub(super) fn summary(view: &RunView<'_>) -> Markup {
    let state = &view.detail.state;
    let open = state.questions.len().saturating_sub(state.answers.len());
    html! {
        (figure::counted(state.questions.len() as u64, "question", "questions")) ", "
        (figure::counted(u64::from(state.iteration), "round", "rounds"))
        @if open > 0 { ", " (open) " open" }
    }
}

pub(super) fn chapter(view: &RunView<'_>) -> Markup {
    let state = &view.detail.state;
    if state.questions.is_empty() {
        return html! { p.empty { "The forecaster has not decomposed the question into research questions." } };
    }
    let mut order: Vec<&Question> = state.questions.iter().collect();
    order.sort_by_key(|question| (question_round(&question.id), std::cmp::Reverse(question.priority)));
    html! {
        div.scroll tabindex="0" role="region" aria-label="Questions" {
            table.rows {
                caption.sr { "Research questions by round and priority" }
                thead {
                    tr { th scope="col" { "Question" } th scope="col" { "State" } th scope="col" { "Priority" } th.num scope="col" { "Findings" }
                         th.num scope="col" { "Sources" } th.num scope="col" { "Cost" } }
                }
                tbody { @for question in order { (row(question, state.answers.iter().find(|answer| answer.question == question.id))) } }
            }
        }
    }
}

fn row(question: &Question, answer: Option<&Answer>) -> Markup {
    let research = answer.map(|answer| &answer.evidence.research);
    let cost = answer.map(|answer| answer.evidence.cost.0.saturating_add(answer.evidence.research.cost.0));
    html! {
        tr {
            td.main {
                @if answer.is_some() { a href=(format!("#answer-{}", question.id)) { (text::untrusted(&question.text)) } }
                @else { (text::untrusted(&question.text)) }
                @match research.map(|research| &research.ending) {
                    Some(Ending::Partial(reason) | Ending::Failed(reason)) => { p.note { (text::clipped(reason, 300)) } }
                    _ => {}
                }
                @if answer.is_some_and(|answer| answer.late) { p.note { "The answer came after its round was closed." } }
            }
            td data-label="State" { (answer_state(research.map(|research| &research.ending), research.is_some_and(|research| research.from_cache || research.recalled.is_some()))) }
            td data-label="Priority" { (question.priority.name()) }
            td.num data-label="Findings" { @if let Some(research) = research { (research.findings.len()) } @else { span.muted { "–" } } }
            td.num data-label="Sources" { @if let Some(research) = research { (research.sources.len()) } @else { span.muted { "–" } } }
            td.num data-label="Cost" { @if let Some(cost) = cost { (figure::money(cost)) } @else { span.muted { "–" } } }
        }
    }
}
