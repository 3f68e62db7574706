//! A strip of probabilities from 0 to 100 %: one row for each kind of estimate.

use maud::{Markup, html};

use super::at;
use crate::figure::percent;
use crate::text::plain;

/// Left edge of the scale, in units of the picture.
const LEFT: f64 = 150.0;
/// Width of the scale.
const WIDTH: f64 = 440.0;
/// Height of a row.
const ROW: f64 = 26.0;
/// Space above the first row.
const TOP: f64 = 22.0;
/// Space of the value at the right.
const RIGHT: f64 = 60.0;

/// A probability in the strip.
#[derive(Debug, Clone, PartialEq)]
pub struct Dot {
    /// Probability of the estimate, 0 to 1.
    pub p: f64,
    /// Description for a reader.
    pub label: String,
}

/// A row of the strip.
#[derive(Debug, Clone, PartialEq)]
pub struct DotRow {
    /// Name of the row, a few words.
    pub name: String,
    /// Class of the marks: `base`, `sample`, `pooled`, `final` or `crowd`.
    pub class: &'static str,
    /// Probabilities of the row.
    pub dots: Vec<Dot>,
    /// Bounds of the probability, if there are any.
    pub bounds: Option<(f64, f64)>,
}

/// Renders the strip with its table.
pub fn dot_strip(title: &str, rows: &[DotRow]) -> Markup {
    let height = TOP + ROW * rows.len() as f64 + 24.0;
    let x = |p: f64| LEFT + p.clamp(0.0, 1.0) * WIDTH;
    let bottom = height - 20.0;
    html! {
        figure.chart {
            svg.strip viewBox=(format!("0 0 {:.0} {height:.0}", LEFT + WIDTH + RIGHT)) role="img" aria-label=(title) {
                title { (title) }
                @for tenth in [0.0, 0.25, 0.5, 0.75, 1.0_f64] {
                    line.grid x1=(at(x(tenth))) y1=(at(TOP - 8.0)) x2=(at(x(tenth))) y2=(at(bottom)) {}
                    text.axis x=(at(x(tenth))) y=(at(height - 4.0)) text-anchor="middle" { (format!("{:.0} %", tenth * 100.0)) }
                }
                @for (place, row) in rows.iter().enumerate() {
                    @let y = TOP + ROW * (place as f64 + 0.5) - 4.0;
                    text.label x=(at(LEFT - 14.0)) y=(at(y + 4.0)) text-anchor="end" { (row.name) }
                    @if let Some((low, high)) = row.bounds {
                        line.bounds x1=(at(x(low))) y1=(at(y)) x2=(at(x(high))) y2=(at(y)) {}
                    }
                    @for dot in &row.dots { (mark(row.class, (x(dot.p), y), &dot.label)) }
                    @if let [only] = row.dots.as_slice() {
                        text.value x=(at(LEFT + WIDTH + RIGHT - 2.0)) y=(at(y + 4.0)) text-anchor="end" { (percent(only.p)) }
                    } @else if !row.dots.is_empty() {
                        text.value x=(at(LEFT + WIDTH + RIGHT - 2.0)) y=(at(y + 4.0)) text-anchor="end" { (row.dots.len()) " ×" }
                    }
                }
            }
            details.twin {
                summary { "As a table" }
                table {
                    thead { tr { th scope="col" { "Estimate" } th scope="col" { "Detail" } th.num scope="col" { "Probability" } } }
                    tbody {
                        @for row in rows {
                            @for dot in &row.dots {
                                tr { th scope="row" { (row.name) } td { (super::super::text::clipped(&dot.label, 300)) } td.num { (percent(dot.p)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn mark(class: &str, (x, y): (f64, f64), label: &str) -> Markup {
    let title = plain(label, 200);
    html! {
        @match class {
            "base" => rect class="dot base" x=(at(x - 4.5)) y=(at(y - 4.5)) width="9" height="9"
                transform=(format!("rotate(45 {} {})", at(x), at(y))) { title { (title) } },
            "crowd" => rect class="dot crowd" x=(at(x - 1.5)) y=(at(y - 9.0)) width="3" height="18" { title { (title) } },
            "final" => circle class="dot final" cx=(at(x)) cy=(at(y)) r="7" { title { (title) } },
            other => circle class=(format!("dot {other}")) cx=(at(x)) cy=(at(y)) r="5" { title { (title) } },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_probability_has_a_mark_and_a_row_of_the_table() {
        let dot = |p: f64| Dot { p, label: "<b>outside view</b>".to_owned() };
        let rows = [
            DotRow { name: "Samples".into(), class: "sample", dots: vec![dot(0.2), dot(0.4)], bounds: None },
            DotRow { name: "Answer".into(), class: "final", dots: vec![dot(0.31)], bounds: Some((0.2, 0.5)) },
        ];
        let page = dot_strip("Estimates", &rows).into_string();
        assert_eq!(page.matches("<circle").count(), 3);
        assert_eq!(page.matches("<tr>").count(), 1 + 3);
        assert!(page.contains("31\u{a0}%") && page.contains("&lt;b&gt;") && !page.contains("<b>"), "{page}");
        assert!(!page.contains("NaN") && !page.contains("style="), "{page}");
    }
}
