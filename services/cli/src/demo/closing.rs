//! What a demo's person should know at the end: whether every event is accounted for, what is dead and why, which trace to look at.

use std::path::Path;

use anyhow::Context as _;
use domain::RunId;
use domain::port::{DeadLetter, PortError};
use proto::event::{Envelope, Event};
use proto::events::{EventReceived, ResearchRequested};
use store::{Runs, Store};

/// Dead letters that are named.
const NAMED: u32 = 5;

/// What Postgres says when the work is done.
pub(super) struct Closing {
    /// Events that are neither answered nor dead, and messages that nobody took.
    pub(super) open: u64,
    /// Dead letters.
    pub(super) dead: u64,
    lines: Vec<String>,
}

impl Closing {
    /// Asks the fleet of this folder.
    pub(super) async fn read(store: &Store) -> Result<Self, PortError> {
        let (events, unsent, dead, newest) = tokio::try_join!(
            store.event_counts(),
            store.unsent_count(),
            store.dead_count(),
            store.dead_letters(false, NAMED)
        )?;
        let mut lines = Vec::new();
        for line in newest {
            if let Some(letter) = store.dead_letter(line.id).await? {
                lines.push(said(&letter));
            }
        }
        Ok(Self { open: events.iter().map(|count| count.open).sum::<u64>() + unsent, dead, lines })
    }

    /// In plain words; nothing where nothing is dead or open.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = match self.dead {
            0 => Vec::new(),
            1 => vec!["One piece of work is dead, which is an answer too: its message is kept.".to_owned()],
            dead => vec![format!("{dead} pieces of work are dead, which is an answer too: their messages are kept.")],
        };
        lines.extend(self.lines.iter().map(|line| format!("    {line}")));
        let unnamed = self.dead.saturating_sub(self.lines.len() as u64);
        if unnamed > 0 {
            lines.push(format!("    and {unnamed} more, which `auspex dead list` names"));
        }
        lines.push(match self.open {
            0 => "Every event is accounted for.".to_owned(),
            open => format!("{open} events or messages are still open: see `auspex summary`."),
        });
        lines
    }
}

/// `macro-1: the researcher gave up: no macro …`.
fn said(letter: &DeadLetter) -> String {
    let reason = letter.errors.first().map_or("no reason is known", String::as_str);
    let what = event_of(letter).unwrap_or_else(|| format!("a message on {}", letter.subject));
    format!("{what}: the {} gave up: {reason}", letter.consumer)
}

/// The publisher's own id, where the message can be read and says it.
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

/// The event of a run that has a report: the first by name, so that every demo shows the same.
pub(super) async fn traced(store: &Store, fleet: &Path) -> anyhow::Result<String> {
    let folder = fleet.join("objects/runs");
    let runs = std::fs::read_dir(&folder).with_context(|| format!("no run was forecast: no {}", folder.display()))?;
    let names = runs.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let first = names.filter_map(|name| name.parse::<RunId>().ok()).min();
    let first = first.with_context(|| format!("{} is empty: no run was forecast", folder.display()))?;
    let state = store.load(first).await?.with_context(|| format!("Postgres knows no run {first}"))?;
    Ok(state.run.event.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{JobId, Tenant, Time};

    fn letter(payload: Vec<u8>) -> DeadLetter {
        let job = JobId::named(&["x"]);
        DeadLetter {
            id: job,
            consumer: "classifier".into(),
            job,
            tenant: Tenant::default(),
            subject: "auspex.event.macro".into(),
            headers: vec![],
            payload,
            class: "rejected".into(),
            errors: vec!["no macro is installed".into(), "deeper".into()],
            attempts: 1,
            trace_id: String::new(),
            at: Time::from_timestamp(1_795_251_600, 0).unwrap(),
        }
    }

    #[test]
    fn a_dead_letter_is_one_plain_line() {
        use proto::event::Fact;
        let event = domain::Event {
            id: domain::EventId::parse("macro-1").unwrap(),
            tenant: Tenant::default(),
            source: String::new(),
            occurred_at: None,
            budget: None,
            kind: domain::Kind::Macro(domain::event::MacroRequest {
                name: "m".into(),
                parameters: [].into(),
                session: String::new(),
            }),
        };
        let readable = letter(EventReceived(event).encode());
        assert_eq!(said(&readable), "macro-1: the classifier gave up: no macro is installed");
        let broken = letter(vec![0xff]);
        assert_eq!(said(&broken), "a message on auspex.event.macro: the classifier gave up: no macro is installed");
    }

    #[test]
    fn what_is_not_named_is_counted() {
        let closing = Closing { open: 0, dead: 7, lines: vec!["a".into(); 5] };
        assert_eq!(closing.lines().len(), 8);
        assert_eq!(closing.lines()[6], "    and 2 more, which `auspex dead list` names");
        let quiet = Closing { open: 0, dead: 0, lines: vec![] };
        assert_eq!(quiet.lines(), ["Every event is accounted for."]);
        assert!(Closing { open: 2, ..quiet }.lines()[0].contains("2 events"));
    }
}
