//! Closing lines of the demo: open events, dead letters with their reasons, and the event whose trace is shown.

use std::path::Path;

use anyhow::Context as _;
use domain::RunId;
use domain::port::{DeadLetter, PortError};
use proto::event::{Envelope, Event};
use proto::events::{EventReceived, ResearchRequested};
use store::{CountScope, Runs, Store};

/// Maximum number of dead letters listed.
const MAX_LISTED: u32 = 5;

/// State of the fleet after the work.
pub(super) struct Closing {
    /// Events that are neither answered nor dead-lettered, plus unpublished messages.
    pub(super) open: u64,
    /// Number of dead letters.
    pub(super) dead: u64,
    lines: Vec<String>,
}

impl Closing {
    /// Reads the counts and the newest dead letters from the store.
    pub(super) async fn read(store: &Store) -> Result<Self, PortError> {
        let (events, jobs, letters) = (store.events(), store.jobs(), store.dead_letters());
        let all = CountScope::default();
        let (events, unsent, dead, newest) =
            tokio::try_join!(events.counts(&all), jobs.unsent(), letters.count(&all), letters.list(false, MAX_LISTED))?;
        let mut lines = Vec::new();
        for line in newest {
            if let Some(letter) = letters.load(line.id).await? {
                lines.push(describe(&letter));
            }
        }
        Ok(Self { open: events.iter().map(|count| count.open).sum::<u64>() + unsent, dead, lines })
    }

    /// Formats the result; lists no dead letters if there are none.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = match self.dead {
            0 => Vec::new(),
            1 => vec!["1 message was dead-lettered; it is kept.".to_owned()],
            dead => vec![format!("{dead} messages were dead-lettered; they are kept.")],
        };
        lines.extend(self.lines.iter().map(|line| format!("    {line}")));
        let unnamed = self.dead.saturating_sub(self.lines.len() as u64);
        if unnamed > 0 {
            lines.push(format!("    and {unnamed} more, see `auspex dead list`"));
        }
        lines.push(match self.open {
            0 => "Every event is accounted for.".to_owned(),
            open => format!("{open} events or messages are still open: see `auspex summary`."),
        });
        lines
    }
}

/// Formats a dead letter, e.g. `macro-1: dead-lettered by the researcher: no macro …`.
fn describe(letter: &DeadLetter) -> String {
    let reason = letter.errors.first().map_or("no reason recorded", String::as_str);
    let what = event_of(letter).unwrap_or_else(|| format!("a message on {}", letter.subject));
    format!("{what}: dead-lettered by the {}: {reason}", letter.consumer)
}

/// Returns the publisher's event id, if the message can be decoded and contains it.
fn event_of(letter: &DeadLetter) -> Option<String> {
    let content_type = letter.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("Content-Type"));
    let content_type = content_type.map_or("", |(_, value)| value.as_str());
    let envelope = Envelope { content_type, headers: &letter.headers, subject: &letter.subject };
    let id = if letter.subject == ResearchRequested::SUBJECT {
        ResearchRequested::decode(&envelope, &letter.payload).ok()?.0.event
    } else {
        EventReceived::decode(&envelope, &letter.payload).ok()?.0.id
    };
    Some(id.as_str().to_owned())
}

/// Returns the event of the first run (by id) that has a report, so that every demo shows the same one.
pub(super) async fn traced(store: &Store, fleet: &Path) -> anyhow::Result<String> {
    let folder = fleet.join("objects/runs");
    let runs =
        std::fs::read_dir(&folder).with_context(|| format!("no run was forecast: {} is missing", folder.display()))?;
    let names = runs.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let first = names.filter_map(|name| name.parse::<RunId>().ok()).min();
    let first = first.with_context(|| format!("no run was forecast: {} is empty", folder.display()))?;
    let state = store.runs().load(first).await?.with_context(|| format!("run {first} is not in Postgres"))?;
    Ok(state.run.event.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{JobId, Time};

    fn letter(payload: Vec<u8>) -> DeadLetter {
        let job = JobId::named(&["x"]);
        DeadLetter {
            id: job,
            consumer: "classifier".into(),
            job,
            subject: "auspex.event.macro".into(),
            payload,
            errors: vec!["no macro is installed".into(), "deeper".into()],
            at: Time::from_timestamp(1_795_251_600, 0).unwrap(),
            ..domain::testing::dead_letter()
        }
    }

    #[test]
    fn a_dead_letter_is_described_on_one_line() {
        use proto::event::Fact;
        let event = domain::Event {
            id: domain::EventId::parse("macro-1").unwrap(),
            kind: domain::EventKind::Macro(domain::event::MacroRequest { name: "m".into(), ..Default::default() }),
            ..domain::testing::event()
        };
        let readable = letter(EventReceived(event).encode());
        assert_eq!(describe(&readable), "macro-1: dead-lettered by the classifier: no macro is installed");
        let broken = letter(vec![0xff]);
        assert_eq!(
            describe(&broken),
            "a message on auspex.event.macro: dead-lettered by the classifier: no macro is installed"
        );
    }

    #[test]
    fn omitted_dead_letters_are_counted() {
        let closing = Closing { open: 0, dead: 7, lines: vec!["a".into(); 5] };
        assert_eq!(closing.lines().len(), 8);
        assert_eq!(closing.lines()[6], "    and 2 more, see `auspex dead list`");
        let quiet = Closing { open: 0, dead: 0, lines: vec![] };
        assert_eq!(quiet.lines(), ["Every event is accounted for."]);
        assert!(Closing { open: 2, ..quiet }.lines()[0].contains("2 events"));
    }
}
