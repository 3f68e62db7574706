//! Token services. Each answer is a source that names the service, and its figures become claims of that source.

mod holders;
mod markets;
mod metadata;
mod prices;
mod risks;
mod statements;

use agent::{ToolAnswer, ToolError};
use domain::effect::Basis;
use domain::entity::identifier;
use domain::{Source, Time};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use web::ServiceError;

use crate::notebook::{Claim, Notes, ShownClaim, shown, tool_source};
use crate::session::Session;

pub(crate) use holders::GetHolders;
pub(crate) use metadata::GetMetadata;
pub(crate) use prices::GetPrices;
pub(crate) use risks::CheckRugcheck;
use statements::Statement;

#[derive(Deserialize)]
pub(crate) struct MintInput {
    mint: String,
    days: Option<u32>,
}

impl MintInput {
    fn mint(&self, session: &Session) -> Result<&str, ToolError> {
        let mint = self.mint.trim();
        if !identifier::is_mint(mint) {
            return Err(ToolError::to_model("mint is not a mint address (base58, 32 to 44 characters)"));
        }
        session.ensure_public_identifier(mint)?;
        Ok(mint)
    }
}

/// A service's data, without absent values, and the claims that follow from it, or that the service has none.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum TokenAnswer {
    Unknown { known: bool, reason: String },
    Known { source: String, data: Value, claims: Vec<ShownClaim> },
}

/// Converts a service's failure to a message: the model continues without the service.
fn to_model(error: &ServiceError) -> ToolError {
    tracing::info!(error = %error, "service gave no answer");
    ToolError::to_model(format!("{}; nothing is known from it", error.in_fixed_words()))
}

/// Returns the answer for a mint that the service does not know, which is recorded like any other.
fn unknown(service: &str, mint: &str, basis: Basis) -> ToolAnswer<TokenAnswer, Notes> {
    let output = TokenAnswer::Unknown { known: false, reason: format!("{service} knows no mint {mint}") };
    ToolAnswer { output, notes: Notes { bases: vec![basis], ..Notes::own_words() } }
}

/// What one service states about a mint.
struct ServiceStatements {
    /// Name of the service.
    service: &'static str,
    /// The tool and what it was called with, as in the address of the source.
    call: (&'static str, String),
    statements: Vec<Statement>,
}

impl ServiceStatements {
    /// Creates the source, published by the service, and its claims.
    fn claims(self, mint: &str, content: &str, now: Time) -> (Source, Vec<Claim>) {
        let (tool, about) = self.call;
        let title = format!("{} on mint {mint}", self.service);
        let source = Source { title, publisher: self.service.to_owned(), ..tool_source(tool, &about, content, now) };
        let claim = |Statement { text, date }: Statement| Claim { date, ..Claim::of_tool(&source, text) };
        let claims = self.statements.into_iter().map(claim).collect();
        (source, claims)
    }
}

/// The data about a mint, for the model.
struct ServiceData<'a> {
    mint: &'a str,
    data: Value,
    basis: Basis,
}

impl ServiceData<'_> {
    fn answer(self, session: &Session, services: Vec<ServiceStatements>) -> ToolAnswer<TokenAnswer, Notes> {
        let Self { mint, data, basis } = self;
        let (content, now) = (data.to_string(), session.scope.started);
        let (mut sources, mut claims) = (Vec::new(), Vec::new());
        for service in services {
            let (source, stated) = service.claims(mint, &content, now);
            sources.push(source);
            claims.extend(stated);
        }
        let source = sources.first().map(|source| source.id.clone()).unwrap_or_default();
        let output = TokenAnswer::Known { source, data: compact(data), claims: shown(&claims) };
        ToolAnswer { output, notes: Notes { sources, claims, bases: vec![basis], ..Notes::default() } }
    }
}

/// Leaves out absent and empty values and rounds fractions to six significant digits.
fn compact(value: Value) -> Value {
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    };
    match value {
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(key, value)| (key, compact(value)));
            Value::Object(fields.filter(|(_, value)| !is_empty(value)).collect())
        }
        Value::Array(list) => Value::Array(list.into_iter().map(compact).collect()),
        Value::Number(number) if number.is_f64() => {
            let fraction = number.as_f64().unwrap_or_default();
            format!("{fraction:.5e}").parse::<f64>().map_or(Value::Number(number), |rounded| json!(rounded))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests;
