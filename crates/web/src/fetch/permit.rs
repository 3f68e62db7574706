//! Cache of the sites' robots.txt.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use domain::{Clock, Time};
use tokio::sync::Mutex;
use url::Url;

use crate::robots::Robots;

/// Lifetime of a file: one day, the maximum of RFC 9309, 2.4.
const LIFETIME: Duration = Duration::from_secs(24 * 3600);
/// Lifetime of a failure: short, because it may be transient.
const FAILURE_LIFETIME: Duration = Duration::from_secs(10);
/// Maximum number of cached sites.
const MAX_SITES: usize = 8192;
/// Maximum memory of the cached rules, in bytes. A file may occupy 700 KB, most occupy less than 4 KB.
const MAX_BYTES: usize = 32 * 1024 * 1024;
/// Memory of an entry besides its rules, in bytes.
const ENTRY_BYTES: usize = 256;

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

/// The cached sites.
#[derive(Default)]
struct Sites {
    by_origin: HashMap<String, Site>,
    /// Sum of all [`Site::bytes`].
    bytes: usize,
    /// Number of look-ups, the time of the least-recently-used order.
    uses: u64,
}

struct Site {
    slot: Slot,
    bytes: usize,
    used: u64,
}

impl Sites {
    fn slot(&mut self, origin: &str) -> Slot {
        self.uses += 1;
        let bytes = ENTRY_BYTES + origin.len();
        let site = self.by_origin.entry(origin.to_owned()).or_insert_with(|| {
            self.bytes += bytes;
            Site { slot: Slot::default(), bytes, used: 0 }
        });
        site.used = self.uses;
        let slot = Arc::clone(&site.slot);
        self.shrink();
        slot
    }

    /// Records the memory of a site's rules.
    fn weigh(&mut self, origin: &str, rules: usize) {
        let Some(site) = self.by_origin.get_mut(origin) else { return };
        let bytes = ENTRY_BYTES + origin.len() + rules;
        self.bytes = self.bytes + bytes - site.bytes;
        site.bytes = bytes;
        self.shrink();
    }

    /// Drops the least recently used half of the sites while there are too many or they are too large. A site whose
    /// request is in progress keeps its slot through its caller.
    fn shrink(&mut self) {
        while self.by_origin.len() > 1 && (self.by_origin.len() > MAX_SITES || self.bytes > MAX_BYTES) {
            let mut used: Vec<u64> = self.by_origin.values().map(|site| site.used).collect();
            let middle = used.len() / 2;
            let (_, median, _) = used.select_nth_unstable(middle);
            let median = *median;
            self.by_origin.retain(|_, site| site.used >= median);
            self.bytes = self.by_origin.values().map(|site| site.bytes).sum();
        }
    }
}

/// Rules of all sites.
pub(crate) struct Permits {
    agent: &'static str,
    clock: Arc<dyn Clock>,
    sites: std::sync::Mutex<Sites>,
}

impl Permits {
    pub(crate) fn new(agent: &'static str, clock: Arc<dyn Clock>) -> Self {
        Self { agent, clock, sites: std::sync::Mutex::default() }
    }

    /// Returns the site's rules, requested with `ask` if they are not cached. Concurrent callers wait for the same
    /// request.
    pub(crate) async fn rules<F: Future<Output = Answered>>(
        &self,
        url: &Url,
        ask: impl FnOnce(Url) -> F,
    ) -> Arc<Robots> {
        let origin = url.origin().ascii_serialization();
        let slot = self.sites().slot(&origin);
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
        self.sites().weigh(&origin, robots.bytes());
        *known = Some((now + kept, Arc::clone(&robots)));
        robots
    }

    fn sites(&self) -> MutexGuard<'_, Sites> {
        // Every change leaves the sum of the bytes correct, so a panic elsewhere cannot leave it inconsistent.
        self.sites.lock().unwrap_or_else(PoisonError::into_inner)
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
            permits.rules(&page, ask).await.allows(path)
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

    #[test]
    fn the_cache_is_bounded_by_bytes_and_by_sites_and_keeps_those_in_use() {
        let mut sites = Sites::default();
        let mut visit = |origin: &str, rules: usize| {
            sites.slot(origin);
            sites.weigh(origin, rules);
            assert!(sites.bytes <= MAX_BYTES && sites.by_origin.len() <= MAX_SITES);
            assert!(sites.by_origin.contains_key(origin));
            sites.by_origin.len()
        };
        for n in 0..1000 {
            assert!(visit("https://used.example.org", 700_000) * 600_000 < MAX_BYTES);
            visit(&format!("https://{n}.example.org"), 700_000);
        }
        for n in 0..3 * MAX_SITES {
            visit(&format!("https://small{n}.example.org"), 0);
            visit("https://used.example.org", 700_000);
        }
        assert_eq!(sites.bytes, sites.by_origin.values().map(|site| site.bytes).sum::<usize>());
    }

    #[tokio::test]
    async fn the_rules_of_a_site_are_weighed() {
        let permits = Permits::new("me", Arc::new(domain::FixedClock::at(Time::UNIX_EPOCH)));
        let file = format!("user-agent: *\n{}", "disallow: /0123456789\n".repeat(100));
        let url = Url::parse("https://example.org/").unwrap();
        let robots = permits.rules(&url, |_| std::future::ready(Answered::File(file))).await;
        assert!(robots.bytes() > 100 * "/0123456789".len() && permits.sites().bytes > robots.bytes());
    }
}
