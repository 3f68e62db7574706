//! Reasons why an operation fails. HTTP derives problem details from them, MCP the text of a result.

use domain::SchemaViolation;
use domain::access::AccessScope;
use domain::port::PortError;
use domain::review::{Conflict, EditError, Refused};
use proto::event::InvalidEvent;
use runtime::client::RequestError;
use serde::{Deserialize, Serialize};
use tools::macros::{ApprovalError, ParameterError};
use utoipa::ToSchema;

/// A field of the input that is invalid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FieldProblem {
    /// Path of the field as in the contract, e.g. `question.market.price`.
    pub field: String,
    /// The fault and its remedy.
    pub detail: String,
}

/// Seconds after which work of the fleet may have ended.
const RETRY_WORK: u64 = 30;
/// Seconds after which a server's outage may have ended.
const RETRY_SERVER: u64 = 1;

/// The operation failed. Its text is for the caller; internal errors are in the log only.
#[derive(Debug, thiserror::Error)]
pub enum OperationError {
    /// The token lacks a scope.
    #[error("the token lacks the scope `{name}`; `auspex token create NAME --scopes {name}` creates one", name = .0.name())]
    MissingScope(AccessScope),
    /// The named object does not exist, or belongs to another tenant.
    #[error("the token's tenant has no such {what}; {advice}")]
    NotFound {
        /// Kind of the object.
        what: &'static str,
        /// Place where its names are listed.
        advice: &'static str,
    },
    /// The run has no forecast yet.
    #[error("the run has no forecast yet; `GET /v1/runs/{{run}}` shows its phase")]
    NoForecast,
    /// The state of what is named forbids the operation.
    #[error("{0}")]
    StateForbids(String),
    /// The fleet researches the entity, which ends soon.
    #[error("the fleet researches this entity for you now; repeat the request later")]
    BeingResearched,
    /// The event is larger than the stream accepts; contains its size and the limit in bytes.
    #[error("the event has {0} bytes; an event has at most {1} bytes")]
    EventTooLarge(usize, usize),
    /// The tenant has too many bytes of events that are not settled.
    #[error(
        "the tenant has {pending} bytes of events that the fleet has not settled yet, of at most {limit}; nothing of this request was stored: repeat it later"
    )]
    TooManyPending {
        /// Bytes that are not settled.
        pending: u64,
        /// Maximum bytes of one tenant.
        limit: u64,
    },
    /// A tool refused its arguments; contains its answer.
    #[error("{0}")]
    Tool(String),
    /// The work was dead-lettered.
    #[error("the execution was dead-lettered; dead letter {0} has the reason")]
    DeadLettered(String),
    /// The body has a media type that the operation does not read.
    #[error("Content-Type {0}")]
    MediaType(String),
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
    #[error("the Idempotency-Key was used for another request; use a new key for each request")]
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
    /// The stored definition of a result cannot be read.
    #[error("the definition that was stored with the result cannot be read; the log names the cause")]
    Definition,
    /// A server of the fleet failed.
    #[error("{}", port_text(.0))]
    Port(#[source] PortError),
    /// A server of the fleet gave no answer.
    #[error("a server of the fleet does not answer; repeat the request later")]
    Unavailable,
}

/// Kinds of errors. Each has one HTTP status and a stable name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The token lacks a scope.
    MissingScope,
    /// The named object does not exist, or belongs to another tenant.
    NotFound,
    /// The state forbids the operation.
    Conflict,
    /// The event is larger than the stream accepts.
    EventTooLarge,
    /// The tenant has too many events that are not settled.
    TooManyPendingEvents,
    /// The body has a media type that is not read.
    UnsupportedMediaType,
    /// The session has no such transition.
    TransitionRefused,
    /// The session has changed since the version that the caller names.
    VersionConflict,
    /// A field is invalid.
    InvalidRequest,
    /// The edits do not fit the data, or violate the schema.
    InvalidEdits,
    /// The caller does not name what it was shown.
    PreconditionRequired,
    /// Another token has to decide.
    FourEyes,
    /// The idempotency key belongs to another request.
    IdempotencyKeyReused,
    /// Nothing executes verbs for the tenant.
    NoExecutor,
    /// The executor did not answer in time.
    ExecutorTimeout,
    /// An error in the fleet.
    Internal,
    /// A server of the fleet does not answer.
    Unavailable,
}

impl ErrorKind {
    /// Returns the stable name, the last part of the URN of problem details.
    pub fn name(self) -> &'static str {
        match self {
            Self::MissingScope => "missing-scope",
            Self::NotFound => "not-found",
            Self::Conflict => "conflict",
            Self::EventTooLarge => "event-too-large",
            Self::TooManyPendingEvents => "too-many-pending-events",
            Self::UnsupportedMediaType => "unsupported-media-type",
            Self::TransitionRefused => "transition-refused",
            Self::VersionConflict => "version-conflict",
            Self::InvalidRequest => "invalid-request",
            Self::InvalidEdits => "invalid-edits",
            Self::PreconditionRequired => "precondition-required",
            Self::FourEyes => "four-eyes",
            Self::IdempotencyKeyReused => "idempotency-key-reused",
            Self::NoExecutor => "no-executor",
            Self::ExecutorTimeout => "executor-timeout",
            Self::Internal => "internal",
            Self::Unavailable => "unavailable",
        }
    }
}

fn port_text(error: &PortError) -> &'static str {
    match error {
        PortError::Refused { .. } => "the request failed because of an error in the fleet; its log names the cause",
        _ => "a server of the fleet does not answer; repeat the request later",
    }
}

fn first_path(violations: &[SchemaViolation]) -> &str {
    violations.first().map_or("", |violation| violation.path.as_str())
}

impl OperationError {
    /// The run does not exist.
    pub fn no_run() -> Self {
        Self::NotFound { what: "run", advice: "`GET /v1/runs` and the MCP tool `list_runs` list its runs" }
    }

    /// The event does not exist.
    pub(crate) fn no_event() -> Self {
        Self::NotFound { what: "event", advice: "its id in this path is the `job` of the answer to its publisher" }
    }

    /// The dead letter does not exist.
    pub(crate) fn no_dead_letter() -> Self {
        Self::NotFound { what: "dead letter", advice: "`GET /v1/dead-letters` lists its dead letters" }
    }

    /// The redrive does not exist.
    pub(crate) fn no_redrive() -> Self {
        Self::NotFound { what: "redrive", advice: "`GET /v1/redrives` lists its redrives" }
    }

    /// The entity does not exist.
    pub(crate) fn no_entity() -> Self {
        Self::NotFound { what: "entity", advice: "`GET /v1/entities` finds entities by mint, symbol or name" }
    }

    /// A field of the input is invalid.
    pub fn invalid(field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Input(FieldProblem { field: field.into(), detail: detail.into() })
    }

    /// Names an invalid field as the input of the caller does.
    #[must_use]
    pub(crate) fn renamed(self, own: &str, input: &str) -> Self {
        match self {
            Self::Input(problem) if problem.field == own => Self::invalid(input, problem.detail),
            other => other,
        }
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::MissingScope(_) => ErrorKind::MissingScope,
            Self::UnknownMacro { .. } | Self::UnknownResult | Self::NotFound { .. } | Self::NoForecast => {
                ErrorKind::NotFound
            }
            Self::EmptySession
            | Self::NothingApproved
            | Self::NotApproved(_)
            | Self::NotExecuted
            | Self::Forecast
            | Self::NoBatch { .. }
            | Self::StateForbids(_)
            | Self::DeadLettered(_)
            | Self::BeingResearched => ErrorKind::Conflict,
            Self::EventTooLarge(..) => ErrorKind::EventTooLarge,
            Self::TooManyPending { .. } => ErrorKind::TooManyPendingEvents,
            Self::MediaType(_) => ErrorKind::UnsupportedMediaType,
            Self::Refused(_) => ErrorKind::TransitionRefused,
            Self::Conflict(_) | Self::OtherDigest => ErrorKind::VersionConflict,
            Self::Input(_) | Self::Parameters(_) | Self::Tool(_) => ErrorKind::InvalidRequest,
            Self::Invalid(_) | Self::Edit(_) | Self::Verbs(_) => ErrorKind::InvalidEdits,
            Self::NotShown => ErrorKind::PreconditionRequired,
            Self::FourEyes => ErrorKind::FourEyes,
            Self::KeyReused => ErrorKind::IdempotencyKeyReused,
            Self::NoExecutor => ErrorKind::NoExecutor,
            Self::ExecutorTimedOut => ErrorKind::ExecutorTimeout,
            Self::Definition | Self::Port(PortError::Refused { .. }) => ErrorKind::Internal,
            Self::Port(_) | Self::Unavailable => ErrorKind::Unavailable,
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

    /// Returns the seconds after which a repetition may succeed; `None` if the input or the state has to change first.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::BeingResearched | Self::TooManyPending { .. } => Some(RETRY_WORK),
            Self::Unavailable => Some(RETRY_SERVER),
            Self::Port(error) if !matches!(error, PortError::Refused { .. }) => Some(RETRY_SERVER),
            _ => None,
        }
    }
}

impl From<PortError> for OperationError {
    fn from(error: PortError) -> Self {
        if let Some(advice) = crate::page::narrower(&error) {
            return Self::invalid("filter", advice);
        }
        tracing::error!(error = describe(&error), "a request failed");
        Self::Port(error)
    }
}

impl From<InvalidEvent> for OperationError {
    fn from(error: InvalidEvent) -> Self {
        match error.path.as_str() {
            "Content-Type" => Self::MediaType(error.problem),
            _ => Self::invalid(error.path, error.problem),
        }
    }
}

impl From<ApprovalError> for OperationError {
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

impl From<RequestError> for OperationError {
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

/// Returns the chain of an error.
fn describe(error: &PortError) -> String {
    let causes = std::iter::successors(std::error::Error::source(error), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}
