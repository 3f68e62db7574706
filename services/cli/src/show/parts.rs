//! Parts of a run: its report, thresholds of its forecast, its model calls, related runs, and a page that it cites.

use domain::{MicroUsd, RunId};
use operations::pages::{ArchivedPage, Citation};

use super::Args;
use crate::door::Door;
use crate::{Context, output, report};

/// Prints the part that the arguments name. Returns `false` if they name none.
pub(super) async fn show(door: &Door, run: RunId, args: &Args, context: &Context) -> anyhow::Result<bool> {
    let missing = || format!("the report of run {run} does not exist yet");
    if let Some(file) = &args.pdf {
        let pdf = door.report_pdf(run).await.map_err(|error| error.or_missing(missing))?;
        report::save(run, file, &pdf, context)?;
    } else if args.report {
        let markdown = door.report(run).await.map_err(|error| error.or_missing(missing))?;
        output::document("report", &markdown, context.json)?;
    } else if let Some(hash) = &args.page {
        let citation = Citation { run: run.to_string(), finding: args.finding.clone() };
        page(&door.cited_page(hash, &citation).await?, context)?;
    } else if args.calls {
        calls(door, run, context).await?;
    } else if args.related {
        related(door, run, context).await?;
    } else {
        super::thresholds(door, run, &args.at_most, context).await?;
        return Ok(!args.at_most.is_empty());
    }
    Ok(true)
}

async fn calls(door: &Door, run: RunId, context: &Context) -> anyhow::Result<()> {
    context.print_each(&door.run_calls(run).await?, |call| {
        let charged = MicroUsd(call.charged_micro_usd);
        let at = call.opened_at.format("%F %T");
        format!("{at}  {:<12} {:<9} {charged}  {}  {}", call.agent, call.state, call.model, call.step)
    })
}

async fn related(door: &Door, run: RunId, context: &Context) -> anyhow::Result<()> {
    context.print_each(&door.related_runs(run).await?, |item| {
        let percent = item.probability.map(|probability| format!("{:.0} %", probability * 100.0));
        let answer = item.answer.clone().or(percent).unwrap_or_else(|| "-".to_owned());
        format!("{}  {}  {answer:>9}  {}", item.run, item.started_at.format("%F %T"), item.question)
    })
}

fn page(page: &ArchivedPage, context: &Context) -> anyhow::Result<()> {
    context.print(page, |ArchivedPage { url, title, before, quote, after, .. }| {
        let quote = quote.as_ref().map(|quote| format!("\n>>> {quote} <<<\n")).unwrap_or_default();
        [format!("{title}\n{url}\n"), format!("{before}{quote}{after}")]
    })
}
