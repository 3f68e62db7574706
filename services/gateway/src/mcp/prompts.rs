//! Research macros as prompts: each asks the model to execute the macro and to put its result before the user.

use operations::OperationError;
use operations::macros::{MacroItem, ParameterItem};
use rmcp::model::{GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::{Map, Value};
use tools::macros::Definition;

use super::tool::Fault;
use crate::Gateway;

pub(super) fn list(gateway: &Gateway) -> Vec<Prompt> {
    gateway
        .operations
        .macros
        .registry()
        .list()
        .iter()
        .map(|definition| prompt(&MacroItem::from(&**definition)))
        .collect()
}

fn prompt(item: &MacroItem) -> Prompt {
    let argument = |parameter: &ParameterItem| {
        PromptArgument::new(&parameter.name).with_description(&parameter.description).with_required(parameter.required)
    };
    Prompt::new(&item.name, Some(&item.description), Some(item.parameters.iter().map(argument).collect()))
}

/// Returns the prompt of a macro.
///
/// # Errors
/// There is no such macro, or the arguments do not fit its parameters.
pub(super) fn get(gateway: &Gateway, name: &str, arguments: &JsonObject) -> Result<GetPromptResult, Fault> {
    let definition = gateway
        .operations
        .macros
        .registry()
        .get(name)
        .ok_or_else(|| Fault::new(format!("there is no prompt {name:?}")))?;
    let params = typed(&definition, arguments);
    definition.fill(&params).map_err(OperationError::from)?;
    let text = format!(
        "Execute the research macro `{name}` with research_execute: choose a new UUID as session_id, and pass these params: {}. When it is \
         done, show me the data, its sources, the checks and the suggested verbs, and ask me whether to approve, edit or reject it. Then \
         call research_approve with my edits, or research_reject with my reason.",
        Value::Object(params)
    );
    let result = GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]);
    Ok(result.with_description(definition.description()))
}

/// Converts the arguments, which are texts, to the types of the parameters. A text that does not fit stays, and is
/// refused by the check.
fn typed(definition: &Definition, arguments: &JsonObject) -> Map<String, Value> {
    let item = MacroItem::from(definition);
    let value = |name: &String, given: &Value| {
        let kind = item.parameters.iter().find(|parameter| parameter.name == *name).map(|parameter| &*parameter.kind);
        let parsed = match (kind, given.as_str()) {
            (Some("integer"), Some(text)) => text.trim().parse::<i64>().ok().map(Value::from),
            (Some("boolean"), Some(text)) => text.trim().parse::<bool>().ok().map(Value::from),
            _ => None,
        };
        (name.clone(), parsed.unwrap_or_else(|| given.clone()))
    };
    arguments.iter().map(|(name, given)| value(name, given)).collect()
}
