//! Questions of every kind with a whole fleet: asked over HTTP, answered from what pages state, resolved and scored.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::path::Path;

use domain::JobId;
use local_servers::Worker;
use serde_json::{Value, json};
use tests::wait::PATIENCE;
use tests::{Api, Fleet, Setup, corpus, wait};
use tokio::process::Command;

/// Pages of a fictitious town.
const PAGES: [(&str, &str); 3] = [
    (
        "chair",
        "In the last poll for the chair of the port of Norrby Ada Berg has 48 per cent and Bo Lund 32 per cent. \
         The port of Norrby elects its chair in spring.",
    ),
    (
        "ships",
        "In May of the past year 412 ships berthed in the harbour of Norrby. The harbour of Norrby has nine berths.",
    ),
    (
        "bridge",
        "The Lake Bridge of Norrby is to open on 29 June 2094. The Lake Bridge of Norrby is two kilometres long.",
    ),
];

fn write_pages(folder: &Path) {
    corpus::write(folder).unwrap();
    let pages = folder.join("web/norrby.example");
    std::fs::create_dir_all(&pages).unwrap();
    for (name, text) in PAGES {
        let paragraphs: String = text.split_inclusive(". ").map(|sentence| format!("<p>{sentence}</p>")).collect();
        let page = format!(
            "<!doctype html><html><head><title>The {name} of Norrby</title></head><body><article><h1>The {name} of Norrby</h1>{paragraphs}</article></body></html>"
        );
        std::fs::write(pages.join(format!("{name}.html")), page).unwrap();
    }
}

async fn ask(api: &Api, question: &Value) -> (JobId, String) {
    let mut question = question.clone();
    question["max_iterations"] = json!(1);
    let request = api.http.post(format!("{}/v1/questions", api.url)).bearer_auth(&api.token).json(&question);
    let answer = request.send().await.unwrap();
    let (status, accepted): (_, Value) = (answer.status(), answer.json().await.unwrap());
    assert_eq!(status, 202, "{question}: {accepted}");
    (accepted["job"].as_str().unwrap().parse().unwrap(), accepted["run"].as_str().unwrap().to_owned())
}

async fn get(api: &Api, path: &str) -> Value {
    let answer = api.http.get(format!("{}{path}", api.url)).bearer_auth(&api.token).send().await.unwrap();
    let text = answer.error_for_status().unwrap().text().await.unwrap();
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}

async fn auspex(api: &Api, args: &[&str]) -> String {
    let mut command = Command::new(Worker::locate("auspex").unwrap());
    let done = command.envs(api.user()).args(args).output().await.unwrap();
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{args:?}: {out}{err}");
    out.into_owned()
}

fn millionths(forecast: &Value) -> Vec<(&str, u64)> {
    let options = forecast["distribution"]["options"]["options"].as_array().unwrap();
    options.iter().map(|one| (one["option"].as_str().unwrap(), one["millionths"].as_u64().unwrap())).collect()
}

#[tokio::test]
async fn one_question_of_each_kind_is_asked_answered_and_resolved() {
    let folder = tempfile::tempdir().unwrap();
    write_pages(folder.path());
    let fleet = Fleet::start(Setup { corpus: Some(folder.path().to_owned()), ..Setup::default() }).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let bridge = "Will the Lake Bridge of Norrby open before August 2094?";
    let questions = [
        json!({ "question": bridge, "market_price": 0.05 }),
        json!({ "question": "Who will chair the port of Norrby?", "options": ["Ada Berg", "Bo Lund"], "open": true }),
        json!({ "question": "How many ships will berth in the harbour of Norrby in May?" }),
        json!({ "question": "When will the Lake Bridge of Norrby open?" }),
        json!({ "question": bridge, "condition": "Ada Berg chairs the port of Norrby" }),
    ];
    let (mut jobs, mut runs) = (Vec::new(), Vec::new());
    for question in &questions {
        let (job, run) = ask(&api, question).await;
        jobs.push(job);
        runs.push(run);
    }
    fleet.settled(&jobs, PATIENCE).await.unwrap_or_else(|error| panic!("{error:#}\n{}", fleet.logs()));
    println!("{}", fleet.assert_invariants(&jobs).await.unwrap());
    let mut forecasts = Vec::new();
    for run in &runs {
        forecasts.push(get(&api, &format!("/v1/runs/{run}/forecast")).await);
    }
    let [binary, choice, number, date, conditional] = forecasts.as_slice() else { panic!("five forecasts") };

    assert!(binary["distribution"].is_null() && binary["run"]["asked"].get("multipleChoice").is_none(), "{binary:#}");
    let shares = millionths(choice);
    assert_eq!(shares.iter().map(|(_, share)| share).sum::<u64>(), 1_000_000);
    assert_eq!(shares.iter().map(|(option, _)| *option).collect::<Vec<_>>(), ["Ada Berg", "Bo Lund", "other"]);
    assert!(shares[0].1 > 450_000 && shares[0].1 < 500_000, "48 per cent of the poll: {shares:?}");
    let number = &number["distribution"]["number"];
    assert_eq!((&number["unit"], &number["p50"]), (&json!("ships"), &json!(412.0)), "{number:#}");
    assert!(number["p5"].as_f64().unwrap() < 412.0 && number["p95"].as_f64().unwrap() > 412.0);
    let date = &date["distribution"]["date"];
    let levels = ["p5", "p25", "p50", "p75", "p95"].map(|level| date[level].as_str().unwrap().to_owned());
    assert!(levels.is_sorted() && levels[1].starts_with("2094-06-29"), "{levels:?}");
    assert_eq!(conditional["run"]["asked"]["conditional"]["condition"], "Ada Berg chairs the port of Norrby");
    assert!(conditional["distribution"].is_null() && conditional["probability"].is_number());

    let reading = &binary["run"]["reading"];
    assert_eq!(reading["deadline"], json!({ "at": "2094-08-01T00:00:00+00:00", "quote": "before August 2094" }));
    assert_eq!(binary["run"]["asked"]["closes"], "2094-08-01T00:00:00+00:00", "the question names it");

    let report = get(&api, &format!("/v1/runs/{}/report", runs[1])).await;
    let report = report.as_str().unwrap();
    assert!(report.contains("| Ada Berg | ") && report.contains("| other | "), "{report}");
    assert!(get(&api, &format!("/v1/runs/{}/report", runs[4])).await.as_str().unwrap().contains("Ada Berg chairs"));
    let listed = get(&api, "/v1/runs").await;
    let item = |run: &str| listed["items"].as_array().unwrap().iter().find(|item| item["run"] == run).unwrap().clone();
    assert!(item(&runs[2])["answer"].as_str().unwrap().starts_with("412 ships"), "{listed:#}");
    assert!(item(&runs[2])["probability"].is_null() && item(&runs[0])["probability"].is_number());
    assert!(auspex(&api, &["show", &runs[3]]).await.contains("p95"));

    assert!(auspex(&api, &["show", &runs[1]]).await.contains("context"), "the cited finding");
    assert_eq!(forecasts[1]["evidence"][0]["question"].as_str().map(str::is_empty), Some(false), "{:#}", forecasts[0]);
    let report = get(&api, &format!("/v1/runs/{}/report", runs[1])).await;
    let is_grouped =
        ["### For", "### Against", "### Context"].iter().any(|heading| report.as_str().unwrap().contains(heading));
    assert!(is_grouped, "{report}");
    thresholds(&api, &runs).await;
    options_of_one_event(&fleet, &api).await;
    let [earlier, options] = second_questions(&fleet, &api, binary).await;
    for (run, answer) in [(&earlier, "no"), (&options, "yes")] {
        assert!(auspex(&api, &["resolve", run, answer]).await.starts_with("1 recorded"), "{answer}");
    }
    for (run, answer) in runs.iter().zip(["no", "Bo Lund", "4000", "2095-01-01", "void"]) {
        assert!(auspex(&api, &["resolve", run, answer]).await.starts_with("1 recorded"), "{answer}");
    }
    assert!(auspex(&api, &["resolve", &runs[2], "420"]).await.starts_with("0 recorded, 1 corrected"));
    let refused = api.http.post(format!("{}/v1/runs/{}/outcome", api.url, runs[3])).bearer_auth(&api.token);
    assert_eq!(refused.json(&json!({ "outcome": 1 })).send().await.unwrap().status(), 409, "a date is no share of YES");
    let scored = get(&api, "/v1/scored-answers").await;
    let score = |run: &str| scored.as_array().unwrap().iter().find(|one| one["run"] == run).unwrap().clone();
    assert!(score(&runs[1])["brier"].as_f64().unwrap() > 0.5, "{scored:#}");
    assert_eq!((&score(&runs[2])["covered"], &score(&runs[2])["answer"]), (&json!(true), &json!("420")));
    assert!(score(&runs[3])["crps"].as_f64().unwrap() > 0.0);
    assert!(score(&runs[4])["brier"].is_null(), "the condition did not hold");
    let scored = get(&api, "/v1/scored-forecasts").await;
    let mut binary: Vec<&Value> = scored.as_array().unwrap().iter().map(|one| &one["run"]).collect();
    let mut expected = [json!(runs[0]), json!(earlier)];
    binary.sort_by_key(ToString::to_string);
    expected.sort_by_key(Value::to_string);
    assert_eq!(binary, expected.each_ref(), "other kinds do not count for the calibration of probabilities");
    let printed = auspex(&api, &["score"]).await;
    assert!(printed.contains("multiple choice") && printed.contains("100 % within the 90 % interval"), "{printed}");
}

/// The probability of thresholds of the number and the date.
async fn thresholds(api: &Api, runs: &[String]) {
    let number = get(api, &format!("/v1/runs/{}/probability?at_most=412%20ships", runs[2])).await;
    assert_eq!(number, json!({ "at_most": "412", "probability": 0.5 }));
    let printed = auspex(api, &["show", &runs[2], "--at-most", "412", "--at-most", "0"]).await;
    assert!(printed.starts_with("at most      412: 50.0 %") && printed.lines().count() == 2, "{printed}");
    let day = get(api, &format!("/v1/runs/{}/probability?at_most=2094-06-28", runs[3])).await;
    let later = get(api, &format!("/v1/runs/{}/probability?at_most=2095-06-28", runs[3])).await;
    assert!(day["probability"].as_f64().unwrap() < later["probability"].as_f64().unwrap(), "{day} {later}");
    let refused =
        api.http.get(format!("{}/v1/runs/{}/probability?at_most=1", api.url, runs[0])).bearer_auth(&api.token);
    assert_eq!(refused.send().await.unwrap().status(), 409, "a probability of YES has no quantiles");
}

/// An earlier deadline of a question that is answered, options that are called yes and no, and a question that is
/// handed back. Returns the runs of the first two.
async fn second_questions(fleet: &Fleet, api: &Api, later: &Value) -> [String; 2] {
    let hour = "2094-07-31T17:30:00Z";
    let questions = [
        json!({ "question": "Will the Lake Bridge of Norrby open before January 2094?", "market_price": 0.95 }),
        json!({ "question": "Which answer will the port of Norrby give?", "options": ["Yes", "No", "Later"], "closes": hour }),
        json!({ "question": "Will it open?", "clarify": true }),
    ];
    let (mut jobs, mut runs) = (Vec::new(), Vec::new());
    for question in &questions {
        let (job, run) = ask(api, question).await;
        jobs.push(job);
        runs.push(run);
    }
    fleet.settled(&jobs, PATIENCE).await.unwrap_or_else(|error| panic!("{error:#}\n{}", fleet.logs()));
    println!("{}", fleet.assert_invariants(&jobs).await.unwrap());
    let [earlier, options, unclear] = <[String; 3]>::try_from(runs).unwrap();

    let made = get(api, &format!("/v1/runs/{earlier}/forecast")).await;
    let (before, after) = (&made["coherence"]["before"], made["probability"].as_f64().unwrap());
    assert_eq!(after, later["probability"].as_f64().unwrap(), "what opens before January has opened before August");
    assert!(before.as_f64().unwrap() > after, "{made:#}");
    assert_eq!(made["coherence"]["related"][0]["runId"], later["run"]["id"]);
    let report = get(api, &format!("/v1/runs/{earlier}/report")).await;
    assert!(report.as_str().unwrap().contains("Kept coherent:"), "{report}");

    let made = get(api, &format!("/v1/runs/{options}/forecast")).await;
    assert_eq!(made["run"]["asked"]["closes"], "2094-07-31T17:30:00+00:00");
    let report = get(api, &format!("/v1/runs/{options}/report")).await;
    assert!(report.as_str().unwrap().contains("2094-07-31 at 17:30 UTC"), "{report}");
    assert!(auspex(api, &["show", &options]).await.contains("closes       2094-07-31 17:30 UTC"));

    let calls = get(api, &format!("/v1/runs/{unclear}/calls")).await;
    assert_eq!(calls.as_array().unwrap().len(), 1, "it costs the call that read it: {calls:#}");
    let listed = get(api, "/v1/runs").await;
    let item = listed["items"].as_array().unwrap().iter().find(|item| item["run"] == unclear.as_str()).unwrap();
    assert_eq!(item["phase"], "unclear");
    assert!(auspex(api, &["show", &unclear]).await.contains("unclear      Who or what is \"it\"?"));
    [earlier, options]
}

/// Options of one event that are asked one after the other: the second one has what the first one leaves.
async fn options_of_one_event(fleet: &Fleet, api: &Api) {
    let mut made = Vec::new();
    for (option, price) in [("Ada Berg", 0.8), ("Bo Lund", 0.7)] {
        let question = json!({
            "question": format!("Will {option} be elected chair of the port of Norrby?"), "market_price": price,
            "resolution_criteria": "As the port of Norrby announces.", "closes": "2094-07-31T17:30:00Z",
        });
        let (job, run) = ask(api, &question).await;
        fleet.settled(&[job], PATIENCE).await.unwrap_or_else(|error| panic!("{error:#}\n{}", fleet.logs()));
        made.push((run.clone(), get(api, &format!("/v1/runs/{run}/forecast")).await));
    }
    let [(_, first), (run, second)] = made.as_slice() else { panic!("two forecasts") };
    let (ada, bo) = (first["probability"].as_f64().unwrap(), second["probability"].as_f64().unwrap());
    assert!(first["options"].is_null() && ada > 0.7, "{first:#}");
    assert!((ada + bo - 1.0).abs() < 1e-6, "{ada} and {bo}");
    assert_eq!(second["coherence"]["related"][0]["implication"], "excludes", "{second:#}");
    assert!((second["options"]["sum"].as_f64().unwrap() - 1.0).abs() < 1e-6);
    assert!(second["recommendation"]["edge"].as_f64().unwrap() < 0.0, "the advice follows: {second:#}");
    let report = get(api, &format!("/v1/runs/{run}/report")).await;
    assert!(report.as_str().unwrap().contains("Other options of the event:"), "{report}");
    assert!(auspex(api, &["show", run]).await.contains("options      sum 100 %"));
}

/// Waits until a run has asked its research questions, and returns it.
async fn begun(api: &Api, run: &str) -> Value {
    wait::until(&format!("run {run} has begun"), PATIENCE, || async {
        let answer = api.http.get(format!("{}/v1/runs/{run}", api.url)).bearer_auth(&api.token).send().await?;
        let status = answer.status();
        Ok(if status.is_success() { Ok(answer.json::<Value>().await?) } else { Err(format!("it is {status}")) })
    })
    .await
    .unwrap()
}

#[tokio::test]
async fn a_report_is_researched_written_checked_and_delivered_at_every_door() {
    let folder = tempfile::tempdir().unwrap();
    write_pages(folder.path());
    let setup = Setup { corpus: Some(folder.path().to_owned()), ..Setup::default() }.quick_recovery();
    let fleet = Fleet::start(setup).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let wanted = json!({ "topic": "The Lake Bridge of Norrby", "depth": 2 });
    let request = api.http.post(format!("{}/v1/reports", api.url)).bearer_auth(&api.token).json(&wanted);
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 202);
    let accepted: Value = answer.json().await.unwrap();
    let (job, run) = (accepted["job"].as_str().unwrap().parse().unwrap(), accepted["run"].as_str().unwrap().to_owned());
    let planned = begun(&api, &run).await;
    assert!(planned["run"]["questions"].as_array().unwrap().len() > 1, "{planned:#}");
    // The report survives the loss of the worker that writes it, and none of its calls is paid twice.
    let place = fleet.places("forecaster")[0];
    fleet.kill_worker(place).await.unwrap();
    fleet.respawn(place).unwrap();
    fleet.settled(&[job], PATIENCE).await.unwrap_or_else(|error| panic!("{error:#}\n{}", fleet.logs()));
    println!("{}", fleet.assert_invariants(&[job]).await.unwrap());

    let shown = get(&api, &format!("/v1/runs/{run}")).await;
    let made = &shown["run"]["ended"]["reported"];
    assert_eq!((&made["depth"], &made["rounds"]), (&json!(2), &json!(2)), "a round of contrary evidence: {shown:#}");
    assert!(shown["forecast"].is_null(), "a report has no probability");
    let sentences = made["sections"].as_array().unwrap().iter().flat_map(|section| {
        section["paragraphs"].as_array().unwrap().iter().flat_map(|paragraph| paragraph.as_array().unwrap())
    });
    let references = made["references"].as_array().unwrap().len() as u64;
    let sentences: Vec<&Value> = sentences.chain(made["summary"].as_array().unwrap()).collect();
    assert!(!sentences.is_empty());
    for sentence in &sentences {
        let findings = sentence["findings"].as_array().unwrap();
        assert!(
            !findings.is_empty() && findings.iter().all(|number| (1..=references).contains(&number.as_u64().unwrap()))
        );
    }
    assert!(sentences.iter().any(|one| one["text"].as_str().unwrap().contains("29 June 2094")), "{made:#}");

    let markdown = get(&api, &format!("/v1/runs/{run}/report")).await;
    let markdown = markdown.as_str().unwrap();
    for part in ["# The Lake Bridge of Norrby", "## Summary", "## References", "## Sources", "[1]", "norrby.example"] {
        assert!(markdown.contains(part), "{part}: {markdown}");
    }
    let page = api.http.get(format!("{}/v1/runs/{run}/report", api.url)).bearer_auth(&api.token);
    let page = page.header("accept", "text/html").send().await.unwrap().text().await.unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("href=\"#e-1\""), "{page}");
    let listed = get(&api, "/v1/runs?state=ended").await;
    let item = listed["items"].as_array().unwrap().iter().find(|item| item["run"] == run.as_str()).unwrap();
    assert_eq!((&item["phase"], &item["probability"]), (&json!("reported"), &Value::Null));
    assert!(auspex(&api, &["show", &run]).await.contains("report       The Lake Bridge of Norrby"));
    let scored = get(&api, "/v1/scored-forecasts").await;
    assert_eq!(scored, json!([]));
    let refused = api.http.post(format!("{}/v1/runs/{run}/outcome", api.url)).bearer_auth(&api.token);
    assert_eq!(refused.json(&json!({ "outcome": 1 })).send().await.unwrap().status(), 409, "nothing resolves a report");
    by_command_and_tool(&api, folder.path()).await;
}

/// The same by the command and by the tool.
async fn by_command_and_tool(api: &Api, folder: &Path) {
    let file = folder.join("ships.html");
    let topic = "Ships in the harbour of Norrby";
    let printed = auspex(api, &["report", topic, "--output", file.to_str().unwrap()]).await;
    assert!(printed.contains("ships.html"), "{printed}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("<h1>Ships in the harbour of Norrby</h1>"));
    let written = api.call_tool("write_report", &json!({ "topic": "The chair of the port of Norrby" })).await.unwrap();
    let text = written["markdown"].as_str().unwrap_or_else(|| panic!("a report: {written:#}"));
    assert!(text.starts_with("# The chair of the port of Norrby") && text.contains("48 per cent"), "{text}");
    assert_eq!(written["state"], "done");
    let refused = api.call_tool("write_report", &json!({ "topic": "t", "depth": 9 })).await;
    assert!(refused.is_err() || refused.unwrap().to_string().contains("depth"), "three depths");
}
