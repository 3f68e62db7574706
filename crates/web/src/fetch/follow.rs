//! One fetch from hop to hop: every address is checked, every site asked for its permission, every exchange timed.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::header::{ACCEPT, ACCEPT_ENCODING, HeaderMap, LOCATION, RETRY_AFTER};
use url::Url;

use super::decode::ACCEPTED;
use super::permit::Answered;
use super::{FetchError, Fetched, Fetcher, Validators, body};
use crate::guard::{self, Refusal};
use crate::hosts::Resting;
use crate::resolve::NoPublicAddress;
use crate::robots::{self, Robots};

/// What we read, in the order of preference.
const KINDS: &str = "text/html,application/xhtml+xml,application/pdf;q=0.9,text/*;q=0.8";
/// A site that is slower with its robots.txt counts as unreachable.
const ROBOTS_TIME: Duration = Duration::from_secs(5);
/// Rest of a site that answered 429 or 503 without saying how long.
const BUSY_REST: Duration = Duration::from_secs(30);
/// A crawl delay is honoured up to here: what asks for minutes means another kind of crawler.
const LONGEST_DELAY: Duration = Duration::from_secs(10);

impl Fetcher {
    pub(super) async fn follow(&self, first: Url, known: &Validators) -> Result<Fetched, FetchError> {
        let mut url = first;
        let mut clock = Spent::of(self.config.total);
        for _ in 0..=self.config.redirects {
            guard::check_url_ports(&url, &self.config.ports)?;
            let rules = self.rules(&url).await;
            if !rules.allows(&asked(&url)) {
                return Err(FetchError::Robots(host(&url)));
            }
            let _permit = self.enter(&url, rules.delay()).await?;
            match clock.time(self.exchange(&url, known)).await? {
                Hop::There(fetched) => return Ok(*fetched),
                Hop::Elsewhere(next) => url = next,
            }
        }
        Err(FetchError::Redirects(self.config.redirects))
    }

    async fn exchange(&self, url: &Url, known: &Validators) -> Result<Hop, FetchError> {
        let response = self.send(url, |request| known.condition(request.header(ACCEPT, KINDS))).await?;
        match response.status().as_u16() {
            200 => {
                let validators = Validators::of(response.headers());
                let page = body::page(url.clone(), response, self.config.max_bytes);
                let page = page.await.map_err(|error| self.named(url, error))?;
                Ok(Hop::There(Box::new(Fetched::Page(page, validators))))
            }
            304 if known.can_ask() => Ok(Hop::There(Box::new(Fetched::Unchanged(known.clone())))),
            301 | 302 | 303 | 307 | 308 => Ok(Hop::Elsewhere(target(url, response.headers())?)),
            status @ (429 | 503) => {
                self.hosts.leave_alone(&host(url), retry_after(response.headers()).unwrap_or(BUSY_REST)).await;
                Err(FetchError::Status(status))
            }
            status => Err(FetchError::Status(status)),
        }
    }

    /// The site's rules. A site that redirects its robots.txt is followed like any page.
    pub(super) async fn rules(&self, url: &Url) -> Arc<Robots> {
        if !self.config.robots {
            return Arc::new(Robots::allow_all());
        }
        let ask = |file: Url| async move {
            tokio::time::timeout(ROBOTS_TIME, self.ask_robots(file)).await.unwrap_or(Answered::Unreachable)
        };
        self.permits.of(url, ask).await
    }

    /// The name points to public addresses only. Behind a gateway there are no names to look up.
    pub(super) async fn is_public(&self, url: &Url) -> Result<(), FetchError> {
        let Some(url::Host::Domain(name)) = url.host().filter(|_| self.config.gateway.is_none()) else { return Ok(()) };
        let found = tokio::time::timeout(self.config.connect, tokio::net::lookup_host((name, 0))).await;
        let mut addresses = found.ok().and_then(Result::ok).into_iter().flatten().peekable();
        let known = addresses.peek().is_some();
        if known && addresses.all(|address| (self.reach)(address.ip())) {
            return Ok(());
        }
        Err(FetchError::Private(name.to_owned()))
    }

    async fn ask_robots(&self, file: Url) -> Answered {
        let mut url = file;
        for _ in 0..=self.config.redirects {
            if guard::check_url_ports(&url, &self.config.ports).is_err() {
                return Answered::Unreachable;
            }
            let Ok(mut response) = self.send(&url, |request| request).await else { return Answered::Unreachable };
            match response.status().as_u16() {
                200 => {
                    let bytes = body::bytes(&mut response, robots::MAX_BYTES).await;
                    return match bytes {
                        Ok(bytes) => Answered::File(String::from_utf8_lossy(&bytes).into_owned()),
                        Err(_) => Answered::Unreachable,
                    };
                }
                301 | 302 | 303 | 307 | 308 => match target(&url, response.headers()) {
                    Ok(next) => url = next,
                    Err(_) => return Answered::None,
                },
                // Being told to slow down is not being told that there are no rules.
                429 => return Answered::Unreachable,
                400..=499 => return Answered::None,
                _ => return Answered::Unreachable,
            }
        }
        // RFC 9309, 2.3.1.2: after five redirects it counts as not there.
        Answered::None
    }

    async fn enter(&self, url: &Url, asked: Option<Duration>) -> Result<tokio::sync::OwnedSemaphorePermit, FetchError> {
        let name = host(url);
        let delay = match &self.config.gateway {
            Some(_) => Duration::ZERO,
            None => asked.unwrap_or_default().min(LONGEST_DELAY).max(self.config.host_delay),
        };
        match tokio::time::timeout(self.config.patience, self.hosts.enter(&name, delay)).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(Resting(left))) => Err(FetchError::Resting(name, left)),
            Err(_) => Err(FetchError::Resting(name, delay)),
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
        let request = with(self.client.get(address).header(ACCEPT_ENCODING, ACCEPTED));
        let response = request.send().await.map_err(|error| self.failed(url, error))?;
        // The second wall: whatever way a connection was made, it must have ended in public.
        let wrong = response.remote_addr().is_some_and(|address| !(self.reach)(address.ip()));
        if wrong && self.config.gateway.is_none() {
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

/// What one exchange gave.
enum Hop {
    There(Box<Fetched>),
    Elsewhere(Url),
}

/// The time of all exchanges together; waiting for a host's turn in between does not count.
struct Spent {
    total: Duration,
    left: Duration,
}

impl Spent {
    fn of(total: Duration) -> Self {
        Self { total, left: total }
    }

    async fn time<T>(&mut self, work: impl Future<Output = Result<T, FetchError>>) -> Result<T, FetchError> {
        let started = Instant::now();
        let done = tokio::time::timeout(self.left, work).await.unwrap_or(Err(FetchError::Timeout(self.total)));
        self.left = self.left.saturating_sub(started.elapsed());
        done
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
    let location = body::text(headers, &LOCATION);
    let mut url = from.join(location).map_err(|_| Refusal::NotAUrl(location.chars().take(200).collect()))?;
    url.set_fragment(None);
    Ok(url)
}

/// Seconds only: a date would need a clock that agrees with the server's.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    body::text(headers, &RETRY_AFTER).trim().parse().ok().map(Duration::from_secs)
}

pub(super) fn host(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_ascii_lowercase()
}

/// Path and query, as robots.txt is held against.
pub(super) fn asked(url: &Url) -> String {
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
