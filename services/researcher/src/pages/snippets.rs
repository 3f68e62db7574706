//! Reads the excerpts of search results in quarantine: one model call without tools per search, shared when equal. Code
//! checks the quote of each claim against the excerpt that it names.
//!
//! I/O: calls the model.

use agent::untrusted::statement;
use agent::{ToolError, Untrusted};
use llm::{Request, Schema};
use research::quotes;
use serde::Deserialize;
use serde_json::{Value, json};
use tools::notebook::{Claim, ClaimKind, MAX_STATEMENT_CHARS, claim_id};
use tools::reading::{MAX_QUOTE_CHARS, is_contradicted, parse_date, without_empty};
use tools::session::{ReadClaims, Snippet};
use worker::AskError;

use super::claims::{ReaderCall, TOOL, TaskReader, count_quotes};

/// Maximum number of claims per excerpt and per search.
const CLAIMS_PER_SNIPPET: usize = 2;
const MAX_CLAIMS: usize = 10;
/// Output tokens of a call.
const MAX_TOKENS: u32 = 1_200;

/// The model's output.
#[derive(Debug, Deserialize)]
pub(super) struct SnippetClaims {
    snippet_claims: Vec<SnippetClaim>,
}

#[derive(Debug, Deserialize)]
struct SnippetClaim {
    /// Number of the result, from 1.
    result: usize,
    text: String,
    quote: String,
    #[serde(default)]
    date: String,
}

impl TaskReader {
    /// Returns the claims of the excerpts that bear on the task.
    pub(super) async fn read_snippets(&self, snippets: &[Snippet]) -> Result<ReadClaims, ToolError> {
        let request = self.snippet_request(snippets)?;
        let step = format!("snippets-{}", web::content_hash(snippet_ids(snippets).as_bytes()).get(..8).unwrap_or("0"));
        let call = ReaderCall { step, content_hash: "", request, schema: &self.extractor.snippet_schema };
        match self.read(&self.extractor.snippets, call).await {
            Ok((reading, cost)) => {
                Ok(ReadClaims { claims: checked(&reading.extracted, snippets), cost, ..ReadClaims::default() })
            }
            Err(error @ (AskError::Busy { .. } | AskError::Blocked { .. } | AskError::Port(_))) => {
                Err(ToolError::broken(TOOL, error))
            }
            Err(error) => {
                tracing::info!(error = %error, "excerpts of a search were not read");
                let cost = match error {
                    AskError::UnusableReply { cost, .. } | AskError::Refused { cost, .. } => cost,
                    _ => domain::MicroUsd::default(),
                };
                Ok(ReadClaims { cost, is_unread: true, ..ReadClaims::default() })
            }
        }
    }

    fn snippet_request(&self, snippets: &[Snippet]) -> Result<Request, ToolError> {
        let system = self.render("read_snippets_system.md", json!({}))?;
        let texts = Untrusted::list(snippets.iter().map(|snippet| &snippet.text));
        texts.request(|texts| {
            let texts: Vec<String> = serde_json::from_str(texts).map_err(|error| ToolError::broken(TOOL, error))?;
            let result = |(n, (snippet, text)): (usize, (&Snippet, String))| {
                let Snippet { source, .. } = snippet;
                without_empty(json!({
                    "result": n + 1, "title": source.title, "publisher": source.publisher,
                    "published": source.published_at.map(|at| at.date_naive()), "text": text,
                }))
            };
            let results: Vec<Value> = snippets.iter().zip(texts).enumerate().map(result).collect();
            let input = json!({
                "question": self.question, "today": self.today, "calls_itself": self.foreign.calls_itself,
                "market_question": self.foreign.market_question, "max_claims": MAX_CLAIMS, "results": results,
            });
            let input = without_empty(input);
            let request = Request::new(system, self.render("read_snippets.md", json!({"input": input}))?);
            Ok(request.with_max_tokens(MAX_TOKENS).cached())
        })
    }
}

fn snippet_ids(snippets: &[Snippet]) -> String {
    snippets.iter().map(|snippet| snippet.source.id.as_str()).collect()
}

/// Returns the claims whose quote occurs in the excerpt that they name and does not state otherwise.
fn checked(read: &SnippetClaims, snippets: &[Snippet]) -> Vec<Claim> {
    let (mut kept, mut refused): (Vec<Claim>, usize) = (Vec::new(), 0);
    for claim in &read.snippet_claims {
        let snippet = claim.result.checked_sub(1).and_then(|n| snippets.get(n));
        let Some(claim) = snippet.and_then(|snippet| verified(claim, snippet)) else {
            refused += 1;
            continue;
        };
        let of_source = kept.iter().filter(|known| known.source == claim.source).count();
        let is_known = kept.iter().any(|known| known.id == claim.id);
        if kept.len() < MAX_CLAIMS && of_source < CLAIMS_PER_SNIPPET && !is_known {
            kept.push(claim);
        }
    }
    count_quotes(kept.len(), refused);
    kept
}

fn verified(claim: &SnippetClaim, snippet: &Snippet) -> Option<Claim> {
    let Snippet { source, text } = snippet;
    let occurs = text.check(|text| quotes::occurs_in(&claim.quote, text));
    if !occurs || is_contradicted(&claim.text, &claim.quote, source) {
        return None;
    }
    let quote: String = quotes::even(&claim.quote).chars().take(MAX_QUOTE_CHARS).collect();
    let text = statement(&claim.text, MAX_STATEMENT_CHARS);
    let (id, date) = (claim_id(&source.id, &text, &quote), parse_date(&claim.date));
    Some(Claim { id, source: source.id.clone(), text, quote, date, page: None, kind: ClaimKind::Snippet })
}

/// Returns the schema of [`SnippetClaims`].
pub(super) fn schema() -> Schema {
    let claim = json!({
        "type": "object",
        "properties": {
            "result": {"type": "integer", "minimum": 1},
            "text": {"type": "string", "minLength": 1},
            "quote": {"type": "string", "minLength": 1},
            "date": {"type": "string"},
        },
        "required": ["result", "text", "quote"],
        "additionalProperties": false,
    });
    let shape = json!({
        "type": "object",
        "properties": {"snippet_claims": {"type": "array", "maxItems": MAX_CLAIMS, "items": claim}},
        "required": ["snippet_claims"],
    });
    Schema::new("extract_snippet_claims", "Gives the claims of the excerpts that bear on the question.", shape)
}

#[cfg(test)]
mod tests {
    use domain::Source;
    use worker::Prompts;
    use worker::prompt::testing::{check_example, check_members};

    use super::*;

    #[test]
    fn the_example_of_the_prompt_fits_the_schema() {
        let prompts = Prompts::builtin("researcher").unwrap();
        check_example(&schema(), &prompts.render("read_snippets_system.md", json!({})).unwrap());
        let members = ["question", "today", "calls_itself", "market_question", "max_claims", "results"];
        check_members("researcher", "read_snippets.md", &members);
    }

    #[test]
    fn a_claim_is_kept_if_the_excerpt_that_it_names_has_its_quote_and_says_the_same() {
        let snippet = |id: &str, text: &str| Snippet {
            source: Source { id: id.into(), ..domain::testing::source() },
            text: Untrusted::new(text),
        };
        let kept = "The bank left its policy rate unchanged at 3.25 per cent";
        let snippets =
            [snippet("s1", &format!("{kept} on Thursday …")), snippet("s2", "Nothing about rates is said here.")];
        let claim = |result: usize, text: &str, quote: &str| SnippetClaim {
            result,
            text: text.into(),
            quote: quote.into(),
            date: "2026-10-08".into(),
        };
        let right = "The bank left its rate at 3.25 per cent.";
        let snippet_claims = vec![
            claim(1, right, kept),
            claim(1, right, kept),
            claim(2, right, kept),
            claim(1, "The bank raised its policy rate to 4.75 per cent.", kept),
            claim(0, right, kept),
            claim(9, right, kept),
        ];
        let claims = checked(&SnippetClaims { snippet_claims }, &snippets);
        assert_eq!(claims.len(), 1, "{claims:?}");
        let only = &claims[0];
        assert_eq!((only.source.as_str(), only.kind, only.date.as_str()), ("s1", ClaimKind::Snippet, "2026-10-08"));
    }
}
