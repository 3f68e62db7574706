//! An OpenID Connect issuer on this machine, which signs with keys of all allowed algorithms.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use domain::Clock;
use gateway::config::OidcConfig;
use ring::rand::SystemRandom;
use ring::rsa::PublicKeyComponents;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256, RsaKeyPair,
};
use runtime::SystemClock;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// A key of 2048 bits that only these tests use.
const RSA_KEY: &str = include_str!("rsa_test_key.txt");

/// A key pair with its name.
pub(crate) struct Signer {
    pub(crate) id: String,
    pub(crate) algorithm: &'static str,
    pair: Pair,
}

enum Pair {
    Rsa(Box<RsaKeyPair>),
    P256(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

pub(crate) fn encode(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

impl Signer {
    /// Creates a key for `RS256`, `ES256` or `EdDSA`.
    pub(crate) fn new(id: &str, algorithm: &'static str) -> Self {
        let random = SystemRandom::new();
        let pair = match algorithm {
            "RS256" => {
                let der = STANDARD.decode(RSA_KEY.split_whitespace().collect::<String>()).unwrap();
                Pair::Rsa(Box::new(RsaKeyPair::from_der(&der).unwrap()))
            }
            "ES256" => {
                let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
                let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
                Pair::P256(EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).unwrap())
            }
            _ => {
                let document = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
                Pair::Ed25519(Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap())
            }
        };
        Self { id: id.to_owned(), algorithm, pair }
    }

    /// The public key as the issuer publishes it.
    pub(crate) fn public(&self) -> Value {
        let mut key = match &self.pair {
            Pair::Rsa(pair) => {
                let PublicKeyComponents::<Vec<u8>> { n, e } = pair.public().into();
                json!({ "kty": "RSA", "n": encode(n), "e": encode(e) })
            }
            Pair::P256(pair) => {
                let point = pair.public_key().as_ref();
                json!({ "kty": "EC", "crv": "P-256", "x": encode(&point[1..33]), "y": encode(&point[33..]) })
            }
            Pair::Ed25519(pair) => json!({ "kty": "OKP", "crv": "Ed25519", "x": encode(pair.public_key()) }),
        };
        key["kid"] = json!(self.id);
        key["use"] = json!("sig");
        key
    }

    /// The public key's own bytes, with which a confused verifier would compute an HMAC.
    pub(crate) fn public_bytes(&self) -> Vec<u8> {
        match &self.pair {
            Pair::Rsa(pair) => PublicKeyComponents::<Vec<u8>>::from(pair.public()).n,
            Pair::P256(pair) => pair.public_key().as_ref().to_vec(),
            Pair::Ed25519(pair) => pair.public_key().as_ref().to_vec(),
        }
    }

    /// Signs claims under this header.
    pub(crate) fn sign_as(&self, header: &Value, claims: &Value) -> String {
        let message = format!("{}.{}", encode(header.to_string()), encode(claims.to_string()));
        let random = SystemRandom::new();
        let signature = match &self.pair {
            Pair::Rsa(pair) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(&RSA_PKCS1_SHA256, &random, message.as_bytes(), &mut signature).unwrap();
                signature
            }
            Pair::P256(pair) => pair.sign(&random, message.as_bytes()).unwrap().as_ref().to_vec(),
            Pair::Ed25519(pair) => pair.sign(message.as_bytes()).as_ref().to_vec(),
        };
        format!("{message}.{}", encode(signature))
    }

    /// Signs claims under the header of this key.
    pub(crate) fn sign(&self, claims: &Value) -> String {
        self.sign_as(&json!({ "alg": self.algorithm, "typ": "JWT", "kid": self.id }), claims)
    }
}

/// The issuer's server.
pub(crate) struct Issuer {
    pub(crate) url: String,
    pub(crate) state: Arc<IssuerState>,
}

#[derive(Default)]
pub(crate) struct IssuerState {
    /// Keys that are published.
    pub(crate) keys: Mutex<Vec<Value>>,
    /// Answers 500 to everything.
    pub(crate) is_broken: AtomicBool,
    /// Requests for keys.
    pub(crate) reads: AtomicUsize,
    /// The only code that is accepted, once.
    pub(crate) grant: Mutex<Option<Grant>>,
    url: Mutex<String>,
}

/// What the issuer gives for a code.
pub(crate) struct Grant {
    pub(crate) code: String,
    /// Challenge that the verifier must have.
    pub(crate) challenge: String,
    pub(crate) redirect: String,
    pub(crate) id_token: String,
    pub(crate) access_token: String,
}

impl Issuer {
    /// Starts an issuer that publishes the keys of these signers.
    pub(crate) async fn start(signers: &[&Signer]) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/realm", listener.local_addr().unwrap());
        let state = Arc::new(IssuerState::default());
        *state.url.lock().unwrap() = url.clone();
        let router = Router::new()
            .route("/realm/.well-known/openid-configuration", get(discovery))
            .route("/realm/keys", get(keys))
            .route("/realm/token", post(token))
            .with_state(Arc::clone(&state));
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let issuer = Self { url, state };
        issuer.publish(signers);
        issuer
    }

    /// Replaces the published keys.
    pub(crate) fn publish(&self, signers: &[&Signer]) {
        *self.state.keys.lock().unwrap() = signers.iter().map(|signer| signer.public()).collect();
    }

    pub(crate) fn config(&self, keys_interval: Duration) -> OidcConfig {
        OidcConfig {
            issuer: self.url.clone(),
            keys_url: None,
            audience: "auspex".to_owned(),
            tenant_claim: "org.tenant".to_owned(),
            scopes_claim: "scope".to_owned(),
            keys_interval,
            client: None,
        }
    }

    /// Valid claims of a subject of the tenant `acme`.
    pub(crate) fn claims(&self, subject: &str) -> Value {
        let now = SystemClock.now().timestamp();
        json!({
            "iss": self.url, "aud": ["other", "auspex"], "sub": subject, "iat": now, "exp": now + 300,
            "org": { "tenant": "acme" }, "scope": "openid auspex:read auspex:publish",
        })
    }
}

async fn discovery(State(state): State<Arc<IssuerState>>) -> Response {
    if state.is_broken.load(Ordering::SeqCst) {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let issuer = state.url.lock().unwrap().clone();
    let at = |name: &str| format!("{issuer}/{name}");
    let document = json!({
        "issuer": issuer, "jwks_uri": at("keys"), "authorization_endpoint": at("authorize"),
        "token_endpoint": at("token"), "end_session_endpoint": at("logout"),
    });
    Json(document).into_response()
}

/// Gives the tokens of the grant for its code, to the client with its secret and the verifier of the challenge.
async fn token(State(state): State<Arc<IssuerState>>, headers: HeaderMap, body: String) -> Response {
    let form: HashMap<String, String> = url::form_urlencoded::parse(body.as_bytes()).into_owned().collect();
    let field = |name: &str| form.get(name).cloned().unwrap_or_default();
    let own = format!("Basic {}", STANDARD.encode("console:s3cret%26"));
    let is_client = headers.get("authorization").and_then(|value| value.to_str().ok()) == Some(own.as_str());
    let mut grant = state.grant.lock().unwrap();
    let is_right = grant.as_ref().is_some_and(|grant| {
        field("grant_type") == "authorization_code"
            && field("code") == grant.code
            && field("redirect_uri") == grant.redirect
            && encode(Sha256::digest(field("code_verifier"))) == grant.challenge
    });
    match grant.take().filter(|_| is_client && is_right) {
        Some(grant) => {
            Json(json!({ "id_token": grant.id_token, "access_token": grant.access_token, "token_type": "Bearer" }))
                .into_response()
        }
        None => (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" }))).into_response(),
    }
}

async fn keys(State(state): State<Arc<IssuerState>>) -> Response {
    state.reads.fetch_add(1, Ordering::SeqCst);
    Json(json!({ "keys": *state.keys.lock().unwrap() })).into_response()
}
