//! Forecasts of resolved questions: Brier beside the crowd and the base rate, calibration, and each forecast.

use domain::Time;
use forecasting::calibration::bins::DEFAULT_BINS;
use forecasting::calibration::{Interval, Row, bins, brier_parts, paired, summary};
use maud::{Markup, html};
use operations::score_figures::{Figures, Gap, Judged, Line, SEED, grouped};
use operations::scores::ScoredItem;

use super::chart::{CalibrationSeries, calibration, discrimination, forest};
use super::frame::{figures, lede};
use super::run::outcome_word;
use super::{Body, Section, figure, text};

/// Number of outcomes below which nothing is plotted.
pub(super) const MIN_OUTCOMES: usize = 20;
/// Questions with a price from which the difference of a group from the crowd is plotted.
const MIN_PRICED: usize = 5;
/// Forecasts in the table.
pub(super) const MAX_ROWS: usize = 60;
/// What the page shows.
#[derive(Debug)]
pub struct ForecastsView<'a> {
    /// Forecasts of resolved questions, most recently asked first.
    pub scored: &'a [ScoredItem],
    /// `true`: questions that were resolved before their closing time count, too.
    pub with_early: bool,
    /// Attribute by which the forecasts are grouped.
    pub by: By,
    /// Time of the page.
    pub now: Time,
}

/// Attribute by which forecasts are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Publisher of the question.
    Source,
    /// Topic of the question.
    Topic,
    /// Model of the forecaster.
    Model,
    /// Version of the forecaster's prompts.
    Prompts,
}

impl By {
    /// All attributes: value in the address and name.
    pub const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Source, "source", "Source"),
        (Self::Topic, "topic", "Topic"),
        (Self::Model, "model", "Model"),
        (Self::Prompts, "prompts", "Prompts"),
    ];

    /// Returns the attribute that an address names; the source for any other text.
    pub fn parse(text: &str) -> Self {
        Self::ALL.into_iter().find(|(_, value, _)| *value == text).map_or(Self::Source, |(by, ..)| by)
    }

    fn value(self) -> &'static str {
        Self::ALL.into_iter().find(|(by, ..)| *by == self).map_or("", |(_, value, _)| value)
    }

    fn attribute(self) -> fn(&ScoredItem) -> &str {
        match self {
            Self::Source => |item| &item.source,
            Self::Topic => |item| &item.topic,
            Self::Model => |item| &item.model,
            Self::Prompts => |item| &item.prompt_version,
        }
    }
}

/// Returns the address of a view.
fn address(by: By, with_early: bool) -> String {
    let early = if with_early { "&early=true" } else { "" };
    format!("/console/forecasts?by={}{early}", by.value())
}

/// Renders the page.
pub fn forecasts(view: &ForecastsView<'_>) -> Body {
    let counted: Vec<&ScoredItem> = view.scored.iter().filter(|item| item.past_close || view.with_early).collect();
    let left_out = view.scored.iter().filter(|item| !item.past_close).count();
    let found = beside_references(&counted);
    let content = html! {
        h1.sr { "Forecasts" }
        @if view.scored.is_empty() { (nothing_yet()) } @else {
            (lede(&sentence(&found)))
            (early(view, left_out))
            @if counted.len() >= MIN_OUTCOMES {
                div.columns {
                    div { (plot(&counted)) }
                    div { (scores(&found)) (parts(&counted)) h2 { "Discrimination" } (spread(&counted)) (discrimination(&bins(&ours(&counted), DEFAULT_BINS))) }
                }
            } @else if !counted.is_empty() {
                p.empty { "Calibration needs " (MIN_OUTCOMES) " outcomes; there are " (counted.len()) "." }
                (scores(&found)) (spread(&counted))
            }
            @if !counted.is_empty() { (groups(view, &counted)) (table(&counted, view.now)) }
        }
    };
    Body::new(Section::Forecasts, "Forecasts", content)
}

pub(super) fn ours(items: &[&ScoredItem]) -> Vec<Row> {
    items.iter().map(|item| item.row()).collect()
}

fn crowd(items: &[&ScoredItem]) -> Vec<Row> {
    items.iter().filter_map(|item| Some(Row { p: item.crowd?, outcome: item.outcome })).collect()
}

fn brier_scores(rows: &[Row]) -> Vec<f64> {
    rows.iter().map(|row| row.brier()).collect()
}

/// Returns the scores of forecasts and of their references; the intervals draw 1,000 samples each.
pub(super) fn beside_references(items: &[&ScoredItem]) -> Figures {
    Figures::new(&items.iter().map(|item| Judged::from(*item)).collect::<Vec<_>>(), SEED)
}

/// A difference of two scores with its sign.
fn signed(difference: f64) -> String {
    format!("{difference:+.4}").replace('-', "−")
}

pub(super) fn sentence(found: &Figures) -> Markup {
    let Line { summary, brier_interval, .. } = &found.ours;
    html! {
        @if summary.n == 0 { "No forecast counts yet: every resolved question was resolved before its closing time." } @else {
            "The Brier score is " strong.big { (format!("{:.4}", summary.brier)) }
            @if let Some(interval) = brier_interval { " (95 %: " (format!("{:.4} to {:.4}", interval.low, interval.high)) ")" }
            " over " (figure::counted(summary.n as u64, "resolved question", "resolved questions"))
            @if let Some(crowd) = found.reference("crowd") { "; the crowd has " (format!("{:.4}", crowd.summary.brier)) " on " (figure::integer(crowd.summary.n as u64)) " of them" }
            ". Lower is better; always saying 50 % gives 0.2500."
        }
    }
}

fn early(view: &ForecastsView<'_>, left_out: usize) -> Markup {
    html! {
        @if left_out > 0 {
            p.note {
                (figure::counted(left_out as u64, "question was", "questions were")) " resolved before the closing time. "
                @let (they, count, are, them) = if left_out == 1 { ("It", "counts", "is", "it") } else { ("They", "count", "are", "them") };
                @if view.with_early { (they) " " (count) " here. " a href=(address(view.by, false)) { "Leave " (them) " out" } }
                @else { (they) " " (are) " left out, because questions that resolve early are mostly YES. " a href=(address(view.by, true)) { "Include " (them) } }
                "."
            }
        }
    }
}

pub(super) fn plot(items: &[&ScoredItem]) -> Markup {
    let crowd = crowd(items);
    let mut series = vec![CalibrationSeries { name: "Ours", class: "ours", bins: bins(&ours(items), DEFAULT_BINS) }];
    if crowd.len() >= MIN_OUTCOMES {
        series.push(CalibrationSeries { name: "Crowd", class: "crowd", bins: bins(&crowd, DEFAULT_BINS) });
    }
    html! { h2 { "Calibration" } (calibration(&series)) }
}

/// The scores of ours and of each reference on the questions that it can answer, as `auspex score` shows them.
pub(super) fn scores(found: &Figures) -> Markup {
    html! {
        h2 { "Scores" }
        table.rows {
            caption.sr { "Scores beside those of references" }
            thead { tr { th scope="col" { "Forecaster" } th.num scope="col" { "n" } th.num scope="col" { "Brier" } th.num scope="col" { "95 %" }
                         th.num scope="col" title="Mean distance between forecast and outcome over ten bins" { "Calibration error" }
                         th.num scope="col" title="Ours minus this forecaster on the same questions; negative is better" { "Ours minus it" } } }
            tbody {
                @for Line { name, summary, brier_interval } in std::iter::once(&found.ours).chain(&found.references) {
                    tr {
                        th.main scope="row" { (name) }
                        td.num data-label="n" { (figure::integer(summary.n as u64)) }
                        td.num.strong data-label="Brier" { (format!("{:.4}", summary.brier)) }
                        td.num data-label="95 %" { @if let Some(found) = brier_interval { (format!("{:.4} to {:.4}", found.low, found.high)) } @else { "–" } }
                        td.num data-label="Calibration error" { (format!("{:.4}", summary.calibration_error)) }
                        td.num data-label="Ours minus it" { (difference(found.gap(name))) }
                    }
                }
            }
        }
    }
}

/// The parts of our Brier score.
fn parts(items: &[&ScoredItem]) -> Markup {
    let rows = ours(items);
    let parts = brier_parts(&rows, DEFAULT_BINS);
    let four = |value: f64| html! { (format!("{value:.4}").replace("-0.0000", "0.0000").replace('-', "−")) };
    html! {
        h2 { "Parts of the Brier score" }
        p.note { (four(summary(&rows).brier)) " is reliability minus resolution plus uncertainty plus what the ten ranges hide." }
        (figures(&[
            ("Reliability", four(parts.reliability), html! { "distance from what happened; lower is better" }),
            ("Resolution", four(parts.resolution), html! { "how well questions are told apart; higher is better" }),
            ("Uncertainty", four(parts.uncertainty), html! { "of the questions: the score of their base rate" }),
            ("Within ranges", four(parts.within_bins), html! { "what the ranges hide" }),
        ]))
    }
}

fn difference(gap: Option<&Gap>) -> Markup {
    html! { @if let Some(gap) = gap { (signed(gap.mean)) " " span.note { (gap.verdict()) } } @else { span.muted { "–" } } }
}

/// Discrimination: the mean forecast of questions that came to YES and to NO.
pub(super) fn spread(items: &[&ScoredItem]) -> Markup {
    let mean = |is_yes: bool| {
        let chosen: Vec<f64> =
            items.iter().filter(|item| item.row().is_yes() == is_yes).map(|item| item.probability).collect();
        (!chosen.is_empty()).then(|| chosen.iter().sum::<f64>() / chosen.len() as f64)
    };
    let cell = |value: Option<f64>| html! { @match value { Some(p) => { (figure::percent(p)) } None => { "–" } } };
    let rows = summary(&ours(items));
    figures(&[
        ("Came to YES", html! { (figure::percent(rows.yes_rate)) }, html! { "of the questions" }),
        ("Forecast where YES", cell(mean(true)), html! { "mean; higher is better" }),
        ("Forecast where NO", cell(mean(false)), html! { "mean; lower is better" }),
        ("Sharpness", html! { (format!("{:.2}", rows.sharpness)) }, html! { "0: always 50 %, 1: always certain" }),
    ])
}

/// The difference of our Brier score from the crowd's on the questions that have a price, with its interval.
fn beside_crowd(items: &[&ScoredItem]) -> Option<(f64, Interval)> {
    let priced: Vec<&ScoredItem> = items.iter().copied().filter(|item| item.crowd.is_some()).collect();
    if priced.len() < MIN_PRICED {
        return None;
    }
    paired(&brier_scores(&ours(&priced)), &brier_scores(&crowd(&priced)), SEED)
}

fn groups(view: &ForecastsView<'_>, items: &[&ScoredItem]) -> Markup {
    let groups = grouped(items, view.by.attribute());
    let rows: Vec<_> = groups.iter().map(|(name, items)| (*name, items, beside_crowd(items))).collect();
    let widest =
        |(_, _, gap): &(_, _, Option<(f64, Interval)>)| gap.map(|(_, found)| found.low.abs().max(found.high.abs()));
    let most = rows.iter().filter_map(widest).fold(0.0, f64::max);
    html! {
        h2 { "By" }
        nav.filters aria-label="Group by" {
            @for (by, _, name) in By::ALL { a href=(address(by, view.with_early)) aria-current=[(by == view.by).then_some("true")] { (name) } }
        }
        table.rows {
            caption.sr { "Scores by group" }
            thead { tr { th scope="col" { "Group" } th.num scope="col" { "n" } th.num scope="col" { "Brier" } th.num scope="col" { "95 %" } th.num scope="col" { "Crowd" }
                         th scope="col" title="Mean difference of the Brier scores on the questions that have a price, with its 95 % interval; left of the line is better" { "Ours minus the crowd" } } }
            tbody { @for (name, items, gap) in &rows { (group((*name, items.as_slice()), *gap, most)) } }
        }
        @if rows.iter().any(|(_, _, gap)| gap.is_none()) { p.note { "A group is compared with the crowd from " (MIN_PRICED) " questions with a price." } }
    }
}

fn group((name, items): (&str, &[&ScoredItem]), gap: Option<(f64, Interval)>, most: f64) -> Markup {
    let (own, crowd) = (Line::new(name, &ours(items), SEED), crowd(items));
    html! {
        tr {
            th.main scope="row" { @if name.is_empty() { span.muted { "not stated" } } @else { (text::clipped(name, 80)) } }
            td.num data-label="n" { (figure::integer(items.len() as u64)) }
            td.num.strong data-label="Brier" { (format!("{:.4}", own.summary.brier)) }
            td.num data-label="95 %" { @if let Some(found) = own.brier_interval { (format!("{:.4} to {:.4}", found.low, found.high)) } @else { "–" } }
            td.num data-label="Crowd" { @if crowd.is_empty() { "–" } @else { (format!("{:.4}", summary(&crowd).brier)) } }
            td.plot data-label="Ours minus the crowd" {
                @if let Some((mean, found)) = gap {
                    @let words = format!("{} ({} to {})", signed(mean), signed(found.low), signed(found.high));
                    (forest(&words, (mean, found), most)) span.note { (words) }
                } @else { span.muted { "–" } }
            }
        }
    }
}

fn table(items: &[&ScoredItem], now: Time) -> Markup {
    html! {
        h2 { "Forecasts " span.count { (figure::integer(items.len() as u64)) } }
        @if items.len() > MAX_ROWS { p.note { "The newest " (MAX_ROWS) " are listed. " a href="/console/forecasts.csv" { "All as CSV" } "." } }
        @else if !items.is_empty() { p.note { a href="/console/forecasts.csv" { "As CSV" } } }
        div.scroll tabindex="0" role="region" aria-label="Forecasts" {
            table.rows {
                caption.sr { "Forecasts of resolved questions" }
                thead { tr { th scope="col" { "Question" } th.num scope="col" { "Forecast" } th.num scope="col" { "Crowd" } th scope="col" { "Came to" }
                             th.num scope="col" { "Brier" } th scope="col" { "Model" } th.num scope="col" { "Resolved" } } }
                tbody {
                    @for item in items.iter().take(MAX_ROWS) {
                        tr data-row {
                            td.main { a href=(format!("/console/runs/{}", item.run)) { (text::clipped(&item.question, 160)) } }
                            td.num.strong data-label="Forecast" { (figure::probability(item.probability)) }
                            td.num data-label="Crowd" { @if let Some(p) = item.crowd { (figure::probability(p)) } @else { span.muted { "–" } } }
                            td data-label="Came to" { (outcome_word(item.outcome)) @if !item.past_close { " " span.note { "early" } } }
                            td.num data-label="Brier" { (format!("{:.4}", (item.probability - item.outcome).powi(2))) }
                            td data-label="Model" { (text::clipped(&item.model, 40)) }
                            td.num data-label="Resolved" { (figure::time(now, item.resolved_at)) }
                        }
                    }
                }
            }
        }
    }
}

fn nothing_yet() -> Markup {
    html! {
        (lede(&html! { "No forecast has been scored: no outcome is recorded." }))
        div.teach {
            p { "A forecast is scored when its question is resolved. Record an outcome on the page of a run, or for many questions at once:" }
            pre.code tabindex="0" { code { "auspex resolve RUN yes\nauspex resolve --file outcomes.csv" } }
        }
    }
}

/// Returns the forecasts as CSV. A text that a spreadsheet would run as a formula begins with an apostrophe.
pub fn csv(items: &[ScoredItem]) -> String {
    let cell = |text: &str| {
        let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    };
    let mut lines = vec![
        "run,question,source,topic,model,prompts,probability,crowd,outcome,asked_at,resolved_at,past_close".to_owned(),
    ];
    lines.extend(items.iter().map(|item| {
        let texts = [&item.question, &item.source, &item.topic, &item.model, &item.prompt_version]
            .map(|text| cell(text))
            .join(",");
        let crowd = item.crowd.map(|p| p.to_string()).unwrap_or_default();
        let (asked, resolved) = (item.asked_at.to_rfc3339(), item.resolved_at.to_rfc3339());
        format!(
            "{},{texts},{},{crowd},{},{asked},{resolved},{}",
            item.run, item.probability, item.outcome, item.past_close
        )
    }));
    lines.join("\r\n") + "\r\n"
}

#[cfg(test)]
#[path = "forecasts_test.rs"]
mod tests;
