//! Research macros as prompts.

use std::sync::Arc;

use rmcp::model::{GetPromptResult, JsonObject, Prompt};

use super::tool::Fault;
use crate::Gateway;

pub(super) fn list(_: &Arc<Gateway>) -> Vec<Prompt> {
    Vec::new()
}

pub(super) fn get(_: &Arc<Gateway>, name: &str, _: JsonObject) -> Result<GetPromptResult, Fault> {
    Err(Fault::new(format!("there is no prompt {name:?}")))
}
