//! All tools, by subject.

mod approval;
mod entities;
mod macros;
mod memory;
mod research;
mod runs;

use std::sync::Arc;

use super::tool::Tool;
use crate::Gateway;

/// All tools in the order in which they are listed.
pub(super) struct Tools(Vec<Tool>);

impl Tools {
    pub(super) fn new(gateway: &Arc<Gateway>) -> Self {
        Self([entities::all(gateway), research::all(), memory::all(), runs::all(), macros::all()].into_iter().flatten().collect())
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Tool> {
        self.0.iter()
    }

    pub(super) fn find(&self, name: &str) -> Option<&Tool> {
        self.0.iter().find(|tool| tool.name == name)
    }
}
