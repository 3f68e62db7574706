//! What an approval and an execution require of the caller: that it was shown the data and the verbs, and where
//! `four_eyes` is set, that another token has requested the result.

use domain::review::{AUTOMATIC, MAX_BY_BYTES, ReviewedResult};
use tools::macros::definition;

use super::{Desk, DeskError};

impl Desk<'_> {
    /// Returns the name under which decisions are recorded. Names are free and may be equal, so the id of the token is
    /// part of it.
    pub(super) fn reviewer(&self) -> String {
        let id = format!(" ({})", self.caller.token);
        let name = &self.caller.name;
        let room = MAX_BY_BYTES - id.len();
        format!("{}{id}", &name[..name.floor_char_boundary(room)])
    }

    /// Checks that the caller names what it was shown.
    pub(super) fn check_shown(read: &ReviewedResult, digest: Option<&str>) -> Result<(), DeskError> {
        match digest {
            None => Err(DeskError::NotShown),
            Some(digest) if digest == read.digest() => Ok(()),
            Some(_) => Err(DeskError::OtherDigest),
        }
    }

    /// Checks that the caller may approve the result.
    pub(super) async fn check_may_approve(&self, read: &ReviewedResult) -> Result<(), DeskError> {
        match self.needs_four_eyes(read) && self.has_requested(read).await? {
            true => Err(DeskError::FourEyes),
            false => Ok(()),
        }
    }

    /// Checks that the caller may have the verbs executed. What no person has approved needs the second person now.
    pub(super) async fn check_may_execute(&self, read: &ReviewedResult) -> Result<(), DeskError> {
        let is_automatic = read.review.as_ref().is_some_and(|review| review.by == AUTOMATIC);
        if is_automatic { self.check_may_approve(read).await } else { Ok(()) }
    }

    fn needs_four_eyes(&self, read: &ReviewedResult) -> bool {
        self.gateway.macros.need_four_eyes(self.tenant())
            || definition(read).is_ok_and(|definition| definition.four_eyes())
    }

    async fn has_requested(&self, read: &ReviewedResult) -> Result<bool, DeskError> {
        Ok(self.store().requester(read.event_job).await? == Some(self.caller.token))
    }
}
