//! One attempt to deliver an event.

use domain::Time;
use domain::webhook::ReceiverAnswer;
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use serde_json::value::RawValue;
use store::webhooks::{ClaimedWebhook, DueDelivery};

use super::sign::signatures;
use crate::streams::result_json;
use crate::webhooks::WebhookTargets;

/// Bytes of an answer that are read, so that its connection can be used again. Its content is not used.
const MAX_ANSWER_BYTES: usize = 16 * 1024;

/// The body of a delivery.
#[derive(serde::Serialize)]
struct Payload<'a> {
    r#type: &'a str,
    timestamp: Time,
    data: &'a RawValue,
}

/// The outcome of an attempt, with a short description of a failure that contains no part of the URL.
pub(super) type Attempt = (ReceiverAnswer, Option<String>);

/// Sends an event once.
pub(super) async fn send(
    targets: &dyn WebhookTargets,
    endpoint: &ClaimedWebhook,
    delivery: &DueDelivery,
    now: Time,
) -> Attempt {
    let (url, client) = match targets.target(&endpoint.url) {
        Ok(target) => target,
        Err(error) => return (ReceiverAnswer::Forbidden, Some(format!("the URL {error}"))),
    };
    let Some(body) = body(delivery) else {
        return (ReceiverAnswer::Forbidden, Some("the stored event is not JSON".to_owned()));
    };
    let timestamp = now.timestamp();
    let request = client
        .post(url)
        .header(CONTENT_TYPE, "application/json")
        .header("webhook-id", &delivery.id)
        .header("webhook-timestamp", timestamp.to_string())
        .header("webhook-signature", signatures(&endpoint.secrets, &delivery.id, timestamp, &body));
    match request.body(body).send().await {
        Ok(response) => read(response).await,
        Err(error) => (ReceiverAnswer::None, Some(reason(&error))),
    }
}

fn body(delivery: &DueDelivery) -> Option<Vec<u8>> {
    let text = result_json(&delivery.kind, delivery.data.clone())?;
    let data: &RawValue = serde_json::from_str(&text).ok()?;
    serde_json::to_vec(&Payload { r#type: &delivery.kind, timestamp: delivery.occurred, data }).ok()
}

async fn read(mut response: Response) -> Attempt {
    let status = response.status().as_u16();
    let retry_after = telemetry::retry_after(response.headers());
    let mut read = 0;
    while let Ok(Some(chunk)) = response.chunk().await {
        read += chunk.len();
        if read > MAX_ANSWER_BYTES {
            break;
        }
    }
    let error = (!(200..300).contains(&status)).then(|| format!("the receiver answered {status}"));
    (ReceiverAnswer::Status(status, retry_after), error)
}

/// Describes an error without the URL, which may contain a secret of the receiver.
fn reason(error: &reqwest::Error) -> String {
    let words = match error {
        error if error.is_timeout() => "the receiver did not answer in time",
        error if error.is_connect() => "no connection: the name, the address or the certificate was refused",
        _ => "the connection broke",
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use domain::webhook::CLASSIFICATIONS;

    use super::*;

    #[test]
    fn a_body_has_type_timestamp_and_the_event_as_it_is_stored() {
        let delivery = DueDelivery {
            id: "msg_1".to_owned(),
            kind: "forecast".to_owned(),
            occurred: "2026-11-23T14:00:00Z".parse().unwrap(),
            data: "{\"b\": 1.50, \"a\":2}".to_owned(),
            attempts: 0,
        };
        let text = String::from_utf8(body(&delivery).unwrap()).unwrap();
        assert_eq!(text, r#"{"type":"forecast","timestamp":"2026-11-23T14:00:00Z","data":{"b": 1.50, "a":2}}"#);
        assert_eq!(body(&DueDelivery { data: "{".to_owned(), ..delivery.clone() }), None);
        for data in ["{}", r#"{"message":"?"}"#, r#"{"message":"AAAA"}"#] {
            let kind = CLASSIFICATIONS.to_owned();
            assert_eq!(body(&DueDelivery { kind, data: data.to_owned(), ..delivery.clone() }), None, "{data}");
        }
    }
}
