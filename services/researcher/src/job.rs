//! One task under way: what its desk, its bounds and its outcome are made of.
//!
//! I/O: what one job needs of the outside.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use domain::effect::Fence;
use domain::port::StepKey;
use domain::research::Ending;
use domain::{Budget, Effect, Entity, EntityId, MicroUsd, Research, ResearchTask, Time};
use fleet::Payer;
use proto::events::ResearchGathered;
use runtime::{Attempt, Failure, Outcome};
use store::Memory;
use web::Web;

use crate::assemble::{self, Made};
use crate::desk::{Desk, Kit, Task};
use crate::drive::{self, Driven};
use crate::notebook::Notebook;
use crate::shelf::Shelf;
use crate::{audit, goal, stances};

/// One task under way.
pub(crate) struct Job<'a, M, W> {
    pub(crate) kit: &'a Arc<Kit<M, W>>,
    pub(crate) task: &'a ResearchTask,
    pub(crate) attempt: &'a Attempt,
    pub(crate) limits: &'a fleet::Limits,
}

/// What a loop is to find out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Inquiry {
    /// In words.
    pub(crate) question: String,
    /// Why.
    pub(crate) context: String,
    /// About which entity.
    pub(crate) entity: Option<Entity>,
    /// Its mint.
    pub(crate) mint: Option<String>,
    /// Pages at most.
    pub(crate) max_pages: usize,
    /// Addresses that may be fetched from the start.
    pub(crate) urls: Vec<String>,
    /// Before every step's name.
    pub(crate) prefix: String,
    /// The bundle's todos and folder, if it is one of research directions.
    pub(crate) shelf: Option<Arc<Shelf>>,
}

/// Under this name the beginning of a job is remembered.
const STARTED: &str = "started";

impl<M: Memory, W: Web> Job<'_, M, W> {
    /// When the task began. The first attempt's clock stands, so that a replay asks the very same questions.
    pub(crate) async fn started(&self) -> Result<Time, Failure> {
        let now = self.attempt.now();
        let step = StepKey::new(self.attempt.job, STARTED, b"");
        let stands = self.kit.steps.remember(&step, now.to_rfc3339().into_bytes()).await?;
        Ok(String::from_utf8_lossy(&stands).parse().unwrap_or(now))
    }

    /// An earlier attempt has begun it: what that one found is worth keeping, whatever time it is now.
    pub(crate) async fn has_begun(&self) -> Result<bool, Failure> {
        let step = StepKey::new(self.attempt.job, STARTED, b"");
        Ok(self.kit.steps.recall(&step).await?.is_some())
    }

    /// Researches, with the configured bounds.
    pub(crate) async fn research(&self, inquiry: Inquiry, started: Time) -> Result<Research, Failure> {
        let limits = goal::limits(&self.kit.config, self.money(), (started, self.task.deadline));
        Ok(self.research_within(inquiry, started, limits).await?.0)
    }

    /// Researches within these bounds; answers too which address every source id of the loop stood for.
    pub(crate) async fn research_within(
        &self,
        inquiry: Inquiry,
        started: Time,
        limits: agent::Limits,
    ) -> Result<(Research, BTreeMap<String, String>), Failure> {
        let entity = inquiry.entity.as_ref().map(|entity| entity.id.clone());
        let mut desk = self.desk(inquiry, started);
        let Driven { ending, cost, turns } = drive::drive(&mut desk, limits, self.attempt.clock.as_ref()).await?;
        tracing::debug!(job = %self.attempt.job, turns, "the loop has ended");
        let asked = assemble::asked(&desk.notebook, &ending);
        let (judged, judging) = stances::judged(&desk, &asked).await?;
        let made = self.made(entity, (started, cost + judging), ending);
        let research = assemble::research(&desk.notebook, &judged, made);
        audit::completed(self.task, &research, self.attempt.job, (started, self.attempt.now()));
        let addresses = desk.notebook.sources().iter().map(|source| (source.id.clone(), source.url.clone()));
        Ok((research, addresses.collect()))
    }

    fn desk(&self, inquiry: Inquiry, started: Time) -> Desk<M, W> {
        let task = Task {
            job: self.attempt.job,
            prefix: inquiry.prefix,
            tenant: self.task.tenant.clone(),
            budgets: self.budgets(started),
            started,
            deadline: self.task.deadline,
            question: inquiry.question,
            context: inquiry.context,
            entity: inquiry.entity,
            mint: inquiry.mint,
            max_pages: inquiry.max_pages,
            shelf: inquiry.shelf,
        };
        let notebook = Notebook::with_urls(&inquiry.urls);
        Desk { kit: Arc::clone(self.kit), task, notebook, pages: AtomicUsize::new(0) }
    }

    /// What the loop may spend: the task's money, and never more than the researcher's share.
    pub(crate) fn money(&self) -> MicroUsd {
        self.task.budget.min(self.limits.agent(audit::WORKER))
    }

    /// The day of the first attempt: a replay must not count against another day.
    fn budgets(&self, started: Time) -> Vec<Budget> {
        let payer = Payer {
            tenant: self.task.tenant.clone(),
            root: self.task.event_job,
            run: self.task.subject.waiting().map(|(run, _)| (run, self.limits.run)),
            task: Some((self.attempt.job, self.task.budget)),
        };
        self.limits.budgets(audit::WORKER, &payer, started)
    }

    /// What is known about the work itself.
    pub(crate) fn made(&self, entity: Option<EntityId>, (at, cost): (Time, MicroUsd), ending: Ending) -> Made {
        Made {
            entity,
            at,
            ttl_seconds: self.kit.config.ttl.as_secs(),
            ending,
            cost,
            model: self.kit.asks.card().model.clone(),
            prompt_version: self.kit.prompts.version().to_owned(),
        }
    }

    /// Research in which nothing was found, with the reason.
    pub(crate) fn failed(&self, reason: &str, open_questions: &[String]) -> Research {
        let made = self.made(None, (self.attempt.now(), MicroUsd::ZERO), Ending::Complete);
        assemble::failed(reason, made, open_questions)
    }

    /// Says the research and writes it, if a fence proves that we may.
    pub(crate) fn outcome(&self, research: Research, fence: Option<Fence>) -> Outcome {
        let label = label(&research);
        let mut outcome = Outcome::none().labelled(label);
        if let (Some(fence), Some(entity)) = (fence, research.entity.clone()) {
            outcome = outcome.write(Effect::ResearchStored { entity, research: Box::new(research.clone()), fence });
        }
        let line = audit::line(
            self.task,
            self.attempt.job,
            if research.from_cache { "cached" } else { "researched" },
            &research,
        );
        outcome.write(line).say(ResearchGathered { task: self.task.clone(), research })
    }

    /// The same research, answered from memory.
    pub(crate) fn cached(&self, research: Research) -> Outcome {
        let research = Research {
            from_cache: true,
            cost: MicroUsd::ZERO,
            tools_used: vec!["get_cached_research".to_owned()],
            ..research
        };
        self.outcome(research, None)
    }
}

fn label(research: &Research) -> &'static str {
    match &research.ending {
        _ if research.from_cache => "cached",
        Ending::Complete => "researched",
        Ending::Partial(_) => "partial",
        Ending::Failed(_) => "failed",
    }
}
