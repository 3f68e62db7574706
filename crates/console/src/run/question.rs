//! Chapter 1: what was asked, by whom, and what the market said.

use domain::{NamedDeadline, Reading};
use maud::{Markup, html};
use operations::runs::RelatedRunItem;

use super::{RunView, outcome_word};
use crate::{figure, text};

/// Bytes from which the background is folded.
const LONG_BACKGROUND: usize = 1_500;

pub(super) fn summary(view: &RunView<'_>) -> Markup {
    let asked = &view.detail.state.run.asked;
    html! {
        "asked " (figure::time(view.now, view.detail.state.run.asked_at))
        @if let Some(closes) = asked.closes { ", closes " (figure::instant(closes)) }
        @if let Some(price) = asked.market_price() { ", crowd " (figure::percent(price.get())) }
    }
}

pub(super) fn chapter(view: &RunView<'_>) -> Markup {
    let run = &view.detail.state.run;
    let asked = &run.asked;
    html! {
        @if let Some(reading) = &run.reading { (read_as(reading)) }
        @if !asked.resolution_criteria.is_empty() { h3 { "Resolves by" } (text::prose(&asked.resolution_criteria)) }
        @if asked.background.len() > LONG_BACKGROUND {
            details.fold { summary { "Background, " (figure::integer(asked.background.chars().count() as u64)) " characters" } (text::prose(&asked.background)) }
        } @else if !asked.background.is_empty() { h3 { "Background" } (text::prose(&asked.background)) }
        dl.pairs {
            dt { "Event" } dd { a href=(format!("/console/events/{}", run.event_job)) { (text::clipped(run.event.as_str(), 120)) } }
            dt { "Asked" } dd { (figure::time(view.now, run.asked_at)) }
            @if let Some(closes) = asked.closes { dt { "Closes" } dd { (figure::time(view.now, closes)) " (" (figure::instant(closes)) ")" } }
            @if !asked.topic.is_empty() { dt { "Topic" } dd { (text::clipped(&asked.topic, 120)) } }
            @if let Some(market) = &asked.market {
                dt { "Market" }
                dd {
                    (text::external(&market.url, &market.question))
                    @if let Some(price) = market.price { " at " (figure::probability(price)) " when asked" }
                    @if let Some(volume) = market.volume { ", volume " (volume.rounded()) }
                    @if let Some(found) = market.describe_found() { p.note { (text::clipped(&found, 600)) } }
                }
            }
            @if run.answer_kind() != domain::AnswerKind::Binary { dt { "Answer" } dd { (text::clipped(&kind(&run.answer_kind()), 1_200)) } }
            @if let Some(alert) = &run.alert { dt { "Caused by" } dd { "a trade of " (alert.trade.usd_value.rounded()) " on this market" } }
            @if let Some(as_of) = asked.config.as_of { dt { "As of" } dd { (figure::day(as_of)) ": later evidence is withheld" } }
            @if !asked.config.sources.is_empty() { dt { "Sources" } dd { (text::clipped(&asked.config.sources.to_string(), 400)) } }
            @if !asked.config.review_if.is_empty() { dt { "Review if" } dd { (asked.config.review_if.to_string()) } }
            @if asked.config.human_review { dt { "Review" } dd { "a person approves the forecast before it is published" } }
        }
        @if !view.related.is_empty() { (related(view)) }
    }
}

/// The assumption first, then how the question is read.
fn read_as(reading: &Reading) -> Markup {
    let Reading { deadline, counts, reporter, synonyms, language, assumption, clarification, .. } = reading;
    html! {
        @if !assumption.is_empty() {
            p.decision {
                strong { "Assumed: " } (text::clipped(assumption, 400))
                @if !clarification.is_empty() { span.note { "To be clarified: " (text::clipped(clarification, 400)) } }
            }
        }
        @if deadline.is_some() || !counts.is_empty() || !reporter.is_empty() || !synonyms.is_empty() || !language.is_empty() {
            h3 { "Read as" }
            dl.pairs {
                @if let Some(NamedDeadline { at, quote }) = deadline {
                    dt { "Deadline" } dd { (figure::instant(*at)) ", from the words “" (text::clipped(quote, 200)) "”" }
                }
                @if !counts.is_empty() { dt { "Counts" } dd { (text::clipped(counts, 400)) } }
                @if !reporter.is_empty() { dt { "Reported by" } dd { (text::clipped(reporter, 120)) } }
                @if !synonyms.is_empty() { dt { "Also known as" } dd { (text::clipped(&synonyms.join(", "), 400)) } }
                @if !language.is_empty() { dt { "Language" } dd { (text::clipped(language, 3)) } }
            }
        }
    }
}

/// Describes what answers a question that yes or no does not answer.
fn kind(kind: &domain::AnswerKind) -> String {
    use domain::AnswerKind::{Binary, Conditional, Date, MultipleChoice, Numeric, Report};
    match kind {
        Binary => "yes or no".to_owned(),
        MultipleChoice { options, .. } if options.is_empty() => "one of an open list".to_owned(),
        MultipleChoice { options, open } => {
            format!("one of: {}{}", options.join(", "), if *open { ", or another one" } else { "" })
        }
        Numeric { unit, .. } if unit.is_empty() => "a number".to_owned(),
        Numeric { unit, .. } => format!("a number in {unit}"),
        Date => "a date".to_owned(),
        Conditional { condition } => format!("yes or no, if: {condition}"),
        Report { depth } => format!("a report, depth {depth}"),
    }
}

/// Other runs of the question or about its market.
fn related(view: &RunView<'_>) -> Markup {
    let same = |one: &RelatedRunItem| one.question == view.detail.state.run.asked.text;
    html! {
        h3 { "Asked at other times " span.count { (view.related.len()) } }
        @let course: Vec<String> = view.related.iter().rev().filter(|one| same(one)).filter_map(|one| one.probability).map(figure::percent).collect();
        @if course.len() > 1 { p { "The same question: " (course.join(" → ")) } }
        ul.findings {
            @for one in view.related {
                li {
                    a href=(format!("/console/runs/{}", one.run)) { (figure::time(view.now, one.started_at)) }
                    ": " @if let Some(p) = one.probability { strong { (figure::percent(p)) } } @else if let Some(answer) = &one.answer { strong { (text::clipped(answer, 120)) } } @else { "no forecast" }
                    @if let Some(crowd) = one.crowd { ", crowd " (figure::percent(crowd)) }
                    @if let Some(outcome) = one.outcome { ", came to " (outcome_word(outcome)) }
                    @if !same(one) { span.note { (text::clipped(&one.question, 200)) } }
                }
            }
        }
    }
}
