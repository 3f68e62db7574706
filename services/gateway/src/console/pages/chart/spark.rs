//! A small line of counts per minute.

use maud::{Markup, html};

use super::at;

const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 36.0;

/// Renders counts from the oldest minute to the newest, with the highest as the scale.
pub fn sparkline(title: &str, counts: &[u64]) -> Markup {
    let most = counts.iter().copied().max().unwrap_or(0);
    let step = WIDTH / (counts.len().saturating_sub(1).max(1) as f64);
    let y = |count: u64| HEIGHT - 2.0 - count as f64 * (HEIGHT - 4.0) / (most.max(1) as f64);
    let points: Vec<String> = counts
        .iter()
        .enumerate()
        .map(|(place, count)| format!("{},{}", at(step * place as f64), at(y(*count))))
        .collect();
    html! {
        svg.spark viewBox=(format!("0 0 {WIDTH:.0} {HEIGHT:.0}")) preserveAspectRatio="none" role="img" aria-label=(title) {
            title { (title) }
            line.grid x1="0" y1=(at(HEIGHT - 1.0)) x2=(at(WIDTH)) y2=(at(HEIGHT - 1.0)) vector-effect="non-scaling-stroke" {}
            @if most > 0 {
                polygon.area points=(format!("0,{HEIGHT:.0} {} {WIDTH:.0},{HEIGHT:.0}", points.join(" "))) {}
                polyline.trend points=(points.join(" ")) vector-effect="non-scaling-stroke" {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_minute_is_the_scale_and_nothing_is_a_line_at_the_bottom() {
        let page = sparkline("Jobs", &[0, 5, 10]).into_string();
        assert!(page.contains("points=\"0.0,34.0 120.0,18.0 240.0,2.0\""), "{page}");
        assert!(!sparkline("Jobs", &[0, 0]).into_string().contains("polyline"));
        assert!(!sparkline("Jobs", &[]).into_string().contains("NaN"));
    }
}
