//! The topology tables. README.md of this crate describes them under "Streams and consumers".

use std::collections::BTreeSet;
use std::time::Duration;

use proto::event::Event as _;
use proto::events::{
    EventClassified, EventsClassified, EvidenceFiltered, ForecastMade, ForecastRequested, MacroResearched,
    ResearchGathered, ResearchRequested, RunAnswered, RunEnded,
};

/// Content of a stream, which determines its retention and its behaviour when full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Holding {
    /// Events of publishers. Finished ones are kept for a stated time and size ([`crate::TrimConfig`]); a full stream
    /// refuses new ones instead of dropping unfinished ones.
    Events,
    /// Work: finished messages are removed; a full stream refuses new messages instead of dropping unfinished ones.
    Work,
    /// Results for subscribers, kept for 72 h; a full stream drops the oldest. Postgres keeps them.
    Results,
    /// Notices of dead letters, kept for 90 days; a full stream drops the oldest. Postgres keeps the dead letters.
    Dead,
    /// Advisories of the server about consumers, which reveal messages that bypassed our own dead letters.
    Advisories,
}

/// Specification of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamSpec {
    /// Name of the stream.
    pub name: &'static str,
    /// Subjects that it stores.
    pub subjects: &'static [&'static str],
    /// Content of the stream.
    pub holding: Holding,
}

impl StreamSpec {
    /// Returns the maximum age of a message; zero for no maximum. Unfinished work never expires: the outbox could
    /// replace work, but not events that publishers send to the stream directly.
    pub fn max_age(&self) -> Duration {
        const DAY: Duration = Duration::from_secs(24 * 3600);
        match self.holding {
            Holding::Events | Holding::Work => Duration::ZERO,
            Holding::Results => DAY * 3,
            Holding::Dead => DAY * 90,
            Holding::Advisories => DAY * 7,
        }
    }
}

/// Specification of a durable consumer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConsumerSpec {
    /// Name of the consumer and its handler.
    pub name: &'static str,
    /// Name of its stream.
    pub stream: &'static str,
    /// Subject, or filter, that it consumes.
    pub filter: &'static str,
    /// Worker that it belongs to.
    pub service: &'static str,
}

/// A worker with the subjects that it may emit; [`CONSUMERS`] lists those that it consumes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServiceSpec {
    /// Name of the worker.
    pub name: &'static str,
    /// Subjects, or prefixes that end in `.`.
    pub emits: &'static [&'static str],
}

impl ServiceSpec {
    /// Returns true if the service may emit the subject.
    pub fn may_emit(&self, subject: &str) -> bool {
        crate::settle::may_emit(self.emits, subject)
    }
}

/// Worker that measures the streams and removes finished messages.
pub const TRIMMER: &str = "writer";

/// Requests on core NATS whether LEIs exist at GLEIF (`tools::lei::recheck`): no stream stores them.
pub const LEI_CHECK: &str = "auspex.lei.check";

/// Prefix of the requests for messages of a stream of work that wait behind those of another tenant:
/// `auspex.waiting.<consumer>`. The [`TRIMMER`] answers them, because a user that may read one message of a stream by
/// its position may read all.
pub const WAITING: &str = "auspex.waiting.";

/// Subjects of core NATS, with the worker that answers the requests on them.
pub const RESPONDERS: &[(&str, &str)] = &[(LEI_CHECK, "researcher")];

/// Every stream of the topology.
pub const STREAMS: &[StreamSpec] = &[
    StreamSpec { name: "AUSPEX_EVENTS", subjects: &["auspex.event.>"], holding: Holding::Events },
    StreamSpec {
        name: "AUSPEX_WORK",
        subjects: &[
            "auspex.classification.>",
            "auspex.research.>",
            "auspex.evidence.>",
            "auspex.forecast.>",
            "auspex.run.>",
            "auspex.macro.>",
        ],
        holding: Holding::Work,
    },
    StreamSpec { name: "AUSPEX_RESULTS", subjects: &["auspex.result.>"], holding: Holding::Results },
    StreamSpec { name: "AUSPEX_DEAD", subjects: &["auspex.dead.>"], holding: Holding::Dead },
    StreamSpec {
        name: "AUSPEX_ADVISORIES",
        subjects: &["$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.>", "$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.>"],
        holding: Holding::Advisories,
    },
];

const fn consumes(name: &'static str, filter: &'static str, service: &'static str) -> ConsumerSpec {
    ConsumerSpec { name, stream: "AUSPEX_WORK", filter, service }
}

/// Every durable consumer.
pub const CONSUMERS: &[ConsumerSpec] = &[
    ConsumerSpec { name: "classifier", stream: "AUSPEX_EVENTS", filter: "auspex.event.>", service: "classifier" },
    consumes("researcher", ResearchRequested::SUBJECT, "researcher"),
    consumes("filter", ResearchGathered::SUBJECT, "filter"),
    consumes("forecaster-evidence", EvidenceFiltered::SUBJECT, "forecaster"),
    consumes("forecaster-runs", ForecastRequested::SUBJECT, "forecaster"),
    consumes("forecaster-rounds", RunAnswered::SUBJECT, "forecaster"),
    consumes("writer-classifications", EventClassified::SUBJECT, "writer"),
    consumes("writer-verdicts", EventsClassified::SUBJECT, "writer"),
    consumes("writer-evidence", EvidenceFiltered::SUBJECT, "writer"),
    consumes("writer-forecasts", ForecastMade::SUBJECT, "writer"),
    consumes("writer-endings", RunEnded::SUBJECT, "writer"),
    consumes("writer-macros", MacroResearched::SUBJECT, "writer"),
];

/// Every worker. A researcher that dead-letters a task still answers it, hence `gathered`; a filter likewise. The
/// forecaster publishes questions on a schedule.
pub const SERVICES: &[ServiceSpec] = &[
    ServiceSpec {
        name: "classifier",
        emits: &[
            EventClassified::SUBJECT,
            EventsClassified::SUBJECT,
            ResearchRequested::SUBJECT,
            ForecastRequested::SUBJECT,
        ],
    },
    ServiceSpec {
        name: "researcher",
        emits: &[ResearchGathered::SUBJECT, ResearchRequested::SUBJECT, MacroResearched::SUBJECT],
    },
    ServiceSpec { name: "filter", emits: &[EvidenceFiltered::SUBJECT] },
    ServiceSpec {
        name: "forecaster",
        emits: &[
            ResearchRequested::SUBJECT,
            RunAnswered::SUBJECT,
            ForecastMade::SUBJECT,
            RunEnded::SUBJECT,
            "auspex.event.question.",
            "auspex.event.entity_request.",
        ],
    },
    ServiceSpec { name: "writer", emits: &["auspex.result."] },
];

/// The HTTP gateway, which publishes events of all kinds. It is not a worker: it has no consumer and no model:
/// each subject is the prefix of those of the tenants.
pub const GATEWAY: ServiceSpec = ServiceSpec {
    name: "gateway",
    emits: &[
        "auspex.event.transaction.",
        "auspex.event.scout_alert.",
        "auspex.event.question.",
        "auspex.event.retrieval_miss.",
        "auspex.event.directions.",
        "auspex.event.macro.",
        "auspex.event.entity_request.",
    ],
};

/// Returns every worker and the gateway.
pub fn processes() -> impl Iterator<Item = &'static ServiceSpec> {
    SERVICES.iter().chain([&GATEWAY])
}

/// Returns the consumer of that name.
pub fn consumer(name: &str) -> Option<&'static ConsumerSpec> {
    CONSUMERS.iter().find(|consumer| consumer.name == name)
}

/// Returns the subjects of events, as prefixes that end in `.`, that the consumers of events among these may publish
/// again: those that they have parked.
pub fn republished(consumers: &[&str]) -> Vec<&'static str> {
    let consumed = CONSUMERS.iter().filter(|spec| consumers.contains(&spec.name));
    let filters: Vec<&str> = consumed.filter_map(|spec| spec.filter.strip_suffix('>')).collect();
    let events = GATEWAY.emits.iter().filter(|subject| subject.ends_with('.'));
    events.filter(|subject| filters.iter().any(|filter| subject.starts_with(filter))).copied().collect()
}

/// Returns the worker of that name.
pub fn service(name: &str) -> Option<&'static ServiceSpec> {
    SERVICES.iter().find(|service| service.name == name)
}

/// Returns the stream that stores a subject.
pub fn stream_of(subject: &str) -> Option<&'static StreamSpec> {
    let stores = |filter: &&'static str| match filter.strip_suffix('>') {
        Some(prefix) => subject.len() > prefix.len() && subject.starts_with(prefix),
        None => *filter == subject,
    };
    STREAMS.iter().find(|stream| stream.subjects.iter().any(stores))
}

/// Returns (subject or prefix, consumer) pairs of all subjects that our processes emit, for
/// [`domain::port::Journal::unconsumed`]. Events that other publishers send to the stream directly have no outbox row.
pub fn subject_consumers() -> Vec<(&'static str, &'static str)> {
    let facts = CONSUMERS.iter().filter(|consumer| !consumer.filter.ends_with('>')).map(|c| (c.filter, c.name));
    let emitted: BTreeSet<&'static str> = processes().flat_map(|service| service.emits.iter().copied()).collect();
    let events = emitted.into_iter().filter_map(|subject| {
        let consumes = |consumer: &&ConsumerSpec| {
            consumer.filter.strip_suffix('>').is_some_and(|prefix| subject.starts_with(prefix))
        };
        CONSUMERS.iter().find(consumes).map(|consumer| (subject, consumer.name))
    });
    facts.chain(events).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settle::may_emit;

    #[test]
    fn every_consumer_reads_the_stream_that_stores_its_subject() {
        for consumer in CONSUMERS {
            let subject = consumer.filter.replace('>', "x");
            assert_eq!(stream_of(&subject).unwrap().name, consumer.stream, "{}", consumer.name);
            assert!(service(consumer.service).is_some(), "{}", consumer.name);
        }
    }

    #[test]
    fn every_consumed_subject_is_emitted_and_every_emitted_subject_is_stored() {
        for (subject, consumer) in subject_consumers() {
            assert!(
                processes().any(|service| may_emit(service.emits, subject)),
                "no service emits {subject}, which {consumer} consumes"
            );
        }
        for emitted in processes().flat_map(|service| service.emits) {
            let subject = if emitted.ends_with('.') { format!("{emitted}x") } else { (*emitted).to_owned() };
            assert!(stream_of(&subject).is_some(), "no stream stores {emitted}");
        }
    }

    #[test]
    fn events_that_a_worker_publishes_are_watched_until_consumed() {
        for kind in domain::EventKind::NAMES {
            let (pairs, subject) = (subject_consumers(), format!("auspex.event.{kind}.acme"));
            let watched = pairs.iter().filter(|(watched, _)| may_emit(&[*watched], &subject));
            assert_eq!(watched.map(|(_, consumer)| *consumer).collect::<Vec<_>>(), ["classifier"], "{subject}");
        }
        assert!(!subject_consumers().iter().any(|(subject, _)| subject.starts_with("auspex.result.")));
    }

    #[test]
    fn the_consumer_of_events_may_publish_events_of_every_kind_again_and_others_none() {
        let republished = republished(&["classifier", "filter"]);
        assert_eq!(republished.len(), domain::EventKind::NAMES.len(), "{republished:?}");
        assert!(republished.iter().all(|prefix| prefix.starts_with("auspex.event.")));
        assert!(super::republished(&["researcher", "writer-macros"]).is_empty());
    }

    #[test]
    fn no_two_streams_store_the_same_subject() {
        let all: Vec<_> = STREAMS.iter().flat_map(|stream| stream.subjects).collect();
        for (i, one) in all.iter().enumerate() {
            for other in &all[i + 1..] {
                let (one, other) = (one.trim_end_matches('>'), other.trim_end_matches('>'));
                assert!(!one.starts_with(other) && !other.starts_with(one), "{one} {other}");
            }
        }
    }
}
