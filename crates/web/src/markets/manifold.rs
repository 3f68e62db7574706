//! Client of Manifold: `/v0/search-markets`, `/v0/market/{id}`, `/v0/bets`.

use domain::Time;
use serde_json::Value;
use url::Url;

use super::fields::{MAX_CRITERIA, MAX_TITLE, last_before, line, millis, share};
use super::{Listing, MAX_HITS, MarketOutcome, MarketSites, Quote, Site};
use crate::ServiceError;

const SITE: Site = Site::Manifold;
/// Bets before a time of which the newest is looked for.
const MAX_BETS: usize = 1_000;

impl MarketSites {
    fn manifold_url(&self) -> Result<&Url, ServiceError> {
        self.config.manifold.as_ref().ok_or_else(|| Self::unconfigured(SITE))
    }

    pub(super) async fn search_manifold(&self, words: &str, closed: bool) -> Result<Vec<Listing>, ServiceError> {
        let query = [
            ("term", words.to_owned()),
            ("filter", if closed { "all" } else { "open" }.to_owned()),
            ("contractType", "BINARY".to_owned()),
            ("sort", "score".to_owned()),
            ("limit", MAX_HITS.to_string()),
        ];
        let base = self.manifold_url()?;
        let Some(answer) = self.get(SITE, base, "v0/search-markets", &query).await? else { return Ok(Vec::new()) };
        let markets = answer.as_array().ok_or_else(|| self.of(SITE).shape("no list of markets"))?;
        Ok(markets.iter().filter_map(|market| listing(market, self.clock.now())).collect())
    }

    pub(super) async fn manifold(&self, id: &str) -> Result<Option<Listing>, ServiceError> {
        let market = self.get(SITE, self.manifold_url()?, &format!("v0/market/{id}"), &[]).await?;
        Ok(market.and_then(|market| listing(&market, self.clock.now())))
    }

    /// Returns the probability after the last bet. The site may ignore the bound, so that bets are filtered here too.
    pub(super) async fn manifold_before(&self, id: &str, before: Time) -> Result<Option<Quote>, ServiceError> {
        let query = [
            ("contractId", id.to_owned()),
            ("beforeTime", before.timestamp_millis().to_string()),
            ("limit", MAX_BETS.to_string()),
        ];
        let Some(answer) = self.get(SITE, self.manifold_url()?, "v0/bets", &query).await? else { return Ok(None) };
        let bets = answer.as_array().ok_or_else(|| self.of(SITE).shape("no list of bets"))?;
        let is_of = |bet: &&Value| bet["contractId"].as_str().is_none_or(|of| of == id);
        let quotes = bets
            .iter()
            .filter(is_of)
            .filter_map(|bet| Some(Quote { price: share(bet, "probAfter")?, at: millis(bet, "createdTime")? }));
        Ok(last_before(quotes, before))
    }
}

fn listing(market: &Value, now: Time) -> Option<Listing> {
    let id = market["id"].as_str()?;
    let question = line(market, "question", MAX_TITLE);
    let is_resolved = market["isResolved"] == Value::Bool(true);
    let is_binary = market["outcomeType"].as_str() == Some("BINARY");
    let price = share(market, "probability").filter(|_| !is_resolved);
    (is_binary && !question.is_empty()).then(|| Listing {
        id: format!("manifold:{id}"),
        question,
        group: String::new(),
        option: String::new(),
        criteria: line(market, "textDescription", MAX_CRITERIA),
        url: address(market).unwrap_or_default(),
        opens: millis(market, "createdTime"),
        closes: millis(market, "closeTime"),
        quote: price.map(|price| Quote { price, at: now }),
        // The volume is in play money and not comparable.
        volume: None,
        people: market["uniqueBettorCount"].as_u64(),
        outcome: is_resolved.then(|| outcome(market["resolution"].as_str().unwrap_or_default())),
        event: None,
    })
}

/// Returns the market's address if it is one of the site.
fn address(market: &Value) -> Option<String> {
    let url = Url::parse(market["url"].as_str()?).ok()?;
    (url.scheme() == "https" && url.host_str() == Some("manifold.markets")).then(|| url.to_string())
}

/// `MKT` is a value between, `CANCEL` returns the stakes.
fn outcome(resolution: &str) -> MarketOutcome {
    match resolution {
        "YES" => MarketOutcome::Yes,
        "NO" => MarketOutcome::No,
        _ => MarketOutcome::Other,
    }
}

#[cfg(any(test, feature = "fuzzing"))]
pub(super) fn read_for_fuzzing(answer: &Value, now: Time) {
    let _ = listing(answer, now);
}
