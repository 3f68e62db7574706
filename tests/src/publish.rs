//! A publisher: publishes to the subject of the event kind, with the deterministic id, and waits for the confirmation.

use std::time::Duration;

use anyhow::Context;
use async_nats::HeaderMap;
use async_nats::jetstream;
use domain::{Event, JobId};
use proto::event::Fact;
use proto::events::EventReceived;

use crate::wait::PATIENCE;
use crate::{users, wait};

/// Publishes events and raw bytes.
#[derive(Clone)]
pub struct Publisher {
    /// Connection, for tests that use JetStream directly.
    pub client: async_nats::Client,
    /// JetStream context of the connection.
    pub jetstream: jetstream::Context,
}

impl Publisher {
    /// Connects; retries while the server is down.
    pub async fn connect(url: &str) -> anyhow::Result<Self> {
        let mut options =
            async_nats::ConnectOptions::new().retry_on_initial_connect().ping_interval(Duration::from_secs(2));
        // Servers of a cluster that the client learns later have no user in their address.
        if let Some((user, password)) = users::login(url) {
            options = options.user_and_password(user, password);
        }
        let client =
            options.connect(users::without_login(url)).await.with_context(|| format!("cannot connect to {url}"))?;
        let mut jetstream = jetstream::new(client.clone());
        jetstream.set_timeout(Duration::from_secs(2));
        Ok(Self { client, jetstream })
    }

    /// Publishes an event until it is confirmed. The id makes repetitions harmless.
    pub async fn event(&self, event: &Event) -> anyhow::Result<JobId> {
        let fact = EventReceived(event.clone());
        let job = event.job();
        self.bytes(&fact.subject(), &job.to_string(), fact.encode()).await?;
        Ok(job)
    }

    /// Publishes events concurrently.
    pub async fn events(&self, events: &[Event]) -> anyhow::Result<Vec<JobId>> {
        use futures::{StreamExt, TryStreamExt};
        futures::stream::iter(events.iter().map(|event| self.event(event))).buffered(64).try_collect().await
    }

    /// Publishes bytes with a message id until they are confirmed.
    pub async fn bytes(&self, subject: &str, id: &str, payload: Vec<u8>) -> anyhow::Result<()> {
        let payload = bytes::Bytes::from(payload);
        let send = || async {
            let mut headers = HeaderMap::new();
            headers.insert("Nats-Msg-Id", id);
            let sent = self.jetstream.publish_with_headers(subject.to_owned(), headers, payload.clone()).await;
            match sent {
                Ok(confirmed) => Ok(confirmed.await.map(|_| ()).map_err(|error| error.to_string())),
                Err(error) => Ok(Err(error.to_string())),
            }
        };
        wait::until(&format!("publishing {id} on {subject}"), PATIENCE, send).await
    }
}
