//! Bearer tokens of an OpenID Connect issuer, as an alternative to our own tokens. A broken issuer affects its own
//! tokens only.

mod claims;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
mod keys;
mod sign_in;
mod signatures;
mod token_type;

use std::sync::Mutex;

use axum::http::StatusCode;
use domain::access::TokenId;
use domain::{JobId, Tenant};
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Header, Validation};
use operations::Caller;
use serde_json::{Map, Value};
use tokio::time::Instant;

use super::refusals;
use crate::config::OidcConfig;
use crate::http::Problem;
use keys::{Key, Keys};
pub use sign_in::Callback;
use sign_in::Endpoints;

/// Maximum length of a token in bytes.
const MAX_TOKEN_BYTES: usize = 16 * 1024;
/// Maximum length of a subject in bytes.
const MAX_SUBJECT_BYTES: usize = 255;
/// Accepted difference between the clocks of the issuer and of this process, in seconds.
const CLOCK_SKEW: u64 = 60;

/// Verifies tokens of one issuer.
pub struct Oidc {
    config: OidcConfig,
    keys: Keys,
    /// Addresses for people, and when they were read.
    endpoints: Mutex<Option<(Endpoints, Instant)>>,
}

impl Oidc {
    /// Creates a verifier. The issuer is contacted when the first token arrives.
    ///
    /// # Errors
    /// The HTTP client cannot be built.
    pub fn new(config: OidcConfig) -> anyhow::Result<Self> {
        signatures::install();
        Ok(Self { keys: Keys::new(&config)?, config, endpoints: Mutex::default() })
    }

    /// Returns who sends the request, and the scopes.
    pub(super) async fn verified(&self, token: &str) -> Result<Caller, Problem> {
        let header = header(token)?;
        let key = self.keys.key(header.kid.as_deref(), header.alg).await?;
        self.read(token, &key, header.typ.as_deref())
    }

    /// Reads a token that `key` must have signed.
    fn read(&self, token: &str, key: &Key, typ: Option<&str>) -> Result<Caller, Problem> {
        let mut validation = Validation::new(key.algorithm);
        validation.leeway = CLOCK_SKEW;
        validation.validate_nbf = true;
        validation.set_issuer(&[&self.config.issuer]);
        validation.set_audience(&[&self.config.audience]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        let decoded = jsonwebtoken::decode::<Map<String, Value>>(token, &key.key, &validation);
        let claims = decoded.map_err(|error| refused(reason(error.kind())))?.claims;
        token_type::check(typ, &claims).map_err(refused)?;
        self.caller(&claims)
    }

    fn caller(&self, claims: &Map<String, Value>) -> Result<Caller, Problem> {
        let subject = claims.get("sub").and_then(Value::as_str).unwrap_or_default();
        if subject.is_empty() || subject.len() > MAX_SUBJECT_BYTES || subject.chars().any(char::is_control) {
            return Err(refused("its subject is not a short text"));
        }
        let name = &self.config.tenant_claim;
        let tenant = claims::find(claims, name).and_then(Value::as_str).filter(|tenant| !tenant.is_empty());
        let tenant = tenant.and_then(|tenant| Tenant::parse(tenant).ok()).ok_or_else(|| {
            let detail =
                format!("the claim `{name}` of the token does not name a tenant; ask the operator of the issuer");
            Problem::new(StatusCode::FORBIDDEN, "unknown-tenant", detail)
        })?;
        let name = &self.config.scopes_claim;
        let scopes = claims::scopes(claims::find(claims, name));
        if scopes.is_empty() {
            refusals::count(refusals::ISSUER, refusals::EVERY);
            let detail =
                format!("the claim `{name}` of the token contains none of the scopes publish, read, review, admin");
            return Err(Problem::new(StatusCode::FORBIDDEN, "missing-scope", detail));
        }
        // One subject has one rate within a tenant, whichever token it sends. A session of MCP belongs to the id, so it
        // ends when the claim names another tenant.
        let token = TokenId(JobId::named(&["oidc", &self.config.issuer, subject, tenant.as_str()]).0);
        Ok(Caller { token, name: subject.to_owned(), tenant, scopes })
    }
}

/// Reads the header of a token, which no signature protects yet.
fn header(token: &str) -> Result<Header, Problem> {
    if token.len() > MAX_TOKEN_BYTES {
        return Err(refused("the token is too long"));
    }
    let header =
        jsonwebtoken::decode_header(token).map_err(|_| refused("it is not a signed token of a known algorithm"))?;
    if header.crit.is_some() {
        return Err(refused("it has critical extensions"));
    }
    Ok(header)
}

fn refused(why: &str) -> Problem {
    let detail = format!("the token is refused: {why}; send a valid token as `Authorization: Bearer …`");
    Problem::new(StatusCode::UNAUTHORIZED, "unauthenticated", detail)
}

fn reason(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::ExpiredSignature => "it has expired",
        ErrorKind::ImmatureSignature => "it is not valid yet",
        ErrorKind::InvalidAudience => "it is for another audience",
        ErrorKind::InvalidIssuer => "it is of another issuer",
        ErrorKind::InvalidAlgorithm => "its algorithm is not that of its key",
        ErrorKind::MissingRequiredClaim(_) => "a claim of exp, iss, aud, sub is missing",
        _ => "its signature or its content is not valid",
    }
}
