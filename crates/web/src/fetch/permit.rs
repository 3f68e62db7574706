//! Cache of the sites' robots.txt.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use domain::{Clock, Time};
use tokio::sync::Mutex;
use url::Url;

use crate::robots::Robots;

/// Lifetime of a file: one day, the maximum of RFC 9309, 2.4.
const LIFETIME: Duration = Duration::from_secs(24 * 3600);
/// Lifetime of a failure: short, because it may be transient.
const FAILURE_LIFETIME: Duration = Duration::from_secs(10);
/// Number of cached sites above which expired entries are dropped.
const MAX_SITES: usize = 4096;

/// The result of requesting the file.
pub(crate) enum Answered {
    /// The file exists.
    File(String),
    /// The server has no such file (4xx): everything is allowed.
    None,
    /// No answer, or 5xx: nothing is allowed until the next attempt.
    Unreachable,
}

type Slot = Arc<Mutex<Option<(Time, Arc<Robots>)>>>;

/// Rules of all sites.
pub(crate) struct Permits {
    agent: &'static str,
    clock: Arc<dyn Clock>,
    sites: std::sync::Mutex<HashMap<String, Slot>>,
}

impl Permits {
    pub(crate) fn new(agent: &'static str, clock: Arc<dyn Clock>) -> Self {
        Self { agent, clock, sites: std::sync::Mutex::default() }
    }

    /// Returns the site's rules, requested with `ask` if they are not cached. Concurrent callers wait for the same request.
    pub(crate) async fn of<F: Future<Output = Answered>>(&self, url: &Url, ask: impl FnOnce(Url) -> F) -> Arc<Robots> {
        let slot = self.slot(&url.origin().ascii_serialization());
        let mut known = slot.lock().await;
        let now = self.clock.now();
        if let Some((until, robots)) = known.as_ref()
            && *until > now
        {
            return Arc::clone(robots);
        }
        let mut file = url.clone();
        file.set_path("/robots.txt");
        file.set_query(None);
        file.set_fragment(None);
        let (robots, kept) = match ask(file).await {
            Answered::File(text) => (Robots::parse(&text, self.agent), LIFETIME),
            Answered::None => (Robots::allow_all(), LIFETIME),
            Answered::Unreachable => (Robots::deny_all(), FAILURE_LIFETIME),
        };
        let robots = Arc::new(robots);
        *known = Some((now + kept, Arc::clone(&robots)));
        robots
    }

    fn slot(&self, origin: &str) -> Slot {
        let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        if sites.len() >= MAX_SITES {
            let now = self.clock.now();
            // A locked slot has a request in progress and is kept.
            sites.retain(|_, slot| {
                slot.try_lock().map_or(true, |known| known.as_ref().is_some_and(|(until, _)| *until > now))
            });
        }
        if sites.len() >= 2 * MAX_SITES {
            sites.clear();
        }
        Arc::clone(sites.entry(origin.to_owned()).or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn robots_txt_is_requested_once_a_day_and_sooner_after_a_failure() {
        let clock = Arc::new(domain::FixedClock::at(Time::UNIX_EPOCH));
        let permits = Permits::new("me", clock.clone());
        let page = Url::parse("https://example.org/a?b#c").unwrap();
        let asked = std::cell::Cell::new(0);
        let allowed = async |answer: fn() -> Answered, path: &str| {
            let ask = |file: Url| {
                assert_eq!(file.as_str(), "https://example.org/robots.txt");
                asked.set(asked.get() + 1);
                std::future::ready(answer())
            };
            permits.of(&page, ask).await.allows(path)
        };
        assert!(!allowed(|| Answered::Unreachable, "/a").await);
        assert!(!allowed(|| Answered::None, "/a").await, "remembered");
        clock.advance(FAILURE_LIFETIME);
        let file = || Answered::File("user-agent: me\ndisallow: /b".to_owned());
        assert!(allowed(file, "/a").await && !allowed(file, "/b").await);
        assert_eq!(asked.get(), 2);
        clock.advance(LIFETIME);
        assert!(allowed(|| Answered::None, "/b").await);
        assert_eq!(asked.get(), 3);
    }
}
