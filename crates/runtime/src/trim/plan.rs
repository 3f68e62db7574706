//! Decides which messages of a stream may be removed. Pure.

use crate::topology::ConsumerSpec;

/// Progress of one consumer of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Progress {
    /// Subject that the consumer receives; `None` if it receives several or all of them.
    pub(super) filter: Option<String>,
    /// Stream sequence up to which the consumer has acknowledged every message that it receives.
    pub(super) acknowledged: u64,
    /// The consumer has neither undelivered nor unacknowledged messages.
    pub(super) idle: bool,
}

/// Removal of the messages below a sequence, of one subject or of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Removal {
    pub(super) filter: Option<&'static str>,
    pub(super) below: u64,
}

impl Removal {
    /// Returns true if there may be a message below the sequence. A purge below 0, or of a subject below 1, is a purge
    /// of everything for nats-server, including messages that arrive meanwhile.
    fn is_any(&self) -> bool {
        self.below > 1
    }
}

/// Size and limits of the stream of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Events {
    pub(super) first: u64,
    pub(super) messages: u64,
    pub(super) bytes: u64,
    /// Maximum size in bytes; 0 for no limit.
    pub(super) max_bytes: u64,
    /// First sequence that is younger than the retention.
    pub(super) young: u64,
    /// Maximum bytes of finished events.
    pub(super) keep_bytes: u64,
}

/// Returns the sequence up to which the consumer has finished. An idle consumer has finished everything that the stream
/// held at the previous pass (`settled`). The current end of the stream is not a bound: the replica that reports the
/// consumer may lag behind it.
fn finished(consumer: &Progress, settled: u64) -> u64 {
    if consumer.idle { consumer.acknowledged.max(settled) } else { consumer.acknowledged }
}

/// Returns the lowest sequence that a consumer of `filter` has not finished. A consumer of several subjects counts for
/// each subject.
fn unfinished(consumers: &[Progress], filter: Option<&str>, settled: u64) -> u64 {
    let concerns = |consumer: &&Progress| match (&consumer.filter, filter) {
        (Some(one), Some(other)) => one == other || one.contains(['*', '>']) || other.contains(['*', '>']),
        _ => true,
    };
    consumers.iter().filter(concerns).map(|consumer| finished(consumer, settled)).min().map_or(0, |floor| floor + 1)
}

/// Returns the removals of finished messages: all below the lowest sequence that any consumer has not finished, and per
/// subject those below the lowest that a consumer of this subject has not finished. One deferred job thus keeps
/// messages of its subject only.
pub(super) fn finished_work(consumers: &[Progress], specs: &[&'static ConsumerSpec], settled: u64) -> Vec<Removal> {
    let all = unfinished(consumers, None, settled);
    let mut filters: Vec<&'static str> = specs.iter().map(|spec| spec.filter).collect();
    filters.sort_unstable();
    filters.dedup();
    let by_subject = filters
        .into_iter()
        .map(|filter| Removal { filter: Some(filter), below: unfinished(consumers, Some(filter), settled) });
    let removals =
        std::iter::once(Removal { filter: None, below: all }).chain(by_subject.filter(|one| one.below > all));
    removals.filter(Removal::is_any).collect()
}

/// Returns the removal of finished events that are past the retention: too old, or beyond the maximum size, or beyond
/// half of the stream's limit. The other half is for unfinished events. Returns `None` if there is none.
pub(super) fn finished_events(consumers: &[Progress], settled: u64, events: &Events) -> Option<Removal> {
    let below = events.young.max(by_bytes(events)).min(unfinished(consumers, None, settled));
    Some(Removal { filter: None, below }).filter(Removal::is_any)
}

/// Estimates the first sequence to keep from the mean size of an event; the next pass corrects the estimate.
fn by_bytes(events: &Events) -> u64 {
    let half = if events.max_bytes == 0 { u64::MAX } else { events.max_bytes / 2 };
    let excess = events.bytes.saturating_sub(events.keep_bytes.min(half));
    let mean = (events.bytes / events.messages.max(1)).max(1);
    events.first + excess.div_ceil(mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: ConsumerSpec = ConsumerSpec { name: "a", stream: "S", filter: "w.a", service: "s" };
    const B: ConsumerSpec = ConsumerSpec { name: "b", stream: "S", filter: "w.b", service: "s" };

    fn of(filter: Option<&str>, acknowledged: u64, idle: bool) -> Progress {
        Progress { filter: filter.map(str::to_owned), acknowledged, idle }
    }

    fn removals(consumers: &[Progress], settled: u64) -> Vec<(Option<&'static str>, u64)> {
        finished_work(consumers, &[&A, &B], settled).into_iter().map(|one| (one.filter, one.below)).collect()
    }

    #[test]
    fn an_unfinished_message_keeps_only_messages_of_its_subject() {
        let consumers = [of(Some("w.a"), 4, false), of(Some("w.b"), 90, false), of(Some("w.b"), 70, false)];
        assert_eq!(removals(&consumers, 100), [(None, 5), (Some("w.b"), 71)]);
    }

    #[test]
    fn an_idle_consumer_has_finished_what_the_previous_pass_saw_and_no_more() {
        let consumers = [of(Some("w.a"), 0, true), of(Some("w.b"), 90, false)];
        assert_eq!(removals(&consumers, 50), [(None, 51), (Some("w.b"), 91)]);
        assert_eq!(removals(&consumers, 0), [(Some("w.b"), 91)], "the first pass has seen nothing");
    }

    #[test]
    fn a_consumer_of_several_subjects_keeps_messages_of_each() {
        let all = [of(Some("w.a"), 80, false), of(Some("w.b"), 90, false), of(None, 10, false)];
        assert_eq!(removals(&all, 100), [(None, 11)]);
        let wildcard = [of(Some("w.a"), 80, false), of(Some("w.b"), 90, false), of(Some("w.>"), 10, false)];
        assert_eq!(removals(&wildcard, 100), [(None, 11)]);
    }

    #[test]
    fn a_stream_without_consumers_keeps_everything() {
        assert_eq!(removals(&[], 100), []);
    }

    #[test]
    fn nothing_is_removed_from_an_empty_stream_which_may_receive_a_message_meanwhile() {
        let empty = Events { first: 0, messages: 0, bytes: 0, max_bytes: 1 << 30, young: 0, keep_bytes: 1 << 30 };
        let idle = [of(Some("e.>"), 0, true)];
        assert_eq!(finished_events(&idle, 0, &empty), None);
        assert_eq!(finished_events(&idle, 0, &Events { first: 1, young: 1, ..empty }), None);
        assert_eq!(removals(&[of(Some("w.a"), 0, true), of(Some("w.b"), 0, true)], 0), []);
    }

    #[test]
    fn finished_events_are_kept_for_the_stated_time_and_size_and_unfinished_ones_for_ever() {
        let events =
            Events { first: 1_000, messages: 100, bytes: 10_000, max_bytes: 0, young: 1_000, keep_bytes: 10_000 };
        let done = [of(Some("e.>"), 1_099, true)];
        let below = |consumers: &[Progress], events: &Events| finished_events(consumers, 1_099, events).unwrap().below;
        assert_eq!(below(&done, &events), 1_000, "within both limits");
        assert_eq!(below(&done, &Events { young: 1_040, ..events }), 1_040, "older than the retention");
        assert_eq!(below(&done, &Events { keep_bytes: 7_000, ..events }), 1_030, "larger than the retention");
        assert_eq!(below(&done, &Events { max_bytes: 8_000, ..events }), 1_060, "half of the stream");
        let backlog = [of(Some("e.>"), 1_009, false)];
        let strict = Events { young: 1_090, keep_bytes: 0, ..events };
        assert_eq!(below(&backlog, &strict), 1_010, "the rest waits for its consumer");
    }
}
