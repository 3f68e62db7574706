//! The findings that the forecast used, by the answer that they support.

use domain::forecast::{EvidenceDirection, OptionSum, WeighedEvidence};
use domain::run::RunState;
use domain::{AnswerKind, Finding, Forecast};
use maud::{Markup, html};

use super::citations::{Sources, anchor};
use crate::{figure, text};

/// The groups of findings, each with weight, question and sources; nothing for forecasts of older versions.
pub(super) fn evidence(forecast: &Forecast, state: &RunState, sources: &Sources<'_>) -> Markup {
    let weighed = &forecast.account.evidence;
    let kind = forecast.run.answer_kind();
    html! {
        @if !weighed.is_empty() {
            h3 { "Evidence" }
            @for direction in EvidenceDirection::ALL {
                @let group: Vec<&WeighedEvidence> = weighed.iter().filter(|one| one.direction == direction).collect();
                @if !group.is_empty() {
                    h4 { (direction.heading(&kind)) " " span.count { (group.len()) } }
                    ul.findings { @for one in group { (line(one, &kind, (state, sources))) } }
                }
            }
        }
    }
}

fn line(one: &WeighedEvidence, kind: &AnswerKind, (state, sources): (&RunState, &Sources<'_>)) -> Markup {
    let (question, finding) = one.reference.split_once('/').unwrap_or((&one.reference, ""));
    html! {
        li {
            @if !one.about.is_empty() { strong { (text::clipped(&one.about, 100)) ": " } }
            @match find(state, question, finding) {
                Some(found) => { (text::untrusted(&found.text)) " " (sources.chips(question, found)) " " }
                None => {}
            }
            span.note {
                a href=(format!("#{}", anchor(question, finding))) { "in the evidence" } " · "
                @if let Some(weight) = one.weight_text(kind) { (weight) " · " }
                "used by " (figure::counted(u64::from(one.estimates), "estimate", "estimates"))
                @if !one.question.is_empty() { " · answers: " (text::clipped(&one.question, 300)) }
            }
        }
    }
}

fn find<'a>(state: &'a RunState, question: &str, finding: &str) -> Option<&'a Finding> {
    let answer = state.answers.iter().find(|answer| answer.question == question)?;
    answer.evidence.research.findings.iter().find(|one| one.id == finding)
}

/// The other options of the event, with the sum of all.
pub(super) fn options(OptionSum { others, is_complete, before, sum }: &OptionSum) -> Markup {
    html! {
        p.decision {
            strong { "Other options of the event: " }
            @for (place, one) in others.iter().enumerate() {
                @if place > 0 { ", " }
                (figure::percent(one.probability.get())) " of "
                a href=(format!("/console/runs/{}", one.run)) { (text::clipped(&one.question, 200)) }
            }
            ". With this question they sum to " (figure::percent(*sum))
            @if (before - sum).abs() >= 0.005 { " (" (figure::percent(*before)) " before the repair)" }
            "; " @if *is_complete { "exactly one" } @else { "at most one" } " comes true."
        }
    }
}
