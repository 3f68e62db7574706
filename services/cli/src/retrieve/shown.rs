//! What memory said, for a person or a program.

use domain::Event;
use serde_json::{Value, json};
use store::memory::{Recalled, Retrieved};

use crate::{Context, output};

/// Longest text of a hit for a person, in characters; JSON has it whole.
const LONGEST: usize = 400;

/// What was asked of the researchers.
pub(super) enum Asked<'a> {
    /// Nothing: memory is sure enough, or nothing may be researched.
    Nothing,
    /// It is under way.
    Said(&'a Event),
    /// It is done.
    Done(&'a Event),
    /// It could not be said, and why.
    Unsaid(String),
}

/// An answer.
pub(super) struct Shown<'a> {
    pub(super) known: &'a Recalled,
    pub(super) asked: Asked<'a>,
}

impl Shown<'_> {
    /// # Errors
    /// When standard output is closed.
    pub(super) fn print(&self, context: &Context) -> anyhow::Result<()> {
        if context.json { output::json(&self.json()) } else { self.words() }
    }

    fn json(&self) -> Value {
        let hit = |hit: &Retrieved| {
            json!({
                "kind": hit.kind, "id": hit.id, "confidence": hit.score, "summary": hit.summary, "text": hit.text,
                "sourceUrl": hit.source_url, "learnedAt": hit.at, "related": hit.related,
            })
        };
        let (published, event, reason) = match &self.asked {
            Asked::Nothing => (false, None, None),
            Asked::Said(event) | Asked::Done(event) => (true, Some(event.id.as_str()), None),
            Asked::Unsaid(reason) => (false, None, Some(reason)),
        };
        json!({
            "confidence": self.known.confidence,
            "results": self.known.hits.iter().map(hit).collect::<Vec<_>>(),
            "miss": { "published": published, "event": event, "reason": reason },
        })
    }

    fn words(&self) -> anyhow::Result<()> {
        for (n, hit) in self.known.hits.iter().enumerate() {
            let text: String = hit.text.chars().take(LONGEST).collect();
            output::line(&format!("{}. {:.2}  {text}", n + 1, hit.score))?;
            let place = if hit.source_url.is_empty() { &hit.id } else { &hit.source_url };
            let related =
                if hit.related.is_empty() { String::new() } else { format!(", {} related", hit.related.len()) };
            output::line(&format!("   {} of {}, {place}{related}", hit.kind, hit.at.format("%Y-%m-%d")))?;
        }
        if self.known.hits.is_empty() {
            output::line("memory holds nothing about it")?;
        }
        output::line(&format!("confidence {:.2}", self.known.confidence))?;
        match &self.asked {
            Asked::Nothing | Asked::Done(_) => {}
            Asked::Said(event) => output::line(&format!(
                "not sure enough: research was asked for (event {}); ask again in a while",
                event.id.as_str()
            ))?,
            Asked::Unsaid(reason) => output::note(&format!("not sure enough, but nothing was asked for: {reason}")),
        }
        Ok(())
    }
}
