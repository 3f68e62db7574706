//! An executor of verbs that honours the idempotency key: it runs the verbs of a key once and repeats its answer.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, ensure};
use futures::StreamExt;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::Fleet;

/// Maximum time until the server has processed the subscription.
const LIMIT: Duration = Duration::from_secs(60);

/// Verbs by idempotency key, in the order of their execution.
type Runs = Arc<Mutex<Vec<(String, Value)>>>;

/// A running executor of the default tenant.
pub struct Executor {
    runs: Runs,
    /// Number of requests so far.
    pub requests: watch::Receiver<usize>,
    /// First request that an executor cannot accept.
    failure: Arc<Mutex<Option<String>>>,
}

impl Executor {
    /// Starts to listen. The first `withheld` answers are not sent, as if the connection broke after the execution.
    ///
    /// # Errors
    /// NATS refuses the subscription.
    pub async fn start(fleet: &Fleet, withheld: usize) -> anyhow::Result<Self> {
        let client = fleet.publisher.client.clone();
        let mut incoming = client.subscribe("auspex.verbs.execute.default").await?;
        let inbox = client.new_inbox();
        let subscribed = runtime::testing::processed(&client, &client, &inbox);
        tokio::time::timeout(LIMIT, subscribed).await.context("subscribing")?.map_err(anyhow::Error::from_boxed)?;
        let (sender, requests) = watch::channel(0);
        let executor = Self { runs: Runs::default(), requests, failure: Arc::default() };
        let (runs, failure) = (Arc::clone(&executor.runs), Arc::clone(&executor.failure));
        tokio::spawn(async move {
            while let Some(request) = incoming.next().await {
                let answer = executed(&request, &runs).unwrap_or_else(|error| {
                    let text = format!("{error:#}");
                    locked(&failure).get_or_insert_with(|| text.clone());
                    json!({ "error": text })
                });
                if let Some(reply) = request.reply.filter(|_| *sender.borrow() >= withheld) {
                    // The requester repeats a request whose answer is lost.
                    let _ = client.publish(reply, answer.to_string().into()).await;
                }
                sender.send_modify(|count| *count += 1);
            }
        });
        Ok(executor)
    }

    /// Returns the verbs by idempotency key, in the order of their execution.
    ///
    /// # Errors
    /// A request had no key, named another tenant, or had other verbs than the first request with its key.
    pub fn runs(&self) -> anyhow::Result<Vec<(String, Value)>> {
        let failure = locked(&self.failure).clone();
        ensure!(failure.is_none(), "a request for execution: {}", failure.unwrap_or_default());
        Ok(locked(&self.runs).clone())
    }
}

/// Runs the verbs of a request, unless those of its key have been run.
fn executed(request: &async_nats::Message, runs: &Runs) -> anyhow::Result<Value> {
    let key = request.headers.as_ref().and_then(|headers| headers.get("Idempotency-Key")).context("no key")?;
    let (key, body) = (key.to_string(), serde_json::from_slice::<Value>(&request.payload)?);
    ensure!(body["idempotency_key"] == key && body["tenant"] == "default", "{body}");
    let mut runs = locked(runs);
    match runs.iter().find(|(known, _)| *known == key) {
        Some((_, verbs)) => ensure!(*verbs == body["verbs"], "other verbs for the key {key}: {body}"),
        None => runs.push((key, body["verbs"].clone())),
    }
    Ok(json!({ "done": runs.len() }))
}

/// A value is replaced or added as a whole, so a panic leaves no partial state.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
