//! `auspex review execute RESULT`: sends the approved verbs to the executor and stores its answer.

use std::process::ExitCode;
use std::time::Duration;

use domain::JobId;
use domain::review::{Execution, ReviewEvent};
use proto::result::macro_announcement;
use runtime::client::{NewRequest, RequestError};
use serde_json::Value;
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
    /// Maximum time to wait for the executor's answer.
    #[arg(long, default_value = "30s", value_parser = parse_timeout)]
    timeout: Duration,
}

/// Requests the execution on `auspex.verbs.execute.<tenant>`. Exit code 3 if nothing executes verbs, or the result may not be executed;
/// 4 if the answer does not arrive in time. The request may be repeated: the executor recognises it by the idempotency key.
pub(super) async fn run(args: Args, desk: &Desk<'_>) -> anyhow::Result<ExitCode> {
    let reviewed = desk.read(args.result).await?;
    // Checked before anything is sent; the commit of the answer checks it again.
    let check = Execution { by: args.by.clone(), at: desk.context.clock.now(), answer: Value::Null };
    if let Err(refused) = reviewed.step(&ReviewEvent::VerbsExecuted(check)) {
        output::report_failure(&refused.to_string(), desk.context.json);
        return Ok(ExitCode::from(output::INCOMPLETE));
    }
    let VerbRequest { subject, headers, body } = VerbRequest::new(&reviewed);
    let client = desk.context.client().await?;
    let request = NewRequest { subject, headers, payload: body.into(), timeout: args.timeout };
    let answered = client.request(request).await;
    client.close().await;
    let answer = match answered {
        Ok(bytes) => VerbRequest::read_answer(&bytes),
        Err(error) => return Ok(no_answer(&error, desk.context.json)),
    };
    let execution = Execution { by: args.by, at: desk.context.clock.now(), answer };
    let target = ReviewTarget::of(&reviewed);
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
