//! Calls as JSON objects, with the members that models give them.

use serde_json::{Map, Value};

use crate::arguments::arguments;

/// Members that name the tool.
const NAMES: [&str; 7] = ["name", "tool_name", "tool", "function_name", "function", "action", "recipient_name"];
/// Members that hold the arguments.
const ARGUMENTS: [&str; 9] =
    ["arguments", "parameters", "params", "args", "input", "tool_input", "action_input", "tool_args", "kwargs"];
/// Members of a call besides the two.
const OTHERS: [&str; 8] = ["id", "type", "index", "call_id", "tool_call_id", "thought", "reasoning", "result"];
/// Maximum number of members of an unmarked call without arguments: its name and its type.
const MAX_WITHOUT_ARGUMENTS: usize = 2;
/// Members that hold calls.
const ENVELOPES: [&str; 6] = ["tool_calls", "tool_call", "function_call", "function_calls", "calls", "tool_uses"];

/// A call: the name as written, and the arguments.
pub(super) type Written = (String, Value);

/// Returns the calls of a value. Without marks around it (`is_marked`), only a value that is nothing else counts.
pub(super) fn calls(value: &Value, is_marked: bool) -> Option<Vec<Written>> {
    match value {
        Value::Array(items) if !items.is_empty() => {
            let calls: Option<Vec<Vec<Written>>> = items.iter().map(|item| calls(item, is_marked)).collect();
            calls.map(|calls| calls.into_iter().flatten().collect())
        }
        Value::Object(members) => object(members, is_marked),
        _ => None,
    }
}

fn object(members: &Map<String, Value>, is_marked: bool) -> Option<Vec<Written>> {
    if let Some(inner) = ENVELOPES.iter().find_map(|name| members.get(*name)) {
        return calls(inner, is_marked);
    }
    if let Some(function @ Value::Object(_)) = members.get("function") {
        return calls(function, is_marked);
    }
    let name = NAMES.iter().find_map(|name| members.get(*name)?.as_str());
    let found = ARGUMENTS.iter().find_map(|name| members.get(*name));
    let Some(name) = name else { return keyed(members).filter(|_| is_marked) };
    let is_known =
        |member: &String| [&NAMES[..], &ARGUMENTS, &OTHERS].iter().any(|list| list.contains(&member.as_str()));
    // A call without arguments is a name, and at most what servers add.
    let is_call = members.keys().all(is_known) && (found.is_some() || members.len() <= MAX_WITHOUT_ARGUMENTS);
    if !(is_marked || is_call) {
        return None;
    }
    let arguments = found.map_or_else(|| beside(members), arguments);
    Some(vec![(name.to_owned(), arguments)])
}

/// Returns the arguments that stand beside the name of the tool: `{"name": "search", "query": "x"}`.
fn beside(members: &Map<String, Value>) -> Value {
    let is_argument = |name: &str| !NAMES.contains(&name) && !OTHERS.contains(&name);
    let found = members.iter().filter(|(name, _)| is_argument(name));
    Value::Object(found.map(|(name, value)| (name.clone(), value.clone())).collect())
}

/// Reads `{"tool": {arguments}}`.
fn keyed(members: &Map<String, Value>) -> Option<Vec<Written>> {
    let mut all = members.iter();
    let (name, arguments) = all.next().filter(|(_, arguments)| arguments.is_object())?;
    all.next().is_none().then(|| vec![(name.clone(), arguments.clone())])
}
