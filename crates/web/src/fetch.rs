//! Fetching one page, within limits, from public addresses only.

use std::future::Future;
use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, LOCATION};
use url::Url;

use crate::guard::{self, Refusal};
use crate::resolve::{NoPublicAddress, SystemNames};
use crate::{client, content_hash};

/// How pages are fetched.
#[derive(Debug, Clone)]
pub struct FetchConfig {
    /// Where the offline world stands in for the web: `http(s)://host/path` becomes `<gateway>/host/path`, and no other
    /// address can then be reached. `None` is the real web.
    pub gateway: Option<Url>,
    /// Connecting at most.
    pub connect: Duration,
    /// The whole fetch at most, all redirects together.
    pub total: Duration,
    /// Decoded bytes at most; a compressed bomb is cut here.
    pub max_bytes: usize,
    /// Redirects at most.
    pub redirects: u32,
}

impl Default for FetchConfig {
    fn default() -> Self {
        Self {
            gateway: None,
            connect: Duration::from_secs(5),
            total: Duration::from_secs(30),
            max_bytes: 5 * 1024 * 1024,
            redirects: 5,
        }
    }
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Where it was found in the end, after redirects.
    pub url: Url,
    /// Media type as the server says, lower case, with its parameters; may be empty.
    pub content_type: String,
    /// The decoded body.
    pub body: Vec<u8>,
    /// SHA-256 of the body, in hex.
    pub hash: String,
}

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The address must not be reached.
    #[error("not fetched")]
    Refused(#[from] Refusal),
    /// The name resolves to addresses that are not public only.
    #[error("not fetched: {0} has no public address")]
    Private(String),
    /// The server answered with another status than 200.
    #[error("the server answered {0}")]
    Status(u16),
    /// It went round in circles.
    #[error("more than {0} redirects")]
    Redirects(u32),
    /// Larger than the cap.
    #[error("larger than {0} bytes")]
    TooLarge(usize),
    /// A kind of content that cannot be read (yet).
    #[error("content type {0:?} cannot be read; HTML and plain text can")]
    Kind(String),
    /// Nothing in time.
    #[error("took longer than {0:?}")]
    Timeout(Duration),
    /// Connection refused, reset, name not found, broken encoding.
    #[error("could not be reached")]
    Network(#[source] reqwest::Error),
}

/// Gets pages. The trait is what the researcher holds, so that its tests need no network.
pub trait Fetch: Send + Sync + 'static {
    /// One page.
    fn fetch(&self, url: &str) -> impl Future<Output = Result<Page, FetchError>> + Send;
}

/// Fetches over HTTP.
#[derive(Debug, Clone)]
pub struct Fetcher {
    client: reqwest::Client,
    config: FetchConfig,
}

impl Fetcher {
    /// A fetcher for the real web, or for the gateway if one is configured.
    pub fn new(config: FetchConfig) -> Result<Self, reqwest::Error> {
        let client = match config.gateway {
            Some(_) => client::configured(config.connect, config.total)?,
            None => client::public_only(SystemNames, config.connect, config.total)?,
        };
        Ok(Self { client, config })
    }

    async fn follow(&self, first: Url) -> Result<Page, FetchError> {
        let mut url = first;
        for _ in 0..=self.config.redirects {
            guard::check_url(&url)?;
            let response = self.send(&url).await?;
            match response.status().as_u16() {
                200 => return self.read(url, response).await,
                301 | 302 | 303 | 307 | 308 => url = target(&url, response.headers())?,
                status => return Err(FetchError::Status(status)),
            }
        }
        Err(FetchError::Redirects(self.config.redirects))
    }

    async fn send(&self, url: &Url) -> Result<reqwest::Response, FetchError> {
        let address = match &self.config.gateway {
            Some(gateway) => through(gateway, url),
            None => url.clone(),
        };
        let request =
            self.client.get(address).header(ACCEPT, "text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.1");
        request.send().await.map_err(|error| self.failed(url, error))
    }

    async fn read(&self, url: Url, mut response: reqwest::Response) -> Result<Page, FetchError> {
        let content_type = header(response.headers(), &CONTENT_TYPE).to_ascii_lowercase();
        check_kind(&content_type)?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.failed(&url, error))? {
            // The chunk is decoded already: Content-Length would be the compressed size and is not believed.
            if body.len() + chunk.len() > self.config.max_bytes {
                return Err(FetchError::TooLarge(self.config.max_bytes));
            }
            body.extend_from_slice(&chunk);
        }
        if body.starts_with(b"%PDF-") {
            return Err(FetchError::Kind("application/pdf".to_owned()));
        }
        let hash = content_hash(&body);
        Ok(Page { url, content_type, body, hash })
    }

    fn failed(&self, url: &Url, error: reqwest::Error) -> FetchError {
        if has_cause::<NoPublicAddress>(&error) {
            return FetchError::Private(url.host_str().unwrap_or_default().to_owned());
        }
        if error.is_timeout() {
            return FetchError::Timeout(self.config.total);
        }
        FetchError::Network(error.without_url())
    }
}

impl Fetch for Fetcher {
    async fn fetch(&self, url: &str) -> Result<Page, FetchError> {
        let url = guard::check(url)?;
        let total = self.config.total;
        tokio::time::timeout(total, self.follow(url)).await.unwrap_or(Err(FetchError::Timeout(total)))
    }
}

/// `http(s)://host/path?query` as the gateway knows it: `<gateway>/host/path?query`.
fn through(gateway: &Url, url: &Url) -> Url {
    let mut address = gateway.clone();
    let base = gateway.path().trim_end_matches('/');
    address.set_path(&format!("{base}/{}{}", url.host_str().unwrap_or_default(), url.path()));
    address.set_query(url.query());
    address.set_fragment(None);
    address
}

fn target(from: &Url, headers: &HeaderMap) -> Result<Url, FetchError> {
    let location = header(headers, &LOCATION);
    let mut url = from.join(location).map_err(|_| Refusal::NotAUrl(location.chars().take(200).collect()))?;
    url.set_fragment(None);
    Ok(url)
}

fn header<'a>(headers: &'a HeaderMap, name: &reqwest::header::HeaderName) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Refuses by the declared type before a byte of the body is read; an undeclared one is looked at later.
fn check_kind(content_type: &str) -> Result<(), FetchError> {
    let kind = content_type.split(';').next().unwrap_or_default().trim();
    let readable = kind.is_empty()
        || kind.starts_with("text/")
        || matches!(
            kind,
            "application/xhtml+xml" | "application/xml" | "application/json" | "application/octet-stream"
        );
    if readable { Ok(()) } else { Err(FetchError::Kind(kind.to_owned())) }
}

fn has_cause<E: std::error::Error + 'static>(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(current) = next {
        if current.is::<E>() {
            return true;
        }
        next = current.source();
    }
    false
}

#[cfg(test)]
mod tests;
