//! Verified tokens, cached for a few seconds so that a request usually needs no look-up.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::access::{AccessToken, TokenId};
use domain::port::PortError;
use store::Store;
use store::tokens::{StoredToken, TokenRow};
use tokio::time::Instant;

/// Number of cached look-ups after which the cache is emptied. Unknown ids are cached, too, so an attacker can fill it.
const MAX_CACHED: usize = 10_000;

/// Reads and caches tokens.
pub(super) struct Tokens {
    store: Arc<Store>,
    age: Duration,
    cached: Mutex<HashMap<TokenId, Cached>>,
    used: Mutex<HashMap<TokenId, Instant>>,
}

#[derive(Clone)]
struct Cached {
    /// `None` for an unknown id.
    token: Option<Arc<StoredToken>>,
    read_at: Instant,
}

impl Tokens {
    pub(super) fn new(store: Arc<Store>, age: Duration) -> Self {
        Self { store, age, cached: Mutex::default(), used: Mutex::default() }
    }

    /// Returns the token if its secret is right and it is not revoked.
    pub(super) async fn verified(&self, token: &AccessToken) -> Result<Option<TokenRow>, PortError> {
        let stored = self.stored(token.id()).await?;
        let valid = stored.filter(|stored| token.matches(&stored.secret_hash) && stored.row.revoked_at.is_none());
        if valid.is_some() {
            lock(&self.used).insert(token.id(), Instant::now());
        }
        Ok(valid.map(|stored| stored.row.clone()))
    }

    async fn stored(&self, id: TokenId) -> Result<Option<Arc<StoredToken>>, PortError> {
        let known = lock(&self.cached).get(&id).filter(|cached| cached.read_at.elapsed() < self.age).cloned();
        if let Some(known) = known {
            return Ok(known.token);
        }
        let token = self.store.token(id).await?.map(Arc::new);
        let mut cached = lock(&self.cached);
        if cached.len() >= MAX_CACHED {
            cached.clear();
        }
        cached.insert(id, Cached { token: token.clone(), read_at: Instant::now() });
        Ok(token)
    }

    /// Writes the times of use since the last call, by the database's clock.
    pub(super) async fn write_uses(&self) -> Result<(), PortError> {
        let used = std::mem::take(&mut *lock(&self.used));
        if used.is_empty() {
            return Ok(());
        }
        let ages: Vec<(TokenId, Duration)> = used.into_iter().map(|(id, at)| (id, at.elapsed())).collect();
        self.store.tokens_used(&ages).await
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No code panics while it holds one of these locks, and each value is always consistent.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
