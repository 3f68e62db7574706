//! A bundle of research directions: todos, highest priority first. Each is worked on in a conversation that begins with the
//! system prompt and a summary of what went before. Settling a todo is the checkpoint: its file is written, it is marked, the
//! summary replaces the conversation, and all of that is remembered; after a crash the bundle goes on at the first todo that is
//! not.
//!
//! I/O: works a bundle's todos, each through the loop.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use domain::event::Bundle;
use domain::port::StepKey;
use domain::research::Ending;
use domain::{EntityId, MicroUsd, Research, ResearchTask, Time};
use runtime::{Failure, Outcome, crash};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Memory;
use telemetry::metric;
use web::Web;

use crate::job::{Inquiry, Job, Researched};
use crate::shelf::{self, Field, Mark, Settled, Shelf};
use crate::todo::{self, Status, Todo};
use crate::{assemble, audit, goal, merge, so_far};

/// An attempt that has worked this long hands the rest to the next one: no handler may take longer than 15 minutes
/// (`AUSPEX_WORKER_HARD_DEADLINE`), and a todo with its final answer may take six.
const SHIFT: Duration = Duration::from_secs(8 * 60);

/// A todo that was worked on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Worked {
    mark: Mark,
    /// The conversation up to here, in a few sentences.
    so_far: String,
    /// The direction's fields as far as they were found, with the addresses of their sources.
    fields: BTreeMap<String, Field>,
    research: Research,
}

/// A bundle under way.
struct Progress {
    folder: String,
    todos: Arc<[Todo]>,
    marks: Vec<Mark>,
    worked: Vec<Worked>,
}

/// Works on a bundle.
pub(crate) async fn bundle<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    episode: &str,
    bundle: &Bundle,
) -> Result<Outcome, Failure> {
    audit::triggered(job.task, job.attempt.job);
    let (started, begun) = (job.started().await?, job.attempt.now());
    let mut progress = Progress::new(job.task, episode, bundle);
    progress.resume(job).await?;
    for n in progress.worked.len()..progress.todos.len() {
        progress.marks[n].status = Status::InProgress;
        progress.show(job).await?;
        let worked = work(job, &progress, n, started).await?;
        progress.checkpoint(job, n, worked).await?;
        let shift = (job.attempt.now() - begun).to_std().unwrap_or_default();
        if shift >= SHIFT && n + 1 < progress.todos.len() {
            let left = progress.todos.len() - n - 1;
            return Err(Failure::defer(Duration::ZERO, anyhow::anyhow!("{left} todos are left to the next attempt")));
        }
    }
    let complete = complete(job, (episode, bundle), &progress);
    put(job, &format!("{}/research_complete.json", progress.folder), &complete).await?;
    let research = whole(job, &progress.worked, started);
    audit::completed(job.task, &research, job.attempt.job, (started, job.attempt.now()));
    Ok(job.outcome(research, None))
}

impl Progress {
    fn new(task: &ResearchTask, episode: &str, bundle: &Bundle) -> Self {
        let todos: Arc<[Todo]> = todo::list(bundle).into();
        let open = Mark { status: Status::Open, reason: String::new() };
        Self {
            // Two tenants may speak of the same episode.
            folder: format!("bundles/{}/{}/{}", task.tenant, EntityId::slug(episode), bundle.id),
            marks: vec![open; todos.len()],
            todos,
            worked: Vec::new(),
        }
    }

    /// Takes up what an earlier attempt has settled, up to the first todo that is not.
    async fn resume<M: Memory, W: Web>(&mut self, job: &Job<'_, M, W>) -> Result<(), Failure> {
        for n in 0..self.todos.len() {
            let remembered = job.kit.steps.recall(&step(job, &self.todos[n])).await?;
            let Some(worked) = remembered.and_then(|bytes| serde_json::from_slice(&bytes).ok()) else { break };
            self.take(job, n, worked).await;
        }
        if !self.worked.is_empty() {
            tracing::info!(event = "RESEARCHER_RESUMED", job = %job.attempt.job, todos = self.todos.len(), settled = self.worked.len(), "a bundle goes on at its first open todo");
        }
        Ok(())
    }

    /// Settles a todo: file, memory, marks, progress. Whatever is cut off in between is done again by the next attempt, from
    /// the same remembered calls, with the same result.
    async fn checkpoint<M: Memory, W: Web>(
        &mut self,
        job: &Job<'_, M, W>,
        n: usize,
        worked: Worked,
    ) -> Result<(), Failure> {
        let todo = &self.todos[n];
        let key = format!("{}/{}", self.folder, todo.file);
        put(job, &key, &file(todo, &worked)).await?;
        crash::at("after_todo_file");
        let bytes = serde_json::to_vec(&worked).map_err(Failure::reject)?;
        let stands = job.kit.steps.remember(&step(job, todo), bytes).await?;
        let stands = serde_json::from_slice(&stands).unwrap_or_else(|_| worked.clone());
        if stands != worked {
            // Another attempt was faster: its result is the one.
            put(job, &key, &file(todo, &stands)).await?;
        }
        crash::at("after_todo");
        let status = stands.mark.status.name();
        metrics::counter!(metric::TODOS, "service" => telemetry::service(), "status" => status).increment(1);
        tracing::info!(event = "RESEARCHER_TODO", job = %job.attempt.job, todo = todo.id, status, reason = stands.mark.reason, number = n + 1, of = self.todos.len(), "a todo is settled");
        self.take(job, n, stands).await;
        self.show(job).await
    }

    /// Marks a settled todo, and says so where people look.
    async fn take<M, W>(&mut self, job: &Job<'_, M, W>, n: usize, worked: Worked) {
        let line = audit::todo(job.task, job.attempt.job, (&self.todos[n], &worked.mark), &worked.research);
        if let Err(error) = job.kit.trail.note(n, &line).await {
            // The result's own line comes with the outcome; only a spectator misses something.
            tracing::warn!(%error, job = %job.attempt.job, "a todo's line of the audit trail cannot be written now");
        }
        self.marks[n] = worked.mark.clone();
        self.worked.push(worked);
    }

    async fn show<M, W>(&self, job: &Job<'_, M, W>) -> Result<(), Failure> {
        put(job, &format!("{}/todos.json", self.folder), &shelf::listed(&self.todos, &self.marks)).await
    }

    fn so_far(&self) -> &str {
        self.worked.last().map(|worked| worked.so_far.as_str()).unwrap_or_default()
    }

    fn spent(&self) -> MicroUsd {
        self.worked.iter().map(|worked| worked.research.cost).sum()
    }
}

/// Under this name a settled todo is remembered.
fn step<M, W>(job: &Job<'_, M, W>, todo: &Todo) -> StepKey {
    StepKey::new(job.attempt.job, &format!("todo-{}", todo.id), b"")
}

/// Works on one todo.
async fn work<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    progress: &Progress,
    n: usize,
    started: Time,
) -> Result<Worked, Failure> {
    let todo = &progress.todos[n];
    let board = (Arc::clone(&progress.todos), progress.marks.clone());
    let shelf = Arc::new(Shelf::new(&progress.folder, board, n, progress.so_far()));
    let config = &job.kit.config;
    let inquiry = Inquiry {
        question: todo.question(),
        max_pages: config.max_sources(),
        urls: todo.sources.iter().filter(|url| web::guard::check(url).is_ok()).cloned().collect(),
        prefix: format!("{}/", todo.id),
        shelf: Some(Arc::clone(&shelf)),
        ..Inquiry::default()
    };
    let left = job.money().saturating_sub(progress.spent());
    let limits = goal::limits(config, left, (started, job.task.deadline));
    let limits = agent::Limits { calls: config.todo_calls, time: config.todo_time.min(limits.time), ..limits };
    let Researched { research, addresses: names, .. } = job.research_within(inquiry, started, limits).await?;
    Ok(settled(todo, shelf.settled(), progress.so_far(), (research, &names)))
}

/// What came of a todo.
fn settled(
    todo: &Todo,
    settled: Option<Settled>,
    before: &str,
    (research, urls): (Research, &BTreeMap<String, String>),
) -> Worked {
    let (told, fields, given_up) = match settled {
        Some(Settled::Written { so_far, fields }) => (so_far, fields, None),
        Some(Settled::Blocked { reason }) => (String::new(), BTreeMap::new(), Some(reason)),
        None => (String::new(), BTreeMap::new(), None),
    };
    let (status, reason) = match (given_up, &research.ending) {
        (Some(reason), _) => (Status::Blocked, reason),
        (None, Ending::Complete) => (Status::Done, String::new()),
        (None, Ending::Partial(reason) | Ending::Failed(reason)) => (Status::Blocked, reason.clone()),
    };
    let what = format!("{}, {}", todo.name, todo.direction.key);
    let came = if status == Status::Done { research.summary.clone() } else { format!("blocked: {reason}.") };
    let so_far = so_far::summary(before, &told, (&what, &came));
    let addressed = |(name, field): (String, Field)| {
        let sources = field.sources.iter().filter_map(|id| urls.get(id).cloned()).collect();
        (name, Field { sources, ..field })
    };
    Worked { mark: Mark { status, reason }, so_far, fields: fields.into_iter().map(addressed).collect(), research }
}

fn file(todo: &Todo, worked: &Worked) -> Value {
    let missing: Vec<&String> =
        todo.direction.fields.iter().filter(|name| !worked.fields.contains_key(*name)).collect();
    json!({
        "todo": todo.id, "entity": {"name": todo.name, "type": todo.kind}, "direction": todo.direction,
        "status": worked.mark.status, "reason": worked.mark.reason, "soFar": worked.so_far,
        "fields": worked.fields, "missingFields": missing, "research": worked.research,
    })
}

fn complete<M: Memory, W: Web>(job: &Job<'_, M, W>, (episode, bundle): (&str, &Bundle), progress: &Progress) -> Value {
    let of = |status: Status| progress.marks.iter().filter(|mark| mark.status == status).count();
    json!({
        "episode": episode, "bundle": bundle.id, "event": job.task.event, "job": job.attempt.job,
        "todos": shelf::listed(&progress.todos, &progress.marks)["todos"],
        "done": of(Status::Done), "blocked": of(Status::Blocked), "soFar": progress.so_far(),
        "costMicroUsd": progress.spent().0, "model": job.kit.asks.card().model, "promptVersion": job.kit.prompts.version(),
    })
}

/// All todos as one research.
fn whole<M: Memory, W: Web>(job: &Job<'_, M, W>, worked: &[Worked], started: Time) -> Research {
    let made = job.made(None, (started, MicroUsd::ZERO), Ending::Complete);
    let mut whole = assemble::failed("", made, &[]);
    whole.ending = Ending::Complete;
    whole.expires_at = started + job.kit.config.ttl;
    for done in worked {
        merge::add(&mut whole, &done.research);
        if done.mark.status != Status::Done && whole.ending == Ending::Complete {
            whole.ending = Ending::Partial("a direction is blocked; research_complete.json says which".to_owned());
        }
    }
    let done = worked.iter().filter(|done| done.mark.status == Status::Done).count();
    whole.summary =
        format!("{done} of {} directions were researched, with {} findings.", worked.len(), whole.findings.len());
    whole.confidence = mean(worked.iter().map(|done| done.research.confidence));
    whole
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}

async fn put<M, W>(job: &Job<'_, M, W>, key: &str, value: &Value) -> Result<(), Failure> {
    let bytes = serde_json::to_vec_pretty(value).map_err(Failure::reject)?;
    job.kit.objects.put(key, &bytes).await.map(drop).map_err(Failure::from)
}
