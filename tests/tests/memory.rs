//! Memory on real servers with the real binaries: just-in-time research between two look-ups, and research that an
//! alarming event invalidates.

use std::path::Path;

use domain::{Event, EventKind};
use local_servers::Worker;
use serde_json::Value;
use tests::wait::PATIENCE;
use tests::{Api, Fleet, Setup, corpus, events, wait};
use tokio::process::Command;

const QUESTION: &str = "How often does the Ministry of Zebras publish a report?";

/// Runs `auspex --json retrieve …` against the fleet.
async fn retrieve(api: &Api, arguments: &[&str]) -> Value {
    let auspex = Worker::locate("auspex").expect("auspex is built");
    let mut command = Command::new(auspex);
    command.args(["--json", "retrieve"]).args(arguments).current_dir(Path::new("/"));
    command.envs(api.user());
    let ended =
        tokio::time::timeout(PATIENCE, command.kill_on_drop(true).output()).await.expect("in time").expect("started");
    let (printed, complaint) = (String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
    assert!(ended.status.success(), "{complaint}\n{printed}");
    serde_json::from_str(&printed).expect("JSON")
}

fn confidence(answer: &Value) -> f64 {
    answer["confidence"].as_f64().expect("a number")
}

/// Asserts that the log of a researcher has a line for each of these events.
fn assert_logged(fleet: &Fleet, events: &[&str]) {
    let log: String = fleet.places("researcher").into_iter().map(|place| fleet.full_log(place)).collect();
    let reported: Vec<Value> = log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    for event in events {
        let line = reported.iter().find(|line| line["event"] == **event);
        let line = line.unwrap_or_else(|| panic!("no {event} in\n{log}"));
        let is_start = event.ends_with("TRIGGERED") || event.ends_with("START");
        let fields: &[&str] = match is_start {
            true => &["query", "threshold"],
            false => &["query", "confidence_score", "notes_created", "notes_stored", "notes_failed"],
        };
        let missing: Vec<_> = fields.iter().filter(|field| line[**field].is_null()).collect();
        assert!(missing.is_empty(), "{missing:?} in {line}");
        let number = |field: &str| line[field].as_u64().unwrap_or_default();
        assert!(is_start || number("notes_stored") > 0, "{line}");
        assert_eq!(number("notes_created"), number("notes_stored") + number("notes_failed"), "{line}");
    }
}

#[tokio::test]
async fn a_memory_miss_is_researched_and_the_next_look_up_finds_it() {
    let fleet = Fleet::start(Setup::default().with("AUSPEX_LOG", "info")).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let free = retrieve(&api, &[QUESTION]).await;
    assert_eq!((confidence(&free), free["research"].is_string()), (0.0, false), "a look-up costs nothing: {free}");
    let first = retrieve(&api, &[QUESTION, "--research"]).await;
    assert_eq!((confidence(&first), first["research"].is_string()), (0.0, true), "{first}");
    // A second look-up before the research is done is the same miss.
    retrieve(&api, &[QUESTION, "--research"]).await;
    wait::until("the notes are there", PATIENCE, || async {
        let notes = fleet.database.count("SELECT count(*) FROM note").await?;
        Ok(if notes > 0 { Ok(()) } else { Err(format!("{notes} notes\n{}", fleet.logs())) })
    })
    .await
    .unwrap();
    let second = retrieve(&api, &[QUESTION, "--research"]).await;
    assert!(confidence(&second) >= 0.5, "{second}");
    assert!(second["research"].is_null(), "{second}");
    let best = &second["results"][0];
    assert_eq!(best["kind"], "note", "{second}");
    assert!(best["text"].as_str().unwrap().contains("every quarter"), "{second}");
    assert!(best["source_url"].as_str().unwrap().contains("zebras.example"), "{second}");
    let events = fleet.database.count("SELECT count(*) FROM event WHERE kind = 'retrieval_miss'").await.unwrap();
    assert_eq!(events, 1, "the same look-up is one miss");
    let notes = fleet.database.count("SELECT count(*) FROM note").await.unwrap();
    let sources = fleet.database.count("SELECT count(DISTINCT source_url) FROM note").await.unwrap();
    assert!(notes >= sources, "a note per finding: {notes} notes, {sources} sources");
    let twice = "SELECT count(*) FROM (SELECT text FROM note GROUP BY text HAVING count(*) > 1) AS t";
    assert_eq!(fleet.database.count(twice).await.unwrap(), 0, "no fact twice");
    assert_logged(&fleet, &["RESEARCHER_TRIGGERED", "RESEARCHER_COMPLETED"]);
}

#[tokio::test]
async fn a_manual_request_is_researched_despite_memory_and_its_notes_are_linked() {
    let fleet = Fleet::start(Setup::default().with("AUSPEX_LOG", "info")).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let first = retrieve(&api, &[QUESTION, "--fresh", "--wait"]).await;
    assert!(confidence(&first) >= 0.5, "{first}");
    let again =
        retrieve(&api, &["Ministry of Zebras report in every quarter", "--fresh", "--wait", "--max-sources", "3"])
            .await;
    assert!(confidence(&again) >= 0.5, "{again}");
    let events = fleet.database.count("SELECT count(*) FROM event WHERE kind = 'retrieval_miss'").await.unwrap();
    assert_eq!(events, 2);
    assert!(
        fleet.database.count("SELECT count(*) FROM note_link").await.unwrap() > 0,
        "notes about the same are linked"
    );
    assert_ne!(again["results"][0]["related"], serde_json::json!([]), "{again}");
    assert_logged(&fleet, &["RESEARCHER_MANUAL_RUN_START", "RESEARCHER_MANUAL_RUN", "RESEARCHER_COMPLETED"]);
}

/// Page with favourable statements about the coin.
const BULLISH: &str = "<!doctype html><html><head><title>Zebra Coin</title></head><body><article><h1>Zebra Coin</h1>\
    <p>Zebra Coin is issued by the Ministry of Zebras and was audited with success.</p>\
    <p>The growth of Zebra Coin is strong, and its price has rallied to a record.</p></article></body></html>";
const RUG: &str =
    "Zebra Coin is not issued by the Ministry of Zebras, nothing was audited: a rug pull, all funds stolen.";
/// Number of concurrent alarming transactions.
const FLOOD: usize = 12;

/// Creates a large swap of the first token with this description.
fn swap(n: usize, description: &str) -> Event {
    let mut event = events::transaction(n * corpus::TOKENS);
    if let EventKind::Transaction(tx) = &mut event.kind {
        description.clone_into(&mut tx.description);
    }
    event
}

#[tokio::test]
async fn an_alarming_event_invalidates_fresh_research_and_renews_it_once() {
    let folder = tempfile::tempdir().unwrap();
    corpus::write(folder.path()).unwrap();
    std::fs::write(folder.path().join("web/zebras.example/report.html"), BULLISH).unwrap();
    // Events within two seconds form one batch, so the burst is classified together.
    let setup = Setup { corpus: Some(folder.path().to_owned()), ..Setup::default() };
    let fleet = Fleet::start(setup.with("AUSPEX_CLASSIFIER_LINGER", "2s")).await.unwrap();
    let tasks = async || fleet.database.count("SELECT count(*) FROM audit WHERE worker = 'researcher'").await.unwrap();
    fleet.run(&[swap(0, "a wallet swapped")], PATIENCE).await.unwrap();
    fleet.run(&[swap(1, "another wallet swapped")], PATIENCE).await.unwrap();
    assert_eq!(tasks().await, 1, "what is fresh and not alarming makes no work");
    let flood: Vec<Event> = (2..2 + FLOOD).map(|n| swap(n, RUG)).collect();
    let jobs = fleet.run(&flood, PATIENCE).await.unwrap();
    let versions =
        fleet.database.texts("SELECT coalesce(ended_because, '') FROM research ORDER BY version").await.unwrap();
    let [old, new] = &versions[..] else { panic!("{versions:?}\n{}", fleet.logs()) };
    assert!(old.contains("(rug, stolen)") && old.contains("This refutes \u{201c}"), "{old}");
    assert!(!old.contains("all funds"), "a stranger's words stand in no reason: {old}");
    assert_eq!(new, "", "the new research is valid");
    assert_eq!(tasks().await, 2, "the whole flood is one task");
    let reported =
        fleet.database.texts("SELECT DISTINCT subject FROM audit WHERE worker = 'researcher'").await.unwrap();
    assert_eq!(reported.len(), 1, "{reported:?}");
    fleet.assert_invariants(&jobs).await.unwrap();
}

/// Number of questions that are asked again.
const QUESTIONS: usize = 20;

/// The questions, as events of one round.
fn round(name: &str) -> Vec<Event> {
    let event = |n: usize| {
        let mut event = events::question(n);
        event.id = domain::EventId::parse(&format!("{name}-{n}")).expect("a valid id");
        event
    };
    (1..=QUESTIONS).map(event).collect()
}

/// Amount charged so far, in micro-dollars.
async fn charged(fleet: &Fleet) -> i64 {
    fleet.database.count("SELECT coalesce(sum(charged), 0)::int8 FROM call").await.expect("the ledger can be read")
}

/// Question and probability of each forecast of a round.
async fn forecasts(fleet: &Fleet, name: &str) -> Vec<String> {
    let sql = format!(
        "SELECT (body->'run'->'asked'->>'text') || ' ' || (body->>'probability') FROM forecast \
         WHERE body->'run'->>'event' LIKE '{name}-%' ORDER BY 1"
    );
    fleet.database.texts(&sql).await.expect("the forecasts can be read")
}

#[tokio::test]
async fn the_same_questions_cost_at_most_30_percent_the_second_time_and_a_changed_page_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    corpus::write(folder.path()).unwrap();
    let setup = Setup { corpus: Some(folder.path().to_owned()), ..Setup::default() };
    let fleet = Fleet::start(setup.with("AUSPEX_PAGE_TTL", "0s")).await.unwrap();
    let mut jobs = fleet.run(&round("first"), PATIENCE).await.unwrap();
    let first = charged(&fleet).await;
    jobs.extend(fleet.run(&round("second"), PATIENCE).await.unwrap());
    let second = charged(&fleet).await - first;
    let by_agent = "SELECT agent || ' ' || sum(charged)::text || ' in ' || count(*)::text FROM call GROUP BY agent";
    println!("first {first}, second {second} micro-dollars; {:?}", fleet.database.texts(by_agent).await.unwrap());
    assert_eq!(forecasts(&fleet, "first").await, forecasts(&fleet, "second").await, "the same answers");
    let recalled = "SELECT count(*) FROM evidence WHERE body->'research'->'recalled' IS NOT NULL";
    assert!(fleet.database.count(recalled).await.unwrap() >= 20, "questions of the second round");
    // The calls of the forecaster remain.
    assert!(second * 10 <= first * 3, "{second} of {first}");
    // A statement that names no subject, such as "The ministry said ...", belongs to the question that it answers.
    let twice = "SELECT count(*) FROM (SELECT n.text FROM note n JOIN note_fact f ON f.note = n.id \
                 GROUP BY n.text, f.topic HAVING count(*) > 1) AS t";
    assert_eq!(fleet.database.count(twice).await.unwrap(), 0, "no note exists twice");
    let lost = "SELECT count(*) FROM evidence e, json_array_elements(e.body->'research'->'findings') AS f \
                WHERE f->>'status' = 'supported' AND e.body->'research'->>'from_cache' = 'false' \
                AND NOT EXISTS (SELECT FROM note_sighting s WHERE s.research = e.job)";
    assert_eq!(fleet.database.count(lost).await.unwrap(), 0, "no note is lost");
    let page = folder.path().join("web/zebras.example/report.html");
    let text = std::fs::read_to_string(&page).unwrap();
    std::fs::write(&page, text.replace("every quarter", "every month")).unwrap();
    let news = folder.path().join("web/news.example/zebras.html");
    let text = std::fs::read_to_string(&news).unwrap();
    std::fs::write(&news, text.replace("two reports", "three reports")).unwrap();
    for place in fleet.places("researcher") {
        fleet.set_env(place, "AUSPEX_MEMORY_MAX_AGE", Some("0s"));
        fleet.kill_worker(place).await.unwrap();
        fleet.respawn(place).unwrap();
    }
    fleet.ready().await.unwrap();
    jobs.extend(fleet.run(&round("third"), PATIENCE).await.unwrap());
    let noticed = "SELECT count(*) FROM note WHERE text LIKE '%every month%' AND ended_at IS NULL";
    assert!(fleet.database.count(noticed).await.unwrap() > 0, "the changed page is noticed");
    // The new number ends the old one and is linked with it; both stay.
    let replaced = "SELECT count(*) FROM note old JOIN note_fact f ON f.note = old.id JOIN note new ON new.id = f.ended_by \
                    WHERE old.text LIKE '%two reports%' AND old.ended_at IS NOT NULL \
                    AND new.text LIKE '%three reports%' AND new.ended_at IS NULL";
    let notes = "SELECT text || ' ' || coalesce(ended_because, 'holds') FROM note ORDER BY 1";
    let notes = fleet.database.texts(notes).await.unwrap();
    assert!(fleet.database.count(replaced).await.unwrap() > 0, "a changed fact replaces the old one: {notes:#?}");
    fleet.assert_invariants(&jobs).await.unwrap();
}

/// Shares parts of words with the notes about [`QUESTION`], and no word.
const OTHER_WORDS: &str = "Zebraministry quarterreports";

#[tokio::test]
async fn a_look_up_in_other_words_finds_notes_by_vector_and_says_when_the_embedder_is_gone() {
    // The fleet has its own offline world; this one serves nothing but vectors, and can be stopped.
    let embedder = offline::serve(offline::OfflineConfig::default()).await.unwrap();
    let setup = Setup::default()
        .with("AUSPEX_EMBEDDINGS_URL", format!("{}/openai", embedder.url()))
        .with("AUSPEX_EMBEDDINGS_MODEL", "trigrams");
    let fleet = Fleet::start(setup).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let researched = retrieve(&api, &[QUESTION, "--research", "--wait"]).await;
    assert!(confidence(&researched) >= 0.5 && researched["lexical_only"].is_null(), "{researched}");
    wait::until("every note has its vector", PATIENCE, || async {
        let without = "SELECT count(*) FROM note n WHERE ended_at IS NULL
            AND NOT EXISTS (SELECT FROM note_embedding v WHERE v.note = n.id AND v.model = 'trigrams' AND v.embedding IS NOT NULL)";
        let without = fleet.database.count(without).await?;
        Ok(if without == 0 { Ok(()) } else { Err(format!("{without} notes without\n{}", fleet.logs())) })
    })
    .await
    .unwrap();
    let found = retrieve(&api, &[OTHER_WORDS]).await;
    let texts: Vec<&str> = found["results"].as_array().unwrap().iter().filter_map(|hit| hit["text"].as_str()).collect();
    assert!(texts.iter().any(|text| text.contains("every quarter")), "{found}");
    // The model's cosines are not calibrated, so its hits are shown and answer nothing.
    assert!((0.01..0.5).contains(&confidence(&found)) && found["lexical_only"].is_null(), "{found}");
    embedder.stop().await.unwrap();
    let without = retrieve(&api, &[OTHER_WORDS]).await;
    assert_eq!(
        (&without["lexical_only"], &without["results"]),
        (&Value::Bool(true), &serde_json::json!([])),
        "{without}"
    );
    let words = retrieve(&api, &[QUESTION]).await;
    assert!(confidence(&words) >= 0.5 && words["lexical_only"] == true, "{words}");
}
