//! Server information and daily budgets.

use domain::port::Ledger;
use domain::{Budget, BudgetScope, MicroUsd, Tenant};
use store::{PostgresConfig, Store};

use crate::ledger::{go, intent};
use crate::support::{database, execute};

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
