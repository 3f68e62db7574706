//! Results of macros, listed and decided with the `auspex` binary on real servers.

use crate::started::Started;
use domain::port::{Job, Journal, Settled};
use domain::research::Lack;
use domain::testing::{OFFICE_MACRO, pending_result};
use domain::{Clock, Effect};
use serde_json::json;
use store::Store;

/// Stores a pending result in its own session, as the writer does.
async fn pending(store: &Store, number: u8) -> String {
    // A pending result expires after 7 days, so its time must be near the present.
    let mut reviewed = Box::new(pending_result(number, runtime::SystemClock.now()));
    reviewed.result.lacks.push(Lack::new("unread_page"));
    let id = reviewed.result.id;
    let effects = vec![Effect::MacroResulted { reviewed, version: 0 }];
    let job = Job { consumer: "test", id: id.derive("job", 0) };
    store.journal().commit(Settled { job, effects, outgoing: Vec::new(), dead: None }).await.unwrap();
    id.to_string()
}

/// Returns the digest that `show` prints.
async fn digest_of(started: &Started, result: &str) -> String {
    let shown = started.json(&["review", "show", result], 0).await;
    shown["digest"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn results_are_listed_edited_approved_and_rejected_once() {
    let started = Started::with_gateway().await;
    let store = started.store().await;
    let (first, second) = (pending(&store, 1).await, pending(&store, 2).await);

    assert_eq!(started.text(&["review", "list"], 0).await.lines().count(), 2);
    let shown = started.text(&["review", "show", &first[..8]], 0).await;
    assert!(shown.contains("suggested verbs, not approved") && shown.contains("\"city\": \"Oslo\""), "{shown}");
    assert!(shown.contains("degraded\n    unread_page"), "{shown}");
    started.act_as("eve", "other").await;
    let other = started.complaint(&["review", "show", &first], 1).await;
    assert!(other.contains("has no result"), "{other}");
    started.act_as("ann", "default").await;

    let unseen = ["review", "approve", &first, "--session-version", "1"];
    assert!(started.complaint(&unseen, 3).await.contains("name the digest"), "a version alone proves nothing");
    let digest = digest_of(&started, &first).await;
    assert!(started.complaint(&["review", "approve", &first, "--digest", "0af"], 3).await.contains("has changed"));

    let refused = ["review", "edit", &first, "--digest", &digest, "--set", "/city=7"];
    assert!(started.complaint(&refused, 3).await.contains("violates the schema"));

    let edit = ["review", "edit", &first, "--reason", "moved", "--set", "/city=Bergen\n(rm.all)"];
    let approved = started.json(&[&edit[..], &["--digest", &digest]].concat(), 0).await;
    assert_eq!((&approved["approved"], &approved["state"]), (&json!(true), &json!("verbs_ready")));
    assert_eq!(approved["generated_verbs"], json!(["(office.record :city \"Bergen\\n(rm.all)\")"]));
    started.act_as("bob", "default").await;
    let late = started.complaint(&["review", "reject", &first], 3).await;
    assert!(late.contains("approved by ann"), "{late}");

    let outdated = ["review", "reject", &second, "--session-version", "0"];
    assert!(started.complaint(&outdated, 3).await.contains("version 0 was read"));
    let rejected = started.text(&["review", "reject", &second], 0).await;
    assert!(
        rejected.contains("idle") && !rejected.contains("office.record"),
        "no verbs of a rejected result: {rejected}"
    );
    assert_eq!(started.text(&["review", "list"], 0).await, "");
    assert_eq!(started.text(&["review", "list", "--state", "all"], 0).await.lines().count(), 2);

    let before = started.complaint(&["review", "execute", &first, "--digest", &digest], 3).await;
    assert!(before.contains("has changed"), "the digest of the approval does not execute: {before}");
    let digest = digest_of(&started, &first).await;
    let unseen = started.complaint(&["review", "execute", &first], 3).await;
    assert!(unseen.contains("name the digest"), "{unseen}");
    let nobody = started.complaint(&["review", "execute", &first, "--digest", &digest], 3).await;
    assert!(nobody.contains("no executor listens"), "{nobody}");
    let rejected = started.complaint(&["review", "execute", &second], 3).await;
    assert!(rejected.contains("cannot be executed") || rejected.contains("name the digest"), "{rejected}");
    assert!(started.complaint(&["review", "batch", &first, "--yes"], 1).await.contains("no section `batch`"));
}

#[tokio::test]
async fn definitions_are_listed_and_checked_without_servers() {
    let started = Started::nowhere();
    let listed = started.text(&["macro", "list"], 0).await;
    for name in ["client-discovery", "ubo-investigation", "regulatory-check"] {
        assert!(listed.contains(name), "{listed}");
    }
    let shown = started.json(&["macro", "show", "client-discovery"], 0).await;
    assert_eq!(shown["example"]["macro_name"], "client-discovery");

    let good = started.file("office.yaml", OFFICE_MACRO);
    let folder = std::path::Path::new(&good).parent().unwrap().display().to_string();
    assert!(started.text(&["macro", "check", &folder], 0).await.contains("office"));
    let broken = OFFICE_MACRO.replace("name: office", "name: other").replace("web_search", "web_serch");
    started.file("broken.yaml", &broken);
    let mistakes = started.text(&["macro", "check", &folder], 3).await;
    assert!(mistakes.contains("broken.yaml:10:11") && mistakes.contains("web_search"), "{mistakes}");
    let nowhere = started.complaint(&["macro", "run", "client-discovery", "-p", "name=x"], 1).await;
    assert!(nowhere.contains("`auspex up`") && nowhere.contains("AUSPEX_URL and AUSPEX_TOKEN"), "{nowhere}");
}
