//! Any model, any tools, any limits: what must hold in every case.

use std::collections::BTreeSet;

use llm::Role;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::*;
use super::{call, goal, reply};

/// Anything that a model may say.
fn any_reply() -> impl Strategy<Value = ModelReply> {
    let block = prop_oneof![
        4 => "[a-z ]{0,8}".prop_map(Block::text),
        8 => ("(look|store|nonsense)", 0..3_i32).prop_map(|(name, n)| call(&name, json!({"n": n}))),
        2 => ("(look|store)", "[a-c ]{3,9}").prop_map(|(name, words)| call(&name, json!({"query": words}))),
        1 => Just(Block::ToolUse { id: String::new(), name: String::new(), input: json!("{broken") }),
        1 => Just(Block::ToolUse { id: "call_1_0".into(), name: "💣".into(), input: Value::Null }),
        1 => Just(Block::ToolUse { id: "same".into(), name: "look".into(), input: json!([[[[[]]]]]) }),
        1 => Just(Block::result("same", "I am a result")),
        1 => "[a-z]{0,3}".prop_map(|data| {
            Block::Opaque { item: json!({"type": "redacted_thinking", "data": data}), origin: "p".into() }
        }),
        1 => "[a-z]{0,3}".prop_map(|thinking| Block::Thinking { thinking, signature: "s".into(), origin: String::new() }),
    ];
    let stop = prop_oneof![
        4 => Just(StopReason::EndTurn),
        4 => Just(StopReason::ToolUse),
        1 => Just(StopReason::MaxTokens),
        1 => Just(StopReason::Refusal),
        2 => Just(StopReason::Paused),
        1 => Just(StopReason::Other("odd".into())),
    ];
    // Short replies often have no call, so that pauses take effect.
    let blocks = prop_oneof![prop::collection::vec(block.clone(), 0..3), prop::collection::vec(block, 0..20)];
    (blocks, stop).prop_map(|(blocks, stop)| ModelReply { stop, ..reply(blocks) })
}

fn any_limits() -> impl Strategy<Value = LoopLimits> {
    (0..12_u32, 0..12_u32, 0..4_u32, 0..3_u32, 0..4_u32, 0..9_000_u64).prop_map(
        |(turns, calls, per_turn, repeats, barren, dollars)| LoopLimits {
            turns,
            calls,
            calls_per_turn: per_turn,
            repeats,
            barren_turns: barren,
            dollars: MicroUsd(dollars),
            time: Duration::from_secs(30),
            ..LoopLimits::default()
        },
    )
}

/// Checks the rules of providers: the next message answers every call by its id, in order; ids differ; roles alternate;
/// no message is empty; the first and the last message are the user's, unless the last one is a paused reply.
pub(super) fn well_formed(messages: &[Arc<Message>], last_stop: Option<&StopReason>) -> Result<(), String> {
    let mut known = BTreeSet::new();
    for pair in messages.windows(2) {
        if pair[0].role == pair[1].role {
            return Err("roles do not alternate".to_owned());
        }
        let (used, answered) = (uses(&pair[0]), results(&pair[1]));
        if used != answered {
            return Err(format!("{used:?} is answered by {answered:?}"));
        }
    }
    for message in messages {
        if message.blocks.is_empty() {
            return Err("an empty message".to_owned());
        }
        for block in &message.blocks {
            let fine = match block {
                Block::ToolUse { id, name, input } => {
                    let named =
                        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
                    known.insert(id.clone()) && !id.is_empty() && named && input.is_object()
                }
                Block::Text { text } => !text.trim().is_empty(),
                _ => true,
            };
            if !fine {
                return Err(format!("no provider takes {block:?}"));
            }
        }
    }
    let is_user = |message: Option<&Arc<Message>>| message.is_some_and(|message| message.role == Role::User);
    let continues = last_stop == Some(&StopReason::Paused);
    let ends = is_user(messages.first()) && (is_user(messages.last()) || continues);
    if ends { Ok(()) } else { Err("the first and the last message are the user's".to_owned()) }
}

fn uses(message: &Message) -> Vec<&str> {
    let id = |block: &'_ Block| matches!(block, Block::ToolUse { .. });
    let found = message.blocks.iter().filter(|block| id(block));
    found.filter_map(|block| if let Block::ToolUse { id, .. } = block { Some(id.as_str()) } else { None }).collect()
}

fn results(message: &Message) -> Vec<&str> {
    let of = |block: &'_ Block| matches!(block, Block::ToolResult { .. });
    let found = message.blocks.iter().filter(|block| of(block));
    found
        .filter_map(
            |block| if let Block::ToolResult { tool_use_id, .. } = block { Some(tool_use_id.as_str()) } else { None },
        )
        .collect()
}

/// The most that a request can cost, as a byte counting provider would have it.
fn most(request: &Request) -> MicroUsd {
    MicroUsd(serde_json::to_string(request).map_or(0, |text| text.len() as u64) / 4)
}

proptest! {
    #[test]
    fn a_run_ends_within_its_limits_for_any_reply_and_any_restart(
        replies in prop::collection::vec((any_reply(), 0..=100_u64), 14),
        limits in any_limits(),
        outcomes in prop::collection::vec((any::<bool>(), 0..9_u32, 0..500_u64), 64),
        seconds in 0..20_u64,
        mirrored in any::<bool>(),
    ) {
        let mut run = AgentRun::new(goal(), limits.clone());
        let mut elsewhere = run.clone();
        let mut replies = replies.into_iter();
        let mut answers = 0;
        let mut last_stop = None;
        for step in 0.. {
            prop_assert!(step < 100, "it does not end");
            let elapsed = Duration::from_secs(seconds * step / 2);
            // Another replica has only what was stored, and its tools answer in another order: it goes on in the same
            // way.
            elsewhere = serde_json::from_str(&serde_json::to_string(&elsewhere).unwrap()).unwrap();
            let action = run.next(elapsed, most);
            prop_assert_eq!(&elsewhere.next(elapsed, most), &action);
            prop_assert_eq!(&run.next(elapsed, most), &action, "asking twice changes nothing");
            match action {
                Action::CallModel(request) => {
                    prop_assert_eq!(well_formed(&request.messages, last_stop.as_ref()), Ok(()));
                    let (reply, share) = replies.next().expect("no more model calls than turns");
                    // A call costs at most what it can cost.
                    let cost = MicroUsd(most(&request).0 * share / 100);
                    run.model_replied(&reply, cost);
                    elsewhere.model_replied(&reply, cost);
                    last_stop = Some(reply.stop);
                }
                Action::CallTools(calls) => {
                    prop_assert!(calls.iter().all(|call| ["look", "store"].contains(&call.name.as_str())));
                    let mut left = limits.dollars.0.saturating_sub(run.spent().0);
                    let mut results = Vec::new();
                    for call in &calls {
                        let (is_error, words, cost) = outcomes[call.ordinal as usize % outcomes.len()];
                        // The ledger lets a tool spend what is left, and no more.
                        let cost = cost.min(left);
                        left -= cost;
                        answers += u32::from(call.name == "store");
                        let content = format!("{} says {words} things", call.name);
                        // One tool takes answers and notes.
                        let ends = call.name == "store" && words.is_multiple_of(2);
                        results.push(CallResult { ordinal: call.ordinal, content, is_error, ends, cost: MicroUsd(cost) });
                    }
                    run.tools_answered(&results);
                    if mirrored { results.reverse() } else { results.rotate_left(calls.len() / 2) }
                    elsewhere.tools_answered(&results);
                }
                Action::Done(_) => break,
            }
            prop_assert!(run.spent() <= limits.dollars, "{:?} of {:?}", run.spent(), limits.dollars);
        }
        prop_assert_eq!(&run, &elsewhere);
        prop_assert!(run.turns() <= limits.turns.max(1));
        prop_assert!(run.calls() <= limits.calls + answers);
    }
}
