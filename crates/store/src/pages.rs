//! Which bytes an address gave, and when. The bytes lie in the object store under their hash.

use domain::Time;
use domain::port::PortError;
use futures::FutureExt;
use futures::future::BoxFuture;

use crate::Store;
use crate::effect::text::clean;

/// A page that was fetched once. `(url, hash)` is its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptPage {
    /// As it was asked for.
    pub url: String,
    /// SHA-256 of its decoded bytes, in hex.
    pub hash: String,
    /// Where it was found in the end.
    pub final_url: String,
    /// As the server said it.
    pub content_type: String,
    /// `ETag`, for asking again.
    pub etag: Option<String>,
    /// `Last-Modified`, for asking again.
    pub last_modified: Option<String>,
    /// When these bytes came first.
    pub fetched_at: Time,
    /// When the server last gave or confirmed them.
    pub checked_at: Time,
    /// Until then nobody needs to ask again.
    pub fresh_until: Time,
}

/// The index of pages.
pub trait Pages: Send + Sync + 'static {
    /// What the address gave or confirmed last.
    fn latest<'a>(&'a self, url: &'a str) -> BoxFuture<'a, Result<Option<KeptPage>, PortError>>;

    /// Where bytes with this hash came from: the trace of a finding. The first address first.
    fn with_hash<'a>(&'a self, hash: &'a str) -> BoxFuture<'a, Result<Vec<KeptPage>, PortError>>;

    /// Notes that the address gave these bytes, or confirmed them: then the first fetch keeps its date.
    fn keep<'a>(&'a self, page: &'a KeptPage) -> BoxFuture<'a, Result<(), PortError>>;
}

const LATEST: &str = "
SELECT url, hash, final_url, content_type, etag, last_modified, fetched_at, checked_at, fresh_until
FROM page WHERE md5(url) = md5($1) AND url = $1 ORDER BY checked_at DESC, hash LIMIT 1";
const WITH_HASH: &str = "
SELECT url, hash, final_url, content_type, etag, last_modified, fetched_at, checked_at, fresh_until
FROM page WHERE hash = $1 ORDER BY fetched_at, url LIMIT 100";
/// A late confirmation must not make a newer one older.
const KEEP: &str = "
INSERT INTO page (url, hash, final_url, content_type, etag, last_modified, fetched_at, checked_at, fresh_until)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (md5(url), hash) DO UPDATE SET final_url = excluded.final_url, content_type = excluded.content_type,
    etag = excluded.etag, last_modified = excluded.last_modified,
    checked_at = excluded.checked_at, fresh_until = excluded.fresh_until
WHERE page.url = excluded.url AND page.checked_at <= excluded.checked_at";

type Row = (String, String, String, String, Option<String>, Option<String>, Time, Time, Time);

fn page(row: Row) -> KeptPage {
    let (url, hash, final_url, content_type, etag, last_modified, fetched_at, checked_at, fresh_until) = row;
    KeptPage { url, hash, final_url, content_type, etag, last_modified, fetched_at, checked_at, fresh_until }
}

impl Pages for Store {
    fn latest<'a>(&'a self, url: &'a str) -> BoxFuture<'a, Result<Option<KeptPage>, PortError>> {
        let url = clean(url);
        async move {
            let url = &url;
            let ask = |pool: sqlx::PgPool| async move {
                let row: Option<Row> = sqlx::query_as(LATEST).bind(url).fetch_optional(&pool).await?;
                Ok(row.map(page))
            };
            self.run("page", ask).await
        }
        .boxed()
    }

    fn with_hash<'a>(&'a self, hash: &'a str) -> BoxFuture<'a, Result<Vec<KeptPage>, PortError>> {
        async move {
            let ask = |pool: sqlx::PgPool| async move {
                let rows: Vec<Row> = sqlx::query_as(WITH_HASH).bind(hash).fetch_all(&pool).await?;
                Ok(rows.into_iter().map(page).collect())
            };
            self.run("page", ask).await
        }
        .boxed()
    }

    fn keep<'a>(&'a self, page: &'a KeptPage) -> BoxFuture<'a, Result<(), PortError>> {
        async move {
            let write = |pool: sqlx::PgPool| async move {
                let insert = sqlx::query(KEEP).bind(clean(&page.url)).bind(&page.hash).bind(clean(&page.final_url));
                let insert = insert.bind(clean(&page.content_type)).bind(&page.etag).bind(&page.last_modified);
                insert.bind(page.fetched_at).bind(page.checked_at).bind(page.fresh_until).execute(&pool).await?;
                Ok(())
            };
            self.run("page", write).await
        }
        .boxed()
    }
}
