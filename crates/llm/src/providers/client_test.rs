//! The maximum cost of a request, against every body that may be sent for it.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::*;
use crate::{ApiStyle, Catalog, ModelProfile, Thinking, Tool, ToolChoice};

const STYLES: [ApiStyle; 3] = [ApiStyle::Anthropic, ApiStyle::OpenAi, ApiStyle::Responses];
const LEVELS: [Thinking; 3] = [Thinking::Default, Thinking::Off, Thinking::Low];

/// Parameters that change the form of the request for a tool call, or the limit of the reply.
const CHANGING: [Parameter; 4] =
    [Parameter::ForcedTool, Parameter::AnswerSchema, Parameter::StrictTools, Parameter::Thinking];

fn client(http: &reqwest::Client, profile: ModelProfile, style: ApiStyle, thinking: Thinking) -> Client {
    let url = url::Url::parse("http://127.0.0.1:9").unwrap();
    let endpoint = Endpoint { profile: Arc::new(profile), thinking, ..Endpoint::new(style, url, "m") };
    Client::new(endpoint, http.clone())
}

fn http() -> reqwest::Client {
    telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap()
}

/// A forced call of a tool whose strict schema is much longer than its own: every property is optional.
fn forced(tools: usize) -> Request {
    let optional: Map<String, Value> = (0..40).map(|n| (format!("p{n}"), json!({ "type": "string" }))).collect();
    let schema = json!({ "type": "object", "properties": optional });
    let tool = |n| Tool { name: format!("t{n}"), description: String::new(), input_schema: schema.clone() };
    let mut request = Request::new("", "x").with_max_tokens(500).with_tools((0..tools).map(tool).collect::<Vec<_>>());
    request.tool_choice = ToolChoice::Tool("t0".into());
    request
}

/// Returns the facts after each combination of refusals, and after the refusal of the limit's name.
fn refusals() -> Vec<EndpointFacts> {
    let subsets = (0..1_u32 << CHANGING.len()).map(|bits| {
        let chosen = CHANGING.into_iter().enumerate().filter(|(at, _)| bits & (1 << at) != 0);
        let learned = Learned::default();
        learned.add_refused(&chosen.map(|(_, parameter)| parameter).collect());
        learned.facts()
    });
    let renamed = Learned::default();
    renamed.add(Mend::NewerLimitName);
    subsets.chain([renamed.facts()]).collect()
}

#[test]
fn the_maximum_cost_covers_every_body_that_may_be_sent() {
    let per_token = domain::MicroUsd(1_000_000);
    let prices = [Price { input: per_token, ..Price::default() }, Price { output: per_token, ..Price::default() }];
    let (http, facts, mut seen) = (http(), refusals(), BTreeSet::new());
    for profile in Catalog::built_in().profiles().chain([ModelProfile::unknown()]) {
        for (style, level) in STYLES.into_iter().flat_map(|style| LEVELS.map(|level| (style, level))) {
            let mut client = client(&http, profile.clone(), style, level);
            for request in [forced(1), forced(2)] {
                let plans: Vec<Plan> = facts.iter().map(|facts| client.plan(&request, facts)).collect();
                // Most models have the same rules as another one.
                if !seen.insert(format!("{style} {} {plans:?}", request.tools.len())) {
                    continue;
                }
                let bounds: Vec<Usage> = facts.iter().map(|facts| client.bound_of(&request, facts).0).collect();
                for price in prices {
                    client.card.price = price;
                    let most = Model::max_cost(&client, &request);
                    for (usage, facts) in bounds.iter().zip(&facts) {
                        let cost = price.cost(usage);
                        assert!(cost <= most, "{} {style} {level} {facts:?}: {cost} exceeds {most}", profile.id());
                    }
                }
            }
        }
    }
}

#[test]
fn a_stated_maximum_lowers_the_budget_for_thinking_as_well() {
    let client =
        client(&http(), Catalog::built_in().find("claude-haiku-4-5", None), ApiStyle::Anthropic, Thinking::Medium);
    let plan = |client: &Client| client.plan(&Request::new("", "x").with_max_tokens(500), &client.learned.facts());
    let budget = |plan: &Plan| plan.thinking["thinking"]["budget_tokens"].as_u64().unwrap();
    let free = plan(&client);
    assert_eq!((free.max_tokens, budget(&free)), (8_692, 8_192));
    assert!(client.learned.add(Mend::AtMost(3_000)));
    let limited = plan(&client);
    assert_eq!(limited.max_tokens, 3_000);
    assert!((1_024..3_000).contains(&budget(&limited)), "the provider refuses a budget that takes the whole reply");
}
