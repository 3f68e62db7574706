//! The parameters that request a thinking level of a model.

use serde_json::{Map, Value, json};

use super::PlanSettings;
use super::describes;
use super::paths::{get, set};
use super::table::{Control, Facts, Mode};
use crate::{ApiStyle, Thinking};

/// Efforts from the lowest to the highest. Their position is their rank.
const EFFORTS: [&str; 7] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];
/// Tokens for thinking if the model decides how much it thinks: 8,000 tokens and the frame around them.
const DEFAULT_ALLOWANCE: u32 = 8_704;
/// Name of the control that switches thinking on and off.
const SWITCH: &str = "thinking.type";
/// Name of the control that limits thinking in tokens.
const BUDGET: &str = "thinking.budget_tokens";

/// State of thinking in one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// The model does not think: it never does, or the request switches it off.
    Off,
    /// The request says nothing, and the model thinks only when it is asked to.
    Unasked,
    /// The model thinks or may think.
    Possible,
}

/// Parameters about thinking that are sent, and their effect.
#[derive(Debug, Clone)]
pub(super) struct Chosen {
    /// Members of the body, under the names of the table.
    pub(super) members: Map<String, Value>,
    pub(super) state: State,
    /// Tokens of the reply that thinking may take.
    pub(super) allowance: u32,
}

impl Chosen {
    /// Returns `true` if the request switches thinking on.
    pub(super) fn is_requested(&self) -> bool {
        get(&self.members, SWITCH).is_some_and(|value| value != "disabled")
    }

    /// Returns `true` if the request names a number of thinking tokens.
    pub(super) fn has_budget(&self) -> bool {
        get(&self.members, BUDGET).is_some()
    }
}

/// Room for the reply, in tokens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// Limit of the answer alone.
    pub(super) answer: u32,
    /// The model's largest output, thinking included.
    pub(super) most: u32,
}

/// Returns the state of a request without parameters about thinking.
pub(super) fn provider_default(facts: &Facts) -> Chosen {
    let state = match facts.parameters.thinking.mode {
        Mode::Never => State::Off,
        Mode::Off => State::Unasked,
        Mode::Always | Mode::On | Mode::Unknown => State::Possible,
    };
    // Sources disagree about several defaults, so a model that can think gets room for it.
    let allowance = if state == State::Off { 0 } else { DEFAULT_ALLOWANCE };
    Chosen { members: Map::new(), state, allowance }
}

/// Returns the parameters for the level of the settings, or nothing if the model has no such control on this wire.
pub(super) fn choose(facts: &Facts, settings: PlanSettings, room: Room) -> Chosen {
    let silent = provider_default(facts);
    if silent.state == State::Off || !has_controls(facts, settings.style) {
        return silent;
    }
    let chosen = match settings.thinking {
        Thinking::Default => None,
        Thinking::Off => off(facts),
        Thinking::Low => on(facts, 2, room),
        Thinking::Medium => on(facts, 3, room),
        Thinking::High => on(facts, 4, room),
    };
    let chosen = chosen.unwrap_or(silent);
    let is_barred = settings.unthought_calls && chosen.state == State::Possible && has_plain_switch(facts);
    if is_barred { off(facts).unwrap_or(chosen) } else { chosen }
}

/// Returns `true` if thinking is switched on and off and not adaptive. Such models refuse a conversation in which a
/// tool call lacks the thinking before it, unless thinking is off (Claude up to 4.5, DeepSeek V4, Kimi K2).
fn has_plain_switch(facts: &Facts) -> bool {
    control(facts, SWITCH)
        .is_some_and(|switch| switch.has("enabled") && switch.has("disabled") && !switch.has("adaptive"))
}

/// Returns `true` if the controls of the table exist on this wire. OpenAI's Responses have the efforts of its chat
/// completions.
fn has_controls(facts: &Facts, style: ApiStyle) -> bool {
    describes(facts, style) || is_translated(facts, style)
}

fn is_translated(facts: &Facts, style: ApiStyle) -> bool {
    style == ApiStyle::Responses && facts.provider == "openai" && describes(facts, ApiStyle::OpenAi)
}

/// Returns the members under the names of the wire.
pub(super) fn on_wire(facts: &Facts, style: ApiStyle, mut members: Map<String, Value>) -> Map<String, Value> {
    if is_translated(facts, style)
        && let Some(effort) = members.remove("reasoning_effort")
    {
        set(&mut members, "reasoning.effort", effort);
    }
    members
}

/// As little thinking as the model allows; `None` if nothing can be said.
fn off(facts: &Facts) -> Option<Chosen> {
    let rules = &facts.parameters;
    let quiet = |path: &str, value: &str| {
        let mut members = Map::new();
        set(&mut members, path, json!(value));
        Chosen { members, state: State::Off, allowance: 0 }
    };
    let is_permanent = rules.thinking.mode == Mode::Always;
    if !is_permanent && control(facts, SWITCH).is_some_and(|switch| switch.has("disabled")) {
        return Some(quiet(SWITCH, "disabled"));
    }
    let effort = rules.effort.as_ref()?;
    if !is_permanent && effort.has("none") && effort.only_when.is_empty() {
        return Some(quiet(&effort.path, "none"));
    }
    // A model that thinks only when asked is not asked.
    if rules.thinking.mode == Mode::Off {
        return None;
    }
    let mut members = Map::new();
    let rank = add_effort(facts, &mut members, 0)?;
    Some(Chosen { members, state: State::Possible, allowance: allowance(rank) })
}

/// Thinking at the allowed effort that is nearest to `rank`; `None` if nothing can be said.
fn on(facts: &Facts, rank: usize, room: Room) -> Option<Chosen> {
    let switch = control(facts, SWITCH);
    let mut members = Map::new();
    if switch.is_some_and(|switch| switch.has("adaptive")) {
        set(&mut members, SWITCH, json!("adaptive"));
    } else if let (Some(switch), Some(budget)) = (switch, control(facts, BUDGET)) {
        return switch.has("enabled").then(|| budgeted(budget, allowance(rank), room)).flatten();
    } else if switch.is_some_and(|switch| switch.has("enabled")) && facts.parameters.thinking.mode != Mode::Always {
        set(&mut members, SWITCH, json!("enabled"));
    }
    let chosen = add_effort(facts, &mut members, rank);
    if members.is_empty() {
        return None;
    }
    // A switch without an effort leaves the amount to the model.
    let allowance = chosen.map_or(allowance(rank).max(DEFAULT_ALLOWANCE), allowance);
    Some(Chosen { members, state: State::Possible, allowance })
}

/// Thinking with a number of tokens, which must be smaller than the limit of the reply.
fn budgeted(budget: &Control, wanted: u32, room: Room) -> Option<Chosen> {
    let reply = room.answer.saturating_add(wanted).min(room.most);
    let free = reply.saturating_sub(room.answer.clamp(1, (reply / 2).max(1)));
    let tokens = wanted.min(free);
    (i64::from(tokens) >= budget.min.unwrap_or(1)).then(|| {
        let mut members = Map::new();
        set(&mut members, SWITCH, json!("enabled"));
        set(&mut members, BUDGET, json!(tokens));
        Chosen { members, state: State::Possible, allowance: wanted }
    })
}

/// Adds the effort that is nearest to `wanted`, and the switch that it needs, and returns its rank.
fn add_effort(facts: &Facts, members: &mut Map<String, Value>, wanted: usize) -> Option<usize> {
    let effort = facts.parameters.effort.as_ref()?;
    let ranks = effort.values.iter().filter_map(|value| EFFORTS.iter().position(|name| value == name));
    let rank = ranks.filter(|rank| *rank > 0).min_by_key(|rank| (rank.abs_diff(wanted), *rank))?;
    if !effort.only_when.is_empty() && control(facts, SWITCH).is_some_and(|switch| switch.has("enabled")) {
        set(members, SWITCH, json!("enabled"));
    }
    set(members, &effort.path, json!(EFFORTS[rank]));
    Some(rank)
}

/// Returns the tokens that thinking at an effort may take.
fn allowance(rank: usize) -> u32 {
    match rank {
        0..=2 => 4_096,
        3 => 8_192,
        4 => 16_384,
        _ => 32_768,
    }
}

fn control<'a>(facts: &'a Facts, path: &str) -> Option<&'a Control> {
    facts.parameters.thinking.controls.iter().find(|control| control.path == path)
}
