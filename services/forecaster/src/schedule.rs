//! Schedules: a due schedule is fired once, as an event that a publisher might have sent.
//!
//! I/O: the background task that fires schedules.

use domain::port::PortError;
use domain::schedule::{Firing, Schedule};
use domain::{Event, Outgoing, Time};
use proto::event::Fact;
use proto::events::EventReceived;
use store::Schedules;
use store::schedules::Fired;

/// Maximum number of schedules per call.
const MAX_SCHEDULES: u32 = 200;

/// Fires the due schedules. Returns the events, to be published at once. May be repeated: a schedule advances from an
/// instant once, and an instant's event has one id.
///
/// # Errors
/// The store is unavailable. Schedules fired before stay fired, and the relay publishes their events.
pub async fn fire(schedules: &impl Schedules, now: Time) -> Result<Vec<Outgoing>, PortError> {
    let mut messages = Vec::new();
    for schedule in schedules.due(now, MAX_SCHEDULES).await? {
        let Some(Firing { at, event, next }) = schedule.firing(now) else { continue };
        let event = event.map(message);
        let fired = Fired { tenant: schedule.tenant.clone(), name: schedule.name.clone(), at, next, event };
        let is_fired = match schedules.fire(&fired).await {
            Err(error) if !error.is_transient() => {
                let error: &dyn std::error::Error = &error;
                tracing::error!(tenant = %fired.tenant, name = fired.name, error, "a schedule cannot be fired; the others are not affected");
                continue;
            }
            is_fired => is_fired?,
        };
        if is_fired {
            log(&schedule, &fired);
            messages.extend(fired.event);
        }
    }
    Ok(messages)
}

fn log(schedule: &Schedule, fired: &Fired) {
    let Schedule { tenant, name, .. } = schedule;
    match &fired.event {
        Some(event) => tracing::info!(%tenant, name, at = %fired.at, job = %event.id, "schedule fired"),
        None => tracing::info!(%tenant, name, "schedule ended: its question has closed"),
    }
}

fn message(event: Event) -> Outgoing {
    let job = event.job();
    EventReceived(event).message(job)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use chrono::TimeDelta;
    use domain::{EventId, EventKind};
    use proto::event::{Envelope, Event as _};

    use super::*;
    use crate::sample::{asked, when};

    /// Schedules in memory, and the instants that another replica fires first.
    struct Shelf {
        kept: Mutex<Vec<Schedule>>,
        lost: bool,
    }

    impl Schedules for Shelf {
        async fn due(&self, now: Time, _limit: u32) -> Result<Vec<Schedule>, PortError> {
            let kept = self.kept.lock().unwrap();
            Ok(kept.iter().filter(|schedule| schedule.next_at.is_some_and(|at| at <= now)).cloned().collect())
        }

        async fn fire(&self, fired: &Fired) -> Result<bool, PortError> {
            let mut kept = self.kept.lock().unwrap();
            let found =
                kept.iter_mut().find(|schedule| schedule.name == fired.name && schedule.next_at == Some(fired.at));
            Ok(found.filter(|_| !self.lost).map(|schedule| schedule.next_at = fired.next).is_some())
        }
    }

    fn shelf(lost: bool) -> Shelf {
        let mut asked = asked();
        asked.closes = Some(when() + TimeDelta::days(2));
        let event = Event {
            id: EventId::parse("template").unwrap(),
            source: "auspex schedule".into(),
            kind: EventKind::Question(asked),
            ..domain::testing::event()
        };
        let schedule = Schedule {
            name: "daily".into(),
            cron: "0 0 * * *".into(),
            event,
            next_at: Some(when()),
            ..domain::testing::schedule()
        };
        Shelf { kept: Mutex::new(vec![schedule]), lost }
    }

    #[tokio::test]
    async fn a_due_schedule_fires_once_and_ends_with_its_question() {
        let shelf = shelf(false);
        assert_eq!(fire(&shelf, when() - TimeDelta::seconds(1)).await.unwrap(), []);
        let events = fire(&shelf, when()).await.unwrap();
        assert_eq!(fire(&shelf, when()).await.unwrap(), [], "fired already");
        let event = EventReceived::decode(&Envelope::default(), &events[0].payload).unwrap();
        assert_eq!((events.len(), events[0].subject.as_str()), (1, "auspex.event.question.default"));
        assert_eq!((event.0.job(), event.0.occurred_at), (events[0].id, Some(when())));
        let later = when() + TimeDelta::days(3);
        assert_eq!(fire(&shelf, later).await.unwrap(), [], "the question has closed in between");
        assert_eq!(shelf.kept.lock().unwrap()[0].next_at, None);
    }

    #[tokio::test]
    async fn nothing_is_emitted_if_another_replica_was_faster() {
        assert_eq!(fire(&shelf(true), when()).await.unwrap(), []);
    }
}
