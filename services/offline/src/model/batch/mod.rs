//! The batch endpoints of Anthropic and OpenAI: a batch is answered a fixed time after its submission, also if no
//! caller asks for it.

mod anthropic;
mod openai;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::routing::{get, post};
use chrono::{DateTime, Utc};
use serde_json::Value;

use super::handler::{BatchRequest, answer_in_batch};
use crate::World;
use crate::provider::{Profile, Refusal, Wire, overloaded};

/// The routes of the batch endpoints.
pub(crate) fn routes() -> Router<Arc<World>> {
    Router::new()
        .route("/anthropic/v1/messages/batches", post(anthropic::create).get(anthropic::list))
        .route("/anthropic/v1/messages/batches/{id}", get(anthropic::show))
        .route("/anthropic/v1/messages/batches/{id}/results", get(anthropic::results))
        .route("/openai/v1/files", post(openai::upload))
        .route("/openai/v1/files/{id}/content", get(openai::content))
        .route("/openai/v1/batches", post(openai::create).get(openai::list))
        .route("/openai/v1/batches/{id}", get(openai::show))
}

/// All batches and uploaded files of the world.
#[derive(Debug)]
pub(crate) struct Batches {
    delay: Duration,
    book: Mutex<Book>,
}

#[derive(Debug, Default)]
struct Book {
    batches: BTreeMap<String, Batch>,
    /// Number of batches so far, for their ids.
    accepted: usize,
    files: BTreeMap<String, String>,
}

/// A batch of requests.
#[derive(Debug, Clone)]
struct Batch {
    id: String,
    wire: Wire,
    /// Route of the faults that affect its requests.
    route: &'static str,
    created: DateTime<Utc>,
    items: Vec<Item>,
    /// Members that the provider returns as they were sent (OpenAI).
    echo: Value,
    /// The outcomes, in the order of the requests; `None` until the batch has ended.
    outcomes: Option<Vec<Outcome>>,
}

/// A request of a batch.
#[derive(Debug, Clone)]
struct Item {
    custom_id: String,
    body: Value,
}

/// The outcome of a request.
#[derive(Debug, Clone)]
enum Outcome {
    Answered(Value),
    Refused(Refusal),
    Expired,
}

impl Batches {
    /// Creates an empty book. A batch ends `delay` after its submission.
    pub(crate) fn new(delay: Duration) -> Self {
        Self { delay, book: Mutex::default() }
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // Each change is one insertion, so a panic cannot leave the book inconsistent.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes the batches that have not ended, and returns their number.
    pub(crate) fn forget_open(&self) -> usize {
        let mut book = self.book();
        let before = book.batches.len();
        book.batches.retain(|_, batch| batch.outcomes.is_some());
        before - book.batches.len()
    }

    fn get(&self, id: &str) -> Option<Batch> {
        self.book().batches.get(id).cloned()
    }

    /// Returns the batches of a route, newest first.
    fn of_route(&self, route: &str) -> Vec<Batch> {
        let mut all: Vec<Batch> = self.book().batches.values().filter(|batch| batch.route == route).cloned().collect();
        all.sort_by_key(|batch| std::cmp::Reverse(batch.created));
        all
    }

    fn keep_file(&self, content: String) -> String {
        let mut book = self.book();
        let id = format!("file-offline{}", book.files.len() + 1);
        book.files.insert(id.clone(), content);
        id
    }

    fn file(&self, id: &str) -> Option<String> {
        self.book().files.get(id).cloned()
    }
}

/// Accepts a batch and begins to work on it.
fn accept(world: &Arc<World>, prefix: &str, mut batch: Batch) -> Batch {
    {
        let mut book = world.batches.book();
        book.accepted += 1;
        batch.id = format!("{prefix}offline{}", book.accepted);
        book.batches.insert(batch.id.clone(), batch.clone());
    }
    let (world, id) = (Arc::clone(world), batch.id.clone());
    tokio::spawn(async move {
        tokio::time::sleep(world.batches.delay).await;
        let Some(batch) = world.batches.get(&id) else { return };
        let outcomes = batch.items.iter().enumerate().map(|(place, item)| answered(&world, &batch, (place, item)));
        let outcomes: Vec<Outcome> = outcomes.collect();
        if let Some(batch) = world.batches.book().batches.get_mut(&id) {
            batch.outcomes = Some(outcomes);
        }
    });
    batch
}

/// Answers a request. Of the requests that a fault keeps from the model, every second one expires and the others are
/// refused.
fn answered(world: &World, batch: &Batch, (place, item): (usize, &Item)) -> Outcome {
    let planned = world.faults.plan(batch.route);
    if planned.mode().is_some_and(crate::fault::Mode::before_work) {
        return if place % 2 == 0 { Outcome::Refused(overloaded(batch.wire)) } else { Outcome::Expired };
    }
    let request = BatchRequest { id: &item.custom_id, wire: batch.wire, body: &item.body, planned: &planned };
    answer_in_batch(world, &request).map_or_else(Outcome::Refused, Outcome::Answered)
}

/// Returns `true` if the imitated provider has batches on this wire.
fn has_batches(profile: Profile, wire: Wire) -> bool {
    matches!((profile, wire), (Profile::Generic, _) | (Profile::Claude, Wire::Anthropic) | (Profile::Gpt, Wire::Chat))
}

fn not_found() -> Refusal {
    Refusal { status: 404, kind: "not_found_error", ..Refusal::new("Not found") }
}

/// Returns the time of the provider that the world plays.
#[allow(clippy::disallowed_methods, reason = "the world plays a provider, whose clock is not the fleet's")]
fn now() -> DateTime<Utc> {
    Utc::now()
}
