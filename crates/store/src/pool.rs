//! The pool of connections, directly to Postgres or through a pooler in transaction mode (ADR 0010).
//!
//! Such a pooler may execute each transaction of a client on another server connection. Nothing of a session lasts:
//! limits are set per transaction, and prepared statements of an earlier transaction, of this or of another client, are
//! removed at its start. A single statement needs a transaction, too, because the driver prepares and executes it in
//! two exchanges.
//!
//! The same preamble names the tenants of a transaction, where row-level security needs them (ADR 0023). A transaction
//! without it sees no tenant, and no name outlives its transaction.

mod transaction;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use domain::Tenant;
use futures::future::BoxFuture;
use futures::stream::{self, BoxStream, StreamExt, TryStreamExt};
use sqlx::postgres::{PgQueryResult, PgRow, PgStatement, PgTypeInfo};
use sqlx::{Either, Error, Execute, Executor, Postgres, SqlStr};
pub(crate) use transaction::Transaction;

/// A pool whose connections are those of a pooler or of Postgres. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct PgPool {
    inner: sqlx::PgPool,
    preambles: Preambles,
    /// Statements after the `BEGIN` of each transaction; empty if it needs none.
    preamble: Arc<str>,
}

/// Statements with which the transactions of a process begin.
#[derive(Debug, Clone)]
pub(crate) struct Preambles {
    /// Statements that a pooler requires; empty without one.
    pub(crate) settings: Arc<str>,
    /// Every transaction names its tenants.
    pub(crate) names_tenants: bool,
    /// Public research of other tenants is visible.
    pub(crate) shares_memory: bool,
}

impl Preambles {
    /// Returns the statements for these tenants, a comma-separated list or [`ALL_TENANTS`].
    fn of(&self, tenants: &str) -> Arc<str> {
        if !self.names_tenants {
            return Arc::clone(&self.settings);
        }
        let separator = if self.settings.is_empty() { "" } else { "; " };
        let shared = if self.shares_memory { "; SET LOCAL auspex.shared_memory = 'on'" } else { "" };
        // The alphabet of tenants has no quote.
        format!("{}{separator}SET LOCAL auspex.tenant = '{tenants}'{shared}", self.settings).into()
    }
}

/// Value of the setting `auspex.tenant` for work that serves all tenants.
const ALL_TENANTS: &str = "*";

impl PgPool {
    pub(crate) fn new(inner: sqlx::PgPool, preambles: Preambles) -> Self {
        let preamble = preambles.of(ALL_TENANTS);
        Self { inner, preambles, preamble }
    }

    /// Returns the same pool for transactions that touch rows of these tenants only.
    pub(crate) fn of<'a>(&self, tenants: impl IntoIterator<Item = &'a Tenant>) -> Self {
        let names: BTreeSet<&str> = tenants.into_iter().map(Tenant::as_str).collect();
        let preamble = self.preambles.of(&names.into_iter().collect::<Vec<_>>().join(","));
        Self { preamble, ..self.clone() }
    }

    /// Returns the same pool for transactions in which the server ends a statement after this time.
    pub(crate) fn within(&self, limit: Duration) -> Self {
        self.with(&format!("SET LOCAL statement_timeout = {}", limit.as_millis()))
    }

    /// Returns the same pool for transactions that begin with these settings, statements separated by semicolons.
    pub(crate) fn with(&self, settings: &str) -> Self {
        let separator = if self.preamble.is_empty() { "" } else { "; " };
        Self { preamble: format!("{}{separator}{settings}", self.preamble).into(), ..self.clone() }
    }

    /// Returns `true` if row-level security limits the rows of this pool's transactions.
    pub(crate) fn names_tenants(&self) -> bool {
        self.preambles.names_tenants
    }

    /// Returns the first statement, over tables, or the second one, over the views for roles to which policies apply.
    pub(crate) fn statement(&self, [tables, views]: [&'static str; 2]) -> &'static str {
        if self.names_tenants() { views } else { tables }
    }

    /// Returns the connections themselves. Their transactions must begin with [`Self::opening`].
    pub(crate) fn connections(&self) -> &sqlx::PgPool {
        &self.inner
    }

    /// Returns the statements that open a transaction, or nothing if the single statement that follows needs none.
    pub(crate) fn opening(&self, begin: &'static str) -> Option<Cow<'static, str>> {
        match (begin, &*self.preamble) {
            ("", "") => None,
            (begin, "") => Some(Cow::Borrowed(begin)),
            ("", preamble) => Some(Cow::Owned(format!("BEGIN; {preamble}"))),
            (begin, preamble) => Some(Cow::Owned(format!("{begin}; {preamble}"))),
        }
    }

    pub(crate) async fn begin(&self) -> Result<Transaction, Error> {
        let opening = self.opening("BEGIN").unwrap_or_default();
        Transaction::begin(self.inner.acquire().await?, opening.into_owned()).await
    }

    /// Executes a statement in its own transaction. Its rows are returned after the commit.
    async fn committed<'q, E: Execute<'q, Postgres> + 'q>(&self, query: E) -> Result<Vec<Step>, Error> {
        let mut transaction = self.begin().await?;
        let steps = (&mut *transaction).fetch_many(query).try_collect().await?;
        transaction.commit().await?;
        Ok(steps)
    }
}

/// The end of a statement, or a row.
type Step = Either<PgQueryResult, PgRow>;

impl<'p> Executor<'p> for &'_ PgPool {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Step, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        if self.preamble.is_empty() {
            return (&self.inner).fetch_many(query);
        }
        let pool = self.clone();
        let steps = async move { pool.committed(query).await.map(|steps| stream::iter(steps.into_iter().map(Ok))) };
        stream::once(steps).try_flatten().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        if self.preamble.is_empty() {
            return (&self.inner).fetch_optional(query);
        }
        let pool = self.clone();
        Box::pin(async move {
            let steps = pool.committed(query).await?;
            Ok(steps.into_iter().find_map(sqlx::Either::right))
        })
    }

    fn prepare_with<'e>(self, sql: SqlStr, parameters: &'e [PgTypeInfo]) -> BoxFuture<'e, Result<PgStatement, Error>>
    where
        'p: 'e,
    {
        (&self.inner).prepare_with(sql, parameters)
    }
}
