//! Execution of macros over fakes: parameters, loop, correction, LEI checks, replay, refusals.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use domain::event::MacroRequest;
use domain::research::Lack;
use domain::review::{NewResult, ReviewedResult, Session, SessionId};
use domain::{
    Effect, EventId, JobId, LeiStatus, MacroResult, MicroUsd, ResearchTask, SearchQuality, Subject, Tenant, Time,
};
use llm::testing::{text_reply, tool_call};
use llm::{Block, LlmError, ModelReply, Request, StopReason, ToolChoice};
use proto::event::{Envelope, Event};
use proto::events::{MacroResearched, ResearchRequested};
use runtime::{Handler, Outcome};
use serde_json::{Value, json};
use web::fake::FakeWeb;
use web::gleif::LeiRecord;

use crate::tests::{Bench, called, result, task};

const CLIENT: &str = "549300O897ZC5H7CY412";
const PARENT: &str = "549300OWK6ZGNYP4G142";

const OWNERS: &str = r#"macro:
  name: owners
  version: "1"
  description: Finds the owner of a client.
  parameters:
    - { name: client, type: string, required: true, description: Name of the client. }
    - { name: levels, type: integer, default: 3, description: Levels of ownership. }
  tools: [lookup_lei, lei_relationships]
  prompt: Find the owner of {{client}}, at most {{levels}} levels up.
  output:
    schema_name: owners
    schema:
      type: object
      required: [owner]
      additionalProperties: false
      properties:
        owner: { type: string }
        lei: { type: string }
        search_quality: { type: string }
  suggested_verbs: "{{#if lei}}(gleif.enrich :lei {{lei}}){{/if}}"
"#;

/// A folder with definitions.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write(OWNERS);
        folder
    }

    fn write(&self, definition: &str) {
        std::fs::write(self.0.path().join("owners.yaml"), definition).unwrap();
    }

    fn bench(&self, rule: impl Fn(&Request) -> Result<ModelReply, LlmError> + Send + Sync + 'static) -> Bench {
        self.bench_on(rule, world())
    }

    fn bench_on(
        &self,
        rule: impl Fn(&Request) -> Result<ModelReply, LlmError> + Send + Sync + 'static,
        web: FakeWeb,
    ) -> Bench {
        let env = [("AUSPEX_MACROS", self.0.path().to_str().unwrap())];
        Bench::with(rule, &env).on_with(web, &env)
    }
}

fn world() -> FakeWeb {
    let record = |lei: &str, name: &str| LeiRecord {
        lei: lei.into(),
        legal_name: name.into(),
        jurisdiction: "SE".into(),
        ..LeiRecord::default()
    };
    FakeWeb::default()
        .entity(record(CLIENT, "Nordic LEI"), Some(PARENT))
        .entity(record(PARENT, "La Gare Holding AB"), None)
}

fn request(parameters: Value) -> ResearchTask {
    let Value::Object(parameters) = parameters else { panic!("parameters are an object") };
    let session = "session-1".to_owned();
    task(Subject::Macro(MacroRequest { name: "owners".into(), parameters, session, skip_review: false }))
}

fn nordic() -> ResearchTask {
    request(json!({"client": "Nordic LEI"}))
}

/// Looks the client up, then answers with `data`.
fn answering(data: &'static str) -> impl Fn(&Request) -> Result<ModelReply, LlmError> + Send + Sync {
    move |request| {
        Ok(match called(request).len() {
            0 => tool_call("lookup_lei", json!({"name": "Nordic"})),
            1 => tool_call("lei_relationships", json!({"lei": CLIENT})),
            _ => text_reply(data),
        })
    }
}

fn emitted(outcome: &Outcome) -> MacroResearched {
    assert_eq!(outcome.facts.len(), 1);
    let fact = &outcome.facts[0].fact;
    assert_eq!(fact.subject(), "auspex.macro.researched");
    MacroResearched::decode(&Envelope::default(), &fact.encode()).unwrap()
}

async fn run(bench: &Bench, task: &ResearchTask, job: &str) -> MacroResearched {
    let outcome = bench.handle(task, job).await.unwrap_or_else(|failure| panic!("{:?}", failure.chain()));
    emitted(&outcome)
}

const FOUND: &str = r#"{"owner": "La Gare Holding AB", "lei": "549300OWK6ZGNYP4G142", "search_quality": "high"}"#;

#[tokio::test]
async fn a_macro_yields_data_sources_checks_and_verbs() {
    let folder = Folder::new();
    let bench = folder.bench(answering(FOUND));
    let made = run(&bench, &nordic(), "job").await;
    assert_eq!((made.refused.as_deref(), made.definition.as_str()), (None, OWNERS));
    let MacroResult { id, version, parameters, data, schema_valid, cost, .. } = made.result.clone();
    assert_eq!((id, version.as_str(), schema_valid), (JobId::named(&["job"]), "1", true));
    assert_eq!(Value::Object(parameters), json!({"client": "Nordic LEI", "levels": 3}), "the default is filled in");
    assert_eq!(data, serde_json::from_str::<Value>(FOUND).unwrap());
    assert!(cost > MicroUsd::ZERO);
    assert_eq!(made.result.lacks, [], "nothing was degraded");
    assert_eq!(made.result.search_quality, Some(SearchQuality::High));
    assert_eq!(made.result.suggested_verbs, [format!("(gleif.enrich :lei \"{PARENT}\")")]);
    let check = &made.result.lei_checks[0];
    assert_eq!((check.path.as_str(), check.status), ("/lei", LeiStatus::Verified));
    let urls: Vec<&str> = made.result.sources.iter().map(|source| source.url.as_str()).collect();
    assert_eq!(urls, [format!("https://search.gleif.org/#/record/{CLIENT}")], "one source per record");
    assert!(made.result.sources[0].snippet.contains("Nordic LEI"));
}

#[tokio::test]
async fn the_model_gets_the_schema_the_parameters_and_the_tools_of_the_macro_only() {
    let folder = Folder::new();
    let seen: Arc<Mutex<Option<Request>>> = Arc::default();
    let first = Arc::clone(&seen);
    let bench = folder.bench(move |request| {
        first.lock().unwrap().get_or_insert_with(|| request.clone());
        Ok(text_reply(FOUND))
    });
    run(&bench, &nordic(), "job").await;
    let request = seen.lock().unwrap().clone().unwrap();
    let offered: Vec<&str> = request.tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(offered, ["lei_relationships", "lookup_lei"]);
    assert!(request.system.contains("search_quality"), "the schema is part of the system prompt");
    let Some(Block::Text { text }) = request.messages[0].blocks.first() else { panic!("no text") };
    assert!(text.starts_with("Find the owner of Nordic LEI, at most 3 levels up."), "{text}");
    assert!(text.contains("\"levels\":3"), "{text}");
}

/// Returns the errors that a correction shows.
fn shown(request: &Request) -> Option<String> {
    let blocks = request.messages.last()?.blocks.iter();
    let mut texts = blocks.filter_map(|block| if let Block::Text { text } = block { Some(text) } else { None });
    texts.find(|text| text.contains("what is wrong with it")).cloned()
}

#[tokio::test]
async fn an_invalid_answer_is_corrected_once_and_the_model_sees_every_error() {
    let folder = Folder::new();
    let corrections: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&corrections);
    let bench = folder.bench(move |request| {
        let Some(correction) = shown(request) else { return answering(r#"{"ownr": 1, "lei": 2}"#)(request) };
        assert_eq!(request.tool_choice, ToolChoice::None);
        log.lock().unwrap().push(correction);
        Ok(text_reply(FOUND))
    });
    let made = run(&bench, &nordic(), "job").await;
    assert!(made.result.schema_valid, "{:?}", made.result.validation_errors);
    let corrections = corrections.lock().unwrap();
    assert_eq!(corrections.len(), 1);
    assert!(corrections[0].contains("ownr") && corrections[0].contains("/lei"), "{}", corrections[0]);
}

#[tokio::test]
async fn what_stays_invalid_is_reported_with_every_error_and_text_without_json_is_no_data() {
    let folder = Folder::new();
    let made = run(&folder.bench(answering(r#"{"owner": 1, "lei": 2}"#)), &nordic(), "job").await;
    assert!(!made.result.schema_valid && made.refused.is_none());
    let paths: Vec<&str> = made.result.validation_errors.iter().map(|violation| violation.path.as_str()).collect();
    assert_eq!(paths, ["/lei", "/owner"]);
    let made = run(&folder.bench(answering("I found nothing.")), &nordic(), "job").await;
    assert_eq!((made.result.data.clone(), made.result.schema_valid), (Value::Null, false));
}

#[tokio::test]
async fn an_unknown_lei_renders_no_verb_and_an_unreachable_gleif_leaves_leis_unverified() {
    let folder = Folder::new();
    let unknown = r#"{"owner": "X", "lei": "HWUPKR0MPOU8FGXBT394"}"#;
    let made = run(&folder.bench(answering(unknown)), &nordic(), "job").await;
    assert_eq!(made.result.lei_checks[0].status, LeiStatus::NotFound);
    assert!(made.result.suggested_verbs.is_empty());
    let down = folder.bench_on(answering(FOUND), world().without_gleif());
    let made = run(&down, &nordic(), "job").await;
    assert_eq!(made.result.lei_checks[0].status, LeiStatus::Unverified);
}

#[tokio::test]
async fn a_repeated_job_pays_nothing_again_and_keeps_the_version_of_its_first_attempt() {
    let folder = Folder::new();
    let bench = folder.bench(answering(FOUND));
    let first = run(&bench, &nordic(), "job").await;
    let calls = bench.client.model.calls();
    folder.write(&OWNERS.replace("version: \"1\"", "version: \"2\"").replace("Find the owner", "Name the owner"));
    bench.client.advance(Duration::from_secs(60));
    assert_eq!(run(&bench, &nordic(), "job").await, first);
    assert_eq!(bench.client.model.calls(), calls);
    assert_eq!(run(&bench, &nordic(), "another job").await.result.version, "2", "the changed file is in force");
}

#[tokio::test]
async fn an_interrupted_macro_continues_where_it_stopped() {
    let folder = Folder::new();
    let attempts = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&attempts);
    let bench = folder.bench(move |request| {
        let interrupted = called(request).len() == 2 && count.fetch_add(1, Ordering::SeqCst) == 0;
        if interrupted { Err(LlmError::Overloaded { after: None }) } else { answering(FOUND)(request) }
    });
    assert!(bench.handle(&nordic(), "job").await.is_err());
    let calls = bench.client.model.calls();
    bench.client.advance(Duration::from_secs(120));
    assert!(run(&bench, &nordic(), "job").await.result.schema_valid);
    assert_eq!(bench.client.model.calls(), calls + 1, "only the failed call is repeated");
}

#[tokio::test]
async fn a_request_that_cannot_be_executed_is_refused_with_the_reason_and_costs_nothing() {
    let folder = Folder::new();
    let bench = folder.bench(answering(FOUND));
    let mut unknown = nordic();
    let Subject::Macro(request_of) = &mut unknown.subject else { panic!("a macro") };
    request_of.name = "owner".to_owned();
    let cases = [
        (unknown, vec!["\"owner\"", "owners"]),
        (request(json!({})), vec!["client"]),
        (request(json!({"client": "x", "levels": "three"})), vec!["levels"]),
        (request(json!({"client": "x", "country": "SE"})), vec!["country"]),
        (ResearchTask { deadline: Some(Time::UNIX_EPOCH), ..nordic() }, vec!["deadline"]),
    ];
    for (number, (task, words)) in cases.into_iter().enumerate() {
        let made = run(&bench, &task, &format!("job {number}")).await;
        let reason = made.refused.unwrap();
        assert!(words.iter().all(|word| reason.contains(word)), "{reason}");
        assert_eq!((made.result.id, made.result.cost), (JobId::named(&[&format!("job {number}")]), MicroUsd::ZERO));
    }
    assert_eq!(bench.client.model.calls(), 0);
}

#[tokio::test]
async fn no_macro_is_executed_while_a_result_waits_for_its_review() {
    let folder = Folder::new();
    let bench = folder.bench(answering(FOUND));
    let done = run(&bench, &nordic(), "first").await;
    let Subject::Macro(request) = &done.task.subject else { panic!("a macro") };
    let session = Session::new(Tenant::default(), SessionId::of_request(request, done.task.event_job));
    let new = NewResult {
        event: EventId::parse("e1").unwrap(),
        event_job: done.task.event_job,
        result: done.result,
        definition: done.definition,
        skip_review: false,
        refused: None,
    };
    let reviewed = Box::new(ReviewedResult::record(&session, new, Time::UNIX_EPOCH));
    bench.reviews.apply(&Effect::MacroResulted { reviewed, version: 0 }).unwrap();
    let calls = bench.client.model.calls();
    let refused = run(&bench, &nordic(), "second").await.refused.unwrap();
    assert!(refused.contains("waits for its review"), "{refused}");
    assert_eq!(bench.client.model.calls(), calls);
    // A job that has begun is completed: its work is paid.
    assert!(run(&bench, &nordic(), "first").await.refused.is_none());
}

#[tokio::test]
async fn research_that_ends_without_an_answer_leaves_the_session_free_and_reports_its_cost() {
    let folder = Folder::new();
    let bench = folder.bench(|request| {
        Ok(match called(request).len() {
            0 => tool_call("lookup_lei", json!({"name": "Nordic"})),
            _ => ModelReply { stop: StopReason::Refusal, blocks: Vec::new(), ..text_reply("") },
        })
    });
    let made = run(&bench, &nordic(), "job").await;
    assert!(made.refused.unwrap().contains("without an answer"));
    assert!(made.result.cost > MicroUsd::ZERO);
    assert_eq!(made.result.lacks, [Lack::new("partial_research")]);
}

/// Searches, fetches the first page and answers. The model gives no claims of the page.
fn without_reading(request: &Request) -> Result<ModelReply, LlmError> {
    if request.tool_choice == ToolChoice::Tool("extract_claims".into()) {
        return Ok(text_reply("no"));
    }
    Ok(match called(request).last().map(String::as_str) {
        None => tool_call("web_search", json!({"query": "dogwifhat"})),
        Some("web_search") => tool_call("fetch_page", json!({"url": result(request)["results"][0]["source"]})),
        Some(_) => text_reply(FOUND),
    })
}

#[tokio::test]
async fn a_page_that_was_not_read_is_recorded_with_the_result_and_a_replay_records_the_same() {
    let folder = Folder::new();
    folder.write(&OWNERS.replace("lookup_lei, lei_relationships", "web_search, fetch_page"));
    let bench = Bench::with(without_reading, &[("AUSPEX_MACROS", folder.0.path().to_str().unwrap())]);
    for _ in 0..2 {
        let made = run(&bench, &nordic(), "job").await;
        assert!(made.refused.is_none() && made.result.schema_valid);
        assert_eq!(made.result.lacks, [Lack::new("unread_page")]);
    }
}

#[tokio::test]
async fn a_dead_lettered_macro_is_reported_as_refused() {
    let bench = Folder::new().bench(answering(FOUND));
    let job = JobId::named(&["job"]);
    let outcome = bench.handler.dead_letter(ResearchRequested(nordic()), job, "killed its worker", Time::UNIX_EPOCH);
    assert_eq!(emitted(&outcome).refused.as_deref(), Some("killed its worker"));
}

#[tokio::test]
async fn a_version_with_mistakes_does_not_replace_the_one_in_force() {
    let folder = Folder::new();
    let bench = folder.bench(answering(FOUND));
    folder.write(&OWNERS.replace("version: \"1\"", "version: \"2\"").replace("lookup_lei,", "no_such_tool,"));
    assert_eq!(run(&bench, &nordic(), "job").await.result.version, "1");
}
