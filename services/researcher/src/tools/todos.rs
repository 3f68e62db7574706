//! The bundle's todos, as the model sees them. It works on one at a time, the highest first; it may say that the current one
//! cannot be done, and nothing else: what is done, the files say.

use agent::{Answer, Tool, ToolError};
use serde::Deserialize;
use serde_json::{Value, json};
use store::Memory;
use web::Web;

use super::files::shelf;
use super::{UPDATE, spec, words};
use crate::desk::Desk;
use crate::notebook::Notes;
use crate::shelf::{self, Settled};

pub(super) struct Read;
pub(super) struct Update;
pub(super) struct GetNext;

#[derive(Deserialize)]
pub(super) struct Nothing {}

#[derive(Deserialize)]
pub(super) struct Change {
    id: String,
    status: String,
    #[serde(default)]
    reason: String,
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for Read {
    type Args = Nothing;

    fn spec(&self) -> llm::Tool {
        spec("todo_read", "Shows all todos of the bundle with their marks.", 0, &[])
    }

    async fn call(&self, desk: &Desk<M, W>, _args: Nothing) -> Result<Answer<Notes>, ToolError> {
        let shelf = shelf(desk)?;
        Ok(Answer::new(shelf::listed(&shelf.todos, &shelf.marks)))
    }
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for GetNext {
    type Args = Nothing;

    fn spec(&self) -> llm::Tool {
        spec(
            "todo_get_next",
            "Shows the todo to work on: the first that is not done, the highest priority first.",
            0,
            &[],
        )
    }

    async fn call(&self, desk: &Desk<M, W>, _args: Nothing) -> Result<Answer<Notes>, ToolError> {
        let shelf = shelf(desk)?;
        let todo = shelf.todo();
        Ok(Answer::new(json!({
            "id": todo.id, "description": todo.description(), "priority": todo.direction.priority, "file": todo.file,
        })))
    }
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for Update {
    type Args = Change;

    fn spec(&self) -> llm::Tool {
        let fields = [
            ("id", words("The current todo's id.")),
            (
                "status",
                json!({"type": "string", "enum": ["in_progress", "blocked"], "description": "`blocked` ends the todo; its file makes it done."}),
            ),
            ("reason", json!({"type": "string", "maxLength": 500, "description": "Why it is blocked."})),
        ];
        spec(UPDATE, "Marks the current todo.", 2, &fields)
    }

    async fn call(&self, desk: &Desk<M, W>, args: Change) -> Result<Answer<Notes>, ToolError> {
        let shelf = shelf(desk)?;
        let todo = shelf.todo();
        if args.id != todo.id {
            return Err(ToolError::told(format!("the current todo is {:?}; the others are not to be marked", todo.id)));
        }
        let reason = args.reason.trim();
        match args.status.as_str() {
            "blocked" if reason.is_empty() => Err(ToolError::told("say in `reason` why it is blocked")),
            "blocked" => {
                shelf.settle(Settled::Blocked { reason: reason.to_owned() });
                Ok(Answer::new(json!({"id": todo.id, "status": "blocked"})))
            }
            _ => Ok(Answer::new(
                json!({"id": todo.id, "status": "in_progress", "file": Value::from(todo.file.as_str())}),
            )),
        }
    }
}
