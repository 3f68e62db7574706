//! Structured replies: a forced tool, repair of the JSON, and exactly one retry that shows the model its errors.

use std::sync::Arc;

use domain::MicroUsd;
use llm::{Message, ModelReply, Schema, StopReason, UnusableReply};
use serde::de::DeserializeOwned;

use super::{AskError, Metered, MeteredCall, ModelClient};

/// Maximum length of a declining reply in an error, in characters.
const MAX_EXPLANATION_CHARS: usize = 200;

/// A reply that matches its schema.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered<T> {
    /// The decoded reply.
    pub value: T,
    /// Cost of all calls.
    pub cost: MicroUsd,
    /// Name of the model as reported in the reply.
    pub model: String,
    /// Number of calls: 1, and one more for each reply that did not match, was cut off or was paused.
    pub turns: u32,
}

/// Calls the model for a reply that matches the schema. The retry is the separate step `<step>-again`; the continuation
/// of a paused reply is the step `<step>-continued`.
///
/// # Errors
/// [`AskError::UnusableReply`] if the second reply does not match either, [`AskError::Refused`] if the model declines;
/// else the error of a call.
pub async fn structured<T: DeserializeOwned>(
    client: &dyn ModelClient,
    call: MeteredCall,
    schema: &Schema,
) -> Result<Answered<T>, AskError> {
    structured_checked(client, call, schema, Ok).await
}

/// As [`structured`], with a check that a schema cannot express (ids that must exist, the number of entries). The model
/// is shown its errors like those of the schema.
///
/// # Errors
/// The same as those of [`structured`].
pub async fn structured_checked<T: DeserializeOwned, U>(
    client: &dyn ModelClient,
    call: MeteredCall,
    schema: &Schema,
    check: impl Fn(T) -> Result<U, Vec<String>> + Send + Sync,
) -> Result<Answered<U>, AskError> {
    let decode = |reply: &ModelReply| -> Result<U, UnusableReply> {
        check(schema.parse(reply)?).map_err(|errors| UnusableReply { errors })
    };
    let first = MeteredCall { request: schema.force(call.request.clone()), ..call };
    let Metered { reply, cost, calls } = ask_to_the_end(client, first.clone()).await?;
    let unusable = match decode(&reply) {
        Ok(value) => return Ok(Answered { value, cost, model: reply.model, turns: calls }),
        Err(unusable) => unusable,
    };
    tracing::warn!(step = first.step, errors = ?unusable.errors, "the model's reply does not match the schema; calling it once more");
    let request = schema.ask_again(&first.request, &reply, &unusable.errors);
    let again = ask_to_the_end(client, MeteredCall { step: format!("{}-again", first.step), request, ..first }).await;
    let again = again.map_err(|error| with_cost(error, cost))?;
    let (cost, turns) = (cost + again.cost, calls + again.calls);
    match decode(&again.reply) {
        Ok(value) => Ok(Answered { value, cost, model: again.reply.model, turns }),
        Err(unusable) => Err(AskError::UnusableReply { errors: unusable.errors, cost }),
    }
}

/// Calls the model, and once more if the provider paused the reply. A reply in which the model declines is an error.
async fn ask_to_the_end(client: &dyn ModelClient, call: MeteredCall) -> Result<Metered, AskError> {
    let first = client.ask(call.clone()).await?;
    let metered = if first.reply.stop == StopReason::Paused {
        let mut request = call.request.clone();
        request.messages.push(Arc::new(Message::reply(&first.reply)));
        let continued = client.ask(MeteredCall { step: format!("{}-continued", call.step), request, ..call }).await;
        joined(first, continued?)
    } else {
        first
    };
    if metered.reply.stop == StopReason::Refusal {
        let explanation = metered.reply.text().chars().take(MAX_EXPLANATION_CHARS).collect();
        return Err(AskError::Refused { model: metered.reply.model, explanation, cost: metered.cost });
    }
    Ok(metered)
}

/// Joins a paused reply and its continuation.
fn joined(first: Metered, second: Metered) -> Metered {
    let mut blocks = first.reply.blocks;
    blocks.extend(second.reply.blocks);
    Metered {
        reply: ModelReply { blocks, ..second.reply },
        cost: first.cost + second.cost,
        calls: first.calls + second.calls,
    }
}

/// Adds the cost of earlier calls to an error that states a cost.
fn with_cost(error: AskError, earlier: MicroUsd) -> AskError {
    match error {
        AskError::Refused { model, explanation, cost } => {
            AskError::Refused { model, explanation, cost: earlier + cost }
        }
        other => other,
    }
}
