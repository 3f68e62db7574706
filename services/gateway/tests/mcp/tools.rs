//! The tools: their schemas and annotations, entities, prompts, cancellation and waiting.

use domain::EntityKind;
use gateway::config::RequestLimits;
use gateway::mcp::McpConfig;
use gateway::mcp_transport;
use rmcp::model::{GetPromptRequestParams, ReadResourceRequestParams};
use serde_json::{Value, json};
use std::time::Duration;
use store::Memory;
use store::memory::NewEntity;

use crate::client::{call, connect};
use crate::support::{ALL, Options, read, start, start_with};

#[tokio::test]
async fn every_tool_has_schemas_without_references_and_annotations() {
    let api = start(RequestLimits::default()).await;
    let client = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    let mut found = Vec::new();
    for tool in client.list_all_tools().await.unwrap() {
        let output = tool.output_schema.clone().expect("an output schema");
        let input = Value::Object((*tool.input_schema).clone());
        assert!(input.get("anyOf").is_none(), "{}: Claude refuses a union of inputs", tool.name);
        refused(&input, &tool.name, &mut found);
        refused(&Value::Object((*output).clone()), &tool.name, &mut found);
        for schema in [Value::Object((*tool.input_schema).clone()), Value::Object((*output).clone())] {
            assert_eq!(schema["type"], "object", "{}: {schema}", tool.name);
            assert!(!schema.to_string().contains("\"$ref\""), "{}: {schema}", tool.name);
            jsonschema::draft202012::meta::validate(&schema).unwrap_or_else(|error| panic!("{}: {error}", tool.name));
        }
        let annotations = tool.annotations.clone().expect("annotations");
        assert!(annotations.read_only_hint.is_some() && annotations.open_world_hint.is_some(), "{}", tool.name);
        assert!(tool.description.is_some_and(|text| text.len() > 20), "{}", tool.name);
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Keywords of JSON Schema that both Gemini and Claude accept.
const KEYWORDS: &str = " type title description format enum properties required additionalProperties items minItems maxItems \
                        minLength maxLength pattern minimum maximum anyOf ";
const FORMATS: [&str; 5] = ["date-time", "int32", "int64", "float", "double"];

/// Collects what the strictest of the common clients refuses in a schema: Gemini refuses every request with such a
/// tool.
fn refused(schema: &Value, path: &str, found: &mut Vec<String>) {
    let Some(members) = schema.as_object() else { return found.push(format!("{path}: {schema}")) };
    if !members.get("type").is_some_and(Value::is_string) && !members.contains_key("anyOf") {
        found.push(format!("{path}: no type"));
    }
    let unknown = members.keys().filter(|keyword| !KEYWORDS.contains(&format!(" {keyword} ")));
    found.extend(unknown.map(|keyword| format!("{path}: {keyword}")));
    if schema["type"] == "array" && schema.get("items").is_none() {
        found.push(format!("{path}: no items"));
    }
    if schema["type"] == "null" || schema.get("format").is_some_and(|it| !FORMATS.iter().any(|known| it == known)) {
        found.push(format!("{path}: {schema}"));
    }
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if schema["properties"].get(name).is_none() {
            found.push(format!("{path}: requires {name}"));
        }
    }
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        refused(inner, &format!("{path}.{name}"), found);
    }
    for inner in schema["anyOf"].as_array().into_iter().flatten().chain(schema.get("items")) {
        refused(inner, &format!("{path}[]"), found);
    }
}

/// Claude Code sends a parameter whose type it does not know as text.
#[tokio::test]
async fn arguments_that_arrive_as_text_are_read_by_the_schema() {
    let api = start(RequestLimits::default()).await;
    let client = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    let session = "6f1d1f0e-9a35-4b0e-9a86-0d5a2a1b7c11";
    let params = json!({ "session_id": session, "macro_name": "client-discovery", "params": "{\"lei\": \"x\"}",
                         "skip_review": "false", "budget_micro_usd": "2000000" });
    let fault = call(&client, "research_execute", params).await.unwrap_err();
    assert!(fault.contains("client_name"), "the parameters are read and found incomplete: {fault}");
    let unread = json!({ "session_id": session, "macro_name": "client-discovery", "params": "{broken" });
    let fault = call(&client, "research_execute", unread).await.unwrap_err();
    assert!(fault.contains("params"), "{fault}");
    let new = json!({ "name": "Text Example", "type": "crypto-token", "symbol": "TXE" });
    let id = call(&client, "create_entity", new).await.unwrap()["entity"]["entityId"].clone();
    let form = json!({ "entityId": id, "type": "spot-token", "protocol": "spl", "chain": "solana",
                       "context": "{\"mint\": \"So11111111111111111111111111111111111111112\"}" });
    assert_eq!(call(&client, "add_representation", form).await.unwrap(), json!({ "added": true }));
    let kinds = json!({ "entityId": id, "kinds": "[\"fact\"]" });
    assert_eq!(call(&client, "query_entity_timeline", kinds).await.unwrap(), json!({ "items": [] }));
    for edits in [r#"[{"op": "replace", "path": "/client_name", "value": "A"}]"#, r#"{"client_name": "A"}"#] {
        let edits = json!({ "session_id": session, "edits": edits, "version": "1" });
        let fault = call(&client, "research_approve", edits).await.unwrap_err();
        assert!(!fault.contains("edits") && !fault.contains("version"), "only the session is missing: {fault}");
    }
    let tools = client.list_all_tools().await.unwrap();
    let approve = tools.iter().find(|tool| tool.name == "research_approve").expect("research_approve");
    let forms = approve.input_schema["properties"]["edits"]["anyOf"].as_array().expect("forms of the edits");
    let kinds: Vec<_> = forms.iter().map(|form| &form["type"]).collect();
    assert_eq!(kinds, ["array", "object"], "a schema that accepts text would keep the edits as text");
}

#[tokio::test]
async fn an_entity_is_created_once_and_found_by_its_key() {
    let api = start(RequestLimits::default()).await;
    let client = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    let new = json!({ "name": "Wrapped Example", "type": "crypto-token", "symbol": "WEX" });
    let created = call(&client, "create_entity", new.clone()).await.unwrap();
    assert_eq!(call(&client, "create_entity", new).await.unwrap(), created);
    let id = created["entity"]["entityId"].clone();
    let mint = "So11111111111111111111111111111111111111112";
    let form = json!({ "entityId": id, "type": "spot-token", "protocol": "spl", "chain": "solana", "context": { "mint": mint } });
    assert_eq!(call(&client, "add_representation", form).await.unwrap(), json!({ "added": true }));
    let found = call(&client, "resolve_entity", json!({ "identifier": mint })).await.unwrap();
    assert_eq!((&found["found"], &found["entity"]["entityId"]), (&json!(true), &id), "{found}");
    let forms = call(&client, "get_entity_representations", json!({ "entityId": id })).await.unwrap();
    assert_eq!(forms["representations"].as_array().unwrap().len(), 1);
    let name = "Обёрнутый пример";
    let form =
        json!({ "entityId": id, "type": "name", "protocol": "ours", "chain": "ru", "context": { "name": name } });
    assert_eq!(call(&client, "add_representation", form).await.unwrap(), json!({ "added": true }));
    let found = call(&client, "resolve_entity", json!({ "identifier": name.to_lowercase() })).await.unwrap();
    assert_eq!((&found["found"], &found["entity"]["entityId"]), (&json!(true), &id), "{found}");
    let encoded: String = name.bytes().map(|byte| format!("%{byte:02X}")).collect();
    for (tenant, count) in [("acme", 1), ("globex", 0)] {
        let token = api.token(tenant, &ALL).await;
        let listed = read(api.get(&format!("/v1/entities?name={encoded}"), &token).await).await.1;
        let entities = listed["entities"].as_array().unwrap();
        assert_eq!(entities.len(), count, "{tenant}: {listed}");
        assert!(entities.iter().all(|entity| entity["id"] == id), "{listed}");
    }
    let fresh = call(&client, "check_research_freshness", json!({ "entityId": id })).await.unwrap();
    assert_eq!(fresh, json!({ "exists": false, "fresh": false }));
    let timeline = call(&client, "query_entity_timeline", json!({ "entityId": id })).await.unwrap();
    assert_eq!(timeline, json!({ "items": [] }));
    let uri = format!("auspex://entity/{}", id.as_str().unwrap());
    let read = client.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap();
    assert!(serde_json::to_string(&read).unwrap().contains("Wrapped Example"));
    let unknown = call(&client, "get_cached_research", json!({ "entityId": id })).await.unwrap();
    assert_eq!(unknown, json!({ "unknown": "there is no research about this entity yet" }));
    let given = json!({ "entityId": id, "confidence": "medium", "sentiment": "bearish", "summary": "It shrinks.",
        "findings": [{ "text": "It lost users.", "sources": ["https://example.com/a"] }], "sources": ["https://example.com/a"] });
    let stored = call(&client, "store_research_results", given).await.unwrap();
    assert_eq!((&stored["version"], &stored["supported"]), (&json!(1), &json!(1)), "{stored}");
    let cached = call(&client, "get_cached_research", json!({ "entityId": id })).await.unwrap();
    assert_eq!((&cached["summary"], &cached["confidence"]), (&json!("It shrinks."), &json!(0.6)), "{cached}");
    assert_eq!(
        (&cached["findings"][0]["status"], &cached["sources"][0]["tier"]),
        (&json!("supported"), &json!("other"))
    );
    let fault = call(&client, "store_research_results", json!({ "entityId": id, "summary": "s" })).await.unwrap_err();
    assert!(fault.contains("confidence"), "{fault}");
    assert!(call(&client, "resolve_entity", json!({ "name": 1 })).await.unwrap_err().contains("identifier"));
}

/// A tenant writes entities of its own: what another one resolves, lists and reads is the same before and after.
#[tokio::test]
async fn entities_that_one_tenant_writes_change_nothing_for_another() {
    let api = start(RequestLimits::default()).await;
    let evil = connect(&api.url, &api.token("evil", &ALL).await, None).await;
    let victim_token = api.token("victim", &ALL).await;
    let victim = connect(&api.url, &victim_token, None).await;
    let mint = "So11111111111111111111111111111111111111112";
    let real = NewEntity {
        kind: EntityKind::CryptoToken,
        name: "PayPal USD".into(),
        symbol: Some("PYUSD".into()),
        mint: Some(mint.into()),
        verified: true,
        ..domain::testing::entity()
    };
    let real = api.store.memory().create_entity(&real).await.unwrap().id.to_string();
    let own_mint = "HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr";
    let form = |entity: &str, context: Value| json!({ "entityId": entity, "type": "spot-token", "protocol": "spl", "context": context });
    let attached = call(&evil, "add_representation", form(&real, json!({ "mint": own_mint }))).await.unwrap_err();
    assert!(attached.contains("not the tenant's own entity"), "{attached}");
    let copy = json!({ "name": "PayPal USD", "type": "meme", "symbol": "PYUSD", "metadata": { "website": "https://evil.example" } });
    let copy = call(&evil, "create_entity", copy).await.unwrap()["entity"]["entityId"].as_str().unwrap().to_owned();
    call(&evil, "add_representation", form(&copy, json!({ "mint": own_mint, "url": "https://x.example" })))
        .await
        .unwrap();
    for context in [json!({ "mint": mint }), json!({ "url:https": "//x.example" }), json!({ "mint": "no mint" })] {
        call(&evil, "add_representation", form(&copy, context)).await.unwrap_err();
    }
    for words in ["PYUSD", "PayPal USD", mint] {
        for client in [&evil, &victim] {
            let found = call(client, "resolve_entity", json!({ "identifier": words })).await.unwrap();
            assert_eq!(
                (&found["found"], &found["entity"]["entityId"]),
                (&json!(true), &json!(real)),
                "{words}: {found}"
            );
        }
        let found = call(&victim, "resolve_entity", json!({ "identifier": words })).await.unwrap();
        assert_eq!(found["warnings"], json!([]), "{words}: {found}");
    }
    for hidden in [own_mint, "https://x.example"] {
        let found = call(&victim, "resolve_entity", json!({ "identifier": hidden })).await.unwrap();
        assert!(found["found"] == false && found["candidates"].as_array().is_none_or(Vec::is_empty), "{found}");
    }
    for path in [format!("/v1/entities/{copy}"), format!("/v1/entities/{copy}/timeline")] {
        assert_eq!(read(api.get(&path, &victim_token).await).await.0, 404, "{path}");
    }
    let listed = read(api.get("/v1/entities?name=PYUSD", &victim_token).await).await.1;
    assert!(!listed.to_string().contains("evil") && !listed.to_string().contains(&copy), "{listed}");
    let refused = call(&evil, "create_entity", json!({ "name": "n".repeat(257), "type": "meme" })).await.unwrap_err();
    assert!(refused.contains("the limit is 256"), "{refused}");
}

#[tokio::test]
async fn the_macros_are_prompts() {
    let api = start(RequestLimits::default()).await;
    let client = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    let prompts = client.list_all_prompts().await.unwrap();
    let names: Vec<&str> = prompts.iter().map(|prompt| prompt.name.as_str()).collect();
    assert_eq!(names, ["client-discovery", "regulatory-check", "ubo-investigation"]);
    let arguments = json!({ "client_name": "Example plc" }).as_object().unwrap().clone();
    let request = GetPromptRequestParams::new("client-discovery").with_arguments(arguments);
    let prompt = serde_json::to_string(&client.get_prompt(request).await.unwrap()).unwrap();
    assert!(prompt.contains("research_execute") && prompt.contains("Example plc"), "{prompt}");
    let missing = client.get_prompt(GetPromptRequestParams::new("client-discovery")).await.unwrap_err();
    assert!(missing.to_string().contains("client_name"), "{missing}");
}

#[tokio::test]
async fn a_wait_ends_at_its_limit_and_the_work_goes_on() {
    let wait = Duration::from_millis(200);
    let config = McpConfig { wait, ..McpConfig::default() };
    let api = start_with(Options::default(), |gateway| mcp_transport::router(gateway, config)).await;
    let client = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    let asked = call(&client, "ask", json!({ "question": "Will it rain?", "min_confidence": "high" })).await.unwrap();
    assert_eq!(asked["state"], "queued", "{asked}");
    assert!(asked["message"].as_str().unwrap().contains("call get_forecast later"), "{asked}");
    let researched = call(&client, "research_and_store", json!({ "query": "Who runs it?" })).await.unwrap();
    assert_eq!((&researched["status"], &researched["notes_created"]), (&json!("running"), &json!(0)), "{researched}");
    let session = "5f5b8d0e-0000-4000-8000-000000000001";
    let execute =
        json!({ "session_id": session, "macro_name": "client-discovery", "params": { "client_name": "Example plc" } });
    let fault = call(&client, "research_execute", execute).await.unwrap_err();
    assert!(fault.contains("not finished in time"), "{fault}");
    let wrong = json!({ "session_id": session, "macro_name": "client-discovery", "params": {} });
    assert!(call(&client, "research_execute", wrong).await.unwrap_err().contains("client_name"));
    let accepted = api.queued.next(&tokio_util::sync::CancellationToken::new()).await;
    assert_eq!(accepted.len(), 3, "each event is stored before its publication");
}

#[tokio::test]
async fn a_wrong_argument_is_named_by_its_path() {
    let api = start(RequestLimits::default()).await;
    let client = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    for (tool, arguments, start) in [
        ("research_status", json!({ "session_id": "s" }), "the arguments are invalid: session_id: must be a UUID"),
        (
            "retrieve",
            json!({ "query": "a", "maxResults": "five" }),
            "the arguments are invalid: maxResults: is \"five\"; must be a number",
        ),
        ("ask", json!({}), "the arguments are invalid: question: is required"),
    ] {
        let fault = call(&client, tool, arguments).await.unwrap_err();
        assert!(fault.starts_with(start), "{tool}: {fault}");
    }
}

#[tokio::test]
async fn dead_letters_are_listed_redriven_after_a_preview_and_dropped() {
    let api = start(RequestLimits::default()).await;
    let world = crate::world::write(&api.store, &domain::Tenant::parse("acme").unwrap(), 0).await;
    let client = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    let listed = call(&client, "list_dead_letters", json!({})).await.unwrap();
    assert_eq!(
        (&listed["groups"][0]["letters"], &listed["redrives"][0]["redriven"]),
        (&json!(1), &json!(0)),
        "{listed}"
    );
    let preview = call(&client, "redrive_dead_letters", json!({ "class": "rejected" })).await.unwrap();
    assert_eq!((&preview["preview"]["letters"], preview.get("started")), (&json!(1), None), "{preview}");
    let refused =
        call(&client, "redrive_dead_letters", json!({ "class": "rejected", "confirm": 2 })).await.unwrap_err();
    assert!(refused.contains("1 letters are selected now"), "{refused}");
    let started = call(&client, "redrive_dead_letters", json!({ "class": "rejected", "confirm": 1 })).await.unwrap();
    let redrive = started["started"]["redrive"]["id"].as_str().unwrap();
    for (action, state) in [("pause", "paused"), ("resume", "running"), ("cancel", "cancelled")] {
        let changed = call(&client, "control_redrive", json!({ "redrive": redrive, "action": action })).await.unwrap();
        assert_eq!(changed["redrive"]["state"], state, "{changed}");
    }
    let refused = call(&client, "control_redrive", json!({ "redrive": "x", "action": "pause" })).await.unwrap_err();
    assert!(refused.contains("must be a UUID"), "{refused}");
    let dropped = call(&client, "drop_dead_letter", json!({ "id": world.dead_letter.to_string() })).await.unwrap();
    assert_eq!(dropped["id"], world.dead_letter.to_string());
    assert_eq!(call(&client, "list_dead_letters", json!({})).await.unwrap()["groups"], json!([]));
    let reader = connect(&api.url, &api.token("acme", &[domain::access::AccessScope::Read]).await, None).await;
    let fault = call(&reader, "redrive_dead_letters", json!({ "class": "rejected" })).await.unwrap_err();
    assert!(fault.contains("lacks a scope"), "{fault}");
}
