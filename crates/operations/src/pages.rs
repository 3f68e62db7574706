//! The page behind a citation, as it was when the fleet read it: its text, with the quote of a finding located.

use domain::access::AccessScope::Read;
use domain::run::RunState;
use domain::{Finding, RunId, Source, Time};
use extraction::sandbox::{ParseFailure, RawDocument};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{Context, OperationError, runs};

/// Characters of a page's text that are returned at most.
const MAX_TEXT: usize = 100_000;
/// Digits of a hash.
const HASH_DIGITS: usize = 64;
/// Words of a quote's beginning that locate it if the whole quote does not occur.
const FIRST_WORDS: usize = 8;

/// Names the citation of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Citation {
    /// The tenant's run that cites the page (UUID).
    pub run: String,
    /// The finding whose quote is located, as `question/finding`, e.g. `i1q1/f2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
}

/// A page as the fleet read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ArchivedPage {
    /// SHA-256 of its bytes, in hex.
    pub hash: String,
    /// Address of the page.
    pub url: String,
    /// Title of the source.
    pub title: String,
    /// Time at which the fleet read it.
    #[schema(value_type = String, format = DateTime)]
    pub fetched_at: Time,
    /// Publication of the page, if it states it.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub published_at: Option<Time>,
    /// Text before the quote; without one, the text of the page.
    pub before: String,
    /// The quote as it is on the page; absent if there is none or if it does not occur.
    pub quote: Option<String>,
    /// Text after the quote.
    pub after: String,
    /// Characters of the page that are left out, because the text is long.
    pub left_out: u64,
}

/// Returns the text of a page that a run of the tenant cites.
///
/// # Errors
/// No source of the run has these bytes, they are no longer stored or are not text, or a server is unavailable.
pub async fn show(cx: Context<'_>, hash: &str, citation: &Citation) -> Result<ArchivedPage, OperationError> {
    cx.require(Read)?;
    let run: RunId = citation.run.parse().map_err(|_| OperationError::no_run())?;
    if hash.len() != HASH_DIGITS || !hash.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(no_page());
    }
    let state = runs::load(cx, run).await?;
    let source = source(&state, hash).ok_or_else(no_page)?;
    let quote = citation.finding.as_deref().and_then(|named| finding(&state, named)).map(|found| found.quote.as_str());
    let key = format!("pages/{}/{hash}", &hash[..2]);
    let bytes = cx.operations.objects.get(&key).await.map_err(crate::bundles::unreadable)?.ok_or_else(not_stored)?;
    let document = cx
        .operations
        .parser
        .read(&RawDocument::new(&source.url, "", bytes))
        .await
        .map_err(|failure| unread(&failure))?;
    Ok(archived(source, hash, (&document.text, quote.unwrap_or_default())))
}

/// Returns the source of a run's research whose bytes have this hash.
fn source<'a>(state: &'a RunState, hash: &str) -> Option<&'a Source> {
    let sources = state.answers.iter().flat_map(|answer| &answer.evidence.research.sources);
    sources.into_iter().find(|source| source.content_hash.eq_ignore_ascii_case(hash))
}

/// Returns the finding that a citation names.
fn finding<'a>(state: &'a RunState, named: &str) -> Option<&'a Finding> {
    let (question, finding) = named.split_once('/')?;
    let answer = state.answers.iter().find(|answer| answer.question == question)?;
    answer.evidence.research.findings.iter().find(|one| one.id == finding)
}

fn no_page() -> OperationError {
    OperationError::NotFound { what: "page", advice: "name the `contentHash` of a source and the run that cites it" }
}

fn not_stored() -> OperationError {
    OperationError::NotFound {
        what: "page in the archive",
        advice: "its bytes were removed; the live page may still exist",
    }
}

/// The log has the details, which may quote the page.
fn unread(failure: &ParseFailure) -> OperationError {
    tracing::info!(error = %failure, "an archived page cannot be read");
    match failure {
        ParseFailure::Busy(_) => OperationError::Unavailable,
        _ => OperationError::StateForbids("the archived bytes have no text that can be shown".to_owned()),
    }
}

fn archived(source: &Source, hash: &str, (text, quote): (&str, &str)) -> ArchivedPage {
    let place = locate(text, quote);
    let (from, to) = shown(text, place);
    let (start, end) = place.unwrap_or((to, to));
    ArchivedPage {
        hash: hash.to_ascii_lowercase(),
        url: source.url.clone(),
        title: source.title.clone(),
        fetched_at: source.fetched_at,
        published_at: source.published_at,
        before: text[from..start].to_owned(),
        quote: place.map(|(start, end)| text[start..end].to_owned()),
        after: text[end..to].to_owned(),
        left_out: (text[..from].chars().count() + text[to..].chars().count()) as u64,
    }
}

/// Returns the part of a text that is returned: all of it, or the characters around the quote.
fn shown(text: &str, place: Option<(usize, usize)>) -> (usize, usize) {
    if text.chars().count() <= MAX_TEXT {
        return (0, text.len());
    }
    let before = place.map_or(0, |(start, _)| text[..start].chars().count().saturating_sub(MAX_TEXT / 4));
    let at = |characters: usize| text.char_indices().nth(characters).map_or(text.len(), |(at, _)| at);
    let (from, to) = (at(before), at(before + MAX_TEXT));
    (from, place.map_or(to, |(_, end)| to.max(end)))
}

/// Returns the bytes at which the words of a quote occur, or those of its beginning. Spaces, punctuation and case may
/// differ. Of a quote with omissions (`…`) the longest part is located.
fn locate(text: &str, quote: &str) -> Option<(usize, usize)> {
    let part = quote.split(['…', '\n']).flat_map(|part| part.split("...")).max_by_key(|part| part.len())?;
    let wanted: Vec<String> = words(part).into_iter().map(|(_, _, word)| word).collect();
    let found = words(text);
    let occurs = |wanted: &[String]| {
        let at = found.windows(wanted.len().max(1)).position(|window| {
            !wanted.is_empty() && window.iter().zip(wanted).all(|((_, _, word), wanted)| word == wanted)
        })?;
        Some((found[at].0, found[at + wanted.len() - 1].1))
    };
    occurs(&wanted).or_else(|| occurs(wanted.get(..FIRST_WORDS)?))
}

/// Returns the words of a text in lower case with their places in bytes.
fn words(text: &str) -> Vec<(usize, usize, String)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain(std::iter::once((text.len(), ' '))) {
        match (c.is_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push((from, at, text[from..at].to_lowercase()));
                start = None;
            }
            _ => {}
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn located<'a>(text: &'a str, quote: &str) -> Option<&'a str> {
        locate(text, quote).map(|(start, end)| &text[start..end])
    }

    #[test]
    fn a_quote_is_located_by_its_words() {
        let text = "Rates.\nThe Board  left the “policy rate” at 3.25 per cent.\nNext.";
        assert_eq!(
            located(text, "the board left the policy rate at 3.25"),
            Some("The Board  left the “policy rate” at 3.25")
        );
        assert_eq!(
            located(text, "Nothing … left the policy rate at 3.25 per cent"),
            Some("left the “policy rate” at 3.25 per cent")
        );
        let longer = "The Board left the policy rate at 3.25 per cent, as nine of eleven expected";
        assert_eq!(located(text, longer), Some("The Board  left the “policy rate” at 3"));
        assert_eq!(located(text, "the board raised it"), None);
        assert_eq!((located(text, ""), located("", "a")), (None, None));
    }

    #[test]
    fn a_long_page_is_cut_around_its_quote() {
        let text = format!("{} the ünique words {}", "é ".repeat(200_000), "z ".repeat(100_000));
        let source = Source { url: "https://a.example".to_owned(), ..domain::testing::source() };
        let page = archived(&source, "AB", (&text, "the ünique words"));
        assert_eq!((page.quote.as_deref(), page.hash.as_str()), (Some("the ünique words"), "ab"));
        let shown = page.before.chars().count() + page.after.chars().count() + 16;
        assert_eq!((shown, page.left_out), (MAX_TEXT, (text.chars().count() - MAX_TEXT) as u64));
        let whole = archived(&source, "ab", ("short", ""));
        assert_eq!((whole.before.as_str(), whole.quote, whole.left_out), ("short", None, 0));
    }
}
