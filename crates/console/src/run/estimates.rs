//! Chapter 5: one strip of probabilities, the belief by round, and each decision about another round as a sentence.

use domain::Forecast;
use domain::forecast::{Measure, Valuation};
use maud::{Markup, html};

use super::RunView;
use crate::chart::{Dot, DotRow, dot_strip};
use crate::{figure, text};

pub(super) fn summary(view: &RunView<'_>) -> Markup {
    html! {
        @match &view.detail.forecast {
            Some(forecast) => {
                (figure::counted(forecast.base_rates.len() as u64, "base rate", "base rates")) ", "
                (figure::counted((forecast.samples.len() + forecast.account.distributions.len()) as u64, "estimate", "estimates"))
            }
            None => { "not made yet" }
        }
    }
}

pub(super) fn chapter(view: &RunView<'_>) -> Markup {
    let Some(forecast) = &view.detail.forecast else {
        return html! { p.empty { "Estimates are made after the last round of research." } };
    };
    html! {
        @if forecast.is_probability() { (dot_strip("Estimates of the probability", &rows(forecast))) }
        (distributions(forecast))
        (base_rates(forecast))
        (perspectives(forecast))
        @if !forecast.account.rounds.is_empty() {
            h3 { "Decisions about another round" }
            @for valuation in &forecast.account.rounds { (decision(valuation)) }
        }
    }
}

fn rows(forecast: &Forecast) -> Vec<DotRow> {
    let row = |name: &str, class, dots: Vec<Dot>| DotRow { name: name.to_owned(), class, dots, bounds: None };
    let one = |p: f64, label: &str| vec![Dot { p, label: label.to_owned() }];
    let views = &forecast.account.views;
    let base = forecast
        .base_rates
        .iter()
        .map(|rate| Dot { p: rate.rate.get(), label: format!("{}: {}", rate.kind, rate.description) });
    let estimates = &forecast.account.estimates;
    let samples = forecast.samples.iter().enumerate().map(|(place, p)| {
        let label =
            estimates.get(place).map_or_else(|| format!("Estimate {}", place + 1), |one| one.perspective.clone());
        Dot { p: p.get(), label }
    });
    let crowd =
        views.price.as_ref().map(|price| (price.price, format!("weight {:.1}: {}", price.weight, price.reason)));
    let crowd = crowd.or_else(|| forecast.run.asked.market_price().map(|price| (price.get(), "not pooled".to_owned())));
    let pooled = views.pooled.or(views.own).or(forecast.uncalibrated);
    let mut rows = vec![row("Base rates", "base", base.collect()), row("Estimates", "sample", samples.collect())];
    rows.extend(
        views.own.map(|p| row("Own view", "pooled", one(p.get(), "stated and computed, pooled without a price"))),
    );
    rows.extend(crowd.map(|(price, label)| row("Crowd", "crowd", one(price, &label))));
    rows.extend(
        pooled
            .filter(|_| forecast.uncalibrated.is_some() || views.pooled.is_some())
            .map(|p| row("Pooled", "pooled", one(p.get(), "before recalibration"))),
    );
    let bounds = Some((forecast.lower.get(), forecast.upper.get()));
    let answer = one(forecast.probability.get(), &forecast.account.recalibration);
    rows.push(DotRow { bounds, ..row("Answer", "final", answer) });
    rows.retain(|row| !row.dots.is_empty());
    rows
}

fn base_rates(forecast: &Forecast) -> Markup {
    html! {
        @if !forecast.base_rates.is_empty() {
            h3 { "Base rates" }
            div.scroll tabindex="0" role="region" aria-label="Base rates" {
                table.rows {
                    caption.sr { "Base rates that the estimates started from" }
                    thead { tr { th scope="col" { "Cases" } th scope="col" { "Kind" } th.num scope="col" { "Rate" } th.num scope="col" { "Counted" } } }
                    tbody {
                        @for rate in &forecast.base_rates {
                            tr {
                                td.main { (text::untrusted(&rate.description)) @if !rate.source.is_empty() { p.note { (text::clipped(&rate.source, 300)) } } }
                                td data-label="Kind" { (text::clipped(&rate.kind.replace('_', " "), 40)) }
                                td.num data-label="Rate" { (figure::probability(rate.rate.get())) }
                                td.num data-label="Counted" {
                                    @match rate.cases { Some(cases) => { (figure::integer(cases.successes)) " of " (figure::integer(cases.trials)) } None => { span.muted { "–" } } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn perspectives(forecast: &Forecast) -> Markup {
    let estimates = &forecast.account.estimates;
    html! {
        @if !estimates.is_empty() {
            h3 { "Independent estimates" }
            div.scroll tabindex="0" role="region" aria-label="Estimates" {
                table.rows {
                    caption.sr { "Independent estimates before pooling" }
                    thead {
                        tr { th scope="col" { "Perspective" } th.num scope="col" { "Start" } th.num scope="col" title="Computed from base rates and factors" { "Computed" }
                             th.num scope="col" title="Stated by the model" { "Stated" } th.num scope="col" { "View" } th.num scope="col" { "Confidence" } }
                    }
                    tbody {
                        @for one in estimates {
                            tr {
                                td.main { (text::clipped(&one.perspective, 160)) @if one.settled { " " span.note { "an official fact settles it" } } }
                                td.num data-label="Start" { (figure::probability(one.start.get())) }
                                td.num data-label="Computed" { (figure::probability(one.computed.get())) }
                                td.num data-label="Stated" { (figure::probability(one.stated.get())) }
                                td.num.strong data-label="View" { (figure::probability(one.view.get())) }
                                td.num data-label="Confidence" { (figure::percent(one.confidence)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The estimates of an answer other than a probability of YES.
fn distributions(forecast: &Forecast) -> Markup {
    let estimates = &forecast.account.distributions;
    html! {
        @if !estimates.is_empty() {
            div.scroll tabindex="0" role="region" aria-label="Estimates" {
                table.rows {
                    caption.sr { "Independent estimates before pooling" }
                    thead { tr { th scope="col" { "Perspective" } th scope="col" { "Estimate" } th.num scope="col" { "Confidence" } } }
                    tbody {
                        @for one in estimates {
                            tr {
                                td.main { (text::clipped(&one.perspective, 160)) }
                                td data-label="Estimate" { (text::clipped(&one.distribution.describe(), 400)) }
                                td.num data-label="Confidence" { (figure::percent(one.confidence)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A decision about another round as a sentence.
fn decision(valuation: &Valuation) -> Markup {
    let measure = match valuation.measure {
        Measure::Trade { stake, .. } => {
            format!("a better decision about a stake of {}", stake.rounded())
        }
        Measure::Score { .. } => "a better score".to_owned(),
    };
    html! {
        p.decision {
            "Round " (valuation.round) ": "
            @if valuation.questions == 0 { "no further question was worth asking: " } @else {
                "another " (figure::money(valuation.cost.0)) " of research ("
                (figure::counted(u64::from(valuation.questions), "question", "questions")) ") would gain " (figure::money(valuation.gain.0))
                " by " (measure) ": "
            }
            strong { @if valuation.goes_on { "continued" } @else { "stopped" } } "."
            span.note {
                "Estimate then " (figure::percent(valuation.estimate.get())) ", uncertainty " (figure::percent(valuation.uncertainty)) ": "
                (text::clipped(&figure::amounts(&valuation.reason), 400))
            }
        }
    }
}
