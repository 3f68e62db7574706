//! The model of a worker: endpoint, credentials and prices. A worker's own variable overrides the fleet's.

use std::time::Duration;

use llm::{ApiStyle, Endpoint, Price};
use runtime::config::Env;
use secrecy::SecretString;
use url::Url;

/// The default model, MiniMax: its name at the Anthropic-compatible endpoint, and its list prices in dollars per million
/// tokens read, written, read from the cache and written to it. Another model needs its own four prices.
const MODEL: &str = "MiniMax-M2";
const BASE_URL: &str = "https://api.minimax.io/anthropic";
const PRICES: [(&str, &str, &str); 4] = [
    ("IN", "0.30", "Dollars per million tokens read."),
    ("OUT", "1.20", "Dollars per million tokens written."),
    ("CACHE_READ", "0.03", "Dollars per million tokens read from the provider's cache."),
    ("CACHE_WRITE", "0.375", "Dollars per million tokens written to the provider's cache."),
];

/// A worker's model.
#[derive(Debug, Clone)]
pub struct ModelConfig {
    /// Endpoint, wire format and prices.
    pub endpoint: Endpoint,
    /// Maximum concurrent calls of this process.
    pub concurrency: usize,
    /// Minimum age of an unknown call before the provider's statement that it never arrived is accepted; a younger one may
    /// still be in transit.
    pub invoice_grace: Duration,
}

impl ModelConfig {
    /// Reads `<WORKER>_MODEL`, `AUSPEX_<WORKER>_*`, `AUSPEX_MODEL_*` and the keys.
    pub fn read(env: &mut Env, worker: &str) -> Self {
        let upper = worker.to_uppercase();
        let model = env.text(&format!("{upper}_MODEL"), MODEL, &format!("The {worker}'s model."));
        let base_url = base_url(env, &upper);
        let style = env.number("AUSPEX_MODEL_API", ApiStyle::Anthropic, "Wire format: `anthropic` or `openai`.");
        let mut endpoint = Endpoint::new(style, base_url, model);
        endpoint.key = key(env, &upper, &endpoint.base_url);
        endpoint.price = price(env);
        endpoint.deadline = env.duration("AUSPEX_MODEL_DEADLINE", "330s", "Maximum time of a model call.");
        endpoint.header_timeout = env.duration(
            "AUSPEX_MODEL_HEADER_TIMEOUT",
            "300s",
            "Maximum time from the request to the first byte of the reply.",
        );
        endpoint.invoice_url = env.optional_url(
            "AUSPEX_MODEL_INVOICE_URL",
            "URL whose `/invoice/<call>` returns the outcome of a call; only the offline world provides it.",
        );
        let concurrency = env.number(
            "AUSPEX_MODEL_CONCURRENCY",
            64_usize,
            "Maximum concurrent model calls per process; proportionally fewer if a call \
                takes less than a second (a crash loses the calls in flight).",
        );
        if concurrency == 0 {
            env.mistake("AUSPEX_MODEL_CONCURRENCY", "must be at least 1");
        }
        let invoice_grace = env.duration(
            "AUSPEX_MODEL_INVOICE_GRACE",
            "30s",
            "Minimum age of an unknown call before the provider's statement that it never arrived is accepted.",
        );
        Self { endpoint, concurrency: concurrency.max(1), invoice_grace }
    }

    /// Returns the HTTP client's settings: limits slightly above those of the endpoint.
    pub fn http(&self) -> telemetry::http::ClientConfig {
        let slack = Duration::from_secs(5);
        telemetry::http::ClientConfig {
            timeout: self.endpoint.deadline + slack,
            read_timeout: self.endpoint.header_timeout + slack,
            ..telemetry::http::ClientConfig::default()
        }
    }
}

fn base_url(env: &mut Env, upper: &str) -> Url {
    let all = env.url("AUSPEX_MODEL_BASE_URL", BASE_URL, "Base URL of the model's API.");
    let own = env.optional_url(&format!("AUSPEX_{upper}_BASE_URL"), "The same for this worker alone.");
    own.unwrap_or(all)
}

/// Returns the worker's own key, else the fleet's, else the key of the endpoint's host. The latter is never sent to another
/// host.
fn key(env: &mut Env, upper: &str, base_url: &Url) -> Option<SecretString> {
    let own = env.secret(&format!("AUSPEX_{upper}_API_KEY"), "API key of this worker's model.");
    let all = env.secret("AUSPEX_MODEL_API_KEY", "API key of the model, for any host.");
    let minimax = env.secret("MINIMAX_API_KEY", "API key for hosts of MiniMax.");
    let anthropic = env.secret("ANTHROPIC_API_KEY", "API key for hosts of Anthropic.");
    let host = base_url.host_str().unwrap_or_default();
    let (by_host, name) = match host {
        host if host.contains("minimax") => (minimax, Some("MINIMAX_API_KEY")),
        host if host.ends_with("anthropic.com") => (anthropic, Some("ANTHROPIC_API_KEY")),
        host if host.ends_with("openai.com") => (None, Some("AUSPEX_MODEL_API_KEY")),
        _ => (None, None),
    };
    let key = own.or(all).or(by_host);
    if let (None, Some(name)) = (&key, name) {
        let problem =
            format!("must be set: {host} needs a key. To work without one, use the offline world: `auspex up`");
        env.mistake(name, &problem);
    }
    key
}

fn price(env: &mut Env) -> Price {
    let [input, output, cache_read, cache_write] =
        PRICES.map(|(name, default, doc)| env.dollars(&format!("AUSPEX_MODEL_PRICE_{name}"), default, doc));
    Price { input, output, cache_read, cache_write }
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;

    fn read(pairs: &[(&str, &str)]) -> (ModelConfig, Result<(), runtime::config::ConfigError>) {
        let mut env = Env::from_pairs(pairs.iter().copied());
        let config = ModelConfig::read(&mut env, "classifier");
        (config, env.finish())
    }

    #[test]
    fn the_default_model_is_minimax_and_needs_its_key() {
        let (_, without) = read(&[]);
        assert!(without.unwrap_err().to_string().contains("MINIMAX_API_KEY"));
        let (config, with) = read(&[("MINIMAX_API_KEY", "k"), ("ANTHROPIC_API_KEY", "other")]);
        with.unwrap();
        assert_eq!(config.endpoint.key.unwrap().expose_secret(), "k");
        assert_eq!(config.endpoint.price.output.0, 1_200_000);
    }

    #[test]
    fn a_workers_own_setting_overrides_and_keys_are_sent_to_their_hosts_only() {
        let local = ("AUSPEX_CLASSIFIER_BASE_URL", "http://127.0.0.1:9/x");
        let (config, read_well) =
            read(&[local, ("MINIMAX_API_KEY", "k"), ("CLASSIFIER_MODEL", "m"), ("AUSPEX_MODEL_API", "openai")]);
        read_well.unwrap();
        assert!(config.endpoint.key.is_none());
        assert_eq!(config.endpoint.base_url.as_str(), local.1);
        assert_eq!((config.endpoint.model.as_str(), config.endpoint.style), ("m", ApiStyle::OpenAi));
        assert!(read(&[local, ("AUSPEX_MODEL_API", "soap")]).1.unwrap_err().to_string().contains("soap"));
    }
}
