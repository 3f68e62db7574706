//! Expected answers of each fixture, as JSON of the protocol.

use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::server::read;

/// A PNG of one red pixel.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/// A WAV file without samples.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";
/// Key of the digest that protects the state of a request.
const KEY: &str = "conformance fixtures";

/// Names of the tools, each with its argument, if it has one.
pub(crate) const TOOLS: [(&str, &str); 27] = [
    ("test_simple_text", ""),
    ("test_image_content", ""),
    ("test_audio_content", ""),
    ("test_embedded_resource", ""),
    ("test_multiple_content_types", ""),
    ("test_tool_with_logging", ""),
    ("test_error_handling", ""),
    ("test_tool_with_progress", ""),
    ("test_sampling", "prompt"),
    ("test_elicitation", "message"),
    ("test_elicitation_sep1034_defaults", ""),
    ("test_elicitation_sep1330_enums", ""),
    ("test_logging_tool", ""),
    ("test_streaming_elicitation", ""),
    ("test_missing_capability", ""),
    ("test_input_required_result_elicitation", ""),
    ("test_input_required_result_sampling", ""),
    ("test_input_required_result_list_roots", ""),
    ("test_input_required_result_request_state", ""),
    ("test_input_required_result_multiple_inputs", ""),
    ("test_input_required_result_multi_round", ""),
    ("test_input_required_result_tampered_state", ""),
    ("test_input_required_result_capabilities", ""),
    ("test_trigger_tool_change", ""),
    ("test_trigger_prompt_change", ""),
    (SCHEMA_TOOL, ""),
    (HEADER_TOOL, ""),
];

/// Tool whose schema uses the keywords of JSON Schema 2020-12.
const SCHEMA_TOOL: &str = "json_schema_2020_12_tool";
/// Tool with a parameter that a header repeats.
const HEADER_TOOL: &str = "test_custom_header";

/// Adds the type that a complete result has from 2026-07-28 on; the SDK removes it for older clients.
pub(crate) fn complete(mut result: Value) -> Value {
    result["resultType"] = json!("complete");
    result
}

/// Describes a tool.
pub(crate) fn tool(name: &str, argument: &str) -> Tool {
    let schema = match argument {
        "" if name == SCHEMA_TOOL => full_schema(),
        "" if name == HEADER_TOOL => {
            let region = json!({ "type": "string", "x-mcp-header": "Region" });
            json!({ "type": "object", "properties": { "region": region }, "required": ["region"] })
        }
        "" => json!({ "type": "object", "properties": {} }),
        name => json!({ "type": "object", "properties": { name: { "type": "string" } }, "required": [name] }),
    };
    read(json!({ "name": name, "description": "A fixture of the conformance suite.", "inputSchema": schema }))
}

fn full_schema() -> Value {
    let address = json!({
        "$anchor": "addressDef", "type": "object",
        "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
    });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": { "address": address },
        "properties": {
            "name": { "type": "string" }, "address": { "$ref": "#/$defs/address" }, "phone": { "type": "string" },
            "email": { "type": "string" }, "contactMethod": { "type": "string", "enum": ["phone", "email"] },
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false,
    })
}

/// Returns the result of a tool that always answers the same.
pub(crate) fn content(tool: &str) -> Option<Value> {
    let text = |text: &str| json!({ "type": "text", "text": text });
    let image = || json!({ "type": "image", "data": PNG, "mimeType": "image/png" });
    let resource = |uri: &str, kind: &str, text: &str| json!({ "type": "resource", "resource": { "uri": uri, "mimeType": kind, "text": text } });
    let content = match tool {
        "test_simple_text" => json!([text("This is a simple text response for testing.")]),
        "test_image_content" => json!([image()]),
        "test_audio_content" => json!([{ "type": "audio", "data": WAV, "mimeType": "audio/wav" }]),
        "test_embedded_resource" => {
            json!([resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")])
        }
        "test_multiple_content_types" => json!([
            text("Multiple content types test:"),
            image(),
            resource("test://mixed-content-resource", "application/json", r#"{"test":"data","value":123}"#),
        ]),
        "test_logging_tool" | "test_trigger_tool_change" | "test_trigger_prompt_change" | SCHEMA_TOOL | HEADER_TOOL => {
            json!([text("done")])
        }
        "test_error_handling" => {
            return Some(
                json!({ "isError": true, "content": [text("This tool intentionally returns an error for testing")] }),
            );
        }
        _ => return None,
    };
    Some(json!({ "content": content }))
}

/// Returns the form that a tool of the older revisions sends.
pub(crate) fn form(tool: &str, message: &str) -> Option<Value> {
    let options = json!(["option1", "option2", "option3"]);
    let titled = |words: [&str; 3]| {
        let value = |(place, title): (usize, &str)| json!({ "const": format!("value{}", place + 1), "title": title });
        Value::Array(words.into_iter().enumerate().map(value).collect())
    };
    let (message, properties, required) = match tool {
        "test_elicitation" => (
            message,
            json!({
                "username": { "type": "string", "description": "User's response" },
                "email": { "type": "string", "description": "User's email address" },
            }),
            json!(["username", "email"]),
        ),
        "test_elicitation_sep1034_defaults" => (
            "Please check the values",
            json!({
                "name": { "type": "string", "default": "John Doe" },
                "age": { "type": "integer", "default": 30 },
                "score": { "type": "number", "default": 95.5 },
                "status": { "type": "string", "enum": ["active", "inactive", "pending"], "default": "active" },
                "verified": { "type": "boolean", "default": true },
            }),
            json!([]),
        ),
        "test_elicitation_sep1330_enums" => (
            "Please choose",
            json!({
                "untitledSingle": { "type": "string", "enum": options },
                "titledSingle": { "type": "string", "oneOf": titled(["First Option", "Second Option", "Third Option"]) },
                "legacyEnum": {
                    "type": "string", "enum": ["opt1", "opt2", "opt3"],
                    "enumNames": ["Option One", "Option Two", "Option Three"],
                },
                "untitledMulti": { "type": "array", "items": { "type": "string", "enum": options } },
                "titledMulti": { "type": "array", "items": { "anyOf": titled(["First Choice", "Second Choice", "Third Choice"]) } },
            }),
            json!([]),
        ),
        _ => return None,
    };
    let schema = json!({ "type": "object", "properties": properties, "required": required });
    Some(json!({ "mode": "form", "message": message, "requestedSchema": schema }))
}

/// Returns a request for a form with one field.
pub(crate) fn elicitation(message: &str, field: &str, kind: &str) -> Value {
    let schema = json!({ "type": "object", "properties": { field: { "type": kind } }, "required": [field] });
    json!({ "method": "elicitation/create", "params": { "mode": "form", "message": message, "requestedSchema": schema } })
}

fn sampling(question: &str, tokens: u32) -> Value {
    let messages = json!([{ "role": "user", "content": { "type": "text", "text": question } }]);
    json!({ "method": "sampling/createMessage", "params": { "messages": messages, "maxTokens": tokens } })
}

fn sealed(state: &str) -> String {
    let digest: String = Sha256::digest(format!("{KEY}{state}")).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{state}.{digest}")
}

/// Answers a tool that works in several rounds; `None` for other tools.
pub(crate) fn rounds(
    request: &CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Option<Result<CallToolResponse, ErrorData>> {
    let name = || elicitation("What is your name?", "name", "string");
    let state = request.request_state.as_deref();
    let answers = request.input_responses.clone().unwrap_or_default();
    if state.is_some_and(|state| sealed(state.split('.').next().unwrap_or_default()) != state) {
        return Some(Err(ErrorData::invalid_params("the request state was changed", None)));
    }
    let first = state.is_none_or(|state| state.starts_with("first"));
    let (asked, seal) = match request.name.trim_start_matches("test_input_required_result_") {
        "elicitation" | "test_streaming_elicitation" => (json!({ "user_name": name() }), None),
        "sampling" => (json!({ "capital_question": sampling("What is the capital of France?", 100) }), None),
        "list_roots" => (json!({ "client_roots": { "method": "roots/list", "params": {} } }), None),
        "request_state" | "tampered_state" => {
            (json!({ "confirm": elicitation("Please confirm", "ok", "boolean") }), Some("first"))
        }
        "multiple_inputs" => (
            json!({
                "user_name": name(), "greeting": sampling("Generate a greeting", 50),
                "client_roots": { "method": "roots/list", "params": {} },
            }),
            Some("first"),
        ),
        "multi_round" if state.is_none() || first && !answers.contains_key("step1") => {
            (json!({ "step1": elicitation("Step 1: What is your name?", "name", "string") }), Some("first"))
        }
        "multi_round" => {
            (json!({ "step2": elicitation("Step 2: What is your favorite color?", "color", "string") }), Some("second"))
        }
        "capabilities" => (permitted(context), None),
        _ => return None,
    };
    let is_valid = |key: &String| {
        let answer = answers.get(key);
        // An accepted form has content; the other answers are objects.
        answer.is_some_and(|answer| answer.is_object() && (answer["action"].is_null() || answer["content"].is_object()))
    };
    if asked.as_object().is_some_and(|asked| asked.keys().all(is_valid)) {
        let said = serde_json::to_string(&answers).unwrap_or_default();
        let name = answers.get("user_name").and_then(|answer| answer["content"]["name"].as_str()).unwrap_or_default();
        let content = vec![ContentBlock::text(format!("Hello, {name}! state-ok {said}"))];
        return Some(Ok(CallToolResult::success(content).into()));
    }
    let result = json!({ "resultType": "input_required", "inputRequests": asked });
    let mut result: InputRequiredResult = read(result);
    result.request_state = seal.map(sealed);
    Some(Ok(result.into()))
}

/// Returns requests for the capabilities that the client has declared.
fn permitted(context: &RequestContext<RoleServer>) -> Value {
    let declared = context.client_capabilities().unwrap_or_default();
    let mut asked = serde_json::Map::new();
    if declared.sampling.is_some() {
        asked.insert("sampled".to_owned(), sampling("Say hello", 50));
    }
    if declared.elicitation.is_some() {
        asked.insert("user_name".to_owned(), elicitation("What is your name?", "name", "string"));
    }
    Value::Object(asked)
}

/// Returns the list of resources.
pub(crate) fn resources() -> Value {
    let resource =
        |uri: &str, kind: &str| json!({ "uri": uri, "name": uri, "description": "A fixture.", "mimeType": kind });
    json!([
        resource("test://static-text", "text/plain"),
        resource("test://static-binary", "image/png"),
        resource("test://watched-resource", "text/plain"),
    ])
}

/// Returns the content of a resource.
pub(crate) fn resource(uri: &str) -> Option<Value> {
    let text = |kind: &str, text: &str| json!({ "uri": uri, "mimeType": kind, "text": text });
    match uri {
        "test://static-text" => Some(text("text/plain", "This is the content of the static text resource.")),
        "test://watched-resource" => Some(text("text/plain", "watched")),
        "test://static-binary" => Some(json!({ "uri": uri, "mimeType": "image/png", "blob": PNG })),
        _ => {
            let id = uri.strip_prefix("test://template/")?.strip_suffix("/data")?;
            let data = json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") });
            Some(text("application/json", &data.to_string()))
        }
    }
}

/// Returns the list of prompts.
pub(crate) fn prompts() -> Value {
    let prompt = |name: &str, arguments: &[&str]| {
        let arguments: Vec<Value> = arguments
            .iter()
            .map(|name| json!({ "name": name, "description": "An argument.", "required": true }))
            .collect();
        json!({ "name": name, "description": "A fixture.", "arguments": arguments })
    };
    json!([
        prompt("test_simple_prompt", &[]),
        prompt("test_prompt_with_arguments", &["arg1", "arg2"]),
        prompt("test_prompt_with_embedded_resource", &["resourceUri"]),
        prompt("test_prompt_with_image", &[]),
        prompt("test_input_required_result_prompt", &[]),
    ])
}

/// Returns a prompt.
pub(crate) fn prompt(request: &GetPromptRequestParams) -> Result<GetPromptResponse, ErrorData> {
    let argument = |name: &str| {
        request
            .arguments
            .as_ref()
            .map(|all| all.get(name).and_then(|value| value.as_str()).unwrap_or_default().to_owned())
            .unwrap_or_default()
    };
    let text = |text: String| json!({ "type": "text", "text": text });
    let contents = match request.name.as_str() {
        "test_simple_prompt" => vec![text("This is a simple prompt for testing.".to_owned())],
        "test_prompt_with_arguments" => {
            vec![text(format!("Prompt with arguments: arg1='{}', arg2='{}'", argument("arg1"), argument("arg2")))]
        }
        "test_prompt_with_embedded_resource" => vec![
            json!({ "type": "resource", "resource": {
                "uri": argument("resourceUri"), "mimeType": "text/plain", "text": "Embedded resource content for testing.",
            } }),
            text("Please process the embedded resource above.".to_owned()),
        ],
        "test_prompt_with_image" => vec![
            json!({ "type": "image", "data": PNG, "mimeType": "image/png" }),
            text("Please analyze the image above.".to_owned()),
        ],
        "test_input_required_result_prompt" => {
            let answers = request.input_responses.clone().unwrap_or_default();
            let Some(answer) = answers.get("user_context") else {
                let asked =
                    json!({ "user_context": elicitation("What context should the prompt use?", "context", "string") });
                let result: InputRequiredResult =
                    read(json!({ "resultType": "input_required", "inputRequests": asked }));
                return Ok(result.into());
            };
            vec![text(format!("Context: {}", answer["content"]["context"]))]
        }
        name => return Err(ErrorData::invalid_params(format!("there is no prompt {name:?}"), None)),
    };
    let messages: Vec<Value> =
        contents.into_iter().map(|content| json!({ "role": "user", "content": content })).collect();
    Ok(read::<GetPromptResult>(complete(json!({ "messages": messages }))).into())
}
