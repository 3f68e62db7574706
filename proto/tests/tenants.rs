//! The tenant of a published event: the subject decides, and the body must agree.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use proto::event::{Envelope, Event, InvalidEvent};
use proto::events::EventReceived;
use serde_json::json;

/// Returns the tenant of an event that names `named` in its body, in each format.
fn tenants(subject: &str, named: &str) -> Vec<Result<String, InvalidEvent>> {
    use prost::Message;
    let event = json!({"id": "q", "tenant": named, "question": {"text": "q"}});
    let wire: proto::v1::Event = serde_json::from_value(event.clone()).unwrap();
    let cloud = json!({"specversion": "1.0", "id": "q", "source": "s", "type": "t", "tenant": named,
        "data": {"question": {"text": "q"}}});
    let binary = json!({"id": "q", "question": {"text": "q"}});
    let bodies = [
        ("application/json", vec![], event.to_string().into_bytes()),
        ("", vec![], wire.encode_to_vec()),
        ("application/cloudevents+json", vec![], cloud.to_string().into_bytes()),
        ("application/json", vec![("ce-tenant".to_owned(), named.to_owned())], binary.to_string().into_bytes()),
    ];
    let decode = |(content_type, headers, body): (&str, Vec<(String, String)>, Vec<u8>)| {
        let envelope = Envelope { content_type, headers: &headers, subject };
        EventReceived::decode(&envelope, &body).map(|received| received.0.tenant.to_string())
    };
    bodies.into_iter().map(decode).collect()
}

#[test]
fn the_subject_decides_the_tenant_in_every_format() {
    for (subject, named, expected) in [
        ("auspex.event.question.acme", "", "acme"),
        ("auspex.event.question.acme", "acme", "acme"),
        ("auspex.event.question", "", "default"),
        ("auspex.event.question", "default", "default"),
        ("", "acme", "acme"),
    ] {
        for tenant in tenants(subject, named) {
            assert_eq!(tenant.unwrap(), expected, "{subject} {named}");
        }
    }
    for (subject, named) in [
        ("auspex.event.question.acme", "other"),
        ("auspex.event.question.acme", "default"),
        ("auspex.event.question.acme", "a.b"),
        ("auspex.event.question", "acme"),
    ] {
        for tenant in tenants(subject, named) {
            assert_eq!(tenant.unwrap_err().path, "tenant", "{subject} {named}");
        }
    }
    let error = tenants("auspex.event.question", "acme").remove(0).unwrap_err();
    assert!(error.problem.contains("publish it on auspex.event.question.acme"), "{error}");
}
