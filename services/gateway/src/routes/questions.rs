//! Questions that a client asks, as events.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::event::{AskConfig, AskedQuestion, Market, Wanted};
use domain::{Event, EventId, EventKind, JobId, MicroUsd, Profile, Tenant, Time};
use serde::Deserialize;
use utoipa::ToSchema;

use super::events::EventAccepted;
use crate::Gateway;
use crate::access::{Allowed, Publish};
use crate::http::{JsonBody, Problem, Problems, integer};
use crate::publish::{self, Submitter};

/// Source of the events of questions.
const SOURCE: &str = "gateway";

/// A question to forecast.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// Id of the event. Asking again with the same id starts no new run. Derived from the Idempotency-Key if absent,
    /// otherwise from the question and the time.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub id: Option<String>,
    /// Text of the question, which yes or no answers. A question for a number, a choice or a time is refused, unless
    /// research is requested.
    #[schema(min_length = 1, pattern = "\\S")]
    pub text: String,
    /// Background information that is already known.
    #[serde(default)]
    pub background: String,
    /// Criteria by which the question resolves.
    #[serde(default)]
    pub resolution_criteria: String,
    /// Time at which the question closes.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub closes: Option<Time>,
    /// Topic; calibration is grouped by it.
    #[serde(default)]
    pub topic: String,
    /// Market price of YES, 0 to 1.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1)]
    pub market_price: Option<f64>,
    /// Maximum cost in micro-dollars; it can only lower the fleet's limit.
    #[serde(default, deserialize_with = "integer")]
    pub budget_micro_usd: Option<u64>,
    /// Maximum number of research rounds, 1 to 20.
    #[serde(default, deserialize_with = "integer")]
    #[schema(minimum = 1, maximum = 20)]
    pub max_iterations: Option<u32>,
    /// Profile of the evidence filter: `strict`, `default` or `loose`.
    #[serde(default)]
    #[schema(pattern = "^(strict|default|loose)$")]
    pub profile: Option<String>,
    /// Flags the forecast for a person if its confidence is lower, 0 to 1.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1)]
    pub min_confidence: Option<f64>,
    /// Requires a person's review before the forecast is used.
    #[serde(default)]
    pub human_review: bool,
    /// Returns a research request instead of a forecast.
    #[serde(default)]
    pub research_request: bool,
}

/// Ask a question.
#[utoipa::path(
    post, path = "/v1/questions", tag = "runs", operation_id = "ask",
    security(("token" = ["publish"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Asks once under the same key", max_length = 255)),
    request_body = Ask,
    responses((status = 202, description = "The question is stored; `run` names its run", body = EventAccepted), Problems),
)]
pub async fn ask(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Publish>,
    JsonBody(ask, payload): JsonBody<Ask>,
) -> Result<(StatusCode, Json<EventAccepted>), Problem> {
    let tenant = &allowed.caller.tenant;
    let key = publish::request_key(tenant, &payload)?.map(|key| key.key);
    let now = gateway.clock.now();
    let id = match (&ask.id, key) {
        (Some(id), _) => id.clone(),
        (None, Some(key)) => format!("ask-{}", JobId::named(&["idempotency-key", &key])),
        (None, None) => generated_id(&ask, now),
    };
    let event = ask.event(&id, tenant.clone(), now)?;
    let submitter = Submitter::of(&allowed.caller, "asked", &payload)?;
    let accepted = publish::accept(&gateway, &event, &submitter).await?;
    Ok((StatusCode::ACCEPTED, Json(EventAccepted::new(&event, accepted))))
}

/// The time is part of the id: the same question asked later is a new question.
fn generated_id(ask: &Ask, now: Time) -> String {
    let at = now.timestamp_micros().to_string();
    format!("ask-{}", JobId::named(&[&ask.text, &ask.background, &ask.resolution_criteria, &at]))
}

impl Ask {
    /// Builds the event and applies the checks of the contract.
    ///
    /// # Errors
    /// A field is invalid.
    pub fn event(self, id: &str, tenant: Tenant, now: Time) -> Result<Event, Problem> {
        let market =
            self.market_price.map(|price| Market { price: Some(price), end: self.closes, ..Market::default() });
        let profile = match self.profile.as_deref() {
            None => None,
            Some(name) => Some(
                Profile::parse(name).ok_or_else(|| Problem::invalid("profile", "must be strict, default or loose"))?,
            ),
        };
        let config = AskConfig {
            max_iterations: self.max_iterations,
            profile,
            min_confidence: self.min_confidence,
            human_review: self.human_review,
            wanted: if self.research_request { Wanted::Research } else { Wanted::Forecast },
            ..AskConfig::default()
        };
        let asked = AskedQuestion {
            text: self.text,
            background: self.background,
            resolution_criteria: self.resolution_criteria,
            closes: self.closes,
            market,
            config,
            topic: self.topic,
        };
        let event = Event {
            id: EventId::parse(id).map_err(|error| Problem::invalid("id", error.to_string()))?,
            tenant,
            source: SOURCE.to_owned(),
            occurred_at: Some(now),
            budget: self.budget_micro_usd.map(MicroUsd),
            kind: EventKind::Question(asked),
        };
        Ok(Event::try_from(proto::v1::Event::from(&event))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(body: &str) -> Result<Event, Problem> {
        serde_json::from_str::<Ask>(body).unwrap().event("i", Tenant::default(), Time::UNIX_EPOCH)
    }

    #[test]
    fn a_question_has_its_options() {
        let body =
            r#"{"text":"Will it?","profile":"strict","market_price":0.3,"max_iterations":2,"research_request":true}"#;
        let EventKind::Question(asked) = event(body).unwrap().kind else { unreachable!() };
        assert_eq!((asked.config.profile, asked.config.max_iterations), (Some(Profile::Strict), Some(2)));
        assert_eq!((asked.market.unwrap().price, asked.config.wanted), (Some(0.3), Wanted::Research));
    }

    #[test]
    fn an_invalid_field_is_named() {
        for (body, named) in [
            (r#"{"text":" "}"#, "text"),
            (r#"{"text":"q","profile":"tight"}"#, "profile"),
            (r#"{"text":"q","market_price":1.5}"#, "price"),
            (r#"{"text":"q","max_iterations":21}"#, "iterations"),
        ] {
            let problem = event(body).unwrap_err();
            assert!(problem.detail().contains(named), "{body}: {}", problem.detail());
        }
        for refused in ["{}", r#"{"text":"q","tenant":"other"}"#] {
            assert!(serde_json::from_str::<Ask>(refused).is_err(), "{refused}");
        }
    }
}
