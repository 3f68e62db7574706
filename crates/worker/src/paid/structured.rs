//! Answers with a shape: forced tool, repair, and exactly one retry that shows the model its errors.

use domain::MicroUsd;
use llm::{Reply, Schema, Unusable};
use serde::de::DeserializeOwned;

use super::{AskError, Asks, Call};

/// An answer that has its shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered<T> {
    /// The answer.
    pub value: T,
    /// What it cost, both times if it was asked twice.
    pub cost: MicroUsd,
    /// The model that answered, by its own name.
    pub model: String,
    /// How often it was asked: 1, or 2 where the first answer had not the shape.
    pub turns: u32,
}

/// Asks for the schema's shape. The retry is the step `<step>-again`, remembered and paid for like any other.
///
/// # Errors
/// [`AskError::Unusable`] if the second answer has not the shape either; else whatever the asking met.
pub async fn structured<T: DeserializeOwned>(
    asks: &dyn Asks,
    call: Call,
    schema: &Schema,
) -> Result<Answered<T>, AskError> {
    structured_checked(asks, call, schema, Ok).await
}

/// As [`structured`], with a check of what no schema can say (ids that must exist, as many entries as were asked for).
/// What it complains of is told to the model like a schema's errors.
///
/// # Errors
/// As [`structured`].
pub async fn structured_checked<T: DeserializeOwned, U>(
    asks: &dyn Asks,
    call: Call,
    schema: &Schema,
    check: impl Fn(T) -> Result<U, Vec<String>> + Send + Sync,
) -> Result<Answered<U>, AskError> {
    let read =
        |reply: &Reply| -> Result<U, Unusable> { check(schema.parse(reply)?).map_err(|errors| Unusable { errors }) };
    let first = Call { request: schema.force(call.request.clone()), ..call };
    let reply = asks.ask(first.clone()).await?;
    let cost = asks.card().price.cost(&reply.usage);
    let unusable = match read(&reply) {
        Ok(value) => return Ok(Answered { value, cost, model: reply.model, turns: 1 }),
        Err(unusable) => unusable,
    };
    tracing::warn!(step = first.step, errors = ?unusable.errors, "an unusable answer; asking again, once");
    let request = schema.ask_again(&first.request, &reply, &unusable.errors);
    let reply = asks.ask(Call { step: format!("{}-again", first.step), request, ..first }).await?;
    let cost = cost + asks.card().price.cost(&reply.usage);
    match read(&reply) {
        Ok(value) => Ok(Answered { value, cost, model: reply.model, turns: 2 }),
        Err(unusable) => Err(AskError::Unusable { errors: unusable.errors, cost }),
    }
}
