//! Shares: requests in progress and open streams of one token and of one tenant at this replica. Each is below the
//! whole, so that one caller leaves places for others.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;
use domain::Tenant;
use domain::access::TokenId;

use operations::Caller;

use crate::http::Problem;
use crate::share_limits::ShareLimits;

/// Seconds after which a client may repeat a request that found no place.
const RETRY_AFTER: u64 = 1;
/// The same for a stream: places of streams are kept for longer.
pub(crate) const STREAM_RETRY_AFTER: u64 = 15;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Request,
    Stream,
}

/// Counts the work of one kind.
#[derive(Debug)]
pub(super) struct Shares {
    kind: Kind,
    limits: ShareLimits,
    counts: Arc<Mutex<Counts>>,
}

#[derive(Debug, Default)]
struct Counts {
    tokens: HashMap<TokenId, usize>,
    tenants: HashMap<Tenant, usize>,
}

/// A counted request or stream until this is dropped.
#[derive(Debug)]
pub struct Share {
    counts: Arc<Mutex<Counts>>,
    token: TokenId,
    tenant: Tenant,
}

impl Shares {
    pub(super) fn of_requests(limits: ShareLimits) -> Self {
        Self { kind: Kind::Request, limits, counts: Arc::default() }
    }

    pub(super) fn of_streams(limits: ShareLimits) -> Self {
        Self { kind: Kind::Stream, limits, counts: Arc::default() }
    }

    /// Counts one more.
    ///
    /// # Errors
    /// The token or the tenant has its share already.
    pub(super) fn take(&self, caller: &Caller) -> Result<Share, Problem> {
        // No code panics while it holds the lock.
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |count: Option<&usize>, limit: usize| limit > 0 && count.is_some_and(|count| *count >= limit);
        if is_full(counts.tokens.get(&caller.token), self.limits.token) {
            return Err(self.refusal("token", self.limits.token));
        }
        if is_full(counts.tenants.get(&caller.tenant), self.limits.tenant) {
            return Err(self.refusal("tenant", self.limits.tenant));
        }
        *counts.tokens.entry(caller.token).or_default() += 1;
        *counts.tenants.entry(caller.tenant.clone()).or_default() += 1;
        Ok(Share { counts: Arc::clone(&self.counts), token: caller.token, tenant: caller.tenant.clone() })
    }

    fn refusal(&self, owner: &str, limit: usize) -> Problem {
        let (kind, what, advice, seconds) = match self.kind {
            Kind::Request => ("too-many-requests", "requests in progress", "wait for some of them", RETRY_AFTER),
            Kind::Stream => ("too-many-streams", "open streams", "share one stream, or close some", STREAM_RETRY_AFTER),
        };
        let detail = format!("the {owner} has {limit} {what} at this replica, which is its share; {advice}");
        Problem::new(StatusCode::TOO_MANY_REQUESTS, kind, detail).retry_after(seconds)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        release(&mut counts.tokens, &self.token);
        release(&mut counts.tenants, &self.tenant);
    }
}

fn release<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: &K) {
    let is_last = counts.get_mut(key).is_some_and(|count| {
        *count = count.saturating_sub(1);
        *count == 0
    });
    if is_last {
        counts.remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(token: u128, tenant: &str) -> Caller {
        let token = TokenId(uuid::Uuid::from_u128(token));
        Caller { token, name: String::new(), tenant: Tenant::parse(tenant).unwrap(), scopes: Vec::new() }
    }

    #[test]
    fn a_token_and_a_tenant_have_shares_and_others_are_not_affected() {
        let shares = Shares::of_requests(ShareLimits { token: 2, tenant: 3 });
        let one = [caller(1, "a"), caller(1, "a")].map(|caller| shares.take(&caller).unwrap());
        let refused = shares.take(&caller(1, "a")).unwrap_err();
        assert!(refused.status() == StatusCode::TOO_MANY_REQUESTS && refused.detail().contains("token has 2"));
        let second = shares.take(&caller(2, "a")).unwrap();
        assert!(shares.take(&caller(2, "a")).unwrap_err().detail().contains("tenant has 3"));
        assert!(shares.take(&caller(3, "b")).is_ok());
        drop((one, second));
        assert!(shares.take(&caller(1, "a")).is_ok());
        let counts = shares.counts.lock().unwrap();
        assert!(counts.tokens.is_empty() && counts.tenants.is_empty(), "idle callers are forgotten");
    }

    #[test]
    fn zero_is_no_limit() {
        let shares = Shares::of_streams(ShareLimits { token: 0, tenant: 0 });
        let all: Vec<_> = (0..1_000).map(|_| shares.take(&caller(1, "a"))).collect();
        assert!(all.iter().all(Result::is_ok));
    }
}
