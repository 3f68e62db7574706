//! Data that the HTTP gateway stores and reads beyond the other modules: accepted events with their idempotency keys,
//! and lists that are filtered by tenant in SQL and paged by cursor.

pub(crate) mod accept;
mod changes;
mod find;
mod intake;
mod lists;
mod owned;
mod progress;
pub(crate) mod requesters;
mod research;
mod reviews;

pub use accept::{Acceptance, RequestKey, Submission};
pub use changes::RecordedChange;
pub use find::IdRow;
#[cfg(feature = "testing")]
pub use lists::list_statements;
pub use lists::{Before, DeadLetterPage, NoteRow, ReportLine};
pub use owned::Owned;
pub use progress::RunProgress;
pub use research::GivenVersion;
pub use reviews::{Claimed, MacroProgress};
