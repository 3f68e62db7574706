//! The model of a worker: endpoint, credentials, profile and price. A worker's own variable overrides the fleet's.

mod batch;
mod place;
mod price;
mod provider;
mod scope;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use domain::{Clock, Time};
use llm::{CacheTtl, Catalog, Endpoint, Thinking};
use runtime::SystemClock;
use runtime::config::Env;
use url::Url;

pub use batch::BatchConfig;
use place::Place;
use price::Listing;
pub use price::PriceSource;
pub use provider::MODEL_KEYS;
use provider::{Keys, defaults};
use scope::{FALLBACK, Scope};

/// Model of the offline world, which accepts every name.
const USUAL_MODEL: &str = "MiniMax-M2";
/// Maximum time between two events of a streamed reply.
const SILENCE: Duration = Duration::from_secs(120);

/// Setting of the model that reads pages, and the worker that has one.
const READER_MODEL: &str = "RESEARCHER_READER_MODEL";
const READING_WORKER: &str = "researcher";

/// A worker's model.
#[derive(Debug, Clone)]
pub struct ModelConfig {
    /// Endpoint, wire format, profile and price.
    pub endpoint: Endpoint,
    /// A second provider, used while the first one is in cool-down.
    pub fallback: Option<Endpoint>,
    /// Another model at the place of the first one, which reads pages for the researcher.
    pub reader: Option<Endpoint>,
    /// Maximum concurrent calls of this process.
    pub concurrency: usize,
    /// Minimum age of an unknown call before the provider's statement that it never arrived is accepted; a younger one
    /// may still be in transit.
    pub invoice_grace: Duration,
    /// Provider and source of the price of `endpoint`.
    pub origin: Origin,
    /// The same of `fallback`.
    pub fallback_origin: Option<Origin>,
    /// Describes the choice among several providers' keys.
    pub choice: Option<String>,
    /// Use of the provider's batch endpoint.
    pub batch: BatchConfig,
}

/// Provider of an endpoint, and source of its price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Id of the provider, if it is known.
    pub provider: Option<String>,
    /// Source of the price.
    pub price: PriceSource,
}

/// The part of the configuration that all endpoints of one worker have in common.
struct Reading<'a> {
    catalog: Cow<'a, Catalog>,
    keys: Keys,
    thinking: Thinking,
    now: Time,
}

impl ModelConfig {
    /// Reads `<WORKER>_MODEL`, `AUSPEX_<WORKER>_*`, `AUSPEX_MODEL_*` and the keys. The price is that of today or of the
    /// next 24 hours, whichever is higher, and is not read again.
    pub fn read(env: &mut Env, worker: &str) -> Self {
        Self::read_at(env, worker, SystemClock.now())
    }

    fn read_at(env: &mut Env, worker: &str, now: Time) -> Self {
        let scope = Scope::primary(worker);
        let thinking = "Thinking level: `off`, `low`, `medium`, `high` or `default` (of the provider).";
        let reading = Reading {
            catalog: catalog(env),
            keys: Keys::read(env),
            thinking: scope.parsed(env, "THINKING", thinking).unwrap_or_default(),
            now,
        };
        let named = place::read(env, &scope, &reading.catalog);
        let place = named.unwrap_or_else(|| place::by_keys(env, &scope, &reading.catalog, &reading.keys));
        let choice = reading.keys.choice().filter(|_| place.by_key);
        let (mut endpoint, origin) = endpoint(env, &scope, place, &reading);
        endpoint.invoice_url = invoice_url(env);
        let fallback = fallback(env, worker, &reading);
        let mut config = Self {
            reader: (worker == READING_WORKER).then(|| reader(env, (&endpoint, &origin), &reading)).flatten(),
            endpoint,
            concurrency: concurrency(env, &scope),
            invoice_grace: env.duration(
                "AUSPEX_MODEL_INVOICE_GRACE",
                "30s",
                "Minimum age of an unknown call before the provider's statement that it never arrived is accepted.",
            ),
            origin,
            fallback_origin: fallback.as_ref().map(|(_, origin)| origin.clone()),
            fallback: fallback.map(|(endpoint, _)| endpoint),
            choice,
            batch: BatchConfig::read(env),
        };
        config.endpoint.batch = config.batch.offer(&config.endpoint, &reading.catalog);
        let limits = EndpointLimits::read(env);
        limits.apply(&mut config.endpoint);
        let others = config.fallback.iter_mut().chain(&mut config.reader);
        others.for_each(|endpoint| limits.apply(endpoint));
        config
    }

    /// Returns the HTTP client's settings: limits slightly above those of the endpoint.
    pub fn http(&self) -> telemetry::http::ClientConfig {
        let slack = Duration::from_secs(5);
        telemetry::http::ClientConfig {
            timeout: self.endpoint.deadline + slack,
            read_timeout: self.endpoint.header_timeout.max(self.endpoint.silence) + slack,
            ..telemetry::http::ClientConfig::default()
        }
    }
}

fn endpoint(env: &mut Env, scope: &Scope, place: Place, reading: &Reading<'_>) -> (Endpoint, Origin) {
    let usual = place.provider.as_deref().and_then(defaults).map(|known| known.model(&scope.worker));
    let model = model(env, scope);
    if model.is_none() && usual.is_none() && invoice_url(env).is_none() {
        refuse_unnamed(env, scope, &place.url);
    }
    let model = model.unwrap_or_else(|| usual.unwrap_or(USUAL_MODEL).to_owned());
    let profile = reading.catalog.find(&model, place.provider.as_deref());
    let key = place.key(env, scope, &reading.keys, &reading.catalog);
    let (price, source) = Listing { model: &model, profile: &profile, now: reading.now }.price(env, scope);
    let mut endpoint = Endpoint::new(place.style, place.url, model);
    endpoint.key = key;
    endpoint.price = price;
    endpoint.profile = Arc::new(profile);
    endpoint.thinking = reading.thinking;
    (endpoint, Origin { provider: place.provider, price: source })
}

/// Reads the name of the model: the worker's, else that of all workers.
fn model(env: &mut Env, scope: &Scope) -> Option<String> {
    let doc = format!(
        "The {}'s model; the default is AUSPEX_MODEL, else that of the provider, see `auspex models`.",
        scope.worker
    );
    let own = env.optional(&scope.model, &doc);
    let fleet = if scope.fleet == FALLBACK {
        let doc = "Model at the fallback provider; the default is that of the provider.";
        env.optional(&format!("{FALLBACK}_MODEL"), doc)
    } else {
        let doc = "Model of all workers; the default is that of the provider. A server that is not a provider's has no default.";
        env.optional(scope.fleet, doc)
    };
    own.or(fleet)
}

/// Reports that a server of the operator has no model. The offline world accepts every name; only it has an invoice.
fn refuse_unnamed(env: &mut Env, scope: &Scope, url: &Url) {
    let host = url.host_str().unwrap_or_default();
    let name = if scope.fleet == FALLBACK { format!("{FALLBACK}_MODEL") } else { scope.fleet.to_owned() };
    let problem = format!(
        "must be set: the server at {host} is not that of a provider, so it has no default model. {} sets it for this worker alone",
        scope.model
    );
    env.mistake(&name, &problem);
}

/// Reads the fallback; `None` if neither its provider nor its base URL is set.
fn fallback(env: &mut Env, worker: &str, reading: &Reading<'_>) -> Option<(Endpoint, Origin)> {
    let scope = Scope::fallback(worker);
    let Some(place) = place::read(env, &scope, &reading.catalog) else {
        // Reads the other settings for the list of settings, and so that mistakes in them are reported.
        let _ = (model(env, &scope), scope.keys(env), price::settings(env, &scope));
        return None;
    };
    Some(endpoint(env, &scope, place, reading))
}

/// Reads the model that reads pages for the researcher, at the place of the researcher's own model.
fn reader(env: &mut Env, own: (&Endpoint, &Origin), reading: &Reading<'_>) -> Option<Endpoint> {
    let doc = "Model that reads pages for the researcher, at the address and with the key of RESEARCHER_MODEL; a cheaper one \
               often suffices. The default is the researcher's model.";
    let model = env.optional(READER_MODEL, doc)?;
    let (endpoint, origin) = own;
    let profile = reading.catalog.find(&model, origin.provider.as_deref());
    let listed = profile.price(reading.now);
    if listed.is_none() && origin.price != PriceSource::Settings {
        let problem = format!(
            "the price of {model} is not known, and without it no budget can be kept: add the model to AUSPEX_MODEL_PROFILES"
        );
        env.mistake(READER_MODEL, &problem);
    }
    let price = listed.unwrap_or(endpoint.price);
    Some(Endpoint { model, price, profile: Arc::new(profile), ..endpoint.clone() })
}

fn invoice_url(env: &mut Env) -> Option<Url> {
    let doc = "URL whose `/invoice/<call>` returns the outcome of a call; only the offline world provides it.";
    env.optional_url("AUSPEX_MODEL_INVOICE_URL", doc)
}

/// Returns the table of models with the operator's own entries.
fn catalog(env: &mut Env) -> Cow<'static, Catalog> {
    let name = "AUSPEX_MODEL_PROFILES";
    let doc = "File with entries in the form of crates/llm/models/models.json, which override or add models.";
    let Some(path) = env.optional(name, doc) else { return Cow::Borrowed(Catalog::built_in()) };
    let read = std::fs::read_to_string(&path).map_err(|error| format!("{path} cannot be read: {error}"));
    match read.and_then(|text| Catalog::parse(&text).map_err(|error| format!("{path} {error}"))) {
        Ok(own) => Cow::Owned(Catalog::built_in().overridden_by(&own)),
        Err(problem) => {
            env.mistake(name, &problem);
            Cow::Borrowed(Catalog::built_in())
        }
    }
}

fn concurrency(env: &mut Env, scope: &Scope) -> usize {
    let doc = "Maximum concurrent model calls per process; proportionally fewer if a call takes less than a second (a crash loses the \
               calls in flight).";
    let fleet = env.number("AUSPEX_MODEL_CONCURRENCY", 64_usize, doc);
    let name = format!("{}_MODEL_CONCURRENCY", scope.own);
    let own = env.optional(&name, "The same for this worker alone.").and_then(|text| scope::parse(env, &name, &text));
    let number: usize = own.unwrap_or(fleet);
    if number == 0 {
        env.mistake(if own.is_some() { &name } else { "AUSPEX_MODEL_CONCURRENCY" }, "must be at least 1");
    }
    number.max(1)
}

/// Time limits and streaming of all endpoints.
struct EndpointLimits {
    deadline: Duration,
    header_timeout: Duration,
    silence: Duration,
    stream: Option<bool>,
    cache_ttl: CacheTtl,
}

impl EndpointLimits {
    fn read(env: &mut Env) -> Self {
        Self {
            deadline: env.duration("AUSPEX_MODEL_DEADLINE", "330s", "Maximum time of a model call."),
            header_timeout: env.duration(
                "AUSPEX_MODEL_HEADER_TIMEOUT",
                "300s",
                "Maximum time from the request to the first byte of the reply.",
            ),
            silence: SILENCE,
            stream: word(
                env,
                "AUSPEX_MODEL_STREAM",
                "Streams replies: `on`, `off`, or `auto` for long replies of known models.",
                &[("auto", None), ("on", Some(true)), ("off", Some(false))],
            ),
            cache_ttl: word(
                env,
                "AUSPEX_MODEL_CACHE_TTL",
                "Lifetime of entries in Anthropic's prompt cache: `5m` or `1h`, which costs more.",
                &[("5m", CacheTtl::Minutes5), ("1h", CacheTtl::Hour1)],
            ),
        }
    }

    fn apply(&self, endpoint: &mut Endpoint) {
        endpoint.deadline = self.deadline;
        endpoint.header_timeout = self.header_timeout;
        endpoint.silence = self.silence;
        endpoint.stream = self.stream;
        endpoint.cache_ttl = self.cache_ttl;
    }
}

/// Reads one of some words. The first one is the default; it also replaces an unknown word, which is reported as a
/// mistake.
fn word<T: Copy>(env: &mut Env, name: &str, doc: &str, words: &[(&str, T)]) -> T {
    let text = env.text(name, words[0].0, doc);
    let known = words.iter().find(|(word, _)| *word == text.trim());
    if known.is_none() {
        let all: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
        env.mistake(name, &format!("{text:?} is not one of {}", all.join(", ")));
    }
    known.unwrap_or(&words[0]).1
}

#[cfg(test)]
#[path = "model_test.rs"]
mod model_test;
