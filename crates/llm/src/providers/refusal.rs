//! Classifies errors of providers: answers with a status other than 2xx, and errors inside 200 answers and streams.
//! Pure.
//!
//! A name or a code in the body takes precedence over the HTTP status.

use std::time::Duration;

use serde_json::Value;

use crate::LlmError;

/// Phrases of providers for an exhausted account, in lower case.
/// Anthropic: "credit balance is too low", `billing_error`; OpenAI: `insufficient_quota`; MiniMax, DeepSeek, Z.AI:
/// "insufficient balance"; Moonshot: `exceeded_current_quota_error`; OpenRouter: "insufficient credits".
const SPEND_CAP_PHRASES: [&str; 9] = [
    "insufficient_quota",
    "insufficient quota",
    "insufficient balance",
    "insufficient_balance",
    "insufficient credits",
    "exceeded_current_quota",
    "credit balance",
    "billing",
    "spend limit",
];

/// Phrases for a prompt beyond the context window, in lower case, from OpenAI, vLLM, Anthropic, DeepSeek and llama.cpp.
const TOO_LARGE_PHRASES: [&str; 5] = [
    "maximum context length",
    "prompt is too long",
    "context_length_exceeded",
    "exceeds the context window",
    "exceeds the available context size",
];

/// Phrases for a wrong model name that is not reported as 404, in lower case, from DeepSeek, OpenRouter, MiniMax,
/// Mistral.
const UNKNOWN_MODEL_PHRASES: [&str; 5] =
    ["model not exist", "is not a valid model", "unknown model", "invalid model", "invalid_model"];

/// Phrases for a wrong key that is reported as 400, in lower case, from Google and xAI.
const KEY_PHRASES: [&str; 2] = ["api key not valid", "incorrect api key"];

/// Phrases for content that a filter before the model refused with 403, in lower case, from OpenRouter. The key is
/// right.
const FLAGGED_PHRASES: [&str; 2] = ["flagged", "moderation"];

/// Longer messages are cut; they are written to logs and dead letters.
const MAX_MESSAGE_CHARS: usize = 500;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    RateLimited,
    Overloaded,
    SpendCap,
    Auth,
    UnknownModel,
    TooLarge,
    Invalid,
    Server,
    Unclear,
}

/// Values of `code` and `type` whose meaning does not depend on the status.
const NAMED: [(&str, Class); 15] = [
    ("rate_limit_error", Class::RateLimited),
    ("rate_limit_exceeded", Class::RateLimited),
    ("insufficient_quota", Class::SpendCap),
    ("overloaded_error", Class::Overloaded),
    ("authentication_error", Class::Auth),
    ("permission_error", Class::Auth),
    ("invalid_api_key", Class::Auth),
    ("not_found_error", Class::UnknownModel),
    ("model_not_found", Class::UnknownModel),
    ("request_too_large", Class::TooLarge),
    ("context_length_exceeded", Class::TooLarge),
    ("api_error", Class::Server),
    ("timeout_error", Class::Server),
    ("server_error", Class::Server),
    ("internal_server_error", Class::Server),
];

/// Returns the error of an answer, or `None` if its status is 2xx and its body contains no error.
pub(super) fn refusal(status: u16, body: &Value, after: Option<Duration>) -> Option<LlmError> {
    let error = ErrorBody::read(body);
    if (200..300).contains(&status) && !error.present {
        return None;
    }
    let status = error.code.unwrap_or(status);
    let class = error.class(status, after);
    let ErrorBody { own, message, .. } = error;
    Some(match class {
        Class::RateLimited => LlmError::RateLimited { after },
        // A proxy may answer 503 after the request has reached the provider.
        Class::Overloaded if own || after.is_some() || status == 529 => LlmError::Overloaded { after },
        Class::SpendCap => LlmError::SpendCap { message },
        Class::Auth => LlmError::Auth { status, message },
        Class::UnknownModel => LlmError::UnknownModel { status, message },
        Class::TooLarge => LlmError::TooLarge { status, message },
        Class::Invalid => LlmError::Invalid { status, message },
        Class::Server if own => LlmError::Server { status, message },
        Class::Overloaded | Class::Server => lost(status),
        Class::Unclear => LlmError::Garbled { reason: format!("it is an error: {message}"), usage: None },
    })
}

fn lost(status: u16) -> LlmError {
    LlmError::Lost { reason: format!("status {status} without the provider's own error body") }
}

/// The parsed body of an error.
#[derive(Default)]
struct ErrorBody {
    /// Set if the body contains an error.
    present: bool,
    /// Set if the body is the provider's own, not the page of a proxy.
    own: bool,
    /// The values of `code` and `type`, if they are texts.
    names: [String; 2],
    /// A number from 400 to 599 in the body, which replaces the HTTP status.
    code: Option<u16>,
    /// A class that the body states by a vendor's number.
    numbered: Option<Class>,
    message: String,
}

impl ErrorBody {
    fn read(body: &Value) -> Self {
        // Google sends a list with one error.
        let body = body.as_array().and_then(|list| list.first()).unwrap_or(body);
        // OpenRouter reports the error of the provider behind it within the choice.
        let choice = &body["choices"][0]["error"];
        let error = if choice.is_object() { choice } else { &body["error"] };
        let vendor = &body["base_resp"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let code = [&error["code"], &error["status_code"]].into_iter().find_map(http_status);
        match error {
            Value::Object(members) if !members.is_empty() => Self {
                present: true,
                own: error["message"].is_string(),
                names: [text(&error["code"]), text(&error["type"])],
                code,
                message: described(error, body),
                ..Self::default()
            },
            Value::String(message) if !message.is_empty() => {
                Self { present: true, own: true, message: cut(message), ..Self::default() }
            }
            _ if vendor["status_code"].as_i64().is_some_and(|code| code != 0) => Self {
                present: true,
                own: true,
                numbered: Some(minimax(vendor["status_code"].as_i64())),
                message: cut(vendor["status_msg"].as_str().unwrap_or_default()),
                ..Self::default()
            },
            _ => Self::read_flat(body),
        }
    }

    /// Reads an error without an envelope: `{"message", "type", "code"}` (Mistral), `{"detail"}`, or a text.
    fn read_flat(body: &Value) -> Self {
        let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
        let message = [text("message"), text("detail")].into_iter().find(|text| !text.is_empty());
        let own = message.is_some();
        let message = message.unwrap_or_else(|| body.as_str().map_or_else(|| body.to_string(), str::to_owned));
        // With status 200 the members of a reply decide: a body that names an error or has nothing but a message is
        // one.
        let is_reply = ["choices", "content", "output", "id"].iter().any(|name| !body[name].is_null());
        let present = !is_reply && own && body.is_object();
        let code = http_status(&body["code"]).or_else(|| http_status(&body["status"]));
        Self { present, own, code, names: [text("code"), text("type")], message: cut(&message), ..Self::default() }
    }

    fn class(&self, status: u16, after: Option<Duration>) -> Class {
        let text = format!("{} {} {}", self.names[0], self.names[1], self.message).to_lowercase();
        let mentions = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
        if status == 402 || (status < 430 && after.is_none() && mentions(&SPEND_CAP_PHRASES)) {
            return Class::SpendCap;
        }
        let named = self.names.iter().find_map(|name| NAMED.iter().find(|(known, _)| known == name));
        if let Some(class) = named.map(|(_, class)| *class).or(self.numbered) {
            return class;
        }
        match status {
            403 if mentions(&FLAGGED_PHRASES) => Class::Invalid,
            401 | 403 => Class::Auth,
            413 => Class::TooLarge,
            429 => Class::RateLimited,
            503 | 529 => Class::Overloaded,
            500.. => Class::Server,
            _ if mentions(&TOO_LARGE_PHRASES) => Class::TooLarge,
            _ if mentions(&UNKNOWN_MODEL_PHRASES) => Class::UnknownModel,
            _ if mentions(&KEY_PHRASES) => Class::Auth,
            404 => Class::UnknownModel,
            300.. => Class::Invalid,
            _ => Class::Unclear,
        }
    }
}

/// Returns the message with the name of the refused parameter and the words of a provider behind a gateway.
fn described(error: &Value, body: &Value) -> String {
    let mut message = error["message"].as_str().map_or_else(|| body.to_string(), str::to_owned);
    let behind = error["metadata"]["raw"].as_str();
    for more in [error["param"].as_str(), behind].into_iter().flatten() {
        if !message.contains(more) {
            message = format!("{message} ({more})");
        }
    }
    cut(&message)
}

fn cut(message: &str) -> String {
    message.chars().take(MAX_MESSAGE_CHARS).collect()
}

fn http_status(value: &Value) -> Option<u16> {
    value.as_u64().and_then(|code| u16::try_from(code).ok()).filter(|code| (400..600).contains(code))
}

/// Classifies MiniMax's `base_resp.status_code`, which it sends with status 200 (platform.minimax.io, "Error codes").
fn minimax(code: Option<i64>) -> Class {
    match code {
        Some(1002 | 1039 | 1041 | 2045 | 2056) => Class::RateLimited,
        Some(1004 | 2049) => Class::Auth,
        Some(1008) => Class::SpendCap,
        Some(1000 | 1001 | 1024 | 1033) => Class::Server,
        Some(1026 | 1027 | 2013) => Class::Invalid,
        _ => Class::Unclear,
    }
}

#[cfg(test)]
#[path = "refusal_test.rs"]
mod tests;
