//! Tests of the notes of approved results.

use serde_json::json;

use super::*;
use crate::event::MacroRequest;
use crate::review::{Approval, Edit, NewResult, Rejection, ReviewEvent, Session, SessionId};
use crate::{EventId, LeiCheck, MacroResult, MacroSource, ReviewPolicy, Tenant, Time};

const LEI: &str = "549300O897ZC5H7CY412";

fn at() -> Time {
    Time::from_timestamp(1_790_000_000, 0).unwrap()
}

fn data() -> Value {
    json!({
        "client_name": "Acme",
        "apex": {"name": "Acme Group SE", "jurisdiction": "DE", "lei": LEI, "role": "apex", "source": "https://acme.example/report"},
        "entities": [
            {"name": "Acme GmbH", "jurisdiction": "AT", "role": "subsidiary", "source": "https://register.example/1"},
            {"name": "Acme Fund", "role": "fund", "managers": ["Ada", "Bob"], "source": null},
        ],
        "open_points": ["Is Acme Inc. the same?"],
        "search_quality": "HIGH",
    })
}

fn pending(sources: &[&str]) -> ReviewedResult {
    let source = |url: &&str| MacroSource { url: (*url).to_owned(), title: String::new(), snippet: String::new() };
    let request = MacroRequest { name: "client-discovery".into(), ..MacroRequest::default() };
    let job = JobId::named(&["macro"]);
    let result = MacroResult {
        data: data(),
        schema_valid: true,
        sources: sources.iter().map(source).collect(),
        ..MacroResult::not_executed(job, &request, at())
    };
    let (event, definition) = (EventId::parse("e").unwrap(), "macro:".to_owned());
    let new = NewResult { event, event_job: job, result, definition, skip_review: false, refused: None };
    ReviewedResult::record(&Session::new(Tenant::default(), SessionId(job.0)), new, at())
}

fn approved(pending: &ReviewedResult, edits: Vec<Edit>, lei_checks: Vec<LeiCheck>) -> ReviewedResult {
    let (violations, verbs) = (Vec::new(), Vec::new());
    let approval = Approval { by: "ada".into(), at: at(), reason: String::new(), edits, violations, verbs, lei_checks };
    pending.step(&ReviewEvent::Approved(approval)).unwrap()
}

fn texts(result: &ReviewedResult) -> Vec<String> {
    result.notes().into_iter().map(|note| note.text).collect()
}

#[test]
fn each_record_of_approved_data_is_a_note_with_its_source() {
    let notes = approved(&pending(&["https://acme.example/about"]), Vec::new(), Vec::new()).notes();
    let rows: Vec<(&str, &str)> = notes.iter().map(|note| (note.text.as_str(), note.source_url.as_str())).collect();
    let apex = format!("Acme, Acme Group SE, apex: jurisdiction: DE; lei: {LEI}; role: apex.");
    let expected = [
        (apex.as_str(), "https://acme.example/report"),
        ("Acme, Acme GmbH, entities: jurisdiction: AT; role: subsidiary.", "https://register.example/1"),
        ("Acme, Acme Fund, entities: managers: Ada, Bob; role: fund.", "https://acme.example/about"),
    ];
    assert_eq!(rows, expected);
    assert!(notes[1].keywords.contains(&"acme gmbh".to_owned()), "{:?}", notes[1].keywords);
    assert_eq!((notes[0].tags[0].as_str(), notes[0].made_at), ("client-discovery", at()));
}

#[test]
fn nothing_is_noted_before_an_approval_or_after_another_decision() {
    let pending = pending(&["https://acme.example/about"]);
    assert!(pending.notes().is_empty());
    let rejection = Rejection { by: "bob".into(), at: at(), reason: "wrong".into() };
    assert!(pending.step(&ReviewEvent::Rejected(rejection)).unwrap().notes().is_empty());
    let late = pending.expires_at.unwrap();
    assert!(pending.step(&ReviewEvent::Expired { at: late }).unwrap().notes().is_empty());
}

#[test]
fn a_record_without_a_source_is_no_note_unless_the_reviewer_wrote_it() {
    let pending = pending(&[]);
    assert_eq!(texts(&approved(&pending, Vec::new(), Vec::new())).len(), 2, "the fund names no source");
    let edit = Edit::Replace { path: "/entities/1/role".into(), old: json!("fund"), value: json!("spv") };
    let notes = approved(&pending, vec![edit], Vec::new()).notes();
    let given = notes.last().unwrap();
    assert!(given.text.ends_with("role: spv. Stated by the reviewer ada on 2026-09-21."), "{}", given.text);
    assert_eq!((notes.len(), given.source_url.as_str()), (3, ""));
    assert!(!notes[1].text.contains("reviewer"), "{}", notes[1].text);
    let value = json!({"name": "Acme Spa", "role": "branch"});
    let added = approved(&pending, vec![Edit::Add { path: "/entities/-".into(), value }], Vec::new()).notes();
    assert!(added.last().unwrap().text.starts_with("Acme, Acme Spa, entities: role: branch. Stated by"));
}

#[test]
fn an_lei_that_gleif_does_not_know_is_left_out_and_the_same_fact_is_the_same_note() {
    let pending = pending(&[]);
    let check =
        LeiCheck { path: "/apex/lei".into(), lei: LEI.into(), status: LeiStatus::NotFound, note: String::new() };
    let without = approved(&pending, Vec::new(), vec![check]);
    assert_eq!(texts(&without)[0], "Acme, Acme Group SE, apex: jurisdiction: DE; role: apex.");
    let (one, two) = (approved(&pending, Vec::new(), Vec::new()), approved(&pending, Vec::new(), Vec::new()));
    let ids = |result: &ReviewedResult| result.notes().iter().map(|note| note.id).collect::<Vec<_>>();
    assert_eq!(ids(&one), ids(&two));
    let mut other = one.clone();
    other.session.tenant = Tenant::parse("other").unwrap();
    assert!(ids(&other).iter().all(|id| !ids(&one).contains(id)));
}

#[test]
fn a_valid_result_that_needs_no_review_is_noted_when_it_is_recorded() {
    let mut free = pending(&[]).result;
    free.review = ReviewPolicy::None;
    let (event, definition) = (EventId::parse("e").unwrap(), "macro:".to_owned());
    let new = NewResult { event, event_job: free.id, result: free, definition, skip_review: false, refused: None };
    let session = Session::new(Tenant::default(), SessionId(JobId::named(&["s"]).0));
    assert_eq!(ReviewedResult::record(&session, new, at()).notes().len(), 2);
}
