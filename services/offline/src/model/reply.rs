//! A reply to be rendered by a wire format.

use super::answer::Answer;
use super::usage::Usage;
use crate::provider::{self, Profile};

/// A reply to be rendered by a wire format.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reply<'a> {
    /// Fingerprint of the request, from which all ids derive.
    pub(crate) id: &'a str,
    /// Name of the model in the reply.
    pub(crate) model: &'a str,
    /// Provider that is imitated.
    pub(crate) profile: Profile,
    /// Answer of the model.
    pub(crate) answer: &'a Answer,
    /// Its token counts.
    pub(crate) usage: &'a Usage,
    /// The request asked for encrypted reasoning (Responses).
    pub(crate) encrypted: bool,
}

impl Reply<'_> {
    /// Returns the id of the call at this position. It tells whether the turn began with thinking.
    pub(super) fn call_id(&self, prefix: &str, number: usize) -> String {
        provider::call_id(prefix, self.id, number, self.answer.thought.is_some())
    }
}
