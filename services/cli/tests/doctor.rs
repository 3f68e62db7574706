//! `auspex doctor` on real servers: what is missing is broken with advice, and fine after the advice was followed.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(dead_code, reason = "other tests use more of `started`")]

mod started;

use serde_json::Value;
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
