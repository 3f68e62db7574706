//! What sites allow: their robots.txt, read once and remembered.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use domain::{Clock, Time};
use tokio::sync::Mutex;
use url::Url;

use crate::robots::Robots;

/// RFC 9309, 2.4: not longer than a day.
const KEPT: Duration = Duration::from_secs(24 * 3600);
/// A site that could not answer is asked again soon: it may have been one bad moment.
const UNREACHABLE_KEPT: Duration = Duration::from_secs(10);
/// Sites remembered before those whose time is over are dropped.
const MOST: usize = 4096;

/// What became of asking for the file.
pub(crate) enum Answered {
    /// It is there.
    File(String),
    /// The server answers and has none (4xx): everything is allowed.
    None,
    /// No answer, or 5xx: nothing is allowed for now.
    Unreachable,
}

type Slot = Arc<Mutex<Option<(Time, Arc<Robots>)>>>;

/// All sites.
pub(crate) struct Permits {
    agent: &'static str,
    clock: Arc<dyn Clock>,
    sites: std::sync::Mutex<HashMap<String, Slot>>,
}

impl Permits {
    pub(crate) fn new(agent: &'static str, clock: Arc<dyn Clock>) -> Self {
        Self { agent, clock, sites: std::sync::Mutex::default() }
    }

    /// The site's rules, asked for by `ask` if they are not known. Who comes second meanwhile waits for the first.
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
            Answered::File(text) => (Robots::parse(&text, self.agent), KEPT),
            Answered::None => (Robots::allow_all(), KEPT),
            Answered::Unreachable => (Robots::deny_all(), UNREACHABLE_KEPT),
        };
        let robots = Arc::new(robots);
        *known = Some((now + kept, Arc::clone(&robots)));
        robots
    }

    fn slot(&self, origin: &str) -> Slot {
        let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        if sites.len() >= MOST {
            let now = self.clock.now();
            // A slot that is locked is being asked for: it stays.
            sites.retain(|_, slot| {
                slot.try_lock().map_or(true, |known| known.as_ref().is_some_and(|(until, _)| *until > now))
            });
        }
        if sites.len() >= 2 * MOST {
            sites.clear();
        }
        Arc::clone(sites.entry(origin.to_owned()).or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_site_is_asked_once_a_day_and_a_broken_one_again_soon() {
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
        clock.advance(UNREACHABLE_KEPT);
        let file = || Answered::File("user-agent: me\ndisallow: /b".to_owned());
        assert!(allowed(file, "/a").await && !allowed(file, "/b").await);
        assert_eq!(asked.get(), 2);
        clock.advance(KEPT);
        assert!(allowed(|| Answered::None, "/b").await);
        assert_eq!(asked.get(), 3);
    }
}
