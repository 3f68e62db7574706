//! `auspex review execute RESULT`: sends the approved verbs to the executor and stores its answer.

use std::process::ExitCode;
use std::time::Duration;

use domain::JobId;
use domain::review::{Execution, ReviewEvent};
use proto::result::macro_announcement;
use runtime::client::{NewRequest, RequestError};
use serde_json::{Value, json};
use store::reviews::{ReviewTarget, Reviews};

use super::Desk;
use crate::output;
use crate::publish::parse_timeout;

/// Header and field that make a repetition harmless: the id of the result.
const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

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
    let body = json!({
        "result_id": reviewed.result.id,
        "session_id": reviewed.session.id,
        "tenant": desk.tenant,
        "verbs": reviewed.verbs(),
        "idempotency_key": reviewed.result.id,
    });
    let client = desk.context.client().await?;
    let request = NewRequest {
        subject: format!("auspex.verbs.execute.{}", desk.tenant),
        headers: vec![(IDEMPOTENCY_KEY.to_owned(), reviewed.result.id.to_string())],
        payload: body.to_string().into(),
        timeout: args.timeout,
    };
    let answered = client.request(request).await;
    client.close().await;
    let answer = match answered {
        Ok(bytes) => parse(&bytes),
        Err(error) => return Ok(no_answer(&error, desk.context.json)),
    };
    let execution = Execution { by: args.by, at: desk.context.clock.now(), answer };
    let target = ReviewTarget::of(&reviewed);
    desk.report(desk.store.executed(&target, execution, macro_announcement).await?, "executed")
}

/// Returns the answer as JSON; other text becomes a string.
fn parse(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap_or_else(|_| Value::String(String::from_utf8_lossy(bytes).into_owned()))
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
