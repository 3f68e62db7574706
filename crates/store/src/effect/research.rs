//! `Effect::ResearchStored`: a new version of an entity's research, if the fence is current.

use std::collections::{BTreeMap, BTreeSet};

use domain::effect::{Fence, Owner};
use domain::{EntityId, Research, Time};
use sqlx::postgres::PgConnection;

use crate::failure::Failed;
use crate::memory::indexed_names;
use crate::memory::lexemes::{self, LEXEMES_VERSION};

/// Locks in the order of the key. A checked fence cannot change before this transaction ends. The leases of other
/// tenants are locked as well, for the numbers of versions: of two transactions the later one sees and locks the lease
/// of the other.
const LOCK: &str = "SELECT entity, fence FROM entity_lease WHERE entity = ANY($1) ORDER BY entity, scope FOR UPDATE";

/// The version follows the newest of all tenants and is a key; the row locks of the leases prevent two equal ones. The
/// number follows the newest of the tenant and is shown, because versions would tell a tenant how often others research
/// the entity.
const INSERT: &str = "
INSERT INTO research (entity, version, fence, body, summary, made_at, expires_at, tenant, public, number, search, search_version)
SELECT $1, coalesce(max(version), 0) + 1, $2, $3::text::json, $4, $5, $6, $7, $8, 1 + coalesce((
    SELECT r.number FROM research r WHERE r.entity = $1 AND r.tenant = $7 ORDER BY r.version DESC LIMIT 1), 0),
    array_to_tsvector(string_to_array($9, ' ')), $10
FROM research WHERE entity = $1";

const NAMES: &str = concat!("SELECT ", indexed_names!(), " FROM entity e WHERE e.id = $1");

/// Reason of a version that was only followed by another.
pub(super) const NEWER: &str = "newer research";

/// The newer version ends the older one of the same tenant; a version that was ended before keeps its reason.
const END: &str = "
UPDATE research SET ended_at = $2, ended_because = $3 WHERE entity = $1 AND ended_at IS NULL AND tenant = $4";

/// Releases the lease in the transaction that stores the research, so that the next holder need not wait for it to
/// lapse and no newer fence is taken in between.
const RELEASE: &str = "
UPDATE entity_lease SET holder = NULL, lease_until = now() WHERE entity = ANY($1) AND fence = ANY($2)";

/// A row of `research`.
#[derive(Debug)]
pub(crate) struct Row {
    entity: String,
    fence: i64,
    pub(crate) body: String,
    summary: String,
    made_at: Time,
    expires_at: Time,
    owner: Owner,
}

impl Row {
    pub(crate) fn new(
        entity: &EntityId,
        research: &Research,
        lease: (Fence, Owner),
    ) -> Result<Self, serde_json::Error> {
        let (fence, owner) = lease;
        Ok(Self {
            entity: entity.as_str().to_owned(),
            fence: fence.0,
            body: serde_json::to_string(research)?,
            summary: crate::text::clean(&research.summary),
            made_at: research.made_at,
            expires_at: research.expires_at,
            owner,
        })
    }
}

/// The current fences of the entities that a transaction writes.
#[derive(Debug, Default)]
pub(crate) struct Fences(BTreeMap<String, BTreeSet<i64>>);

impl Fences {
    pub(crate) async fn lock(conn: &mut PgConnection, rows: &[&Row]) -> Result<Self, Failed> {
        let entities: BTreeSet<&str> = rows.iter().map(|row| row.entity.as_str()).collect();
        if entities.is_empty() {
            return Ok(Self::default());
        }
        let entities: Vec<&str> = entities.into_iter().collect();
        let current: Vec<(String, i64)> = sqlx::query_as(LOCK).bind(&entities).fetch_all(conn).await?;
        let mut fences = Self::default();
        for (entity, fence) in current {
            fences.0.entry(entity).or_default().insert(fence);
        }
        Ok(fences)
    }

    /// Returns the reason why a write must not happen, if there is one.
    pub(crate) fn stale(&self, row: &Row) -> Option<String> {
        match self.0.get(&row.entity) {
            Some(current) if current.contains(&row.fence) => None,
            Some(_) => Some(format!("fence {} of {} is stale, a newer one was taken since", row.fence, row.entity)),
            None => Some(format!("fence {} of {} was never taken", row.fence, row.entity)),
        }
    }
}

pub(crate) async fn insert(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    for row in rows {
        let end = sqlx::query(END).bind(&row.entity).bind(row.made_at).bind(NEWER).bind(row.owner.tenant.as_str());
        end.execute(&mut *conn).await?;
        let names: Option<String> = sqlx::query_scalar(NAMES).bind(&row.entity).fetch_optional(&mut *conn).await?;
        let insert = sqlx::query(INSERT)
            .bind(&row.entity)
            .bind(row.fence)
            .bind(&row.body)
            .bind(&row.summary)
            .bind(row.made_at)
            .bind(row.expires_at)
            .bind(row.owner.tenant.as_str())
            .bind(row.owner.is_public)
            .bind(lexemes::of_research((&row.entity, &names.unwrap_or_default()), &row.summary))
            .bind(LEXEMES_VERSION);
        insert.execute(&mut *conn).await?;
    }
    Ok(())
}

/// Releases the leases under which the rows were written.
pub(crate) async fn release(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let (entities, fences): (Vec<&str>, Vec<i64>) = rows.iter().map(|row| (row.entity.as_str(), row.fence)).unzip();
    sqlx::query(RELEASE).bind(&entities).bind(&fences).execute(conn).await?;
    Ok(())
}
