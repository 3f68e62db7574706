//! Reading a page in quarantine: a call without tools turns its text into claims, and code checks every quote against
//! the page. Whatever the page says to do, all that can come of it is a claim with its words.
//!
//! I/O: fetches pages and has the model read them.

use std::sync::Arc;

use agent::ToolError;
use domain::{MicroUsd, Source};
use extraction::Document;
use extraction::sandbox::{Failed, Unread};
use llm::{Request, Schema};
use serde::Deserialize;
use serde_json::json;
use web::Page;
use worker::paid::structured;
use worker::{AskError, Call};

use crate::desk::Desk;
use crate::notebook::{Claim, claim_id};
use research::quotes;

/// Claims of one page at most.
const CLAIMS: usize = 8;
/// A claim is a sentence, not a page.
const CLAIM_CHARS: usize = 600;
/// Eight claims with quotes fit well.
const MAX_TOKENS: u32 = 2_000;

/// What the model makes of a page.
#[derive(Debug, Deserialize)]
struct Read {
    claims: Vec<ReadClaim>,
}

#[derive(Debug, Deserialize)]
struct ReadClaim {
    text: String,
    quote: String,
    #[serde(default)]
    date: String,
}

/// The shape of [`Read`]; the tool's name says the task.
pub(crate) fn schema() -> Schema {
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
        "properties": {"claims": {"type": "array", "maxItems": CLAIMS, "items": claim}},
        "required": ["claims"],
    });
    Schema::new("extract_claims", "Gives the claims of the page that bear on the question.", shape)
}

/// A page's document, parsed in a child process.
pub(crate) async fn document<M, W>(desk: &Desk<M, W>, page: &Page) -> Result<Arc<Document>, ToolError> {
    let unread = Unread::new(page.url.as_str(), page.content_type.as_str(), page.body.clone());
    desk.kit.pages.read(&page.hash, &unread).await.map_err(|error| match error {
        // The machine's fault and not the page's: the work is tried again, the model is not told.
        Failed::Unstarted(_) => ToolError::broken("fetch_page", error),
        about_the_page => ToolError::told(format!("{}: {about_the_page}", page.url)),
    })
}

/// The claims of a page, and what reading them cost.
pub(crate) async fn claims<M: Send + Sync, W: Send + Sync>(
    desk: &Desk<M, W>,
    source: &Source,
    (read, most): (&Document, usize),
) -> Result<(Vec<Claim>, MicroUsd), ToolError> {
    let text: String = read.markdown.chars().take(most).collect();
    let call = call(desk, source, &text)?;
    match structured::<Read>(desk.kit.asks.as_ref(), call, &desk.kit.claims).await {
        Ok(answered) => Ok((checked(&answered.value, source, &text), answered.cost)),
        Err(AskError::Unusable { cost, .. }) => Ok((Vec::new(), cost)),
        Err(error @ (AskError::Denied { .. } | AskError::Rejected { .. })) => {
            Err(ToolError::told(format!("the page was fetched but cannot be read: {error}")))
        }
        Err(error) => Err(ToolError::broken("fetch_page", error)),
    }
}

fn call<M, W>(desk: &Desk<M, W>, source: &Source, text: &str) -> Result<Call, ToolError> {
    let task = &desk.task;
    let input = json!({
        "question": task.question, "title": source.title, "publisher": source.publisher,
        "published": source.published_at, "text": text,
    });
    let render = |name: &str| {
        desk.kit.prompts.render(name, json!({"input": input})).map_err(|error| ToolError::broken("fetch_page", error))
    };
    let request =
        Request::new(render("read_page_system.md")?, render("read_page.md")?).with_max_tokens(MAX_TOKENS).cached();
    Ok(Call {
        job: task.job,
        tenant: task.tenant.clone(),
        step: format!("{}read-{}", task.prefix, source.id),
        request,
        budgets: task.budgets.clone(),
        deadline: task.deadline,
    })
}

/// Only claims whose quote stands in the page, each once.
fn checked(read: &Read, source: &Source, text: &str) -> Vec<Claim> {
    let mut kept: Vec<Claim> = Vec::new();
    for claim in read.claims.iter().filter(|claim| quotes::stands_in(&claim.quote, text)) {
        let id = claim_id(&source.id, &claim.quote);
        if !kept.iter().any(|known| known.id == id) {
            kept.push(Claim {
                id,
                source: source.id.clone(),
                text: claim.text.trim().chars().take(CLAIM_CHARS).collect(),
                quote: quotes::even(&claim.quote).chars().take(CLAIM_CHARS).collect(),
                date: date(&claim.date),
            });
        }
    }
    kept
}

/// A date that is one, as YYYY-MM-DD; else nothing.
fn date(text: &str) -> String {
    extraction::dates::parse(text).map(|at| at.date_naive().to_string()).unwrap_or_default()
}
