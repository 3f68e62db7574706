//! Makes the plan of a request. Pure.

use std::collections::BTreeMap;

use serde_json::Value;

use super::conditions::Sent;
use super::table::{Accepts, Facts, Forced, WireName};
use super::thinking::{Chosen, Room, State, choose, on_wire, provider_default};
use super::{PlanSettings, describes};
use crate::{AnswerMode, ApiStyle, Parameter, Plan, Refused, Request, ToolChoice};

/// Tokens added to the limit of a reply for thinking, if nothing is known about the model.
const UNKNOWN_ALLOWANCE: u32 = 4_096;
/// Longest reply, in tokens, that is not streamed unless the settings say so: it takes some minutes, and servers and
/// proxies end connections that are silent for longer.
const LONGEST_UNSTREAMED: u32 = 16_000;

/// Returns the plan of a request to the model with these facts, or to an unknown model.
pub(super) fn plan(facts: Option<&Facts>, settings: PlanSettings, request: &Request, refused: &Refused) -> Plan {
    let allowed = |parameter| !refused.contains(&parameter);
    let encrypted = settings.style == ApiStyle::Responses && allowed(Parameter::EncryptedReasoning);
    let cache = request.cache_prefix && settings.style == ApiStyle::Anthropic && allowed(Parameter::CacheControl);
    let plan = match facts {
        None => Plan {
            max_tokens: request.max_tokens.saturating_add(within(request, UNKNOWN_ALLOWANCE)),
            stream: settings.stream == Some(true),
            ..Plan::default()
        },
        Some(facts) => known(facts, settings, request, refused),
    };
    Plan {
        cache: cache.then_some(settings.cache_ttl),
        stream: plan.stream && allowed(Parameter::Stream),
        encrypted_reasoning: encrypted,
        ..plan
    }
}

fn known(facts: &Facts, settings: PlanSettings, request: &Request, refused: &Refused) -> Plan {
    let allowed = |parameter| !refused.contains(&parameter);
    let limits = &facts.parameters.max_tokens;
    let most = facts.max_output.into_iter().chain(limits.max).min().unwrap_or(u32::MAX);
    let room = Room { answer: request.max_tokens, most };
    let thinking = if allowed(Parameter::Thinking) { choose(facts, settings, room) } else { provider_default(facts) };
    // A budget of thinking tokens that is part of the request has to fit below the limit.
    let allowance = if thinking.has_budget() { thinking.allowance } else { within(request, thinking.allowance) };
    let max_tokens = request.max_tokens.saturating_add(allowance).min(most).max(limits.min.unwrap_or(1));
    let (state, requests_thinking) = (thinking.state, thinking.is_requested());
    let answer = Answering { facts, style: settings.style, thinking: state, requests_thinking, refused }.mode(request);
    let name = limits.name.get(&WireName::from_style(settings.style)).map(String::as_str);
    Plan {
        max_tokens,
        max_completion_tokens: settings.style == ApiStyle::OpenAi
            && name == Some("max_completion_tokens")
            && allowed(Parameter::MaxCompletionTokens),
        temperature: request.temperature.filter(|_| allowed(Parameter::Temperature)).filter(|wished| {
            let defaults = defaults(facts);
            accepts_temperature(facts, *wished, &thinking, &defaults)
        }),
        answer,
        strict_tools: answer == AnswerMode::ForcedTool
            && request.tool_choice != ToolChoice::None
            && is_strict(facts, settings.style)
            && allowed(Parameter::StrictTools),
        stream: settings.stream.unwrap_or(max_tokens > LONGEST_UNSTREAMED),
        thinking: on_wire(facts, settings.style, thinking.members),
        ..Plan::default()
    }
}

/// Returns the allowance for thinking within the request's own limit.
fn within(request: &Request, allowance: u32) -> u32 {
    request.max_thinking.map_or(allowance, |most| allowance.min(most))
}

/// Returns the values that parameters about thinking have if they are not sent.
fn defaults(facts: &Facts) -> BTreeMap<&str, &Value> {
    let controls = facts.parameters.thinking.controls.iter().chain(&facts.parameters.effort);
    controls.filter_map(|control| Some((control.path.as_str(), control.default.as_ref()?))).collect()
}

fn accepts_temperature(facts: &Facts, wished: f64, thinking: &Chosen, defaults: &BTreeMap<&str, &Value>) -> bool {
    let rules = &facts.parameters.temperature;
    let sent = Sent { members: &thinking.members, defaults };
    let within = rules.min.is_some_and(|min| wished >= min) && rules.max.is_some_and(|max| wished <= max);
    let refused = rules.refused_when.iter().any(|condition| sent.may_be(condition));
    match rules.accepts {
        Accepts::Range => within && !refused,
        Accepts::Conditional => within && !refused && rules.only_when.iter().any(|one| sent.surely_is(one)),
        // The value is known for a model that thinks; without thinking another value may be fixed.
        Accepts::Fixed => rules.value == Some(wished) && thinking.state == State::Possible && !refused,
        Accepts::Refused | Accepts::Unknown => false,
    }
}

/// The conditions under which a model accepts a forced tool call or a schema for its answer.
struct Answering<'a> {
    facts: &'a Facts,
    style: ApiStyle,
    /// State of thinking in this request; some models refuse a forced tool call while they think.
    thinking: State,
    /// The request switches thinking on. Claude up to Opus 4.7 then refuses forced calls, in adaptive mode as well, and
    /// the sources disagree about later models.
    requests_thinking: bool,
    refused: &'a Refused,
}

impl Answering<'_> {
    /// Returns the way in which the model is made to call a tool: by force if it is certainly accepted, else by a
    /// schema if the request has one tool, else in words.
    fn mode(&self, request: &Request) -> AnswerMode {
        let one_tool = match request.tool_choice {
            ToolChoice::Tool(_) => request.tools.len() == 1,
            ToolChoice::Any | ToolChoice::None => false,
            ToolChoice::Auto => return AnswerMode::default(),
        };
        if self.accepts_force() && !self.refused.contains(&Parameter::ForcedTool) {
            AnswerMode::ForcedTool
        } else if one_tool && has_schemas(self.facts, self.style) && !self.refused.contains(&Parameter::AnswerSchema) {
            AnswerMode::JsonSchema
        } else {
            AnswerMode::Asked
        }
    }

    fn accepts_force(&self) -> bool {
        match self.facts.parameters.tool_choice.forced {
            Forced::Accepted => !self.requests_thinking,
            Forced::WithoutThinking => self.thinking != State::Possible,
            Forced::Refused | Forced::Unknown => false,
        }
    }
}

/// Returns `true` if the model answers by a JSON Schema on this wire.
fn has_schemas(facts: &Facts, style: ApiStyle) -> bool {
    let Some(output) = &facts.parameters.structured_output else { return false };
    let is_named = describes(facts, style) || (style == ApiStyle::Responses && facts.provider == "openai");
    is_named && output.values.iter().any(|value| value == "json_schema")
}

/// Returns `true` if tools may be strict: OpenAI's models that answer by schemas validate arguments as well.
fn is_strict(facts: &Facts, style: ApiStyle) -> bool {
    facts.provider == "openai" && style != ApiStyle::Anthropic && has_schemas(facts, style)
}
