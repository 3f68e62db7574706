//! Publishes events through the door, in parts.

use anyhow::{Context as _, ensure};
use domain::{Event, JobId, Tenant};
use operations::events::EventOutcome;
use operations::formats::Place;
use proto::v1;

use crate::door::Door;

/// Maximum events of a part.
pub(super) const MAX_LINES: usize = 5_000;
/// Maximum bytes of a part, except for a single larger event.
const MAX_BYTES: usize = 4 << 20;

/// Outcome of one event.
pub struct PublishOutcome {
    /// Position of the event in its file.
    pub place: Place,
    /// Event that was published.
    pub event: Event,
    /// Answer of the gateway: the event is there, or why it is refused. `None` for a dry run.
    pub answer: Option<Result<Taken, String>>,
}

/// An event that the fleet has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// Job of the event.
    pub job: JobId,
    /// `true` if the fleet had it before.
    pub duplicate: bool,
    /// `true` if the fleet had it with another body, which is the one that is processed.
    pub differs: bool,
}

/// Publishes events and returns the outcome of each. After an error, the events of earlier parts remain published.
pub(super) async fn send(door: &Door, events: Vec<(Place, Event)>) -> anyhow::Result<Vec<PublishOutcome>> {
    let mut outcomes = Vec::with_capacity(events.len());
    let mut part = Part::default();
    for (place, event) in events {
        let line = line(&event)?;
        if !part.has_room(&line) {
            std::mem::take(&mut part).publish(door, &mut outcomes).await?;
        }
        part.add(&line, (place, event));
    }
    part.publish(door, &mut outcomes).await?;
    Ok(outcomes)
}

/// Writes an event as one line. A gateway adds the tenant of the token to an event that names none.
fn line(event: &Event) -> anyhow::Result<String> {
    let mut message = v1::Event::from(event);
    if event.tenant == Tenant::default() {
        message.tenant.clear();
    }
    serde_json::to_string(&message).context("an event cannot be written as JSON")
}

/// Events of one request, and their lines.
#[derive(Default)]
struct Part {
    lines: String,
    events: Vec<(Place, Event)>,
}

impl Part {
    fn has_room(&self, line: &str) -> bool {
        self.events.is_empty() || self.events.len() < MAX_LINES && self.lines.len() + line.len() < MAX_BYTES
    }

    fn add(&mut self, line: &str, event: (Place, Event)) {
        self.lines.push_str(line);
        self.lines.push('\n');
        self.events.push(event);
    }

    async fn publish(self, door: &Door, outcomes: &mut Vec<PublishOutcome>) -> anyhow::Result<()> {
        let Self { lines, events } = self;
        if events.is_empty() {
            return Ok(());
        }
        let accepted = door.publish(lines).await.context("the events were not published")?.events;
        ensure!(accepted.len() == events.len(), "the gateway answers {} outcomes", accepted.len());
        for ((place, event), item) in events.into_iter().zip(accepted) {
            outcomes.push(PublishOutcome { place, event, answer: Some(answer(item.outcome)?) });
        }
        Ok(())
    }
}

fn answer(outcome: EventOutcome) -> anyhow::Result<Result<Taken, String>> {
    let taken = |job: String, duplicate, differs| {
        anyhow::Ok(Ok(Taken { job: job.parse().context("the job of an event")?, duplicate, differs }))
    };
    match outcome {
        EventOutcome::Accepted { job } => taken(job, false, false),
        EventOutcome::Duplicate { job, differs } => taken(job, true, differs),
        EventOutcome::Refused { field, detail } => Ok(Err(format!("{field}: {detail}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_names_a_tenant_only_if_its_file_does() {
        let acme = Event { tenant: Tenant::parse("acme").unwrap(), ..domain::testing::event() };
        let plain = Event { tenant: Tenant::default(), ..acme.clone() };
        assert!(line(&acme).unwrap().contains("\"acme\"") && !line(&plain).unwrap().contains("tenant"));
        assert!(!line(&plain).unwrap().contains('\n'), "an event is one line");
    }

    #[test]
    fn a_part_is_limited_by_lines_and_bytes() {
        let place = Place { file: "f".to_owned(), line: 1 };
        let mut part = Part::default();
        assert!(part.has_room(&"x".repeat(MAX_BYTES + 1)), "a single event is always sent");
        part.add("x", (place.clone(), domain::testing::event()));
        assert!(part.has_room("x") && !part.has_room(&"x".repeat(MAX_BYTES)));
        (1..MAX_LINES).for_each(|_| part.add("x", (place.clone(), domain::testing::event())));
        assert!(!part.has_room("x"));
    }
}
