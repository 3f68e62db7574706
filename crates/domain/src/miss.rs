//! Just-in-time research: the event of a look-up that came back unsure, and the one of a person who wants it researched in any
//! case. Pure: whoever looks up may publish it, nobody waits for it.

use crate::event::RetrievalMiss;
use crate::{Event, EventId, JobId, Kind, Tenant, Time};

/// `Event::source` of what was asked for by hand.
pub const BY_HAND_SOURCE: &str = "research_and_store";

/// `ResearchTask::reason` of what was asked for by hand: memory is not asked before the research.
pub const BY_HAND_REASON: &str = "research was asked for by hand";

/// `ResearchTask::reason` of what a research asked for while it worked on something else. It may not ask for more.
pub const BY_RESEARCH_REASON: &str = "another research asked for it";

/// The same look-up is a miss once in so many seconds: a program that asks in a loop starts one research, and what could not be
/// found today is looked for again tomorrow.
pub const AGAIN_AFTER: i64 = 3600;

/// The event of a look-up under its threshold. Its id derives from the question and the hour.
pub fn event(tenant: Tenant, miss: RetrievalMiss, now: Time) -> Event {
    let hour = now.timestamp().div_euclid(AGAIN_AFTER).to_string();
    let asked = miss.query.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let id = JobId::named(&["retrieval miss", &asked, &hour]);
    of(tenant, (id, "retrieve"), miss, now)
}

/// The event that has something researched whatever memory holds. Every call is work of its own.
pub fn by_hand(tenant: Tenant, (query, context): (&str, &str), max_sources: u32, now: Time) -> Event {
    let at = now.timestamp_nanos_opt().unwrap_or_default().to_string();
    let id = JobId::named(&["research and store", query, &at]);
    let (query, context) = (query.to_owned(), context.to_owned());
    let miss = RetrievalMiss { query, score: 0.0, threshold: 1.0, context, max_sources };
    of(tenant, (id, BY_HAND_SOURCE), miss, now)
}

fn of(tenant: Tenant, (id, source): (JobId, &str), miss: RetrievalMiss, now: Time) -> Event {
    Event {
        id: EventId::parse(&id.to_string()).expect("a UUID is a valid event id: 36 plain characters"),
        tenant,
        source: source.to_owned(),
        occurred_at: Some(now),
        budget: None,
        kind: Kind::RetrievalMiss(miss),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn miss(query: &str) -> RetrievalMiss {
        RetrievalMiss { query: query.to_owned(), score: 0.1, threshold: 0.5, context: String::new(), max_sources: 3 }
    }

    fn at(seconds: i64) -> Time {
        Time::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn the_same_look_up_is_one_miss_an_hour() {
        let said = |query: &str, seconds| event(Tenant::default(), miss(query), at(seconds)).id;
        assert_eq!(said("Who  runs it?", 10), said("who runs it?", AGAIN_AFTER - 1));
        assert_ne!(said("who runs it?", 10), said("who runs it?", AGAIN_AFTER));
        assert_ne!(said("who runs it?", 10), said("who owns it?", 10));
    }

    #[test]
    fn by_hand_every_call_counts() {
        let said = |seconds| by_hand(Tenant::default(), ("q", ""), 3, at(seconds));
        assert_ne!(said(1).id, said(2).id);
        assert_eq!(said(1).source, BY_HAND_SOURCE);
    }
}
