//! The model of each worker: profile, price and end of life. No model is called.

use worker::ModelConfig;
use worker::config::PriceSource;

use super::finding::Finding;
use crate::Context;
use crate::models::configured;

pub(super) fn check(context: &Context) -> Vec<Finding> {
    let today = context.clock.now().date_naive();
    configured(context).workers.iter().map(|(worker, config)| describe(worker, config, today)).collect()
}

/// Mistakes, such as a missing price, are findings of the settings; here they are part of the description.
fn describe(worker: &str, config: &ModelConfig, today: chrono::NaiveDate) -> Finding {
    let (what, profile) = (format!("model of {worker}"), &config.endpoint.profile);
    let price = match &config.origin.price {
        PriceSource::Settings => "price from settings",
        PriceSource::Table { .. } => "price from the table",
        PriceSource::Unknown => "price unknown",
    };
    let model = format!("{} at {}", config.endpoint.model, config.endpoint.card().endpoint);
    if config.origin.price == PriceSource::Unknown {
        return Finding::broken(what, format!("{model}: {price}"), "set its price, see the settings above");
    }
    let another = profile.replacement().map_or("choose another model".to_owned(), |name| format!("use {name}"));
    if let Some(day) = profile.shutdown_on() {
        let ends = if day <= today { "was to end" } else { "ends" };
        return Finding::notable(what, format!("{model}: {price}; the provider's model {ends} on {day}"), another);
    }
    if profile.status() == "deprecated" {
        return Finding::notable(what, format!("{model}: {price}; deprecated"), another);
    }
    if !profile.is_known() {
        let advice = "requests hold only what every model accepts; describe the model in AUSPEX_MODEL_PROFILES";
        return Finding::notable(what, format!("{model}: no profile, {price}"), advice);
    }
    Finding::fine(what, format!("{model}: profile {}, {price}", profile.id()))
}

#[cfg(test)]
mod tests {
    use runtime::config::Env;

    use super::*;
    use crate::doctor::finding::State;

    fn finding(model: &str, more: &[(&str, &str)]) -> Finding {
        let pairs = [&[("OPENAI_API_KEY", "k"), ("FILTER_MODEL", model)], more].concat();
        let config = ModelConfig::read(&mut Env::from_pairs(pairs), "filter");
        describe("filter", &config, "2026-11-23".parse().unwrap())
    }

    #[test]
    fn the_state_follows_price_profile_and_end_of_life() {
        assert_eq!(finding("gpt-5.6-luna", &[]).state, State::Fine);
        let unpriced = finding("next-year", &[]);
        assert_eq!((unpriced.state, unpriced.detail.contains("price unknown")), (State::Broken, true));
        let prices = [("AUSPEX_MODEL_PRICE_IN", "1"), ("AUSPEX_MODEL_PRICE_OUT", "1")];
        let unknown = finding("next-year", &prices);
        assert_eq!((unknown.state, unknown.mend.contains("AUSPEX_MODEL_PROFILES")), (State::Notable, true));
        let ending = finding("gpt-5", &[]);
        assert_eq!((ending.state, ending.mend.as_str()), (State::Notable, "use gpt-5.6-sol"));
        assert!(ending.detail.contains("ends on 2026-12-11"), "{}", ending.detail);
    }
}
