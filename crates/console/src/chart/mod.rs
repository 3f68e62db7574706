//! Pictures as SVG without styles of their own: classes and `currentColor`, so that they follow the colours of the
//! page. Each has a title and a description, and its page shows the same numbers as text.

mod calibration;
mod discrimination;
mod dots;
mod forest;
mod spark;
mod trend;
mod validity;
mod waterfall;

pub use calibration::{CalibrationSeries, calibration};
pub use discrimination::discrimination;
pub use dots::{Dot, DotRow, dot_strip};
pub use forest::forest;
pub use spark::{SparkMark, sparkline};
pub use trend::{DayBar, day_bars};
pub use validity::{ValidityScale, ValiditySpan, validity};
pub use waterfall::{Bar, waterfall};

use maud::{Markup, html};

/// The mark of the product: a bird over a horizon.
pub fn mark() -> Markup {
    html! {
        svg.mark viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false" {
            path d="M2 9c4-1 7 1 10 5 3-4 6-6 10-5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" {}
            path d="M4 19h16" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" {}
        }
    }
}

/// Returns a coordinate with one decimal.
fn at(value: f64) -> String {
    let value = if value.is_finite() { value } else { 0.0 };
    format!("{value:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parser of HTML nests what follows an SVG element without an end tag inside it, where it is not drawn.
    #[test]
    fn every_element_of_a_picture_has_an_end() {
        let dots = [DotRow {
            name: "Answer".into(),
            class: "base",
            dots: vec![Dot { p: 0.3, label: String::new() }],
            bounds: Some((0.2, 0.4)),
        }];
        let rows = [0.1, 0.9].map(|p| forecasting::calibration::Row { p, outcome: p });
        let bins = forecasting::calibration::bins(&rows, 10);
        let series = [CalibrationSeries { name: "Auspex", class: "ours", bins }];
        let now = domain::Time::UNIX_EPOCH;
        let bar = Bar { class: "filter", label: String::new(), from: now, to: now };
        let days = [DayBar { day: "2026-11-22".into(), amount: 5, limit: 5, parts: vec![("filter", 2)] }];
        let pictures = [
            mark(),
            dot_strip("x", &dots),
            calibration(&series),
            day_bars("x", &days),
            sparkline("x", &[1, 2], &[SparkMark { minute: 1.0, is_own: true, label: "x".into() }]),
            discrimination(&forecasting::calibration::bins(&rows, 10)),
            forest("x", (0.1, forecasting::calibration::Interval { low: 0.0, high: 0.2 }), 0.2),
            validity("x", &ValiditySpan { from: now, until: None, learned: now }, &ValidityScale::new([], now)),
            waterfall("x", &[bar]),
        ];
        for picture in pictures.map(Markup::into_string) {
            for element in ["line", "rect", "circle", "path", "polyline", "polygon", "text", "g", "title"] {
                let begun =
                    picture.matches(&format!("<{element} ")).count() + picture.matches(&format!("<{element}>")).count();
                assert_eq!(begun, picture.matches(&format!("</{element}>")).count(), "{element}: {picture}");
            }
        }
    }
}
