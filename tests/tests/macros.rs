//! Research macros on a real fleet: events of the kind `macro` lead to pending reviews and to results of the kind
//! `macro`; crashes of researcher and writer repeat no paid call and make no second review.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::path::Path;

use domain::event::{EventKind, MacroRequest};
use domain::{Event, LeiStatus, MacroResult};
use offline::{Fault, Mode};
use serde_json::{Value, json};
use tests::wait::PATIENCE;
use tests::{Fleet, Setup, events, wait};

/// Fraport AG, which reports no parent: `NO_KNOWN_PERSON`.
const FRAPORT: &str = "5299001ERX0K10IZUL40";
/// Nordic Legal Entity Identifier AB, whose parent is La Gare Holding AB.
const NORDIC: &str = "549300O897ZC5H7CY412";
const LA_GARE: &str = "549300OWK6ZGNYP4G142";
/// Lima Airport Partners S.R.L. and Fraport Malta Business Services Ltd, both consolidated by Fraport AG.
const LIMA: &str = "254900RX3NW13DDG3905";
const MALTA: &str = "529900YR7EORVQ2U3353";

/// Creates the event of a macro request with its own session.
fn request(n: usize, name: &str, parameters: Value) -> Event {
    let Value::Object(parameters) = parameters else { panic!("parameters are an object") };
    let session = format!("session-{n}");
    let request = MacroRequest { name: name.to_owned(), parameters, session, skip_review: false };
    events::event(&format!("macro-{n}"), EventKind::Macro(request))
}

fn setup() -> Setup {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/corpus");
    Setup { corpus: Some(corpus), ..Setup::default() }.only(&["classifier", "researcher", "writer"]).quick_recovery()
}

/// Waits for results of macros and returns them with their states, by name.
async fn results(fleet: &Fleet, count: usize) -> Vec<(String, MacroResult)> {
    wait::until("the results of the macros are stored", PATIENCE, || async {
        fleet.restart_ended().await?;
        let stored = fleet.database.count("SELECT count(*) FROM macro_result").await?;
        let published = fleet.database.count("SELECT count(*) FROM result WHERE kind = 'macro'").await?;
        let is_done = stored == count as i64 && published == count as i64;
        Ok(if is_done { Ok(()) } else { Err(format!("{stored} stored, {published} published of {count}")) })
    })
    .await
    .unwrap_or_else(|error| panic!("{error:#}\n{}", fleet.logs()));
    let states = fleet.database.texts("SELECT state FROM macro_result ORDER BY name, id").await.unwrap();
    let bodies = fleet.database.texts("SELECT body::text FROM macro_result ORDER BY name, id").await.unwrap();
    states.into_iter().zip(bodies.iter().map(|body| serde_json::from_str(body).unwrap())).collect()
}

/// Asks the researcher about LEIs, as a reviewer's program does, and returns the statuses in alphabetical order.
async fn checked(fleet: &Fleet, leis: &[&str]) -> Vec<String> {
    let (url, name) = (fleet.servers.nats.url(), "reviewer".to_owned());
    let target =
        runtime::client::Target { url, credentials: runtime::config::Credentials::None, tls: Default::default(), name };
    let client = runtime::client::Client::connect(&target).await.unwrap();
    let subject = runtime::topology::LEI_CHECK.to_owned();
    let payload = json!({ "leis": leis }).to_string().into();
    let request = runtime::client::NewRequest { subject, headers: Vec::new(), payload, timeout: PATIENCE };
    let answer: Value = serde_json::from_slice(&client.request(request).await.unwrap()).unwrap();
    client.close().await;
    let mut statuses: Vec<String> =
        answer["checks"].as_array().unwrap().iter().map(|check| check["status"].as_str().unwrap().to_owned()).collect();
    statuses.sort();
    statuses
}

#[tokio::test]
async fn macros_lead_to_pending_reviews_with_what_gleif_reports_and_nothing_else() {
    let fleet = Fleet::start(setup()).await.unwrap();
    let published = [
        request(1, "client-discovery", json!({"client_name": "Nordic Legal Entity Identifier AB", "lei": NORDIC})),
        request(2, "ubo-investigation", json!({"entity_name": "Fraport AG", "lei": FRAPORT})),
        request(3, "ubo-investigation", json!({"entity_name": "Fraport AG", "threshold_percent": 13})),
        request(4, "no-such-macro", json!({})),
        request(5, "client-discovery", json!({"client_name": "Lima Airport Partners S.R.L.", "lei": LIMA})),
    ];
    fleet.publisher.events(&published).await.unwrap();
    let results = results(&fleet, published.len()).await;
    let of = |name: &str, state: &str, lei: Option<&str>| {
        let is_about = |result: &MacroResult| lei.is_none_or(|lei| result.parameters["lei"] == lei);
        let found = results.iter().find(|(known, result)| result.name == name && known == state && is_about(result));
        found.map_or_else(|| panic!("no {state} {name}: {results:#?}"), |(_, result)| result.clone())
    };

    let group = of("client-discovery", "pending", Some(NORDIC));
    assert!(group.schema_valid, "{:?}", group.validation_errors);
    assert_eq!((&group.data["apex"]["lei"], &group.data["entities"][0]["lei"]), (&json!(LA_GARE), &json!(NORDIC)));
    assert!(group.lei_checks.iter().all(|check| check.status == LeiStatus::Verified), "{:?}", group.lei_checks);
    assert_eq!(group.suggested_verbs.len(), 2, "{:?}", group.suggested_verbs);
    for lei in [NORDIC, LA_GARE] {
        assert!(group.sources.iter().any(|source| source.url.ends_with(lei)), "{lei}: {:?}", group.sources);
    }

    let sisters = of("client-discovery", "pending", Some(LIMA));
    assert!(sisters.schema_valid, "{:?}", sisters.validation_errors);
    assert_eq!(sisters.data["apex"]["lei"], FRAPORT);
    let below: Vec<&Value> = sisters.data["entities"].as_array().unwrap().iter().map(|entity| &entity["lei"]).collect();
    assert_eq!(below, [LIMA, MALTA], "the parent's other child belongs to the group");
    assert_eq!(sisters.suggested_verbs.len(), 3, "{:?}", sisters.suggested_verbs);

    let owners = of("ubo-investigation", "pending", None);
    assert!(owners.schema_valid, "{:?}", owners.validation_errors);
    let reasons: Vec<&Value> =
        owners.data["reporting_exceptions"].as_array().unwrap().iter().map(|e| &e["reason"]).collect();
    assert_eq!(reasons, ["NO_KNOWN_PERSON", "NO_KNOWN_PERSON"]);
    assert_eq!((&owners.data["chain"], &owners.data["beneficial_owners"]), (&json!([]), &json!([])));
    assert_eq!(owners.parameters["threshold_percent"], 25);

    assert_eq!(checked(&fleet, &[NORDIC, "549300O897ZC5H7CY413"]).await, ["bad_checksum", "verified"]);

    of("ubo-investigation", "rejected", None);
    of("no-such-macro", "rejected", None);
    let reasons = fleet.database.texts("SELECT reason FROM macro_review ORDER BY reason").await.unwrap();
    assert!(reasons.iter().any(|reason| reason.contains("threshold_percent")), "{reasons:?}");
    assert!(reasons.iter().any(|reason| reason.contains("no-such-macro")), "{reasons:?}");
    fleet.assert_accounts().await.unwrap();
}

#[tokio::test]
async fn while_gleif_is_down_leis_are_unverified_and_no_parent_is_invented() {
    let fleet = Fleet::start(setup()).await.unwrap();
    fleet.offline.add_faults(vec![Fault::always("gleif", Mode::Failing)]);
    let parameters = json!({"client_name": "Nordic Legal Entity Identifier AB", "lei": NORDIC});
    fleet.publisher.events(&[request(1, "client-discovery", parameters)]).await.unwrap();
    let results = results(&fleet, 1).await;
    let (state, result) = &results[0];
    assert_eq!(state, "pending", "a person decides about what was found without GLEIF");
    assert!(!result.data.to_string().contains(LA_GARE), "{}", result.data);
    assert!(result.lei_checks.iter().all(|check| check.status == LeiStatus::Unverified), "{:?}", result.lei_checks);
    let asked = [NORDIC, "549300O897ZC5H7CY413"];
    assert_eq!(checked(&fleet, &asked).await, ["bad_checksum", "unverified"]);
    fleet.offline.clear_faults();
    wait::until("GLEIF verifies the LEI once it answers again", PATIENCE, || async {
        let statuses = checked(&fleet, &asked).await;
        Ok(if statuses == ["bad_checksum", "verified"] { Ok(()) } else { Err(format!("{statuses:?}")) })
    })
    .await
    .unwrap();
    fleet.assert_accounts().await.unwrap();
}

#[tokio::test]
async fn crashes_of_researcher_and_writer_cause_one_execution_and_one_review() {
    let fleet = Fleet::start(setup()).await.unwrap();
    let points = [
        ("researcher", "after_close:2"),
        ("researcher", "after_handle"),
        ("researcher", "before_commit"),
        ("researcher", "after_commit"),
        ("writer", "after_handle:2"),
        ("writer", "before_commit:2"),
        ("writer", "after_commit:2"),
    ];
    for (n, (worker, point)) in points.into_iter().enumerate() {
        let place = fleet.places(worker)[0];
        fleet.set_env(place, "AUSPEX_CRASH_AT", Some(point));
        fleet.kill_worker(place).await.unwrap();
        fleet.set_env(place, "AUSPEX_CRASH_AT", None);
        let event = request(n, "ubo-investigation", json!({"entity_name": format!("La Gare {n}"), "lei": NORDIC}));
        fleet.publisher.events(&[event]).await.unwrap();
        wait::until("the worker aborts", PATIENCE, || async {
            Ok(fleet.ended(place)?.map(|_| ()).ok_or_else(|| "it still runs".to_owned()))
        })
        .await
        .unwrap_or_else(|error| panic!("{worker} {point}: {error:#}\n{}", fleet.logs()));
        fleet.respawn(place).unwrap();
        let results = results(&fleet, n + 1).await;
        assert!(results.iter().all(|(state, result)| state == "pending" && result.schema_valid), "{worker} {point}");
    }
    // No reply that was received and stored is paid again, and the ledger agrees with the invoice.
    let totals = fleet.offline.totals();
    assert_eq!(totals.charged_calls, totals.distinct_calls);
    fleet.assert_accounts().await.unwrap();
}
