//! Chapter 4: what the evidence filter removed, and the findings whose status it lowered.

use domain::evidence::{Filtering, Removal, Remover};
use domain::run::Answer;
use maud::{Markup, html};

use super::RunView;
use crate::text;

fn removed(answer: &Answer) -> &[Removal] {
    answer.evidence.filtering.removed()
}

pub(super) fn summary(view: &RunView<'_>) -> Markup {
    let answers = &view.detail.state.answers;
    let gone: usize = answers.iter().map(|answer| removed(answer).len()).sum();
    let left: usize = answers.iter().map(|answer| answer.evidence.research.findings.len()).sum();
    let lowered: usize = answers.iter().map(|answer| answer.evidence.lowered.len()).sum();
    html! {
        @if gone == 0 && lowered == 0 { "nothing" } @else {
            (gone) " removed, " (left) " kept" @if lowered > 0 { ", " (lowered) " lowered" }
        }
    }
}

pub(super) fn chapter(view: &RunView<'_>) -> Markup {
    let state = &view.detail.state;
    let has_any = state.answers.iter().any(|answer| !removed(answer).is_empty() || !answer.evidence.lowered.is_empty());
    html! {
        @if !has_any { p.empty { "The filter has removed nothing and lowered no status." } }
        @for answer in &state.answers {
            @if let Filtering::Unfiltered { reason, .. } = &answer.evidence.filtering {
                p.note { (answer.question) ": the model did not filter this answer (" (text::clipped(reason, 300)) ")." }
            }
        }
        @if has_any {
            div.scroll tabindex="0" role="region" aria-label="Removed and lowered items" {
                table.rows {
                    caption.sr { "Removed and lowered items" }
                    thead { tr { th scope="col" { "Item" } th scope="col" { "What happened" } th scope="col" { "Reason" } } }
                    tbody {
                        @for answer in &state.answers {
                            @for removal in removed(answer) {
                                tr {
                                    td.main { (text::untrusted(if removal.text.is_empty() { &removal.id } else { &removal.text })) }
                                    td data-label="What happened" { "removed by " (remover(removal.by)) }
                                    td data-label="Reason" { (text::untrusted(&removal.reason)) }
                                }
                            }
                            @for lowered in &answer.evidence.lowered {
                                @let finding = answer.evidence.research.findings.iter().find(|finding| finding.id == lowered.id);
                                tr {
                                    td.main { (text::untrusted(finding.map_or(lowered.id.as_str(), |finding| &finding.text))) }
                                    td data-label="What happened" { (lowered.from.name()) " → " (lowered.to.name()) }
                                    td data-label="Reason" { (text::untrusted(&lowered.reason)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn remover(by: Remover) -> &'static str {
    match by {
        Remover::Arithmetic => "arithmetic: a duplicate, or unrelated",
        Remover::Model => "the model",
        Remover::Cap => "the limit of the profile",
        Remover::Unspecified => "an older version",
    }
}
