//! Budgets of the day, listed and raised with the `auspex` binary.

use crate::started::Started;
use domain::port::{CallIntent, Journal, Ledger, Opened, StepKey};
use domain::{Budget, BudgetScope, JobId, MicroUsd, Tenant};

fn call(step: &str, max: MicroUsd, budget: &Budget) -> CallIntent {
    CallIntent {
        step: StepKey::new(JobId::named(&["job"]), step, b"input"),
        budgets: vec![budget.clone()],
        max,
        ..domain::testing::call_intent()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_raised_budget_allows_calls_at_once() {
    let started = Started::servers().await;
    started.text(&["topology", "apply"], 0).await;
    let refused = started.complaint(&["budget", "raise", "50"], 3).await;
    assert!(refused.contains("has made no model call today"), "{refused}");

    let store = started.store().await;
    store.journal().renew_lease(std::time::Duration::from_secs(600)).await.unwrap();
    let today = store.server().about().await.unwrap().now.date_naive();
    let dollars = MicroUsd::dollars;
    let budget = Budget { scope: BudgetScope::tenant_day(&Tenant::default(), today), limit: dollars(20) };
    assert!(matches!(store.ledger().open(&call("first", dollars(15), &budget)).await.unwrap(), Opened::Go(_)));
    assert!(matches!(store.ledger().open(&call("second", dollars(15), &budget)).await.unwrap(), Opened::Denied { .. }));
    let listed = started.text(&["budget", "list"], 0).await;
    assert!(
        listed.starts_with("default ") && listed.contains("$15.000000 spent or reserved of $20.000000, $5.000000 left"),
        "{listed}"
    );

    let raised = started.json(&["budget", "raise", "31.5"], 0).await;
    assert_eq!((raised["tenant"].as_str(), raised["limit_micro_usd"].as_u64()), (Some("default"), Some(31_500_000)));
    assert!(matches!(store.ledger().open(&call("second", dollars(15), &budget)).await.unwrap(), Opened::Go(_)));
    let amount = started.complaint(&["budget", "raise", "a lot"], 2).await;
    assert!(amount.contains("is not an amount of dollars like 1.25"), "{amount}");
}
