//! What may be spent, and what today has spent. Pure.

use domain::MicroUsd;
use runtime::topology::SERVICES;
use store::reading::DayBudget;
use worker::Limits;

use super::finding::Finding;

/// From here on a tenant's day is worth a word.
const NEARLY_PERCENT: u64 = 80;
/// Tenants named one by one, the most spent first.
const NAMED: usize = 5;

/// The limits that the environment of this command sets; workers elsewhere may have been told others.
pub(super) fn limits(limits: &Limits) -> Finding {
    let agents: Vec<String> =
        SERVICES.iter().map(|service| format!("{} {}", service.name, dollars(limits.agent(service.name)))).collect();
    let (run, day) = (dollars(limits.run), dollars(limits.tenant_day));
    Finding::fine("limits", format!("a run {run} ({}), a tenant's day {day}", agents.join(", ")))
}

/// What tenants have spent of today's limits.
pub(super) fn of_today(spent: &[DayBudget]) -> Vec<Finding> {
    if spent.is_empty() {
        return vec![Finding::fine("spent today", "nothing")];
    }
    let mut findings: Vec<Finding> = spent.iter().take(NAMED).map(one).collect();
    if spent.len() > NAMED {
        findings.push(Finding::fine("spent today", format!("{} more tenants, each less", spent.len() - NAMED)));
    }
    findings
}

fn one(day: &DayBudget) -> Finding {
    // `tenant:<name>:<day>`
    let tenant = day.scope.split(':').nth(1).unwrap_or(&day.scope);
    let percent = day.committed.0.saturating_mul(100).checked_div(day.limit.0).unwrap_or(100);
    let detail = format!("tenant {tenant}: {} of {} ({percent} %)", day.committed, dollars(day.limit));
    match percent {
        0..NEARLY_PERCENT => Finding::fine("spent today", detail),
        NEARLY_PERCENT..100 => Finding::notable(
            "spent today",
            detail,
            "at 100 % no model is called any more; raise AUSPEX_BUDGET_TENANT_DAY",
        ),
        _ => Finding::broken(
            "spent today",
            detail,
            "raise AUSPEX_BUDGET_TENANT_DAY and start the workers again, or wait until 00:00 UTC",
        ),
    }
}

/// Limits are whole cents.
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
    fn a_day_that_is_nearly_spent_is_told_before_it_is() {
        let state = |limit, committed| of_today(&[day("default", limit, committed)])[0].state;
        assert_eq!((state(100, 79), state(100, 80), state(100, 100)), (State::Fine, State::Notable, State::Broken));
        assert_eq!(state(0, 0), State::Broken, "a limit of nothing is spent from the start");
        assert_eq!(of_today(&[])[0].detail, "nothing");
        let many: Vec<DayBudget> = (0..7).map(|number| day(&format!("t{number}"), 200_000_000, 1_500_000)).collect();
        let found = of_today(&many);
        assert_eq!(found.len(), 6);
        assert_eq!(found[0].detail, "tenant t0: $1.500000 of $200.00 (0 %)");
        assert_eq!(found[5].detail, "2 more tenants, each less");
    }
}
