//! Parks jobs: they are handed back, and the reconciler publishes their messages again when they are due.
//!
//! The message of an event that a publisher has sent to the stream directly is written to the outbox in the same transaction, so its delivery
//! may be acknowledged.

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

/// Parks jobs that nobody holds and whose message a reconciler watches. The round of republications goes on, because each has a message id of its
/// own. In the order of the key, as other batches lock these rows.
pub(crate) const PARK: &str = "
WITH asked AS MATERIALIZED (
    SELECT i.consumer, i.job, asked.seconds
    FROM unnest($1::text[], $2::uuid[], $3::float8[]) AS asked (consumer, job, seconds)
    JOIN inbox i USING (consumer, job) JOIN dispatch d ON d.id = i.job
    WHERE i.done_at IS NULL AND i.holder IS NULL
      AND EXISTS (SELECT FROM hearer h WHERE h.consumer = i.consumer
                    AND (h.subject = d.subject OR right(h.subject, 1) = '.' AND starts_with(d.subject, h.subject)))
    ORDER BY i.consumer, i.job FOR UPDATE OF i, d
), due AS (
    UPDATE inbox i SET due_at = now() + make_interval(secs => asked.seconds)
    FROM asked WHERE i.consumer = asked.consumer AND i.job = asked.job
), watched AS (
    UPDATE dispatch d SET look_at = '-infinity', sent_at = coalesce(d.sent_at, now()) FROM asked WHERE d.id = asked.job
)
SELECT consumer, job FROM asked";

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
