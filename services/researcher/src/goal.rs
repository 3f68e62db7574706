//! A task as the model is given it.

use agent::{Goal, Limits};
use domain::{MicroUsd, Time};
use runtime::Failure;
use serde_json::{Value, json};
use store::Memory;
use web::Web;
use worker::{PromptError, Prompts};

use crate::Config;
use crate::desk::{Desk, Task};

/// The prompts, compiled in. Their hash stands in every result.
pub(crate) const FILES: [(&str, &str); 8] = [
    research::judge::PROMPTS[0],
    research::judge::PROMPTS[1],
    ("research_system.md", include_str!("../prompts/research_system.md")),
    ("research.md", include_str!("../prompts/research.md")),
    ("todo_system.md", include_str!("../prompts/todo_system.md")),
    ("todo.md", include_str!("../prompts/todo.md")),
    ("read_page_system.md", include_str!("../prompts/read_page_system.md")),
    ("read_page.md", include_str!("../prompts/read_page.md")),
];

/// The templates.
pub(crate) fn prompts() -> Result<Prompts, PromptError> {
    Prompts::new(&FILES)
}

/// The loop's goal for a desk.
pub(crate) fn of<M: Memory, W: Web>(desk: &Desk<M, W>) -> Result<Goal, Failure> {
    let (system, task) = match &desk.task.shelf {
        Some(_) => ("todo_system.md", "todo.md"),
        None => ("research_system.md", "research.md"),
    };
    let input = input(&desk.task);
    let render = |name: &str| desk.kit.prompts.render(name, json!({"input": input})).map_err(Failure::reject);
    Ok(Goal {
        system: render(system)?.into(),
        task: render(task)?,
        tools: desk.tools().specs(),
        answer_tool: Some(desk.answer_tool().to_owned()),
        max_tokens: desk.kit.config.max_tokens,
    })
}

/// What stands in the task's one fenced block.
pub(crate) fn input(task: &Task) -> Value {
    let entity = task.entity.as_ref().map(|entity| {
        json!({
            "entityId": entity.id, "type": entity.kind, "name": entity.name, "symbol": entity.symbol,
            "verified": entity.verified, "metadata": entity.metadata,
        })
    });
    let mut input = json!({
        "question": task.question,
        "context": task.context,
        "entity": entity,
        "mint": task.mint,
        "today": task.as_of.unwrap_or(task.started).date_naive().to_string(),
        "maxSources": task.max_pages,
    });
    if let Some(shelf) = &task.shelf {
        let todo = shelf.todo();
        input["todo"] = json!({
            "id": todo.id, "file": todo.file, "fields": todo.direction.fields, "acceptance": todo.direction.acceptance,
            "priority": todo.direction.priority, "candidateSources": todo.sources,
        });
        input["soFar"] = json!(shelf.so_far);
        input["bundle"] = shelf.counts();
    }
    input
}

/// The loop's bounds for a task: the configuration's, lowered by the task's money and deadline.
pub(crate) fn limits(config: &Config, budget: MicroUsd, (started, deadline): (Time, Option<Time>)) -> Limits {
    let left = deadline.map(|deadline| (deadline - started).to_std().unwrap_or_default());
    Limits {
        turns: config.turns,
        calls: config.calls,
        // A tenth of the time is kept for the final answer; the money for it the run itself keeps.
        time: left.map_or(config.time, |left| left.mul_f64(0.9).min(config.time)),
        dollars: budget,
        ..Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prompts_are_as_they_were() {
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
