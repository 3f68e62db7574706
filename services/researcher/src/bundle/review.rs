//! Reviews of a bundle, if the event asks for them: of blocked todos, and of entities of high priority. Each becomes a
//! result that waits in the queue of reviews, in a separate session, with the fields as its data. The reviewer gives
//! the values, or releases the todo; the approved values become notes. Pure.

use domain::event::{BundleReview, DirectedEntity, MacroRequest};
use domain::review::MAX_DATA_BYTES;
use domain::{JobId, MacroResult, MacroSource, ResearchTask, ReviewPolicy, Subject, Time};
use proto::events::MacroResearched;
use serde_json::{Map, Value, json};
use tools::workspace::{Todo, TodoStatus, dossier_files};

use super::EpisodeBundle;
use super::end::FinishedTodo;
use super::progress::Progress;

/// Definition of the results: their schema, under which a reviewer's values are checked.
pub(crate) const DEFINITION: &str = include_str!("review_todo.yaml");
/// Name of the definition.
const NAME: &str = "bundle-review";
/// Version of the definition.
const VERSION: &str = "1.0";
/// Priority up to which an entity is of high priority; 1 is the highest.
const HIGH_PRIORITY: u32 = 1;
/// Maximum number of sources of a result, as many as a reviewer reads.
const MAX_SOURCES: usize = 40;

/// The job of a bundle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BundleJob<'a> {
    pub(crate) task: &'a ResearchTask,
    pub(crate) job: JobId,
    pub(crate) at: Time,
}

/// Returns the results that a person shall review, in the order of the bundle. A blocked todo of an entity that is
/// reviewed as a whole has none of its own.
pub(crate) fn reviews(of: BundleJob<'_>, named: &EpisodeBundle<'_>, progress: &Progress) -> Vec<MacroResearched> {
    let BundleReview { blocked, high_priority } = named.bundle.review;
    let mut reviews = Vec::new();
    for (place, dossier) in progress.dossiers(named).into_iter().enumerate() {
        let is_high = dossier.entity.directions.iter().any(|direction| direction.priority <= HIGH_PRIORITY);
        if high_priority && is_high && !dossier.todos.is_empty() {
            let part = Part { name: format!("entity {place}"), entity: dossier.entity, todos: dossier.todos };
            reviews.push(part.review(of, named, progress));
            continue;
        }
        let is_blocked = |finished: &FinishedTodo| finished.state.status == TodoStatus::Blocked;
        for (todo, finished) in dossier.todos.into_iter().filter(|(_, finished)| blocked && is_blocked(finished)) {
            let part = Part { name: todo.id.clone(), entity: dossier.entity, todos: vec![(todo, finished)] };
            reviews.push(part.review(of, named, progress));
        }
    }
    reviews
}

/// A part of a bundle under review.
struct Part<'a> {
    /// Unique within the bundle.
    name: String,
    entity: &'a DirectedEntity,
    todos: Vec<(&'a Todo, &'a FinishedTodo)>,
}

impl Part<'_> {
    fn review(&self, of: BundleJob<'_>, named: &EpisodeBundle<'_>, progress: &Progress) -> MacroResearched {
        let session = of.job.derive(&format!("review session {}", self.name), 0).0.to_string();
        let request = MacroRequest {
            name: NAME.to_owned(),
            parameters: self.parameters(named, progress),
            session,
            skip_review: false,
        };
        let data = self.data();
        let is_small = data.to_string().len() <= MAX_DATA_BYTES;
        let result = MacroResult {
            version: VERSION.to_owned(),
            data: if is_small { data } else { json!({"entity": self.entity.name, "directions": {}}) },
            schema_valid: true,
            review: ReviewPolicy::Required,
            sources: self.sources(),
            cost: self.todos.iter().map(|(_, finished)| finished.research.cost).sum(),
            ..MacroResult::not_executed(of.job.derive(&format!("review {}", self.name), 0), &request, of.at)
        };
        let task = ResearchTask { subject: Subject::Macro(request), ..of.task.clone() };
        MacroResearched { task, result, definition: DEFINITION.to_owned(), refused: None }
    }

    /// Returns what the reviewer sees beside the fields: where they come from, and why a todo is blocked.
    fn parameters(&self, named: &EpisodeBundle<'_>, progress: &Progress) -> Map<String, Value> {
        let [_, dossier] = dossier_files(&self.entity.name, self.entity.kind);
        let mut parameters = Map::new();
        let blocked = self.todos.iter().filter(|(_, finished)| finished.state.status == TodoStatus::Blocked);
        let blocked: Map<String, Value> =
            blocked.map(|(todo, one)| (todo.direction.key.clone(), one.state.reason.clone().into())).collect();
        let objective = |(todo, _): &(&Todo, &FinishedTodo)| {
            (todo.direction.key.clone(), Value::from(todo.direction.objective.clone()))
        };
        parameters.insert("entity".into(), self.entity.name.clone().into());
        parameters.insert("entity_type".into(), json!(self.entity.kind));
        parameters.insert("bundle".into(), named.bundle.id.as_str().into());
        parameters.insert("episode".into(), json!(named.episode));
        parameters.insert("objectives".into(), self.todos.iter().map(objective).collect::<Map<_, _>>().into());
        parameters.insert("blocked".into(), blocked.into());
        parameters.insert("dossier".into(), progress.key(&dossier).into());
        parameters
    }

    /// Returns the fields by direction: the values found with their sources, and null for those that are missing.
    fn data(&self) -> Value {
        let direction = |(todo, finished): &(&Todo, &FinishedTodo)| {
            let found = finished.fields.iter().map(|(name, field)| {
                let value = if field.value.is_empty() { Value::Null } else { field.value.clone().into() };
                (name.clone(), json!({"value": value, "sources": field.sources}))
            });
            let missing = finished.missing(todo).map(|name| (name.clone(), json!({"value": null, "sources": []})));
            (todo.direction.key.clone(), Value::Object(found.chain(missing).collect()))
        };
        let directions: Map<String, Value> = self.todos.iter().map(direction).collect();
        json!({"entity": self.entity.name, "directions": directions})
    }

    fn sources(&self) -> Vec<MacroSource> {
        let mut sources: Vec<MacroSource> = Vec::new();
        for source in self.todos.iter().flat_map(|(_, finished)| &finished.research.sources) {
            if sources.len() < MAX_SOURCES && !sources.iter().any(|known| known.url == source.url) {
                let (url, title) = (source.url.clone(), source.title.clone());
                sources.push(MacroSource { url, title, snippet: String::new() });
            }
        }
        sources
    }
}
