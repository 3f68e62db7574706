//! Rows that cannot be read: of a newer version, or changed by hand. A sweep skips them, so that they stop no other
//! row's work.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::failure::Failed;

/// Interval of the log lines about one row. A sweep meets it again each second.
const LOG_INTERVAL: Duration = Duration::from_secs(600);
/// Rows whose last log line is remembered.
const MAX_LOGGED: usize = 1_000;
/// Pages that a sweep reads to find readable rows behind unreadable ones.
const MAX_PAGES: i64 = 10;

static LOGGED: Mutex<Option<HashMap<(&'static str, String), Instant>>> = Mutex::new(None);

/// Rows of a sweep.
#[derive(Debug)]
pub(crate) struct Swept<T> {
    /// Rows that can be read, in order.
    pub(crate) rows: Vec<T>,
    /// Number of rows that were skipped.
    pub(crate) unreadable: usize,
}

/// Reads up to `limit` rows that can be read. `fetch` returns the rows from an offset on, and `convert` the name of a
/// row with its value.
pub(crate) async fn sweep<R, T, Fut>(
    table: &'static str,
    limit: u32,
    fetch: impl Fn(i64) -> Fut,
    convert: impl Fn(R) -> (String, Result<T, Failed>),
) -> Result<Swept<T>, Failed>
where
    Fut: Future<Output = Result<Vec<R>, Failed>>,
{
    let mut swept = Swept { rows: Vec::new(), unreadable: 0 };
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    for page in 0..MAX_PAGES {
        let rows = fetch(page * i64::from(limit)).await?;
        let is_last = rows.len() < most;
        for (name, value) in rows.into_iter().map(&convert) {
            match value {
                Ok(row) => swept.rows.push(row),
                Err(error) => {
                    swept.unreadable += 1;
                    log(table, name, &error);
                }
            }
        }
        if is_last || swept.rows.len() >= most || swept.unreadable == 0 {
            break;
        }
    }
    swept.rows.truncate(most);
    let number = u32::try_from(swept.unreadable).unwrap_or(u32::MAX);
    metrics::gauge!("auspex_store_unreadable_rows", "table" => table).set(f64::from(number));
    Ok(swept)
}

fn log(table: &'static str, name: String, error: &Failed) {
    let now = Instant::now();
    let key = (table, name);
    let mut logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
    let logged = logged.get_or_insert_default();
    if logged.get(&key).is_some_and(|at| now.duration_since(*at) < LOG_INTERVAL) {
        return;
    }
    if logged.len() >= MAX_LOGGED {
        logged.clear();
    }
    let error: &dyn std::error::Error = error;
    tracing::error!(table, row = key.1, error, "a row cannot be read and is skipped; the others are not affected");
    logged.insert(key, now);
}
