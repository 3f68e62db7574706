//! `auspex score`: how good the forecasts were, as far as their questions are resolved; and their calibration as a picture.

pub mod figures;
mod groups;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use domain::Tenant;
use forecasting::calibration::plot::{Series, svg};
use store::reading::calibration::{Scope, Scored};

use crate::{Context, output};
pub use groups::{By, Score, score};

/// `auspex score`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Forecasts for this tenant only.
    #[arg(long)]
    tenant: Option<String>,
    /// Forecasts by this model only.
    #[arg(long)]
    model: Option<String>,
    /// What to tell forecasts apart by; everything, if it is not said.
    #[arg(long, value_enum, value_delimiter = ',')]
    by: Vec<By>,
    /// Where the calibration plot is written.
    #[arg(long, value_name = "FILE", default_value = "calibration.svg")]
    plot: PathBuf,
    /// The newest at most.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    most: u32,
    /// Seed of the intervals' bootstrap: the same seed prints the same.
    #[arg(long, default_value_t = SEED)]
    seed: u64,
}

/// Any number will do; it must only stay the same.
pub const SEED: u64 = 1;

/// Prints the score.
///
/// # Errors
/// When Postgres cannot be reached or the plot cannot be written.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let tenant = args.tenant.as_deref().map(Tenant::parse).transpose().context("--tenant")?;
    let scope = Scope { tenant, model: args.model, most: args.most, ..Scope::default() };
    let store = context.store().await?;
    let scored = store.scored(&scope).await?;
    if scored.is_empty() && !context.json {
        output::line("No forecast has an outcome yet; `auspex resolve` records what questions came to.")?;
        return Ok(ExitCode::SUCCESS);
    }
    let by = if args.by.is_empty() { By::ALL.to_vec() } else { args.by };
    let score = score(&scored, &by, args.seed);
    if !scored.is_empty() {
        std::fs::write(&args.plot, plotted(&scored))
            .with_context(|| format!("cannot write {}", args.plot.display()))?;
    }
    if context.json {
        output::json(&score)?;
    } else {
        score.lines().iter().try_for_each(|line| output::line(line))?;
        output::line(&format!("\nThe calibration plot: {}", args.plot.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Ours, and the crowd where there was one.
fn plotted(scored: &[Scored]) -> String {
    let row = |p: f64, one: &Scored| forecasting::calibration::Row { p, outcome: one.outcome };
    let ours: Vec<forecasting::calibration::Row> = scored.iter().map(|one| row(one.probability, one)).collect();
    let crowd: Vec<forecasting::calibration::Row> =
        scored.iter().filter_map(|one| Some(row(one.crowd?, one))).collect();
    let mut series = vec![Series { name: "Auspex", rows: &ours }];
    if !crowd.is_empty() {
        series.push(Series { name: "crowd", rows: &crowd });
    }
    svg("Calibration: what was said, what happened", &series)
}
