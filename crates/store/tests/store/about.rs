//! Server information, daily budgets and what they refused.

use domain::port::{BudgetRefusal, Ledger};
use domain::{Budget, BudgetScope, MicroUsd, Tenant};
use store::ledger::DayRefusals;
use store::{CountScope, PostgresConfig, Store};

use crate::ledger::{go, intent};
use crate::support::{database, execute, number, store};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_info_contains_version_clock_schema_and_daily_budgets() {
    let url = database().await;
    let store = Store::connect(PostgresConfig::new(url.clone(), "one")).await.expect("a store");
    let empty = store.server().about().await.expect("an answer without tables");
    assert_eq!(empty.schema, 0);
    assert!(empty.version_number >= 150_000 && empty.version.starts_with("1"), "{empty:?}");

    store.migrate().await.expect("today's schema");
    let about = store.server().about().await.expect("an answer");
    assert_eq!(about.schema, about.schema_wanted);
    execute(&url, "DELETE FROM _sqlx_migrations WHERE version > 5").await;
    assert_eq!(store.server().about().await.expect("an answer of yesterday's schema").schema, 5);
    assert!(about.now >= empty.now, "the server's clock goes on");

    let today = about.now.date_naive();
    let yesterday = today.pred_opt().expect("a day before");
    for (name, day, cost) in [("a", today, 10), ("b", today, 20), ("a", yesterday, 40)] {
        let tenant = Tenant::parse(name).expect("a name");
        let budget = Budget { scope: BudgetScope::tenant_day(&tenant, day), limit: MicroUsd(100) };
        go(&store.ledger().open(&intent(&format!("{name}-{day}"), cost, &[budget])).await.expect("opened"));
    }
    let spent: Vec<(String, u64, u64)> = store
        .ledger()
        .day(today)
        .await
        .expect("an answer")
        .into_iter()
        .map(|day| (day.scope, day.limit.0, day.committed.0))
        .collect();
    assert_eq!(spent, [(format!("tenant:b:{today}"), 100, 20), (format!("tenant:a:{today}"), 100, 10)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_refusals_is_one_row_for_each_day_worker_and_budget() {
    let (store, url) = store().await;
    let refusal = |tenant: &str, agent: &str, amount: u64| BudgetRefusal {
        tenant: Tenant::parse(tenant).expect("a name"),
        agent: agent.to_owned(),
        budget: "tenant".to_owned(),
        amount: MicroUsd(amount),
    };
    let ledger = store.ledger();
    let flood = (0..300).map(|number| {
        let (tenant, agent) = [("a", "filter"), ("a", "researcher"), ("b", "filter")][number % 3];
        ledger.add_refusal(refusal(tenant, agent, 7))
    });
    futures::future::try_join_all(flood).await.expect("added");
    ledger.add_refusal(refusal("a", "filter", u64::MAX)).await.expect("added");
    ledger.add_refusal(refusal("a", "filter", 1)).await.expect("a sum stops at the largest integer");
    assert_eq!(number(&url, "SELECT count(*) FROM budget_refusal").await, 3);

    let sums = async |tenant: Option<&str>, since| {
        let tenant = tenant.map(|name| Tenant::parse(name).expect("a name"));
        let days = ledger.refusals(&CountScope { tenant, since }).await.expect("sums");
        let sum = |one: DayRefusals| (one.agent, one.calls, one.amount.0);
        days.into_iter().map(sum).collect::<Vec<_>>()
    };
    let most = i64::MAX as u64;
    let [filter, researcher] = ["filter", "researcher"].map(str::to_owned);
    assert_eq!(sums(Some("a"), None).await, [(filter.clone(), 102, most), (researcher.clone(), 100, 700)]);
    assert_eq!(sums(Some("b"), None).await, [(filter.clone(), 100, 700)]);
    assert_eq!(sums(None, None).await, [(filter.clone(), 202, most), (researcher, 100, 700)]);

    execute(&url, "UPDATE budget_refusal SET day = day - 2 WHERE tenant = 'b'").await;
    let yesterday = domain::Time::from_timestamp(
        number(&url, "SELECT extract(epoch FROM now() - interval '1 day')::int8").await,
        0,
    );
    assert!(sums(Some("b"), yesterday).await.is_empty());
    ledger.add_refusal(refusal("b", "filter", 5)).await.expect("added");
    assert_eq!(sums(Some("b"), None).await, [(filter.clone(), 1, 5), (filter, 100, 700)], "newest day first");
}
