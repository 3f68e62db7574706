//! Failures of operations, as a user reads them.

use std::error::Error;
use std::fmt;

use operations::FieldProblem;
use serde::Deserialize;

/// Start of the names of problems.
const URN: &str = "urn:auspex:problem:";

/// The operation failed.
#[derive(Debug)]
pub enum DoorError {
    /// The gateway answered problem details.
    Problem(Problem),
    /// No gateway has answered; the text says how to mend it.
    NoAnswer(String),
}

/// Problem details of a gateway (RFC 9457).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Problem {
    /// Kind of problem, a stable URN.
    #[serde(rename = "type")]
    pub kind: String,
    /// HTTP status code.
    pub status: u16,
    /// What happened, and what to do.
    pub detail: String,
    /// Fields of the input that are invalid.
    #[serde(default)]
    pub errors: Vec<FieldProblem>,
    /// Where the token comes from.
    #[serde(skip)]
    pub token_source: &'static str,
}

impl DoorError {
    /// Returns the stable name of the problem, e.g. `not-found`; empty without an answer.
    pub fn kind(&self) -> &str {
        match self {
            Self::Problem(problem) => problem.kind.strip_prefix(URN).unwrap_or_default(),
            Self::NoAnswer(_) => "",
        }
    }

    /// Replaces the text if what the command names does not exist: the advice of an operation names routes, not
    /// commands.
    pub fn or_missing(self, text: impl FnOnce() -> String) -> anyhow::Error {
        if self.kind() == "not-found" { anyhow::Error::msg(text()) } else { self.into() }
    }
}

impl fmt::Display for DoorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Problem(problem) => write(f, &described(problem), &problem.errors),
            Self::NoAnswer(text) => f.write_str(text),
        }
    }
}

impl Error for DoorError {}

/// Says which variable holds the token, where the token is the problem.
fn described(problem: &Problem) -> String {
    match problem.status {
        401 => format!("the gateway does not accept {}; {}", problem.token_source, problem.detail),
        403 => format!("{}: {}", problem.token_source, problem.detail),
        _ => problem.detail.clone(),
    }
}

/// Writes a text and the fields that it does not name already.
fn write(f: &mut fmt::Formatter<'_>, text: &str, fields: &[FieldProblem]) -> fmt::Result {
    f.write_str(text)?;
    let others = fields.iter().filter(|field| !text.contains(&field.detail));
    for FieldProblem { field, detail } in others {
        write!(f, "\n  {field}: {detail}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(status: u16, errors: &[(&str, &str)]) -> DoorError {
        let field = |(field, detail): &(&str, &str)| FieldProblem { field: (*field).into(), detail: (*detail).into() };
        DoorError::Problem(Problem {
            kind: format!("{URN}invalid-request"),
            status,
            detail: "cron: is no expression".to_owned(),
            errors: errors.iter().map(field).collect(),
            token_source: "AUSPEX_TOKEN",
        })
    }

    #[test]
    fn the_detail_and_the_other_fields_are_printed() {
        let error = problem(422, &[("cron", "is no expression"), ("params.a", "is missing")]);
        assert_eq!(error.to_string(), "cron: is no expression\n  params.a: is missing");
        assert_eq!(error.kind(), "invalid-request");
    }

    #[test]
    fn an_unaccepted_token_names_its_variable() {
        for status in [401, 403] {
            assert!(problem(status, &[]).to_string().contains("AUSPEX_TOKEN"), "{status}");
        }
    }

    #[test]
    fn only_a_missing_object_has_another_text() {
        let DoorError::Problem(other) = problem(404, &[]) else { unreachable!() };
        let missing = DoorError::Problem(Problem { kind: format!("{URN}not-found"), ..other });
        assert_eq!(missing.or_missing(|| "see `auspex show`".to_owned()).to_string(), "see `auspex show`");
        assert!(problem(422, &[]).or_missing(String::new).to_string().contains("cron"));
    }
}
