//! A researcher over fakes that keep their promises: journal, ledger, memory, coordination and web in memory, a model by rule.

use std::sync::{Arc, Mutex};

use coordination::testing::FakeCoordination;
use domain::effect::AuditLine;
use domain::port::PortError;
use domain::run::{Priority, Question};
use domain::{EventId, JobId, MicroUsd, Profile, Research, ResearchTask, RunId, Subject, Tenant};
use futures::FutureExt;
use futures::future::BoxFuture;
use llm::testing::{FakeModel, tool_call, words};
use llm::{Block, LlmError, Reply, Request, ToolChoice};
use proto::event::{Envelope, Event};
use proto::events::{ResearchGathered, ResearchRequested};
use runtime::config::Env;
use runtime::testing::FakeJournal;
use runtime::{Attempt, Failure, Handler, Outcome};
use serde_json::{Value, json};
use store::testing::{FakeMemory, FakePages};
use web::fake::FakeWeb;
use web::tokens::TokenMetadata;
use worker::LocalObjects;
use worker::testing::FakeAsks;

use crate::{Config, Parts, Researcher, Trail};

pub(crate) const MINT: &str = "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm";
pub(crate) const PAGE: &str = "https://news.example.org/wif";
const TEXT: &str = "<html><body><p>The token dogwifhat was listed on a large exchange in March and its price rose by a fifth.</p></body></html>";

/// Lines that were written ahead of the outcome, with their ordinals.
#[derive(Default)]
pub(crate) struct FakeTrail(pub(crate) Mutex<Vec<(usize, AuditLine)>>);

impl Trail for FakeTrail {
    fn note<'a>(&'a self, ordinal: usize, line: &'a AuditLine) -> BoxFuture<'a, Result<(), PortError>> {
        self.0.lock().unwrap().push((ordinal, line.clone()));
        std::future::ready(Ok(())).boxed()
    }
}

/// A model's rule.
pub(crate) type Rule = fn(&Request) -> Result<Reply, LlmError>;

pub(crate) struct Bench {
    pub(crate) asks: Arc<FakeAsks>,
    pub(crate) memory: Arc<FakeMemory>,
    pub(crate) web: Arc<FakeWeb>,
    pub(crate) objects: Arc<LocalObjects>,
    pub(crate) archive: Arc<FakePages>,
    /// The audit trail as it stands while the work goes on.
    pub(crate) trail: Arc<FakeTrail>,
    pub(crate) handler: Researcher<FakeMemory, FakeWeb>,
    _folder: tempfile::TempDir,
}

impl Bench {
    pub(crate) fn new(rule: impl Fn(&Request) -> Result<Reply, LlmError> + Send + Sync + 'static) -> Self {
        Self::with(rule, &[])
    }

    pub(crate) fn with(
        rule: impl Fn(&Request) -> Result<Reply, LlmError> + Send + Sync + 'static,
        env: &[(&str, &str)],
    ) -> Self {
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
        let (trail, archive) = (Arc::new(FakeTrail::default()), Arc::new(FakePages::default()));
        let fakes = (&memory, &web, &asks, &objects);
        let handler = wired(fakes, (&archive, &trail), env);
        Self { asks, memory, web, objects, archive, trail, handler, _folder: folder }
    }

    pub(crate) async fn handle(&self, task: &ResearchTask, job: &str) -> Result<Outcome, Failure> {
        let attempt = Attempt { job: JobId::named(&[job]), failures: 0, clock: self.asks.clock.clone() };
        self.handler.handle(ResearchRequested(task.clone()), &attempt).await
    }

    /// With another web.
    pub(crate) fn on(self, web: FakeWeb) -> Self {
        self.on_with(web, &[])
    }

    /// With another web and other settings.
    pub(crate) fn on_with(self, web: FakeWeb, env: &[(&str, &str)]) -> Self {
        let web = Arc::new(web);
        let handler = wired((&self.memory, &web, &self.asks, &self.objects), (&self.archive, &self.trail), env);
        Self { web, handler, ..self }
    }

    /// Handles, and applies the effects as the journal would.
    pub(crate) async fn done(&self, task: &ResearchTask, job: &str) -> (Research, Outcome) {
        let outcome = self.handle(task, job).await.unwrap_or_else(|failure| panic!("{:?}", failure.chain()));
        for effect in &outcome.effects {
            assert!(self.memory.apply(effect), "the fence is current");
            self.archive.apply(JobId::named(&[job]), effect);
        }
        (said(&outcome), outcome)
    }
}

type Fakes<'a> = (&'a Arc<FakeMemory>, &'a Arc<FakeWeb>, &'a Arc<FakeAsks>, &'a Arc<LocalObjects>);

/// A researcher over these, with a journal and coordination of its own.
fn wired(
    (memory, web, asks, objects): Fakes<'_>,
    (archive, trail): (&Arc<FakePages>, &Arc<FakeTrail>),
    env: &[(&str, &str)],
) -> Researcher<FakeMemory, FakeWeb> {
    let mut env = Env::from_pairs(env.iter().copied());
    let parts = Parts {
        memory: Arc::clone(memory),
        web: Arc::clone(web),
        reads: Arc::new(extraction::sandbox::Here),
        asks: asks.clone(),
        objects: objects.clone(),
        archive: archive.clone(),
        coordination: Arc::new(FakeCoordination::default()),
        trail: trail.clone(),
        awaited: Arc::new(crate::wanted::Waiting(true)),
        config: Config::read(&mut env),
        limits: worker::Limits::read(&mut env),
    };
    Researcher::new(parts, Arc::new(FakeJournal::new())).unwrap()
}

/// What an outcome says, by way of the wire.
pub(crate) fn said(outcome: &Outcome) -> Research {
    assert_eq!(outcome.facts.len(), 1);
    let fact = &outcome.facts[0].fact;
    assert_eq!(fact.subject(), "auspex.research.gathered");
    ResearchGathered::decode(&Envelope::default(), &fact.encode()).unwrap().research
}

pub(crate) fn task(subject: Subject) -> ResearchTask {
    ResearchTask {
        tenant: Tenant::default(),
        event: EventId::parse("e1").unwrap(),
        event_job: JobId::named(&["event"]),
        subject,
        reason: "A large swap.".into(),
        profile: Profile::Default,
        budget: MicroUsd::dollars(3),
        deadline: None,
        as_of: None,
        alarm: String::new(),
    }
}

pub(crate) fn identifier(text: &str) -> ResearchTask {
    task(Subject::Identifier { identifier: text.into(), symbol: "WIF".into() })
}

pub(crate) fn question(text: &str) -> ResearchTask {
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
pub(crate) fn called(request: &Request) -> Vec<String> {
    let blocks = request.messages.iter().flat_map(|message| &message.blocks);
    blocks
        .filter_map(|block| match block {
            Block::ToolUse { name, .. } => Some(name.clone()),
            _ => None,
        })
        .collect()
}

/// The newest tool result.
pub(crate) fn result(request: &Request) -> Value {
    let mut blocks = request.messages.iter().rev().flat_map(|message| &message.blocks);
    let content = blocks.find_map(|block| match block {
        Block::ToolResult { content, .. } => Some(content.clone()),
        _ => None,
    });
    serde_json::from_str(&content.unwrap_or_default()).unwrap_or_default()
}

/// A model that does what the prompt says: search, read, answer.
pub(crate) fn sensible(request: &Request) -> Result<Reply, LlmError> {
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
            let report = json!({"summary": "Listed.", "confidence": 0.7, "findings": [finding, invented]});
            match todo(request) {
                None => tool_call("store_research_results", report),
                Some(todo) => tool_call(
                    "write_file",
                    json!({"path": todo["file"], "content": report, "fields": {
                        "listed": {"value": "March", "sources": [read["source"]]}, "price": {"value": "a lot", "sources": ["s9"]},
                    }}),
                ),
            }
        }
        Some(_) => words("done"),
    })
}

/// The todo of a bundle's loop.
pub(crate) fn todo(request: &Request) -> Option<Value> {
    task_block(request).get("todo").cloned()
}

/// The task's fenced block.
pub(crate) fn task_block(request: &Request) -> Value {
    let Some(Block::Text { text }) = request.messages.first().and_then(|message| message.blocks.first()) else {
        return Value::Null;
    };
    let block = text.split("```json").nth(1).and_then(|rest| rest.split("```").next()).unwrap_or_default();
    serde_json::from_str(block).unwrap_or_default()
}
