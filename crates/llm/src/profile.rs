//! Facts about models: prices, limits, and what a request may contain. The profile of a model turns a request into a
//! [`Plan`].
//!
//! The facts come from `models/models.json`, which is generated (`models/README.md`), and from the operator's own
//! entries ([`Catalog::parse`]). What is not known for certain is left out of the request.

mod catalog;
mod conditions;
mod names;
mod paths;
mod planner;
mod rates;
mod table;
mod thinking;

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};

pub use catalog::{Catalog, ProfileError};
use table::{Facts, Parameters, WireName};
pub use table::{Provider, ProviderEndpoint};

use crate::{ApiStyle, CacheTtl, Plan, Price, Refused, Request, Thinking};

/// Longest reply, in tokens, that is requested of a model whose limit is not known.
const UNKNOWN_MAX_OUTPUT: u32 = 65_536;

/// Smallest growth, in tokens, of the limit of a reply that was cut off.
const ENLARGEMENT: u32 = 16_384;

/// Facts about one model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelProfile {
    facts: Option<Arc<Facts>>,
}

/// The settings of an endpoint that a plan depends on.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlanSettings {
    /// Wire format of the endpoint.
    pub style: ApiStyle,
    /// Thinking level of the worker.
    pub thinking: Thinking,
    /// Lifetime of cache entries.
    pub cache_ttl: CacheTtl,
    /// The conversation has a tool call without thinking of this provider before it, such as one that a fallback
    /// provider wrote.
    pub unthought_calls: bool,
    /// Streams every reply (`true`), none (`false`), or those that the profile recommends (`None`).
    pub stream: Option<bool>,
}

impl ModelProfile {
    /// Returns the profile of a model about which nothing is known: the most conservative requests.
    pub fn unknown() -> Self {
        Self::default()
    }

    fn from_facts(facts: Arc<Facts>) -> Self {
        Self { facts: Some(facts) }
    }

    /// Returns the profile of a model that has the price of another one and accepts other parameters.
    fn priced_like(facts: &Facts) -> Self {
        let known = &facts.parameters.max_tokens;
        let parameters = Parameters { max_tokens: known.clone(), ..Parameters::default() };
        Self { facts: Some(Arc::new(Facts { parameters, ..facts.clone() })) }
    }

    /// Returns the profile with a largest output of at most `tokens` tokens, as a refusal has shown. The unknown
    /// profile stays.
    #[must_use]
    pub(crate) fn at_most(&self, tokens: u32) -> Self {
        let limited = |facts: &Arc<Facts>| {
            let max_output = facts.max_output.map_or(tokens, |known| known.min(tokens));
            Arc::new(Facts { max_output: Some(max_output), ..Facts::clone(facts) })
        };
        Self { facts: self.facts.as_ref().map(limited) }
    }

    /// Returns the plan of a request. Parameters in `refused` are never part of it.
    pub fn plan(&self, settings: PlanSettings, request: &Request, refused: &Refused) -> Plan {
        planner::plan(self.facts.as_deref(), settings, request, refused)
    }

    /// Returns the request with a larger limit for its reply, for a reply that was cut off: four times the limit for
    /// the answer, and at least 16,384 tokens more, because it may have been thinking that was cut. The limit is at
    /// most the model's largest output, or 65,536 tokens. Returns `None` if the request has that limit already.
    pub fn enlarged(&self, request: &Request) -> Option<Request> {
        let most = self.max_output().unwrap_or(UNKNOWN_MAX_OUTPUT);
        let wanted = request.max_tokens.saturating_mul(4).max(request.max_tokens.saturating_add(ENLARGEMENT));
        let larger = wanted.min(most);
        let enlarged = Request { max_tokens: larger, max_thinking: None, ..request.clone() };
        (larger > request.max_tokens || request.max_thinking.is_some()).then_some(enlarged)
    }

    /// Returns the highest price in force now or within 24 hours; `None` if it is not known, which does not mean free.
    pub fn price(&self, now: DateTime<Utc>) -> Option<Price> {
        rates::price(self.facts.as_deref()?, now)
    }

    /// Returns `false` for the unknown profile.
    pub fn is_known(&self) -> bool {
        self.facts.is_some()
    }

    /// Returns the id of the entry; empty for the unknown profile.
    pub fn id(&self) -> &str {
        self.facts.as_deref().map_or("", |facts| &facts.id)
    }

    /// Returns the id of the provider; empty for the unknown profile.
    pub fn provider(&self) -> &str {
        self.facts.as_deref().map_or("", |facts| &facts.provider)
    }

    /// Returns the status: `active`, `deprecated` or `not tracked`; empty for the unknown profile.
    pub fn status(&self) -> &str {
        self.facts.as_deref().map_or("", |facts| &facts.status)
    }

    /// Returns the day on which the provider ends the model.
    pub fn shutdown_on(&self) -> Option<NaiveDate> {
        self.facts.as_deref()?.shutdown_on
    }

    /// Returns the provider's replacement of a model that ends.
    pub fn replacement(&self) -> Option<&str> {
        self.facts.as_deref()?.replacement.as_deref()
    }

    /// Returns the largest number of prompt and answer tokens.
    pub fn context_window(&self) -> Option<u64> {
        self.facts.as_deref()?.context_window
    }

    /// Returns the largest number of answer tokens, including thinking.
    pub fn max_output(&self) -> Option<u32> {
        let facts = self.facts.as_deref()?;
        facts.max_output.into_iter().chain(facts.parameters.max_tokens.max).min()
    }

    /// Returns the source of the prices and the day on which it last checked them.
    pub fn price_source(&self) -> Option<(&str, Option<NaiveDate>)> {
        let facts = self.facts.as_deref()?;
        Some((facts.sources.get("prices").map_or("", String::as_str), facts.prices_checked))
    }

    /// Returns a note about the entry.
    pub fn note(&self) -> Option<&str> {
        self.facts.as_deref()?.note.as_deref()
    }
}

/// Returns `true` if the names of parameters in the entry are those of this wire format.
fn describes(facts: &Facts, style: ApiStyle) -> bool {
    facts.parameters_of.is_some_and(|wire| wire == WireName::from_style(style))
}

#[cfg(test)]
#[path = "profile/catalog_test.rs"]
mod catalog_test;
#[cfg(test)]
#[path = "profile/plan_test.rs"]
mod plan_test;
