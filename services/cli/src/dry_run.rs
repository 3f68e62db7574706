//! `--dry-run` of `ask` and `publish`: the expected cost of events, from the costs of earlier ones. Publishes and
//! spends nothing.

mod estimate;
mod route;
mod share;

use domain::{Event, MicroUsd};
use operations::costs::CostHistory;
use runtime::config::{ConfigError, Env};
use worker::SpendingLimits;

use crate::Context;
use crate::door::Door;
pub use estimate::{CostEstimate, Group};
pub use route::{Route, Routes};
pub use share::Share;

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

/// Counts events by their route and group.
#[derive(Debug)]
pub struct DryRun {
    settings: Settings,
    routes: Routes,
    groups: Vec<Group>,
}

impl DryRun {
    /// Starts without events.
    ///
    /// # Errors
    /// When the spending limits in the environment are invalid.
    pub fn start(context: &Context) -> anyhow::Result<Self> {
        Ok(Self { settings: context.spending.clone()?, routes: Routes::default(), groups: Vec::new() })
    }

    /// Counts one event.
    pub fn add(&mut self, event: &Event) {
        let route = Route::by_event(event, self.settings.scout);
        self.routes.add(route);
        estimate::add(&mut self.groups, event, route, &self.settings.limits);
    }

    /// Estimates the cost of the counted events. Without events that cost money, the history is not read; if it cannot
    /// be read, the estimate contains the reason and the upper bound only.
    pub async fn finish(self, context: &Context) -> CostEstimate {
        let history = if self.groups.is_empty() { Ok(CostHistory::default()) } else { history(context).await };
        let (history, problem) = match history {
            Ok(history) => (history, None),
            Err(error) => (CostHistory::default(), Some(crate::output::error_chain(&error))),
        };
        let estimate = CostEstimate::new(self.routes, self.groups, &history, self.settings.limits.tenant_day);
        CostEstimate { history_problem: problem, ..estimate }
    }
}

/// Reads the costs of the token's tenant, or for an operator and beside a local fleet those of all tenants.
async fn history(context: &Context) -> anyhow::Result<CostHistory> {
    Ok(match context.is_operator() {
        true => operations::costs::of_all_tenants(&context.store().await?).await?,
        false => Door::open(context)?.cost_history().await?,
    })
}
