//! Macros through the door.

use operations::macros::{ExecutionOpen, ExecutionWanted, MacroDetail, MacroItem};
use operations::reviews::ReviewedView;
use reqwest::{Method, StatusCode};

use super::{Door, DoorError};

/// Time that one request waits for the result of a macro.
const WAIT: &str = "20s";

/// State of an execution.
pub enum Executed {
    /// The result, pending or decided.
    Result(Box<ReviewedView>),
    /// There is none yet.
    Open(ExecutionOpen),
}

impl Door {
    /// Requests the execution of a macro, and waits up to 20 s for its result. A repetition under the same key waits
    /// for the same result.
    pub(crate) async fn execute_macro(
        &self,
        name: &str,
        wanted: &ExecutionWanted,
        key: &str,
    ) -> Result<Executed, DoorError> {
        let request = self.request(Method::POST, &["v1", "macros", name, "executions"]).query(&[("wait", WAIT)]);
        let answer = self.answer(request.header("idempotency-key", key).json(wanted)).await?;
        Ok(match answer.status() {
            StatusCode::OK => Executed::Result(Box::new(self.body(answer).await?)),
            _ => Executed::Open(self.body(answer).await?),
        })
    }

    /// Returns the installed macros.
    pub(crate) async fn macros(&self, search: Option<&str>) -> Result<Vec<MacroItem>, DoorError> {
        self.get(&["v1", "macros"], &[("search", search)]).await
    }

    /// Returns the definition of a macro.
    pub(crate) async fn macro_detail(&self, name: &str) -> Result<MacroDetail, DoorError> {
        self.get(&["v1", "macros", name], &()).await
    }
}
