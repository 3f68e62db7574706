//! Reads untrusted text in quarantine: a model call without tools extracts claims, and code checks every quote against
//! the text. Instructions in the text can cause nothing but a claim that quotes them.
//!
//! I/O: calls the model.

use std::sync::Arc;

use agent::{Label, ToolError, Untrusted};
use domain::{JobId, MicroUsd, Source};
use futures::FutureExt;
use futures::future::BoxFuture;
use llm::{Request, Schema};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use telemetry::metric;
use tools::reading::{self, CheckedClaims, Excerpt, ExtractedClaims, PageQuestion};
use tools::session::{ClaimReader, ReadClaims, ReadRequest, Snippet, UNREAD_TEXT};
use worker::degraded::{self, Degraded};
use worker::metering::structured;
use worker::{AskError, ModelClient, Prompts};

use super::readings::{self, SharedReadings};
use super::siblings::FirstReading;
use super::snippets::{self, SnippetClaims};
use crate::research_loop::goal::ForeignWords;
use crate::research_loop::steps::StepScope;

/// Tool named in errors.
pub(super) const TOOL: &str = "fetch_page";

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
            schema: reading::schema(),
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
        let asked = self.asked(wanted);
        let excerpt = Excerpt::choose(text, wanted, &self.searched(wanted));
        let extent = excerpt.extent;
        let request = excerpt.request(&asked, source, |input| self.request(&input))?;
        let ClaimExtractor { schema, readings, .. } = self.extractor.as_ref();
        let step = format!("read-{}", source.id);
        match self.read(readings, ReaderCall { step, content_hash: &source.content_hash, request, schema }).await {
            Ok((reading, cost)) => {
                let CheckedClaims { claims, refused, is_exhaustive } =
                    excerpt.checked(&reading.extracted, source, text);
                count_quotes(claims.len(), refused.len());
                if !refused.is_empty() {
                    tracing::info!(
                        source = source.id,
                        verified = claims.len(),
                        refused = refused.len(),
                        chars = ?refused,
                        "quotes are not in the page, or state something else than their claims"
                    );
                }
                let refused = refused.len();
                Ok(ReadClaims { claims, refused, cost, extent, is_exhaustive, ..ReadClaims::default() })
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

    /// Returns the words by which the parts of a text are chosen.
    fn searched(&self, wanted: &ReadRequest) -> String {
        let ForeignWords { calls_itself, market_question, .. } = &self.foreign;
        let foreign = [calls_itself, market_question].into_iter().flatten().map(Label::as_str);
        match &wanted.about {
            Some(about) => about.clone(),
            None => std::iter::once(self.question.as_str()).chain(foreign).collect::<Vec<_>>().join(" "),
        }
    }

    /// Returns what a text is read for.
    fn asked(&self, wanted: &ReadRequest) -> PageQuestion {
        PageQuestion {
            question: wanted.about.as_ref().unwrap_or(&self.question).clone(),
            context: self.context.clone(),
            today: self.today.clone(),
            calls_itself: self.foreign.calls_itself.clone(),
            market_question: self.foreign.market_question.clone(),
        }
    }

    fn request(&self, input: &Value) -> Result<Request, ToolError> {
        let [system, user] = reading::PROMPTS;
        let system = self.render(system, json!({}))?;
        Ok(Request::new(system, self.render(user, json!({"input": input}))?).cached())
    }
}

/// Counts quotes that were looked up.
pub(super) fn count_quotes(verified: usize, refused: usize) {
    for (outcome, quotes) in [("verified", verified), ("refused", refused)] {
        let labels = [("service", telemetry::service()), ("outcome", outcome)];
        metrics::counter!(metric::QUOTES, &labels).increment(quotes as u64);
    }
}

#[cfg(test)]
mod tests {
    use worker::prompt::testing::{check_example, check_members};

    use super::*;

    #[test]
    fn the_example_of_the_prompt_fits_the_schema() {
        let prompts = Prompts::builtin("researcher").unwrap();
        check_example(&reading::schema(), &prompts.render("read_page_system.md", json!({})).unwrap());
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
