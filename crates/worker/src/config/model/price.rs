//! The price of a model: the operator's settings, else the table of models.

use domain::{MicroUsd, Time};
use llm::{ModelProfile, Price};
use runtime::config::Env;

use super::scope::{Layered, Scope};

/// Source of a price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PriceSource {
    /// Settings alone or settings over the table.
    Settings,
    /// The table of models: the source that it names, and the day on which that source checked the price.
    Table {
        /// Name of the source.
        source: String,
        /// Day of the last check, as `2026-07-29`; empty if unknown.
        checked: String,
    },
    /// No price is known, and the worker does not start.
    Unknown,
}

const FIGURES: [(&str, &str); 5] = [
    ("PRICE_IN", "Dollars per million tokens read."),
    ("PRICE_OUT", "Dollars per million tokens written."),
    ("PRICE_CACHE_READ", "Dollars per million tokens read from the provider's cache."),
    ("PRICE_CACHE_WRITE", "Dollars per million tokens written to the provider's cache."),
    ("PRICE_CACHE_WRITE_1H", "Dollars per million tokens written to the provider's cache for an hour."),
];

/// A model with its entry in the table of models, at a time.
pub(super) struct Listing<'a> {
    /// Name of the model, for the report of a missing price.
    pub(super) model: &'a str,
    pub(super) profile: &'a ModelProfile,
    /// Start of the 24 hours whose highest price applies.
    pub(super) now: Time,
}

impl Listing<'_> {
    /// Returns the price and its source, or reports the settings that are missing. Settings make a flat price: prices
    /// of long prompts in the table no longer apply.
    pub(super) fn price(&self, env: &mut Env, scope: &Scope) -> (Price, PriceSource) {
        let figures = settings(env, scope);
        let listed = self.profile.price(self.now);
        if let (true, Some(price)) = (figures.iter().all(Option::is_none), listed) {
            let (source, checked) = self.profile.price_source().unwrap_or_default();
            let checked = checked.map(|day| day.to_string()).unwrap_or_default();
            return (price, PriceSource::Table { source: source.to_owned(), checked });
        }
        let [input, output, cache_read, cache_write, cache_write_1h] = figures;
        let known = |figure: fn(&Price) -> MicroUsd| listed.as_ref().map(figure);
        let (Some(input), Some(output)) =
            (input.or(known(|price| price.input)), output.or(known(|price| price.output)))
        else {
            report(env, scope, self.model);
            return (Price::default(), PriceSource::Unknown);
        };
        // An unknown price of the cache is that of the input, or, for an hour, that of five minutes.
        let cache_write = cache_write.or(known(|price| price.cache_write)).unwrap_or(input);
        let price = Price {
            input,
            output,
            cache_read: cache_read.or(known(|price| price.cache_read)).unwrap_or(input),
            cache_write,
            cache_write_1h: cache_write_1h.or(known(|price| price.cache_write_1h)).unwrap_or(cache_write),
            tier: None,
        };
        (price, PriceSource::Settings)
    }
}

/// Reads the prices that are set: input, output, cache read, cache write, cache write for an hour.
pub(super) fn settings(env: &mut Env, scope: &Scope) -> [Option<MicroUsd>; 5] {
    FIGURES.map(|(suffix, doc)| amount(env, scope, suffix, doc))
}

fn report(env: &mut Env, scope: &Scope, model: &str) {
    let [[own_in, fleet_in], [own_out, fleet_out]] = ["PRICE_IN", "PRICE_OUT"].map(|suffix| scope.names(suffix));
    let problem = format!(
        "the price of {model} is not known, and without it no budget can be kept: set {fleet_in} and {fleet_out}, or {own_in} and \
         {own_out} for the {} alone, in dollars per million tokens (0 for a local server), or add the model to AUSPEX_MODEL_PROFILES",
        scope.worker
    );
    env.mistake(&fleet_in, &problem);
}

fn amount(env: &mut Env, scope: &Scope, suffix: &str, doc: &str) -> Option<MicroUsd> {
    let full = format!("{doc} The default is the price of the table, see `auspex models`.");
    let Layered { own, fleet } = scope.layers(env, suffix, &full);
    let [own_name, fleet_name] = scope.names(suffix);
    let mut parse = |name: &str, text: Option<String>| {
        let parsed = MicroUsd::parse_dollars(text?.trim());
        parsed.map_err(|error| env.mistake(name, &error.to_string())).ok()
    };
    let fleet = parse(&fleet_name, fleet);
    parse(&own_name, own).or(fleet)
}
