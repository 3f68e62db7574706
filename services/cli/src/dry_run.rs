//! `--dry-run` of `ask` and `publish`: the expected cost of events, from the costs of earlier ones. Publishes and
//! spends nothing.

mod text;

use domain::{Event, MicroUsd};
use operations::costs::{CostEstimate, CostEstimator, CostHistory};
use runtime::config::{ConfigError, Env};
use worker::SpendingLimits;

use crate::Context;
use crate::door::Door;
pub(crate) use text::lines;

/// The settings of the workers that decide what an event may cost, as this command's environment has them.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Limits of calls, runs, agents and tenants, in micro-dollars.
    pub limits: SpendingLimits,
    /// A watched trade above this value is forecast.
    pub scout: MicroUsd,
}

impl Settings {
    /// Reads the settings.
    ///
    /// # Errors
    /// When one of them is invalid. Mistakes that `env` had before do not count.
    pub fn read(env: &mut Env) -> Result<Self, ConfigError> {
        let mistakes = |env: &Env| env.finish().err().map_or_else(Vec::new, |error| error.0);
        let others = mistakes(env).len();
        let limits = SpendingLimits::read(env);
        let scout = env.dollars("AUSPEX_CLASSIFIER_SCOUT_USD", "5000", "");
        let own = mistakes(env).split_off(others);
        if own.is_empty() { Ok(Self { limits, scout }) } else { Err(ConfigError(own)) }
    }
}

/// Counts events, and estimates their cost.
#[derive(Debug)]
pub struct DryRun(CostEstimator);

impl DryRun {
    /// Starts without events.
    ///
    /// # Errors
    /// When the spending limits in the environment are invalid.
    pub fn start(context: &Context) -> anyhow::Result<Self> {
        let Settings { limits, scout } = context.spending.clone()?;
        Ok(Self(CostEstimator::new(limits, scout)))
    }

    /// Counts one event.
    pub fn add(&mut self, event: &Event) {
        self.0.add(event);
    }

    /// Estimates the cost of the counted events. Without events that cost money, the history is not read; if it cannot
    /// be read, the estimate contains the reason and the upper bound only.
    pub async fn finish(self, context: &Context) -> CostEstimate {
        let history = if self.0.is_free() { Ok(CostHistory::default()) } else { history(context).await };
        match history {
            Ok(history) => self.0.finish(&history),
            Err(error) => {
                let history_problem = Some(crate::output::error_chain(&error));
                CostEstimate { history_problem, ..self.0.finish(&CostHistory::default()) }
            }
        }
    }
}

/// Reads the costs of the token's tenant, or for an operator and beside a local fleet those of all tenants.
async fn history(context: &Context) -> anyhow::Result<CostHistory> {
    Ok(match context.is_operator() {
        true => operations::costs::of_all_tenants(&context.store().await?).await?,
        false => Door::open(context)?.cost_history().await?,
    })
}
