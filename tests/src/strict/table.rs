//! Rules that the table of models states: names and bounds of limits, sampling, thinking, forced calls, schemas.

use std::sync::OnceLock;

use serde_json::Value;

use super::{Request, Wire};

/// A model of the table.
pub(super) struct Model(&'static Value);

fn models() -> &'static [Value] {
    static TABLE: OnceLock<Value> = OnceLock::new();
    let read = || {
        serde_json::from_str(include_str!("../../../crates/llm/models/models.json"))
            .unwrap_or_else(|error| panic!("models.json: {error}"))
    };
    super::list(&TABLE.get_or_init(read)["models"])
}

impl Model {
    /// Returns the model with this id.
    pub(super) fn find(id: &str) -> Option<Self> {
        models().iter().find(|model| model["id"] == id).map(Self)
    }

    pub(super) fn provider(&self) -> &str {
        self.0["provider"].as_str().unwrap_or_default()
    }

    pub(super) fn thinking_mode(&self) -> &str {
        self.rules("thinking")["mode"].as_str().unwrap_or_default()
    }

    fn rules(&self, name: &str) -> &Value {
        &self.0["parameters"][name]
    }

    /// Returns `true` if the names of parameters in the table are those of this wire.
    fn describes(&self, wire: Wire) -> bool {
        self.0["parameters_of"] == wire.name()
    }

    fn controls(&self) -> impl Iterator<Item = &Value> {
        super::list(&self.rules("thinking")["controls"]).iter().chain(self.0["parameters"].get("effort"))
    }
}

/// Returns the violations of the table's rules.
pub(super) fn violations(request: &Request<'_>) -> Vec<String> {
    let mut found = limit(request);
    found.extend(["temperature", "top_p", "top_k"].into_iter().filter_map(|name| sampling(request, name)));
    found.extend(thinking(request));
    found.extend(forced(request));
    found
}

fn limit(request: &Request<'_>) -> Vec<String> {
    let rules = request.model.rules("max_tokens");
    let name = rules["name"][request.wire.name()].as_str().unwrap_or("max_tokens");
    let others =
        ["max_tokens", "max_completion_tokens", "max_output_tokens"].into_iter().filter(|other| *other != name);
    let mut found: Vec<String> = others
        .filter(|other| request.sent(other).is_some())
        .map(|other| format!("Unsupported parameter: '{other}'. Use '{name}' instead."))
        .collect();
    let most = [&rules["max"], &request.model.0["max_output"]].into_iter().filter_map(Value::as_u64).min();
    match request.sent(name).map(Value::as_u64) {
        None if request.wire == Wire::Anthropic => found.push(format!("{name}: Field required")),
        Some(None | Some(0)) => found.push(format!("{name} must be a positive integer")),
        Some(Some(sent)) if most.is_some_and(|most| sent > most) => found.push(format!("{name}: {sent} > {most:?}")),
        _ => {}
    }
    found
}

fn sampling(request: &Request<'_>, name: &str) -> Option<String> {
    let sent = request.sent(name)?.as_f64()?;
    let rules = request.model.rules(name);
    let within =
        || rules["min"].as_f64().is_some_and(|min| sent >= min) && rules["max"].as_f64().is_some_and(|max| sent <= max);
    let any = |list: &str| super::list(&rules[list]).iter().any(|condition| holds(request, condition));
    let accepted = match rules["accepts"].as_str().unwrap_or("unknown") {
        "range" => within() && !any("refused_when"),
        "conditional" => within() && any("only_when") && !any("refused_when"),
        "fixed" => rules["value"].as_f64() == Some(sent),
        _ => false,
    };
    (!accepted).then(|| format!("Unsupported value: '{name}' does not support {sent} with this model"))
}

/// Returns `true` if a condition on other parameters holds. A parameter that is not sent has its default.
fn holds(request: &Request<'_>, condition: &Value) -> bool {
    condition.as_object().into_iter().flatten().all(|(path, expected)| {
        let sent = request.sent(path);
        match expected.as_str() {
            Some("set") => sent.is_some(),
            Some("unset") => sent.is_none(),
            _ => {
                let default = || request.model.controls().find(|one| one["path"] == *path)?.get("default");
                let value = sent.or_else(default);
                value.is_some_and(|value| super::list(expected).contains(value))
            }
        }
    })
}

/// Checks every parameter about thinking that is sent.
fn thinking(request: &Request<'_>) -> Vec<String> {
    const PATHS: [&str; 6] = [
        "thinking.type",
        "thinking.budget_tokens",
        "thinking.display",
        "output_config.effort",
        "reasoning_effort",
        "reasoning.effort",
    ];
    let mut found = Vec::new();
    for path in PATHS.into_iter().filter(|path| request.sent(path).is_some()) {
        let named = if path == "reasoning.effort" { "reasoning_effort" } else { path };
        let right_wire = request.model.describes(request.wire) || path == "reasoning.effort";
        let control = request.model.controls().find(|one| one["path"] == named).filter(|_| right_wire);
        let Some(control) = control else {
            found.push(format!("{path}: Extra inputs are not permitted"));
            continue;
        };
        let Some(value) = request.sent(path) else { continue };
        if control["values"].as_array().is_some_and(|values| !values.contains(value)) {
            found.push(format!("{path}: {value} is not supported with this model"));
        }
        if control["min"].as_i64().is_some_and(|min| value.as_i64().is_none_or(|sent| sent < min)) {
            found.push(format!("{path}: {value} is too small"));
        }
        let only = super::list(&control["only_when"]);
        if !only.is_empty() && !only.iter().any(|one| holds(request, one)) {
            found.push(format!("{path} is not permitted here"));
        }
    }
    let budget = request.sent("thinking.budget_tokens").and_then(Value::as_u64);
    if budget.is_some_and(|budget| request.body["max_tokens"].as_u64().is_none_or(|most| most <= budget)) {
        found.push("`max_tokens` must be greater than `thinking.budget_tokens`".to_owned());
    }
    found
}

/// A forced call is refused where the table states it, and by Anthropic whenever the request switches thinking on.
fn forced(request: &Request<'_>) -> Option<String> {
    let choice = &request.body["tool_choice"];
    let forced = matches!(choice.as_str().or(choice["type"].as_str()), Some("any" | "tool" | "required" | "function"));
    let rule = request.model.rules("tool_choice")["forced"].as_str().unwrap_or("unknown");
    let asks_to_think = request.sent("thinking.type").is_some_and(|value| value != "disabled");
    let refused = match rule {
        "accepted" => request.is_of("anthropic") && asks_to_think,
        rule if rule.starts_with("refused while") => request.thinks(),
        _ => true,
    };
    (forced && refused).then(|| format!("tool_choice: forced tool use is not supported ({rule})"))
}
