//! Outcomes recorded with the `auspex` binary on real servers: by hand, from a file and from market records; and
//! imported past cases.

use crate::started::Started;
use domain::event::{AskedQuestion, Market};
use domain::port::{Job, Journal, Settled};
use domain::{Effect, EventId, JobId, MicroUsd, Run, RunId, Tenant, Time};
use serde_json::{Value, json};
use store::outcomes::TrackedQuestion;
use store::{Outcomes, Store};

fn at(text: &str) -> Time {
    text.parse().unwrap()
}

/// Returns a run about the market `0xabc`.
fn run(event: &str) -> Run {
    let event = EventId::parse(event).unwrap();
    let event_job = JobId::for_event(&Tenant::default(), "question", &event);
    let market = Market { condition_id: "0xabc".to_owned(), ..Market::default() };
    let asked = AskedQuestion {
        text: "Will they sign by March 31, 2026?".to_owned(),
        closes: Some(at("2026-03-31T00:00:00Z")),
        market: Some(market),
        topic: "treaties".to_owned(),
        ..AskedQuestion::default()
    };
    Run {
        id: RunId::for_event(event_job),
        event,
        event_job,
        asked,
        budget: MicroUsd::dollars(1),
        asked_at: at("2026-03-01T00:00:00Z"),
        ..domain::testing::run()
    }
}

async fn asked(store: &Store, run: &Run) {
    let job = Job { consumer: "test", id: run.event_job };
    let effects = vec![Effect::RunStarted {
        run: Box::new(run.clone()),
        questions: Vec::new(),
        deadline: run.asked_at,
        stopped: None,
    }];
    store.journal().commit(Settled { job, effects, outgoing: Vec::new(), dead: None }).await.unwrap();
}

async fn world(runs: &[Run]) -> (Started, Store) {
    let started = Started::with_gateway().await;
    let store = started.store().await;
    for run in runs {
        asked(&store, run).await;
    }
    (started, store)
}

fn counts(report: &Value) -> [u64; 4] {
    let length = |name: &str| report[name].as_array().unwrap().len() as u64;
    [report["new"].as_u64().unwrap(), report["same"].as_u64().unwrap(), length("corrected"), length("refused")]
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outcome_is_recorded_listed_and_corrected() {
    let run = run("q-1");
    let (started, _) = world(std::slice::from_ref(&run)).await;
    let id = run.id.to_string();
    let none = started.text(&["resolve", &id], 0).await;
    assert!(none.contains("no outcome yet"), "{none}");
    let first = started.text(&["resolve", &id, "yes", "--at", "2026-03-20"], 0).await;
    assert!(first.starts_with("1 recorded"), "{first}");
    let again = started.json(&["resolve", "q-1", "YES"], 0).await;
    assert_eq!(again["recorded"], "same", "the same run by its event id");
    let corrected = started.json(&["resolve", &id, "0", "--because", "the court annulled it"], 0).await;
    assert_eq!((corrected["recorded"].as_str(), corrected["replaced"].as_f64()), (Some("corrected"), Some(1.0)));
    let history = started.text(&["resolve", &id], 0).await;
    let lines: Vec<&str> = history.lines().collect();
    assert!(lines[0].starts_with("NO ") && lines[0].ends_with("by hand (the court annulled it)"), "{history}");
    assert!(lines[1].starts_with("YES  resolved 2026-03-21 00:00") && lines[1].contains(", corrected "), "{history}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outcome_that_cannot_be_recorded_is_refused_with_advice() {
    let run = run("q-1");
    let (started, _) = world(std::slice::from_ref(&run)).await;
    let id = run.id.to_string();
    for (line, hint) in [
        (vec!["resolve", "q-unknown", "yes"], "`auspex show` lists the newest runs"),
        (vec!["resolve", "00000000-0000-0000-0000-000000000009", "yes"], "the token's tenant has no question about"),
        (vec!["resolve", &id, "maybe"], "write yes, no, or a number from 0 (NO) to 1 (YES)"),
        (vec!["resolve", &id, "30"], "write 30 percent as 0.3"),
        (vec!["resolve", &id, "yes", "--at", "2999-01-01"], "is in the future"),
        (vec!["resolve", "--file", "nowhere.csv"], "cannot read nowhere.csv"),
        (vec!["import", "outcomes", "nowhere.ndjson"], "cannot read nowhere.ndjson"),
    ] {
        let complaint = started.complaint(&line, 1).await;
        assert!(complaint.contains(hint), "{line:?}: {complaint}");
    }
    let when = started.complaint(&["resolve", &id, "yes", "--at", "soon"], 2).await;
    assert!(when.contains("write 2026-03-31 or"), "{when}");
    let nowhere = Started::nowhere().complaint(&["resolve", &id, "yes"], 1).await;
    assert!(nowhere.contains("there is no gateway"), "{nowhere}");
}

#[tokio::test(flavor = "multi_thread")]
async fn valid_lines_of_a_file_are_recorded_and_the_others_refused() {
    let (started, store) = world(&[run("q-1"), run("q-2")]).await;
    let csv = started.file(
        "said.csv",
        "event,outcome,resolved_at,because\nq-1,yes,2026-03-20,\"signed, sealed\"\nq-3,no,,\nq-2,perhaps,,\n",
    );
    let report = started.json(&["resolve", "--file", &csv], 3).await;
    assert_eq!(counts(&report), [1, 0, 0, 2], "{report}");
    let refused: Vec<&Value> = report["refused"].as_array().unwrap().iter().collect();
    let line = |of: &Value| (of["line"].as_u64().unwrap(), of["problem"].as_str().unwrap().to_owned());
    let mut problems: Vec<(u64, String)> = refused.into_iter().map(line).collect();
    problems.sort();
    assert!(problems[0].0 == 3 && problems[0].1.contains("auspex import outcomes"), "{problems:?}");
    assert!(problems[1].0 == 4 && problems[1].1.starts_with("outcome: \"perhaps\""), "{problems:?}");
    let known = store.outcomes().history(&Tenant::default(), "question:q-1").await.unwrap();
    assert_eq!((known[0].value, known[0].because.as_str()), (1.0, "signed, sealed"));
    assert_eq!(known[0].resolved_at, at("2026-03-21T00:00:00Z"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resolved_market_resolves_every_run_about_it() {
    let (started, store) = world(&[run("q-1"), run("q-2")]).await;
    let market = |id: &str, closed: bool| json!({ "conditionId": id, "closed": closed, "outcomes": "[\"Yes\",\"No\"]", "outcomePrices": "[\"0\",\"1\"]", "closedTime": "2026-03-25 10:00:00+00" });
    let all = json!([market("0xabc", true), market("0xelse", true), market("0xopen", false)]);
    let file = started.file("markets.json", &all.to_string());
    let report = started.json(&["resolve", "--file", &file, "--format", "market"], 3).await;
    assert_eq!((counts(&report), report["unasked"].as_u64()), ([2, 0, 0, 1], Some(1)), "{report}");
    let again = started.json(&["resolve", "--file", &file, "--format", "market"], 3).await;
    assert_eq!(counts(&again), [0, 2, 0, 1]);
    let known = store.outcomes().history(&Tenant::default(), "question:q-2").await.unwrap();
    assert_eq!((known.len(), known[0].value, known[0].origin.name()), (1, 0.0, "market"));
    assert_eq!(known[0].resolved_at, at("2026-03-25T10:00:00Z"));
}

#[tokio::test(flavor = "multi_thread")]
async fn imported_questions_become_past_cases() {
    let (started, store) = world(&[]).await;
    let row = |n: usize, outcome: Value| {
        json!({ "qid": format!("v:{n}"), "set": "2026-01-01", "source": "treaties", "type": "market", "outcome": outcome,
            "question": format!("Will party {n} sign by January 31, 2026?"), "freeze_datetime": "2026-01-01T00:00:00+00:00",
            "close": "2026-01-31T00:00:00+00:00", "resolution_date": "2026-01-30" })
    };
    let mut lines: Vec<String> = (0..10).map(|n| row(n, json!(u8::from(n < 3))).to_string()).collect();
    lines.extend([row(10, Value::Null).to_string(), row(11, json!("perhaps")).to_string()]);
    let file = started.file("asked.ndjson", &lines.join("\n"));
    let report = started.json(&["import", "outcomes", &file, "--source", "a list"], 3).await;
    assert_eq!((report["new"].as_u64(), report["open"].as_u64()), (Some(10), Some(1)), "{report}");
    assert_eq!(report["refused"][0]["line"].as_u64(), Some(12));
    let again = started.json(&["import", "outcomes", &file], 3).await;
    assert_eq!(
        (again["new"].as_u64(), again["same"].as_u64()),
        (Some(0), Some(10)),
        "the same list again changes nothing"
    );
    let question = TrackedQuestion::of_run(&run("q-1"));
    let past = store.outcomes().past(&question, Time::MAX_UTC).await.unwrap();
    assert_eq!(
        past.iter().map(|past| (past.successes, past.trials)).collect::<Vec<_>>(),
        [(3.0, 10), (3.0, 10)],
        "{past:?}"
    );
    let earlier = TrackedQuestion { asked_at: at("2026-01-15T00:00:00Z"), ..question };
    assert!(store.outcomes().past(&earlier, Time::MAX_UTC).await.unwrap().is_empty(), "nothing was resolved then");
}
