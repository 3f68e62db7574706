//! `auspex review execute RESULT`: sends the approved verbs to the executor and stores its answer.

use std::process::ExitCode;
use std::time::Duration;

use domain::JobId;
use proto::result::macro_announcement;
use runtime::client::{NewRequest, RequestError};
use store::reviews::{ReviewTarget, Reviews};
use tools::macros::VerbRequest;

use super::Desk;
use crate::output;
use crate::publish::parse_timeout;

/// Command-line arguments of `auspex review execute`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Args {
    /// Id of the result.
    result: JobId,
    /// Name of the person who executes.
    #[arg(long, env = "USER", default_value = "")]
    by: String,
    /// Digest of the data and the verbs that you have read, as `show` prints it. Required.
    #[arg(long)]
    digest: Option<String>,
    /// Maximum time to wait for the executor's answer.
    #[arg(long, default_value = "30s", value_parser = parse_timeout)]
    timeout: Duration,
}

/// Requests the execution on `auspex.verbs.execute.<tenant>`. Exit code 3 if nothing executes verbs, or the result may
/// not be executed; 4 if the answer does not arrive in time. The request may be repeated: the executor recognises it by
/// the idempotency key.
pub(super) async fn run(args: Args, desk: &Desk<'_>) -> anyhow::Result<ExitCode> {
    let reviewed = desk.read(args.result).await?;
    let VerbRequest { subject, headers, body } =
        match VerbRequest::checked(&reviewed, &args.by, desk.context.clock.now()) {
            Ok(request) => request,
            Err(refused) => {
                output::report_failure(&refused.to_string(), desk.context.json);
                return Ok(ExitCode::from(output::INCOMPLETE));
            }
        };
    if let Some(problem) = desk.unseen(&reviewed, args.digest.as_deref()).await? {
        output::report_failure(&format!("not executed: {problem}"), desk.context.json);
        return Ok(ExitCode::from(output::INCOMPLETE));
    }
    let client = desk.context.client().await?;
    let request = NewRequest { subject, headers, payload: body.into(), timeout: args.timeout };
    let answered = client.request(request).await;
    client.close().await;
    let execution = match answered {
        Ok(bytes) => VerbRequest::executed(&args.by, desk.context.clock.now(), &bytes),
        Err(error) => return Ok(no_answer(&error, desk.context.json)),
    };
    let target = ReviewTarget::from_result(&reviewed);
    desk.report(desk.store.executed(&target, execution, macro_announcement).await?, "executed")
}

fn no_answer(error: &RequestError, is_json: bool) -> ExitCode {
    let (advice, code) = match error {
        RequestError::NoResponder(_) => {
            ("the verbs stay ready; start the executor and repeat the command", output::INCOMPLETE)
        }
        RequestError::TimedOut { .. } | RequestError::Failed(..) => {
            ("repeat the command: the executor recognises the request by its idempotency key", output::TIMED_OUT)
        }
    };
    output::report_failure(&format!("{error}; {advice}"), is_json);
    ExitCode::from(code)
}
