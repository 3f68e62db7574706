//! Spending limits, and the budgets that a call counts against. Pure.

use domain::miss::BY_RESEARCH_REASON;
use domain::run::question_round;
use domain::{Budget, BudgetScope, JobId, MicroUsd, ResearchTask, RunId, Tenant, Time};
use runtime::config::Env;

use super::budget_class::BudgetClass;

/// Spending limits of the configuration; an event may lower but never raise them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpendingLimits {
    /// Limit of a single model call.
    pub call: MicroUsd,
    /// Limit of one run, over all agents.
    pub run: MicroUsd,
    /// Limit of the researcher for all rounds of one run.
    pub run_research: MicroUsd,
    /// Limit of one tenant per day (UTC).
    pub tenant_day: MicroUsd,
    /// Class of the limits that are not set.
    pub class: BudgetClass,
    /// Limit of each agent per round of a run, or per task outside of runs.
    agents: Vec<(&'static str, MicroUsd)>,
}

/// Agents with their dollars per round or task in the class `economy`. Classifier and writer make one short call per
/// task and get the same limit as the filter.
const AGENTS: [(&str, &str, MicroUsd); 5] = [
    ("classifier", "AUSPEX_BUDGET_CLASSIFIER", MicroUsd(300_000)),
    (RESEARCHER, "AUSPEX_BUDGET_RESEARCHER", MicroUsd::dollars(3)),
    ("filter", "AUSPEX_BUDGET_FILTER", MicroUsd(300_000)),
    ("forecaster", "AUSPEX_BUDGET_FORECASTER", MicroUsd::dollars(1)),
    ("writer", "AUSPEX_BUDGET_WRITER", MicroUsd(300_000)),
];

/// The agent that has a limit for the whole run beside that of a round.
const RESEARCHER: &str = "researcher";

/// Agents that call models in every round of a run.
const ROUND_AGENTS: [&str; 3] = ["forecaster", RESEARCHER, "filter"];

/// Budgets of the event that a call is made for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payer {
    /// Tenant that is charged.
    pub tenant: Tenant,
    /// Job of the event that caused the work.
    pub root: JobId,
    /// Part of the event's work that the call belongs to.
    pub work: Work,
    /// Task and its limit, if it has one.
    pub task: Option<(JobId, MicroUsd)>,
}

/// Part of an event's work that the agents' limits apply to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// One round of a run. The limit of the round covers all its questions together.
    Round {
        /// Run whose budget pays for the round.
        run: RunId,
        /// Limit of the run; [`MicroUsd::MAX`] where the run's own limit is not known.
        limit: MicroUsd,
        /// The round, from 1.
        round: u32,
    },
    /// One task outside of runs, by its job.
    Task(JobId),
    /// A task, by its job, that other research requested. It also counts against all research of its event, which may
    /// be a run's.
    Requested(JobId),
}

impl Work {
    /// Returns the part that a research task, or the filtering of its result, belongs to. `job` is the job that does
    /// the work. A question id without a round counts as round 1.
    pub fn of_task(task: &ResearchTask, job: JobId) -> Self {
        match task.subject.waiting() {
            Some((run, question)) => {
                Self::Round { run, limit: MicroUsd::MAX, round: question_round(question).unwrap_or(1) }
            }
            None if task.reason == BY_RESEARCH_REASON => Self::Requested(job),
            None => Self::Task(job),
        }
    }
}

impl SpendingLimits {
    /// Reads the limits.
    pub fn read(env: &mut Env) -> Self {
        let class = BudgetClass::read(env);
        let agents = AGENTS.map(|(agent, name, economy)| {
            let doc = format!("Limit of the {agent} per round of a run, or per task outside of runs, in dollars.");
            (agent, class.dollars(env, name, economy, &doc))
        });
        Self {
            call: class.dollars(
                env,
                "AUSPEX_BUDGET_CALL",
                MicroUsd::dollars(2),
                "Limit of a single model call, in dollars; a call that could cost more is not made.",
            ),
            run: class.dollars(env, "AUSPEX_BUDGET_RUN", MicroUsd::dollars(20), "Limit of a run, in dollars."),
            run_research: class.dollars(
                env,
                "AUSPEX_RUN_RESEARCH_BUDGET",
                MicroUsd::dollars(15),
                "Limit of the researcher for all rounds of a run, with the further research that it requests, in dollars.",
            ),
            tenant_day: class.dollars(
                env,
                "AUSPEX_BUDGET_TENANT_DAY",
                MicroUsd::dollars(200),
                "Limit of a tenant per day (UTC), in dollars. A running fleet keeps the lowest limit that its workers name; \
                 `auspex budget raise` raises that of the present day.",
            ),
            class,
            agents: agents.to_vec(),
        }
    }

    /// Returns an agent's limit per round of a run, or per task outside of runs; zero for an unknown agent.
    pub fn agent(&self, agent: &str) -> MicroUsd {
        self.agents.iter().find(|(name, _)| *name == agent).map_or(MicroUsd::ZERO, |(_, limit)| *limit)
    }

    /// Returns every budget that a call of `agent` at `now` counts against; the last one is the limit of the call
    /// itself. A lower limit of the run or the task also applies to each of their calls.
    pub fn budgets(&self, agent: &str, payer: &Payer, now: Time) -> Vec<Budget> {
        let day = BudgetScope::tenant_day(&payer.tenant, now.date_naive());
        let mut budgets = vec![Budget { scope: day, limit: self.tenant_day }];
        budgets.extend(self.agent_budgets(agent, payer));
        let run = match payer.work {
            Work::Round { run, limit, .. } => Some((run, limit)),
            Work::Task(_) | Work::Requested(_) => None,
        };
        let own = [run.map(|(_, limit)| limit), payer.task.map(|(_, limit)| limit)];
        let call = own.into_iter().flatten().fold(self.call, MicroUsd::min);
        if let Some((run, limit)) = run {
            budgets.push(Budget { scope: BudgetScope::run(run), limit: limit.min(self.run) });
        }
        if let Some((task, limit)) = payer.task {
            budgets.push(Budget { scope: BudgetScope::task(task), limit });
        }
        budgets.push(Budget { scope: BudgetScope::call(), limit: call });
        budgets
    }

    /// Returns the agents' budgets of the first `rounds` rounds of a run, and that of all its research.
    pub fn round_budgets(&self, root: JobId, rounds: u32) -> Vec<Budget> {
        let each = (1..=rounds).flat_map(|round| ROUND_AGENTS.map(|agent| self.round_budget(agent, root, round)));
        each.chain([self.research_budget(root)]).collect()
    }

    /// Returns the budget of the agent's part of the work, and that of all research of the event if the call counts
    /// against it.
    fn agent_budgets(&self, agent: &str, Payer { root, work, .. }: &Payer) -> Vec<Budget> {
        let (own, of_run) = match *work {
            Work::Round { round, .. } => (self.round_budget(agent, *root, round), true),
            Work::Task(job) => (self.task_budget(agent, *root, job), false),
            Work::Requested(job) => (self.task_budget(agent, *root, job), true),
        };
        let research = (of_run && agent == RESEARCHER).then(|| self.research_budget(*root));
        std::iter::once(own).chain(research).collect()
    }

    fn round_budget(&self, agent: &str, root: JobId, round: u32) -> Budget {
        Budget { scope: BudgetScope::agent_round(agent, root, round), limit: self.agent(agent) }
    }

    fn task_budget(&self, agent: &str, root: JobId, job: JobId) -> Budget {
        Budget { scope: BudgetScope::agent_task(agent, root, job), limit: self.agent(agent) }
    }

    /// The scope is the one that older versions use for the whole run, so that a cancellation by any version stops all
    /// research.
    fn research_budget(&self, root: JobId) -> Budget {
        Budget { scope: BudgetScope::agent(RESEARCHER, root), limit: self.run_research }
    }
}

#[cfg(test)]
#[path = "budget_test.rs"]
mod tests;
