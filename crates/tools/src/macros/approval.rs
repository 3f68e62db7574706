//! Preparation of an approval: the edits are applied, the data is validated again, and the verbs are rendered from it.

use domain::review::{Approval, Edit, EditError, ReviewedResult, forecast_violations};
use domain::{LeiCheck, LeiStatus, SchemaViolation, Time};
use serde_json::Value;

use super::{Definition, LoadError, RenderError, TOOL_NAMES, find_leis};

/// The data of a result after the edits of a reviewer, with the checks on it.
#[derive(Debug)]
pub struct Candidate {
    /// `None` for a forecast, which has no verbs.
    definition: Option<Definition>,
    edits: Vec<Edit>,
    /// The data after the edits.
    pub data: Value,
    /// Violations of the schema by this data; empty if it may be approved.
    pub violations: Vec<SchemaViolation>,
    /// Checks of the LEIs in this data. An LEI that an edit added is unverified until GLEIF is asked.
    pub lei_checks: Vec<LeiCheck>,
}

/// The decision of a reviewer about a [`Candidate`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reviewer {
    /// Name of the reviewer.
    pub by: String,
    /// Reason; may be empty.
    pub reason: String,
    /// Time of the decision.
    pub at: Time,
}

/// The approval cannot be prepared.
#[derive(Debug, thiserror::Error)]
pub enum ApprovalError {
    /// The result was not executed, so it has no definition.
    #[error("the macro was not executed, so there is no data to approve")]
    NotExecuted,
    /// The result is a forecast.
    #[error("the result is a forecast, which has neither verbs nor rows")]
    Forecast,
    /// The stored definition cannot be read.
    #[error("the definition that was stored with the result cannot be read")]
    Definition(#[source] LoadError),
    /// An edit does not fit the data.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The verbs cannot be rendered from the data.
    #[error("the verbs cannot be rendered from the data")]
    Verbs(#[source] RenderError),
}

impl Candidate {
    /// Applies edits to the data of a result and checks the edited data under the version of the definition that
    /// produced the result, or under the rules of a forecast.
    ///
    /// # Errors
    /// See [`ApprovalError`].
    pub fn new(reviewed: &ReviewedResult, edits: Vec<Edit>) -> Result<Self, ApprovalError> {
        let data = Edit::apply_all(&reviewed.result.data, &edits);
        if let Some(forecast) = &reviewed.forecast {
            let data = data?;
            let violations = forecast_violations(forecast, &data);
            return Ok(Self { definition: None, edits, data, violations, lei_checks: Vec::new() });
        }
        let (definition, data) = (definition(reviewed)?, data?);
        let violations = definition.validate(&data);
        let known = &reviewed.result.lei_checks;
        let lei_checks = find_leis(&data).into_iter().map(|check| carried_over(check, known)).collect();
        Ok(Self { definition: Some(definition), edits, data, violations, lei_checks })
    }

    /// Returns `true` if GLEIF was not asked about an LEI of the data, or did not answer.
    #[must_use]
    pub fn has_unverified_leis(&self) -> bool {
        self.lei_checks.iter().any(|check| check.status == LeiStatus::Unverified)
    }

    /// Asks about the LEIs that are unverified; see [`crate::lei::recheck`].
    pub async fn recheck<F, Fut>(&mut self, ask: F)
    where
        F: Fn(Vec<u8>) -> Fut,
        Fut: Future<Output = Option<Vec<u8>>>,
    {
        if self.has_unverified_leis() {
            self.lei_checks = crate::lei::recheck(std::mem::take(&mut self.lei_checks), ask).await;
        }
    }

    /// Returns the approval with the verbs of the edited data. Data that violates the schema renders no verbs; the
    /// session refuses such an approval and names the first violation.
    ///
    /// # Errors
    /// [`ApprovalError::Verbs`] if the template does not fit the data.
    pub fn approval(self, reviewer: Reviewer) -> Result<Approval, ApprovalError> {
        let verbs = match self.definition.as_ref().filter(|_| self.violations.is_empty()) {
            Some(definition) => definition.verbs(&self.data, &self.lei_checks).map_err(ApprovalError::Verbs)?,
            None => Vec::new(),
        };
        let Reviewer { by, reason, at } = reviewer;
        Ok(Approval {
            by,
            at,
            reason,
            edits: self.edits,
            violations: self.violations,
            verbs,
            lei_checks: self.lei_checks,
        })
    }
}

/// Returns the definition that produced a result.
///
/// # Errors
/// [`ApprovalError::NotExecuted`], [`ApprovalError::Forecast`] or [`ApprovalError::Definition`].
pub fn definition(reviewed: &ReviewedResult) -> Result<Definition, ApprovalError> {
    if reviewed.forecast.is_some() {
        return Err(ApprovalError::Forecast);
    }
    if reviewed.definition.is_empty() {
        return Err(ApprovalError::NotExecuted);
    }
    Definition::parse_file(&reviewed.result.name, &reviewed.definition, &TOOL_NAMES).map_err(ApprovalError::Definition)
}

/// Returns the check with the status that GLEIF's answer gave to the same LEI.
fn carried_over(check: LeiCheck, known: &[LeiCheck]) -> LeiCheck {
    match known.iter().find(|known| known.lei == check.lei) {
        Some(known) => LeiCheck { status: known.status, note: known.note.clone(), ..check },
        None => check,
    }
}
