//! The index of fetched pages, the answers of services, and the pages and answers that each job used. The bytes of a
//! page are in the object store under their hash; the answers are in this database.

use domain::effect::Basis;
use domain::port::PortError;
use domain::{JobId, Time};
use futures::FutureExt;
use futures::future::BoxFuture;

use super::bytes;
use super::port::{KeptPage, Pages, PgPages};
use crate::effect::basis::keep;
use crate::pool::PgPool;
use crate::rows::row;
use crate::text::clean;

const LATEST: &str = "
SELECT url, hash, final_url, content_type, etag, last_modified, fetched_at, checked_at, fresh_until
FROM page WHERE md5(url) = md5($1) AND url = $1 ORDER BY checked_at DESC, hash LIMIT 1";
const WITH_HASH: &str = "
SELECT url, hash, final_url, content_type, etag, last_modified, fetched_at, checked_at, fresh_until
FROM page WHERE hash = $1 ORDER BY fetched_at, url LIMIT 100";
/// A late confirmation does not replace a newer one.
const KEEP: &str = "
INSERT INTO page (url, hash, final_url, content_type, etag, last_modified, fetched_at, checked_at, fresh_until)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (md5(url), hash) DO UPDATE SET final_url = excluded.final_url, content_type = excluded.content_type,
    etag = excluded.etag, last_modified = excluded.last_modified,
    checked_at = excluded.checked_at, fresh_until = excluded.fresh_until
WHERE page.url = excluded.url AND page.checked_at <= excluded.checked_at";

const ANSWER: &str = "
SELECT body FROM kept_answer WHERE md5(url) = md5($1) AND url = $1 ORDER BY answered_at DESC, hash LIMIT 1";
const RESTED: &str = "
SELECT DISTINCT u.url, u.hash, a.body FROM page_use u
LEFT JOIN kept_answer a ON md5(a.url) = md5(u.url) AND a.hash = u.hash AND a.url = u.url
WHERE u.job = ANY($1) ORDER BY u.url, u.hash";

row! {
    struct Row {
        url: String,
        hash: String,
        final_url: String,
        content_type: String,
        etag: Option<String>,
        last_modified: Option<String>,
        fetched_at: Time,
        checked_at: Time,
        fresh_until: Time,
    }
}

fn page(row: Row) -> KeptPage {
    let Row { url, hash, final_url, content_type, etag, last_modified, fetched_at, checked_at, fresh_until } = row;
    KeptPage { url, hash, final_url, content_type, etag, last_modified, fetched_at, checked_at, fresh_until }
}

impl Pages for PgPages {
    fn latest<'a>(&'a self, url: &'a str) -> BoxFuture<'a, Result<Option<KeptPage>, PortError>> {
        let url = clean(url);
        async move {
            let url = &url;
            let select = |pool: PgPool| async move {
                let row: Option<Row> = sqlx::query_as(LATEST).bind(url).fetch_optional(&pool).await?;
                Ok(row.map(page))
            };
            self.database.run("page", select).await
        }
        .boxed()
    }

    fn with_hash<'a>(&'a self, hash: &'a str) -> BoxFuture<'a, Result<Vec<KeptPage>, PortError>> {
        async move {
            let select = |pool: PgPool| async move {
                let rows: Vec<Row> = sqlx::query_as(WITH_HASH).bind(hash).fetch_all(&pool).await?;
                Ok(rows.into_iter().map(page).collect())
            };
            self.database.run("page", select).await
        }
        .boxed()
    }

    fn announce<'a>(&'a self, hash: &'a str) -> BoxFuture<'a, Result<(), PortError>> {
        async move {
            let write = |pool: PgPool| async move {
                let mut transaction = pool.begin().await?;
                bytes::announce(&mut transaction, hash).await?;
                Ok(transaction.commit().await?)
            };
            self.database.run("page", write).await
        }
        .boxed()
    }

    fn keep<'a>(&'a self, page: &'a KeptPage) -> BoxFuture<'a, Result<(), PortError>> {
        async move {
            let write = |pool: PgPool| async move {
                let insert = sqlx::query(KEEP).bind(clean(&page.url)).bind(&page.hash).bind(clean(&page.final_url));
                let insert = insert.bind(clean(&page.content_type)).bind(&page.etag).bind(&page.last_modified);
                insert.bind(page.fetched_at).bind(page.checked_at).bind(page.fresh_until).execute(&pool).await?;
                // After the insert: until this statement the bytes count as unreferenced although a page refers to
                // them, which is harmless.
                let mut transaction = pool.begin().await?;
                bytes::named(&mut transaction, &page.hash).await?;
                Ok(transaction.commit().await?)
            };
            self.database.run("page", write).await
        }
        .boxed()
    }

    fn answer<'a>(&'a self, url: &'a str) -> BoxFuture<'a, Result<Option<String>, PortError>> {
        let url = clean(url);
        async move {
            let url = &url;
            let select =
                |pool: PgPool| async move { Ok(sqlx::query_scalar(ANSWER).bind(url).fetch_optional(&pool).await?) };
            self.database.run("answer", select).await
        }
        .boxed()
    }

    fn keep_answer<'a>(&'a self, basis: &'a Basis) -> BoxFuture<'a, Result<(), PortError>> {
        async move {
            let write = |pool: PgPool| async move {
                let mut transaction = pool.begin().await?;
                keep(&mut transaction, &[basis]).await?;
                Ok(transaction.commit().await?)
            };
            self.database.run("answer", write).await
        }
        .boxed()
    }

    fn rested_on<'a>(&'a self, jobs: &'a [JobId]) -> BoxFuture<'a, Result<Vec<Basis>, PortError>> {
        let jobs: Vec<uuid::Uuid> = jobs.iter().map(|job| job.0).collect();
        async move {
            let jobs = &jobs;
            let select = |pool: PgPool| async move {
                let rows: Vec<(String, String, Option<String>)> =
                    sqlx::query_as(RESTED).bind(jobs).fetch_all(&pool).await?;
                Ok(rows.into_iter().map(|(url, hash, body)| Basis { url, hash, body }).collect())
            };
            self.database.run("page", select).await
        }
        .boxed()
    }
}
