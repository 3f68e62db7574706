//! A tool: its description, the scopes that it requires, and its handler.

use std::future::Future;
use std::sync::Arc;

use domain::access::AccessScope;
use futures::FutureExt;
use futures::future::BoxFuture;
use operations::{Caller, Context, OperationError};
use rmcp::RoleServer;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, InputRequiredResult, InputResponses, JsonObject};
use rmcp::model::{MetaObject, Tool as Listed, ToolAnnotations};
use rmcp::service::RequestContext;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Store;
use utoipa::{PartialSchema, ToSchema};

use super::tasks::{self, Work};
use super::{McpServer, schema};
use crate::http::{Misfit, decode};

/// One call of a tool.
#[derive(Clone)]
pub(super) struct McpCall {
    pub(super) server: McpServer,
    pub(super) caller: Caller,
    pub(super) context: RequestContext<RoleServer>,
    /// Answers of the client's user to what an earlier attempt of this call asked for.
    pub(super) answers: Option<InputResponses>,
    /// State that an earlier attempt of this call sent with its question.
    pub(super) state: Option<String>,
    /// Name of the tool.
    pub(super) tool: &'static str,
}

impl McpCall {
    /// Returns the operations of the caller.
    pub(super) fn cx(&self) -> Context<'_> {
        self.server.gateway().operations.of(&self.caller)
    }

    /// Returns Postgres for the rows of the caller's tenant.
    pub(super) fn store(&self) -> Store {
        self.server.gateway().operations.store(&self.caller.tenant)
    }
}

/// Why a call has no output. The client's model reads the text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fault {
    pub(super) text: String,
    /// Details for programs.
    pub(super) details: Option<Value>,
}

impl Fault {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), details: None }
    }

    /// The arguments cannot be read.
    fn misfit(misfit: &Misfit) -> Self {
        Self { text: format!("the arguments are invalid: {misfit}"), details: Some(misfit.details()) }
    }
}

impl From<OperationError> for Fault {
    fn from(error: OperationError) -> Self {
        let fields = error.fields();
        let kind = error.kind().name();
        let details = (!fields.is_empty()).then(|| json!({ "kind": kind, "errors": fields }));
        Self { text: error.to_string(), details }
    }
}

/// The tool takes no argument.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NoInput {}

/// All entries of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Items<T> {
    /// The entries in the order of the list.
    pub(super) items: Vec<T>,
}

impl From<domain::port::PortError> for Fault {
    fn from(error: domain::port::PortError) -> Self {
        OperationError::from(error).into()
    }
}

/// Output of a tool, or a request to the client's user, after which the client repeats the call.
pub(super) enum McpReply<O> {
    Output(O),
    Ask(InputRequiredResult),
    /// Work that a client with tasks polls.
    Started(Work),
}

impl<O: Serialize> McpReply<O> {
    fn into_json(self) -> Result<McpReply<Value>, Fault> {
        Ok(match self {
            Self::Output(output) => McpReply::Output(value(&output)?),
            Self::Ask(request) => McpReply::Ask(request),
            Self::Started(work) => McpReply::Started(work),
        })
    }
}

/// An argument of a tool beside the input of its operation.
#[derive(Debug, Clone)]
pub(super) struct Argument {
    pub(super) name: &'static str,
    /// JSON Schema of the value.
    pub(super) schema: Value,
    pub(super) is_required: bool,
}

impl Argument {
    fn added_to(&self, mut schema: JsonObject) -> JsonObject {
        let member = |schema: &mut JsonObject, name: &str, empty: Value| {
            schema.entry(name).or_insert(empty);
        };
        member(&mut schema, "properties", json!({}));
        member(&mut schema, "required", json!([]));
        schema["properties"][self.name] = self.schema.clone();
        if let (true, Some(required)) = (self.is_required, schema["required"].as_array_mut()) {
            required.insert(0, json!(self.name));
        }
        schema
    }
}

/// Effect of a tool, as clients show it to their users.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// Reads what is stored and changes nothing.
    Reads,
    /// Adds something; each call adds.
    Adds,
    /// Adds something; a repeated call adds nothing.
    AddsOnce,
    /// Changes or ends something that exists.
    Changes,
}

type Handler = Arc<dyn Fn(McpCall, JsonObject) -> BoxFuture<'static, Result<McpReply<Value>, Fault>> + Send + Sync>;

/// A tool with its handler.
pub(super) struct Tool {
    pub(super) listed: Listed,
    pub(super) name: &'static str,
    pub(super) scopes: &'static [AccessScope],
    handler: Handler,
}

/// Description of a tool without its schemas.
#[derive(Debug, Clone, Copy)]
pub(super) struct About {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    /// Scopes that the token must have, all of them.
    pub(super) scopes: &'static [AccessScope],
    pub(super) effect: Effect,
    /// `true` if the work reaches the web.
    pub(super) open_world: bool,
}

impl About {
    /// Common properties of the tools that only read; the texts are empty.
    pub(super) const READS: Self = Self {
        name: "",
        title: "",
        description: "",
        scopes: &[AccessScope::Read],
        effect: Effect::Reads,
        open_world: false,
    };

    /// Creates a tool from a typed function.
    pub(super) fn handled_by<I, O, F>(self, function: fn(McpCall, I) -> F) -> Tool
    where
        I: DeserializeOwned + ToSchema + PartialSchema + Send + 'static,
        O: Serialize + ToSchema + PartialSchema,
        F: Future<Output = Result<O, Fault>> + Send + 'static,
    {
        let handler = move |call: McpCall, arguments: JsonObject| {
            async move { Ok(McpReply::Output(value(&function(call, parsed(arguments)?).await?)?)) }.boxed()
        };
        self.with(schema::of::<I>(), schema::of::<O>(), Arc::new(handler))
    }

    /// Creates a tool that may ask the client's user, or begin a task.
    pub(super) fn asking<I, O, F>(self, function: fn(McpCall, I) -> F) -> Tool
    where
        I: DeserializeOwned + ToSchema + PartialSchema + Send + 'static,
        O: Serialize + ToSchema + PartialSchema,
        F: Future<Output = Result<McpReply<O>, Fault>> + Send + 'static,
    {
        let handler = move |call: McpCall, arguments: JsonObject| {
            async move { function(call, parsed(arguments)?).await?.into_json() }.boxed()
        };
        self.with(schema::of::<I>(), schema::of::<O>(), Arc::new(handler))
    }

    /// Creates a tool whose arguments are the input of an operation and one more: a name of what the input is about, or
    /// how the call waits. It may ask the client's user, or begin a task.
    pub(super) fn with_argument<A, I, O, F>(self, argument: &Argument, function: fn(McpCall, A, I) -> F) -> Tool
    where
        A: DeserializeOwned + Send + 'static,
        I: DeserializeOwned + ToSchema + PartialSchema + Send + 'static,
        O: Serialize + ToSchema + PartialSchema,
        F: Future<Output = Result<McpReply<O>, Fault>> + Send + 'static,
    {
        let name = argument.name;
        let handler = move |call: McpCall, mut arguments: JsonObject| {
            async move {
                let first = arguments.remove(name).unwrap_or_default();
                let first = serde_json::from_value(first)
                    .map_err(|error| Fault::misfit(&Misfit::new(name, &error.to_string())))?;
                function(call, first, parsed(arguments)?).await?.into_json()
            }
            .boxed()
        };
        self.with(argument.added_to(schema::of::<I>()), schema::of::<O>(), Arc::new(handler))
    }

    /// Creates a tool from schemas and a function over JSON.
    pub(super) fn with(self, input: JsonObject, output: JsonObject, handler: Handler) -> Tool {
        let About { name, title, description, scopes, effect, open_world } = self;
        let annotations = ToolAnnotations::with_title(title)
            .read_only(effect == Effect::Reads)
            .destructive(effect == Effect::Changes)
            .idempotent(effect != Effect::Adds)
            .open_world(open_world);
        let input = schema::portable(input);
        let mut listed = Listed::new(name, description, input).with_annotations(annotations);
        listed.title = Some(title.to_owned());
        listed.output_schema = Some(Arc::new(schema::portable(output)));
        Tool { listed, name, scopes, handler }
    }
}

impl Tool {
    /// Names the app in which a host shows the results of the tool.
    pub(super) fn shown_by(mut self, app: MetaObject) -> Self {
        self.listed.meta = Some(app);
        self
    }

    /// Returns `true` if a token with these scopes may use the tool.
    pub(super) fn is_granted(&self, scopes: &[AccessScope]) -> bool {
        self.scopes.iter().all(|scope| scopes.contains(scope))
    }

    /// Calls the tool. A fault becomes a result that describes it.
    pub(super) async fn call(&self, call: McpCall, arguments: JsonObject) -> CallToolResponse {
        match (self.handler)(call.clone(), arguments).await {
            Ok(McpReply::Output(output)) => CallToolResult::structured(self.conform(output)).into(),
            Ok(McpReply::Ask(request)) => request.into(),
            Ok(McpReply::Started(work)) => {
                tasks::create(&call, &work).await.unwrap_or_else(|fault| fault_result(fault).into())
            }
            Err(fault) => fault_result(fault).into(),
        }
    }
}

impl Tool {
    /// Reads the arguments by their schema: some clients send lists, objects, numbers and flags as text, and some write
    /// `run_id` for `runId` or the reverse.
    pub(super) fn coerced(&self, arguments: JsonObject) -> JsonObject {
        let mut arguments = Value::Object(restyled(arguments, &self.listed.input_schema));
        agent::coerce(&Value::Object((*self.listed.input_schema).clone()), &mut arguments);
        schema::object(arguments)
    }

    /// Returns the output in the form that the schema states.
    pub(super) fn conform(&self, mut output: Value) -> Value {
        if let Some(schema) = &self.listed.output_schema {
            schema::without_nulls(&Value::Object((**schema).clone()), &mut output);
        }
        output
    }
}

/// Renames arguments that the schema has in the other style of names only.
fn restyled(mut arguments: JsonObject, schema: &JsonObject) -> JsonObject {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return arguments };
    let unknown: Vec<String> = arguments.keys().filter(|name| !properties.contains_key(*name)).cloned().collect();
    for name in unknown {
        let other = if name.contains('_') { camel_case(&name) } else { snake_case(&name) };
        if properties.contains_key(&other)
            && !arguments.contains_key(&other)
            && let Some(value) = arguments.remove(&name)
        {
            arguments.insert(other, value);
        }
    }
    arguments
}

fn camel_case(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    let capital =
        |part: &str| part.chars().take(1).flat_map(char::to_uppercase).chain(part.chars().skip(1)).collect::<String>();
    first + &parts.map(capital).collect::<String>()
}

fn snake_case(name: &str) -> String {
    let snake = |c: char| if c.is_ascii_uppercase() { format!("_{}", c.to_ascii_lowercase()) } else { c.to_string() };
    name.chars().map(snake).collect()
}

/// A result that describes a fault. Details are text: structured content has to follow the schema of the output.
pub(super) fn fault_result(fault: Fault) -> CallToolResult {
    let details = fault.details.map(|details| ContentBlock::text(details.to_string()));
    CallToolResult::error([ContentBlock::text(fault.text)].into_iter().chain(details).collect())
}

fn parsed<I: DeserializeOwned>(arguments: JsonObject) -> Result<I, Fault> {
    decode(Value::Object(arguments)).map_err(|misfit| Fault::misfit(&misfit))
}

pub(super) fn value<O: Serialize>(output: &O) -> Result<Value, Fault> {
    serde_json::to_value(output).map_err(|error| {
        tracing::error!(%error, "the output of a tool cannot be written as JSON");
        Fault::new("the request failed because of an error in the fleet; its log names the cause")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_may_be_named_in_either_style() {
        let schema = json!({ "properties": { "runId": {}, "session_id": {}, "max": {} } });
        let read =
            |arguments: Value| Value::Object(restyled(schema::object(arguments), &schema::object(schema.clone())));
        assert_eq!(
            read(json!({ "run_id": 1, "sessionId": 2, "max": 3 })),
            json!({ "runId": 1, "session_id": 2, "max": 3 })
        );
        let both = json!({ "run_id": 1, "runId": 2, "macroName": 3 });
        assert_eq!(read(both.clone()), both, "an ambiguous or unknown name is refused by the operation");
    }
}
