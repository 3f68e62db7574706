//! Access: the token of a request (one of our own, or of an OIDC issuer), its scopes and its rate.

pub mod oidc;
mod rate;
pub(crate) mod refusals;
mod sessions;
mod shares;
mod tokens;

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, StatusCode, header};
use domain::access::{AccessScope, AccessToken, TokenId};
use domain::port::PortError;
use http_server::{Processor, RequestSlot};
use operations::{Caller, Context};
use store::Store;
use store::tokens::TokenRow;
use tokio::sync::Semaphore;

use crate::Gateway;
use crate::config::RequestLimits;
use crate::http::Problem;
pub use crate::share_limits::ShareLimits;
pub use oidc::{Callback, Oidc};
use rate::Rates;
pub(crate) use shares::STREAM_RETRY_AFTER;
pub use shares::Share;
use shares::Shares;
use tokens::{SecretKind, Tokens};

/// Routes whose answers are streams.
const STREAMS: [&str; 4] = ["/v1/results", "/v1/reviews/stream", "/v1/runs/{run}/events", "/console/live"];
/// Minimum interval in which the token of an open stream is verified again.
const MIN_RECHECK: Duration = Duration::from_secs(1);

/// A scope as a type, so that the signature of a handler states what it requires.
pub trait Required: Send + Sync + 'static {
    /// The scope that the token must have.
    const SCOPE: AccessScope;
}

macro_rules! required {
    ($($(#[doc = $doc:literal])+ $name:ident;)+) => {
        $($(#[doc = $doc])+
        #[derive(Debug, Clone, Copy)]
        pub struct $name;
        impl Required for $name {
            const SCOPE: AccessScope = AccessScope::$name;
        })+
    };
}

required! {
    /// Marks handlers that require the scope `publish`.
    Publish;
    /// Marks handlers that require the scope `read`.
    Read;
    /// Marks handlers that require the scope `review`.
    Review;
    /// Marks handlers that require the scope `admin`.
    Admin;
    /// Marks handlers that require the scope `operate`.
    Operate;
}

/// A caller whose token has a scope. As an argument of a handler it refuses every other request.
pub struct Allowed<S> {
    /// The sender of the request.
    pub caller: Caller,
    /// The gateway that has the request.
    pub gateway: Arc<Gateway>,
    scope: PhantomData<S>,
}

impl<S> Allowed<S> {
    /// Returns the operations for this caller.
    pub fn cx(&self) -> Context<'_> {
        self.gateway.of(&self.caller)
    }
}

impl<S: Required> FromRequestParts<Arc<Gateway>> for Allowed<S> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, gateway: &Arc<Gateway>) -> Result<Self, Problem> {
        let caller = gateway.access.authorize(parts, S::SCOPE).await?;
        tracing::Span::current().record("auspex.tenant", caller.tenant.as_str());
        // The body of the request takes room of this tenant.
        parts.extensions.insert(caller.clone());
        Ok(Self { caller, gateway: Arc::clone(gateway), scope: PhantomData })
    }
}

/// Tokens and their rates.
pub struct Access {
    store: Arc<Store>,
    tokens: Tokens,
    sessions: Tokens,
    /// Admits one look-up of a login at a time: anyone can send any number of them.
    logins: Semaphore,
    rates: Rates,
    requests: Shares,
    streams: Shares,
    processor: Processor,
    oidc: Option<Oidc>,
    /// Interval in which the tokens of open streams are verified again.
    recheck: Duration,
}

impl Access {
    /// Creates an empty cache over the store.
    pub fn new(store: Arc<Store>, limits: RequestLimits) -> Self {
        refusals::register();
        let secrets = |kind| Tokens::new(Arc::clone(&store), kind, limits.token_age);
        let (tokens, sessions) = (secrets(SecretKind::Token), secrets(SecretKind::Session));
        let rates = Rates::new(limits.rate);
        let threads = tokio::runtime::Handle::try_current().map_or(1, |runtime| runtime.metrics().num_workers());
        let processor = Processor::new(threads);
        let (requests, streams) = (Shares::of_requests(limits.requests), Shares::of_streams(limits.streams));
        let recheck = limits.token_age.max(MIN_RECHECK);
        Self {
            store,
            tokens,
            sessions,
            logins: Semaphore::new(1),
            rates,
            requests,
            streams,
            processor,
            oidc: None,
            recheck,
        }
    }

    /// Accepts the tokens of an OIDC issuer, too.
    #[must_use]
    pub fn with_oidc(self, oidc: Option<Oidc>) -> Self {
        Self { oidc, ..self }
    }

    /// Returns the issuer at which people can sign in.
    pub fn issuer(&self) -> Option<&Oidc> {
        self.oidc.as_ref().filter(|oidc| oidc.has_sign_in())
    }

    /// Writes the times at which tokens were used since the last call.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; the times are then lost.
    pub async fn write_uses(&self) -> Result<(), PortError> {
        self.tokens.write_uses().await?;
        self.sessions.write_uses().await
    }

    /// Verifies the token of a request and takes one request from its rate.
    ///
    /// # Errors
    /// The request has no valid token, or the token has sent too many requests.
    pub async fn authenticate(&self, headers: &HeaderMap) -> Result<Caller, Problem> {
        let caller = self.verified(headers).await?;
        self.take(caller.token)?;
        Ok(caller)
    }

    /// Returns true if the request has a valid token. Takes nothing from its rate.
    pub async fn is_valid(&self, headers: &HeaderMap) -> bool {
        self.verified(headers).await.is_ok()
    }

    /// Waits until the token of a request is revoked or has expired: a stream outlives the check at its beginning. An
    /// outage of Postgres or of the issuer's keys ends nothing.
    pub async fn until_refused(&self, headers: &HeaderMap) {
        loop {
            tokio::time::sleep(self.recheck).await;
            let refused = self.verified(headers).await.err().map(|problem| problem.status());
            if matches!(refused, Some(StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN)) {
                return;
            }
        }
    }

    /// Counts an authenticated request in the shares of its token and tenant until it has ended. Streams have shares of
    /// their own.
    ///
    /// # Errors
    /// The token or the tenant has too many requests in progress.
    pub fn admit(&self, caller: &Caller, extensions: &Extensions) -> Result<(), Problem> {
        // Without our listener the end of a request is unknown.
        let Some(slot) = extensions.get::<RequestSlot>() else { return Ok(()) };
        let path = extensions.get::<MatchedPath>().map(MatchedPath::as_str);
        match path.is_some_and(|path| STREAMS.contains(&path)) {
            true => slot.authenticated((), self.processor.gate(caller.tenant.as_str())),
            false => slot.authenticated(self.requests.take(caller)?, self.processor.gate(caller.tenant.as_str())),
        }
        Ok(())
    }

    /// Counts an open stream in the shares of its token and tenant.
    ///
    /// # Errors
    /// The token or the tenant has too many open streams.
    pub fn stream(&self, caller: &Caller) -> Result<Share, Problem> {
        self.streams.take(caller)
    }

    async fn authorize(&self, parts: &Parts, scope: AccessScope) -> Result<Caller, Problem> {
        let caller = self.authenticate(&parts.headers).await?;
        self.admit(&caller, &parts.extensions)?;
        caller.require(scope).inspect_err(|_| refusals::count(refusals::HTTP, scope.name()))?;
        Ok(caller)
    }

    async fn verified(&self, headers: &HeaderMap) -> Result<Caller, Problem> {
        let text = bearer(headers).ok_or_else(Problem::unauthenticated)?;
        Ok(match (AccessToken::parse(text), &self.oidc) {
            (Some(token), _) => caller(self.tokens.verified(&token).await?.ok_or_else(Problem::unauthenticated)?),
            (None, Some(oidc)) => oidc.verified(text).await?,
            (None, None) => return Err(Problem::unauthenticated()),
        })
    }

    fn take(&self, token: TokenId) -> Result<(), Problem> {
        self.rates.take(token).map_err(|seconds| {
            let detail = "the token has sent too many requests; wait, or send events in batches";
            Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", detail).retry_after(seconds)
        })
    }
}

fn caller(row: TokenRow) -> Caller {
    Caller { token: row.id, name: row.name, tenant: row.tenant, scopes: row.scopes }
}

/// Returns the token of the header `Authorization`. Webhooks of Helius send a configured value without a scheme, so a
/// bare token is accepted, too. Two headers name nobody: a proxy in front may have checked the other one.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let value = value.to_str().ok()?.trim();
    match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => Some(token.trim()),
        Some(_) => None,
        None => Some(value),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn one_header_names_a_token_and_two_name_nobody() {
        let named = |values: &[&'static str]| {
            let header = |value: &&'static str| (header::AUTHORIZATION, HeaderValue::from_static(value));
            bearer(&values.iter().map(header).collect()).map(str::to_owned)
        };
        for value in ["Bearer abc", "bearer  abc ", "abc"] {
            assert_eq!(named(&[value]).as_deref(), Some("abc"), "{value}");
        }
        for values in [&["Basic abc"][..], &[], &["Bearer abc", "Bearer abc"], &["Bearer abc", "Bearer def"]] {
            assert_eq!(named(values), None, "{values:?}");
        }
    }
}
