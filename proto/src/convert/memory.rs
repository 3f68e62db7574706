//! `memory.proto`: memory look-ups without a sufficient answer.

use domain::event::RetrievalMiss;

use super::check;
use super::entity_request::{rules, rules_to_wire};
use crate::event::InvalidEvent;
use crate::v1;

/// Range of `max_sources`. Reading more than 20 pages for one look-up is the job of a question, not of just-in-time
/// research.
pub(super) const SOURCES: (u32, u32) = (1, 20);
/// Value of `max_sources` if the publisher sends none.
const DEFAULT_SOURCES: u32 = 5;

impl TryFrom<v1::RetrievalMiss> for RetrievalMiss {
    type Error = InvalidEvent;

    fn try_from(wire: v1::RetrievalMiss) -> Result<Self, InvalidEvent> {
        let v1::RetrievalMiss { query, score, threshold, context, max_sources, sources } = wire;
        Ok(Self {
            query: check::filled_text(query, "query", check::LINE)?,
            score: check::fraction(score, "score")?,
            threshold: check::fraction(threshold, "threshold")?,
            context: check::text(context, "context", check::TEXT)?,
            max_sources: check::count(max_sources.unwrap_or(DEFAULT_SOURCES), "max_sources", SOURCES)?,
            sources: rules(sources)?,
        })
    }
}

impl From<&RetrievalMiss> for v1::RetrievalMiss {
    fn from(miss: &RetrievalMiss) -> Self {
        let RetrievalMiss { query, score, threshold, context, max_sources, sources } = miss;
        Self {
            query: query.clone(),
            score: *score,
            threshold: *threshold,
            context: context.clone(),
            max_sources: Some(*max_sources),
            sources: rules_to_wire(sources),
        }
    }
}
