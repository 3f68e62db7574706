//! Pages of rows in which every text of others has a megabyte of the characters that take most of a page.

use std::collections::BTreeMap;

use domain::access::AccessScope;
use domain::{Entity, EntityId, EntityKind, Time};
use operations::Page;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::*;

/// Bytes of a page at most, without its frame.
const MAX_PAGE: usize = 115 * 1024;
/// Rows of a page of a list.
const ROWS: usize = 50;
/// The text that is replaced by a megabyte.
const HERE: &str = "@";
const AT: &str = "2026-11-30T09:00:00Z";

fn megabyte() -> String {
    "<\u{202e}\u{7}&\u{1f600} word ".repeat((1 << 20) / 18)
}

/// Reads a value in whose texts [`HERE`] stands for a megabyte.
fn huge<T: DeserializeOwned>(value: Value) -> T {
    fn filled(value: Value, text: &str) -> Value {
        match value {
            Value::String(one) if one == HERE => text.into(),
            Value::Array(rows) => rows.into_iter().map(|row| filled(row, text)).collect(),
            Value::Object(members) => members.into_iter().map(|(name, one)| (name, filled(one, text))).collect(),
            other => other,
        }
    }
    serde_json::from_value(filled(value, &megabyte())).unwrap()
}

fn list<T: DeserializeOwned + Clone>(row: Value) -> Page<T> {
    Page { items: vec![huge(row); ROWS], next: None }
}

fn visitor() -> Visitor {
    Visitor { name: megabyte(), tenant: megabyte(), scopes: AccessScope::ALL.to_vec() }
}

fn check(name: &str, body: &Body) {
    let page = body.content.0.as_str();
    assert!(page.len() < MAX_PAGE, "{name}: {} bytes", page.len());
    assert!(page.contains("more characters"), "{name} states what it leaves out");
    assert!(!page.contains("<\u{202e}") && !page.contains('\u{7}'), "{name}: hidden characters are visible");
    assert!(text::plain(&body.title, 120).len() < 1_000, "{name}");
}

#[test]
fn a_list_of_runs_with_long_texts_stays_small() {
    let now = Time::UNIX_EPOCH;
    let run = json!({ "run": "5e7f2370", "question": HERE, "phase": "waiting", "iteration": 1, "probability": null, "answer": HERE, "started_at": AT });
    let (page, open) = (list(run.clone()), Page { items: vec![huge(run); 12], next: None });
    let query = operations::runs::RunQuery::default();
    check("runs", &runs::list(&runs::RunsView { query: &query, open: &open, page: &page, counts: [9; 5], now }));
}

#[test]
fn a_list_of_events_with_long_texts_stays_small() {
    let now = Time::UNIX_EPOCH;
    let event = json!({ "job": "5e7f2370", "id": HERE, "kind": "question", "about": HERE, "source": HERE, "interesting": true, "score": 1.0, "decided_by": HERE, "run": "5e7f", "state": "open", "received_at": AT });
    let query = operations::event_list::EventQuery::default();
    let page = list(event);
    let values = operations::event_list::EventValues::default();
    let view = events::EventsView { query: &query, page: &page, count: 50, hour: [1; 3], values: &values, now };
    check("events", &events::list(&view));
}

#[test]
fn a_list_of_dead_letters_with_long_texts_stays_small() {
    let (now, visitor) = (Time::UNIX_EPOCH, visitor());
    let letter = json!({ "id": "5e7f2370", "consumer": HERE, "subject": HERE, "class": "rejected", "reason": HERE, "at": AT, "redriven_at": null });
    let query = operations::dead_letter_groups::DeadLetterQuery::default();
    let page = list(letter);
    let view =
        dead_letters::LettersView { query: &query, page: &page, count: 50, visitor: &visitor, notice: None, now };
    check("dead letters", &dead_letters::letters(&view));
}

#[test]
fn a_list_of_reviews_with_long_texts_stays_small() {
    let now = Time::UNIX_EPOCH;
    let review = json!({ "result_id": "5e7f2370", "session_id": "5e7f", "session_version": 1, "macro_name": HERE, "macro_version": HERE, "subject": HERE, "result_state": "approved", "schema_valid": true, "at": AT, "decided_by": HERE });
    let page = list(review);
    check("reviews", &review::list(&review::QueueView { state: "approved", cursor: None, page: &page, now }));
}

#[test]
fn a_list_of_forecasts_with_long_texts_stays_small() {
    let now = Time::UNIX_EPOCH;
    let scored = json!({ "run": "5e7f2370-0000-0000-0000-000000000000", "tenant": "", "source": "", "topic": HERE, "model": HERE, "prompt_version": "", "question": HERE,
        "probability": 0.5, "crowd": 0.5, "outcome": 1.0, "asked_at": AT, "resolved_at": AT });
    let scored = list(scored).items;
    check(
        "forecasts",
        &forecasts::forecasts(&forecasts::ForecastsView {
            scored: &scored,
            with_early: false,
            by: forecasts::By::Topic,
            now,
        }),
    );
}

#[test]
fn an_event_and_a_dead_letter_with_long_texts_stay_small() {
    let now = Time::UNIX_EPOCH;
    let job = "5e7f2370-0000-0000-0000-000000000000";
    let line = json!({ "job": job, "event": job, "tenant": "default", "worker": HERE, "action": "filtered", "subject": HERE, "tools": [], "cost": 0,
        "errors": [HERE, HERE], "at": AT });
    let detail = json!({ "job": job, "state": "answered", "classification": { "reason": HERE, "event": { "id": HERE, "source": HERE, "question": { "text": HERE } }, "promptVersion": HERE },
        "results": vec![json!({ "kind": HERE, "result": HERE }); 9], "audit": vec![line; 41], "evidence": [] });
    let detail: operations::events::EventDetail = huge(detail);
    let message = operations::events::EventMessage {
        subject: megabyte(),
        bytes: vec![0xff; 9],
        trace_id: Some(megabyte()),
        stored_at: now,
    };
    check("event", &events::event(&events::EventPage { detail: &detail, message: Some(&message), grafana: None, now }));

    let header = proto::v1::Header { name: megabyte(), value: megabyte() };
    let letter = proto::v1::DeadLetter {
        consumer: megabyte(),
        class: "rejected".into(),
        subject: megabyte(),
        errors: vec![megabyte(); 20],
        payload: megabyte().into_bytes(),
        headers: vec![header; 20],
        ..proto::v1::DeadLetter::default()
    };
    let step = json!({ "worker": HERE, "action": HERE, "subject": HERE, "cost_micro_usd": 1, "at": AT });
    let trail: Vec<operations::dead_letters::DeadLetterStep> = vec![huge(step); 20];
    let visitor = &visitor();
    let view = dead_letters::LetterView { letter: &letter, trail: &trail, visitor, notice: None, grafana: None, now };
    check("dead letter", &dead_letters::letter(&view));
}

#[test]
fn an_entity_with_long_texts_stays_small() {
    let now = Time::UNIX_EPOCH;
    let entity = Entity {
        id: EntityId::slug("wif"),
        kind: EntityKind::CryptoToken,
        name: megabyte(),
        symbol: Some(megabyte()),
        verified: true,
        banned: Some(megabyte()),
        aliases: Vec::new(),
        metadata: BTreeMap::from([(megabyte(), megabyte())]),
        created_at: now,
        owner: None,
    };
    let mut research = domain::testing::research();
    research.summary = megabyte();
    research.risks = vec![megabyte(); 5];
    for finding in &mut research.findings {
        finding.text = megabyte();
    }
    for source in &mut research.sources {
        (source.url, source.title) = (format!("https://example.org/{}", megabyte()), megabyte());
    }
    let version = json!({ "text": HERE, "status": "supported" });
    let change = json!({ "version": 1, "made_at": AT, "summary": HERE, "confidence": 0.5, "ended_because": HERE, "added": [version], "removed": [version], "changed": [version], "unchanged": 0 });
    let fact = json!({ "attribute": HERE, "value": HERE, "valid_from": AT, "learned_at": AT, "source": HERE, "because": HERE });
    let history = huge(json!({ "versions": vec![change; 3], "facts": vec![fact; 20] }));
    let timeline = vec![operations::entities::TimelineItem { at: now, kind: megabyte(), text: megabyte() }; 10];
    let run = json!({ "run": "5e7f2370", "question": HERE, "phase": "waiting", "iteration": 1, "probability": 0.5, "started_at": AT });
    let note = json!({ "id": "5e7f2370", "text": HERE, "summary": HERE, "keywords": [], "tags": [], "kind": HERE, "source_url": HERE, "learned_at": AT, "ended_because": HERE });
    let runs: Vec<operations::runs::RunItem> = vec![huge(run); 5];
    let notes: Vec<operations::memory::NoteItem> = vec![huge(note); 5];
    let view = memory::EntityView {
        entity: &entity,
        representations: &[],
        research: Some(&(1, research)),
        history: &history,
        timeline: &timeline,
        runs: (&runs, u64::MAX),
        notes: (&notes, u64::MAX),
        has_report: false,
        now,
    };
    check("entity", &memory::entity(&view));
}

#[test]
fn a_cited_page_with_long_texts_stays_small() {
    let page: operations::pages::ArchivedPage = huge(
        json!({ "hash": "ab", "url": HERE, "title": HERE, "fetched_at": AT, "published_at": null, "before": HERE, "quote": HERE, "after": HERE, "left_out": 0 }),
    );
    let citation = operations::pages::Citation { run: "5e7f".into(), finding: Some("i1q1/f2".into()) };
    check("source", &source::source(&page, &citation, Time::UNIX_EPOCH));
}
