//! Result of a memory search, as text or JSON.

use operations::memory::{Retrieved, RetrievedItem};

use crate::{Context, output};

/// Maximum characters of a hit's text in text output; JSON has the whole text.
const MAX_TEXT_CHARS: usize = 400;

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
    if context.json {
        return output::json(known);
    }
    Ok(lines(known).iter().try_for_each(|line| output::line(line))?)
}

fn lines(known: &Retrieved) -> Vec<String> {
    let mut lines: Vec<String> =
        known.results.iter().enumerate().flat_map(|(place, hit)| hit_lines(place, hit)).collect();
    if lines.is_empty() {
        lines.push("no matching notes or research".to_owned());
    }
    lines.push(format!("confidence {:.2}", known.confidence));
    lines
}

fn hit_lines(place: usize, hit: &RetrievedItem) -> [String; 2] {
    let text: String = hit.text.chars().take(MAX_TEXT_CHARS).collect();
    let source = if hit.source_url.is_empty() { &hit.id } else { &hit.source_url };
    let related = if hit.related.is_empty() { String::new() } else { format!(", {} related", hit.related.len()) };
    [
        format!("{}. {:.2}  {text}", place + 1, hit.confidence),
        format!("   {} of {}, {source}{related}", hit.kind, hit.learned_at.format("%Y-%m-%d")),
    ]
}
