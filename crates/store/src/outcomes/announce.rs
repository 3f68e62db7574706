//! Announcement of a change of an outcome, in the transaction that stores the change: a result for webhooks and
//! streams, and its message. Only the question of a run is announced, never one that was imported.

use domain::effect::{Outgoing, ResultRow};
use domain::outcome::{DecidedOutcome, OutcomeChange, OutcomeStep};
use domain::{EventId, JobId, RunId, Tenant, Time};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::effect::result;
use crate::failure::Failed;
use crate::journal::outbox;
use crate::rows::row;

/// Builds the published result of a change, and its message: `proto::result::outcome_announcement`.
pub type AnnounceOutcome = fn(&OutcomeChange) -> (ResultRow, Outgoing);

const ASKED: &str = "SELECT event, question FROM run WHERE id = $1 AND tenant = $2";

row! {
    struct AskedRow {
        event: Uuid,
        question: String,
    }
}

/// A row of an outcome that was written.
#[derive(Debug)]
pub(super) struct Written<'a> {
    pub(super) tenant: &'a Tenant,
    /// `<kind of event>:<publisher's id>`.
    pub(super) key: &'a str,
    pub(super) run: Option<RunId>,
    /// Id of the row in the table of its kind of outcome.
    pub(super) row: i64,
    pub(super) step: OutcomeStep,
    pub(super) outcome: DecidedOutcome,
    pub(super) replaced: Option<DecidedOutcome>,
    pub(super) resolved_at: Time,
    pub(super) because: &'a str,
    pub(super) at: Time,
}

pub(super) async fn announce(
    conn: &mut PgConnection,
    announce: Option<AnnounceOutcome>,
    written: Written<'_>,
) -> Result<(), Failed> {
    let Written { tenant, key, run, row, step, outcome, replaced, resolved_at, because, at } = written;
    let (Some(announce), Some(run)) = (announce, run) else { return Ok(()) };
    let Some(Ok(event)) = key.split_once(':').map(|(_, event)| EventId::parse(event)) else { return Ok(()) };
    let asked = sqlx::query_as(ASKED).bind(run.0).bind(tenant.as_str()).fetch_optional(&mut *conn).await?;
    let Some(AskedRow { event: job, question }) = asked else { return Ok(()) };
    let change = OutcomeChange {
        id: id(run, &outcome, step, row),
        tenant: tenant.clone(),
        event,
        event_job: JobId(job),
        run,
        question,
        step,
        outcome,
        replaced,
        resolved_at,
        because: because.to_owned(),
        at,
    };
    let (row, message) = announce(&change);
    result::insert(conn, &[&result::Row::from_result(&row)]).await?;
    outbox::insert(conn, &[&message]).await
}

/// Each table of outcomes counts its own rows.
fn id(run: RunId, outcome: &DecidedOutcome, step: OutcomeStep, row: i64) -> JobId {
    let table = match outcome {
        DecidedOutcome::Value(_) => "outcome",
        DecidedOutcome::Answer(_) => "answer_outcome",
    };
    JobId::named(&["outcome", &run.to_string(), table, step.name(), &row.to_string()])
}
