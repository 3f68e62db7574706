//! Class of the default budgets: it follows the price of the model unless it is set.

use std::fmt;
use std::str::FromStr;

use domain::MicroUsd;
use llm::Price;
use runtime::config::Env;

use super::ModelConfig;
use crate::prompt::WORKERS;

/// Setting of the class.
const NAME: &str = "AUSPEX_BUDGET_CLASS";

/// Tokens that a fleet reads for each one that it writes.
const READ_PER_WRITTEN: u64 = 4;

/// Micro-dollars for four million tokens read and one million written, from which a model costs 2.5 times as much as
/// the model of the default budgets ($2.40 at MiniMax-M2).
const STANDARD_FROM: u64 = 6_000_000;

/// The same for 7 times as much.
const PREMIUM_FROM: u64 = 16_800_000;

/// Class of the default budgets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum BudgetClass {
    /// The defaults as documented.
    #[default]
    Economy,
    /// Four times the defaults.
    Standard,
    /// Ten times the defaults.
    Premium,
}

impl BudgetClass {
    /// Returns the factor of the default budgets.
    pub fn factor(self) -> u64 {
        match self {
            Self::Economy => 1,
            Self::Standard => 4,
            Self::Premium => 10,
        }
    }

    pub(super) fn read(env: &mut Env) -> Self {
        let by_price = Self::of_models(env);
        env.number(
            NAME,
            by_price,
            "Class of the budgets: economy, standard (4 times the defaults) or premium (10 times). It multiplies the defaults of \
             AUSPEX_RUN_RESEARCH_BUDGET and of every AUSPEX_BUDGET_… setting that is not set. Without it the price of the dearest \
             model of the workers decides.",
        )
    }

    /// Returns the class for the dearest model of the workers, as far as the environment names them. Mistakes in their
    /// settings are reported by the worker that has the model.
    fn of_models(env: &Env) -> Self {
        let price = |worker: &&str| ModelConfig::read(&mut env.unrecorded(), worker).endpoint.price;
        WORKERS.iter().map(price).map(|price| Self::of_price(&price)).max().unwrap_or_default()
    }

    /// Returns the class of a model's price: the smallest that multiplies the budgets about as much as the price.
    pub fn of_price(price: &Price) -> Self {
        let mix = price.input.0.saturating_mul(READ_PER_WRITTEN).saturating_add(price.output.0);
        match mix {
            0..STANDARD_FROM => Self::Economy,
            STANDARD_FROM..PREMIUM_FROM => Self::Standard,
            _ => Self::Premium,
        }
    }

    /// Reads a limit whose default depends on the class.
    pub(super) fn dollars(self, env: &mut Env, name: &str, economy: MicroUsd, doc: &str) -> MicroUsd {
        let micro = economy.0.saturating_mul(self.factor());
        env.dollars(name, &format!("{}.{:02}", micro / 1_000_000, micro % 1_000_000 / 10_000), doc)
    }
}

impl fmt::Display for BudgetClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Economy => "economy",
            Self::Standard => "standard",
            Self::Premium => "premium",
        })
    }
}

impl FromStr for BudgetClass {
    type Err = UnknownClass;

    fn from_str(text: &str) -> Result<Self, UnknownClass> {
        let classes = [Self::Economy, Self::Standard, Self::Premium];
        classes.into_iter().find(|class| class.to_string() == text).ok_or(UnknownClass)
    }
}

/// Error for text that names no class of budgets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("use economy, standard or premium")]
pub struct UnknownClass;

#[cfg(test)]
mod tests {
    use super::*;

    fn class(pairs: &[(&str, &str)]) -> BudgetClass {
        let mut env = Env::from_pairs(pairs.iter().copied());
        let class = BudgetClass::read(&mut env);
        env.finish().unwrap();
        class
    }

    #[test]
    fn the_class_follows_the_price_of_the_dearest_model() {
        assert_eq!(class(&[]), BudgetClass::Economy, "the offline world");
        let of = |model: &str| class(&[("ANTHROPIC_API_KEY", "k"), ("AUSPEX_MODEL", model)]);
        assert_eq!((of("claude-haiku-4-5"), of("claude-opus-5")), (BudgetClass::Standard, BudgetClass::Premium));
        let one =
            [("ANTHROPIC_API_KEY", "k"), ("AUSPEX_MODEL", "claude-haiku-4-5"), ("FORECASTER_MODEL", "claude-opus-5")];
        assert_eq!(class(&one), BudgetClass::Premium);
        let own = [("AUSPEX_MODEL_PRICE_IN", "0"), ("AUSPEX_MODEL_PRICE_OUT", "0")];
        assert_eq!(class(&own), BudgetClass::Economy, "a local server");
    }

    #[test]
    fn a_class_that_is_set_wins_and_a_model_without_a_price_is_no_mistake_of_the_class() {
        let set = [("ANTHROPIC_API_KEY", "k"), ("AUSPEX_MODEL", "claude-opus-5"), (NAME, "economy")];
        assert_eq!(class(&set), BudgetClass::Economy);
        assert_eq!(class(&[("ANTHROPIC_API_KEY", "k"), ("AUSPEX_MODEL", "next-year")]), BudgetClass::Economy);
    }
}
