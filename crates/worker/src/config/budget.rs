//! Spending limits, and the budgets that a call counts against. Pure.

use domain::{Budget, JobId, MicroUsd, RunId, Scope, Tenant, Time};
use runtime::config::Env;

/// Spending limits of the configuration; an event may lower but never raise them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpendingLimits {
    /// Limit of a single model call.
    pub call: MicroUsd,
    /// Limit of one run, over all agents.
    pub run: MicroUsd,
    /// Limit of one tenant per day (UTC).
    pub tenant_day: MicroUsd,
    /// Limit of each agent per run, or per event outside of runs.
    agents: Vec<(&'static str, MicroUsd)>,
}

/// Agents with their dollars per run. Classifier and writer make one short call per task and get the same limit as the
/// filter.
const AGENTS: [(&str, &str, &str); 5] = [
    ("classifier", "AUSPEX_BUDGET_CLASSIFIER", "0.30"),
    ("researcher", "AUSPEX_BUDGET_RESEARCHER", "3.00"),
    ("filter", "AUSPEX_BUDGET_FILTER", "0.30"),
    ("forecaster", "AUSPEX_BUDGET_FORECASTER", "1.00"),
    ("writer", "AUSPEX_BUDGET_WRITER", "0.30"),
];

/// Budgets of the event that a call is made for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payer {
    /// Tenant that is charged.
    pub tenant: Tenant,
    /// Job of the event that caused the work; agents' limits apply per root job.
    pub root: JobId,
    /// Run and its limit, if the work belongs to one.
    pub run: Option<(RunId, MicroUsd)>,
    /// Task and its limit, if it has one.
    pub task: Option<(JobId, MicroUsd)>,
}

impl SpendingLimits {
    /// Reads the limits.
    pub fn read(env: &mut Env) -> Self {
        let agents = AGENTS.map(|(agent, name, default)| {
            (agent, env.dollars(name, default, &format!("Limit of the {agent} per run, in dollars.")))
        });
        Self {
            call: env.dollars(
                "AUSPEX_BUDGET_CALL",
                "2.00",
                "Limit of a single model call, in dollars; a call that could cost more is not made.",
            ),
            run: env.dollars("AUSPEX_BUDGET_RUN", "20.00", "Limit of a run, in dollars."),
            tenant_day: env.dollars(
                "AUSPEX_BUDGET_TENANT_DAY",
                "200.00",
                "Limit of a tenant per day (UTC), in dollars.",
            ),
            agents: agents.to_vec(),
        }
    }

    /// Returns an agent's limit per run; zero for an unknown agent.
    pub fn agent(&self, agent: &str) -> MicroUsd {
        self.agents.iter().find(|(name, _)| *name == agent).map_or(MicroUsd::ZERO, |(_, limit)| *limit)
    }

    /// Returns every budget that a call of `agent` at `now` counts against; the last one is the limit of the call itself. A
    /// lower limit of the run or the task also applies to each of their calls.
    pub fn budgets(&self, agent: &str, payer: &Payer, now: Time) -> Vec<Budget> {
        let day = Scope::tenant_day(&payer.tenant, now.date_naive());
        let mut budgets = vec![
            Budget { scope: day, limit: self.tenant_day },
            Budget { scope: Scope::agent(agent, payer.root), limit: self.agent(agent) },
        ];
        let own = [payer.run.map(|(_, limit)| limit), payer.task.map(|(_, limit)| limit)];
        let call = own.into_iter().flatten().fold(self.call, MicroUsd::min);
        if let Some((run, limit)) = payer.run {
            budgets.push(Budget { scope: Scope::run(run), limit: limit.min(self.run) });
        }
        if let Some((task, limit)) = payer.task {
            budgets.push(Budget { scope: Scope::task(task), limit });
        }
        budgets.push(Budget { scope: Scope::call(), limit: call });
        budgets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_lowers_limits_and_never_raises_them() {
        let limits = SpendingLimits::read(&mut Env::default());
        let root = JobId::named(&["event"]);
        let run = RunId::for_event(root);
        let budgets = |limit: MicroUsd| {
            let payer = Payer { tenant: Tenant::default(), root, run: Some((run, limit)), task: None };
            limits.budgets("forecaster", &payer, Time::UNIX_EPOCH)
        };
        assert_eq!(budgets(MicroUsd::dollars(500))[2].limit, MicroUsd::dollars(20));
        assert_eq!(budgets(MicroUsd::dollars(5))[2].limit, MicroUsd::dollars(5));
        let keys: Vec<String> = budgets(MicroUsd::ZERO).iter().map(|b| b.scope.key().to_owned()).collect();
        let day = "tenant:default:1970-01-01".to_owned();
        let expected = [day, format!("agent:forecaster:{root}"), format!("run:{run}"), "call".to_owned()];
        assert_eq!(keys, expected);
        let call = |limit| budgets(limit)[3].limit;
        assert_eq!(call(MicroUsd::dollars(5)), limits.call);
        assert_eq!(call(MicroUsd(7)), MicroUsd(7), "a call may not cost more than its run");
    }

    #[test]
    fn the_default_limits_are_as_specified() {
        let limits = SpendingLimits::read(&mut Env::default());
        assert_eq!(limits.agent("forecaster"), MicroUsd::dollars(1));
        assert_eq!(limits.agent("researcher"), MicroUsd::dollars(3));
        assert_eq!(limits.agent("filter"), MicroUsd(300_000));
        assert_eq!(limits.run, MicroUsd::dollars(20));
        assert_eq!(limits.agent("stranger"), MicroUsd::ZERO);
    }
}
