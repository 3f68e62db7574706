//! Providers in order of preference; one that turned us away rests for a while, for all replicas.

use std::sync::Arc;
use std::time::Duration;

use super::{Found, Hit, Provider, Search, SearchError};
use crate::ServiceError;
use crate::rest::Rests;

/// Rest after being turned away without a word about when to come back. DuckDuckGo's block lasts minutes.
const BLOCKED_REST: Duration = Duration::from_secs(60);
/// Rest after an outage: short, it may have been one dropped connection.
const OUTAGE_REST: Duration = Duration::from_secs(10);
/// Nobody rests longer than this, whatever it says; and a key that is not taken will not be taken soon.
const LONGEST_REST: Duration = Duration::from_secs(900);

/// The chain.
pub struct Chain {
    providers: Vec<Box<dyn Provider>>,
    rests: Arc<dyn Rests>,
}

impl Chain {
    /// Asks in this order.
    pub fn new(providers: Vec<Box<dyn Provider>>, rests: Arc<dyn Rests>) -> Self {
        Self { providers, rests }
    }

    /// The providers' names, in order.
    pub fn names(&self) -> Vec<&str> {
        self.providers.iter().map(|provider| provider.name()).collect()
    }

    async fn ask(&self, provider: &dyn Provider, query: &str, most: usize) -> Result<Vec<Hit>, String> {
        let name = provider.name();
        if let Some(left) = self.rests.resting(&book(name)).await {
            return Err(format!("{name} rests for another {} s after an error", left.as_secs() + 1));
        }
        match provider.ask(query, most).await {
            Ok(hits) => Ok(hits),
            Err(error) => {
                let wait = rest(&error);
                tracing::warn!(provider = name, rest_s = wait.as_secs(), error = %error, "search provider rests");
                self.rests.rest(&book(name), wait).await;
                Err(error.to_string())
            }
        }
    }
}

/// How long a provider rests after this.
pub(crate) fn rest(error: &ServiceError) -> Duration {
    let rest = match error {
        ServiceError::Blocked { retry_after: Some(wait), .. } => *wait,
        ServiceError::Blocked { status: 401 | 402 | 403 | 400 | 422 | 432 | 433, .. } => LONGEST_REST,
        ServiceError::Blocked { .. } | ServiceError::Empty { .. } => BLOCKED_REST,
        ServiceError::Unavailable { .. } | ServiceError::Shape { .. } => OUTAGE_REST,
    };
    rest.min(LONGEST_REST)
}

/// Providers and hosts share one book of rests.
fn book(name: &str) -> String {
    format!("search:{name}")
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
