//! Verified tokens, cached for a few seconds so that a request usually needs no look-up.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::access::{AccessToken, TokenId};
use domain::port::PortError;
use store::Store;
use store::tokens::{StoredToken, TokenRow};
use tokio::sync::Semaphore;
use tokio::time::Instant;

/// Number of cached tokens, and of cached unknown ids, after which expired ones are removed, and all if none has
/// expired.
const MAX_CACHED: usize = 10_000;

/// Where the secrets of a cache are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SecretKind {
    /// Tokens of the API.
    Token,
    /// Sessions of the console. Each has the row of its token.
    Session,
}

/// Reads and caches tokens, or the tokens of sessions.
pub(super) struct Tokens {
    store: Arc<Store>,
    kind: SecretKind,
    cached: Mutex<TokenCache>,
    /// Admits one look-up at a time of ids that are not known as tokens. Anyone can send any number of such ids, and
    /// without the limit they would occupy every connection of the pool.
    stranger: Semaphore,
    used: Mutex<HashMap<TokenId, Instant>>,
}

/// The last look-up of each id. Unknown ids have a map of their own, so that they displace no token.
struct TokenCache {
    age: Duration,
    tokens: HashMap<TokenId, (Arc<StoredToken>, Instant)>,
    unknown: HashMap<TokenId, Instant>,
}

/// What the cache knows of an id.
enum CachedToken {
    /// The result of a look-up that is recent enough; `None` for an unknown id.
    Now(Option<Arc<StoredToken>>),
    /// The id was a token's, but the look-up is too old.
    Before,
    /// There is no recent look-up of the id.
    Never,
}

impl TokenCache {
    fn get(&self, id: TokenId) -> CachedToken {
        match (self.tokens.get(&id), self.unknown.get(&id)) {
            (Some((token, read_at)), _) if read_at.elapsed() < self.age => CachedToken::Now(Some(Arc::clone(token))),
            (Some(_), _) => CachedToken::Before,
            (None, Some(read_at)) if read_at.elapsed() < self.age => CachedToken::Now(None),
            (None, _) => CachedToken::Never,
        }
    }

    fn insert(&mut self, id: TokenId, token: Option<Arc<StoredToken>>) {
        let (age, now) = (self.age, Instant::now());
        if let Some(token) = token {
            self.unknown.remove(&id);
            make_room(&mut self.tokens, |(_, read_at)| now.duration_since(*read_at) < age);
            self.tokens.insert(id, (token, now));
        } else {
            self.tokens.remove(&id);
            make_room(&mut self.unknown, |read_at| now.duration_since(*read_at) < age);
            self.unknown.insert(id, now);
        }
    }
}

/// Removes what is not `fresh` from a full map, or everything if all of it is.
fn make_room<T>(map: &mut HashMap<TokenId, T>, fresh: impl Fn(&T) -> bool) {
    if map.len() >= MAX_CACHED {
        map.retain(|_, entry| fresh(entry));
    }
    if map.len() >= MAX_CACHED {
        map.clear();
    }
}

impl Tokens {
    pub(super) fn new(store: Arc<Store>, kind: SecretKind, age: Duration) -> Self {
        let cached = Mutex::new(TokenCache { age, tokens: HashMap::new(), unknown: HashMap::new() });
        Self { store, kind, cached, stranger: Semaphore::new(1), used: Mutex::default() }
    }

    /// Forgets an id, so that its next use is a look-up.
    pub(super) fn forget(&self, id: TokenId) {
        lock(&self.cached).tokens.remove(&id);
    }

    /// Returns the token if its secret is right and it is not revoked.
    pub(super) async fn verified(&self, token: &AccessToken) -> Result<Option<TokenRow>, PortError> {
        let stored = self.stored(token.id()).await?;
        let valid = stored.filter(|stored| token.matches(&stored.secret_hash) && stored.row.revoked_at.is_none());
        if let Some(stored) = &valid {
            lock(&self.used).insert(stored.row.id, Instant::now());
        }
        Ok(valid.map(|stored| stored.row.clone()))
    }

    async fn stored(&self, id: TokenId) -> Result<Option<Arc<StoredToken>>, PortError> {
        let known = lock(&self.cached).get(id);
        match known {
            CachedToken::Now(token) => Ok(token),
            CachedToken::Before => self.read(id).await,
            CachedToken::Never => {
                // The semaphore is never closed, so its error cannot occur.
                let _admitted = self.stranger.acquire().await;
                match lock(&self.cached).get(id) {
                    CachedToken::Now(token) => return Ok(token),
                    CachedToken::Before | CachedToken::Never => {}
                }
                self.read(id).await
            }
        }
    }

    async fn read(&self, id: TokenId) -> Result<Option<Arc<StoredToken>>, PortError> {
        let token = match self.kind {
            SecretKind::Token => self.store.tokens().load(id).await?,
            SecretKind::Session => self.store.console().load(id.0, false).await?,
        };
        let token = token.map(Arc::new);
        lock(&self.cached).insert(id, token.clone());
        Ok(token)
    }

    /// Writes the times of use since the last call, by the database's clock.
    pub(super) async fn write_uses(&self) -> Result<(), PortError> {
        let used = std::mem::take(&mut *lock(&self.used));
        if used.is_empty() {
            return Ok(());
        }
        let ages: Vec<(TokenId, Duration)> = used.into_iter().map(|(id, at)| (id, at.elapsed())).collect();
        self.store.tokens().mark_used(&ages).await
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No code panics while it holds one of these locks, and each value is always consistent.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use domain::Tenant;
    use domain::access::AccessScope;
    use uuid::Uuid;

    use super::*;

    fn id(number: usize) -> TokenId {
        TokenId(Uuid::from_u128(number as u128))
    }

    fn token(id: TokenId) -> Arc<StoredToken> {
        let row = TokenRow {
            id,
            name: "a".to_owned(),
            tenant: Tenant::default(),
            scopes: vec![AccessScope::Read],
            created_at: domain::Time::UNIX_EPOCH,
            used_at: None,
            expires_at: None,
            revoked_at: None,
        };
        Arc::new(StoredToken { secret_hash: vec![0; 32], row })
    }

    #[tokio::test(start_paused = true)]
    async fn unknown_ids_displace_no_token_and_are_bounded() {
        let age = Duration::from_secs(5);
        let mut cache = TokenCache { age, tokens: HashMap::new(), unknown: HashMap::new() };
        cache.insert(id(0), Some(token(id(0))));
        for number in 1..=MAX_CACHED + 10 {
            cache.insert(id(number), None);
        }
        assert!(matches!(cache.get(id(0)), CachedToken::Now(Some(_))));
        assert!(matches!(cache.get(id(MAX_CACHED + 10)), CachedToken::Now(None)));
        assert!(cache.unknown.len() <= MAX_CACHED);
        tokio::time::advance(age).await;
        assert!(
            matches!(cache.get(id(0)), CachedToken::Before),
            "a token is read again without waiting behind unknown ids"
        );
        assert!(matches!(cache.get(id(MAX_CACHED + 10)), CachedToken::Never));
    }
}
