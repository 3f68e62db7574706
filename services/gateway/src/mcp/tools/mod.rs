//! All tools, by subject.

mod approval;
mod dead_letters;
mod deep_reports;
mod entities;
mod events;
mod fleet;
mod macros;
mod memory;
mod outcomes;
mod research;
mod reviews;
mod runs;
mod schedules;
mod webhooks;

use operations::progress::Look;
use serde::Serialize;
use serde_json::Value;

use super::tasks::Work;
use super::tool::{Fault, McpCall, Tool, value};
use crate::Gateway;

/// Looks at work that a tool has begun.
pub(super) async fn look(call: &McpCall, work: &Work) -> Result<Look<Value>, Fault> {
    match work {
        Work::Question { job } => json(runs::look(call, *job).await?),
        Work::Report { job } => json(deep_reports::look(call, *job).await?),
        Work::Research { job } => json(operations::research::look(call.cx(), *job).await?),
        Work::Entities { job } => json(research::look(call, *job).await?),
        Work::Macro(accepted) => json(macros::look(call, accepted).await?),
    }
}

fn json<T: Serialize>(look: Look<T>) -> Result<Look<Value>, Fault> {
    Ok(match look {
        Look::Done(found) => Look::Done(value(&found)?),
        Look::Working(state) => Look::Working(state),
    })
}

/// All tools in the order in which they are listed.
pub(super) struct Tools(Vec<Tool>);

impl Tools {
    pub(super) fn new(gateway: &Gateway) -> Self {
        Self(
            [
                entities::all(gateway),
                research::all(),
                memory::all(),
                runs::all(),
                deep_reports::all(),
                macros::all(),
                reviews::all(),
                outcomes::all(),
                events::all(),
                schedules::all(),
                webhooks::all(),
                dead_letters::all(),
                fleet::all(),
            ]
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
