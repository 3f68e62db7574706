//! Events that request just-in-time research: for a look-up with low confidence, or by explicit request. Any caller may
//! publish such an event; nothing waits for the answer.

use crate::event::RetrievalMiss;
use crate::{Event, EventId, EventKind, JobId, Tenant, Time};

/// `Event::source` of an explicit request.
pub const BY_HAND_SOURCE: &str = "research_and_store";

/// `Event::source` of a look-up whose caller wants research of what memory does not answer.
pub const WANTED_SOURCE: &str = "retrieve with research";

/// `ResearchTask::reason` of such a look-up: it is researched also if the fleet researches nothing unasked.
pub const WANTED_REASON: &str = "the caller of a look-up asked for research";

/// `ResearchTask::reason` of an explicit request: the researcher skips the memory look-up, and researches also if the
/// fleet researches nothing unasked.
pub const BY_HAND_REASON: &str = "research was asked for by hand";

/// `ResearchTask::reason` of a task that another research requested. Such a task may not request further research.
pub const BY_RESEARCH_REASON: &str = "another research asked for it";

/// Seconds within which repeated misses of one query count as one, so that a program that asks in a loop starts one
/// research task, and an unanswered query is researched again later.
pub const REPEAT_AFTER_SECS: i64 = 3600;

/// Creates the event of a look-up below its threshold. Its id derives from the query and the hour.
pub fn miss_event(tenant: Tenant, miss: RetrievalMiss, now: Time) -> Event {
    new_event(JobId::named(&["retrieval miss", &hourly(&miss.query, now)]), tenant, miss, now)
}

/// Creates the event of a look-up below its threshold whose caller wants the research. Its id derives from the query
/// and the hour, and differs from that of a look-up whose caller does not.
pub fn requested_miss_event(tenant: Tenant, miss: RetrievalMiss, now: Time) -> Event {
    let id = JobId::named(&["requested miss", &hourly(&miss.query, now)]);
    Event { source: WANTED_SOURCE.to_owned(), ..new_event(id, tenant, miss, now) }
}

/// Names a query and the hour, whatever the spacing and the case of the query.
fn hourly(query: &str, now: Time) -> String {
    let words = query.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    format!("{} {words}", now.timestamp().div_euclid(REPEAT_AFTER_SECS))
}

/// Creates the event of an explicit request, which ignores memory. Every call is separate work. Score and threshold of
/// the request are set to 0 and 1.
pub fn explicit_request_event(tenant: Tenant, request: RetrievalMiss, now: Time) -> Event {
    let at = now.timestamp_nanos_opt().unwrap_or_default().to_string();
    let id = JobId::named(&["research and store", &request.query, &at]);
    let miss = RetrievalMiss { score: 0.0, threshold: 1.0, ..request };
    Event { source: BY_HAND_SOURCE.to_owned(), ..new_event(id, tenant, miss, now) }
}

fn new_event(id: JobId, tenant: Tenant, miss: RetrievalMiss, now: Time) -> Event {
    Event {
        id: EventId::parse(&id.to_string()).expect("a UUID is a valid event id: 36 plain characters"),
        tenant,
        source: "retrieve".to_owned(),
        occurred_at: Some(now),
        budget: None,
        kind: EventKind::RetrievalMiss(miss),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SourceRules;

    fn miss(query: &str) -> RetrievalMiss {
        RetrievalMiss {
            query: query.to_owned(),
            score: 0.1,
            threshold: 0.5,
            context: String::new(),
            max_sources: 3,
            sources: SourceRules::default(),
        }
    }

    fn at(seconds: i64) -> Time {
        Time::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn the_same_look_up_is_one_miss_an_hour() {
        let id = |query: &str, seconds| miss_event(Tenant::default(), miss(query), at(seconds)).id;
        assert_eq!(id("Who  runs it?", 10), id("who runs it?", REPEAT_AFTER_SECS - 1));
        assert_ne!(id("who runs it?", 10), id("who runs it?", REPEAT_AFTER_SECS));
        assert_ne!(id("who runs it?", 10), id("who owns it?", 10));
        let requested = |seconds| requested_miss_event(Tenant::default(), miss("who runs it?"), at(seconds));
        assert_eq!((requested(10).id, requested(10).source.as_str()), (requested(20).id, WANTED_SOURCE));
        assert_ne!(requested(10).id, id("who runs it?", 10), "research that was not wanted may have been refused");
    }

    #[test]
    fn every_explicit_request_is_separate_work() {
        let request = |seconds| explicit_request_event(Tenant::default(), miss("q"), at(seconds));
        assert_ne!(request(1).id, request(2).id);
        assert_eq!(request(1).source, BY_HAND_SOURCE);
    }
}
