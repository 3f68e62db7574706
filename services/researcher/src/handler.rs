//! *Hears* `ResearchRequested`.
//! *Says* `ResearchGathered`, once per task, whatever became of it; `ResearchRequested` for what the loop asked for beside it.
//! *Twice is harmless because* every model call and tool call is a remembered step, the research is written under a fence,
//! and ids derive from the job.

use std::sync::{Arc, Mutex};

use coordination::Coordination;
use domain::port::Journal;
use domain::research::Ending;
use domain::{JobId, MicroUsd, Subject, Time};
use extraction::sandbox::{Readings, Reads};
use proto::events::{ResearchGathered, ResearchRequested};
use runtime::{Attempt, Failure, Handler, Outcome};
use store::{Awaited, Memory};
use web::Web;
use worker::{Asks, Objects};

use crate::assemble::{self, Made};
use crate::desk::{JournalSteps, Kit};
use crate::flights::Flights;
use crate::job::Job;
use crate::wanted::unwanted;
use crate::{Config, Trail, audit, bundle, entity, goal, inquiry, reading, tools};

/// Pages whose reading is remembered per process: a run's tasks read the same few.
const PAGES_KEPT: usize = 256;

/// Everything that a researcher is wired to.
pub struct Parts<M, W> {
    /// Entities and research.
    pub memory: Arc<M>,
    /// The outside web.
    pub web: Arc<W>,
    /// Parsers for what the web says.
    pub reads: Arc<dyn Reads>,
    /// The paid model.
    pub asks: Arc<dyn Asks>,
    /// Files of bundles, and the bytes of pages.
    pub objects: Arc<dyn Objects>,
    /// Which bytes an address gave, and when.
    pub archive: Arc<dyn store::Pages>,
    /// Leases and freshness for others to see.
    pub coordination: Arc<dyn Coordination>,
    /// Progress for people to see.
    pub trail: Arc<dyn Trail>,
    /// Whether a run still waits for its answers.
    pub awaited: Arc<dyn Awaited>,
    /// How it works.
    pub config: Config,
    /// What it may spend.
    pub limits: worker::Limits,
}

/// The handler.
pub struct Researcher<M, W> {
    kit: Arc<Kit<M, W>>,
    awaited: Arc<dyn Awaited>,
    limits: worker::Limits,
}

impl<M: Memory, W: Web> Researcher<M, W> {
    /// A researcher that remembers its steps in `journal`.
    ///
    /// # Errors
    /// If a prompt of ours is broken; the tests see it first.
    pub fn new<J: Journal>(parts: Parts<M, W>, journal: Arc<J>) -> anyhow::Result<Self> {
        let offered = parts.web.offered().to_vec();
        let kit = Kit {
            memory: parts.memory,
            web: parts.web,
            pages: Readings::new(parts.reads, PAGES_KEPT),
            asks: parts.asks,
            steps: Arc::new(JournalSteps(journal)),
            objects: parts.objects,
            archive: parts.archive,
            flights: Flights::default(),
            coordination: parts.coordination,
            trail: parts.trail,
            prompts: goal::prompts()?,
            claims: reading::schema(),
            stances: research::judge::schema(),
            tools: tools::with_external(tools::registry(parts.config.tool_time), &offered),
            past_tools: tools::past(parts.config.tool_time),
            bundle_tools: tools::with_external(tools::bundle(parts.config.tool_time), &offered),
            config: parts.config,
        };
        Ok(Self { kit: Arc::new(kit), awaited: parts.awaited, limits: parts.limits })
    }

    async fn work(&self, job: &Job<'_, M, W>) -> Result<Outcome, Failure> {
        // What an earlier attempt has begun is worth its end; what nobody began is begun for somebody only.
        if let Some(why) = unwanted(&*self.awaited, job.task, job.attempt.now()).await?
            && !job.has_begun().await?
        {
            return Ok(job.outcome(job.failed(why, &[]), None));
        }
        // Each kind holds as much as it needs, not as much as the largest: a replica has a thousand of them under way.
        match &job.task.subject {
            Subject::Identifier { identifier, symbol } => Box::pin(entity::identifier(job, identifier, symbol)).await,
            Subject::Question { question, context, .. } => Box::pin(inquiry::question(job, question, context)).await,
            Subject::Miss { query, context, max_sources } => {
                Box::pin(inquiry::miss(job, query, (context, *max_sources))).await
            }
            Subject::Bundle { episode, bundle } => Box::pin(bundle::bundle(job, episode, bundle)).await,
            Subject::Macro(request) => {
                Err(Failure::reject(anyhow::anyhow!("no macro {:?} is installed on this fleet", request.name)))
            }
        }
    }
}

impl<M: Memory, W: Web> Handler for Researcher<M, W> {
    const NAME: &'static str = "researcher";
    const SAYS: &'static [&'static str] = &["auspex.research.gathered", "auspex.research.requested"];
    type In = ResearchRequested;

    async fn handle(&self, event: ResearchRequested, attempt: &Attempt) -> Result<Outcome, Failure> {
        let job = Job { kit: &self.kit, task: &event.0, attempt, limits: &self.limits, left: Mutex::default() };
        let outcome = self.work(&job).await;
        if let Err(failure) = &outcome {
            audit::failed(attempt.job, &failure.chain());
        }
        outcome
    }

    fn bury(&self, event: ResearchRequested, job: JobId, reason: &str, now: Time) -> Outcome {
        let made = Made {
            entity: None,
            at: now,
            ttl_seconds: 0,
            ending: Ending::Complete,
            // What was paid stands in the ledger; a buried job cannot ask it.
            cost: MicroUsd::ZERO,
            model: self.kit.asks.card().model.clone(),
            prompt_version: self.kit.prompts.version().to_owned(),
        };
        let research = assemble::failed(reason, made, &[]);
        let line = audit::line(&event.0, job, "dead", &research);
        Outcome::none().write(line).say(ResearchGathered { task: event.0, research })
    }
}
