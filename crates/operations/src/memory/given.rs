//! Documents that a client gives: each passage becomes a note of its tenant. The fleet has not checked them.

use std::collections::HashSet;

use domain::effect::Note;
use domain::{JobId, Tenant, Time};
use serde::{Deserialize, Serialize};
use tools::statements::statements;
use utoipa::ToSchema;

use crate::OperationError;
use crate::input::web_address;

/// Maximum length of a document in characters.
const MAX_TEXT: usize = 200_000;
/// Maximum length of a title in characters.
const MAX_TITLE: usize = 300;
/// Type of the notes.
const KIND: &str = "document";

/// A document to remember.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct GivenDocument {
    /// Title of the document.
    #[schema(min_length = 1, max_length = 300)]
    pub title: String,
    /// Plain text or Markdown; tables are rows between `|`.
    #[schema(min_length = 1, max_length = 200_000)]
    pub text: String,
    /// Web address of the document, if it has one.
    #[serde(default, alias = "source_url", skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2048)]
    pub source_url: Option<String>,
}

/// The notes of a document.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DocumentNotes {
    /// Ids of the notes in the order of the text (UUIDs).
    pub notes: Vec<String>,
}

/// Splits a document into notes. Equal passages of a tenant have equal ids, so a repetition adds nothing.
///
/// # Errors
/// A field is invalid; the error names it.
pub(super) fn notes(given: &GivenDocument, tenant: &Tenant, at: Time) -> Result<Vec<Note>, OperationError> {
    let title = agent::untrusted::statement(&given.title, MAX_TITLE);
    if title.is_empty() || given.title.chars().count() > MAX_TITLE {
        return Err(OperationError::invalid("title", format!("must have 1 to {MAX_TITLE} characters")));
    }
    if given.text.chars().count() > MAX_TEXT {
        return Err(OperationError::invalid(
            "text",
            format!("must have at most {MAX_TEXT} characters; send it in parts"),
        ));
    }
    let source_url = source_url(given.source_url.as_deref())?;
    let (mut notes, mut known) = (Vec::new(), HashSet::new());
    for text in statements(&given.text) {
        let id = JobId::named(&["given note", tenant.as_str(), &title, &source_url, &text]);
        if !known.insert(id) {
            continue;
        }
        notes.push(Note {
            id,
            tenant: tenant.clone(),
            summary: title.clone(),
            text,
            keywords: vec![title.clone()],
            tags: Vec::new(),
            kind: KIND.to_owned(),
            source_url: source_url.clone(),
            made_at: at,
            entity: None,
            links: Vec::new(),
            sources: Vec::new(),
            fact: None,
        });
    }
    if notes.is_empty() {
        return Err(OperationError::invalid("text", "must have letters or digits outside of headings"));
    }
    Ok(notes)
}

fn source_url(given: Option<&str>) -> Result<String, OperationError> {
    let Some(given) = given else { return Ok(String::new()) };
    let url = web_address(given).map_err(|why| OperationError::invalid("sourceUrl", format!("the URL {why}")))?;
    Ok(url.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(text: &str) -> GivenDocument {
        GivenDocument { title: "Tide tables".to_owned(), text: text.to_owned(), ..GivenDocument::default() }
    }

    fn split(given: &GivenDocument) -> Result<Vec<Note>, OperationError> {
        notes(given, &Tenant::default(), Time::UNIX_EPOCH)
    }

    #[test]
    fn passages_become_notes_with_their_heading_and_equal_ones_are_one_note() {
        let text = "# Kelm\n\nHigh water is at noon.\n\nHigh water is at noon.\n\n| port | depth |\n| --- | --- |\n| Kelm | 4 m |";
        let notes = split(&given(text)).unwrap();
        assert!(notes[0].text.contains("Kelm") && notes[0].text.contains("High water is at noon"), "{notes:?}");
        assert!(notes.last().unwrap().text.contains("4 m"), "{notes:?}");
        assert_eq!(notes.iter().filter(|note| note.text.contains("noon")).count(), 1);
        let again: Vec<JobId> = split(&given(text)).unwrap().iter().map(|note| note.id).collect();
        assert_eq!(again, notes.iter().map(|note| note.id).collect::<Vec<_>>());
    }

    #[test]
    fn the_address_has_a_name_in_both_styles() {
        for name in ["sourceUrl", "source_url"] {
            let body = serde_json::json!({ "title": "t", "text": "x", name: "https://example.org/" });
            let given: GivenDocument = serde_json::from_value(body).unwrap();
            assert_eq!(given.source_url.as_deref(), Some("https://example.org/"), "{name}");
        }
    }

    #[test]
    fn an_invalid_field_is_named() {
        let fault = |given: &GivenDocument| split(given).unwrap_err().to_string();
        assert!(fault(&GivenDocument { title: String::new(), ..given("x") }).contains("title"));
        assert!(fault(&given("# only a heading")).contains("text"));
        assert!(fault(&given(&"a".repeat(MAX_TEXT + 1))).contains("text"));
        let local = GivenDocument { source_url: Some("file:///etc/passwd".to_owned()), ..given("x") };
        assert!(fault(&local).contains("sourceUrl"));
        let secret = GivenDocument { source_url: Some("https://u:p@x.org/".to_owned()), ..given("x") };
        assert!(fault(&secret).contains("sourceUrl"), "it would be shown with the note");
    }
}
