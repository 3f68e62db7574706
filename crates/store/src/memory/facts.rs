//! Facts about entities with their time of validity and their time of belief: rows of `fact`, changed as
//! `domain::entity::fact` decides.

use std::collections::{BTreeMap, BTreeSet};

use domain::effect::Owner;
use domain::entity::fact::{Fact, FactChange, Statement, learn};
use domain::port::PortError;
use domain::{EntityId, Tenant, Time};
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{FromRow, Row};

use super::representation::LOCK;
use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::text::clean;

/// The history that a statement may change: the writer's own facts and, while memory is shared, public findings of all
/// tenants. Private statements change private facts only. The operator is the tenant NULL.
const BELIEVED: &str = "
SELECT * FROM fact WHERE entity = ANY($1) AND attribute = ANY($2) AND retired_at IS NULL
  AND public = $5 AND (tenant IS NOT DISTINCT FROM $3 OR ($3 IS NOT NULL AND public AND $4 AND attribute LIKE 'finding:%'))
ORDER BY entity, attribute, valid_from";
const ALL: &str = concat!(
    "SELECT * FROM fact f WHERE entity = $1 AND ",
    visible_fact!("$2", "$3"),
    " ORDER BY valid_from, attribute, id"
);
const RETIRE: &str = "
UPDATE fact SET retired_at = $3, because = gone.because
FROM unnest($1::int8[], $2::text[]) AS gone (id, because) WHERE fact.id = gone.id";
const WRITE: &str = "
INSERT INTO fact (entity, attribute, value, valid_from, valid_until, learned_at, source, because, tenant, public)
SELECT entity, attribute, value, valid_from, valid_until, $8, source, because, $9, $10
FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::text[], $7::text[])
    AS statements (entity, attribute, value, valid_from, valid_until, source, because)";

/// A statement about one entity.
pub(super) type EntityStatement<'a> = (&'a str, Statement);

/// Statements of a job about an entity.
#[derive(Debug)]
pub(crate) struct Learned {
    pub(crate) entity: EntityId,
    pub(crate) statements: Vec<Statement>,
    pub(crate) owner: Owner,
}

/// The tenant that states facts, and their visibility.
#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    /// `None` for the operator, whose facts every tenant reads.
    owner: Option<&'a Owner>,
    shares_memory: bool,
}

impl Writer<'_> {
    /// The operator, with the lists that it imports.
    pub(super) const OPERATOR: Self = Self { owner: None, shares_memory: false };

    fn tenant(&self) -> Option<&str> {
        self.owner.map(|owner| owner.tenant.as_str())
    }

    fn is_public(&self) -> bool {
        self.owner.is_none_or(|owner| owner.is_public)
    }
}

/// Facts about one attribute of one entity, each with its row id.
type History = Vec<(i64, Fact)>;

/// Changes of the table `fact`.
#[derive(Default)]
struct FactChanges {
    /// Reason by row id.
    retired: BTreeMap<i64, String>,
    /// New rows as (entity, fact).
    learned: Vec<(String, Fact)>,
}

/// Learns statements, one per entity and attribute, because a statement does not see the changes of another one in the
/// same call. The caller holds the row locks of the entities.
pub(super) async fn learn_all(
    conn: &mut PgConnection,
    writer: Writer<'_>,
    statements: &[EntityStatement<'_>],
) -> Result<(), Failed> {
    if statements.is_empty() {
        return Ok(());
    }
    let (now, mut histories) = believed(conn, writer, statements).await?;
    let mut changes = FactChanges::default();
    let mut seen = BTreeSet::new();
    for (entity, statement) in statements {
        let about = ((*entity).to_owned(), statement.attribute.clone());
        // A token with two mints may occur twice in a list; the first entry wins.
        if !seen.insert(about.clone()) {
            continue;
        }
        let history = histories.remove(&about).unwrap_or_default();
        let (rows, facts): (Vec<i64>, Vec<Fact>) = history.into_iter().unzip();
        let FactChange { retired: gone, learned: new } = learn(&facts, statement, now);
        changes.retired.extend(gone.into_iter().map(|(place, because)| (rows[place], because)));
        changes.learned.extend(new.into_iter().map(|fact| ((*entity).to_owned(), fact)));
    }
    write(conn, writer, (changes, now)).await
}

async fn believed(
    conn: &mut PgConnection,
    writer: Writer<'_>,
    statements: &[EntityStatement<'_>],
) -> Result<(Time, BTreeMap<(String, String), History>), Failed> {
    let entities: Vec<&str> = statements.iter().map(|(entity, _)| *entity).collect();
    let mut attributes: Vec<&str> = statements.iter().map(|(_, statement)| statement.attribute.as_str()).collect();
    attributes.sort_unstable();
    attributes.dedup();
    let now = sqlx::query_scalar("SELECT clock_timestamp()").fetch_one(&mut *conn).await?;
    let mut histories: BTreeMap<(String, String), History> = BTreeMap::new();
    let query = sqlx::query(BELIEVED).bind(entities).bind(attributes).bind(writer.tenant()).bind(writer.shares_memory);
    let query = query.bind(writer.is_public());
    for row in query.fetch_all(conn).await? {
        let Stored(id, entity, fact) = Stored::from_row(&row)?;
        histories.entry((entity, fact.attribute.clone())).or_default().push((id, fact));
    }
    Ok((now, histories))
}

async fn write(conn: &mut PgConnection, writer: Writer<'_>, (changes, now): (FactChanges, Time)) -> Result<(), Failed> {
    let FactChanges { retired, learned } = changes;
    if !retired.is_empty() {
        let (ids, because): (Vec<i64>, Vec<String>) = retired.into_iter().unzip();
        sqlx::query(RETIRE).bind(ids).bind(because).bind(now).execute(&mut *conn).await?;
    }
    let column =
        |value: fn(&(String, Fact)) -> String| learned.iter().map(|row| clean(&value(row))).collect::<Vec<_>>();
    let write = sqlx::query(WRITE)
        .bind(column(|row| row.0.clone()))
        .bind(column(|row| row.1.attribute.clone()))
        .bind(column(|row| row.1.value.clone()))
        .bind(learned.iter().map(|row| row.1.valid_from).collect::<Vec<_>>())
        .bind(learned.iter().map(|row| row.1.valid_until).collect::<Vec<_>>())
        .bind(column(|row| row.1.source.clone()))
        .bind(column(|row| row.1.because.clone()))
        .bind(now)
        .bind(writer.tenant())
        .bind(writer.is_public());
    write.execute(conn).await?;
    Ok(())
}

pub(super) async fn learn_about(
    database: &Database,
    entity: &EntityId,
    statements: &[Statement],
) -> Result<(), PortError> {
    database.run("fact", |pool| async move { learn_in_order(&pool, entity, statements).await }).await
}

/// Learns one statement after the other; each sees the changes of the one before.
async fn learn_in_order(pool: &PgPool, entity: &EntityId, statements: &[Statement]) -> Result<(), Failed> {
    let mut transaction = pool.begin().await?;
    sqlx::query(LOCK).bind(vec![entity.as_str()]).execute(&mut *transaction).await?;
    for statement in statements {
        learn_all(&mut transaction, Writer::OPERATOR, &[(entity.as_str(), statement.clone())]).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Learns the statements of many jobs; each sees the changes of the ones before.
pub(crate) async fn learn_from_jobs(
    conn: &mut PgConnection,
    learned: &[&Learned],
    shares_memory: bool,
) -> Result<(), Failed> {
    if learned.is_empty() {
        return Ok(());
    }
    let entities: BTreeSet<&str> = learned.iter().map(|learned| learned.entity.as_str()).collect();
    sqlx::query(LOCK).bind(entities.into_iter().collect::<Vec<_>>()).execute(&mut *conn).await?;
    for Learned { entity, statements, owner } in learned {
        let statements: Vec<EntityStatement<'_>> =
            statements.iter().map(|statement| (entity.as_str(), statement.clone())).collect();
        learn_all(conn, Writer { owner: Some(owner), shares_memory }, &statements).await?;
    }
    Ok(())
}

pub(super) async fn list(database: &Database, tenant: &Tenant, entity: &EntityId) -> Result<Vec<Fact>, PortError> {
    let select = |pool: PgPool| async move {
        let rows = sqlx::query(ALL).bind(entity.as_str()).bind(tenant.as_str()).bind(database.shares_memory);
        let rows = rows.fetch_all(&pool).await?;
        rows.iter().map(|row| Ok(Stored::from_row(row)?.2)).collect()
    };
    database.run("fact", select).await
}

/// A row of `fact`: id, entity, fact.
struct Stored(i64, String, Fact);

impl FromRow<'_, PgRow> for Stored {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let fact = Fact {
            attribute: row.try_get("attribute")?,
            value: row.try_get("value")?,
            valid_from: row.try_get("valid_from")?,
            valid_until: row.try_get("valid_until")?,
            learned_at: row.try_get("learned_at")?,
            retired_at: row.try_get("retired_at")?,
            source: row.try_get("source")?,
            because: row.try_get("because")?,
        };
        Ok(Self(row.try_get("id")?, row.try_get("entity")?, fact))
    }
}
