//! `auspex macro run NAME`: requests the execution of a macro and waits for its result.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use domain::review::SessionId;
use domain::{JobId, MicroUsd};
use operations::macros::{ExecutionWanted, ParameterItem};
use operations::reviews::ReviewedView;
use serde_json::{Map, Value};

use crate::door::{Door, Executed};
use crate::publish::parse_timeout;
use crate::{Context, output, review};

/// Command-line arguments of `auspex macro run`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Args {
    /// Name of the macro.
    name: String,
    /// One parameter, e.g. `-p client_name="ACME Bank"`. May be repeated.
    #[arg(short = 'p', long = "param", value_name = "NAME=VALUE")]
    parameters: Vec<String>,
    /// All parameters as a JSON object.
    #[arg(long, value_name = "JSON", conflicts_with = "parameters")]
    params: Option<String>,
    /// Research session (UUID). Each session holds at most one pending result. The default is a new session.
    #[arg(long)]
    session: Option<SessionId>,
    /// Accept a valid result without a review, where the macro makes the review optional.
    #[arg(long)]
    skip_review: bool,
    /// Maximum cost, e.g. 0.50.
    #[arg(long, value_name = "DOLLARS", value_parser = MicroUsd::parse_dollars)]
    budget: Option<MicroUsd>,
    /// Event id; a request with the same id is executed once.
    #[arg(long)]
    id: Option<String>,
    /// Maximum time to wait.
    #[arg(long, default_value = "10m", value_parser = parse_timeout)]
    timeout: Duration,
}

/// Requests the execution and waits for its result. Exit code 3 if the macro was not executed, 4 on timeout.
pub(super) async fn run(args: Args, door: &Door, context: &Context) -> anyhow::Result<ExitCode> {
    let installed = door.macros(None).await?;
    let known = installed.into_iter().find(|known| known.name == args.name);
    let known = known.with_context(|| format!("the gateway has no macro {:?}; see `auspex macro list`", args.name))?;
    let wanted = ExecutionWanted {
        session_id: args.session.map(|session| session.0),
        params: parameters(&args, &known.parameters)?,
        skip_review: args.skip_review,
        budget_micro_usd: args.budget.map(|budget| budget.0),
    };
    let key = args.id.clone().unwrap_or_else(|| {
        // The time is part of the key: the same request made later is a new one.
        let content = Value::Object(wanted.params.clone()).to_string();
        format!("macro-{}", JobId::named(&[&args.name, &content, &context.clock.now().to_rfc3339()]))
    });
    let end = Instant::now() + args.timeout;
    loop {
        match door.execute_macro(&args.name, &wanted, &key).await? {
            Executed::Result(view) => return report(&view, context),
            Executed::Open(open) => {
                if let Some(letter) = open.progress.dead_letter {
                    bail!("the request was dead-lettered; see `auspex dead show {letter}`");
                }
            }
        }
        if Instant::now() >= end {
            return Ok(timed_out(&args, context));
        }
    }
}

/// Returns the parameters with the types of the definition.
fn parameters(args: &Args, known: &[ParameterItem]) -> anyhow::Result<Map<String, Value>> {
    if let Some(text) = &args.params {
        return serde_json::from_str(text).context("--params must be a JSON object");
    }
    let parse = |assignment: &String| {
        let (name, text) =
            assignment.split_once('=').with_context(|| format!("--param {assignment:?} must be NAME=VALUE"))?;
        let kind = known.iter().find(|known| known.name == name).map(|known| known.kind.as_str());
        let value = match kind {
            // A text that is neither a number nor a Boolean stays a text, which the check of the parameters reports.
            Some("integer" | "boolean") => {
                serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
            }
            _ => Value::String(text.to_owned()),
        };
        Ok((name.to_owned(), value))
    };
    args.parameters.iter().map(parse).collect()
}

fn timed_out(args: &Args, context: &Context) -> ExitCode {
    let seconds = args.timeout.as_secs();
    let late = format!("no result within {seconds} s; the work continues, see `auspex review list --state all`");
    output::report_failure(&late, context.json);
    ExitCode::from(output::TIMED_OUT)
}

fn report(view: &ReviewedView, context: &Context) -> anyhow::Result<ExitCode> {
    review::print(view, context)?;
    // A macro that was not executed has no version.
    let is_refused = view.result_state == "rejected" && view.macro_version.is_empty();
    let is_invalid = view.result_state == "pending" && !view.validation_errors.is_empty();
    if is_invalid {
        let id = &view.result_id;
        let text = format!(
            "the data violates the schema: `auspex review edit {id} --digest {}` or `reject {id}`",
            view.digest
        );
        output::report_failure(&text, context.json);
    } else if view.result_state == "pending" && !context.json {
        output::note(&review_commands(view));
    }
    Ok(output::complete_if(!is_refused && !is_invalid))
}

/// Returns the commands that decide about a printed result. An approval names the digest of what was printed.
fn review_commands(view: &ReviewedView) -> String {
    let (id, digest) = (&view.result_id, &view.digest);
    format!(
        "waits for a review: `auspex review approve {id} --digest {digest}`; `edit` takes the same arguments, `reject` needs no \
         digest"
    )
}

#[cfg(test)]
mod tests {
    use clap::Subcommand as _;
    use domain::review::{ReviewedResult, Session};
    use domain::testing;

    use super::*;

    #[test]
    fn the_printed_command_is_complete() {
        let session = ReviewedResult::session_of_forecast(testing::run().id);
        let session = Session::new(testing::run().tenant, session);
        let reviewed = ReviewedResult::record_forecast(&session, testing::forecast(), testing::when());
        let text = review_commands(&ReviewedView::from(&reviewed));
        let command = text.split('`').nth(1).unwrap();
        let (id, digest) = (reviewed.result.id, reviewed.digest());
        assert_eq!(command, format!("auspex review approve {id} --digest {digest}"));
        let parser = review::Args::augment_subcommands(clap::Command::new("review"));
        parser.try_get_matches_from(command.split_whitespace().skip(1)).unwrap();
    }
}
