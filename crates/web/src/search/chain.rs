//! Search providers in order of preference. The results of two are merged. A provider that refuses a request is in
//! cool-down for all replicas, and a provider with a rate is asked in turns that all replicas share.

use std::sync::Arc;
use std::time::Duration;

use super::merge::merge;
use super::{Found, Hit, Provider, ProviderKind, Search, SearchError, WebQuery};
use crate::ServiceError;
use domain::port::CoolDowns;

/// Cool-down after a refusal without `Retry-After`. DuckDuckGo's block lasts minutes.
const BLOCKED_COOL_DOWN: Duration = Duration::from_secs(60);
/// Cool-down after an outage: short, since it may have been one dropped connection.
const OUTAGE_COOL_DOWN: Duration = Duration::from_secs(10);
/// Maximum cool-down that a provider may request, and the cool-down after a rejected key, which stays rejected for
/// long.
const MAX_COOL_DOWN: Duration = Duration::from_secs(900);

/// Number of providers whose results are merged.
const MERGED: usize = 2;
/// Maximum time that a search waits for a provider's turn.
const MAX_TURN_WAIT: Duration = Duration::from_secs(6);

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

    async fn ask(&self, provider: &dyn Provider, query: &WebQuery) -> Result<Vec<Hit>, String> {
        let (name, key) = (provider.name(), cool_down_key(provider.name()));
        if let Some(left) = self.cool_downs.cooling(&key).await {
            return Err(format!("{name} in cool-down for another {} s after an error", left.as_secs() + 1));
        }
        if let Some(wait) = self.wait_for_turn(&key, provider.spacing()).await {
            return Err(format!("{name} is asked too often; its next turn is in {} s", wait.as_secs() + 1));
        }
        match provider.ask(query).await {
            Ok(hits) => Ok(hits),
            Err(error) => {
                let wait = cool_down_after(&error);
                tracing::warn!(provider = name, cool_down_s = wait.as_secs(), error = %error, "search provider in cool-down");
                self.cool_downs.cool_down(&key, wait).await;
                Err(error.to_string())
            }
        }
    }

    /// Waits for the provider's next turn, which all replicas share. Returns the remaining wait if it is too long.
    async fn wait_for_turn(&self, key: &str, spacing: Duration) -> Option<Duration> {
        if spacing.is_zero() {
            return None;
        }
        let turn = format!("{key}:turn");
        let mut waited = Duration::ZERO;
        while let Some(wait) = self.cool_downs.take_turn(&turn, spacing).await {
            if waited + wait > MAX_TURN_WAIT {
                return Some(wait);
            }
            waited += wait;
            tokio::time::sleep(wait).await;
        }
        None
    }

    /// Asks the providers of a kind, `at_once` at a time in order, until `at_once` of them have found something.
    async fn ask_kind(&self, kind: ProviderKind, at_once: usize, query: &WebQuery, answers: &mut Answers) {
        let mut left = self.providers.iter().filter(|provider| provider.kind() == kind);
        let mut missing = at_once;
        while missing > 0 {
            let batch: Vec<_> = left.by_ref().take(missing).collect();
            if batch.is_empty() {
                return;
            }
            let asked = batch.iter().map(|provider| self.ask(provider.as_ref(), query));
            let replies = futures::future::join_all(asked).await;
            for (provider, reply) in batch.iter().zip(replies) {
                missing -= usize::from(answers.add(provider.name(), reply));
            }
        }
    }
}

/// What the providers have answered so far.
#[derive(Default)]
struct Answers {
    lists: Vec<Vec<Hit>>,
    names: Vec<String>,
    /// First provider that found nothing.
    nothing: Option<String>,
    problems: Vec<String>,
}

impl Answers {
    /// Adds a provider's reply. Returns true if it contains results.
    fn add(&mut self, name: &str, reply: Result<Vec<Hit>, String>) -> bool {
        match reply {
            Ok(hits) if hits.is_empty() => {
                self.nothing.get_or_insert_with(|| name.to_owned());
                false
            }
            Ok(hits) => {
                self.names.push(name.to_owned());
                self.lists.push(hits);
                true
            }
            Err(problem) => {
                self.problems.push(problem);
                false
            }
        }
    }

    fn found(self, limit: usize) -> Result<Found, SearchError> {
        match self.nothing {
            _ if !self.lists.is_empty() => {
                Ok(Found { hits: merge(&self.lists, limit), provider: self.names.join("+") })
            }
            Some(provider) => Ok(Found { hits: Vec::new(), provider }),
            None if self.problems.is_empty() => Err(SearchError(vec!["none is configured".to_owned()])),
            None => Err(SearchError(self.problems)),
        }
    }
}

/// Runs `work` unless the service is in cool-down, and starts the cool-down that a refusal requests.
pub(crate) async fn unless_cooling<T>(
    cool_downs: &dyn CoolDowns,
    service: &'static str,
    work: impl Future<Output = Result<T, ServiceError>>,
) -> Result<T, ServiceError> {
    let key = format!("service:{service}");
    if let Some(left) = cool_downs.cooling(&key).await {
        return Err(ServiceError::Blocked { service, status: 429, retry_after: Some(left) });
    }
    let answered = work.await;
    if let Err(error @ ServiceError::Blocked { .. }) = &answered {
        cool_downs.cool_down(&key, cool_down_after(error)).await;
    }
    answered
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
    async fn search(&self, query: &WebQuery) -> Result<Found, SearchError> {
        let mut answers = Answers::default();
        self.ask_kind(ProviderKind::General, MERGED, query, &mut answers).await;
        if query.is_about_papers() {
            self.ask_kind(ProviderKind::Papers, MERGED, query, &mut answers).await;
        }
        if answers.lists.is_empty() {
            self.ask_kind(ProviderKind::Fallback, 1, query, &mut answers).await;
        }
        answers.found(query.limit)
    }
}
