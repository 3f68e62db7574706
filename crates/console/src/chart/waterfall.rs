//! Work in time: one bar for each piece, in as few rows as fit without overlaps. Time in which nothing happened is
//! collapsed, so that minutes of waiting do not hide seconds of work.

use domain::Time;
use maud::{Markup, html};

use super::at;
use crate::figure;

const WIDTH: f64 = 880.0;
const ROW: f64 = 14.0;
const TOP: f64 = 18.0;
/// Width of collapsed idle time.
const GAP: f64 = 26.0;
/// Milliseconds without work from which time is collapsed.
const IDLE: i64 = 3_000;
/// Rows at most; further bars share the last one.
const MAX_ROWS: usize = 24;

/// A piece of work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bar {
    /// Class of its mark.
    pub class: &'static str,
    /// Description for a reader.
    pub label: String,
    /// Begin of the work.
    pub from: Time,
    /// End of the work.
    pub to: Time,
}

/// A stretch of time in which some bar is open.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Busy {
    from: i64,
    to: i64,
    /// Left edge in the picture.
    x: f64,
}

/// The scale of a picture: busy stretches with collapsed gaps between them.
struct Scale {
    stretches: Vec<Busy>,
    /// Units for a millisecond.
    unit: f64,
}

/// Milliseconds of a bar. Clocks of two processes differ, so an end may precede a begin: it counts as none.
fn span(bar: &Bar) -> (i64, i64) {
    let from = bar.from.timestamp_millis();
    (from, bar.to.timestamp_millis().max(from))
}

impl Scale {
    fn new(bars: &[Bar]) -> Self {
        let mut spans: Vec<(i64, i64)> = bars.iter().map(span).collect();
        spans.sort_unstable();
        let mut stretches: Vec<Busy> = Vec::new();
        for (from, to) in spans {
            match stretches.last_mut() {
                Some(last) if from - last.to <= IDLE => last.to = last.to.max(to),
                _ => stretches.push(Busy { from, to, x: 0.0 }),
            }
        }
        let busy: i64 = stretches.iter().map(|one| one.to - one.from).sum();
        let gaps = GAP * stretches.len().saturating_sub(1) as f64;
        let unit = (WIDTH - gaps).max(WIDTH / 4.0) / busy.max(1) as f64;
        let mut x = 0.0;
        for one in &mut stretches {
            one.x = x;
            x += (one.to - one.from) as f64 * unit + GAP;
        }
        Self { stretches, unit }
    }

    fn x(&self, at: i64) -> f64 {
        let stretch = self.stretches.iter().rev().find(|one| one.from <= at);
        stretch.map_or(0.0, |one| one.x + (at.min(one.to) - one.from) as f64 * self.unit)
    }
}

/// Returns the row of each bar: the first whose last bar has ended.
fn rows(bars: &[Bar]) -> Vec<usize> {
    let mut ends: Vec<i64> = Vec::new();
    bars.iter()
        .map(|bar| {
            let (from, to) = span(bar);
            let row = ends.iter().position(|end| *end <= from).unwrap_or(ends.len()).min(MAX_ROWS - 1);
            match ends.get_mut(row) {
                Some(end) => *end = (*end).max(to),
                None => ends.push(to),
            }
            row
        })
        .collect()
}

/// Renders bars, which are ordered by their begin.
pub fn waterfall(title: &str, bars: &[Bar]) -> Markup {
    let (scale, rows) = (Scale::new(bars), rows(bars));
    let height = TOP + ROW * (rows.iter().max().map_or(0, |row| row + 1)) as f64 + 6.0;
    html! {
        svg.waterfall viewBox=(format!("0 0 {WIDTH:.0} {height:.0}")) role="img" aria-label=(title) {
            title { (title) }
            @for pair in scale.stretches.windows(2) {
                @let (x, idle) = (pair[1].x - GAP / 2.0, (pair[1].from - pair[0].to) / 1_000);
                line.idle x1=(at(x)) y1=(at(TOP - 4.0)) x2=(at(x)) y2=(at(height)) {}
                text.axis x=(at(x)) y=(at(TOP - 8.0)) text-anchor="middle" { (figure::span(u64::try_from(idle).unwrap_or(0))) }
            }
            @for (bar, row) in bars.iter().zip(&rows) {
                @let (from, to) = span(bar);
                @let (x, end) = (scale.x(from), scale.x(to));
                rect class=(format!("bar {}", bar.class)) x=(at(x)) y=(at(TOP + ROW * *row as f64 + 2.0)) width=(at((end - x).max(1.5))) height=(at(ROW - 4.0)) rx="2" {
                    title { (bar.label) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn bar(from: i64, to: i64) -> Bar {
        let time = |seconds| Time::UNIX_EPOCH + TimeDelta::seconds(seconds);
        Bar { class: "researcher", label: "<b>".to_owned(), from: time(from), to: time(to) }
    }

    #[test]
    fn idle_time_is_collapsed_and_busy_time_fills_the_picture() {
        let bars = [bar(0, 10), bar(2, 4), bar(3_600, 3_610)];
        let scale = Scale::new(&bars);
        assert_eq!(scale.stretches.len(), 2);
        assert_eq!((scale.x(0), scale.x(10_000)), (0.0, (WIDTH - GAP) / 2.0));
        assert!((scale.x(3_610_000) - WIDTH).abs() < 0.01 && scale.x(1_800_000) < scale.x(3_600_000));
        assert_eq!(rows(&bars), [0, 1, 0], "a row is used again");
        let page = waterfall("Calls", &bars).into_string();
        assert!(page.contains(">59 min<") && page.contains("&lt;b&gt;") && !page.contains("NaN"), "{page}");
    }

    #[test]
    fn no_duration_is_negative() {
        let page = waterfall("Calls", &[bar(10, 3)]).into_string();
        assert!(page.contains("width=\"1.5\"") && !page.contains("width=\"-"), "{page}");
        assert!(!waterfall("Calls", &[]).into_string().contains("NaN"));
    }
}
