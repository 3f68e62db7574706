//! `auspex review execute RESULT`: sends the approved verbs to the executor and stores its answer.

use std::process::ExitCode;

use anyhow::Context as _;

use super::{Desk, text, unseen};
use crate::door::ReadResult;

/// Command-line arguments of `auspex review execute`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Args {
    /// Result: its id, at least the first 6 digits of it, or `last`.
    result: String,
    /// Digest of the data and the verbs that you have read, as `show` prints it. Required.
    #[arg(long)]
    digest: Option<String>,
}

/// Requests the execution on `auspex.verbs.execute.<tenant>`. Exit code 3 if nothing executes verbs, or the result may
/// not be executed; 4 if the answer does not arrive in time. The request may be repeated: the executor recognises it by
/// the idempotency key.
pub(super) async fn run(args: Args, desk: &Desk<'_>) -> anyhow::Result<ExitCode> {
    let shown = desk.read(&args.result).await?;
    if let Some(problem) = unseen(&shown, args.digest.as_deref()).filter(|_| args.digest.is_some()) {
        return Ok(desk.refused("executed", &problem));
    }
    let result = shown.result_id.parse().context("the id of a result")?;
    let seen = ReadResult { result, version: shown.session_version, digest: args.digest };
    match desk.door.execute_verbs(seen).await {
        Ok(executed) => {
            let consequence = text::consequence(&executed, &executed.state, true);
            desk.report(&executed, (&format!("executed; {consequence}"), &executed.verbs))
        }
        Err(error) => desk.failed("executed", error),
    }
}
