//! Sign-in of people at the issuer: authorization code flow with PKCE (RFC 6749, RFC 7636, OpenID Connect Core 3.1).
//!
//! The ID token says who the person is and that this sign-in was meant: it names the client and the nonce. Tenant and
//! scopes are those of the access token, which is verified as one that a program sends to the API, so a session permits
//! exactly what the token permits. State, nonce and verifier derive from one secret that only the browser of the person
//! keeps, in a cookie: no replica remembers a sign-in.

use std::time::Duration;

use anyhow::{Context, ensure};
use axum::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::access::AccessToken;
use jsonwebtoken::Validation;
use operations::Caller;
use reqwest::RequestBuilder;
use reqwest::header::CONTENT_TYPE;
use secrecy::ExposeSecret;
use serde::Deserialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tokio::time::Instant;
use url::Url;
use url::form_urlencoded::Serializer;

use super::{CLOCK_SKEW, Oidc, header};
use crate::config::{OidcClient, is_secure};
use crate::http::Problem;

/// Age after which the discovery document is read again.
const MAX_AGE: Duration = Duration::from_secs(600);
/// Scopes that are asked for besides ours: `openid` makes it a sign-in.
const SCOPES: &str = "openid auspex:read auspex:review auspex:publish auspex:admin";
/// Bytes of a code or a state that are looked at.
const MAX_PARAMETER_BYTES: usize = 4 * 1024;

/// Addresses of the issuer for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Endpoints {
    authorization: Url,
    token: Url,
    end_session: Option<Url>,
}

/// The discovery document, as far as a sign-in uses it.
#[derive(Deserialize)]
struct Discovery {
    issuer: String,
    authorization_endpoint: Url,
    token_endpoint: Url,
    #[serde(default)]
    end_session_endpoint: Option<Url>,
}

/// What the issuer sends back by the browser.
#[derive(Debug, Clone, Default)]
pub struct Callback {
    /// The code, if the person was signed in.
    pub code: Option<String>,
    /// The state of the sign-in.
    pub state: Option<String>,
    /// The issuer that answers (RFC 9207).
    pub issuer: Option<String>,
    /// Why the person was not signed in.
    pub error: Option<String>,
}

#[derive(Deserialize)]
struct Tokens {
    id_token: String,
    access_token: String,
}

impl Oidc {
    /// Returns `true` if people can sign in at the issuer.
    pub fn has_sign_in(&self) -> bool {
        self.config.client.is_some()
    }

    /// Returns the host of the issuer, as the sign-in page names it.
    pub fn host(&self) -> String {
        let issuer: Option<Url> = self.config.issuer.parse().ok();
        issuer.and_then(|issuer| issuer.host_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Returns the origins to which a form may lead: without them a browser blocks the redirection to the issuer.
    pub fn form_origins(&self) -> Vec<String> {
        let issuer: Option<Url> = self.config.issuer.parse().ok();
        let known = self.endpoints.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let found = known.as_ref().map(|(found, _)| found.authorization.clone());
        let mut origins: Vec<String> =
            issuer.into_iter().chain(found).map(|url| url.origin().ascii_serialization()).collect();
        origins.dedup();
        origins
    }

    /// Returns the page at which a person signs out of the issuer, too.
    pub async fn sign_out_page(&self) -> Option<Url> {
        self.endpoints().await.ok().and_then(|found| found.end_session)
    }

    /// Returns the address at which the person signs in. `back` is where the issuer sends the browser afterwards.
    ///
    /// # Errors
    /// People cannot sign in at the issuer, or it does not answer.
    pub async fn begin(&self, secret: &AccessToken, back: &str) -> Result<Url, Problem> {
        let client = self.client()?;
        let mut page = self.endpoints().await?.authorization;
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(derived(secret, "verifier")));
        page.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &client.id)
            .append_pair("redirect_uri", back)
            .append_pair("scope", client.scopes.as_deref().unwrap_or(SCOPES))
            .append_pair("state", &derived(secret, "state"))
            .append_pair("nonce", &derived(secret, "nonce"))
            .append_pair("code_challenge", &challenge)
            .append_pair("code_challenge_method", "S256");
        Ok(page)
    }

    /// Ends a sign-in: exchanges the code and verifies both tokens.
    ///
    /// # Errors
    /// The answer is not of this sign-in or of this issuer, the issuer refuses the code, or a token is not valid.
    pub async fn finish(&self, secret: &AccessToken, callback: &Callback, back: &str) -> Result<Caller, Problem> {
        let state = callback.state.as_deref().filter(|state| state.len() <= MAX_PARAMETER_BYTES).unwrap_or_default();
        if !bool::from(state.as_bytes().ct_eq(derived(secret, "state").as_bytes())) {
            return Err(not_signed_in("its answer is not of the sign-in that this browser began"));
        }
        if callback.issuer.as_ref().is_some_and(|issuer| *issuer != self.config.issuer) {
            return Err(not_signed_in("another issuer has answered"));
        }
        if let Some(error) = &callback.error {
            let word: String = error.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(60).collect();
            return Err(not_signed_in(&format!("the issuer answered `{word}`")));
        }
        let code = callback.code.as_deref().filter(|code| code.len() <= MAX_PARAMETER_BYTES);
        let code = code.ok_or_else(|| not_signed_in("the issuer sent no code"))?;
        let tokens = self.exchange(code, (secret, back)).await?;
        let subject = self.person(&tokens.id_token, secret).await?;
        let caller = self.verified(&tokens.access_token).await?;
        if caller.name != subject {
            return Err(not_signed_in("the two tokens are of different people"));
        }
        Ok(caller)
    }

    async fn exchange(&self, code: &str, (secret, back): (&AccessToken, &str)) -> Result<Tokens, Problem> {
        let (client, endpoint) = (self.client()?, self.endpoints().await?.token);
        let body = exchange_form(client, (code, secret, back));
        let request = self.keys.client().post(endpoint).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        let request = match &client.secret {
            // RFC 6749 2.3.1: both parts are encoded as in forms.
            Some(own) => request.basic_auth(form_encoded(&client.id), Some(form_encoded(own.expose_secret()))),
            None => request,
        };
        self.tokens(request.body(body)).await.map_err(|error| {
            tracing::warn!(error = format!("{error:#}"), "the OIDC issuer has not exchanged a code");
            not_signed_in("the issuer did not accept the code; sign in again")
        })
    }

    async fn tokens(&self, request: RequestBuilder) -> anyhow::Result<Tokens> {
        self.keys.read_json(request.send().await?).await
    }

    /// Verifies an ID token and returns its subject.
    async fn person(&self, token: &str, secret: &AccessToken) -> Result<String, Problem> {
        let client = self.client()?;
        let head = header(token)?;
        let key = self.keys.key(head.kid.as_deref(), head.alg).await?;
        let mut validation = Validation::new(key.algorithm);
        validation.leeway = CLOCK_SKEW;
        validation.set_issuer(&[&self.config.issuer]);
        validation.set_audience(&[&client.id]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        let decoded = jsonwebtoken::decode::<Map<String, Value>>(token, &key.key, &validation);
        let claims = decoded.map_err(|_| not_signed_in("the ID token is not valid"))?.claims;
        let text = |name: &str| claims.get(name).and_then(Value::as_str).unwrap_or_default();
        if !bool::from(text("nonce").as_bytes().ct_eq(derived(secret, "nonce").as_bytes())) {
            return Err(not_signed_in("the ID token is of another sign-in"));
        }
        if claims.contains_key("azp") && text("azp") != client.id {
            return Err(not_signed_in("the ID token was made for another client"));
        }
        Ok(text("sub").to_owned())
    }

    fn client(&self) -> Result<&OidcClient, Problem> {
        self.config.client.as_ref().ok_or_else(|| not_signed_in("AUSPEX_GATEWAY_OIDC_CLIENT_ID is not set"))
    }

    async fn endpoints(&self) -> Result<Endpoints, Problem> {
        let lock = || self.endpoints.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let known = lock().clone().filter(|(_, read_at)| read_at.elapsed() < MAX_AGE);
        if let Some((found, _)) = known {
            return Ok(found);
        }
        match self.discover().await {
            Ok(found) => {
                *lock() = Some((found.clone(), Instant::now()));
                Ok(found)
            }
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "the OIDC issuer cannot be asked for its addresses");
                Err(Problem::unavailable())
            }
        }
    }

    async fn discover(&self) -> anyhow::Result<Endpoints> {
        let issuer = &self.config.issuer;
        let url = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        let found: Discovery = self.keys.get(url.parse()?).await.context("the discovery document")?;
        ensure!(found.issuer == *issuer, "the discovery document is of another issuer");
        let token = self.config.client.as_ref().and_then(|client| client.token_url.clone());
        let own: Url = issuer.parse()?;
        // The document must not lead codes and the client's secret to another host.
        let is_own = |url: &Url| url.host() == own.host() && is_secure(url);
        ensure!(
            token.is_some() || is_own(&found.token_endpoint),
            "the token endpoint is on another host; if that is right, set AUSPEX_GATEWAY_OIDC_TOKEN_URL"
        );
        ensure!(is_secure(&found.authorization_endpoint), "the authorization endpoint is not an https URL");
        Ok(Endpoints {
            authorization: found.authorization_endpoint,
            token: token.unwrap_or(found.token_endpoint),
            end_session: found.end_session_endpoint.filter(is_secure),
        })
    }
}

/// Returns the body that exchanges a code. A public client names itself in it.
fn exchange_form(client: &OidcClient, (code, secret, back): (&str, &AccessToken, &str)) -> String {
    let mut form = Serializer::new(String::new());
    form.append_pair("grant_type", "authorization_code")
        .append_pair("code", code)
        .append_pair("redirect_uri", back)
        .append_pair("code_verifier", &derived(secret, "verifier"));
    if client.secret.is_none() {
        form.append_pair("client_id", &client.id);
    }
    form.finish()
}

/// Returns a value of a sign-in: 43 characters that tell nothing about the secret or another value.
fn derived(secret: &AccessToken, purpose: &str) -> String {
    let digest = Sha256::new().chain_update("auspex sign-in ").chain_update(purpose).chain_update([0_u8]);
    URL_SAFE_NO_PAD.encode(digest.chain_update(secret.reveal()).finalize())
}

fn form_encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

fn not_signed_in(why: &str) -> Problem {
    Problem::new(StatusCode::UNAUTHORIZED, "unauthenticated", format!("you were not signed in: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_of_a_sign_in_differ_and_fit_their_protocols() {
        let secret = AccessToken::from_random([1; 16], [2; 32]);
        let values = ["state", "nonce", "verifier"].map(|purpose| derived(&secret, purpose));
        assert!(values[0] != values[1] && values[1] != values[2] && values[0] != values[2]);
        for value in &values {
            // RFC 7636 4.1: 43 to 128 characters of this alphabet.
            assert!(
                value.len() == 43 && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
            );
        }
        assert_ne!(values[0], derived(&AccessToken::from_random([1; 16], [3; 32]), "state"));
    }

    #[test]
    fn the_secret_of_a_client_is_encoded_as_in_forms() {
        assert_eq!(form_encoded("a:b c%"), "a%3Ab+c%25");
    }
}
