//! The providers that a key chooses, with their default models.

use llm::ApiStyle;
use runtime::config::Env;
use secrecy::SecretString;

/// The defaults of one provider. The base URL is in the table of models (`llm::Catalog`).
pub(super) struct Defaults {
    /// Id in the table of models.
    pub(super) id: &'static str,
    /// Variable with the provider's key.
    pub(super) key: &'static str,
    /// Wire format at the provider's own address, unless a setting names another one.
    pub(super) style: ApiStyle,
    /// Model of all workers but the classifier.
    pub(super) main: &'static str,
    /// Model of the classifier, which judges single events.
    pub(super) cheap: &'static str,
}

/// The providers in order of preference: with several keys, the first one is used. Every model has a known price.
pub(super) const PROVIDERS: [Defaults; 10] = [
    provider("minimax", "MINIMAX_API_KEY", ApiStyle::Anthropic, ["MiniMax-M2", "MiniMax-M2"]),
    provider("anthropic", "ANTHROPIC_API_KEY", ApiStyle::Anthropic, ["claude-sonnet-5", "claude-haiku-4-5"]),
    provider("openai", "OPENAI_API_KEY", ApiStyle::Responses, ["gpt-5.6-terra", "gpt-5.6-luna"]),
    provider("deepseek", "DEEPSEEK_API_KEY", ApiStyle::OpenAi, ["deepseek-v4-pro", "deepseek-v4-flash"]),
    provider("moonshot", "MOONSHOT_API_KEY", ApiStyle::OpenAi, ["kimi-k2.6", "kimi-k2.6"]),
    provider("google", "GEMINI_API_KEY", ApiStyle::OpenAi, ["gemini-3.6-flash", "gemini-3.1-flash-lite"]),
    provider("mistral", "MISTRAL_API_KEY", ApiStyle::OpenAi, ["mistral-large-2512", "mistral-small-2603"]),
    provider("xai", "XAI_API_KEY", ApiStyle::OpenAi, ["grok-4.5", "grok-4.3"]),
    provider("z-ai", "ZAI_API_KEY", ApiStyle::OpenAi, ["glm-5.2", "glm-5.2"]),
    provider("groq", "GROQ_API_KEY", ApiStyle::OpenAi, ["openai/gpt-oss-120b", "openai/gpt-oss-20b"]),
];

const fn provider(id: &'static str, key: &'static str, style: ApiStyle, models: [&'static str; 2]) -> Defaults {
    Defaults { id, key, style, main: models[0], cheap: models[1] }
}

/// Variables with the keys of providers, each of which configures a model.
pub const MODEL_KEYS: [&str; PROVIDERS.len()] = {
    let mut names = [""; PROVIDERS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = PROVIDERS[at].key;
        at += 1;
    }
    names
};

/// Returns the defaults of a provider.
pub(super) fn defaults(id: &str) -> Option<&'static Defaults> {
    PROVIDERS.iter().find(|provider| provider.id == id)
}

impl Defaults {
    /// Returns the default model of a worker.
    pub(super) fn model(&self, worker: &str) -> &'static str {
        if worker == "classifier" { self.cheap } else { self.main }
    }
}

/// The keys that are set, in order of preference.
pub(super) struct Keys(Vec<(&'static Defaults, SecretString)>);

impl Keys {
    pub(super) fn read(env: &mut Env) -> Self {
        let key = |one: &'static Defaults| {
            let doc = format!(
                "API key for hosts of {}. Alone it chooses this provider, with {} ({} for the classifier).",
                one.id, one.main, one.cheap
            );
            Some((one, env.secret(one.key, &doc)?))
        };
        Self(PROVIDERS.iter().filter_map(key).collect())
    }

    /// Returns the preferred provider among those with a key.
    pub(super) fn first(&self) -> Option<&'static Defaults> {
        self.0.first().map(|(provider, _)| *provider)
    }

    /// Returns the key of a provider.
    pub(super) fn get(&self, id: &str) -> Option<SecretString> {
        self.0.iter().find(|(provider, _)| provider.id == id).map(|(_, key)| key.clone())
    }

    /// Describes the choice among several keys.
    pub(super) fn choice(&self) -> Option<String> {
        let names: Vec<&str> = self.0.iter().map(|(provider, _)| provider.id).collect();
        let first = self.first().filter(|_| names.len() > 1)?;
        Some(format!(
            "keys of {} are set: {} is used; AUSPEX_MODEL_PROVIDER chooses another provider",
            names.join(", "),
            first.id
        ))
    }
}
