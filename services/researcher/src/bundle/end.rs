//! The end of a todo: its status with the reason, its fields and its judged criteria. Pure.

use std::collections::BTreeMap;

use domain::Research;
use domain::research::{CriterionResult, Ending};
use serde::{Deserialize, Serialize};
use tools::workspace::{FoundField, Todo, TodoEnd, TodoState, TodoStatus, Workspace};

use super::summary;
use crate::job::Researched;

/// Reason of a todo that ended without a field and without a reason of the model.
const NO_FIELD: &str = "none of the requested fields was filled, and no reason was given";

/// Stored value of a finished todo's step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct FinishedTodo {
    #[serde(rename = "mark")]
    pub(crate) state: TodoState,
    /// Summary of the conversation so far.
    pub(crate) so_far: String,
    /// Requested fields that were found, with the addresses of their sources.
    pub(crate) fields: BTreeMap<String, FoundField>,
    /// Judgements of the acceptance criteria.
    #[serde(default)]
    pub(crate) acceptance: Vec<CriterionResult>,
    pub(crate) research: Research,
}

impl FinishedTodo {
    /// Combines the research of a todo and the model's end of it.
    pub(crate) fn new(workspace: &Workspace, researched: Researched) -> Self {
        let Researched { research, addresses, .. } = researched;
        let todo = workspace.todo();
        let unjudged = |text: &String| CriterionResult { criterion: text.clone(), ..CriterionResult::default() };
        let unjudged = || todo.direction.acceptance.iter().map(unjudged).collect();
        let (given, fields, acceptance, blocked, why) = match workspace.end() {
            Some(TodoEnd::Written { so_far, fields, acceptance, reason }) => (so_far, fields, acceptance, None, reason),
            Some(TodoEnd::Blocked { reason }) => {
                (String::new(), BTreeMap::new(), unjudged(), Some(reason), String::new())
            }
            None => (String::new(), BTreeMap::new(), unjudged(), None, String::new()),
        };
        let is_empty = fields.is_empty() && !todo.direction.fields.is_empty();
        let (status, reason) = match (blocked, &research.ending) {
            (Some(reason), _) => (TodoStatus::Blocked, reason),
            (None, Ending::Complete) if is_empty && why.is_empty() => (TodoStatus::Blocked, NO_FIELD.to_owned()),
            (None, Ending::Complete) => (TodoStatus::Done, if is_empty { why } else { String::new() }),
            (None, Ending::Partial(reason) | Ending::Failed(reason)) => (TodoStatus::Blocked, reason.clone()),
        };
        let name = format!("{}, {}", todo.name, todo.direction.key);
        let result = if status == TodoStatus::Done { research.summary.clone() } else { format!("blocked: {reason}.") };
        let so_far = summary::summary(&workspace.so_far, &given, &name, &result);
        let with_addresses = |(name, field): (String, FoundField)| {
            let sources = field.sources.iter().filter_map(|id| addresses.get(id).cloned()).collect();
            (name, FoundField { sources, ..field })
        };
        let fields = fields.into_iter().map(with_addresses).collect();
        let state = TodoState { reason, notes: workspace.notes(), ..TodoState::new(status) };
        Self { state, so_far, fields, acceptance, research }
    }

    /// Creates the end of an optional todo that is not worked on.
    pub(crate) fn skipped(reason: &str, so_far: &str, research: Research) -> Self {
        let finished = Some(research.made_at);
        let state = TodoState { reason: reason.to_owned(), finished, ..TodoState::new(TodoStatus::Skipped) };
        Self { state, so_far: so_far.to_owned(), fields: BTreeMap::new(), acceptance: Vec::new(), research }
    }

    /// Returns the requested fields that were not found.
    pub(crate) fn missing<'a>(&'a self, todo: &'a Todo) -> impl Iterator<Item = &'a String> {
        todo.direction.fields.iter().filter(|name| !self.fields.contains_key(*name))
    }
}
