//! A bundle of research directions: one todo per direction, highest priority first. Each todo has its own conversation,
//! which starts with the system prompt and a summary of the work before. The end of a todo is a checkpoint: its file is
//! written, it is marked, and the summary replaces the conversation. Checkpoints are memoised steps, so after a crash
//! the bundle continues at the first open todo.
//!
//! I/O: works a bundle's todos, each through the loop; writes their files.

mod merge;
mod summary;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use domain::event::Bundle;
use domain::port::StepKey;
use domain::research::Ending;
use domain::{MicroUsd, Research, ResearchTask, Time};
use runtime::{Failure, Outcome, crash};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Memory;
use telemetry::metric;
use tools::addresses;
use tools::workspace::{self, FoundField, Todo, TodoBoard, TodoEnd, TodoState, TodoStatus, Workspace, todo_list};
use worker::Objects;

use crate::Trail;
use crate::answer;
use crate::audit::Trigger;
use crate::job::{Inquiry, Job, Researched};
use crate::research_loop::goal::LoopSubject;
use crate::research_loop::steps::Steps;

/// Registers the counters of settled todos at zero: an alert compares their increases, and a counter that appears with
/// its first todo has none.
pub(crate) fn register_counters() {
    for status in [TodoStatus::Done, TodoStatus::Blocked] {
        metrics::counter!(metric::TODOS, "service" => telemetry::service(), "status" => status.name()).increment(0);
    }
}

/// Working time after which an attempt leaves the remaining todos to the next one. A handler may take 15 minutes
/// (`AUSPEX_WORKER_HARD_DEADLINE`), and a todo with its final answer up to six.
const MAX_ATTEMPT_TIME: Duration = Duration::from_secs(8 * 60);

/// Dependencies of bundles.
pub(crate) struct BundleResearch {
    pub(crate) objects: Arc<dyn Objects>,
    pub(crate) trail: Arc<dyn Trail>,
    pub(crate) steps: Arc<dyn Steps>,
}

/// Stored value of a finished todo's step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct FinishedTodo {
    #[serde(rename = "mark")]
    state: TodoState,
    /// Summary of the conversation so far.
    so_far: String,
    /// Requested fields that were found, with the addresses of their sources.
    fields: BTreeMap<String, FoundField>,
    research: Research,
}

/// A bundle in progress.
struct Progress {
    folder: String,
    board: TodoBoard,
    finished: Vec<FinishedTodo>,
}

impl Progress {
    fn new(task: &ResearchTask, episode: &str, bundle: &Bundle) -> Self {
        let todos: Arc<[Todo]> = todo_list(bundle).into();
        let open = TodoState { status: TodoStatus::Open, reason: String::new() };
        Self {
            folder: workspace::folder(&task.tenant, episode, &bundle.id),
            board: TodoBoard { states: vec![open; todos.len()], todos },
            finished: Vec::new(),
        }
    }

    fn so_far(&self) -> &str {
        self.finished.last().map(|finished| finished.so_far.as_str()).unwrap_or_default()
    }

    fn spent(&self) -> MicroUsd {
        self.finished.iter().map(|finished| finished.research.cost).sum()
    }

    fn key(&self, file: &str) -> String {
        format!("{}/{file}", self.folder)
    }
}

impl BundleResearch {
    /// Researches a bundle.
    pub(crate) async fn research<M: Memory>(
        &self,
        job: &Job<'_, M>,
        episode: &str,
        bundle: &Bundle,
    ) -> Result<Outcome, Failure> {
        job.audit().triggered(Trigger::default());
        let (started, begun) = (job.started().await?, job.attempt.now());
        let mut progress = Progress::new(job.task, episode, bundle);
        self.resume(job, &mut progress).await?;
        let count = progress.board.todos.len();
        for n in progress.finished.len()..count {
            progress.board.states[n].status = TodoStatus::InProgress;
            self.write_board(&progress).await?;
            let finished = work(job, &progress, n, started).await?;
            self.checkpoint(job, &mut progress, finished).await?;
            let worked = (job.attempt.now() - begun).to_std().unwrap_or_default();
            if worked >= MAX_ATTEMPT_TIME && n + 1 < count {
                let left = anyhow::anyhow!("{} todos are left to the next attempt", count - n - 1);
                return Err(Failure::defer(Duration::ZERO, left));
            }
        }
        let complete = completion(job, episode, bundle, &progress);
        self.put(&progress.key(workspace::COMPLETION_FILE), &complete).await?;
        let research = merged_research(job, &progress.finished, started);
        job.audit().completed(&research, started, job.attempt.now());
        Ok(job.outcome(research, None))
    }

    /// Restores the todos that earlier attempts have finished, up to the first open one.
    async fn resume<M: Memory>(&self, job: &Job<'_, M>, progress: &mut Progress) -> Result<(), Failure> {
        for todo in Arc::clone(&progress.board.todos).iter() {
            let stored = self.steps.recall(&step(job, todo)).await?;
            let Some(finished) = stored.and_then(|bytes| serde_json::from_slice(&bytes).ok()) else { break };
            self.record(job, progress, finished).await;
        }
        let (todos, finished) = (progress.board.todos.len(), progress.finished.len());
        if finished > 0 {
            tracing::info!(event = "RESEARCHER_RESUMED", job = %job.attempt.job, todos, settled = finished, "bundle resumed at its first open todo");
        }
        Ok(())
    }

    /// Stores a finished todo: file, step, state. An attempt that is interrupted in between is repeated from the same
    /// stored calls, with the same result.
    async fn checkpoint<M: Memory>(
        &self,
        job: &Job<'_, M>,
        progress: &mut Progress,
        finished: FinishedTodo,
    ) -> Result<(), Failure> {
        let n = progress.finished.len();
        let todos = Arc::clone(&progress.board.todos);
        let todo = &todos[n];
        let key = progress.key(&todo.file);
        self.put(&key, &todo_file(todo, &finished)).await?;
        crash::at("after_todo_file");
        let bytes = serde_json::to_vec(&finished).map_err(Failure::reject)?;
        let stored = self.steps.remember(&step(job, todo), bytes).await?;
        let stored = serde_json::from_slice(&stored).unwrap_or_else(|_| finished.clone());
        if stored != finished {
            // A concurrent attempt stored its result first; that one is used.
            self.put(&key, &todo_file(todo, &stored)).await?;
        }
        crash::at("after_todo");
        let (status, reason) = (stored.state.status.name(), stored.state.reason.as_str());
        metrics::counter!(metric::TODOS, "service" => telemetry::service(), "status" => status).increment(1);
        tracing::info!(event = "RESEARCHER_TODO", job = %job.attempt.job, todo = todo.id, status, reason, number = n + 1, of = todos.len(), "todo finished");
        self.record(job, progress, stored).await;
        self.write_board(progress).await
    }

    /// Adds a finished todo to the progress and to the audit trail.
    async fn record<M: Memory>(&self, job: &Job<'_, M>, progress: &mut Progress, finished: FinishedTodo) {
        let n = progress.finished.len();
        let line = job.audit().todo(&progress.board.todos[n], &finished.state, &finished.research);
        if let Err(error) = self.trail.note(n, &line).await {
            // The outcome brings its own line; only progress before it is missing.
            tracing::warn!(%error, job = %job.attempt.job, "cannot write the audit line of a todo");
        }
        progress.board.states[n] = finished.state.clone();
        progress.finished.push(finished);
    }

    async fn write_board(&self, progress: &Progress) -> Result<(), Failure> {
        self.put(&progress.key(workspace::TODOS_FILE), &progress.board.listed()).await
    }

    async fn put(&self, key: &str, value: &Value) -> Result<(), Failure> {
        let bytes = serde_json::to_vec_pretty(value).map_err(Failure::reject)?;
        self.objects.put(key, &bytes).await.map(drop).map_err(Failure::from)
    }
}

/// Returns the key under which a finished todo is stored.
fn step<M: Memory>(job: &Job<'_, M>, todo: &Todo) -> StepKey {
    StepKey::new(job.attempt.job, &format!("todo-{}", todo.id), b"")
}

/// Runs the loop of one todo.
async fn work<M: Memory>(
    job: &Job<'_, M>,
    progress: &Progress,
    n: usize,
    started: Time,
) -> Result<FinishedTodo, Failure> {
    let todo = &progress.board.todos[n];
    let workspace = Arc::new(Workspace::new(&progress.folder, progress.board.clone(), n, progress.so_far()));
    let config = &job.engine.config;
    let inquiry = Inquiry {
        subject: LoopSubject { question: todo.question(), ..LoopSubject::default() },
        max_pages: config.max_pages,
        urls: own_addresses(job, progress, todo),
        prefix: format!("{}/", todo.id),
        workspace: Some(Arc::clone(&workspace)),
        ..Inquiry::default()
    };
    let limits = job.loop_limits(job.budget().saturating_sub(progress.spent()), started);
    let limits = agent::LoopLimits { calls: config.todo_calls, time: config.todo_time.min(limits.time), ..limits };
    let researched = job.research_within(inquiry, started, limits).await?;
    Ok(finish(todo, workspace.end(), progress.so_far(), researched))
}

/// Returns the addresses that a todo may fetch from the start: its candidate sources, those of its own text unless
/// strangers have influenced it, and the pages that earlier todos have read, which the summary and their files name.
fn own_addresses<M: Memory>(job: &Job<'_, M>, progress: &Progress, todo: &Todo) -> Vec<String> {
    let earlier = progress.finished.iter().flat_map(|finished| &finished.research.sources);
    let read = earlier.filter(|source| !source.content_hash.is_empty()).map(|source| &source.url);
    let known = todo.sources.iter().chain(read).filter(|url| web::guard::check(url).is_ok()).cloned();
    let written = if job.task.is_foreign { Vec::new() } else { addresses::in_text(&todo.question()) };
    known.chain(written).collect()
}

/// Combines the research of a todo and the model's end of it.
fn finish(todo: &Todo, end: Option<TodoEnd>, before: &str, researched: Researched) -> FinishedTodo {
    let Researched { research, addresses, .. } = researched;
    let (given, fields, blocked) = match end {
        Some(TodoEnd::Written { so_far, fields }) => (so_far, fields, None),
        Some(TodoEnd::Blocked { reason }) => (String::new(), BTreeMap::new(), Some(reason)),
        None => (String::new(), BTreeMap::new(), None),
    };
    let (status, reason) = match (blocked, &research.ending) {
        (Some(reason), _) => (TodoStatus::Blocked, reason),
        (None, Ending::Complete) => (TodoStatus::Done, String::new()),
        (None, Ending::Partial(reason) | Ending::Failed(reason)) => (TodoStatus::Blocked, reason.clone()),
    };
    let name = format!("{}, {}", todo.name, todo.direction.key);
    let result = if status == TodoStatus::Done { research.summary.clone() } else { format!("blocked: {reason}.") };
    let so_far = summary::summary(before, &given, &name, &result);
    let with_addresses = |(name, field): (String, FoundField)| {
        let sources = field.sources.iter().filter_map(|id| addresses.get(id).cloned()).collect();
        (name, FoundField { sources, ..field })
    };
    let fields = fields.into_iter().map(with_addresses).collect();
    FinishedTodo { state: TodoState { status, reason }, so_far, fields, research }
}

/// Returns the content of a todo's file.
fn todo_file(todo: &Todo, finished: &FinishedTodo) -> Value {
    let FinishedTodo { state, so_far, fields, research } = finished;
    let missing: Vec<&String> = todo.direction.fields.iter().filter(|name| !fields.contains_key(*name)).collect();
    json!({
        "todo": todo.id, "entity": {"name": todo.name, "type": todo.kind}, "direction": todo.direction,
        "status": state.status, "reason": state.reason, "soFar": so_far,
        "fields": fields, "missingFields": missing, "research": research,
    })
}

/// Returns the content of `research_complete.json`.
fn completion<M: Memory>(job: &Job<'_, M>, episode: &str, bundle: &Bundle, progress: &Progress) -> Value {
    let board = &progress.board;
    let research_loop = &job.engine.research_loop;
    json!({
        "episode": episode, "bundle": bundle.id, "event": job.task.event, "job": job.attempt.job,
        "todos": board.listed()["todos"],
        "done": board.count(TodoStatus::Done), "blocked": board.count(TodoStatus::Blocked), "soFar": progress.so_far(),
        "costMicroUsd": progress.spent().0, "model": research_loop.model.card().model,
        "promptVersion": research_loop.prompts.version(),
    })
}

/// Merges the research of all todos.
fn merged_research<M: Memory>(job: &Job<'_, M>, finished: &[FinishedTodo], started: Time) -> Research {
    let mut merged = answer::failed("", job.provenance(started), &[]);
    merged.ending = Ending::Complete;
    merged.expires_at = started + job.engine.config.ttl;
    for todo in finished {
        merge::add(&mut merged, &todo.research);
        if todo.state.status != TodoStatus::Done && merged.ending == Ending::Complete {
            merged.ending = Ending::Partial("a direction is blocked; research_complete.json says which".to_owned());
        }
    }
    let done = finished.iter().filter(|todo| todo.state.status == TodoStatus::Done).count();
    let (all, findings) = (finished.len(), merged.findings.len());
    merged.summary = format!("{done} of {all} directions were researched, with {findings} findings.");
    merged.confidence = mean(finished.iter().map(|todo| todo.research.confidence));
    merged
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}
