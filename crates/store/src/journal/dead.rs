//! Dead letters, with everything that an operator needs to repair and redrive a message.

use domain::port::DeadLetter;
use sqlx::postgres::PgConnection;

use crate::effect::text::clean;
use crate::failure::Failed;

/// A job that was dead-lettered, redriven and dead-lettered again has one row: the newest. Its new position makes webhooks report it
/// again.
const INSERT: &str = "
INSERT INTO dead_letter (id, consumer, job, tenant, subject, headers, payload, class, errors, attempts, trace_id, at)
VALUES ($1, $2, $3, $4, $5, $6::text::json, $7, $8, $9, $10, $11, $12)
ON CONFLICT (id) DO UPDATE SET errors = excluded.errors, class = excluded.class, attempts = excluded.attempts,
    trace_id = excluded.trace_id, at = excluded.at, headers = excluded.headers, payload = excluded.payload, redriven_at = NULL,
    xid = excluded.xid";

/// Writes one statement per dead letter, because they are rare. Any message can be stored: NUL is replaced in texts, and the
/// payload is kept byte by byte.
pub(super) async fn insert(conn: &mut PgConnection, letters: &[&DeadLetter]) -> Result<(), Failed> {
    for letter in letters {
        let headers: Vec<(String, String)> =
            letter.headers.iter().map(|(name, value)| (clean(name), clean(value))).collect();
        let errors: Vec<String> = letter.errors.iter().map(|error| clean(error)).collect();
        let insert = sqlx::query(INSERT)
            .bind(letter.id.0)
            .bind(clean(&letter.consumer))
            .bind(letter.job.0)
            .bind(letter.tenant.as_str())
            .bind(clean(&letter.subject))
            .bind(serde_json::to_string(&headers)?)
            .bind(&letter.payload)
            .bind(clean(&letter.class))
            .bind(errors)
            .bind(i32::try_from(letter.attempts).unwrap_or(i32::MAX))
            .bind(clean(&letter.trace_id))
            .bind(letter.at);
        insert.execute(&mut *conn).await?;
    }
    Ok(())
}
