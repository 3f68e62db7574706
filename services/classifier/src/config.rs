//! Configuration of the classifier.

use std::collections::HashSet;
use std::time::Duration;

use domain::MicroUsd;
use runtime::BatchPolicy;
use runtime::config::Env;

use crate::rules::Rules;

/// Maximum number of events of a group: a message about more of them may exceed the size that the streams accept.
const MAX_GROUP: usize = 1_000;

/// The classifier's settings.
#[derive(Debug, Clone)]
pub struct ClassifierConfig {
    /// The deterministic rules.
    pub rules: Rules,
    /// Trades above this value are forecast; the value itself is not above.
    pub scout: MicroUsd,
    /// `true` if the model classifies what the rules leave open.
    pub model: bool,
    /// Maximum wait for a provider; beyond it the rules decide.
    pub patience: Duration,
    /// Interval in which further alarms about the same token are suppressed.
    pub alarm_pause: Duration,
    /// Maximum number of events per batch.
    pub batch: usize,
    /// Maximum time for which the first event of a batch waits for others.
    pub linger: Duration,
    /// Limits of a group of events that the rules find uninteresting; `None` to give each event its own result.
    pub groups: Option<BatchPolicy>,
}

impl ClassifierConfig {
    /// Reads the settings.
    pub fn read(env: &mut Env) -> Self {
        let rules = Rules {
            min_usd: env.dollars(
                "AUSPEX_CLASSIFIER_MIN_USD",
                "100",
                "A transaction of a known value under this is not interesting.",
            ),
            alone_usd: env.dollars(
                "AUSPEX_CLASSIFIER_ALONE_USD",
                "1000",
                "Where no model answers, a transaction of a known value from here on is interesting.",
            ),
            whale_usd: env.dollars(
                "AUSPEX_CLASSIFIER_WHALE_USD",
                "100000",
                "A transaction of a known value from here on deserves a look, also where it moves nothing but SOL and stablecoins.",
            ),
            ignored_mints: list(
                env,
                "AUSPEX_CLASSIFIER_IGNORED_MINTS",
                "Mints that are never researched, separated by commas.",
            ),
            ignored_programs: list(
                env,
                "AUSPEX_CLASSIFIER_IGNORED_PROGRAMS",
                "Programs whose transactions are never interesting.",
            ),
            wallets: list(env, "AUSPEX_CLASSIFIER_WALLETS", "Wallets whose transactions are always interesting."),
        };
        Self {
            rules,
            scout: env.dollars(
                "AUSPEX_CLASSIFIER_SCOUT_USD",
                "5000",
                "A watched trade over this (not at it) is forecast.",
            ),
            model: env.flag("AUSPEX_CLASSIFIER_MODEL_ENABLED", true, "Ask the model about what the rules leave open."),
            patience: env.duration(
                "AUSPEX_CLASSIFIER_PATIENCE",
                "5s",
                "A model that wants a longer pause is not waited for.",
            ),
            alarm_pause: env.duration(
                "AUSPEX_CLASSIFIER_ALARM_PAUSE",
                "10m",
                "Of alarming transactions about one token whose research is fresh, one in so long makes the researcher look again.",
            ),
            batch: env.number("AUSPEX_CLASSIFIER_BATCH", 32_usize, "Events that are classified together at most."),
            linger: env.duration("AUSPEX_CLASSIFIER_LINGER", "500ms", "How long an event waits for others at most."),
            groups: groups(env),
        }
    }
}

fn groups(env: &mut Env) -> Option<BatchPolicy> {
    let single = env.flag(
        "AUSPEX_CLASSIFIER_SINGLE_RESULTS",
        false,
        "Give each event that the rules find uninteresting a result, a row and a body of its own in Postgres (about 5 kB) instead of a verdict in a group.",
    );
    let max: usize = env.number(
        "AUSPEX_CLASSIFIER_GROUP",
        512,
        "Events that the rules find uninteresting and that are stored and published together, at most 1,000.",
    );
    let linger =
        env.duration("AUSPEX_CLASSIFIER_GROUP_LINGER", "200ms", "How long such an event waits for others at most.");
    (!single).then_some(BatchPolicy { max: max.clamp(1, MAX_GROUP), linger })
}

fn list(env: &mut Env, name: &str, doc: &str) -> HashSet<String> {
    let text = env.text(name, "", doc);
    text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_the_specification_s() {
        let mut env = Env::from_pairs([("AUSPEX_CLASSIFIER_WALLETS", " a, b,,")]);
        let config = ClassifierConfig::read(&mut env);
        env.finish().unwrap();
        assert_eq!((config.batch, config.linger), (32, Duration::from_millis(500)));
        assert_eq!(config.scout, MicroUsd::dollars(5_000));
        assert_eq!(config.rules.wallets, HashSet::from(["a".to_owned(), "b".to_owned()]));
    }
}
