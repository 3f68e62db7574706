//! A result, stored and published in one outcome: what Postgres holds and what a subscriber hears cannot differ.

use domain::{Effect, JobId, Time};
use proto::events::ResultPublished;
use proto::result::{Said, row};
use runtime::handler::Outcome;

/// Adds the result. Its id derives from the job that writes it, so the same message makes the same result.
pub fn published(outcome: Outcome, said: Said<'_>, job: JobId, report_key: &str, at: Time) -> Outcome {
    let row = row(said, job.derive("result", 0), report_key, at);
    outcome.write(Effect::ResultStored(Box::new(row.clone()))).say(ResultPublished(row))
}
