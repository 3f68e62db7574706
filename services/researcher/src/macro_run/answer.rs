//! From the model's text to data, and from the run to the result. Pure.

use domain::{MacroSource, SchemaViolation, Source};
use serde_json::Value;
use tools::Notebook;
use tools::macros::Definition;

/// Maximum number of sources of a result.
const MAX_SOURCES: usize = 100;
/// Maximum length of a source's title and snippet in characters.
const MAX_TEXT_CHARS: usize = 300;
/// Public page of an LEI record.
const GLEIF_RECORD: &str = "https://search.gleif.org/#/record/";

/// Data that the model returned, with every violation of the schema.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MacroData {
    /// The data; null if the text holds no JSON.
    pub(super) data: Value,
    /// Empty if the data is valid.
    pub(super) violations: Vec<SchemaViolation>,
}

impl MacroData {
    /// Reads the model's text.
    pub(super) fn read(definition: &Definition, text: &str) -> Self {
        match definition.parse(text) {
            Ok(data) => Self { violations: definition.validate(&data), data },
            Err(reason) => {
                let violation = SchemaViolation { path: String::new(), problem: reason.to_string() };
                Self { data: Value::Null, violations: vec![violation] }
            }
        }
    }

    /// Returns true if the data is valid under the schema.
    pub(super) fn is_valid(&self) -> bool {
        self.violations.is_empty()
    }

    /// Returns the better of two answers: the corrected one, unless it has no data and this one has.
    pub(super) fn corrected_by(self, corrected: Self) -> Self {
        if corrected.data.is_null() && !self.data.is_null() { self } else { corrected }
    }
}

/// Returns the sources that the tools returned, in the order of their first use, each with the first words quoted from
/// it.
pub(super) fn sources(notebook: &Notebook) -> Vec<MacroSource> {
    let mut sources: Vec<MacroSource> = Vec::new();
    for source in notebook.sources() {
        let url = public_url(source);
        if !sources.iter().any(|known| known.url == url) {
            let title = cut(&source.title);
            sources.push(MacroSource { url, title, snippet: snippet(notebook, &source.id) });
        }
    }
    sources.truncate(MAX_SOURCES);
    sources
}

/// Returns the address under which a person finds the source: GLEIF's page for its records.
fn public_url(source: &Source) -> String {
    let of_lei = ["tool:lookup_lei/", "tool:lei_relationships/"];
    match of_lei.iter().find_map(|prefix| source.url.strip_prefix(prefix)) {
        Some(lei) => format!("{GLEIF_RECORD}{lei}"),
        None => source.url.clone(),
    }
}

fn snippet(notebook: &Notebook, source: &str) -> String {
    let claim = notebook.claims().iter().find(|claim| claim.source == source);
    claim.map_or_else(String::new, |claim| cut(if claim.quote.is_empty() { &claim.text } else { &claim.quote }))
}

fn cut(text: &str) -> String {
    text.chars().take(MAX_TEXT_CHARS).collect()
}
