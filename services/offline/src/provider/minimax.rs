//! Rules of MiniMax on the Anthropic wire. It ignores members that it does not know.

use super::check::history::{self, Unpaired};
use super::check::{is_set, list, tools};
use super::refusal::Refusal;
use super::{Ask, Rule};

/// Rules of `POST /anthropic/v1/messages`, in the order in which they are applied.
pub(super) const RULES: &[Rule] = &[limit, sampling, roles, tool_forms, messages, tool_pairs];

const MAX_NAME: usize = 64;

/// 2013 is MiniMax's code for invalid parameters.
fn refuse(problem: impl std::fmt::Display) -> Result<(), Refusal> {
    Err(Refusal::new(format!("invalid params, {problem} (2013)")))
}

fn limit(ask: &Ask<'_>) -> Result<(), Refusal> {
    if ask.body["max_tokens"].as_u64().is_some_and(|most| most > 0) {
        Ok(())
    } else {
        refuse("max_tokens must be a positive integer")
    }
}

fn sampling(ask: &Ask<'_>) -> Result<(), Refusal> {
    for name in ["temperature", "top_p"].into_iter().filter(|name| is_set(ask.body, name)) {
        if !ask.body[name].as_f64().is_some_and(|value| value > 0.0 && value <= 1.0) {
            return refuse(format!("{name} must be in (0, 1]"));
        }
    }
    Ok(())
}

fn roles(ask: &Ask<'_>) -> Result<(), Refusal> {
    let mut roles = list(ask.body, "messages").iter().map(|message| message["role"].as_str().unwrap_or_default());
    match roles.find(|role| !matches!(*role, "user" | "assistant")) {
        Some(role) => refuse(format!("chat content has invalid message role: {role}")),
        None => Ok(()),
    }
}

fn tool_forms(ask: &Ask<'_>) -> Result<(), Refusal> {
    if tools::odd_name(ask, MAX_NAME).or(tools::no_object(ask)).is_some() {
        return refuse("function name or parameters is empty");
    }
    if tools::missing_choice(ask).is_some() { refuse("invalid chat setting") } else { Ok(()) }
}

fn messages(ask: &Ask<'_>) -> Result<(), Refusal> {
    let messages = list(ask.body, "messages");
    if messages.is_empty() || history::empty(messages).is_some() {
        return refuse("chat content is empty");
    }
    Ok(())
}

fn tool_pairs(ask: &Ask<'_>) -> Result<(), Refusal> {
    match history::unpaired(list(ask.body, "messages")) {
        Some(Unpaired::Call(..)) => refuse("tool call result does not follow tool call"),
        Some(Unpaired::Result(_, id)) => refuse(format!("tool result's tool id({id}) not found")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::provider::{Profile, Wire, admit};

    fn refused(change: impl FnOnce(&mut Value)) -> Option<String> {
        let mut body = json!({"model": "MiniMax-M2", "max_tokens": 9, "messages": [{"role": "user", "content": "x"}]});
        change(&mut body);
        admit(Profile::Minimax, Wire::Anthropic, &body).err().map(|refusal| refusal.message)
    }

    #[test]
    fn the_temperature_is_above_zero_and_at_most_one() {
        assert_eq!(refused(|body| body["temperature"] = json!(1)), None);
        for value in [0.0, 1.1] {
            assert!(refused(|body| body["temperature"] = json!(value)).unwrap().contains("temperature"), "{value}");
        }
        assert!(refused(|body| body["top_p"] = json!(0)).unwrap().contains("top_p"));
    }

    #[test]
    fn unknown_members_are_ignored_and_unknown_models_refused() {
        assert_eq!(refused(|body| body["colour"] = json!("red")), None);
        assert!(refused(|body| body["model"] = json!("MiniMax-M9")).unwrap().contains("unknown model"));
    }

    #[test]
    fn roles_limits_tools_and_results_are_checked() {
        assert!(refused(|body| body["messages"][0]["role"] = json!("system")).unwrap().contains("role: system"));
        assert!(refused(|body| body["max_tokens"] = json!(0)).unwrap().contains("max_tokens"));
        assert!(refused(|body| body["messages"][0]["content"] = json!("")).unwrap().contains("empty"));
        assert!(refused(|body| body["tools"] = json!([{"name": "a b", "input_schema": {"type": "object"}}])).is_some());
        assert!(
            refused(|body| body["tool_choice"] = json!({"type": "tool", "name": "a"})).unwrap().contains("setting")
        );
        let orphan = json!([{"type": "tool_result", "tool_use_id": "t1", "content": "x"}]);
        assert!(refused(|body| body["messages"][0]["content"] = orphan).unwrap().contains("tool id(t1) not found"));
        let call =
            json!({"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "a", "input": {}}]});
        let calls = |body: &mut Value| body["messages"].as_array_mut().unwrap().push(call);
        assert!(refused(calls).unwrap().contains("does not follow"));
    }
}
