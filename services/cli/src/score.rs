//! `auspex score`: scores the forecasts of resolved questions, and plots their calibration.

mod answers;
pub(crate) mod figures;
mod groups;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use domain::Tenant;
use forecasting::calibration::Row;
use forecasting::calibration::plot::{Series, svg};
use operations::answer_scores::AnswerScore;
use operations::score_figures::SEED;
use operations::scores::{MAX_FORECASTS, ScoredItem, ScoredQuery};
use store::forecasts::{AnsweredFilter, ScoredFilter};

use crate::door::Door;
use crate::whole_number::within;
use crate::{Context, output};
pub use groups::{By, Score, score};

/// Command-line arguments of `auspex score`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Score only forecasts of this tenant; for an operator and beside a local fleet. A token has one tenant.
    #[arg(long)]
    tenant: Option<String>,
    /// Score only forecasts of this model.
    #[arg(long)]
    model: Option<String>,
    /// Groups to print tables for [default: all].
    #[arg(long, value_enum, value_delimiter = ',')]
    by: Vec<By>,
    /// Write the calibration plot to this file (SVG).
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Score at most the N newest forecasts.
    #[arg(long, value_name = "N", default_value_t = MAX_FORECASTS, value_parser = within(1..=MAX_FORECASTS))]
    most: u32,
    /// Seed of the bootstrap intervals; the same seed gives the same output.
    #[arg(long, default_value_t = SEED)]
    seed: u64,
}

/// Prints the score and writes the plot.
///
/// # Errors
/// When the gateway, or for an operator Postgres, cannot be reached, or the plot cannot be written.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let (scored, answered) = read(&args, context).await?;
    let answers = answers::by_kind(&answered);
    if scored.is_empty() && answers.is_empty() && !context.json {
        output::line("No forecast has an outcome yet; record outcomes with `auspex resolve`.")?;
        return Ok(ExitCode::SUCCESS);
    }
    let by = if args.by.is_empty() { By::ALL.to_vec() } else { args.by };
    let score = Score { answers, ..score(&scored, &by, args.seed) };
    if let Some(plot) = args.plot.as_ref().filter(|_| !scored.is_empty()) {
        std::fs::write(plot, render_plot(&scored)).with_context(|| format!("cannot write {}", plot.display()))?;
    }
    context.print(&score, |score| {
        let mut lines = if scored.is_empty() { Vec::new() } else { score.lines() };
        lines.extend(score.answers.iter().map(answers::KindScore::line));
        lines.extend(args.plot.iter().map(|plot| format!("\nCalibration plot: {}", plot.display())));
        lines
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the forecasts of a probability of YES, and those of other kinds.
async fn read(args: &Args, context: &Context) -> anyhow::Result<(Vec<ScoredItem>, Vec<AnswerScore>)> {
    let model = args.model.clone();
    if !context.is_operator() {
        ensure!(
            args.tenant.is_none(),
            "--tenant: the tenant is that of the token; `auspex token create` creates one for another tenant"
        );
        let (door, query) = (Door::open(context)?, ScoredQuery { model, limit: Some(args.most) });
        return Ok((door.scored(&query).await?, door.scored_answers(&query).await?));
    }
    let forecasts = context.store().await?.forecasts();
    let tenant = args.tenant.as_deref().map(Tenant::parse).transpose().context("--tenant")?;
    let kept = AnsweredFilter {
        tenant: tenant.as_ref(),
        model: args.model.as_deref(),
        limit: args.most,
        ..AnsweredFilter::default()
    };
    let answered = forecasts.answered(kept).await?;
    let filter = ScoredFilter { tenant, model, published: true, limit: args.most, ..ScoredFilter::default() };
    let scored = forecasts.scored(&filter).await?;
    Ok((scored.into_iter().map(ScoredItem::from).collect(), answered.into_iter().map(AnswerScore::from).collect()))
}

/// Renders the plot of our forecasts and, where known, of the crowd's prices.
fn render_plot(scored: &[ScoredItem]) -> String {
    let past = || scored.iter().filter(|one| one.past_close);
    let ours: Vec<Row> = past().map(ScoredItem::row).collect();
    let crowd: Vec<Row> = past().filter_map(|one| Some(Row { p: one.crowd?, ..one.row() })).collect();
    let mut series = vec![Series { name: "Auspex", rows: &ours }];
    if !crowd.is_empty() {
        series.push(Series { name: "crowd", rows: &crowd });
    }
    svg("Calibration: forecast and observed frequency", &series)
}
