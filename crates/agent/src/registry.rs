//! The tools: a name, a description, a JSON Schema and a typed handler each. Arguments are validated before the handler
//! sees them; a bad argument and a tool's error are results that say what is wrong.

use std::collections::BTreeMap;
use std::future::Future;
use std::panic::AssertUnwindSafe;

use futures::FutureExt;
use futures::future::BoxFuture;
use jsonschema::Validator;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How many argument errors are told: enough to mend a call.
const MAX_ERRORS: usize = 8;

/// One tool, working on a context `C` (what belongs to the run) and leaving notes `N` (what code shall remember of a
/// result beside what the model reads).
pub trait Tool<C, N>: Send + Sync + 'static {
    /// Its arguments.
    type Args: DeserializeOwned + Send + 'static;

    /// Name, description and JSON Schema of the arguments.
    fn spec(&self) -> llm::Tool;

    /// The work.
    fn call<'a>(
        &'a self,
        context: &'a C,
        args: Self::Args,
    ) -> impl Future<Output = Result<Answer<N>, ToolError>> + Send + 'a;
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
    arguments: Validator,
    handler: Erased<C, N>,
}

/// All tools of a loop, by name.
pub struct Registry<C, N> {
    tools: BTreeMap<String, Entry<C, N>>,
}

impl<C, N> Default for Registry<C, N> {
    fn default() -> Self {
        Self { tools: BTreeMap::new() }
    }
}

impl<C: Sync + 'static, N: Default + 'static> Registry<C, N> {
    /// Adds a tool.
    ///
    /// # Panics
    /// If its schema is no JSON Schema: a bug in the tool, found by the first test that builds the registry.
    #[must_use]
    pub fn with<T: Tool<C, N>>(mut self, tool: T) -> Self {
        let spec = tool.spec();
        let arguments =
            jsonschema::validator_for(&spec.input_schema).expect("a tool's schema is written by us and tested");
        let tool = std::sync::Arc::new(tool);
        let handler: Erased<C, N> = Box::new(move |context, input| {
            let tool = std::sync::Arc::clone(&tool);
            async move {
                let args = serde_json::from_value(input)
                    .map_err(|error| ToolError::Told(format!("bad arguments: {error}")))?;
                tool.call(context, args).await
            }
            .boxed()
        });
        self.tools.insert(spec.name.clone(), Entry { spec, arguments, handler });
        self
    }

    /// What the model is offered, by name.
    pub fn specs(&self) -> Vec<llm::Tool> {
        self.tools.values().map(|entry| entry.spec.clone()).collect()
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
        let work = AssertUnwindSafe((entry.handler)(context, input)).catch_unwind();
        match work.await {
            Ok(Ok(answer)) => {
                Ok(ToolResult { content: answer.content.to_string(), is_error: false, notes: answer.notes })
            }
            Ok(Err(ToolError::Told(reason))) => Ok(failed(reason)),
            Ok(Err(ToolError::Broken(broken))) => Err(broken),
            Err(_panic) => Ok(failed(format!("{name} failed on this input; try something else."))),
        }
    }
}

impl<C, N> Entry<C, N> {
    /// Every problem of the arguments, with its path.
    fn problems(&self, input: &Value) -> Option<String> {
        let problems: Vec<String> =
            self.arguments.iter_errors(input).take(MAX_ERRORS).map(|error| told(&error)).collect();
        (!problems.is_empty()).then(|| format!("bad arguments: {}", problems.join("; ")))
    }
}

/// A problem as the model reads it; the offending value may be long and is cut.
fn told(error: &jsonschema::ValidationError<'_>) -> String {
    let path = error.instance_path().to_string();
    let text: String = error.to_string().chars().take(300).collect();
    if path.is_empty() { text } else { format!("{path}: {text}") }
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
mod tests {
    use serde_json::json;

    use super::*;

    struct Double;

    #[derive(Deserialize)]
    struct Number {
        n: i64,
    }

    impl Tool<i64, Vec<i64>> for Double {
        type Args = Number;

        fn spec(&self) -> llm::Tool {
            let input_schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": false});
            llm::Tool { name: "double".into(), description: "Doubles.".into(), input_schema }
        }

        async fn call(&self, context: &i64, args: Number) -> Result<Answer<Vec<i64>>, ToolError> {
            match args.n {
                0 => Err(ToolError::told("nothing to double")),
                1 => Err(ToolError::broken("double", "away")),
                2 => panic!("a bug"),
                n => Ok(Answer { content: json!(n * context), notes: vec![n] }),
            }
        }
    }

    #[test]
    fn a_bad_call_is_a_result_and_only_our_own_failure_an_error() {
        let registry = Registry::default().with(Double);
        let call = |name: &str, input: Value| registry.call(&2, name, &input).now_or_never().expect("nothing waits");
        let good = call("double", json!({"n": 21})).unwrap();
        assert_eq!((good.content.as_str(), good.is_error, good.notes), ("42", false, vec![21]));
        assert_eq!(call("double", json!("{\"n\": 21,}")).unwrap().content, "42", "text is repaired");
        let bad = call("double", json!({"n": "x", "m": 1})).unwrap();
        assert!(bad.is_error && bad.content.contains("/n") && bad.content.contains("'m'"), "{}", bad.content);
        assert!(call("triple", json!({})).unwrap().content.contains("double"));
        assert_eq!(call("double", json!({"n": 0})).unwrap().content, "nothing to double");
        assert!(call("double", json!({"n": 2})).unwrap().is_error);
        assert!(call("double", json!({"n": 1})).is_err());
    }
}
