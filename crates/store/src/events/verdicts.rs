//! Verdicts about quiet events.

use domain::port::PortError;
use domain::{JobId, QuietRule, Tenant, Time, Verdict};
use uuid::Uuid;

use super::facet::PgEvents;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;

/// The verdict about a quiet event. Its body is not stored: the inbound stream keeps it for a while.
#[derive(Debug, Clone, PartialEq)]
pub struct VerdictView {
    /// The job of the event.
    pub job: JobId,
    /// Tenant of the event.
    pub tenant: Tenant,
    /// Kind of the event; empty if a newer version introduced it.
    pub kind: &'static str,
    /// The rule that decided; `None` if a newer version introduced it.
    pub rule: Option<QuietRule>,
    /// Relevance score, 0 to 1.
    pub score: f32,
    /// Time of the decision.
    pub made_at: Time,
    /// Time at which the result was committed; `None` while the writer has not published it.
    pub answered_at: Option<Time>,
    /// Id of the message about the group.
    pub group: JobId,
    /// Position of the event in the inbound stream.
    pub sequence: u64,
    /// SHA-256 of the event's bytes.
    pub digest: Vec<u8>,
}

impl VerdictView {
    /// Returns the digest as lower-case hex.
    pub fn digest_hex(&self) -> String {
        self.digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the reason for the decision in one sentence.
    pub fn reason(&self) -> &'static str {
        self.rule.map_or("a rule of a newer version decided", QuietRule::reason)
    }
}

const VERDICT: &str = "
SELECT g.tenant, v.kind, v.rule, v.score, g.made_at, g.answered_at, g.message, v.sequence, v.digest
FROM verdict v JOIN verdict_group g ON g.id = v.grp WHERE v.job = $1";

row! {
    struct Row {
        tenant: String,
        kind: i16,
        rule: i16,
        score: f32,
        made_at: Time,
        answered_at: Option<Time>,
        group: Uuid,
        sequence: i64,
        digest: Vec<u8>,
    }
}

impl PgEvents {
    /// Returns the verdict about a quiet event; `None` if the job has none.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn verdict(&self, job: JobId) -> Result<Option<VerdictView>, PortError> {
        self.database.run("verdict", |pool| async move { read(&pool, job).await }).await
    }
}

async fn read(pool: &PgPool, job: JobId) -> Result<Option<VerdictView>, Failed> {
    let row: Option<Row> = sqlx::query_as(VERDICT).bind(job.0).fetch_optional(pool).await?;
    let view = |Row { tenant, kind, rule, score, made_at, answered_at, group, sequence, digest }: Row| VerdictView {
        job,
        tenant: Tenant::parse(&tenant).unwrap_or_default(),
        kind: Verdict::kind_of_code(kind).unwrap_or_default(),
        rule: QuietRule::from_code(rule),
        score,
        made_at,
        answered_at,
        group: JobId(group),
        sequence: u64::try_from(sequence).unwrap_or(0),
        digest,
    };
    Ok(row.map(view))
}
