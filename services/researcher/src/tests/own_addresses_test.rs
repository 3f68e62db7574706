//! Addresses that the asker or the operator has written, and pages that earlier todos have read, may be fetched from
//! the start. Addresses in texts of strangers may not.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use domain::event::MacroRequest;
use domain::run::Question;
use domain::{JobId, ResearchTask, RunId, Subject};
use llm::testing::{text_reply, tool_call};
use llm::{Block, LlmError, ModelReply, Request, ToolChoice};
use serde_json::{Value, json};
use web::fake::FakeWeb;
use web::tokens::TokenMetadata;
use web::tokens::facts::jupiter::JupiterFacts;

use super::bundle_test::{ONE_AT_A_TIME, bundle, direction};
use crate::tests::{Bench, MINT, called, identifier, question, result, task, todo};

const ABOUT: &str = "https://gridshare.example/about";

/// A model that fetches the address at once.
fn hasty(request: &Request) -> Result<ModelReply, LlmError> {
    if let ToolChoice::Tool(name) = &request.tool_choice {
        return Ok(tool_call(name, json!({"claims": []})));
    }
    Ok(if called(request).is_empty() { tool_call("fetch_page", json!({"url": ABOUT})) } else { text_reply("done") })
}

/// Returns true if the task's first call fetches the address.
async fn is_fetched(task: &ResearchTask, env: &[(&str, &str)]) -> bool {
    let token = TokenMetadata {
        mint: MINT.into(),
        name: format!("Grid {ABOUT}"),
        symbol: ABOUT.into(),
        ..TokenMetadata::default()
    };
    let web = FakeWeb::default().page(ABOUT, "About", "<p>Gridshare has two founders.</p>").token(token);
    let bench = Bench::with(hasty, env).on_with(web, env);
    bench.handle(task, "job").await.unwrap_or_else(|failure| panic!("{:?}", failure.chain()));
    let requests = bench.web.requests.lock().unwrap().clone();
    requests.contains(&format!("fetch {ABOUT}"))
}

fn of_run(id: &str, [text, context]: [&str; 2], is_foreign: bool) -> ResearchTask {
    let question = Question { id: id.into(), text: text.into(), ..domain::testing::question() };
    let run = RunId::for_event(JobId::named(&["event"]));
    ResearchTask { is_foreign, ..task(Subject::Question { run, question, context: context.into() }) }
}

#[tokio::test]
async fn an_address_in_a_question_of_the_asker_is_fetched() {
    let asked = format!("Are there two founders, as {ABOUT} says?");
    let miss = |query: &str, context: &str| {
        task(Subject::Miss { query: query.into(), context: context.into(), max_sources: 5 })
    };
    for (case, task) in [
        ("question", question(&asked)),
        ("context", of_run("i1q1", ["Who founded it?", &asked], false)),
        ("context of a later round", of_run("i2q1", ["Who founded it?", &asked], false)),
        ("look-up", miss(&asked, "")),
        ("context of a look-up", miss("Who founded it?", &asked)),
    ] {
        assert!(is_fetched(&task, &[]).await, "{case}");
    }
    assert!(!is_fetched(&question("Are there two founders?"), &[]).await, "no text contains it");
}

#[tokio::test]
async fn an_address_in_a_text_of_strangers_is_not_fetched() {
    let asked = format!("Are there two founders, as {ABOUT} says?");
    let trade = format!("Will it rise?\nThe trader {ABOUT} (0xabc) bought $9.");
    for (case, task) in [
        ("question of a market", of_run("i1q1", [&asked, "Will it rise?"], true)),
        ("context of a market", of_run("i1q1", ["Will it rise?", &asked], true)),
        ("an alias", of_run("i1q1", ["Will it rise?", &trade], true)),
        ("question of a later round", of_run("i2q1", [&asked, "Will it rise?"], false)),
        ("name of a token", identifier(MINT)),
        ("reason", ResearchTask { reason: asked.clone(), ..identifier(MINT) }),
    ] {
        assert!(!is_fetched(&task, &[]).await, "{case}");
    }
}

/// Returns true if a macro with the prompt and the parameter fetches the address.
async fn macro_fetches(prompt: &str, client: &str, is_foreign: bool) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let definition = format!(
        r#"macro:
  name: founders
  version: "1"
  description: Finds the founders.
  parameters:
    - {{ name: client, type: string, required: true, description: Name of the client. }}
  tools: [fetch_page]
  prompt: {prompt}
  output:
    schema_name: founders
    schema: {{ type: object }}
"#
    );
    std::fs::write(folder.path().join("founders.yaml"), definition).unwrap();
    let env = [("AUSPEX_MACROS", folder.path().to_str().unwrap())];
    let Value::Object(parameters) = json!({"client": client}) else { unreachable!() };
    let request = MacroRequest { name: "founders".into(), parameters, session: "s".into(), skip_review: false };
    let task = ResearchTask { is_foreign, ..task(Subject::Macro(request)) };
    is_fetched(&task, &env).await
}

#[tokio::test]
async fn addresses_of_a_macro_and_of_the_askers_parameters_are_fetched() {
    let plain = "Find the founders of {{client}}.";
    assert!(macro_fetches(plain, ABOUT, false).await, "a parameter of the asker");
    assert!(!macro_fetches(plain, ABOUT, true).await, "a parameter that strangers have influenced");
    let fixed = format!("Find the founders of {{{{client}}}}, see {ABOUT} first.");
    assert!(macro_fetches(&fixed, "Gridshare", true).await, "the definition's own text");
    let template = "Read https://gridshare.example/{{client}} first.";
    assert!(macro_fetches(template, "about", false).await, "the asker completes an address");
    assert!(!macro_fetches(template, "about", true).await, "strangers complete no address");
}

#[tokio::test]
async fn a_todo_fetches_pages_that_an_earlier_todo_has_read() {
    let refused: Arc<Mutex<Vec<bool>>> = Arc::default();
    let (seen, reads) = (Arc::clone(&refused), Arc::new(AtomicBool::new(true)));
    let first_reads = Arc::clone(&reads);
    let bench = Bench::new(move |request: &Request| {
        if request.tool_choice == ToolChoice::Tool("extract_claims".into()) {
            return Ok(tool_call("extract_claims", json!({"claims": []})));
        }
        let path = todo(request).unwrap()["file"].clone();
        let is_second = path == "product_dog-wif_two.json";
        let report = json!({"summary": "Nothing.", "confidence": 0.1, "findings": []});
        Ok(match (called(request).last().map(String::as_str), is_second) {
            (None, false) => tool_call("web_search", json!({"query": "gridshare"})),
            (Some("web_search"), _) if first_reads.load(Ordering::SeqCst) => {
                tool_call("fetch_page", json!({"url": result(request)["results"][0]["source"]}))
            }
            (None, true) => tool_call("fetch_page", json!({"url": ABOUT})),
            (last, _) => {
                if is_second && last == Some("fetch_page") {
                    let blocks = request.messages.iter().rev().flat_map(|message| &message.blocks);
                    seen.lock().unwrap().extend(blocks.filter_map(|block| match block {
                        Block::ToolResult { is_error, .. } => Some(*is_error),
                        _ => None,
                    }));
                }
                tool_call("write_file", json!({"path": path, "content": report}))
            }
        })
    });
    let page = FakeWeb::default().page(ABOUT, "About", "<p>Gridshare has two founders.</p>");
    let bench = bench.on_with(page, &ONE_AT_A_TIME);
    let directions = || vec![direction("one", 1), direction("two", 2)];
    bench.done(&bundle(directions()), "job").await;
    assert_eq!(*refused.lock().unwrap(), [false]);
    reads.store(false, Ordering::SeqCst);
    bench.done(&bundle(directions()), "another job").await;
    assert_eq!(*refused.lock().unwrap(), [false, true], "the first todo has found the page and not read it");
    let mut named = direction("two", 1);
    named.objective = format!("Find what {ABOUT} says.");
    bench.done(&bundle(vec![named]), "a third job").await;
    assert_eq!(*refused.lock().unwrap(), [false, true, false], "the todo's own text names it");
}

#[tokio::test]
async fn the_website_that_the_task_shows_is_fetched_if_it_is_public() {
    for (website, expected) in
        [(ABOUT, true), ("http://169.254.169.254/about", false), ("https://other.example/", false)]
    {
        let token = TokenMetadata {
            mint: MINT.into(),
            name: "Grid".into(),
            symbol: "GRID".into(),
            facts: JupiterFacts { website: Some(website.into()), ..JupiterFacts::default() },
            ..TokenMetadata::default()
        };
        let web = FakeWeb::default().page(ABOUT, "About", "<p>Gridshare has two founders.</p>").token(token);
        let bench = Bench::new(hasty).on(web);
        bench.handle(&identifier(MINT), "job").await.unwrap_or_else(|failure| panic!("{:?}", failure.chain()));
        let requests = bench.web.requests.lock().unwrap().clone();
        assert_eq!(requests.contains(&format!("fetch {ABOUT}")), expected, "{website}");
    }
}
