//! Refusals in the words of real providers, and the part of the request that each one names.

use serde_json::json;

use super::*;

fn full_plan() -> Plan {
    let thinking = json!({ "thinking": { "type": "enabled" } });
    Plan {
        max_tokens: 20_000,
        temperature: Some(0.2),
        answer: AnswerMode::ForcedTool,
        strict_tools: true,
        cache: Some(crate::CacheTtl::Minutes5),
        stream: true,
        encrypted_reasoning: true,
        thinking: thinking.as_object().cloned().unwrap_or_default(),
        ..Plan::default()
    }
}

fn request() -> Request {
    let tool = crate::Tool { name: "t".into(), description: String::new(), input_schema: json!({}) };
    let mut request = Request::new("", "x").with_tools(vec![tool]);
    request.tool_choice = ToolChoice::Tool("t".into());
    request
}

fn found(plan: &Plan, message: &str) -> Option<Mend> {
    mend(&LlmError::Invalid { status: 400, message: message.to_owned() }, plan, &request())
}

#[test]
fn the_words_of_providers_name_the_part() {
    let cases = [
        ("`temperature` is deprecated for this model.", Parameter::Temperature),
        ("`temperature` may only be set to 1 when thinking is enabled", Parameter::Temperature),
        ("invalid params, temperature must be in (0, 1]", Parameter::Temperature),
        ("Thinking may not be enabled when tool_choice forces tool use.", Parameter::ForcedTool),
        ("deepseek-reasoner does not support this tool_choice", Parameter::ForcedTool),
        ("tools.0.custom.strict: Extra inputs are not permitted", Parameter::StrictTools),
        ("Encrypted content is not supported with this model.", Parameter::EncryptedReasoning),
        ("Invalid value: 'reasoning.encrypted_content'. (include[0])", Parameter::EncryptedReasoning),
        ("system.0.cache_control: Extra inputs are not permitted", Parameter::CacheControl),
        ("Streaming is not supported (stream)", Parameter::Stream),
        ("Argument not supported on this model: reasoningEffort", Parameter::Thinking),
        ("`max_tokens` must be greater than `thinking.budget_tokens`", Parameter::Thinking),
    ];
    for (message, parameter) in cases {
        assert_eq!(found(&full_plan(), message), Some(Mend::Without(parameter)), "{message}");
    }
    let schema = Plan { answer: AnswerMode::JsonSchema, ..full_plan() };
    let message = "Invalid parameter: 'response_format' of type 'json_schema' is not supported";
    assert_eq!(found(&schema, message), Some(Mend::Without(Parameter::AnswerSchema)));
}

#[test]
fn a_part_that_was_not_sent_and_another_error_have_no_mend() {
    let bare = Plan { max_tokens: 100, ..Plan::default() };
    for message in ["temperature is refused", "tool_choice is refused", "strict", "cache_control", "stream", "thinking"]
    {
        assert_eq!(found(&bare, message), None, "{message}");
    }
    assert_eq!(found(&full_plan(), "messages: text content blocks must be non-empty"), None);
    let unreadable = "The encrypted content gAAA... could not be verified. (input)";
    assert_eq!(found(&full_plan(), unreadable), None, "an item of the conversation is not a parameter");
    assert_eq!(found(&full_plan(), "temperatures_of_rooms: unknown"), None, "only whole words count");
    let server = LlmError::Server { status: 500, message: "temperature".to_owned() };
    assert_eq!(mend(&server, &full_plan(), &request()), None);
}

#[test]
fn the_limit_has_another_name_or_a_stated_maximum() {
    let bare = Plan { max_tokens: 20_000, ..Plan::default() };
    let newer = Plan { max_completion_tokens: true, ..bare.clone() };
    let openai =
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    assert_eq!(found(&bare, openai), Some(Mend::NewerLimitName));
    let older = "Unrecognized request argument supplied: max_completion_tokens";
    assert_eq!(found(&newer, older), Some(Mend::Without(Parameter::MaxCompletionTokens)));
    let cases = [
        (&bare, "max_tokens: 20000 > 8192, which is the maximum allowed number of output tokens", 8192),
        (&bare, "Invalid max_tokens value, the valid range of max_tokens is [1, 8,192]", 8192),
        (&newer, "`max_completion_tokens` must be less than or equal to `16384`", 16_384),
        (&bare, "max_tokens is too large: 20000. This model supports at most 4096 completion tokens.", 4096),
        (&bare, "max_tokens must be an integer between 1 and 8192 (error 9999)", 8192),
    ];
    for (plan, message, most) in cases {
        assert_eq!(found(plan, message), Some(Mend::AtMost(most)), "{message}");
    }
    let silent = [
        "max_tokens is too large",
        "max_tokens is too large (error 1210)",
        "'max_tokens' is too large: the context length is 4096 and the input has 100",
        "max_tokens: 20000 is above the maximum (request 4711)",
    ];
    for message in silent {
        assert_eq!(found(&bare, message), Some(Mend::Guess(10_000)), "{message}");
    }
}
