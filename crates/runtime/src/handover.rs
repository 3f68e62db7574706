//! Hands waiting messages of the streams of work over to their consumers.
//!
//! A user that may read a message by its position may read the whole stream, in which the facts of all workers are. So
//! only one worker may, and the others ask it (`consumer::overtake`). It passes the request on for messages of the
//! asking worker's consumer only, with the asking worker's inbox as the receiver: nats-server sends the messages there,
//! and they pass through no other process.

use async_nats::{Client, Message};
use domain::Tenant;
use futures::StreamExt;
use tokio_util::sync::CancellationToken;

use crate::topology::{self, ConsumerSpec, WAITING};

/// Maximum messages of one request.
const MAX_BATCH: u32 = 64;
/// Maximum bytes of the messages of one request.
const MAX_BYTES: u32 = 4 << 20;
/// Delay before a subscription that has ended is made again.
const RESUBSCRIBE_DELAY: std::time::Duration = std::time::Duration::from_secs(1);

/// A request for the next messages of a tenant, or of all tenants (`*`), from a position.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct WaitingRequest {
    pub(crate) tenant: String,
    pub(crate) from: u64,
    pub(crate) batch: u32,
}

impl WaitingRequest {
    /// Returns the request to nats-server; `None` if the tenant is invalid.
    pub(crate) fn body(&self, spec: &ConsumerSpec) -> Option<String> {
        let is_valid = self.tenant == "*" || Tenant::parse(&self.tenant).is_ok();
        let (from, batch, filter) = (self.from, self.batch.min(MAX_BATCH), spec.of_tenant(&self.tenant));
        is_valid
            .then(|| format!(r#"{{"seq":{from},"next_by_subj":"{filter}","batch":{batch},"max_bytes":{MAX_BYTES}}}"#))
    }
}

/// Passes requests on until `stop`. All replicas share them through a queue group.
pub(crate) async fn run(client: Client, stop: CancellationToken) {
    loop {
        match client.queue_subscribe(format!("{WAITING}*"), telemetry::service().to_owned()).await {
            Ok(mut requests) => loop {
                tokio::select! {
                    () = stop.cancelled() => return,
                    request = requests.next() => match request {
                        Some(request) => pass_on(&client, &request).await,
                        None => break,
                    },
                }
            },
            Err(error) => tracing::warn!(%error, "requests for waiting messages cannot be received; trying again"),
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(RESUBSCRIBE_DELAY) => {}
        }
    }
}

async fn pass_on(client: &Client, request: &Message) {
    let Some((spec, body)) = accepted(request) else { return };
    let Some(reply) = request.reply.clone() else { return };
    let subject = format!("$JS.API.DIRECT.GET.{}", spec.stream);
    // A lost request is a timeout for its author.
    let _ = client.publish_with_reply(subject, reply, body.into()).await;
}

/// Returns the consumer of a request and the request to nats-server. The receiver must be the inbox of the consumer's
/// worker: permissions decide who asks, and this check who receives.
fn accepted(request: &Message) -> Option<(&'static ConsumerSpec, String)> {
    let spec = topology::consumer(request.subject.strip_prefix(WAITING)?)?;
    let inbox = format!("_INBOX_{}.", spec.service);
    let is_its_own = request.reply.as_deref().is_some_and(|reply| reply.starts_with(&inbox));
    let asked: WaitingRequest = serde_json::from_slice(&request.payload).ok()?;
    is_its_own.then(|| asked.body(spec)).flatten().map(|body| (spec, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(subject: &str, reply: &str, payload: &str) -> Message {
        Message {
            subject: subject.into(),
            reply: Some(reply.into()),
            payload: payload.to_owned().into(),
            headers: None,
            status: None,
            description: None,
            length: 0,
        }
    }

    #[test]
    fn a_worker_receives_messages_of_its_own_consumer_in_its_own_inbox_only() {
        let asked = r#"{"tenant":"acme","from":7,"batch":1000}"#;
        let (spec, body) = accepted(&request("auspex.waiting.filter", "_INBOX_filter.x", asked)).unwrap();
        assert_eq!(spec.name, "filter");
        assert_eq!(body, r#"{"seq":7,"next_by_subj":"auspex.research.gathered.acme","batch":64,"max_bytes":4194304}"#);
        for (subject, reply, payload) in [
            ("auspex.waiting.filter", "_INBOX_researcher.x", asked),
            ("auspex.waiting.filter", "_INBOX_filterx", asked),
            ("auspex.waiting.filter", "auspex.evidence.filtered", asked),
            ("auspex.waiting.nobody", "_INBOX_filter.x", asked),
            ("auspex.waiting.filter", "_INBOX_filter.x", r#"{"tenant":">","from":7,"batch":1}"#),
            ("auspex.waiting.filter", "_INBOX_filter.x", r#"{"tenant":"a\",\"seq\":1","from":7,"batch":1}"#),
            ("auspex.waiting.filter", "_INBOX_filter.x", "{"),
        ] {
            assert!(accepted(&request(subject, reply, payload)).is_none(), "{subject} {reply} {payload}");
        }
    }
}
