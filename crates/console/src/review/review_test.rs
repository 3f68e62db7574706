//! Tests of the page of a result.

use domain::access::AccessScope::{Read, Review};
use operations::reviews::{DeskPresence, ReviewDraft, ReviewView};
use serde_json::json;

use super::*;

fn item(state: &str) -> ReviewedView {
    ReviewedView {
        result_id: "5e7f2370-0000-0000-0000-000000000000".into(),
        session_id: "5e7f2371-0000-0000-0000-000000000000".into(),
        session_version: 3,
        digest: "0af1".into(),
        state: "pending_review".into(),
        result_state: state.into(),
        run: None,
        macro_name: "client-discovery".into(),
        macro_version: "1.0".into(),
        params: json!({ "client_name": "<b>ACME</b>" }).as_object().cloned().unwrap_or_default(),
        data: json!({ "subject": "ACME" }),
        schema_valid: true,
        validation_errors: Vec::new(),
        lacks: Vec::new(),
        review_required: true,
        suggested_verbs: vec!["(note.add :text \"<i>\")".into()],
        verbs: vec!["(note.add :text \"x\")".into()],
        search_quality: None,
        sources: Vec::new(),
        lei_checks: Vec::new(),
        cost_micro_usd: 5,
        at: Time::UNIX_EPOCH,
        expires_at: None,
        review: (state != "pending").then(|| ReviewView {
            by: "Ana".into(),
            at: Time::UNIX_EPOCH,
            reason: "checked".into(),
            approved: true,
            edits_made: Vec::new(),
        }),
        execution: None,
    }
}

/// A desk with the draft of the visitor and another person.
fn desk_of(state: &str) -> ReviewDesk {
    if state != "pending" {
        return ReviewDesk::default();
    }
    let draft = ReviewDraft { version: 2, data: json!({}), reason: String::new() };
    let other =
        DeskPresence { result: domain::JobId(uuid::Uuid::nil()), name: "Bo <i>".into(), opened_at: Time::UNIX_EPOCH };
    ReviewDesk { draft: Some((draft, Time::UNIX_EPOCH)), others: vec![other] }
}

fn rendered(state: &str, data: &Value, (scopes, refused): (&[AccessScope], Option<&str>)) -> String {
    let (item, queue, schema) = (item(state), Page { items: Vec::new(), next: None }, json!({}));
    let visitor = Visitor { name: "ana".into(), tenant: "acme".into(), scopes: scopes.to_vec() };
    let desk = desk_of(state);
    let edit = EditOperation::Remove { path: "/x".into(), old: None };
    let preview = ReviewPreview { verbs: item.suggested_verbs.clone(), edits: vec![edit], ..ReviewPreview::default() };
    let orders = ListOrders::default();
    let page = ReviewPage {
        queue: Queue { page: &queue, present: &[], now: Time::UNIX_EPOCH },
        desk: &desk,
        item: &item,
        schema: &schema,
        data,
        preview: &preview,
        orders: &orders,
        reason: "because <b>",
        refused,
        notice: None,
        visitor: &visitor,
        now: Time::UNIX_EPOCH,
    };
    review(&page).content.into_string()
}

#[test]
fn a_pending_result_is_decided_under_its_version_and_digest() {
    let page = rendered("pending", &json!({ "subject": "ACME" }), (&[Read, Review], None));
    for part in [
        "name=\"version\" value=\"3\"",
        "name=\"digest\" value=\"0af1\"",
        "value=\"approve\"",
        "value=\"reject\"",
        "value=\"because &lt;b&gt;\"",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let first = page.split("<button").nth(1).unwrap();
    assert!(first.contains("value=\"preview\""), "Enter in a field checks the edits: {first}");
    assert!(page.contains("by <bdi>ana</bdi>"), "edits have the name of their person: {page}");
    assert!(!page.contains("value=\"execute\"") && !page.contains("<b>") && !page.contains("<i>"), "{page}");
}

#[test]
fn a_reader_may_not_decide() {
    let page = rendered("pending", &json!({ "subject": "ACME" }), (&[Read], None));
    assert!(
        !page.contains("value=\"approve\"") && page.contains("readonly") && page.contains("lacks the scope review")
    );
}

#[test]
fn after_the_decision_of_another_person_both_versions_are_shown() {
    let page =
        rendered("approved", &json!({ "subject": "My edit" }), (&[Read, Review], Some("the session has changed")));
    assert!(page.contains("Somebody else has decided") && page.contains("My edit") && page.contains("ACME"), "{page}");
    assert!(page.contains("value=\"execute\"") && page.contains("by <bdi>Ana</bdi>"));
}

#[test]
fn a_page_says_who_else_has_opened_the_result_and_that_the_form_has_a_draft() {
    let page = rendered("pending", &json!({}), (&[Read, Review], None));
    for part in [
        "Bo &lt;i&gt;</bdi> opened this",
        "The first decision counts",
        "Your draft of",
        "an earlier version",
        "value=\"discard\"",
        "data-draft",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let decided = rendered("approved", &json!({}), (&[Read, Review], None));
    assert!(!decided.contains("Your draft") && !decided.contains("data-draft"), "{decided}");
}

#[test]
fn the_queue_marks_the_open_result_and_its_fragments_do_not() {
    let one = |id: &str| ReviewItem {
        result_id: id.into(),
        session_id: "s".into(),
        session_version: 1,
        macro_name: "m".into(),
        macro_version: String::new(),
        subject: format!("Client {id} <b>"),
        result_state: "pending".into(),
        schema_valid: true,
        at: Time::UNIX_EPOCH,
        expires_at: None,
        decided_by: None,
    };
    let page = Page { items: vec![one("a"), one("b")], next: None };
    let queue = Queue { page: &page, present: &[], now: Time::UNIX_EPOCH };
    let shown = queue::panel(&queue, "a").into_string();
    assert!(shown.contains("aria-current=\"true\"") && shown.contains("Client b &lt;b&gt;"), "{shown}");
    let message = picture(&queue).message(None);
    assert!(message.contains("#waits-b") && !message.contains("aria-current"), "{message}");
}
