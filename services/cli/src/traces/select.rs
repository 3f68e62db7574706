//! Reads spans and selects those of the requested traces.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::Context as _;

use super::Span;

/// Reads all spans of a file. An incomplete line, left by a killed writer, is skipped.
///
/// # Errors
/// When the file cannot be opened.
pub fn read(file: &Path) -> anyhow::Result<Vec<Span>> {
    let opened = std::fs::File::open(file).with_context(|| {
        format!(
            "no spans in {}: `auspex up` writes them; or query the collector of OTEL_EXPORTER_OTLP_ENDPOINT",
            file.display()
        )
    })?;
    let mut spans = Vec::new();
    for line in BufReader::new(opened).split(b'\n') {
        if let Ok(span) = serde_json::from_slice::<Span>(&line?) {
            spans.push(span);
        }
    }
    Ok(spans)
}

/// Selects the spans of every trace in which one of `needles` is a trace id or an attribute's value, and of every trace
/// linked with those in either direction: a fan-in is a separate trace that only links to its causes.
pub fn select(spans: Vec<Span>, needles: &[String]) -> Vec<Span> {
    let hit = |span: &Span| {
        needles.iter().any(|needle| span.trace == *needle || span.attributes.values().any(|value| value == needle))
    };
    let mut traces: BTreeSet<String> = spans.iter().filter(|span| hit(span)).map(|span| span.trace.clone()).collect();
    loop {
        let before = traces.len();
        for span in &spans {
            let links_here = span.links.iter().any(|(trace, _)| traces.contains(trace));
            if links_here && !traces.contains(&span.trace) {
                traces.insert(span.trace.clone());
            }
            if traces.contains(&span.trace) {
                traces.extend(span.links.iter().map(|(trace, _)| trace.clone()));
            }
        }
        if traces.len() == before {
            break;
        }
    }
    spans.into_iter().filter(|span| traces.contains(&span.trace)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linked_traces_are_selected_and_others_are_not() {
        let span = |trace: &str, span: &str, links: &[&str]| Span {
            trace: trace.into(),
            span: span.into(),
            links: links.iter().map(|trace| ((*trace).to_owned(), "x".to_owned())).collect(),
            ..Span::default()
        };
        let mut asked = span("a", "1", &[]);
        asked.attributes.insert("auspex.run".into(), "run-1".into());
        let all = vec![asked, span("b", "2", &["a"]), span("c", "3", &["b"]), span("d", "4", &[])];
        let names = |needle: &str| -> Vec<String> {
            select(all.clone(), &[needle.to_owned()]).into_iter().map(|span| span.span).collect()
        };
        assert_eq!(names("run-1"), ["1", "2", "3"]);
        assert_eq!(names("c"), ["1", "2", "3"]);
        assert_eq!(names("d"), ["4"]);
        assert_eq!(names("nobody"), Vec::<String>::new());
    }
}
