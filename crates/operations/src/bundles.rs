//! Bundles of research directions: todos with their progress, and the files that the researcher writes.

use std::collections::BTreeSet;

use domain::access::AccessScope::Read;
use domain::event::{Bundle, Directions};
use domain::{EventKind, JobId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use store::tenants::Owned;
pub use tools::workspace::TodoStatus;
use tools::workspace::{COMPLETION_FILE, NOTE_INDEX, NOTES_FOLDER, TODOS_FILE, dossier_files, folder, todo_list};
use utoipa::{IntoParams, ToSchema};

use crate::{Context, OperationError};

/// The bundles of an event with research directions.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct EpisodeBundles {
    /// Job of the event (UUID).
    pub job: String,
    /// `pending` until the fleet has classified the event, then `classified`.
    pub state: String,
    /// Id of the episode.
    pub episode: String,
    /// URL of the episode.
    pub url: String,
    /// Title of the episode.
    pub title: String,
    /// Bundles of the event, in its order; empty while it is pending.
    pub bundles: Vec<BundleItem>,
}

/// One bundle with its progress.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BundleItem {
    /// Id of the bundle, unique for the episode.
    pub id: String,
    /// `open` before the research begins, `in_progress`, or `complete` when every todo is done or blocked.
    pub state: String,
    /// Number of todos that are done.
    pub done: usize,
    /// Number of todos that are blocked.
    pub blocked: usize,
    /// Number of optional todos that were skipped because money or time ran short.
    pub skipped: usize,
    /// Todos in the order of work.
    pub todos: Vec<TodoItem>,
    /// Paths of the files that exist, for `/v1/bundles/{episode}/file`.
    pub files: Vec<String>,
}

/// One research direction of one entity.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TodoItem {
    /// Id of the todo.
    pub id: String,
    /// What to find, from which sources, and when it is done.
    pub description: String,
    /// Priority; 1 is the highest.
    pub priority: u32,
    /// `true` if the direction may be skipped.
    pub optional: bool,
    /// State of the todo: `open`, `in_progress`, `done`, `blocked` or `skipped`.
    #[schema(value_type = String)]
    pub status: TodoStatus,
    /// Reason of a blocked or skipped todo, and of a done one without a field; otherwise empty.
    pub reason: String,
    /// Path of the todo's result, once it is written.
    pub file: Option<String>,
}

/// Names a file of a bundle.
#[derive(Debug, Clone, Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct FileQuery {
    /// Id of the bundle.
    pub bundle: String,
    /// Path of the file, as listed.
    pub path: String,
}

/// A file of a bundle.
#[derive(Debug, Clone)]
pub struct BundleFile {
    /// Media type of the content.
    pub media_type: &'static str,
    /// Content of the file, complete.
    pub bytes: Vec<u8>,
}

/// Returns the bundles of an event with research directions: todos, progress and files.
///
/// # Errors
/// The tenant has no such event, or a server of the fleet is unavailable.
pub async fn show(cx: Context<'_>, job: JobId) -> Result<EpisodeBundles, OperationError> {
    cx.require(Read)?;
    let Some(directions) = directions(cx, job).await? else {
        let [episode, url, title] = [const { String::new() }; 3];
        let (job, state) = (job.to_string(), "pending".to_owned());
        return Ok(EpisodeBundles { job, state, episode, url, title, bundles: Vec::new() });
    };
    let mut bundles = Vec::with_capacity(directions.bundles.len());
    for bundle in &directions.bundles {
        bundles.push(read_bundle(cx, &bundle_folder(cx, &directions, bundle), bundle).await?);
    }
    let Directions { episode_id: episode, url, title, .. } = directions;
    Ok(EpisodeBundles { job: job.to_string(), state: "classified".to_owned(), episode, url, title, bundles })
}

/// Returns a file of a bundle: the result of a todo, the list of todos, the completion, or a note of the model.
///
/// # Errors
/// The bundle has no such file, or a server of the fleet is unavailable.
pub async fn file(cx: Context<'_>, job: JobId, query: &FileQuery) -> Result<BundleFile, OperationError> {
    cx.require(Read)?;
    let missing = || OperationError::NotFound { what: "file", advice: "`GET /v1/bundles/{episode}` lists its files" };
    let directions = directions(cx, job).await?.ok_or_else(missing)?;
    let bundle = directions.bundles.iter().find(|bundle| bundle.id.as_str() == query.bundle).ok_or_else(missing)?;
    let folder = bundle_folder(cx, &directions, bundle);
    // Only listed paths are read, so that no path leads out of the folder.
    let listed = read_bundle(cx, &folder, bundle).await?.files;
    let path = listed.into_iter().find(|path| *path == query.path).ok_or_else(missing)?;
    let objects = &cx.operations.objects;
    let bytes = objects.get(&format!("{folder}/{path}")).await.map_err(unreadable)?.ok_or_else(missing)?;
    let media_type = if path.ends_with(".json") { "application/json" } else { "text/plain; charset=utf-8" };
    Ok(BundleFile { media_type, bytes })
}

/// Returns the directions of an event of the caller's tenant; `None` if it is not classified yet.
async fn directions(cx: Context<'_>, job: JobId) -> Result<Option<Directions>, OperationError> {
    let store = cx.store();
    if !store.tenants().owns(cx.tenant(), &Owned::Event(job)).await? {
        let accepted = store.tenants().owns(cx.tenant(), &Owned::Accepted(job)).await?;
        return accepted.then_some(None).ok_or_else(no_directions);
    }
    match store.events().load(job).await?.map(|view| view.classification.event.kind) {
        Some(EventKind::Directions(directions)) => Ok(Some(directions)),
        _ => Err(no_directions()),
    }
}

fn no_directions() -> OperationError {
    let advice = "`episode` in the path is the `job` of the answer to its publisher";
    OperationError::NotFound { what: "event with directions", advice }
}

fn bundle_folder(cx: Context<'_>, directions: &Directions, bundle: &Bundle) -> String {
    folder(cx.tenant(), &directions.episode_id, &bundle.id)
}

/// The content of `todos.json`.
#[derive(Deserialize)]
struct TodoFile {
    todos: Vec<TodoItem>,
}

/// Reads the progress of a bundle from its files. Before the research begins there are none.
async fn read_bundle(cx: Context<'_>, folder: &str, bundle: &Bundle) -> Result<BundleItem, OperationError> {
    let Some(TodoFile { todos }) = read_json(cx, &format!("{folder}/{TODOS_FILE}")).await? else {
        return Ok(BundleItem::new(bundle, todo_list(bundle).iter().map(TodoItem::from).collect()));
    };
    let notes: Vec<String> = read_json(cx, &format!("{folder}/{NOTE_INDEX}")).await?.unwrap_or_default();
    let mut item = BundleItem::new(bundle, todos);
    let is_complete = item.done + item.blocked + item.skipped == item.todos.len();
    let completion = cx.operations.objects.get(&format!("{folder}/{COMPLETION_FILE}")).await.map_err(unreadable)?;
    let is_complete = is_complete && completion.is_some();
    item.state = if is_complete { "complete" } else { "in_progress" }.to_owned();
    item.files.push(TODOS_FILE.to_owned());
    if completion.is_some() {
        item.files.push(COMPLETION_FILE.to_owned());
        let entities = todo_list(bundle).into_iter().map(|todo| (todo.name, todo.kind)).collect::<BTreeSet<_>>();
        for file in entities.iter().flat_map(|(name, kind)| dossier_files(name, *kind)) {
            let dossier = cx.operations.objects.get(&format!("{folder}/{file}")).await.map_err(unreadable)?;
            item.files.extend(dossier.map(|_| file));
        }
    }
    item.files.extend(item.todos.iter().filter_map(|todo| todo.file.clone()));
    item.files.extend(notes.iter().map(|name| format!("{NOTES_FOLDER}{name}")));
    Ok(item)
}

async fn read_json<T: DeserializeOwned>(cx: Context<'_>, key: &str) -> Result<Option<T>, OperationError> {
    let bytes = cx.operations.objects.get(key).await.map_err(unreadable)?;
    // Another version of the researcher may have written it differently; it is then shown as missing.
    Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
}

pub(crate) fn unreadable(error: worker::ObjectError) -> OperationError {
    tracing::error!(error = format!("{:#}", anyhow::Error::from(error)), "a stored file cannot be read");
    OperationError::Unavailable
}

impl BundleItem {
    fn new(bundle: &Bundle, todos: Vec<TodoItem>) -> Self {
        let count = |status| todos.iter().filter(|todo| todo.status == status).count();
        let [done, blocked, skipped] = [TodoStatus::Done, TodoStatus::Blocked, TodoStatus::Skipped].map(count);
        Self { id: bundle.id.to_string(), state: "open".to_owned(), done, blocked, skipped, todos, files: Vec::new() }
    }
}

impl From<&tools::workspace::Todo> for TodoItem {
    fn from(todo: &tools::workspace::Todo) -> Self {
        Self {
            id: todo.id.clone(),
            description: todo.description(),
            priority: todo.direction.priority,
            optional: todo.direction.optional,
            status: TodoStatus::Open,
            reason: String::new(),
            file: None,
        }
    }
}
