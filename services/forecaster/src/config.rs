//! Configuration of the forecaster.

use std::time::Duration;

use domain::{Run, Time};
use forecasting::estimate::STATED_WEIGHT;
use forecasting::price::DEFAULT_WEIGHT;
use forecasting::weights;
use runtime::config::Env;

use crate::advise::Bar;
use crate::analyze::RoundLimits;
use crate::deep_report::plan;
pub use crate::market_access::MarketAccess;
use crate::prompt_split::SecondPrompts;
use crate::review::TenantRules;

/// Time in which a call in a batch ends: the window of the providers (24 hours), and the time until its batch is sent
/// and collected.
pub(crate) const BATCH_WINDOW: Duration = Duration::from_secs(26 * 3600);

/// The forecaster's settings.
#[derive(Debug, Clone)]
pub struct ForecasterConfig {
    /// Limits of rounds and questions, and prices for the value of information.
    pub limits: RoundLimits,
    /// Maximum duration of a round.
    pub round: Duration,
    /// Conditions for advice on a market.
    pub bar: Bar,
    /// Weights of stated probabilities and prices.
    pub weights: ConfiguredWeights,
    /// Maximum number of questions of a run that are researched at the same time.
    pub parallel: usize,
    /// Gives every forecast with a market a recommendation, also if the market's price is unknown.
    pub require_recommendation: bool,
    /// Interval at which deadlines are checked.
    pub sweep: Duration,
    /// Sites on which markets are looked up.
    pub markets: MarketAccess,
    /// Age of an earlier run of the same question up to which its research questions are asked again; 0 for never.
    pub plan_age: Duration,
    /// Rules of tenants by which a forecast waits for a review.
    pub review: TenantRules,
    /// A second set of prompts for a share of the runs.
    pub second_prompts: Option<SecondPrompts>,
}

/// Weights that `auspex backtest --fit` prints.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConfiguredWeights {
    /// Weight of the stated probability in the own view, 0 to 1.
    pub stated: f64,
    /// Weight of a price of which nothing else is known; `None` for the default.
    pub market: Option<f64>,
}

impl ConfiguredWeights {
    fn read(env: &mut Env) -> Self {
        let stated = env.number(
            weights::STATED_SETTING,
            STATED_WEIGHT,
            "Weight of the probability that the model states in the own view, 0 to 1; the computed one has the rest.",
        );
        let market = env.number(
            weights::MARKET_SETTING,
            DEFAULT_WEIGHT,
            "Weight of a market's price of which nothing else is known beside an ordinary estimate, 0.5 to 6.",
        );
        if !(0.0..=1.0).contains(&stated) {
            env.mistake(weights::STATED_SETTING, "must be from 0 to 1");
        }
        if !(0.5..=6.0).contains(&market) {
            env.mistake(weights::MARKET_SETTING, "must be from 0.5 to 6");
        }
        Self { stated, market: (market.to_bits() != DEFAULT_WEIGHT.to_bits()).then_some(market) }
    }
}

impl ForecasterConfig {
    /// Reads the settings from the environment.
    pub fn read(env: &mut Env) -> Self {
        let trade_cost =
            env.number("AUSPEX_FORECASTER_TRADE_COST", 0.02, "Fees and spread of a market, in probability.");
        let stake = env.dollars(
            "AUSPEX_FORECASTER_STAKE_USD",
            "100.00",
            "What there is to stake on a market, in dollars; advice is a share of it.",
        );
        let config = Self {
            limits: RoundLimits {
                iterations: env.number("AUSPEX_FORECASTER_ITERATIONS", 5, "Rounds of research per run at most."),
                questions: env.number("AUSPEX_FORECASTER_QUESTIONS", 6_usize, "Questions per round at most."),
                round_guess: env.dollars(
                    "AUSPEX_FORECASTER_ROUND_COST",
                    "0.50",
                    "What a round costs before there is a history.",
                ),
                turns: env.number(
                    "AUSPEX_FORECASTER_TURNS",
                    15_u32,
                    "Calls of the forecaster's own model per round of a run at most.",
                ),
                estimates: env.number("AUSPEX_FORECASTER_ESTIMATES", 3_u32, "Independent estimates that are pooled."),
                min_value: env.dollars(
                    "AUSPEX_RUN_MIN_VALUE",
                    "0.00",
                    "Smallest expected gain that is worth a further round, in dollars. The gain must exceed the round's cost in any case.",
                ),
                per_point: env.dollars(
                    "AUSPEX_FORECASTER_BRIER_USD",
                    "50.00",
                    "What one whole point of Brier score is worth, in dollars.",
                ),
                stake,
                trade_cost,
            },
            round: env.duration("AUSPEX_FORECASTER_ROUND", "10m", "How long a round of research may take."),
            bar: Bar {
                cost: trade_cost,
                edge: env.number(
                    "AUSPEX_FORECASTER_MIN_EDGE",
                    0.05,
                    "Smallest edge after costs that is worth advising.",
                ),
                confidence: env.number(
                    "AUSPEX_FORECASTER_MIN_CONFIDENCE",
                    0.3,
                    "Under this confidence the advice is to abstain.",
                ),
                stake,
            },
            weights: ConfiguredWeights::read(env),
            markets: MarketAccess::read(env),
            plan_age: env.duration(
                "AUSPEX_FORECASTER_PLAN_AGE",
                "7d",
                "Age up to which a run uses the research questions of an earlier run that asked the same, so that memory can answer them; 0s decomposes every question anew.",
            ),
            review: review_rules(env),
            second_prompts: SecondPrompts::read(env),
            parallel: parallel(env),
            require_recommendation: env.flag(
                "AUSPEX_FORECASTER_REQUIRE_RECOMMENDATION",
                false,
                "Gives every forecast with a market a recommendation: to abstain if there is no edge or the market's price is unknown.",
            ),
            sweep: env.duration(
                "AUSPEX_FORECASTER_SWEEP",
                "1s",
                "How often rounds past their deadline are looked for.",
            ),
        };
        if config.limits.estimates == 0 || config.limits.questions == 0 {
            env.mistake("AUSPEX_FORECASTER_ESTIMATES", "and AUSPEX_FORECASTER_QUESTIONS must be at least 1");
        }
        config
    }

    /// Returns the limits of a run. The caller may lower the number of rounds; the depth of a report sets it.
    pub fn limits_of(&self, run: &Run) -> RoundLimits {
        let asked = run.asked.config.max_iterations.unwrap_or(self.limits.iterations);
        let most = run.answer_kind().report_depth().map_or(self.limits.iterations, plan::rounds);
        RoundLimits { iterations: self.limits.iterations.min(asked).min(most), ..self.limits }
    }

    /// Returns the deadline of a round that starts now: the configured duration, with the time of a batch for a run
    /// that is not urgent, or the time at which the question closes if that is earlier, because a later forecast is
    /// worthless. A question that has closed already (in a backtest) sets no bound.
    pub fn deadline_of(&self, run: &Run, now: Time) -> Time {
        let end = now + if run.asked.config.can_wait { self.round + BATCH_WINDOW } else { self.round };
        run.asked.closes.filter(|closes| *closes > now).map_or(end, |closes| end.min(closes))
    }

    /// The default settings, for tests.
    #[cfg(test)]
    pub(crate) fn defaults() -> Self {
        Self::read(&mut Env::from_pairs(Vec::<(String, String)>::new()))
    }
}

/// Reads the rules by which forecasts of a tenant wait for a review.
fn review_rules(env: &mut Env) -> TenantRules {
    const NAME: &str = "AUSPEX_FORECASTER_REVIEW_IF";
    let text = env.text(
        NAME,
        "",
        "Rules by tenant by which a forecast waits for a person before it is published, added to those of its question: `*: below_confidence=0.3; acme: contradiction, over_budget, price_gap=0.2`.",
    );
    TenantRules::parse(&text).unwrap_or_else(|problem| {
        env.mistake(NAME, &problem);
        TenantRules::default()
    })
}

/// Reads the number of questions that are researched at the same time.
fn parallel(env: &mut Env) -> usize {
    let most = env.number(
        "AUSPEX_RUN_RESEARCH_PARALLEL",
        0_usize,
        "Questions of a run that are researched at the same time at most; 0 for all questions of the round.",
    );
    if most == 0 { usize::MAX } else { most }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::run;

    #[test]
    fn a_round_ends_no_later_than_its_question_closes() {
        let (config, now) = (ForecasterConfig::defaults(), crate::sample::when());
        let mut run = run();
        for (closes, minutes) in [(None, 10), (Some(3), 3), (Some(60), 10), (Some(-5), 10)] {
            run.asked.closes = closes.map(|minutes| now + chrono::TimeDelta::minutes(minutes));
            assert_eq!(config.deadline_of(&run, now), now + chrono::TimeDelta::minutes(minutes), "{closes:?}");
        }
    }

    #[test]
    fn weights_outside_of_their_range_are_mistakes() {
        let read = |name: &str, value: &str| {
            let mut env = Env::from_pairs([(name, value)]);
            let weights = ForecasterConfig::read(&mut env).weights;
            env.finish().map(|_| weights).map_err(|problem| problem.to_string())
        };
        assert_eq!(read(weights::MARKET_SETTING, "2").unwrap().market, Some(2.0));
        assert!((read(weights::STATED_SETTING, "0.7").unwrap().stated - 0.7).abs() < 1e-12);
        for (name, value) in [(weights::STATED_SETTING, "1.2"), (weights::MARKET_SETTING, "0.1")] {
            assert!(read(name, value).unwrap_err().contains(name), "{name}");
        }
        assert_eq!(ForecasterConfig::defaults().weights, ConfiguredWeights { stated: 0.5, market: None });
    }

    #[test]
    fn a_round_that_is_not_urgent_has_time_for_a_batch() {
        let (config, now) = (ForecasterConfig::defaults(), crate::sample::when());
        let mut run = run();
        (run.asked.closes, run.asked.config.can_wait) = (None, true);
        assert_eq!(config.deadline_of(&run, now), now + config.round + BATCH_WINDOW);
    }

    #[test]
    fn the_caller_may_lower_the_rounds_but_not_raise_them() {
        let config = ForecasterConfig::defaults();
        let mut run = run();
        assert_eq!(config.limits_of(&run).iterations, 5);
        run.asked.config.max_iterations = Some(2);
        assert_eq!(config.limits_of(&run).iterations, 2);
        run.asked.config.max_iterations = Some(99);
        assert_eq!(config.limits_of(&run).iterations, 5);
        run.asked.kind = Some(domain::AnswerKind::Report { depth: 2 });
        assert_eq!(config.limits_of(&run).iterations, 2);
    }
}
