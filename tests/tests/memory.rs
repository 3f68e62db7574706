//! Just-in-time research from the first look-up to the second, on real servers with the real binaries.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use servers::Worker;
use tests::{Fleet, Setup, wait};
use tokio::process::Command;

const PATIENCE: Duration = Duration::from_secs(90);
const QUESTION: &str = "How often does the Ministry of Zebras publish a report?";

/// `auspex --json retrieve …` against the fleet.
async fn retrieve(fleet: &Fleet, arguments: &[&str]) -> Value {
    let auspex = Worker::locate("auspex").expect("auspex is built");
    let mut command = Command::new(auspex);
    command.args(["--json", "retrieve"]).args(arguments).current_dir(Path::new("/"));
    command.env("AUSPEX_NATS_URL", fleet.servers.nats.url()).env("AUSPEX_POSTGRES_URL", fleet.servers.postgres.url());
    let ended =
        tokio::time::timeout(PATIENCE, command.kill_on_drop(true).output()).await.expect("in time").expect("started");
    let (said, complaint) = (String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
    assert!(ended.status.success(), "{complaint}\n{said}");
    serde_json::from_str(&said).expect("JSON")
}

fn confidence(answer: &Value) -> f64 {
    answer["confidence"].as_f64().expect("a number")
}

/// The researcher's log has a line with each of these events.
fn says(fleet: &Fleet, events: &[&str]) {
    let log: String = fleet.places("researcher").into_iter().map(|place| fleet.full_log(place)).collect();
    let told: Vec<Value> = log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    for event in events {
        assert!(told.iter().any(|line| line["event"] == **event), "no {event} in\n{log}");
    }
}

#[tokio::test]
async fn what_memory_missed_is_researched_and_the_next_look_up_finds_it() {
    let fleet = Fleet::start(Setup::default().with("AUSPEX_LOG", "info")).await.unwrap();
    let first = retrieve(&fleet, &[QUESTION]).await;
    assert_eq!((confidence(&first), &first["miss"]["published"]), (0.0, &Value::Bool(true)), "{first}");
    // The same look-up again, before anything is known, is the same miss.
    retrieve(&fleet, &[QUESTION]).await;
    wait::until("the notes are there", PATIENCE, || async {
        let notes = fleet.truth.count("SELECT count(*) FROM note").await?;
        Ok(if notes > 0 { Ok(()) } else { Err(format!("{notes} notes\n{}", fleet.logs())) })
    })
    .await
    .unwrap();
    let second = retrieve(&fleet, &[QUESTION]).await;
    assert!(confidence(&second) >= 0.5, "{second}");
    assert_eq!(second["miss"]["published"], false, "{second}");
    let best = &second["results"][0];
    assert_eq!(best["kind"], "note", "{second}");
    assert!(best["text"].as_str().unwrap().contains("every quarter"), "{second}");
    assert!(best["sourceUrl"].as_str().unwrap().contains("zebras.example"), "{second}");
    let events = fleet.truth.count("SELECT count(*) FROM event WHERE kind = 'retrieval_miss'").await.unwrap();
    assert_eq!(events, 1, "the same look-up is one miss");
    let notes = fleet.truth.count("SELECT count(*) FROM note").await.unwrap();
    let sources = fleet.truth.count("SELECT count(DISTINCT source_url) FROM note").await.unwrap();
    assert_eq!(notes, sources, "one note per source");
    says(&fleet, &["RESEARCHER_TRIGGERED", "RESEARCHER_COMPLETED"]);
}

#[tokio::test]
async fn by_hand_it_is_researched_whatever_memory_holds_and_the_notes_are_linked() {
    let fleet = Fleet::start(Setup::default().with("AUSPEX_LOG", "info")).await.unwrap();
    let first = retrieve(&fleet, &[QUESTION, "--research", "--wait"]).await;
    assert!(confidence(&first) >= 0.5, "{first}");
    let again =
        retrieve(&fleet, &["Ministry of Zebras report in every quarter", "--research", "--wait", "--max-sources", "3"])
            .await;
    assert!(confidence(&again) >= 0.5, "{again}");
    let events = fleet.truth.count("SELECT count(*) FROM event WHERE kind = 'retrieval_miss'").await.unwrap();
    assert_eq!(events, 2);
    assert!(fleet.truth.count("SELECT count(*) FROM note_link").await.unwrap() > 0, "notes about the same are linked");
    assert_ne!(again["results"][0]["related"], serde_json::json!([]), "{again}");
    says(&fleet, &["RESEARCHER_MANUAL_RUN_START", "RESEARCHER_MANUAL_RUN", "RESEARCHER_COMPLETED"]);
}
