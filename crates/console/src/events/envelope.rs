//! The message of an event: its envelope decoded, its bytes for a download, and how to publish it again.

use domain::Time;
use maud::{Markup, html};
use operations::events::EventMessage;
use serde_json::{Value, json};

use super::EventPage;
use crate::{figure, grafana, text};

/// Members of an event that are not its content.
const ENVELOPE: [&str; 5] = ["id", "tenant", "source", "occurredAt", "budgetMicroUsd"];
/// Characters of an event that fit into a command.
const MAX_COMMAND: usize = 4_000;

/// Renders the envelope and the event; nothing if neither its message nor its classification is stored.
pub(super) fn envelope(view: &EventPage<'_>) -> Markup {
    let classified = view.detail.event().map(|event| json!(event));
    let Some(event) = &classified.or_else(|| view.message.and_then(EventMessage::decoded)) else {
        return html! { @if view.message.is_some() { (received(view, &Value::Null)) p.empty { "This version cannot read the event." } } };
    };
    html! {
        (received(view, event))
        h2 { "Event" } (text::json(event))
        @let command = publish_again(event);
        @if command.chars().count() <= MAX_COMMAND {
            details.fold { summary { "Publish it again" }
                p.note { "The fleet processes an id once: change it." }
                (text::code(&command))
            }
        }
    }
}

fn received(view: &EventPage<'_>, event: &Value) -> Markup {
    let word = |name: &str| event.get(name).and_then(Value::as_str).unwrap_or_default();
    let kind = event.as_object().and_then(|members| members.keys().find(|name| !ENVELOPE.contains(&name.as_str())));
    html! {
        h2 { "As received" }
        dl.pairs {
            @if !word("id").is_empty() { dt { "Publisher's id" } dd { (text::clipped(word("id"), 200)) } }
            @if let Some(kind) = kind { dt { "Kind" } dd { (text::clipped(kind, 40)) } }
            @if !word("source").is_empty() { dt { "Source" } dd { (text::clipped(word("source"), 200)) } }
            @if let Ok(at) = word("occurredAt").parse::<Time>() { dt { "Occurred" } dd { (figure::instant(at)) } }
            @match view.message {
                Some(message) => (stored(view, message)),
                None => { dt { "Message" } dd.muted { "not stored: it came from NATS, or it was pruned" } }
            }
        }
    }
}

fn stored(view: &EventPage<'_>, message: &EventMessage) -> Markup {
    let job = view.detail.job;
    html! {
        dt { "Stored" } dd { (figure::time(view.now, message.stored_at)) }
        dt { "Subject" } dd { span.url { (text::clipped(&message.subject, 200)) } }
        dt { "Message" }
        dd { a href=(format!("/console/events/{job}/message")) download { (figure::integer(message.bytes.len() as u64)) " bytes" } " of protobuf, as published" }
        @if let Some(trace) = &message.trace_id {
            dt { "Trace" } dd { (grafana::trace(view.grafana, trace)) }
        }
    }
}

/// Returns the command that publishes an event over HTTP.
fn publish_again(event: &Value) -> String {
    let quoted = event.to_string().replace('\'', r"'\''");
    format!(
        "curl -s \"$AUSPEX_URL/v1/events\" -H \"Authorization: Bearer $AUSPEX_TOKEN\" \\\n  -H \"Content-Type: application/json\" -d '{quoted}'"
    )
}

#[cfg(test)]
mod tests {
    use domain::JobId;
    use operations::events::EventDetail;
    use proto::v1;

    use super::*;
    use crate::grafana::Grafana;

    fn message(bytes: &[u8]) -> EventMessage {
        EventMessage {
            subject: "auspex.event.question.default".into(),
            bytes: bytes.to_vec(),
            trace_id: Some("4bf92f3577b34da6a3ce929d0e0e4736".into()),
            stored_at: Time::UNIX_EPOCH,
        }
    }

    fn pending() -> EventDetail {
        EventDetail::pending(JobId(uuid::Uuid::nil()))
    }

    fn rendered(detail: &EventDetail, message: Option<&EventMessage>) -> String {
        let grafana = Grafana::new(&"https://grafana.example".parse().unwrap());
        envelope(&EventPage { detail, message, grafana: Some(&grafana), now: Time::UNIX_EPOCH }).into_string()
    }

    #[test]
    fn the_envelope_is_decoded_and_its_bytes_can_be_saved() {
        let event = json!({ "id": "a <b>", "source": "it's", "occurredAt": "2026-11-30T09:00:00+00:00", "question": { "text": "<i>" } });
        let classification =
            v1::EventClassified { event: serde_json::from_value(event).unwrap(), ..Default::default() };
        let detail = EventDetail { classification: Some(classification), ..pending() };
        let page = rendered(&detail, Some(&message(b"12345")));
        for part in [
            "a &lt;b&gt;",
            "question",
            "2026-11-30 09:00 UTC",
            "5 bytes",
            "href=\"/console/events/00000000-0000-0000-0000-000000000000/message\"",
            "it'\\''s",
            "grafana.example/explore",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("<b>") && !page.contains("<i>"), "{page}");
        let direct = rendered(&detail, None);
        assert!(direct.contains("it came from NATS") && !direct.contains("download"), "{direct}");
    }

    #[test]
    fn an_event_that_waits_for_the_classifier_is_read_from_its_message() {
        let waiting = pending();
        let bytes = b"\x0a\x03q-1\x1a\x04desk";
        assert!(rendered(&waiting, Some(&message(bytes))).contains("q-1"));
        assert!(rendered(&waiting, Some(&message(b"\xff"))).contains("cannot read the event"));
        assert_eq!(rendered(&waiting, None), "");
    }
}
