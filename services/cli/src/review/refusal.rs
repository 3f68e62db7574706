//! Decisions that are refused, as text and as exit codes.

use std::process::ExitCode;

use super::Desk;
use crate::door::DoorError;
use crate::output;

/// Problems that the state of the result or the input of the reviewer causes.
const REFUSALS: [&str; 6] =
    ["conflict", "transition-refused", "version-conflict", "invalid-edits", "four-eyes", "no-executor"];

impl Desk<'_> {
    /// Reports that a decision was not made.
    pub(super) fn refused(&self, done: &str, problem: &str) -> ExitCode {
        output::report_failure(&format!("not {done}: {problem}"), self.context.json);
        ExitCode::from(output::INCOMPLETE)
    }

    /// Reports a refusal of a decision; another failure is an error of the command.
    pub(super) fn failed(&self, done: &str, error: DoorError) -> anyhow::Result<ExitCode> {
        let is_refused = REFUSALS.contains(&error.kind());
        match error.kind() {
            "executor-timeout" => {
                output::report_failure(&error.to_string(), self.context.json);
                Ok(ExitCode::from(output::TIMED_OUT))
            }
            "precondition-required" => Ok(self.refused(done, &unnamed("ID"))),
            _ if is_refused => Ok(self.refused(done, &error.to_string())),
            _ => Err(error.into()),
        }
    }
}

/// Says how to name what was shown.
pub(super) fn unnamed(result: &str) -> String {
    format!("name the digest that `auspex review show {result}` prints with the data: --digest")
}
