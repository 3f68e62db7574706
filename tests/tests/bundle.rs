//! Research directions on the real researcher: it is killed before, at and after a checkpoint. Its successor resumes at
//! the first open todo, and no model call is charged twice.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::time::Duration;

use domain::MicroUsd;
use domain::research::Ending;
use serde_json::Value;
use tests::wait::PATIENCE;
use tests::{Fleet, Setup, research, wait};

const TODOS: u32 = 4;

/// Returns the marks in the audit trail as `auspex show` prints them.
async fn marked(fleet: &Fleet) -> Vec<String> {
    fleet.database.texts("SELECT subject FROM audit WHERE action = 'todo_done' ORDER BY ordinal").await.unwrap()
}

fn files(fleet: &Fleet, n: usize) -> Vec<String> {
    let folder = fleet.objects().join(format!("bundles/default/episode-{n}/bundle-{n}"));
    let entries = std::fs::read_dir(folder).map_or_else(|_| Vec::new(), |entries| entries.flatten().collect());
    let mut names: Vec<String> = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn read(fleet: &Fleet, n: usize, name: &str) -> Value {
    let path = fleet.objects().join(format!("bundles/default/episode-{n}/bundle-{n}/{name}"));
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

#[tokio::test]
async fn a_bundle_resumes_at_its_first_open_todo_after_any_crash() {
    let setup = Setup { ack_wait: Duration::from_secs(2), ..Setup::default() }
        .only(&["researcher"])
        // The crash points count the checkpoints of todos that run one after another.
        .with("AUSPEX_RESEARCHER_TODOS", "1")
        .with("AUSPEX_WORKER_LEASE", "2s")
        .with("AUSPEX_RECONCILE_INTERVAL", "2s")
        .with("AUSPEX_RECONCILE_AGE", "5s");
    let fleet = Fleet::start(setup).await.unwrap();
    let place = fleet.places("researcher")[0];
    // Crash points: in the second todo's file, right after its checkpoint, in the middle of a todo, after the last one.
    let points =
        [("after_todo_file:2", Some(1)), ("after_todo:2", Some(2)), ("after_call:7", None), ("after_todo:4", Some(4))];
    for (n, (point, expected)) in points.into_iter().enumerate() {
        fleet.set_env(place, "AUSPEX_CRASH_AT", Some(point));
        fleet.kill_worker(place).await.unwrap();
        fleet.set_env(place, "AUSPEX_CRASH_AT", None);
        research::publish(&fleet.publisher, &[research::bundle(n, TODOS, MicroUsd::dollars(1))]).await.unwrap();
        wait::until("the researcher aborts", PATIENCE, || async {
            Ok(fleet.ended(place)?.map(|_| ()).ok_or_else(|| "it still runs".to_owned()))
        })
        .await
        .unwrap_or_else(|error| panic!("{point}: {error:#}\n{}", fleet.logs()));
        let before = fleet
            .database
            .count(&format!("SELECT count(*) FROM step WHERE step LIKE 'todo-bundle-{n}%'"))
            .await
            .unwrap();
        let paid = fleet.offline.totals().charged_calls;
        assert!(expected.is_none_or(|expected| expected == before), "{point}: {before} todos were settled");
        assert!(!files(&fleet, n).contains(&"research_complete.json".to_owned()), "{point}");
        fleet.respawn(place).unwrap();
        research::settled(&fleet.database, n + 1, PATIENCE)
            .await
            .unwrap_or_else(|error| panic!("{point}: {error:#}\n{}", fleet.logs()));
        let complete = read(&fleet, n, "research_complete.json");
        assert_eq!(complete["done"], TODOS, "{point}: {complete:#}");
        println!("{point}: {before} of {TODOS} todos settled and {paid} calls paid at the crash");
    }
    judge(&fleet, points.len()).await;
}

/// Checks that every file and mark exists, that the best entity is first and that no call is charged twice.
async fn judge(fleet: &Fleet, bundles: usize) {
    for n in 0..bundles {
        let todo = |direction: u32| format!("business_ministry-of-zebras_direction_{direction}");
        let mut expected: Vec<String> = (1..=TODOS).map(|direction| format!("{}.json", todo(direction))).collect();
        let dossier = |ending| format!("dossier_business_ministry-of-zebras.{ending}");
        expected.extend([dossier("json"), dossier("md")]);
        expected.extend(["research_complete.json".to_owned(), "todos.json".to_owned()]);
        assert_eq!(files(fleet, n), expected);
        let complete = read(fleet, n, "research_complete.json");
        let ids: Vec<&str> =
            complete["todos"].as_array().unwrap().iter().map(|todo| todo["id"].as_str().unwrap()).collect();
        let in_order: Vec<String> = (1..=TODOS).map(|direction| format!("bundle-{n}_{}", todo(direction))).collect();
        assert_eq!(ids, in_order, "highest priority first");
        let first = read(fleet, n, &format!("{}.json", todo(1)));
        assert!(first["research"]["findings"].as_array().is_some_and(|found| !found.is_empty()), "{first:#}");
        assert_eq!(first["research"]["prompt_version"].as_str().map(str::len), Some(12));
    }
    assert_eq!(marked(fleet).await.len(), bundles * TODOS as usize, "every todo is in the audit trail once");
    let printed = research::gathered(fleet).await.unwrap();
    assert!(printed.values().all(|research| research.ending == Ending::Complete), "{printed:#?}");
    // A call whose reply was lost in a crash is repeated once; one of the four crashes was inside a call.
    let again = "SELECT count(*) - count(DISTINCT (job, step, input)) FROM call WHERE state <> 'refused'";
    assert!(fleet.database.count(again).await.unwrap() <= 1, "{}", fleet.logs());
    fleet.assert_accounts().await.unwrap();
}

#[tokio::test]
async fn progress_is_visible_during_a_bundle() {
    let setup = Setup { latency: Duration::from_millis(300), ..Setup::default() }.only(&["researcher"]);
    let setup = setup.with("AUSPEX_RESEARCHER_TODOS", "1");
    let fleet = Fleet::start(setup.with("AUSPEX_LOG", "warn,researcher=info")).await.unwrap();
    research::publish(&fleet.publisher, &[research::bundle(0, TODOS, MicroUsd::dollars(1))]).await.unwrap();
    wait::until("the first todos are done, and not all", PATIENCE, || async {
        let marks = marked(&fleet).await;
        Ok(if marks.len() >= 2 { Ok(()) } else { Err(format!("{marks:?}")) })
    })
    .await
    .unwrap_or_else(|error| panic!("{error:#}\n{}", fleet.logs()));
    let todos = read(&fleet, 0, "todos.json");
    let open = todos["todos"].as_array().unwrap().iter().filter(|todo| todo["status"] != "done").count();
    assert!(open > 0 && !files(&fleet, 0).contains(&"research_complete.json".to_owned()), "{todos:#}");
    let place = fleet.places("researcher")[0];
    assert!(fleet.full_log(place).contains("RESEARCHER_TODO"), "{}", fleet.log(place));
    let metrics = fleet.metrics(place).await.unwrap();
    assert!(metrics.lines().any(|line| line.starts_with("auspex_todos_total") && line.contains("status=\"done\"")));
    research::settled(&fleet.database, 1, PATIENCE).await.unwrap();
}
