//! temporary
use domain::*;
use std::sync::Arc;
#[tokio::test]
#[ignore]
async fn smoke() {
    #[allow(clippy::disallowed_methods)]
    let url = std::env::var("SMOKE").unwrap();
    let clock: Arc<dyn Clock> = Arc::new(runtime::SystemClock);
    let pairs = [
        ("AUSPEX_WEB_GATEWAY", format!("{url}/web/")),
        ("AUSPEX_SEARXNG_URL", format!("{url}/searxng")),
        ("AUSPEX_JUPITER_URL", format!("{url}/jupiter")),
        ("AUSPEX_PRICES_URL", format!("{url}/prices")),
        ("AUSPEX_RUGCHECK_URL", format!("{url}/rugcheck")),
        ("AUSPEX_HOLDERS_URL", format!("{url}/holders")),
    ];
    let mut env = runtime::config::Env::from_pairs(pairs);
    let web = crate::WebConfig::read(&mut env).connect(&clock).unwrap();
    let mut endpoint = llm::Endpoint::new(
        llm::ApiStyle::Anthropic,
        url::Url::parse(&format!("{url}/anthropic")).unwrap(),
        "offline-1".to_owned(),
    );
    endpoint.price = llm::Price {
        input: MicroUsd(300_000),
        output: MicroUsd(1_200_000),
        cache_read: MicroUsd(30_000),
        cache_write: MicroUsd(300_000),
    };
    let client = telemetry_client();
    let model = llm::connect(endpoint, client);
    let settings = fleet::paid::Settings { agent: "researcher".into(), instance: "x".into(), concurrency: 64 };
    let asks = Arc::new(fleet::testing::FakeAsks::with_settings(
        Arc::new(llm::testing::FakeModel::scripted([])),
        model,
        settings,
    ));
    let folder = tempfile::tempdir().unwrap();
    let parts = crate::Parts {
        memory: Arc::new(store::testing::FakeMemory::default()),
        web: Arc::new(web),
        asks: asks.clone(),
        objects: Arc::new(fleet::LocalObjects::new(folder.path())),
        coordination: Arc::new(coordination::testing::FakeCoordination::default()),
        config: crate::Config::read(&mut env),
        limits: fleet::Limits::read(&mut env),
    };
    let handler = crate::Researcher::new(parts, Arc::new(runtime::testing::FakeJournal::new())).unwrap();
    #[allow(clippy::disallowed_methods)]
    let asked = std::env::var("ASK").unwrap();
    for (n, text) in asked.split('|').enumerate() {
        let subject = if text.contains(' ') {
            Subject::Question {
                run: RunId::of_event(JobId::named(&["e"])),
                question: run::Question {
                    id: "i1q1".into(),
                    topic: "t".into(),
                    text: text.into(),
                    priority: run::Priority::Critical,
                    expected_sources: vec![],
                },
                context: String::new(),
            }
        } else {
            Subject::Identifier { identifier: text.into(), symbol: String::new() }
        };
        let task = ResearchTask {
            tenant: Tenant::default(),
            event: EventId::parse("e").unwrap(),
            event_job: JobId::named(&["e"]),
            subject,
            reason: "r".into(),
            profile: Profile::Default,
            budget: MicroUsd::dollars(3),
            deadline: None,
        };
        let attempt = runtime::Attempt { job: JobId::named(&[&n.to_string()]), failures: 0, clock: clock.clone() };
        let started = std::time::Instant::now();
        let outcome = runtime::Handler::handle(&handler, proto::events::ResearchRequested(task), &attempt)
            .await
            .map_err(|f| f.chain())
            .unwrap();
        for effect in &outcome.effects {
            if let Effect::Audited(line) = effect {
                println!("{line:?}");
            } else {
                println!("{}", serde_json::to_string_pretty(effect).unwrap());
            }
        }
        let research = <proto::events::ResearchGathered as proto::event::Event>::decode(
            &proto::event::Envelope::default(),
            &outcome.facts[0].fact.encode(),
        )
        .unwrap()
        .research;
        println!(
            "=== {text}: {} in {:?}\n{}",
            outcome.label,
            started.elapsed(),
            serde_json::to_string_pretty(&research).unwrap()
        );
    }
}
fn telemetry_client() -> reqwest::Client {
    telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap()
}
