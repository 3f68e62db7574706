//! Search providers in order of preference. A provider that refuses a request is in cool-down for all replicas.

use std::sync::Arc;
use std::time::Duration;

use super::{Found, Hit, Provider, Search, SearchError};
use crate::ServiceError;
use domain::port::CoolDowns;

/// Cool-down after a refusal without `Retry-After`. DuckDuckGo's block lasts minutes.
const BLOCKED_COOL_DOWN: Duration = Duration::from_secs(60);
/// Cool-down after an outage: short, since it may have been one dropped connection.
const OUTAGE_COOL_DOWN: Duration = Duration::from_secs(10);
/// Maximum cool-down that a provider may request, and the cool-down after a rejected key, which stays rejected for
/// long.
const MAX_COOL_DOWN: Duration = Duration::from_secs(900);

/// Search providers in order of preference.
pub struct Chain {
    providers: Vec<Box<dyn Provider>>,
    cool_downs: Arc<dyn CoolDowns>,
}

impl Chain {
    /// Creates a chain that asks the providers in this order.
    pub fn new(providers: Vec<Box<dyn Provider>>, cool_downs: Arc<dyn CoolDowns>) -> Self {
        Self { providers, cool_downs }
    }

    /// Returns the providers' names in order.
    pub fn names(&self) -> Vec<&str> {
        self.providers.iter().map(|provider| provider.name()).collect()
    }

    async fn ask(&self, provider: &dyn Provider, query: &str, limit: usize) -> Result<Vec<Hit>, String> {
        let name = provider.name();
        if let Some(left) = self.cool_downs.cooling(&cool_down_key(name)).await {
            return Err(format!("{name} in cool-down for another {} s after an error", left.as_secs() + 1));
        }
        match provider.ask(query, limit).await {
            Ok(hits) => Ok(hits),
            Err(error) => {
                let wait = cool_down_after(&error);
                tracing::warn!(provider = name, cool_down_s = wait.as_secs(), error = %error, "search provider in cool-down");
                self.cool_downs.cool_down(&cool_down_key(name), wait).await;
                Err(error.to_string())
            }
        }
    }
}

/// Returns the cool-down that an error starts.
pub(crate) fn cool_down_after(error: &ServiceError) -> Duration {
    let wait = match error {
        ServiceError::Blocked { retry_after: Some(wait), .. } => *wait,
        ServiceError::Blocked { status: 401 | 402 | 403 | 400 | 422 | 432 | 433, .. } => MAX_COOL_DOWN,
        ServiceError::Blocked { .. } | ServiceError::Empty { .. } => BLOCKED_COOL_DOWN,
        ServiceError::Unavailable { .. } | ServiceError::Shape { .. } => OUTAGE_COOL_DOWN,
    };
    wait.min(MAX_COOL_DOWN)
}

/// Returns the provider's cool-down key; providers and hosts share one namespace.
fn cool_down_key(name: &str) -> String {
    format!("search:{name}")
}

impl Search for Chain {
    async fn search(&self, query: &str, limit: usize) -> Result<Found, SearchError> {
        let mut nothing = None;
        let mut problems = Vec::new();
        for provider in &self.providers {
            match self.ask(provider.as_ref(), query, limit).await {
                Ok(hits) if hits.is_empty() => nothing = nothing.or(Some(provider.name())),
                Ok(mut hits) => {
                    hits.truncate(limit);
                    return Ok(Found { hits, provider: provider.name().to_owned() });
                }
                Err(problem) => problems.push(problem),
            }
        }
        match nothing {
            Some(provider) => Ok(Found { hits: Vec::new(), provider: provider.to_owned() }),
            None if self.providers.is_empty() => Err(SearchError(vec!["none is configured".to_owned()])),
            None => Err(SearchError(problems)),
        }
    }
}
