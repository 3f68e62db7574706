//! Pages by way of the page store: what was fetched and is still fresh is not fetched again, what is stale is asked about
//! by its validators, and what comes is kept under its hash before anything is concluded from it. In replay nothing is
//! fetched: the run reads what the store has, and a page that it lacks is an error. What services answer is kept by `answers`.
//!
//! I/O: reads and writes the page store, fetches pages.

use std::sync::Arc;
use std::time::Duration;

use agent::ToolError;
use domain::Time;
use store::pages::KeptPage;
use url::Url;
use web::{Fetched, Page, Validators, Web};

use crate::desk::Desk;
use crate::tools::explained;

/// Servers may call a page fresh for a year; facts are not.
const FRESH_AT_MOST: Duration = Duration::from_secs(24 * 3600);
/// The tool that errors are told for.
const TOOL: &str = "fetch_page";

/// The page at an address, kept. Whoever wants it at the same time gets the same.
pub(crate) async fn page<M: Send + Sync, W: Web>(desk: &Desk<M, W>, url: &str) -> Result<Arc<Page>, ToolError> {
    desk.kit.flights.join(url, || async { kept_or_fetched(desk, url).await.map(Arc::new) }).await
}

async fn kept_or_fetched<M: Send + Sync, W: Web>(desk: &Desk<M, W>, url: &str) -> Result<Page, ToolError> {
    let (now, replay) = (desk.task.started, desk.kit.config.replay);
    let kept = kept(desk, url).await?;
    match kept {
        Some((row, page)) if replay || row.fresh_until > now => Ok(page),
        _ if replay => Err(ToolError::told(format!("{url} is not in the page store, and a replay fetches nothing"))),
        kept => fetched(desk, url, kept).await,
    }
}

/// What the store has of it, bytes and all. An object that was lost or altered is as good as none.
async fn kept<M: Send + Sync, W: Web>(desk: &Desk<M, W>, url: &str) -> Result<Option<(KeptPage, Page)>, ToolError> {
    let row = desk.kit.archive.latest(url).await.map_err(|error| ToolError::broken(TOOL, error))?;
    let Some(row) = row else { return Ok(None) };
    let bytes = desk.kit.objects.get(&key(&row.hash)).await.map_err(|error| ToolError::broken(TOOL, error))?;
    let page = bytes.filter(|bytes| web::content_hash(bytes) == row.hash).and_then(|body| {
        let url = Url::parse(&row.final_url).ok()?;
        Some(Page { url, content_type: row.content_type.clone(), body, hash: row.hash.clone() })
    });
    Ok(page.map(|page| (row, page)))
}

async fn fetched<M: Send + Sync, W: Web>(
    desk: &Desk<M, W>,
    url: &str,
    kept: Option<(KeptPage, Page)>,
) -> Result<Page, ToolError> {
    let known = kept.as_ref().map(|(row, _)| validators(row)).unwrap_or_default();
    let answer = desk.kit.web.fetch_if(url, &known).await.map_err(|error| ToolError::told(explained(&error)))?;
    let (page, validators) = match (answer, kept) {
        (Fetched::Page(page, validators), _) => {
            desk.kit.archive.announce(&page.hash).await.map_err(|error| ToolError::broken(TOOL, error))?;
            let put = desk.kit.objects.put(&key(&page.hash), &page.body).await;
            put.map_err(|error| ToolError::broken(TOOL, error))?;
            (page, validators)
        }
        (Fetched::Unchanged(validators), Some((row, page))) => (page, renewed(validators, &row)),
        (Fetched::Unchanged(_), None) => {
            return Err(ToolError::told(format!("{url}: the server calls it unchanged, but was not asked that")));
        }
    };
    let row = row(desk, url, (&page, validators));
    desk.kit.archive.keep(&row).await.map_err(|error| ToolError::broken(TOOL, error))?;
    Ok(page)
}

fn validators(row: &KeptPage) -> Validators {
    Validators { etag: row.etag.clone(), last_modified: row.last_modified.clone(), fresh_for: None }
}

/// A 304 may leave out what has not changed.
fn renewed(said: Validators, row: &KeptPage) -> Validators {
    let (etag, last_modified) =
        (said.etag.or_else(|| row.etag.clone()), said.last_modified.or_else(|| row.last_modified.clone()));
    Validators { etag, last_modified, ..said }
}

fn row<M, W>(desk: &Desk<M, W>, url: &str, (page, validators): (&Page, Validators)) -> KeptPage {
    let now = desk.task.started;
    KeptPage {
        url: url.to_owned(),
        hash: page.hash.clone(),
        final_url: page.url.to_string(),
        content_type: page.content_type.clone(),
        fetched_at: now,
        checked_at: now,
        fresh_until: until(now, validators.fresh_for.unwrap_or(desk.kit.config.page_ttl)),
        etag: validators.etag,
        last_modified: validators.last_modified,
    }
}

fn until(now: Time, fresh_for: Duration) -> Time {
    // At most a day: far inside what either type can hold.
    now + fresh_for.min(FRESH_AT_MOST)
}

/// Two levels, so that no folder gets too full to be listed.
pub(crate) fn key(hash: &str) -> String {
    format!("pages/{}/{hash}", hash.get(..2).unwrap_or("00"))
}
