//! Reading of the model's settings.

use llm::ApiStyle;
use runtime::config::{ConfigError, Env};
use secrecy::ExposeSecret;

use super::*;

type Pairs<'a> = &'a [(&'a str, &'a str)];

fn read_for(worker: &str, pairs: Pairs<'_>) -> (ModelConfig, Result<(), ConfigError>) {
    let mut env = Env::from_pairs(pairs.iter().copied());
    let config = ModelConfig::read_at(&mut env, worker, "2026-11-23T00:00:00Z".parse().unwrap());
    (config, env.finish())
}

fn read(pairs: Pairs<'_>) -> (ModelConfig, Result<(), ConfigError>) {
    read_for("classifier", pairs)
}

fn valid(worker: &str, pairs: Pairs<'_>) -> ModelConfig {
    let (config, result) = read_for(worker, pairs);
    result.unwrap();
    config
}

fn mistakes(pairs: Pairs<'_>) -> String {
    read(pairs).1.unwrap_err().to_string()
}

fn key(endpoint: &Endpoint) -> Option<&str> {
    endpoint.key.as_ref().map(ExposeSecret::expose_secret)
}

#[test]
fn a_mistake_is_reported_once_and_without_the_password_of_an_address() {
    for name in ["AUSPEX_MODEL_BASE_URL", "AUSPEX_CLASSIFIER_BASE_URL"] {
        let text = mistakes(&[(name, "http://user:hunter2@host:port/")]);
        assert!(text.contains(name) && !text.contains("hunter2"), "{text}");
    }
    let text = mistakes(&[("AUSPEX_MODEL_API", "gopher"), ("MINIMAX_API_KEY", "k")]);
    assert_eq!(text.matches("AUSPEX_MODEL_API").count(), 1, "{text}");
}

#[test]
fn the_researcher_may_read_pages_with_another_model_of_the_same_provider() {
    let keys = [
        ("ANTHROPIC_API_KEY", "k"),
        ("RESEARCHER_MODEL", "claude-opus-5"),
        ("RESEARCHER_READER_MODEL", "claude-haiku-4-5"),
    ];
    let config = valid("researcher", &keys);
    let reader = config.reader.unwrap();
    assert_eq!((reader.model.as_str(), key(&reader)), ("claude-haiku-4-5", Some("k")));
    assert_eq!(reader.base_url, config.endpoint.base_url);
    assert!(reader.price.output < config.endpoint.price.output);
    assert!(valid("researcher", &keys[..2]).reader.is_none() && valid("writer", &keys).reader.is_none());
    let (_, unknown) =
        read_for("researcher", &[("MINIMAX_API_KEY", "k"), ("RESEARCHER_READER_MODEL", "no-such-model")]);
    assert!(unknown.unwrap_err().to_string().contains("RESEARCHER_READER_MODEL"));
}

#[test]
fn the_default_model_is_minimax_and_needs_its_key() {
    let without = mistakes(&[]);
    assert!(without.contains("MINIMAX_API_KEY: must be set") && without.contains("ANTHROPIC_API_KEY"), "{without}");
    let config = valid("classifier", &[("MINIMAX_API_KEY", "k"), ("ANTHROPIC_API_KEY", "other")]);
    assert_eq!(key(&config.endpoint), Some("k"));
    assert_eq!(config.endpoint.price.output.0, 1_200_000);
    assert!(config.choice.unwrap().contains("keys of minimax, anthropic are set: minimax is used"));
}

#[test]
fn one_key_is_enough_for_every_provider() {
    for provider in &provider::PROVIDERS {
        for worker in ["classifier", "forecaster"] {
            let config = valid(worker, &[(provider.key, "k")]);
            let endpoint = &config.endpoint;
            assert_eq!((endpoint.model.as_str(), endpoint.style), (provider.model(worker), provider.style));
            let at = Catalog::built_in().provider_at(endpoint.base_url.host_str().unwrap()).unwrap();
            assert_eq!((at.id.as_str(), key(endpoint)), (provider.id, Some("k")));
            assert_eq!(endpoint.profile.id(), provider.model(worker), "the profile is known");
            assert!(endpoint.price.input.0 > 0 && endpoint.price.cache_read.0 > 0, "{}", provider.id);
            assert!(config.choice.is_none());
        }
    }
}

#[test]
fn a_workers_own_setting_overrides_and_keys_are_sent_to_their_hosts_only() {
    let local = ("AUSPEX_CLASSIFIER_BASE_URL", "http://127.0.0.1:9/x");
    let price = [("AUSPEX_MODEL_PRICE_IN", "0"), ("AUSPEX_CLASSIFIER_PRICE_OUT", "0")];
    let other = [("MINIMAX_API_KEY", "k"), ("CLASSIFIER_MODEL", "m"), ("AUSPEX_MODEL_API", "openai")];
    let config = valid("classifier", &[&[local], price.as_slice(), &other].concat());
    assert!(config.endpoint.key.is_none());
    assert_eq!(config.endpoint.base_url.as_str(), local.1);
    assert_eq!((config.endpoint.model.as_str(), config.endpoint.style), ("m", ApiStyle::OpenAi));
    assert!(mistakes(&[local, ("AUSPEX_MODEL_API", "soap")]).contains("soap"));
}

#[test]
fn the_fleets_key_is_not_sent_to_the_host_of_another_provider() {
    let fleet = [
        ("AUSPEX_MODEL_BASE_URL", "https://proxy.example/v1"),
        ("AUSPEX_MODEL_API_KEY", "fleet"),
        ("AUSPEX_MODEL", "gpt-5"),
    ];
    let with = |own: Pairs<'_>| read(&[fleet.as_slice(), own].concat());
    assert_eq!(key(&with(&[]).0.endpoint), Some("fleet"));
    assert_eq!(key(&with(&[("AUSPEX_CLASSIFIER_BASE_URL", "http://gpu.example/")]).0.endpoint), Some("fleet"));
    let (config, result) = with(&[("AUSPEX_CLASSIFIER_PROVIDER", "openai")]);
    assert!(config.endpoint.key.is_none() && result.unwrap_err().to_string().contains("OPENAI_API_KEY"));
    let (config, _) = with(&[("AUSPEX_CLASSIFIER_PROVIDER", "openai"), ("OPENAI_API_KEY", "own")]);
    assert_eq!(key(&config.endpoint), Some("own"));
}

#[test]
fn the_offline_world_needs_no_key_and_has_the_usual_price() {
    let world = ("AUSPEX_MODEL_BASE_URL", "http://127.0.0.1:8900/anthropic");
    let invoice = ("AUSPEX_MODEL_INVOICE_URL", "http://127.0.0.1:8900");
    let config = valid("classifier", &[world, invoice, ("ANTHROPIC_API_KEY", "secret")]);
    assert!(config.endpoint.key.is_none() && config.choice.is_none());
    assert_eq!((config.endpoint.model.as_str(), config.endpoint.style), ("MiniMax-M2", ApiStyle::Anthropic));
    let price = config.endpoint.price;
    let figures = [price.input, price.output, price.cache_read, price.cache_write].map(|figure| figure.0);
    assert_eq!(figures, [300_000, 1_200_000, 30_000, 375_000]);
}

#[test]
fn the_wire_follows_the_address_or_moves_it() {
    let style = |pairs: Pairs<'_>| {
        let endpoint = valid("classifier", &[pairs, &[("DEEPSEEK_API_KEY", "k")]].concat()).endpoint;
        (endpoint.style, endpoint.base_url.to_string())
    };
    let anthropic = "https://api.deepseek.com/anthropic";
    assert_eq!(style(&[("AUSPEX_MODEL_BASE_URL", anthropic)]), (ApiStyle::Anthropic, anthropic.to_owned()));
    assert_eq!(style(&[("AUSPEX_CLASSIFIER_API", "anthropic")]), (ApiStyle::Anthropic, anthropic.to_owned()));
    let behind_proxy = [("AUSPEX_MODEL_BASE_URL", "http://proxy/v1"), ("AUSPEX_MODEL_PROVIDER", "deepseek")];
    assert_eq!(style(&behind_proxy), (ApiStyle::OpenAi, "http://proxy/v1".to_owned()), "the provider's own format");
    let text = mistakes(&[("GROQ_API_KEY", "k"), ("AUSPEX_MODEL_API", "anthropic")]);
    assert!(text.contains("groq has no address for the wire format `anthropic`"), "{text}");
    assert!(mistakes(&[("AUSPEX_MODEL_PROVIDER", "nobody")]).contains("is not a provider; use one of anthropic"));
}

#[test]
fn one_setting_names_the_model_of_all_workers_and_an_own_server_has_no_default() {
    let free = [("AUSPEX_MODEL_PRICE_IN", "0"), ("AUSPEX_MODEL_PRICE_OUT", "0")];
    let server = [free.as_slice(), &[("AUSPEX_MODEL_BASE_URL", "http://gpu:8000/v1")]].concat();
    for forgotten in [&[][..], &[("FORECASTER_MODEL", "qwen3")]] {
        let text = mistakes(&[server.as_slice(), forgotten].concat());
        assert!(text.contains("AUSPEX_MODEL: must be set") && text.contains("CLASSIFIER_MODEL"), "{text}");
    }
    let named = [server.as_slice(), &[("AUSPEX_MODEL", "qwen3"), ("WRITER_MODEL", "qwen3-small")]].concat();
    let models = ["classifier", "forecaster", "writer"].map(|worker| valid(worker, &named).endpoint.model);
    assert_eq!(models, ["qwen3", "qwen3", "qwen3-small"]);
    let provider = [("ANTHROPIC_API_KEY", "k"), ("AUSPEX_MODEL", "claude-haiku-4-5")];
    assert_eq!(valid("forecaster", &provider).endpoint.model, "claude-haiku-4-5");
    let fallback = [provider.as_slice(), &[("AUSPEX_MODEL_FALLBACK_BASE_URL", "http://gpu:8000/v1")], &free].concat();
    assert!(mistakes(&fallback).contains("AUSPEX_MODEL_FALLBACK_MODEL: must be set"));
}

#[test]
fn a_model_without_a_price_does_not_start() {
    let text = mistakes(&[("ANTHROPIC_API_KEY", "k"), ("CLASSIFIER_MODEL", "next-year")]);
    for name in
        ["the price of next-year", "AUSPEX_MODEL_PRICE_IN", "AUSPEX_CLASSIFIER_PRICE_OUT", "AUSPEX_MODEL_PROFILES"]
    {
        assert!(text.contains(name), "{name}: {text}");
    }
    let priced = [("AUSPEX_MODEL_PRICE_IN", "2"), ("AUSPEX_MODEL_PRICE_OUT", "8")];
    let config = valid(
        "classifier",
        &[priced.as_slice(), &[("ANTHROPIC_API_KEY", "k"), ("CLASSIFIER_MODEL", "next-year")]].concat(),
    );
    assert_eq!(config.origin.price, PriceSource::Settings);
    assert_eq!((config.endpoint.price.cache_read.0, config.endpoint.price.cache_write_1h.0), (2_000_000, 2_000_000));
}

#[test]
fn a_price_setting_overrides_one_figure_of_the_table() {
    let key = ("ANTHROPIC_API_KEY", "k");
    let config = valid("writer", &[key, ("AUSPEX_WRITER_PRICE_OUT", "7.5"), ("AUSPEX_MODEL_PRICE_OUT", "1")]);
    assert_eq!((config.endpoint.price.input.0, config.endpoint.price.output.0), (3_000_000, 7_500_000));
    let text = read(&[key, ("AUSPEX_MODEL_PRICE_IN", "much")]).1.unwrap_err().to_string();
    assert!(text.contains("AUSPEX_MODEL_PRICE_IN") && text.contains("much"), "{text}");
    assert!(
        matches!(valid("writer", &[key]).origin.price, PriceSource::Table { source, .. } if source.contains("genai-prices"))
    );
}

#[test]
fn a_fallback_has_its_own_provider_key_and_price() {
    let keys = [("MINIMAX_API_KEY", "m"), ("ANTHROPIC_API_KEY", "a")];
    assert!(valid("filter", &keys).fallback.is_none());
    let fleet = ("AUSPEX_MODEL_FALLBACK_PROVIDER", "anthropic");
    let config = valid("filter", &[keys.as_slice(), &[fleet]].concat());
    let fallback = config.fallback.unwrap();
    assert_eq!((fallback.model.as_str(), key(&fallback)), ("claude-sonnet-5", Some("a")));
    assert_eq!(fallback.price.output.0, 15_000_000);
    assert_eq!(config.fallback_origin.unwrap().provider.as_deref(), Some("anthropic"));
    assert_eq!(key(&config.endpoint), Some("m"));
    let own = [("AUSPEX_FILTER_FALLBACK_MODEL", "claude-haiku-4-5"), ("AUSPEX_MODEL_FALLBACK_MODEL", "claude-opus-5")];
    let config = valid("filter", &[keys.as_slice(), &[fleet], &own].concat());
    assert_eq!(config.fallback.unwrap().model, "claude-haiku-4-5");
    let text = mistakes(&[keys[0], ("AUSPEX_MODEL_FALLBACK_PROVIDER", "openai")]);
    assert!(text.contains("OPENAI_API_KEY: must be set"), "{text}");
}

#[test]
fn thinking_streaming_and_limits_are_read() {
    let key = ("ANTHROPIC_API_KEY", "k");
    let usual = valid("filter", &[key]).endpoint;
    assert_eq!((usual.thinking, usual.stream, usual.cache_ttl), (Thinking::Default, None, CacheTtl::Minutes5));
    let set = [("AUSPEX_MODEL_THINKING", "off"), ("AUSPEX_MODEL_STREAM", "on"), ("AUSPEX_MODEL_CACHE_TTL", "1h")];
    let own = [key, ("AUSPEX_FILTER_THINKING", "high"), ("AUSPEX_FILTER_MODEL_CONCURRENCY", "3")];
    let config = valid("filter", &[set.as_slice(), &own].concat());
    assert_eq!((config.endpoint.thinking, config.concurrency), (Thinking::High, 3));
    assert_eq!((config.endpoint.stream, config.endpoint.cache_ttl), (Some(true), CacheTtl::Hour1));
    for (name, value) in
        [("AUSPEX_MODEL_STREAM", "yes"), ("AUSPEX_MODEL_CACHE_TTL", "2h"), ("AUSPEX_MODEL_THINKING", "deep")]
    {
        assert!(mistakes(&[key, (name, value)]).contains(value));
    }
}

#[test]
fn batches_are_used_where_the_provider_has_them() {
    let offer = |pairs: Pairs<'_>| valid("filter", pairs).endpoint.batch.map(|offer| offer.price_percent);
    assert_eq!(offer(&[("ANTHROPIC_API_KEY", "k")]), Some(50));
    assert_eq!(offer(&[("OPENAI_API_KEY", "k")]), Some(50));
    assert_eq!(offer(&[("MINIMAX_API_KEY", "k")]), None, "it has no batches");
    let local = [("AUSPEX_MODEL_BASE_URL", "http://127.0.0.1:9/x"), ("FILTER_MODEL", "claude-sonnet-5")];
    assert_eq!(offer(&local), None, "the terms of a proxy are not known");
    assert_eq!(offer(&[local.as_slice(), &[("AUSPEX_MODEL_BATCH", "on")]].concat()), Some(50));
    let off = valid("filter", &[("ANTHROPIC_API_KEY", "k"), ("AUSPEX_MODEL_BATCH", "off")]);
    assert_eq!((off.batch.queue, off.endpoint.batch.is_some()), (false, true), "what is queued is still collected");
    assert!(mistakes(&[("ANTHROPIC_API_KEY", "k"), ("AUSPEX_MODEL_BATCH_CALLS", "0")]).contains("between 1 and"));
}

#[test]
fn own_profiles_are_read_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.json");
    std::fs::write(&path, r#"{"models": [{"provider": "me", "id": "mine", "match": [{"equals": "mine"}], "prices": [{"input": 1, "output": 2}]}]}"#)
        .unwrap();
    let text = path.display().to_string();
    let local = [("AUSPEX_MODEL_BASE_URL", "http://127.0.0.1:1"), ("CLASSIFIER_MODEL", "mine")];
    let config = valid("classifier", &[local.as_slice(), &[("AUSPEX_MODEL_PROFILES", &text)]].concat());
    assert_eq!((config.endpoint.profile.id(), config.endpoint.price.output.0), ("mine", 2_000_000));
    std::fs::write(&path, "{").unwrap();
    let own = [local.as_slice(), &[("AUSPEX_MODEL_PROFILES", &text)]].concat();
    assert!(mistakes(&own).contains("is not in the form of models.json"));
    assert!(mistakes(&[("AUSPEX_MODEL_PROFILES", "/nowhere/x.json")]).contains("cannot be read"));
}
