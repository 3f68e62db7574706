//! A claim of a source, as code keeps it and as the model of a loop sees it. Pure.

use agent::untrusted::statement;
use domain::Source;
use serde::{Deserialize, Serialize};

/// Maximum length of a claim or finding that a model sees, in characters.
pub const MAX_STATEMENT_CHARS: usize = 500;

/// One claim of a source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// `c…`, derived from source, text and quote.
    pub id: String,
    /// Id of the source.
    pub source: String,
    /// One self-contained statement.
    pub text: String,
    /// Verbatim words of the page; empty for a data service.
    pub quote: String,
    /// Date of the event, `YYYY-MM-DD`; empty if the claim gives none.
    pub date: String,
    /// Number of the document's page with the quote, if the document has pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// What the claim was read in.
    #[serde(default, skip_serializing_if = "ClaimKind::is_page")]
    pub kind: ClaimKind,
}

/// What a claim was read in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// A page, or the answer of a data service.
    #[default]
    Page,
    /// The excerpt of a search result: weaker than the page, enough if the page cannot be fetched.
    Snippet,
}

impl ClaimKind {
    fn is_page(&self) -> bool {
        *self == Self::Page
    }
}

impl Claim {
    /// Creates a claim that follows from a tool's answer; such a claim has neither quote nor date.
    pub(crate) fn of_tool(source: &Source, text: String) -> Self {
        let (id, source) = (claim_id(&source.id, &text, ""), source.id.clone());
        Self { id, source, text, quote: String::new(), date: String::new(), page: None, kind: ClaimKind::Page }
    }
}

/// A claim as the model of a research loop sees it: without the quote, which is the page's own text. The model cites
/// the claim by its id, and code adds the quote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownClaim {
    id: String,
    source: String,
    text: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    date: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<u32>,
    #[serde(skip_serializing_if = "ClaimKind::is_page")]
    kind: ClaimKind,
}

impl From<&Claim> for ShownClaim {
    fn from(claim: &Claim) -> Self {
        let Claim { id, source, text, date, page, kind, .. } = claim;
        let text = statement(text, MAX_STATEMENT_CHARS);
        Self { id: id.clone(), source: source.clone(), text, date: date.clone(), page: *page, kind: *kind }
    }
}

/// Returns the claims for the model.
pub(crate) fn shown(claims: &[Claim]) -> Vec<ShownClaim> {
    claims.iter().map(ShownClaim::from).collect()
}

/// Derives a claim's id within a run. Several claims may rest on one quote, so the id depends on the text as well.
pub fn claim_id(source: &str, text: &str, quote: &str) -> String {
    format!("c{}", &web::content_hash(format!("{source}\n{text}\n{quote}").as_bytes())[..8])
}
