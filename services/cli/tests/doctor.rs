//! `auspex doctor` on real servers: what is missing is broken with a way to mend it, and is fine after that was done.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(dead_code, reason = "the other tests use more of `started`")]

mod started;

use serde_json::Value;
use started::Started;

/// State and mend of one finding.
fn of<'a>(answer: &'a Value, what: &str) -> (&'a str, &'a str) {
    let findings = answer["findings"].as_array().unwrap();
    let found = findings.iter().find(|one| one["what"] == what);
    let found = found.unwrap_or_else(|| panic!("nothing is said of {what}: {answer:#}"));
    (found["state"].as_str().unwrap(), found["mend"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_broken_is_told_with_its_mend_until_it_is_mended() {
    let started = Started::servers().await;
    let before = started.json(&["doctor"], 3).await;
    assert_eq!(before["healthy"], false);
    assert_eq!(of(&before, "tables"), ("broken", "`auspex topology apply` makes them"));
    for fine in ["NATS", "Postgres", "clocks", "limits"] {
        assert_eq!(of(&before, fine), ("fine", ""), "{fine}");
    }
    let broken = before["findings"].as_array().unwrap().iter().filter(|one| one["state"] == "broken");
    assert!(broken.clone().count() > 3, "streams are missing too: {before:#}");
    assert!(broken.into_iter().all(|one| !one["mend"].as_str().unwrap().is_empty()), "{before:#}");

    started.text(&["topology", "apply"], 0).await;
    // Nobody has set a key: that stays broken, and so does the exit code.
    let after = started.json(&["doctor"], 3).await;
    for fine in ["tables", "topology", "spent today"] {
        assert_eq!(of(&after, fine), ("fine", ""), "{fine}");
    }
    assert_eq!(of(&after, "settings").0, "broken");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_servers_it_says_how_to_get_them() {
    let answer = Started::nowhere().json(&["doctor"], 3).await;
    for server in ["NATS", "Postgres"] {
        let (state, mend) = of(&answer, server);
        assert!(state == "broken" && mend.contains("`auspex up`"), "{server}: {mend}");
    }
}
