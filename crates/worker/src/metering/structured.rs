//! Structured replies: a forced tool, repair of the JSON, and exactly one retry that shows the model its errors.

use domain::MicroUsd;
use llm::{ModelReply, Schema, UnusableReply};
use serde::de::DeserializeOwned;

use super::{AskError, Call, ModelClient};

/// A reply that matches its schema.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered<T> {
    /// The decoded reply.
    pub value: T,
    /// Cost of all calls.
    pub cost: MicroUsd,
    /// Name of the model as reported in the reply.
    pub model: String,
    /// Number of calls: 1, or 2 if the first reply did not match.
    pub turns: u32,
}

/// Calls the model for a reply that matches the schema. The retry is the separate step `<step>-again`.
///
/// # Errors
/// [`AskError::UnusableReply`] if the second reply does not match either; else the error of a call.
pub async fn structured<T: DeserializeOwned>(
    asks: &dyn ModelClient,
    call: Call,
    schema: &Schema,
) -> Result<Answered<T>, AskError> {
    structured_checked(asks, call, schema, Ok).await
}

/// As [`structured`], with a check that a schema cannot express (ids that must exist, the number of entries). The model is
/// shown its errors like those of the schema.
///
/// # Errors
/// The same as those of [`structured`].
pub async fn structured_checked<T: DeserializeOwned, U>(
    asks: &dyn ModelClient,
    call: Call,
    schema: &Schema,
    check: impl Fn(T) -> Result<U, Vec<String>> + Send + Sync,
) -> Result<Answered<U>, AskError> {
    let decode = |reply: &ModelReply| -> Result<U, UnusableReply> {
        check(schema.parse(reply)?).map_err(|errors| UnusableReply { errors })
    };
    let first = Call { request: schema.force(call.request.clone()), ..call };
    let reply = asks.ask(first.clone()).await?;
    let cost = asks.card().price.cost(&reply.usage);
    let unusable = match decode(&reply) {
        Ok(value) => return Ok(Answered { value, cost, model: reply.model, turns: 1 }),
        Err(unusable) => unusable,
    };
    tracing::warn!(step = first.step, errors = ?unusable.errors, "the model's reply does not match the schema; calling it once more");
    let request = schema.ask_again(&first.request, &reply, &unusable.errors);
    let reply = asks.ask(Call { step: format!("{}-again", first.step), request, ..first }).await?;
    let cost = cost + asks.card().price.cost(&reply.usage);
    match decode(&reply) {
        Ok(value) => Ok(Answered { value, cost, model: reply.model, turns: 2 }),
        Err(unusable) => Err(AskError::UnusableReply { errors: unusable.errors, cost }),
    }
}
