//! Macros, questions and alerts that the gateway or a schedule has published: the token that requested them, which a
//! reviewer may have to differ from (`four_eyes`), and the run that they start, which can be cancelled before it
//! begins.

use domain::access::TokenId;
use domain::port::PortError;
use domain::{JobId, Outgoing, RunId};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;

/// Subjects of events whose results may be reviewed or cancelled: results of macros, and forecasts.
const REQUESTS: [&str; 3] = ["auspex.event.macro", "auspex.event.question", "auspex.event.scout_alert"];

/// The first token stays: a repetition of the event by another one requests nothing.
const INSERT: &str = "
INSERT INTO event_requester (event, tenant, token, run) SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[])
ON CONFLICT (event) DO NOTHING";

/// Returns the token that sent an event over the gateway; `None` for an event of a schedule, or from elsewhere.
pub(super) async fn read(database: &Database, event: JobId) -> Result<Option<TokenId>, PortError> {
    let select = |pool: PgPool| async move {
        let select = sqlx::query_scalar("SELECT token FROM event_requester WHERE event = $1").bind(event.0);
        let token: Option<Option<Uuid>> = select.fetch_optional(&pool).await?;
        Ok(token.flatten().map(TokenId))
    };
    database.run("event_requester", select).await
}

/// Returns true for events whose results may be reviewed or cancelled.
fn is_request(event: &Outgoing) -> bool {
    REQUESTS
        .iter()
        .any(|subject| event.subject.strip_prefix(subject).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

/// Records those of the events that are requests, each with the token that sent it.
pub(crate) async fn insert(conn: &mut PgConnection, events: &[(&Outgoing, Option<TokenId>)]) -> Result<(), Failed> {
    let requests: Vec<_> = events.iter().filter(|(event, _)| is_request(event)).collect();
    if requests.is_empty() {
        return Ok(());
    }
    let events: Vec<Uuid> = requests.iter().map(|(event, _)| event.id.0).collect();
    let tenants: Vec<&str> = requests.iter().map(|(event, _)| event.tenant.as_str()).collect();
    let tokens: Vec<Option<Uuid>> = requests.iter().map(|(_, token)| token.map(|token| token.0)).collect();
    let runs: Vec<Uuid> = requests.iter().map(|(event, _)| RunId::for_event(event.id).0).collect();
    sqlx::query(INSERT).bind(&events).bind(&tenants).bind(&tokens).bind(&runs).execute(conn).await?;
    Ok(())
}
