//! Desks of reviewers: who has opened a result that waits for a review, and what each has typed so far. Both advise
//! people only; a decision never reads them.

use std::sync::Arc;

use domain::access::TokenId;
use domain::port::PortError;
use domain::{JobId, Tenant, Time};
use uuid::Uuid;

use crate::database::Database;
use crate::pool::PgPool;
use crate::rows::row;

/// Access to the desks of reviewers; see [`crate::Store::review_desk`].
#[derive(Clone)]
pub struct PgReviewDesk {
    pub(crate) database: Arc<Database>,
}

/// The desk of one person for one result.
#[derive(Debug, Clone, Copy)]
pub struct DeskKey<'a> {
    /// Tenant of the result.
    pub tenant: &'a Tenant,
    /// Result that the person has opened.
    pub result: JobId,
    /// Token of the person.
    pub reviewer: TokenId,
    /// Name of the token.
    pub name: &'a str,
}

/// What a person has typed about a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredDraft {
    /// Version of the session from which the draft was made.
    pub version: i64,
    /// The edited data as JSON text.
    pub data: String,
    /// Reason of the decision, as far as it is typed.
    pub reason: String,
    /// Time of the last change.
    pub saved_at: Time,
}

/// A person who has opened a result within the last quarter of an hour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskPresence {
    /// Result that is open.
    pub result: JobId,
    /// Name of the person's token.
    pub name: String,
    /// The last time at which the result was opened, or its draft changed.
    pub opened_at: Time,
}

const OPEN: &str = "
INSERT INTO review_desk (tenant, result, reviewer, name) VALUES ($1, $2, $3, $4)
ON CONFLICT (tenant, result, reviewer) DO UPDATE SET opened_at = now(), name = excluded.name
RETURNING version, data::text, reason, saved_at";

const OTHERS: &str = "
SELECT result, name, opened_at FROM review_desk
WHERE tenant = $1 AND result = $2 AND reviewer <> $3 AND opened_at > now() - interval '15 minutes' ORDER BY opened_at DESC LIMIT 5";

const PRESENT: &str = "
SELECT result, name, opened_at FROM review_desk
WHERE tenant = $1 AND result = ANY($2) AND opened_at > now() - interval '15 minutes' ORDER BY opened_at DESC LIMIT 200";

const SAVE: &str = "
INSERT INTO review_desk (tenant, result, reviewer, name, version, data, reason, saved_at)
VALUES ($1, $2, $3, $4, $5, $6::json, $7, now())
ON CONFLICT (tenant, result, reviewer) DO UPDATE SET
    opened_at = now(), name = excluded.name, version = excluded.version, data = excluded.data, reason = excluded.reason, saved_at = now()";

const DISCARD: &str = "
UPDATE review_desk SET version = NULL, data = NULL, reason = '', saved_at = NULL
WHERE tenant = $1 AND result = $2 AND reviewer = $3 AND version IS NOT NULL";

row! {
    struct DraftRow {
        version: Option<i64>,
        data: Option<String>,
        reason: String,
        saved_at: Option<Time>,
    }
}

type PresenceRow = (Uuid, String, Time);

impl PgReviewDesk {
    /// Records that a person has opened a result, and returns the person's draft.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn open(&self, key: DeskKey<'_>) -> Result<Option<StoredDraft>, PortError> {
        let open = |pool: PgPool| async move {
            let query = sqlx::query_as(OPEN).bind(key.tenant.as_str()).bind(key.result.0).bind(key.reviewer.0);
            let row: DraftRow = query.bind(key.name).fetch_one(&pool).await?;
            let DraftRow { version: Some(version), data: Some(data), reason, saved_at: Some(saved_at) } = row else {
                return Ok(None);
            };
            Ok(Some(StoredDraft { version, data, reason, saved_at }))
        };
        self.database.run("review_desk", open).await
    }

    /// Returns the other people who have opened a result a short time ago, the last one first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn others(&self, key: DeskKey<'_>) -> Result<Vec<DeskPresence>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(OTHERS).bind(key.tenant.as_str()).bind(key.result.0).bind(key.reviewer.0);
            let rows: Vec<PresenceRow> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(presence).collect())
        };
        self.database.run("review_desk", select).await
    }

    /// Returns who has opened one of several results a short time ago, the last one first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn present(&self, tenant: &Tenant, results: &[JobId]) -> Result<Vec<DeskPresence>, PortError> {
        let ids: Vec<Uuid> = results.iter().map(|result| result.0).collect();
        let ids = &ids;
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(PRESENT).bind(tenant.as_str()).bind(ids);
            let rows: Vec<PresenceRow> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(presence).collect())
        };
        self.database.run("review_desk", select).await
    }

    /// Stores a draft in place of the person's last one.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn save(&self, key: DeskKey<'_>, (version, data, reason): (i64, &str, &str)) -> Result<(), PortError> {
        let save = |pool: PgPool| async move {
            let query = sqlx::query(SAVE).bind(key.tenant.as_str()).bind(key.result.0).bind(key.reviewer.0);
            query.bind(key.name).bind(version).bind(data).bind(reason).execute(&pool).await?;
            Ok(())
        };
        self.database.run("review_desk", save).await
    }

    /// Deletes the draft of a person.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn discard(&self, key: DeskKey<'_>) -> Result<(), PortError> {
        let discard = |pool: PgPool| async move {
            let query = sqlx::query(DISCARD).bind(key.tenant.as_str()).bind(key.result.0).bind(key.reviewer.0);
            query.execute(&pool).await?;
            Ok(())
        };
        self.database.run("review_desk", discard).await
    }
}

fn presence((result, name, opened_at): PresenceRow) -> DeskPresence {
    DeskPresence { result: JobId(result), name, opened_at }
}
