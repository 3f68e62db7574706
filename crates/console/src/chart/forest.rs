//! One difference with its 95 % interval, on a scale that several rows share. The line in the middle is no difference.

use forecasting::calibration::Interval;
use maud::{Markup, html};

use super::at;

const WIDTH: f64 = 200.0;
const HEIGHT: f64 = 14.0;

/// Renders a difference. `most` is the largest distance from 0 that the scale shows.
pub fn forest(label: &str, (mean, interval): (f64, Interval), most: f64) -> Markup {
    let most = if most.is_finite() && most > 0.0 { most } else { 1.0 };
    let x = |value: f64| (0.5 + value / most / 2.0).clamp(0.0, 1.0) * WIDTH;
    let class = match interval {
        Interval { high, .. } if high < 0.0 => "better",
        Interval { low, .. } if low > 0.0 => "worse",
        Interval { .. } => "same",
    };
    html! {
        svg.forest viewBox=(format!("0 0 {WIDTH:.0} {HEIGHT:.0}")) preserveAspectRatio="none" role="img" aria-label=(label) {
            title { (label) }
            line.zero x1=(at(WIDTH / 2.0)) y1="0" x2=(at(WIDTH / 2.0)) y2=(at(HEIGHT)) vector-effect="non-scaling-stroke" {}
            g class=(class) {
                line x1=(at(x(interval.low))) y1=(at(HEIGHT / 2.0)) x2=(at(x(interval.high))) y2=(at(HEIGHT / 2.0)) vector-effect="non-scaling-stroke" {}
                rect x=(at(x(mean) - 2.0)) y="3" width="4" height="8" {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_no_difference_and_the_scale_ends_at_the_largest_one() {
        let page = forest("Ours minus the crowd", (-0.05, Interval { low: -0.1, high: -0.02 }), 0.1).into_string();
        assert!(page.contains("class=\"better\"") && page.contains("x1=\"0.0\""), "{page}");
        assert!(page.contains("x=\"48.0\""), "{page}");
        let wide = forest("x", (0.0, Interval { low: -9.0, high: 9.0 }), 0.0).into_string();
        assert!(wide.contains("class=\"same\"") && wide.contains("x2=\"200.0\"") && !wide.contains("NaN"), "{wide}");
    }
}
