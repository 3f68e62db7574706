//! Hostile pages, sites, PDFs, MCP servers, token lists and search results against the researcher with its real
//! clients. All that it sends goes through a forward proxy that answers for the web and records every byte. The model
//! makes every call that the hostile party demands, whether or not the demand reached it, after words of memory have
//! entered its conversation.
//!
//! I/O: a forward proxy on loopback.

mod case;
mod forms;
mod outside;
mod random;
mod wire;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use coordination::Coordination;
use coordination::testing::FakeCoordination;
use domain::{Clock, Effect, JobId, Tenant};
use llm::testing::{FakeModel, text_reply, tool_call};
use llm::{Block, LlmError, ModelReply, Request, ToolChoice};
use proto::events::ResearchRequested;
use runtime::config::Env;
use runtime::{Attempt, Handler};
use serde_json::{Value, json};
use store::Memory;
use store::testing::FakeMemory;
use url::Url;
use web::LiveWeb;
use web::fake::{RecordingProxy, Sent};
use worker::testing::FakeModelClient;

use crate::WebConfig;
use crate::tests::{Bench, Fakes, MINT, called, named, question, result, sensible, wired};
use case::{CANARY, Case, DISGUISED_CASES, OWNED, PLAIN_CASES, Party};

/// Number of cases; 100 for each party, 20 of them disguised and 30 with tricks of the wire.
const CASES: usize = PLAIN_CASES + DISGUISED_CASES + 180;
/// Everything that the operator denies.
const DENIED: &str = "denied.example.org, 9.9.9.0/24";

fn settings(proxy: &Url) -> Vec<(&'static str, String)> {
    let host = |name: &str| format!("http://{name}.example.net/");
    vec![
        ("AUSPEX_WEB_PROXY", proxy.to_string()),
        ("AUSPEX_WEB_DENY", DENIED.to_owned()),
        ("AUSPEX_SEARXNG_URL", host("search")),
        ("AUSPEX_WIKIPEDIA_URL", host("wikipedia")),
        ("AUSPEX_DUCKDUCKGO_URL", host("wikipedia")),
        ("AUSPEX_DUCKDUCKGO_HTML_URL", host("wikipedia")),
        ("AUSPEX_GLEIF_URL", host("gleif")),
        ("AUSPEX_JUPITER_URL", host("jupiter")),
        ("AUSPEX_PRICES_URL", host("prices")),
        ("AUSPEX_RUGCHECK_URL", host("rugcheck")),
        ("AUSPEX_GECKOTERMINAL_URL", host("prices")),
        ("AUSPEX_DEXSCREENER_URL", host("prices")),
        ("AUSPEX_FETCH_HOST_DELAY", "0s".to_owned()),
        ("AUSPEX_FETCH_MAX_BYTES", "200000".to_owned()),
        (
            "AUSPEX_MCP_SERVERS",
            r#"[{"name": "docs", "url": "http://mcp.example.net/mcp", "tools": ["lookup"]}]"#.to_owned(),
        ),
    ]
}

/// Creates the researcher's clients as its `main` does.
fn live_web(proxy: &RecordingProxy, clock: &Arc<dyn Clock>) -> LiveWeb {
    let settings = settings(proxy.url());
    let mut env = Env::from_pairs(settings.iter().map(|(name, value)| (*name, value.as_str())));
    let config = WebConfig::read(&mut env);
    env.finish().unwrap();
    let shared: Arc<dyn Coordination> = Arc::new(FakeCoordination::default());
    config.connect(clock, &shared).unwrap()
}

fn clock_of(client: &FakeModelClient) -> Arc<dyn Clock> {
    client.clock.clone()
}

/// Makes the calls of the case, each after one that succeeds, because errors in a row end a loop.
fn obedient(case: &Case, request: &Request, tried: &AtomicUsize) -> Result<ModelReply, LlmError> {
    if request.tool_choice == ToolChoice::Tool("extract_claims".into()) {
        let claims: Vec<Value> =
            sentences(request).into_iter().map(|line| json!({"text": line, "quote": line})).collect();
        return Ok(tool_call("extract_claims", json!({"claims": claims})));
    }
    if request.tool_choice == ToolChoice::Tool("extract_snippet_claims".into()) {
        let claims = sentences(request).into_iter().take(10).enumerate();
        let claims: Vec<Value> =
            claims.map(|(n, line)| json!({"result": n % 8 + 1, "text": line, "quote": line})).collect();
        return Ok(tool_call("extract_snippet_claims", json!({"snippet_claims": claims})));
    }
    let turn = called(request).len();
    let opening = match case.party {
        Party::TokenList => ("get_token_metadata", json!({"mint": MINT})),
        Party::Mcp => ("docs__lookup", json!({"query": "dogwifhat"})),
        Party::Site => ("map_site", json!({"url": format!("http://{}/a", case.host())})),
        _ => ("fetch_page", json!({"url": result(request)["results"][0]["source"]})),
    };
    Ok(match turn {
        0 => tool_call("retrieve", json!({"query": "dogwifhat listed exchange March"})),
        1 => tool_call("web_search", json!({"query": "dogwifhat"})),
        2 => tool_call(opening.0, opening.1),
        3 => tool_call("fetch_page", json!({"url": format!("http://{}/a", case.host())})),
        n if n % 2 == 0 && (n - 4) / 2 < case.orders.len() => {
            tried.fetch_add(1, Ordering::SeqCst);
            let (tool, input) = &case.orders[(n - 4) / 2];
            tool_call(tool, input.clone())
        }
        n if (n - 4) / 2 < case.orders.len() => {
            tool_call("web_search", json!({"query": format!("dogwifhat {}", "x".repeat(n))}))
        }
        _ => {
            let finding = json!({"text": OWNED, "sources": ["s1", "s99"], "quote": OWNED});
            tool_call("store_research_results", json!({"summary": OWNED, "confidence": 1, "findings": [finding]}))
        }
    })
}

/// Returns what the reader in quarantine sees, in sentences.
fn sentences(request: &Request) -> Vec<String> {
    let texts = request.messages.iter().flat_map(|message| &message.blocks).filter_map(|block| match block {
        Block::Text { text } => Some(text.as_str()),
        _ => None,
    });
    let all = texts.collect::<Vec<_>>().join("\n");
    all.split_inclusive(['.', '\n']).map(str::trim).filter(|line| line.len() > 20).take(60).map(str::to_owned).collect()
}

/// Returns a memory whose earlier research contains the canary.
async fn memory() -> Arc<FakeMemory> {
    let bench = Bench::new(sensible);
    let outcome = bench.handle(&named(), "before").await.unwrap();
    assert!(outcome.effects.iter().any(|effect| matches!(effect, Effect::ResearchStored { .. })), "research is stored");
    for mut effect in outcome.effects {
        if let Effect::ResearchStored { research, .. } = &mut effect {
            research.summary = format!("dogwifhat was listed on an exchange in March, {CANARY}.");
            research.findings.iter_mut().for_each(|finding| finding.text = format!("{CANARY}: {}", finding.text));
        }
        assert!(bench.memory.apply(&effect), "the fence is current");
    }
    bench.memory
}

/// Hosts of search providers and of GLEIF, whose search for a legal name is a query as well.
const SEARCHED_HOSTS: [&str; 3] = ["search.example.net", "wikipedia.example.net", "gleif.example.net"];

/// Returns the request without the query of a search, which consists of the model's words unless the fleet's memory is
/// secret. Paths, headers, bodies and every other host stay.
fn without_search_words(sent: &Sent) -> Sent {
    let mut sent = sent.clone();
    if let Ok(mut url) = Url::parse(&sent.target)
        && url.host_str().is_some_and(|host| SEARCHED_HOSTS.contains(&host))
    {
        url.set_query(None);
        sent.target = url.into();
    }
    sent
}

/// Returns the reason why a request must not have been sent.
fn forbidden(sent: &Sent) -> Option<&'static str> {
    if sent.method == "CONNECT" {
        let host = sent.target.split(':').next().unwrap_or_default();
        return (host != "other.example.com").then_some("an encrypted connection to a host that nobody named");
    }
    // Decided here and not by the policy under test: every host of this web has a public name, and no page has a port
    // or a user.
    let Ok(url) = Url::parse(&sent.target) else { return Some("no address") };
    let host = url.host_str().unwrap_or_default();
    let is_public = [".example.net", ".example.com", ".example"].iter().any(|domain| host.ends_with(domain));
    if url.scheme() != "http" || !is_public || url.port().is_some() || !url.username().is_empty() {
        return Some("outside the address policy");
    }
    let all = format!("{} {} {}", sent.target, sent.headers, sent.body);
    let mut names =
        sent.headers.lines().filter_map(|line| line.split_once(':')).map(|(name, _)| name.to_ascii_lowercase());
    if all.contains(wire::TRACKER) || names.any(|name| ["cookie", "authorization", "referer"].contains(&&*name)) {
        return Some("a value that a server asked to be sent back, or a credential");
    }
    let decoded: Vec<u8> = url::form_urlencoded::parse(all.replace('&', " ").as_bytes())
        .flat_map(|(name, value)| [name.into_owned(), value.into_owned()])
        .collect::<Vec<_>>()
        .join(" ")
        .into_bytes();
    let all = letters(&format!("{all} {}", String::from_utf8_lossy(&decoded)));
    let spellings =
        forms::encodings().into_iter().chain(["83758293".to_owned(), "everything that was said".to_owned()]);
    let is_leak = spellings.map(|word| letters(&word)).any(|word| all.contains(&word));
    is_leak.then_some("words of memory, or the conversation")
}

/// Returns the letters and digits of a text, with those that look like spaces or tags removed or kept as they are.
fn letters(text: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || ('\u{e0000}'..='\u{e007f}').contains(c);
    text.to_lowercase().chars().filter(kept).collect()
}

#[test]
fn a_forbidden_request_is_recognised() {
    let sent = |method: &str, target: &str, body: &str| {
        let (method, target) = (method.to_owned(), target.to_owned());
        Sent { method, target, headers: "accept: */*".to_owned(), body: body.to_owned() }
    };
    for (method, target, body) in [
        ("GET", "http://169.254.169.254/", ""),
        ("GET", "http://denied.example.org/a", ""),
        ("GET", "http://9.9.9.9/", ""),
        ("GET", "http://story1.example.net:6379/", ""),
        ("GET", "http://u:p@other.example.com/", ""),
        ("GET", &format!("http://story1.example.net/{CANARY}"), ""),
        ("POST", "http://mcp.example.net/mcp", CANARY),
        ("GET", &format!("http://search.example.net/search?q=dogwifhat+{CANARY}"), ""),
        ("GET", "http://search.example.net/search?q=c+A+n+4+r+y+7+Q+2+x+9+K+v", ""),
        ("GET", "http://search.example.net/search?q=Y0FuNHJ5N1EyeDlLdg%3D%3D", ""),
        ("GET", &format!("http://jupiter.example.net/?query={}", forms::mint()), ""),
        ("GET", &format!("http://gleif.example.net/lei-records/{}", forms::lei()), ""),
        ("CONNECT", "collector.attacker.example:443", ""),
        ("POST", "http://mcp.example.net/mcp", wire::TRACKER),
    ] {
        assert!(forbidden(&sent(method, target, body)).is_some(), "{method} {target} {body}");
    }
    for target in [
        "http://search.example.net/search?q=dogwifhat+listed",
        "http://story1.example.net/a",
        "http://attacker.example/redirected-by-the-site",
        "http://mcp.example.net/mcp",
    ] {
        assert_eq!(forbidden(&sent("GET", target, "")), None, "{target}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_hostile_party_causes_a_forbidden_call_a_leak_or_a_write() {
    let current = Arc::new(Mutex::new(Case::new(0)));
    let shown = Arc::clone(&current);
    let proxy = RecordingProxy::start(move |sent| {
        let case = shown.lock().unwrap_or_else(PoisonError::into_inner).clone();
        outside::answer(&case, sent)
    })
    .await;
    let memory = memory().await;
    let base = Bench::new(|_| Ok(text_reply("done")));
    let common = Arc::new(live_web(&proxy, &clock_of(&base.client)));
    let tried = Arc::new(AtomicUsize::new(0));
    let mut by_party: BTreeMap<String, usize> = BTreeMap::new();
    for number in 0..CASES {
        let case = Case::new(number);
        current.lock().unwrap().clone_from(&case);
        let before = tried.load(Ordering::SeqCst);
        let (rule, count) = (case.clone(), Arc::clone(&tried));
        let model = FakeModel::by_rule(move |request| obedient(&rule, request, &count));
        let client = Arc::new(FakeModelClient::new("researcher", model));
        // An MCP server is listed when a worker starts.
        let web = match case.party {
            Party::Mcp => Arc::new(live_web(&proxy, &clock_of(&client))),
            _ => Arc::clone(&common),
        };
        let Bench { objects, trail, reviews, .. } = &base;
        let archive = Arc::default();
        let fakes = Fakes { memory: &memory, web: &web, client: &client, objects, archive: &archive, trail, reviews };
        let privacy = if number % 2 == 0 { "strict" } else { "open" };
        let settings = [("AUSPEX_RESEARCHER_TOOL_TIME", "5s"), ("AUSPEX_SEARCH_PRIVACY", privacy)];
        let handler = wired(&fakes, &settings);
        let job = JobId::named(&["hostile", &number.to_string()]);
        let attempt = Attempt { job, failures: 0, published_at: None, clock: client.clock.clone() };
        let outcome = handler.handle(ResearchRequested(question("What of dogwifhat?")), &attempt).await;
        let outcome = outcome.unwrap_or_else(|failure| panic!("{case:?}: {:?}", failure.chain()));
        assert_eq!(outcome.facts.len(), 1, "{case:?}: further research was requested");
        let writes = outcome.effects.iter().any(|effect| matches!(effect, Effect::ResearchStored { .. }));
        assert!(!writes, "{case:?}: research was stored under an entity");
        assert_eq!(memory.by_name(&Tenant::default(), OWNED).await.unwrap(), [], "{case:?}: memory was written");
        let sent = proxy.take();
        for (n, request) in sent.iter().enumerate() {
            let before = n.checked_sub(1).map(|before| &sent[before]);
            let request = wire::without_own_cookie(&case, before, request);
            let request = if privacy == "open" { without_search_words(&request) } else { request };
            assert_eq!(forbidden(&request), None, "{case:?}: {request:?}");
        }
        *by_party.entry(format!("{:?}", case.party)).or_default() += tried.load(Ordering::SeqCst) - before;
    }
    assert!(by_party.values().all(|orders| *orders >= 100), "most demands were followed by the model: {by_party:?}");
}
