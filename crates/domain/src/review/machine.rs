//! The transitions of a session and its results.

use super::{
    AUTOMATIC, Approved, Conflict, DEFAULT_EXPIRY, Edit, Execution, MAX_BY_BYTES, MAX_DATA_BYTES, MAX_REASON_BYTES,
    MAX_VERBS_BYTES, Refused, ResultState, Review, ReviewedResult, Session, SessionChange, SessionId, SessionState,
    forecast_violations,
};
use crate::{EventId, JobId, LeiCheck, MacroResult, ReviewPolicy, SchemaViolation, Tenant, Time};

/// A result that the researcher reports.
#[derive(Debug, Clone, PartialEq)]
pub struct NewResult {
    /// The publisher's id of the event that requested the macro.
    pub event: EventId,
    /// The job of that event.
    pub event_job: JobId,
    /// The result under review.
    pub result: MacroResult,
    /// Text of the definition with the version that produced the result.
    pub definition: String,
    /// Choice of the caller to accept a valid result without a review, where the definition makes the review optional.
    pub skip_review: bool,
    /// Reason why the macro was not executed; `None` if it was.
    pub refused: Option<String>,
}

/// An event of a pending or approved result.
#[derive(Debug, Clone, PartialEq)]
pub enum ReviewEvent {
    /// A reviewer approved the result, with or without edits.
    Approved(Approval),
    /// A reviewer rejected the result.
    Rejected(Rejection),
    /// The time for the review has passed.
    Expired {
        /// Time of the event.
        at: Time,
    },
    /// An executor has answered the request to execute the verbs.
    VerbsExecuted(Execution),
}

impl ReviewEvent {
    /// Returns the time of the event.
    pub fn at(&self) -> Time {
        match self {
            Self::Approved(approval) => approval.at,
            Self::Rejected(rejection) => rejection.at,
            Self::Expired { at } => *at,
            Self::VerbsExecuted(execution) => execution.at,
        }
    }
}

/// An approval. The verbs, checks and violations belong to the data after the edits: see [`Edit::apply_all`].
#[derive(Debug, Clone, PartialEq)]
pub struct Approval {
    /// Name of the reviewer, as in the token.
    pub by: String,
    /// Time of the approval.
    pub at: Time,
    /// Reason; may be empty.
    pub reason: String,
    /// Changes to the result's data, in order.
    pub edits: Vec<Edit>,
    /// Violations of the schema by the edited data. An approval with violations is refused.
    pub violations: Vec<SchemaViolation>,
    /// Verbs rendered from the edited data.
    pub verbs: Vec<String>,
    /// Checks of the LEIs in the edited data.
    pub lei_checks: Vec<LeiCheck>,
}

/// A rejection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// Name of the reviewer, as in the token.
    pub by: String,
    /// Time of the rejection.
    pub at: Time,
    /// Reason; may be empty.
    pub reason: String,
}

impl Session {
    /// Creates a session before its first use.
    pub fn new(tenant: Tenant, id: SessionId) -> Self {
        Self { tenant, id, version: 0, state: SessionState::Idle, result: None, changed: None }
    }

    /// Checks that a macro may be executed.
    ///
    /// # Errors
    /// [`Refused::ReviewPending`] while a result is pending.
    pub fn may_execute(&self) -> Result<(), Refused> {
        match (self.state, self.result, &self.changed) {
            (SessionState::PendingReview, Some(result), Some(changed)) => {
                Err(Refused::ReviewPending { result, since: changed.at })
            }
            _ => Ok(()),
        }
    }

    /// Checks that the caller has read the stored version.
    ///
    /// # Errors
    /// The conflict, with the author of the stored version.
    pub fn check_version(&self, read: i64) -> Result<(), Conflict> {
        if read == self.version {
            return Ok(());
        }
        Err(Conflict { read, stored: self.version, changed: self.changed.clone() })
    }

    fn moved(&self, state: SessionState, result: JobId, changed: SessionChange) -> Self {
        Self { version: self.version + 1, state, result: Some(result), changed: Some(changed), ..self.clone() }
    }
}

impl ReviewedResult {
    /// Records a new result in its session at the time `at`. The result becomes pending; approved, if it is valid and
    /// needs no review; or rejected without a transition of the session, if the macro was not executed or another
    /// result is pending.
    #[must_use]
    pub fn record(session: &Session, new: NewResult, at: Time) -> Self {
        let refused = new.refused.clone().or_else(|| session.may_execute().err().map(|refused| refused.to_string()));
        let state = match &refused {
            Some(_) => ResultState::Rejected,
            None if new.needs_no_review() => ResultState::Approved,
            None => ResultState::Pending,
        };
        let change = SessionChange { to: state, by: AUTOMATIC.to_owned(), at };
        let id = new.result.id;
        let session = match state {
            ResultState::Pending => session.moved(SessionState::PendingReview, id, change),
            ResultState::Approved => session.moved(SessionState::VerbsReady, id, change),
            _ => session.clone(),
        };
        let review = match state {
            ResultState::Pending => None,
            _ => Some(Review {
                by: AUTOMATIC.to_owned(),
                at,
                reason: shortened(refused.unwrap_or_else(|| "the result is valid and needs no review".to_owned())),
                approved: (state == ResultState::Approved).then(|| Approved {
                    edits: Vec::new(),
                    data: new.result.data.clone(),
                    verbs: new.result.suggested_verbs.clone(),
                    lei_checks: new.result.lei_checks.clone(),
                }),
            }),
        };
        let expires_at = (state == ResultState::Pending).then(|| at + DEFAULT_EXPIRY);
        let NewResult { event, event_job, result, definition, .. } = new;
        let (execution, forecast) = (None, None);
        Self { session, event, event_job, result, definition, state, expires_at, review, execution, forecast }
    }

    /// Returns the result after an event.
    ///
    /// # Errors
    /// The reason, if the event is not permitted in the present state or its content is invalid.
    pub fn step(&self, event: &ReviewEvent) -> Result<Self, Refused> {
        match event {
            ReviewEvent::Approved(approval) => self.approve(approval),
            ReviewEvent::Rejected(Rejection { by, at, reason }) => {
                self.check_open(by, reason, *at)?;
                let review = Review { by: by.clone(), at: *at, reason: reason.clone(), approved: None };
                Ok(self.decided(ResultState::Rejected, SessionState::Idle, review))
            }
            ReviewEvent::Expired { at } => self.expire(*at),
            ReviewEvent::VerbsExecuted(execution) => self.execute_verbs(execution),
        }
    }

    /// Returns `true` if the event has led to the present state: a repetition of a call whose answer was lost.
    pub fn is_result_of(&self, event: &ReviewEvent) -> bool {
        match (event, &self.review) {
            (ReviewEvent::Approved(approval), Some(review)) => {
                let same = (&review.by, review.at, &review.reason) == (&approval.by, approval.at, &approval.reason);
                let content = review.approved.as_ref();
                same && content.is_some_and(|made| made.edits == approval.edits && made.verbs == approval.verbs)
            }
            (ReviewEvent::Rejected(rejection), Some(review)) => {
                let same = (&review.by, review.at, &review.reason) == (&rejection.by, rejection.at, &rejection.reason);
                self.state == ResultState::Rejected && same
            }
            (ReviewEvent::Expired { .. }, _) => self.state == ResultState::Expired,
            (ReviewEvent::VerbsExecuted(execution), _) => self.execution.as_ref() == Some(execution),
            _ => false,
        }
    }

    fn approve(&self, approval: &Approval) -> Result<Self, Refused> {
        let Approval { by, at, reason, edits, violations, verbs, lei_checks } = approval;
        self.check_open(by, reason, *at)?;
        check_valid(violations)?;
        if edits.is_empty() && !self.result.schema_valid {
            let (path, problem) = (String::new(), "the data is as invalid as before; edit it".to_owned());
            return Err(Refused::Invalid { count: self.result.validation_errors.len().max(1), path, problem });
        }
        bounded("the list of edits", json_bytes(edits), MAX_DATA_BYTES)?;
        let data = Edit::apply_all(&self.result.data, edits)?;
        bounded("the edited data", json_bytes(&data), MAX_DATA_BYTES)?;
        check_verbs(verbs)?;
        if let Some(forecast) = &self.forecast {
            check_valid(&forecast_violations(forecast, &data))?;
            ensure_no_verbs(verbs)?;
        }
        let (edits, verbs, lei_checks) = (edits.clone(), verbs.clone(), lei_checks.clone());
        let approved = Some(Approved { edits, data, verbs, lei_checks });
        let review = Review { by: by.clone(), at: *at, reason: reason.clone(), approved };
        let next = if self.forecast.is_some() { SessionState::Idle } else { SessionState::VerbsReady };
        Ok(self.decided(ResultState::Approved, next, review))
    }

    fn expire(&self, at: Time) -> Result<Self, Refused> {
        self.check_pending()?;
        match self.expires_at {
            Some(expires_at) if at < expires_at => Err(Refused::NotExpired { expires_at }),
            _ => {
                let reason = "the result was not reviewed in time".to_owned();
                let review = Review { by: AUTOMATIC.to_owned(), at, reason, approved: None };
                Ok(self.decided(ResultState::Expired, SessionState::Idle, review))
            }
        }
    }

    fn execute_verbs(&self, execution: &Execution) -> Result<Self, Refused> {
        let refused = |problem| Err(Refused::NoVerbs { problem });
        match self.state {
            ResultState::Approved if self.forecast.is_some() => return refused(FORECAST_HAS_NO_VERBS),
            ResultState::Approved if !self.is_current() => {
                return refused("a later macro has taken its place in the session");
            }
            ResultState::Approved => {}
            ResultState::Executed => return refused("they were executed before"),
            ResultState::Pending => return refused("it waits for its review"),
            ResultState::Rejected => return refused("it was rejected"),
            ResultState::Expired => return refused("it expired without a review"),
        }
        check_name(&execution.by)?;
        bounded("the executor's answer", json_bytes(&execution.answer), MAX_DATA_BYTES)?;
        let change = SessionChange { to: ResultState::Executed, by: execution.by.clone(), at: execution.at };
        let session = self.session.moved(SessionState::Executed, self.result.id, change);
        Ok(Self { session, state: ResultState::Executed, execution: Some(execution.clone()), ..self.clone() })
    }

    fn decided(&self, state: ResultState, session: SessionState, review: Review) -> Self {
        let change = SessionChange { to: state, by: review.by.clone(), at: review.at };
        let session = self.session.moved(session, self.result.id, change);
        Self { session, state, review: Some(review), ..self.clone() }
    }

    fn is_current(&self) -> bool {
        self.session.result == Some(self.result.id)
    }

    fn check_pending(&self) -> Result<(), Refused> {
        match (self.state, &self.review) {
            (ResultState::Pending, _) | (_, None) => Ok(()),
            (state, Some(review)) => {
                let change = SessionChange { to: state, by: review.by.clone(), at: review.at };
                Err(Refused::AlreadyDecided { change })
            }
        }
    }

    /// Checks that a person may decide about the result at this time.
    fn check_open(&self, by: &str, reason: &str, at: Time) -> Result<(), Refused> {
        self.check_pending()?;
        if let Some(expires_at) = self.expires_at.filter(|expires_at| at >= *expires_at) {
            return Err(Refused::TimeOver { expires_at });
        }
        check_name(by)?;
        bounded("the name of the reviewer", by.len(), MAX_BY_BYTES)?;
        bounded("the reason", reason.len(), MAX_REASON_BYTES)
    }
}

/// Checks the name of a person. That of decisions without a person is reserved.
fn check_name(by: &str) -> Result<(), Refused> {
    match by.trim() {
        "" => Err(Refused::NoReviewer),
        name if name.eq_ignore_ascii_case(AUTOMATIC) => Err(Refused::ReservedName),
        _ => Ok(()),
    }
}

impl NewResult {
    fn needs_no_review(&self) -> bool {
        let waived = match self.result.review {
            ReviewPolicy::Required => false,
            ReviewPolicy::Optional => self.skip_review,
            ReviewPolicy::None => true,
        };
        waived && self.result.schema_valid
    }
}

/// Explanation of a refusal.
const FORECAST_HAS_NO_VERBS: &str = "a forecast has no verbs";

fn check_valid(violations: &[SchemaViolation]) -> Result<(), Refused> {
    let Some(SchemaViolation { path, problem }) = violations.first() else { return Ok(()) };
    Err(Refused::Invalid { count: violations.len(), path: path.clone(), problem: problem.clone() })
}

fn ensure_no_verbs(verbs: &[String]) -> Result<(), Refused> {
    if verbs.is_empty() { Ok(()) } else { Err(Refused::NoVerbs { problem: FORECAST_HAS_NO_VERBS }) }
}

fn check_verbs(verbs: &[String]) -> Result<(), Refused> {
    bounded("the list of verbs", verbs.iter().map(String::len).sum(), MAX_VERBS_BYTES)?;
    let is_line = |verb: &String| !verb.trim().is_empty() && !verb.chars().any(|c| c.is_control() || is_separator(c));
    match verbs.iter().position(|verb| !is_line(verb)) {
        Some(at) => Err(Refused::NotOneLine { number: at + 1 }),
        None => Ok(()),
    }
}

/// Line and paragraph separators of Unicode that are not control characters.
fn is_separator(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

fn bounded(part: &'static str, bytes: usize, most: usize) -> Result<(), Refused> {
    if bytes > most { Err(Refused::TooLarge { part, bytes, most }) } else { Ok(()) }
}

/// Returns the size of a value as JSON. Values of these types always have a JSON form.
fn json_bytes(value: &(impl serde::Serialize + ?Sized)) -> usize {
    serde_json::to_vec(value).map_or(usize::MAX, |bytes| bytes.len())
}

/// Shortens an automatic reason to its maximum length.
fn shortened(mut reason: String) -> String {
    reason.truncate(reason.floor_char_boundary(MAX_REASON_BYTES));
    reason
}
