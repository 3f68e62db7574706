//! What the model sees of a search: results of the days and domains that were asked for, with the reason of their tier.

use std::sync::Arc;

use domain::{JobId, SourceRules, Tenant, Time};
use llm::testing::text_reply;
use serde_json::{Value, json};
use tools::source_tier::SourceTiers;
use tools::{Notebook, SearchPrivacy, Session, TaskScope, TaskTopics};
use web::fake::FakeWeb;

use super::egress_test::NoClaims;
use crate::tests::Bench;

const OLD: &str = "https://news.example.org/old";
const NEW: &str = "https://news.example.org/new";
const UNDATED: &str = "https://www.bankofengland.co.uk/undated";

async fn searched(sources: SourceRules, input: &Value) -> Value {
    let web = FakeWeb::default().page(OLD, "Old", "").page(NEW, "New", "").page(UNDATED, "Undated", "");
    let web = web.published(OLD, "2026-09-30").published(NEW, "2026-10-02T08:00:00Z");
    let bench = Bench::new(|_| Ok(text_reply("done"))).on(web);
    let scope = TaskScope {
        job: JobId::named(&["search"]),
        tenant: Tenant::default(),
        started: Time::UNIX_EPOCH,
        as_of: None,
        tiers: SourceTiers::default(),
        max_pages: 5,
        sources,
        topics: TaskTopics::ALL,
        search_privacy: SearchPrivacy::Open,
        may_request_research: false,
    };
    let session = Session::new(scope, Notebook::default(), Arc::new(NoClaims), None);
    let [research, ..] = bench.handler.toolboxes();
    let result = research.call(&session, "web_search", input).await.unwrap();
    serde_json::from_str(&result.content).unwrap()
}

fn urls(result: &Value) -> Vec<&str> {
    result["results"].as_array().unwrap().iter().filter_map(|row| row["url"].as_str()).collect()
}

#[tokio::test]
async fn results_that_are_dated_before_the_first_day_are_left_out_and_undated_ones_kept() {
    let all = searched(SourceRules::default(), &json!({"query": "rate"})).await;
    assert_eq!(urls(&all), [OLD, NEW, UNDATED]);
    let since = searched(SourceRules::default(), &json!({"query": "rate", "since": "2026-10-01"})).await;
    assert_eq!(urls(&since), [NEW, UNDATED]);
}

#[tokio::test]
async fn the_rules_of_the_request_and_the_reason_of_a_tier_are_shown() {
    let all = searched(SourceRules::default(), &json!({"query": "rate"})).await;
    assert_eq!(all["sourceRules"], Value::Null);
    let reasons: Vec<&Value> = all["results"].as_array().unwrap().iter().map(|row| &row["tierReason"]).collect();
    assert_eq!(reasons, [&Value::Null, &Value::Null, &json!("central bank: Bank of England")]);
    let rules = SourceRules::new(&[], &["news.example.org".to_owned()]).unwrap();
    let denied = searched(rules, &json!({"query": "rate"})).await;
    assert_eq!((urls(&denied), &denied["sourceRules"]), (vec![UNDATED], &json!("never news.example.org")));
}
