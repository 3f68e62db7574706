//! The quarantined reading of one page, without the call of the model: what the reader gets, the schema of its reply,
//! and the claims that code accepts from it. The researcher and `lab eval` share it. Pure.

mod cells;
mod excerpt;

use agent::Label;
use llm::Schema;
use serde::Deserialize;
use serde_json::{Value, json};

pub use agent::Untrusted;
pub use cells::ClaimedCell;
pub(crate) use cells::{cells, is_divider};
pub use excerpt::{CheckedClaims, Excerpt, MAX_QUOTE_CHARS, is_contradicted, parse_date};

/// Names of the system prompt and the user prompt, of the researcher.
pub const PROMPTS: [&str; 2] = ["read_page_system.md", "read_page.md"];

/// Minimum and maximum number of claims per reading; it grows with the text.
pub(crate) const CLAIMS: std::ops::RangeInclusive<usize> = 8..=40;
/// Output tokens of a reading with the fewest claims, and of each further claim with its quote.
const MAX_TOKENS: u32 = 2_000;
const TOKENS_PER_CLAIM: u32 = 120;

/// What a page is read for.
#[derive(Debug, Clone, Default)]
pub struct PageQuestion {
    /// Question that the claims bear on.
    pub question: String,
    /// Reason for the question; may be empty.
    pub context: String,
    /// Day as of which it is answered.
    pub today: String,
    /// Name that a stranger gave the subject.
    pub calls_itself: Option<Label>,
    /// Question of a market, in a stranger's words.
    pub market_question: Option<Label>,
}

/// The reader's output.
#[derive(Debug, Deserialize)]
pub struct ExtractedClaims {
    /// Its claims, the most important first.
    pub claims: Vec<ExtractedClaim>,
}

/// A claim as the reader gives it.
#[derive(Debug, Deserialize)]
pub struct ExtractedClaim {
    /// One self-contained statement.
    pub text: String,
    /// Words of the page that it rests on.
    pub quote: String,
    /// Date that it refers to; may be empty.
    #[serde(default)]
    pub date: String,
    /// Cell of a table that the claim rests on instead of the quote.
    #[serde(default)]
    pub cell: ClaimedCell,
}

/// Returns the maximum number of output tokens of a reading.
fn max_tokens(max_claims: usize) -> u32 {
    let further = max_claims.saturating_sub(*CLAIMS.start());
    MAX_TOKENS + TOKENS_PER_CLAIM * u32::try_from(further).unwrap_or_default()
}

/// Returns an object without its members that are null or an empty text: the reader need not be told of them.
pub fn without_empty(mut value: Value) -> Value {
    if let Some(members) = value.as_object_mut() {
        members.retain(|_, member| !member.is_null() && member != "");
    }
    value
}

/// Returns the schema of [`ExtractedClaims`]. The prompt says what each member is.
pub fn schema() -> Schema {
    let text = json!({"type": "string", "minLength": 1});
    let claim = json!({
        "type": "object",
        "properties": {
            "text": text,
            "quote": text,
            "date": {"type": "string"},
            "cell": {
                "type": "object",
                "properties": {"row": {"type": "string"}, "column": {"type": "string"}, "value": {"type": "string"}},
                "required": ["row", "column", "value"],
                "additionalProperties": false,
            },
        },
        "required": ["text", "quote"],
        "additionalProperties": false,
    });
    let shape = json!({
        "type": "object",
        "properties": {"claims": {"type": "array", "maxItems": CLAIMS.end(), "items": claim}},
        "required": ["claims"],
    });
    Schema::new("extract_claims", "Gives the claims of the page that bear on the question.", shape)
}
