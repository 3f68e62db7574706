//! One task under way: what its desk, its bounds and its outcome are made of.
//!
//! I/O: what one job needs of the outside.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError};

use domain::effect::{Basis, Fence};
use domain::entity::fact::Statement;
use domain::miss::BY_RESEARCH_REASON;
use domain::port::StepKey;
use domain::research::Ending;
use domain::{Budget, Effect, Entity, EntityId, MicroUsd, Research, ResearchTask, Time};
use proto::events::{ResearchGathered, ResearchRequested};
use runtime::{Attempt, Failure, Outcome};
use store::Memory;
use web::Web;
use worker::Payer;

use crate::assemble::{self, Made};
use crate::desk::{Desk, Kit, Task};
use crate::drive::{self, Driven};
use crate::notebook::Notebook;
use crate::shelf::Shelf;
use crate::tools::Wanted;
use crate::{audit, facts, goal, stances};

/// One task under way.
pub(crate) struct Job<'a, M, W> {
    pub(crate) kit: &'a Arc<Kit<M, W>>,
    pub(crate) task: &'a ResearchTask,
    pub(crate) attempt: &'a Attempt,
    pub(crate) limits: &'a worker::Limits,
    /// What its loops left behind so far beside their research; part of the outcome.
    pub(crate) left: Mutex<Left>,
}

/// What loops leave behind beside their research.
#[derive(Debug, Default)]
pub(crate) struct Left {
    /// What they rested on.
    bases: Vec<Basis>,
    /// Research of something else that they asked for.
    wanted: Vec<Wanted>,
}

/// Research that a research asks for may cost this part of what that one may.
const ASKED_SHARE: u64 = 4;

/// What a loop is to find out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Inquiry {
    /// What was answered before the loop began.
    pub(crate) bases: Vec<Basis>,
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

/// What came of a loop.
pub(crate) struct Researched {
    /// The research.
    pub(crate) research: Research,
    /// What is true of its entity from when on, if it is about one.
    pub(crate) said: Vec<Statement>,
    /// Which address every source id of the loop stood for.
    pub(crate) addresses: BTreeMap<String, String>,
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
    pub(crate) async fn research(&self, inquiry: Inquiry, started: Time) -> Result<Researched, Failure> {
        let limits = goal::limits(&self.kit.config, self.money(), (started, self.task.deadline));
        self.research_within(inquiry, started, limits).await
    }

    /// Researches within these bounds.
    pub(crate) async fn research_within(
        &self,
        inquiry: Inquiry,
        started: Time,
        limits: agent::Limits,
    ) -> Result<Researched, Failure> {
        let entity = inquiry.entity.as_ref().map(|entity| entity.id.clone());
        let mut desk = self.desk(inquiry, started);
        let Driven { ending, cost, turns } = drive::drive(&mut desk, limits, self.attempt.clock.as_ref()).await?;
        tracing::debug!(job = %self.attempt.job, turns, "the loop has ended");
        self.left(|left| {
            left.bases.extend_from_slice(desk.notebook.bases());
            left.wanted.extend_from_slice(desk.notebook.wanted());
        });
        let answer = assemble::Answer::of(&desk.notebook, &ending);
        let (judged, judging) = stances::judged(&desk, "stances", &answer.asked()).await?;
        let made = self.made(entity, (started, cost + judging), ending);
        let mut research = answer.research(&judged, made);
        let (said, comparing) = self.said(&desk, &research).await?;
        research.cost = research.cost + comparing;
        audit::completed(self.task, &research, self.attempt.job, (started, self.attempt.now()));
        let addresses = desk.notebook.sources().iter().map(|source| (source.id.clone(), source.url.clone()));
        Ok(Researched { research, said, addresses: addresses.collect() })
    }

    /// What the research says about its entity, held against what was believed; and what comparing cost.
    async fn said(&self, desk: &Desk<M, W>, research: &Research) -> Result<(Vec<Statement>, MicroUsd), Failure> {
        let Some(entity) = &research.entity else { return Ok((Vec::new(), MicroUsd::ZERO)) };
        let known = facts::holding(self.kit.memory.facts(entity).await?);
        let (judged, cost) = stances::judged(desk, "facts", &facts::asked(&known, research)).await?;
        Ok((facts::statements(&known, research, &judged), cost))
    }

    fn left<T>(&self, change: impl FnOnce(&mut Left) -> T) -> T {
        // Lists that only grow or are taken: a panic elsewhere cannot have left one half done.
        change(&mut self.left.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A desk for it.
    pub(crate) fn desk(&self, inquiry: Inquiry, started: Time) -> Desk<M, W> {
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
            may_ask: self.kit.config.just_in_time.enabled && self.task.reason != BY_RESEARCH_REASON,
            as_of: self.task.as_of,
        };
        let mut notebook = Notebook::with_urls(&inquiry.urls);
        notebook.rest_on(&inquiry.bases);
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
        outcome = outcome.write(line);
        let Left { bases, wanted } = self.left(std::mem::take);
        if !bases.is_empty() {
            outcome = outcome.write(Effect::RestedOn(bases));
        }
        outcome = wanted.into_iter().fold(outcome, |outcome, wanted| outcome.say(self.asked_for(wanted)));
        outcome.say(ResearchGathered { task: self.task.clone(), research })
    }

    /// A task of its own, within the money of the same event.
    fn asked_for(&self, wanted: Wanted) -> ResearchRequested {
        let budget = MicroUsd(self.money().0 / ASKED_SHARE);
        let reason = BY_RESEARCH_REASON.to_owned();
        let alarm = String::new();
        ResearchRequested(ResearchTask { subject: wanted.subject(), reason, budget, alarm, ..self.task.clone() })
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
