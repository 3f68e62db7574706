//! **Consumes** `ResearchRequested`. **Emits** `ResearchGathered`, one per task in every case, and for a macro
//! `MacroResearched` instead; `ResearchRequested` for further research that the loop requested. **Idempotent because**
//! every model call and tool call is a memoised step, the research is written under a fence, and ids derive from the
//! job.

use std::sync::Arc;

use coordination::Coordination;
use domain::port::Journal;
use domain::{JobId, MicroUsd, ResearchTask, Subject, Time};
use extraction::sandbox::DocumentReader;
use proto::event::Event as _;
use proto::events::{MacroResearched, ResearchGathered, ResearchRequested};
use runtime::{Attempt, Failure, Handler, Outcome};
use store::{Awaited, Memory, Reviews};
use tools::file_store::FileStore;
use tools::lei::LeiVerifier;
use tools::macros::Registry;
use tools::oversized_results::OversizedResults;
use tools::recorded::AnswerRecorder;
use web::Web;
use worker::degraded::{self, Cause, Degraded};
use worker::{ModelClient, Objects, Prompts};

use crate::answer::stances::StanceJudge;
use crate::answer::{self, Provenance};
use crate::audit::{self, TaskAudit};
use crate::bundle::EpisodeBundle;
use crate::bundle::{self, BundleResearch};
use crate::entity::EntityResearch;
use crate::entity::lease::Leases;
use crate::job::{Engine, Job};
use crate::macro_run::{self, Definitions, MacroResearch, Refusal};
use crate::official::{RecentSites, WebRegister};
use crate::pages::claims::ClaimExtractor;
use crate::pages::{IndexedAnswers, ObjectFiles, PagePolicy, PageStore, StoredPages};
use crate::research_loop::steps::{JournalSteps, Steps};
use crate::research_loop::{ResearchLoop, Toolboxes};
use crate::{ResearcherConfig, Trail, question};

/// The stores of a researcher.
pub struct Stores<M, J> {
    /// Memoised steps of the job.
    pub journal: Arc<J>,
    /// Entities and research.
    pub memory: Arc<M>,
    /// Index of the stored pages and answers.
    pub pages: Arc<dyn store::Pages>,
    /// Files of bundles, and the bytes of pages.
    pub objects: Arc<dyn Objects>,
    /// Runs that wait for answers.
    pub runs: Arc<dyn Awaited>,
    /// Audit trail for progress before the outcome.
    pub trail: Arc<dyn Trail>,
    /// Leases and freshness marks.
    pub coordination: Arc<dyn Coordination>,
    /// Sessions of macros and their pending results.
    pub reviews: Arc<dyn Reviews>,
}

/// Access to the outside web.
pub struct WebAccess<W> {
    /// Search, pages, token services and external tools.
    pub web: Arc<W>,
    /// Parser of untrusted bytes.
    pub parser: Arc<dyn DocumentReader>,
}

/// Access to the model.
pub struct ModelAccess {
    /// Metered model client.
    pub model: Arc<dyn ModelClient>,
    /// Metered client of the model that reads pages.
    pub reader: Arc<dyn ModelClient>,
    /// Spending limits of calls.
    pub limits: worker::SpendingLimits,
    /// The researcher's prompts.
    pub prompts: Arc<Prompts>,
    /// Definitions of macros.
    pub macros: Arc<Registry>,
}

/// Handler of research tasks.
pub struct Researcher<M, W> {
    engine: Engine<M>,
    entities: EntityResearch<M, W>,
    bundles: BundleResearch,
    macros: MacroResearch<W>,
    runs: Arc<dyn Awaited>,
}

impl<M: Memory, W: Web> Researcher<M, W> {
    /// Creates a researcher.
    pub fn new<J: Journal>(
        config: ResearcherConfig,
        stores: Stores<M, J>,
        outside: WebAccess<W>,
        access: ModelAccess,
    ) -> Self {
        let Stores { journal, memory, pages, objects, runs, trail, coordination, reviews } = stores;
        let WebAccess { web, parser } = outside;
        let ModelAccess { model, reader, limits, prompts, macros } = access;
        let steps: Arc<dyn Steps> = Arc::new(JournalSteps(journal));
        let files: Arc<dyn FileStore> = Arc::new(ObjectFiles(Arc::clone(&objects)));
        let answers = AnswerRecorder::new(Arc::new(IndexedAnswers(Arc::clone(&pages))), config.replay);
        let stored = StoredPages { index: pages, objects: Arc::clone(&objects) };
        let policy = PagePolicy { default_ttl: config.page_ttl, replay: config.replay };
        let toolboxes = toolboxes(&tools::Dependencies {
            memory: Arc::clone(&memory),
            web: Arc::clone(&web),
            pages: Arc::new(PageStore::new(Arc::clone(&web), parser, stored, policy)),
            answers: answers.clone(),
            files: Arc::clone(&files),
            settings: tools::Settings {
                call_time: config.tool_time,
                max_page_chars: config.max_content,
                memory_threshold: config.just_in_time.threshold,
                reads_snippets: config.reads_snippets,
            },
        });
        let macros = MacroResearch {
            definitions: Definitions::new(macros),
            reviews,
            verifier: LeiVerifier { web: Arc::clone(&web), answers: answers.clone() },
            steps: Arc::clone(&steps),
        };
        let leases = Leases { memory: Arc::clone(&memory), coordination, ttl: config.lease };
        let sites =
            Arc::new(WebRegister { web: Arc::clone(&web), answers: answers.clone(), recent: RecentSites::default() });
        let entities = EntityResearch { leases, web, answers, steps: Arc::clone(&steps) };
        bundle::register_counters();
        let bundles = BundleResearch { objects, trail, steps: Arc::clone(&steps) };
        let extractor = Arc::new(ClaimExtractor::new(reader, Arc::clone(&prompts)));
        let judge = StanceJudge::new(Arc::clone(&model), Arc::clone(&prompts));
        let (results, max_tokens) = (OversizedResults(files), config.max_tokens);
        let research_loop = ResearchLoop { model, prompts, steps, results, toolboxes, max_tokens };
        let engine = Engine { research_loop, extractor, judge, memory, sites, limits, config };
        Self { engine, entities, bundles, macros, runs }
    }

    /// Returns a verifier of LEIs, for requests of those who edit data.
    pub fn lei_verifier(&self) -> LeiVerifier<W> {
        let LeiVerifier { web, answers } = &self.macros.verifier;
        LeiVerifier { web: Arc::clone(web), answers: answers.clone() }
    }

    /// Returns the tools of all kinds of task.
    #[cfg(test)]
    pub(crate) fn offered_tools(&self) -> Vec<agent::ToolSpec> {
        self.toolboxes().iter().flat_map(|tools| tools.specs().to_vec()).collect()
    }

    /// Returns the registries of all kinds of task.
    #[cfg(test)]
    pub(crate) fn toolboxes(&self) -> [&tools::Tools; 4] {
        let Toolboxes { research, past, bundle, macros } = &self.engine.research_loop.toolboxes;
        [research, past, bundle, macros]
    }

    async fn work(&self, job: &Job<'_, M>) -> Result<Outcome, Failure> {
        // A job that an earlier attempt has begun is completed; a new one begins only if its result is needed.
        if let Some(reason) = unneeded(&*self.runs, job.task, job.attempt.now()).await?
            && !job.has_begun().await?
        {
            return Ok(match &job.task.subject {
                Subject::Macro(request) => macro_run::refused(job, request, reason),
                _ => job.outcome(job.failed(reason, &[]), None),
            });
        }
        // Boxed, so that each kind takes only its own memory: a replica works on a thousand jobs concurrently.
        match &job.task.subject {
            Subject::Identifier { identifier, symbol } => {
                Box::pin(self.entities.research_identifier(job, identifier, symbol)).await
            }
            Subject::Question { question, context, .. } => Box::pin(question::answer(job, question, context)).await,
            Subject::Miss { query, context, max_sources } => {
                Box::pin(question::answer_miss(job, query, context, *max_sources)).await
            }
            Subject::Bundle { episode, bundle } => {
                Box::pin(self.bundles.research(job, &EpisodeBundle { episode, bundle })).await
            }
            Subject::Macro(request) => Box::pin(self.macros.execute(job, request)).await,
        }
    }
}

fn toolboxes<M: Memory, W: Web>(dependencies: &tools::Dependencies<M, W>) -> Toolboxes {
    Toolboxes {
        research: dependencies.research_tools(),
        past: dependencies.past_tools(),
        bundle: dependencies.bundle_tools(),
        macros: dependencies.macro_tools(),
    }
}

/// Returns why the answer is no longer needed, or `None` if it is. Costs one indexed read, for the question of a run
/// only.
async fn unneeded(runs: &dyn Awaited, task: &ResearchTask, now: Time) -> Result<Option<&'static str>, Failure> {
    if task.deadline.is_some_and(|deadline| deadline <= now) {
        return Ok(Some("the deadline had passed before the research began"));
    }
    let Some((run, _)) = task.subject.waiting() else { return Ok(None) };
    let waits = runs.is_awaited(run).await?;
    Ok((!waits).then_some("the run was cancelled or done before the research began"))
}

impl<M: Memory, W: Web> Handler for Researcher<M, W> {
    const NAME: &'static str = "researcher";
    const EMITS: &'static [&'static str] =
        &[ResearchGathered::SUBJECT, ResearchRequested::SUBJECT, MacroResearched::SUBJECT];
    type In = ResearchRequested;

    async fn handle(&self, event: ResearchRequested, attempt: &Attempt) -> Result<Outcome, Failure> {
        let outcome = self.work(&Job::new(&self.engine, &event.0, attempt)).await;
        if let Err(failure) = &outcome {
            audit::failed(&event.0, attempt.job, &failure.chain());
        }
        outcome
    }

    fn dead_letter(&self, event: ResearchRequested, job: JobId, reason: &str, now: Time) -> Outcome {
        if let Subject::Macro(request) = &event.0.subject {
            // The cost is in the ledger, which a dead-lettered job cannot query.
            let refusal = Refusal { reason, cost: MicroUsd::ZERO, at: now, lacks: Vec::new() };
            return macro_run::dead_letter(&event.0, request, job, refusal);
        }
        let provenance = Provenance {
            entity: None,
            at: now,
            ttl_seconds: 0,
            ending: domain::research::Ending::Complete,
            // The cost is in the ledger, which a dead-lettered job cannot query.
            cost: MicroUsd::ZERO,
            model: self.engine.research_loop.model.card().model.clone(),
            prompt_version: self.engine.research_loop.prompts.version().to_owned(),
        };
        degraded::count(Degraded::FailedResearch, Cause::Other);
        let research = answer::failed(reason, provenance, &[]);
        let line = TaskAudit { task: &event.0, job }.line("dead", &research);
        Outcome::none().write(line).emit(ResearchGathered { task: event.0, research })
    }
}

/// Runs that all wait, or all do not.
#[cfg(test)]
pub(crate) struct Waiting(pub(crate) bool);

#[cfg(test)]
impl Awaited for Waiting {
    fn is_awaited(&self, _run: domain::RunId) -> futures::future::BoxFuture<'_, Result<bool, domain::port::PortError>> {
        Box::pin(std::future::ready(Ok(self.0)))
    }
}

#[cfg(test)]
mod tests {
    use domain::run::Question;
    use domain::{JobId, RunId, Subject};

    use super::*;
    use crate::tests::task;

    fn of_run() -> ResearchTask {
        let question = Question {
            id: "i1q1".into(),
            topic: String::new(),
            text: "Who votes?".into(),
            ..domain::testing::question()
        };
        let run = RunId::for_event(JobId::named(&["a run"]));
        task(Subject::Question { run, question, context: String::new() })
    }

    #[tokio::test]
    async fn research_for_a_run_that_no_longer_waits_is_unneeded() {
        let asked = |waits, task: ResearchTask| async move { unneeded(&Waiting(waits), &task, Time::UNIX_EPOCH).await };
        assert_eq!(asked(true, of_run()).await.unwrap(), None);
        assert!(asked(false, of_run()).await.unwrap().is_some_and(|why| why.contains("cancelled")));
        let look_up = task(Subject::Identifier { identifier: "M".into(), symbol: String::new() });
        assert_eq!(asked(false, look_up).await.unwrap(), None, "no run waits for this task");
        let late = ResearchTask { deadline: Some(Time::UNIX_EPOCH), ..of_run() };
        assert!(asked(true, late).await.unwrap().is_some_and(|why| why.contains("deadline")));
    }
}
