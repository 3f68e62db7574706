//! A researcher over fakes: journal, ledger, memory, coordination and web in memory, a model that follows a rule.

mod archive_test;
mod bundle_group_test;
mod bundle_review_test;
mod bundle_test;
mod degraded_test;
mod egress_test;
mod event_test;
mod external_tools_test;
mod foreign_text_test;
mod handler_test;
mod hindsight_test;
mod hostile;
mod injection_test;
mod loop_test;
mod macro_test;
mod memory_guard_test;
mod official_test;
mod own_addresses_test;
mod quarantine_test;
mod queries_test;
mod rendered_test;
mod request_test;
mod search_results_test;
mod siblings_test;
mod snippets_test;
mod support_test;
mod tenant_test;

use std::sync::{Arc, LazyLock, Mutex};

use coordination::testing::FakeCoordination;
use domain::effect::AuditLine;
use domain::port::PortError;
use domain::run::Question;
use domain::{EventId, JobId, Research, ResearchTask, RunId, Subject};
use futures::FutureExt;
use futures::future::BoxFuture;
use llm::testing::{FakeModel, text_reply, tool_call};
use llm::{Block, LlmError, ModelReply, Request, ToolChoice};
use proto::event::{Envelope, Event};
use proto::events::{ResearchGathered, ResearchRequested};
use runtime::config::Env;
use runtime::testing::FakeJournal;
use runtime::{Attempt, Failure, Handler, Outcome};
use serde_json::{Value, json};
use store::testing::{FakeMemory, FakePages, FakeReviews};
use web::Web;
use web::fake::FakeWeb;
use web::tokens::TokenMetadata;
use web::tokens::facts::jupiter::JupiterFacts;
use worker::LocalObjects;
use worker::testing::FakeModelClient;

use crate::handler::Waiting;
use crate::{ModelAccess, Researcher, ResearcherConfig, Stores, Trail, WebAccess};

pub(crate) const MINT: &str = "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm";
pub(crate) const PAGE: &str = "https://news.example.org/wif";
const TEXT: &str = "<html><body><p>The token dogwifhat was listed on a large exchange in March and its price rose by a fifth.</p></body></html>";

/// Audit lines written before the outcome, with their ordinals.
#[derive(Default)]
pub(crate) struct FakeTrail(pub(crate) Mutex<Vec<(usize, AuditLine)>>);

impl Trail for FakeTrail {
    fn note<'a>(&'a self, ordinal: usize, line: &'a AuditLine) -> BoxFuture<'a, Result<(), PortError>> {
        self.0.lock().unwrap().push((ordinal, line.clone()));
        std::future::ready(Ok(())).boxed()
    }
}

/// A model's rule.
pub(crate) type Rule = fn(&Request) -> Result<ModelReply, LlmError>;

pub(crate) struct Bench {
    pub(crate) client: Arc<FakeModelClient>,
    pub(crate) memory: Arc<FakeMemory>,
    pub(crate) web: Arc<FakeWeb>,
    pub(crate) objects: Arc<LocalObjects>,
    pub(crate) archive: Arc<FakePages>,
    /// Audit trail during the work.
    pub(crate) trail: Arc<FakeTrail>,
    /// Sessions of macros.
    pub(crate) reviews: Arc<FakeReviews>,
    pub(crate) handler: Researcher<FakeMemory, FakeWeb>,
    _folder: tempfile::TempDir,
}

impl Bench {
    pub(crate) fn new(rule: impl Fn(&Request) -> Result<ModelReply, LlmError> + Send + Sync + 'static) -> Self {
        Self::with(rule, &[])
    }

    pub(crate) fn with(
        rule: impl Fn(&Request) -> Result<ModelReply, LlmError> + Send + Sync + 'static,
        env: &[(&str, &str)],
    ) -> Self {
        let token = TokenMetadata {
            mint: MINT.into(),
            name: "dogwifhat".into(),
            symbol: "WIF".into(),
            facts: JupiterFacts { verified: Some(true), ..JupiterFacts::default() },
            ..TokenMetadata::default()
        };
        let web = Arc::new(FakeWeb::default().page(PAGE, "WIF listed", TEXT).token(token));
        let client = Arc::new(FakeModelClient::new("researcher", FakeModel::by_rule(rule)));
        let memory = Arc::new(FakeMemory::default());
        let folder = tempfile::tempdir().unwrap();
        let objects = Arc::new(LocalObjects::new(folder.path()));
        let (trail, archive) = (Arc::new(FakeTrail::default()), Arc::new(FakePages::default()));
        let reviews = Arc::new(FakeReviews::default());
        let fakes = Fakes {
            memory: &memory,
            web: &web,
            client: &client,
            objects: &objects,
            archive: &archive,
            trail: &trail,
            reviews: &reviews,
        };
        let handler = wired(&fakes, env);
        Self { client, memory, web, objects, archive, trail, reviews, handler, _folder: folder }
    }

    pub(crate) async fn handle(&self, task: &ResearchTask, job: &str) -> Result<Outcome, Failure> {
        let attempt =
            Attempt { job: JobId::named(&[job]), failures: 0, published_at: None, clock: self.client.clock.clone() };
        self.handler.handle(ResearchRequested(task.clone()), &attempt).await
    }

    /// Replaces the web.
    pub(crate) fn on(self, web: FakeWeb) -> Self {
        self.on_with(web, &[])
    }

    /// Replaces the web and the settings.
    pub(crate) fn on_with(self, web: FakeWeb, env: &[(&str, &str)]) -> Self {
        let web = Arc::new(web);
        let Self { memory, client, objects, archive, trail, reviews, .. } = &self;
        let handler = wired(&Fakes { memory, web: &web, client, objects, archive, trail, reviews }, env);
        Self { web, handler, ..self }
    }

    /// Handles the task and applies the effects like the journal.
    pub(crate) async fn done(&self, task: &ResearchTask, job: &str) -> (Research, Outcome) {
        let outcome = self.handle(task, job).await.unwrap_or_else(|failure| panic!("{:?}", failure.chain()));
        for effect in &outcome.effects {
            assert!(self.memory.apply(effect), "the fence is current");
            self.archive.apply(JobId::named(&[job]), effect);
        }
        (emitted(&outcome), outcome)
    }
}

/// The prompts and macros that Auspex ships. A debug build takes a large part of a second to compile them, and one test
/// wires hundreds of researchers.
static SHIPPED: LazyLock<(Arc<worker::Prompts>, Arc<tools::macros::Registry>)> = LazyLock::new(|| {
    let prompts = worker::Prompts::builtin("researcher").unwrap();
    (Arc::new(prompts), Arc::new(tools::macros::Registry::builtin()))
});

/// The fakes behind a researcher.
pub(crate) struct Fakes<'a, W> {
    pub(crate) memory: &'a Arc<FakeMemory>,
    pub(crate) web: &'a Arc<W>,
    pub(crate) client: &'a Arc<FakeModelClient>,
    pub(crate) objects: &'a Arc<LocalObjects>,
    pub(crate) archive: &'a Arc<FakePages>,
    pub(crate) trail: &'a Arc<FakeTrail>,
    pub(crate) reviews: &'a Arc<FakeReviews>,
}

/// Creates a researcher over the fakes, with its own journal and coordination.
pub(crate) fn wired<W: Web>(fakes: &Fakes<'_, W>, env: &[(&str, &str)]) -> Researcher<FakeMemory, W> {
    let Fakes { memory, web, client, objects, archive, trail, reviews } = fakes;
    // The tests of further research and of look-ups ask for it here; a test may override it.
    let asked = std::iter::once(("RESEARCHER_ENABLED", "true"));
    let has_macros = env.iter().any(|(name, _)| *name == "AUSPEX_MACROS");
    let mut env = Env::from_pairs(asked.chain(env.iter().copied()));
    let config = ResearcherConfig::read(&mut env);
    let stores = Stores {
        journal: Arc::new(FakeJournal::new()),
        memory: Arc::clone(memory),
        pages: Arc::<FakePages>::clone(archive),
        objects: Arc::<LocalObjects>::clone(objects),
        runs: Arc::new(Waiting(true)),
        trail: Arc::<FakeTrail>::clone(trail),
        coordination: Arc::new(FakeCoordination::default()),
        reviews: Arc::<FakeReviews>::clone(reviews),
    };
    let outside = WebAccess { web: Arc::clone(web), parser: Arc::new(extraction::sandbox::InProcessReader) };
    let (prompts, shipped) = &*SHIPPED;
    let macros = if has_macros { crate::read_macros(&mut env) } else { Arc::clone(shipped) };
    let access = ModelAccess {
        model: Arc::<FakeModelClient>::clone(client),
        reader: Arc::<FakeModelClient>::clone(client),
        limits: worker::SpendingLimits::read(&mut env),
        prompts: Arc::clone(prompts),
        macros,
    };
    Researcher::new(config, stores, outside, access)
}

/// Returns the research that an outcome emits, after a wire round trip.
pub(crate) fn emitted(outcome: &Outcome) -> Research {
    assert_eq!(outcome.facts.len(), 1);
    let fact = &outcome.facts[0].fact;
    assert_eq!(fact.subject(), "auspex.research.gathered");
    ResearchGathered::decode(&Envelope::default(), &fact.encode()).unwrap().research
}

pub(crate) fn task(subject: Subject) -> ResearchTask {
    ResearchTask {
        event: EventId::parse("e1").unwrap(),
        event_job: JobId::named(&["event"]),
        subject,
        reason: "A large swap.".into(),
        ..domain::testing::task()
    }
}

pub(crate) fn identifier(text: &str) -> ResearchTask {
    task(Subject::Identifier { identifier: text.into(), symbol: "WIF".into() })
}

/// A name without a key, of which the tenant gets an entity of its own.
pub(crate) fn named() -> ResearchTask {
    task(Subject::Identifier { identifier: "dogwifhat".into(), symbol: String::new() })
}

/// Returns the id of the entity of [`named`].
pub(crate) fn named_id() -> String {
    let new = store::memory::NewEntity {
        kind: domain::EntityKind::CryptoToken,
        name: "dogwifhat".into(),
        owner: Some(domain::Tenant::default()),
        ..domain::testing::entity()
    };
    new.slugs()[0].to_string()
}

pub(crate) fn question(text: &str) -> ResearchTask {
    let question = Question { id: "i1q1".into(), topic: "t".into(), text: text.into(), ..domain::testing::question() };
    task(Subject::Question {
        run: RunId::for_event(JobId::named(&["event"])),
        question,
        context: "Will it rise?".into(),
    })
}

/// A look-up that a person asks for, which memory does not answer.
pub(crate) fn look_up(query: &str) -> ResearchTask {
    let subject = Subject::Miss { query: query.into(), context: String::new(), max_sources: 20 };
    ResearchTask { reason: domain::miss::BY_HAND_REASON.into(), ..task(subject) }
}

/// Returns the tools called so far.
pub(crate) fn called(request: &Request) -> Vec<String> {
    let blocks = request.messages.iter().flat_map(|message| &message.blocks);
    blocks
        .filter_map(|block| match block {
            Block::ToolUse { name, .. } => Some(name.clone()),
            _ => None,
        })
        .collect()
}

/// Returns the newest tool result.
pub(crate) fn result(request: &Request) -> Value {
    let mut blocks = request.messages.iter().rev().flat_map(|message| &message.blocks);
    let content = blocks.find_map(|block| match block {
        Block::ToolResult { content, .. } => Some(content.clone()),
        _ => None,
    });
    serde_json::from_str(&content.unwrap_or_default()).unwrap_or_default()
}

/// A model that follows the prompt: search, read, answer.
pub(crate) fn sensible(request: &Request) -> Result<ModelReply, LlmError> {
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
            let finding = json!({"text": read["claims"][0]["text"], "sources": [read["source"]], "claims": [read["claims"][0]["id"]]});
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
        Some(_) => text_reply("done"),
    })
}

/// Returns the todo of a bundle's loop.
pub(crate) fn todo(request: &Request) -> Option<Value> {
    task_block(request).get("todo").cloned()
}

/// Returns the data of the task's fenced block.
pub(crate) fn task_block(request: &Request) -> Value {
    let Some(Block::Text { text }) = request.messages.first().and_then(|message| message.blocks.first()) else {
        return Value::Null;
    };
    let block = text.split("```json").nth(1).and_then(|rest| rest.split("```").next()).unwrap_or_default();
    serde_json::from_str(block).unwrap_or_default()
}
