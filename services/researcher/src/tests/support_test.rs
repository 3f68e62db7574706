//! The check of findings against their quotes, seen from the loop: what contradicts is refused once, and the published
//! status is that of the check.

use domain::ClaimStatus;
use llm::testing::tool_call;
use llm::{LlmError, ModelReply, Request, ToolChoice};
use serde_json::{Value, json};
use web::fake::FakeWeb;

use crate::tests::{Bench, called, question, result};

const ADDRESS: &str = "https://news.example.org/rate";
const UNCHANGED: &str =
    "The Executive Board of the Bank of Ober decided to leave the policy rate unchanged at 3.25 per cent";
const SEPTEMBER: &str = "Inflation in Ober was 2.1 per cent in September";
const OCTOBER: &str = "In October inflation was 1.8 per cent";

fn page() -> FakeWeb {
    let text = format!("<html><body><p>{UNCHANGED}. {SEPTEMBER}. {OCTOBER}.</p></body></html>");
    FakeWeb::default().page(ADDRESS, "Bank of Ober keeps its rate", &text)
}

/// A model that searches, reads the page and always gives the finding, citing the claims of these indices.
fn insists(finding: &'static str, claims: &'static [usize]) -> impl Fn(&Request) -> Result<ModelReply, LlmError> {
    move |request| {
        if request.tool_choice == ToolChoice::Tool("extract_claims".into()) {
            let claim = |quote: &str| json!({"text": format!("{quote}."), "quote": quote, "date": ""});
            let claims = [UNCHANGED, SEPTEMBER, OCTOBER].map(claim);
            return Ok(tool_call("extract_claims", json!({ "claims": claims })));
        }
        if request.tool_choice == ToolChoice::Tool("judge_support".into()) {
            let verdict = json!({"finding": "f1", "verdict": "supported", "supports": [], "refutes": []});
            return Ok(tool_call("judge_support", json!({ "findings": [verdict] })));
        }
        Ok(match called(request).last().map(String::as_str) {
            None => tool_call("web_search", json!({"query": "Bank of Ober rate"})),
            Some("web_search") => tool_call("fetch_page", json!({"url": result(request)["results"][0]["source"]})),
            _ => tool_call("store_research_results", answer(request, finding, claims)),
        })
    }
}

fn answer(request: &Request, finding: &str, claims: &[usize]) -> Value {
    let blocks = request.messages.iter().flat_map(|message| &message.blocks);
    let mut read = blocks.filter_map(|block| match block {
        llm::Block::ToolResult { content, .. } => serde_json::from_str::<Value>(content).ok(),
        _ => None,
    });
    let read = read.rfind(|value| value["claims"].is_array()).unwrap_or_default();
    let ids: Vec<&Value> = claims.iter().map(|n| &read["claims"][n]["id"]).collect();
    let finding = json!({"text": finding, "sources": [read["source"]], "claims": ids});
    json!({"summary": "The rate.", "confidence": 0.9, "findings": [finding]})
}

/// Returns the results of the calls that gave an answer, and the requests to judge findings.
fn seen(bench: &Bench) -> (Vec<String>, usize) {
    let requests = bench.client.model.asked();
    let judged = requests.iter().filter(|(_, request)| request.tool_choice == ToolChoice::Tool("judge_support".into()));
    let judged = judged.count();
    let refused = |request: &Request| {
        let content = result(request);
        content["refused"]
            .as_array()
            .filter(|refused| !refused.is_empty())
            .map(|refused| refused[0]["reason"].to_string())
    };
    (requests.iter().filter_map(|(_, request)| refused(request)).collect(), judged)
}

#[tokio::test]
async fn a_finding_that_its_quote_contradicts_is_refused_once_and_then_not_supported() {
    let finding = "The Executive Board of the Bank of Ober decided to raise the policy rate to 4.75 per cent.";
    let bench = Bench::new(insists(finding, &[0])).on(page());
    let (research, _) = bench.done(&question("What did the Bank of Ober decide?"), "job").await;
    let (refusals, judged) = seen(&bench);
    assert_eq!(refusals, ["\"the quotes say 3.25 percent and not 4.75 percent\""]);
    assert_eq!(judged, 0, "code decides");
    assert_eq!(research.findings[0].text, finding);
    assert_eq!((research.findings[0].status, research.findings[0].independent_sources), (ClaimStatus::Unclear, 0));
}

#[tokio::test]
async fn a_finding_that_joins_two_quotes_is_judged_with_both_their_title_and_date_and_supported() {
    let finding = "Inflation in Ober fell from 2.1 per cent in September to 1.8 per cent in October.";
    let bench = Bench::new(insists(finding, &[1, 2])).on(page().published(ADDRESS, "2026-10-09"));
    let (research, _) = bench.done(&question("How high is inflation in Ober?"), "job").await;
    assert_eq!((seen(&bench), research.findings[0].status), ((Vec::new(), 1), ClaimStatus::Supported));
    let requests = bench.client.model.asked();
    let request = requests.iter().find(|(_, request)| request.tool_choice == ToolChoice::Tool("judge_support".into()));
    let llm::Block::Text { text } = &request.unwrap().1.messages[0].blocks[0] else { panic!("a text") };
    assert!(
        [SEPTEMBER, OCTOBER, "Bank of Ober keeps its rate", "2026-10-09"].iter().all(|part| text.contains(part)),
        "{text}"
    );
}
