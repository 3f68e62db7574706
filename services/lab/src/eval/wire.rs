//! `lab eval wire`: reads recorded answers of providers as the model client does, over rows {id, status,
//! response_headers, response or sse, request}. The name of a file states the wire format of its rows; the request, if
//! there is one, states the offered tools.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use anyhow::Context as _;
use llm::{ApiStyle, Block, LlmError, ModelReply, Recorded, StopReason, Tool};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Answers, EvalReport, Files, Line, files_in, lines};

#[derive(Debug, Deserialize)]
struct Case {
    id: String,
    status: u16,
    #[serde(default)]
    response_headers: BTreeMap<String, Value>,
    #[serde(default)]
    response: Value,
    sse: Option<String>,
    request: Option<Value>,
}

#[derive(Debug, Serialize)]
struct Answer {
    id: String,
    #[serde(flatten)]
    outcome: Value,
}

/// Reads each row of an NDJSON file, or of all NDJSON files in a folder.
pub(super) fn run(files: &Files) -> anyhow::Result<EvalReport> {
    let mut report = EvalReport::new("wire", "replies");
    let mut answers = Answers::create(&files.output)?;
    let mut errors = 0_u32;
    for file in files_in(&files.input, "ndjson")? {
        let style = style(&file)?;
        let (cases, refused) = lines::<Case>(&file)?;
        report.refused.extend(refused);
        let start = Instant::now();
        let made: Vec<Answer> = cases.into_iter().map(|Line { row, .. }| answer(style, row)).collect();
        report.timed(made.len(), start.elapsed());
        for answer in &made {
            errors += u32::from(!answer.outcome["error"].is_null());
            answers.json(answer)?;
        }
    }
    report.figures.insert("errors", f64::from(errors));
    answers.finish()?;
    Ok(report)
}

fn style(file: &Path) -> anyhow::Result<ApiStyle> {
    let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    [("anthropic", ApiStyle::Anthropic), ("openai_chat", ApiStyle::OpenAi), ("openai_responses", ApiStyle::Responses)]
        .into_iter()
        .find_map(|(prefix, style)| name.starts_with(prefix).then_some(style))
        .with_context(|| {
            format!("{}: the name must begin with anthropic, openai_chat or openai_responses", file.display())
        })
}

fn answer(style: ApiStyle, case: Case) -> Answer {
    let mut headers: Vec<(String, String)> =
        case.response_headers.iter().filter_map(|(name, value)| Some((name.clone(), header(value)?))).collect();
    let body = match (&case.sse, &case.response) {
        (Some(events), _) => {
            headers.retain(|(name, _)| !name.eq_ignore_ascii_case("content-type"));
            headers.push(("content-type".to_owned(), "text/event-stream".to_owned()));
            events.clone()
        }
        (None, Value::String(text)) => text.clone(),
        (None, body) => body.to_string(),
    };
    let tools = case.request.as_ref().map(offered);
    let recorded =
        Recorded { style, status: case.status, headers: &headers, body: body.as_bytes(), tools: tools.as_deref() };
    let outcome = match llm::read_recorded(&recorded) {
        // The scorer counts an empty list of blocks or items as an error of no class.
        Ok(reply) if reply.blocks.is_empty() && style != ApiStyle::OpenAi => json!({ "error": { "class": "other" } }),
        Ok(reply) => read(&reply),
        Err(error) => json!({ "error": { "class": class(&error, case.status, &body) } }),
    };
    Answer { id: case.id, outcome }
}

/// The tools of a request, in any of the formats.
fn offered(request: &Value) -> Vec<Tool> {
    let tools = request["tools"].as_array().into_iter().flatten();
    let named = tools.filter_map(|tool| tool["name"].as_str().or_else(|| tool["function"]["name"].as_str()));
    named.map(|name| Tool { name: name.to_owned(), description: String::new(), input_schema: Value::Null }).collect()
}

/// A header's value: a text, or the first of several.
fn header(value: &Value) -> Option<String> {
    value.as_str().or_else(|| value[0].as_str()).map(str::to_owned)
}

fn read(reply: &ModelReply) -> Value {
    let thinking = reply.blocks.iter().filter_map(|block| match block {
        Block::Thinking { thinking, .. } => Some(thinking.as_str()),
        _ => None,
    });
    let calls = reply.tool_uses().map(|(_, name, input)| json!({ "name": name, "arguments": input }));
    let usage = reply.usage;
    json!({
        "text": reply.text(),
        "thinking": thinking.collect::<String>(),
        "tool_calls": calls.collect::<Vec<_>>(),
        "stop_reason": stop(&reply.stop),
        "usage": { "input": usage.input, "output": usage.output,
                   "cache_read": usage.cache_read, "cache_write": usage.cache_write },
        "error": null,
    })
}

fn stop(stop: &StopReason) -> &str {
    match stop {
        StopReason::EndTurn => "end_turn",
        StopReason::ToolUse => "tool_use",
        StopReason::MaxTokens => "max_tokens",
        StopReason::Refusal => "refusal",
        StopReason::Paused => "pause",
        StopReason::Other(name) if name == "stop_sequence" => "stop_sequence",
        StopReason::Other(_) => "other",
    }
}

/// Returns the class in the scorer's terms. The scorer knows names and numbers only, so what the client concludes from
/// the words of a 400 is an invalid request there.
fn class(error: &LlmError, status: u16, body: &str) -> &'static str {
    let named = |names: &[&str]| names.iter().any(|name| body.contains(&format!("\"{name}\"")));
    match error.reason() {
        LlmError::SpendCap { .. } if status == 429 || named(&["insufficient_quota"]) => "rate_limited",
        LlmError::Auth { status: 401 | 403, .. } => "auth",
        LlmError::Auth { .. } if named(&["authentication_error", "permission_error", "invalid_api_key"]) => "auth",
        LlmError::UnknownModel { status: 404, .. } => "not_found",
        LlmError::UnknownModel { .. } if named(&["not_found_error", "model_not_found"]) => "not_found",
        LlmError::TooLarge { status: 413, .. } => "too_large",
        LlmError::TooLarge { .. } if named(&["request_too_large", "context_length_exceeded"]) => "too_large",
        LlmError::SpendCap { .. }
        | LlmError::Auth { .. }
        | LlmError::UnknownModel { .. }
        | LlmError::TooLarge { .. }
        | LlmError::Invalid { .. } => "invalid_request",
        LlmError::RateLimited { .. } => "rate_limited",
        LlmError::Overloaded { .. } => "overloaded",
        LlmError::Lost { .. } if status == 503 => "overloaded",
        LlmError::Server { .. } | LlmError::Lost { .. } => "server",
        LlmError::Cut { .. } | LlmError::Garbled { .. } | LlmError::NotSent { .. } | LlmError::Interrupted { .. } => {
            "other"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_streams_and_errors_are_answered_in_the_scorers_form() {
        let folder = tempfile::tempdir().unwrap();
        let chunk = r#"{"choices":[{"delta":{"content":"yes"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":1}}"#;
        let rows = [
            json!({ "id": "a", "status": 200, "sse": format!("data: {chunk}\n\ndata: [DONE]\n\n") }),
            json!({ "id": "b", "status": 400, "response": { "error": { "message": "prompt is too long" } } }),
            json!({ "id": "c", "status": 400, "response": { "error": { "message": "x", "code": "context_length_exceeded" } } }),
            json!({ "id": "d", "status": 200, "response": "no reply" }),
        ];
        let text: String = rows.iter().map(|row| format!("{row}\n")).collect();
        std::fs::write(folder.path().join("openai_chat.ndjson"), text).unwrap();
        let files = Files { input: folder.path().to_owned(), output: folder.path().join("out/answers") };
        let report = run(&files).unwrap();
        let written = std::fs::read_to_string(&files.output).unwrap();
        let answers: Vec<Value> = written.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(
            (&answers[0]["text"], &answers[0]["stop_reason"], &answers[0]["usage"]["input"]),
            (&json!("yes"), &json!("end_turn"), &json!(3))
        );
        let classes: Vec<&Value> = answers[1..].iter().map(|answer| &answer["error"]["class"]).collect();
        assert_eq!(classes, ["invalid_request", "too_large", "other"]);
        assert_eq!((report.done, report.figures["errors"] as u32), (4, 3));
        std::fs::write(folder.path().join("soap.ndjson"), "").unwrap();
        assert!(run(&files).unwrap_err().to_string().contains("soap"));
    }
}
