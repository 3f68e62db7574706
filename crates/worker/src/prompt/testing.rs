//! Checks of prompts for the workers' tests.

use std::collections::BTreeSet;

use llm::Schema;

use super::builtin::{self, INPUT};

/// Checks that every example of a system prompt, a block fenced as JSON, is an answer that the schema accepts.
///
/// # Panics
/// The prompt contains no example, or the schema refuses one.
#[track_caller]
pub fn check_example(schema: &Schema, system: &str) {
    let examples: Vec<&str> =
        system.split("```json\n").skip(1).map(|rest| rest.split("\n```").next().unwrap_or(rest)).collect();
    assert!(!examples.is_empty(), "the prompt of {} has no example", schema.name());
    for example in examples {
        let strict = serde_json::from_str::<serde_json::Value>(example);
        assert!(strict.is_ok(), "{}: {strict:?} in {example}", schema.name());
        let read = schema.read(&llm::testing::text_reply(example));
        assert!(read.is_ok(), "{}: {read:?} in {example}", schema.name());
    }
    let call = format!("`{}`", schema.name());
    assert!(system.contains(&call), "the prompt does not name the tool {call}");
}

/// Checks that the input of a prompt has members that the prompt declares, so that files of a folder may use all of
/// them.
///
/// # Panics
/// The prompt does not exist, or a member is not declared.
#[track_caller]
pub fn check_members(worker: &str, name: &str, members: &[&str]) {
    let template = builtin::templates(worker).find(|template| template.name == name);
    let declared: BTreeSet<&str> = template
        .filter(|template| template.variables.contains(&INPUT))
        .map(|template| template.members.iter().copied().collect())
        .unwrap_or_default();
    let given: BTreeSet<&str> = members.iter().copied().collect();
    assert!(given.is_subset(&declared), "{worker}/{name} declares {declared:?}, and its input has {given:?}");
}
