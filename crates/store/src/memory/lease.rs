//! Research leases with fences, measured by the database's clock. Redis gives a faster hint; this row is authoritative.
//!
//! Each tenant has its own lease of an entity: the delay of a common one would reveal the research of other tenants.
//! While memory is shared the lease is common, because the research is for all tenants.
//!
//! A lease is valid until it expires, and after that while the instance that runs the holder's job is alive: on an
//! overloaded machine late renewals must not make two jobs pay for one entity. It ends at once when the holder's job
//! has its outcome.

use std::time::Duration;

use domain::effect::Fence;
use domain::entity::identifier::{self, Identifier};
use domain::port::PortError;
use domain::port::memory::{Freshness, LeaseHolder, folded};
use domain::{EntityId, Tenant};
use sqlx::postgres::PgConnection;

use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::text::clean;

/// SQL condition: the holder's job is held by a live instance. `$lease` is the name of the lease row.
macro_rules! holder_is_alive {
    ($lease:literal) => {
        concat!(
            "EXISTS (SELECT FROM inbox i JOIN instance a ON a.name = i.holder WHERE i.consumer = ",
            $lease,
            ".consumer AND i.job = ",
            $lease,
            ".job AND i.done_at IS NULL AND a.alive_until > now())"
        )
    };
}

/// The fence grows whenever the lease is taken, also by the same holder. No two leases have the same one.
const TAKE: &str = concat!(
    "
INSERT INTO entity_lease (entity, scope, fence, holder, consumer, job, lease_until, tenant)
VALUES ($1, $6, nextval('entity_fence'), $3::uuid::text, $2, $3::uuid, now() + make_interval(secs => $4), $5)
ON CONFLICT (entity, scope) DO UPDATE SET fence = nextval('entity_fence'), holder = excluded.holder,
    consumer = excluded.consumer, job = excluded.job, lease_until = excluded.lease_until, tenant = excluded.tenant
WHERE entity_lease.holder IS NULL OR entity_lease.holder = excluded.holder
   OR EXISTS (SELECT FROM inbox i
              WHERE i.consumer = entity_lease.consumer AND i.job = entity_lease.job AND i.done_at IS NOT NULL)
   OR (entity_lease.lease_until <= now() AND NOT ",
    holder_is_alive!("entity_lease"),
    ")
RETURNING fence"
);

const CREATE: &str = "
INSERT INTO entity_lease (entity, scope, fence, lease_until) VALUES ($1, $2, nextval('entity_fence'), now())
ON CONFLICT (entity, scope) DO NOTHING";

/// Locks the leases of all tenants, since each writes a version, and tells which of them a job of this tenant holds.
const LOCK: &str = concat!(
    "
SELECT coalesce(tenant = $2 AND holder IS NOT NULL AND (lease_until > now() OR ",
    holder_is_alive!("l"),
    ") AND NOT EXISTS (SELECT FROM inbox i WHERE i.consumer = l.consumer AND i.job = l.job AND i.done_at IS NOT NULL), false)
FROM entity_lease l WHERE entity = $1 ORDER BY scope FOR UPDATE OF l"
);

/// Excludes the writes of a job of the tenant whose lease has lapsed.
const ADVANCE: &str = "
UPDATE entity_lease SET fence = nextval('entity_fence') WHERE entity = $1 AND (scope = $2 OR tenant = $2) RETURNING fence";

const RENEW: &str = "
UPDATE entity_lease SET lease_until = now() + make_interval(secs => $3) WHERE entity = $1 AND fence = $2 AND holder IS NOT NULL";

const RELEASE: &str = "UPDATE entity_lease SET holder = NULL, lease_until = now() WHERE entity = $1 AND fence = $2";

/// The entity that the words of `a` mean, if it is the only one or the only verified one. Reads two rows of the
/// catalogue and of the tenant.
macro_rules! unique {
    ($key:literal) => {
        concat!(
            "(SELECT CASE WHEN count(*) FILTER (WHERE f.verified) = 1 THEN min(f.id) FILTER (WHERE f.verified)
                WHEN count(*) = 1 THEN min(f.id) END
            FROM unnest(ARRAY['', $4::text]) AS owner (tenant) CROSS JOIN LATERAL (
                SELECT e.id, e.verified FROM entity e WHERE e.",
            $key,
            " = a.words AND e.tenant = owner.tenant ORDER BY e.verified DESC, e.id LIMIT 2) AS f)"
        )
    };
}

/// The lease of another tenant does not count unless memory is shared, because its research is not for this one.
///
/// A key (mint, LEI, …) identifies one entity; a symbol or a name does so only if it is unique.
const FRESHNESS: &str = concat!(
    "
WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (key, value, words, ord)
), best AS (
    SELECT a.ord, CASE WHEN a.key <> '' THEN (
        SELECT c.entity FROM representation_context c WHERE c.key = a.key AND c.value = a.value AND c.tenant IN ('', $4)
        ORDER BY c.tenant LIMIT 1)
    WHEN a.words <> '' THEN coalesce(",
    unique!("symbol_key"),
    ", ",
    unique!("name_key"),
    ") END AS entity FROM asked a
)
SELECT b.ord,
       coalesce((SELECT r.expires_at > now() AND r.ended_at IS NULL FROM research r WHERE r.entity = b.entity AND ",
    visible!("r", "$4", "$5"),
    " ORDER BY r.version DESC LIMIT 1), false),
       coalesce(l.holder IS NOT NULL AND (l.lease_until > now() OR ",
    holder_is_alive!("l"),
    "), false)
FROM best b LEFT JOIN entity_lease l ON l.entity = b.entity AND l.scope = CASE WHEN $5 THEN '' ELSE $4 END"
);

pub(super) async fn take(
    database: &Database,
    entity: &EntityId,
    holder: &LeaseHolder,
    lease: Duration,
) -> Result<Option<Fence>, PortError> {
    let take = |pool: PgPool| async move {
        let query = sqlx::query_scalar(TAKE).bind(entity.as_str()).bind(holder.job.consumer).bind(holder.job.id.0);
        let query = query.bind(lease.as_secs_f64()).bind(holder.tenant.as_str()).bind(scope(database, &holder.tenant));
        Ok(query.fetch_optional(&pool).await?.map(Fence))
    };
    database.run("lease", take).await
}

/// Returns whose research a lease excludes: that of one tenant, or of all of them.
fn scope<'a>(database: &Database, tenant: &'a Tenant) -> &'a str {
    if database.shares_memory { "" } else { tenant.as_str() }
}

/// Locks the leases of the entity until the transaction ends, without taking one, and returns the fence of this tenant.
/// Returns `None` if a job of this tenant holds a lease. A job of another tenant keeps its own, and writes a later
/// version; a job of this tenant whose lease has lapsed cannot write any more.
pub(crate) async fn lock_unless_held(
    conn: &mut PgConnection,
    entity: &EntityId,
    tenant: &Tenant,
) -> Result<Option<Fence>, Failed> {
    sqlx::query(CREATE).bind(entity.as_str()).bind(tenant.as_str()).execute(&mut *conn).await?;
    let lock = sqlx::query_scalar(LOCK).bind(entity.as_str()).bind(tenant.as_str());
    let held: Vec<bool> = lock.fetch_all(&mut *conn).await?;
    if held.contains(&true) {
        return Ok(None);
    }
    let advance = sqlx::query_scalar(ADVANCE).bind(entity.as_str()).bind(tenant.as_str());
    Ok(Some(Fence(advance.fetch_one(conn).await?)))
}

pub(super) async fn renew(
    database: &Database,
    entity: &EntityId,
    fence: Fence,
    lease: Duration,
) -> Result<bool, PortError> {
    let renew = |pool: PgPool| async move {
        let query = sqlx::query(RENEW).bind(entity.as_str()).bind(fence.0).bind(lease.as_secs_f64());
        Ok(query.execute(&pool).await?.rows_affected() == 1)
    };
    database.run("lease", renew).await
}

pub(super) async fn release(database: &Database, entity: &EntityId, fence: Fence) -> Result<(), PortError> {
    let release = |pool: PgPool| async move {
        sqlx::query(RELEASE).bind(entity.as_str()).bind(fence.0).execute(&pool).await?;
        Ok(())
    };
    database.run("lease", release).await
}

/// Tells for each identifier if its entity needs research for the tenant, with one query for all of them.
pub(super) async fn freshness_of(
    database: &Database,
    tenant: &Tenant,
    identifiers: &[String],
) -> Result<Vec<Freshness>, PortError> {
    if identifiers.is_empty() {
        return Ok(Vec::new());
    }
    let [keys, values, words] = &columns(identifiers);
    let select = |pool: PgPool| async move {
        let query = sqlx::query_as(FRESHNESS).bind(keys).bind(values).bind(words);
        let query = query.bind(tenant.as_str()).bind(database.shares_memory);
        let rows: Vec<(i64, bool, bool)> = query.fetch_all(&pool).await?;
        let mut answers = vec![Freshness::None; identifiers.len()];
        for (ordinal, fresh, held) in rows {
            let place = usize::try_from(ordinal - 1).ok().and_then(|place| answers.get_mut(place));
            if let Some(place) = place {
                *place = freshness(fresh, held);
            }
        }
        Ok(answers)
    };
    database.run("research", select).await
}

/// Returns the name and the value of each identifier that is a key, and the folded words of the others.
fn columns(identifiers: &[String]) -> [Vec<String>; 3] {
    let mut columns: [Vec<String>; 3] = Default::default();
    for identifier in identifiers {
        let row = match identifier::read(identifier) {
            Identifier::Key(key, value) => [key.to_owned(), clean(&value), String::new()],
            Identifier::Words(words) => [String::new(), String::new(), clean(&folded(words))],
            Identifier::Broken(..) => Default::default(),
        };
        columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    columns
}

/// Valid research counts as fresh even while a newer version is in progress.
pub(crate) fn freshness(fresh: bool, held: bool) -> Freshness {
    match (fresh, held) {
        (true, _) => Freshness::Fresh,
        (false, true) => Freshness::InProgress,
        (false, false) => Freshness::None,
    }
}
