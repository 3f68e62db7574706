//! The bundle's own folder: writing a todo's result (the checkpoint), notes for later todos, reading, listing. No other file
//! can be named, let alone read.

use std::collections::BTreeMap;

use agent::{Answer, Bounds, Tool, ToolError};
use serde::Deserialize;
use serde_json::{Value, json};
use store::Memory;
use web::Web;
use worker::ObjectError;

use super::{QUICK, WRITE, spec, stored, words};
use crate::assemble::Report;
use crate::desk::Desk;
use crate::notebook::{Notebook, Notes};
use crate::shelf::{Field, Place, Settled, Shelf};
use crate::todo::Status;

/// Bytes of a note at most.
const NOTE: usize = 32 * 1024;
/// Notes of a bundle at most.
const NOTES: usize = 20;
/// Where their names stand.
const INDEX: &str = "notes/index.json";
/// Characters of a field's value at most.
const VALUE: usize = 2_000;

pub(super) struct WriteFile;
pub(super) struct ReadFile;
pub(super) struct ListFiles;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Written {
    path: String,
    content: Value,
    #[serde(default)]
    so_far: String,
    #[serde(default)]
    fields: BTreeMap<String, Field>,
}

#[derive(Deserialize)]
pub(super) struct Path {
    path: String,
}

#[derive(Deserialize)]
pub(super) struct Nothing {}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for WriteFile {
    type Args = Written;

    fn spec(&self) -> llm::Tool {
        let report = Tool::<Desk<M, W>, Notes>::spec(&stored::StoreResults).input_schema;
        let field = json!({
            "type": "object",
            "properties": {"value": {"type": "string", "minLength": 1}, "sources": {"type": "array", "items": {"type": "string"}}},
            "required": ["value", "sources"],
        });
        let fields = [
            ("path", words("The todo's file; or notes/<name>.md for a note to yourself that later todos can read.")),
            (
                "content",
                json!({"description": "The todo's result; for a note, text.", "anyOf": [report, {"type": "string", "maxLength": NOTE}]}),
            ),
            (
                "soFar",
                json!({"type": "string", "maxLength": 2000, "description": "Two or three sentences that replace this conversation: what the summary before it and this todo found that later todos need."}),
            ),
            (
                "fields",
                json!({"type": "object", "maxProperties": 50, "additionalProperties": field, "description": "The todo's fields that you found, by name, each with the ids of its sources."}),
            ),
        ];
        let about = "Writes a file of the bundle. Writing the todo's own file ends the todo: it is marked done and the conversation is replaced by `soFar`.";
        spec(WRITE, about, 2, &fields)
    }

    fn bounds(&self) -> Bounds {
        Bounds { time: Some(QUICK), at_once: None }
    }

    async fn call(&self, desk: &Desk<M, W>, args: Written) -> Result<Answer<Notes>, ToolError> {
        let shelf = shelf(desk)?;
        match shelf.place(&args.path).map_err(ToolError::told)? {
            Place::Current => result(desk, shelf, args).await,
            Place::Note(name) => note(desk, shelf, (&name, &args.content)).await,
            Place::Ours(name) => Err(ToolError::told(format!(
                "{name:?} is not yours to write; this todo's file is {:?}",
                shelf.todo().file
            ))),
        }
    }
}

/// The todo's result: taken like any final answer; the bundle then writes the file with what stood the test.
async fn result<M: Memory, W: Web>(
    desk: &Desk<M, W>,
    shelf: &Shelf,
    args: Written,
) -> Result<Answer<Notes>, ToolError> {
    let content = match args.content {
        Value::String(text) => llm::repair::candidates(&text).next().unwrap_or(Value::Null),
        content => content,
    };
    let report: Report = serde_json::from_value(content).map_err(|error| {
        ToolError::told(format!("content is no result of the shape that the tool asks for: {error}"))
    })?;
    if report.summary.trim().is_empty() {
        return Err(ToolError::told("content.summary is missing: say in two or three sentences what was found"));
    }
    let answer = stored::StoreResults.call(desk, report).await?;
    let fields = filled(args.fields, shelf, &desk.notebook);
    let missing: Vec<&String> =
        shelf.todo().direction.fields.iter().filter(|name| !fields.contains_key(*name)).collect();
    let content = json!({"written": args.path, "result": answer.content, "missingFields": missing});
    shelf.settle(Settled::Written { so_far: args.so_far, fields });
    Ok(Answer { content, ..answer })
}

/// The fields that were asked for and that a source of this task says.
fn filled(told: BTreeMap<String, Field>, shelf: &Shelf, notebook: &Notebook) -> BTreeMap<String, Field> {
    let asked = &shelf.todo().direction.fields;
    let grounded = |(name, mut field): (String, Field)| {
        field.sources.retain(|id| notebook.source(id).is_some());
        field.value = field.value.trim().chars().take(VALUE).collect();
        let kept = asked.contains(&name) && !field.sources.is_empty() && !field.value.is_empty();
        kept.then_some((name, field))
    };
    told.into_iter().filter_map(grounded).collect()
}

async fn note<M, W>(
    desk: &Desk<M, W>,
    shelf: &Shelf,
    (name, content): (&str, &Value),
) -> Result<Answer<Notes>, ToolError> {
    let Value::String(text) = content else { return Err(ToolError::told("a note is text")) };
    if text.len() > NOTE {
        return Err(ToolError::told(format!("a note has at most {NOTE} bytes")));
    }
    let _alone = shelf.notes.lock().await;
    let mut names = note_names(desk, shelf).await?;
    if !names.iter().any(|known| known == name) {
        if names.len() >= NOTES {
            return Err(ToolError::told(format!("there are {NOTES} notes already; write one of them anew")));
        }
        names.push(name.to_owned());
    }
    put(desk, &shelf.key(&Place::Note(name.to_owned())), text.as_bytes()).await?;
    put(desk, &format!("{}/{INDEX}", shelf.folder), json!(names).to_string().as_bytes()).await?;
    Ok(Answer::new(json!({"written": format!("notes/{name}")})))
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for ReadFile {
    type Args = Path;

    fn spec(&self) -> llm::Tool {
        spec("read_file", "Reads a file of the bundle.", 1, &[("path", words("As list_files names it."))])
    }

    fn bounds(&self) -> Bounds {
        Bounds { time: Some(QUICK), at_once: None }
    }

    async fn call(&self, desk: &Desk<M, W>, args: Path) -> Result<Answer<Notes>, ToolError> {
        let shelf = shelf(desk)?;
        let key = shelf.key(&shelf.place(&args.path).map_err(ToolError::told)?);
        let found = desk.kit.objects.get(&key).await.map_err(|error| broken("read_file", error))?;
        let Some(bytes) = found else {
            return Err(ToolError::told(format!("there is no file {:?}; list_files says which there are", args.path)));
        };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let content = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Ok(Answer::new(json!({"path": args.path, "content": content})))
    }
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for ListFiles {
    type Args = Nothing;

    fn spec(&self) -> llm::Tool {
        spec("list_files", "Lists the files of the bundle.", 0, &[])
    }

    fn bounds(&self) -> Bounds {
        Bounds { time: Some(QUICK), at_once: None }
    }

    async fn call(&self, desk: &Desk<M, W>, _args: Nothing) -> Result<Answer<Notes>, ToolError> {
        let shelf = shelf(desk)?;
        let settled = shelf.todos.iter().zip(&shelf.marks);
        let settled = settled.filter(|(_, mark)| matches!(mark.status, Status::Done | Status::Blocked));
        let notes = note_names(desk, shelf).await?;
        let files: Vec<String> = std::iter::once("todos.json".to_owned())
            .chain(settled.map(|(todo, _)| todo.file.clone()))
            .chain(notes.iter().map(|name| format!("notes/{name}")))
            .collect();
        Ok(Answer::new(json!({"files": files})))
    }
}

async fn note_names<M, W>(desk: &Desk<M, W>, shelf: &Shelf) -> Result<Vec<String>, ToolError> {
    let found = desk.kit.objects.get(&format!("{}/{INDEX}", shelf.folder)).await;
    let found = found.map_err(|error| broken("list_files", error))?;
    Ok(found.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default())
}

async fn put<M, W>(desk: &Desk<M, W>, key: &str, bytes: &[u8]) -> Result<(), ToolError> {
    desk.kit.objects.put(key, bytes).await.map(|_| ()).map_err(|error| broken(WRITE, error))
}

fn broken(tool: &str, error: ObjectError) -> ToolError {
    match error {
        ObjectError::Key(_) => ToolError::told(error.to_string()),
        error => ToolError::broken(tool, error),
    }
}

/// Only a bundle's loop has a folder.
pub(super) fn shelf<M, W>(desk: &Desk<M, W>) -> Result<&Shelf, ToolError> {
    desk.task.shelf.as_deref().ok_or_else(|| ToolError::told("there are files and todos in research directions only"))
}
