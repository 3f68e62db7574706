use super::*;

fn tools() -> Vec<Value> {
    ["web_search", "fetch_page", "store_research_results"].iter().map(|name| json!({"name": name})).collect()
}

fn user(task: &Value) -> Value {
    json!({"role": "user", "content": [{"type": "text", "text": format!("Do it.\n```json\n{task}\n```\n")}]})
}

/// Runs the loop with prepared results per tool, answering the calls of every turn.
fn play(task: &Value, result: impl Fn(&str, &Value) -> Value) -> Vec<RuleReply> {
    let mut messages = vec![user(task)];
    let mut turns = Vec::new();
    for turn in 0..10 {
        let reply = next(&messages, &tools());
        let id = |n: usize| format!("t{turn}-{n}");
        let uses = reply
            .calls
            .iter()
            .enumerate()
            .map(|(n, call)| json!({"type": "tool_use", "id": id(n), "name": call.name, "input": call.input}));
        messages.push(json!({"role": "assistant", "content": uses.collect::<Vec<_>>()}));
        let results = reply.calls.iter().enumerate().map(|(n, call)| {
            json!({"type": "tool_result", "tool_use_id": id(n), "content": result(&call.name, &call.input).to_string()})
        });
        messages.push(json!({"role": "user", "content": results.collect::<Vec<_>>()}));
        let done = reply.calls.is_empty();
        turns.push(reply);
        if done {
            return turns;
        }
    }
    panic!("it does not end: {turns:#?}");
}

fn names(reply: &RuleReply) -> Vec<&str> {
    reply.calls.iter().map(|call| call.name.as_str()).collect()
}

#[test]
fn a_question_takes_three_turns_and_cites_only_tool_results() {
    let task =
        json!({"question": "Will the central bank cut its rate?", "entity": null, "mint": null, "maxSources": 20});
    let turns = play(&task, |tool, input| match tool {
        "web_search" => {
            json!({"results": [{"source": "s1", "tier": "other"}, {"source": "s2", "tier": "official"}, {"source": "s3", "tier": "other"}]})
        }
        "fetch_page" => json!({"source": input["url"], "tier": "other", "claims": [
            {"id": "c1", "source": input["url"], "text": "The bank kept its rate.", "quote": "kept its rate", "date": "2026-11-20"}]}),
        _ => json!({"stored": 1}),
    });
    assert_eq!(
        turns.iter().map(names).collect::<Vec<_>>(),
        [vec!["web_search"], vec!["fetch_page", "fetch_page"], vec!["store_research_results"], vec![]]
    );
    assert_eq!(turns[1].calls[0].input, json!({"url": "s2"}), "the official one first");
    let report = &turns[2].calls[0].input;
    assert_eq!(report["findings"][0]["sources"], json!(["s2", "s1"]));
    assert_eq!(report["timeline"][0]["at"], "2026-11-20");
    assert_eq!(report["openQuestions"], json!([]));
}

#[test]
fn a_mint_is_looked_up_and_missing_results_are_reported() {
    let task = json!({"question": "What is WIF?", "entity": {"name": "dogwifhat", "symbol": "WIF"}, "mint": "M", "maxSources": 3});
    let turns = play(&task, |tool, _| if tool == "web_search" { json!({"results": []}) } else { Value::Null });
    assert_eq!(names(&turns[0]).len(), 5);
    assert_eq!(turns[0].calls[4].input, json!({"query": "dogwifhat WIF"}));
    assert_eq!(names(&turns[1]), ["web_search"], "a second try");
    assert_eq!(turns[2].calls[0].input["openQuestions"], json!(["What is WIF?"]));
    assert_eq!(turns[2].calls[0].input["confidence"], 0.0);
}

#[test]
fn words_of_strangers_are_searched_where_the_question_names_nothing() {
    let searched = |task: &Value| next(&[user(task)], &tools()).calls[0].input["query"].clone();
    let token =
        json!({"question": "What is this?", "entity": {"entityId": "token-m"}, "calls_itself": "dogwifhat (WIF)"});
    assert_eq!(searched(&token), "dogwifhat WIF");
    let market = "Will the Harbour City bridge open?";
    let of_trade = json!({"question": "What news came out before?", "market_question": market});
    let of_market = json!({"question": "Who builds the bridge?", "market_question": market});
    assert_eq!((searched(&of_trade), searched(&of_market)), (json!(market), json!("Who builds the bridge?")));
}

#[test]
fn a_todo_is_answered_by_its_file_and_a_stopped_loop_answers_from_its_results() {
    let task = json!({"question": "Who is Ada?", "maxSources": 3, "soFar": "One. Two.", "todo": {"file": "person_ada_bio.json"}});
    let tools: Vec<Value> =
        ["web_search", "fetch_page", "write_file"].iter().map(|name| json!({"name": name})).collect();
    let asked = [user(&task)];
    assert_eq!(names(&next(&asked, &tools)), ["web_search"]);
    let input = crate::rules::last("write_file", &asked).unwrap();
    assert_eq!(
        (&input["path"], &input["soFar"]),
        (&json!("person_ada_bio.json"), &json!("One. Two. Nothing was found."))
    );
    assert_eq!(input["content"]["openQuestions"], json!(["Who is Ada?"]));
    assert_eq!(crate::rules::last("extract_claims", &asked), None);
}

#[test]
fn other_tools_and_no_task_are_left_alone() {
    assert!(next(&[user(&json!({}))], &[json!({"name": "fly"})]).calls.is_empty());
    assert!(next(&[], &tools()).calls.is_empty());
}

#[test]
fn the_claim_of_an_excerpt_answers_where_the_page_cannot_be_read() {
    let task =
        json!({"question": "Will the central bank cut its rate?", "entity": null, "mint": null, "maxSources": 20});
    let excerpt = |source: &str, text: &str| json!({"id": format!("c-{source}"), "source": source, "text": text, "kind": "snippet"});
    let turns = play(&task, |tool, input| match (tool, input["url"].as_str()) {
        ("web_search", _) => json!({
            "results": [{"source": "s1", "tier": "other"}, {"source": "s2", "tier": "other"}, {"source": "s3", "tier": "other"}],
            "claims": [excerpt("s1", "The central bank kept its rate."), excerpt("s2", "The bank may cut."), excerpt("s3", "Its rate is a bank rate.")],
        }),
        ("fetch_page", Some("s2")) => json!({"source": "s2", "tier": "other", "claims": [
            {"id": "c2", "source": "s2", "text": "Two of six members voted for a lower rate of the central bank."}]}),
        ("fetch_page", _) => Value::Null,
        _ => json!({"stored": 1}),
    });
    let findings = turns[2].calls[0].input["findings"].as_array().unwrap();
    let cited: Vec<&Value> = findings.iter().map(|finding| &finding["claims"]).collect();
    assert_eq!(
        cited,
        [&json!(["c-s1"]), &json!(["c2"])],
        "not of the page that was read, nor of one that nobody chose"
    );
}
