//! What may be spent (SPEC 4.4), and which budgets a call counts against. Pure.

use domain::{Budget, JobId, MicroUsd, RunId, Scope, Tenant, Time};
use runtime::config::Env;

/// The limits that configuration sets; an event may lower them, never raise them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// One call to a model, whoever makes it.
    pub call: MicroUsd,
    /// All agents of one run together.
    pub run: MicroUsd,
    /// One tenant on one day, UTC.
    pub tenant_day: MicroUsd,
    /// One agent, by name, in one run, or in what one event caused where there is no run.
    agents: Vec<(&'static str, MicroUsd)>,
}

/// Agents with their dollars per run. Classifier and writer have no line in SPEC 4.4: both make one short call per
/// piece of work, and are given what the filter has.
const AGENTS: [(&str, &str, &str); 5] = [
    ("classifier", "AUSPEX_BUDGET_CLASSIFIER", "0.30"),
    ("researcher", "AUSPEX_BUDGET_RESEARCHER", "3.00"),
    ("filter", "AUSPEX_BUDGET_FILTER", "0.30"),
    ("forecaster", "AUSPEX_BUDGET_FORECASTER", "1.00"),
    ("writer", "AUSPEX_BUDGET_WRITER", "0.30"),
];

/// Who pays for a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payer {
    /// The tenant.
    pub tenant: Tenant,
    /// The job of the event that caused the work: what one agent may spend, it may spend for this.
    pub root: JobId,
    /// The run and its own budget, if it is part of one.
    pub run: Option<(RunId, MicroUsd)>,
    /// The task and its own budget, if it has one.
    pub task: Option<(JobId, MicroUsd)>,
}

impl Limits {
    /// Reads them.
    pub fn read(env: &mut Env) -> Self {
        let agents = AGENTS.map(|(agent, name, default)| {
            (agent, env.dollars(name, default, &format!("Dollars that the {agent} may spend per run.")))
        });
        Self {
            call: env.dollars(
                "AUSPEX_BUDGET_CALL",
                "2.00",
                "Dollars that one call to a model may cost at most; one that could cost more is not made.",
            ),
            run: env.dollars("AUSPEX_BUDGET_RUN", "20.00", "Dollars that a whole run may spend."),
            tenant_day: env.dollars(
                "AUSPEX_BUDGET_TENANT_DAY",
                "200.00",
                "Dollars that a tenant may spend per day (UTC).",
            ),
            agents: agents.to_vec(),
        }
    }

    /// What one agent may spend per run; nothing for an agent that is not known.
    pub fn agent(&self, agent: &str) -> MicroUsd {
        self.agents.iter().find(|(name, _)| *name == agent).map_or(MicroUsd::ZERO, |(_, limit)| *limit)
    }

    /// Every budget that a call of `agent` at `now` counts against; the limit of the call itself is the last. What an event lowers
    /// for its run or its task, it lowers for each of their calls.
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
    fn the_event_lowers_and_never_raises() {
        let limits = Limits::read(&mut Env::default());
        let root = JobId::named(&["event"]);
        let run = RunId::of_event(root);
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
        assert_eq!(call(MicroUsd(7)), MicroUsd(7), "a call may cost no more than its run");
    }

    #[test]
    fn the_defaults_are_the_specifications() {
        let limits = Limits::read(&mut Env::default());
        assert_eq!(limits.agent("forecaster"), MicroUsd::dollars(1));
        assert_eq!(limits.agent("researcher"), MicroUsd::dollars(3));
        assert_eq!(limits.agent("filter"), MicroUsd(300_000));
        assert_eq!(limits.run, MicroUsd::dollars(20));
        assert_eq!(limits.agent("stranger"), MicroUsd::ZERO);
    }
}
