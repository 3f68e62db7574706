//! A result, stored and published in one outcome, so that the stored row and the published message are identical.

use domain::effect::ResultRow;
use domain::{Effect, JobId, Time};
use proto::events::ResultPublished;
use proto::result::{ResultContent, row};
use runtime::handler::Outcome;

/// Builds the row of a result. Its id derives from the job, so a redelivered message gives the same result.
pub fn result_row(content: ResultContent<'_>, job: JobId, report_key: &str, at: Time) -> ResultRow {
    row(content, job.derive("result", 0), report_key, at)
}

/// Adds a result to an outcome.
pub fn with_result(outcome: Outcome, row: ResultRow) -> Outcome {
    outcome.write(Effect::ResultStored(Box::new(row.clone()))).emit(ResultPublished(row))
}
