//! Chapter 3: the findings by question and by their support, with numbered sources.

use std::collections::{HashMap, HashSet};

use domain::ClaimStatus;
use domain::Finding;
use domain::run::Answer;
use maud::{Markup, html};

use super::RunView;
use super::citations::{Sources, anchor};
use crate::frame::{Tone, state};
use crate::{figure, text};

/// Status, name and mark of a group.
type Group = (ClaimStatus, &'static str, Tone);

/// The groups, strongest support first.
const GROUPS: [Group; 3] = [
    (ClaimStatus::Supported, "Supported", Tone::Good),
    (ClaimStatus::Contested, "Contested", Tone::Warn),
    (ClaimStatus::Unclear, "Unclear", Tone::Plain),
];

pub(super) fn summary(view: &RunView<'_>, sources: &Sources<'_>) -> Markup {
    let findings = || view.detail.state.answers.iter().flat_map(|answer| &answer.evidence.research.findings);
    // Several questions often find the same.
    let distinct = |status: ClaimStatus| {
        findings().filter(|one| one.status == status).map(|one| &one.text).collect::<HashSet<_>>()
    };
    let counts = GROUPS.map(|(status, name, _)| (name, distinct(status).len()));
    let shown: Vec<String> = counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| format!("{count} {}", name.to_lowercase()))
        .collect();
    html! {
        @if shown.is_empty() { "no findings yet" } @else {
            (shown.join(", ")) "; " (figure::counted(sources.len() as u64, "source", "sources"))
        }
    }
}

pub(super) fn chapter(view: &RunView<'_>, sources: &Sources<'_>) -> Markup {
    let detail = &view.detail.state;
    let used = view.detail.forecast.as_ref().map(|forecast| forecast.evidence_used.as_slice()).unwrap_or_default();
    if detail.answers.is_empty() {
        return html! { p.empty { "No answer has arrived yet. Each question is answered by research of its own." } };
    }
    let firsts = first_places(&detail.answers);
    html! {
        @for answer in &detail.answers {
            @let text = detail.questions.iter().find(|question| question.id == answer.question).map(|question| question.text.as_str());
            section.answer id=(format!("answer-{}", answer.question)) {
                h3 { (text::untrusted(text.unwrap_or(&answer.question))) }
                @if !answer.evidence.research.summary.is_empty() { (text::prose(&answer.evidence.research.summary)) }
                @for group in GROUPS { (findings(answer, group, &Cited { used, sources, firsts: &firsts })) }
                @let open = &answer.evidence.research.open_questions;
                @if !open.is_empty() {
                    h4 { "Not answered" }
                    ul.plain { @for question in open { li { (text::untrusted(&question.text)) } } }
                }
            }
        }
        @if sources.len() > 0 { h3 { "Sources" } (sources.list()) }
    }
}

/// What is known about the findings of all answers.
struct Cited<'a> {
    /// References that the forecast uses.
    used: &'a [String],
    sources: &'a Sources<'a>,
    /// Anchor of the first finding with each text.
    firsts: &'a HashMap<&'a str, String>,
}

/// Returns the anchor of the first finding with each text: several questions often find the same.
fn first_places(answers: &[Answer]) -> HashMap<&str, String> {
    let mut firsts = HashMap::new();
    for answer in answers {
        for finding in &answer.evidence.research.findings {
            firsts.entry(finding.text.as_str()).or_insert_with(|| anchor(&answer.question, &finding.id));
        }
    }
    firsts
}

/// The findings of an answer in one group. Those that an earlier question found as well are folded.
fn findings(answer: &Answer, group: Group, cited: &Cited<'_>) -> Markup {
    let Cited { used, sources, firsts } = cited;
    let (status, name, tone) = group;
    let place = |finding: &Finding| anchor(&answer.question, &finding.id);
    let first = |finding: &Finding| firsts.get(finding.text.as_str()).filter(|first| **first != place(finding));
    let is_used = |finding: &Finding| used.contains(&format!("{}/{}", answer.question, finding.id));
    let all = answer.evidence.research.findings.iter().filter(|finding| finding.status == status);
    let (repeated, own): (Vec<&Finding>, Vec<&Finding>) = all.partition(|finding| first(finding).is_some());
    html! {
        @if !own.is_empty() || !repeated.is_empty() { h4 { (state(tone, name)) " " span.count { (own.len() + repeated.len()) } } }
        @if !own.is_empty() {
            ul.findings {
                @for finding in own {
                    li id=(place(finding)) {
                        (text::untrusted(&finding.text)) " " (sources.chips(&answer.question, finding))
                        span.note {
                            (figure::counted(u64::from(finding.independent_sources), "independent source", "independent sources"))
                            @if !finding.contradictions.is_empty() { " · " (figure::counted(finding.contradictions.len() as u64, "source contradicts it", "sources contradict it")) }
                            @if is_used(finding) { " · " strong { "used by the forecast" } }
                        }
                        @if !finding.quote.is_empty() { details.quote { summary { "Quote" } blockquote { (text::untrusted(&finding.quote)) } } }
                    }
                }
            }
        }
        @if !repeated.is_empty() {
            details.repeats {
                summary { (figure::counted(repeated.len() as u64, "finding that is stated above", "findings that are stated above")) }
                ul.plain {
                    @for finding in repeated {
                        li id=(place(finding)) {
                            a href=(format!("#{}", first(finding).map_or("", String::as_str))) { (text::clipped(&finding.text, 100)) }
                            @if is_used(finding) { " · " strong { "used by the forecast" } }
                        }
                    }
                }
            }
        }
    }
}
