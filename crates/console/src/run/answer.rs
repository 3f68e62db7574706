//! Chapter 6: the probability with its reasons, the recommendation, the flags, and what the question came to.

use domain::answer::LEVELS;
use domain::forecast::{Action, Coherence, Recommendation};
use domain::reading::Implication;
use domain::{Distribution, Forecast};
use maud::{Markup, html};

use super::citations::Sources;
use super::{RunView, recorded, sides};
use crate::frame::{Tone, state};
use crate::{figure, text};

pub(super) fn summary(view: &RunView<'_>) -> Markup {
    html! {
        @match &view.detail.forecast {
            Some(forecast) => {
                @match forecast.headline() { Some(answer) => { (text::clipped(&answer, 160)) }, None => { (figure::percent(forecast.probability.get())) } }
                @if let Some(outcome) = view.outcome() { ", came to " (recorded(outcome)) }
            }
            None => { @if view.is_open() { "in progress" } @else { "none" } }
        }
    }
}

pub(super) fn chapter(view: &RunView<'_>, sources: &Sources<'_>) -> Markup {
    let Some(forecast) = &view.detail.forecast else {
        return html! {
            @if view.is_open() { p.empty { "The answer appears here when the forecast is made." } }
            @else { p.empty { "The run has no published forecast. The first sentence of this page says why." } }
        };
    };
    html! {
        (headline(view, forecast))
        @if let Some(coherence) = &forecast.account.coherence { (repair(forecast, coherence)) }
        @if let Some(options) = &forecast.account.options { (sides::options(options)) }
        @if !forecast.flags.is_empty() {
            h3 { "Needs attention" }
            ul.flags { @for flag in &forecast.flags { li { (state(Tone::Warn, "")) " " (text::untrusted(flag)) } } }
        }
        h3 { "Reasoning" }
        (sources.cited(&forecast.reasoning))
        (case(forecast, sources))
        (sides::evidence(forecast, &view.detail.state, sources))
        @if let Some(recommendation) = &forecast.recommendation { h3 { "On the market" } (advice(recommendation)) }
        (outcomes(view))
    }
}

fn headline(view: &RunView<'_>, forecast: &Forecast) -> Markup {
    if let Some(answer) = forecast.headline() {
        return distribution(forecast, &answer);
    }
    let crowd = forecast.run.asked.market_price().map(domain::Probability::get);
    html! {
        @if let Some(condition) = forecast.condition() { p { strong { "If " } (text::untrusted(&condition)) } }
        dl.figures {
            div { dt { "Probability of YES" } dd { span.big { (figure::percent(forecast.probability.get())) } } }
            div { dt { "Interval" } dd { (figure::percent(forecast.lower.get())) " to " (figure::percent(forecast.upper.get())) } }
            @if let Some(crowd) = crowd {
                div { dt { "Crowd" } dd { (figure::percent(crowd)) span.note { (figure::points(forecast.probability.get() - crowd)) " points" } } }
            }
            div { dt { "Confidence" } dd { (figure::percent(forecast.confidence)) span.note { "in the estimate itself" } } }
            @if let Some(outcome) = view.outcome() {
                div {
                    dt { "Came to" } dd { (recorded(outcome))
                    @if let Some(value) = outcome.value { span.note { "Brier " (format!("{:.4}", (forecast.probability.get() - value).powi(2))) } } }
                }
            }
        }
    }
}

/// The repair of a contradiction to forecasts of related questions.
fn repair(forecast: &Forecast, coherence: &Coherence) -> Markup {
    html! {
        p.decision {
            strong { "Kept coherent: " }
            "changed from " (figure::percent(coherence.before.get())) " to " (figure::percent(forecast.probability.get()))
            @for one in &coherence.related {
                ", "
                @match one.implication {
                    Implication::ImpliesThis => { "at least the " }
                    Implication::ImpliedByThis => { "at most the " }
                    Implication::Excludes => { "beside the " }
                }
                (figure::percent(one.probability.get())) " of "
                a href=(format!("/console/runs/{}", one.run)) { (text::clipped(&one.question, 200)) }
            }
            "."
        }
    }
}

/// An answer other than a probability of YES.
fn distribution(forecast: &Forecast, answer: &str) -> Markup {
    let rows: Vec<(String, String)> = match &forecast.distribution {
        Some(Distribution::Options { options }) => {
            options.iter().map(|one| (one.option.clone(), format!("{:.1} %", one.probability() * 100.0))).collect()
        }
        Some(quantiles) => {
            let texts = quantiles.quantile_texts().into_iter().flatten();
            texts.zip(LEVELS).map(|(text, level)| (format!("{:.0} %", level * 100.0), text)).collect()
        }
        None => Vec::new(),
    };
    let is_choice = matches!(forecast.distribution, Some(Distribution::Options { .. }));
    let (name, value) = if is_choice { ("Option", "Probability") } else { ("Below with a probability of", "Value") };
    html! {
        dl.figures {
            div { dt { "Answer" } dd { span.big { (text::clipped(answer, 300)) } } }
            div { dt { "Confidence" } dd { (figure::percent(forecast.confidence)) span.note { "in the estimate itself" } } }
        }
        @if !rows.is_empty() {
            div.scroll tabindex="0" role="region" aria-label="Answer" {
                table.rows {
                    caption.sr { "The answer in full" }
                    thead { tr { th scope="col" { (name) } th.num scope="col" { (value) } } }
                    tbody { @for (name, value) in &rows { tr { td.main { (text::clipped(name, 200)) } td.num.strong data-label="Value" { (value) } } } }
                }
            }
        }
    }
}

fn case(forecast: &Forecast, sources: &Sources<'_>) -> Markup {
    let case = &forecast.account.case;
    let rows = [
        ("Why not higher", &case.why_not_higher),
        ("Why not lower", &case.why_not_lower),
        ("What would change this", &case.would_change),
    ];
    html! {
        @for (name, written) in rows { @if !written.is_empty() { h3 { (name) } (sources.cited(written)) } }
    }
}

fn advice(recommendation: &Recommendation) -> Markup {
    let (tone, word) = match recommendation.action {
        Action::Buy => (Tone::Good, "buy YES"),
        Action::Sell => (Tone::Good, "sell YES"),
        Action::Abstain => (Tone::Plain, "abstain"),
    };
    html! {
        p {
            (state(tone, word)) " at " (figure::percent(recommendation.price)) ": edge " (figure::points(recommendation.edge)) " points, "
            (figure::points(recommendation.net_edge)) " after fees and spread"
            @if recommendation.size.0 > 0 { ", at most " (figure::money(recommendation.size.0)) }
            ". " (text::untrusted(&recommendation.reason))
        }
        p.note { "Auspex never trades." }
    }
}

fn outcomes(view: &RunView<'_>) -> Markup {
    html! {
        @if !view.outcomes.is_empty() {
            h3 { "Outcomes" }
            ul.plain {
                @for outcome in view.outcomes {
                    li {
                        (recorded(outcome)) ", resolved " (figure::day(outcome.resolved_at)) ", recorded by " (outcome.origin)
                        @match (&outcome.withdrawn, outcome.retired_at) {
                            (Some(reason), _) => {
                                " (withdrawn since" @if !reason.is_empty() { ": " (text::untrusted(reason)) } ")"
                            }
                            (None, Some(_)) => " (corrected since)",
                            (None, None) => {}
                        }
                        @if !outcome.because.is_empty() { ": " (text::untrusted(&outcome.because)) }
                    }
                }
            }
        }
    }
}
