//! The part of the kill loop that uses the gateway: publishes a share of the events and approves the macros over HTTP.
//!
//! The gateway may be killed before, while or after it handles a request. A client then repeats the request: an event with its id, an approval
//! with its idempotency key and the version of the session that the reviewer has read.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, ensure};
use domain::review::FORECAST;
use domain::{Event, JobId};
use futures::future::try_join_all;
use proto::event::Fact;
use proto::events::EventReceived;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::api::TOKEN_NAME;
use crate::{Api, Fleet, InvariantReport, wait};

/// Maximum time until a request has an answer.
const PATIENCE: Duration = Duration::from_secs(120);
/// Number of groups in which the events are published, so that the gateway is killed between and during them.
const GROUPS: usize = 20;
/// Interval between two groups.
const GROUP_INTERVAL: Duration = Duration::from_millis(250);
/// Interval between two looks at the queue of reviews.
const REVIEW_INTERVAL: Duration = Duration::from_millis(250);

/// Decisions about macros that have waited for a review: result, state of the decision, state of the result, author.
const DECISIONS: &str = "SELECT v.result::text || ' ' || v.state || ' ' || m.state || ' ' || v.by
    FROM macro_review v JOIN macro_result m ON m.id = v.result WHERE m.subject = 'macro' AND m.expires_at IS NOT NULL";

/// Published results of the same macros.
const ANNOUNCED: &str = "SELECT x.id::text FROM result x WHERE x.kind = 'macro' AND x.event IN
    (SELECT m.event FROM macro_result m WHERE m.subject = 'macro' AND m.expires_at IS NOT NULL)";

/// Returns the events that are published over HTTP, a quarter with every kind, and the others.
pub(super) fn split(events: Vec<Event>) -> (Vec<Event>, Vec<Event>) {
    let (over_http, others): (Vec<_>, Vec<_>) =
        events.into_iter().enumerate().partition(|(n, _)| (n + n / 20).is_multiple_of(4));
    let events_of = |part: Vec<(usize, Event)>| part.into_iter().map(|(_, event)| event).collect();
    (events_of(over_http), events_of(others))
}

/// A client of the gateway that is killed.
pub(super) struct OverHttp<'a> {
    fleet: &'a Fleet,
    api: Api,
    /// Number of attempts to publish or approve.
    attempts: watch::Sender<usize>,
    /// Number of answers to requests of every kind.
    answers: watch::Sender<usize>,
    /// Jobs of the acknowledged events.
    acknowledged: Mutex<BTreeSet<JobId>>,
    /// Results that the gateway reported as approved.
    approved: Mutex<BTreeSet<JobId>>,
}

/// A macro's result that waits for a decision.
struct Pending {
    result: JobId,
    /// Version of the session.
    version: i64,
}

impl<'a> OverHttp<'a> {
    pub(super) async fn start(fleet: &'a Fleet) -> anyhow::Result<Self> {
        let api = Api::start(fleet).await?;
        let [attempts, answers] = [0; 2].map(watch::Sender::new);
        Ok(Self { fleet, api, attempts, answers, acknowledged: Mutex::default(), approved: Mutex::default() })
    }

    /// Returns the places that are not the gateway.
    pub(super) fn workers(&self) -> Vec<usize> {
        self.fleet.places("").into_iter().filter(|place| *place != self.api.place).collect()
    }

    /// Kills the gateway before, while and after it handles events and approvals, until the future is dropped; returns only if a kill fails.
    /// A gateway that is not used is not killed. An interval of 0 disables the kills.
    pub(super) async fn kill_forever(&self, seed: u64, mean_ms: u64, kills: &mut usize) -> anyhow::Error {
        let mut random = StdRng::seed_from_u64(seed);
        if mean_ms == 0 {
            return std::future::pending().await;
        }
        loop {
            tokio::time::sleep(Duration::from_millis(mean_ms * random.random_range(75..125) / 100)).await;
            let delay = Duration::from_millis(random.random_range(0..25));
            if let Err(error) = self.kill_in_use(delay).await {
                return error.context("a kill of the gateway failed");
            }
            *kills += 1;
        }
    }

    /// Kills the gateway this long after it has been sent the next event or approval.
    async fn kill_in_use(&self, delay: Duration) -> anyhow::Result<()> {
        let (mut answers, mut attempts) = (self.answers.subscribe(), self.attempts.subscribe());
        // It has started again after the last kill.
        answers.changed().await?;
        attempts.mark_unchanged();
        attempts.changed().await?;
        tokio::time::sleep(delay).await;
        self.fleet.kill_worker(self.api.place).await
    }

    /// Publishes events, each until it is acknowledged.
    pub(super) async fn publish(&self, events: &[Event]) -> anyhow::Result<Vec<JobId>> {
        let mut jobs = Vec::with_capacity(events.len());
        let mut groups = tokio::time::interval(GROUP_INTERVAL);
        for group in events.chunks(events.len().div_ceil(GROUPS).max(1)) {
            groups.tick().await;
            jobs.extend(try_join_all(group.iter().map(|event| self.publish_one(event))).await?);
        }
        Ok(jobs)
    }

    async fn publish_one(&self, event: &Event) -> anyhow::Result<JobId> {
        let body = EventReceived(event.clone()).encode();
        let (status, accepted) = self
            .changed(|| {
                let request = self.api.http.post(format!("{}/v1/events", self.api.url)).body(body.clone());
                request.header("content-type", "application/x-protobuf")
            })
            .await?;
        ensure!(status == 202, "event {}: {status}: {accepted}", event.id);
        let job: JobId = accepted["job"].as_str().context("an acknowledged event has a job")?.parse()?;
        ensure!(job == event.job(), "event {} was acknowledged as job {job}", event.id);
        locked(&self.acknowledged).insert(job);
        Ok(job)
    }

    /// Approves pending macros until the future is dropped; returns only if an answer is wrong or missing.
    pub(super) async fn approve_forever(&self) -> anyhow::Error {
        let mut looks = tokio::time::interval(REVIEW_INTERVAL);
        loop {
            looks.tick().await;
            if let Err(error) = self.approve_pending().await {
                return error.context("an approval over HTTP failed");
            }
        }
    }

    /// Approves every macro that is pending now.
    pub(super) async fn approve_pending(&self) -> anyhow::Result<()> {
        try_join_all(self.pending().await?.iter().map(|pending| self.approve(pending))).await?;
        Ok(())
    }

    async fn approve(&self, &Pending { result, version }: &Pending) -> anyhow::Result<()> {
        let url = format!("{}/v1/reviews/{result}/approve", self.api.url);
        let (status, answer) = self
            .changed(|| {
                let request = self.api.http.post(&url).json(&json!({ "edits": client_group() }));
                let key = format!("approve-{result}");
                request.header("idempotency-key", key).header("if-match", format!("\"{version}\""))
            })
            .await?;
        ensure!(status == 200, "result {result} at version {version}: {status}: {answer}");
        locked(&self.approved).insert(result);
        Ok(())
    }

    /// Reads the pending results of macros. Forecasts stay in the queue.
    async fn pending(&self) -> anyhow::Result<Vec<Pending>> {
        let (mut found, mut cursor) = (Vec::new(), None::<String>);
        loop {
            let (status, page) = self
                .answered(|| {
                    let request = self.api.http.get(format!("{}/v1/reviews", self.api.url));
                    let cursor: Vec<(&str, &String)> = cursor.iter().map(|cursor| ("cursor", cursor)).collect();
                    request.query(&[("state", "pending"), ("limit", "200")]).query(&cursor)
                })
                .await?;
            ensure!(status == 200, "the queue of reviews: {status}: {page}");
            for item in page["items"].as_array().context("a page has items")? {
                if item["macro_name"] != FORECAST {
                    found.push(Pending::read(item).with_context(|| format!("an item of the queue: {item}"))?);
                }
            }
            cursor = page["next"].as_str().map(str::to_owned);
            if cursor.is_none() {
                return Ok(found);
            }
        }
    }

    /// Sends an event or an approval until it has an answer.
    async fn changed(&self, request: impl Fn() -> RequestBuilder) -> anyhow::Result<(u16, Value)> {
        self.answered(|| {
            self.attempts.send_modify(|attempts| *attempts += 1);
            request()
        })
        .await
    }

    /// Sends a request until the answer is not that the request must be repeated.
    async fn answered(&self, request: impl Fn() -> RequestBuilder) -> anyhow::Result<(u16, Value)> {
        wait::until("the gateway answers", PATIENCE, || async {
            let answer = request().bearer_auth(&self.api.token).send().await?;
            let status = answer.status().as_u16();
            let body: Value = answer.json().await?;
            if [429, 503, 504].contains(&status) {
                return Ok(Err(format!("{status}: {body}")));
            }
            self.answers.send_modify(|answers| *answers += 1);
            Ok(Ok((status, body)))
        })
        .await
    }

    /// Checks what the gateway promised: an acknowledged event is never lost, and an approval happens once.
    pub(super) async fn judge(&self, verdict: &mut InvariantReport) -> anyhow::Result<()> {
        let database = &self.fleet.database;
        let acknowledged: Vec<JobId> = locked(&self.acknowledged).iter().copied().collect();
        let known = database.accounted(&acknowledged).await?;
        verdict.add(
            "every event that the gateway acknowledged has an outcome",
            (known != acknowledged.len()).then(|| format!("{known} of {}", acknowledged.len())),
        );
        let approved = locked(&self.approved).clone();
        let recorded = database.texts(DECISIONS).await?;
        let reported = approved.iter().map(|result| format!("{result} approved approved {TOKEN_NAME}"));
        verdict.add("one decision per macro, the reported approval", difference(recorded, reported));
        let states = |result: &JobId| ["pending", "approved"].map(|state| result.derive(state, 0).to_string());
        let announced = database.texts(ANNOUNCED).await?;
        let expected = approved.iter().flat_map(states);
        verdict.add("one announcement per state of an approved macro", difference(announced, expected));
        let attempts = *self.attempts.borrow();
        let needed = acknowledged.len() + approved.len();
        verdict.figures.extend([
            ("events acknowledged over HTTP".to_owned(), acknowledged.len().to_string()),
            ("macros approved over HTTP".to_owned(), approved.len().to_string()),
            ("repeated HTTP requests".to_owned(), attempts.saturating_sub(needed).to_string()),
        ]);
        Ok(())
    }
}

/// Data that a reviewer approves in place of what the model found: the generated corpus has no corporate group.
fn client_group() -> Value {
    let source = json!({ "url": "https://zebras.example/" });
    let apex = json!({ "name": "Ministry of Zebras", "jurisdiction": "SE", "role": "apex", "source": source });
    json!({ "client_name": "Ministry of Zebras", "apex": apex, "entities": [], "search_quality": "LOW" })
}

impl Pending {
    /// Reads an item of the queue.
    fn read(item: &Value) -> Option<Self> {
        Some(Self { result: item["result_id"].as_str()?.parse().ok()?, version: item["session_version"].as_i64()? })
    }
}

/// Describes how two lists differ, regardless of their order; `None` if they are equal.
fn difference(mut stored: Vec<String>, expected: impl Iterator<Item = String>) -> Option<String> {
    let mut expected: Vec<String> = expected.collect();
    stored.sort();
    expected.sort();
    let other = |these: &[String], those: &[String]| these.iter().find(|one| !those.contains(one)).cloned();
    (stored != expected).then(|| {
        let (missing, unexpected) = (other(&expected, &stored), other(&stored, &expected));
        let (stored, expected) = (stored.len(), expected.len());
        format!("{stored} stored, {expected} expected; missing: {missing:?}, unexpected: {unexpected:?}")
    })
}

/// A value is replaced or added as a whole, so a panic leaves no partial state.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events;

    #[test]
    fn every_kind_of_event_is_published_over_http_and_directly() {
        let (over_http, others) = split(events::mixture_with_reviews(200));
        assert_eq!((over_http.len(), others.len()), (50, 150));
        let kinds = |events: &[Event]| events.iter().map(|event| event.kind.name()).collect::<BTreeSet<_>>();
        assert_eq!(kinds(&over_http), kinds(&others));
        assert_eq!(kinds(&others).len(), 5);
    }

    #[test]
    fn a_missing_an_unexpected_and_a_repeated_entry_are_differences() {
        let list = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let differ = |stored: &str, expected: &str| difference(list(stored), list(expected).into_iter());
        assert_eq!(differ("b a", "a b"), None);
        assert!(differ("a", "a b").unwrap().contains(r#"missing: Some("b"), unexpected: None"#));
        assert!(differ("a b", "a").unwrap().contains(r#"unexpected: Some("b")"#));
        assert!(differ("a a", "a").unwrap().contains("2 stored, 1 expected"));
    }
}
