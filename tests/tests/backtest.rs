//! `auspex backtest` and `auspex bundle` on real servers: generated past questions, asked as of their dates, and a
//! forecast recomputed from its bundle without a network.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use local_servers::Worker;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tests::wait::PATIENCE;
use tests::{Fleet, Setup};
use tokio::process::Command;

const FREEZE: &str = "2026-02-01T00:00:00+00:00";
const RESOLVED: &str = "2026-03-01";
fn row(n: usize, crowd: f64, outcome: u8) -> Value {
    let topics = ["report on stripes", "census of zebras", "bridge for zebras"];
    json!({
        "qid": format!("made-up:{n}"), "set": "2026-02-08", "source": "made-up", "type": "market",
        "question": format!("Will the Ministry of Zebras finish its {} by the end of February 2026?", topics[n % 3]),
        "background": "The ministry is an invention.", "resolution_criteria": "As the ministry's own page says.",
        "url": "https://zebras.example/", "freeze_datetime": FREEZE, "crowd": crowd,
        "resolution_date": RESOLVED, "outcome": outcome,
    })
}

fn set(folder: &Path, rows: &[Value]) -> anyhow::Result<PathBuf> {
    let text: Vec<String> = rows.iter().map(Value::to_string).collect();
    let file = folder.join("set.ndjson");
    std::fs::write(&file, text.join("\n"))?;
    Ok(file)
}

/// Writes one page from before the freeze date, one from after it, and one without a date.
fn corpus(folder: &Path) -> anyhow::Result<PathBuf> {
    let page = |name: &str, date: &str, text: &str| -> anyhow::Result<()> {
        let path = folder.join("corpus/web").join(name);
        std::fs::create_dir_all(path.parent().context("a page lies in a folder")?)?;
        let date = if date.is_empty() {
            String::new()
        } else {
            format!("<meta property=\"article:published_time\" content=\"{date}T08:00:00Z\">")
        };
        let html = format!(
            "<!doctype html><html><head><title>Ministry of Zebras: {name}</title>{date}</head><body><article><h1>Ministry of Zebras</h1>{text}</article></body></html>"
        );
        Ok(std::fs::write(path, html)?)
    };
    page(
        "early.example/zebras.html",
        "2026-01-10",
        "<p>The Ministry of Zebras said that its report on stripes is half written.</p>\
         <p>The census of zebras by the Ministry of Zebras needs the end of February 2026.</p>\
         <p>The Ministry of Zebras began its bridge for zebras in 2025.</p>",
    )?;
    page(
        "late.example/zebras.html",
        "2026-03-05",
        "<p>The Ministry of Zebras did finish its report on stripes in February 2026.</p>\
         <p>The census of zebras by the Ministry of Zebras was finished late.</p>",
    )?;
    page(
        "undated.example/zebras.html",
        "",
        "<p>The Ministry of Zebras has finished its bridge for zebras by the end of February 2026.</p>\
         <p>The report on stripes of the Ministry of Zebras has forty pages.</p>\
         <p>The census of zebras of the Ministry of Zebras has counted nine hundred.</p>",
    )?;
    Ok(folder.join("corpus"))
}

struct Printed {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Printed {
    fn json(&self) -> anyhow::Result<Value> {
        serde_json::from_str(&self.out).with_context(|| format!("no JSON: {}\n{}", self.out, self.err))
    }

    fn ended(self, code: i32) -> anyhow::Result<Self> {
        ensure!(self.code == Some(code), "exit code {:?}, expected {code}:\n{}\n{}", self.code, self.out, self.err);
        Ok(self)
    }
}

/// Returns the real command in this folder.
fn command(folder: &Path, env: &[(String, String)], line: &[&str]) -> anyhow::Result<Command> {
    let mut command = Command::new(Worker::locate("auspex")?);
    command.arg("--json").args(line).current_dir(folder).kill_on_drop(true).env_clear();
    for name in ["PATH", "HOME"] {
        command.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    command.envs(env.iter().map(|(name, value)| (name, value)));
    Ok(command)
}

/// Runs the real command in this folder.
async fn auspex(folder: &Path, env: &[(String, String)], line: &[&str]) -> anyhow::Result<Printed> {
    let output = tokio::time::timeout(PATIENCE, command(folder, env, line)?.output())
        .await
        .with_context(|| format!("{line:?} hangs"))??;
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    Ok(Printed { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) })
}

fn rows(file: &Path) -> anyhow::Result<Vec<Value>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{}", file.display()))?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_set_runs_through_a_private_fleet_without_hindsight() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let home = folder.path();
    let corpus = corpus(home)?;
    let set = set(home, &[row(0, 0.8, 1), row(1, 0.3, 0), row(2, 0.5, 1)])?;
    let line = ["backtest", &set.display().to_string(), "--offline", "--corpus", &corpus.display().to_string()];
    let printed = auspex(home, &[], &line).await?.ended(0)?.json()?;
    assert_eq!((printed["asked"].as_u64(), printed["forecasts"].as_u64()), (Some(3), Some(3)), "{printed}");
    assert_eq!(printed["score"]["ours"]["n"].as_u64(), Some(3));
    assert!(printed["score"]["ours"]["brier_interval"]["low"].is_number(), "{printed}");
    let beside: Vec<&str> =
        printed["score"]["references"].as_array().into_iter().flatten().map(|line| text(&line["name"])).collect();
    assert_eq!(beside, ["always 0.5", "base rate (in sample)", "base rate (per source, leave-1-out)", "crowd"]);

    let rows = rows(&home.join("set.forecasts.ndjson"))?;
    let leaks = self::rows(&home.join("set.leaks.ndjson"))?;
    assert_eq!(rows.len(), 3);
    for row in &rows {
        let p = row["p"].as_f64().context("a probability")?;
        assert!((0.01..=0.99).contains(&p));
        assert_eq!((text(&row["set"]), text(&row["resolution_date"])), ("2026-02-08", RESOLVED));
        assert!(text(&row["asked_at"]).starts_with("2026-02-01"), "asked on the freeze date: {row}");
        let withheld: BTreeSet<&str> = leaks
            .iter()
            .filter(|leak| leak["qid"] == row["qid"] && leak["kind"] == "withheld")
            .map(|leak| text(&leak["evidence"]))
            .collect();
        let used: BTreeSet<&str> = row["evidence_used"].as_array().into_iter().flatten().map(text).collect();
        assert!(used.is_disjoint(&withheld), "hindsight was used: {row} {withheld:?}");
    }
    assert!(rows.iter().any(|row| row["evidence_used"].as_array().is_some_and(|used| !used.is_empty())), "{rows:?}");
    let sources = |why: &str| leaks.iter().filter(|leak| text(&leak["why"]).contains(why)).count();
    assert!(sources("2026-03-05") > 0 && sources("publication date is unknown") > 0, "{leaks:?}");
    assert!(leaks.iter().all(|leak| !text(&leak["text"]).contains("half written")), "the early page is no leak");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_versions_of_the_prompts_are_compared_on_the_same_questions() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let home = folder.path();
    let corpus = corpus(home)?.display().to_string();
    set(home, &[row(0, 0.8, 1), row(1, 0.3, 0)])?;
    std::fs::create_dir_all(home.join("own/forecaster"))?;
    std::fs::write(home.join("own/forecaster/estimate.md"), "Estimate with `estimate_probability`.\n")?;
    let line = ["backtest", "set.ndjson", "--offline", "--corpus", &corpus, "--prompts", "builtin", "--prompts", "own"];
    let printed = auspex(home, &[], &line).await?.ended(0)?.json()?;
    let (versions, gap) = (&printed["comparison"]["versions"], &printed["comparison"]["difference"]);
    assert_eq!((text(&versions[0]["prompts"]), text(&versions[1]["prompts"])), ("builtin", "own"));
    assert_ne!(versions[0]["versions"], versions[1]["versions"], "the forecasts name their prompts: {printed}");
    assert!(
        versions[0]["cost_micro_usd"].as_u64() > versions[1]["cost_micro_usd"].as_u64(),
        "the shorter prompt costs less: {printed}"
    );
    // The offline model does not read system prompts, so both versions forecast the same.
    assert_eq!((gap["n"].as_u64(), gap["mean"].as_f64()), (Some(2), Some(0.0)), "{printed}");
    assert_eq!((gap["interval"]["low"].as_f64(), gap["interval"]["high"].as_f64()), (Some(0.0), Some(0.0)));
    assert_eq!(rows(&home.join("set.a.forecasts.ndjson"))?.len(), rows(&home.join("set.b.forecasts.ndjson"))?.len());

    std::fs::write(home.join("own/forecaster/estimate.md"), "One.\n{{ who }}\n")?;
    let refused = auspex(home, &[], &line).await?.ended(1)?;
    assert!(refused.err.contains("estimate.md:2") && refused.err.contains("`who`"), "{}", refused.err);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backtest_in_batches_is_resumed_after_it_was_killed() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let home = folder.path();
    let corpus = corpus(home)?.display().to_string();
    set(home, &[row(0, 0.8, 1), row(1, 0.3, 0)])?;
    let env = [
        ("AUSPEX_OFFLINE_PROFILE", "claude"),
        ("AUSPEX_MODEL_BATCH_WAIT", "300ms"),
        ("AUSPEX_OFFLINE_INCIDENTS", "false"),
    ];
    let env = env.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let line = ["backtest", "set.ndjson", "--offline", "--corpus", &corpus, "--batch"];
    let mut killed = command(home, &env, &line)?.spawn()?;
    let fleet = home.join(".auspex/backtest/.auspex");
    tests::wait::until("a batch is collected", PATIENCE, || async {
        let file = std::fs::read_to_string(fleet.join("fleet.json")).unwrap_or_default();
        let file: Value = serde_json::from_str(&file).unwrap_or_default();
        let Some(url) = file["postgres_owner_url"].as_str() else { return Ok(Err("no fleet".to_owned())) };
        let mut conn = PgConnection::connect(url).await?;
        let done: i64 =
            sqlx::query_scalar("SELECT count(*) FROM batch WHERE state = 'done'").fetch_one(&mut conn).await?;
        Ok(if done > 0 { Ok(()) } else { Err("none is done".to_owned()) })
    })
    .await?;
    killed.kill().await?;
    let charged = || charged_calls(&fleet);
    let before = charged()?;
    let printed = auspex(home, &env, &[&line[..], &["--resume"]].concat()).await?.ended(0)?.json()?;
    assert_eq!((printed["asked"].as_u64(), printed["forecasts"].as_u64()), (Some(2), Some(2)), "{printed}");
    let after = charged()?;
    let is_kept = before.keys().all(|call| after.contains_key(call));
    assert!(after.len() > before.len() && is_kept, "{} and {} calls", before.len(), after.len());
    let paid: BTreeSet<&String> = before.values().flatten().collect();
    let again =
        after.iter().filter(|(call, _)| !before.contains_key(*call)).filter_map(|(_, request)| request.as_ref());
    assert_eq!(again.filter(|request| paid.contains(request)).count(), 0, "a request that was paid is not made again");
    let again = auspex(home, &env, &[&line[..], &["--resume"]].concat()).await?.ended(0)?.json()?;
    assert_eq!(again["forecasts"].as_u64(), Some(2));
    assert_eq!(charged()?, after, "a complete backtest asks nothing again");
    Ok(())
}

/// Returns the charged calls of a private fleet's invoice: the ids of the calls, and the fingerprint of each that is
/// made in batches.
fn charged_calls(fleet: &Path) -> anyhow::Result<BTreeMap<String, Option<String>>> {
    const BATCHED: [&str; 3] = ["decompose_question", "analyze_evidence", "estimate_probability"];
    let lines = rows(&fleet.join("invoice.ndjson"))?;
    let call = |line: &Value| {
        let batched = BATCHED.contains(&text(&line["task"])).then(|| text(&line["fingerprint"]).to_owned());
        (text(&line["request_id"]).to_owned(), batched)
    };
    Ok(lines.iter().filter(|line| line["charged"] == true).map(call).collect())
}

/// Starts a fleet with the corpus and returns the environment for the command.
async fn fleet(home: &Path) -> anyhow::Result<(Fleet, Vec<(String, String)>)> {
    let fleet = Fleet::start(Setup { corpus: Some(corpus(home)?), ..Setup::default() }).await?;
    let objects = ("AUSPEX_OBJECTS".to_owned(), fleet.objects().display().to_string());
    let env = fleet.operator().into_iter().chain([objects]).collect();
    Ok((fleet, env))
}

/// Runs a backtest on this fleet and returns the probabilities and the run of the first question.
async fn asked(home: &Path, env: &[(String, String)], more: &[&str]) -> anyhow::Result<(Vec<f64>, String)> {
    let out = home.join("out.ndjson");
    let line = ["backtest", "set.ndjson", "--fleet", "--out", "out.ndjson"];
    auspex(home, env, &[&line, more].concat()).await?.ended(0)?;
    let rows = rows(&out)?;
    let p = rows.iter().map(|row| row["p"].as_f64().context("p")).collect::<anyhow::Result<_>>()?;
    Ok((p, text(&rows[0]["run"]).to_owned()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_crowd_is_withheld_and_a_forecast_is_recomputed_from_its_bundle() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let home = folder.path();
    let (fleet, env) = fleet(home).await?;
    set(home, &[row(0, 0.9, 1), row(1, 0.1, 0)])?;
    let (priced, run) = asked(home, &env, &[]).await?;
    assert_eq!(
        asked(home, &env, &[]).await?,
        (priced.clone(), run.clone()),
        "a repeated question has the same run and forecast"
    );
    let (blind, _) = asked(home, &env, &["--no-crowd"]).await?;
    assert!(priced[0] > blind[0] + 0.1 && priced[1] < blind[1] - 0.1, "the price moved nothing: {priced:?} {blind:?}");
    let prices =
        "SELECT count(*) FROM run WHERE tenant = 'backtest-no-crowd' AND body->'asked'->'market'->>'price' IS NOT NULL";
    assert_eq!(fleet.database.count(prices).await?, 0);

    std::fs::write(home.join("bad.ndjson"), row(5, 0.5, 1).to_string().replace("freeze_datetime", "frozen"))?;
    auspex(home, &env, &["backtest", "bad.ndjson", "--fleet"]).await?.ended(1)?;

    check_recalibration(&fleet, home, &env).await?;

    let reported = auspex(home, &env, &["bundle", "export", &run, "bundle"]).await?.ended(0)?.json()?;
    assert!(reported["replies"].as_u64() > Some(3) && reported["pages"].as_u64() > Some(0), "{reported}");
    drop(fleet);
    reruns(home).await
}

/// Four rounds of a hundred questions, one day each, all resolved before the freeze date. Seven in ten of the forecasts
/// of 0.9 and 0.1 matched their outcome.
const HISTORY: [&str; 3] = [
    "INSERT INTO run (id, tenant, event, question, body, phase, iteration, outstanding, version, deadline)
     SELECT md5('r' || n)::uuid, 'taught', md5('e' || n)::uuid, 'Q?', '{}', 'done', 1, 0, 1, 'infinity' FROM generate_series(0, 399) n",
    "INSERT INTO forecast (run, tenant, probability, cost, body, made_at)
     SELECT md5('r' || n)::uuid, 'taught', CASE n % 2 WHEN 0 THEN 0.9 ELSE 0.1 END, 0, json_build_object('model', $1::text), '2025-12-01'
     FROM generate_series(0, 399) n",
    "INSERT INTO outcome (tenant, key, run, question, asked_at, value, resolved_at, learned_at, origin)
     SELECT 'taught', 'question:' || n, md5('r' || n)::uuid, 'Q?', at, CASE WHEN (n / 2 * 7) % 10 < 7 THEN 1 - n % 2 ELSE n % 2 END,
            at + interval '1 hour', at + interval '1 hour', 'import'
     FROM generate_series(0, 399) n, LATERAL (SELECT timestamptz '2025-12-01' + n / 100 * interval '1 day' AS at) AS asked",
];

/// Checks that overconfident past forecasts of a tenant correct its next forecast, and that later outcomes do not.
async fn check_recalibration(fleet: &Fleet, home: &Path, env: &[(String, String)]) -> anyhow::Result<()> {
    let blind = rows(&home.join("out.ndjson"))?;
    assert!(blind.iter().all(|row| row["uncalibrated"].is_null()), "without a past nothing is corrected: {blind:?}");
    let mut conn = PgConnection::connect(&fleet.servers.postgres.url()).await?;
    for statement in HISTORY {
        let mut query = sqlx::query(statement);
        if statement.contains("$1") {
            query = query.bind(text(&blind[0]["model"]));
        }
        query.execute(&mut conn).await?;
    }
    asked(home, env, &["--no-crowd", "--tenant", "taught"]).await?;
    for row in rows(&home.join("out.ndjson"))? {
        let (before, after) = (row["uncalibrated"].as_f64().context("corrected")?, row["p"].as_f64().context("p")?);
        assert!((after - 0.5).abs() < (before - 0.5).abs(), "too sure stays too sure: {row}");
    }
    let scored =
        auspex(home, env, &["score", "--tenant", "taught", "--plot", "calibration.svg"]).await?.ended(0)?.json()?;
    assert_eq!((scored["ours"]["n"].as_u64(), scored["tables"].as_array().map(Vec::len)), (Some(400), Some(5)));
    // 0.7 × 0.01 + 0.3 × 0.81
    assert!((scored["ours"]["brier"].as_f64().context("brier")? - 0.25).abs() < 1e-9, "{}", scored["ours"]);
    let plot = std::fs::read_to_string(home.join("calibration.svg"))?;
    assert!(plot.contains("200 forecasts around 0.90: 0.70 observed"), "{plot}");
    Ok(())
}

/// Recomputes the forecast after its fleet has ended, with no server reachable.
async fn reruns(home: &Path) -> anyhow::Result<()> {
    let again = auspex(home, &[], &["bundle", "rerun", "bundle"]).await?.ended(0)?.json()?;
    assert_eq!((again["same"].as_bool(), &again["recorded"]), (Some(true), &again["rerun"]), "{again:#}");

    let manifest = home.join("bundle/bundle.json");
    let whole = std::fs::read_to_string(&manifest)?;
    let mut cut: Value = serde_json::from_str(&whole)?;
    let parts = cut["parts"].as_array_mut().context("parts")?;
    let before = parts.len();
    parts.retain(|part| part["agent"] != "forecaster" || !text(&part["step"]).starts_with("estimate-2"));
    ensure!(parts.len() < before, "there is no second estimate in {whole}");
    std::fs::write(&manifest, cut.to_string())?;
    let missed = auspex(home, &[], &["bundle", "rerun", "bundle"]).await?.ended(1)?;
    assert!(missed.err.contains("missing: the reply to the forecaster's step estimate-2"), "{}", missed.err);

    std::fs::write(&manifest, &whole)?;
    let live = auspex(home, &[], &["bundle", "rerun", "bundle", "--live", "--offline"]).await?.ended(0)?.json()?;
    assert!(live["rerun"]["samples"].as_array().is_some_and(|samples| !samples.is_empty()), "{live:#}");

    let run = serde_json::from_str::<Value>(&whole)?["parts"]
        .as_array()
        .and_then(|parts| parts.iter().find(|part| part["kind"] == "run").map(|part| text(&part["hash"]).to_owned()))
        .context("the run is a part")?;
    std::fs::remove_file(home.join("bundle/parts").join(run))?;
    let gone = auspex(home, &[], &["bundle", "rerun", "bundle"]).await?.ended(1)?;
    assert!(gone.err.contains("missing: Run"), "{}", gone.err);
    Ok(())
}
