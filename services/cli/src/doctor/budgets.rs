//! Configured spending limits and today's spending. Pure.

use domain::MicroUsd;
use runtime::topology::SERVICES;
use store::events::EventCost;
use store::ledger::DayBudget;
use worker::SpendingLimits;

use super::finding::Finding;
use crate::output;

/// Share of a tenant's daily limit, in percent, from which its spending is notable.
const NEARLY_PERCENT: u64 = 80;
/// Maximum number of tenants listed, highest spending first.
const MAX_TENANTS: usize = 5;

/// Reports the limits in this command's environment; workers on other machines may have different ones.
pub(super) fn limits(limits: &SpendingLimits) -> Finding {
    let agents: Vec<String> =
        SERVICES.iter().map(|service| format!("{} {}", service.name, dollars(limits.agent(service.name)))).collect();
    let (run, day) = (dollars(limits.run), dollars(limits.tenant_day));
    let agents = agents.join(", ");
    let class = limits.class;
    Finding::fine(
        "limits",
        format!("class {class}, per run {run}, per tenant and day {day}, per round or task: {agents}"),
    )
}

/// Tells how many questions the limit of a tenant and day pays for, by the median cost of the latest runs with a cost.
/// Returns `None` if no run had one.
pub(super) fn buys(limits: &SpendingLimits, history: &[EventCost]) -> Option<Finding> {
    let is_question = |event: &&EventCost| event.tasks == 0 && event.cost > MicroUsd::ZERO;
    let mut costs: Vec<MicroUsd> = history.iter().filter(is_question).map(|event| event.cost).collect();
    costs.sort_unstable();
    let median = *costs.get(costs.len() / 2)?;
    let questions = limits.tenant_day.0 / median.0;
    let detail = format!(
        "{} per tenant and day pay for about {questions} questions at {median}, the median cost of {}",
        dollars(limits.tenant_day),
        output::pluralize(costs.len() as u64, "run")
    );
    if questions > 0 {
        return Some(Finding::fine("questions per day", detail));
    }
    Some(Finding::notable("questions per day", detail, "raise AUSPEX_BUDGET_TENANT_DAY, or configure a cheaper model"))
}

/// Compares the spending of each tenant with its daily limit.
pub(super) fn spent_today(spent: &[DayBudget]) -> Vec<Finding> {
    if spent.is_empty() {
        return vec![Finding::fine("spent today", "nothing")];
    }
    let mut findings: Vec<Finding> = spent.iter().take(MAX_TENANTS).map(one).collect();
    if spent.len() > MAX_TENANTS {
        findings.push(Finding::fine(
            "spent today",
            format!("{} more tenants with lower spending", spent.len() - MAX_TENANTS),
        ));
    }
    findings
}

fn one(day: &DayBudget) -> Finding {
    let tenant = day.tenant();
    let percent = day.committed.0.saturating_mul(100).checked_div(day.limit.0).unwrap_or(100);
    let detail = format!("tenant {tenant}: {} of {} ({percent} %)", day.committed, dollars(day.limit));
    match percent {
        0..NEARLY_PERCENT => Finding::fine("spent today", detail),
        NEARLY_PERCENT..100 => {
            let mend = format!("no model is called at 100 %; `{}` raises it until 00:00 UTC", raise(day));
            Finding::notable("spent today", detail, mend)
        }
        _ => Finding::broken(
            "spent today",
            detail,
            format!(
                "run `{}` for today, and raise AUSPEX_BUDGET_TENANT_DAY for other days; or wait until 00:00 UTC",
                raise(day)
            ),
        ),
    }
}

/// Returns the command that raises the limit of the day.
fn raise(day: &DayBudget) -> String {
    format!("auspex budget raise --tenant {} DOLLARS", day.tenant())
}

/// Formats a limit, which is a whole number of cents.
fn dollars(amount: MicroUsd) -> String {
    format!("${}.{:02}", amount.0 / 1_000_000, amount.0 % 1_000_000 / 10_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    fn day(tenant: &str, limit: u64, committed: u64) -> DayBudget {
        let scope = format!("tenant:{tenant}:2026-11-22");
        DayBudget { scope, limit: MicroUsd(limit), committed: MicroUsd(committed) }
    }

    #[test]
    fn a_day_pays_for_the_questions_that_the_median_run_allows() {
        let mut env = runtime::config::Env::from_pairs([("AUSPEX_BUDGET_TENANT_DAY", "10.00")]);
        let limits = worker::WorkerConfig::read(&mut env, "forecaster").limits;
        let cost = |tasks, micros| EventCost { kind: "question".into(), profile: None, tasks, cost: MicroUsd(micros) };
        let runs = [cost(0, 0), cost(0, 100_000), cost(0, 500_000), cost(0, 900_000), cost(3, 1)];
        let found = buys(&limits, &runs).unwrap();
        assert_eq!(
            found.detail,
            "$10.00 per tenant and day pay for about 20 questions at $0.500000, the median cost of 3 runs"
        );
        assert_eq!(buys(&limits, &[cost(0, 50_000_000)]).unwrap().state, State::Notable, "not one question");
        assert!(buys(&limits, &[cost(0, 0), cost(2, 5)]).is_none(), "nothing is known");
    }

    #[test]
    fn spending_is_notable_near_the_limit_and_broken_at_it() {
        let state = |limit, committed| spent_today(&[day("default", limit, committed)])[0].state;
        assert_eq!((state(100, 79), state(100, 80), state(100, 100)), (State::Fine, State::Notable, State::Broken));
        assert_eq!(state(0, 0), State::Broken, "a limit of zero is spent from the start");
        assert_eq!(spent_today(&[])[0].detail, "nothing");
        let many: Vec<DayBudget> = (0..7).map(|number| day(&format!("t{number}"), 200_000_000, 1_500_000)).collect();
        let found = spent_today(&many);
        assert_eq!(found.len(), 6);
        assert_eq!(found[0].detail, "tenant t0: $1.500000 of $200.00 (0 %)");
        assert_eq!(found[5].detail, "2 more tenants with lower spending");
    }
}
