//! The part of the kill loop that uses two gateways: publishes a share of the events and decides about the macros over
//! HTTP. A third of the macros is approved, a third rejected, and about a third two reviewers decide at the same moment
//! at different gateways.
//!
//! A gateway may be killed before, while or after it handles a request. A client then repeats the request at the other
//! one: an event with its id, a decision with its idempotency key and the version of the session that the reviewer has
//! read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use domain::review::FORECAST;
use domain::{Event, JobId};
use futures::future::try_join_all;
use proto::event::Fact;
use proto::events::EventReceived;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use reqwest::RequestBuilder;
use serde_json::Value;
use tokio::sync::watch;

use super::decisions::{Decision, Pending, difference};
use crate::api::TOKEN_NAME;
use crate::wait::PATIENCE;
use crate::{Api, Fleet, InvariantReport, wait};

/// Number of groups in which the events are published, so that the gateway is killed between and during them.
const GROUPS: usize = 20;
/// Interval between two groups.
const GROUP_INTERVAL: Duration = Duration::from_millis(250);
/// Interval between two looks at the queue of reviews.
const REVIEW_INTERVAL: Duration = Duration::from_millis(250);

/// Decisions about macros that have waited for a review: result, state of the decision, state of the result, author.
const DECISIONS: &str = "SELECT v.result::text || ' ' || v.state || ' ' || m.state || ' ' || split_part(v.by, ' (', 1)
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

/// A client of the gateways that are killed.
pub(super) struct OverHttp<'a> {
    fleet: &'a Fleet,
    gateways: [Gateway; 2],
    /// Number of attempts to publish or decide.
    attempts: watch::Sender<usize>,
    /// Jobs of the acknowledged events.
    acknowledged: Mutex<BTreeSet<JobId>>,
    /// Results with the decision that a gateway has reported.
    decided: Mutex<BTreeMap<JobId, Decision>>,
    /// Results about which two reviewers decided at once.
    raced: Mutex<BTreeSet<JobId>>,
}

/// One of the gateways.
struct Gateway {
    api: Api,
    /// Number of attempts to publish or decide here.
    attempts: watch::Sender<usize>,
    /// Number of answers to requests of every kind.
    answers: watch::Sender<usize>,
}

impl<'a> OverHttp<'a> {
    pub(super) async fn start(fleet: &'a Fleet) -> anyhow::Result<Self> {
        let first = Api::start(fleet).await?;
        let second = first.replica(fleet).await?;
        let gateway = |api| Gateway { api, attempts: watch::Sender::new(0), answers: watch::Sender::new(0) };
        Ok(Self {
            fleet,
            gateways: [gateway(first), gateway(second)],
            attempts: watch::Sender::new(0),
            acknowledged: Mutex::default(),
            decided: Mutex::default(),
            raced: Mutex::default(),
        })
    }

    /// Returns the places that are not gateways.
    pub(super) fn workers(&self) -> Vec<usize> {
        let is_gateway = |place: &usize| self.gateways.iter().any(|gateway| gateway.api.place == *place);
        self.fleet.places("").into_iter().filter(|place| !is_gateway(place)).collect()
    }

    /// Kills one of the gateways before, while and after it handles events and decisions, until the future is dropped;
    /// returns only if a kill fails. A gateway that is not used is not killed. An interval of 0 disables the kills.
    pub(super) async fn kill_forever(&self, seed: u64, mean_ms: u64, kills: &mut usize) -> anyhow::Error {
        let mut random = StdRng::seed_from_u64(seed);
        if mean_ms == 0 {
            return std::future::pending().await;
        }
        loop {
            tokio::time::sleep(Duration::from_millis(mean_ms * random.random_range(75..125) / 100)).await;
            let delay = Duration::from_millis(random.random_range(0..25));
            let gateway = &self.gateways[random.random_range(0..2)];
            if let Err(error) = self.kill_in_use(gateway, delay).await {
                return error.context("a kill of a gateway failed");
            }
            *kills += 1;
        }
    }

    /// Kills a gateway this long after it has been sent the next event or decision.
    async fn kill_in_use(&self, gateway: &Gateway, delay: Duration) -> anyhow::Result<()> {
        let (mut answers, mut attempts) = (gateway.answers.subscribe(), gateway.attempts.subscribe());
        // It has started again after the last kill.
        answers.changed().await?;
        attempts.mark_unchanged();
        attempts.changed().await?;
        tokio::time::sleep(delay).await;
        self.fleet.kill_worker(gateway.api.place).await
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
            .changed(jobs_gateway(event.job()), |api| {
                let request = api.http.post(format!("{}/v1/events", api.url)).body(body.clone());
                request.header("content-type", "application/x-protobuf")
            })
            .await?;
        ensure!(status == 202, "event {}: {status}: {accepted}", event.id);
        let job: JobId = accepted["job"].as_str().context("an acknowledged event has a job")?.parse()?;
        ensure!(job == event.job(), "event {} was acknowledged as job {job}", event.id);
        locked(&self.acknowledged).insert(job);
        Ok(job)
    }

    /// Decides about pending macros until the future is dropped; returns only if an answer is wrong or missing.
    pub(super) async fn decide_forever(&self) -> anyhow::Error {
        let mut looks = tokio::time::interval(REVIEW_INTERVAL);
        loop {
            looks.tick().await;
            if let Err(error) = self.decide_pending().await {
                return error.context("a decision over HTTP failed");
            }
        }
    }

    /// Decides about every macro that is pending now.
    pub(super) async fn decide_pending(&self) -> anyhow::Result<()> {
        try_join_all(self.pending().await?.iter().map(|pending| self.decide(pending))).await?;
        Ok(())
    }

    /// Decides about a result, or lets two reviewers decide differently at the same moment, of whom one has to win.
    async fn decide(&self, pending: &Pending) -> anyhow::Result<()> {
        let decision = match pending.result.0.as_u128() % 3 {
            0 => self.reviewed(pending, (0, Decision::Approve)).await?,
            1 => self.reviewed(pending, (1, Decision::Reject)).await?,
            _ => {
                locked(&self.raced).insert(pending.result);
                let reviewers = [(0, Decision::Approve), (1, Decision::Reject)];
                let [first, second] = reviewers.map(|reviewer| self.reviewed(pending, reviewer));
                let (first, second) = tokio::try_join!(first, second)?;
                ensure!(first.is_none() || second.is_none(), "result {}: two reviewers have won", pending.result);
                first.or(second)
            }
        };
        let decision = decision.with_context(|| format!("result {}: no reviewer has won", pending.result))?;
        let known = locked(&self.decided).insert(pending.result, decision);
        ensure!(known.is_none_or(|known| known == decision), "result {}: decided twice", pending.result);
        Ok(())
    }

    /// Sends a reviewer's decision, first to the gateway with this number. Returns it if it counts.
    async fn reviewed(
        &self,
        &Pending { result, version }: &Pending,
        (gateway, decision): (usize, Decision),
    ) -> anyhow::Result<Option<Decision>> {
        let verb = decision.verb();
        // What the reviewer is shown. Another one may have decided since the queue was read; the version then tells.
        let show = |gateway: &Gateway| gateway.api.http.get(format!("{}/v1/reviews/{result}", gateway.api.url));
        let (_, shown) = self.answered(gateway, show).await?;
        let tag = format!("\"{version}-{}\"", shown["digest"].as_str().context("a result has a digest")?);
        let (status, answer) = self
            .changed(gateway, |api| {
                let request = api.http.post(format!("{}/v1/reviews/{result}/{verb}", api.url)).json(&decision.body());
                request.header("idempotency-key", format!("{verb}-{result}")).header("if-match", &tag)
            })
            .await?;
        match status {
            200 => Ok(Some(decision)),
            409 | 412 => Ok(None),
            _ => bail!("{verb} of result {result} at version {version}: {status}: {answer}"),
        }
    }

    /// Reads the pending results of macros. Forecasts stay in the queue.
    async fn pending(&self) -> anyhow::Result<Vec<Pending>> {
        let (mut found, mut cursor) = (Vec::new(), None::<String>);
        loop {
            let (status, page) = self
                .answered(0, |gateway| {
                    let request = gateway.api.http.get(format!("{}/v1/reviews", gateway.api.url));
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

    /// Sends an event or a decision until it has an answer.
    async fn changed(&self, first: usize, request: impl Fn(&Api) -> RequestBuilder) -> anyhow::Result<(u16, Value)> {
        self.answered(first, |gateway| {
            self.attempts.send_modify(|attempts| *attempts += 1);
            gateway.attempts.send_modify(|attempts| *attempts += 1);
            request(&gateway.api)
        })
        .await
    }

    /// Sends a request to the gateways in turn, until the answer is not that the request must be repeated.
    async fn answered(
        &self,
        first: usize,
        request: impl Fn(&Gateway) -> RequestBuilder,
    ) -> anyhow::Result<(u16, Value)> {
        let turns = AtomicUsize::new(first);
        wait::until("a gateway answers", PATIENCE, || async {
            let gateway = &self.gateways[turns.fetch_add(1, Ordering::Relaxed) % 2];
            let answer = request(gateway).bearer_auth(&gateway.api.token).send().await?;
            let status = answer.status().as_u16();
            let body: Value = answer.json().await?;
            if [429, 503, 504].contains(&status) {
                return Ok(Err(format!("{status}: {body}")));
            }
            gateway.answers.send_modify(|answers| *answers += 1);
            Ok(Ok((status, body)))
        })
        .await
    }

    /// Checks what the gateways promised: an acknowledged event is never lost, and a decision happens once.
    pub(super) async fn judge(&self, verdict: &mut InvariantReport) -> anyhow::Result<()> {
        let database = &self.fleet.database;
        let acknowledged: Vec<JobId> = locked(&self.acknowledged).iter().copied().collect();
        let known = database.accounted(&acknowledged).await?;
        verdict.add(
            "every event that a gateway acknowledged has an outcome",
            (known != acknowledged.len()).then(|| format!("{known} of {}", acknowledged.len())),
        );
        let decided = locked(&self.decided).clone();
        let recorded = database.texts(DECISIONS).await?;
        let reported = decided.iter().map(|(result, decision)| {
            let state = decision.state();
            format!("{result} {state} {state} {TOKEN_NAME}")
        });
        verdict.add("one decision per macro, the reported one", difference(recorded, reported));
        let announced = database.texts(ANNOUNCED).await?;
        let expected = decided.iter().flat_map(|(result, decision)| {
            ["pending", decision.state()].map(|state| result.derive(state, 0).to_string())
        });
        verdict.add("one announcement per state of a decided macro", difference(announced, expected));
        let raced = locked(&self.raced).len();
        let needed = acknowledged.len() + decided.len() + raced;
        let count = |decision| decided.values().filter(|made| **made == decision).count().to_string();
        verdict.figures.extend([
            ("events acknowledged over HTTP".to_owned(), acknowledged.len().to_string()),
            ("macros approved over HTTP".to_owned(), count(Decision::Approve)),
            ("macros rejected over HTTP".to_owned(), count(Decision::Reject)),
            ("races of two reviewers among them".to_owned(), raced.to_string()),
            ("repeated HTTP requests".to_owned(), self.attempts.borrow().saturating_sub(needed).to_string()),
        ]);
        Ok(())
    }
}

/// Returns the number of the gateway that receives an event first.
fn jobs_gateway(job: JobId) -> usize {
    usize::from(job.0.as_u128() % 2 == 1)
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
}
