//! Scheduled questions and research: computes the next firing time and the event that a firing publishes. The store
//! keeps the schedules; the forecaster fires them.

use std::str::FromStr;

use croner::parser::{CronParser, Seconds, Year};
use serde::{Deserialize, Serialize};

use crate::{Event, EventId, EventKind, InvalidId, JobId, Tenant, Time};

/// Maximum length of a schedule's name in bytes. The name and the instant form an event id.
pub const MAX_NAME_BYTES: usize = 64;

/// Error for an unusable cron expression.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{text:?} is not a cron expression ({problem}); write five fields, minute hour day month weekday, in UTC: `30 6 * * 1-5`"
)]
pub struct InvalidCron {
    /// The refused expression.
    pub text: String,
    /// Reason for the refusal.
    pub problem: String,
}

/// A cron expression with five fields, in UTC. Seconds are refused because a forecast takes longer.
#[derive(Debug, Clone)]
pub struct Cron(croner::Cron);

impl FromStr for Cron {
    type Err = InvalidCron;

    fn from_str(text: &str) -> Result<Self, InvalidCron> {
        let invalid = |problem: String| InvalidCron { text: text.to_owned(), problem };
        let parser = CronParser::builder().seconds(Seconds::Disallowed).year(Year::Disallowed).build();
        let cron = Self(parser.parse(text).map_err(|error| invalid(error.to_string()))?);
        // Some expressions parse but never match, for example February 30.
        match cron.after(Time::UNIX_EPOCH) {
            Some(_) => Ok(cron),
            None => Err(invalid("it never matches".to_owned())),
        }
    }
}

impl Cron {
    /// Returns the first instant after `then`, or `None` if none can be computed.
    pub fn after(&self, then: Time) -> Option<Time> {
        self.0.find_next_occurrence(&then, false).ok()
    }
}

/// An event that is published repeatedly: a question, or a request to research entities.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// The tenant that the question is asked for.
    pub tenant: Tenant,
    /// Name, unique for the tenant.
    pub name: String,
    /// Cron expression with five fields, in UTC.
    pub cron: String,
    /// Template of the published event; each firing sets its id and time.
    pub event: Event,
    /// The next instant; `None` if the schedule has ended.
    pub next_at: Option<Time>,
    /// Number of firings so far.
    pub fired: u64,
    /// Instant of the last firing.
    pub last_at: Option<Time>,
    /// Job of the last firing's event.
    pub last_job: Option<JobId>,
}

/// The action of a due schedule.
#[derive(Debug, Clone, PartialEq)]
pub struct Firing {
    /// The instant that the schedule fires for.
    pub at: Time,
    /// The event to publish; `None` if the question has closed.
    pub event: Option<Event>,
    /// The next instant; `None` if there is none.
    pub next: Option<Time>,
}

/// Parses a schedule name: letters, digits, `-` and `_`, at most [`MAX_NAME_BYTES`] bytes.
///
/// # Errors
/// Returns the first problem found.
pub fn name(text: &str) -> Result<String, InvalidId> {
    if text.is_empty() {
        return Err(InvalidId::Empty);
    }
    if text.len() > MAX_NAME_BYTES {
        return Err(InvalidId::TooLong { len: text.len(), most: MAX_NAME_BYTES });
    }
    match text.chars().find(|c| !(c.is_ascii_alphanumeric() || *c == '-' || *c == '_')) {
        Some(found) => Err(InvalidId::Character { found }),
        None => Ok(text.to_owned()),
    }
}

impl Schedule {
    /// Returns the firing if the schedule is due at `now`. After an outage it fires once, for the first missed instant,
    /// because several answers to one question at one moment have no more value than one. The event's id derives from
    /// the schedule and the instant, so any number of replicas fire an instant once.
    pub fn firing(&self, now: Time) -> Option<Firing> {
        let at = self.next_at.filter(|at| *at <= now)?;
        let closes = closes(&self.event);
        if closes.is_some_and(|closes| closes <= now) {
            return Some(Firing { at, event: None, next: None });
        }
        let next = self.cron.parse::<Cron>().ok().and_then(|cron| cron.after(now));
        let id = format!("schedule/{}@{}", self.name, at.format("%Y-%m-%dT%H:%MZ"));
        // A name of at most 64 characters and an instant: never empty and always within the 200 bytes of an event id.
        let id = EventId::parse(&id).ok()?;
        let kind = without_price(self.event.kind.clone());
        let event = Event { id, tenant: self.tenant.clone(), occurred_at: Some(at), kind, ..self.event.clone() };
        Some(Firing { at, event: Some(event), next: next.filter(|next| closes.is_none_or(|closes| *next < closes)) })
    }
}

/// Removes the market's price, which is that of the day on which the schedule was made. The run reads the present one.
fn without_price(mut kind: EventKind) -> EventKind {
    if let EventKind::Question(asked) = &mut kind
        && asked.config.as_of.is_none()
        && let Some(market) = &mut asked.market
    {
        market.price = None;
    }
    kind
}

/// Returns the closing time of the question, after which it is not asked again.
fn closes(event: &Event) -> Option<Time> {
    match &event.kind {
        EventKind::Question(asked) => asked.closes,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::event::{AskedQuestion, Market};

    #[test]
    fn a_firing_asks_without_the_price_of_the_day_on_which_the_schedule_was_made() {
        let market = Market { condition_id: "0xa".into(), price: Some(0.3), ..Market::default() };
        let asked = AskedQuestion { text: "Will it?".into(), market: Some(market), ..AskedQuestion::default() };
        let event = Event { kind: EventKind::Question(asked), ..crate::testing::event() };
        let schedule = Schedule { event, next_at: Some(at("2026-01-01T00:00:00Z")), ..crate::testing::schedule() };
        let fired = schedule.firing(at("2026-01-01T00:00:00Z")).unwrap().event.unwrap();
        let EventKind::Question(asked) = fired.kind else { panic!("a question") };
        let market = asked.market.unwrap();
        assert_eq!((market.condition_id.as_str(), market.price), ("0xa", None));
    }

    fn at(text: &str) -> Time {
        text.parse().unwrap()
    }

    fn schedule(cron: &str, next_at: &str, closes: Option<&str>) -> Schedule {
        let asked = AskedQuestion { text: "Will it?".into(), closes: closes.map(at), ..AskedQuestion::default() };
        Schedule {
            name: "morning".into(),
            cron: cron.into(),
            event: Event {
                id: EventId::parse("template").unwrap(),
                source: "auspex schedule".into(),
                kind: EventKind::Question(asked),
                ..crate::testing::event()
            },
            next_at: Some(at(next_at)),
            ..crate::testing::schedule()
        }
    }

    #[test]
    fn five_fields_in_utc_and_nothing_that_never_comes() {
        let morning: Cron = "30 6 * * 1-5".parse().unwrap();
        assert_eq!(morning.after(at("2026-11-20T06:30:00Z")), Some(at("2026-11-23T06:30:00Z")), "Friday to Monday");
        for wrong in ["", "soon", "* * * *", "0 30 6 * * 1-5", "61 * * * *", "0 0 30 2 *"] {
            let error = wrong.parse::<Cron>().unwrap_err().to_string();
            assert!(error.contains("five fields"), "{wrong}: {error}");
        }
        assert!("@daily".parse::<Cron>().is_ok());
    }

    #[test]
    fn after_an_outage_of_a_week_a_schedule_fires_once_and_continues() {
        let daily = schedule("0 8 * * *", "2026-11-01T08:00:00Z", None);
        assert_eq!(daily.firing(at("2026-11-01T07:59:59Z")), None);
        let fired = daily.firing(at("2026-11-08T12:00:00Z")).unwrap();
        let event = fired.event.unwrap();
        assert_eq!(event.id.as_str(), "schedule/morning@2026-11-01T08:00Z");
        assert_eq!((event.occurred_at, fired.at), (Some(at("2026-11-01T08:00:00Z")), at("2026-11-01T08:00:00Z")));
        assert_eq!(fired.next, Some(at("2026-11-09T08:00:00Z")));
    }

    #[test]
    fn the_same_instant_is_the_same_event_and_the_next_another() {
        let daily = schedule("0 8 * * *", "2026-11-01T08:00:00Z", None);
        let job = |schedule: &Schedule, now: &str| schedule.firing(at(now)).unwrap().event.unwrap().job();
        assert_eq!(job(&daily, "2026-11-01T08:00:00Z"), job(&daily, "2026-11-01T09:00:00Z"), "a slow replica");
        let next = schedule("0 8 * * *", "2026-11-02T08:00:00Z", None);
        assert_ne!(job(&daily, "2026-11-01T08:00:00Z"), job(&next, "2026-11-02T08:00:00Z"));
    }

    #[test]
    fn a_question_that_has_closed_is_not_asked_again() {
        let daily = schedule("0 8 * * *", "2026-11-01T08:00:00Z", Some("2026-11-02T00:00:00Z"));
        let last = daily.firing(at("2026-11-01T08:00:00Z")).unwrap();
        assert_eq!((last.event.is_some(), last.next), (true, None), "the next would be too late");
        let late = daily.firing(at("2026-11-03T00:00:00Z")).unwrap();
        assert_eq!((late.event, late.next), (None, None));
        let over = Schedule { next_at: None, ..daily };
        assert_eq!(over.firing(at("2030-01-01T00:00:00Z")), None);
    }

    #[test]
    fn names_are_short_and_plain() {
        assert_eq!(name("fed-2026_q4").unwrap(), "fed-2026_q4");
        assert_eq!(name(""), Err(InvalidId::Empty));
        assert_eq!(name("a b"), Err(InvalidId::Character { found: ' ' }));
        assert!(name(&"x".repeat(65)).is_err());
    }

    proptest! {
        #[test]
        fn firing_moves_forward_and_never_twice_for_an_instant(
            minutes in prop::collection::vec(0_i64..5_000, 1..30), cron in prop::sample::select(vec!["*/7 * * * *", "0 * * * *", "15 3 * * *"]),
        ) {
            let mut schedule = schedule(cron, "2026-11-01T00:00:00Z", None);
            let (mut now, mut fired) = (at("2026-10-31T00:00:00Z"), std::collections::BTreeSet::new());
            for step in minutes {
                now += chrono::TimeDelta::minutes(step);
                let Some(firing) = schedule.firing(now) else { continue };
                prop_assert!(firing.at <= now && firing.next.is_none_or(|next| next > now));
                prop_assert!(fired.insert(firing.event.unwrap().job()), "an instant is one event");
                schedule.next_at = firing.next;
            }
        }
    }
}
