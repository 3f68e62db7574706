//! `auspex macro run NAME`: requests the execution of a macro and waits for its result.

mod remote;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use domain::event::MacroRequest;
use domain::review::SessionId;
use domain::{Event, EventId, EventKind, JobId, MacroResult, MicroUsd, Tenant};
use operations::macros::ParameterItem;
use operations::reviews::ReviewedView;
use serde_json::{Map, Value};
use store::Store;
use store::reviews::Reviews;
use tools::macros::Registry;

use crate::publish::{POLL_INTERVAL, find_dead_letter, parse_timeout, publish_one};
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
    /// Tenant to account the work to [default: default].
    #[arg(long, value_parser = Tenant::parse)]
    tenant: Option<Tenant>,
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

pub(super) use remote::run as run_remote;

/// Checks the parameters, publishes the request and waits for its result. Exit code 3 if the macro was not executed, 4
/// on timeout.
pub(super) async fn run(args: Args, registry: &Registry, context: &Context) -> anyhow::Result<ExitCode> {
    let definition = super::find(registry, &args.name)?;
    let parameters = parameters(&args, &ParameterItem::of(&definition))?;
    definition.fill(&parameters)?;
    let event = event(&args, parameters, context)?;
    let store = context.store().await?;
    publish_one(&event, "macro", context).await.context("the request was not published")?;
    follow(&store, &event, &args, context).await
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

fn event(args: &Args, parameters: Map<String, Value>, context: &Context) -> anyhow::Result<Event> {
    let now = context.clock.now();
    let id = args.id.clone().unwrap_or_else(|| {
        // The time is part of the id: the same request made later is a new one.
        let content = Value::Object(parameters.clone()).to_string();
        format!("macro-{}", JobId::named(&[&args.name, &content, &now.to_rfc3339()]))
    });
    let request = MacroRequest {
        name: args.name.clone(),
        parameters,
        session: args.session.map(|session| session.to_string()).unwrap_or_default(),
        skip_review: args.skip_review,
    };
    ensure!(!id.trim().is_empty(), "--id is empty");
    Ok(Event {
        id: EventId::parse(&id)?,
        tenant: args.tenant.clone().unwrap_or_default(),
        source: "auspex macro run".to_owned(),
        occurred_at: Some(now),
        budget: args.budget,
        kind: EventKind::Macro(request),
    })
}

async fn follow(store: &Store, event: &Event, args: &Args, context: &Context) -> anyhow::Result<ExitCode> {
    let job = event.job();
    let result = MacroResult::id_of_event(job);
    let end = Instant::now() + args.timeout;
    let mut ticks = tokio::time::interval(POLL_INTERVAL);
    loop {
        ticks.tick().await;
        if let Some(reviewed) = store.reviews().show(&event.tenant, result).await? {
            return report(&ReviewedView::from(&reviewed), &event.tenant, context);
        }
        let view = store.events().load(job).await?;
        if let Some(letter) = find_dead_letter(store, job, view.as_ref()).await? {
            let (reason, id) = (letter.errors.join(": "), letter.id);
            bail!("the request was dead-lettered ({}): {reason}\nsee `auspex dead show {id}`", letter.class);
        }
        if Instant::now() >= end {
            return Ok(timed_out(args, context));
        }
    }
}

fn timed_out(args: &Args, context: &Context) -> ExitCode {
    let seconds = args.timeout.as_secs();
    let late = format!("no result within {seconds} s; the work continues, see `auspex review list --state all`");
    output::report_failure(&late, context.json);
    ExitCode::from(output::TIMED_OUT)
}

fn report(view: &ReviewedView, tenant: &Tenant, context: &Context) -> anyhow::Result<ExitCode> {
    review::print(view, context)?;
    // A macro that was not executed has no version.
    let is_refused = view.result_state == "rejected" && view.macro_version.is_empty();
    if view.result_state == "pending" && !context.json {
        output::note(&review_commands(view, tenant));
    }
    Ok(output::complete_if(!is_refused))
}

/// Returns the commands that decide about a printed result. An approval names the digest of what was printed.
fn review_commands(view: &ReviewedView, tenant: &Tenant) -> String {
    let (id, digest) = (&view.result_id, &view.digest);
    let tenant = if *tenant == Tenant::default() { String::new() } else { format!(" --tenant {tenant}") };
    format!(
        "waits for a review: `auspex review approve {id} --digest {digest}{tenant}`; `edit` takes the same arguments, `reject` needs no \
         digest"
    )
}

#[cfg(test)]
mod tests {
    use clap::Args as _;
    use domain::review::{ReviewedResult, Session};
    use domain::testing;

    use super::*;

    #[test]
    fn the_printed_command_is_complete() {
        for (tenant, named) in [("default", ""), ("acme", " --tenant acme")] {
            let session = ReviewedResult::session_of_forecast(testing::run().id);
            let session = Session::new(Tenant::parse(tenant).unwrap(), session);
            let reviewed = ReviewedResult::record_forecast(&session, testing::forecast(), testing::when());
            let told = review_commands(&ReviewedView::from(&reviewed), &reviewed.session.tenant);
            let command = told.split('`').nth(1).unwrap();
            let (id, digest) = (reviewed.result.id, reviewed.digest());
            assert_eq!(command, format!("auspex review approve {id} --digest {digest}{named}"));
            let parser = review::Args::augment_args(clap::Command::new("review"));
            parser.try_get_matches_from(command.split_whitespace().skip(1)).unwrap();
        }
    }
}
