//! The page behind a citation, runs of the same question, and the model calls of a run.

use domain::access::AccessScope::Read;
use domain::run::{Answer, Phase, Priority, Question, RunState};
use domain::{ClaimStatus, Finding, MicroUsd, Run, RunId, Source, Tenant};
use gateway::config::RequestLimits;
use serde_json::Value;
use uuid::Uuid;

use crate::console::Browser;
use crate::support::{Api, start};

const PAGE: &str = "<html><head><title>Minutes</title><script>alert(1)</script></head><body><article><p>The Board met on Tuesday and heard the staff.</p>\
                    <p>It left the policy rate at 3.25 per cent, as most economists had expected before the meeting.</p></article></body></html>";
const QUOTE: &str = "left the policy rate at 3.25 per cent";

/// Stores a run with one answered question whose finding cites a stored page.
async fn cited(api: &Api, tenant: &str, number: u128) -> (RunId, String) {
    let hash = format!("{:064x}", 0xabc + number);
    let folder = api.objects.path().join("pages").join(&hash[..2]);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(&hash), PAGE).unwrap();
    let mut evidence = domain::testing::evidence();
    evidence.research.sources = vec![Source {
        url: "https://bank.example/minutes".to_owned(),
        content_hash: hash.clone(),
        ..domain::testing::source()
    }];
    evidence.research.findings = vec![Finding {
        id: "f1".to_owned(),
        text: "The rate is unchanged.".to_owned(),
        status: ClaimStatus::Supported,
        importance: 1.0,
        sources: vec!["s1".to_owned()],
        contradictions: Vec::new(),
        independent_sources: 1,
        quote: QUOTE.to_owned(),
    }];
    let run =
        Run { id: RunId(Uuid::from_u128(number)), tenant: Tenant::parse(tenant).unwrap(), ..domain::testing::run() };
    let question = Question {
        id: "i1q1".to_owned(),
        topic: String::new(),
        text: "What did the Board decide?".to_owned(),
        priority: Priority::Critical,
        expected_sources: Vec::new(),
    };
    let state = RunState {
        phase: Phase::Analyzing,
        iteration: 1,
        version: 1,
        deadline: domain::testing::when(),
        questions: vec![question],
        answers: vec![Answer { question: "i1q1".to_owned(), evidence, late: false }],
        spent: MicroUsd(0),
        cancelled: None,
        ended: None,
        decision_dead_lettered: None,
        run,
    };
    api.store.bundles().restore(&state).await.unwrap();
    (state.run.id, hash)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_archived_page_is_shown_at_the_quote_to_the_tenant_whose_run_cites_it() {
    let api = start(RequestLimits::default()).await;
    let (run, hash) = cited(&api, "acme", 1).await;
    let (other_run, _) = cited(&api, "other", 2).await;
    let token = api.token("acme", &[Read]).await;
    let path = |hash: &str, run: RunId, more: &str| format!("/v1/pages/{hash}?run={run}{more}");
    let page: Value = api.get(&path(&hash, run, "&finding=i1q1/f1"), &token).await.json().await.unwrap();
    assert_eq!(page["quote"], QUOTE, "{page}");
    assert!(
        page["before"].as_str().unwrap().contains("heard the staff")
            && page["after"].as_str().unwrap().contains("economists")
    );
    assert!(!page.to_string().contains("alert(1)"), "scripts are no text: {page}");
    let zeros = "0".repeat(64);
    for (hash, run) in [(hash.as_str(), other_run), (zeros.as_str(), run), ("../../secret", run)] {
        let status = api.get(&path(&hash.replace('/', "%2F"), run, ""), &token).await.status();
        assert_eq!(status, 404, "{hash} {run}");
    }
    let stranger = api.token("other", &[Read]).await;
    assert_eq!(api.get(&path(&hash, run, ""), &stranger).await.status(), 404);

    let browser = Browser::signed_in(&api, &[Read]).await;
    let (_, story) = browser.page(&format!("/console/runs/{run}")).await;
    let link = format!("/console/runs/{run}/sources/{hash}?finding=i1q1%2Ff1#quote");
    assert!(story.contains(&link), "the chip of the finding: {story}");
    let (status, shown) = browser.page(link.trim_end_matches("#quote")).await;
    assert!(status == 200 && shown.contains(&format!("<mark id=\"quote\">{QUOTE}</mark>")), "{shown}");
    std::fs::remove_file(api.objects.path().join("pages").join(&hash[..2]).join(&hash)).unwrap();
    let (status, gone) = browser.page(link.trim_end_matches("#quote")).await;
    assert!(status == 404 && gone.contains("its bytes were removed"), "{gone}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_of_the_same_question_are_listed_for_their_tenant() {
    let api = start(RequestLimits::default()).await;
    let (first, _) = cited(&api, "acme", 1).await;
    let (second, _) = cited(&api, "acme", 2).await;
    cited(&api, "other", 3).await;
    let token = api.token("acme", &[Read]).await;
    let related: Value = api.get(&format!("/v1/runs/{first}/related"), &token).await.json().await.unwrap();
    let ids: Vec<&str> = related.as_array().unwrap().iter().map(|one| one["run"].as_str().unwrap()).collect();
    assert_eq!(ids, [second.to_string()]);
    let browser = Browser::signed_in(&api, &[Read]).await;
    let (_, story) = browser.page(&format!("/console/runs/{first}")).await;
    assert!(story.contains("Asked at other times") && story.contains(&format!("/console/runs/{second}\"")), "{story}");
    let calls: Value = api.get(&format!("/v1/runs/{first}/calls"), &token).await.json().await.unwrap();
    assert_eq!(calls.as_array().unwrap().len(), 0);
}
