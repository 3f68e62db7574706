//! Parks jobs: they are handed back, and the reconciler publishes their messages again when they are due.
//!
//! The message of an event that a publisher has sent to the stream directly is written to the outbox in the same
//! transaction, so its delivery may be acknowledged.

use std::collections::{BTreeMap, HashSet};

use domain::Outgoing;
use domain::port::{Job, Parking};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::hand_back::{HandBack, HandedBack};
use super::outbox;
use crate::batch::Operation;
use crate::database::Database;
use crate::failure::Failed;

/// Parks jobs that nobody holds, begun or not, if their messages are in the outbox. The deliveries will be
/// acknowledged, so the messages are at no position of their stream any more. In the order of the key, as other batches
/// lock these rows.
pub(crate) const PARK: &str = "
WITH asked AS MATERIALIZED (
    SELECT d.id, d.consumer, asked.seconds
    FROM unnest($1::text[], $2::uuid[], $3::float8[]) AS asked (consumer, job, seconds)
    JOIN dispatch d ON d.id = asked.job AND d.consumer = asked.consumer
    LEFT JOIN inbox i ON i.consumer = d.consumer AND i.job = d.id
    WHERE i.done_at IS NULL AND i.holder IS NULL
    ORDER BY d.id, d.consumer FOR UPDATE OF d
)
UPDATE dispatch d SET look_at = now() + make_interval(secs => asked.seconds), sequence = NULL, sent_at = coalesce(d.sent_at, now()), relayed = 0
FROM asked WHERE d.id = asked.id AND d.consumer = asked.consumer
RETURNING d.consumer, d.id";

/// A job and how it is parked.
pub(crate) struct Parked {
    pub(crate) job: Job,
    pub(crate) parking: Parking,
}

pub(crate) struct Park;

impl Operation for Park {
    type Input = Parked;
    type Output = bool;
    const NAME: &'static str = "park";

    fn bytes(input: &Parked) -> usize {
        input.parking.message.as_ref().map_or(0, |message| message.payload.len())
    }

    async fn apply(conn: &mut PgConnection, database: &Database, members: &[Parked]) -> Result<Vec<bool>, Failed> {
        let handed_back =
            members.iter().map(|member| HandedBack { job: member.job.clone(), why: member.parking.why.clone() });
        HandBack::apply(conn, database, &handed_back.collect::<Vec<_>>()).await?;
        let messages: Vec<&Outgoing> = members.iter().filter_map(|member| member.parking.message.as_ref()).collect();
        outbox::insert(conn, &messages).await?;
        let asked: BTreeMap<(&str, Uuid), f64> =
            members.iter().map(|it| ((it.job.consumer, it.job.id.0), it.parking.after.as_secs_f64())).collect();
        let (consumers, jobs): (Vec<&str>, Vec<Uuid>) = asked.keys().copied().unzip();
        let seconds: Vec<f64> = asked.into_values().collect();
        let query = sqlx::query_as(PARK).bind(consumers).bind(jobs).bind(seconds);
        let parked: Vec<(String, Uuid)> = query.fetch_all(conn).await?;
        let parked: HashSet<(String, Uuid)> = parked.into_iter().collect();
        Ok(members.iter().map(|it| parked.contains(&(it.job.consumer.to_owned(), it.job.id.0))).collect())
    }
}
