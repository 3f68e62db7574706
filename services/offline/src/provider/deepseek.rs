//! Rules of DeepSeek's chat completions. It ignores members that it does not know.

use serde_json::Value;

use super::check::history::{self, Unpaired};
use super::check::{is_set, list, tools};
use super::refusal::Refusal;
use super::{Ask, Rule};

/// Rules of `POST /chat/completions`, in the order in which they are applied.
pub(super) const RULES: &[Rule] =
    &[limit, thinking, sampling, forced_tool, tool_forms, answer_format, messages, tool_pairs, reasoning_kept];

const MAX_NAME: usize = 64;

fn refuse(message: impl Into<String>) -> Result<(), Refusal> {
    Err(Refusal::new(message))
}

fn limit(ask: &Ask<'_>) -> Result<(), Refusal> {
    let valid = !is_set(ask.body, "max_tokens") || ask.body["max_tokens"].as_u64().is_some_and(|most| most > 0);
    if valid { Ok(()) } else { refuse("Invalid max_tokens value, the valid range of max_tokens is [1, 393216]") }
}

fn thinking(ask: &Ask<'_>) -> Result<(), Refusal> {
    let accepted = |values: fn(&super::Served) -> &'static [&'static str]| ask.model.map_or(&[][..], values);
    let controls = [
        ("thinking.type", &ask.body["thinking"]["type"], accepted(|model| model.thinking_types)),
        ("reasoning_effort", &ask.body["reasoning_effort"], accepted(|model| model.efforts)),
    ];
    for (name, value, accepted) in controls {
        if let Some(value) = value.as_str().filter(|value| !accepted.contains(value)) {
            let listed: Vec<String> = accepted.iter().map(|value| format!("`{value}`")).collect();
            let listed = listed.join(" or ");
            return refuse(format!(
                "Failed to deserialize the JSON body into the target type: {name}: unknown variant `{value}`, expected {listed}"
            ));
        }
    }
    Ok(())
}

fn sampling(ask: &Ask<'_>) -> Result<(), Refusal> {
    for (name, most) in [("temperature", 2.0), ("top_p", 1.0)].into_iter().filter(|(name, _)| is_set(ask.body, name)) {
        if ask.thinks() {
            return refuse(format!("Thinking mode does not support {name}"));
        }
        if !ask.body[name].as_f64().is_some_and(|value| (0.0..=most).contains(&value)) {
            return refuse(format!("Invalid {name} value, the valid range of {name} is [0, {most}]"));
        }
    }
    Ok(())
}

fn forced_tool(ask: &Ask<'_>) -> Result<(), Refusal> {
    if tools::is_forced(ask) && ask.thinks() {
        return refuse("Thinking mode does not support this tool_choice");
    }
    match tools::missing_choice(ask) {
        Some(name) => refuse(format!("Tool choice '{name}' is not in tools")),
        None => Ok(()),
    }
}

fn tool_forms(ask: &Ask<'_>) -> Result<(), Refusal> {
    if let Some(at) = tools::odd_name(ask, MAX_NAME) {
        return refuse(format!(
            "Invalid 'tools[{at}].function.name': string does not match pattern. Expected a string that matches the pattern \
             '^[a-zA-Z0-9_-]+$'."
        ));
    }
    match tools::no_object(ask) {
        Some(at) => refuse(format!("Invalid schema for function in tools[{at}]: the root must be of type object")),
        None => Ok(()),
    }
}

fn answer_format(ask: &Ask<'_>) -> Result<(), Refusal> {
    match ask.body["response_format"]["type"].as_str() {
        Some("json_schema") => refuse("This response_format type is unavailable now"),
        Some("json_object") if !ask.body["messages"].to_string().to_lowercase().contains("json") => {
            refuse("Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'.")
        }
        _ => Ok(()),
    }
}

fn messages(ask: &Ask<'_>) -> Result<(), Refusal> {
    let messages = list(ask.body, "messages");
    if messages.is_empty() {
        return refuse("Empty input messages");
    }
    let lacks = |m: &Value| !is_set(m, "content") && !is_set(m, "tool_calls");
    match messages.iter().position(lacks) {
        Some(at) => refuse(format!(
            "Failed to deserialize the JSON body into the target type: messages[{at}]: missing field `content`"
        )),
        None => Ok(()),
    }
}

fn tool_pairs(ask: &Ask<'_>) -> Result<(), Refusal> {
    match history::unpaired_chat(list(ask.body, "messages")) {
        Some(Unpaired::Call(..)) => refuse(
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. \
             (insufficient tool messages following tool_calls message)",
        ),
        Some(Unpaired::Result(..)) => {
            refuse("Messages with role 'tool' must be a response to a preceding message with 'tool_calls'")
        }
        None => Ok(()),
    }
}

/// While the model thinks, the turns of the present tool loop keep their `reasoning_content`.
fn reasoning_kept(ask: &Ask<'_>) -> Result<(), Refusal> {
    let messages = list(ask.body, "messages");
    let start = messages.iter().rposition(|message| message["role"] == "user").unwrap_or(0);
    let lost = |m: &Value| is_set(m, "tool_calls") && m["reasoning_content"].as_str().is_none_or(str::is_empty);
    if ask.thinks() && messages.iter().skip(start).any(lost) {
        return refuse("The `reasoning_content` in the thinking mode must be passed back to the API.");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::provider::{Profile, Wire, admit};

    fn refused(change: impl FnOnce(&mut Value)) -> Option<String> {
        let mut body = json!({"model": "deepseek-v4-flash", "messages": [{"role": "user", "content": "x"}]});
        change(&mut body);
        admit(Profile::Deepseek, Wire::Chat, &body).err().map(|refusal| refusal.message)
    }

    fn tool(body: &mut Value) {
        body["tools"] = json!([{"type": "function", "function": {"name": "a", "parameters": {"type": "object"}}}]);
    }

    #[test]
    fn thinking_excludes_forced_tools_and_sampling() {
        let forced = |body: &mut Value| {
            tool(body);
            body["tool_choice"] = json!("required");
        };
        assert_eq!(refused(forced).as_deref(), Some("Thinking mode does not support this tool_choice"));
        let unthinking = |body: &mut Value| {
            forced(body);
            body["thinking"] = json!({"type": "disabled"});
            body["temperature"] = json!(0);
        };
        assert_eq!(refused(unthinking), None);
        assert!(refused(|body| body["temperature"] = json!(0)).unwrap().contains("temperature"));
        assert!(refused(|body| body["thinking"] = json!({"type": "adaptive"})).unwrap().contains("unknown variant"));
        assert!(refused(|body| body["reasoning_effort"] = json!("minimal")).unwrap().contains("unknown variant"));
    }

    #[test]
    fn a_tool_loop_keeps_its_reasoning() {
        let turns = |reasoning: Value| {
            move |body: &mut Value| {
                let call = json!({"role": "assistant", "content": null, "reasoning_content": reasoning,
                    "tool_calls": [{"id": "c", "type": "function", "function": {"name": "a", "arguments": "{}"}}]});
                let result = json!({"role": "tool", "tool_call_id": "c", "content": "y"});
                body["messages"].as_array_mut().unwrap().extend([call, result]);
            }
        };
        assert_eq!(refused(turns(json!("because"))), None);
        assert!(refused(turns(Value::Null)).unwrap().contains("must be passed back"));
        let unthinking = |body: &mut Value| {
            turns(Value::Null)(body);
            body["thinking"] = json!({"type": "disabled"});
        };
        assert_eq!(refused(unthinking), None);
        let without_result = |body: &mut Value| {
            turns(json!("because"))(body);
            body["messages"].as_array_mut().unwrap().pop();
        };
        assert!(refused(without_result).unwrap().contains("insufficient tool messages"));
    }

    #[test]
    fn schemas_of_answers_are_unavailable_and_json_has_to_be_mentioned() {
        let format = |kind: &str| json!({"type": kind, "json_schema": {"name": "a", "schema": {}}});
        assert!(refused(|body| body["response_format"] = format("json_schema")).unwrap().contains("unavailable"));
        assert!(refused(|body| body["response_format"] = format("json_object")).unwrap().contains("'json'"));
        let mentioned = |body: &mut Value| {
            body["response_format"] = format("json_object");
            body["messages"][0]["content"] = json!("Answer as JSON.");
        };
        assert_eq!(refused(mentioned), None);
    }

    #[test]
    fn forms_are_checked_and_unknown_members_ignored() {
        assert_eq!(refused(|body| body["max_completion_tokens"] = json!(5)), None);
        assert!(refused(|body| body["max_tokens"] = json!(0)).unwrap().contains("max_tokens"));
        assert!(refused(|body| body["messages"] = json!([])).unwrap().contains("Empty"));
        assert!(refused(|body| body["messages"][0]["content"] = Value::Null).unwrap().contains("missing field"));
        let odd = |body: &mut Value| {
            tool(body);
            body["tools"][0]["function"]["name"] = json!("a b");
        };
        assert!(refused(odd).unwrap().contains("pattern"));
        let listed = |body: &mut Value| {
            tool(body);
            body["tools"][0]["function"]["parameters"] = json!({"type": "array"});
        };
        assert!(refused(listed).unwrap().contains("root"));
        assert!(refused(|body| body["messages"][0]["role"] = json!("tool")).unwrap().contains("preceding message"));
        assert_eq!(refused(|body| body["model"] = json!("deepseek-v3")).as_deref(), Some("Model Not Exist"));
    }
}
