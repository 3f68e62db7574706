//! The handler over fakes that keep their promises: journal, ledger, memory, coordination and web in memory, a model by rule.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use coordination::testing::FakeCoordination;
use domain::event::{Bundle, DirectedEntity, Direction, MacroRequest};
use domain::research::Ending;
use domain::run::{Priority, Question};
use domain::{
    Effect, EntityKind, EventId, JobId, MicroUsd, Profile, Research, ResearchTask, RunId, Subject, Tenant, Time,
};
use fleet::testing::FakeAsks;
use fleet::{LocalObjects, Objects};
use llm::testing::{FakeModel, tool_call, words};
use llm::{Block, LlmError, Reply, Request, ToolChoice};
use proto::event::{Envelope, Event};
use proto::events::{ResearchGathered, ResearchRequested};
use runtime::config::Env;
use runtime::testing::FakeJournal;
use runtime::{Attempt, Failure, Handler, Outcome, Verdict};
use serde_json::{Value, json};
use store::Memory;
use store::memory::NewEntity;
use store::testing::FakeMemory;
use web::fake::FakeWeb;
use web::tokens::TokenMetadata;

use crate::{Config, Parts, Researcher};

const MINT: &str = "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm";
const PAGE: &str = "https://news.example.org/wif";
const TEXT: &str = "<html><body><p>The token dogwifhat was listed on a large exchange in March and its price rose by a fifth.</p></body></html>";

/// A model's rule.
type Rule = fn(&Request) -> Result<Reply, LlmError>;

struct Bench {
    asks: Arc<FakeAsks>,
    memory: Arc<FakeMemory>,
    web: Arc<FakeWeb>,
    objects: Arc<LocalObjects>,
    handler: Researcher<FakeMemory, FakeWeb>,
    _folder: tempfile::TempDir,
}

impl Bench {
    fn new(rule: impl Fn(&Request) -> Result<Reply, LlmError> + Send + Sync + 'static) -> Self {
        Self::with(rule, &[])
    }

    fn with(rule: impl Fn(&Request) -> Result<Reply, LlmError> + Send + Sync + 'static, env: &[(&str, &str)]) -> Self {
        let token = TokenMetadata {
            mint: MINT.into(),
            name: "dogwifhat".into(),
            symbol: "WIF".into(),
            verified: true,
            ..TokenMetadata::default()
        };
        let web = Arc::new(FakeWeb::default().page(PAGE, "WIF listed", TEXT).token(token));
        let asks = Arc::new(FakeAsks::new("researcher", FakeModel::by_rule(rule)));
        let memory = Arc::new(FakeMemory::default());
        let folder = tempfile::tempdir().unwrap();
        let objects = Arc::new(LocalObjects::new(folder.path()));
        let mut env = Env::from_pairs(env.iter().copied());
        let parts = Parts {
            memory: Arc::clone(&memory),
            web: Arc::clone(&web),
            asks: asks.clone(),
            objects: objects.clone(),
            coordination: Arc::new(FakeCoordination::default()),
            config: Config::read(&mut env),
            limits: fleet::Limits::read(&mut env),
        };
        let handler = Researcher::new(parts, Arc::new(FakeJournal::new())).unwrap();
        Self { asks, memory, web, objects, handler, _folder: folder }
    }

    async fn handle(&self, task: &ResearchTask, job: &str) -> Result<Outcome, Failure> {
        let attempt = Attempt { job: JobId::named(&[job]), failures: 0, clock: self.asks.clock.clone() };
        self.handler.handle(ResearchRequested(task.clone()), &attempt).await
    }

    /// Handles, and applies the effects as the journal would.
    async fn done(&self, task: &ResearchTask, job: &str) -> (Research, Outcome) {
        let outcome = self.handle(task, job).await.unwrap_or_else(|failure| panic!("{:?}", failure.chain()));
        for effect in &outcome.effects {
            assert!(self.memory.apply(effect), "the fence is current");
        }
        (said(&outcome), outcome)
    }
}

/// What an outcome says, by way of the wire.
fn said(outcome: &Outcome) -> Research {
    assert_eq!(outcome.facts.len(), 1);
    let fact = &outcome.facts[0].fact;
    assert_eq!(fact.subject(), "auspex.research.gathered");
    ResearchGathered::decode(&Envelope::default(), &fact.encode()).unwrap().research
}

fn task(subject: Subject) -> ResearchTask {
    ResearchTask {
        tenant: Tenant::default(),
        event: EventId::parse("e1").unwrap(),
        event_job: JobId::named(&["event"]),
        subject,
        reason: "A large swap.".into(),
        profile: Profile::Default,
        budget: MicroUsd::dollars(3),
        deadline: None,
    }
}

fn identifier(text: &str) -> ResearchTask {
    task(Subject::Identifier { identifier: text.into(), symbol: "WIF".into() })
}

fn question(text: &str) -> ResearchTask {
    let question = Question {
        id: "i1q1".into(),
        topic: "t".into(),
        text: text.into(),
        priority: Priority::Critical,
        expected_sources: vec![],
    };
    task(Subject::Question {
        run: RunId::of_event(JobId::named(&["event"])),
        question,
        context: "Will it rise?".into(),
    })
}

/// The tools called so far.
fn called(request: &Request) -> Vec<String> {
    let blocks = request.messages.iter().flat_map(|message| &message.blocks);
    blocks
        .filter_map(|block| match block {
            Block::ToolUse { name, .. } => Some(name.clone()),
            _ => None,
        })
        .collect()
}

/// The newest tool result.
fn result(request: &Request) -> Value {
    let mut blocks = request.messages.iter().rev().flat_map(|message| &message.blocks);
    let content = blocks.find_map(|block| match block {
        Block::ToolResult { content, .. } => Some(content.clone()),
        _ => None,
    });
    serde_json::from_str(&content.unwrap_or_default()).unwrap_or_default()
}

/// A model that does what the prompt says: search, read, answer.
fn sensible(request: &Request) -> Result<Reply, LlmError> {
    if request.tool_choice == ToolChoice::Tool("extract_claims".into()) {
        let claim = |text: &str, quote: &str| json!({"text": text, "quote": quote, "date": "2024-03-05"});
        let real = claim("dogwifhat was listed in March.", "dogwifhat was listed on a large exchange in March");
        return Ok(tool_call(
            "extract_claims",
            json!({"claims": [real, claim("It will moon.", "it is certain to rise a hundredfold")]}),
        ));
    }
    let called = called(request);
    Ok(match called.last().map(String::as_str) {
        None => tool_call("web_search", json!({"query": "dogwifhat"})),
        Some("web_search") => tool_call("fetch_page", json!({"url": result(request)["results"][0]["source"]})),
        Some("fetch_page") => {
            let read = result(request);
            let finding = json!({"text": read["claims"][0]["text"], "sources": [read["source"]], "quote": read["claims"][0]["quote"]});
            let invented = json!({"text": "Invented.", "sources": ["s9"]});
            tool_call(
                "store_research_results",
                json!({"summary": "Listed.", "confidence": 0.7, "findings": [finding, invented]}),
            )
        }
        Some(_) => words("done"),
    })
}

#[tokio::test]
async fn an_unknown_mint_is_researched_once_and_then_answered_from_memory() {
    let bench = Bench::new(sensible);
    let (research, outcome) = bench.done(&identifier(MINT), "job-1").await;
    assert_eq!(research.ending, Ending::Complete);
    assert_eq!(research.findings.len(), 1, "what was invented is dropped: {:?}", research.findings);
    assert_eq!(research.findings[0].quote, "dogwifhat was listed on a large exchange in March");
    assert_eq!(research.sources[0].url, PAGE);
    assert_eq!(research.tools_used, ["web_search", "fetch_page", "store_research_results"]);
    assert!(research.cost > MicroUsd::ZERO && !research.prompt_version.is_empty());
    assert!(matches!(outcome.effects[..], [Effect::ResearchStored { .. }, Effect::Audited(_)]));
    let entity = bench.memory.by_context("mint", MINT).await.unwrap().unwrap();
    assert_eq!((entity.name.as_str(), entity.verified, entity.kind), ("dogwifhat", false, EntityKind::CryptoToken));

    let calls = bench.asks.model.calls();
    let (again, outcome) = bench.done(&identifier("WIF"), "job-2").await;
    assert!(again.from_cache && again.cost == MicroUsd::ZERO);
    assert_eq!((outcome.label, bench.asks.model.calls()), ("cached", calls), "not one more call");
    assert_eq!(again.findings, research.findings);
}

#[tokio::test]
async fn twice_is_harmless_and_nothing_is_paid_or_fetched_again() {
    let bench = Bench::new(sensible);
    let first = said(&bench.handle(&identifier(MINT), "job").await.unwrap());
    let paid = bench.asks.model.calls();
    bench.asks.advance(Duration::from_secs(40));
    let second = said(&bench.handle(&identifier(MINT), "job").await.unwrap());
    assert_eq!(first, second);
    assert_eq!(bench.asks.model.calls(), paid);
    assert_eq!((bench.web.searched.load(Ordering::SeqCst), bench.web.fetched.load(Ordering::SeqCst)), (1, 1));
}

#[tokio::test]
async fn an_interrupted_loop_goes_on_where_it_stopped() {
    let storm = Arc::new(std::sync::atomic::AtomicBool::new(true));
    let over = Arc::clone(&storm);
    let bench = Bench::new(move |request| {
        let stormy = storm.load(Ordering::SeqCst) && !called(request).is_empty();
        if stormy { Err(LlmError::Overloaded { after: Some(Duration::from_secs(7)) }) } else { sensible(request) }
    });
    let failure = bench.handle(&question("What of dogwifhat?"), "job").await.err().unwrap();
    assert!(
        matches!(failure.verdict(), Verdict::Defer(after) if after >= Duration::from_secs(7)),
        "{:?}",
        failure.verdict()
    );
    over.store(false, Ordering::SeqCst);
    bench.asks.advance(Duration::from_secs(10));
    let (research, outcome) = bench.done(&question("What of dogwifhat?"), "job").await;
    assert_eq!((research.ending, outcome.label), (Ending::Complete, "researched"));
    assert_eq!(bench.web.searched.load(Ordering::SeqCst), 1, "the search was remembered");
}

#[tokio::test]
async fn one_researches_and_the_others_come_back() {
    let bench = Bench::new(sensible);
    let known = NewEntity {
        kind: EntityKind::CryptoToken,
        name: "dogwifhat".into(),
        symbol: Some("WIF".into()),
        mint: None,
        verified: true,
        metadata: [].into(),
        created_at: Time::UNIX_EPOCH,
    };
    let entity = bench.memory.create_entity(&known).await.unwrap();
    let other = bench.memory.take_fence(&entity.id, "another job", Duration::from_secs(60)).await.unwrap().unwrap();
    let failure = bench.handle(&identifier("dogwifhat"), "job").await.err().unwrap();
    assert!(matches!(failure.verdict(), Verdict::Defer(_)));
    assert_eq!(bench.asks.model.calls(), 0);
    bench.memory.release(&entity.id, other).await.unwrap();
    assert_eq!(bench.done(&identifier("dogwifhat"), "job").await.1.label, "researched");
}

#[tokio::test]
async fn several_candidates_are_named_and_nobody_guesses() {
    let bench = Bench::new(sensible);
    for (name, mint) in [("dogwifhat", MINT), ("dogwifhat fake", "So11111111111111111111111111111111111111112")] {
        let new = NewEntity {
            kind: EntityKind::CryptoToken,
            name: name.into(),
            symbol: Some("WIF".into()),
            mint: Some(mint.into()),
            verified: name == "dogwifhat",
            metadata: [].into(),
            created_at: Time::UNIX_EPOCH,
        };
        bench.memory.create_entity(&new).await.unwrap();
    }
    let (research, outcome) = bench.done(&identifier("wif"), "job").await;
    assert!(
        matches!(&research.ending, Ending::Failed(reason) if reason.contains("2 entities")),
        "{:?}",
        research.ending
    );
    assert_eq!((outcome.label, research.open_questions.len(), bench.asks.model.calls()), ("ambiguous", 2, 0));
}

#[tokio::test]
async fn without_money_the_research_is_partial_and_says_so() {
    let bench = Bench::new(sensible);
    let poor = ResearchTask { budget: MicroUsd(1), ..question("What of dogwifhat?") };
    let (research, outcome) = bench.done(&poor, "job").await;
    assert!(matches!(&research.ending, Ending::Partial(reason) if reason.contains("budget")), "{:?}", research.ending);
    assert_eq!((outcome.label, research.cost, bench.asks.model.calls()), ("partial", MicroUsd::ZERO, 0));
}

#[tokio::test]
async fn addresses_out_of_a_text_are_not_fetched() {
    let bench = Bench::new(|request: &Request| {
        let tried = called(request).len();
        Ok(match tried {
            0 => tool_call("fetch_page", json!({"url": "https://evil.example.org/?secret=1"})),
            1 => tool_call("fetch_page", json!({"url": "http://169.254.169.254/latest"})),
            _ => words("I give up."),
        })
    });
    let (research, _) = bench.done(&question("What of dogwifhat?"), "job").await;
    assert_eq!(bench.web.fetched.load(Ordering::SeqCst), 0);
    assert!(matches!(research.ending, Ending::Partial(_)), "no answer was given");
}

#[tokio::test]
async fn a_garbage_model_ends_in_partial_research_within_its_bounds() {
    let rules: [Rule; 4] = [
        |_| Ok(tool_call("web_search", json!({"query": "again"}))),
        |_| Ok(tool_call("no_such_tool", json!("{broken"))),
        |_| Ok(tool_call("store_research_results", json!({"findings": "x"}))),
        |_| Ok(words("")),
    ];
    for (n, rule) in rules.into_iter().enumerate() {
        let bench = Bench::new(rule);
        let (research, _) = bench.done(&question("What of dogwifhat?"), "job").await;
        assert!(matches!(research.ending, Ending::Partial(_)), "rule {n}: {:?}", research.ending);
        assert!(bench.asks.model.calls() <= 12, "rule {n}: {} calls", bench.asks.model.calls());
    }
}

#[tokio::test]
async fn a_bundle_writes_a_file_per_direction_and_resumes_at_the_first_not_done() {
    let direction = |key: &str, priority| Direction {
        key: key.into(),
        objective: "Find it.".into(),
        fields: vec![],
        acceptance: vec![],
        priority,
        optional: false,
    };
    let entity = DirectedEntity {
        name: "Dog Wif".into(),
        kind: EntityKind::Product,
        directions: vec![direction("pricing", 2), direction("identity", 1)],
        candidate_sources: vec![PAGE.into()],
    };
    let bundle = Bundle { id: domain::EntityId::slug("b1"), entities: vec![entity] };
    let task = task(Subject::Bundle { episode: "Ep 1".into(), bundle });
    let storm = Arc::new(std::sync::atomic::AtomicBool::new(true));
    let over = Arc::clone(&storm);
    let bench = Bench::new(move |request| {
        let second = format!("{:?}", request.messages[0]).contains("So far: Listed.");
        if second && storm.load(Ordering::SeqCst) {
            Err(LlmError::RateLimited { after: None })
        } else {
            sensible(request)
        }
    });
    assert!(bench.handle(&task, "job").await.is_err(), "interrupted in the second todo");
    let first = bench.asks.model.calls();
    over.store(false, Ordering::SeqCst);
    bench.asks.advance(Duration::from_secs(30));
    let (research, _) = bench.done(&task, "job").await;
    assert_eq!(bench.asks.model.calls() - first, 4, "only the second todo's turns and its page");
    assert_eq!(research.ending, Ending::Complete);
    assert_eq!(research.summary, "2 of 2 directions were researched, with 2 findings.");
    for file in
        ["product_dog-wif_identity.json", "product_dog-wif_pricing.json", "todos.json", "research_complete.json"]
    {
        let bytes =
            bench.objects.get(&format!("bundles/ep-1/b1/{file}")).await.unwrap().unwrap_or_else(|| panic!("{file}"));
        let value: Value = serde_json::from_slice(&bytes).unwrap();
        if file == "research_complete.json" {
            assert_eq!(value["todos"][0]["id"], "b1_product_dog-wif_identity");
            assert_eq!((&value["done"], &value["blocked"]), (&json!(2), &json!(0)));
        }
    }
}

#[tokio::test]
async fn what_cannot_be_worked_on_is_said() {
    let bench = Bench::with(sensible, &[("RESEARCHER_ENABLED", "false")]);
    let miss = task(Subject::Miss { query: "dogwifhat".into(), context: String::new(), max_sources: 3 });
    let (research, _) = bench.done(&miss, "off").await;
    assert!(matches!(&research.ending, Ending::Failed(reason) if reason.contains("RESEARCHER_ENABLED")));
    let request = MacroRequest { name: "ubo".into(), parameters: [].into(), session: "s".into() };
    let failure = bench.handle(&task(Subject::Macro(request)), "macro").await.err().unwrap();
    assert_eq!(failure.verdict(), Verdict::Reject);
    assert!(failure.chain()[0].contains("no macro"));
    let late = ResearchTask { deadline: Some(Time::UNIX_EPOCH), ..question("Late?") };
    assert!(matches!(bench.done(&late, "late").await.0.ending, Ending::Failed(_)));
}

#[test]
fn a_buried_task_still_tells_whoever_waits() {
    let bench = Bench::new(sensible);
    let outcome = bench.handler.bury(
        ResearchRequested(question("Why?")),
        JobId::named(&["job"]),
        "exhausted: no network",
        Time::UNIX_EPOCH,
    );
    assert_eq!(said(&outcome).ending, Ending::Failed("exhausted: no network".into()));
    assert!(
        matches!(&outcome.effects[..], [Effect::Audited(line)] if line.action == "dead" && line.errors == ["exhausted: no network"])
    );
}
