//! Changes over the gateway in the audit trail: who did what to which object, and with which result.

use domain::access::TokenId;
use domain::port::PortError;
use domain::{JobId, Tenant, Time};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::facet::PgAudit;
use crate::columns::column;
use crate::failure::Failed;
use crate::page::Before;
use crate::pool::PgPool;
use crate::rows::row;
use crate::text::clean;

const INSERT: &str = "
INSERT INTO audit (job, ordinal, event, tenant, worker, action, subject, tools, cost, errors, at, token, token_name)
SELECT job, 0, event, tenant, 'gateway', action, subject, '', 0, errors, at, token, token_name
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::uuid[], $9::text[])
     AS made (job, event, tenant, action, subject, errors, at, token, token_name)
ON CONFLICT (job, worker, action, ordinal) DO NOTHING";

const LIST: &str = "
SELECT job, event, action, subject, errors, at, token, token_name FROM audit
WHERE tenant = $1 AND token IS NOT NULL AND ($2::timestamptz IS NULL OR (at, job) < ($2, $3))
ORDER BY at DESC, job DESC LIMIT $4";

row! {
    struct Row {
        id: Uuid,
        about: Uuid,
        action: String,
        object: String,
        errors: String,
        at: Time,
        token: Uuid,
        token_name: Option<String>,
    }
}

/// A change over the gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedChange {
    /// Id of the token that made it.
    pub token: TokenId,
    /// Name of the token.
    pub token_name: String,
    /// Tenant of the token.
    pub tenant: Tenant,
    /// Past participle, e.g. `published` or `approved`.
    pub action: String,
    /// The changed object, e.g. the id of a result.
    pub object: String,
    /// Job of the event that it belongs to, or the id of the object.
    pub about: JobId,
    /// Reason of a refusal; `None` if the change was made.
    pub refused: Option<String>,
    /// Time of the request.
    pub at: Time,
}

impl RecordedChange {
    /// Returns the id of the line. A repetition by the store has the same one.
    pub fn id(&self) -> JobId {
        let (token, at) = (self.token.to_string(), self.at.timestamp_micros().to_string());
        JobId::named(&["change", &token, &self.action, &self.object, &at])
    }
}

impl PgAudit {
    /// Writes a change to the audit trail. May be repeated.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn record(&self, change: &RecordedChange) -> Result<(), PortError> {
        let write = |pool: PgPool| async move {
            let mut transaction = pool.begin().await?;
            insert(&mut transaction, &[change]).await?;
            Ok(transaction.commit().await?)
        };
        self.database.run("audit", write).await
    }

    /// Returns the changes that the tokens of a tenant have made, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn changes(
        &self,
        tenant: &Tenant,
        page: Option<Before>,
        limit: u32,
    ) -> Result<Vec<(JobId, RecordedChange)>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(LIST).bind(tenant.as_str()).bind(page.map(|page| page.at));
            let rows: Vec<Row> = query.bind(page.map(|page| page.id)).bind(i64::from(limit)).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(|row| change(tenant, row)).collect())
        };
        self.database.run("audit", select).await
    }
}

fn change(tenant: &Tenant, row: Row) -> (JobId, RecordedChange) {
    let Row { id, about, action, object, errors, at, token, token_name } = row;
    let change = RecordedChange {
        token: TokenId(token),
        token_name: token_name.unwrap_or_default(),
        tenant: tenant.clone(),
        action,
        object,
        about: JobId(about),
        refused: (!errors.is_empty()).then_some(errors),
        at,
    };
    (JobId(id), change)
}

/// Writes changes within a transaction.
pub(crate) async fn insert(conn: &mut PgConnection, changes: &[&RecordedChange]) -> Result<(), Failed> {
    if changes.is_empty() {
        return Ok(());
    }
    let cleaned =
        |text: fn(&RecordedChange) -> &str| changes.iter().map(|change| clean(text(change))).collect::<Vec<_>>();
    let insert = sqlx::query(INSERT)
        .bind(column(changes, |change| change.id().0))
        .bind(column(changes, |change| change.about.0))
        .bind(column(changes, |change| change.tenant.as_str().to_owned()))
        .bind(cleaned(|change| &change.action))
        .bind(cleaned(|change| &change.object))
        .bind(cleaned(|change| change.refused.as_deref().unwrap_or_default()))
        .bind(column(changes, |change| change.at))
        .bind(column(changes, |change| change.token.0))
        .bind(cleaned(|change| &change.token_name));
    insert.execute(conn).await?;
    Ok(())
}
