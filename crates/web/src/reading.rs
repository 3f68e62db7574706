//! Optional reading services that take precedence over our own extraction: Jina Reader for pages, Unstructured for
//! PDFs.
//!
//! If a service is unavailable, in cool-down, or gives an invalid answer, the page is fetched and extracted by
//! ourselves. Their answers are as untrusted as the page. A service receives an address only after the checks of our
//! own fetcher; a self-hosted Jina Reader accesses the web by itself and must be restricted by its network.

mod jina;
mod unstructured;

use std::future::Future;
use std::sync::Arc;

use url::Url;

pub use jina::Jina;
pub use unstructured::{PdfStrategy, Unstructured, UnstructuredConfig};

use crate::search::cool_down_after;
use crate::{Page, ServiceError, content_hash};
use domain::port::CoolDowns;

/// The configured reading services.
pub struct Readers {
    /// In order of preference, self-hosted first.
    jina: Vec<Jina>,
    unstructured: Option<Unstructured>,
    cool_downs: Arc<dyn CoolDowns>,
}

impl Readers {
    /// Creates the set of services.
    pub fn new(jina: Vec<Jina>, unstructured: Option<Unstructured>, cool_downs: Arc<dyn CoolDowns>) -> Self {
        Self { jina, unstructured, cool_downs }
    }

    /// Returns `true` if a service reads pages by address.
    pub(crate) fn read_addresses(&self) -> bool {
        !self.jina.is_empty()
    }

    /// Reads the page with the first service that succeeds. `None`: the caller fetches it.
    pub(crate) async fn by_address(&self, url: &Url) -> Option<Page> {
        for reader in &self.jina {
            let read = self.unless_cooling(reader.name(), reader.read(url)).await;
            if let Some(markdown) = read.flatten() {
                return Some(markdown_page(url.clone(), markdown));
            }
        }
        None
    }

    /// Converts a PDF to Markdown if a service succeeds; returns any other page unchanged.
    pub(crate) async fn by_content(&self, fetched: Page) -> Page {
        let Some(reader) = self.unstructured.as_ref().filter(|_| fetched.body.starts_with(b"%PDF-")) else {
            return fetched;
        };
        match self.unless_cooling("unstructured", reader.read(&fetched.body)).await {
            Some(markdown) => markdown_page(fetched.url, markdown),
            None => fetched,
        }
    }

    async fn unless_cooling<T>(&self, name: &str, work: impl Future<Output = Result<T, ServiceError>>) -> Option<T> {
        let key = format!("read:{name}");
        if self.cool_downs.cooling(&key).await.is_some() {
            return None;
        }
        match work.await {
            Ok(read) => Some(read),
            Err(error) => {
                let wait = cool_down_after(&error);
                tracing::warn!(reader = name, cool_down_s = wait.as_secs(), error = %error, "reading service in cool-down");
                self.cool_downs.cool_down(&key, wait).await;
                None
            }
        }
    }
}

pub(crate) fn markdown_page(url: Url, markdown: String) -> Page {
    let body = markdown.into_bytes();
    let content_type = "text/markdown; charset=utf-8".to_owned();
    Page { url, content_type, hash: content_hash(&body), body }
}

#[cfg(test)]
mod tests;
