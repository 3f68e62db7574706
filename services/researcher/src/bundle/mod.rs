//! A bundle of research directions: one todo per direction, highest priority first, several at a time. Each todo has
//! its own conversation, which starts with the system prompt and a summary of the work before. The end of a todo is a
//! checkpoint: its file is written and it is marked. Checkpoints are memoised steps, so after a crash the bundle
//! continues with the todos that are open.
//!
//! I/O: works a bundle's todos, each through the loop; writes their files.

mod dossier;
mod dossier_text;
mod end;
mod files;
mod merge;
mod progress;
mod review;
mod schedule;
mod summary;

use std::sync::Arc;
use std::time::Duration;

use domain::event::{Bundle, Episode};
use domain::port::StepKey;
use domain::research::Ending;
use domain::{EntityKind, Research, Time};
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use runtime::{Failure, Outcome, crash};
use serde_json::Value;
use store::Memory;
use telemetry::metric;
use tools::workspace::{self, Todo, TodoState, TodoStatus, Workspace};
use worker::Objects;

use crate::Trail;
use crate::answer;
use crate::audit::Trigger;
use crate::job::{Inquiry, Job, Researched};
use crate::official;
use crate::research_loop::goal::LoopSubject;
use crate::research_loop::steps::Steps;
use end::FinishedTodo;
use progress::Progress;
use schedule::Account;

/// Registers the counters of settled todos at zero: an alert compares their increases, and a counter that appears with
/// its first todo has none.
pub(crate) fn register_counters() {
    for status in [TodoStatus::Done, TodoStatus::Blocked, TodoStatus::Skipped] {
        metrics::counter!(metric::TODOS, "service" => telemetry::service(), "status" => status.name()).increment(0);
    }
}

/// Working time after which an attempt leaves the remaining todos to the next one. A handler may take 15 minutes
/// (`AUSPEX_WORKER_HARD_DEADLINE`), and a todo with its final answer up to six.
const MAX_ATTEMPT_TIME: Duration = Duration::from_secs(8 * 60);
/// Maximum number of other organisations of a bundle whose official websites a todo knows.
const MAX_OTHER_SITES: usize = 2;

/// Dependencies of bundles.
pub(crate) struct BundleResearch {
    pub(crate) objects: Arc<dyn Objects>,
    pub(crate) trail: Arc<dyn Trail>,
    pub(crate) steps: Arc<dyn Steps>,
}

/// A bundle and the episode that it belongs to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EpisodeBundle<'a> {
    pub(crate) episode: &'a Episode,
    pub(crate) bundle: &'a Bundle,
}

/// A todo that is about to start, with everything that its loop needs.
struct StartedTodo {
    n: usize,
    at: Time,
    workspace: Arc<Workspace>,
    inquiry: Inquiry,
    limits: agent::LoopLimits,
}

impl BundleResearch {
    /// Researches a bundle.
    pub(crate) async fn research<M: Memory>(
        &self,
        job: &Job<'_, M>,
        named: &EpisodeBundle<'_>,
    ) -> Result<Outcome, Failure> {
        job.audit().triggered(Trigger::default());
        let (started, begun) = (job.started().await?, job.attempt.now());
        let mut progress = Progress::new(job.task, named, job.engine.config.parallel_todos);
        self.resume(job, &mut progress).await?;
        let count = progress.board.todos.len();
        for group in schedule::groups(count, job.engine.config.parallel_todos) {
            let is_worked = self.work_group(job, &mut progress, group.clone(), started).await?;
            let worked = (job.attempt.now() - begun).to_std().unwrap_or_default();
            if is_worked && worked >= MAX_ATTEMPT_TIME && group.end < count {
                let left = anyhow::anyhow!("{} todos are left to the next attempt", count - group.end);
                return Err(Failure::wait(Duration::ZERO, left));
            }
        }
        self.write_outputs(job, (named, &progress)).await?;
        let research = merged_research(job, &progress, started);
        job.audit().completed(&research, started, job.attempt.now());
        let of = review::BundleJob { task: job.task, job: job.attempt.job, at: research.made_at };
        let reviews = review::reviews(of, named, &progress);
        // The reviews follow the research, whose id contains its place among the facts.
        Ok(reviews.into_iter().fold(job.outcome(research, None), Outcome::emit))
    }

    /// Restores the todos that earlier attempts have finished.
    async fn resume<M: Memory>(&self, job: &Job<'_, M>, progress: &mut Progress) -> Result<(), Failure> {
        for (n, todo) in Arc::clone(&progress.board.todos).iter().enumerate() {
            let stored = self.steps.recall(&step(job, todo)).await?;
            if let Some(finished) = stored.and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
                self.record(job, progress, (n, finished)).await;
            }
        }
        let (todos, settled) = (progress.board.todos.len(), progress.finished.iter().flatten().count());
        if settled > 0 {
            tracing::info!(event = "RESEARCHER_RESUMED", job = %job.attempt.job, todos, settled, "bundle resumed at its open todos");
        }
        Ok(())
    }

    /// Works the open todos of a group at the same time. Returns false if there is none. The failure of one is returned
    /// after the others have ended and are stored.
    async fn work_group<M: Memory>(
        &self,
        job: &Job<'_, M>,
        progress: &mut Progress,
        group: std::ops::Range<usize>,
        started: Time,
    ) -> Result<bool, Failure> {
        let begin = group.start;
        let open: Vec<usize> = group.filter(|n| progress.finished[*n].is_none()).collect();
        let elapsed = (job.attempt.now() - started).to_std().unwrap_or_default();
        let account = progress.account(begin, (job.budget(), elapsed));
        let (mut works, mut first_failure) = (FuturesUnordered::new(), None);
        for n in &open {
            if let Some(reason) = account.shortage().filter(|_| progress.board.todos[*n].direction.optional) {
                let skipped = FinishedTodo::skipped(&reason, &progress.so_far(begin), job.failed(&reason, &[]));
                self.checkpoint(job, progress, (*n, skipped)).await?;
            } else {
                let share = Account { left: account.share(open.len()), ..account };
                works.push(work(job, start(job, progress, Turn { begin, n: *n, account: share, started }), started));
                progress.board.states[*n].status = TodoStatus::InProgress;
            }
        }
        self.write_board(progress).await?;
        while let Some((n, finished)) = works.next().await {
            match finished {
                Ok(finished) => self.checkpoint(job, progress, (n, finished)).await?,
                Err(failure) => _ = first_failure.get_or_insert(failure),
            }
        }
        first_failure.map_or(Ok(!open.is_empty()), Err)
    }

    /// Stores a finished todo: file, step, state. An attempt that is interrupted in between is repeated from the same
    /// stored calls, with the same result.
    async fn checkpoint<M: Memory>(
        &self,
        job: &Job<'_, M>,
        progress: &mut Progress,
        (n, finished): (usize, FinishedTodo),
    ) -> Result<(), Failure> {
        let todos = Arc::clone(&progress.board.todos);
        let todo = &todos[n];
        let key = progress.key(&todo.file);
        self.put(&key, &files::todo_file(todo, &finished, &progress.episode)).await?;
        crash::at("after_todo_file");
        let bytes = serde_json::to_vec(&finished).map_err(Failure::reject)?;
        let stored = self.steps.remember(&step(job, todo), bytes).await?;
        let stored = serde_json::from_slice(&stored).unwrap_or_else(|_| finished.clone());
        if stored != finished {
            // A concurrent attempt stored its result first; that one is used.
            self.put(&key, &files::todo_file(todo, &stored, &progress.episode)).await?;
        }
        crash::at("after_todo");
        let (status, reason) = (stored.state.status.name(), stored.state.reason.clone());
        metrics::counter!(metric::TODOS, "service" => telemetry::service(), "status" => status).increment(1);
        tracing::info!(event = "RESEARCHER_TODO", job = %job.attempt.job, todo = todo.id, status, reason, number = n + 1, of = todos.len(), "todo finished");
        self.record(job, progress, (n, stored)).await;
        self.write_board(progress).await
    }

    /// Adds a finished todo to the progress and to the audit trail.
    async fn record<M: Memory>(&self, job: &Job<'_, M>, progress: &mut Progress, (n, finished): (usize, FinishedTodo)) {
        let line = job.audit().todo(&progress.board.todos[n], &finished.state, &finished.research);
        if let Err(error) = self.trail.note(n, &line).await {
            // The outcome brings its own line; only progress before it is missing.
            tracing::warn!(%error, job = %job.attempt.job, "cannot write the audit line of a todo");
        }
        progress.board.states[n] = finished.state.clone();
        progress.finished[n] = Some(finished);
    }

    /// Writes the dossier of every entity, and `research_complete.json`.
    async fn write_outputs<M: Memory>(
        &self,
        job: &Job<'_, M>,
        (named, progress): (&EpisodeBundle<'_>, &Progress),
    ) -> Result<(), Failure> {
        let tiers = LoopSubject::default().tiers(&job.engine.config.domains);
        for dossier in progress.dossiers(named) {
            let [json, markdown] = workspace::dossier_files(&dossier.entity.name, dossier.entity.kind);
            self.put(&progress.key(&json), &dossier.json(&tiers)).await?;
            let text = dossier_text::markdown(&dossier, &tiers);
            self.objects.put(&progress.key(&markdown), text.as_bytes()).await.map_err(Failure::from)?;
        }
        let notes = self.objects.get(&progress.key(workspace::NOTE_INDEX)).await.map_err(Failure::from)?;
        let notes = notes.and_then(|bytes| serde_json::from_slice::<Vec<String>>(&bytes).ok()).unwrap_or_default();
        let complete = files::completion(job, named, &files::Outputs { progress, notes, tiers: &tiers });
        self.put(&progress.key(workspace::COMPLETION_FILE), &complete).await
    }

    async fn write_board(&self, progress: &Progress) -> Result<(), Failure> {
        self.put(&progress.key(workspace::TODOS_FILE), &progress.listed()).await
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

/// A todo that is about to start.
struct Turn {
    /// First todo of its group. Only todos before the group influence it.
    begin: usize,
    n: usize,
    account: Account,
    started: Time,
}

/// Prepares the loop of a todo.
fn start<M: Memory>(job: &Job<'_, M>, progress: &Progress, Turn { begin, n, account, started }: Turn) -> StartedTodo {
    let todo = &progress.board.todos[n];
    let workspace = Workspace::new(&progress.folder, progress.board_before(begin, n), n, &progress.so_far(begin));
    let workspace = Arc::new(workspace.of_episode(&progress.episode));
    let config = &job.engine.config;
    let inquiry = Inquiry {
        subject: LoopSubject {
            question: todo.question(),
            context: progress.context(n),
            is_bundle: true,
            ..LoopSubject::default()
        },
        max_pages: config.max_pages,
        urls: progress.own_addresses(begin, n, job.task.is_foreign),
        prefix: format!("{}/", todo.id),
        workspace: Some(Arc::clone(&workspace)),
        ..Inquiry::default()
    };
    let limits = job.loop_limits(account.left, started);
    let limits = agent::LoopLimits { calls: config.todo_calls, time: config.todo_time.min(limits.time), ..limits };
    StartedTodo { n, at: job.attempt.now(), workspace, inquiry, limits }
}

/// Runs the loop of one todo.
async fn work<M: Memory>(
    job: &Job<'_, M>,
    StartedTodo { n, at, workspace, mut inquiry, limits }: StartedTodo,
    started: Time,
) -> (usize, Result<FinishedTodo, Failure>) {
    if let Err(failure) = add_official_sites(job, &workspace, &mut inquiry).await {
        return (n, Err(failure));
    }
    let researched = job.research_within(inquiry, started, limits).await;
    let finished = researched.map(|researched: Researched| {
        let mut finished = FinishedTodo::new(&workspace, researched);
        let TodoState { started, finished: ended, .. } = &mut finished.state;
        (*started, *ended) = (Some(at), Some(job.attempt.now()));
        finished
    });
    (n, finished)
}

/// Adds the official websites of a todo's entity and of other organisations of the bundle: the company of a person, the
/// maker of a product.
async fn add_official_sites<M: Memory>(
    job: &Job<'_, M>,
    workspace: &Workspace,
    inquiry: &mut Inquiry,
) -> Result<(), Failure> {
    let others = workspace.others();
    let is_organisation = |todo: &&&Todo| matches!(todo.kind, EntityKind::Business | EntityKind::Platform);
    let others = others.iter().filter(is_organisation).take(MAX_OTHER_SITES).copied();
    for todo in std::iter::once(workspace.todo()).chain(others) {
        let thing = web::NamedThing { name: todo.name.clone(), lei: None };
        let (site, basis) = official::site(job, todo.kind, &thing).await?.unzip();
        inquiry.urls.extend(site.iter().map(|site| site.url.clone()));
        inquiry.subject.official_sites.extend(site);
        inquiry.bases.extend(basis);
    }
    Ok(())
}

/// Merges the research of all todos. Optional todos do not make it partial.
fn merged_research<M: Memory>(job: &Job<'_, M>, progress: &Progress, started: Time) -> Research {
    let mut merged = answer::failed("", job.provenance(started), &[]);
    merged.ending = Ending::Complete;
    merged.expires_at = started + job.engine.config.ttl;
    for (todo, finished) in progress.rows() {
        let before = merged.ending.clone();
        merge::add(&mut merged, &finished.research);
        merge::add_direction(&mut merged, todo, finished);
        if todo.direction.optional {
            merged.ending = before;
        } else if finished.state.status != TodoStatus::Done && merged.ending == Ending::Complete {
            merged.ending = Ending::Partial("a direction is blocked; research_complete.json says which".to_owned());
        }
    }
    let done = progress.rows().filter(|(_, todo)| todo.state.status == TodoStatus::Done).count();
    let (all, findings) = (progress.board.todos.len(), merged.findings.len());
    let fields = || merged.directions.iter().flat_map(|direction| &direction.fields);
    let (filled, named) = (fields().filter(|field| !field.value.is_empty()).count(), fields().count());
    merged.summary = format!(
        "{done} of {all} directions were researched: {filled} of {named} fields were found, with {findings} findings."
    );
    let worked = progress.rows().filter(|(_, todo)| todo.state.status != TodoStatus::Skipped);
    merged.confidence = mean(worked.map(|(_, todo)| todo.research.confidence));
    merged
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}
