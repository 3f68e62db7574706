use std::time::Duration;

use llm::{Role, Usage};
use proptest::prelude::*;
use serde_json::json;

use super::*;

fn goal() -> Goal {
    let tool = |name: &str| llm::Tool {
        name: name.into(),
        description: String::new(),
        input_schema: json!({"type": "object"}),
    };
    Goal {
        system: "system".into(),
        task: "task".into(),
        tools: vec![tool("look"), tool("store")],
        answer_tool: Some("store".into()),
        max_tokens: 1000,
    }
}

fn reply(blocks: Vec<Block>) -> Reply {
    Reply { blocks, stop: StopReason::EndTurn, usage: Usage::default(), model: "m".into(), id: "r".into() }
}

fn call(name: &str, input: Value) -> Block {
    Block::ToolUse { id: format!("id-{name}"), name: name.into(), input }
}

fn ok(ordinal: u32, content: &str) -> Given {
    Given { ordinal, content: content.into(), is_error: false }
}

fn start() -> Time {
    Time::UNIX_EPOCH
}

#[test]
fn a_successful_answer_ends_the_run() {
    let mut run = Run::new(goal(), Limits::default(), start());
    run.model_replied(&reply(vec![call("look", json!({"q": 1})), call("look", json!({"q": 2}))]), MicroUsd(5));
    let Action::CallTools(calls) = run.next(start()) else { panic!("tools first") };
    assert_eq!(calls.len(), 2, "both calls of the turn");
    run.tools_answered(&[ok(1, "two"), ok(0, "one")]);
    let Some(Message { blocks, .. }) = run.messages().last() else { panic!() };
    assert!(matches!(&blocks[0], Block::ToolResult { content, .. } if content == "one"), "results stand in call order");
    run.model_replied(&reply(vec![Block::text("done"), call("store", json!({}))]), MicroUsd(7));
    run.tools_answered(&[ok(2, "stored")]);
    assert_eq!(run.next(start()), Action::Done(Ending::Complete { text: "done".into() }));
    assert_eq!((run.turns(), run.calls(), run.spent()), (2, 3, MicroUsd(12)));
}

#[test]
fn a_hard_stop_leaves_only_the_answer_and_says_why() {
    let limits = Limits { time: Duration::from_secs(10), ..Limits::default() };
    let mut run = Run::new(goal(), limits, start());
    let Action::CallModel(request) = run.next(start() + Duration::from_secs(11)) else { panic!() };
    assert_eq!(request.tool_choice, ToolChoice::Tool("store".into()));
    assert!(format!("{:?}", request.messages).contains("the limit of 10 s was reached"));
    run.model_replied(&reply(vec![call("look", json!({})), call("store", json!({}))]), MicroUsd(1));
    let Action::CallTools(calls) = run.next(start()) else { panic!() };
    assert_eq!(calls.iter().map(|call| call.name.as_str()).collect::<Vec<_>>(), ["store"], "other calls are dropped");
    run.tools_answered(&[ok(calls[0].ordinal, "stored")]);
    let stop = Stop::Time { seconds: 10 };
    assert_eq!(run.next(start()), Action::Done(Ending::Stopped { stop, text: String::new() }));
}

#[test]
fn the_same_call_is_refused_and_then_ends_the_run() {
    let mut run = Run::new(goal(), Limits::default(), start());
    let mut executed = 0;
    for round in 0..10 {
        match run.next(start()) {
            Action::CallModel(_) => run.model_replied(&reply(vec![call("look", json!({"q": "same"}))]), MicroUsd(1)),
            Action::CallTools(calls) => {
                executed += calls.len();
                let given: Vec<_> = calls.iter().map(|call| ok(call.ordinal, &format!("fresh {round}"))).collect();
                run.tools_answered(&given);
            }
            Action::Done(_) => break,
        }
    }
    assert_eq!(executed, 2);
    let done = run.next(start());
    assert!(
        matches!(done, Action::Done(Ending::Stopped { stop: Stop::Repeats { .. } | Stop::Barren { .. }, .. })),
        "{done:?}"
    );
}

#[test]
fn no_money_ends_the_run_at_once() {
    let mut run = Run::new(goal(), Limits::default(), start());
    run.model_denied("the tenant's day is spent");
    assert!(matches!(run.next(start()), Action::Done(Ending::Stopped { stop: Stop::Unpaid { .. }, .. })));
}

#[test]
fn a_long_result_is_cut_with_a_word() {
    let limits = Limits { result_chars: 4, ..Limits::default() };
    let mut run = Run::new(goal(), limits, start());
    run.model_replied(&reply(vec![call("look", json!({}))]), MicroUsd(1));
    run.tools_answered(&[ok(0, "äöüßabc")]);
    assert!(format!("{:?}", run.messages()).contains("äöüß\\n[cut"));
}

/// Anything that a model may say.
fn any_reply() -> impl Strategy<Value = Reply> {
    let block = prop_oneof![
        "[a-z ]{0,8}".prop_map(Block::text),
        ("(look|store|nonsense)", 0..3_i32).prop_map(|(name, n)| call(&name, json!({"n": n}))),
        Just(Block::ToolUse { id: String::new(), name: String::new(), input: json!("{broken") }),
    ];
    let stop = prop_oneof![
        Just(StopReason::EndTurn),
        Just(StopReason::ToolUse),
        Just(StopReason::MaxTokens),
        Just(StopReason::Refusal)
    ];
    (prop::collection::vec(block, 0..20), stop).prop_map(|(blocks, stop)| Reply { stop, ..reply(blocks) })
}

fn any_limits() -> impl Strategy<Value = Limits> {
    (0..12_u32, 0..12_u32, 0..4_u32, 0..3_u32, 0..4_u32, 0..50_u64).prop_map(
        |(turns, calls, per_turn, repeats, barren, dollars)| Limits {
            turns,
            calls,
            calls_per_turn: per_turn,
            repeats,
            barren_turns: barren,
            dollars: MicroUsd(dollars),
            ..Limits::default()
        },
    )
}

/// Every tool use is answered in the very next message, in order, and speakers alternate: what providers demand.
fn well_formed(messages: &[Message]) -> bool {
    let ids = |message: &Message| -> Vec<String> {
        message
            .blocks
            .iter()
            .filter_map(|block| match block {
                Block::ToolUse { id, .. } => Some(id.clone()),
                Block::ToolResult { tool_use_id, .. } => Some(tool_use_id.clone()),
                _ => None,
            })
            .collect()
    };
    let alternate = messages.windows(2).all(|pair| pair[0].role != pair[1].role);
    let answered = messages.windows(2).all(|pair| pair[0].role != Role::Assistant || ids(&pair[0]) == ids(&pair[1]));
    alternate && answered && messages.first().is_some_and(|message| message.role == Role::User)
}

proptest! {
    #[test]
    fn whatever_the_model_says_a_run_ends_within_its_bounds(
        replies in prop::collection::vec((any_reply(), 0..20_u64), 14),
        limits in any_limits(),
        errors in prop::collection::vec(any::<bool>(), 64),
    ) {
        let mut run = Run::new(goal(), limits.clone(), start());
        let mut replies = replies.into_iter();
        let mut steps = 0;
        loop {
            steps += 1;
            prop_assert!(steps < 100, "it does not end");
            // Stored and taken up again by another replica, it goes on in the same way.
            let stored = serde_json::to_string(&run).unwrap();
            let mut resumed: Run = serde_json::from_str(&stored).unwrap();
            prop_assert_eq!(resumed.next(start()), run.next(start()));
            match run.next(start()) {
                Action::CallModel(request) => {
                    prop_assert!(well_formed(&request.messages), "{:#?}", request.messages);
                    let (reply, cost) = replies.next().expect("no more model calls than turns");
                    run.model_replied(&reply, MicroUsd(cost));
                }
                Action::CallTools(calls) => {
                    let given: Vec<_> = calls.iter().map(|call| Given {
                        ordinal: call.ordinal,
                        content: format!("{} {}", call.name, call.ordinal % 5),
                        is_error: errors[call.ordinal as usize % 64],
                    }).collect();
                    run.tools_answered(&given);
                }
                Action::Done(_) => break,
            }
        }
        prop_assert!(run.turns() <= limits.turns.max(1));
        // The final answer's call is always allowed.
        prop_assert!(run.calls() <= limits.calls + 1);
    }
}
