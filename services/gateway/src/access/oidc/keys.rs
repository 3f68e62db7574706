//! The issuer's keys, cached. They are read when a token needs them and the cached ones are old, or when a token names
//! an unknown key; tokens with invented keys cause at most one request per `OidcConfig::keys_interval`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, JwkSet, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use reqwest::{Client, Response};
use serde::de::DeserializeOwned;
use telemetry::http::{ClientConfig, Redirects};
use tokio::time::Instant;
use url::Url;

use super::refused;
use crate::config::{OidcConfig, is_secure};
use crate::http::Problem;

/// Age after which keys are read again.
const MAX_AGE: Duration = Duration::from_secs(600);
/// Age up to which keys are used while the issuer does not answer.
const MAX_STALE_AGE: Duration = Duration::from_secs(3_600);
/// Maximum time of a request.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum size of an answer in bytes.
const MAX_ANSWER_BYTES: usize = 256 * 1024;
/// Maximum number of keys that are kept.
const MAX_KEYS: usize = 100;

/// A key of the issuer.
pub(super) struct Key {
    id: Option<String>,
    /// The only algorithm that the key is used with.
    pub(super) algorithm: Algorithm,
    /// The public key.
    pub(super) key: DecodingKey,
}

/// The issuer's keys.
pub(super) struct Keys {
    issuer: String,
    keys_url: Option<Url>,
    interval: Duration,
    client: Client,
    cached: Mutex<Cached>,
    /// Held by the token whose request reads the keys.
    turn: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Cached {
    keys: Vec<Arc<Key>>,
    read_at: Option<Instant>,
    tried_at: Option<Instant>,
}

/// The discovery document, as far as it is used.
#[derive(serde::Deserialize)]
struct Discovery {
    issuer: String,
    jwks_uri: Url,
}

impl Keys {
    pub(super) fn new(config: &OidcConfig) -> anyhow::Result<Self> {
        let client = telemetry::http::client(ClientConfig {
            timeout: TIMEOUT,
            connect_timeout: TIMEOUT,
            read_timeout: TIMEOUT,
            redirects: Redirects::Never,
            ..ClientConfig::default()
        })?;
        let (issuer, keys_url) = (config.issuer.clone(), config.keys_url.clone());
        Ok(Self {
            issuer,
            keys_url,
            interval: config.keys_interval,
            client,
            cached: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        })
    }

    /// Returns the key that a token names, or the only one of its algorithm.
    pub(super) async fn key(&self, id: Option<&str>, algorithm: Algorithm) -> Result<Arc<Key>, Problem> {
        if let Some(key) = self.lock().find(id, algorithm, MAX_AGE) {
            return Ok(key);
        }
        // One request at a time. Keys that are a little old are used while another token's request is in progress.
        let stale = self.lock().find(id, algorithm, MAX_STALE_AGE);
        let turn = match stale {
            Some(key) => match self.turn.try_lock() {
                Ok(turn) => turn,
                Err(_) => return Ok(key),
            },
            None => self.turn.lock().await,
        };
        self.refresh(id, algorithm).await;
        drop(turn);
        let cached = self.lock();
        match cached.find(id, algorithm, MAX_STALE_AGE) {
            Some(key) => Ok(key),
            None if cached.is_younger(MAX_STALE_AGE) => Err(refused("its issuer has no such key")),
            None => Err(Problem::unavailable()),
        }
    }

    /// Reads the keys, unless another token's request has brought the wanted one or was a moment ago.
    async fn refresh(&self, id: Option<&str>, algorithm: Algorithm) {
        {
            let mut cached = self.lock();
            let is_recent = cached.tried_at.is_some_and(|at| at.elapsed() < self.interval);
            if is_recent || cached.find(id, algorithm, MAX_AGE).is_some() {
                return;
            }
            cached.tried_at = Some(Instant::now());
        }
        match self.read().await {
            Ok(keys) => {
                let mut cached = self.lock();
                cached.keys = keys;
                cached.read_at = Some(Instant::now());
            }
            Err(error) => tracing::warn!(error = format!("{error:#}"), "the keys of the OIDC issuer cannot be read"),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Cached> {
        // No code panics while it holds the lock.
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn read(&self) -> anyhow::Result<Vec<Arc<Key>>> {
        let url = match &self.keys_url {
            Some(url) => url.clone(),
            None => self.discover().await?,
        };
        let set: JwkSet = self.get(url).await.context("the key set")?;
        let keys: Vec<_> = usable_keys(&set).map(Arc::new).collect();
        ensure!(!keys.is_empty(), "the key set contains no key for RS256, ES256 or EdDSA");
        Ok(keys)
    }

    async fn discover(&self) -> anyhow::Result<Url> {
        let url = format!("{}/.well-known/openid-configuration", self.issuer.trim_end_matches('/'));
        let found: Discovery = self.get(url.parse()?).await.context("the discovery document")?;
        ensure!(found.issuer == self.issuer, "the discovery document is of another issuer");
        let issuer: Url = self.issuer.parse()?;
        // The document must not lead the gateway to another host.
        let is_same = found.jwks_uri.host() == issuer.host() && is_secure(&found.jwks_uri);
        ensure!(is_same, "the keys are on another host; if that is right, set AUSPEX_GATEWAY_OIDC_JWKS_URL");
        Ok(found.jwks_uri)
    }

    /// Returns the client for requests to the issuer.
    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Reads a document of the issuer.
    pub(super) async fn get<T: DeserializeOwned>(&self, url: Url) -> anyhow::Result<T> {
        self.read_json(self.client.get(url).send().await?).await
    }

    /// Reads an answer of the issuer up to a size.
    pub(super) async fn read_json<T: DeserializeOwned>(&self, mut response: Response) -> anyhow::Result<T> {
        ensure!(response.status() == 200, "status {}", response.status());
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            if body.len() + chunk.len() > MAX_ANSWER_BYTES {
                bail!("larger than {MAX_ANSWER_BYTES} bytes");
            }
            body.extend_from_slice(&chunk);
        }
        Ok(serde_json::from_slice(&body)?)
    }
}

impl Cached {
    fn is_younger(&self, age: Duration) -> bool {
        self.read_at.is_some_and(|at| at.elapsed() < age)
    }

    fn find(&self, id: Option<&str>, algorithm: Algorithm, age: Duration) -> Option<Arc<Key>> {
        if !self.is_younger(age) {
            return None;
        }
        let mut fitting = self.keys.iter().filter(|key| key.algorithm == algorithm);
        match id {
            Some(id) => fitting.find(|key| key.id.as_deref() == Some(id)).cloned(),
            // Without a name only one key may be meant.
            None => fitting.next().filter(|_| fitting.next().is_none()).cloned(),
        }
    }
}

/// Returns the keys of a set that verify signatures with an allowed algorithm, up to [`MAX_KEYS`] read ones.
pub(super) fn usable_keys(set: &JwkSet) -> impl Iterator<Item = Key> {
    set.keys.iter().take(MAX_KEYS).filter_map(usable)
}

/// Returns a key that verifies signatures with an allowed algorithm.
fn usable(jwk: &Jwk) -> Option<Key> {
    if jwk.common.public_key_use.as_ref().is_some_and(|used_for| *used_for != PublicKeyUse::Signature) {
        return None;
    }
    let algorithm = match &jwk.algorithm {
        AlgorithmParameters::RSA(_) => Algorithm::RS256,
        AlgorithmParameters::EllipticCurve(curve) if curve.curve == EllipticCurve::P256 => Algorithm::ES256,
        AlgorithmParameters::OctetKeyPair(pair) if pair.curve == EllipticCurve::Ed25519 => Algorithm::EdDSA,
        _ => return None,
    };
    let stated = jwk.common.key_algorithm.map(|stated| stated.to_string());
    if stated.is_some_and(|stated| stated.parse() != Ok(algorithm)) {
        return None;
    }
    Some(Key { id: jwk.common.key_id.clone(), algorithm, key: DecodingKey::from_jwk(jwk).ok()? })
}
