//! Calibration plot as SVG: observed frequency over forecast probability. A dot on the diagonal is perfectly
//! calibrated; bars are 95 % intervals; the strip below shows the number of forecasts per bin. The SVG contains no
//! script and no external reference.

use std::fmt::Write as _;

use crate::calibration::Row;
use crate::calibration::bins::{Bin, DEFAULT_BINS, bins};
use crate::to_f64;

/// Side of the plot, in pixels.
const SIDE: f64 = 420.0;
/// Margin for labels, in pixels.
const MARGIN: f64 = 60.0;
/// Height of the strip of counts, in pixels.
const STRIP: f64 = 70.0;

/// One forecaster in the plot.
#[derive(Debug, Clone, Copy)]
pub struct Series<'a> {
    /// Name in the legend.
    pub name: &'a str,
    /// Forecasts with outcomes.
    pub rows: &'a [Row],
}

/// Colours of the series, distinguishable with colour blindness (Okabe and Ito).
const COLOURS: [&str; 4] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];

/// Renders the plot. At most four series are drawn; the strip shows the counts of the first.
pub fn svg(title: &str, series: &[Series<'_>]) -> String {
    let (width, height) = (SIDE + 2.0 * MARGIN, SIDE + STRIP + 2.4 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>{0}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"{1:.1}\" y=\"28\" text-anchor=\"middle\" font-size=\"15\">{0}</text>\n",
        escaped(title),
        width / 2.0,
    );
    axes(&mut out);
    for (at, one) in series.iter().take(COLOURS.len()).enumerate() {
        let found = bins(one.rows, DEFAULT_BINS);
        for bin in &found {
            dot(&mut out, bin, COLOURS[at]);
        }
        legend(&mut out, one, at);
    }
    if let Some(first) = series.first() {
        strip(&mut out, &bins(first.rows, DEFAULT_BINS));
    }
    out.push_str("</svg>\n");
    out
}

fn x(p: f64) -> f64 {
    MARGIN + p * SIDE
}

fn y(p: f64) -> f64 {
    MARGIN + (1.0 - p) * SIDE
}

fn axes(out: &mut String) {
    let _ = writeln!(
        out,
        "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"#888888\"/>\n\
         <line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#888888\" stroke-dasharray=\"4 4\"/>",
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0),
    );
    for fifth in 0..=5_u8 {
        let p = f64::from(fifth) / 5.0;
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{p:.1}</text><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{p:.1}</text>",
            x(p),
            y(0.0) + 16.0,
            x(0.0) - 8.0,
            y(p) + 4.0,
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">forecast</text>\
         <text x=\"16\" y=\"{:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 16 {:.1})\">observed</text>",
        x(0.5),
        y(0.0) + 34.0,
        y(0.5),
        y(0.5),
    );
}

/// Draws a bin. The area of the dot grows with the number of forecasts up to a maximum that keeps neighbours apart.
fn dot(out: &mut String, bin: &Bin, ink: &str) {
    let radius = (2.0 + to_f64(bin.n).sqrt()).min(11.0);
    let (at, low, high, middle) = (x(bin.forecast), y(bin.interval.low), y(bin.interval.high), y(bin.happened));
    let Bin { n, forecast, happened, .. } = bin;
    let _ = writeln!(
        out,
        "<g stroke=\"{ink}\" fill=\"{ink}\"><title>{n} forecasts around {forecast:.2}: {happened:.2} observed</title>\
         <line x1=\"{at:.1}\" y1=\"{low:.1}\" x2=\"{at:.1}\" y2=\"{high:.1}\"/>\
         <circle cx=\"{at:.1}\" cy=\"{middle:.1}\" r=\"{radius:.1}\" fill-opacity=\"0.6\"/></g>",
    );
}

fn legend(out: &mut String, series: &Series<'_>, at: usize) {
    let top = MARGIN + 18.0 + 18.0 * to_f64(at);
    let _ = writeln!(
        out,
        "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"{}\"/><text x=\"{:.1}\" y=\"{:.1}\">{} ({})</text>",
        x(0.0) + 14.0,
        top - 4.0,
        COLOURS[at],
        x(0.0) + 26.0,
        top,
        escaped(series.name),
        series.rows.len(),
    );
}

/// Draws the number of forecasts of each bin as bars.
fn strip(out: &mut String, bins: &[Bin]) {
    let most = to_f64(bins.iter().map(|bin| bin.n).max().unwrap_or(1));
    let ground = y(0.0) + 0.9 * MARGIN + STRIP;
    for bin in bins {
        let height = STRIP * to_f64(bin.n) / most;
        let _ = writeln!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"{}\" fill-opacity=\"0.6\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"10\">{}</text>",
            x(bin.low) + 2.0,
            ground - height,
            (bin.high - bin.low) * SIDE - 4.0,
            COLOURS[0],
            x(f64::midpoint(bin.low, bin.high)),
            ground + 12.0,
            bin.n,
        );
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bin_has_a_dot_and_names_are_escaped() {
        let rows: Vec<Row> =
            [0.05, 0.15, 0.15, 0.95].map(|p| Row { p, outcome: f64::from(u8::from(p > 0.5)) }).to_vec();
        let picture =
            svg("a <b> & \"c\"", &[Series { name: "ours", rows: &rows }, Series { name: "crowd", rows: &[] }]);
        assert_eq!(picture.matches("<g stroke").count(), 3);
        assert!(picture.contains("2 forecasts around 0.15: 0.00 observed"));
        assert!(picture.contains("<title>a &lt;b&gt; &amp; &quot;c&quot;</title>") && !picture.contains("<b>"));
        assert!(picture.contains("ours (4)") && picture.contains("crowd (0)"));
        // The dot of the last bin is at (0.95, 1).
        assert!(picture.contains("<circle cx=\"459.0\" cy=\"60.0\""), "{picture}");
    }

    #[test]
    fn an_empty_plot_is_valid() {
        let picture = svg("none", &[]);
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n") && !picture.contains("NaN"));
    }

    #[test]
    fn numbers_are_finite_and_tags_are_closed() {
        let rows: Vec<Row> = (0..=100).map(|i| Row { p: f64::from(i) / 100.0, outcome: 0.5 }).collect();
        let picture = svg("t", &[Series { name: "x", rows: &rows }]);
        assert!(!picture.contains("NaN") && !picture.contains("inf"));
        assert_eq!(picture.matches("<g ").count(), picture.matches("</g>").count());
        assert_eq!(picture.matches("<text").count(), picture.matches("</text>").count());
    }
}
