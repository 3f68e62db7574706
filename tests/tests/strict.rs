//! A strict provider between the fleet and the offline world: no request is refused and no answer is degraded, with any
//! model of the providers, on any of their wire formats, and with any thinking level.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::collections::BTreeMap;

use tests::fleet::WORKERS;
use tests::strict::StrictProvider;
use tests::wait::PATIENCE;
use tests::{Fleet, Setup, events};

/// A provider as the fleet uses it: the wire format, the path of the base address, and a model for each worker in the
/// order of [`WORKERS`].
struct Provider {
    api: &'static str,
    path: &'static str,
    models: [&'static str; 5],
}

const MINIMAX: Provider = Provider {
    api: "anthropic",
    path: "/anthropic",
    models: ["MiniMax-M2.5-highspeed", "MiniMax-M2", "MiniMax-M2.1", "MiniMax-M2.7", "MiniMax-M3"],
};
const CLAUDE: Provider = Provider {
    models: ["claude-haiku-4-5", "claude-opus-4-7", "claude-opus-4-8", "claude-fable-5", "claude-sonnet-5"],
    ..MINIMAX
};
const GPT: Provider =
    Provider { api: "openai", path: "/openai/v1", models: ["gpt-5-nano", "gpt-5", "gpt-5-mini", "gpt-5.5", "gpt-5.1"] };
const DEEPSEEK: Provider = Provider {
    models: ["deepseek-v4-flash", "deepseek-v4-pro", "deepseek-v4-flash", "deepseek-v4-pro", "deepseek-v4-flash"],
    ..GPT
};

impl Provider {
    fn environment(&self, worker: &str, strict: &StrictProvider) -> BTreeMap<String, String> {
        let at = WORKERS.iter().position(|name| *name == worker).unwrap();
        [
            (format!("{}_MODEL", worker.to_uppercase()), self.models[at].to_owned()),
            ("AUSPEX_MODEL_API".to_owned(), self.api.to_owned()),
            ("AUSPEX_MODEL_BASE_URL".to_owned(), format!("{}{}", strict.url(), self.path)),
        ]
        .into()
    }
}

/// Runs every kind of event through a fleet whose models think at this level, and returns what was refused or degraded.
async fn run(provider: &Provider, thinking: &str) -> Vec<String> {
    let setup = Setup { thinking_tokens: Some(300), ..Setup::default() }
        .only(&[])
        .with("AUSPEX_MODEL_THINKING", thinking)
        .with("AUSPEX_BUDGET_CLASS", "premium");
    let fleet = Fleet::start(setup).await.unwrap();
    let strict = StrictProvider::start(fleet.offline.url()).await.unwrap();
    for worker in WORKERS {
        fleet.start_worker(worker, provider.environment(worker, &strict)).unwrap();
    }
    fleet.ready().await.unwrap();
    let published: Vec<_> = (1..3).flat_map(events::every_kind).collect();
    let jobs = fleet.run(&published, PATIENCE).await.unwrap();
    assert_eq!(jobs.len(), published.len());
    assert!(strict.accepted() > 20, "{} calls\n{}", strict.accepted(), fleet.logs());
    let mut found = strict.refused();
    found.extend(fleet.degraded().await.unwrap());
    println!("{} {thinking}: {} calls accepted, refused or degraded: {found:#?}", provider.api, strict.accepted());
    found
}

async fn assert_clean(provider: &Provider, levels: &[&str]) {
    for level in levels {
        let found = run(provider, level).await;
        assert!(found.is_empty(), "{:?} {level}: {found:#?}", provider.models);
    }
}

#[tokio::test]
async fn minimax_refuses_nothing() {
    assert_clean(&MINIMAX, &["default", "high"]).await;
}

#[tokio::test]
async fn claude_refuses_nothing() {
    assert_clean(&CLAUDE, &["default", "low", "off"]).await;
}

#[tokio::test]
async fn gpt_refuses_nothing_on_either_wire() {
    assert_clean(&GPT, &["default", "off"]).await;
    assert_clean(&Provider { api: "responses", ..GPT }, &["default", "high"]).await;
}

#[tokio::test]
async fn deepseek_refuses_nothing() {
    assert_clean(&DEEPSEEK, &["default", "off", "high"]).await;
    assert_clean(&Provider { api: "anthropic", path: "/anthropic", ..DEEPSEEK }, &["default"]).await;
}
