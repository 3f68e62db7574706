//! Tools for the todos of a bundle. The model works on one todo at a time, in order of priority. It may only mark the
//! current todo as blocked; writing the todo's file marks it as done.

use agent::{Origin, Tool, ToolAnswer, ToolError, ToolSpec};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::notebook::Notes;
use crate::session::Session;
use crate::workspace::TodoEnd;
use crate::{UPDATE_TODO, schema, text_schema};

/// Input of tools without arguments.
#[derive(Deserialize)]
pub(crate) struct NoInput {}

pub(crate) struct ReadTodos;

impl Tool<Session, Notes> for ReadTodos {
    type Input = NoInput;
    type Output = Value;

    fn spec(&self) -> ToolSpec {
        schema("todo_read", "Shows all todos of the bundle with their marks.", 0, &[])
    }

    fn origin(&self) -> Origin {
        Origin::Files
    }

    fn is_pure(&self) -> bool {
        true
    }

    async fn call(&self, session: &Session, _input: NoInput) -> Result<ToolAnswer<Value, Notes>, ToolError> {
        Ok(ToolAnswer::new(session.workspace()?.board.listed()))
    }
}

pub(crate) struct NextTodo;

#[derive(Serialize)]
pub(crate) struct CurrentTodo {
    id: String,
    description: String,
    priority: u32,
    file: String,
}

impl Tool<Session, Notes> for NextTodo {
    type Input = NoInput;
    type Output = CurrentTodo;

    fn spec(&self) -> ToolSpec {
        let about = "Shows the todo to work on: the first that is not done, the highest priority first.";
        schema("todo_get_next", about, 0, &[])
    }

    fn origin(&self) -> Origin {
        Origin::Own
    }

    fn is_pure(&self) -> bool {
        true
    }

    async fn call(&self, session: &Session, _input: NoInput) -> Result<ToolAnswer<CurrentTodo, Notes>, ToolError> {
        let todo = session.workspace()?.todo();
        let (id, file, priority) = (todo.id.clone(), todo.file.clone(), todo.direction.priority);
        Ok(ToolAnswer::new(CurrentTodo { id, description: todo.description(), priority, file }))
    }
}

pub(crate) struct UpdateTodo;

#[derive(Deserialize)]
pub(crate) struct TodoChange {
    id: String,
    status: String,
    #[serde(default)]
    reason: String,
}

#[derive(Serialize)]
pub(crate) struct ChangedTodo {
    id: String,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

impl Tool<Session, Notes> for UpdateTodo {
    type Input = TodoChange;
    type Output = ChangedTodo;

    fn spec(&self) -> ToolSpec {
        let fields = [
            ("id", text_schema("The current todo's id.")),
            (
                "status",
                json!({"type": "string", "enum": ["in_progress", "blocked"], "description": "`blocked` ends the todo; its file makes it done."}),
            ),
            ("reason", json!({"type": "string", "maxLength": 500, "description": "Why it is blocked."})),
        ];
        schema(UPDATE_TODO, "Marks the current todo.", 2, &fields)
    }

    fn origin(&self) -> Origin {
        Origin::Own
    }

    fn is_pure(&self) -> bool {
        true
    }

    async fn call(&self, session: &Session, input: TodoChange) -> Result<ToolAnswer<ChangedTodo, Notes>, ToolError> {
        let workspace = session.workspace()?;
        let (id, file) = (workspace.todo().id.clone(), workspace.todo().file.clone());
        if input.id != id {
            return Err(ToolError::to_model(format!("the current todo is {id:?}; the others are not to be marked")));
        }
        let reason = input.reason.trim();
        match input.status.as_str() {
            "blocked" if reason.is_empty() => Err(ToolError::to_model("say in `reason` why it is blocked")),
            "blocked" => {
                workspace.finish(TodoEnd::Blocked { reason: reason.to_owned() });
                Ok(ToolAnswer::new(ChangedTodo { id, status: "blocked", file: None }))
            }
            _ => Ok(ToolAnswer::new(ChangedTodo { id, status: "in_progress", file: Some(file) })),
        }
    }
}
