//! Results: their stream, and figures about them.

mod counts;
mod degraded;
mod facet;
mod stream;

pub use counts::ResultCount;
pub use degraded::DegradedAnswers;
pub use facet::PgResults;
#[cfg(feature = "testing")]
pub use stream::stream_statements;
pub use stream::{History, PageSize, PositionState, ResultPage, ResultPosition, StreamedResult};
