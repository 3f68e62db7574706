//! Checks that several providers share.

pub(super) mod history;
pub(super) mod schema;
pub(super) mod tools;

use serde_json::Value;

use super::Ask;

/// Returns the first member of the body that is not in `known`.
pub(super) fn unknown_member<'a>(ask: &'a Ask<'_>, known: &[&str]) -> Option<&'a str> {
    let members = ask.body.as_object().into_iter().flat_map(|body| body.keys());
    members.map(String::as_str).find(|name| !known.contains(name))
}

/// Returns the list of this name; empty if it is missing.
pub(super) fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Returns `true` if the member is present and not null.
pub(super) fn is_set(value: &Value, name: &str) -> bool {
    value.get(name).is_some_and(|member| !member.is_null())
}
