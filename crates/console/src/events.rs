//! Events: the outcome of the last hour, the list by kind and state, and one event.

mod envelope;

use domain::Time;
use domain::effect::AuditLine;
use maud::{Markup, html};
use operations::Page;
use operations::event_list::{EventItem, EventQuery, EventValue, EventValues};
use operations::events::{EventDetail, EventMessage, EventResult};
use proto::v1;
use serde_json::json;

use super::frame::{Tone, bounded, lede, pager, state};
use super::grafana::Grafana;
use super::{Body, Section, figure, text};

/// The states: value in the address and name.
const STATES: [(&str, &str); 3] = [("open", "Open"), ("answered", "Answered"), ("dead", "Dead")];

/// Results, characters of each, and lines of the audit trail that are shown at most.
const MAX_RESULTS: usize = 6;
const MAX_RESULT: usize = 1_000;
const MAX_AUDIT: usize = 40;

/// What the list shows.
#[derive(Debug)]
pub struct EventsView<'a> {
    /// The selection in the address.
    pub query: &'a EventQuery,
    /// A page of the selected events.
    pub page: &'a Page<EventItem>,
    /// Number of selected events.
    pub count: u64,
    /// Events of the last hour: open, answered, dead.
    pub hour: [u64; 3],
    /// The values of the filter that exist, with their numbers.
    pub values: &'a EventValues,
    /// Time of the page.
    pub now: Time,
}

/// Returns the address of a selection.
pub fn address(query: &EventQuery, cursor: Option<&str>) -> String {
    let since = query.since.map(|since| since.to_rfc3339_opts(chrono::SecondsFormat::Secs, true));
    let parts = [
        ("kind", query.kind.as_deref()),
        ("state", query.state.as_deref()),
        ("since", since.as_deref()),
        ("cursor", cursor),
    ];
    let parts: Vec<String> =
        parts.iter().filter_map(|(name, value)| Some(format!("{name}={}", text::encoded((*value)?)))).collect();
    if parts.is_empty() { "/console/events".to_owned() } else { format!("/console/events?{}", parts.join("&")) }
}

/// Renders the list.
pub fn list(view: &EventsView<'_>) -> Body {
    let is_filtered = view.query.kind.is_some() || view.query.state.is_some() || view.query.since.is_some();
    let content = html! {
        h1.sr { "Events" }
        (lede(&sentence(view)))
        @if view.count == 0 && !is_filtered { (nothing_yet()) } @else {
            (filters(view))
            p.note { (bounded(view.count)) @if view.count == 1 { " event" } @else { " events" }
                @match view.query.since { Some(since) => { " since " (figure::time(view.now, since)) } None => { " of the last 7 days" } }
                ". Events that the rules find uninteresting are kept in groups; their page opens by their id." }
            @if view.page.items.is_empty() { p.empty { "No event matches. " a href="/console/events" { "Show all" } "." } } @else { (table(view)) }
            (pager(
                view.query.cursor.as_ref().map(|_| address(view.query, None)).as_deref(),
                view.page.next.as_deref().map(|next| address(view.query, Some(next))).as_deref(),
            ))
        }
    };
    Body::new(Section::Events, "Events", content)
}

fn sentence(view: &EventsView<'_>) -> Markup {
    let [open, answered, dead] = view.hour;
    // The links count from the same time as the sentence.
    let since = Some(view.now - chrono::TimeDelta::hours(1));
    let link = |state: &str, count: u64, words: &str| {
        let query = EventQuery { state: Some(state.to_owned()), since, ..EventQuery::default() };
        html! { a href=(address(&query, None)) { (bounded(count)) " " (words) } }
    };
    html! {
        @if open + answered + dead == 0 { "No event has arrived in the last hour." } @else {
            "Of the last hour, "
            @if dead > 0 { (link("dead", dead, "died")) ", " }
            (link("answered", answered, if answered == 1 { "is answered" } else { "are answered" })) " and "
            (link("open", open, if open == 1 { "is open" } else { "are open" })) "."
        }
    }
}

fn filters(view: &EventsView<'_>) -> Markup {
    let with_state =
        |state: Option<&str>| EventQuery { state: state.map(str::to_owned), cursor: None, ..view.query.clone() };
    html! {
        nav.filters aria-label="State" {
            a href=(address(&with_state(None), None)) aria-current=[view.query.state.is_none().then_some("true")] { "All" }
            @for (value, name) in STATES {
                a href=(address(&with_state(Some(value)), None)) aria-current=[(view.query.state.as_deref() == Some(value)).then_some("true")] {
                    (name) @if let Some(state) = view.values.states.iter().find(|one| one.value == value) { " " span.count { (counted(state)) } }
                }
            }
        }
        form.search role="search" method="get" action="/console/events" {
            label.sr for="filter" { "Filter" }
            input #filter name="filter" type="search" value=(written(view)) placeholder="kind:question state:dead since:2h id:…" autocomplete="off" spellcheck="false" data-key="f" list="filter-values";
            (suggestions(view))
            button type="submit" { "Apply" }
        }
        form.inline method="get" action="/console/events" {
            @if let Some(state) = &view.query.state { input type="hidden" name="state" value=(state); }
            span.pair {
                label for="kind" { "Kind" }
                select #kind name="kind" {
                    option value="" { "all" }
                    @for kind in &view.values.kinds {
                        option value=(kind.value) selected[view.query.kind.as_ref() == Some(&kind.value)] { (kind.value.replace('_', " ")) " (" (counted(kind)) ")" }
                    }
                    @if let Some(kind) = view.query.kind.as_ref().filter(|kind| view.values.kinds.iter().all(|one| one.value != **kind)) {
                        option value=(kind) selected { (kind.replace('_', " ")) " (0)" }
                    }
                }
            }
            span.pair {
                label for="since" { "Since" }
                input #since name="since" type="text" placeholder="2026-11-22 or a time" value=[view.query.since.map(|since| since.to_rfc3339_opts(chrono::SecondsFormat::Secs, true))] size="20";
            }
            button type="submit" { "Filter" }
        }
    }
}

/// The number of a value, which may be a lower bound.
fn counted(value: &EventValue) -> String {
    format!("{}{}", figure::integer(value.count), if value.more { "+" } else { "" })
}

/// The qualifiers that can follow what is written, with the numbers of their events.
fn suggestions(view: &EventsView<'_>) -> Markup {
    let EventsView { query, values, .. } = view;
    let before = written(view);
    let of = |name: &'static str, is_open: bool, values: &[EventValue]| {
        let found = values.iter().filter(|value| is_open && value.count > 0);
        found.map(|value| (format!("{before} {name}:{}", value.value), counted(value))).collect::<Vec<_>>()
    };
    let all = [of("kind", query.kind.is_none(), &values.kinds), of("state", query.state.is_none(), &values.states)];
    html! { datalist #filter-values { @for (text, count) in all.iter().flatten() { option value=(text.trim_start()) { (count) " events" } } } }
}

/// Returns the selection in the filter language.
fn written(view: &EventsView<'_>) -> String {
    let EventQuery { kind, state, since, .. } = view.query;
    let since = since.map(|since| since.to_rfc3339_opts(chrono::SecondsFormat::Secs, true));
    let words = [("kind", kind.as_ref()), ("state", state.as_ref()), ("since", since.as_ref())];
    words.iter().filter_map(|(name, value)| Some(format!("{name}:{}", (*value)?))).collect::<Vec<_>>().join(" ")
}

fn table(view: &EventsView<'_>) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Events" {
            table.rows {
                caption.sr { "Events, newest first" }
                thead { tr { th scope="col" { "Event" } th scope="col" { "Kind" } th scope="col" { "State" }
                             th scope="col" title="Whether the fleet works on it, the score from 0 to 1, and who decided" { "Interesting" } th scope="col" { "Run" } th.num scope="col" { "Received" } } }
                tbody { @for event in &view.page.items { (row(event, view.now)) } }
            }
        }
    }
}

fn row(event: &EventItem, now: Time) -> Markup {
    html! {
        tr data-row {
            td.main {
                a href=(format!("/console/events/{}", event.job)) { @if event.about.is_empty() { (text::long_id(&event.id)) } @else { (text::clipped(&event.about, 110)) } }
                p.note { (text::long_id(&event.id)) @if !event.source.is_empty() { " · " (text::clipped(&event.source, 40)) } }
            }
            td data-label="Kind" { (event.kind.replace('_', " ")) }
            td data-label="State" { (event_state(&event.state)) }
            td data-label="Interesting" { @if event.interesting { "yes" } @else { "no" } " " span.note { (format!("{:.2}", event.score)) " by " (text::clipped(&event.decided_by, 30)) } }
            td data-label="Run" { @if let Some(run) = &event.run { a href=(format!("/console/runs/{run}")) { (text::id(run)) } } @else { span.muted { "–" } } }
            td.num data-label="Received" { (figure::time(now, event.received_at)) }
        }
    }
}

fn event_state(name: &str) -> Markup {
    match name {
        "answered" => state(Tone::Good, name),
        "dead" => state(Tone::Bad, name),
        "open" | "pending" | "classified" => state(Tone::Busy, name),
        other => state(Tone::Plain, other),
    }
}

/// What the page of one event shows.
#[derive(Debug, Clone, Copy)]
pub struct EventPage<'a> {
    /// The event, as the operation describes it.
    pub detail: &'a EventDetail,
    /// Its message, if it is stored.
    pub message: Option<&'a EventMessage>,
    /// Grafana, which shows the trace of its publication.
    pub grafana: Option<&'a Grafana>,
    /// Time of the page.
    pub now: Time,
}

/// Renders one event.
pub fn event(view: &EventPage<'_>) -> Body {
    let EventPage { detail, now, .. } = *view;
    let EventDetail { classification, verdict, .. } = detail;
    let job = detail.job.to_string();
    let id = detail.event().map_or(job.as_str(), |event| &event.id);
    let kind = detail.event().and_then(|event| event.kind.as_ref());
    let question = match kind {
        Some(v1::event::Kind::Question(question)) => question.text.as_str(),
        _ => "",
    };
    let reason = classification.as_ref().map(|made| &made.reason).or(verdict.as_ref().map(|verdict| &verdict.reason));
    let run = classification.as_ref().map_or("", |made| &made.run_id);
    let content = html! {
        nav.trail aria-label="Path" { a href="/console/events" { "Events" } " / " (text::id(&job)) }
        h1 { @if question.is_empty() { (text::clipped(id, 160)) } @else { (text::clipped(question, 300)) } }
        (lede(&html! {
            "This event is " (event_state(detail.state.name()))
            @if let Some(at) = detail.received_at { ", received " (figure::time(now, at)) }
            @if let Some(at) = detail.answered_at { " and answered " (figure::time(now, at)) }
            "."
        }))
        @if let Some(reason) = reason.filter(|reason| !reason.is_empty()) { p { span.muted { "Why: " } (text::clipped(&figure::amounts(reason), 400)) } }
        @if !run.is_empty() { p { a href=(format!("/console/runs/{}", text::encoded(run))) { "Open its run" } } }
        @if let Some(v1::event::Kind::Directions(_)) = kind { p { a href=(format!("/console/bundles/{job}")) { "Open its bundles" } } }
        (results(&detail.results))
        (audit(&detail.audit, now))
        @if classification.is_none() && verdict.is_none() { p.empty { "The event is stored and waits for the classifier." } }
        (envelope::envelope(view))
        @if let Some(made) = classification { details.fold { summary { "Classification" } (text::json(&json!(v1::EventClassified { event: None, ..made.clone() }))) } }
        @if let Some(verdict) = verdict { h2 { "Verdict of the rules" } p.note { "The classified event is not stored, only its SHA-256." } (text::json(&json!(verdict))) }
    };
    Body::new(Section::Events, "Event", content)
}

fn results(results: &[EventResult]) -> Markup {
    html! {
        @if !results.is_empty() {
            h2 { "Results " span.count { (results.len()) } }
            @for EventResult { kind, result } in results.iter().take(MAX_RESULTS) {
                details.fold { summary { (text::clipped(kind, 40)) } (text::json_up_to(result, MAX_RESULT)) }
            }
            @if results.len() > MAX_RESULTS { p.note { (figure::integer((results.len() - MAX_RESULTS) as u64)) " more results are in the answer of the API." } }
        }
    }
}

/// What each worker did, in order.
fn audit(lines: &[AuditLine], now: Time) -> Markup {
    html! {
        @if !lines.is_empty() {
            h2 { "What happened" }
            div.scroll tabindex="0" role="region" aria-label="Audit trail" {
                table.rows {
                    caption.sr { "Audit trail, oldest first" }
                    thead { tr { th scope="col" { "Worker" } th scope="col" { "Action" } th scope="col" { "Subject" } th.num scope="col" { "Cost" } th scope="col" { "Errors" } th.num scope="col" { "At" } } }
                    tbody {
                        @for line in lines.iter().take(MAX_AUDIT) {
                            tr {
                                td.name { (text::clipped(&line.worker, 40)) }
                                td data-label="Action" { (text::clipped(&line.action.replace('_', " "), 60)) }
                                td.wide data-label="Subject" { (text::clipped(&line.subject, 120)) }
                                td.num data-label="Cost" { (figure::money(line.cost.0)) }
                                td data-label="Errors" { @if !line.errors.is_empty() { (text::clipped(&line.errors.join("; "), 120)) } }
                                td.num data-label="At" { (figure::time(now, line.at)) }
                            }
                        }
                    }
                }
            }
            @if lines.len() > MAX_AUDIT { p.note { (figure::integer((lines.len() - MAX_AUDIT) as u64)) " more lines are in the answer of the API." } }
        }
    }
}

fn nothing_yet() -> Markup {
    html! { div.teach { p { "An " strong { "event" } " is anything that a publisher sends: a question, a transaction, an alert. " a href="/console/setup" { "Publish the first one" } "." } } }
}

#[cfg(test)]
mod tests {
    use domain::{JobId, MicroUsd, Tenant};
    use operations::events::EventPhase;

    use super::*;

    #[test]
    fn the_numbers_of_the_last_hour_link_to_its_events() {
        let page = Page { items: Vec::new(), next: None };
        let now = Time::from_timestamp(7_200, 0).unwrap();
        let value = |value: &str, count, more| EventValue { value: value.into(), count, more };
        let values = EventValues {
            kinds: vec![value("question", 2, false)],
            states: vec![value("open", 0, false), value("dead", 1_000, true)],
        };
        let view =
            EventsView { query: &EventQuery::default(), page: &page, count: 3, hour: [0, 2, 1], values: &values, now };
        let html = list(&view).content.into_string();
        assert!(html.contains("state=dead&amp;since=1970-01-01T01%3A00%3A00Z\">1 died"), "{html}");
        for part in [
            "question (2)",
            "value=\"kind:question\">2 events",
            "value=\"state:dead\">1,000+ events",
            "Dead <span class=\"count\">1,000+",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert!(!html.contains("value=\"state:open\""), "nothing is open: {html}");
        let query = EventQuery { kind: Some("macro".into()), ..EventQuery::default() };
        let filtered = list(&EventsView { query: &query, ..view }).content.into_string();
        assert!(
            filtered.contains("selected>macro (0)") && filtered.contains("value=\"kind:macro state:dead\""),
            "{filtered}"
        );
        let query = EventQuery { kind: Some("question".into()), state: Some("dead".into()), ..EventQuery::default() };
        let filtered = list(&EventsView { query: &query, ..view }).content.into_string();
        assert!(filtered.contains("value=\"kind:question state:dead\""), "{filtered}");
        let view = EventsView { count: 0, hour: [0; 3], ..view };
        assert!(list(&view).content.into_string().contains("Publish the first one"));
    }

    #[test]
    fn an_event_is_shown_without_markup_of_its_publisher() {
        let job = JobId(uuid::Uuid::nil());
        let of = |event: v1::Event| {
            let event = Some(event);
            let classification = Some(v1::EventClassified { event, reason: "a <b>".to_owned(), ..Default::default() });
            EventDetail { state: EventPhase::Answered, classification, ..EventDetail::pending(job) }
        };
        let line = AuditLine {
            job,
            event: job,
            tenant: Tenant::default(),
            worker: "<a>".to_owned(),
            action: "x".to_owned(),
            subject: String::new(),
            from_cache: None,
            tools: Vec::new(),
            cost: MicroUsd::ZERO,
            errors: vec!["<p>".to_owned(), "late".to_owned()],
            at: Time::UNIX_EPOCH,
        };
        let result = json!({ "text": "<u>", "n": 18_446_744_073_709_551_615_u64 });
        let detail = EventDetail {
            results: vec![EventResult { kind: "<i>".to_owned(), result }],
            audit: vec![line],
            ..of(v1::Event { id: "<script>".to_owned(), ..Default::default() })
        };
        let shown = |detail: &EventDetail| {
            let view = EventPage { detail, message: None, grafana: None, now: Time::UNIX_EPOCH };
            event(&view).content.into_string()
        };
        let html = shown(&detail);
        for bad in ["<script>", "<b>", "<i>", "<u>", "<a>", "<p>; late"] {
            assert!(!html.contains(bad), "{bad}: {html}");
        }
        assert!(html.contains("&lt;p&gt;; late"), "each error of the audit trail is shown: {html}");
        assert!(html.contains("18446744073709551615") && !html.contains("/console/bundles/"));
        let kind = Some(v1::event::Kind::Directions(v1::Directions::default()));
        let html = shown(&of(v1::Event { kind, ..Default::default() }));
        assert!(html.contains(&format!("href=\"/console/bundles/{job}\"")), "{html}");
    }
}
