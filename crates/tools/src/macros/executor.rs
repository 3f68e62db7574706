//! The request that asks an executor to run the verbs of an approved result, and the reading of its answer. Pure: the
//! caller sends it.

use domain::Time;
use domain::review::{Execution, Refused, ReviewEvent, ReviewedResult};
use serde_json::{Value, json};

/// Header and field that make a repetition harmless: the id of the result.
const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// A request to the executor of a tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerbRequest {
    /// Subject of the tenant's executor, `auspex.verbs.execute.<tenant>`.
    pub subject: String,
    /// Headers, in order.
    pub headers: Vec<(String, String)>,
    /// JSON with `result_id`, `session_id`, `tenant`, `verbs` (list of strings) and `idempotency_key`.
    pub body: String,
}

impl VerbRequest {
    /// Creates the request for the verbs of a result that may be executed. The commit of the answer checks it again.
    ///
    /// # Errors
    /// The verbs of the result may not be executed.
    pub fn checked(reviewed: &ReviewedResult, by: &str, at: Time) -> Result<Self, Refused> {
        reviewed.step(&ReviewEvent::VerbsExecuted(Execution { by: by.to_owned(), at, answer: Value::Null }))?;
        Ok(Self::new(reviewed))
    }

    /// Returns the execution that an executor's answer completes.
    pub fn executed(by: &str, at: Time, answer: &[u8]) -> Execution {
        Execution { by: by.to_owned(), at, answer: Self::read_answer(answer) }
    }

    /// Creates the request for the verbs of a result. Every repetition is equal.
    fn new(reviewed: &ReviewedResult) -> Self {
        let (result, tenant) = (reviewed.result.id, &reviewed.session.tenant);
        let body = json!({
            "result_id": result,
            "session_id": reviewed.session.id,
            "tenant": tenant,
            "verbs": reviewed.verbs(),
            "idempotency_key": result,
        });
        Self {
            subject: format!("auspex.verbs.execute.{tenant}"),
            headers: vec![(IDEMPOTENCY_KEY.to_owned(), result.to_string())],
            body: body.to_string(),
        }
    }

    /// Returns the executor's answer as JSON; other text becomes a string.
    fn read_answer(bytes: &[u8]) -> Value {
        serde_json::from_slice(bytes).unwrap_or_else(|_| Value::String(String::from_utf8_lossy(bytes).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_not_json_becomes_a_string() {
        assert_eq!(VerbRequest::read_answer(br#"{"done":1}"#), json!({"done": 1}));
        assert_eq!(VerbRequest::read_answer(b"done"), json!("done"));
        assert_eq!(VerbRequest::read_answer(&[0xff]), json!("\u{fffd}"));
    }
}
