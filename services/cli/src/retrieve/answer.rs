//! Result of a memory search, as text or JSON.

use domain::Event;
use serde_json::{Value, json};
use store::memory::{Recalled, Retrieved};

use crate::{Context, output};

/// Maximum characters of a hit's text in text output; JSON has the whole text.
const MAX_TEXT_CHARS: usize = 400;

/// State of the research request.
pub(super) enum Research<'a> {
    /// Not requested: the confidence is sufficient, or research is disabled.
    None,
    /// Published, not finished.
    Requested(&'a Event),
    /// Finished; memory contains its result.
    Done(&'a Event),
    /// Not published, with the reason.
    Failed(String),
}

/// Search result and state of the research request.
pub(super) struct Answer<'a> {
    pub(super) known: &'a Recalled,
    pub(super) research: Research<'a>,
}

impl Answer<'_> {
    /// # Errors
    /// When standard output is closed.
    pub(super) fn print(&self, context: &Context) -> anyhow::Result<()> {
        if context.json { output::json(&self.json()) } else { self.print_text() }
    }

    fn json(&self) -> Value {
        let hit = |hit: &Retrieved| {
            json!({
                "kind": hit.kind, "id": hit.id, "confidence": hit.score, "summary": hit.summary, "text": hit.text,
                "sourceUrl": hit.source_url, "learnedAt": hit.at, "related": hit.related,
            })
        };
        let (published, event, reason) = match &self.research {
            Research::None => (false, None, None),
            Research::Requested(event) | Research::Done(event) => (true, Some(event.id.as_str()), None),
            Research::Failed(reason) => (false, None, Some(reason)),
        };
        json!({
            "confidence": self.known.confidence,
            "results": self.known.hits.iter().map(hit).collect::<Vec<_>>(),
            "miss": { "published": published, "event": event, "reason": reason },
        })
    }

    fn print_text(&self) -> anyhow::Result<()> {
        for (n, hit) in self.known.hits.iter().enumerate() {
            let text: String = hit.text.chars().take(MAX_TEXT_CHARS).collect();
            output::line(&format!("{}. {:.2}  {text}", n + 1, hit.score))?;
            let place = if hit.source_url.is_empty() { &hit.id } else { &hit.source_url };
            let related =
                if hit.related.is_empty() { String::new() } else { format!(", {} related", hit.related.len()) };
            output::line(&format!("   {} of {}, {place}{related}", hit.kind, hit.at.format("%Y-%m-%d")))?;
        }
        if self.known.hits.is_empty() {
            output::line("no matching notes or research")?;
        }
        output::line(&format!("confidence {:.2}", self.known.confidence))?;
        match &self.research {
            Research::None | Research::Done(_) => {}
            Research::Requested(event) => output::line(&format!(
                "research requested (event {}); run the command again later to see its result",
                event.id.as_str()
            ))?,
            Research::Failed(reason) => output::note(&format!("the research request was not published: {reason}")),
        }
        Ok(())
    }
}
