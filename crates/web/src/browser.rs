//! An optional headless browser, which renders pages that have no text until their scripts have run.
//!
//! The browser, spoken to by the DevTools protocol, opens no connection for a page. Every request is intercepted
//! ([`judge`]); what a page may have is fetched by our own fetcher, with its policy of addresses, robots.txt, rate,
//! size and time, and handed to the browser without the site's headers. Each rendering has a browser context of its
//! own, which is disposed with the connection. The context's proxy is an address where nothing listens, so that what
//! cannot be intercepted (WebSockets, workers, pop-ups) reaches nothing either.
//!
//! Deliberately absent: cookies, requests with bodies or headers of the page, frames, downloads, pictures.

mod devtools;
mod judge;
mod printing;
mod rendering;
mod socket;

use std::io;
use std::time::Duration;

use tokio::sync::Semaphore;
use url::Url;

use crate::client;
use crate::route::Route;
use crate::{Fetcher, Page, content_hash};
use devtools::DevTools;
pub use printing::Printer;
use rendering::Rendering;

/// Room of a message beside the page that it carries.
const ENVELOPE_BYTES: usize = 1024 * 1024;

/// Limits of rendering.
#[derive(Debug, Clone)]
pub struct BrowserConfig {
    /// Address of the DevTools protocol, such as `http://chromium:9222`.
    pub url: Url,
    /// Time limit of one rendering, from connecting to the text of the page.
    pub total: Duration,
    /// The page is complete if it has requested nothing for this time after it was loaded.
    pub settle: Duration,
    /// Maximum number of requests of one page that are answered.
    pub requests: usize,
    /// Maximum bytes of all parts of a page, and of the rendered page.
    pub max_bytes: usize,
    /// Maximum number of concurrent renderings, per process.
    pub at_once: usize,
}

impl BrowserConfig {
    /// Setting of the address.
    pub const SETTING: &str = "AUSPEX_BROWSER_URL";
    /// Description of the setting of the address.
    pub const DOC: &str = "DevTools address of a headless Chromium, such as http://chromium:9222. The researcher renders pages with it that \
                           are empty without JavaScript and fetches whatever such a page asks for, by its own rules; the gateway prints \
                           reports as PDF. The browser needs no network.";
    /// Setting of the time limit.
    pub const TIME_SETTING: &str = "AUSPEX_BROWSER_TIME";
    /// Description of the setting of the time limit.
    pub const TIME_DOC: &str = "Maximum duration of one rendering or printing.";

    /// Default limits for the browser at this address.
    pub fn at(url: Url) -> Self {
        Self {
            url,
            total: Duration::from_secs(20),
            settle: Duration::from_millis(500),
            requests: 80,
            max_bytes: 20 * 1024 * 1024,
            at_once: 2,
        }
    }

    /// Default limits with this time limit.
    ///
    /// # Errors
    /// The text says what the address lacks.
    pub fn checked(url: Url, total: Duration) -> Result<Self, &'static str> {
        match url.scheme() {
            "http" => Ok(Self { total, ..Self::at(url) }),
            _ => Err("needs an address with http, as Chromium serves it"),
        }
    }
}

/// The reason why a page was not rendered.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The browser does not answer, or ended the connection.
    #[error("the browser cannot be reached")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The browser refused a command or sent what the protocol does not allow.
    #[error("the browser failed: {0}")]
    Failed(String),
    /// The time limit passed.
    #[error("rendering took longer than {0:?}")]
    Timeout(Duration),
    /// The rendered page is too large.
    #[error("the rendered page is larger than {0} bytes")]
    TooLarge(usize),
}

impl RenderError {
    fn unreachable(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Unreachable(error.into())
    }

    /// Converts an error of the connection. A page can cause it, so the browser is used further.
    fn of_socket(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::InvalidData => Self::Failed(error.to_string()),
            _ => Self::unreachable(error),
        }
    }
}

/// Renders pages with a browser.
#[derive(Debug)]
pub struct Browser {
    config: BrowserConfig,
    /// For the browser's own address, which is the operator's.
    client: reqwest::Client,
    /// Fetches the documents of pages.
    fetcher: Fetcher,
    /// Fetches scripts and data.
    parts: Fetcher,
    turns: Semaphore,
}

impl Browser {
    /// Creates a client; nothing is requested. Pages and their parts are fetched by `fetcher`.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(config: BrowserConfig, fetcher: &Fetcher) -> Result<Self, client::ClientError> {
        // The browser is a neighbour, never behind the forward proxy of the pages.
        let client = client::configured(&Route::Direct, config.total, config.total)?;
        let turns = Semaphore::new(config.at_once.max(1));
        Ok(Self { client, fetcher: fetcher.clone(), parts: fetcher.of_parts(), turns, config })
    }

    /// Renders a page that was fetched before: runs its scripts and returns the page that they make.
    ///
    /// # Errors
    /// [`RenderError`] with the reason of the failure.
    pub async fn render(&self, page: &Page) -> Result<Page, RenderError> {
        let _turn = self.turns.acquire().await.map_err(RenderError::unreachable)?;
        // Dropping the connection disposes the context, however the rendering ends.
        let work = async {
            // Messages carry the bodies of parts and the rendered page, in base 64 or as a JSON string.
            let largest = 2 * self.config.max_bytes + ENVELOPE_BYTES;
            let tools = DevTools::connect(&self.client, &self.config.url, largest).await?;
            Rendering::open(tools, self, page).await?.run().await
        };
        let limit = self.config.total;
        let (url, html) = tokio::time::timeout(limit, work).await.unwrap_or(Err(RenderError::Timeout(limit)))?;
        if html.len() > self.config.max_bytes {
            return Err(RenderError::TooLarge(self.config.max_bytes));
        }
        let body = html.into_bytes();
        Ok(Page { url, content_type: "text/html; charset=utf-8".to_owned(), hash: content_hash(&body), body })
    }
}

#[cfg(test)]
mod chromium_test;
#[cfg(test)]
mod fake_server;
#[cfg(test)]
mod policy_test;
