//! A refusal and its body in each provider's form, as recorded or documented.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::{Profile, Wire};

/// A refused request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// HTTP status of the answer, such as 400 or 529.
    pub(crate) status: u16,
    /// Kind of the error in Anthropic's terms.
    pub(crate) kind: &'static str,
    /// Textual code (OpenAI).
    pub(crate) code: Option<&'static str>,
    /// The refused parameter (OpenAI).
    pub(crate) param: Option<String>,
    /// Message for the caller.
    pub(crate) message: String,
}

impl Refusal {
    /// Creates a refusal with status 400.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { status: 400, kind: "invalid_request_error", code: None, param: None, message: message.into() }
    }

    /// Adds OpenAI's code and parameter.
    pub(super) fn with_code(mut self, code: &'static str, param: impl Into<String>) -> Self {
        self.code = Some(code);
        self.param = Some(param.into());
        self
    }

    /// Returns the body in the provider's form. `id` is the id of the request.
    pub(crate) fn body(&self, profile: Profile, wire: Wire, id: &str) -> Value {
        match (profile, wire) {
            (Profile::Minimax, Wire::Anthropic) => {
                // Its own kinds and a code in the message, as users report them.
                let kind = if self.kind == "invalid_request_error" { "bad_request_error" } else { self.kind };
                let error = json!({"type": kind, "message": self.message, "http_code": self.status.to_string()});
                json!({"type": "error", "error": error, "request_id": id})
            }
            (Profile::Generic, Wire::Anthropic) => {
                json!({"type": "error", "error": {"type": self.kind, "message": self.message}})
            }
            (_, Wire::Anthropic) => {
                let error = json!({"type": self.kind, "message": self.message});
                json!({"type": "error", "error": error, "request_id": format!("req_{id}")})
            }
            (Profile::Deepseek, _) => {
                let code = self.code.unwrap_or("invalid_request_error");
                json!({"error": {"message": self.message, "type": self.kind, "param": null, "code": code}})
            }
            (Profile::Generic, _) => {
                json!({"error": {"message": self.message, "type": self.kind, "param": null, "code": self.kind}})
            }
            _ => json!({"error": {"message": self.message, "type": self.kind, "param": self.param, "code": self.code}}),
        }
    }

    /// Returns the HTTP response with the provider's content type: DeepSeek sends its errors as
    /// `application/octet-stream`.
    pub(crate) fn response(&self, profile: Profile, wire: Wire, id: &str) -> Response {
        // 529 is not a registered status, but within the range of the type.
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let kind = if profile == Profile::Deepseek { "application/octet-stream" } else { "application/json" };
        (status, [(header::CONTENT_TYPE, kind)], self.body(profile, wire, id).to_string()).into_response()
    }
}

/// Returns the refusal of a model name that the provider does not serve. MiniMax and DeepSeek answer 400, the others
/// 404.
pub(super) fn unknown_model(profile: Profile, name: &str) -> Refusal {
    match profile {
        Profile::Minimax => Refusal::new(format!("invalid params, unknown model '{name}' (2013)")),
        Profile::Deepseek => Refusal::new("Model Not Exist"),
        Profile::Gpt => Refusal {
            status: 404,
            code: Some("model_not_found"),
            ..Refusal::new(format!("The model `{name}` does not exist or you do not have access to it."))
        },
        Profile::Claude | Profile::Generic => {
            Refusal { status: 404, kind: "not_found_error", ..Refusal::new(format!("model: {name}")) }
        }
    }
}

/// Returns the error of an overloaded provider: 529 on Anthropic's wire, 503 on the others.
pub(crate) fn overloaded(wire: Wire) -> Refusal {
    match wire {
        Wire::Anthropic => Refusal { status: 529, kind: "overloaded_error", ..Refusal::new("Overloaded") },
        Wire::Chat | Wire::Responses => {
            let message = "The server is currently overloaded with other requests. Please try again later.";
            Refusal { status: 503, kind: "server_error", code: Some("server_overloaded"), ..Refusal::new(message) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(profile: Profile, wire: Wire) -> (u16, Value) {
        let refusal = unknown_model(profile, "claude-sonet-4-5");
        (refusal.status, refusal.body(profile, wire, "1"))
    }

    #[test]
    fn unknown_models_are_refused_as_recorded() {
        let (status, body) = refused(Profile::Claude, Wire::Anthropic);
        let error = json!({"message": "model: claude-sonet-4-5", "type": "not_found_error"});
        assert_eq!((status, body), (404, json!({"error": error, "request_id": "req_1", "type": "error"})));
        let (status, body) = refused(Profile::Gpt, Wire::Chat);
        assert_eq!((status, body["error"]["code"].as_str()), (404, Some("model_not_found")));
        let (status, body) = refused(Profile::Deepseek, Wire::Chat);
        assert_eq!((status, body["error"]["code"].as_str()), (400, Some("invalid_request_error")));
        let (status, body) = refused(Profile::Minimax, Wire::Anthropic);
        assert_eq!((status, body["error"]["type"].as_str()), (400, Some("bad_request_error")));
    }
}
