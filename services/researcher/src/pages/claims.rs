//! Reads untrusted text in quarantine: a model call without tools extracts claims, and code checks every quote against
//! the text. Instructions in the text can cause nothing but a claim that quotes them.
//!
//! I/O: calls the model.

use std::ops::Range;
use std::sync::Arc;

use agent::{Label, ToolError, Untrusted};
use domain::{JobId, MicroUsd, Source};
use futures::FutureExt;
use futures::future::BoxFuture;
use llm::{Request, Schema};
use retrieval::reading::{self, Wanted};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tools::session::{ClaimReader, ReadClaims, ReadExtent, ReadRequest, Snippet, UNREAD_TEXT};
use worker::degraded::{self, Degraded};
use worker::metering::structured;
use worker::{AskError, ModelClient, Prompts};

use super::cells::ClaimedCell;
use super::excerpt::Excerpt;
use super::readings::{self, SharedReadings};
use super::siblings::FirstReading;
use super::snippets::{self, SnippetClaims};
use crate::research_loop::goal::ForeignWords;
use crate::research_loop::steps::StepScope;

/// Minimum and maximum number of claims per reading; it grows with the text.
const CLAIMS: std::ops::RangeInclusive<usize> = 8..=40;
/// Number of characters of a text per claim.
const CHARS_PER_CLAIM: usize = 400;
/// Output tokens of a reading with the fewest claims, and of each further claim with its quote.
const MAX_TOKENS: u32 = 2_000;
const TOKENS_PER_CLAIM: u32 = 120;
/// Characters of English per token.
const CHARS_PER_TOKEN: usize = 4;
/// Tool named in errors.
pub(super) const TOOL: &str = "fetch_page";

/// The model's output.
#[derive(Debug, Deserialize)]
pub(super) struct ExtractedClaims {
    pub(super) claims: Vec<ExtractedClaim>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ExtractedClaim {
    pub(super) text: String,
    pub(super) quote: String,
    #[serde(default)]
    pub(super) date: String,
    /// Cell of a table that the claim rests on instead of the quote.
    #[serde(default)]
    pub(super) cell: ClaimedCell,
}

/// Extracts claims from pages.
pub(crate) struct ClaimExtractor {
    model: Arc<dyn ModelClient>,
    prompts: Arc<Prompts>,
    schema: Schema,
    readings: SharedReadings<Reading<ExtractedClaims>>,
    pub(super) snippet_schema: Schema,
    pub(super) snippets: SharedReadings<Reading<SnippetClaims>>,
    pub(super) first: SharedReadings<FirstReading>,
}

/// What the model has read in a text.
pub(super) struct Reading<T> {
    pub(super) extracted: T,
    cost: MicroUsd,
    /// Job and loop that have paid for it.
    payer: (JobId, String),
}

/// A call of the reader.
pub(super) struct ReaderCall<'a> {
    pub(super) step: String,
    /// Hash of the bytes that are read; empty if the request contains all of them.
    pub(super) content_hash: &'a str,
    pub(super) request: Request,
    pub(super) schema: &'a Schema,
}

/// A [`ClaimReader`] that extracts claims on behalf of one task.
pub(crate) struct TaskReader {
    pub(crate) extractor: Arc<ClaimExtractor>,
    pub(crate) steps: Arc<StepScope>,
    /// Job of the event that caused the task: the questions of a run and the todos of an episode have the same one.
    pub(crate) event_job: JobId,
    pub(crate) question: String,
    /// Reason for the question; may be empty.
    pub(crate) context: String,
    /// Day as of which the task answers.
    pub(crate) today: String,
    pub(crate) foreign: ForeignWords,
}

impl ClaimReader for TaskReader {
    fn claims<'a>(
        &'a self,
        source: &'a Source,
        text: &'a Untrusted,
        wanted: &'a ReadRequest,
    ) -> BoxFuture<'a, Result<ReadClaims, ToolError>> {
        async move {
            if wanted.is_of_task() {
                self.read_once(source, text, wanted).await
            } else {
                self.extract(source, text, wanted).await
            }
        }
        .boxed()
    }

    fn snippet_claims<'a>(&'a self, snippets: &'a [Snippet]) -> BoxFuture<'a, Result<ReadClaims, ToolError>> {
        self.read_snippets(snippets).boxed()
    }
}

impl ClaimExtractor {
    /// Creates an extractor.
    pub(crate) fn new(model: Arc<dyn ModelClient>, prompts: Arc<Prompts>) -> Self {
        Self {
            model,
            prompts,
            schema: schema(),
            readings: SharedReadings::default(),
            snippet_schema: snippets::schema(),
            snippets: SharedReadings::default(),
            first: SharedReadings::default(),
        }
    }
}

impl TaskReader {
    /// Reads the text for this task.
    pub(super) async fn extract(
        &self,
        source: &Source,
        text: &Untrusted,
        wanted: &ReadRequest,
    ) -> Result<ReadClaims, ToolError> {
        let excerpt = self.excerpt(text, wanted);
        let extent = excerpt.extent;
        let request = self.request(source, &excerpt, wanted)?;
        let ClaimExtractor { schema, readings, .. } = self.extractor.as_ref();
        let step = format!("read-{}", source.id);
        match self.read(readings, ReaderCall { step, content_hash: &source.content_hash, request, schema }).await {
            Ok((reading, cost)) => {
                let (claims, refused) = excerpt.checked(&reading.extracted, source, text);
                Ok(ReadClaims { claims, refused, cost, extent, ..ReadClaims::default() })
            }
            Err(error @ (AskError::Busy { .. } | AskError::Blocked { .. } | AskError::Port(_))) => {
                Err(ToolError::broken(TOOL, error))
            }
            Err(error) => {
                degraded::count(Degraded::UnreadPage, &error);
                match error {
                    AskError::UnusableReply { cost, .. } | AskError::Refused { cost, .. } => {
                        Ok(ReadClaims { cost, is_unread: true, extent, ..ReadClaims::default() })
                    }
                    _ => Err(ToolError::to_model(UNREAD_TEXT)),
                }
            }
        }
    }

    /// Returns the model's claims and what they cost this task: nothing if another task of the tenant has made the same
    /// request.
    pub(super) async fn read<T: DeserializeOwned>(
        &self,
        readings: &SharedReadings<Reading<T>>,
        call: ReaderCall<'_>,
    ) -> Result<(Arc<Reading<T>>, MicroUsd), AskError> {
        let ReaderCall { step, content_hash, request, schema } = call;
        let model = self.extractor.model.as_ref();
        let key = readings::key(&self.steps.tenant, content_hash, &request);
        let read = || async {
            let answered = structured::<T>(model, self.steps.call(&step, request), schema).await?;
            let payer = (self.steps.job, self.steps.prefix.clone());
            Ok::<_, AskError>(Reading { extracted: answered.value, cost: answered.cost, payer })
        };
        let reading = readings.join(key, read).await?;
        // A later attempt of the loop that has paid counts the cost as well.
        let is_own = reading.payer.0 == self.steps.job && reading.payer.1 == self.steps.prefix;
        let cost = if is_own { reading.cost } else { MicroUsd::default() };
        Ok((reading, cost))
    }

    /// Renders a prompt of the reader.
    pub(super) fn render(&self, name: &str, values: Value) -> Result<String, ToolError> {
        self.extractor.prompts.render(name, values).map_err(|error| ToolError::broken(TOOL, error))
    }

    /// Chooses what the reader gets: the parts that concern the question, within a budget of tokens.
    fn excerpt(&self, text: &Untrusted, wanted: &ReadRequest) -> Excerpt {
        let ForeignWords { calls_itself, market_question, .. } = &self.foreign;
        let foreign = [calls_itself, market_question].into_iter().flatten().map(Label::as_str);
        let asked = match &wanted.about {
            Some(about) => about.clone(),
            None => std::iter::once(self.question.as_str()).chain(foreign).collect::<Vec<_>>().join(" "),
        };
        let tokens = wanted.max_chars / CHARS_PER_TOKEN;
        let choice = Wanted { question: &asked, tokens, offset: wanted.offset };
        let (text, chosen) = text.part(|text| {
            let mut chosen = reading::select(text, &wanted.page_ends, choice);
            (std::mem::take(&mut chosen.text), chosen)
        });
        let page = |range: &Range<usize>| {
            let before = wanted.page_ends.partition_point(|end| *end <= range.start);
            (before < wanted.page_ends.len()).then(|| u32::try_from(before + 1).unwrap_or(u32::MAX))
        };
        Excerpt {
            text,
            pages: chosen.parts.iter().map(|part| (part.range.clone(), page(&part.range))).collect(),
            extent: ReadExtent { length: chosen.length, has_more: chosen.has_more, next_offset: chosen.next_offset },
            max_claims: (chosen.chars / CHARS_PER_CLAIM).clamp(*CLAIMS.start(), *CLAIMS.end()),
        }
    }

    /// Returns the request without tools that reads the text.
    fn request(&self, source: &Source, excerpt: &Excerpt, wanted: &ReadRequest) -> Result<Request, ToolError> {
        let render = |name: &str, values| self.render(name, values);
        let system = render("read_page_system.md", json!({}))?;
        let question = wanted.about.as_deref().unwrap_or(&self.question);
        let further = excerpt.max_claims.saturating_sub(*CLAIMS.start());
        let max_tokens = MAX_TOKENS + TOKENS_PER_CLAIM * u32::try_from(further).unwrap_or_default();
        excerpt.text.request(|text| {
            let input = json!({
                "question": question, "context": self.context, "today": self.today,
                "calls_itself": self.foreign.calls_itself, "market_question": self.foreign.market_question,
                "title": source.title, "publisher": source.publisher, "published": source.published_at,
                "max_claims": excerpt.max_claims, "text": text,
            });
            let request = Request::new(system, render("read_page.md", json!({"input": input}))?);
            Ok(request.with_max_tokens(max_tokens).cached())
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
            "cell": {
                "type": "object",
                "description": "Only if it rests on a cell of a table: the labels of its row and column and the value, copied exactly.",
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

#[cfg(test)]
mod tests {
    use worker::prompt::testing::{check_example, check_members};

    use super::*;

    #[test]
    fn the_example_of_the_prompt_fits_the_schema() {
        let prompts = Prompts::builtin("researcher").unwrap();
        check_example(&schema(), &prompts.render("read_page_system.md", json!({})).unwrap());
        let members = [
            "question",
            "context",
            "today",
            "calls_itself",
            "market_question",
            "title",
            "publisher",
            "published",
            "max_claims",
            "text",
        ];
        check_members("researcher", "read_page.md", &members);
    }
}
