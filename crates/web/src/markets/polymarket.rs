//! Polymarket: `/public-search` and `/markets` of the Gamma API, `/prices-history` of the CLOB API.

use chrono::TimeDelta;
use domain::Time;
use domain::event::MarketEvent;
use serde_json::Value;
use url::Url;

use super::fields::{MAX_CRITERIA, MAX_TITLE, PRICE_DAYS, dollars, inner_list, last_before, line, seconds, time};
use super::{Listing, MarketOutcome, MarketSites, Quote, Site};
use crate::ServiceError;

const SITE: Site = Site::Polymarket;
/// Events that one search returns at most, the limit of the API.
const MAX_EVENTS: usize = 50;

impl MarketSites {
    fn polymarket_urls(&self) -> Result<(&Url, &Url), ServiceError> {
        self.config.polymarket.as_ref().map(|(gamma, clob)| (gamma, clob)).ok_or_else(|| Self::unconfigured(SITE))
    }

    pub(super) async fn search_polymarket(&self, words: &str, closed: bool) -> Result<Vec<Listing>, ServiceError> {
        let (gamma, _) = self.polymarket_urls()?;
        let mut query = vec![("q", words.to_owned()), ("limit_per_type", MAX_EVENTS.to_string())];
        if !closed {
            query.push(("events_status", "active".to_owned()));
        }
        let Some(answer) = self.get(SITE, gamma, "public-search", &query).await? else { return Ok(Vec::new()) };
        let events = answer["events"].as_array().ok_or_else(|| self.of(SITE).shape("no list of events"))?;
        Ok(events.iter().flat_map(|event| of_event(event, self.clock.now())).collect())
    }

    async fn raw_polymarket(&self, id: &str) -> Result<Option<Value>, ServiceError> {
        let (gamma, _) = self.polymarket_urls()?;
        // Without `closed` the list contains open markets only.
        for closed in ["false", "true"] {
            let query = [("condition_ids", id.to_owned()), ("closed", closed.to_owned())];
            let Some(Value::Array(markets)) = self.get(SITE, gamma, "markets", &query).await? else { continue };
            if let Some(market) = markets.into_iter().find(|market| market["conditionId"].as_str() == Some(id)) {
                return Ok(Some(market));
            }
        }
        Ok(None)
    }

    pub(super) async fn polymarket(&self, id: &str) -> Result<Option<Listing>, ServiceError> {
        let market = self.raw_polymarket(id).await?;
        Ok(market.and_then(|market| listing(&market, &market["events"][0], self.clock.now())))
    }

    pub(super) async fn polymarket_before(&self, id: &str, before: Time) -> Result<Option<Quote>, ServiceError> {
        let (_, clob) = self.polymarket_urls()?;
        let Some(market) = self.raw_polymarket(id).await? else { return Ok(None) };
        let yes = yes_side(&market);
        let Some(token) = yes.and_then(|yes| inner_list(&market, "clobTokenIds").into_iter().nth(yes)) else {
            return Ok(None);
        };
        let from = before - TimeDelta::days(PRICE_DAYS);
        let query = [
            ("market", token),
            ("startTs", from.timestamp().to_string()),
            ("endTs", before.timestamp().to_string()),
            ("fidelity", "60".to_owned()),
        ];
        let Some(answer) = self.get(SITE, clob, "prices-history", &query).await? else { return Ok(None) };
        let points = answer["history"].as_array().ok_or_else(|| self.of(SITE).shape("no history"))?;
        let quotes = points
            .iter()
            .filter_map(|point| Some(Quote { price: super::fields::share(point, "p")?, at: seconds(point, "t")? }));
        Ok(last_before(quotes, before))
    }
}

fn of_event(event: &Value, now: Time) -> Vec<Listing> {
    let markets = event["markets"].as_array().map(Vec::as_slice).unwrap_or_default();
    markets.iter().filter_map(|market| listing(market, event, now)).collect()
}

/// Returns the position of YES among the outcomes; `None` for a market about something else, such as two teams.
fn yes_side(market: &Value) -> Option<usize> {
    let outcomes = inner_list(market, "outcomes");
    let is = |at: usize, name: &str| outcomes.get(at).is_some_and(|outcome| outcome.eq_ignore_ascii_case(name));
    (outcomes.len() == 2).then_some(())?;
    if is(0, "yes") && is(1, "no") { Some(0) } else { (is(0, "no") && is(1, "yes")).then_some(1) }
}

pub(super) fn listing(market: &Value, event: &Value, now: Time) -> Option<Listing> {
    let yes = yes_side(market)?;
    let id = market["conditionId"].as_str()?;
    let question = line(market, "question", MAX_TITLE);
    let price = inner_list(market, "outcomePrices").get(yes).and_then(|price| price.parse::<f64>().ok());
    let price = price.filter(|price| (0.0..=1.0).contains(price));
    let is_closed = market["closed"] == Value::Bool(true);
    let slug = [event, market].into_iter().map(|of| super::fields::slug(of, "slug")).find(|slug| !slug.is_empty());
    let title = line(event, "title", MAX_TITLE);
    (!question.is_empty()).then(|| Listing {
        id: format!("polymarket:{id}"),
        group: if title == question { String::new() } else { title },
        question,
        option: line(market, "groupItemTitle", MAX_TITLE),
        criteria: line(market, "description", MAX_CRITERIA),
        url: slug.map(|slug| format!("https://polymarket.com/event/{slug}")).unwrap_or_default(),
        opens: time(market, "startDate"),
        closes: time(market, "endDate"),
        quote: price.filter(|_| !is_closed).map(|price| Quote { price, at: now }),
        volume: dollars(market, "volume"),
        people: None,
        outcome: price.filter(|_| is_closed).and_then(|price| outcome(market, price)),
        event: exclusive(event),
    })
}

/// An event with `negRisk` has one winner. To one that is augmented further options may be added.
fn exclusive(event: &Value) -> Option<MarketEvent> {
    let id = super::fields::slug(event, "slug");
    let is_exclusive = event["negRisk"] == Value::Bool(true) && !id.is_empty();
    let is_open = event["negRiskAugmented"] == Value::Bool(true);
    let markets = event["markets"].as_array().map(Vec::len).filter(|count| *count > 1 && !is_open);
    is_exclusive.then(|| MarketEvent {
        id: format!("polymarket:{id}"),
        options: markets.and_then(|count| u32::try_from(count).ok()),
    })
}

/// A closed market has an outcome once its resolution is final: one side is worth 1, or both are worth a half.
fn outcome(market: &Value, price: f64) -> Option<MarketOutcome> {
    let status = market["umaResolutionStatus"].as_str().unwrap_or("resolved");
    match price {
        _ if status != "resolved" => None,
        1.0 => Some(MarketOutcome::Yes),
        0.0 => Some(MarketOutcome::No),
        _ if (price - 0.5).abs() < 1e-9 => Some(MarketOutcome::Other),
        _ => None,
    }
}

#[cfg(any(test, feature = "fuzzing"))]
pub(super) fn read_for_fuzzing(answer: &Value, now: Time) {
    let _ = (of_event(answer, now), listing(answer, answer, now));
}
