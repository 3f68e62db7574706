//! The market of a run: found when the run begins, and priced at that time.
//!
//! A market that the asker names with its price is kept. A scout alert, and a market without a price, such as that of a
//! schedule, get the price of the moment; for a run as of a day the last price before that day. Without a market the
//! sites are searched, and one model call judges the candidates ([`tools::markets`]). Every answer is a step of the
//! run, so that a repetition finds the same market.
//!
//! I/O: reads the sites of markets, calls the model, stores the steps.

use std::future::Future;
use std::sync::Arc;

use agent::untrusted::statement;
use chrono::TimeDelta;
use domain::event::{Market, MarketMatch, ScoutAlert};
use domain::port::Journal;
use domain::{AnswerKind, Run};
use runtime::Failure;
use runtime::handler::Attempt;
use serde_json::json;
use tools::markets::lookup::{self, Match};
use tools::markets::request::{self, MatchQuery, MatchReply};
use tools::markets::{Direction, Topic};
use web::markets::{Listing, MarketData, MarketId, Quote};

use crate::model::{Model, ModelCall, ModelReply, Task};
use crate::past::memoize;

/// Characters of a market's question and of the reason of a match.
const MAX_LINE: usize = 300;

/// Finds the market of a run.
pub trait MarketLookup: Send + Sync + 'static {
    /// Returns the run's market with its price, or `None` if there is none. An unreachable site does not fail the job.
    fn market(&self, run: &Run, attempt: &Attempt) -> impl Future<Output = Result<Option<Market>, Failure>> + Send;
}

/// Looks markets up at the configured sites.
pub struct SiteLookup<J> {
    /// Clients of the sites that are asked.
    pub sites: Arc<dyn MarketData>,
    /// Steps of the runs.
    pub journal: J,
    /// The metered model.
    pub model: Arc<Model>,
}

/// What to do about the market of a run.
#[derive(Debug, PartialEq, Eq)]
enum Plan {
    /// Use what the event says.
    Keep,
    /// Read the price of a known market.
    Price(MarketId),
    /// Search the sites.
    Search,
}

impl Plan {
    fn of(run: &Run) -> Self {
        if run.asked.config.independent {
            return Self::Keep;
        }
        let Some(market) = &run.asked.market else {
            // The question of a market is one by yes or no, without a condition.
            return if run.answer_kind() == AnswerKind::Binary { Self::Search } else { Self::Keep };
        };
        let known = market.found.as_ref().map_or(market.condition_id.as_str(), |found| found.id.as_str());
        match (MarketId::parse(known), market.price) {
            (_, Some(_)) if !run.alert.as_ref().is_some_and(is_about_yes) => Self::Keep,
            (Some(id), _) => Self::Price(id),
            (None, Some(_)) => Self::Keep,
            (None, None) => Self::Search,
        }
    }
}

impl<J: Journal> MarketLookup for SiteLookup<J> {
    async fn market(&self, run: &Run, attempt: &Attempt) -> Result<Option<Market>, Failure> {
        let named = run.asked.market.clone();
        match Plan::of(run) {
            Plan::Keep => Ok(named),
            Plan::Price(id) => self.priced(run, named.unwrap_or_default(), id).await.map(Some),
            Plan::Search => Ok(self.search(run, attempt).await?.or(named)),
        }
    }
}

impl<J: Journal> SiteLookup<J> {
    /// Returns the market with the price of the moment. Without one an alert keeps the price of its trade.
    async fn priced(&self, run: &Run, market: Market, id: MarketId) -> Result<Market, Failure> {
        let Some(quote) = self.quote(run, &id).await? else { return Ok(market) };
        let known = market.found.clone().unwrap_or_default();
        let direction = if known.inverse { Direction::Inverse } else { Direction::Same };
        let reason = if known.reason.is_empty() { "none, the event names it".to_owned() } else { known.reason };
        let found = MarketMatch {
            id: id.to_string(),
            price_at: Some(quote.at),
            inverse: known.inverse,
            reason,
            event: known.event,
        };
        Ok(Market { price: Some(direction.price(quote)), found: Some(found), ..market })
    }

    async fn quote(&self, run: &Run, id: &MarketId) -> Result<Option<Quote>, Failure> {
        let step = format!("price of {id}");
        let as_of = run.asked.config.as_of;
        Ok(memoize(&self.journal, run, &step, async || Ok(lookup::quote(&*self.sites, id, as_of).await)).await?)
    }

    async fn search(&self, run: &Run, attempt: &Attempt) -> Result<Option<Market>, Failure> {
        let topic = topic(run);
        let as_of = run.asked.config.as_of;
        let candidates: Vec<Listing> = memoize(&self.journal, run, "markets that may ask the question", async || {
            let found = lookup::candidates(&*self.sites, &topic, as_of).await;
            tracing::info!(
                run = %run.id, candidates = found.markets.len(), refused = found.refused.len(), silent = found.silent.len(),
                "markets searched"
            );
            Ok(found.markets)
        })
        .await?;
        if candidates.is_empty() {
            return Ok(None);
        }
        let query = MatchQuery::new(&topic, &candidates);
        let call =
            ModelCall { task: Task::JudgeMarkets, round: 1, step: "judge markets".to_owned(), input: json!(query) };
        let judged = match self.model.ask::<MatchReply>(run, call, attempt).await? {
            ModelReply::Usable(answered) => request::judgements(&query, &answered.value),
            ModelReply::None { why, .. } => {
                tracing::warn!(run = %run.id, why, "markets are not judged, so that none is used");
                return Ok(None);
            }
        };
        for found in lookup::matches(&candidates, judged) {
            let Some(id) = MarketId::parse(&found.market.id) else { continue };
            let quote = match (as_of, found.market.quote) {
                (None, Some(quote)) => Some(quote),
                _ => self.quote(run, &id).await?,
            };
            if let Some(quote) = quote {
                tracing::info!(run = %run.id, market = found.market.id, price = quote.price, direction = ?found.direction, "market found");
                return Ok(Some(to_market(found, &id, quote)));
            }
        }
        Ok(None)
    }
}

/// Returns `true` if the alert's question is about the YES of its market. A trade on another outcome asks about that
/// outcome, of which the price of the market's YES says nothing.
fn is_about_yes(alert: &ScoutAlert) -> bool {
    let outcome = alert.trade.outcome.trim();
    outcome.is_empty() || outcome.eq_ignore_ascii_case("yes") || outcome.eq_ignore_ascii_case("no")
}

/// Returns the question as the comparison takes it.
fn topic(run: &Run) -> Topic {
    let asked = &run.asked;
    // `before 1 July` ends with the last second of June.
    let is_named = run.reading.as_ref().is_some_and(|reading| reading.deadline.is_some());
    Topic {
        text: asked.text.clone(),
        background: format!("{} {}", asked.background, asked.resolution_criteria).trim().to_owned(),
        closes: asked.closes.map(|at| if is_named { at - TimeDelta::seconds(1) } else { at }.date_naive()),
        asked_on: asked.config.as_of.unwrap_or(run.asked_at).date_naive(),
    }
}

/// Converts a match. Its id names the run's market for outcomes only if it asks the same way round.
fn to_market(found: Match, id: &MarketId, quote: Quote) -> Market {
    let Match { market, direction, reason } = found;
    let is_inverse = direction == Direction::Inverse;
    Market {
        condition_id: if is_inverse { String::new() } else { id.key.clone() },
        question: statement(&market.question, MAX_LINE),
        price: Some(direction.price(quote)),
        volume: market.volume,
        end: market.closes,
        url: market.url,
        found: Some(MarketMatch {
            id: market.id,
            price_at: Some(quote.at),
            inverse: is_inverse,
            reason: statement(&reason, MAX_LINE),
            event: market.event,
        }),
    }
}

#[cfg(test)]
#[path = "market_test.rs"]
mod tests;
