//! What a researcher works with: what all tasks share ([`Kit`]), and what belongs to one ([`Desk`]).

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use coordination::Coordination;
use domain::port::{Journal, PortError, StepKey};
use domain::{Budget, Entity, JobId, Tenant, Time};
use extraction::sandbox::Readings;
use futures::FutureExt;
use futures::future::BoxFuture;
use llm::Schema;
use worker::{Asks, Objects, Prompts};

use crate::Config;
use crate::flights::Flights;
use crate::notebook::Notebook;
use crate::shelf::Shelf;
use crate::tools::{self, Tools};
use crate::trail::Trail;

/// What all tasks share.
pub(crate) struct Kit<M, W> {
    pub(crate) memory: Arc<M>,
    pub(crate) web: Arc<W>,
    pub(crate) pages: Readings,
    pub(crate) asks: Arc<dyn Asks>,
    pub(crate) steps: Arc<dyn Steps>,
    pub(crate) objects: Arc<dyn Objects>,
    /// Which bytes an address gave, and when.
    pub(crate) archive: Arc<dyn store::Pages>,
    /// Fetches under way.
    pub(crate) flights: Flights,
    pub(crate) coordination: Arc<dyn Coordination>,
    /// Progress for people to see.
    pub(crate) trail: Arc<dyn Trail>,
    pub(crate) prompts: Prompts,
    /// The shape of what a page is read into.
    pub(crate) claims: Schema,
    /// The shape of what sources say to findings.
    pub(crate) stances: Schema,
    /// Tools for one question or entity.
    pub(crate) tools: Tools<M, W>,
    /// Tools for a question as of an earlier day.
    pub(crate) past_tools: Tools<M, W>,
    /// Tools for research directions.
    pub(crate) bundle_tools: Tools<M, W>,
    pub(crate) config: Config,
}

/// One task's desk. The notebook only changes between turns, so tools that run at once all see the same.
pub(crate) struct Desk<M, W> {
    pub(crate) kit: Arc<Kit<M, W>>,
    pub(crate) task: Task,
    pub(crate) notebook: Notebook,
    /// Pages asked for, those of this turn included.
    pub(crate) pages: AtomicUsize,
}

/// What a task is, for its tools.
#[derive(Debug, Clone)]
pub(crate) struct Task {
    /// The job: steps are remembered under it.
    pub(crate) job: JobId,
    /// Before every step's name: a bundle works many todos in one job.
    pub(crate) prefix: String,
    /// Whom it is for.
    pub(crate) tenant: Tenant,
    /// What every model call counts against.
    pub(crate) budgets: Vec<Budget>,
    /// When the task began, by the first attempt's clock; all later attempts see the same.
    pub(crate) started: Time,
    /// No answer is of use after this.
    pub(crate) deadline: Option<Time>,
    /// What is to be found out, in words.
    pub(crate) question: String,
    /// Why it is asked; may be empty.
    pub(crate) context: String,
    /// The entity that it is about, if it is about one.
    pub(crate) entity: Option<Entity>,
    /// Its mint, if it is a token.
    pub(crate) mint: Option<String>,
    /// Pages read at most.
    pub(crate) max_pages: usize,
    /// The bundle's todos and folder, if it is about research directions.
    pub(crate) shelf: Option<Arc<Shelf>>,
    /// Research of something else may be asked for.
    pub(crate) may_ask: bool,
    /// Only what is dated before this may be used.
    pub(crate) as_of: Option<Time>,
}

impl<M, W> Desk<M, W> {
    /// The tools of this kind of task.
    pub(crate) fn tools(&self) -> &Tools<M, W> {
        match (&self.task.shelf, self.task.as_of) {
            (Some(_), _) => &self.kit.bundle_tools,
            (None, Some(_)) => &self.kit.past_tools,
            (None, None) => &self.kit.tools,
        }
    }

    /// The tool that takes its answer.
    pub(crate) fn answer_tool(&self) -> &'static str {
        if self.task.shelf.is_some() { tools::WRITE } else { tools::ANSWER }
    }

    /// A successful call of this tool has just ended the task.
    pub(crate) fn ends(&self, tool: &str) -> bool {
        let settled = self.task.shelf.as_ref().is_some_and(|shelf| shelf.settled().is_some());
        settled && [tools::WRITE, tools::UPDATE].contains(&tool)
    }
}

impl Task {
    /// The entity's own sites.
    pub(crate) fn own_sites(&self) -> Vec<String> {
        let site = self.entity.as_ref().and_then(|entity| entity.metadata.get("website"));
        site.cloned().into_iter().collect()
    }

    /// A step's key.
    pub(crate) fn step(&self, name: &str, input: &[u8]) -> StepKey {
        StepKey::new(self.job, &format!("{}{name}", self.prefix), input)
    }
}

/// Remembered steps, as much of the journal as a researcher needs.
pub(crate) trait Steps: Send + Sync + 'static {
    /// The value of a step that was done.
    fn recall<'a>(&'a self, step: &'a StepKey) -> BoxFuture<'a, Result<Option<Vec<u8>>, PortError>>;

    /// Remembers; the first value stands and is returned.
    fn remember<'a>(&'a self, step: &'a StepKey, value: Vec<u8>) -> BoxFuture<'a, Result<Vec<u8>, PortError>>;
}

/// A journal's steps.
pub(crate) struct JournalSteps<J>(pub(crate) Arc<J>);

impl<J: Journal> Steps for JournalSteps<J> {
    fn recall<'a>(&'a self, step: &'a StepKey) -> BoxFuture<'a, Result<Option<Vec<u8>>, PortError>> {
        self.0.recall(step).boxed()
    }

    fn remember<'a>(&'a self, step: &'a StepKey, value: Vec<u8>) -> BoxFuture<'a, Result<Vec<u8>, PortError>> {
        self.0.remember(step, value).boxed()
    }
}
