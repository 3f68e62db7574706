//! Reads from the stream: the position of the consumer, the number of messages per tenant, and a tenant's next
//! messages.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::{HeaderMap, Message, StatusCode};
use chrono::DateTime;
use futures::{StreamExt, TryStreamExt};

use crate::handover::WaitingRequest;
use crate::link::Link;
use crate::reply::COPY;
use crate::topology::{ConsumerSpec, WAITING};

/// Time for the answer of the server.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Headers that the server adds; the sender of a message may have set the same ones.
const SERVER_HEADERS: [&str; 6] =
    ["Nats-Stream", "Nats-Subject", "Nats-Sequence", "Nats-Time-Stamp", "Nats-Num-Pending", "Nats-Last-Sequence"];

/// Position of the consumer in the stream.
pub(super) struct Position {
    pub(super) delivered: u64,
    pub(super) pending: u64,
}

/// The stream of a consumer.
pub(super) struct Source {
    link: Link,
    spec: &'static ConsumerSpec,
}

impl Source {
    pub(super) fn new(link: &Link, spec: &'static ConsumerSpec) -> Self {
        Self { link: link.clone(), spec }
    }

    pub(super) async fn position(&self) -> anyhow::Result<Position> {
        let found: PullConsumer =
            self.link.jetstream.get_consumer_from_stream(self.spec.name, self.spec.stream).await?;
        let info = found.cached_info();
        Ok(Position { delivered: info.delivered.stream_sequence, pending: info.num_pending })
    }

    /// Returns the number of messages per tenant.
    pub(super) async fn totals(&self) -> anyhow::Result<BTreeMap<String, u64>> {
        let stream = self.link.jetstream.get_stream_no_info(self.spec.stream).await?;
        let mut subjects = stream.info_with_subjects(self.spec.of_tenant("*")).await?;
        let mut totals = BTreeMap::new();
        while let Some((subject, count)) = subjects.try_next().await? {
            if let Some(tenant) = self.spec.tenant_in(&subject) {
                *totals.entry(tenant.to_owned()).or_default() += count as u64;
            }
        }
        Ok(totals)
    }

    /// Returns the next messages of a tenant, or of all tenants (`*`), from a sequence.
    pub(super) async fn next(&self, tenant: &str, from: u64, batch: usize) -> anyhow::Result<Vec<Message>> {
        let batch = u32::try_from(batch).unwrap_or(u32::MAX);
        let request = WaitingRequest { tenant: tenant.to_owned(), from, batch };
        let client = &self.link.client;
        let (subject, body) = if self.spec.owns_stream() {
            let body = request.body(self.spec).context("a tenant's name")?;
            (format!("$JS.API.DIRECT.GET.{}", self.spec.stream), body)
        } else {
            (format!("{WAITING}{}", self.spec.name), serde_json::to_string(&request)?)
        };
        let inbox = client.new_inbox();
        let mut answers = client.subscribe(inbox.clone()).await?;
        client.publish_with_reply(subject, inbox, body.into()).await?;
        let mut found = Vec::new();
        let reading = async {
            while let Some(answer) = answers.next().await {
                match answer.status {
                    None | Some(StatusCode::OK) => found.push(self.copy(answer)?),
                    Some(status) => {
                        let ended = [204, 404].contains(&status.as_u16());
                        ensure!(ended, "{status} {}", answer.description.unwrap_or_default());
                        break;
                    }
                }
            }
            Ok(())
        };
        tokio::time::timeout(TIMEOUT, reading).await.context("no answer to a read of the stream")??;
        Ok(found)
    }

    /// Gives the message the subject and the headers that its delivery would have.
    fn copy(&self, answer: Message) -> anyhow::Result<Message> {
        let headers = answer.headers.unwrap_or_default();
        // The server adds its headers after those of the sender.
        let value =
            |name: &str| headers.get_last(name).map(|value| value.as_str().to_owned()).context("a header is missing");
        let (subject, sequence) = (value("Nats-Subject")?, value("Nats-Sequence")?.parse::<u64>()?);
        let stored_at = DateTime::parse_from_rfc3339(&value("Nats-Time-Stamp")?)?;
        let stored_at = stored_at.timestamp_nanos_opt().context("the time of a message")?;
        let (stream, consumer) = (self.spec.stream, self.spec.name);
        let reply = format!("{COPY}{stream}.{consumer}.1.{sequence}.0.{stored_at}.0");
        let headers = Some(of_sender(&headers)).filter(|headers| !headers.is_empty());
        Ok(Message {
            subject: subject.into(),
            reply: Some(reply.into()),
            headers,
            status: None,
            description: None,
            ..answer
        })
    }
}

/// Returns the headers without those of the server.
fn of_sender(headers: &HeaderMap) -> HeaderMap {
    let mut kept = HeaderMap::new();
    for (name, values) in headers.iter() {
        let text: &str = name.as_ref();
        if !SERVER_HEADERS.contains(&text) {
            values.iter().for_each(|value| kept.append(name.clone(), value.clone()));
        }
    }
    kept
}

/// Returns the sequence of the last of these copies.
pub(super) fn last(found: &[Message]) -> Option<u64> {
    found.last()?.reply.as_deref()?.split('.').nth(4)?.parse().ok()
}
