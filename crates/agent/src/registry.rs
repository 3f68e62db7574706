//! A registry of tools: each has a name, a description, a JSON Schema and a typed handler. Arguments are validated
//! before the handler runs. Invalid arguments, errors of a tool and timeouts become results that describe the problem
//! to the model.

mod described;

use std::collections::BTreeMap;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use llm::Shape;
pub use llm::Tool as ToolSpec;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::Semaphore;

/// Maximum number of argument errors in one result.
const MAX_ERRORS: usize = 8;

/// A tool that works on a context `C` (the state of the run) and returns, beside its output for the model, notes `N`
/// for code.
pub trait Tool<C, N>: Send + Sync + 'static {
    /// Typed arguments of a call.
    type Input: DeserializeOwned + Send + 'static;

    /// Output, which the model reads as JSON.
    type Output: Serialize + Send + 'static;

    /// Returns name, description and JSON Schema of the input.
    fn spec(&self) -> ToolSpec;

    /// Returns the limits of a call.
    fn bounds(&self) -> Bounds {
        Bounds::default()
    }

    /// Returns whose words its outputs and errors contain.
    fn origin(&self) -> Origin {
        Origin::default()
    }

    /// Returns true if results need not be stored: they follow from the context alone, and repeating a call has the
    /// same effect.
    fn is_pure(&self) -> bool {
        false
    }

    /// Returns true if a loop in this context offers the tool to its model. The answer stays the same during a loop,
    /// because a provider caches the list.
    fn is_offered(&self, _context: &C) -> bool {
        true
    }

    /// Returns the fields of the input that a loop in this context describes; `None` for all. The others are accepted.
    fn described_fields(&self, _context: &C) -> Option<&'static [&'static str]> {
        None
    }

    /// Executes one call.
    fn call<'a>(
        &'a self,
        context: &'a C,
        input: Self::Input,
    ) -> impl Future<Output = Result<ToolAnswer<Self::Output, N>, ToolError>> + Send + 'a;
}

/// Whose words the outputs and errors of a tool contain.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Origin {
    /// Text of the public web.
    Web,
    /// Data of public services about a token or a company, or of the catalogue of entities.
    Data,
    /// Files that the loops of a bundle have written, of any origin.
    Files,
    /// Our own words, checked identifiers, and what the model itself wrote in the call.
    Own,
    /// Text of others or of memory: every tool that states nothing else, and one that is unknown.
    #[default]
    Others,
}

/// Limits of one tool. They apply to all runs that share a registry, so the load on the service behind a tool does not
/// depend on the number of tasks of a replica.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Maximum duration of one call without its wait for a permit; the registry's default if `None`.
    pub time: Option<Duration>,
    /// Maximum number of concurrent calls; unlimited if `None`.
    pub max_concurrent: Option<usize>,
}

/// A tool's answer.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolAnswer<O, N> {
    /// Output for the model.
    pub output: O,
    /// Record for code.
    pub notes: N,
}

impl<O, N: Default> ToolAnswer<O, N> {
    /// Creates an answer without notes.
    pub fn new(output: O) -> Self {
        Self { output, notes: N::default() }
    }
}

/// Error of a tool call.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// A message for the model, which may go on: not found, refused, or invalid in a way that the schema cannot
    /// express.
    #[error("{0}")]
    ToModel(String),
    /// A failure of our own infrastructure, such as the database. The job is retried; the model does not see it.
    #[error(transparent)]
    Broken(#[from] Broken),
}

/// A failure of our own infrastructure during a tool call.
#[derive(Debug, thiserror::Error)]
#[error("the tool {tool} cannot work")]
pub struct Broken {
    /// Name of the tool.
    pub tool: String,
    /// Cause of the failure.
    #[source]
    pub source: Box<dyn std::error::Error + Send + Sync>,
}

impl ToolError {
    /// Creates an error whose message the model reads.
    pub fn to_model(reason: impl Into<String>) -> Self {
        Self::ToModel(reason.into())
    }

    /// Creates an error that makes the job retry.
    pub fn broken(tool: &str, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Broken(Broken { tool: tool.to_owned(), source: source.into() })
    }
}

/// Result of one call in the stored form: the same call of the same run is never executed again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolResult<N> {
    /// Text for the model: JSON, or the description of an error.
    pub content: String,
    /// True if `content` describes an error.
    pub is_error: bool,
    /// Record for code.
    pub notes: N,
}

type Erased<C, N> =
    Box<dyn for<'a> Fn(&'a C, Value) -> BoxFuture<'a, Result<ToolAnswer<Value, N>, ToolError>> + Send + Sync>;

type IsOffered<C> = Box<dyn Fn(&C) -> bool + Send + Sync>;

type DescribedFields<C> = Box<dyn Fn(&C) -> Option<&'static [&'static str]> + Send + Sync>;

struct Entry<C, N> {
    spec: ToolSpec,
    is_offered: IsOffered<C>,
    described_fields: DescribedFields<C>,
    arguments: Shape,
    handler: Erased<C, N>,
    time: Option<Duration>,
    gate: Option<Semaphore>,
    origin: Origin,
    is_pure: bool,
}

/// Maximum duration of a call of a tool that sets no other limit.
const DEFAULT_CALL_TIME: Duration = Duration::from_secs(120);

/// The tools of a loop, by name.
pub struct Registry<C, N> {
    tools: BTreeMap<String, Entry<C, N>>,
    /// Tool descriptions as requests carry them, one shared list for all runs.
    specs: Arc<[ToolSpec]>,
    time: Duration,
}

impl<C, N> Default for Registry<C, N> {
    fn default() -> Self {
        Self { tools: BTreeMap::new(), specs: Arc::default(), time: DEFAULT_CALL_TIME }
    }
}

impl<C: Sync + 'static, N: Default + 'static> Registry<C, N> {
    /// Sets the maximum duration of a call for tools that set none of their own.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.time = time;
        self
    }

    /// Adds a tool. If its schema is not a valid JSON Schema, every call is refused with the reason.
    #[must_use]
    pub fn with<T: Tool<C, N>>(mut self, tool: T) -> Self {
        let spec = tool.spec();
        let Bounds { time, max_concurrent } = tool.bounds();
        let gate = max_concurrent.map(|most| Semaphore::new(most.max(1)));
        let (origin, is_pure) = (tool.origin(), tool.is_pure());
        let (tool, name) = (Arc::new(tool), spec.name.clone());
        let (offering, describing) = (Arc::clone(&tool), Arc::clone(&tool));
        let is_offered: IsOffered<C> = Box::new(move |context| offering.is_offered(context));
        let described_fields: DescribedFields<C> = Box::new(move |context| describing.described_fields(context));
        let handler: Erased<C, N> = Box::new(move |context, input| {
            let (tool, name) = (Arc::clone(&tool), name.clone());
            async move {
                let input = serde_json::from_value(input)
                    .map_err(|error| ToolError::ToModel(format!("bad arguments: {error}")))?;
                let ToolAnswer { output, notes } = tool.call(context, input).await?;
                let output = serde_json::to_value(output).map_err(|error| ToolError::broken(&name, error))?;
                Ok(ToolAnswer { output, notes })
            }
            .boxed()
        });
        let arguments = Shape::default();
        let entry = Entry { spec, is_offered, described_fields, arguments, handler, time, gate, origin, is_pure };
        self.tools.insert(entry.spec.name.clone(), entry);
        self.specs = self.tools.values().map(|entry| entry.spec.clone()).collect();
        self
    }

    /// Returns whose words a tool returns.
    pub fn origin(&self, name: &str) -> Origin {
        self.tools.get(name).map_or_else(Origin::default, |entry| entry.origin)
    }

    /// Returns true if the results of a tool need not be stored.
    pub fn is_pure(&self, name: &str) -> bool {
        self.tools.get(name).is_some_and(|entry| entry.is_pure)
    }

    /// Returns the tool descriptions for the model, ordered by name.
    pub fn specs(&self) -> Arc<[ToolSpec]> {
        Arc::clone(&self.specs)
    }

    /// Returns the descriptions of the tools that a loop in this context offers, ordered by name, without the limits
    /// that only code checks.
    pub fn offered(&self, context: &C) -> Arc<[ToolSpec]> {
        let offered = self.tools.values().filter(|entry| (entry.is_offered)(context));
        offered.map(|entry| described::shorten(&entry.spec, (entry.described_fields)(context))).collect()
    }

    /// Returns the description of one tool as a loop declares it later.
    pub fn described(&self, name: &str) -> Option<ToolSpec> {
        self.tools.get(name).map(|entry| described::shorten(&entry.spec, None))
    }

    /// Executes one call. Everything the model can react to is a result.
    ///
    /// # Errors
    /// A failure of our own infrastructure.
    pub async fn call(&self, context: &C, name: &str, input: &Value) -> Result<ToolResult<N>, Broken> {
        let Some(entry) = self.tools.get(name) else {
            let offered: Vec<String> = self.offered(context).iter().map(|tool| tool.name.clone()).collect();
            return Ok(failed(format!("There is no tool {name:?}. There are: {}.", offered.join(", "))));
        };
        let Some(mut input) = parse_arguments(input) else {
            return Ok(failed("bad arguments: not a JSON object".to_owned()));
        };
        llm::coerce(&entry.spec.input_schema, &mut input);
        if let Some(reason) = entry.problems(&input) {
            return Ok(failed(reason));
        }
        let limit = entry.time.unwrap_or(self.time);
        let work = AssertUnwindSafe(entry.run_in_turn(context, input, limit)).catch_unwind();
        match work.await {
            Ok(Some(Ok(answer))) => {
                Ok(ToolResult { content: answer.output.to_string(), is_error: false, notes: answer.notes })
            }
            Ok(Some(Err(ToolError::ToModel(reason)))) => Ok(failed(reason)),
            Ok(Some(Err(ToolError::Broken(broken)))) => Err(broken),
            Ok(None) => Ok(failed(format!("{name} took longer than {limit:?} and was cancelled."))),
            Err(_panic) => Ok(failed(format!("{name} failed on this input; try something else."))),
        }
    }
}

impl<C, N> Entry<C, N> {
    /// Waits for a permit and executes the call. Returns `None` after `limit`.
    async fn run_in_turn(
        &self,
        context: &C,
        input: Value,
        limit: Duration,
    ) -> Option<Result<ToolAnswer<Value, N>, ToolError>> {
        let _permit = match &self.gate {
            // The semaphore is never closed and every holder has a time limit, so a permit always becomes available.
            Some(gate) => gate.acquire().await.ok(),
            None => None,
        };
        tokio::time::timeout(limit, (self.handler)(context, input)).await.ok()
    }

    /// Returns the problems of the arguments, each with its path.
    fn problems(&self, input: &Value) -> Option<String> {
        let problems = self.arguments.problems(&self.spec.input_schema, input, MAX_ERRORS);
        (!problems.is_empty()).then(|| format!("bad arguments: {}", problems.join("; ")))
    }
}

/// Returns arguments as a JSON object. Some models send them as text, or send nothing for no arguments.
fn parse_arguments(input: &Value) -> Option<Value> {
    match input {
        Value::Null => Some(Value::Object(serde_json::Map::new())),
        Value::String(text) if text.trim().is_empty() => Some(Value::Object(serde_json::Map::new())),
        Value::String(text) => parse_json(text),
        other => Some(other.clone()),
    }
}

/// Parses JSON that a model wrote as text, after repairing common mistakes.
pub fn parse_json(text: &str) -> Option<Value> {
    llm::repair::candidates(text).next()
}

fn failed<N: Default>(reason: String) -> ToolResult<N> {
    ToolResult { content: reason, is_error: true, notes: N::default() }
}

#[cfg(test)]
mod tests;
