//! Result of a memory search, as text or JSON.

use operations::memory::{EarlierFact, FactSource, Retrieved, RetrievedItem};

use crate::{Context, output};

/// Maximum characters of a hit's text in text output; JSON has the whole text.
const MAX_TEXT_CHARS: usize = 400;

/// Maximum quotes of a hit in text output.
const MAX_QUOTES: usize = 2;

/// Prints a result, and that research was requested.
///
/// # Errors
/// When standard output is closed.
pub(super) fn print(known: &Retrieved, context: &Context) -> anyhow::Result<()> {
    print_researched(known, context)?;
    if let Some(job) = known.research.as_ref().filter(|_| !context.json) {
        output::line(&format!(
            "research requested (job {job}); it costs at most AUSPEX_BUDGET_RESEARCHER ($3 by default). Run the command again later to see its result"
        ))?;
    }
    Ok(())
}

/// Prints a result after its research has ended.
///
/// # Errors
/// When standard output is closed.
pub(super) fn print_researched(known: &Retrieved, context: &Context) -> anyhow::Result<()> {
    context.print(known, lines)
}

fn lines(known: &Retrieved) -> Vec<String> {
    let mut lines: Vec<String> =
        known.results.iter().enumerate().flat_map(|(place, hit)| hit_lines(place, hit)).collect();
    if lines.is_empty() {
        lines.push("no matching notes or research".to_owned());
    }
    lines.push(format!("confidence {:.2}", known.confidence));
    if known.lexical_only {
        lines.push("searched by words alone: the embedder did not answer (`auspex doctor` says why)".to_owned());
    }
    lines
}

fn hit_lines(place: usize, hit: &RetrievedItem) -> Vec<String> {
    let text: String = hit.text.chars().take(MAX_TEXT_CHARS).collect();
    let source = if hit.source_url.is_empty() { &hit.id } else { &hit.source_url };
    // A document that a client gave has a title; the summary of what the fleet learned is its text.
    let title = match hit.fact.is_none() && hit.kind == "note" && !hit.text.contains(&hit.summary) {
        true => format!("“{}”, ", hit.summary),
        false => String::new(),
    };
    let quotes = hit.fact.iter().flat_map(|fact| &fact.sources).filter(|source| !source.quote.is_empty());
    let quote = |source: &FactSource| {
        let quote: String = source.quote.chars().take(MAX_TEXT_CHARS).collect();
        format!("   “{quote}” {} of {}, {}", source.tier, source.fetched_at.format("%Y-%m-%d"), source.url)
    };
    let replaced = |old: &EarlierFact| {
        let text: String = old.text.chars().take(MAX_TEXT_CHARS).collect();
        format!("   replaced on {}: {text}", old.ended_at.format("%Y-%m-%d"))
    };
    let related = if hit.related.is_empty() { String::new() } else { format!(", {} related", hit.related.len()) };
    let mut lines = vec![
        format!("{}. {:.2}  {text}", place + 1, hit.confidence),
        format!("   {} of {}, {title}{source}{related}", hit.kind, hit.learned_at.format("%Y-%m-%d")),
    ];
    lines.extend(quotes.take(MAX_QUOTES).map(quote));
    lines.extend(hit.fact.iter().flat_map(|fact| &fact.replaced).take(1).map(replaced));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passage_of_a_file_is_printed_with_the_title_of_the_file() {
        let hit = |summary: &str| {
            let hit = serde_json::json!({
                "kind": "note", "id": "n", "confidence": 0.9, "summary": summary, "text": "The berth fee is 41 crowns.",
                "source_url": "", "learned_at": "2026-11-02T00:00:00Z", "related": []
            });
            hit_lines(0, &serde_json::from_value(hit).unwrap()).remove(1)
        };
        assert_eq!(hit("Tariffs of Marrow Port"), "   note of 2026-11-02, “Tariffs of Marrow Port”, n");
        assert_eq!(hit("The berth fee is 41 crowns."), "   note of 2026-11-02, n");
    }

    #[test]
    fn a_fact_is_printed_with_the_words_of_its_source_and_the_value_that_it_replaced() {
        let hit = serde_json::json!({
            "kind": "note", "id": "n", "confidence": 0.9, "summary": "The rate is 3.5 %.", "text": "The rate is 3.5 %.",
            "source_url": "https://example.org/", "learned_at": "2026-11-02T00:00:00Z", "related": [],
            "fact": {
                "status": "updated", "question": "?", "dated": "2026-11-01T00:00:00Z", "seen_at": "2026-11-02T00:00:00Z",
                "sources": [{"url": "https://example.org/", "title": "t", "publisher": "p", "tier": "official",
                    "quote": "set the rate at 3.5 %", "fetched_at": "2026-11-02T00:00:00Z"}],
                "replaced": [{"id": "o", "text": "The rate is 3.25 %.", "ended_at": "2026-11-01T00:00:00Z", "ended_because": "x"}]
            }
        });
        let lines = hit_lines(0, &serde_json::from_value(hit).unwrap());
        assert_eq!(lines[2], "   “set the rate at 3.5 %” official of 2026-11-02, https://example.org/");
        assert_eq!(lines[3], "   replaced on 2026-11-01: The rate is 3.25 %.");
    }
}
