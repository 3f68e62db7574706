//! Runs: those that go on, then the newest, with their figures.

use domain::{MicroUsd, Time};
use maud::{Markup, html};
use operations::Page;
use operations::runs::{RunItem, RunQuery};

use super::address::{entity_address, run_address};
use super::frame::{Tone, bounded, lede, pager, state};
use super::live::{Picture, Rows, new_rows};
use super::{Body, Section, figure, text};

/// What the page shows.
#[derive(Debug)]
pub struct RunsView<'a> {
    /// The selection in the address.
    pub query: &'a RunQuery,
    /// Runs that go on, newest first.
    pub open: &'a Page<RunItem>,
    /// A page of the selected runs.
    pub page: &'a Page<RunItem>,
    /// Number of runs for each selection, in the order of [`SELECTIONS`].
    pub counts: [u64; 5],
    /// Time of the page.
    pub now: Time,
}

/// The selections: value in the address, name, and the words of the first sentence.
pub const SELECTIONS: [(Option<&str>, &str); 5] = [
    (None, "All"),
    (Some("open"), "In progress"),
    (Some("review"), "In review"),
    (Some("forecast"), "Forecast made"),
    (Some("ended"), "Ended without"),
];

/// Runs of a picture whose cards show that they have ended.
const MAX_ENDED_CARDS: usize = 12;

/// Returns the address of a selection.
pub fn address(state: Option<&str>, cursor: Option<&str>) -> String {
    let parts = [("state", state), ("cursor", cursor)];
    let parts: Vec<String> =
        parts.iter().filter_map(|(name, value)| Some(format!("{name}={}", text::encoded((*value)?)))).collect();
    if parts.is_empty() { "/console/runs".to_owned() } else { format!("/console/runs?{}", parts.join("&")) }
}

/// Renders the list of runs.
pub fn list(view: &RunsView<'_>) -> Body {
    let content = html! {
        h1.sr { "Runs" }
        @if let Some(entity) = &view.query.entity { (of_entity(entity, view.counts[0])) }
        @if view.counts[0] == 0 && view.query.entity.is_some() {} @else if view.counts[0] == 0 { (nothing_yet()) div.over-list { (new_rows(&view.address(None, None))) } } @else {
            (first_sentence(view))
            @if view.shows_open() {
                section.cards aria-label="Runs in progress" {
                    @for run in &view.open.items { (card(run, view.now)) }
                }
            }
            div.over-list { (filters(view)) @if view.query.cursor.is_none() && view.query.entity.is_none() { (new_rows(&view.address(view.query.state.as_deref(), None))) } }
            @if view.page.items.is_empty() {
                p.empty { "No run is in this state. " a href=(view.address(None, None)) { "Show all runs" } "." }
            } @else { (table(view)) }
            (pager(
                view.query.cursor.as_ref().map(|_| view.address(view.query.state.as_deref(), None)).as_deref(),
                view.page.next.as_deref().map(|next| view.address(view.query.state.as_deref(), Some(next))).as_deref(),
            ))
        }
    };
    Body::new(Section::Runs, "Runs", content)
}

/// Renders the parts of the list that change. A card of a run that has ended shows its end until the page is opened
/// again.
pub fn picture(view: &RunsView<'_>) -> Picture {
    let mut picture = Picture::default();
    picture.add("runs-lede", first_sentence(view));
    picture.add("runs-filters", filters(view));
    if view.shows_open() {
        let is_open = |run: &&RunItem| view.open.items.iter().any(|open| open.run == run.run);
        let ended = view.page.items.iter().filter(|run| !is_open(run)).take(MAX_ENDED_CARDS);
        for run in view.open.items.iter().chain(ended) {
            picture.add(format!("open-{}", run.run), card(run, view.now));
        }
    }
    for run in &view.page.items {
        picture.add(format!("run-{}", run.run), row(run, view));
    }
    let ids = view.page.items.iter().map(|run| run.run.clone()).collect();
    picture.with_rows(Rows { prefix: "run-", ids, more: view.page.next.is_some() })
}

impl RunsView<'_> {
    /// Returns the address of a selection of the runs in whose research the entity of the address plays a part, if it
    /// names one.
    fn address(&self, state: Option<&str>, cursor: Option<&str>) -> String {
        let address = address(state, cursor);
        let Some(entity) = &self.query.entity else { return address };
        let sign = if address.contains('?') { '&' } else { '?' };
        format!("{address}{sign}entity={}", text::encoded(entity))
    }

    /// Returns `true` if the runs that go on are above the list.
    fn shows_open(&self) -> bool {
        self.query.state.is_none() && self.query.cursor.is_none()
    }
}

/// Says whose runs are listed.
fn of_entity(entity: &str, count: u64) -> Markup {
    let page = entity_address(entity);
    html! {
        p.notice {
            @if count == 0 { "No run rests on a fact about " } @else { "Only runs that rest on a fact about " }
            a href=(page) { (text::clipped(entity, 120)) } " or were asked for with its research. "
            a href=(address(None, None)) { "All runs" }
        }
    }
}

fn first_sentence(view: &RunsView<'_>) -> Markup {
    html! { p #runs-lede.lede { (sentence(view)) } }
}

fn sentence(view: &RunsView<'_>) -> Markup {
    let [_, open, review, forecast, ended] = view.counts;
    let link = |state: &str, count: u64, one: &str, many: &str| {
        let words = if count == 1 { one } else { many };
        html! { a href=(view.address(Some(state), None)) { (bounded(count)) " " (words) } }
    };
    html! {
        @if open == 0 { "No run is in progress" } @else { (link("open", open, "run is in progress", "runs are in progress")) }
        @if review > 0 { ", " (link("review", review, "forecast waits for a review", "forecasts wait for a review")) }
        ", " (link("forecast", forecast, "forecast is made", "forecasts are made"))
        @if ended > 0 { ", " (link("ended", ended, "run ended without one", "runs ended without one")) }
        "."
    }
}

fn filters(view: &RunsView<'_>) -> Markup {
    html! {
        nav #runs-filters.filters aria-label="Selection" {
            @for ((state, name), count) in SELECTIONS.iter().zip(view.counts) {
                a href=(view.address(*state, None)) aria-current=[(view.query.state.as_deref() == *state).then_some("true")] {
                    (name) " " span.count { (bounded(count)) }
                }
            }
        }
    }
}

fn card(run: &RunItem, now: Time) -> Markup {
    let open = run.questions.saturating_sub(run.answers);
    html! {
        article.card id=(format!("open-{}", run.run)) {
            h2 { a href=(format!("/console/runs/{}", run.run)) { (text::clipped(&run.question, 160)) } }
            p {
                (phase(run)) " · round " (run.iteration) " · "
                @if run.questions == 0 { "no questions yet" } @else {
                    (figure::integer(open)) " of " (figure::counted(run.questions, "question", "questions")) " open"
                }
                " · " (figure::money(run.committed_micro_usd))
                @if run.limit_micro_usd > 0 { " of " (MicroUsd(run.limit_micro_usd).rounded()) }
                " · begun " (figure::time(now, run.started_at))
            }
            @if run.questions > 0 {
                progress max=(run.questions) value=(run.answers) aria-label="Answered questions" {}
            }
        }
    }
}

fn table(view: &RunsView<'_>) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Runs" {
            table.rows {
                caption.sr { "Runs, newest first" }
                thead {
                    tr {
                        th scope="col" { "Question" } th scope="col" { "State" }
                        th.num scope="col" { "Forecast" } th.num scope="col" title="Market's price when the question was asked" { "Crowd" }
                        th.num scope="col" title="Forecast minus crowd, in percentage points" { "Edge" }
                        th.num scope="col" { "Answers" } th.num scope="col" { "Cost" } th.num scope="col" { "Flags" } th.num scope="col" { "Asked" }
                    }
                }
                tbody { @for run in &view.page.items { (row(run, view)) } }
            }
        }
    }
}

fn row(run: &RunItem, view: &RunsView<'_>) -> Markup {
    html! {
        tr data-row id=(format!("run-{}", run.run)) {
            td.main { a href=(run_address(&run.run, view.query.state.as_deref())) { (text::clipped(&run.question, 160)) } }
            td data-label="State" { (phase(run)) }
            td.num.strong data-label="Forecast" { @if let Some(p) = run.probability { (figure::probability(p)) } @else if let Some(answer) = &run.answer { (text::clipped(answer, 60)) } @else { span.muted { "–" } } }
            td.num data-label="Crowd" { @if let Some(p) = run.crowd { (figure::probability(p)) } @else { span.muted { "–" } } }
            td.num data-label="Edge" {
                @if let (Some(p), Some(crowd)) = (run.probability, run.crowd) { (figure::points(p - crowd)) } @else { span.muted { "–" } }
            }
            td.num data-label="Answers" { (figure::integer(run.answers)) "/" (figure::integer(run.questions)) }
            td.num data-label="Cost" { (figure::money(run.committed_micro_usd)) }
            td.num data-label="Flags" { @if run.flags > 0 { span.flagged { (figure::integer(run.flags)) } } @else { span.muted { "0" } } }
            td.num data-label="Asked" { (figure::time(view.now, run.started_at)) }
        }
    }
}

/// The state of a run in one word.
pub fn phase(run: &RunItem) -> Markup {
    match run.phase.as_str() {
        "waiting" => state(Tone::Busy, "researching"),
        "analyzing" => state(Tone::Busy, "deciding"),
        "done" => state(Tone::Good, "forecast made"),
        "pending" => state(Tone::Warn, "in review"),
        "rejected" => state(Tone::Bad, "rejected"),
        "expired" => state(Tone::Bad, "expired"),
        "cancelled" => state(Tone::Plain, "cancelled"),
        "proposed" => state(Tone::Plain, "research proposed"),
        "reported" => state(Tone::Good, "report"),
        "unclear" => state(Tone::Warn, "unclear question"),
        other => state(Tone::Plain, other),
    }
}

fn nothing_yet() -> Markup {
    html! {
        (lede(&html! { "No question has been asked yet." }))
        div.teach {
            p { "A " strong { "run" } " is the work on one question: research, evidence, estimates and the forecast. Ask the first one:" }
            pre.code tabindex="0" { code { "auspex ask \"Will the Fed cut rates in December?\" --closes 2026-12-17" } }
            p { "Or publish a question over HTTP: " a href="/console/setup" { "Setup has snippets for five languages" } "." }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(phase: &str) -> RunItem {
        RunItem {
            run: "5e7f2370-0000-0000-0000-000000000000".into(),
            question: "Will <b>it</b> rise?".into(),
            phase: phase.into(),
            iteration: 1,
            probability: Some(0.41),
            answer: None,
            started_at: Time::UNIX_EPOCH,
            questions: 4,
            answers: 3,
            crowd: Some(0.36),
            flags: 0,
            committed_micro_usd: 12_345,
            limit_micro_usd: 20_000_000,
            made_at: None,
        }
    }

    #[test]
    fn every_number_of_the_first_sentence_links_to_its_rows() {
        let (open, page) = (
            Page { items: vec![item("waiting")], next: None },
            Page { items: vec![item("done")], next: Some("abc".into()) },
        );
        let view = RunsView {
            query: &RunQuery::default(),
            open: &open,
            page: &page,
            counts: [7, 1, 0, 5, 1],
            now: Time::UNIX_EPOCH,
        };
        let html = list(&view).content.into_string();
        for link in [
            "?state=open\">1 run is in progress",
            "?state=forecast\">5 forecasts are made",
            "?state=ended\">1 run ended",
        ] {
            assert!(html.contains(link), "{link}: {html}");
        }
        assert!(
            html.contains("&lt;b&gt;")
                && html.contains("+5")
                && html.contains("$0.0123")
                && html.contains("cursor=abc"),
            "{html}"
        );
    }

    #[test]
    fn a_row_leads_to_its_run_within_the_selection() {
        let (none, page) = (Page { items: Vec::new(), next: None }, Page { items: vec![item("done")], next: None });
        let query = RunQuery { state: Some("forecast".into()), ..RunQuery::default() };
        let view = RunsView { query: &query, open: &none, page: &page, counts: [1; 5], now: Time::UNIX_EPOCH };
        let html = list(&view).content.into_string();
        assert!(html.contains("href=\"/console/runs/5e7f2370-0000-0000-0000-000000000000?state=forecast\""), "{html}");
    }

    #[test]
    fn the_selections_of_an_entity_stay_with_it() {
        let none = Page { items: Vec::new(), next: None };
        let query = RunQuery { entity: Some("a&b".into()), ..RunQuery::default() };
        let page = Page { items: vec![item("done")], next: Some("abc".into()) };
        let view = RunsView { query: &query, open: &none, page: &page, counts: [3; 5], now: Time::UNIX_EPOCH };
        let html = list(&view).content.into_string();
        for link in
            ["/console/runs?entity=a%26b\"", "?state=ended&amp;entity=a%26b\"", "?cursor=abc&amp;entity=a%26b\""]
        {
            assert!(html.contains(link), "{link}: {html}");
        }
        assert!(!html.contains("id=\"new-rows\"") && html.contains("href=\"/console/entities/a%26b\""), "{html}");
        let view = RunsView { counts: [0; 5], page: &none, ..view };
        assert!(list(&view).content.into_string().contains("No run rests on a fact about"));
    }

    #[test]
    fn the_empty_page_says_how_to_ask() {
        let none = Page { items: Vec::new(), next: None };
        let view =
            RunsView { query: &RunQuery::default(), open: &none, page: &none, counts: [0; 5], now: Time::UNIX_EPOCH };
        assert!(list(&view).content.into_string().contains("auspex ask"));
    }
}
