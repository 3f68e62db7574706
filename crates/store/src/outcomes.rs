//! Outcomes of questions, and the past cases of a question's reference classes.
//!
//! An outcome is never overwritten: a correction retires the row that it corrects, so the knowledge at any moment can
//! be reconstructed. Two times are kept apart: when the question resolved (`resolved_at`) and when this fleet learned
//! it (`learned_at`).

mod announce;
mod answers;
mod port;
mod read;
pub(crate) mod record;
mod withdraw;

pub use announce::AnnounceOutcome;
pub use answers::{AnswerRecorded, NewAnswer, StoredAnswer};
pub use port::{NewOutcome, Origin, Outcomes, PgOutcomes, Recorded, StoredOutcome, TrackedQuestion};
pub use withdraw::Withdrawal;
