//! A bundle of research directions: todos, highest priority first, each a loop of its own with a fresh context that knows
//! only a summary of what went before. Writing a todo's file and remembering it is the checkpoint: after a crash the
//! bundle goes on at the first todo that is not remembered.
//!
//! I/O: works a bundle's todos, each through the loop.

use domain::event::Bundle;
use domain::research::Ending;
use domain::{EntityId, MicroUsd, Research, Time};
use fleet::ObjectError;
use runtime::{Failure, Outcome};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Memory;
use web::Web;

use crate::job::{Inquiry, Job};
use crate::todo::{self, Status, Todo};
use crate::{assemble, audit, goal, merge};

/// A todo that was worked on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Worked {
    status: Status,
    /// Why it is blocked; empty if it is not.
    reason: String,
    research: Research,
}

/// Works on a bundle.
pub(crate) async fn bundle<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    episode: &str,
    bundle: &Bundle,
) -> Result<Outcome, Failure> {
    audit::triggered(job.task, job.attempt.job);
    let started = job.started().await?;
    let folder = format!("bundles/{}/{}", EntityId::slug(episode), bundle.id);
    let todos = todo::list(bundle);
    let mut worked: Vec<Worked> = Vec::new();
    for todo in &todos {
        let so_far = worked.last().map(|done| done.research.summary.clone()).unwrap_or_default();
        worked.push(work(job, todo, (&folder, &so_far), started).await?);
        put(job, &format!("{folder}/todos.json"), &progress(&todos, &worked)).await?;
    }
    put(job, &format!("{folder}/research_complete.json"), &complete(job, (episode, bundle), &todos, &worked)).await?;
    let research = whole(job, &worked, started);
    audit::completed(&research, job.attempt.job, (started, job.attempt.now()));
    Ok(job.outcome(research, None))
}

/// One todo, or what came of it before.
async fn work<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    todo: &Todo,
    (folder, so_far): (&str, &str),
    started: Time,
) -> Result<Worked, Failure> {
    let step = domain::port::StepKey::new(job.attempt.job, &format!("todo-{}", todo.id), b"");
    if let Some(done) = job.kit.steps.recall(&step).await?.and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
        return Ok(done);
    }
    let research = research(job, todo, so_far, started).await?;
    let (status, reason) = match &research.ending {
        Ending::Complete => (Status::Done, String::new()),
        Ending::Partial(reason) | Ending::Failed(reason) => (Status::Blocked, reason.clone()),
    };
    let worked = Worked { status, reason, research };
    put(job, &format!("{folder}/{}", todo.file), &file(todo, &worked)).await?;
    let bytes = serde_json::to_vec(&worked).map_err(Failure::reject)?;
    job.kit.steps.remember(&step, bytes).await?;
    tracing::info!(event = "RESEARCHER_TODO", job = %job.attempt.job, todo = todo.id, status = ?worked.status, reason = worked.reason, "a todo is worked");
    Ok(worked)
}

async fn research<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    todo: &Todo,
    so_far: &str,
    started: Time,
) -> Result<Research, Failure> {
    let config = &job.kit.config;
    let inquiry = Inquiry {
        question: todo.question(),
        context: if so_far.is_empty() { String::new() } else { format!("So far: {so_far}") },
        max_pages: config.max_sources,
        urls: todo.sources.iter().filter(|url| web::guard::check(url).is_ok()).cloned().collect(),
        prefix: format!("{}/", todo.id),
        ..Inquiry::default()
    };
    let all = goal::limits(config, job.task.budget, (started, job.task.deadline));
    // The todo's own time counts from when it begins, not from when the bundle did.
    let begun = job.attempt.now().max(started);
    let limits = agent::Limits {
        calls: config.todo_calls,
        time: (begun - started).to_std().unwrap_or_default() + config.todo_time,
        ..all
    };
    job.research_within(inquiry, started, limits).await
}

/// The list with its marks: progress that a person can watch.
fn progress(todos: &[Todo], worked: &[Worked]) -> Value {
    let row = |(n, todo): (usize, &Todo)| {
        let done = worked.get(n);
        json!({
            "id": todo.id, "description": todo.question(), "priority": todo.direction.priority, "optional": todo.direction.optional,
            "status": done.map_or(Status::Open, |done| done.status), "reason": done.map(|done| done.reason.as_str()).unwrap_or_default(),
            "file": done.map(|_| todo.file.as_str()),
        })
    };
    json!({"todos": todos.iter().enumerate().map(row).collect::<Vec<_>>()})
}

fn file(todo: &Todo, worked: &Worked) -> Value {
    json!({
        "todo": todo.id, "entity": {"name": todo.name, "type": todo.kind}, "direction": todo.direction, "status": worked.status,
        "reason": worked.reason, "research": worked.research,
    })
}

fn complete<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    (episode, bundle): (&str, &Bundle),
    todos: &[Todo],
    worked: &[Worked],
) -> Value {
    let cost: MicroUsd = worked.iter().map(|done| done.research.cost).sum();
    let done = worked.iter().filter(|done| done.status == Status::Done).count();
    json!({
        "episode": episode, "bundle": bundle.id, "event": job.task.event, "todos": progress(todos, worked)["todos"], "done": done,
        "blocked": worked.len() - done, "costMicroUsd": cost.0, "model": job.kit.asks.card().model, "promptVersion": job.kit.prompts.version(),
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
    }
    let done = worked.iter().filter(|done| done.status == Status::Done).count();
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
    match job.kit.objects.put(key, &bytes).await {
        Ok(_) => Ok(()),
        Err(error @ ObjectError::Key(_)) => Err(Failure::reject(error)),
        Err(error) => Err(Failure::retry(error)),
    }
}
