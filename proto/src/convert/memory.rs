//! `memory.proto`: what memory could not answer.

use domain::event::RetrievalMiss;

use super::check;
use crate::event::InvalidEvent;
use crate::v1;

/// More than 20 pages for one look-up is a task for a question, not for just-in-time research (SPEC 3).
pub(super) const SOURCES: (u32, u32) = (1, 20);
/// What a publisher means who does not say.
const USUAL_SOURCES: u32 = 5;

impl TryFrom<v1::RetrievalMiss> for RetrievalMiss {
    type Error = InvalidEvent;

    fn try_from(wire: v1::RetrievalMiss) -> Result<Self, InvalidEvent> {
        let v1::RetrievalMiss { query, score, threshold, context, max_sources } = wire;
        Ok(Self {
            query: check::filled_text(query, "query", check::LINE)?,
            score: check::fraction(score, "score")?,
            threshold: check::fraction(threshold, "threshold")?,
            context: check::text(context, "context", check::TEXT)?,
            max_sources: check::count(max_sources.unwrap_or(USUAL_SOURCES), "max_sources", SOURCES)?,
        })
    }
}

impl From<&RetrievalMiss> for v1::RetrievalMiss {
    fn from(miss: &RetrievalMiss) -> Self {
        let RetrievalMiss { query, score, threshold, context, max_sources } = miss;
        Self {
            query: query.clone(),
            score: *score,
            threshold: *threshold,
            context: context.clone(),
            max_sources: Some(*max_sources),
        }
    }
}
