//! The tools: a name, a description, a JSON Schema and a typed handler each. Arguments are validated before the handler
//! sees them; a bad argument, a tool's error and a tool that takes too long are results that say what is wrong.

use std::collections::BTreeMap;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use llm::Shape;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::Semaphore;

/// How many argument errors are told: enough to mend a call.
const MAX_ERRORS: usize = 8;

/// One tool, working on a context `C` (what belongs to the run) and leaving notes `N` (what code shall remember of a
/// result beside what the model reads).
pub trait Tool<C, N>: Send + Sync + 'static {
    /// Its arguments.
    type Args: DeserializeOwned + Send + 'static;

    /// Name, description and JSON Schema of the arguments.
    fn spec(&self) -> llm::Tool;

    /// How long one call may take, and how many may run at once.
    fn bounds(&self) -> Bounds {
        Bounds::default()
    }

    /// The work.
    fn call<'a>(
        &'a self,
        context: &'a C,
        args: Self::Args,
    ) -> impl Future<Output = Result<Answer<N>, ToolError>> + Send + 'a;
}

/// What one tool may take. It counts for all runs that share a registry, so that a service behind a tool is never asked
/// more than it bears, however many tasks a replica works on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Longest time of one call, its wait for its turn not included; the registry's own where it is `None`.
    pub time: Option<Duration>,
    /// Calls at once at most; no limit where it is `None`.
    pub at_once: Option<usize>,
}

/// What a tool found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer<N> {
    /// What the model reads.
    pub content: Value,
    /// What code remembers.
    pub notes: N,
}

impl<N: Default> Answer<N> {
    /// An answer that leaves no notes.
    pub fn new(content: Value) -> Self {
        Self { content, notes: N::default() }
    }
}

/// Why a tool has no answer.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The model is told and may go on: not found, refused, wrong in a way that the schema cannot say.
    #[error("{0}")]
    Told(String),
    /// The work itself must be tried again later (our own database is away): the model is not told.
    #[error(transparent)]
    Broken(#[from] Broken),
}

/// Our own machinery failed.
#[derive(Debug, thiserror::Error)]
#[error("the tool {tool} cannot work")]
pub struct Broken {
    /// Which.
    pub tool: String,
    /// Why.
    #[source]
    pub source: Box<dyn std::error::Error + Send + Sync>,
}

impl ToolError {
    /// The model is told.
    pub fn told(reason: impl Into<String>) -> Self {
        Self::Told(reason.into())
    }

    /// The work must be tried again.
    pub fn broken(tool: &str, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Broken(Broken { tool: tool.to_owned(), source: source.into() })
    }
}

/// A result to remember: the same call of the same run is never executed again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolResult<N> {
    /// What the model reads: JSON, or an error's description.
    pub content: String,
    /// It describes an error.
    pub is_error: bool,
    /// What code remembers.
    pub notes: N,
}

type Erased<C, N> = Box<dyn for<'a> Fn(&'a C, Value) -> BoxFuture<'a, Result<Answer<N>, ToolError>> + Send + Sync>;

struct Entry<C, N> {
    spec: llm::Tool,
    arguments: Shape,
    handler: Erased<C, N>,
    time: Option<Duration>,
    gate: Option<Semaphore>,
}

/// Longest time of a call of a tool that sets no bound of its own.
const TIME: Duration = Duration::from_secs(120);

/// All tools of a loop, by name.
pub struct Registry<C, N> {
    tools: BTreeMap<String, Entry<C, N>>,
    /// All of them as requests carry them: one list for all runs.
    specs: Arc<[llm::Tool]>,
    time: Duration,
}

impl<C, N> Default for Registry<C, N> {
    fn default() -> Self {
        Self { tools: BTreeMap::new(), specs: Arc::default(), time: TIME }
    }
}

impl<C: Sync + 'static, N: Default + 'static> Registry<C, N> {
    /// With another longest time for tools that set none of their own.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.time = time;
        self
    }

    /// Adds a tool. If its schema is no JSON Schema every call of it is refused, with what is wrong.
    #[must_use]
    pub fn with<T: Tool<C, N>>(mut self, tool: T) -> Self {
        let spec = tool.spec();
        let Bounds { time, at_once } = tool.bounds();
        let gate = at_once.map(|most| Semaphore::new(most.max(1)));
        let tool = Arc::new(tool);
        let handler: Erased<C, N> = Box::new(move |context, input| {
            let tool = Arc::clone(&tool);
            async move {
                let args = serde_json::from_value(input)
                    .map_err(|error| ToolError::Told(format!("bad arguments: {error}")))?;
                tool.call(context, args).await
            }
            .boxed()
        });
        self.tools.insert(spec.name.clone(), Entry { spec, arguments: Shape::default(), handler, time, gate });
        self.specs = self.tools.values().map(|entry| entry.spec.clone()).collect();
        self
    }

    /// With other bounds for these tools: who wires them knows the services behind them. A name that is not there is none of
    /// ours to bound.
    #[must_use]
    pub fn bounded(mut self, names: &[&str], bounds: Bounds) -> Self {
        for name in names {
            if let Some(entry) = self.tools.get_mut(*name) {
                entry.time = bounds.time;
                entry.gate = bounds.at_once.map(|most| Semaphore::new(most.max(1)));
            }
        }
        self
    }

    /// What the model is offered, by name. The list is shared.
    pub fn specs(&self) -> Arc<[llm::Tool]> {
        Arc::clone(&self.specs)
    }

    /// Executes one call. Only our own machinery's failure is an error.
    pub async fn call(&self, context: &C, name: &str, input: &Value) -> Result<ToolResult<N>, Broken> {
        let Some(entry) = self.tools.get(name) else {
            let known: Vec<&str> = self.tools.keys().map(String::as_str).collect();
            return Ok(failed(format!("There is no tool {name:?}. There are: {}.", known.join(", "))));
        };
        let input = match arguments(input) {
            Ok(input) => input,
            Err(reason) => return Ok(failed(reason)),
        };
        if let Some(reason) = entry.problems(&input) {
            return Ok(failed(reason));
        }
        let limit = entry.time.unwrap_or(self.time);
        let work = AssertUnwindSafe(entry.in_turn(context, input, limit)).catch_unwind();
        match work.await {
            Ok(Some(Ok(answer))) => {
                Ok(ToolResult { content: answer.content.to_string(), is_error: false, notes: answer.notes })
            }
            Ok(Some(Err(ToolError::Told(reason)))) => Ok(failed(reason)),
            Ok(Some(Err(ToolError::Broken(broken)))) => Err(broken),
            Ok(None) => Ok(failed(format!("{name} took longer than {limit:?} and was given up."))),
            Err(_panic) => Ok(failed(format!("{name} failed on this input; try something else."))),
        }
    }
}

impl<C, N> Entry<C, N> {
    /// The work, when it is its turn; `None` if it took too long.
    async fn in_turn(&self, context: &C, input: Value, limit: Duration) -> Option<Result<Answer<N>, ToolError>> {
        let _turn = match &self.gate {
            // It is never closed, so a permit always comes: whoever holds one works under a time limit.
            Some(gate) => gate.acquire().await.ok(),
            None => None,
        };
        tokio::time::timeout(limit, (self.handler)(context, input)).await.ok()
    }

    /// Every problem of the arguments, with its path.
    fn problems(&self, input: &Value) -> Option<String> {
        let problems = self.arguments.problems(&self.spec.input_schema, input, MAX_ERRORS);
        (!problems.is_empty()).then(|| format!("bad arguments: {}", problems.join("; ")))
    }
}

/// Some models send the arguments as text, or nothing at all for no arguments.
fn arguments(input: &Value) -> Result<Value, String> {
    match input {
        Value::String(text) if text.trim().is_empty() => Ok(Value::Object(serde_json::Map::new())),
        Value::String(text) => {
            llm::repair::candidates(text).next().ok_or_else(|| "bad arguments: not a JSON object".to_owned())
        }
        Value::Null => Ok(Value::Object(serde_json::Map::new())),
        other => Ok(other.clone()),
    }
}

fn failed<N: Default>(reason: String) -> ToolResult<N> {
    ToolResult { content: reason, is_error: true, notes: N::default() }
}

#[cfg(test)]
mod tests;
