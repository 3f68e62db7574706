//! The tables. docs: ARCHITECTURE.md, "Streams and consumers".

use std::time::Duration;

/// What a stream does when it is full, and how long it keeps what it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holding {
    /// Work: refuses what is new rather than drop what is undone.
    Work,
    /// Results: Postgres keeps them; the oldest make room.
    Results,
    /// Dead letters.
    Dead,
    /// What the server says about consumers: a net below our own dead letters.
    Advisories,
}

/// One stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamSpec {
    /// Its name.
    pub name: &'static str,
    /// Its subjects.
    pub subjects: &'static [&'static str],
    /// How it holds.
    pub holding: Holding,
}

impl StreamSpec {
    /// How long a message stays.
    pub fn max_age(&self) -> Duration {
        const DAY: Duration = Duration::from_secs(24 * 3600);
        match self.holding {
            Holding::Work | Holding::Results => DAY * 3,
            Holding::Dead => DAY * 90,
            Holding::Advisories => DAY * 7,
        }
    }
}

/// One durable consumer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConsumerSpec {
    /// Its name: the handler's.
    pub name: &'static str,
    /// The stream.
    pub stream: &'static str,
    /// The subject, or filter, that it hears.
    pub filter: &'static str,
    /// The worker that it belongs to.
    pub service: &'static str,
}

/// One worker: what it may say. What it hears stands in [`CONSUMERS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServiceSpec {
    /// Its name.
    pub name: &'static str,
    /// Subjects, or prefixes that end in `.`.
    pub says: &'static [&'static str],
}

/// Every stream.
pub const STREAMS: &[StreamSpec] = &[
    StreamSpec { name: "AUSPEX_EVENTS", subjects: &["auspex.event.>"], holding: Holding::Work },
    StreamSpec {
        name: "AUSPEX_WORK",
        subjects: &[
            "auspex.classification.>",
            "auspex.research.>",
            "auspex.evidence.>",
            "auspex.forecast.>",
            "auspex.run.>",
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

const fn hears(name: &'static str, filter: &'static str, service: &'static str) -> ConsumerSpec {
    ConsumerSpec { name, stream: "AUSPEX_WORK", filter, service }
}

/// Every durable consumer.
pub const CONSUMERS: &[ConsumerSpec] = &[
    ConsumerSpec { name: "classifier", stream: "AUSPEX_EVENTS", filter: "auspex.event.>", service: "classifier" },
    hears("researcher", "auspex.research.requested", "researcher"),
    hears("filter", "auspex.research.gathered", "filter"),
    hears("forecaster-evidence", "auspex.evidence.filtered", "forecaster"),
    hears("forecaster-runs", "auspex.forecast.requested", "forecaster"),
    hears("forecaster-rounds", "auspex.run.answered", "forecaster"),
    hears("writer-classifications", "auspex.classification.made", "writer"),
    hears("writer-evidence", "auspex.evidence.filtered", "writer"),
    hears("writer-forecasts", "auspex.forecast.made", "writer"),
    hears("writer-endings", "auspex.run.ended", "writer"),
];

/// Every worker. A researcher that gives a task up still answers it, hence `gathered`; a filter likewise. The forecaster asks
/// again on a schedule, as a publisher of questions.
pub const SERVICES: &[ServiceSpec] = &[
    ServiceSpec {
        name: "classifier",
        says: &["auspex.classification.made", "auspex.research.requested", "auspex.forecast.requested"],
    },
    ServiceSpec { name: "researcher", says: &["auspex.research.gathered", "auspex.research.requested"] },
    ServiceSpec { name: "filter", says: &["auspex.evidence.filtered"] },
    ServiceSpec {
        name: "forecaster",
        says: &[
            "auspex.research.requested",
            "auspex.run.answered",
            "auspex.forecast.made",
            "auspex.run.ended",
            "auspex.event.question",
        ],
    },
    ServiceSpec { name: "writer", says: &["auspex.result."] },
];

/// The consumer of that name.
pub fn consumer(name: &str) -> Option<&'static ConsumerSpec> {
    CONSUMERS.iter().find(|consumer| consumer.name == name)
}

/// The worker of that name.
pub fn service(name: &str) -> Option<&'static ServiceSpec> {
    SERVICES.iter().find(|service| service.name == name)
}

/// The stream that keeps a subject.
pub fn stream_of(subject: &str) -> Option<&'static StreamSpec> {
    let keeps = |filter: &&'static str| match filter.strip_suffix('>') {
        Some(prefix) => subject.len() > prefix.len() && subject.starts_with(prefix),
        None => *filter == subject,
    };
    STREAMS.iter().find(|stream| stream.subjects.iter().any(keeps))
}

/// Which consumers hear a subject that a worker says: what [`domain::port::Journal::unheard`] is asked with. Events are
/// among them only where a worker publishes them; all others come from publishers, not from an outbox.
pub fn hearers() -> Vec<(&'static str, &'static str)> {
    let facts = CONSUMERS.iter().filter(|consumer| !consumer.filter.ends_with('>')).map(|c| (c.filter, c.name));
    let events = SERVICES.iter().flat_map(|service| service.says).filter_map(|said| {
        let hears =
            |consumer: &&ConsumerSpec| consumer.filter.strip_suffix('>').is_some_and(|prefix| said.starts_with(prefix));
        CONSUMERS.iter().find(hears).map(|consumer| (*said, consumer.name))
    });
    facts.chain(events).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settle::may_say;

    #[test]
    fn every_consumer_stands_in_the_stream_that_keeps_what_it_hears() {
        for consumer in CONSUMERS {
            let subject = consumer.filter.replace('>', "x");
            assert_eq!(stream_of(&subject).unwrap().name, consumer.stream, "{}", consumer.name);
            assert!(service(consumer.service).is_some(), "{}", consumer.name);
        }
    }

    #[test]
    fn everything_that_is_heard_is_said_and_everything_that_is_said_is_kept() {
        for (subject, consumer) in hearers() {
            assert!(SERVICES.iter().any(|service| may_say(service.says, subject)), "nobody says what {consumer} hears");
        }
        for said in SERVICES.iter().flat_map(|service| service.says) {
            let subject = if said.ends_with('.') { format!("{said}x") } else { (*said).to_owned() };
            assert!(stream_of(&subject).is_some(), "{said} is kept by no stream");
        }
    }

    #[test]
    fn an_event_that_a_worker_publishes_is_watched_until_it_is_heard() {
        assert!(hearers().contains(&("auspex.event.question", "classifier")));
        assert!(!hearers().iter().any(|(subject, _)| subject.starts_with("auspex.result.")));
    }

    #[test]
    fn no_two_streams_keep_the_same_subject() {
        let all: Vec<_> = STREAMS.iter().flat_map(|stream| stream.subjects).collect();
        for (i, one) in all.iter().enumerate() {
            for other in &all[i + 1..] {
                let (one, other) = (one.trim_end_matches('>'), other.trim_end_matches('>'));
                assert!(!one.starts_with(other) && !other.starts_with(one), "{one} {other}");
            }
        }
    }
}
