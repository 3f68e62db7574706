//! Calibration: observed frequency over forecast probability. A dot is at the mean forecast of its bin; its bar is the
//! 95 % interval of Wilson; the strip below shows the number of forecasts of each bin.

use forecasting::calibration::Bin;
use maud::{Markup, html};

use super::at;
use crate::figure::{integer, percent};

const SIDE: f64 = 320.0;
const LEFT: f64 = 48.0;
const TOP: f64 = 12.0;
/// Height of the strip of counts.
const STRIP: f64 = 44.0;

/// One forecaster in the plot.
#[derive(Debug, Clone, PartialEq)]
pub struct CalibrationSeries {
    /// Name in the legend and in the table.
    pub name: &'static str,
    /// Class of its marks: `ours` or `crowd`.
    pub class: &'static str,
    /// Bins of the calibration, lowest first.
    pub bins: Vec<Bin>,
}

/// Renders the plot with its table. The strip shows the counts of the first series.
pub fn calibration(series: &[CalibrationSeries]) -> Markup {
    let (width, height) = (LEFT + SIDE + 16.0, TOP + SIDE + STRIP + 58.0);
    let (x, y) = (|p: f64| LEFT + p * SIDE, |p: f64| TOP + (1.0 - p) * SIDE);
    html! {
        figure.chart {
            svg.calibration viewBox=(format!("0 0 {width:.0} {height:.0}")) role="img" aria-label="Calibration" {
                title { "Calibration: how often the event happened at each forecast probability" }
                rect.plane x=(at(LEFT)) y=(at(TOP)) width=(at(SIDE)) height=(at(SIDE)) {}
                line.ideal x1=(at(x(0.0))) y1=(at(y(0.0))) x2=(at(x(1.0))) y2=(at(y(1.0))) {}
                @for fifth in [0.0, 0.2, 0.4, 0.6, 0.8, 1.0_f64] {
                    text.axis x=(at(x(fifth))) y=(at(y(0.0) + 14.0)) text-anchor="middle" { (format!("{:.0}", fifth * 100.0)) }
                    text.axis x=(at(LEFT - 6.0)) y=(at(y(fifth) + 4.0)) text-anchor="end" { (format!("{:.0}", fifth * 100.0)) }
                }
                text.label x=(at(x(0.5))) y=(at(y(0.0) + 30.0)) text-anchor="middle" { "forecast, %" }
                text.label x="12" y=(at(y(0.5))) text-anchor="middle" transform=(format!("rotate(-90 12 {})", at(y(0.5)))) { "happened, %" }
                @for one in series.iter().rev() {
                    @for bin in &one.bins {
                        g class=(one.class) {
                            title { (describe(bin)) }
                            line.interval x1=(at(x(bin.forecast))) y1=(at(y(bin.interval.low))) x2=(at(x(bin.forecast))) y2=(at(y(bin.interval.high))) {}
                            circle cx=(at(x(bin.forecast))) cy=(at(y(bin.happened))) r=(at(radius(bin.n))) {}
                        }
                    }
                }
                @if let Some(first) = series.first() { (strip(&first.bins)) }
            }
            ul.legend { @for one in series { li { span class=(format!("key {}", one.class)) aria-hidden="true" { "●" } (one.name) } } }
            details.twin { summary { "As a table" } (table(series)) }
        }
    }
}

/// The area of a dot grows with the number of forecasts, up to a limit that keeps neighbours apart.
fn radius(n: usize) -> f64 {
    (2.5 + (n as f64).sqrt() * 0.8).min(10.0)
}

/// The range of a bin in per cent.
pub(super) fn range(bin: &Bin) -> String {
    format!("{:.0}–{:.0} %", bin.low * 100.0, bin.high * 100.0)
}

fn describe(bin: &Bin) -> String {
    format!("{} forecasts around {}: {} happened", bin.n, percent(bin.forecast), percent(bin.happened))
}

fn strip(bins: &[Bin]) -> Markup {
    let most = bins.iter().map(|bin| bin.n).max().unwrap_or(1).max(1) as f64;
    let ground = TOP + SIDE + 40.0 + STRIP;
    html! {
        @for bin in bins {
            @let height = (STRIP - 12.0) * bin.n as f64 / most;
            rect.count x=(at(LEFT + bin.low * SIDE + 2.0)) y=(at(ground - height)) width=(at((bin.high - bin.low) * SIDE - 4.0)) height=(at(height)) {}
            text.axis x=(at(LEFT + f64::midpoint(bin.low, bin.high) * SIDE)) y=(at(ground + 12.0)) text-anchor="middle" { (bin.n) }
        }
    }
}

fn table(series: &[CalibrationSeries]) -> Markup {
    html! {
        table {
            thead {
                tr { th scope="col" { "Who" } th scope="col" { "Range" } th.num scope="col" { "Forecasts" } th.num scope="col" { "Mean forecast" }
                     th.num scope="col" { "Happened" } th.num scope="col" { "95 % interval" } }
            }
            tbody {
                @for one in series {
                    @for bin in &one.bins {
                        tr {
                            th scope="row" { (one.name) }
                            td { (range(bin)) }
                            td.num { (integer(bin.n as u64)) }
                            td.num { (percent(bin.forecast)) }
                            td.num { (percent(bin.happened)) }
                            td.num { (percent(bin.interval.low)) " to " (percent(bin.interval.high)) }
                        }
                    }
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
    fn a_dot_is_at_the_mean_forecast_of_its_bin() {
        let rows = [0.12, 0.18, 0.9].map(|p| Row { p, outcome: f64::from(u8::from(p > 0.5)) });
        let page =
            calibration(&[CalibrationSeries { name: "Ours", class: "ours", bins: bins(&rows, 10) }]).into_string();
        assert_eq!(page.matches("<circle").count(), 2);
        // 48 + 0.15 × 320
        assert!(page.contains("cx=\"96.0\"") && page.contains("2 forecasts around 15\u{a0}%"), "{page}");
        assert_eq!(page.matches("<tr>").count(), 3);
        assert!(!calibration(&[]).into_string().contains("NaN"));
    }
}
