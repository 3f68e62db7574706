//! Commands of a deployment: what the job `topology` runs.

use std::time::Duration;

use domain::port::Journal;
use serde_json::json;
use store::{PostgresConfig, Store, roles};

use crate::started::Started;

/// Connects as the role of a process. The local Postgres trusts local connections.
async fn connect(url: &str, prefix: &str, process: &str) -> Result<(), String> {
    let role = roles::url_as(url, &roles::role(prefix, process));
    let store = Store::connect(PostgresConfig::new(role, process)).await.map_err(|error| error.to_string())?;
    // Every worker writes this on its way to readiness.
    store.journal().renew_lease(Duration::from_secs(60)).await.map(|_| ()).map_err(|error| error.to_string())
}

/// Roles belong to the server, so their prefix is that of the database.
#[tokio::test(flavor = "multi_thread")]
async fn one_command_makes_tables_privileges_and_streams() {
    let started = Started::servers().await;
    let url = started.postgres();
    let prefix = format!("cli_{}", url.rsplit('/').next().unwrap());

    let made = started.json(&["topology", "apply"], 0).await;
    assert_eq!((&made["tables"], &made["roles"]), (&json!(true), &json!(false)), "{made}");
    assert!(connect(&url, &prefix, "writer").await.is_err(), "a role without the option");

    let made = started.json(&["topology", "apply", "--roles", &prefix, "--wait", "5s"], 0).await;
    assert_eq!((&made["tables"], &made["roles"]), (&json!(true), &json!(true)), "{made}");
    for process in ["classifier", "researcher", "filter", "forecaster", "writer"] {
        connect(&url, &prefix, process).await.unwrap_or_else(|error| panic!("{process}: {error}"));
    }
    // An upgrade repeats it.
    started.json(&["topology", "apply", "--roles", &prefix], 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_prefix_that_needs_quotes_is_refused_before_anything_is_changed() {
    let nowhere = Started::nowhere();
    let answer = nowhere.json(&["topology", "apply", "--roles", "Bad-one"], 1).await;
    assert!(answer["error"].as_str().unwrap().contains("lower-case letters"), "{answer}");
}
