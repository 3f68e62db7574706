//! `auspex doctor` on real servers: what is missing is broken with advice, and fine after the advice was followed.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(dead_code, reason = "other tests use more of `started`")]

mod started;

use std::time::Duration;

use domain::port::{CallIntent, Journal, Ledger, Opened, TenantLimit, TenantLoad};
use domain::{Budget, BudgetScope, MicroUsd, Tenant};
use serde_json::{Value, json};
use started::Started;

/// State and advice of one finding.
fn finding<'a>(answer: &'a Value, what: &str) -> (&'a str, &'a str) {
    let findings = answer["findings"].as_array().unwrap();
    let found = findings.iter().find(|one| one["what"] == what);
    let found = found.unwrap_or_else(|| panic!("no finding for {what}: {answer:#}"));
    (found["state"].as_str().unwrap(), found["mend"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_is_reported_with_advice_until_it_is_fixed() {
    let started = Started::servers().await;
    let before = started.json(&["doctor"], 3).await;
    assert_eq!(before["healthy"], false);
    assert_eq!(finding(&before, "tables"), ("broken", "run `auspex topology apply`"));
    for fine in ["NATS", "Postgres", "clocks", "limits", "replication"] {
        assert_eq!(finding(&before, fine), ("fine", ""), "{fine}");
    }
    let broken = before["findings"].as_array().unwrap().iter().filter(|one| one["state"] == "broken");
    assert!(broken.clone().count() > 3, "streams are missing too: {before:#}");
    assert!(broken.into_iter().all(|one| !one["mend"].as_str().unwrap().is_empty()), "{before:#}");

    started.text(&["topology", "apply"], 0).await;
    // No API key is set: that stays broken, and so does the exit code.
    let after = started.json(&["doctor"], 3).await;
    for fine in ["tables", "topology", "spent today"] {
        assert_eq!(finding(&after, fine), ("fine", ""), "{fine}");
    }
    assert_eq!(finding(&after, "settings").0, "broken");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_servers_the_advice_is_to_start_them() {
    let answer = Started::nowhere().json(&["doctor"], 3).await;
    for server in ["NATS", "Postgres"] {
        let (state, mend) = finding(&answer, server);
        assert!(state == "broken" && mend.contains("`auspex up`"), "{server}: {mend}");
    }
}

fn question(tenant: &str, number: u32) -> Value {
    json!({ "id": format!("{tenant}-{number}"), "question": { "text": "Will it grow?" } })
}

/// Uses up the budget of the day.
#[allow(clippy::disallowed_methods, reason = "the day of the budget is today's, as the doctor reads it")]
async fn spend(store: &store::Store, tenant: &str) {
    let tenant = Tenant::parse(tenant).unwrap();
    let scope = BudgetScope::tenant_day(&tenant, chrono::Utc::now().date_naive());
    let budgets = vec![Budget { scope, limit: MicroUsd(10) }];
    let opened = store.ledger().open(&CallIntent { budgets, tenant, ..domain::testing::call_intent() }).await.unwrap();
    assert!(matches!(opened, Opened::Go(_)), "{opened:?}");
}

/// A worker reports that a limit holds back jobs of a tenant.
fn held_back(tenant: &str, limit: TenantLimit) -> TenantLoad {
    let tenant = Tenant::parse(tenant).unwrap();
    let oldest = Some(Duration::from_secs(700));
    TenantLoad { consumer: "researcher", tenant, running: 4, held_back: 40, limit: Some(limit), oldest }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tenants_with_the_most_work_are_listed_with_their_oldest_event_and_their_limits() {
    let started = Started::with_gateway().await;
    for (tenant, events) in [("acme", 6), ("bolt", 2)] {
        let input: String = (0..events).map(|number| format!("{}\n", question(tenant, number))).collect();
        started.act_as("tests", tenant).await;
        started.piped(&["publish", "-"], &input, 0).await;
    }
    let answer = started.json(&["doctor"], 3).await;
    let tenants = answer["tenants"].as_array().unwrap();
    let counted: Vec<_> = tenants.iter().map(|one| (one["tenant"].as_str().unwrap(), &one["waiting"])).collect();
    assert_eq!(counted, [("acme", &json!(6)), ("bolt", &json!(2))], "{answer:#}");
    assert!(tenants.iter().all(|one| one["oldest_seconds"].as_i64().is_some_and(|age| age < 300)), "{answer:#}");
    assert_eq!(finding(&answer, "tenants"), ("fine", ""));

    let store = started.store().await;
    store
        .journal()
        .report_loads(&[held_back("bolt", TenantLimit::Rate), held_back("cask", TenantLimit::InFlight)])
        .await
        .unwrap();
    spend(&store, "acme").await;
    let answer = started.json(&["doctor"], 3).await;
    let of = |tenant: &str| answer["tenants"].as_array().unwrap().iter().find(|one| one["tenant"] == tenant).unwrap();
    assert_eq!((&of("bolt")["waiting"], &of("bolt")["in_flight"]), (&json!(42), &json!(4)));
    assert_eq!(of("bolt")["rate_limited"], json!(["researcher"]));
    assert_eq!(of("cask")["in_flight_limited"], json!(["researcher"]));
    assert!(of("cask")["oldest_seconds"].as_i64().unwrap() >= 700, "{answer:#}");
    assert_eq!(of("acme")["day_budget_used_up"], true);
    let text = started.text(&["doctor"], 3).await;
    for mend in
        ["AUSPEX_TENANT_RATE of researcher", "AUSPEX_TENANT_IN_FLIGHT of researcher", "budget raise --tenant acme"]
    {
        assert!(text.contains(mend), "{mend}: {text}");
    }
}
