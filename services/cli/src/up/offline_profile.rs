//! The provider that the offline world imitates, with the models and wire formats of the workers that meet it.

use std::collections::BTreeMap;

use clap::ValueEnum;
use runtime::config::Env;

/// The provider that the offline world imitates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum OfflineProfile {
    /// MiniMax on the Anthropic wire.
    Minimax,
    /// Anthropic: Messages for all workers.
    Claude,
    /// OpenAI: Responses for the researcher, chat completions for the others.
    Gpt,
    /// DeepSeek: chat completions.
    Deepseek,
    /// No provider: accepts every model and every valid request.
    #[default]
    Generic,
}

/// The model of a worker, in the terms of its settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WorkerModel {
    /// Name of the model; `None` leaves the worker's setting as it is.
    pub(super) name: Option<&'static str>,
    /// Wire format, as in `AUSPEX_MODEL_API`.
    pub(super) wire: &'static str,
}

impl WorkerModel {
    /// Returns the path of the wire's base address in the offline world.
    pub(super) fn path(self) -> &'static str {
        if self.wire == "anthropic" { "/anthropic" } else { "/openai/v1" }
    }
}

/// Settings of a model, each for the fleet and for one worker, that would lead away from the offline world or misstate
/// its price.
const CLEARED: [&str; 11] = [
    "PROVIDER",
    "BASE_URL",
    "API",
    "API_KEY",
    "PRICE_IN",
    "PRICE_OUT",
    "PRICE_CACHE_READ",
    "PRICE_CACHE_WRITE",
    "PRICE_CACHE_WRITE_1H",
    "FALLBACK_PROVIDER",
    "FALLBACK_BASE_URL",
];

/// Prices of the generic profile, which are the same for every model: the fleet's setting, the offline world's, and its
/// default.
const GENERIC_PRICES: [(&str, &str, &str); 4] = [
    ("AUSPEX_MODEL_PRICE_IN", "AUSPEX_OFFLINE_PRICE_IN", "0.30"),
    ("AUSPEX_MODEL_PRICE_OUT", "AUSPEX_OFFLINE_PRICE_OUT", "1.20"),
    ("AUSPEX_MODEL_PRICE_CACHE_READ", "AUSPEX_OFFLINE_PRICE_CACHED", "0.03"),
    ("AUSPEX_MODEL_PRICE_CACHE_WRITE", "AUSPEX_OFFLINE_PRICE_WRITTEN", "0.375"),
];

impl OfflineProfile {
    /// Returns the model settings of a worker that meets the offline world at `world`. An empty value unsets a variable
    /// of the user. `prices` contains the variables `AUSPEX_OFFLINE_PRICE_*` with which the offline world was started.
    pub fn environment(self, world: &str, worker: &str, prices: &mut Env) -> BTreeMap<String, String> {
        let (model, upper) = (self.model(worker), worker.to_uppercase());
        let scopes = ["MODEL", upper.as_str()].into_iter();
        let cleared = scopes.flat_map(|scope| CLEARED.map(|setting| format!("AUSPEX_{scope}_{setting}")));
        let mut all: BTreeMap<String, String> = cleared.map(|name| (name, String::new())).collect();
        all.insert("AUSPEX_MODEL_BASE_URL".to_owned(), format!("{world}{}", model.path()));
        all.insert("AUSPEX_MODEL_API".to_owned(), model.wire.to_owned());
        all.insert("AUSPEX_MODEL_INVOICE_URL".to_owned(), world.to_owned());
        match model.name {
            Some(name) => {
                all.insert(format!("{upper}_MODEL"), name.to_owned());
                // The world has the batches of the provider that it imitates.
                all.insert("AUSPEX_MODEL_BATCH".to_owned(), "on".to_owned());
            }
            None => all.extend(
                GENERIC_PRICES.map(|(fleet, world, default)| (fleet.to_owned(), prices.text(world, default, ""))),
            ),
        }
        all
    }

    /// Returns the profile with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::value_variants().iter().copied().find(|profile| profile.name() == name)
    }

    /// Returns the name, as `offline --profile` accepts it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::Claude => "claude",
            Self::Gpt => "gpt",
            Self::Deepseek => "deepseek",
            Self::Generic => "generic",
        }
    }

    /// Returns a worker's model: cheap ones for the classifier, and such a mix that all rules of the provider are met.
    pub(super) fn model(self, worker: &str) -> WorkerModel {
        let (name, wire) = match (self, worker) {
            (Self::Generic, _) => (None, "anthropic"),
            (Self::Minimax, "classifier") => (Some("MiniMax-M2.5-lightning"), "anthropic"),
            (Self::Minimax, _) => (Some("MiniMax-M2"), "anthropic"),
            (Self::Claude, "classifier") => (Some("claude-haiku-4-5"), "anthropic"),
            (Self::Claude, "forecaster") => (Some("claude-opus-5"), "anthropic"),
            (Self::Claude, _) => (Some("claude-sonnet-5"), "anthropic"),
            (Self::Gpt, "researcher") => (Some("gpt-5.5"), "responses"),
            (Self::Gpt, "forecaster") => (Some("gpt-5.5"), "openai"),
            (Self::Gpt, "writer") => (Some("gpt-5-mini"), "openai"),
            (Self::Gpt, _) => (Some("gpt-5.4-mini"), "openai"),
            (Self::Deepseek, _) => (Some("deepseek-v4-flash"), "openai"),
        };
        WorkerModel { name, wire }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_flag_and_every_wire_has_a_worker() {
        for profile in OfflineProfile::value_variants() {
            assert_eq!(profile.to_possible_value().unwrap().get_name(), profile.name());
        }
        let wires = ["classifier", "researcher", "forecaster"].map(|worker| OfflineProfile::Gpt.model(worker).wire);
        assert_eq!(wires, ["openai", "responses", "openai"]);
        assert_eq!(OfflineProfile::Claude.model("filter").path(), "/anthropic");
        assert_eq!(OfflineProfile::Deepseek.model("filter").path(), "/openai/v1");
    }

    #[test]
    fn an_offline_worker_reaches_nothing_else_and_pays_the_prices_of_its_world() {
        let settings = |profile: OfflineProfile, pairs: &[(&str, &str)]| {
            profile.environment("http://w", "filter", &mut Env::from_pairs(pairs.iter().copied()))
        };
        let generic = settings(OfflineProfile::Generic, &[("AUSPEX_OFFLINE_PRICE_OUT", "7")]);
        for inherited in ["AUSPEX_MODEL_FALLBACK_PROVIDER", "AUSPEX_FILTER_FALLBACK_BASE_URL", "AUSPEX_FILTER_BASE_URL"]
        {
            assert_eq!(generic[inherited], "", "{inherited} of the user would reach a real provider");
        }
        assert_eq!(
            (generic["AUSPEX_MODEL_PRICE_IN"].as_str(), generic["AUSPEX_MODEL_PRICE_OUT"].as_str()),
            ("0.30", "7")
        );
        assert!(!generic.contains_key("FILTER_MODEL"), "any model will do");
        let named = settings(OfflineProfile::Deepseek, &[]);
        assert_eq!(
            (named["FILTER_MODEL"].as_str(), named["AUSPEX_MODEL_PRICE_IN"].as_str()),
            ("deepseek-v4-flash", "")
        );
    }
}
