//! Conditions on other parameters of the same request.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::paths::get;

/// Parameters by path, such as `thinking.type`; every one must have the stated value.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(transparent)]
pub(super) struct Condition(BTreeMap<String, Is>);

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
enum Is {
    /// One of these values.
    OneOf(Vec<Value>),
    Presence(Presence),
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Presence {
    /// Any value is sent.
    Set,
    /// No value is sent.
    Unset,
}

/// The parameters of a request, and the model's defaults for those that are not sent.
pub(super) struct Sent<'a> {
    pub(super) members: &'a Map<String, Value>,
    pub(super) defaults: &'a BTreeMap<&'a str, &'a Value>,
}

impl Sent<'_> {
    fn sent(&self, path: &str) -> Option<&Value> {
        get(self.members, path)
    }

    /// Returns `true` if the condition may hold: a parameter that is not sent has its default.
    pub(super) fn may_be(&self, condition: &Condition) -> bool {
        condition.0.iter().all(|(path, is)| match is {
            Is::OneOf(values) => {
                let value = self.sent(path).or_else(|| self.defaults.get(path.as_str()).copied());
                value.is_some_and(|value| values.contains(value))
            }
            Is::Presence(Presence::Set) => self.sent(path).is_some(),
            Is::Presence(Presence::Unset) => self.sent(path).is_none(),
        })
    }

    /// Returns `true` if the condition holds by the values that are sent. Sources disagree about many defaults, so a
    /// default does not justify sending a parameter.
    pub(super) fn surely_is(&self, condition: &Condition) -> bool {
        condition.0.iter().all(|(path, is)| match is {
            Is::OneOf(values) => self.sent(path).is_some_and(|value| values.contains(value)),
            Is::Presence(Presence::Set) => self.sent(path).is_some(),
            Is::Presence(Presence::Unset) => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn defaults_count_against_a_parameter_and_never_for_it() {
        let condition: Condition = serde_json::from_value(json!({ "thinking.type": ["enabled"] })).unwrap();
        let enabled = json!("enabled");
        let defaults = BTreeMap::from([("thinking.type", &enabled)]);
        let check = |members: Value| {
            let members = members.as_object().unwrap();
            let sent = Sent { members, defaults: &defaults };
            (sent.may_be(&condition), sent.surely_is(&condition))
        };
        assert_eq!(check(json!({})), (true, false));
        assert_eq!(check(json!({ "thinking": { "type": "disabled" } })), (false, false));
        assert_eq!(check(json!({ "thinking": { "type": "enabled" } })), (true, true));
    }

    #[test]
    fn an_unknown_kind_of_condition_is_refused() {
        assert!(serde_json::from_value::<Condition>(json!({ "a": { "not": 1 } })).is_err());
        assert!(serde_json::from_value::<Condition>(json!({ "a": "unset" })).is_ok());
    }
}
