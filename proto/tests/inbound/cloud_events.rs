//! CloudEvents in binary and in structured mode.

use serde_json::{Value, json};

use super::decoded;

#[test]
fn cloud_events_in_binary_mode_complete_the_event() {
    let body = json!({"question": {"text": "q"}}).to_string();
    let headers = [
        ("Ce-Specversion", "1.0"),
        ("ce-id", "ce%2D1"),
        ("ce-source", "//feeds"),
        ("ce-time", "2026-11-22T08:30:00+01:00"),
        ("ce-tenant", "acme"),
        ("ce-type", "dev.auspex.event"),
        ("ce-datacontenttype", "application/json"),
    ];
    let event = decoded("", &headers, body.as_bytes()).unwrap();
    assert_eq!((event.id.as_str(), event.source.as_str(), event.tenant.as_str()), ("ce-1", "//feeds", "acme"));
    assert_eq!(event.occurred_at.unwrap().to_rfc3339(), "2026-11-22T07:30:00+00:00");
    let own = json!({"id": "own", "tenant": "mine", "question": {"text": "q"}}).to_string();
    let event = decoded("application/json", &headers, own.as_bytes()).unwrap();
    assert_eq!((event.id.as_str(), event.tenant.as_str()), ("own", "mine"));
    let old = decoded("application/json", &[("ce-specversion", "0.3")], own.as_bytes());
    assert_eq!(old.unwrap_err().path, "ce-specversion");
    let odd = decoded("application/json", &[("ce-time", "noon")], own.as_bytes()).unwrap();
    assert_eq!(odd.occurred_at, None, "a time that cannot be read costs the time only");
}

#[test]
fn cloud_events_in_structured_mode() {
    use prost::Message;
    let envelope = |data: Value| {
        let mut envelope = json!({"specversion": "1.0", "id": "s-1", "source": "//feeds", "type": "x", "tenant": "acme", "extension": 7});
        envelope.as_object_mut().unwrap().extend(data.as_object().unwrap().clone());
        decoded("application/cloudevents+json; charset=utf-8", &[], envelope.to_string().as_bytes())
    };
    let event = envelope(json!({"data": {"question": {"text": "q"}}})).unwrap();
    assert_eq!((event.id.as_str(), event.tenant.as_str()), ("s-1", "acme"));
    let bytes =
        proto::v1::Event { id: "inner".into(), kind: proto::v1::Event::from(&event).kind, ..Default::default() }
            .encode_to_vec();
    let hex: Vec<u8> = bytes;
    let base64 = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, hex);
    assert_eq!(
        envelope(json!({"data_base64": base64, "datacontenttype": "application/protobuf"})).unwrap().id.as_str(),
        "inner"
    );
    let sparse =
        json!({"time": null, "tenant": null, "data_base64": null, "data": {"question": {"text": "q"}, "source": null}});
    assert_eq!(envelope(sparse).unwrap().tenant, domain::Tenant::default());
    for (data, path) in [
        (json!({}), "data"),
        (json!({"data": {"question": {"txt": "q"}}}), "data.question.txt"),
        (json!({"data_base64": "?"}), "data_base64"),
        (json!({"specversion": "", "data": {}}), "specversion"),
        (json!({"data": {"question": {"text": ""}}}), "question.text"),
    ] {
        assert_eq!(envelope(data).unwrap_err().path, path);
    }
}
