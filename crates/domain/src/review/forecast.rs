//! Review of forecasts. A forecast whose question asks for a review waits in the same queue as results of macros: its
//! data are the fields that a reviewer may change. It has no verbs and no batch.

use serde_json::{Map, Value, json};

use super::{Edit, NewResult, ReviewedResult, Session, SessionId};
use crate::event::MacroRequest;
use crate::forecast::{Action, Recommendation};
use crate::run::{NoForecast, NotApproved};
use crate::{Forecast, JobId, MacroResult, MicroUsd, Probability, RunId, SchemaViolation, Time, json_pointer};

/// Name of a reviewed forecast, in the place of a macro's name.
pub const FORECAST: &str = "forecast";

/// Flag of a forecast that waits for its review. The approval replaces it by the name of the reviewer.
pub const REVIEW_FLAG: &str = "a person shall review it before it is used";

/// Fields of the data that are probabilities.
const PROBABILITIES: [&str; 3] = ["lower", "probability", "upper"];

impl ReviewedResult {
    /// Returns the id of the review of a run's forecast, which is the run's id.
    pub fn id_of_forecast(run: RunId) -> JobId {
        JobId(run.0)
    }

    /// Returns the session of the review of a run's forecast. No other result belongs to it.
    pub fn session_of_forecast(run: RunId) -> SessionId {
        SessionId(JobId(run.0).derive("review", 0).0)
    }

    /// Opens the review of a forecast in its session at the time `at`; see [`ReviewedResult::record`].
    #[must_use]
    pub fn record_forecast(session: &Session, forecast: Forecast, at: Time) -> Self {
        let data = data(&forecast);
        let validation_errors = forecast_violations(&forecast, &data);
        let result = MacroResult {
            data,
            schema_valid: validation_errors.is_empty(),
            validation_errors,
            cost: forecast.cost,
            ..MacroResult::not_executed(Self::id_of_forecast(forecast.run.id), &request(&forecast), forecast.made_at)
        };
        let new = NewResult {
            event: forecast.run.event.clone(),
            event_job: forecast.run.event_job,
            result,
            definition: String::new(),
            skip_review: false,
            refused: None,
        };
        Self { forecast: Some(Box::new(forecast)), ..Self::record(session, new, at) }
    }

    /// Returns the approved forecast with the reviewer's changes; `None` before an approval, and for results of macros.
    pub fn approved_forecast(&self) -> Option<Forecast> {
        let (forecast, review) = (self.forecast.as_deref()?, self.review.as_ref()?);
        let approved = review.approved.as_ref()?;
        let mut edited = edited(forecast, &approved.data).ok()?;
        edited.flags.retain(|flag| flag != REVIEW_FLAG);
        edited.flags.push(reviewed_by(&review.by, &approved.edits));
        Some(edited)
    }

    /// Returns the reason why a reviewed forecast is not published; `None` while it waits, after an approval, and for
    /// results of macros.
    pub fn ending(&self) -> Option<NoForecast> {
        let (_, review) = (self.forecast.as_deref()?, self.review.as_ref()?);
        if review.approved.is_some() {
            return None;
        }
        let decision = NotApproved { by: review.by.clone(), at: review.at, reason: review.reason.clone() };
        let is_expired = self.state == super::ResultState::Expired;
        Some(if is_expired { NoForecast::Expired(decision) } else { NoForecast::Rejected(decision) })
    }
}

/// Returns the violations of the rules for the data of a reviewed forecast: exactly the fields `probability`, `lower`,
/// `upper` (each 0.01 to 0.99, `lower` ≤ `probability` ≤ `upper`) and `reasoning` (text, not empty). Of an answer other
/// than a probability of YES, the reasoning alone.
pub fn forecast_violations(forecast: &Forecast, data: &Value) -> Vec<SchemaViolation> {
    let Value::Object(fields) = data else { return vec![violation("", "is not an object")] };
    let numbers: &[&str] = if forecast.is_probability() { &PROBABILITIES } else { &[] };
    let mut violations: Vec<SchemaViolation> =
        numbers.iter().filter_map(|name| Some(violation(name, probability_problem(fields.get(*name))?))).collect();
    if fields.get("reasoning").and_then(Value::as_str).is_none_or(|text| text.trim().is_empty()) {
        violations.push(violation("reasoning", "is not a text, or is empty"));
    }
    let is_known = |name: &str| numbers.contains(&name) || name == "reasoning";
    let unknown = fields.keys().filter(|name| !is_known(name));
    violations.extend(unknown.map(|name| violation(name, "is not a field of a forecast that a reviewer may change")));
    let value = |name: &str| fields.get(name).and_then(Value::as_f64);
    if let (true, Some(lower), Some(probability), Some(upper)) =
        (violations.is_empty(), value("lower"), value("probability"), value("upper"))
        && !(lower <= probability && probability <= upper)
    {
        violations.push(violation("probability", "does not lie between lower and upper"));
    }
    violations
}

fn probability_problem(value: Option<&Value>) -> Option<&'static str> {
    match value.map(Value::as_f64) {
        None => Some("is missing"),
        Some(None) => Some("is not a number"),
        Some(Some(p)) if !(Probability::LOWEST..=Probability::HIGHEST).contains(&p) => {
            Some("is not a probability from 0.01 to 0.99")
        }
        Some(Some(_)) => None,
    }
}

fn violation(field: &str, problem: &str) -> SchemaViolation {
    let token = json_pointer::escape(field);
    let path = if field.is_empty() { String::new() } else { format!("/{token}") };
    SchemaViolation { path, problem: problem.to_owned() }
}

/// The fields of a forecast that a reviewer may change.
fn data(forecast: &Forecast) -> Value {
    if !forecast.is_probability() {
        return json!({ "reasoning": forecast.reasoning });
    }
    json!({
        "probability": forecast.probability.get(),
        "lower": forecast.lower.get(),
        "upper": forecast.upper.get(),
        "reasoning": forecast.reasoning,
    })
}

/// What a reviewer sees beside the data, in the place of a macro's parameters.
fn request(forecast: &Forecast) -> MacroRequest {
    let asked = &forecast.run.asked;
    let mut parameters = Map::new();
    parameters.insert("question".into(), asked.text.clone().into());
    parameters.insert("run".into(), forecast.run.id.to_string().into());
    if let Some(answer) = forecast.headline() {
        parameters.insert("answer".into(), answer.into());
    }
    parameters.insert("confidence".into(), forecast.confidence.into());
    parameters.insert("flags".into(), forecast.flags.clone().into());
    if let Some(price) = asked.market_price() {
        parameters.insert("market_price".into(), price.get().into());
    }
    MacroRequest { name: FORECAST.to_owned(), parameters, ..MacroRequest::default() }
}

/// Returns the forecast with the reviewer's data.
fn edited(forecast: &Forecast, data: &Value) -> Result<Forecast, Vec<SchemaViolation>> {
    let violations = forecast_violations(forecast, data);
    if !violations.is_empty() {
        return Err(violations);
    }
    let number = |name: &str, old: Probability| {
        data.get(name).and_then(Value::as_f64).and_then(|p| Probability::clamp(p).ok()).unwrap_or(old)
    };
    let mut edited = forecast.clone();
    if forecast.is_probability() {
        edited.probability = number("probability", forecast.probability);
        edited.lower = number("lower", forecast.lower);
        edited.upper = number("upper", forecast.upper);
    }
    if let Some(reasoning) = data.get("reasoning").and_then(Value::as_str) {
        reasoning.clone_into(&mut edited.reasoning);
    }
    let numbers = |made: &Forecast| (made.lower, made.probability, made.upper);
    if numbers(&edited) != numbers(forecast) {
        edited.recommendation = edited.recommendation.as_ref().map(|made| abstained(made, edited.probability));
    }
    Ok(edited)
}

/// The model's recommendation follows from the model's numbers, so it does not hold for those of a reviewer.
fn abstained(made: &Recommendation, probability: Probability) -> Recommendation {
    let edge = probability.get() - made.price;
    let costs = made.edge.abs() - made.net_edge;
    let reason =
        "a reviewer changed the forecast; the recommendation that was computed before does not apply".to_owned();
    let (action, net_edge, fraction, size) = (Action::Abstain, edge.abs() - costs, 0.0, MicroUsd::ZERO);
    Recommendation { action, price: made.price, edge, net_edge, fraction, size, reason }
}

fn reviewed_by(by: &str, edits: &[Edit]) -> String {
    let mut changed: Vec<&str> = edits.iter().map(|edit| edit.path().split('/').nth(1).unwrap_or("data")).collect();
    changed.dedup();
    match changed.as_slice() {
        [] => format!("reviewed by {by}"),
        fields => format!("reviewed by {by}, who changed: {}", fields.join(", ")),
    }
}

#[cfg(test)]
#[path = "forecast_test.rs"]
mod tests;
