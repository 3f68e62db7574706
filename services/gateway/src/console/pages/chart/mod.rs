//! Pictures as SVG without styles of their own: classes and `currentColor`, so that they follow the colours of the
//! page. Each has a title and a description, and its page shows the same numbers as text.

mod calibration;
mod dots;
mod trend;

pub use calibration::{CalibrationSeries, calibration};
pub use dots::{Dot, DotRow, dot_strip};
pub use trend::{DayBar, day_bars};

use maud::{Markup, html};

/// The mark of the product: a bird over a horizon.
pub fn mark() -> Markup {
    html! {
        svg.mark viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false" {
            path d="M2 9c4-1 7 1 10 5 3-4 6-6 10-5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round";
            path d="M4 19h16" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round";
        }
    }
}

/// Returns a coordinate with one decimal.
fn at(value: f64) -> String {
    let value = if value.is_finite() { value } else { 0.0 };
    format!("{value:.1}")
}
