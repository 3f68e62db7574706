//! Reasons why an operation fails, as problem details and as text for a tool's result.

use axum::http::StatusCode;
use domain::SchemaViolation;
use domain::port::PortError;
use domain::review::{Conflict, EditError, Refused};
use runtime::client::RequestError;
use tools::macros::{ApprovalError, ParameterError};

use crate::http::Problem;
use crate::http::problem::FieldProblem;

/// The operation failed. Its text is for the caller; internal errors are in the log only.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// No macro with this name is installed.
    #[error("no macro {name:?} is installed; there are: {}", known.join(", "))]
    UnknownMacro {
        /// Name in the request.
        name: String,
        /// Names of the installed macros.
        known: Vec<String>,
    },
    /// The tenant has no such result.
    #[error(
        "the token's tenant has no such result; `GET /v1/reviews` and `auspex review list` list those that wait for a review"
    )]
    UnknownResult,
    /// The session has no result.
    #[error("the session has no result; execute a macro in it first")]
    EmptySession,
    /// The session has no approved result.
    #[error("the session has no approved result; approve one first")]
    NothingApproved,
    /// The result is not approved; contains its state.
    #[error("the result is {0}; only the rows of an approved result become events")]
    NotApproved(&'static str),
    /// A field of the input is invalid.
    #[error("{}: {}", .0.field, .0.detail)]
    Input(FieldProblem),
    /// The parameters do not fit the macro.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
    /// The state forbids the operation.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The session has changed since the caller has reviewed it.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// The data to approve violates the schema of the macro.
    #[error("the data to approve violates the schema of the macro in {} places, first at {:?}", .0.len(), first_path(.0))]
    Invalid(Vec<SchemaViolation>),
    /// An edit does not fit the data.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The macro was not executed, so there is no data.
    #[error("the macro was not executed, so there is no data to approve")]
    NotExecuted,
    /// The result is a forecast.
    #[error("the result is a forecast, which has neither verbs nor rows")]
    Forecast,
    /// The verbs cannot be rendered from the data.
    #[error("the verbs cannot be rendered from the data: {0}")]
    Verbs(String),
    /// The definition has no section `batch`.
    #[error("macro {name} {version} has no section `batch`, so its rows become no events")]
    NoBatch {
        /// Name of the macro.
        name: String,
        /// Version of its definition.
        version: String,
    },
    /// The caller does not name what it was shown.
    #[error(
        "name the digest of the result that was shown: GET /v1/reviews/{{result}} returns it in its ETag and its body"
    )]
    NotShown,
    /// The caller names another digest than that of the data and the verbs.
    #[error("the digest is not that of this data and these verbs; read the result again")]
    OtherDigest,
    /// The tenant or the macro needs two people, and this token has requested the result.
    #[error(
        "this token has requested the result, and four_eyes requires that another token decides; use the token of a second person"
    )]
    FourEyes,
    /// The idempotency key belongs to another request.
    #[error("the idempotency key was used for another request; use a new key for each request")]
    KeyReused,
    /// Nothing executes verbs for the tenant.
    #[error(
        "no executor listens for the verbs of this tenant; they stay ready: start the executor and repeat the request"
    )]
    NoExecutor,
    /// The executor has not answered in time.
    #[error(
        "the executor did not answer in time; it may have executed the verbs: repeat the request, which it recognises by its key"
    )]
    ExecutorTimedOut,
    /// The event cannot be accepted.
    #[error("{}", .0.detail())]
    Event(Problem),
    /// The stored definition of a result cannot be read.
    #[error("the definition that was stored with the result cannot be read; the log names the cause")]
    Definition,
    /// A server of the fleet failed.
    #[error("a server of the fleet does not answer; repeat the request later")]
    Port(#[source] PortError),
}

fn first_path(violations: &[SchemaViolation]) -> &str {
    violations.first().map_or("", |violation| violation.path.as_str())
}

impl DeskError {
    /// A field of the input is invalid.
    pub(crate) fn input(field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Input(FieldProblem { field: field.into(), detail: detail.into() })
    }

    /// Returns the stable name of the error, the last part of its URN.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::UnknownMacro { .. } | Self::UnknownResult => "not-found",
            Self::EmptySession
            | Self::NothingApproved
            | Self::NotApproved(_)
            | Self::NotExecuted
            | Self::Forecast
            | Self::NoBatch { .. } => "conflict",
            Self::Refused(_) => "transition-refused",
            Self::Conflict(_) | Self::OtherDigest => "version-conflict",
            Self::Input(_) | Self::Parameters(_) => "invalid-request",
            Self::Invalid(_) | Self::Edit(_) | Self::Verbs(_) => "invalid-edits",
            Self::NotShown => "precondition-required",
            Self::FourEyes => "four-eyes",
            Self::KeyReused => "idempotency-key-reused",
            Self::NoExecutor => "no-executor",
            Self::ExecutorTimedOut => "executor-timeout",
            Self::Event(_) => "event-refused",
            Self::Definition => "internal",
            Self::Port(_) => "unavailable",
        }
    }

    /// Returns every invalid field with its reason: parameters, or places in the data as JSON Pointers.
    pub fn fields(&self) -> Vec<FieldProblem> {
        match self {
            Self::Input(field) => vec![field.clone()],
            Self::Parameters(error) => {
                let field = |problem: &tools::macros::ParameterProblem| FieldProblem {
                    field: format!("params.{}", problem.parameter),
                    detail: problem.problem.clone(),
                };
                error.problems.iter().map(field).collect()
            }
            Self::Invalid(violations) => {
                let field = |violation: &SchemaViolation| FieldProblem {
                    field: violation.path.clone(),
                    detail: violation.problem.clone(),
                };
                violations.iter().map(field).collect()
            }
            Self::Edit(
                error @ (EditError::NoSuchPlace { path } | EditError::Exists { path } | EditError::Changed { path }),
            ) => vec![FieldProblem { field: path.clone(), detail: error.to_string() }],
            _ => Vec::new(),
        }
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::UnknownMacro { .. } | Self::UnknownResult => StatusCode::NOT_FOUND,
            Self::EmptySession
            | Self::NothingApproved
            | Self::NotApproved(_)
            | Self::NotExecuted
            | Self::Forecast
            | Self::NoBatch { .. }
            | Self::Refused(_) => StatusCode::CONFLICT,
            Self::Conflict(_) | Self::OtherDigest => StatusCode::PRECONDITION_FAILED,
            Self::NotShown => StatusCode::PRECONDITION_REQUIRED,
            Self::FourEyes => StatusCode::FORBIDDEN,
            Self::Input(_)
            | Self::Parameters(_)
            | Self::Invalid(_)
            | Self::Edit(_)
            | Self::Verbs(_)
            | Self::KeyReused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::NoExecutor | Self::Port(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::ExecutorTimedOut => StatusCode::GATEWAY_TIMEOUT,
            Self::Event(problem) => problem.status(),
            Self::Definition => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<DeskError> for Problem {
    fn from(error: DeskError) -> Self {
        match error {
            DeskError::Port(error) => error.into(),
            DeskError::Event(problem) => problem,
            error => Self::new(error.status(), error.kind(), error.to_string()).errors(error.fields()),
        }
    }
}

impl From<PortError> for DeskError {
    fn from(error: PortError) -> Self {
        Self::Port(error)
    }
}

impl From<Problem> for DeskError {
    fn from(problem: Problem) -> Self {
        Self::Event(problem)
    }
}

impl From<ApprovalError> for DeskError {
    fn from(error: ApprovalError) -> Self {
        match error {
            ApprovalError::NotExecuted => Self::NotExecuted,
            ApprovalError::Forecast => Self::Forecast,
            ApprovalError::Edit(error) => Self::Edit(error),
            ApprovalError::Verbs(error) => Self::Verbs(error.to_string()),
            ApprovalError::Definition(error) => {
                tracing::error!(%error, "the stored definition of a macro's result cannot be read");
                Self::Definition
            }
        }
    }
}

impl From<RequestError> for DeskError {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::NoResponder(_) => Self::NoExecutor,
            RequestError::TimedOut { .. } | RequestError::Failed(..) => {
                tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "no answer of an executor");
                Self::ExecutorTimedOut
            }
        }
    }
}
