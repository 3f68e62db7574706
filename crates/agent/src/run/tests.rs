use llm::{Role, Usage};
use serde_json::{Value, json};

use super::*;

mod any;

pub(super) fn goal() -> Goal {
    let tool = |name: &str| llm::Tool {
        name: name.into(),
        description: String::new(),
        input_schema: json!({"type": "object"}),
    };
    Goal {
        system: "system".into(),
        task: "task".into(),
        tools: Arc::new([tool("look"), tool("store")]),
        answer_tool: Some("store".into()),
        max_tokens: 1000,
    }
}

pub(super) fn reply(blocks: Vec<Block>) -> ModelReply {
    ModelReply { blocks, stop: StopReason::EndTurn, usage: Usage::default(), model: "m".into(), id: "r".into() }
}

pub(super) fn call(name: &str, input: Value) -> Block {
    Block::ToolUse { id: format!("id-{name}"), name: name.into(), input }
}

fn ok(ordinal: u32, content: &str) -> CallResult {
    CallResult { ordinal, content: content.into(), ..CallResult::default() }
}

/// Returns the result of an accepted answer.
fn answered(ordinal: u32) -> CallResult {
    CallResult { ends: true, ..ok(ordinal, "stored") }
}

fn next(run: &mut AgentRun) -> Action {
    run.next(Duration::ZERO, |_| MicroUsd::ZERO)
}

/// Runs a model's rule against a tool's until the run ends; returns the executed calls.
fn play(
    run: &mut AgentRun,
    mut model: impl FnMut(u32) -> ModelReply,
    tool: impl Fn(&ToolCall) -> String,
) -> (Vec<ToolCall>, Ending) {
    let mut executed = Vec::new();
    for _ in 0..200 {
        match next(run) {
            Action::CallModel(_) => run.model_replied(&model(run.turns()), MicroUsd(1)),
            Action::CallTools(calls) => {
                let result =
                    |call: &ToolCall| CallResult { ends: call.name == "store", ..ok(call.ordinal, &tool(call)) };
                let results: Vec<CallResult> = calls.iter().map(result).collect();
                executed.extend(calls);
                run.tools_answered(&results);
            }
            Action::Done(ending) => return (executed, ending),
        }
    }
    panic!("it does not end");
}

#[test]
fn a_tool_that_is_declared_later_is_in_the_next_request_once() {
    let names = |run: &mut AgentRun| {
        let Action::CallModel(request) = next(run) else { panic!("the model first") };
        request.tools.iter().map(|tool| tool.name.clone()).collect::<Vec<_>>()
    };
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    assert_eq!(names(&mut run), ["look", "store"]);
    let part = llm::Tool { name: "part".into(), ..goal().tools[0].clone() };
    run.declare(&part);
    run.declare(&part);
    assert_eq!(names(&mut run), ["look", "store", "part"]);
}

#[test]
fn a_successful_answer_ends_the_run() {
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    run.model_replied(&reply(vec![call("look", json!({"q": 1})), call("look", json!({"q": 2}))]), MicroUsd(5));
    let Action::CallTools(calls) = next(&mut run) else { panic!("tools first") };
    assert_eq!(calls.len(), 2, "both calls of the turn");
    run.tools_answered(&[ok(1, "two"), CallResult { cost: MicroUsd(3), ..ok(0, "one") }]);
    let blocks = &run.messages().last().unwrap().blocks;
    assert!(matches!(&blocks[0], Block::ToolResult { content, .. } if content == "one"), "results stand in call order");
    run.model_replied(&reply(vec![Block::text("done"), call("store", json!({}))]), MicroUsd(7));
    run.tools_answered(&[answered(2)]);
    assert_eq!(next(&mut run), Action::Done(Ending::Complete { text: "done".into() }));
    assert_eq!((run.turns(), run.calls(), run.spent()), (2, 3, MicroUsd(15)), "tools' own money counts");
}

#[test]
fn a_tool_may_end_the_run_and_a_failed_answer_does_not() {
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    run.model_replied(&reply(vec![call("store", json!({"bad": 1}))]), MicroUsd(1));
    run.tools_answered(&[CallResult { is_error: true, ..answered(0) }]);
    assert!(matches!(next(&mut run), Action::CallModel(_)));
    run.model_replied(&reply(vec![call("look", json!({}))]), MicroUsd(1));
    run.tools_answered(&[CallResult { ends: true, ..ok(1, "given up") }]);
    assert_eq!(next(&mut run), Action::Done(Ending::Complete { text: String::new() }));
}

#[test]
fn a_call_of_the_answer_tool_without_an_answer_does_not_end_the_run() {
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    run.model_replied(&reply(vec![call("store", json!({"note": "Mara runs the shop."}))]), MicroUsd(1));
    run.tools_answered(&[ok(0, "noted the first")]);
    assert!(matches!(next(&mut run), Action::CallModel(_)), "a note alone");
    run.model_replied(
        &reply(vec![
            call("look", json!({"q": 1})),
            call("store", json!({"note": "Prices of storage and water are due."})),
        ]),
        MicroUsd(1),
    );
    run.tools_answered(&[ok(1, "found one"), ok(2, "noted the second")]);
    assert!(matches!(next(&mut run), Action::CallModel(_)), "a note beside another call");
    run.model_replied(
        &reply(vec![call("store", json!({"text": "nine"})), call("store", json!({"summary": []}))]),
        MicroUsd(1),
    );
    run.tools_answered(&[ok(3, "noted the third"), answered(4)]);
    assert_eq!(next(&mut run), Action::Done(Ending::Complete { text: String::new() }), "a note beside the answer");
}

#[test]
fn a_hard_stop_leaves_only_the_answer_and_names_the_limit() {
    let limits = LoopLimits { time: Duration::from_secs(10), ..LoopLimits::default() };
    let mut run = AgentRun::new(goal(), limits);
    let late = Duration::from_secs(11);
    let Action::CallModel(request) = run.next(late, |_| MicroUsd::ZERO) else { panic!() };
    assert_eq!(request.tool_choice, ToolChoice::Tool("store".into()));
    assert!(format!("{:?}", request.messages).contains("the limit of 10 s was reached"));
    run.model_replied(&reply(vec![call("look", json!({})), call("store", json!({}))]), MicroUsd(1));
    let Action::CallTools(calls) = next(&mut run) else { panic!() };
    assert_eq!(calls.iter().map(|call| call.name.as_str()).collect::<Vec<_>>(), ["store"], "other calls are dropped");
    run.tools_answered(&[answered(calls[0].ordinal)]);
    let stop = Stop::Time { seconds: 10 };
    assert_eq!(next(&mut run), Action::Done(Ending::Stopped { stop, text: String::new() }));
}

#[test]
fn the_same_call_is_refused_and_then_ends_the_run() {
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    let (executed, ending) =
        play(&mut run, |_| reply(vec![call("look", json!({"q": "same"}))]), |call| format!("fresh {}", call.ordinal));
    assert_eq!(executed.len(), 2);
    assert!(matches!(ending, Ending::Stopped { stop: Stop::Repeats { .. }, .. }), "{ending:?}");
    assert!(run.turns() <= 5, "{} turns", run.turns());
}

#[test]
fn two_calls_in_turn_with_ever_other_words_and_ever_fresh_results_end_too() {
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    let words = ["the price of the zebra coin", "price of the ZEBRA coin?", "coin zebra: the price of"];
    let ask = |turn: u32| {
        let n = (turn / 2) as usize % words.len();
        let what = if turn.is_multiple_of(2) { "now today" } else { "holders and owners" };
        reply(vec![call("look", json!({"query": format!("{} {what}", words[n])}))])
    };
    let (executed, ending) = play(&mut run, ask, |call| format!("fresh result number {}", call.ordinal));
    assert!(matches!(ending, Ending::Stopped { stop: Stop::Repeats { .. }, .. }), "{ending:?}");
    assert!(executed.len() <= 6, "{executed:?}");
}

#[test]
fn turns_without_news_end_the_run_although_every_call_is_new() {
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    let ask =
        |turn: u32| reply(vec![call("look", json!({"query": format!("question {turn} about thing {}", turn * 7)}))]);
    let (_, ending) = play(&mut run, ask, |_| r#"{"results": [], "provider": "searxng"}"#.to_owned());
    assert!(matches!(ending, Ending::Stopped { stop: Stop::Barren { turns: 4 }, .. }), "{ending:?}");
}

#[test]
fn reading_consecutive_parts_is_not_a_repetition() {
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    let ask = |turn: u32| match turn {
        0..20 => reply(vec![call("look", json!({"reference": "r1", "offset": turn * 1000}))]),
        _ => reply(vec![call("store", json!({}))]),
    };
    let (executed, ending) = play(&mut run, ask, |call| format!("part {} of a long text", call.ordinal));
    assert_eq!((executed.len(), ending), (21, Ending::Complete { text: String::new() }));
}

#[test]
fn a_call_that_could_exceed_the_dollars_is_not_asked_for() {
    let limits = LoopLimits { dollars: MicroUsd(100), ..LoopLimits::default() };
    let mut run = AgentRun::new(goal(), limits.clone());
    run.model_replied(&reply(vec![call("look", json!({}))]), MicroUsd(50));
    run.tools_answered(&[ok(0, "something")]);
    // Budget for one call and none for a final answer after it: the final answer is requested.
    let Action::CallModel(request) = run.next(Duration::ZERO, |_| MicroUsd(30)) else { panic!() };
    assert_eq!(request.tool_choice, ToolChoice::Tool("store".into()));
    // Budget for no call: the run ends.
    let over = run.next(Duration::ZERO, |_| MicroUsd(51));
    assert_eq!(
        over,
        Action::Done(Ending::Stopped { stop: Stop::Dollars { limit: MicroUsd(100) }, text: String::new() })
    );
}

#[test]
fn no_money_ends_the_run_at_once() {
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    run.model_denied("the tenant's day is spent");
    assert!(matches!(next(&mut run), Action::Done(Ending::Stopped { stop: Stop::Unpaid { .. }, .. })));
}

#[test]
fn text_instead_of_the_answer_tool_causes_one_reminder() {
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    let (_, ending) = play(&mut run, |_| reply(vec![Block::text("I am done.")]), |_| String::new());
    assert_eq!((run.turns(), ending), (2, Ending::Complete { text: "I am done.".into() }));
    assert!(format!("{:?}", run.messages()).contains("Call `store`"));
}

#[test]
fn a_long_result_is_cut_and_marked() {
    let limits = LoopLimits { result_chars: 4, ..LoopLimits::default() };
    let mut run = AgentRun::new(goal(), limits);
    run.model_replied(&reply(vec![call("look", json!({}))]), MicroUsd(1));
    run.tools_answered(&[ok(0, "äöüßabc")]);
    assert!(format!("{:?}", run.messages()).contains("äöüß\\n[cut"));
}

#[test]
fn replies_that_providers_would_refuse_are_sanitised() {
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    let evil = vec![
        Block::text("x".repeat(1_000_000)),
        Block::ToolUse { id: "same".into(), name: "look".into(), input: json!({"q": 1}) },
        Block::ToolUse { id: "same".into(), name: "löök 💣".into(), input: Value::Null },
        Block::ToolUse { id: String::new(), name: "look".into(), input: json!("{broken") },
        Block::ToolUse { id: "big".into(), name: "look".into(), input: json!({"q": "y".repeat(1_000_000)}) },
    ];
    run.model_replied(&reply(evil), MicroUsd(1));
    let Action::CallTools(calls) = next(&mut run) else { panic!() };
    assert_eq!(calls.iter().map(|call| &call.input).collect::<Vec<_>>(), [&json!({"q": 1}), &json!("{broken")]);
    run.tools_answered(&[ok(0, "one")]);
    any::well_formed(run.messages(), None).unwrap();
    let size = serde_json::to_string(run.messages()).unwrap().len();
    assert!(size < 30_000, "{size} bytes of conversation");
}

#[test]
fn items_of_the_provider_are_kept_up_to_a_size() {
    let item = |bytes: usize| Block::Opaque { item: json!({"data": "x".repeat(bytes)}), origin: "p".into() };
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    let sent = vec![item(200 * 1024), item(300 * 1024), call("look", json!({}))];
    run.model_replied(&reply(sent.clone()), MicroUsd(1));
    let kept = &run.messages().last().unwrap().blocks;
    assert_eq!((kept.len(), &kept[0]), (2, &sent[0]));
    assert!(matches!(&kept[1], Block::ToolUse { .. }), "the long item is dropped, the call stays");
}

#[test]
fn a_call_after_a_pause_joins_the_paused_reply() {
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    run.model_replied(&ModelReply { stop: StopReason::Paused, ..reply(vec![Block::text("so far")]) }, MicroUsd(1));
    run.model_replied(&reply(vec![call("look", json!({}))]), MicroUsd(1));
    run.tools_answered(&[ok(0, "one")]);
    any::well_formed(run.messages(), None).unwrap();
    assert_eq!(run.messages()[1].blocks.len(), 2);
}

#[test]
fn roles_classify_page_parts() {
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    run.model_replied(&reply(vec![Block::text("  ")]), MicroUsd(1));
    assert_eq!(run.messages().len(), 1, "an empty turn is not kept, the reminder joins the user's message");
    assert_eq!(run.messages()[0].role, Role::User);
}

#[test]
fn a_paused_reply_is_continued_and_counts_as_a_turn() {
    let mut run = AgentRun::new(goal(), LoopLimits { turns: 3, ..LoopLimits::default() });
    let item = json!({"type": "server_tool_use", "id": "s1"});
    let blocks = vec![Block::Opaque { item, origin: "p".into() }, Block::text("so far")];
    run.model_replied(&ModelReply { stop: StopReason::Paused, ..reply(blocks.clone()) }, MicroUsd(1));
    let Action::CallModel(request) = next(&mut run) else { panic!("it goes on") };
    let last = request.messages.last().unwrap();
    assert_eq!((last.role, &last.blocks), (Role::Assistant, &blocks), "the reply is sent back unchanged");
    assert_eq!((run.turns(), run.spent()), (1, MicroUsd(1)));
    run.model_replied(&ModelReply { stop: StopReason::Paused, ..reply(blocks) }, MicroUsd(1));
    let roles: Vec<Role> = run.messages().iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::User, Role::Assistant], "the second part joins the first");
    let Action::CallModel(request) = next(&mut run) else { panic!("one last answer") };
    assert_eq!(request.tool_choice, ToolChoice::Tool("store".into()), "pauses end at the limit of turns");
}

#[test]
fn a_call_that_stays_text_is_never_the_answer() {
    let text = "<tool_call>{\"name\": \"no_such_tool\", \"arguments\": {}}</tool_call>";
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    let (executed, ending) = play(&mut run, |_| reply(vec![Block::text(text)]), |_| String::new());
    assert!(executed.is_empty());
    let Ending::Stopped { text, .. } = ending else { panic!("it is no answer") };
    assert_eq!(text, "");
    let mut run = AgentRun::new(goal(), LoopLimits::default());
    let mention = || reply(vec![Block::text("A server that writes `<tool_call>` into the text has lost its parser.")]);
    let (_, ending) = play(&mut run, |_| mention(), |_| String::new());
    assert!(matches!(ending, Ending::Complete { .. }), "a mention is an answer");
}
