//! Runs from outside: cancelled (also before the run begins and while research is in progress), ended with the research
//! request, scheduled, begun by a trade, ended after a dead-lettered decision.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::time::Duration;

use domain::event::Wanted;
use domain::{Event, EventKind, RunId};
use local_servers::Worker;
use serde_json::{Value, json};
use tests::wait::PATIENCE;
use tests::{Api, Fleet, Setup, events, wait};
use tokio::process::Command;

/// Workers that can answer a question without a researcher.
const WITHOUT_RESEARCH: [&str; 4] = ["classifier", "filter", "forecaster", "writer"];

/// Runs a command of a user and returns its exit code and output.
async fn auspex(api: &Api, args: &[&str]) -> (i32, serde_json::Value) {
    run(Command::new(Worker::locate("auspex").unwrap()).envs(api.user()).args(args)).await
}

/// Runs a command of an operator, who has no gateway.
async fn operator(fleet: &Fleet, args: &[&str]) -> (i32, serde_json::Value) {
    run(Command::new(Worker::locate("auspex").unwrap()).envs(fleet.operator()).args(args)).await
}

async fn run(command: &mut Command) -> (i32, serde_json::Value) {
    let done = command.arg("--json").output().await.unwrap();
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    let line = out.lines().last().unwrap_or_default();
    (
        done.status.code().unwrap(),
        serde_json::from_str(line).unwrap_or_else(|_| serde_json::json!(format!("{out}{err}"))),
    )
}

/// Publishes a question and returns its run, which waits for research.
async fn waiting(fleet: &Fleet, event: &Event) -> RunId {
    fleet.publisher.event(event).await.unwrap();
    let run = RunId::for_event(event.job());
    let sql = format!("SELECT count(*) FROM run WHERE id = '{run}' AND phase = 'waiting'");
    reaches(fleet, "the run waits", &sql, 1).await;
    run
}

async fn reaches(fleet: &Fleet, what: &str, sql: &str, least: i64) {
    let reached = wait::until(what, PATIENCE, || async {
        let is = fleet.database.count(sql).await?;
        Ok(if is >= least { Ok(()) } else { Err(format!("{is} of {least}")) })
    });
    reached.await.unwrap_or_else(|error| panic!("{error}\n{}", fleet.logs()));
}

fn research_calls(fleet: &Fleet) -> u64 {
    fleet.offline.totals().by_task.get("loop").copied().unwrap_or(0)
}

#[tokio::test]
async fn a_cancelled_run_ends_with_a_result_and_without_further_research() {
    let fleet = Fleet::start(Setup::default().only(&WITHOUT_RESEARCH)).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let event = events::question(1);
    let run = waiting(&fleet, &event).await.to_string();
    let (code, printed) = auspex(&api, &["cancel", &run, "--reason", "too dear"]).await;
    assert_eq!((code, &printed["begun"], &printed["forecast"]), (0, &json!(true), &json!(false)), "{printed}");
    let (code, printed) = auspex(&api, &["cancel", &run]).await;
    assert!(code == 3 && printed["error"].to_string().contains("is done"), "a second cancellation: {printed}");
    reaches(&fleet, "the end is a result", "SELECT count(*) FROM result WHERE kind = 'ended'", 1).await;
    // The researcher starts only now; the questions still wait in the stream.
    fleet.start_worker("researcher", std::collections::BTreeMap::new()).unwrap();
    fleet.settled(&[event.job()], PATIENCE).await.unwrap();
    let verdict = fleet.assert_invariants(&[event.job()]).await.unwrap();
    println!("{verdict}");
    assert_eq!(research_calls(&fleet), 0, "no research was begun");
    assert_eq!(fleet.database.count("SELECT count(*) FROM forecast").await.unwrap(), 0);
    let reported =
        fleet.database.texts("SELECT body->'ended'->'cancelled'->>'reason' FROM result WHERE kind = 'ended'").await;
    assert_eq!(reported.unwrap(), ["too dear"]);
    let (code, shown) = auspex(&api, &["show", &run]).await;
    assert_eq!((code, &shown["run"]["ended"]["cancelled"]["by"]), (0, &serde_json::json!("tests")), "{shown}");
    let closed = shown["budgets"].as_array().unwrap().iter().any(|line| line["closed"] == true);
    assert!(closed, "{shown}");
    let (code, _) = auspex(&api, &["watch", "--run", &run]).await;
    assert_eq!(code, 3, "no forecast");
}

/// Returns the number of rows in a table that a condition selects.
async fn counted(fleet: &Fleet, what: &str) -> i64 {
    fleet.database.count(&format!("SELECT count(*) FROM {what}")).await.unwrap()
}

#[tokio::test]
async fn a_run_is_cancelled_before_it_begins() {
    let fleet = Fleet::start(Setup::default().only(&["classifier", "researcher", "filter", "writer"])).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let (ended, decided) = (events::question(1), events::question(2));
    let jobs = fleet.publisher.events(&[ended.clone(), decided.clone()]).await.unwrap();
    reaches(&fleet, "both are classified", "SELECT count(*) FROM event WHERE run IS NOT NULL", 2).await;
    for (event, more) in [(&ended, None), (&decided, Some("--forecast"))] {
        let run = RunId::for_event(event.job()).to_string();
        let line: Vec<&str> = ["cancel", &run, "--reason", "a mistake"].into_iter().chain(more).collect();
        let (code, printed) = auspex(&api, &line).await;
        assert_eq!((code, &printed["begun"]), (0, &json!(false)), "{printed}");
        let (code, printed) = auspex(&api, &line).await;
        assert!(
            code == 3 && printed["error"].to_string().contains("cancelled before"),
            "another cancellation was first: {printed}"
        );
    }
    fleet.start_worker("forecaster", std::collections::BTreeMap::new()).unwrap();
    reaches(&fleet, "both have an answer", "SELECT count(*) FROM result WHERE kind IN ('ended', 'forecast')", 2).await;
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    println!("{}", fleet.assert_invariants(&jobs).await.unwrap());
    assert_eq!(counted(&fleet, "outbox WHERE subject = 'auspex.research.requested'").await, 0, "nothing is researched");
    assert_eq!(fleet.offline.totals().by_task.get("decompose"), None, "nor decomposed: {:?}", fleet.offline.totals());
    assert_eq!(counted(&fleet, "result WHERE kind = 'ended'").await, 1);
    let flags = fleet.database.texts("SELECT body->>'flags' FROM forecast").await.unwrap();
    assert!(flags.len() == 1 && flags[0].contains("cancelled by tests"), "{flags:?}");
}

/// The run budget is closed while two calls are in flight: both are settled, and no third is made.
#[tokio::test]
async fn a_cancellation_overrides_a_decomposition_and_research_in_progress() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let step = Duration::from_secs(2);
    for (n, agent, begun) in [(1, "forecaster", false), (2, "researcher", true)] {
        fleet.offline.set_latency(step);
        let event = events::question(n);
        let run = RunId::for_event(event.job());
        fleet.publisher.event(&event).await.unwrap();
        let under_way = format!("call WHERE agent = '{agent}' AND state = 'intent' AND budgets @> ARRAY['run:{run}']");
        reaches(&fleet, "it is being asked", &format!("SELECT count(*) FROM {under_way}"), 1).await;
        let (code, printed) = auspex(&api, &["cancel", &run.to_string()]).await;
        assert_eq!((code, &printed["begun"]), (0, &json!(begun)), "{agent}: {printed}");
        let until = fleet.database.texts("SELECT now()::text").await.unwrap().remove(0);
        fleet.offline.set_latency(Duration::ZERO);
        let ended = format!("SELECT count(*) FROM result WHERE kind = 'ended' AND run = '{run}'");
        reaches(&fleet, "the end is a result", &ended, 1).await;
        fleet.settled(&[event.job()], PATIENCE).await.unwrap();
        fleet.assert_invariants(&[event.job()]).await.unwrap();
        let paid = format!("call WHERE agent = '{agent}' AND state = 'settled' AND budgets @> ARRAY['run:{run}']");
        assert!(counted(&fleet, &paid).await >= 1, "{agent}: what was on its way is paid");
        let later = format!("call WHERE opened_at > '{until}' AND budgets @> ARRAY['run:{run}']");
        assert_eq!(counted(&fleet, &later).await, 0, "{agent}: nothing is bought after it");
        assert_eq!(counted(&fleet, &format!("forecast WHERE run = '{run}'")).await, 0);
        assert_eq!(counted(&fleet, &format!("report WHERE key LIKE '%{run}%'")).await, 0, "no report");
    }
}

/// Postgres rejects every decision, so each becomes a dead letter.
const REFUSED: &str = "
CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN IF NEW.body->>'model' <> '' THEN RAISE EXCEPTION 'no such forecast' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$;
CREATE TRIGGER refused BEFORE INSERT ON forecast FOR EACH ROW EXECUTE FUNCTION refused()";

#[tokio::test]
async fn a_run_whose_decision_is_a_dead_letter_ends_at_its_deadline() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    fleet.database.change(REFUSED).await.unwrap();
    let event = events::question(1);
    fleet.publisher.event(&event).await.unwrap();
    let run = RunId::for_event(event.job()).to_string();
    let dead = "SELECT count(*) FROM dead_letter WHERE consumer = 'forecaster-rounds' AND class = 'rejected'";
    reaches(&fleet, "the decision is given up", dead, 1).await;
    assert_eq!(counted(&fleet, "run WHERE phase = 'analyzing'").await, 1, "it may still be redriven");
    let (_, shown) = auspex(&api, &["show", &run]).await;
    assert!(shown["run"]["given_up"].as_str().is_some_and(|why| why.contains("rejected")), "{shown}");
    fleet.database.change("UPDATE run SET deadline = now()").await.unwrap();
    let (code, made) = auspex(&api, &["watch", "--run", &run]).await;
    assert_eq!(code, 0, "{made}\n{}", fleet.logs());
    assert!(made["flags"].to_string().contains("dead-lettered"), "{made}");
    assert_eq!(counted(&fleet, "run WHERE phase = 'done'").await, 1);
    let (_, letters) = operator(&fleet, &["dead", "list"]).await;
    let (code, _) = operator(&fleet, &["dead", "redrive", letters["id"].as_str().unwrap()]).await;
    assert_eq!(code, 0, "{letters}");
    fleet.settled(&[event.job()], PATIENCE).await.unwrap();
    assert_eq!(counted(&fleet, "result WHERE kind = 'forecast'").await, 1, "a redrive after the end changes nothing");
}

#[tokio::test]
async fn a_run_cancelled_with_a_forecast_uses_the_evidence_found_so_far() {
    let fleet = Fleet::start(Setup::default().only(&WITHOUT_RESEARCH)).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let event = events::question(1);
    let run = waiting(&fleet, &event).await.to_string();
    let (code, printed) = auspex(&api, &["cancel", &run, "--forecast"]).await;
    assert_eq!((code, &printed["forecast"]), (0, &json!(true)), "{printed}");
    let (code, made) = auspex(&api, &["watch", "--run", &run]).await;
    assert_eq!(code, 0, "{made}");
    assert!(made["flags"].to_string().contains("cancelled by tests"), "{made}");
    fleet.start_worker("researcher", std::collections::BTreeMap::new()).unwrap();
    fleet.settled(&[event.job()], PATIENCE).await.unwrap();
    fleet.assert_invariants(&[event.job()]).await.unwrap();
    assert_eq!(research_calls(&fleet), 0, "what came late was not even begun");
}

#[tokio::test]
async fn a_caller_may_request_the_research_request_only() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    let mut event = events::question(1);
    let EventKind::Question(asked) = &mut event.kind else { unreachable!() };
    asked.config.wanted = Wanted::Research;
    let jobs = fleet.run(&[event], PATIENCE).await.unwrap();
    fleet.assert_invariants(&jobs).await.unwrap();
    let count = async |sql: &str| fleet.database.count(sql).await.unwrap();
    assert_eq!(count("SELECT count(*) FROM outbox WHERE subject = 'auspex.research.requested'").await, 0);
    assert_eq!(count("SELECT count(*) FROM forecast").await, 0);
    let body = fleet
        .database
        .texts("SELECT (body->'ended'->'proposed')::text FROM result WHERE kind = 'ended'")
        .await
        .unwrap();
    let proposed: serde_json::Value = serde_json::from_str(&body[0]).unwrap();
    assert!(proposed["questions"].as_array().is_some_and(|questions| !questions.is_empty()), "{proposed}");
    assert!(proposed["estimate"].as_f64().is_some_and(|p| p > 0.0) && proposed["reason"].is_string(), "{proposed}");
}

#[tokio::test]
async fn a_schedule_asks_once_per_instant_with_any_number_of_replicas() {
    let mut setup = Setup::default();
    setup.replicas.insert("forecaster".to_owned(), 3);
    let fleet = Fleet::start(setup).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let question = "Will the Ministry of Zebras publish its report by the end of 2026?";
    let (code, printed) =
        auspex(&api, &["schedule", "add", "zebras", "0 8 * * *", question, "--iterations", "1"]).await;
    assert_eq!(code, 0, "{printed}");
    let mut jobs = Vec::new();
    for firing in 1..=2_i64 {
        // After an outage of ten days, the missed instants are asked once.
        let due = format!("UPDATE schedule SET next_at = date_trunc('minute', now()) - interval '{firing}0 days'");
        fleet.database.change(&due).await.unwrap();
        reaches(&fleet, "it is asked", "SELECT count(*) FROM forecast", firing).await;
        jobs = fleet.database.texts("SELECT job::text FROM event").await.unwrap();
    }
    let jobs: Vec<domain::JobId> = jobs.iter().map(|job| job.parse().unwrap()).collect();
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    fleet.assert_invariants(&jobs).await.unwrap();
    let count = async |sql: &str| fleet.database.count(sql).await.unwrap();
    assert_eq!(count("SELECT count(*) FROM outbox WHERE subject = 'auspex.event.question.default'").await, 2);
    assert_eq!(count("SELECT fired FROM schedule").await, 2);
    assert_eq!(count("SELECT count(*) FROM forecast").await, 2);
    let (_, listed) = auspex(&api, &["schedule", "list"]).await;
    assert_eq!((&listed["name"], &listed["fired"]), (&serde_json::json!("zebras"), &serde_json::json!(2)), "{listed}");
    let run = listed["last_run"].as_str().unwrap();
    let (code, again) = auspex(&api, &["schedule", "add", "again", "0 9 * * *", "--run", run]).await;
    assert_eq!((code, &again["question"]), (0, &serde_json::json!(question)), "{again}");
    assert_eq!(auspex(&api, &["schedule", "remove", "zebras"]).await.0, 0);
    assert_eq!(auspex(&api, &["schedule", "remove", "zebras"]).await.0, 3);
}

#[tokio::test]
async fn research_for_a_question_begun_by_a_trade_receives_the_trade() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    let jobs = fleet.run(&[events::scout_alert(3)], PATIENCE).await.unwrap();
    fleet.assert_invariants(&jobs).await.unwrap();
    let asked = fleet.database.texts("SELECT body->>'topic' FROM question ORDER BY ordinal").await.unwrap();
    assert_eq!(asked.last().map(String::as_str), Some("the trade"), "{asked:?}");
    let untold = "SELECT count(*) FROM answer WHERE body->'task'->'subject'->'question'->>'context' NOT LIKE '%0003 bought shares of YES%'";
    assert_eq!(fleet.database.count(untold).await.unwrap(), 0, "every research task contains the trade");
    assert!(fleet.database.count("SELECT count(*) FROM answer").await.unwrap() >= 2);
}

/// Publishes questions whose forecasts need a review and returns their runs, once the reviews are open.
async fn in_review(fleet: &Fleet, numbers: std::ops::Range<usize>) -> Vec<String> {
    let events: Vec<Event> = numbers.map(events::reviewed_question).collect();
    let jobs = fleet.run(&events, PATIENCE).await.unwrap();
    let pending = "SELECT count(*) FROM macro_result WHERE subject = 'forecast' AND state = 'pending'";
    reaches(fleet, "the forecasts wait", pending, i64::try_from(events.len()).unwrap()).await;
    fleet.assert_invariants(&jobs).await.unwrap();
    jobs.into_iter().map(|job| RunId::for_event(job).to_string()).collect()
}

#[tokio::test]
async fn a_forecast_waits_for_its_review_and_each_decision_is_published_once() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let runs = in_review(&fleet, 1..4).await;
    let [edited, rejected, expired] = runs.as_slice() else { panic!("{runs:?}") };
    assert_eq!(counted(&fleet, "result WHERE kind IN ('forecast', 'ended')").await, 0);
    let (code, shown) = auspex(&api, &["show", edited]).await;
    assert_eq!((code, &shown["forecast"], &shown["review"]["result"]), (0, &Value::Null, &json!(edited)), "{shown}");
    assert_eq!(auspex(&api, &["watch", "--run", edited]).await.0, 3, "the forecast is not printed");

    // An approval names what was shown.
    let (_, review) = auspex(&api, &["review", "show", edited]).await;
    let digest = review["digest"].as_str().unwrap_or_else(|| panic!("{review}")).to_owned();
    let (code, blind) = auspex(&api, &["review", "edit", edited, "--set", "/probability=0.42"]).await;
    assert!(code == 3 && blind.to_string().contains("--digest"), "{code} {blind}");
    let impossible = ["review", "edit", edited, "--digest", &digest, "--set", "/probability=1.5"];
    let (code, refused) = auspex(&api, &impossible).await;
    assert!(code == 3 && refused.to_string().contains("0.01 to 0.99"), "{code} {refused}");
    let changes = ["--set", "/probability=0.42", "--set", "/lower=0.2", "--set", "/upper=0.6", "--reason", "new poll"];
    let (code, printed) =
        auspex(&api, &[&["review", "edit", edited, "--digest", &digest][..], &changes].concat()).await;
    assert_eq!((code, &printed["approved"]), (0, &json!(true)), "{printed}");
    let (code, late) = auspex(&api, &["review", "reject", edited]).await;
    assert!(code == 3 && late.to_string().contains("approved by tests"), "{code} {late}");
    let (code, printed) = auspex(&api, &["review", "reject", rejected, "--reason", "stale"]).await;
    assert_eq!((code, &printed["rejected"]), (0, &json!(true)), "{printed}");
    let due = format!("UPDATE macro_result SET expires_at = now() - interval '1 minute' WHERE id = '{expired}'");
    fleet.database.change(&due).await.unwrap();
    fleet.kill_worker(fleet.places("writer")[0]).await.unwrap();
    fleet.restart_ended().await.unwrap();
    reaches(&fleet, "every run has its answer", "SELECT count(*) FROM result WHERE kind IN ('forecast', 'ended')", 3)
        .await;

    let text = async |sql: &str| fleet.database.texts(sql).await.unwrap().join(" ");
    let published =
        "SELECT concat_ws(' ', body->'forecast'->>'probability', body->'review'->>'by', body->'review'->>'reason',
                     json_array_length(body->'review'->'edits')) FROM result WHERE kind = 'forecast'";
    let published = text(published).await;
    assert!(published.starts_with("0.42 tests (") && published.ends_with(") new poll 3"), "{published}");
    assert_eq!(text("SELECT body->'ended'->'rejected'->>'reason' FROM result WHERE kind = 'ended' AND body->'ended'->'rejected' IS NOT NULL").await, "stale");
    assert_eq!(counted(&fleet, "result WHERE body->'ended'->'expired' IS NOT NULL").await, 1);
    assert_eq!(
        counted(&fleet, &format!("forecast WHERE run = '{edited}' AND probability = 0.42")).await,
        0,
        "the model's stays"
    );
    let (_, shown) = auspex(&api, &["show", edited]).await;
    assert_eq!(shown["forecast"]["probability"], json!(0.42), "{shown}");
    let (code, shown) = auspex(&api, &["show", rejected]).await;
    let by = shown["run"]["ended"]["rejected"]["by"].as_str().unwrap();
    assert!(code == 0 && by.starts_with("tests ("), "{shown}");
    let jobs = fleet.database.texts("SELECT job::text FROM event").await.unwrap();
    let jobs: Vec<domain::JobId> = jobs.iter().map(|job| job.parse().unwrap()).collect();
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    println!("{}", fleet.assert_invariants(&jobs).await.unwrap());
}
