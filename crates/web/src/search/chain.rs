//! Providers in order of preference; one that turned us away rests for a while.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::{Clock, Time};

use super::{Found, Hit, Provider, Search, SearchError};
use crate::ServiceError;

/// Rest after being turned away without a word about when to come back. DuckDuckGo's block lasts minutes.
const BLOCKED_REST: Duration = Duration::from_secs(60);
/// Rest after an outage: short, it may have been one dropped connection.
const OUTAGE_REST: Duration = Duration::from_secs(10);
/// Nobody rests longer than this, whatever it says.
const LONGEST_REST: Duration = Duration::from_secs(900);

/// The chain.
pub struct Chain {
    providers: Vec<Box<dyn Provider>>,
    clock: Arc<dyn Clock>,
    resting: Mutex<HashMap<&'static str, Time>>,
}

impl Chain {
    /// Asks in this order.
    pub fn new(providers: Vec<Box<dyn Provider>>, clock: Arc<dyn Clock>) -> Self {
        Self { providers, clock, resting: Mutex::new(HashMap::new()) }
    }

    /// The providers' names, in order.
    pub fn names(&self) -> Vec<&'static str> {
        self.providers.iter().map(|provider| provider.name()).collect()
    }

    fn rests(&self, name: &str) -> bool {
        let resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        resting.get(name).is_some_and(|until| *until > self.clock.now())
    }

    fn rest(&self, name: &'static str, error: &ServiceError) {
        let rest = match error {
            ServiceError::Blocked { retry_after, .. } => retry_after.unwrap_or(BLOCKED_REST),
            ServiceError::Unavailable { .. } | ServiceError::Shape { .. } => OUTAGE_REST,
        };
        let until = self.clock.now() + rest.min(LONGEST_REST);
        self.resting.lock().unwrap_or_else(PoisonError::into_inner).insert(name, until);
        tracing::warn!(provider = name, rest_s = rest.as_secs(), error = %error, "search provider rests");
    }

    async fn ask(&self, provider: &dyn Provider, query: &str, most: usize) -> Result<Vec<Hit>, String> {
        let name = provider.name();
        if self.rests(name) {
            return Err(format!("{name} rests after an error"));
        }
        provider.ask(query, most).await.map_err(|error| {
            self.rest(name, &error);
            error.to_string()
        })
    }
}

impl Search for Chain {
    async fn search(&self, query: &str, most: usize) -> Result<Found, SearchError> {
        let mut nothing = None;
        let mut problems = Vec::new();
        for provider in &self.providers {
            match self.ask(provider.as_ref(), query, most).await {
                Ok(hits) if hits.is_empty() => nothing = nothing.or(Some(provider.name())),
                Ok(mut hits) => {
                    hits.truncate(most);
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
