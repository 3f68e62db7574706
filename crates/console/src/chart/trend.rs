//! Bars of amounts by day, with a line of the limit.

use maud::{Markup, html};

use super::at;
use crate::figure::dollars;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 120.0;
const TOP: f64 = 8.0;
/// Days at least for which there is room, so that a single bar does not fill the chart.
const MIN_DAYS: usize = 12;

/// Amounts of one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayBar {
    /// The day, e.g. `2026-11-22`.
    pub day: String,
    /// Amount in micro-dollars.
    pub amount: u64,
    /// Limit in micro-dollars.
    pub limit: u64,
    /// Parts of the amount: class and name of each worker, and what it was charged. Empty if they are not known.
    pub parts: Vec<(&'static str, u64)>,
}

/// Renders days from the oldest to the newest. The scale ends at the highest amount; a limit above it is not drawn, and
/// the page states it.
pub fn day_bars(title: &str, days: &[DayBar]) -> Markup {
    let most = days.iter().map(|day| day.amount).max().unwrap_or(0).max(1) as f64;
    let step = WIDTH / (days.len().max(MIN_DAYS) as f64);
    let limit = days.last().map_or(0, |day| day.limit);
    let scale = HEIGHT / (most * 1.15);
    html! {
        figure.chart {
            svg.days viewBox=(format!("0 0 {WIDTH:.0} {:.0}", TOP + HEIGHT + 18.0)) role="img" aria-label=(title) {
                title { (title) }
                line.grid x1="0" y1=(at(TOP + HEIGHT)) x2=(at(WIDTH)) y2=(at(TOP + HEIGHT)) {}
                @for (place, day) in days.iter().enumerate() {
                    @let height = (day.amount as f64 * scale).max(if day.amount > 0 { 1.0 } else { 0.0 });
                    rect class=(if place + 1 == days.len() { "day today" } else { "day" }) x=(at(step * place as f64 + step * 0.15))
                        y=(at(TOP + HEIGHT - height)) width=(at(step * 0.7)) height=(at(height)) {
                        title { (day.day) ": " (dollars(day.amount)) " of " (dollars(day.limit)) }
                    }
                    @for (part, (class, amount)) in day.parts.iter().enumerate() {
                        // Parts are read after the amount and may have grown meanwhile.
                        @let below = day.parts[..part].iter().map(|(_, amount)| *amount).fold(0, u64::saturating_add).min(day.amount);
                        @let own = (*amount).min(day.amount - below);
                        rect class=(format!("bar {class}")) x=(at(step * place as f64 + step * 0.15)) y=(at(TOP + HEIGHT - (below + own) as f64 * scale))
                            width=(at(step * 0.7)) height=(at(own as f64 * scale)) {
                            title { (day.day) " " (class) ": " (dollars(*amount)) }
                        }
                    }
                    @if place == 0 || place + 1 == days.len() || place == days.len() / 2 {
                        text.axis x=(at((step * (place as f64 + 0.5)).clamp(28.0, WIDTH - 28.0))) y=(at(TOP + HEIGHT + 14.0)) text-anchor="middle" {
                            (day.day.get(5..).unwrap_or(&day.day))
                        }
                    }
                }
                @if limit > 0 && limit as f64 <= most * 1.15 {
                    @let y = TOP + HEIGHT - limit as f64 * scale;
                    line.limit x1="0" y1=(at(y)) x2=(at(WIDTH)) y2=(at(y)) {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_day_fills_the_plot_and_a_distant_limit_is_not_drawn() {
        let day = |day: &str, amount, limit| DayBar { day: day.to_owned(), amount, limit, parts: Vec::new() };
        let page = day_bars("Spend", &[day("2026-11-21", 0, 100), day("2026-11-22", 50, 100)]).into_string();
        assert!(page.contains("height=\"104.3\"") && page.contains("11-22"), "{page}");
        assert!(!page.contains("class=\"limit\""), "{page}");
        let page = day_bars("Spend", &[day("2026-11-22", 99, 100)]).into_string();
        assert!(page.contains("class=\"limit\""), "{page}");
        assert!(!day_bars("Spend", &[]).into_string().contains("NaN"));
    }

    #[test]
    fn the_parts_of_a_day_are_stacked_within_its_bar() {
        let parts = vec![("researcher", 60), ("forecaster", 60)];
        let page =
            day_bars("Spend", &[DayBar { day: "2026-11-22".into(), amount: 100, limit: 0, parts }]).into_string();
        assert!(page.contains("class=\"bar researcher\"") && page.contains("height=\"62.6\""), "{page}");
        assert!(page.contains("height=\"41.7\"") && page.contains("forecaster: $0.0001"), "no part is above: {page}");
    }
}
