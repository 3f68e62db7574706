//! Prediction markets: their questions, criteria, prices and outcomes, from the read APIs of four sites. No site needs
//! a key.
//!
//! Titles and criteria are texts of strangers. They are cut to fixed lengths here and returned as typed fields.

mod fields;
mod kalshi;
mod manifold;
mod metaculus;
mod polymarket;

use std::sync::Arc;
use std::time::Duration;

use domain::event::MarketEvent;
use domain::port::CoolDowns;
use domain::{Clock, MicroUsd, Time};
use futures::future::{BoxFuture, join_all};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use crate::ServiceError;
use crate::client::ClientError;
use crate::route::Route;
use crate::search::unless_cooling;
use crate::service::Service;
use crate::tokens::join;

/// Pause before a request that was refused or failed is repeated, once.
const REPEAT_AFTER: Duration = Duration::from_millis(500);
/// Markets that one search of a site returns at most.
pub(crate) const MAX_HITS: usize = 100;

/// A site with prediction markets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Site {
    /// Polymarket: Gamma API for markets, CLOB API for past prices.
    Polymarket,
    /// Kalshi. It has no search; its open events are listed and indexed here.
    Kalshi,
    /// Manifold, with play money.
    Manifold,
    /// Metaculus: the community's forecast instead of a price.
    Metaculus,
}

impl Site {
    /// All sites, in the order in which they are asked.
    pub const ALL: [Self; 4] = [Self::Polymarket, Self::Kalshi, Self::Manifold, Self::Metaculus];

    /// Returns the name in ids, settings and errors.
    pub fn name(self) -> &'static str {
        match self {
            Self::Polymarket => "polymarket",
            Self::Kalshi => "kalshi",
            Self::Manifold => "manifold",
            Self::Metaculus => "metaculus",
        }
    }

    /// Returns the site with that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|site| site.name() == name)
    }
}

/// Id of a market: the site and its own id, written `site:id`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MarketId {
    /// Site that lists the market.
    pub site: Site,
    /// Id at the site: letters, digits, `-`, `_` and `.`.
    pub key: String,
}

impl MarketId {
    /// Parses `site:id`. A bare condition id of 0x and 64 hex digits is Polymarket's.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (site, key) = match text.split_once(':') {
            Some((site, key)) => (Site::parse(&site.to_ascii_lowercase())?, key),
            None if text.len() == 66 && text.starts_with("0x") => (Site::Polymarket, text),
            None => return None,
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let is_id = !key.is_empty() && key.len() <= 120 && key.chars().all(is_plain) && !key.starts_with('.');
        is_id.then(|| Self { site, key: key.to_owned() })
    }
}

impl std::fmt::Display for MarketId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.site.name(), self.key)
    }
}

/// A price of YES at a time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Quote {
    /// Price of YES, 0 to 1.
    pub price: f64,
    /// Time of the price.
    pub at: Time,
}

/// Outcome of a market that has resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarketOutcome {
    /// The market was resolved YES.
    Yes,
    /// The market was resolved NO.
    No,
    /// Cancelled, ambiguous, or resolved to a value between.
    Other,
}

/// A binary market as its site lists it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Listing {
    /// Id of the market with its site, `site:id`.
    pub id: String,
    /// The market's question.
    pub question: String,
    /// Title of the event that it belongs to; empty for a single market.
    pub group: String,
    /// Option of the event that it is about; may be empty.
    pub option: String,
    /// Criteria; empty if the list of the site leaves them out.
    pub criteria: String,
    /// Web address for a person.
    pub url: String,
    /// Time at which it opened.
    pub opens: Option<Time>,
    /// Time at which it closes.
    pub closes: Option<Time>,
    /// Latest price; `None` if the site shows none.
    pub quote: Option<Quote>,
    /// Traded volume; `None` without real money.
    pub volume: Option<MicroUsd>,
    /// Number of traders or forecasters, if the site states it.
    pub people: Option<u64>,
    /// Outcome; `None` while it is open or undecided.
    pub outcome: Option<MarketOutcome>,
    /// The event, if its site states that at most one of its markets resolves YES.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<MarketEvent>,
}

/// Result of a search: markets, and the sites that did not answer.
#[derive(Debug, Default)]
pub struct Listings {
    /// Markets in the order of the sites.
    pub markets: Vec<Listing>,
    /// Sites without an answer, with the reason in fixed words.
    pub silent: Vec<(Site, String)>,
}

/// Read access to markets.
pub trait MarketData: Send + Sync + 'static {
    /// Returns open markets whose texts share words with `words`; with `as_of` also closed ones that were open then.
    fn search_markets<'a>(&'a self, words: &'a str, as_of: Option<Time>) -> BoxFuture<'a, Listings>;

    /// Returns a market with its criteria, its latest price and its outcome; `None` if the site does not know it.
    ///
    /// # Errors
    /// The site is not configured, not reachable, refuses the request, or answers in another format.
    fn market<'a>(&'a self, id: &'a MarketId) -> BoxFuture<'a, Result<Option<Listing>, ServiceError>>;

    /// Returns the last price before a time; `None` if there is none.
    ///
    /// # Errors
    /// As for [`MarketData::market`].
    fn price_before<'a>(&'a self, id: &'a MarketId, before: Time)
    -> BoxFuture<'a, Result<Option<Quote>, ServiceError>>;
}

/// Addresses of the sites; `None` disables one.
#[derive(Debug, Clone, Default)]
pub struct MarketConfig {
    /// Polymarket: Gamma API and CLOB API.
    pub polymarket: Option<(Url, Url)>,
    /// Base address of Kalshi: `<kalshi>/trade-api/v2/events`.
    pub kalshi: Option<Url>,
    /// Base address of Manifold: `<manifold>/v0/search-markets`.
    pub manifold: Option<Url>,
    /// Base address of Metaculus: `<metaculus>/api/posts/`.
    pub metaculus: Option<Url>,
    /// Metaculus' token; it refuses some clients without one.
    pub metaculus_token: Option<SecretString>,
}

/// Client of the configured sites.
pub struct MarketSites {
    config: MarketConfig,
    service: [Service; 4],
    kalshi: kalshi::SharedIndex,
    cool_downs: Arc<dyn CoolDowns>,
    clock: Arc<dyn Clock>,
}

impl MarketSites {
    /// Creates a client without sending a request.
    ///
    /// # Errors
    /// The HTTP client cannot be created.
    pub fn new(
        config: MarketConfig,
        route: &Route,
        cool_downs: Arc<dyn CoolDowns>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, ClientError> {
        let service = |site: Site| Service::new(site.name(), route);
        let [polymarket, kalshi, manifold, metaculus] = Site::ALL.map(service);
        let service = [polymarket?, kalshi?, manifold?, metaculus?];
        Ok(Self { config, service, kalshi: kalshi::SharedIndex::default(), cool_downs, clock })
    }

    /// Returns the configured sites.
    pub fn sites(&self) -> Vec<Site> {
        let MarketConfig { polymarket, kalshi, manifold, metaculus, metaculus_token: _ } = &self.config;
        let are = [polymarket.is_some(), kalshi.is_some(), manifold.is_some(), metaculus.is_some()];
        Site::ALL.into_iter().zip(are).filter_map(|(site, is)| is.then_some(site)).collect()
    }

    fn of(&self, site: Site) -> &Service {
        &self.service[site as usize]
    }

    /// Requests JSON of a site: once more after a refusal or failure without a longer wait, never during a cool-down.
    /// `None` if the site does not know what was asked for.
    async fn get(
        &self,
        site: Site,
        base: &Url,
        path: &str,
        query: &[(&str, String)],
    ) -> Result<Option<Value>, ServiceError> {
        let service = self.of(site);
        let request = || {
            let request = service.client().get(join(base, path)).query(query);
            match (&self.config.metaculus_token, site) {
                (Some(token), Site::Metaculus) => {
                    request.header("authorization", format!("Token {}", token.expose_secret()))
                }
                _ => request,
            }
        };
        let answered = async {
            match service.json(request()).await {
                Err(error) if is_brief(&error) => {
                    tokio::time::sleep(REPEAT_AFTER).await;
                    service.json(request()).await
                }
                answered => answered,
            }
        };
        unless_cooling(self.cool_downs.as_ref(), service.name, answered).await
    }

    async fn search_site(&self, site: Site, words: &str, as_of: Option<Time>) -> Result<Vec<Listing>, ServiceError> {
        let found = match site {
            Site::Polymarket => self.search_polymarket(words, as_of.is_some()).await?,
            Site::Kalshi => self.kalshi_events().await?.search(words),
            Site::Manifold => self.search_manifold(words, as_of.is_some()).await?,
            Site::Metaculus => self.search_metaculus(words, as_of.is_some()).await?,
        };
        let was_open = |listing: &Listing| match as_of {
            Some(day) => listing.opens.is_none_or(|opens| opens < day) && listing.closes.is_none_or(|end| end >= day),
            None => listing.outcome.is_none(),
        };
        Ok(found.into_iter().filter(|listing| has_plain_id(listing) && was_open(listing)).collect())
    }

    fn unconfigured(site: Site) -> ServiceError {
        ServiceError::Unavailable { service: site.name(), reason: "not configured (AUSPEX_MARKETS)".to_owned() }
    }
}

/// Returns `true` if the id that a site wrote is one.
fn has_plain_id(listing: &Listing) -> bool {
    MarketId::parse(&listing.id).is_some()
}

/// Returns `true` for an error after which a second request may succeed at once.
fn is_brief(error: &ServiceError) -> bool {
    match error {
        ServiceError::Blocked { status, retry_after, .. } => *status == 429 && retry_after.is_none(),
        ServiceError::Unavailable { .. } => true,
        ServiceError::Empty { .. } | ServiceError::Shape { .. } => false,
    }
}

impl MarketData for MarketSites {
    fn search_markets<'a>(&'a self, words: &'a str, as_of: Option<Time>) -> BoxFuture<'a, Listings> {
        Box::pin(async move {
            let sites = self.sites();
            let answers = join_all(sites.iter().map(|site| self.search_site(*site, words, as_of))).await;
            let mut listings = Listings::default();
            for (site, answer) in sites.into_iter().zip(answers) {
                match answer {
                    Ok(markets) => listings.markets.extend(markets),
                    Err(error) => {
                        tracing::warn!(site = site.name(), %error, "markets of a site are left out");
                        listings.silent.push((site, error.in_fixed_words()));
                    }
                }
            }
            listings
        })
    }

    fn market<'a>(&'a self, id: &'a MarketId) -> BoxFuture<'a, Result<Option<Listing>, ServiceError>> {
        Box::pin(async move {
            let market = match id.site {
                Site::Polymarket => self.polymarket(&id.key).await?,
                Site::Kalshi => self.kalshi_market(&id.key).await?,
                Site::Manifold => self.manifold(&id.key).await?,
                Site::Metaculus => self.metaculus(&id.key).await?,
            };
            Ok(market.filter(has_plain_id))
        })
    }

    fn price_before<'a>(
        &'a self,
        id: &'a MarketId,
        before: Time,
    ) -> BoxFuture<'a, Result<Option<Quote>, ServiceError>> {
        Box::pin(async move {
            let quote = match id.site {
                Site::Polymarket => self.polymarket_before(&id.key, before).await?,
                Site::Kalshi => self.kalshi_before(&id.key, before).await?,
                Site::Manifold => self.manifold_before(&id.key, before).await?,
                Site::Metaculus => self.metaculus_before(&id.key, before).await?,
            };
            // The sites' own bounds include the second itself.
            Ok(quote.filter(|quote| quote.at < before))
        })
    }
}

/// No cool-downs, for a program that ends after its requests: a site that refuses one is asked again for the next.
#[derive(Debug, Clone, Copy)]
pub struct NoCoolDowns;

impl CoolDowns for NoCoolDowns {
    fn cooling<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Option<Duration>> {
        Box::pin(async { None })
    }

    fn cool_down<'a>(&'a self, _: &'a str, _: Duration) -> BoxFuture<'a, ()> {
        Box::pin(async {})
    }

    fn take_turn<'a>(&'a self, _: &'a str, _: Duration) -> BoxFuture<'a, Option<Duration>> {
        Box::pin(async { None })
    }
}

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn read_for_fuzzing(answer: &Value) {
    let now = Time::default();
    polymarket::read_for_fuzzing(answer, now);
    kalshi::read_for_fuzzing(answer, now);
    manifold::read_for_fuzzing(answer, now);
    metaculus::read_for_fuzzing(answer, now);
}

#[cfg(test)]
mod tests;
