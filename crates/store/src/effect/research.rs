//! `Effect::ResearchStored`: a new version of what is known about an entity, if the fence is current.

use std::collections::{BTreeMap, BTreeSet};

use domain::effect::Fence;
use domain::{EntityId, Research, Time};
use sqlx::postgres::PgConnection;

use crate::failure::Failed;

/// In the order of the key. A fence is checked and cannot move until this transaction ends.
const LOCK: &str = "SELECT entity, fence FROM entity_lease WHERE entity = ANY($1) ORDER BY entity FOR UPDATE";

/// The version follows the newest; the lease's row lock keeps two from choosing the same.
const INSERT: &str = "
INSERT INTO research (entity, version, fence, body, summary, made_at, expires_at)
SELECT $1, coalesce(max(version), 0) + 1, $2, $3::text::json, $4, $5, $6 FROM research WHERE entity = $1";

/// Why a version ended that only was followed by another.
pub(super) const NEWER: &str = "newer research";

/// The newer version is what is true from now on; an older one that something ended before keeps its reason.
const END: &str = "
UPDATE research SET ended_at = $2, ended_because = $3 WHERE entity = $1 AND ended_at IS NULL";

/// Done with the entity: the next one need not wait for the lease to lapse. In the same transaction as the research, so that
/// nobody takes a newer fence between the two.
const RELEASE: &str = "UPDATE entity_lease SET holder = NULL, lease_until = now() WHERE entity = ANY($1)";

/// One row of `research`.
#[derive(Debug)]
pub(crate) struct Row {
    entity: String,
    fence: i64,
    pub(crate) body: String,
    summary: String,
    made_at: Time,
    expires_at: Time,
}

impl Row {
    pub(crate) fn of(entity: &EntityId, research: &Research, fence: Fence) -> Result<Self, serde_json::Error> {
        Ok(Self {
            entity: entity.as_str().to_owned(),
            fence: fence.0,
            body: serde_json::to_string(research)?,
            summary: super::text::clean(&research.summary),
            made_at: research.made_at,
            expires_at: research.expires_at,
        })
    }
}

/// The current fence of every entity that a group writes about.
#[derive(Debug, Default)]
pub(crate) struct Fences(BTreeMap<String, i64>);

impl Fences {
    pub(crate) async fn lock(conn: &mut PgConnection, rows: &[&Row]) -> Result<Self, Failed> {
        let entities: BTreeSet<&str> = rows.iter().map(|row| row.entity.as_str()).collect();
        if entities.is_empty() {
            return Ok(Self::default());
        }
        let entities: Vec<&str> = entities.into_iter().collect();
        let current: Vec<(String, i64)> = sqlx::query_as(LOCK).bind(&entities).fetch_all(conn).await?;
        Ok(Self(current.into_iter().collect()))
    }

    /// Why a write must not happen, if it must not.
    pub(crate) fn stale(&self, row: &Row) -> Option<String> {
        match self.0.get(&row.entity) {
            Some(current) if *current == row.fence => None,
            Some(current) => Some(format!("fence {} of {} is stale, {current} was taken since", row.fence, row.entity)),
            None => Some(format!("fence {} of {} was never taken", row.fence, row.entity)),
        }
    }
}

pub(crate) async fn insert(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    for row in rows {
        sqlx::query(END).bind(&row.entity).bind(row.made_at).bind(NEWER).execute(&mut *conn).await?;
        let insert = sqlx::query(INSERT)
            .bind(&row.entity)
            .bind(row.fence)
            .bind(&row.body)
            .bind(&row.summary)
            .bind(row.made_at)
            .bind(row.expires_at);
        insert.execute(&mut *conn).await?;
    }
    if !rows.is_empty() {
        let entities: Vec<&str> = rows.iter().map(|row| row.entity.as_str()).collect();
        sqlx::query(RELEASE).bind(&entities).execute(conn).await?;
    }
    Ok(())
}
