use serde_json::{Value, json};

use super::*;

fn tools() -> Vec<Tool> {
    let tool = |name: &str| Tool { name: name.to_owned(), description: String::new(), input_schema: json!({}) };
    vec![tool("web_search"), tool("fetch_page"), tool("list_files")]
}

/// Returns the words, the thoughts and the calls of a text.
fn read_with(text: &str, offered: Offered<'_>) -> (String, String, Vec<(String, Value)>) {
    let (mut words, mut thoughts, mut calls) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts(tokens::without(text), offered) {
        match part {
            Part::Text(text) => words.push(text),
            Part::Thought(text) => thoughts.push(text.trim().to_owned()),
            Part::Call { name, arguments } => calls.push((name, arguments)),
        }
    }
    (words.join("|"), thoughts.join("|"), calls)
}

fn one_call(text: &str, offered: Offered<'_>) -> Value {
    let (words, _, calls) = read_with(text, offered);
    assert_eq!((words.as_str(), calls.len()), ("", 1), "{text}");
    assert_eq!(calls[0].0, "web_search", "{text}");
    calls[0].1.clone()
}

/// The formats of the models, each with one call and nothing else.
const MARKED: [(&str, &str); 46] = [
    ("Hermes", "<tool_call>\n{\"name\": \"web_search\", \"arguments\": {\"query\": \"a < b\"}}\n</tool_call>"),
    (
        "Hermes, closed twice",
        "<tool_call>{\"name\": \"web_search\", \"arguments\": {\"query\": \"a < b\"}}}\n</tool_call>",
    ),
    (
        "Kimi K3",
        "<|open|>tools<|sep|><|open|>call tool=\"web_search\" index=\"0\"<|sep|><|open|>argument key=\"query\" type=\"string\"<|sep|>a < b<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>",
    ),
    (
        "Kimi K3, with lost tokens",
        "<|open|>toolscall tool=\"web_search\" index=\"0\"<|sep|><|open|>argument key=\"query\" type=\"string\"<|sep|>a < b<|close|>argument<|sep|><|close|>call<|sep|>",
    ),
    ("Hermes, cut", "<tool_call>\n{\"name\": \"web_search\", \"arguments\": {\"query\": \"a < b\"}}"),
    (
        "Qwen Coder",
        "<tool_call>\n<function=web_search>\n<parameter=query>\na < b\n</parameter>\n</function>\n</tool_call>",
    ),
    (
        "Qwen Coder, without the outer mark",
        "<function=web_search>\n<parameter=query>\na < b\n</parameter>\n</function>\n</tool_call>",
    ),
    ("Llama", "<|python_tag|>{\"name\": \"web_search\", \"parameters\": {\"query\": \"a < b\"}}<|eom_id|>"),
    ("Llama, function", "<function=web_search>{\"query\": \"a < b\"}</function>"),
    ("Llama 4", "<|python_start|>[web_search(query=\"a < b\")]<|python_end|>"),
    ("Mistral", "[TOOL_CALLS] [{\"name\": \"web_search\", \"arguments\": {\"query\": \"a < b\"}}]"),
    ("Mistral 11", "[TOOL_CALLS]web_search[ARGS]{\"query\": \"a < b\"}"),
    ("Mistral with ids", "[TOOL_CALLS]web_search[CALL_ID]aB3dE6gH9[ARGS]{\"query\": \"a < b\"}</s>"),
    (
        "DeepSeek V3",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>web_search\n```json\n{\"query\": \"a < b\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    ),
    (
        "DeepSeek V3.1",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>web_search<｜tool▁sep｜>{\"query\": \"a < b\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>",
    ),
    (
        "DeepSeek V3.2",
        "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"web_search\">\n<｜DSML｜parameter name=\"query\" string=\"true\">a < b</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>",
    ),
    (
        "Kimi",
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.web_search:0<|tool_call_argument_begin|>{\"query\": \"a < b\"}<|tool_call_end|><|tool_calls_section_end|>",
    ),
    ("GLM", "<tool_call>web_search\n<arg_key>query</arg_key>\n<arg_value>a < b</arg_value>\n</tool_call>"),
    ("GLM on one line", "<tool_call>web_search<arg_key>query</arg_key><arg_value>a < b</arg_value></tool_call>"),
    (
        "MiniMax",
        "<minimax:tool_call>\n<invoke name=\"web_search\">\n<parameter name=\"query\">a < b</parameter>\n</invoke>\n</minimax:tool_call>",
    ),
    ("MiniMax M1", "<tool_calls>\n{\"name\": \"web_search\", \"arguments\": {\"query\": \"a < b\"}}\n</tool_calls>"),
    (
        "Claude",
        "<function_calls>\n<invoke name=\"web_search\">\n<parameter name=\"query\">a < b</parameter>\n</invoke>\n</function_calls>",
    ),
    (
        "ByteDance",
        "<seed:tool_call>\n<function=web_search>\n<parameter=query>a < b</parameter>\n</function>\n</seed:tool_call>",
    ),
    (
        "StepFun",
        "<steptml:invoke name=\"web_search\"><steptml:parameter name=\"query\">a < b</steptml:parameter></steptml:invoke>",
    ),
    ("xAI", "<xai:function_call name=\"web_search\"><parameter name=\"query\">a < b</parameter></xai:function_call>"),
    ("IBM", "<|tool_call|>[{\"name\": \"web_search\", \"arguments\": {\"query\": \"a < b\"}}]"),
    ("Phi", "functools[{\"name\": \"web_search\", \"arguments\": {\"query\": \"a < b\"}}]"),
    ("NVIDIA", "<TOOLCALL>[{\"name\": \"web_search\", \"arguments\": {\"query\": \"a < b\"}}]</TOOLCALL>"),
    (
        "Cohere",
        "<|START_ACTION|>[\n{\"tool_call_id\": \"0\", \"tool_name\": \"web_search\", \"parameters\": {\"query\": \"a < b\"}}\n]<|END_ACTION|>",
    ),
    (
        "InternLM",
        "<|action_start|><|plugin|>{\"name\": \"web_search\", \"parameters\": {\"query\": \"a < b\"}}<|action_end|>",
    ),
    ("Google", "<start_function_call>call:web_search{query:<escape>a < b<escape>}<end_function_call>"),
    ("Liquid", "<|tool_call_start|>[web_search(query='a < b')]<|tool_call_end|>"),
    ("Apertus", "<|tools_prefix|>[{\"web_search\": {\"query\": \"a < b\"}}]<|tools_suffix|>"),
    ("Llama, built in", "<|python_tag|>web_search.call(query=\"a < b\")<|eom_id|>"),
    (
        "Meituan",
        "<longcat_tool_call>web_search\n<longcat_arg_key>query</longcat_arg_key>\n<longcat_arg_value>a < b</longcat_arg_value>\n</longcat_tool_call>",
    ),
    (
        "Claude, with a tag per argument",
        "<function_calls>\n<invoke name=\"web_search\">\n<query>a < b</query>\n</invoke>\n</function_calls>",
    ),
    ("Google, newer", "<|tool_call>call:web_search{query:<|\"|>a < b<|\"|>}<tool_call|>"),
    ("Glaive", "<functioncall> {\"name\": \"web_search\", \"arguments\": {\"query\": \"a < b\"}} </functioncall>"),
    ("Ai2", "<function_calls>\nweb_search(query=\"a < b\")\n</function_calls>"),
    ("arguments beside the name", "<tool_call>{\"name\": \"web_search\", \"query\": \"a < b\"}</tool_call>"),
    (
        "the name in a tag, arguments in tags",
        "<tool_call>\n<tool_name>web_search</tool_name>\n<parameters>\n<query>a < b</query>\n</parameters>\n</tool_call>",
    ),
    (
        "the name in a tag, JSON in a tag",
        "<tool_use>\n<name>web_search</name>\n<input>{\"query\": \"a < b\"}</input>\n</tool_use>",
    ),
    ("the name as a word, arguments in tags", "<tool_call>web_search\n<query>a < b</query>\n</tool_call>"),
    (
        "MiniMax, with references and a token",
        "[e~[\n<minimax:tool_call>\n<invoke name=\"web_search\">\n<parameter name=\"query\">a &lt; b</parameter>\n</invoke>\n</minimax:tool_call>",
    ),
    (
        "Qwen, with its token",
        "<tool_call>\n{\"name\": \"web_search\", \"arguments\": {\"query\": \"a < b\"}}\n</tool_call><|im_end|>",
    ),
    (
        "OpenAI",
        "<|channel|>commentary to=functions.web_search <|constrain|>json<|message|>{\"query\": \"a < b\"}<|call|>",
    ),
];

/// Calls without marks, which count only for an offered tool.
const UNMARKED: [&str; 11] = [
    "{\"name\": \"web_search\", \"parameters\": {\"query\": \"a < b\"}}",
    "```json\n{\"name\": \"web_search\", \"arguments\": {\"query\": \"a < b\"}}\n```",
    "{\"tool_calls\": [{\"id\": \"c\", \"type\": \"function\", \"function\": {\"name\": \"web_search\", \"arguments\": \"{\\\"query\\\": \\\"a < b\\\"}\"}}]}",
    "```tool_code\nprint(default_api.web_search(query=\"a < b\"))\n```",
    "[web_search(query=\"a < b\")]",
    "web_search(query='a < b')",
    "<web_search>\n<query>a < b</query>\n</web_search>",
    "<tools>\n{\"name\": \"web_search\", \"arguments\": {\"query\": \"a < b\"}}\n</tools>",
    "<tool_code>\nprint(default_api.web_search(query=\"a < b\"))\n</tool_code>",
    "Action: web_search\nAction Input: {\"query\": \"a < b\"}\nObservation",
    "{\"name\": \"web_search\", \"arguments\": {\"query\": \"a < b\"}}\n</tool_call>",
];

#[test]
fn every_format_of_a_call_is_read() {
    let tools = tools();
    for (model, text) in MARKED {
        for offered in [Offered::Tools(&tools), Offered::Unknown] {
            assert_eq!(one_call(text, offered), json!({"query": "a < b"}), "{model}");
        }
    }
    for text in UNMARKED {
        assert_eq!(one_call(text, Offered::Tools(&tools)), json!({"query": "a < b"}), "{text}");
        assert!(read_with(text, Offered::Unknown).2.is_empty(), "{text}");
    }
}

#[test]
fn several_calls_keep_their_order_and_words_stay_beside_them() {
    let tools = tools();
    let offered = Offered::Tools(&tools);
    let two = "I will look.\n<minimax:tool_call>\n<invoke name=\"fetch_page\">\n<parameter name=\"url\">https://port.example/?a=1&b=2</parameter>\n\
               <parameter name=\"max\">40</parameter>\n</invoke>\n<invoke name=\"list_files\">\n</invoke>\n</minimax:tool_call>";
    let (words, _, calls) = read_with(two, offered);
    assert_eq!(words, "I will look.");
    let fetch = json!({"url": "https://port.example/?a=1&b=2", "max": "40"});
    assert_eq!(calls, [("fetch_page".to_owned(), fetch), ("list_files".to_owned(), json!({}))]);
    let apart = "<tool_call>{\"name\": \"list_files\"}</tool_call>\n<tool_call>list_files</tool_call>\nBoth are done.";
    let (words, _, calls) = read_with(apart, offered);
    assert_eq!((words.as_str(), calls.len()), ("Both are done.", 2));
    let closed = "<start_function_call>call:list_files{}<end_function_call>Let me check that for you.";
    let (words, _, calls) = read_with(closed, offered);
    assert_eq!((words.as_str(), calls.len()), ("Let me check that for you.", 1));
    let between = "Sure.\n<tool_call>{\"name\": \"list_files\"}</tool_call>\nNow the page.\n<tool_call>{\"name\": \"fetch_page\"}</tool_call>\nDone.";
    let (words, _, calls) = read_with(between, offered);
    assert_eq!(words, "Sure.|Now the page.|Done.");
    assert_eq!(calls.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["list_files", "fetch_page"]);
    let listed = "[web_search(query=\"a\"), list_files()]\nI have asked for both.";
    let (words, _, calls) = read_with(listed, offered);
    assert_eq!((words.as_str(), calls.len()), ("I have asked for both.", 2));
    let rows = "{\"name\": \"list_files\"}\n{\"name\": \"web_search\", \"arguments\": {\"query\": 1}}";
    assert_eq!(read_with(rows, offered).2.len(), 2, "one after the other, the first without arguments");
    let invented =
        "<tool_call>{\"name\": \"list_files\", \"arguments\": {}}</tool_call>\n<tool_response>\nnone\n</tool_response>";
    assert_eq!(read_with(invented, offered).0, "", "a result that the model invented is dropped");
    let fenced = "Next:\n```json\n[{\"name\": \"list_files\", \"arguments\": {}}, {\"name\": \"web_search\", \"arguments\": {\"query\": 1}}]\n```";
    let (words, _, calls) = read_with(fenced, offered);
    assert_eq!((words.as_str(), calls.len()), ("Next:", 2));
}

#[test]
fn a_call_that_lost_all_marks_of_its_format_is_read() {
    for text in [
        "commentary to=functions.web_search json{\"query\": \"a < b\"}",
        "assistantcommentary to=functions.web_search{\"query\": \"a < b\"}",
    ] {
        assert_eq!(one_call(text, Offered::Unknown), json!({"query": "a < b"}), "{text}");
    }
    let mention = "commentary to=functions is a header of that format.";
    assert_eq!(read_with(mention, Offered::Unknown).0, mention);
}

#[test]
fn broken_arguments_are_repaired() {
    let tools = tools();
    for text in [
        "<tool_call>\n{\"name\": \"web_search\", \"arguments\": {\"query\": \"x\"}\n</tool_call>",
        "<tool_call>\n{'name': 'web_search', 'arguments': {'query': 'x',}}\n</tool_call>",
        "<tool_call>\n{\"name\": \"web_search\", \"arguments\": \"{\\\"query\\\": \\\"x\\\"}\"}\n</tool_call>",
    ] {
        assert_eq!(one_call(text, Offered::Tools(&tools)), json!({"query": "x"}), "{text}");
    }
}

#[test]
fn names_lose_what_some_models_add() {
    let tools = tools();
    let offered = Offered::Tools(&tools);
    for name in [
        "functions.web_search:3",
        "default_api:web_search",
        "web_search<|channel|>commentary",
        "Web_Search",
        "ns.web_search",
    ] {
        assert_eq!(offered.tool(name).as_deref(), Some("web_search"), "{name}");
    }
    assert_eq!(offered.tool("web_searches"), None);
}

/// Mentions, examples, calls of tools that were not offered, and JSON that is something else.
#[test]
fn what_is_no_call_stays_text() {
    let tools = tools();
    for text in [
        "Some servers leak `<minimax:tool_call>` into the text.",
        "The marker <tool_call> begins a call.",
        "Write <tool_call>{\"name\": \"web_search\", \"arguments\": {}}</tool_call> to search, as its manual says.",
        "An example:\n```\n<tool_call>{\"name\": \"web_search\", \"arguments\": {}}</tool_call>\n```\nThat is all.",
        "He wrote \"<function=web_search>{}</function>\".",
        "<tool_call>{\"name\": \"delete_all\", \"arguments\": {}}</tool_call>",
        "{\"name\": \"Sundvik Ports\", \"arguments\": {\"for\": 1}}",
        "{\"name\": \"web_search\", \"status\": \"a company\", \"arguments\": {}}",
        "{\"findings\": [{\"name\": \"web_search\"}]}",
        "See [web_search](https://port.example) for more.",
        "a <b>bold</b> word, x<y and [1] [2]",
        "The file has <tools>\n<tool>saw</tool>\n</tools> in it.",
        "<article>\n<p>Sundvik</p>\n</article>",
        "<|channel|>commentary to=browser.open<|message|>{\"id\": 1}<|call|>",
    ] {
        let (words, thoughts, calls) = read_with(text, Offered::Tools(&tools));
        assert_eq!((thoughts.as_str(), calls.len()), ("", 0), "{text}");
        assert!(words == text || words.starts_with("<|channel|>"), "{text}");
        assert_eq!(read_with(text, Offered::Tools(&[])).2, [], "no tools, no calls: {text}");
    }
    for (_, text) in MARKED {
        assert!(read_with(text, Offered::Tools(&[])).2.is_empty(), "{text}");
        assert!(holds_call_marks(text), "{text}");
    }
    assert!(!holds_call_marks("Some servers leak `<tool_call>` into the text; a < b."));
}

#[test]
fn thoughts_are_separated_whatever_their_marks() {
    for text in [
        "<think>\nhm\n</think>\n\nyes",
        "hm\n</think>\n\nyes",
        "<thinking>hm</thinking>yes",
        "<Think>hm</think>\n<answer>yes</answer>",
        "<thought>hm</thought>\nyes",
        "<|channel>thought\nhm<channel|>yes",
        "yes\n<think>hm</think>",
        "\u{25c1}think\u{25b7}hm\u{25c1}/think\u{25b7}yes",
        "hm\u{25c1}/think\u{25b7}yes",
        "[THINK]hm[/THINK]yes",
        "<|START_THINKING|>hm<|END_THINKING|><|START_RESPONSE|>yes<|END_RESPONSE|>",
        "<seed:think>hm</seed:think>yes",
        "<reasoning>hm</reasoning>\nyes",
        "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>yes<|return|>",
        "<|start|>assistant<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>yes",
        "analysishmassistantfinalyes",
        "<think>hm</think>yes<|im_end|>",
    ] {
        let (words, thoughts, calls) = read_with(text, Offered::Unknown);
        assert_eq!((words.as_str(), thoughts.as_str(), calls.len()), ("yes", "hm", 0), "{text}");
    }
    assert_eq!(read_with("<think>hm", Offered::Unknown), (String::new(), "hm".into(), Vec::new()));
    assert_eq!(read_with("<think></think>\n\n{\"a\": 1}", Offered::Unknown).0, "{\"a\": 1}");
    let again = read_with("<think>a <think>b</think> c</think>yes", Offered::Unknown);
    assert_eq!((again.0.as_str(), again.1.as_str()), ("yes", "a <think>b|c"));
    for mention in [
        "The mark `</think>` ends a thought.",
        "`<think>x</think>`",
        "The mark </think> ends it.",
        "analysis of <b>x</b>",
    ] {
        assert_eq!(read_with(mention, Offered::Unknown).0, mention);
    }
}

#[test]
fn a_call_after_a_thought_or_at_its_end_is_read() {
    let tools = tools();
    let thinking =
        |text: &str| Block::Thinking { thinking: text.into(), signature: String::new(), origin: String::new() };
    let reply = |blocks: Vec<Block>| ModelReply {
        blocks,
        stop: StopReason::EndTurn,
        usage: crate::Usage::default(),
        model: String::new(),
        id: String::new(),
    };
    let call = "<tool_call>\n{\"name\": \"list_files\", \"arguments\": {}}\n</tool_call>";
    for blocks in [
        vec![Block::text(format!("<think>hm</think>\n{call}"))],
        vec![Block::text(format!("<think>hm\n{call}"))],
        vec![thinking(&format!("hm\n{call}"))],
    ] {
        let read = read(reply(blocks), Offered::Tools(&tools), "content");
        assert_eq!((read.tool_uses().count(), &read.stop), (1, &StopReason::ToolUse), "{read:?}");
    }
    let sent = Block::ToolUse { id: "x".into(), name: "list_files".into(), input: json!({}) };
    let twice = read(reply(vec![Block::text(call), sent]), Offered::Tools(&tools), "content");
    assert_eq!(twice.tool_uses().map(|(id, ..)| id).collect::<Vec<_>>(), ["x"], "the text repeats the call");
    let answered = vec![thinking(&format!("hm\n{call}")), Block::text("yes")];
    assert_eq!(read(reply(answered), Offered::Tools(&tools), "").tool_uses().count(), 0, "an answer follows");
}

#[test]
fn hostile_text_takes_linear_time_and_no_panic() {
    let tools = tools();
    for piece in [
        "<tool_call>",
        "[TOOL_CALLS]",
        "<function=a>",
        "```",
        "{\"name\":",
        "<think>",
        "<｜",
        "`<tool_call>`",
        "a(",
        "<|channel|>",
        "<tool_call>{\"name\": \"list_files\", \"arguments\": {}}</tool_call>\nwords\n",
    ] {
        let text = piece.repeat(20_000);
        let _ = read_with(&text, Offered::Tools(&tools));
        let _ = holds_call_marks(&text);
    }
}
