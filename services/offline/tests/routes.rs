//! Every route over HTTP, used like the real service.

mod client;

use client::{get, post, world_with};
use serde_json::json;

#[tokio::test]
async fn pages_search_and_services_come_from_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("web/news.example/index.html", "<title>News</title><body>Nothing about tokens.");
    write(
        "web/news.example/2026/zebra.html",
        "<title>Zebra token audited</title><body><p>The zebra token passed its audit.</p>",
    );
    write("web/docs.example/paper.pdf", "%PDF-1.4 not really");
    write("web/docs.example/paper.pdf.txt", "quarterly turtle statistics");
    write(
        "tokens.ndjson",
        "{\"mint\":\"M1\",\"symbol\":\"ZEB\",\"name\":\"Zebra\",\"decimals\":6,\"verified\":true}\n",
    );
    write(
        "wikidata.ndjson",
        "{\"id\":\"Q1\",\"label\":\"Firm\",\"website\":\"https://firm.example/\",\"names\":{\"ru\":[\"Фирма\",\"Фирма Зебра\"]}}\n",
    );
    write("lei.ndjson", "{\"lei\":\"529900T8BM49AURSDO55\",\"legal_name\":\"Firm\"}\n");
    write("prices/M1.json", "{\"prices\":[[0,1.0],[864000000,2.0]]}");
    write("rugcheck/M1.json", "{\"score\":7,\"risks\":[{\"name\":\"mutable\"}],\"topHolders\":[]}");
    write("holders/M1.json", "{\"mint\":\"M1\",\"total_holders\":3,\"holders\":[]}");
    let world = world_with(folder.path()).await;

    let page = get(&world, "/web/news.example/2026/zebra").await;
    assert!(page.text().contains("passed its audit"));
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert!(get(&world, "/web/news.example").await.text().contains("Nothing about"));
    assert_eq!(get(&world, "/web/docs.example/paper.pdf").await.header("content-type"), "application/pdf");
    assert_eq!(get(&world, "/web/docs.example/paper.pdf.png").await.status, 404);
    assert_eq!(get(&world, "/web/news.example/%2e%2e/%2e%2e/tokens.ndjson").await.status, 404);

    let found = get(&world, "/searxng/search?q=zebra+audit&format=json").await.json();
    assert_eq!(found["results"][0]["url"], "https://news.example/2026/zebra.html");
    assert_eq!(found["results"][0]["content"], "The zebra token passed its audit.");
    assert_eq!(get(&world, "/searxng/search?q=turtle&format=json").await.json()["number_of_results"], 1);
    assert_eq!(get(&world, "/searxng/search?q=whale&format=json").await.json()["results"], json!([]));
    assert_eq!(get(&world, "/searxng/search?q=zebra").await.status, 403);

    assert_eq!(get(&world, "/jupiter/tokens/v2/search?query=M1").await.json()[0]["symbol"], "ZEB");
    assert_eq!(
        get(&world, "/prices/coins/solana/contract/M1/market_chart?days=7").await.json()["prices"],
        json!([[864000000, 2.0]])
    );
    let summary = get(&world, "/rugcheck/v1/tokens/M1/report/summary").await.json();
    assert_eq!((summary["score"].clone(), summary.get("topHolders")), (json!(7), None));
    assert_eq!(get(&world, "/holders/M1").await.json()["total_holders"], 3);
    assert_eq!(get(&world, "/holders/M2").await.status, 404);
    let lei = get(&world, "/gleif/api/v1/lei-records/529900T8BM49AURSDO55").await.json();
    assert_eq!(lei["data"]["attributes"]["entity"]["legalName"]["name"], "Firm");
    let found = get(&world, "/wikidata/w/api.php?action=wbsearchentities&search=firm&format=json").await.json();
    assert_eq!(found["search"][0]["id"], "Q1");
    let items = get(&world, "/wikidata/w/api.php?action=wbgetentities&ids=Q1%7CQ2&format=json").await.json();
    let website = items.pointer("/entities/Q1/claims/P856/0/mainsnak/datavalue/value");
    assert_eq!(website, Some(&json!("https://firm.example/")));
    assert_eq!(items.pointer("/entities/Q1/labels/ru/value"), Some(&json!("Фирма")));
    assert_eq!(items.pointer("/entities/Q1/aliases/ru/0/value"), Some(&json!("Фирма Зебра")));
    let search =
        "/wikidata/w/api.php?action=wbsearchentities&search=%D0%A4%D0%B8%D1%80%D0%BC%D0%B0&language=ru&format=json";
    let found = get(&world, search).await.json();
    assert_eq!((&found["search"][0]["id"], &found["search"][0]["match"]["text"]), (&json!("Q1"), &json!("Фирма")));
    world.stop().await.unwrap();
}

#[tokio::test]
async fn parents_children_and_exceptions_come_from_the_records() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, lines: &[serde_json::Value]| {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(folder.path().join(path), text).unwrap();
    };
    write("lei.ndjson", &[json!({"lei": "A", "legal_name": "Child"}), json!({"lei": "B", "legal_name": "Parent"})]);
    let direct = "IS_DIRECTLY_CONSOLIDATED_BY";
    write("lei_relationships.ndjson", &[json!({"start": "A", "end": "B", "type": direct, "status": "ACTIVE"})]);
    let category = "DIRECT_ACCOUNTING_CONSOLIDATION_PARENT";
    write("lei_exceptions.ndjson", &[json!({"lei": "B", "category": category, "reason": "NATURAL_PERSONS"})]);
    let world = world_with(folder.path()).await;
    let world = &world;
    let part = |path: &str| {
        let path = format!("/gleif/api/v1/lei-records/{path}");
        async move { get(world, &path).await }
    };
    assert_eq!(part("A/direct-parent").await.json()["data"]["id"], "B");
    let relationship = part("A/direct-parent-relationship").await.json();
    assert_eq!(relationship["data"]["attributes"]["relationship"]["endNode"]["id"], "B");
    assert_eq!(part("A/ultimate-parent").await.status, 404);
    assert_eq!(part("B/direct-children").await.json()["data"][0]["id"], "A");
    assert_eq!(part("B/direct-child-relationships").await.json()["meta"]["pagination"]["total"], 1);
    assert_eq!(part("A/direct-children").await.json()["data"], json!([]));
    let exception = part("B/direct-parent-reporting-exception").await.json();
    assert_eq!(exception["data"]["attributes"]["reason"], "NATURAL_PERSONS");
    for absent in
        ["A/direct-parent-reporting-exception", "B/ultimate-parent-reporting-exception", "A/other", "C/direct-parent"]
    {
        assert_eq!(part(absent).await.status, 404, "{absent}");
    }
}

#[tokio::test]
async fn the_model_names_itself_counts_tokens_and_charges_them_under_the_callers_id() {
    let world = client::empty_world().await;
    let body =
        json!({"model": "MiniMax-M2", "max_tokens": 1000, "messages": [{"role": "user", "content": "12345678"}]});
    let reply = post(&world, "/anthropic/v1/messages", "id-1", &body).await;
    let text = reply.json()["content"][0]["text"].as_str().unwrap().to_owned();
    assert!(text.contains("offline model"), "{text}");
    assert_eq!(reply.json()["model"], "offline-1");
    let usage = reply.json()["usage"].clone();
    assert_eq!(usage["input_tokens"], 2);
    assert_eq!(usage["output_tokens"], text.len().div_ceil(4));
    let bill = get(&world, "/invoice/id-1").await.json();
    let cost = (2 * 300_000 + text.len().div_ceil(4) * 1_200_000).div_ceil(1_000_000);
    assert_eq!((bill["status"].as_str(), bill["cost_micro_usd"].as_u64()), (Some("charged"), Some(cost as u64)));
    assert_eq!(get(&world, "/invoice/id-2").await.json()["status"], "unknown");

    let same = post(&world, "/anthropic/v1/messages", "id-3", &body).await;
    assert_eq!(same.bytes, reply.bytes, "the same request has the same answer");
    let chat = json!({"model": "m", "messages": [{"role": "user", "content": "12345678"}]});
    let other = post(&world, "/openai/v1/chat/completions", "id-4", &chat).await.json();
    assert_eq!(other["choices"][0]["message"]["content"], text);
    assert_eq!(world.totals().charged_calls, 3);
    assert_eq!(world.totals().distinct_calls, 1);
}

#[tokio::test]
async fn an_invalid_request_is_refused_with_its_field_and_not_charged() {
    let world = client::empty_world().await;
    let wrong = post(&world, "/anthropic/v1/messages", "id-1", &json!({"model": "m", "messages": []})).await;
    assert_eq!(wrong.status, 400);
    assert!(wrong.json()["error"]["message"].as_str().unwrap().starts_with("messages:"));
    assert_eq!(world.totals().calls, 0);
}

#[tokio::test]
async fn max_tokens_cuts_the_answer_and_the_bill() {
    let world = client::empty_world().await;
    let body = json!({"model": "m", "max_tokens": 3, "messages": [{"role": "user", "content": "x"}]});
    let reply = post(&world, "/anthropic/v1/messages", "id", &body).await.json();
    assert_eq!(
        (reply["stop_reason"].as_str(), reply["usage"]["output_tokens"].as_u64()),
        (Some("max_tokens"), Some(3))
    );
    assert!(reply["content"][0]["text"].as_str().unwrap().len() <= 12);
}
