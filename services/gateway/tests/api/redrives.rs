//! Redrives of many dead letters over HTTP and in the console, executed as the gateway's task does.

use std::time::Duration;

use domain::port::{DeadLetter, Job, Journal, Settled};
use domain::{Clock, JobId, Tenant};
use gateway::config::RequestLimits;
use operations::redrives::execute_due;
use reqwest::Method;
use serde_json::{Value, json};

use crate::console::{Browser, acme, location};
use crate::support::{ALL, Api, read, start};

/// Maximum time for what the executor does in seconds.
const PATIENCE: Duration = Duration::from_secs(300);

/// Ends a job of the filter: with a dead letter, if there is a reason.
async fn end(api: &Api, number: usize, reason: Option<&str>) {
    let job = JobId::named(&["dead", &number.to_string()]);
    let letter = |reason: &str| DeadLetter {
        id: job.derive("dead", 0),
        consumer: "filter".to_owned(),
        job,
        tenant: acme(),
        subject: "auspex.event.question.acme".to_owned(),
        errors: vec![reason.to_owned()],
        at: runtime::SystemClock.now(),
        ..domain::testing::dead_letter()
    };
    let job = Job { consumer: "filter", id: job };
    api.store.journal().begin(&job).await.unwrap();
    let dead = reason.map(|reason| Box::new(letter(reason)));
    api.store.journal().commit(Settled { job, effects: Vec::new(), outgoing: Vec::new(), dead }).await.unwrap();
}

async fn api(letters: usize) -> (Api, String) {
    let api = start(RequestLimits::default()).await;
    for number in 0..letters {
        end(&api, number, Some(&format!("no answer of host {number}"))).await;
    }
    let token = api.token("acme", &ALL).await;
    (api, token)
}

async fn post(api: &Api, token: &str, path: &str, body: &Value) -> (u16, Value) {
    read(api.post(path, token, body).await).await
}

/// Executes redrives until this one has redriven a number of letters, or is in a state.
async fn executed(api: &Api, token: &str, (redrive, wanted): (&str, impl Fn(&Value) -> bool)) -> Value {
    let mut ticks = tokio::time::interval(Duration::from_millis(50));
    let executing = async {
        loop {
            ticks.tick().await;
            execute_due(&api.gateway.operations).await.unwrap();
            let (status, shown) = read(api.get(&format!("/v1/redrives/{redrive}"), token).await).await;
            assert_eq!(status, 200, "{shown}");
            if wanted(&shown) {
                return shown;
            }
        }
    };
    tokio::time::timeout(PATIENCE, executing).await.expect("in time")
}

fn id(status: &Value) -> String {
    status["redrive"]["id"].as_str().unwrap_or_else(|| panic!("{status}")).to_owned()
}

/// Number of the job that was redriven first: the oldest.
const FIRST: usize = 0;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redrive_is_previewed_confirmed_and_executed_after_its_canary() {
    let (api, token) = api(103).await;
    let (_, groups) = read(api.get("/v1/dead-letter-groups", &token).await).await;
    let (consumer, reason) = (&groups[0]["consumer"], &groups[0]["reason"]);
    assert_eq!((groups.as_array().unwrap().len(), reason.as_str()), (1, Some("no answer of host #")), "{groups}");
    let order = json!({ "consumer": consumer, "reason": reason, "per_second": 60 });
    let (_, preview) = post(&api, &token, "/v1/redrives:preview", &order).await;
    assert_eq!(preview, json!({ "letters": 103, "needs_confirmation": true, "per_second": 60, "seconds": 2 }));

    let with = |confirm: u64| json!({ "consumer": consumer, "reason": reason, "per_second": 60, "confirm": confirm });
    for (wrong, field) in [
        (order.clone(), "confirm"),
        (with(102), "confirm"),
        (json!({ "per_second": 60 }), "consumer"),
        (json!({ "class": "rejected", "per_second": 101 }), "per_second"),
    ] {
        let (status, problem) = post(&api, &token, "/v1/redrives", &wrong).await;
        assert_eq!((status, problem["errors"][0]["field"].as_str()), (422, Some(field)), "{wrong}: {problem}");
    }
    let (status, nothing) = post(&api, &token, "/v1/redrives", &json!({ "class": "poisoned" })).await;
    assert_eq!(status, 409, "{nothing}");

    let (status, started) = post(&api, &token, "/v1/redrives", &with(103)).await;
    assert_eq!((status, &started["redrive"]["state"]), (201, &json!("canary")), "{started}");
    let (status, second) = post(&api, &token, "/v1/redrives", &with(103)).await;
    assert_eq!(status, 409, "{second}");
    let redrive = id(&started);
    let canary = executed(&api, &token, (&redrive, |shown| shown["redriven"] == 1)).await;
    assert_eq!(canary["redrive"]["state"], "canary");
    end(&api, FIRST, None).await;
    let done = executed(&api, &token, (&redrive, |shown| shown["redrive"]["state"] == "done")).await;
    assert_eq!((&done["redriven"], &done["died_again"]), (&json!(103), &json!(0)), "{done}");
    let (_, open) = read(api.get("/v1/dead-letter-groups", &token).await).await;
    assert_eq!(open, json!([]));
    end(&api, 7, Some("no answer of host 7 again")).await;
    let (_, shown) = read(api.get(&format!("/v1/redrives/{redrive}"), &token).await).await;
    assert_eq!(shown["died_again"], 1);
    assert_eq!(shown["reasons"], json!([{ "reason": "no answer of host # again", "letters": 1 }]));
    let (_, changes) = read(api.get("/v1/changes", &token).await).await;
    assert_eq!(changes["items"][0]["action"], "started", "{changes}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redrive_pauses_when_its_canary_dies_and_goes_on_when_a_person_resumes_it() {
    let (api, token) = api(5).await;
    let (_, started) = post(&api, &token, "/v1/redrives", &json!({ "class": "rejected" })).await;
    let redrive = id(&started);
    executed(&api, &token, (&redrive, |shown| shown["redriven"] == 1)).await;
    end(&api, FIRST, Some("no answer again")).await;
    let paused = executed(&api, &token, (&redrive, |shown| shown["redrive"]["state"] == "paused")).await;
    assert_eq!((&paused["redriven"], &paused["died_again"]), (&json!(1), &json!(1)), "{paused}");
    assert_eq!(paused["redrive"]["note"], "the first job died again: no answer again");
    let control =
        async |action: &str| post(&api, &token, &format!("/v1/redrives/{redrive}/{action}"), &json!({})).await;
    assert_eq!(control("resume").await.1["redrive"]["state"], "running");
    let done = executed(&api, &token, (&redrive, |shown| shown["redrive"]["state"] == "done")).await;
    assert_eq!(done["redriven"], 5, "the letter of the canary is open again, and is not redriven twice: {done}");
    for action in ["pause", "resume", "cancel"] {
        let (status, refused) = control(action).await;
        assert_eq!(status, 409, "{action}: {refused}");
    }
    let other = api.token("other", &ALL).await;
    let foreign = api.request(Method::GET, &format!("/v1/redrives/{redrive}"), &other).send().await.unwrap();
    assert_eq!(read(foreign).await.0, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dropped_letter_is_closed_for_good_and_shown_as_dropped() {
    let (api, token) = api(2).await;
    let (_, list) = read(api.get("/v1/dead-letters?open=true", &token).await).await;
    let letter = list["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/dead-letters/{letter}/drop");
    let (status, dropped) = post(&api, &token, &path, &json!({})).await;
    assert_eq!((status, &dropped["id"]), (200, &json!(letter)), "{dropped}");
    assert_eq!(post(&api, &token, &path, &json!({})).await.1, dropped, "a repetition changes nothing");
    let (_, open) = read(api.get("/v1/dead-letters?open=true", &token).await).await;
    assert_eq!(open["items"].as_array().unwrap().len(), 1);
    let (_, all) = read(api.get("/v1/dead-letters", &token).await).await;
    let shown = all["items"].as_array().unwrap().iter().find(|shown| shown["id"] == letter.as_str()).unwrap();
    assert_eq!(shown["dropped_at"], dropped["dropped_at"]);
    let kept = open["items"][0]["id"].as_str().unwrap();
    post(&api, &token, &format!("/v1/dead-letters/{kept}/redrive"), &json!({})).await;
    let (status, refused) = post(&api, &token, &format!("/v1/dead-letters/{kept}/drop"), &json!({})).await;
    assert_eq!(status, 409, "{refused}");
    let (_, changes) = read(api.get("/v1/changes", &token).await).await;
    assert!(changes["items"].as_array().unwrap().iter().any(|change| change["action"] == "dropped"), "{changes}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_nats_is_away_one_letter_of_a_pass_is_marked_and_the_others_stay_open() {
    let (api, token) = api(5).await;
    let (_, started) = post(&api, &token, "/v1/redrives", &json!({ "class": "rejected" })).await;
    let redrive = id(&started);
    executed(&api, &token, (&redrive, |shown| shown["redriven"] == 1)).await;
    end(&api, FIRST, None).await;
    api.kill_nats().await;
    let shown = executed(&api, &token, (&redrive, |shown| shown["redriven"] != 1)).await;
    assert_eq!((&shown["redriven"], &shown["redrive"]["state"]), (&json!(2), &json!("running")), "{shown}");
    let (_, open) = read(api.get("/v1/dead-letters?open=true", &token).await).await;
    assert_eq!(open["items"].as_array().unwrap().len(), 3, "{open}");
}

/// Forms and links only, as a browser without JavaScript sends them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redrive_is_started_and_controlled_in_the_console_by_forms() {
    let (api, token) = api(101).await;
    let browser = Browser::sign_in(&api, &token).await;
    let (_, letters) = browser.page("/console/dead-letters/list?class=rejected&open=true").await;
    assert!(letters.contains("/console/redrives/new?class=rejected"), "{letters}");
    let (status, preview) = browser.page("/console/redrives/new?class=rejected").await;
    assert!(status == 200 && preview.contains("Type 101 to confirm"), "{preview}");
    let wrong = browser.post("/console/redrives", &[("class", "rejected"), ("per_second", "50"), ("confirm", "10")]);
    assert_eq!(wrong.await.status(), 422);
    let right = browser.post("/console/redrives", &[("class", "rejected"), ("per_second", "50"), ("confirm", "101")]);
    let page = location(&right.await);
    let redrive = page.rsplit('/').next().unwrap();
    executed(&api, &token, (redrive, |shown| shown["redriven"] == 1)).await;
    let (_, shown) = browser.page(&page).await;
    assert!(shown.contains("1 of 101 letters") && shown.contains("<progress"), "{shown}");
    for (action, state) in [("pause", "paused"), ("resume", "running"), ("cancel", "cancelled")] {
        assert_eq!(location(&browser.post(&format!("{page}/{action}"), &[]).await), page);
        assert!(browser.page(&page).await.1.contains(state), "{action}");
    }
    assert_eq!(browser.post(&format!("{page}/explode"), &[]).await.status(), 404);
    let (_, overview) = browser.page("/console/dead-letters").await;
    assert!(overview.contains(&format!("/console/redrives/{redrive}")), "{overview}");

    let letter = JobId::named(&["dead", "9"]).derive("dead", 0);
    let dropped = browser.post(&format!("/console/dead-letters/{letter}/drop"), &[]).await;
    assert_eq!(location(&dropped), format!("/console/dead-letters/{letter}?dropped=1"));
    assert!(browser.page(&location(&dropped)).await.1.contains("It is dropped"));
    let tenant: Tenant = acme();
    assert_eq!(api.store.dead_letters().groups(&tenant).await.unwrap()[0].letters, 99);
}
