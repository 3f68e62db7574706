//! A run as a story in six chapters: question, plan, evidence, what the filter removed, estimates, answer.

mod answer;
mod calls;
mod citations;
mod deep_report;
mod estimates;
mod evidence;
mod plan;
mod question;
mod rail;
mod removed;
mod sides;

use domain::access::AccessScope;
use domain::run::{NoForecast, Phase};
use domain::{MicroUsd, Time};
use maud::{Markup, html};
use operations::outcomes::OutcomeEntry;
use operations::runs::{RelatedRunItem, RunCallItem, RunDetail, RunNeighbors};

use super::address::run_address;
use super::frame::{Tone, state};
use super::live::Picture;
use super::{Body, Section, Visitor, figure, runs, text};
use citations::Sources;
pub use citations::anchor;

/// What the page shows.
#[derive(Debug)]
pub struct RunView<'a> {
    /// The run with its evidence and its forecast.
    pub detail: &'a RunDetail,
    /// Recorded outcomes of the question, newest first.
    pub outcomes: &'a [OutcomeEntry],
    /// Other runs of the same question or about the same market, newest first.
    pub related: &'a [RelatedRunItem],
    /// Its model calls in the order of their begin.
    pub calls: &'a [RunCallItem],
    /// `true` if the gateway has a browser to print reports with.
    pub can_print: bool,
    /// The person in front of the page.
    pub visitor: &'a Visitor,
    /// Time of the page.
    pub now: Time,
}

/// Number, anchor and name of the chapters.
const CHAPTERS: [&str; 6] = ["Question", "Plan", "Evidence", "Removed", "Estimates", "Answer"];

/// Place of the estimates, which a report does not have.
const ESTIMATES: usize = 4;

impl RunView<'_> {
    fn is_open(&self) -> bool {
        self.detail.state.phase != Phase::Done
    }

    /// The outcome in force.
    fn outcome(&self) -> Option<&OutcomeEntry> {
        self.outcomes.iter().find(|outcome| outcome.retired_at.is_none())
    }
}

/// The runs beside a run in the list from which it was opened.
#[derive(Debug, Clone, Copy)]
pub struct Beside<'a> {
    /// The newer and the older run.
    pub runs: RunNeighbors,
    /// State that the list selects.
    pub state: Option<&'a str>,
}

/// Renders the page of a run.
pub fn story(view: &RunView<'_>, beside: &Beside<'_>) -> Body {
    let run = &view.detail.state.run;
    let content = html! {
        nav.trail aria-label="Path" {
            a href=(runs::address(beside.state, None)) { "Runs" } " / " (text::id(&run.id.to_string()))
            @if let Some(newer) = beside.runs.newer { " · " a href=(run_address(&newer.to_string(), beside.state)) rel="prev" data-key="[" title="[" { "Newer" } }
            @if let Some(older) = beside.runs.older { " · " a href=(run_address(&older.to_string(), beside.state)) rel="next" data-key="]" title="]" { "Older" } }
        }
        h1.question { (text::untrusted(&run.asked.text)) }
        div {
            (first_sentence(view))
            div.story {
                nav.outline aria-label="Chapters" {
                    ol { @for (place, name) in CHAPTERS.iter().enumerate().filter(|(place, _)| *place != ESTIMATES || !run.asked.is_report()) { li { a href=(format!("#chapter-{}", place + 1)) data-chapter=(place + 1) { (name) } } } }
                }
                div.chapters { @for (_, chapter) in chapters(view) { (chapter) } (calls::section(view)) }
                aside.rail aria-label="Cost and actions" { (rail::rail(view)) }
            }
        }
    };
    let title: String = run.asked.text.chars().take(80).collect();
    Body::new(Section::Runs, title, content)
}

/// Renders the parts of the page that change while the run goes on.
pub fn picture(view: &RunView<'_>) -> Picture {
    let mut picture = Picture::default();
    picture.add("run-lede", first_sentence(view));
    for (number, chapter) in chapters(view) {
        picture.add(format!("chapter-{number}"), chapter);
    }
    picture.add("calls", calls::section(view));
    picture.add("run-cost", rail::cost(view));
    picture.add("run-actions", rail::actions(view));
    picture.finished(!view.is_open())
}

fn first_sentence(view: &RunView<'_>) -> Markup {
    html! { p #run-lede.lede { (sentence(view)) } }
}

/// Returns the chapters with their numbers. A report on a topic has no estimates.
fn chapters(view: &RunView<'_>) -> Vec<(usize, Markup)> {
    let sources = Sources::collect(&view.detail.state);
    let mut chapters = vec![
        (1, question::summary(view), question::chapter(view)),
        (2, plan::summary(view), plan::chapter(view)),
        (3, evidence::summary(view, &sources), evidence::chapter(view, &sources)),
        (4, removed::summary(view), removed::chapter(view)),
    ];
    if view.detail.state.run.asked.is_report() {
        chapters.push((6, deep_report::summary(view), deep_report::chapter(view)));
    } else {
        chapters.push((5, estimates::summary(view), estimates::chapter(view)));
        chapters.push((6, answer::summary(view), answer::chapter(view, &sources)));
    }
    chapters.into_iter().map(|(number, summary, content)| (number, chapter(number, &summary, &content))).collect()
}

fn chapter(number: usize, summary: &Markup, content: &Markup) -> Markup {
    html! {
        details.chapter id=(format!("chapter-{number}")) open {
            summary { h2 { span.number { (number) } (CHAPTERS[number - 1]) } span.summary { (summary) } }
            div.content { (content) }
        }
    }
}

/// The state of the run in one sentence.
fn sentence(view: &RunView<'_>) -> Markup {
    let RunDetail { state: run, forecast, review, money, .. } = view.detail;
    let open = run.questions.len().saturating_sub(run.answers.len());
    html! {
        @if let Some(forecast) = forecast {
            @if let Some(answer) = forecast.headline() { "The forecast is " strong.big { (text::clipped(&answer, 300)) } }
            @else {
                "The forecast is " strong.big { (figure::percent(forecast.probability.get())) }
                " (" (figure::percent(forecast.lower.get())) " to " (figure::percent(forecast.upper.get())) ")"
            }
            @if let Some(price) = run.run.asked.market_price() { ", the crowd said " (figure::percent(price.get())) }
            ". It cost " (figure::dollars(forecast.cost.0)) "."
            @if let Some(outcome) = view.outcome() { " The question came to " strong { (recorded(outcome)) } "." }
        } @else if let Some(review) = review {
            "The forecast is made and waits for a person: "
            a href=(format!("/console/reviews/{}", review.result.id)) { "review it" }
            @if let Some(expires) = review.expires_at { ", which is possible until " (figure::time(view.now, expires)) }
            "."
        } @else if let Some(ended) = &run.ended { (ending(ended, view)) }
        @else if run.phase == Phase::Waiting {
            "Round " (run.iteration) " is being researched: " (figure::integer(open as u64)) " of "
            (figure::counted(run.questions.len() as u64, "question", "questions")) " open, "
            (figure::dollars(money.spent_micro_usd)) " of " (MicroUsd(money.limit_micro_usd).rounded())
            " spent. The round closes " (figure::time(view.now, run.deadline)) " at the latest."
        } @else if let Some(reason) = &run.decision_dead_lettered {
            "The decision of round " (run.iteration) " is a " a href="/console/dead-letters" { "dead letter" } " (" (text::clipped(reason, 160))
            "). The run ends " (figure::time(view.now, run.deadline)) " unless it is redriven."
        } @else {
            "Round " (run.iteration) " is researched, and the forecaster decides about another one."
        }
        @if let Some(stop) = run.cancelled.as_ref().filter(|_| run.ended.is_none()) { " " span.note { (text::untrusted(&stop.to_string())) } }
    }
}

fn ending(ended: &NoForecast, view: &RunView<'_>) -> Markup {
    match ended {
        NoForecast::Cancelled(stop) => {
            html! { "The run ended without a forecast: " (text::untrusted(&stop.to_string())) "." }
        }
        NoForecast::Proposed(proposal) => html! {
            "The run proposes research and makes no forecast: " (figure::counted(proposal.questions.len() as u64, "question", "questions"))
            " for about " (figure::dollars(proposal.cost.0)) ", worth " (figure::dollars(proposal.gain.0)) "."
        },
        NoForecast::Reported(made) => deep_report::sentence(made, view),
        NoForecast::Unclear(unclear) => html! {
            "The question has several meanings and was handed back: " strong { (text::clipped(&unclear.question, 400)) }
            " Ask it again with the answer in its text or criteria, or without " code { "clarify" } "."
        },
        NoForecast::Rejected(decision) => {
            html! { "The forecast was rejected " (text::untrusted(&decision.to_string())) "." }
        }
        NoForecast::Expired(decision) => {
            html! { "The forecast was not reviewed in time " (text::untrusted(&decision.to_string())) "." }
        }
    }
}

/// What a question came to: YES, NO, a share, or the answer of another kind.
fn recorded(outcome: &OutcomeEntry) -> Markup {
    html! {
        @match (&outcome.answer, outcome.value) {
            (Some(answer), _) => (text::clipped(answer, 120)),
            (None, Some(value)) => (outcome_word(value)),
            (None, None) => "nothing",
        }
    }
}

/// An outcome in words.
pub fn outcome_word(value: f64) -> String {
    if value >= 1.0 {
        "YES".to_owned()
    } else if value <= 0.0 {
        "NO".to_owned()
    } else {
        format!("{} YES", figure::percent(value))
    }
}

/// Returns `true` if the person may change runs.
fn may_change(view: &RunView<'_>) -> bool {
    view.visitor.may(AccessScope::Admin)
}

/// The state of a question's research.
fn answer_state(ending: Option<&domain::research::Ending>, from_cache: bool) -> Markup {
    match ending {
        None => state(Tone::Busy, "open"),
        Some(domain::research::Ending::Complete) if from_cache => state(Tone::Good, "from memory"),
        Some(domain::research::Ending::Complete) => state(Tone::Good, "answered"),
        Some(domain::research::Ending::Partial(_)) => state(Tone::Warn, "partial"),
        Some(domain::research::Ending::Failed(_)) => state(Tone::Bad, "failed"),
    }
}

#[cfg(test)]
mod tests;
