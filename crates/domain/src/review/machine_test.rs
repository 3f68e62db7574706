//! Tests of the transitions.

use chrono::TimeDelta;
use serde_json::json;

use super::*;
use crate::{LeiStatus, ReviewPolicy};

fn at(seconds: i64) -> Time {
    Time::from_timestamp(1_900_000_000 + seconds, 0).unwrap()
}

fn job(name: &str) -> JobId {
    JobId::named(&["test", name])
}

fn session() -> Session {
    Session::new(Tenant::default(), SessionId(job("session").0))
}

fn request(session: &str) -> MacroRequest {
    MacroRequest { name: "m".into(), parameters: Map::new(), session: session.into(), skip_review: false }
}

fn new(name: &str) -> NewResult {
    let result = MacroResult {
        version: "1".into(),
        data: json!({"name": "Acme", "lei": null}),
        schema_valid: true,
        suggested_verbs: vec!["(a.b)".into()],
        ..MacroResult::not_executed(job(name), &request(""), at(0))
    };
    let event = EventId::parse("e").unwrap();
    NewResult { event, event_job: job("event"), result, definition: "macro:".into(), skip_review: false, refused: None }
}

fn pending() -> ReviewedResult {
    ReviewedResult::record(&session(), new("r"), at(10))
}

fn approval() -> Approval {
    Approval {
        by: "ada".into(),
        at: at(20),
        reason: String::new(),
        edits: vec![Edit::Replace { path: "/name".into(), old: json!("Acme"), value: json!("Acme Ltd") }],
        violations: Vec::new(),
        verbs: vec![r#"(gleif.enrich :name "Acme Ltd")"#.into()],
        lei_checks: vec![LeiCheck {
            path: "/lei".into(),
            lei: "x".into(),
            status: LeiStatus::Verified,
            note: String::new(),
        }],
    }
}

fn rejection() -> ReviewEvent {
    ReviewEvent::Rejected(Rejection { by: "bob".into(), at: at(21), reason: "wrong company".into() })
}

fn execution() -> ReviewEvent {
    ReviewEvent::VerbsExecuted(Execution { by: "ada".into(), at: at(30), answer: json!({"done": 1}) })
}

#[test]
fn a_result_is_approved_with_edits_and_its_verbs_are_executed_once() {
    let pending = pending();
    assert_eq!((pending.state, pending.session.state, pending.session.version), {
        (ResultState::Pending, SessionState::PendingReview, 1)
    });
    assert_eq!(pending.expires_at, Some(at(10) + TimeDelta::days(7)));
    let event = ReviewEvent::Approved(approval());
    let approved = pending.step(&event).unwrap();
    assert_eq!((approved.state, approved.session.state), (ResultState::Approved, SessionState::VerbsReady));
    assert_eq!(approved.data(), &json!({"name": "Acme Ltd", "lei": null}));
    assert_eq!((approved.verbs(), approved.lei_checks()), (&approval().verbs[..], &approval().lei_checks[..]));
    assert_eq!(approved.result, pending.result, "the researcher's result stays as it was");
    assert!(approved.is_result_of(&event) && !approved.is_result_of(&rejection()) && !pending.is_result_of(&event));
    let executed = approved.step(&execution()).unwrap();
    assert_eq!((executed.session.state, executed.session.version), (SessionState::Executed, 3));
    assert!(executed.is_result_of(&execution()));
    let again = executed.step(&execution()).unwrap_err();
    assert!(again.to_string().contains("executed before"), "{again}");
}

#[test]
fn a_rejected_and_an_expired_result_leave_an_idle_session() {
    let rejected = pending().step(&rejection()).unwrap();
    assert_eq!((rejected.state, rejected.session.state), (ResultState::Rejected, SessionState::Idle));
    assert_eq!(rejected.review.as_ref().unwrap().reason, "wrong company");
    let end = pending().expires_at.unwrap();
    let expired = pending().step(&ReviewEvent::Expired { at: end }).unwrap();
    assert_eq!((expired.state, expired.session.state), (ResultState::Expired, SessionState::Idle));
    for idle in [rejected, expired] {
        let next = ReviewedResult::record(&idle.session, new("next"), at(40));
        assert_eq!((next.state, next.session.version), (ResultState::Pending, 3));
    }
}

#[test]
fn every_transition_that_is_not_permitted_is_refused_with_its_reason() {
    let end = pending().expires_at.unwrap();
    let approved = || pending().step(&ReviewEvent::Approved(approval())).unwrap();
    let rejected = || pending().step(&rejection()).unwrap();
    let expired = || pending().step(&ReviewEvent::Expired { at: end }).unwrap();
    let late = ReviewEvent::Rejected(Rejection { by: "bob".into(), at: end, reason: String::new() });
    let approve = || ReviewEvent::Approved(approval());
    let cases = [
        (pending(), execution(), "waits for its review"),
        (pending(), ReviewEvent::Expired { at: at(50) }, "waits for its review until"),
        (pending(), late, "the time for the review ended"),
        (approved(), approve(), "was approved by ada at 2030-03-17 17:47:00 UTC"),
        (approved(), rejection(), "was approved by ada"),
        (approved(), ReviewEvent::Expired { at: end }, "was approved by ada"),
        (rejected(), approve(), "was rejected by bob"),
        (rejected(), execution(), "it was rejected"),
        (expired(), rejection(), "was expired by auspex"),
        (expired(), execution(), "it expired"),
    ];
    for (result, event, reason) in cases {
        let refused = result.step(&event).unwrap_err().to_string();
        assert!(refused.contains(reason), "{:?} on {:?}: {refused}", event, result.state);
    }
}

#[test]
fn content_that_is_invalid_too_large_or_more_than_a_line_is_refused() {
    let change = |change: &dyn Fn(&mut Approval)| {
        let mut approval = approval();
        change(&mut approval);
        pending().step(&ReviewEvent::Approved(approval)).unwrap_err().to_string()
    };
    let violation = SchemaViolation { path: "/name".into(), problem: "is not a string".into() };
    assert!(change(&|made| made.violations = vec![violation.clone()]).contains("first at \"/name\": is not a string"));
    for verb in ["(a)\n(b)", "(a)\r", "(a)\u{2028}(b)", "(a)\u{85}", " "] {
        assert!(change(&|made| made.verbs.push(verb.into())).contains("verb 2 is not exactly one line"), "{verb:?}");
    }
    assert!(change(&|made| made.verbs = vec!["x".repeat(MAX_VERBS_BYTES + 1)]).contains("at most 65536"));
    assert!(change(&|made| made.by = " ".into()).contains("no reviewer"));
    assert!(change(&|made| made.reason = "x".repeat(MAX_REASON_BYTES + 1)).contains("the reason has 4001 bytes"));
    let large = Edit::Add { path: "/more".into(), value: json!("x".repeat(MAX_DATA_BYTES)) };
    assert!(change(&|made| made.edits.push(large.clone())).contains("the list of edits has"));
    assert!(change(&|made| made.edits.push(made.edits[0].clone())).contains("another value"));
}

#[test]
fn invalid_data_is_approved_only_with_edits_that_make_it_valid() {
    let mut invalid = new("r");
    invalid.result.schema_valid = false;
    invalid.result.review = ReviewPolicy::None;
    invalid.result.validation_errors = vec![SchemaViolation { path: "/lei".into(), problem: "is missing".into() }];
    let pending = ReviewedResult::record(&session(), invalid, at(10));
    assert_eq!(pending.state, ResultState::Pending, "an invalid result waits for a person in every case");
    assert_eq!(pending.violations().len(), 1);
    let unchanged = Approval { edits: Vec::new(), ..approval() };
    let refused = pending.step(&ReviewEvent::Approved(unchanged)).unwrap_err();
    assert!(matches!(refused, Refused::Invalid { count: 1, .. }), "{refused}");
    let approved = pending.step(&ReviewEvent::Approved(approval())).unwrap();
    assert!(approved.violations().is_empty());
}

#[test]
fn a_valid_result_skips_the_review_where_the_definition_permits_it() {
    let cases = [
        (ReviewPolicy::Required, false, ResultState::Pending),
        (ReviewPolicy::Required, true, ResultState::Pending),
        (ReviewPolicy::Optional, false, ResultState::Pending),
        (ReviewPolicy::Optional, true, ResultState::Approved),
        (ReviewPolicy::None, false, ResultState::Approved),
    ];
    for (review, skip_review, state) in cases {
        let mut new = NewResult { skip_review, ..new("r") };
        new.result.review = review;
        let recorded = ReviewedResult::record(&session(), new, at(10));
        assert_eq!(recorded.state, state, "{review:?} {skip_review}");
        let approved = state == ResultState::Approved;
        assert_eq!(recorded.session.state == SessionState::VerbsReady, approved);
        assert_eq!(recorded.approved().is_some(), approved);
    }
}

#[test]
fn a_second_result_is_rejected_while_one_is_pending_and_the_session_does_not_change() {
    let first = pending();
    assert!(matches!(first.session.may_execute(), Err(Refused::ReviewPending { .. })));
    let second = ReviewedResult::record(&first.session, new("second"), at(11));
    assert_eq!((second.state, &second.session), (ResultState::Rejected, &first.session));
    let reason = &second.review.as_ref().unwrap().reason;
    assert!(reason.contains(&job("r").to_string()) && reason.contains("waits for its review"), "{reason}");
    assert_eq!(second.data(), &new("second").result.data, "the result is kept");
}

#[test]
fn a_macro_that_was_not_executed_is_recorded_as_rejected() {
    let refused = NewResult { refused: Some("x".repeat(MAX_REASON_BYTES) + "ß"), ..new("r") };
    let recorded = ReviewedResult::record(&session(), refused, at(10));
    assert_eq!((recorded.state, recorded.session), (ResultState::Rejected, session()));
    assert_eq!(recorded.review.unwrap().reason.len(), MAX_REASON_BYTES);
}

#[test]
fn only_the_verbs_of_the_newest_approved_result_can_be_executed() {
    let first = pending().step(&ReviewEvent::Approved(approval())).unwrap();
    let next = ReviewedResult::record(&first.session, new("next"), at(40));
    let first = ReviewedResult { session: next.session, ..first };
    let refused = first.step(&execution()).unwrap_err().to_string();
    assert!(refused.contains("a later macro"), "{refused}");
}

#[test]
fn a_conflict_names_the_author_of_the_stored_version() {
    let approved = pending().step(&ReviewEvent::Approved(approval())).unwrap();
    assert_eq!(approved.session.check_version(2), Ok(()));
    let conflict = approved.session.check_version(1).unwrap_err().to_string();
    assert!(conflict.contains("version 1 was read, version 2 is stored"), "{conflict}");
    assert!(conflict.contains("approved by ada at 2030"), "{conflict}");
}

#[test]
fn a_session_id_is_the_callers_uuid_or_derived() {
    let uuid = "3f0e6a52-8a5d-4c52-9d3e-0d8a5a1b2c3d";
    let of = |text: &str, event: &str| SessionId::of_request(&request(text), job(event));
    assert_eq!(of(uuid, "a").to_string(), uuid);
    assert_eq!(of("desk 7", "a"), of("desk 7", "b"));
    assert_ne!(of("", "a"), of("", "b"));
    assert_eq!(of(uuid, "a"), uuid.parse().unwrap());
}

#[test]
fn each_state_of_a_result_is_announced_under_its_own_id() {
    let approved = pending().step(&ReviewEvent::Approved(approval())).unwrap();
    assert_ne!(pending().announcement(), approved.announcement());
    for state in ResultState::ALL {
        assert_eq!(ResultState::parse(state.name()), Some(state));
        assert_eq!(serde_json::to_value(state).unwrap(), state.name());
    }
    for state in SessionState::ALL {
        assert_eq!(SessionState::parse(state.name()), Some(state));
        assert_eq!(serde_json::to_value(state).unwrap(), state.name());
    }
}
