//! `auspex ask` over the HTTP API of a gateway.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail};
use domain::RunId;
use operations::questions::Ask;
use tokio::time::{Instant, timeout_at};

use super::Args;
use super::progress::Progress;
use crate::door::{Door, HttpClient, OnBehalf, ServerEvents};
use crate::show::RunView;
use crate::{Context, output};

/// Interval of the questions whether a run has begun, or its forecast is published.
const INTERVAL: Duration = Duration::from_secs(1);

/// Asks the question and waits for its forecast; exit codes as those of the command.
pub(super) async fn run(args: &Args, context: &Context) -> anyhow::Result<ExitCode> {
    let door = Door::open(context, OnBehalf { tenant: args.tenant.as_deref(), ..OnBehalf::default() }).await?;
    let Door::Http(http) = &door else { bail!("there is no gateway") };
    let question = Ask { id: args.id.clone(), urgent: Some(!args.not_urgent), ..args.asking.ask(&args.question) };
    let accepted = http.ask(&question).await.context("the question was not published")?;
    let run: RunId = accepted.run.unwrap_or_default().parse().context("the run of the question")?;
    let asked = Asked { door: &door, http, run, job: accepted.job.to_string() };
    let mut progress = Progress::new(context.json);
    match timeout_at(Instant::now() + args.timeout, asked.follow(&mut progress, context)).await {
        Ok(code) => code,
        Err(_) => {
            progress.done();
            let seconds = args.timeout.as_secs();
            let late = format!("no forecast within {seconds} s; the run continues, see `auspex show {run}`");
            output::report_failure(&late, context.json);
            Ok(ExitCode::from(output::TIMED_OUT))
        }
    }
}

/// A question that the gateway has accepted.
struct Asked<'a> {
    door: &'a Door<'a>,
    http: &'a HttpClient,
    run: RunId,
    job: String,
}

impl Asked<'_> {
    async fn follow(&self, progress: &mut Progress, context: &Context) -> anyhow::Result<ExitCode> {
        let mut states = self.begun(progress).await?;
        loop {
            let is_done = states.next().await?.name == "done";
            let mut view = self.view().await?;
            progress.run(&view.state);
            let mut ticks = tokio::time::interval(INTERVAL);
            loop {
                if view.has_ended() {
                    progress.done();
                }
                if let Some(code) = view.end(context)? {
                    return Ok(code);
                }
                if !is_done {
                    break;
                }
                // The run is over, and its forecast is published within moments.
                ticks.tick().await;
                view = self.view().await?;
            }
        }
    }

    async fn view(&self) -> anyhow::Result<RunView> {
        RunView::read(self.door.run(self.run).await?)
    }

    /// Waits until the run has begun. A question that starts no run is an error.
    async fn begun(&self, progress: &mut Progress) -> anyhow::Result<ServerEvents<'_>> {
        let run = self.run.to_string();
        let mut ticks = tokio::time::interval(INTERVAL);
        loop {
            ticks.tick().await;
            match self.http.events(&["v1", "runs", &run, "events"], None).await {
                Ok(states) => return Ok(states),
                Err(error) if error.kind() == "not-found" => {}
                Err(error) => return Err(error.into()),
            }
            let event = self.door.event(self.job.parse().context("the job of the question")?).await?;
            let classification = &event["classification"];
            if classification.is_object() && classification["run"].as_str().unwrap_or_default().is_empty() {
                bail!("not forecast: {}", classification["reason"].as_str().unwrap_or_default());
            }
            progress.step(if classification.is_object() {
                "decomposing the question"
            } else {
                "published, waiting for the classifier"
            });
        }
    }
}
