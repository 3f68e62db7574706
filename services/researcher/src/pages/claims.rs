//! Reads untrusted text in quarantine: a model call without tools extracts claims, and code checks every quote against
//! the text. Instructions in the text can cause nothing but a claim that quotes them.
//!
//! I/O: calls the model.

use std::sync::Arc;

use agent::untrusted::statement;
use agent::{ToolError, Untrusted};
use domain::Source;
use futures::FutureExt;
use futures::future::BoxFuture;
use llm::{Request, Schema};
use research::quotes;
use research::support::{self, Evidence};
use serde::Deserialize;
use serde_json::json;
use telemetry::metric;
use tools::notebook::{Claim, MAX_STATEMENT_CHARS, claim_id};
use tools::session::{ClaimReader, ReadClaims, UNREAD_TEXT};
use worker::degraded::{self, Degraded};
use worker::metering::structured;
use worker::{AskError, ModelClient, Prompts};

use crate::research_loop::goal::ForeignWords;
use crate::research_loop::steps::StepScope;

/// Maximum number of claims per page.
const MAX_CLAIMS: usize = 8;
/// Maximum length of a quote in characters.
const MAX_QUOTE_CHARS: usize = 600;
/// Maximum number of output tokens, enough for eight claims with quotes.
const MAX_TOKENS: u32 = 2_000;
/// Tool named in errors.
const TOOL: &str = "fetch_page";

/// The model's output.
#[derive(Debug, Deserialize)]
struct ExtractedClaims {
    claims: Vec<ExtractedClaim>,
}

#[derive(Debug, Deserialize)]
struct ExtractedClaim {
    text: String,
    quote: String,
    #[serde(default)]
    date: String,
}

/// Extracts claims from pages.
pub(crate) struct ClaimExtractor {
    model: Arc<dyn ModelClient>,
    prompts: Arc<Prompts>,
    schema: Schema,
}

/// A [`ClaimReader`] that extracts claims on behalf of one task.
pub(crate) struct TaskReader {
    pub(crate) extractor: Arc<ClaimExtractor>,
    pub(crate) steps: Arc<StepScope>,
    pub(crate) question: String,
    pub(crate) foreign: ForeignWords,
}

impl ClaimReader for TaskReader {
    fn claims<'a>(&'a self, source: &'a Source, text: &'a Untrusted) -> BoxFuture<'a, Result<ReadClaims, ToolError>> {
        self.extract(source, text).boxed()
    }
}

impl ClaimExtractor {
    /// Creates an extractor.
    pub(crate) fn new(model: Arc<dyn ModelClient>, prompts: Arc<Prompts>) -> Self {
        Self { model, prompts, schema: schema() }
    }
}

impl TaskReader {
    async fn extract(&self, source: &Source, text: &Untrusted) -> Result<ReadClaims, ToolError> {
        let call = self.steps.call(&format!("read-{}", source.id), self.request(source, text)?);
        match structured::<ExtractedClaims>(self.extractor.model.as_ref(), call, &self.extractor.schema).await {
            Ok(answered) => {
                let claims = checked(&answered.value, source, text);
                Ok(ReadClaims { claims, cost: answered.cost, is_unread: false })
            }
            Err(error @ (AskError::Busy { .. } | AskError::Blocked { .. } | AskError::Port(_))) => {
                Err(ToolError::broken(TOOL, error))
            }
            Err(error) => {
                degraded::count(Degraded::UnreadPage, &error);
                match error {
                    AskError::UnusableReply { cost, .. } | AskError::Refused { cost, .. } => {
                        Ok(ReadClaims { claims: Vec::new(), cost, is_unread: true })
                    }
                    _ => Err(ToolError::to_model(UNREAD_TEXT)),
                }
            }
        }
    }

    /// Returns the request without tools that reads the text.
    fn request(&self, source: &Source, text: &Untrusted) -> Result<Request, ToolError> {
        let render = |name: &str, values| {
            let rendered = self.extractor.prompts.render(name, values);
            rendered.map_err(|error| ToolError::broken(TOOL, error))
        };
        let system = render("read_page_system.md", json!({}))?;
        text.request(|text| {
            let input = json!({
                "question": self.question, "calls_itself": self.foreign.calls_itself,
                "market_question": self.foreign.market_question, "title": source.title, "publisher": source.publisher,
                "published": source.published_at, "text": text,
            });
            let request = Request::new(system, render("read_page.md", json!({"input": input}))?);
            Ok(request.with_max_tokens(MAX_TOKENS).cached())
        })
    }
}

/// Returns the schema of [`ExtractedClaims`].
fn schema() -> Schema {
    let claim = json!({
        "type": "object",
        "properties": {
            "text": {"type": "string", "minLength": 1, "description": "One self-contained statement that the page makes."},
            "quote": {"type": "string", "minLength": 1, "description": "The words of the page that it rests on, copied exactly."},
            "date": {"type": "string", "description": "When it happened, as YYYY-MM-DD, if the page says so; else empty."},
        },
        "required": ["text", "quote"],
        "additionalProperties": false,
    });
    let shape = json!({
        "type": "object",
        "properties": {"claims": {"type": "array", "maxItems": MAX_CLAIMS, "items": claim}},
        "required": ["claims"],
    });
    Schema::new("extract_claims", "Gives the claims of the page that bear on the question.", shape)
}

/// Returns the claims whose quote occurs in the text and does not state otherwise, without duplicates of equal text and
/// quote. Refused quotes are counted, and logged without their words.
fn checked(extracted: &ExtractedClaims, source: &Source, text: &Untrusted) -> Vec<Claim> {
    let occurs = |claim: &&ExtractedClaim| {
        text.check(|text| quotes::occurs_in(&claim.quote, text)) && !is_contradicted(claim, source)
    };
    let (verified, refused): (Vec<_>, Vec<_>) = extracted.claims.iter().partition(occurs);
    count_quotes(verified.len(), refused.len());
    if !refused.is_empty() {
        let chars: Vec<usize> = refused.iter().map(|claim| claim.quote.chars().count()).collect();
        tracing::info!(
            source = source.id,
            verified = verified.len(),
            refused = refused.len(),
            ?chars,
            "quotes are not in the page, or state something else than their claims"
        );
    }
    let mut kept: Vec<Claim> = Vec::new();
    for claim in verified {
        let text = statement(&claim.text, MAX_STATEMENT_CHARS);
        let quote: String = quotes::even(&claim.quote).chars().take(MAX_QUOTE_CHARS).collect();
        let id = claim_id(&source.id, &text, &quote);
        if !kept.iter().any(|known| known.id == id) {
            kept.push(Claim { id, source: source.id.clone(), text, quote, date: parse_date(&claim.date) });
        }
    }
    kept
}

/// Returns true if the quote of a claim states otherwise.
fn is_contradicted(claim: &ExtractedClaim, source: &Source) -> bool {
    let evidence = Evidence {
        text: claim.quote.clone(),
        title: source.title.clone(),
        publisher: source.publisher.clone(),
        published: source.published_at.map(|at| at.date_naive()),
    };
    support::assess(&claim.text, &[evidence]).is_contradicted()
}

/// Counts quotes that were looked up.
fn count_quotes(verified: usize, refused: usize) {
    for (outcome, quotes) in [("verified", verified), ("refused", refused)] {
        let labels = [("service", telemetry::service()), ("outcome", outcome)];
        metrics::counter!(metric::QUOTES, &labels).increment(quotes as u64);
    }
}

/// Returns a date as `YYYY-MM-DD`, or an empty text if it is invalid.
fn parse_date(text: &str) -> String {
    extraction::dates::parse(text).map(|at| at.date_naive().to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use worker::prompt::testing::{check_example, check_members};

    use super::*;

    fn extracted(quotes: &[&str]) -> ExtractedClaims {
        let claim =
            |quote: &&str| ExtractedClaim { text: "A claim.".into(), quote: (*quote).into(), date: String::new() };
        ExtractedClaims { claims: quotes.iter().map(claim).collect() }
    }

    fn source() -> Source {
        Source {
            id: "s1".into(),
            url: "https://example.org/a".into(),
            title: String::new(),
            publisher: String::new(),
            published_at: None,
            fetched_at: domain::Time::UNIX_EPOCH,
            tier: domain::Tier::Other,
            tier_reason: String::new(),
            content_hash: String::new(),
        }
    }

    #[test]
    fn claims_that_share_a_quote_are_kept_and_equal_ones_are_one() {
        let quote = "Output rose to 40,000 t and exports fell below 5 %";
        let page = Untrusted::new(format!("{quote} in the year 2026, the ministry said."));
        let texts = ["Output is 40,000 t.", "Exports are < 5 %.", "Output is 40,000 t."];
        let claim = |text: &str| ExtractedClaim { text: text.into(), quote: quote.into(), date: String::new() };
        let extracted = ExtractedClaims { claims: texts.map(claim).into() };
        let claims = checked(&extracted, &source(), &page);
        let kept: Vec<&str> = claims.iter().map(|claim| claim.text.as_str()).collect();
        assert_eq!(kept, ["Output is 40,000 t.", "Exports are less than 5 %."]);
        assert_ne!(claims[0].id, claims[1].id);
        assert_eq!(checked(&extracted, &source(), &page), claims, "ids are stable");
    }

    #[test]
    fn a_claim_that_its_own_quote_contradicts_is_dropped() {
        let quote = "The bank left its policy rate unchanged at 3.25 per cent";
        let page = Untrusted::new(format!("{quote} on Thursday."));
        let texts = ["The bank left its rate at 3.25 %.", "The bank raised its policy rate to 4.75 %."];
        let claim = |text: &str| ExtractedClaim { text: text.into(), quote: quote.into(), date: String::new() };
        let claims = checked(&ExtractedClaims { claims: texts.map(claim).into() }, &source(), &page);
        let texts: Vec<&str> = claims.iter().map(|claim| claim.text.as_str()).collect();
        assert_eq!(texts, ["The bank left its rate at 3.25 %."]);
    }

    #[test]
    fn a_refused_quote_is_counted_and_an_honest_one_is_kept() {
        telemetry::metric::install();
        let refused = || {
            let lines = telemetry::metric::render();
            let is_line = |line: &&str| line.starts_with("auspex_quotes_total") && line.contains("refused");
            lines
                .lines()
                .find(is_line)
                .and_then(|line| line.rsplit(' ').next()?.parse::<u64>().ok())
                .unwrap_or_default()
        };
        let before = refused();
        let text = Untrusted::new("The **rate** fell by −0.3 % in [May](https://example.org/may), the bank said.");
        let quotes = extracted(&["The rate fell by -0.3 % in May", "The rate rose by -0.3 % in May"]);
        let claims = checked(&quotes, &source(), &text);
        assert_eq!(
            claims.iter().map(|claim| claim.quote.as_str()).collect::<Vec<_>>(),
            ["The rate fell by -0.3 % in May"]
        );
        assert!(refused() > before);
    }

    #[test]
    fn the_example_of_the_prompt_fits_the_schema() {
        let prompts = Prompts::builtin("researcher").unwrap();
        check_example(&schema(), &prompts.render("read_page_system.md", json!({})).unwrap());
        let members = ["question", "calls_itself", "market_question", "title", "publisher", "published", "text"];
        check_members("researcher", "read_page.md", &members);
    }
}
