//! A small line of counts per minute.

use maud::{Markup, html};

use super::at;

const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 36.0;

/// A moment on the line.
#[derive(Debug, Clone, PartialEq)]
pub struct SparkMark {
    /// Minutes after the oldest minute.
    pub minute: f64,
    /// `true` if it is about what the line counts, and not about something beside it.
    pub is_own: bool,
    /// Description for a reader.
    pub label: String,
}

/// Renders counts from the oldest minute to the newest, with the highest as the scale, and marks of moments.
pub fn sparkline(title: &str, counts: &[u64], marks: &[SparkMark]) -> Markup {
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
            @for mark in marks {
                @let x = at((step * mark.minute).clamp(0.0, WIDTH));
                line class=(if mark.is_own { "mark own" } else { "mark" }) x1=(x) y1="0" x2=(x) y2=(at(HEIGHT)) vector-effect="non-scaling-stroke" { title { (mark.label) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_minute_is_the_scale_and_nothing_is_a_line_at_the_bottom() {
        let page = sparkline("Jobs", &[0, 5, 10], &[]).into_string();
        assert!(page.contains("points=\"0.0,34.0 120.0,18.0 240.0,2.0\""), "{page}");
        assert!(!sparkline("Jobs", &[0, 0], &[]).into_string().contains("polyline"));
        assert!(!sparkline("Jobs", &[], &[]).into_string().contains("NaN"));
    }

    #[test]
    fn a_mark_is_at_its_minute_and_within_the_line() {
        let mark = |minute: f64, is_own| SparkMark { minute, is_own, label: "started <b>".to_owned() };
        let page = sparkline("Jobs", &[1, 2, 3], &[mark(1.0, true), mark(9.0, false)]).into_string();
        assert!(
            page.contains("class=\"mark own\" x1=\"120.0\"") && page.contains("class=\"mark\" x1=\"240.0\""),
            "{page}"
        );
        assert!(!page.contains("<b>"), "{page}");
    }
}
