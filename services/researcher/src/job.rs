//! One task in progress: creates its loops and its outcome.
//!
//! I/O: runs loops, stores the start of the job, reads facts of memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use domain::effect::{Basis, Fence, Owner};
use domain::entity::fact::Statement;
use domain::miss::BY_RESEARCH_REASON;
use domain::port::StepKey;
use domain::research::Ending;
use domain::{Effect, MicroUsd, Research, ResearchTask, Time};
use proto::events::{ResearchGathered, ResearchRequested};
use runtime::{Attempt, Failure, Outcome};
use store::Memory;
use tools::workspace::Workspace;
use tools::{Notebook, RequestedResearch, Session, TaskScope};
use worker::degraded::Degraded;
use worker::{Payer, Work};

use crate::ResearcherConfig;
use crate::answer::stances::{Judgement, StanceJudge};
use crate::answer::{self, GroundedAnswer, Provenance};
use crate::audit::{self, TaskAudit};
use crate::entity::facts;
use crate::official::SiteRegister;
use crate::pages::claims::{ClaimExtractor, TaskReader};
use crate::research_loop::goal::{self, LoopSubject, LoopTask};
use crate::research_loop::steps::StepScope;
use crate::research_loop::{LoopOutcome, ResearchLoop, ToolSet};

/// Dependencies of every kind of task.
pub(crate) struct Engine<M> {
    pub(crate) research_loop: ResearchLoop,
    pub(crate) extractor: Arc<ClaimExtractor>,
    pub(crate) judge: StanceJudge,
    pub(crate) memory: Arc<M>,
    pub(crate) sites: Arc<dyn SiteRegister>,
    pub(crate) limits: worker::SpendingLimits,
    pub(crate) config: ResearcherConfig,
}

/// One task in progress.
pub(crate) struct Job<'a, M> {
    pub(crate) engine: &'a Engine<M>,
    pub(crate) task: &'a ResearchTask,
    pub(crate) attempt: &'a Attempt,
    side_effects: Mutex<SideEffects>,
}

/// Side effects of loops, added to the outcome.
#[derive(Debug, Default)]
struct SideEffects {
    /// Records of the pages and answers that the research is based on.
    bases: Vec<Basis>,
    /// Requests for further research.
    requests: Vec<RequestedResearch>,
    /// True if an alarm was not compared with the research that answers the task from memory.
    is_alarm_unjudged: bool,
}

/// Requested research gets this part of the budget of the research that requested it.
const REQUESTED_BUDGET_DIVISOR: u64 = 4;

/// Input of a loop.
#[derive(Debug, Clone, Default)]
pub(crate) struct Inquiry {
    pub(crate) subject: LoopSubject,
    /// Answers recorded before the loop.
    pub(crate) bases: Vec<Basis>,
    /// Maximum number of pages.
    pub(crate) max_pages: usize,
    /// Addresses that may be fetched from the start.
    pub(crate) urls: Vec<String>,
    /// Prefix of every step's name.
    pub(crate) prefix: String,
    /// Todos and folder of a bundle.
    pub(crate) workspace: Option<Arc<Workspace>>,
}

/// Result of a loop.
pub(crate) struct Researched {
    pub(crate) research: Research,
    /// Facts about the entity, for research about one.
    pub(crate) facts: Vec<Statement>,
    /// Address of every source, by its id within the loop.
    pub(crate) addresses: BTreeMap<String, String>,
}

/// Step that stores the start of a job.
const STARTED: &str = "started";

impl<'a, M: Memory> Job<'a, M> {
    /// Creates a job.
    pub(crate) fn new(engine: &'a Engine<M>, task: &'a ResearchTask, attempt: &'a Attempt) -> Self {
        Self { engine, task, attempt, side_effects: Mutex::default() }
    }

    /// Returns the start of the task by the clock of the first attempt, so that a replay makes identical requests.
    pub(crate) async fn started(&self) -> Result<Time, Failure> {
        let now = self.attempt.now();
        let step = StepKey::new(self.attempt.job, STARTED, b"");
        let stored = self.engine.research_loop.steps.remember(&step, now.to_rfc3339().into_bytes()).await?;
        Ok(String::from_utf8_lossy(&stored).parse().unwrap_or(now))
    }

    /// Returns true if an earlier attempt has started; its results are worth completing at any time.
    pub(crate) async fn has_begun(&self) -> Result<bool, Failure> {
        let step = StepKey::new(self.attempt.job, STARTED, b"");
        Ok(self.engine.research_loop.steps.recall(&step).await?.is_some())
    }

    /// Runs a loop within the configured limits.
    pub(crate) async fn research(&self, inquiry: Inquiry, started: Time) -> Result<Researched, Failure> {
        let limits = self.loop_limits(self.budget(), started);
        self.research_within(inquiry, started, limits).await
    }

    /// Returns the configured limits of a loop with this budget.
    pub(crate) fn loop_limits(&self, budget: MicroUsd, started: Time) -> agent::LoopLimits {
        goal::limits(&self.engine.config, budget, goal::time_left(started, self.task.deadline))
    }

    /// Runs a loop within the given limits.
    pub(crate) async fn research_within(
        &self,
        inquiry: Inquiry,
        started: Time,
        limits: agent::LoopLimits,
    ) -> Result<Researched, Failure> {
        let entity = inquiry.subject.entity.as_ref().map(|entity| entity.id.clone());
        let mut task = self.loop_task(inquiry, started);
        let run = self.engine.research_loop.run(&mut task, limits, self.attempt.clock.as_ref()).await?;
        let LoopOutcome { ending, cost, turns } = run;
        tracing::debug!(job = %self.attempt.job, turns, "research loop finished");
        let notebook = &task.session.notebook;
        self.with_side_effects(|side_effects| {
            side_effects.bases.extend_from_slice(notebook.bases());
            side_effects.requests.extend_from_slice(notebook.requests());
        });
        let answer = GroundedAnswer::new(notebook, &ending);
        let judge = &self.engine.judge;
        let judged = judge.judge_support(&task.steps, &answer.support_queries()).await?;
        let provenance = Provenance { entity, cost: cost + judged.cost, ending, ..self.provenance(started) };
        let mut research = answer.into_research(&judged.verdicts, provenance);
        let (facts, compared) = self.learned_facts(&task.steps, &research).await?;
        research.cost = research.cost + compared.cost;
        if judged.is_missing || compared.is_missing {
            research.add_lack(Degraded::UnjudgedSources.name());
        }
        self.audit().completed(&research, started, self.attempt.now());
        let addresses = notebook.sources().iter().map(|source| (source.id.clone(), source.url.clone())).collect();
        Ok(Researched { research, facts, addresses })
    }

    /// Compares the research with the stored facts about its entity. Returns the new facts and the comparison.
    async fn learned_facts(
        &self,
        steps: &StepScope,
        research: &Research,
    ) -> Result<(Vec<Statement>, Judgement), Failure> {
        let Some(entity) = &research.entity else { return Ok((Vec::new(), Judgement::default())) };
        let known = facts::valid_findings(self.engine.memory.facts(&self.task.tenant, entity).await?);
        let queries = facts::stance_queries(&known, research);
        let compared = self.engine.judge.judge(steps, "facts", &queries).await?;
        Ok((facts::statements(&known, research, &compared.stances), compared))
    }

    /// Records that an alarm was not compared with research of memory.
    pub(crate) fn alarm_unjudged(&self) {
        self.with_side_effects(|side_effects| side_effects.is_alarm_unjudged = true);
    }

    fn with_side_effects<T>(&self, change: impl FnOnce(&mut SideEffects) -> T) -> T {
        // The lists only grow or are taken, so a panic elsewhere cannot leave them inconsistent.
        change(&mut self.side_effects.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Creates the state of a loop.
    pub(crate) fn loop_task(&self, inquiry: Inquiry, started: Time) -> LoopTask {
        let Inquiry { subject, bases, max_pages, urls, prefix, workspace } = inquiry;
        let steps = Arc::new(self.step_scope(prefix, started));
        let reader = TaskReader {
            extractor: Arc::clone(&self.engine.extractor),
            steps: Arc::clone(&steps),
            event_job: self.task.event_job,
            question: subject.question.clone(),
            context: subject.context.clone(),
            today: self.task.as_of.unwrap_or(started).date_naive().to_string(),
            foreign: subject.foreign.clone(),
        };
        let scope = TaskScope {
            job: self.attempt.job,
            tenant: self.task.tenant.clone(),
            started,
            as_of: self.task.as_of,
            tiers: subject.tiers(&self.engine.config.domains),
            max_pages,
            sources: self.task.sources.clone(),
            topics: subject.topics(workspace.as_deref()),
            search_privacy: self.engine.config.search_privacy,
            may_request_research: self.engine.config.just_in_time.enabled && self.task.reason != BY_RESEARCH_REASON,
        };
        let mut notebook = Notebook::with_urls(&urls);
        notebook.add_bases(&bases);
        notebook.name_token(scope.tiers.token.clone());
        if subject.is_foreign {
            notebook.begin_foreign(&subject.shown());
        }
        // Research as of an earlier day uses dated material of the web only.
        let facts = if self.task.as_of.is_none() { self.task.event_facts.as_slice() } else { &[] };
        if let Some((source, claims)) = tools::event_source::of_facts(facts, started) {
            notebook.add_given(source, claims);
        }
        let mut session = Session::new(scope, notebook, Arc::new(reader), workspace);
        session.words = subject.words();
        LoopTask { steps, subject, tools: ToolSet::for_session(&session), session }
    }

    /// Returns the scope of the steps of a loop. Budgets are those of the first attempt's day, so a replay counts
    /// against the same day.
    pub(crate) fn step_scope(&self, prefix: String, started: Time) -> StepScope {
        let payer = Payer {
            tenant: self.task.tenant.clone(),
            root: self.task.event_job,
            work: Work::of_task(self.task, self.attempt.job),
            task: Some((self.attempt.job, self.task.budget)),
        };
        StepScope {
            job: self.attempt.job,
            prefix,
            tenant: self.task.tenant.clone(),
            budgets: self.engine.limits.budgets(audit::WORKER, &payer, started),
            deadline: self.task.deadline,
            failures: self.attempt.failures,
        }
    }

    /// Returns the budget of the task, at most the researcher's limit of a round or a task.
    pub(crate) fn budget(&self) -> MicroUsd {
        self.task.budget.min(self.engine.limits.agent(audit::WORKER))
    }

    /// Returns the provenance of complete research without cost that is about no entity.
    pub(crate) fn provenance(&self, at: Time) -> Provenance {
        Provenance {
            entity: None,
            at,
            ttl_seconds: self.engine.config.ttl.as_secs(),
            ending: Ending::Complete,
            cost: MicroUsd::ZERO,
            model: self.engine.research_loop.model.card().model.clone(),
            prompt_version: self.engine.research_loop.prompts.version().to_owned(),
        }
    }

    /// Returns the audit of the task.
    pub(crate) fn audit(&self) -> TaskAudit<'_> {
        TaskAudit { task: self.task, job: self.attempt.job }
    }

    /// Returns research without findings, with the reason.
    pub(crate) fn failed(&self, reason: &str, open_questions: &[String]) -> Research {
        answer::failed(reason, self.provenance(self.attempt.now()), open_questions)
    }

    /// Returns the outcome that emits the research and, with a fence and an owner, stores it.
    pub(crate) fn outcome(&self, mut research: Research, lease: Option<(Fence, Owner)>) -> Outcome {
        let SideEffects { bases, requests, is_alarm_unjudged } = self.with_side_effects(std::mem::take);
        if is_alarm_unjudged {
            research.add_lack(Degraded::UnjudgedSources.name());
        }
        let mut outcome = Outcome::none().labelled(label(&research));
        if let (Some((fence, owner)), Some(entity)) = (lease, research.entity.clone()) {
            let research = Box::new(research.clone());
            outcome = outcome.write(Effect::ResearchStored { entity, research, fence, owner });
        }
        let action = if research.from_cache { "cached" } else { "researched" };
        outcome = outcome.write(self.audit().line(action, &research));
        if !bases.is_empty() {
            outcome = outcome.write(Effect::RestedOn(bases));
        }
        outcome = requests.into_iter().fold(outcome, |outcome, request| outcome.emit(self.requested(request)));
        outcome.emit(ResearchGathered { task: self.task.clone(), research })
    }

    /// Returns the task for a request, with a part of this task's budget.
    pub(crate) fn requested(&self, request: RequestedResearch) -> ResearchRequested {
        let budget = MicroUsd(self.budget().0 / REQUESTED_BUDGET_DIVISOR);
        let (subject, reason) = (request.into_subject(), BY_RESEARCH_REASON.to_owned());
        ResearchRequested(ResearchTask { subject, reason, budget, alarm: String::new(), ..self.task.clone() })
    }

    /// Returns the outcome that emits research from memory.
    pub(crate) fn cached(&self, mut research: Research) -> Outcome {
        research.inherit_lacks();
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
