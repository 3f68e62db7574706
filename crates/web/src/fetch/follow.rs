//! Follows redirects: checks every address and every robots.txt, and limits the time of all exchanges.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::header::{ACCEPT, ACCEPT_ENCODING, COOKIE, HeaderMap, LOCATION, REFRESH};
use url::Url;

use super::cookies::Jar;
use super::decode::ACCEPTED;
use super::permit::Answered;
use super::{FetchError, Fetched, Fetcher, Kinds, Validators, body, refresh};
use crate::client::NoPublicAddress;
use crate::exchange;
use crate::guard::Refusal;
use crate::hosts::Cooling;
use crate::robots::{self, Robots};
use crate::wall::{self, Wall};

/// Value of `Accept`, in order of preference.
const ACCEPT_TYPES: &str = "text/html,application/xhtml+xml,application/pdf;q=0.9,text/*;q=0.8,*/*;q=0.5";
/// Time limit for robots.txt, after which the site counts as unreachable.
const ROBOTS_TIMEOUT: Duration = Duration::from_secs(5);
/// Cool-down of a host that shows a challenge, and of an address that shows a wall.
const WALL_COOL_DOWN: Duration = Duration::from_secs(600);
/// Cool-down of a site that answered 429 or 503 without `Retry-After`.
const BUSY_COOL_DOWN: Duration = Duration::from_secs(30);
/// Maximum crawl delay that is obeyed. Delays of minutes are meant for other kinds of crawlers.
const MAX_CRAWL_DELAY: Duration = Duration::from_secs(10);

impl Fetcher {
    pub(super) async fn follow(&self, first: Url, known: &Validators) -> Result<Fetched, FetchError> {
        let mut url = first.clone();
        let (mut clock, mut jar) = (Spent::new(self.config.total), Jar::default());
        self.ensure_no_wall(&first).await?;
        for _ in 0..=self.config.redirects {
            self.check(&url)?;
            let rules = self.rules(&url).await;
            if !rules.allows(&asked(&url)) {
                return Err(FetchError::Robots(host(&url)));
            }
            let _permit = self.enter(&url, rules.delay()).await?;
            match clock.time(self.exchange(&url, known, &mut jar)).await {
                Ok(Hop::There(fetched)) => return Ok(*fetched),
                Ok(Hop::Elsewhere(next)) => url = next,
                Err(FetchError::Wall(wall, host)) => {
                    self.remember_wall(&wall, &url, &first).await;
                    return Err(FetchError::Wall(wall, host));
                }
                Err(error) => return Err(error),
            }
        }
        Err(FetchError::Redirects(self.config.redirects))
    }

    async fn exchange(&self, url: &Url, known: &Validators, jar: &mut Jar) -> Result<Hop, FetchError> {
        let types = if self.kinds == Kinds::Documents { ACCEPT_TYPES } else { "*/*" };
        let prepare = |request| known.condition(with_cookies(request, jar, url).header(ACCEPT, types));
        let response = self.send(url, prepare).await?;
        jar.take(url, response.headers());
        if wall::is_announced(response.headers()) {
            return Err(FetchError::Wall(Wall::Challenge, host(url)));
        }
        match response.status().as_u16() {
            200 => {
                let validators = Validators::from_headers(response.headers());
                let refresh = response.headers().get(REFRESH).cloned();
                let page = body::page(url.clone(), response, (self.config.max_bytes, self.kinds));
                let page = page.await.map_err(|error| self.named(url, error))?;
                let wall = wall::of_page(&page.content_type, &page.body);
                if self.kinds == Kinds::Documents
                    && !matches!(wall, Some(Wall::Challenge | Wall::Login))
                    && let Some(next) = refresh::target(url, refresh.as_ref(), &page)
                    && self.check(&next).is_ok()
                {
                    return Ok(Hop::Elsewhere(next));
                }
                match wall {
                    Some(wall) if wall != Wall::Script || !self.config.rendered => {
                        Err(FetchError::Wall(wall, host(url)))
                    }
                    _ => Ok(Hop::There(Box::new(Fetched::Page(page, validators)))),
                }
            }
            304 if known.can_ask() => Ok(Hop::There(Box::new(Fetched::Unchanged(known.clone())))),
            status @ (301 | 302 | 303 | 307 | 308) => match target(url, response.headers())? {
                Some(next) => Ok(Hop::Elsewhere(next)),
                None => Err(FetchError::Status(status)),
            },
            status @ (429 | 503) => {
                self.hosts
                    .cool_down(&host(url), telemetry::retry_after(response.headers()).unwrap_or(BUSY_COOL_DOWN))
                    .await;
                Err(FetchError::Status(status))
            }
            status => Err(FetchError::Status(status)),
        }
    }

    /// Fails if the address, or its host, answered with a wall a short time ago.
    async fn ensure_no_wall(&self, url: &Url) -> Result<(), FetchError> {
        match self.hosts.cooling_address(url).await {
            Some(left) => Err(FetchError::Cooling(host(url), left)),
            None => Ok(()),
        }
    }

    /// Prevents that a wall is asked again at once: a challenge stands before the whole host, the others before one
    /// page.
    async fn remember_wall(&self, wall: &Wall, url: &Url, first: &Url) {
        match wall {
            Wall::Challenge => self.hosts.cool_down(&host(url), WALL_COOL_DOWN).await,
            Wall::Login | Wall::Consent | Wall::Script => self.hosts.cool_down_address(url, WALL_COOL_DOWN).await,
        }
        self.hosts.cool_down_address(first, WALL_COOL_DOWN).await;
    }

    /// Returns the site's rules. Redirects of robots.txt are followed as for pages.
    pub(super) async fn rules(&self, url: &Url) -> Arc<Robots> {
        if !self.config.robots {
            return Arc::new(Robots::allow_all());
        }
        let ask = |file: Url| async move {
            tokio::time::timeout(ROBOTS_TIMEOUT, self.ask_robots(file)).await.unwrap_or(Answered::Unreachable)
        };
        self.permits.rules(url, ask).await
    }

    /// Fails unless the name resolves to public addresses only. Behind a gateway or a proxy no name is looked up.
    pub(super) async fn is_public(&self, url: &Url) -> Result<(), FetchError> {
        let Some(url::Host::Domain(name)) = url.host().filter(|_| !self.config.is_relayed()) else { return Ok(()) };
        let found = tokio::time::timeout(self.config.connect, tokio::net::lookup_host((name, 0))).await;
        let mut addresses = found.ok().and_then(Result::ok).into_iter().flatten().peekable();
        let known = addresses.peek().is_some();
        if known && addresses.all(|address| self.reach.check(address.ip()).is_ok()) {
            return Ok(());
        }
        Err(FetchError::Private(name.to_owned()))
    }

    async fn ask_robots(&self, file: Url) -> Answered {
        let (mut url, mut jar) = (file, Jar::default());
        for _ in 0..=self.config.redirects {
            if self.check(&url).is_err() {
                return Answered::Unreachable;
            }
            let sent = self.send(&url, |request| with_cookies(request, &jar, &url)).await;
            let Ok(mut response) = sent else { return Answered::Unreachable };
            jar.take(&url, response.headers());
            match response.status().as_u16() {
                200 => {
                    // A longer file is cut: its beginning is obeyed, and the site stays open (RFC 9309, 2.5).
                    return match body::beginning(&mut response, robots::MAX_BYTES).await {
                        Ok((bytes, is_cut)) => Answered::File(robots::text(&bytes, is_cut)),
                        Err(_) => Answered::Unreachable,
                    };
                }
                301 | 302 | 303 | 307 | 308 => match target(&url, response.headers()) {
                    Ok(Some(next)) => url = next,
                    Ok(None) | Err(_) => return Answered::None,
                },
                // 429 does not mean that the file is missing.
                429 => return Answered::Unreachable,
                400..=499 => return Answered::None,
                _ => return Answered::Unreachable,
            }
        }
        // RFC 9309, 2.3.1.2: after five redirects the file counts as missing.
        Answered::None
    }

    async fn enter(&self, url: &Url, asked: Option<Duration>) -> Result<tokio::sync::OwnedSemaphorePermit, FetchError> {
        let name = host(url);
        let delay = match &self.config.gateway {
            Some(_) => Duration::ZERO,
            None => asked.unwrap_or_default().min(MAX_CRAWL_DELAY).max(self.config.host_delay),
        };
        match tokio::time::timeout(self.config.patience, self.hosts.enter(&name, delay)).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(Cooling(left))) => Err(FetchError::Cooling(name, left)),
            Err(_) => Err(FetchError::Cooling(name, delay)),
        }
    }

    async fn send(
        &self,
        url: &Url,
        with: impl FnOnce(reqwest::RequestBuilder) -> reqwest::RequestBuilder,
    ) -> Result<reqwest::Response, FetchError> {
        let address = match &self.config.gateway {
            Some(gateway) => through(gateway, url),
            None => url.clone(),
        };
        let request = with(self.client.get(address).header(ACCEPT_ENCODING, ACCEPTED)).build();
        let request = request.map_err(|error| self.failed(url, error))?;
        let response = exchange::send(&self.client, request, url).await.map_err(|error| self.failed(url, error))?;
        // A second check, independent of the resolver: the connected address must be public.
        let wrong = response.remote_addr().is_some_and(|address| self.reach.check(address.ip()).is_err());
        if wrong && !self.config.is_relayed() {
            return Err(FetchError::Private(host(url)));
        }
        Ok(response)
    }

    fn named(&self, url: &Url, error: FetchError) -> FetchError {
        match error {
            FetchError::Network(error) => self.failed(url, error),
            other => other,
        }
    }

    fn failed(&self, url: &Url, error: reqwest::Error) -> FetchError {
        if has_cause::<NoPublicAddress>(&error) {
            return FetchError::Private(host(url));
        }
        if error.is_timeout() {
            return FetchError::Timeout(self.config.total);
        }
        FetchError::Network(error.without_url())
    }
}

/// The result of one exchange.
enum Hop {
    There(Box<Fetched>),
    Elsewhere(Url),
}

/// The remaining time for all exchanges. Waiting for a turn at a host does not count.
struct Spent {
    total: Duration,
    left: Duration,
}

impl Spent {
    fn new(total: Duration) -> Self {
        Self { total, left: total }
    }

    async fn time<T>(&mut self, work: impl Future<Output = Result<T, FetchError>>) -> Result<T, FetchError> {
        let started = Instant::now();
        let done = tokio::time::timeout(self.left, work).await.unwrap_or(Err(FetchError::Timeout(self.total)));
        self.left = self.left.saturating_sub(started.elapsed());
        done
    }
}

/// Rewrites `http(s)://host/path?query` for the gateway: `<gateway>/host/path?query`.
fn through(gateway: &Url, url: &Url) -> Url {
    let mut address = gateway.clone();
    let base = gateway.path().trim_end_matches('/');
    address.set_path(&format!("{base}/{}{}", url.host_str().unwrap_or_default(), url.path()));
    address.set_query(url.query());
    address.set_fragment(None);
    address
}

fn with_cookies(request: reqwest::RequestBuilder, jar: &Jar, url: &Url) -> reqwest::RequestBuilder {
    match jar.header(url) {
        Some(cookies) => request.header(COOKIE, cookies),
        None => request,
    }
}

/// Returns the target of a redirect; `None` if the answer names none.
fn target(from: &Url, headers: &HeaderMap) -> Result<Option<Url>, FetchError> {
    let Some(location) = headers.get(LOCATION).map(|value| readable(value.as_bytes())) else { return Ok(None) };
    if location.trim().is_empty() {
        return Ok(None);
    }
    let mut url = from.join(&location).map_err(|_| Refusal::NotAUrl(location.chars().take(200).collect()))?;
    url.set_fragment(None);
    Ok(Some(url))
}

/// Decodes a location. Servers write it in UTF-8, which the URL parser percent-encodes; bytes of another character set
/// are percent-encoded as they are, as browsers do.
pub(super) fn readable(location: &[u8]) -> String {
    match std::str::from_utf8(location) {
        Ok(text) => text.to_owned(),
        Err(_) => {
            let escaped =
                |byte: &u8| if byte.is_ascii() { char::from(*byte).to_string() } else { format!("%{byte:02X}") };
            location.iter().map(escaped).collect()
        }
    }
}

pub(super) fn host(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_ascii_lowercase()
}

/// Returns path and query, to which robots.txt rules apply.
pub(crate) fn asked(url: &Url) -> String {
    match url.query() {
        Some(query) => format!("{}?{query}", url.path()),
        None => url.path().to_owned(),
    }
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
