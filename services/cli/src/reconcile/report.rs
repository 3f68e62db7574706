//! What the comparison found.

use domain::{JobId, Time};
use runtime::client::StoredMessage;
use serde::Serialize;
use serde_json::json;

use super::stored_at;
use crate::output;

/// Messages of one consumer, by what Postgres knows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counts {
    pub(super) read: u64,
    /// Messages with an outcome.
    pub(super) done: u64,
    /// Messages that the consumer will receive or has in progress.
    pub(super) open: u64,
    /// Messages without an outcome that the reconciler of their sender publishes again.
    pub(super) watched: u64,
    /// Acknowledged messages that nothing leads to.
    pub(super) lost: u64,
}

/// Published results.
#[derive(Debug, Default)]
pub(super) struct Results {
    pub(super) published: u64,
    /// Published results that Postgres does not have.
    pub(super) missing: Vec<JobId>,
    /// Published results about groups of quiet events that Postgres does not have.
    pub(super) missing_groups: u64,
}

/// The whole comparison.
pub(super) struct Report {
    pub(super) since: Time,
    now: Time,
    pub(super) counts: Vec<(&'static str, Counts)>,
    pub(super) lost_events: Vec<StoredMessage>,
    pub(super) lost_facts: Vec<StoredMessage>,
    pub(super) results: Results,
    pub(super) replayed: u64,
    /// Marks of fresh research that were removed before.
    pub(super) forgotten: usize,
    /// Time of the oldest lost message.
    oldest: Option<Time>,
}

impl Report {
    pub(super) fn new(since: Time, now: Time) -> Self {
        let (lost_events, lost_facts) = (Vec::new(), Vec::new());
        let results = Results::default();
        Self {
            since,
            now,
            counts: Vec::new(),
            lost_events,
            lost_facts,
            results,
            replayed: 0,
            forgotten: 0,
            oldest: None,
        }
    }

    /// Records the time of the oldest lost message, before the messages are published again.
    pub(super) fn seal(&mut self) {
        self.oldest = self.lost_events.iter().chain(&self.lost_facts).filter_map(stored_at).min();
    }

    /// Returns true if nothing is lost that was not published again.
    pub(super) fn is_reconciled(&self) -> bool {
        self.lost_events.is_empty() && self.lost_facts.is_empty()
    }

    /// Returns true if a consumer will receive messages or has some in progress.
    pub(super) fn is_open(&self) -> bool {
        self.counts.iter().any(|(_, counts)| counts.open > 0)
    }

    pub(super) fn print(&self, is_json: bool) -> anyhow::Result<()> {
        if is_json {
            return output::json(&self.json());
        }
        self.lines().iter().try_for_each(|line| Ok(output::line(line)?))
    }

    fn json(&self) -> serde_json::Value {
        let consumers: serde_json::Map<_, _> =
            self.counts.iter().map(|(name, counts)| ((*name).to_owned(), json!(counts))).collect();
        let results = json!({ "published": self.results.published, "missing": self.results.missing,
            "missing_groups": self.results.missing_groups });
        json!({
            "since": self.since, "consumers": consumers, "results": results,
            "lost_events": self.lost_events.len(), "lost_facts": self.lost_facts.len(),
            "replayed": self.replayed, "forgotten_marks": self.forgotten, "unknown_spending_since": self.oldest,
        })
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{:<24} {:>8} {:>8} {:>8} {:>8} {:>8}",
            "consumer", "read", "done", "open", "watched", "lost"
        )];
        lines.extend(self.counts.iter().map(|(name, counts)| {
            let Counts { read, done, open, watched, lost } = counts;
            format!("{name:<24} {read:>8} {done:>8} {open:>8} {watched:>8} {lost:>8}")
        }));
        lines.push(String::new());
        lines.push(self.verdict());
        if self.forgotten > 0 {
            let marks = output::pluralize(self.forgotten as u64, "mark");
            lines.push(format!("{marks} of fresh research removed from Redis, so that lost research is repeated."));
        }
        if self.is_open() {
            lines.push("Open messages are not judged: run this again when the workers have caught up.".to_owned());
        }
        lines.extend(self.orphans());
        lines.extend(self.spending());
        lines
    }

    fn verdict(&self) -> String {
        let (events, facts) = (self.lost_events.len(), self.lost_facts.len());
        match (events, facts, self.replayed) {
            (0, 0, 0) => format!("Nothing is lost of what the streams have held since {}.", self.since.format("%F %T")),
            (0, 0, replayed) => {
                format!("{} published again, as the same jobs.", output::pluralize(replayed, "message"))
            }
            (_, _, 0) => format!(
                "{events} events and {facts} facts are lost; nothing was changed. Publish them again with --apply: first the events, \
                 which emit their facts again."
            ),
            (_, _, replayed) => format!(
                "{} published again, as the same jobs. {facts} facts are left to their events: run this again when the workers have \
                 caught up.",
                output::pluralize(replayed, "event")
            ),
        }
    }

    fn orphans(&self) -> Option<String> {
        let (missing, groups) = (self.results.missing.len(), self.results.missing_groups);
        (missing > 0 || groups > 0).then(|| {
            format!(
                "{missing} published results and {groups} results about groups of quiet events, of {}, are not in Postgres. Subscribers \
                 have them; their work, done again, publishes them again, maybe with other answers: results under the same ids, quiet \
                 events in other groups. A decision of a reviewer among them must be made again.",
                self.results.published
            )
        })
    }

    /// What the lost rows had spent is known to the provider only.
    fn spending(&self) -> Option<String> {
        let oldest = self.oldest?;
        Some(format!(
            "The ledger has no trace of the model calls of the lost work, and the budgets do not contain them. Compare the provider's invoice \
             from {} to {} with `auspex summary`; the difference was spent and is not recorded.",
            oldest.format("%F %T"),
            self.now.format("%F %T")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(lost: usize, replayed: u64) -> String {
        let mut report = Report::new(Time::UNIX_EPOCH, Time::UNIX_EPOCH);
        let delivery = runtime::delivery::Delivery { stored_at: 1_000_000_000, ..Default::default() };
        let message = StoredMessage { job: JobId::named(&["lost"]), delivery };
        report.lost_events = vec![message; lost];
        report.seal();
        report.replayed = replayed;
        report.lines().join("\n")
    }

    #[test]
    fn lost_messages_are_reported_with_what_the_ledger_cannot_know() {
        let dry = report(2, 0);
        assert!(dry.contains("2 events and 0 facts are lost; nothing was changed") && dry.contains("--apply"), "{dry}");
        assert!(dry.contains("invoice from 1970-01-01 00:00:01"), "{dry}");
        let clean = report(0, 0);
        assert!(clean.contains("Nothing is lost") && !clean.contains("invoice"), "{clean}");
    }
}
