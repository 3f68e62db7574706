//! A redrive of 10,000 letters while its gateway is killed: once at any point, and once between the mark of a letter
//! and the publication of its message.

use std::fmt::Write;

use domain::JobId;
use proto::event::Fact;
use proto::events::EventReceived;
use serde_json::{Value, json};
use tests::wait::PATIENCE;
use tests::{Setup, events, streams, wait};

use super::Api;

const LETTERS: usize = 10_000;
/// Letters per second: more than a gateway redrives. The API accepts 100 at most, with which the test would take
/// minutes.
const PER_SECOND: usize = 5_000;
/// Redriven letters at which the gateway is killed.
const KILLS: [usize; 2] = [2_000, 5_000];

const REDRIVEN: &str = "SELECT count(*) FROM redrive_letter";

impl Api {
    async fn count(&self, sql: &str) -> anyhow::Result<usize> {
        Ok(usize::try_from(self.fleet.database.count(sql).await?)?)
    }

    /// Stores dead letters of events by one statement, as an exhausted classifier leaves them, and the messages in the
    /// outbox from which the reconciler publishes again.
    async fn store_letters(&self) -> anyhow::Result<()> {
        let mut rows = Vec::with_capacity(LETTERS);
        for number in 0..LETTERS {
            let event = events::dust(number);
            let (job, fact) = (event.job(), EventReceived(event));
            rows.push(row(job, &fact.encode()));
        }
        let subject = EventReceived(events::dust(0)).subject();
        let sql = format!(
            "WITH letter (id, job, payload) AS (VALUES {}), message AS (
                 INSERT INTO outbox (id, subject, tenant, payload, traceparent) SELECT job, '{subject}', 'default', payload, '' FROM letter
             )
             INSERT INTO dead_letter (id, consumer, job, tenant, subject, headers, payload, class, errors, attempts, trace_id, at)
             SELECT id, 'classifier', job, 'default', '{subject}', '[]', payload, 'exhausted', ARRAY['no answer'], 3, '', now() FROM letter",
            rows.join(", ")
        );
        self.fleet.database.change(&sql).await.map(drop)
    }

    async fn until_redriven(&self, most: usize) {
        wait::until(&format!("more than {most} letters are redriven"), PATIENCE, || async {
            let redriven = self.count(REDRIVEN).await?;
            Ok(if redriven > most { Ok(()) } else { Err(format!("{redriven}: {}", self.fleet.logs())) })
        })
        .await
        .unwrap();
    }

    /// Returns the progress that the gateway shows, once it listens again.
    async fn progress(&self, path: &str) -> Value {
        let shown = || async { Ok(self.get(path).await.map_err(|error| error.to_string())) };
        wait::until("the gateway shows the redrive", PATIENCE, shown).await.unwrap()
    }

    /// Messages that the stream of events has stored.
    async fn published(&self) -> usize {
        wait::until("the stream is read", PATIENCE, || async {
            let stream = self.fleet.publisher.jetstream.get_stream("AUSPEX_EVENTS").await?;
            Ok(Ok(usize::try_from(stream.get_info().await?.state.messages)?))
        })
        .await
        .unwrap()
    }
}

fn row(job: JobId, payload: &[u8]) -> String {
    let mut hex = String::with_capacity(payload.len() * 2);
    for byte in payload {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    format!("('{}'::uuid, '{job}'::uuid, '\\x{hex}'::bytea)", job.derive("dead.classifier", 0))
}

/// Kills the gateway while nats-server is dead: the last marked letter has no message, and no process that would
/// publish it.
async fn kill_between_mark_and_publication(api: &Api) {
    api.fleet.servers.nats.kill9().await.unwrap();
    let at_loss = api.count(REDRIVEN).await.unwrap();
    api.until_redriven(at_loss).await;
    api.fleet.signal(api.place, "KILL").unwrap();
    api.fleet.servers.nats.restart().await.unwrap();
    wait::until("the gateway has ended", PATIENCE, || async {
        Ok(api.fleet.ended(api.place)?.map(drop).ok_or_else(|| "it still runs".to_owned()))
    })
    .await
    .unwrap();
    let (marked, published) = (api.count(REDRIVEN).await.unwrap(), api.published().await);
    assert!(marked > published, "{marked} letters are marked, {published} published: nothing is tested");
    api.fleet.restart_ended().await.unwrap();
}

#[tokio::test]
async fn a_redrive_of_ten_thousand_letters_survives_kills_and_publishes_each_once() {
    let api = Api::start(Setup::default().quick_recovery().only(&["classifier"])).await.unwrap();
    api.store_letters().await.unwrap();
    let order = json!({ "consumer": "classifier", "per_second": 100, "confirm": LETTERS });
    let (status, started) = api.post("/v1/redrives", ("redrive", "0"), &order).await.unwrap();
    assert_eq!((status, &started["redrive"]["letters"]), (201, &json!(LETTERS)), "{started}");
    let path = format!("/v1/redrives/{}", started["redrive"]["id"].as_str().unwrap());
    api.fleet.database.change(&format!("UPDATE redrive SET per_second = {PER_SECOND}")).await.unwrap();

    api.until_redriven(KILLS[0]).await;
    api.fleet.kill_worker(api.place).await.unwrap();
    let before = api.count(REDRIVEN).await.unwrap();
    let shown = api.progress(&path).await;
    let after = api.count(REDRIVEN).await.unwrap();
    let redriven = usize::try_from(shown["redriven"].as_u64().unwrap()).unwrap();
    assert!((before..=after).contains(&redriven) && after < LETTERS, "{before} {after}: {shown}");
    assert_eq!((&shown["redrive"]["state"], &shown["died_again"]), (&json!("running"), &json!(0)), "{shown}");
    api.until_redriven(KILLS[1]).await;
    kill_between_mark_and_publication(&api).await;

    let done = wait::until("the redrive is done", PATIENCE, || async {
        let shown = api.get(&path).await?;
        Ok(if shown["redrive"]["state"] == "done" { Ok(shown) } else { Err(shown.to_string()) })
    })
    .await
    .unwrap();
    assert_eq!((&done["redriven"], &done["died_again"]), (&json!(LETTERS), &json!(0)), "{done}");
    // Once nothing is left to consume, the letters that are watched have no message. They would be published a minute
    // after their mark.
    wait::until("the classifier has consumed its messages", PATIENCE, || async {
        let open = streams::undrained(&api.fleet.publisher.jetstream).await?;
        Ok(if open.contains_key("classifier") { Err(format!("{open:?}")) } else { Ok(()) })
    })
    .await
    .unwrap();
    let due = "UPDATE dispatch SET look_at = now() WHERE consumer = 'classifier' AND sequence IS NULL AND sent_at IS NOT NULL";
    api.fleet.database.change(due).await.unwrap();
    wait::until("each job has its outcome", PATIENCE, || async {
        let jobs = api.count("SELECT count(DISTINCT job) FROM verdict").await?;
        Ok(if jobs == LETTERS { Ok(()) } else { Err(format!("{jobs}: {}", api.fleet.logs())) })
    })
    .await
    .unwrap();
    // As many messages as jobs, and each job has an outcome: each was published once.
    assert_eq!(api.published().await, LETTERS);
    assert_eq!(api.count("SELECT count(*) FROM dead_letter WHERE redriven_at IS NOT NULL").await.unwrap(), LETTERS);
    assert_eq!(api.count("SELECT count(*) FROM audit WHERE action = 'redriven'").await.unwrap(), LETTERS);
    assert_eq!(api.get("/v1/dead-letter-groups").await.unwrap(), json!([]), "no letter is open");
}
