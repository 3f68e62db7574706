//! Reading services that an operator may put before our own reader: Jina Reader for pages, Unstructured for PDFs.
//!
//! They are conveniences, never needed: one that is not there, rests or answers nonsense is passed by, and the page is
//! fetched and read by ourselves. What they say is as untrusted as the page. An address is given to them only after it
//! passed the same checks as for our own fetcher; a Jina Reader of one's own reaches the web by itself and must be
//! fenced in by the network it runs in.

mod jina;
mod unstructured;

use std::future::Future;
use std::sync::Arc;

use url::Url;

pub use jina::Jina;
pub use unstructured::Unstructured;

use crate::rest::Rests;
use crate::search::rest_after;
use crate::{Page, ServiceError, content_hash};

/// The services that are configured.
pub struct Readers {
    /// In order: one's own first.
    jina: Vec<Jina>,
    unstructured: Option<Unstructured>,
    rests: Arc<dyn Rests>,
}

impl Readers {
    /// These.
    pub fn new(jina: Vec<Jina>, unstructured: Option<Unstructured>, rests: Arc<dyn Rests>) -> Self {
        Self { jina, unstructured, rests }
    }

    /// Somebody reads pages by their address.
    pub(crate) fn read_addresses(&self) -> bool {
        !self.jina.is_empty()
    }

    /// The page as a service reads it, or `None`: then it is ours to fetch.
    pub(crate) async fn by_address(&self, url: &Url) -> Option<Page> {
        for reader in &self.jina {
            let read = self.unless_resting(reader.name(), reader.read(url)).await;
            if let Some(markdown) = read.flatten() {
                return Some(page(url.clone(), markdown));
            }
        }
        None
    }

    /// A PDF as Markdown where a service reads it, else the page as it was.
    pub(crate) async fn by_content(&self, fetched: Page) -> Page {
        let Some(reader) = self.unstructured.as_ref().filter(|_| fetched.body.starts_with(b"%PDF-")) else {
            return fetched;
        };
        match self.unless_resting("unstructured", reader.read(&fetched.body)).await {
            Some(markdown) => page(fetched.url, markdown),
            None => fetched,
        }
    }

    async fn unless_resting<T>(&self, name: &str, work: impl Future<Output = Result<T, ServiceError>>) -> Option<T> {
        let book = format!("read:{name}");
        if self.rests.resting(&book).await.is_some() {
            return None;
        }
        match work.await {
            Ok(read) => Some(read),
            Err(error) => {
                let wait = rest_after(&error);
                tracing::warn!(reader = name, rest_s = wait.as_secs(), error = %error, "reading service rests");
                self.rests.rest(&book, wait).await;
                None
            }
        }
    }
}

fn page(url: Url, markdown: String) -> Page {
    let body = markdown.into_bytes();
    let content_type = "text/markdown; charset=utf-8".to_owned();
    Page { url, content_type, hash: content_hash(&body), body }
}

#[cfg(test)]
mod tests;
