//! Chapter 6 of a report: the summary and the headings with their sentences, each with the numbers that it cites.

use domain::DeepReport;
use domain::deep_report::{ReportSentence, SentenceSupport};
use domain::run::NoForecast;
use maud::{Markup, html};

use super::RunView;
use crate::frame::{Tone, state};
use crate::{figure, text};

/// Returns the report of the run, if it is made.
pub(super) fn made<'a>(view: &'a RunView<'_>) -> Option<&'a DeepReport> {
    match &view.detail.state.ended {
        Some(NoForecast::Reported(made)) => Some(made),
        _ => None,
    }
}

/// The report in one sentence, at the top of the page.
pub(super) fn sentence(made: &DeepReport, view: &RunView<'_>) -> Markup {
    html! {
        "The report is made: " strong.big { (text::clipped(&made.title, 300)) } ", "
        (figure::counted(made.sections.len() as u64, "section", "sections")) " on "
        (figure::counted(made.references.len() as u64, "finding", "findings")) ". "
        a href=(format!("/console/runs/{}/report", view.detail.state.run.id)) { "Read it" }
        ". It cost " (figure::dollars(view.detail.money.spent_micro_usd)) "."
    }
}

pub(super) fn summary(view: &RunView<'_>) -> Markup {
    html! {
        @match made(view) {
            Some(made) => {
                (figure::counted(u64::from(made.checks.published()), "sentence", "sentences")) " published, "
                (figure::integer(u64::from(made.checks.removed()))) " removed by the check"
            }
            None => { @if view.is_open() { "in progress" } @else { "none" } }
        }
    }
}

pub(super) fn chapter(view: &RunView<'_>) -> Markup {
    let Some(made) = made(view) else {
        return html! {
            @if view.is_open() { p.empty { "The report appears here when it is written." } }
            @else { p.empty { "The run has no report. The first sentence of this page says why." } }
        };
    };
    html! {
        @if !made.flags.is_empty() {
            h3 { "Partial" }
            ul.flags { @for flag in &made.flags { li { (state(Tone::Warn, "")) " " (text::untrusted(flag)) } } }
        }
        @if !made.summary.is_empty() { h3 { "Summary" } p { @for one in &made.summary { (told(made, one)) " " } } }
        @for section in &made.sections {
            h3 { (text::untrusted(&section.heading)) }
            @for paragraph in &section.paragraphs { p { @for one in paragraph { (told(made, one)) " " } } }
        }
        p { a href=(format!("/console/runs/{}/report", view.detail.state.run.id)) { "The report with references and sources" } }
    }
}

/// A sentence with its citations, which lead to the evidence. One that says more than its findings is set apart.
fn told(made: &DeepReport, sentence: &ReportSentence) -> Markup {
    html! {
        @if sentence.support == SentenceSupport::Unsupported { em { (text::untrusted(&sentence.text)) } }
        @else { (text::untrusted(&sentence.text)) }
        @if sentence.support == SentenceSupport::Contested { " (contested)" }
        @for number in &sentence.findings {
            " "
            @match name(made, *number).and_then(|name| name.split_once('/')) {
                Some((question, finding)) => { a.cite href=(format!("#{}", super::anchor(question, finding))) { "[" (number) "]" } }
                None => { "[" (number) "]" }
            }
        }
    }
}

fn name(made: &DeepReport, number: u32) -> Option<&str> {
    let place = usize::try_from(number.checked_sub(1)?).ok()?;
    made.references.get(place)?.first().map(String::as_str)
}
