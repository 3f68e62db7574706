//! A task as the model is given it.

use agent::{Goal, Limits};
use domain::{MicroUsd, Time};
use fleet::{PromptError, Prompts};
use runtime::Failure;
use serde_json::{Value, json};
use store::Memory;
use web::Web;

use crate::Config;
use crate::desk::{Desk, Task};
use crate::tools;

/// The prompts, compiled in. Their hash stands in every result.
pub(crate) const FILES: [(&str, &str); 4] = [
    ("research_system.md", include_str!("../prompts/research_system.md")),
    ("research.md", include_str!("../prompts/research.md")),
    ("read_page_system.md", include_str!("../prompts/read_page_system.md")),
    ("read_page.md", include_str!("../prompts/read_page.md")),
];

/// The templates.
pub(crate) fn prompts() -> Result<Prompts, PromptError> {
    Prompts::new(&FILES)
}

/// The loop's goal for a desk.
pub(crate) fn of<M: Memory, W: Web>(desk: &Desk<M, W>) -> Result<Goal, Failure> {
    let input = input(&desk.task);
    let render = |name: &str| desk.kit.prompts.render(name, json!({"input": input})).map_err(Failure::reject);
    Ok(Goal {
        system: render("research_system.md")?,
        task: render("research.md")?,
        tools: desk.kit.tools.specs(),
        answer_tool: Some(tools::ANSWER.to_owned()),
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
    json!({
        "question": task.question,
        "context": task.context,
        "entity": entity,
        "mint": task.mint,
        "today": task.started.date_naive().to_string(),
        "maxSources": task.max_pages,
    })
}

/// The loop's bounds for a task: the configuration's, lowered by the task's money and deadline.
pub(crate) fn limits(config: &Config, budget: MicroUsd, (started, deadline): (Time, Option<Time>)) -> Limits {
    let left = deadline.map(|deadline| (deadline - started).to_std().unwrap_or_default());
    Limits {
        turns: config.turns,
        calls: config.calls,
        time: left.map_or(config.time, |left| left.min(config.time)),
        // A tenth is kept for the final answer; the ledger's own bound stays exact.
        dollars: MicroUsd(budget.0 / 10 * 9),
        ..Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prompts_are_as_they_were() {
        let prompts = prompts().unwrap();
        let input = json!({"question": "What is ```this```?", "context": "", "entity": null, "mint": null, "today": "2026-11-22", "maxSources": 20});
        let render = |name: &str| format!("--- {name}\n{}", prompts.render(name, json!({"input": input})).unwrap());
        let rendered: Vec<String> = FILES.iter().map(|(name, _)| render(name)).collect();
        insta::assert_snapshot!(rendered.join("\n"));
    }
}
