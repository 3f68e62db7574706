//! The rule: the last third of the samples compared with the second. Pure.

use std::fmt;

use forecasting::kinds::quantiles::median;

/// Column titles of the table.
pub(super) const HEAD: &str = "  minute  events/s  memory MB  tables MB  B/event  streams MB  result p95 s  work p95 s";

/// State of the fleet at one time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sample {
    /// Seconds since the beginning.
    pub(super) seconds: f64,
    /// Published events per second since the sample before.
    pub(super) rate: f64,
    /// Resident memory of all workers in megabytes.
    pub(super) memory: f64,
    /// Tables and indexes in megabytes.
    pub(super) tables: f64,
    /// Bytes by which the tables have grown per event since the sample before.
    pub(super) per_event: f64,
    /// Messages in the streams in megabytes.
    pub(super) streams: f64,
    /// 95th percentile of the seconds from the publish of an uninteresting event to its result, since the sample
    /// before.
    pub(super) quiet: f64,
    /// The same of interesting events and their first result.
    pub(super) work: f64,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seconds, rate, memory, tables, per_event, streams, quiet, work } = self;
        let minute = seconds / 60.0;
        write!(
            f,
            "{minute:>8.1} {rate:>9.0} {memory:>10.1} {tables:>10.1} {per_event:>8.0} {streams:>11.1} {quiet:>13.3} {work:>11.3}"
        )
    }
}

/// The judgement about one figure.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    what: &'static str,
    /// Medians of the second and of the last third.
    medians: [f64; 2],
    /// Maximum of the second median.
    limit: f64,
    /// The last median is within the limit.
    pub(super) is_flat: bool,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, medians: [second, last], limit, is_flat } = self;
        let verdict = if *is_flat { "flat" } else { "NOT FLAT" };
        write!(f, "{what:<28} {second:>10.3} -> {last:>10.3}  at most {limit:>10.3}  {verdict}")
    }
}

/// A figure with the growth that is still flat: a factor, and an addend for small values.
type Figure = (&'static str, fn(&Sample) -> f64, f64, f64);

/// Tables grow with the events until their retention, so the growth per event is judged.
const FIGURES: [Figure; 5] = [
    ("memory of the workers, MB", |sample| sample.memory, 1.1, 5.0),
    ("growth of tables, B/event", |sample| sample.per_event, 1.25, 100.0),
    ("messages in streams, MB", |sample| sample.streams, 1.2, 2.0),
    ("result p95, s", |sample| sample.quiet, 1.5, 0.1),
    ("work p95, s", |sample| sample.work, 1.5, 0.5),
];

/// Judges each figure by the medians of the second and of the last third of the samples.
pub(super) fn judge(samples: &[Sample]) -> Vec<Line> {
    let third = samples.len().div_ceil(3);
    let parts = [samples.iter().skip(third).take(third), samples.iter().skip(samples.len() - third).take(third)];
    let judge = |(what, value, factor, addend): Figure| {
        let medians = parts.clone().map(|part| median(part.map(value)));
        let limit = medians[0] * factor + addend;
        Line { what, medians, limit, is_flat: medians[1] <= limit }
    };
    FIGURES.map(judge).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soak(memory: fn(usize) -> f64) -> Vec<Line> {
        let sample = |n: usize| Sample {
            seconds: n as f64,
            rate: 1.0,
            memory: memory(n),
            tables: n as f64,
            per_event: 300.0,
            streams: 10.0,
            quiet: 0.3,
            work: 1.0,
        };
        judge(&(0..30).map(sample).collect::<Vec<_>>())
    }

    #[test]
    fn only_growth_after_the_first_third_counts() {
        assert!(soak(|n| if n < 10 { n as f64 * 10.0 } else { 100.0 }).iter().all(|line| line.is_flat));
        let leak = soak(|n| 100.0 + 3.0 * n as f64);
        assert!(!leak[0].is_flat && leak[1..].iter().all(|line| line.is_flat), "{leak:?}");
        assert!(leak[0].to_string().ends_with("NOT FLAT"));
    }
}
