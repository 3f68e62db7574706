//! The rules of the table, read independently of the planner.

use serde_json::{Map, Value};

use super::*;

/// Reads the rules of the table independently of the planner.
pub(super) struct Checker {
    pub(super) facts: Value,
    pub(super) style: ApiStyle,
}

impl Checker {
    pub(super) fn all() -> Vec<Value> {
        let table: Value = serde_json::from_str(include_str!("../../models/models.json")).unwrap();
        table["models"].as_array().unwrap().clone()
    }

    /// Returns the body under the names of the table: `a.b` for nested members.
    fn flat(&self, plan: &Plan) -> Map<String, Value> {
        let mut flat = Map::new();
        for (name, value) in &plan.thinking {
            match value.as_object() {
                Some(object) => {
                    flat.extend(object.iter().map(|(inner, value)| (format!("{name}.{inner}"), value.clone())));
                }
                None => drop(flat.insert(name.clone(), value.clone())),
            }
        }
        // OpenAI's chat completions and Responses name the effort differently.
        if self.style == ApiStyle::Responses && self.facts["parameters_of"] == "openai_chat" {
            flat.remove("reasoning.effort").map(|effort| flat.insert("reasoning_effort".into(), effort));
        }
        if let Some(temperature) = plan.temperature {
            flat.insert("temperature".into(), json!(temperature));
        }
        flat
    }

    fn controls(&self) -> Vec<Value> {
        let rules = &self.facts["parameters"];
        let list = rules["thinking"]["controls"].as_array().cloned().unwrap_or_default();
        list.into_iter().chain(rules.get("effort").cloned()).collect()
    }

    fn holds(&self, condition: &Value, flat: &Map<String, Value>) -> bool {
        let default = |path: &str| {
            self.controls().into_iter().find(|one| one["path"] == path).and_then(|one| one.get("default").cloned())
        };
        condition.as_object().unwrap().iter().all(|(path, expected)| {
            let sent = flat.get(path).cloned();
            match expected.as_str() {
                Some("set") => sent.is_some(),
                Some("unset") => sent.is_none(),
                Some(other) => panic!("{other} is no condition"),
                None => {
                    sent.or_else(|| default(path)).is_some_and(|value| expected.as_array().unwrap().contains(&value))
                }
            }
        })
    }

    fn conditions(rule: &Value, name: &str) -> Vec<Value> {
        rule[name].as_array().cloned().unwrap_or_default()
    }

    /// Returns every rule of the model that the plan violates.
    pub(super) fn violations(&self, plan: &Plan, request: &Request) -> Vec<String> {
        let flat = self.flat(plan);
        let mut found = Vec::from_iter(self.temperature(plan, &flat));
        found.extend(self.thinking(plan, &flat));
        found.extend(self.limits(plan, request));
        let forced = self.facts["parameters"]["tool_choice"]["forced"].as_str().unwrap_or("unknown");
        let never_thinks = flat.get("thinking.type").is_none_or(|value| value == "disabled")
            && (flat.contains_key("thinking.type")
                || self.facts["parameters"]["thinking"]["mode"] == "off unless asked");
        if plan.answer == AnswerMode::ForcedTool {
            let accepted = forced == "accepted" || (forced.starts_with("refused while") && never_thinks);
            found.extend((!accepted).then(|| format!("forced tool: {forced}")));
        }
        if plan.answer == AnswerMode::JsonSchema {
            let path = self.facts["parameters"]["structured_output"]["path"].as_str().unwrap_or_default();
            let on_wire = (path == "output_config.format") == (self.style == ApiStyle::Anthropic);
            let listed = self.facts["parameters"]["structured_output"]["values"].as_array();
            let listed = listed.is_some_and(|values| values.contains(&json!("json_schema")));
            found.extend((!on_wire || !listed || request.tools.len() != 1).then(|| "schema".to_owned()));
        }
        found
    }

    fn temperature(&self, plan: &Plan, flat: &Map<String, Value>) -> Option<String> {
        let sent = plan.temperature?;
        let rule = &self.facts["parameters"]["temperature"];
        let within = || sent >= rule["min"].as_f64().unwrap() && sent <= rule["max"].as_f64().unwrap();
        let any = |name| Self::conditions(rule, name).iter().any(|condition| self.holds(condition, flat));
        let accepted = match rule["accepts"].as_str().unwrap() {
            "range" => within(),
            "conditional" => within() && any("only_when"),
            "fixed" => Some(sent) == rule["value"].as_f64(),
            _ => false,
        };
        (!accepted || any("refused_when")).then(|| format!("temperature {sent}: {rule}"))
    }

    fn thinking(&self, plan: &Plan, flat: &Map<String, Value>) -> Vec<String> {
        let mut found = Vec::new();
        let controls = self.controls();
        for (path, value) in flat.iter().filter(|(path, _)| *path != "temperature") {
            let Some(control) = controls.iter().find(|one| one["path"] == json!(path)) else {
                found.push(format!("{path} is no control"));
                continue;
            };
            if let Some(values) = control["values"].as_array() {
                found.extend((!values.contains(value)).then(|| format!("{path}: {value} is not accepted")));
            }
            if let Some(min) = control["min"].as_i64() {
                found.extend((value.as_i64().unwrap() < min).then(|| format!("{path}: {value} is below {min}")));
            }
            let only = Self::conditions(control, "only_when");
            found.extend((!only.is_empty() && !only.iter().any(|one| self.holds(one, flat))).then(|| path.clone()));
            let refused = Self::conditions(control, "refused_when");
            found.extend(refused.iter().any(|one| self.holds(one, flat)).then(|| format!("{path} is refused")));
        }
        if let Some(budget) = flat.get("thinking.budget_tokens").and_then(Value::as_u64) {
            found.extend((budget >= u64::from(plan.max_tokens)).then(|| "the budget takes the whole reply".to_owned()));
        }
        found
    }

    fn limits(&self, plan: &Plan, request: &Request) -> Vec<String> {
        let rule = &self.facts["parameters"]["max_tokens"];
        let most = [&rule["max"], &self.facts["max_output"]].into_iter().filter_map(Value::as_u64).min();
        let most = most.unwrap_or(u64::MAX);
        let limit = u64::from(plan.max_tokens);
        let mut found = Vec::new();
        found.extend((limit > most || limit < rule["min"].as_u64().unwrap_or(1)).then(|| "limit".to_owned()));
        found.extend((limit < u64::from(request.max_tokens).min(most)).then(|| "no room for the answer".to_owned()));
        let is_new_name = rule["name"]["openai_chat"] == "max_completion_tokens";
        let named_right = self.style != ApiStyle::OpenAi || plan.max_completion_tokens == is_new_name;
        found.extend((!named_right).then(|| "name of the limit".to_owned()));
        found
    }
}
