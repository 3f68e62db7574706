//! Classifies answers with a status other than 2xx. Pure.

use std::time::Duration;

use serde_json::Value;

use crate::LlmError;

/// Phrases of providers for an exhausted account, in lower case.
/// Anthropic: "credit balance is too low", `billing_error`; OpenAI: `insufficient_quota`; MiniMax: "insufficient balance".
const SPEND_CAP_PHRASES: [&str; 7] = [
    "insufficient_quota",
    "insufficient quota",
    "insufficient balance",
    "insufficient_balance",
    "credit balance",
    "billing",
    "spend limit",
];

/// Longer messages are cut; they are written to logs and dead letters.
const MAX_MESSAGE_CHARS: usize = 500;

/// Returns the error for a refusal.
pub(super) fn refusal(status: u16, body: &[u8], after: Option<Duration>) -> LlmError {
    let error = ErrorBody::read(body);
    if status == 402 || ((400..=429).contains(&status) && after.is_none() && error.is_spend_cap()) {
        return LlmError::SpendCap { message: error.message };
    }
    match status {
        429 => LlmError::RateLimited { after },
        529 => LlmError::Overloaded { after },
        500.. if error.kind == "overloaded_error" => LlmError::Overloaded { after },
        503 if after.is_some() => LlmError::Overloaded { after },
        401 | 403 => LlmError::Auth { status, message: error.message },
        500.. if error.own => LlmError::Server { status, message: error.message },
        500.. => LlmError::Lost { reason: format!("status {status} without the provider's own error body") },
        _ => LlmError::Invalid { status, message: error.message },
    }
}

/// The parsed body of an error.
struct ErrorBody {
    /// Set if the body is the provider's own envelope: `{"error": {"type" or "code", "message"}}`.
    own: bool,
    kind: String,
    message: String,
}

impl ErrorBody {
    fn read(body: &[u8]) -> Self {
        let value: Value = serde_json::from_slice(body).unwrap_or_default();
        let error = &value["error"];
        let text = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
        let own = error.is_object() && error["message"].is_string();
        let kind = format!(
            "{}{}",
            text("type"),
            if text("code").is_empty() { String::new() } else { format!(" {}", text("code")) }
        );
        let message = if own { text("message") } else { String::from_utf8_lossy(body).into_owned() };
        Self { own, kind, message: message.chars().take(MAX_MESSAGE_CHARS).collect() }
    }

    fn is_spend_cap(&self) -> bool {
        let text = format!("{} {}", self.kind, self.message).to_lowercase();
        SPEND_CAP_PHRASES.iter().any(|phrase| text.contains(phrase))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(status: u16, body: &str, after: Option<u64>) -> &'static str {
        refusal(status, body.as_bytes(), after.map(Duration::from_secs)).class()
    }

    #[test]
    fn every_refusal_is_classified() {
        let own = |kind: &str, message: &str| {
            format!(r#"{{"type":"error","error":{{"type":"{kind}","message":"{message}"}}}}"#)
        };
        let cases = [
            (429, own("rate_limit_error", "slow down"), Some(3), "rate_limited"),
            (429, own("rate_limit_error", "slow down"), None, "rate_limited"),
            (429, own("insufficient_quota", "You exceeded your current quota"), None, "spend_cap"),
            (429, own("rate_limit_error", "see the billing page"), Some(3), "rate_limited"),
            (400, own("invalid_request_error", "Your credit balance is too low"), None, "spend_cap"),
            (402, "pay".to_owned(), None, "spend_cap"),
            (400, own("invalid_request_error", "max_tokens: too large"), None, "invalid"),
            (413, own("request_too_large", "too large"), None, "invalid"),
            (401, own("authentication_error", "bad key"), None, "auth"),
            (403, "<html>".to_owned(), None, "auth"),
            (529, own("overloaded_error", "Overloaded"), None, "overloaded"),
            (500, own("overloaded_error", "Overloaded"), None, "overloaded"),
            (503, String::new(), Some(2), "overloaded"),
            (500, own("api_error", "Internal server error"), None, "server"),
            (502, "<html>Bad gateway</html>".to_owned(), None, "lost"),
            (504, String::new(), None, "lost"),
        ];
        for (status, body, after, expected) in cases {
            assert_eq!(class(status, &body, after), expected, "{status} {body}");
        }
    }
}
