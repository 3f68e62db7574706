//! How far apart the forecasts of YES and of NO are: counts by range of probabilities, YES above the line and NO below.

use forecasting::calibration::Bin;
use maud::{Markup, html};

use super::at;
use super::calibration::range;
use crate::figure::integer;

const WIDTH: f64 = 320.0;
const HALF: f64 = 60.0;
const TOP: f64 = 16.0;
const SIDE: f64 = 32.0;

/// Renders the counts with their table.
pub fn discrimination(bins: &[Bin]) -> Markup {
    let most = bins.iter().map(|bin| bin.yes.max(bin.n - bin.yes)).max().unwrap_or(0).max(1) as f64;
    let (ground, x) = (TOP + HALF, |p: f64| SIDE + p * WIDTH);
    let height = |count: usize| count as f64 * HALF / most;
    html! {
        figure.chart {
            svg.discrimination viewBox=(format!("0 0 {:.0} {:.0}", SIDE + WIDTH + 14.0, TOP + 2.0 * HALF + 32.0)) role="img" aria-label="Forecasts of questions that came to YES and to NO" {
                title { "Forecasts of questions that came to YES, above the line, and to NO, below it, by forecast probability" }
                text.axis x="0" y=(at(ground - 6.0)) { "YES" }
                text.axis x="0" y=(at(ground + 14.0)) { "NO" }
                @for bin in bins {
                    @let (left, width, no) = (x(bin.low) + 2.0, (bin.high - bin.low) * WIDTH - 4.0, bin.n - bin.yes);
                    rect.yes x=(at(left)) y=(at(ground - height(bin.yes))) width=(at(width)) height=(at(height(bin.yes))) { title { (describe(bin, bin.yes, "YES")) } }
                    rect.no x=(at(left)) y=(at(ground)) width=(at(width)) height=(at(height(no))) { title { (describe(bin, no, "NO")) } }
                }
                line.grid x1=(at(SIDE)) y1=(at(ground)) x2=(at(SIDE + WIDTH)) y2=(at(ground)) {}
                @for fifth in [0.0, 0.2, 0.4, 0.6, 0.8, 1.0_f64] {
                    text.axis x=(at(x(fifth))) y=(at(ground + HALF + 14.0)) text-anchor="middle" { (format!("{:.0}", fifth * 100.0)) }
                }
                text.label x=(at(x(0.5))) y=(at(ground + HALF + 28.0)) text-anchor="middle" { "forecast, %" }
            }
            details.twin { summary { "As a table" } (table(bins)) }
        }
    }
}

fn describe(bin: &Bin, count: usize, outcome: &str) -> String {
    format!("{}: {} came to {outcome}", range(bin), integer(count as u64))
}

fn table(bins: &[Bin]) -> Markup {
    html! {
        table {
            thead { tr { th scope="col" { "Forecast" } th.num scope="col" { "Came to YES" } th.num scope="col" { "Came to NO" } } }
            tbody {
                @for bin in bins {
                    tr { th scope="row" { (range(bin)) } td.num { (integer(bin.yes as u64)) } td.num { (integer((bin.n - bin.yes) as u64)) } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use forecasting::calibration::{Row, bins};

    use super::*;

    #[test]
    fn questions_of_yes_are_above_the_line_and_those_of_no_below() {
        let rows = [(0.15, 0.0), (0.12, 0.0), (0.17, 1.0), (0.95, 1.0)].map(|(p, outcome)| Row { p, outcome });
        let page = discrimination(&bins(&rows, 10)).into_string();
        assert!(page.contains("10–20 %: 1 came to YES") && page.contains("10–20 %: 2 came to NO"), "{page}");
        // The most frequent cell, two of NO, has the whole height.
        assert!(page.contains("y=\"76.0\" width=\"28.0\" height=\"60.0\""), "{page}");
        assert!(page.contains("y=\"46.0\" width=\"28.0\" height=\"30.0\""), "{page}");
        assert_eq!(page.matches("<tr>").count(), 3);
        assert!(!discrimination(&[]).into_string().contains("NaN"));
    }
}
