//! Problem details (RFC 9457): the body of every error. The text of an internal error goes to the log only.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::port::PortError;
use http_server::{BodyError, Spread};
use operations::{ErrorKind, FieldProblem, OperationError};
use serde::Serialize;
use utoipa::ToSchema;

/// Media type of problem details.
pub const MEDIA_TYPE: &str = "application/problem+json";
/// Seconds after which a client may repeat a request that a server's outage has ended.
const RETRY_AFTER: u64 = 1;

/// Problem details as RFC 9457 defines them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(title = "Problem")]
pub struct ProblemBody {
    /// Kind of problem, a stable URN.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind of problem in words.
    pub title: String,
    /// HTTP status code of the response.
    pub status: u16,
    /// This occurrence, and what to do.
    pub detail: String,
    /// Fields of the request that are invalid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldProblem>,
    /// Trace of the request, if it is traced.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub trace: String,
}

/// An error response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    status: StatusCode,
    kind: &'static str,
    detail: String,
    errors: Vec<FieldProblem>,
    retry_after: Option<u64>,
}

impl Problem {
    /// Creates a problem. `kind` is the last part of its URN.
    pub fn new(status: StatusCode, kind: &'static str, detail: impl Into<String>) -> Self {
        Self { status, kind, detail: detail.into(), errors: Vec::new(), retry_after: None }
    }

    /// The request has no valid token.
    pub fn unauthenticated() -> Self {
        let detail = "send a valid token as `Authorization: Bearer auspex_…`; `auspex token create` creates one";
        Self::new(StatusCode::UNAUTHORIZED, "unauthenticated", detail)
    }

    /// What is named does not exist, or belongs to another tenant. `advice` says where the names are.
    pub fn not_found(what: &str, advice: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", format!("the token's tenant has no such {what}; {advice}"))
    }

    /// A parameter or field of the request is invalid.
    pub fn invalid(field: &str, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        let mut problem = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid-request", format!("{field}: {detail}"));
        problem.errors.push(FieldProblem { field: field.to_owned(), detail });
        problem
    }

    /// A server of the fleet does not answer; the request may be repeated.
    pub fn unavailable() -> Self {
        let detail = "a server of the fleet does not answer; repeat the request later";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", detail).retry_after(RETRY_AFTER)
    }

    /// Sets the fields of the request that are invalid.
    #[must_use]
    pub fn errors(mut self, errors: Vec<FieldProblem>) -> Self {
        self.errors = errors;
        self
    }

    /// Sets the seconds after which the client may repeat the request. The answer names up to half as many more, so
    /// that clients do not come back together.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// Returns the HTTP status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns what happened.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// Returns the fields of the request that are invalid.
    pub fn fields(&self) -> &[FieldProblem] {
        &self.errors
    }
}

impl From<OperationError> for Problem {
    fn from(error: OperationError) -> Self {
        let problem = Self::new(status(error.kind()), error.kind().name(), error.to_string()).errors(error.fields());
        match error.retry_after() {
            Some(seconds) => problem.retry_after(seconds),
            None => problem,
        }
    }
}

impl From<BodyError> for Problem {
    fn from(error: BodyError) -> Self {
        let (status, kind) = match error {
            BodyError::Busy { .. } => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            BodyError::TooLarge(_) | BodyError::UnpackedTooLarge(_) => (StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
            BodyError::Late(_) => (StatusCode::REQUEST_TIMEOUT, "body-timeout"),
            BodyError::EndedEarly | BodyError::NotGzip(_) => (StatusCode::BAD_REQUEST, "unreadable-body"),
            BodyError::Interrupted => return Self::unavailable(),
        };
        let problem = Self::new(status, kind, error.to_string());
        match error {
            BodyError::Busy { retry_after } => problem.retry_after(retry_after),
            _ => problem,
        }
    }
}

impl From<PortError> for Problem {
    fn from(error: PortError) -> Self {
        OperationError::from(error).into()
    }
}

/// Returns the HTTP status of an error.
fn status(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::MissingScope | ErrorKind::FourEyes => StatusCode::FORBIDDEN,
        ErrorKind::NotFound => StatusCode::NOT_FOUND,
        ErrorKind::Conflict | ErrorKind::TransitionRefused => StatusCode::CONFLICT,
        ErrorKind::VersionConflict => StatusCode::PRECONDITION_FAILED,
        ErrorKind::EventTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorKind::PreconditionRequired => StatusCode::PRECONDITION_REQUIRED,
        ErrorKind::TooManyPendingEvents => StatusCode::TOO_MANY_REQUESTS,
        ErrorKind::NoExecutor | ErrorKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        ErrorKind::ExecutorTimeout => StatusCode::GATEWAY_TIMEOUT,
        ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorKind::InvalidRequest | ErrorKind::InvalidEdits | ErrorKind::IdempotencyKeyReused => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = ProblemBody {
            kind: format!("urn:auspex:problem:{}", self.kind),
            title: self.status.canonical_reason().unwrap_or("Error").to_owned(),
            status: self.status.as_u16(),
            detail: self.detail,
            errors: self.errors,
            trace: telemetry::propagate::trace_id(&tracing::Span::current()),
        };
        // A struct of strings and numbers is always serialisable.
        let text = serde_json::to_vec(&body).unwrap_or_default();
        let mut response = (self.status, [(header::CONTENT_TYPE, MEDIA_TYPE)], text).into_response();
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(Spread::random().seconds(seconds)));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"auspex\""));
        }
        response
    }
}

/// The problems that every route may answer, for the description of the API.
#[derive(utoipa::IntoResponses)]
#[allow(dead_code, reason = "the description of the API is generated from the fields")]
pub enum Problems {
    /// A parameter cannot be read.
    #[response(status = 400, content_type = "application/problem+json")]
    BadRequest(ProblemBody),
    /// The token is missing or invalid.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthenticated(ProblemBody),
    /// The token lacks the scope.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(ProblemBody),
    /// It does not exist, or belongs to another tenant.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(ProblemBody),
    /// The state forbids the operation.
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(ProblemBody),
    /// The body is too large.
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(ProblemBody),
    /// The body has another media type or encoding than the route accepts.
    #[response(status = 415, content_type = "application/problem+json")]
    UnsupportedMediaType(ProblemBody),
    /// A field is invalid.
    #[response(status = 422, content_type = "application/problem+json")]
    Invalid(ProblemBody),
    /// The token has sent too many requests.
    #[response(status = 429, content_type = "application/problem+json")]
    TooManyRequests(ProblemBody),
    /// An error in the fleet.
    #[response(status = 500, content_type = "application/problem+json")]
    Internal(ProblemBody),
    /// A server of the fleet does not answer; repeat the request.
    #[response(status = 503, content_type = "application/problem+json")]
    Unavailable(ProblemBody),
}

/// Further problems of routes that decide about a version, or ask an executor.
#[derive(utoipa::IntoResponses)]
#[allow(dead_code, reason = "the description of the API is generated from the fields")]
pub enum Unmet {
    /// The resource has changed since the version that `If-Match` names.
    #[response(status = 412, content_type = "application/problem+json")]
    PreconditionFailed(ProblemBody),
    /// The request lacks the header `If-Match`.
    #[response(status = 428, content_type = "application/problem+json")]
    PreconditionRequired(ProblemBody),
    /// An executor did not answer in time.
    #[response(status = 504, content_type = "application/problem+json")]
    ExecutorTimedOut(ProblemBody),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_that_is_not_read_is_answered_with_its_reason() {
        let of = |error: BodyError| {
            let problem = Problem::from(error);
            (problem.status().as_u16(), problem.kind, problem.retry_after)
        };
        assert_eq!(of(BodyError::Busy { retry_after: 5 }), (503, "busy", Some(5)));
        assert_eq!(of(BodyError::TooLarge(7)), (413, "too-large", None));
        assert_eq!(of(BodyError::UnpackedTooLarge(7)), (413, "too-large", None));
        assert_eq!(of(BodyError::Late(31)), (408, "body-timeout", None));
        assert_eq!(of(BodyError::EndedEarly), (400, "unreadable-body", None));
        assert_eq!(of(BodyError::NotGzip("cut".to_owned())), (400, "unreadable-body", None));
        assert_eq!(of(BodyError::Interrupted), (503, "unavailable", Some(RETRY_AFTER)));
        assert_eq!(Problem::from(BodyError::TooLarge(7)).detail(), "a body has at most 7 bytes");
    }
}
