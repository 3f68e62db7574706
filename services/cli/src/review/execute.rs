//! `auspex review execute RESULT`: sends the approved verbs to the executor and stores its answer.

use std::process::ExitCode;
use std::time::Duration;

use domain::JobId;

use super::{Desk, text, unseen};
use crate::door::Seen;
use crate::publish::parse_timeout;

/// Command-line arguments of `auspex review execute`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Args {
    /// Id of the result.
    result: JobId,
    /// Name of the person who executes [default: $USER, or the name of the token].
    #[arg(long)]
    pub(super) by: Option<String>,
    /// Digest of the data and the verbs that you have read, as `show` prints it. Required.
    #[arg(long)]
    digest: Option<String>,
    /// Maximum time to wait for the executor's answer [default: 30s, or that of the gateway].
    #[arg(long, value_parser = parse_timeout)]
    pub(super) timeout: Option<Duration>,
}

/// Requests the execution on `auspex.verbs.execute.<tenant>`. Exit code 3 if nothing executes verbs, or the result may
/// not be executed; 4 if the answer does not arrive in time. The request may be repeated: the executor recognises it by
/// the idempotency key.
pub(super) async fn run(args: Args, desk: &Desk<'_>) -> anyhow::Result<ExitCode> {
    let shown = desk.read(args.result).await?;
    if let Some(problem) = unseen(&shown, args.digest.as_deref()).filter(|_| args.digest.is_some()) {
        return Ok(desk.refused("executed", &problem));
    }
    let seen = Seen { result: args.result, version: shown.session_version, digest: args.digest };
    match desk.door.execute_verbs(seen).await {
        Ok(executed) => {
            let consequence = text::consequence(&executed, &executed.state, true);
            desk.report(&executed, (&format!("executed; {consequence}"), &executed.verbs))
        }
        Err(error) => desk.failed("executed", error),
    }
}
