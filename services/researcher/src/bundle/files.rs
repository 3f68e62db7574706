//! The contents of a bundle's files. Pure.

use domain::event::Episode;
use serde_json::{Value, json};
use store::Memory;
use tools::source_tier::SourceTiers;
use tools::workspace::{Todo, TodoStatus, dossier_files};

use super::EpisodeBundle;
use super::end::FinishedTodo;
use super::progress::Progress;
use crate::job::Job;

/// Returns the content of a todo's file.
pub(crate) fn todo_file(todo: &Todo, finished: &FinishedTodo, episode: &Episode) -> Value {
    let FinishedTodo { state, so_far, fields, acceptance, research } = finished;
    let missing: Vec<&String> = finished.missing(todo).collect();
    json!({
        "todo": todo.id, "episode": episode, "entity": {"name": todo.name, "type": todo.kind}, "direction": todo.direction,
        "status": state.status, "reason": state.reason, "started": state.started, "finished": state.finished,
        "notes": state.notes, "soFar": so_far, "fields": fields, "missingFields": missing, "acceptance": acceptance,
        "research": research,
    })
}

/// What a complete bundle has written.
pub(crate) struct Outputs<'a> {
    pub(crate) progress: &'a Progress,
    /// Names of the notes.
    pub(crate) notes: Vec<String>,
    pub(crate) tiers: &'a SourceTiers,
}

/// Returns the content of `research_complete.json`.
pub(crate) fn completion<M: Memory>(job: &Job<'_, M>, named: &EpisodeBundle<'_>, outputs: &Outputs<'_>) -> Value {
    let Outputs { progress, notes, tiers } = outputs;
    let board = &progress.board;
    let research_loop = &job.engine.research_loop;
    let output = |(todo, finished): (&Todo, &FinishedTodo)| {
        let missing: Vec<&String> = finished.missing(todo).collect();
        json!({
            "todo": todo.id, "file": todo.file, "fields": finished.fields, "missingFields": missing,
            "acceptance": finished.acceptance, "findings": finished.research.findings.len(),
            "costMicroUsd": finished.research.cost.0,
        })
    };
    let sources: Vec<Value> = progress
        .dossiers(named)
        .iter()
        .map(|dossier| {
            let [json, markdown] = dossier_files(&dossier.entity.name, dossier.entity.kind);
            json!({
                "entity": dossier.entity.name, "type": dossier.entity.kind, "dossier": [json, markdown],
                "candidateSources": dossier.candidate_sources(tiers),
            })
        })
        .collect();
    json!({
        "episode": progress.episode, "bundle": named.bundle.id, "folder": progress.folder,
        "event": job.task.event, "job": job.attempt.job,
        "directions": named.bundle.entities, "todos": board.listed()["todos"],
        "checkpoints": progress.rows().count(), "outputs": progress.rows().map(output).collect::<Vec<_>>(),
        "entities": sources, "notes": notes,
        "done": board.count(TodoStatus::Done), "blocked": board.count(TodoStatus::Blocked),
        "skipped": board.count(TodoStatus::Skipped), "soFar": progress.so_far(board.todos.len()),
        "costMicroUsd": progress.spent().0, "model": research_loop.model.card().model,
        "promptVersion": research_loop.prompts.version(),
    })
}
