use super::*;

const CHILD: &str = "549300O897ZC5H7CY412";
const PARENT: &str = "549300OWK6ZGNYP4G142";
const SIBLING: &str = "5299001ERX0K10IZUL40";

fn schema_of_owners() -> Value {
    json!({
        "type": "object",
        "required": ["client_name", "owners", "exceptions", "shares", "search_quality"],
        "properties": {
            "client_name": {"type": "string"},
            "owners": {"type": "array", "items": {"$ref": "#/$defs/owner"}},
            "exceptions": {"type": "array", "items": {"type": "object", "required": ["lei", "reason"], "properties": {
                "lei": {"type": "string"}, "reason": {"type": "string"}}}},
            "shares": {"type": ["number", "null"]},
            "founded": {"type": "string"},
            "open_points": {"type": "array", "items": {"type": "string"}},
            "entities": {"type": "array", "items": {"type": "object", "properties": {
                "lei": {"type": "string"}, "role": {"type": "string"}}}},
            "search_quality": {"enum": ["HIGH", "MEDIUM", "LOW"], "type": "string"},
        },
        "$defs": {"owner": {"type": "object", "required": ["name", "lei", "role", "source"], "properties": {
            "name": {"type": "string"}, "lei": {"type": "string"}, "source": {"type": "string"},
            "role": {"type": "string", "enum": ["direct_parent", "ultimate_parent", "unknown"]}}}},
    })
}

/// GLEIF's data as the tools return it.
fn result(tool: &str, input: &Value) -> Value {
    let record =
        |lei: &str, name: &str| json!({"lei": lei, "legalName": name, "entityStatus": "ACTIVE", "category": "GENERAL"});
    match (tool, input["lei"].as_str()) {
        ("lookup_lei", _) => json!({"found": true, "records": [record(CHILD, "Nordic LEI")]}),
        ("lei_relationships", Some(CHILD)) => {
            json!({"lei": CHILD, "parents": [{"level": "direct", "record": record(PARENT, "La Gare")}],
            "exceptions": [], "children": []})
        }
        ("lei_relationships", _) => json!({"lei": input["lei"], "parents": [],
            "exceptions": [{"level": "ultimate", "reason": "NATURAL_PERSONS"}],
            "childrenTotal": 9, "children": [record(CHILD, "Nordic LEI"), record(SIBLING, "Another")]}),
        _ => json!({"results": []}),
    }
}

/// Plays the loop until its answer and returns the calls and the answer.
fn play(parameters: &Value, tools: &[&str]) -> (Vec<String>, Value) {
    let tools: Vec<Value> = tools.iter().map(|name| json!({"name": name})).collect();
    let task = json!({"macro": "ubo", "parameters": parameters});
    let text = format!("Find the owners.\n\n```json\n{task}\n```\n");
    let mut messages = vec![json!({"role": "user", "content": [{"type": "text", "text": text}]})];
    let mut calls = Vec::new();
    for turn in 0..10 {
        let reply = next(&messages, &tools, &schema_of_owners());
        if reply.calls.is_empty() {
            return (calls, serde_json::from_str(&reply.text).unwrap());
        }
        let (mut uses, mut results) = (Vec::new(), Vec::new());
        for (n, call) in reply.calls.iter().enumerate() {
            let id = format!("t{turn}-{n}");
            uses.push(json!({"type": "tool_use", "id": id, "name": call.name, "input": call.input}));
            let content = result(&call.name, &call.input).to_string();
            results.push(json!({"type": "tool_result", "tool_use_id": id, "content": content}));
            calls.push(format!("{} {}", call.name, call.input));
        }
        messages.push(json!({"role": "assistant", "content": uses}));
        messages.push(json!({"role": "user", "content": results}));
    }
    panic!("it does not end: {calls:?}");
}

#[test]
fn the_chain_of_parents_is_followed_and_the_answer_holds_only_what_was_found() {
    let (calls, answer) = play(&json!({"lei": CHILD}), &["lookup_lei", "lei_relationships"]);
    assert_eq!(calls.len(), 3, "{calls:?}");
    let owner = json!({"name": "La Gare", "lei": PARENT, "role": "direct_parent",
        "source": format!("https://search.gleif.org/#/record/{PARENT}")});
    assert_eq!(answer["owners"], json!([owner]));
    assert_eq!(answer["exceptions"], json!([{"lei": PARENT, "reason": "NATURAL_PERSONS"}]));
    let below = json!([{"lei": CHILD, "role": "subsidiary"}, {"lei": SIBLING, "role": "subsidiary"}]);
    assert_eq!(answer["entities"], below, "the group has the children of the parent, each once");
    let unlisted = "GLEIF reports 9 direct children of La Gare; 2 were listed.";
    assert_eq!(answer["open_points"][1], unlisted, "what is missing is stated");
    assert_eq!(answer["shares"], Value::Null, "no tool returned a share");
    assert!(answer.get("founded").is_none());
}

#[test]
fn without_a_matching_record_nothing_is_made_up() {
    let (_, answer) = play(&json!({"client_name": "Nobody and Sons"}), &["web_search"]);
    assert_eq!((answer["owners"].clone(), answer["search_quality"].clone()), (json!([]), json!("LOW")));
    assert_eq!(answer["exceptions"], json!([]));
}

#[test]
fn one_of_three_first_answers_is_invalid_and_the_correction_is_valid() {
    let parameters = (0..3).map(|n| json!({"client_name": format!("Firm {n}")})).find(|parameters| {
        let (_, answer) = play(parameters, &[]);
        answer.get("client_name").is_none()
    });
    let task = json!({"parameters": parameters.expect("one of three")});
    let text = format!("Do it.\n```json\n{task}\n```\n");
    let correction = format!("This was your answer, and {CORRECTION}.");
    let messages =
        [json!({"role": "user", "content": [{"type": "text", "text": text}, {"type": "text", "text": correction}]})];
    let reply = next(&messages, &[json!({"name": "web_search"})], &schema_of_owners());
    assert!(reply.calls.is_empty() && reply.text.contains("client_name"), "{reply:?}");
}

#[test]
fn the_schema_is_the_first_value_after_its_name() {
    let text = format!("Rules.\n\n{SCHEMA}owners`:\n{{\"type\": \"object\"}}\nMore.");
    assert_eq!(schema([text.as_str()].into_iter()), Some(json!({"type": "object"})));
    assert_eq!(schema(["You research."].into_iter()), None);
}
