//! The review queue.

use domain::port::PortError;
use domain::review::{ResultState, SessionId};
use domain::{JobId, Time};
use uuid::Uuid;

use super::port::{MAX_PAGE, ReviewCursor, ReviewLine, ReviewPage, ReviewQuery};
use crate::database::Database;
use crate::pool::PgPool;
use crate::rows::row;

const LIST: &str = "
SELECT r.id, r.session, s.version, r.name, r.version,
       left(coalesce(r.body->'parameters'->>'question', (
           SELECT value FROM json_each_text(r.body->'parameters') WHERE json_typeof(r.body->'parameters'->key) = 'string' ORDER BY key LIMIT 1), ''), 200),
       r.state, (r.body->>'schema_valid')::bool, r.made_at, r.expires_at,
       r.review->>'by'
FROM macro_result r JOIN macro_session s ON s.tenant = r.tenant AND s.id = r.session
WHERE r.tenant = $1 AND r.state = ANY($2) AND ($3::uuid IS NULL OR r.session = $3)
  AND ($4::timestamptz IS NULL OR (r.made_at, r.id) < ($4, $5))
ORDER BY r.made_at DESC, r.id DESC LIMIT $6";

row! {
    struct Row {
        id: Uuid,
        session: Uuid,
        session_version: i64,
        name: String,
        version: String,
        subject: String,
        state: String,
        schema_valid: bool,
        made_at: Time,
        expires_at: Option<Time>,
        decided_by: Option<String>,
    }
}

pub(super) async fn list(database: &Database, query: &ReviewQuery) -> Result<ReviewPage, PortError> {
    let states = if query.states.is_empty() { &ResultState::ALL } else { &query.states[..] };
    let states: &Vec<&str> = &states.iter().map(|state| state.name()).collect();
    let limit = query.limit.clamp(1, MAX_PAGE);
    let select = |pool: PgPool| async move {
        let select = sqlx::query_as(LIST).bind(query.tenant.as_str()).bind(states);
        let select = select.bind(query.session.map(|session| session.0));
        let select = select.bind(query.after.map(|after| after.made_at)).bind(query.after.map(|after| after.result.0));
        // One more than the page shows whether another page follows.
        let rows: Vec<Row> = select.bind(i64::from(limit) + 1).fetch_all(&pool).await?;
        Ok(rows)
    };
    let rows = database.run("macro_result", select).await?;
    let size = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = rows.len() > size;
    let lines: Vec<ReviewLine> = rows.into_iter().take(size).map(line).collect();
    let last = lines.last().filter(|_| more);
    let next = last.map(|line| ReviewCursor { made_at: line.made_at, result: line.result });
    Ok(ReviewPage { lines, next })
}

fn line(row: Row) -> ReviewLine {
    let Row {
        id,
        session,
        session_version,
        name,
        version,
        subject,
        state,
        schema_valid,
        made_at,
        expires_at,
        decided_by,
    } = row;
    ReviewLine {
        result: JobId(id),
        session: SessionId(session),
        session_version,
        name,
        version,
        subject,
        // The statement selects known states only.
        state: ResultState::parse(&state).unwrap_or(ResultState::Pending),
        schema_valid,
        made_at,
        expires_at,
        decided_by,
    }
}
