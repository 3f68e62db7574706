//! A loop's task, its prompts and its limits. Pure.

use std::sync::Arc;

use agent::{Goal, Limits, ToolSpec};
use domain::{Entity, MicroUsd, Time};
use runtime::Failure;
use serde_json::{Value, json};
use tools::Session;
use worker::{PromptError, Prompts};

use super::steps::StepScope;
use crate::Config;

/// The prompts, compiled in. Every result names their hash.
pub(crate) const FILES: [(&str, &str); 8] = [
    research::judge::PROMPTS[0],
    research::judge::PROMPTS[1],
    ("research_system.md", include_str!("../../prompts/research_system.md")),
    ("research.md", include_str!("../../prompts/research.md")),
    ("todo_system.md", include_str!("../../prompts/todo_system.md")),
    ("todo.md", include_str!("../../prompts/todo.md")),
    ("read_page_system.md", include_str!("../../prompts/read_page_system.md")),
    ("read_page.md", include_str!("../../prompts/read_page.md")),
];

/// Parses the prompt templates.
pub(crate) fn prompts() -> Result<Prompts, PromptError> {
    Prompts::new(&FILES)
}

/// One loop: its subject and its state.
pub(crate) struct LoopTask {
    pub(crate) steps: Arc<StepScope>,
    pub(crate) subject: LoopSubject,
    pub(crate) session: Session,
}

/// Subject of a loop.
#[derive(Debug, Clone, Default)]
pub(crate) struct LoopSubject {
    pub(crate) question: String,
    /// Reason for the question; may be empty.
    pub(crate) context: String,
    /// Entity that the question is about.
    pub(crate) entity: Option<Entity>,
    /// Mint address of the entity, if it is a token.
    pub(crate) mint: Option<String>,
}

/// Returns the goal of a loop.
pub(crate) fn goal(
    task: &LoopTask,
    prompts: &Prompts,
    tools: Arc<[ToolSpec]>,
    max_tokens: u32,
) -> Result<Goal, Failure> {
    let (system, user) = match &task.session.workspace {
        Some(_) => ("todo_system.md", "todo.md"),
        None => ("research_system.md", "research.md"),
    };
    let input = input(task);
    let render = |name: &str| prompts.render(name, json!({"input": input})).map_err(Failure::reject);
    Ok(Goal {
        system: render(system)?.into(),
        task: render(user)?,
        tools,
        answer_tool: Some(task.session.answer_tool().to_owned()),
        max_tokens,
    })
}

/// Returns the data of the task's fenced block.
fn input(task: &LoopTask) -> Value {
    let LoopTask { subject, session, .. } = task;
    let entity = subject.entity.as_ref().map(|entity| {
        json!({
            "entityId": entity.id, "type": entity.kind, "name": entity.name, "symbol": entity.symbol,
            "verified": entity.verified, "metadata": entity.metadata,
        })
    });
    let mut input = json!({
        "question": subject.question,
        "context": subject.context,
        "entity": entity,
        "mint": subject.mint,
        "today": session.scope.as_of.unwrap_or(session.scope.started).date_naive().to_string(),
        "maxSources": session.scope.max_pages,
    });
    if let Some(workspace) = &session.workspace {
        let todo = workspace.todo();
        input["todo"] = json!({
            "id": todo.id, "file": todo.file, "fields": todo.direction.fields, "acceptance": todo.direction.acceptance,
            "priority": todo.direction.priority, "candidateSources": todo.sources,
        });
        input["soFar"] = json!(workspace.so_far);
        input["bundle"] = workspace.counts();
    }
    input
}

/// Returns the loop's limits: the configured ones, reduced to the task's budget and the time left until its deadline.
pub(crate) fn limits(config: &Config, budget: MicroUsd, time_left: Option<std::time::Duration>) -> Limits {
    Limits {
        turns: config.turns,
        calls: config.calls,
        // A tenth of the time is kept for the final answer; the run itself reserves the money for it.
        time: time_left.map_or(config.time, |left| left.mul_f64(0.9).min(config.time)),
        dollars: budget,
        ..Limits::default()
    }
}

/// Returns the time from `started` to the deadline.
pub(crate) fn time_left(started: Time, deadline: Option<Time>) -> Option<std::time::Duration> {
    deadline.map(|deadline| (deadline - started).to_std().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_match_the_snapshot() {
        let prompts = prompts().unwrap();
        let todo = json!({"id": "b1_person_ada_bio", "file": "person_ada_bio.json", "fields": ["born"], "acceptance": [], "priority": 1, "candidateSources": []});
        let mut input = json!({"question": "What is ```this```?", "context": "", "entity": null, "mint": null, "today": "2026-11-22", "maxSources": 20});
        input["todo"] = todo;
        input["soFar"] = json!("Two todos are done.");
        let render = |name: &str| format!("--- {name}\n{}", prompts.render(name, json!({"input": input})).unwrap());
        let rendered: Vec<String> = FILES.iter().map(|(name, _)| render(name)).collect();
        insta::assert_snapshot!(rendered.join("\n"));
    }
}
