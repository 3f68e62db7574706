//! `auspex watch` over the HTTP API of a gateway.

use std::process::ExitCode;

use anyhow::bail;
use domain::RunId;
use proto::v1;

use super::run::print_step;
use super::{Args, Kind, print};
use crate::door::{Door, HttpClient, OnBehalf, ServerEvent};
use crate::show::RunView;
use crate::{Context, output};

/// Prints results, or the progress of a run, until Ctrl-C.
pub(super) async fn run(args: &Args, context: &Context) -> anyhow::Result<ExitCode> {
    let door = Door::open(context, OnBehalf { tenant: args.tenant.as_deref(), ..OnBehalf::default() }).await?;
    let Door::Http(http) = &door else { bail!("there is no gateway") };
    let watching = async {
        match args.run {
            Some(run) => follow(&door, http, run, context).await,
            None => results(http, args, context).await,
        }
    };
    tokio::select! {
        code = watching => code,
        _ = tokio::signal::ctrl_c() => Ok(ExitCode::SUCCESS),
    }
}

async fn results(http: &HttpClient, args: &Args, context: &Context) -> anyhow::Result<ExitCode> {
    // The id 0 begins with the oldest result.
    let mut results = http.events(&["v1", "results"], args.from_start.then_some("0")).await?;
    let mut left = args.count.unwrap_or(u64::MAX);
    while left > 0 {
        let event = results.next().await?;
        if show(&event, args.kind, context)? {
            left -= 1;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints a result of the wanted kind. Returns `false` if the event is another one.
fn show(event: &ServerEvent, kind: Option<Kind>, context: &Context) -> anyhow::Result<bool> {
    let ServerEvent { id, name, data } = event;
    if matches!(name.as_str(), "gap" | "reset") {
        output::note(&format!("results are missing ({name}): {data}"));
        return Ok(false);
    }
    if kind.is_some_and(|kind| kind.name() != name) {
        return Ok(false);
    }
    match serde_json::from_str::<v1::Result>(data) {
        Ok(result) => print(&result, context.json)?,
        Err(error) => output::note(&format!("cannot decode the result at {id}: {error}")),
    }
    Ok(true)
}

async fn follow(door: &Door<'_>, http: &HttpClient, run: RunId, context: &Context) -> anyhow::Result<ExitCode> {
    let missing = || format!("run {run} does not exist; see `auspex show`");
    let path = run.to_string();
    let states = http.events(&["v1", "runs", &path, "events"], None).await;
    let mut states = states.map_err(|error| error.or_missing(missing))?;
    let mut last = String::new();
    let mut is_done = false;
    loop {
        // The run is over before its forecast is published, which takes moments.
        if is_done {
            tokio::time::sleep(crate::publish::POLL_INTERVAL).await;
        } else {
            is_done = states.next().await?.name == "done";
        }
        let view = RunView::read(door.run(run).await?)?;
        print_step(&view.state, &mut last, context)?;
        if let Some(code) = view.end(context)? {
            return Ok(code);
        }
    }
}
