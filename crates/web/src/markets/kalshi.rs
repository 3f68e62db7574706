//! Kalshi: `/trade-api/v2/events`, `/markets/{ticker}`, `/series/{series}/markets/{ticker}/candlesticks`. The site has
//! no search: the open events are listed, at most once in a while, and shared by all callers of the process.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::TimeDelta;
use domain::Time;
use domain::event::MarketEvent;
use retrieval::bm25::{inverse_document_frequency, to_f64};
use retrieval::text::terms;
use serde_json::Value;
use tokio::sync::Mutex;
use url::Url;

use super::fields::{MAX_CRITERIA, MAX_TITLE, PRICE_DAYS, dollars, last_before, line, outcome, seconds, share, time};
use super::{Listing, MAX_HITS, MarketSites, Quote, Site};
use crate::ServiceError;

const SITE: Site = Site::Kalshi;
/// Events of one page. The API allows 200; some events have a hundred markets.
const PAGE_EVENTS: usize = 100;
/// Pages that are read at most, and markets that are kept at most.
const MAX_PAGES: usize = 100;
const MAX_MARKETS: usize = 50_000;
/// Time after a reading, or after a failed one beside an old index, at which the index is read again.
const MAX_AGE: TimeDelta = TimeDelta::minutes(30);

/// The open markets, as of a time, shared by all callers.
#[derive(Default)]
pub(super) struct SharedIndex(Mutex<Option<(Time, Arc<EventIndex>)>>);

/// The open markets with the positions of those that contain a word.
#[derive(Debug, Default)]
pub(super) struct EventIndex {
    markets: Vec<Listing>,
    postings: HashMap<String, Vec<usize>>,
}

impl EventIndex {
    fn new(markets: Vec<Listing>) -> Self {
        let mut postings: HashMap<String, Vec<usize>> = HashMap::new();
        for (n, market) in markets.iter().enumerate() {
            let text = format!("{} {} {} {}", market.question, market.group, market.option, market.criteria);
            for term in terms(&text) {
                postings.entry(term).or_default().push(n);
            }
        }
        Self { markets, postings }
    }

    /// Returns the markets that share the rarest words with a text, best first.
    pub(super) fn search(&self, words: &str) -> Vec<Listing> {
        let size = to_f64(self.markets.len());
        let mut scores: HashMap<usize, f64> = HashMap::new();
        for term in terms(words) {
            let found = self.postings.get(&term).map(Vec::as_slice).unwrap_or_default();
            let weight = inverse_document_frequency(size, to_f64(found.len()));
            found.iter().for_each(|n| *scores.entry(*n).or_default() += weight);
        }
        let mut ranked: Vec<(usize, f64)> = scores.into_iter().collect();
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        ranked.into_iter().take(MAX_HITS).map(|(n, _)| self.markets[n].clone()).collect()
    }
}

impl MarketSites {
    fn kalshi_url(&self) -> Result<&Url, ServiceError> {
        self.config.kalshi.as_ref().ok_or_else(|| Self::unconfigured(SITE))
    }

    async fn kalshi_get(&self, path: &str, query: &[(&str, String)]) -> Result<Option<Value>, ServiceError> {
        self.get(SITE, self.kalshi_url()?, &format!("trade-api/v2/{path}"), query).await
    }

    /// Returns the open markets. If they cannot be read again, the old ones stay in use. Concurrent callers wait for
    /// one reading.
    pub(super) async fn kalshi_events(&self) -> Result<Arc<EventIndex>, ServiceError> {
        let mut index = self.kalshi.0.lock().await;
        let now = self.clock.now();
        if let Some((_, markets)) = index.as_ref().filter(|(at, _)| now - *at < MAX_AGE) {
            return Ok(Arc::clone(markets));
        }
        match self.read_events(now).await {
            Ok(markets) => {
                let markets = Arc::new(EventIndex::new(markets));
                *index = Some((now, Arc::clone(&markets)));
                Ok(markets)
            }
            Err(error) => match index.as_mut() {
                Some((at, old)) => {
                    tracing::warn!(%error, "Kalshi's events cannot be read again; the old list stays in use");
                    *at = now;
                    Ok(Arc::clone(old))
                }
                None => Err(error),
            },
        }
    }

    async fn read_events(&self, now: Time) -> Result<Vec<Listing>, ServiceError> {
        let (mut markets, mut cursor) = (Vec::new(), String::new());
        for _ in 0..MAX_PAGES {
            let mut query = vec![("with_nested_markets", "true".to_owned()), ("status", "open".to_owned())];
            query.push(("limit", PAGE_EVENTS.to_string()));
            if !cursor.is_empty() {
                query.push(("cursor", cursor));
            }
            let Some(page) = self.kalshi_get("events", &query).await? else { break };
            let events = page["events"].as_array().ok_or_else(|| self.of(SITE).shape("no list of events"))?;
            markets.extend(events.iter().flat_map(|event| of_event(event, now)));
            cursor = page["cursor"].as_str().unwrap_or_default().to_owned();
            if cursor.is_empty() || markets.len() >= MAX_MARKETS {
                break;
            }
        }
        markets.truncate(MAX_MARKETS);
        Ok(markets)
    }

    pub(super) async fn kalshi_market(&self, ticker: &str) -> Result<Option<Listing>, ServiceError> {
        let answer = self.kalshi_get(&format!("markets/{ticker}"), &[]).await?;
        Ok(answer.and_then(|answer| listing(&answer["market"], &Value::Null, self.clock.now())))
    }

    pub(super) async fn kalshi_before(&self, ticker: &str, before: Time) -> Result<Option<Quote>, ServiceError> {
        let Some(market) = self.kalshi_get(&format!("markets/{ticker}"), &[]).await? else { return Ok(None) };
        let event = line(&market["market"], "event_ticker", 120);
        let Some(event) = self.kalshi_get(&format!("events/{event}"), &[]).await? else { return Ok(None) };
        let series = line(&event["event"], "series_ticker", 120);
        let query = [
            ("start_ts", (before - TimeDelta::days(PRICE_DAYS)).timestamp().to_string()),
            ("end_ts", before.timestamp().to_string()),
            ("period_interval", "60".to_owned()),
        ];
        let path = format!("series/{series}/markets/{ticker}/candlesticks");
        let Some(answer) = self.kalshi_get(&path, &query).await? else { return Ok(None) };
        let candles = answer["candlesticks"].as_array().ok_or_else(|| self.of(SITE).shape("no candlesticks"))?;
        let quotes = candles.iter().filter_map(|candle| {
            let side = |name: &str| share(&candle[name], "close_dollars");
            Some(Quote { price: middle(side("yes_bid")?, side("yes_ask")?)?, at: seconds(candle, "end_period_ts")? })
        });
        Ok(last_before(quotes, before))
    }
}

fn of_event(event: &Value, now: Time) -> Vec<Listing> {
    let markets = event["markets"].as_array().map(Vec::as_slice).unwrap_or_default();
    markets.iter().filter_map(|market| listing(market, event, now)).collect()
}

/// Returns the middle of bid and ask; `None` for an empty book, which shows 0 and 1.
fn middle(bid: f64, ask: f64) -> Option<f64> {
    (ask >= bid && (bid > 0.0 || ask < 1.0)).then(|| f64::midpoint(bid, ask))
}

fn listing(market: &Value, event: &Value, now: Time) -> Option<Listing> {
    let ticker = market["ticker"].as_str()?;
    let question = line(market, "title", MAX_TITLE);
    let is_binary = market["market_type"].as_str().is_none_or(|kind| kind == "binary");
    let rules =
        format!("{} {}", line(market, "rules_primary", MAX_CRITERIA), line(market, "rules_secondary", MAX_CRITERIA));
    let outcome = outcome(market["result"].as_str().unwrap_or_default());
    let price =
        share(market, "yes_bid_dollars").zip(share(market, "yes_ask_dollars")).and_then(|(bid, ask)| middle(bid, ask));
    let event_ticker = super::fields::slug(market, "event_ticker").to_lowercase();
    (is_binary && !question.is_empty()).then(|| Listing {
        id: format!("kalshi:{ticker}"),
        question,
        group: line(event, "title", MAX_TITLE),
        option: line(market, "yes_sub_title", MAX_TITLE),
        criteria: rules.trim().chars().take(MAX_CRITERIA).collect(),
        url: format!("https://kalshi.com/events/{event_ticker}"),
        opens: time(market, "open_time"),
        closes: time(market, "close_time"),
        quote: price.filter(|_| outcome.is_none()).map(|price| Quote { price, at: now }),
        volume: dollars(market, "volume_fp"),
        people: None,
        outcome,
        event: exclusive(event),
    })
}

/// An event with `mutually_exclusive` has at most one winner; it may have none.
fn exclusive(event: &Value) -> Option<MarketEvent> {
    let ticker = line(event, "event_ticker", 120);
    let is_exclusive = event["mutually_exclusive"] == Value::Bool(true) && !ticker.is_empty();
    is_exclusive.then(|| MarketEvent { id: format!("kalshi:{ticker}"), options: None })
}

#[cfg(any(test, feature = "fuzzing"))]
pub(super) fn read_for_fuzzing(answer: &Value, now: Time) {
    let _ = (of_event(answer, now), listing(answer, answer, now));
}
