//! Plans, checked against the rules of the table by a second reading of it.

use proptest::prelude::*;
use serde_json::{Value, json};

use self::checker::Checker;
use super::*;
use crate::{AnswerMode, Parameter, Tool, ToolChoice};

#[path = "plan_checker.rs"]
mod checker;

const STYLES: [ApiStyle; 3] = [ApiStyle::Anthropic, ApiStyle::OpenAi, ApiStyle::Responses];
const LEVELS: [Thinking; 5] = [Thinking::Default, Thinking::Off, Thinking::Low, Thinking::Medium, Thinking::High];

fn forced(tools: usize) -> Request {
    let tool = |n| Tool { name: format!("t{n}"), description: String::new(), input_schema: json!({"type": "object"}) };
    let mut request = Request::new("", "x").with_max_tokens(500).with_tools((0..tools).map(tool).collect::<Vec<_>>());
    request.tool_choice = ToolChoice::Tool("t0".into());
    request
}

fn plan(model: &str, style: ApiStyle, thinking: Thinking, request: &Request) -> Plan {
    let settings = PlanSettings { style, thinking, ..PlanSettings::default() };
    Catalog::built_in().find(model, None).plan(settings, request, &Refused::new())
}

fn extra(model: &str, style: ApiStyle, thinking: Thinking) -> Value {
    Value::Object(plan(model, style, thinking, &Request::new("", "x")).thinking)
}

#[test]
fn levels_become_the_controls_of_each_model() {
    use ApiStyle::{Anthropic, OpenAi, Responses};
    use Thinking::{Default, High, Low, Medium, Off};
    let cases = [
        ("claude-opus-5", Anthropic, Off, json!({"thinking": {"type": "disabled"}})),
        (
            "claude-opus-5",
            Anthropic,
            Low,
            json!({"thinking": {"type": "adaptive"}, "output_config": {"effort": "low"}}),
        ),
        ("claude-opus-5", OpenAi, Low, json!({})),
        ("claude-haiku-4-5", Anthropic, Medium, json!({"thinking": {"type": "enabled", "budget_tokens": 8192}})),
        ("claude-fable-5", Anthropic, Off, json!({})),
        ("gpt-5.4", OpenAi, Off, json!({"reasoning_effort": "none"})),
        ("gpt-5.4", Responses, High, json!({"reasoning": {"effort": "high"}})),
        ("gpt-5", OpenAi, Off, json!({"reasoning_effort": "minimal"})),
        ("gpt-5.5-pro", Responses, Low, json!({"reasoning": {"effort": "medium"}})),
        ("gpt-4.1", OpenAi, High, json!({})),
        ("deepseek-v4-pro", OpenAi, Low, json!({"thinking": {"type": "enabled"}, "reasoning_effort": "high"})),
        ("deepseek-v4-pro", OpenAi, Off, json!({"thinking": {"type": "disabled"}})),
        ("deepseek-v4-pro", Anthropic, Off, json!({})),
        ("glm-5.1", OpenAi, Medium, json!({"thinking": {"type": "enabled"}})),
        ("kimi-k2.6", OpenAi, Off, json!({"thinking": {"type": "disabled"}})),
        ("kimi-k3", OpenAi, Off, json!({"reasoning_effort": "low"})),
        ("gemini-3.1-pro-preview", OpenAi, Off, json!({"reasoning_effort": "low"})),
        ("gemini-2.5-flash", OpenAi, Off, json!({"reasoning_effort": "none"})),
        ("gemini-2.5-pro", OpenAi, Off, json!({"reasoning_effort": "low"})),
        ("openai/gpt-oss-120b", OpenAi, Off, json!({"reasoning_effort": "low"})),
        ("MiniMax-M2", Anthropic, Off, json!({})),
        ("nobody-knows-me", OpenAi, High, json!({})),
        ("claude-opus-5", Anthropic, Default, json!({})),
    ];
    for (model, style, level, expected) in cases {
        assert_eq!(extra(model, style, level), expected, "{model} {style} {level}");
    }
}

#[test]
fn a_call_is_forced_only_where_it_is_accepted() {
    use ApiStyle::{Anthropic, OpenAi, Responses};
    let cases = [
        ("claude-opus-5", Anthropic, Thinking::Default, 1, AnswerMode::ForcedTool),
        ("claude-haiku-4-5", Anthropic, Thinking::Default, 1, AnswerMode::ForcedTool),
        ("claude-haiku-4-5", Anthropic, Thinking::Low, 1, AnswerMode::JsonSchema),
        ("claude-haiku-4-5", Anthropic, Thinking::Low, 2, AnswerMode::Asked),
        ("claude-opus-4-7", Anthropic, Thinking::Low, 1, AnswerMode::JsonSchema),
        ("claude-opus-4-7", Anthropic, Thinking::Off, 1, AnswerMode::ForcedTool),
        ("claude-fable-5", Anthropic, Thinking::Default, 1, AnswerMode::JsonSchema),
        ("claude-fable-5", OpenAi, Thinking::Default, 1, AnswerMode::Asked),
        ("gpt-5.4", Responses, Thinking::High, 1, AnswerMode::ForcedTool),
        ("deepseek-v4-pro", OpenAi, Thinking::Off, 1, AnswerMode::Asked),
        ("kimi-k2.6", OpenAi, Thinking::Default, 1, AnswerMode::Asked),
        ("kimi-k2.6", OpenAi, Thinking::Off, 1, AnswerMode::ForcedTool),
        ("gemini-2.5-pro", OpenAi, Thinking::Default, 1, AnswerMode::JsonSchema),
        ("MiniMax-M2", Anthropic, Thinking::Default, 1, AnswerMode::Asked),
        ("nobody-knows-me", OpenAi, Thinking::Default, 1, AnswerMode::Asked),
    ];
    for (model, style, level, tools, expected) in cases {
        assert_eq!(plan(model, style, level, &forced(tools)).answer, expected, "{model} {style} {level} {tools}");
    }
    let settings = PlanSettings::default();
    let refused = |list: &[Parameter]| {
        let opus = Catalog::built_in().find("claude-opus-5", None);
        opus.plan(settings, &forced(1), &list.iter().copied().collect()).answer
    };
    assert_eq!(refused(&[Parameter::ForcedTool]), AnswerMode::JsonSchema);
    assert_eq!(refused(&[Parameter::ForcedTool, Parameter::AnswerSchema]), AnswerMode::Asked);
}

#[test]
fn a_temperature_is_sent_only_if_it_is_certainly_accepted() {
    let sent = |model: &str, style, level, wished| {
        plan(model, style, level, &Request::new("", "x").with_temperature(wished)).temperature
    };
    use ApiStyle::{Anthropic, OpenAi};
    assert_eq!(sent("MiniMax-M2", Anthropic, Thinking::Default, 0.0), None, "MiniMax refuses zero");
    assert_eq!(sent("MiniMax-M2", Anthropic, Thinking::Default, 0.3), Some(0.3));
    assert_eq!(sent("claude-opus-5", Anthropic, Thinking::Off, 0.3), None);
    assert_eq!(sent("claude-opus-4-6", Anthropic, Thinking::Default, 0.3), Some(0.3));
    assert_eq!(sent("claude-opus-4-6", Anthropic, Thinking::Low, 0.3), None, "not while thinking");
    assert_eq!(sent("gpt-5.4", OpenAi, Thinking::Default, 0.3), None, "sources disagree about the default effort");
    assert_eq!(sent("gpt-5.4", OpenAi, Thinking::Off, 0.3), Some(0.3));
    assert_eq!(sent("gpt-5", OpenAi, Thinking::Off, 0.3), None);
    assert_eq!(sent("deepseek-v4-pro", OpenAi, Thinking::Default, 0.3), None, "it thinks unless told otherwise");
    assert_eq!(sent("deepseek-v4-pro", OpenAi, Thinking::Off, 0.3), Some(0.3));
    assert_eq!(sent("nobody-knows-me", OpenAi, Thinking::Default, 0.3), None);
}

#[test]
fn the_limit_is_the_answer_and_the_room_for_thinking() {
    use ApiStyle::{Anthropic, OpenAi};
    let limit = |model: &str, style, level| plan(model, style, level, &forced(1)).max_tokens;
    assert_eq!(limit("gpt-4.1", OpenAi, Thinking::Default), 500);
    assert_eq!(limit("claude-opus-5", Anthropic, Thinking::Off), 500);
    assert_eq!(limit("claude-opus-5", Anthropic, Thinking::Low), 4_596);
    assert_eq!(limit("claude-opus-5", Anthropic, Thinking::High), 16_884);
    assert_eq!(limit("MiniMax-M2", Anthropic, Thinking::Off), 9_204, "it thinks always and 8,000 tokens must fit");
    assert_eq!(limit("nobody-knows-me", OpenAi, Thinking::Default), 4_596);
    let long = Request::new("", "x").with_max_tokens(100_000);
    assert_eq!(plan("gemini-2.5-pro", OpenAi, Thinking::High, &long).max_tokens, 65_536);
}

#[test]
fn thinking_is_off_if_a_call_of_the_conversation_lacks_it_and_the_model_would_refuse_that() {
    let members = |model: &str, style, thinking| {
        let settings = PlanSettings { style, thinking, unthought_calls: true, ..PlanSettings::default() };
        let plan = Catalog::built_in().find(model, None).plan(settings, &Request::new("", "x"), &Refused::new());
        Value::Object(plan.thinking)
    };
    use ApiStyle::{Anthropic, OpenAi};
    let off = json!({"thinking": {"type": "disabled"}});
    assert_eq!(members("deepseek-v4-pro", OpenAi, Thinking::Default), off);
    assert_eq!(members("kimi-k2.6", OpenAi, Thinking::High), off);
    assert_eq!(members("claude-haiku-4-5", Anthropic, Thinking::Low), off);
    assert_eq!(members("claude-haiku-4-5", Anthropic, Thinking::Default), json!({}), "it does not think");
    assert_eq!(
        members("claude-opus-5", Anthropic, Thinking::Default),
        json!({}),
        "adaptive thinking needs no thinking before"
    );
    assert_eq!(members("gpt-5.4", OpenAi, Thinking::Low), json!({"reasoning_effort": "low"}));
}

#[test]
fn a_call_is_forbidden_by_the_tool_choice_or_in_words() {
    let none = Request { tool_choice: ToolChoice::None, ..forced(2) };
    let mode = |model: &str| plan(model, ApiStyle::OpenAi, Thinking::Default, &none);
    assert_eq!((mode("gpt-5.4").answer, mode("gpt-5.4").strict_tools), (AnswerMode::ForcedTool, false));
    assert_eq!(mode("deepseek-v4-pro").answer, AnswerMode::Asked, "it refuses tool choices while it thinks");
}

#[test]
fn long_replies_of_known_models_are_streamed() {
    let long = Request::new("", "x").with_max_tokens(20_000);
    let streams = |model: &str, stream, refused: &Refused| {
        let settings = PlanSettings { stream, ..PlanSettings::default() };
        Catalog::built_in().find(model, None).plan(settings, &long, refused).stream
    };
    let none = Refused::new();
    assert!(streams("claude-opus-5", None, &none) && !streams("claude-opus-5", Some(false), &none));
    assert!(!streams("nobody-knows-me", None, &none) && streams("nobody-knows-me", Some(true), &none));
    assert!(!streams("claude-opus-5", Some(true), &Refused::from([Parameter::Stream])));
}

/// Checks every model on every wire with every level.
fn check(request: &Request) -> Result<(), String> {
    let catalog = Catalog::built_in();
    for facts in Checker::all() {
        let (id, provider) = (facts["id"].as_str().unwrap().to_owned(), facts["provider"].as_str().unwrap().to_owned());
        let profile = catalog.find(&id, Some(&provider));
        for style in STYLES {
            let checker = Checker { facts: facts.clone(), style };
            for thinking in LEVELS {
                let settings = PlanSettings { style, thinking, ..PlanSettings::default() };
                let plan = profile.plan(settings, request, &Refused::new());
                let found = checker.violations(&plan, request);
                if !found.is_empty() {
                    return Err(format!("{id} {style} {thinking}: {found:?} in {plan:?}"));
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn no_plan_violates_the_rules_of_its_model(
        temperature in prop::option::of(0.0_f64..=1.0), tokens in 1_u32..200_000, tools in 1_usize..3,
    ) {
        let request = Request { temperature, max_tokens: tokens, ..forced(tools) };
        prop_assert_eq!(check(&request), Ok(()));
    }

    #[test]
    fn a_refused_parameter_is_in_no_plan(refused in prop::collection::btree_set(0..Parameter::ALL.len(), 0..=Parameter::ALL.len())) {
        let refused: Refused = refused.into_iter().map(|at| Parameter::ALL[at]).collect();
        let request = Request { cache_prefix: true, ..forced(1).with_temperature(0.5) };
        for profile in Catalog::built_in().profiles().chain([ModelProfile::unknown()]) {
            for (style, thinking) in STYLES.into_iter().flat_map(|style| LEVELS.map(|level| (style, level))) {
                let settings = PlanSettings { style, thinking, stream: Some(true), ..PlanSettings::default() };
                let plan = profile.plan(settings, &request, &refused);
                let sent = [
                    (Parameter::Temperature, plan.temperature.is_some()),
                    (Parameter::ForcedTool, plan.answer == AnswerMode::ForcedTool),
                    (Parameter::AnswerSchema, plan.answer == AnswerMode::JsonSchema),
                    (Parameter::StrictTools, plan.strict_tools),
                    (Parameter::Thinking, !plan.thinking.is_empty()),
                    (Parameter::CacheControl, plan.cache.is_some()),
                    (Parameter::MaxCompletionTokens, plan.max_completion_tokens),
                    (Parameter::Stream, plan.stream),
                    (Parameter::EncryptedReasoning, plan.encrypted_reasoning),
                ];
                prop_assert_eq!(sent.len(), Parameter::ALL.len());
                for (parameter, is_sent) in sent {
                    prop_assert!(!(is_sent && refused.contains(&parameter)), "{} {:?}", profile.id(), parameter);
                }
            }
        }
    }
}

#[test]
fn the_checker_finds_violations() {
    let facts = Checker::all().into_iter().find(|one| one["id"] == "claude-haiku-4-5").unwrap();
    let checker = Checker { facts, style: ApiStyle::Anthropic };
    let thinking = |value: Value| json!({ "thinking": value }).as_object().unwrap().clone();
    let base = Plan { max_tokens: 5_000, ..Plan::default() };
    let enabled = thinking(json!({"type": "enabled", "budget_tokens": 2_000}));
    let request = forced(1);
    assert!(checker.violations(&Plan { thinking: enabled.clone(), ..base.clone() }, &request).is_empty());
    for wrong in [
        Plan { temperature: Some(0.5), thinking: enabled.clone(), ..base.clone() },
        Plan { answer: AnswerMode::ForcedTool, thinking: enabled, ..base.clone() },
        Plan { thinking: thinking(json!({"type": "adaptive"})), ..base.clone() },
        Plan { thinking: thinking(json!({"type": "enabled", "budget_tokens": 100})), ..base.clone() },
        Plan { thinking: thinking(json!({"type": "enabled", "budget_tokens": 5_000})), ..base.clone() },
        Plan { max_tokens: 100, ..base },
    ] {
        assert!(!checker.violations(&wrong, &request).is_empty(), "{wrong:?}");
    }
}

#[test]
fn the_allowance_for_thinking_can_be_limited_but_not_a_budget_that_is_sent() {
    let (catalog, refused) = (Catalog::built_in(), Refused::new());
    let request = Request::new("", "x").with_max_tokens(1_000);
    let small = Request { max_thinking: Some(2_048), ..request.clone() };
    let limit = |model: &str, thinking, request: &Request| {
        let settings = PlanSettings { thinking, ..PlanSettings::default() };
        catalog.find(model, None).plan(settings, request, &refused).max_tokens
    };
    assert_eq!(limit("MiniMax-M2", Thinking::Default, &small), 3_048);
    assert!(limit("MiniMax-M2", Thinking::Default, &request) > 9_000);
    let budgeted = limit("claude-haiku-4-5", Thinking::Low, &request);
    assert_eq!(limit("claude-haiku-4-5", Thinking::Low, &small), budgeted, "the budget has to fit below the limit");
    assert_eq!(limit("no-such-model", Thinking::Default, &small), 3_048);
}
