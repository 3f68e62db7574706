//! The `auspex` binary on real servers: publishing, refusals, dead letters and exit codes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "commands/budgets.rs"]
mod budgets;
#[path = "commands/deployment.rs"]
mod deployment;
#[path = "commands/estimates.rs"]
mod estimates;
#[path = "commands/outcomes.rs"]
mod outcomes;
#[path = "commands/reviews.rs"]
mod reviews;
mod started;

use domain::port::{DeadLetter, Job, Journal, Settled};
use domain::{EventId, JobId, Time};
use proto::event::Fact;
use proto::events::EventReceived;
use serde_json::{Value, json};
use started::Started;

const TEN_LINES: usize = 10;

/// Valid events, each kind of invalid one, and one that no stream accepts.
fn mixed() -> String {
    let mut lines: Vec<String> =
        (0..TEN_LINES).map(|n| json!({"id": format!("q-{n}"), "question": {"text": "Will it?"}}).to_string()).collect();
    lines.insert(3, json!({"question": {"text": "no id"}}).to_string());
    lines.insert(5, "not json".to_owned());
    // Within the limit of every field, but larger than a message may be.
    let wallets: Vec<String> = (0..1_000).map(|n| format!("{n:0>512}")).collect();
    let legs: Vec<Value> = (0..1_000).map(|n| json!({"mint": format!("{n:0>512}")})).collect();
    lines.push(json!({"id": "huge", "transaction": {"wallets": wallets, "legs": legs}}).to_string());
    lines.join("\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn publish_reports_every_line() {
    let started = Started::with_gateway().await;
    let file = started.file("mixed.ndjson", &mixed());

    let report = started.json(&["publish", &file], 3).await;
    assert_eq!((report["published"].as_u64(), report["duplicates"].as_u64()), (Some(10), Some(0)), "{report}");
    let refused: Vec<(u64, String)> = report["refused"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (
                one["line"].as_u64().unwrap(),
                format!("{} {}", one["field"].as_str().unwrap_or_default(), one["problem"].as_str().unwrap()),
            )
        })
        .collect();
    assert_eq!(refused.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [4, 6, 13]);
    assert!(refused[0].1.starts_with("id is empty"), "{refused:?}");
    assert!(refused[2].1.contains("an event has at most 520192 bytes"), "{refused:?}");

    let again = started.json(&["publish", &file], 3).await;
    assert_eq!(
        (again["published"].as_u64(), again["duplicates"].as_u64()),
        (Some(0), Some(10)),
        "publishing the same file again publishes no new event"
    );
    let piped = started.piped(&["publish", "-", "--limit", "2"], &mixed(), 0).await;
    assert!(piped.contains("2 events published"), "{piped}");
    let waited = started.text(&["publish", &file, "--wait", "--timeout", "1s", "--limit", "1"], 4).await;
    assert!(waited.contains("0 answered, 0 dead-lettered, 1 open"), "{waited}");
}

fn letter(number: usize) -> DeadLetter {
    let event = domain::Event {
        id: EventId::parse(&format!("dead-{number}")).unwrap(),
        kind: domain::EventKind::Macro(domain::event::MacroRequest { name: "m".into(), ..Default::default() }),
        ..domain::testing::event()
    };
    let job = event.job();
    DeadLetter {
        id: job.derive("dead.classifier", 0),
        consumer: "classifier".into(),
        job,
        subject: "auspex.event.macro".into(),
        headers: vec![("Nats-Msg-Id".into(), job.to_string())],
        payload: EventReceived(event).encode(),
        class: if number == 0 { "rejected".into() } else { "exhausted".into() },
        errors: vec!["the macro is unknown".into(), "no file".into()],
        trace_id: "0".repeat(32),
        at: Time::from_timestamp(1_795_251_600, 0).unwrap(),
        ..domain::testing::dead_letter()
    }
}

async fn dead_letter_three(started: &Started) {
    let store = started.store().await;
    for number in 0..3 {
        let letter = letter(number);
        let job = Job { consumer: "classifier", id: letter.job };
        store.journal().begin(&job).await.unwrap();
        store
            .journal()
            .commit(Settled { job, effects: vec![], outgoing: vec![], dead: Some(letter.into()) })
            .await
            .unwrap();
    }
    store.close_pool().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dead_letters_are_listed_shown_and_redriven() {
    let started = Started::servers().await;
    started.text(&["topology", "apply"], 0).await;
    dead_letter_three(&started).await;
    let listed = started.text(&["dead", "list"], 0).await;
    assert_eq!(listed.lines().count(), 3, "{listed}");
    assert_eq!(started.text(&["dead", "list", "--class", "rejected"], 0).await.lines().count(), 1);

    let first = letter(0);
    let shown = started.text(&["dead", "show", &first.id.to_string()], 0).await;
    assert!(shown.contains("the macro is unknown") && shown.contains("\"dead-0\""), "{shown}");
    let summary = started.json(&["summary"], 3).await;
    assert_eq!(summary["dead"], 3);

    let again = started.json(&["dead", "redrive", "--all", "--class", "rejected"], 0).await;
    assert_eq!(
        (again["id"].as_str(), again["subject"].as_str()),
        (Some(first.id.to_string().as_str()), Some("auspex.event.macro.default"))
    );
    assert_eq!(started.events_in_stream().await, 1, "the message is in the stream again");
    assert_eq!(started.text(&["dead", "list"], 0).await.lines().count(), 2);
    assert_eq!(started.text(&["dead", "list", "--all"], 0).await.lines().count(), 3);
    let unknown = JobId::named(&["nobody"]).to_string();
    let complaint = started.complaint(&["dead", "show", &unknown], 1).await;
    assert!(complaint.contains("see `auspex dead list --all`"), "{complaint}");
}

#[tokio::test(flavor = "multi_thread")]
async fn show_and_summary_of_an_empty_fleet() {
    let started = Started::with_gateway().await;
    assert!(started.text(&["summary"], 0).await.contains("events in                 0"));
    assert!(
        started
            .complaint(&["show", "nothing-like-it"], 1)
            .await
            .contains("no run, event or entity of the token's tenant")
    );
    assert_eq!(started.text(&["show"], 0).await, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_fleet_the_error_names_the_server_and_its_setting() {
    let nowhere = Started::nowhere();
    for (command, named) in [
        (&["summary"][..], "comes from AUSPEX_POSTGRES_URL"),
        (&["dead", "list"], "comes from AUSPEX_POSTGRES_URL"),
        (&["topology", "check"], "comes from AUSPEX_NATS_URL"),
    ] {
        let complaint = nowhere.complaint(command, 1).await;
        assert!(complaint.contains(named), "{command:?}: {complaint}");
        assert!(complaint.contains("Connection refused"), "the real reason: {command:?}: {complaint}");
    }
    for command in [&["watch"][..], &["publish", "-"], &["ask", "Will it?"]] {
        let complaint = nowhere.complaint(command, 1).await;
        assert!(complaint.contains("there is no gateway: start a fleet with `auspex up`"), "{command:?}: {complaint}");
    }
    assert!(nowhere.complaint(&["publish", "none.ndjson", "--dry-run"], 1).await.contains("cannot read none.ndjson"));
    let dry = nowhere.piped(&["publish", "-", "--dry-run"], &mixed(), 3).await;
    assert!(dry.contains("11 events would be published, 2 records refused"), "{dry}");
}

/// A program that uses `--json` reads one value in every case.
#[tokio::test(flavor = "multi_thread")]
async fn errors_are_printed_as_json_with_the_json_flag() {
    let nowhere = Started::nowhere();
    let run = "94e1fccf-7dd9-54f6-a0f6-125b4fe25fc0";
    let lines: [(&[&str], i32, &str); 8] = [
        (&["summary"], 1, "cannot connect to Postgres at 127.0.0.1:1"),
        (&["watch", "--count", "1"], 1, "there is no gateway"),
        (&["show", "x"], 1, "there is no gateway"),
        (&["cancel", run], 1, "there is no gateway"),
        (&["publish", "none.ndjson", "--dry-run"], 1, "cannot read none.ndjson"),
        (&["trace", "x"], 1, "no local fleet here"),
        (&["review", "list", "--session", "x"], 2, "is not a UUID"),
        (&["publish"], 2, "required arguments were not provided"),
    ];
    for (line, code, expected) in lines {
        let answer = nowhere.json(line, code).await;
        assert!(answer["error"].as_str().unwrap().contains(expected), "{line:?}: {answer}");
    }
    assert_eq!(nowhere.text(&["show", "x"], 1).await, "", "no JSON without the flag");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_truncated_file_is_reported_and_the_other_files_are_read() {
    use std::io::Write;
    let nowhere = Started::nowhere();
    let (whole, cut, marked) =
        (nowhere.file("a.ndjson.gz", ""), nowhere.file("b.gz", ""), nowhere.file("c.ndjson", ""));
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(mixed().as_bytes()).unwrap();
    let packed = packer.finish().unwrap();
    std::fs::write(&whole, &packed).unwrap();
    std::fs::write(&cut, &packed[..packed.len() / 2]).unwrap();
    std::fs::write(&marked, "\u{feff}{\"id\":\"m\",\"question\":{\"text\":\"q\"}}\r\n").unwrap();
    let report = nowhere.json(&["publish", "--dry-run", &whole, &cut, &marked], 3).await;
    let refused = report["refused"].as_array().unwrap();
    let broken: Vec<_> = refused.iter().filter(|refusal| refusal["file"] == cut.as_str()).collect();
    assert!(broken.last().unwrap()["problem"].as_str().unwrap().starts_with("read error"), "{report}");
    assert_eq!(refused.iter().filter(|refusal| refusal["file"] == marked.as_str()).count(), 0, "{report}");
    assert!(report["read"].as_u64().unwrap() >= 12, "{report}");
    let empty = nowhere.file("empty.ndjson", "\n");
    let note = nowhere.complaint(&["publish", "--dry-run", &empty], 0).await;
    assert!(note.contains("empty.ndjson: contains no event"), "{note}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_argument_is_a_usage_error_that_names_the_valid_values() {
    let nowhere = Started::nowhere();
    let lines: [(&[&str], &str); 15] = [
        (&["backtest", "f", "--iterations", "0"], "from 1 to 20"),
        (&["backtest", "f", "--iterations", "21"], "from 1 to 20"),
        (&["backtest", "f", "--limit", "0"], "at least 1"),
        (&["backtest", "f", "--replicas", "researcher=900"], "0 to 64"),
        (&["backtest", "f", "--budget=1e3"], "dollars like 1.25"),
        (&["backtest", "f", "--timeout", "0s"], "longer than 0"),
        (&["bundle", "rerun", "f", "--timeout", "0s"], "longer than 0"),
        (&["publish", "f", "--limit", "0"], "at least 1"),
        (&["ask", "Will it?", "--iterations", "0"], "from 1 to 20"),
        (&["ask", "Will it?", "--market-price=-0.1"], "from 0 to 1"),
        (&["schedule", "add", "n", "0 8 * * *", "Will it?", "--min-confidence", "2"], "from 0 to 1"),
        (&["watch", "--count", "0"], "at least 1"),
        (&["score", "--most", "0"], "from 1 to 10000"),
        (&["up", "--replicas", "filter=900"], "0 to 64"),
        (&["dead", "list", "--class", "expired"], "exhausted"),
    ];
    for (line, allowed) in lines {
        let complaint = nowhere.complaint(line, 2).await;
        assert!(complaint.contains(allowed), "{line:?}: {complaint}");
    }
}
