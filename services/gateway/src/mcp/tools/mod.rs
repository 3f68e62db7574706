//! All tools, by subject.

mod approval;
mod entities;
mod macros;
mod memory;
mod research;
mod runs;

use std::sync::Arc;

use serde_json::Value;

use super::tasks::Work;
use super::tool::{Fault, McpCall, Tool};
use super::waiting::Look;
use crate::Gateway;

/// Looks at work that a tool has begun.
pub(super) async fn look(call: &McpCall, work: &Work) -> Result<Look<Value>, Fault> {
    match work {
        Work::Question { job, run } => runs::look(call, *job, *run).await?.into_json(),
        Work::Research { job } => memory::look(call, *job).await?.into_json(),
        Work::Macro(accepted) => macros::look(call, accepted).await?.into_json(),
    }
}

/// All tools in the order in which they are listed.
pub(super) struct Tools(Vec<Tool>);

impl Tools {
    pub(super) fn new(gateway: &Arc<Gateway>) -> Self {
        Self(
            [entities::all(gateway), research::all(), memory::all(), runs::all(), macros::all()]
                .into_iter()
                .flatten()
                .collect(),
        )
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Tool> {
        self.0.iter()
    }

    pub(super) fn find(&self, name: &str) -> Option<&Tool> {
        self.0.iter().find(|tool| tool.name == name)
    }
}
