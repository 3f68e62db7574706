//! `lab simulate`: computes from measured costs what a rate of events needs. docs/SCALING.md contains its tables.

mod costs;
mod needs;

use costs::Costs;
use needs::Needs;

use crate::output;

/// Rates of the tables in docs/SCALING.md, in events a second.
const RATES: [f64; 3] = [1_000.0, 50_000.0, 1_000_000.0];

/// Command-line options of `lab simulate`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rate of events a second; may be repeated. Without it those of docs/SCALING.md.
    #[arg(long)]
    rate: Vec<f64>,
    #[command(flatten)]
    costs: Costs,
}

/// Prints the inputs with their sources, and a table with a column per rate.
///
/// # Errors
/// If an input is not positive, or standard output is closed.
pub fn run(args: &Args) -> anyhow::Result<()> {
    args.costs.check()?;
    let rates = if args.rate.is_empty() { RATES.to_vec() } else { args.rate.clone() };
    anyhow::ensure!(rates.iter().all(|rate| rate.is_finite() && *rate > 0.0), "a rate is more than 0");
    for line in args.costs.table().iter().chain(&[String::new()]).chain(&table(&args.costs, &rates)) {
        output::line(line)?;
    }
    Ok(())
}

/// Returns the Markdown table of the needs, a column per rate.
fn table(costs: &Costs, rates: &[f64]) -> Vec<String> {
    let needs: Vec<Needs> = rates.iter().map(|rate| Needs::of(*rate, costs)).collect();
    let cells = |of: &dyn Fn(&Needs) -> String| needs.iter().map(of).collect::<Vec<_>>().join(" | ");
    let mut lines = vec![format!("| events a second | {} |", cells(&|needs| figure(needs.rate)))];
    lines.push(format!("|---|{}", "---:|".repeat(needs.len())));
    for (name, of) in needs::ROWS {
        lines.push(format!("| {name} | {} |", cells(&|needs| figure(of(needs)))));
    }
    lines
}

/// Prints three significant digits, with separators of thousands.
fn figure(value: f64) -> String {
    let digits = if value > 0.0 { 2 - value.log10().floor() as i32 } else { 0 };
    let scale = 10_f64.powi(digits);
    let rounded = (value * scale).round() / scale;
    let text = format!("{rounded:.*}", usize::try_from(digits.clamp(0, 3)).unwrap_or(0));
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let mut grouped = String::new();
    for (n, digit) in whole.chars().enumerate() {
        if n > 0 && (whole.len() - n).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let part = part.trim_end_matches('0');
    if part.is_empty() { grouped } else { format!("{grouped}.{part}") }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn costs(line: &[&str]) -> Costs {
        Line::try_parse_from(std::iter::once(&"simulate").chain(line)).unwrap().args.costs
    }

    #[test]
    fn the_document_contains_the_tables_of_this_model() {
        let document = include_str!("../../../docs/SCALING.md");
        let costs = costs(&[]);
        for expected in [table(&costs, &RATES), costs.table()].map(|lines| lines.join("\n")) {
            assert!(document.contains(&expected), "docs/SCALING.md lacks:\n{expected}");
        }
    }

    #[test]
    fn figures_have_three_digits() {
        let printed = [0.0, 0.0123, 1.5, 999.6, 12_345.0, 1_000_000.0].map(figure);
        assert_eq!(printed, ["0", "0.012", "1.5", "1,000", "12,300", "1,000,000"]);
    }

    #[test]
    fn twice_the_rate_needs_twice_the_resources_and_whole_cells() {
        let costs = costs(&[]);
        let [one, two] = [3_000.0, 6_000.0].map(|rate| Needs::of(rate, &costs));
        assert!((two.cores - 2.0 * one.cores).abs() < 1e-9 && (two.wal_mb - 2.0 * one.wal_mb).abs() < 1e-9);
        assert!(one.cells.fract() == 0.0 && two.cells >= one.cells && one.cells >= 1.0, "{one:?} {two:?}");
    }

    #[test]
    fn an_input_of_zero_is_refused() {
        assert!(costs(&["--cell-wal-mb", "0"]).check().is_err());
    }
}
