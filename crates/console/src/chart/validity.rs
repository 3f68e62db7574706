//! When a fact is true, as one bar on a time scale that several rows share, with a mark at the time at which the fleet
//! learned it.

use chrono::TimeDelta;
use domain::Time;
use maud::{Markup, html};

use super::at;

const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 14.0;
/// Years before the newest time that the scale shows at most: a founding in 1897 would hide all that followed.
const MAX_YEARS: i64 = 10;
/// Smallest width of a bar, so that a fact of a moment is visible.
const MIN_BAR: f64 = 2.0;

/// When a fact is true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValiditySpan {
    /// Start of its validity.
    pub from: Time,
    /// End of its validity; `None` while it is true.
    pub until: Option<Time>,
    /// Time at which the fleet learned it.
    pub learned: Time,
}

/// The time scale of several bars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValidityScale {
    /// Time at the left edge.
    pub from: Time,
    /// Time at the right edge.
    pub to: Time,
    now: Time,
}

impl ValidityScale {
    /// Creates a scale that shows all spans and the present, of the last years only if they reach further back.
    pub fn new(spans: impl IntoIterator<Item = ValiditySpan>, now: Time) -> Self {
        let (mut from, mut to) = (now, now);
        for span in spans {
            for time in [Some(span.from), span.until, Some(span.learned)].into_iter().flatten() {
                (from, to) = (from.min(time), to.max(time));
            }
        }
        let earliest = to.checked_sub_signed(TimeDelta::days(366 * MAX_YEARS)).unwrap_or(from);
        Self { from: from.max(earliest), to, now }
    }

    fn x(&self, time: Time) -> f64 {
        let length = (self.to - self.from).num_seconds().max(1) as f64;
        ((time - self.from).num_seconds() as f64 / length).clamp(0.0, 1.0) * WIDTH
    }
}

/// Renders the bar of a fact. A fact that is still true reaches the right edge, hatched after the present.
pub fn validity(label: &str, span: &ValiditySpan, scale: &ValidityScale) -> Markup {
    let start = scale.x(span.from).min(WIDTH - MIN_BAR);
    let end = scale.x(span.until.unwrap_or(scale.to)).max(start + MIN_BAR);
    let (now, learned) = (scale.x(scale.now), scale.x(span.learned).clamp(1.0, WIDTH - 1.0));
    let is_over = span.until.is_some_and(|until| until <= scale.now);
    let (class, known) = if is_over { ("over", end) } else { ("valid", end.min(now.max(start))) };
    html! {
        svg.validity viewBox=(format!("0 0 {WIDTH:.0} {HEIGHT:.0}")) preserveAspectRatio="none" role="img" aria-label=(label) {
            title { (label) }
            line.grid x1="0" y1=(at(HEIGHT / 2.0)) x2=(at(WIDTH)) y2=(at(HEIGHT / 2.0)) vector-effect="non-scaling-stroke" {}
            rect class=(class) x=(at(start)) y="4" width=(at(known - start)) height="6" {}
            @if end > known { rect.expected x=(at(known)) y="4" width=(at(end - known)) height="6" {} }
            line.now x1=(at(now)) y1="0" x2=(at(now)) y2=(at(HEIGHT)) vector-effect="non-scaling-stroke" {}
            line.learned x1=(at(learned)) y1="1" x2=(at(learned)) y2=(at(HEIGHT - 1.0)) vector-effect="non-scaling-stroke" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(days: i64) -> Time {
        Time::UNIX_EPOCH + TimeDelta::days(days)
    }

    fn span(from: i64, until: Option<i64>, learned: i64) -> ValiditySpan {
        ValiditySpan { from: day(from), until: until.map(day), learned: day(learned) }
    }

    #[test]
    fn a_bar_reaches_from_its_start_to_its_end_and_is_marked_where_it_was_learned() {
        let (over, open) = (span(0, Some(50), 25), span(60, None, 60));
        let scale = ValidityScale::new([over, open], day(100));
        let page = validity("<b>", &over, &scale).into_string();
        assert!(page.contains("class=\"over\" x=\"0.0\" y=\"4\" width=\"120.0\""), "{page}");
        assert!(page.contains("class=\"learned\" x1=\"60.0\"") && page.contains("&lt;b&gt;"), "{page}");
        let page = validity("x", &open, &scale).into_string();
        assert!(
            page.contains("class=\"valid\" x=\"144.0\" y=\"4\" width=\"96.0\"") && !page.contains("expected"),
            "{page}"
        );
    }

    #[test]
    fn what_is_expected_begins_after_the_present() {
        let open = span(0, Some(100), 0);
        let scale = ValidityScale::new([open], day(50));
        let page = validity("x", &open, &scale).into_string();
        assert!(page.contains("class=\"valid\" x=\"0.0\" y=\"4\" width=\"120.0\""), "{page}");
        assert!(page.contains("class=\"expected\" x=\"120.0\" y=\"4\" width=\"120.0\""), "{page}");
        let later = validity("x", &span(75, None, 0), &scale).into_string();
        assert!(later.contains("class=\"expected\" x=\"180.0\"") && later.contains("width=\"0.0\""), "{later}");
    }

    #[test]
    fn a_distant_past_does_not_hide_the_last_years() {
        let old = span(-40_000, None, 0);
        let scale = ValidityScale::new([old, span(0, Some(30), 0)], day(30));
        assert_eq!(scale.from, day(30 - 366 * MAX_YEARS));
        let page = validity("x", &old, &scale).into_string();
        assert!(page.contains("x=\"0.0\" y=\"4\" width=\"240.0\""), "{page}");
        let alone = ValidityScale::new([], day(0));
        let moment = validity("x", &span(0, Some(0), 0), &alone).into_string();
        assert!(moment.contains("class=\"over\" x=\"0.0\" y=\"4\" width=\"2.0\""), "{moment}");
        assert!(!moment.contains("NaN") && !moment.contains("width=\"-"), "{moment}");
    }
}
