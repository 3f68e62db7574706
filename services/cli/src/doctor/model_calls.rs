//! Two short real calls per configured model (`--call`): key, name, tool use, structured answer, usage and caching.
//!
//! I/O: calls the configured models. The calls are not part of the ledger, so their largest cost is checked first.

use std::sync::Arc;

use domain::{JobId, MicroUsd};
use llm::{ApiStyle, LlmError, Model, ModelReply, Request, Schema};
use serde::Deserialize;
use serde_json::json;

use super::finding::Finding;
use crate::models::{Configured, configured};
use crate::{Context, output};

/// Name of the tool that the calls offer, by which the offline world's invoice tells them from the calls of the fleet.
pub(crate) const TOOL: &str = "report_colour";
/// Limit of each answer, in tokens, without thinking.
const MAX_TOKENS: u32 = 400;
/// Lines of the prefix on wires with cache marks. The models cache no prefix of less than 1,024 to 4,096 tokens; a line
/// has about 15 tokens.
const PREFIX_LINES: usize = 320;

/// A model to call, and how the findings name it.
struct Target {
    name: String,
    model: Arc<dyn Model>,
    caches: bool,
}

#[derive(Deserialize)]
struct Colour {
    colour: String,
}

/// Calls each distinct model, if all calls together cannot cost more than `most`.
pub(super) async fn check(context: &Context, most: MicroUsd) -> Vec<Finding> {
    let targets = match targets(configured(context)) {
        Ok(targets) => targets,
        Err(finding) => return vec![finding],
    };
    let bound: MicroUsd = targets.iter().map(Target::max_cost).sum();
    output::note(&format!("{} calls to {} models cost at most {bound}.", 2 * targets.len(), targets.len()));
    if bound > most {
        let detail = format!("not called: the calls could cost {bound}, more than {most}");
        return vec![Finding::notable("model calls", detail, "allow it with --max-cost")];
    }
    let stamp = context.clock.now().to_rfc3339();
    let mut findings = Vec::new();
    for target in &targets {
        findings.extend(target.check(&stamp).await);
    }
    findings
}

/// Returns every distinct model. Models with mistakes in their settings are not called.
fn targets(configured: Configured) -> Result<Vec<Target>, Finding> {
    if !configured.mistakes.is_empty() {
        let names: Vec<&str> = configured.mistakes.iter().map(|mistake| mistake.name.as_str()).collect();
        let detail = format!("not called: the settings have mistakes ({})", names.join(", "));
        return Err(Finding::broken("model calls", detail, "correct the settings above"));
    }
    let mut targets: Vec<Target> = Vec::new();
    for (_, config) in configured.workers {
        let http = telemetry::http::client(config.http()).map_err(|error| {
            Finding::broken("model calls", format!("no HTTP client: {error}"), "check the system's certificates")
        })?;
        for endpoint in [Some(config.endpoint), config.fallback].into_iter().flatten() {
            let name = format!("{} ({}, {})", endpoint.card().limit_key(), endpoint.style, endpoint.thinking);
            if targets.iter().all(|target| target.name != name) {
                let caches = endpoint.style == ApiStyle::Anthropic;
                targets.push(Target { name, caches, model: llm::connect(endpoint, http.clone()) });
            }
        }
    }
    Ok(targets)
}

impl Target {
    /// Returns both requests: one offers the tool, the other one forces it. Their prefix is the same.
    fn requests(&self) -> [Request; 2] {
        let lines = if self.caches { PREFIX_LINES } else { 0 };
        let mut system = "You test a connection. Answer with one short word.\n".to_owned();
        system.extend((0..lines).map(|n| format!("Line {n} of the shared prefix states nothing of interest.\n")));
        let ask = |text: &str| Request::new(system.as_str(), text).with_max_tokens(MAX_TOKENS).cached();
        let offered = schema().force(ask(&format!("Call the tool `{TOOL}` with the colour of a clear sky at noon.")));
        let offered = Request { tool_choice: llm::ToolChoice::Auto, ..offered };
        [offered, schema().force(ask("Report the colour of fresh grass."))]
    }

    fn max_cost(&self) -> MicroUsd {
        self.requests().iter().map(|request| self.model.max_cost(request)).sum()
    }

    async fn check(&self, stamp: &str) -> Vec<Finding> {
        let mut replies = Vec::new();
        for (n, request) in self.requests().iter().enumerate() {
            let call = JobId::named(&["doctor", stamp, &self.name, &n.to_string()]);
            match self.model.complete(request, call).await {
                Ok(reply) => replies.push(reply),
                Err(error) => return vec![self.failed(&error)],
            }
        }
        let [offered, forced] = replies.as_slice() else { return Vec::new() };
        let mut found = vec![self.reached(&[offered, forced]), used_tool(offered), structured(forced)];
        found.extend(self.cached(forced));
        found
    }

    fn failed(&self, error: &LlmError) -> Finding {
        let mend = match error.reason() {
            LlmError::Auth { .. } => "the key is wrong or not allowed to use this model",
            LlmError::UnknownModel { .. } | LlmError::Invalid { .. } | LlmError::TooLarge { .. } => {
                "check the model's name, the base URL and the wire format; `auspex models` shows them"
            }
            LlmError::SpendCap { .. } => "add credit at the provider",
            LlmError::RateLimited { .. } | LlmError::Overloaded { .. } => "try again later",
            LlmError::NotSent { .. }
            | LlmError::Lost { .. }
            | LlmError::Server { .. }
            | LlmError::Cut { .. }
            | LlmError::Garbled { .. }
            | LlmError::Interrupted { .. } => "check the base URL and the network",
        };
        Finding::broken(&self.name, error.to_string(), mend)
    }

    /// Key and name are right, since the model answered; reports the usage and the cost.
    fn reached(&self, replies: &[&ModelReply]) -> Finding {
        let cost: MicroUsd = replies.iter().map(|reply| self.model.cost(&reply.usage)).sum();
        let counted = replies.iter().all(|reply| reply.usage.output > 0 && reply.usage.prompt() > 0);
        let answered = replies.first().map_or("", |reply| reply.model.as_str());
        let detail = format!("answered as {answered:?}; the calls cost {cost}");
        if counted {
            return Finding::fine(&self.name, detail);
        }
        let advice = "the endpoint reports no usage, so each call is charged at its largest cost";
        Finding::notable(&self.name, detail, advice)
    }

    fn cached(&self, second: &ModelReply) -> Option<Finding> {
        let read = second.usage.cache_read;
        self.caches.then(|| match read {
            0 => Finding::notable(
                "  caching",
                "the second call read nothing from the cache",
                "the endpoint has no prompt cache, or none for this model; conversations are billed in full",
            ),
            _ => Finding::fine("  caching", format!("the second call read {read} tokens from the cache")),
        })
    }
}

fn used_tool(reply: &ModelReply) -> Finding {
    if reply.tool_uses().any(|(_, name, _)| name == TOOL) {
        return Finding::fine("  tool use", "called the offered tool");
    }
    let advice = "research needs tools; use a model that calls them";
    Finding::notable("  tool use", format!("did not call the tool (end: {})", reply.stop.name()), advice)
}

fn structured(reply: &ModelReply) -> Finding {
    match schema().parse::<Colour>(reply) {
        Ok(answer) => Finding::fine("  structured answer", format!("matches its schema ({})", answer.colour)),
        Err(error) => {
            let detail = format!("{error} (end: {})", reply.stop.name());
            let advice = "use a model that follows a schema, or turn its thinking down";
            Finding::broken("  structured answer", detail, advice)
        }
    }
}

fn schema() -> Schema {
    Schema::new(
        TOOL,
        "Reports a colour.",
        json!({
            "type": "object",
            "properties": { "colour": { "type": "string", "description": "One word." } },
            "required": ["colour"],
            "additionalProperties": false
        }),
    )
}

#[cfg(test)]
mod tests {
    use llm::testing::FakeModel;
    use llm::{Block, StopReason, Usage};

    use super::*;
    use crate::doctor::finding::State;

    fn reply(block: Block, usage: Usage) -> Result<ModelReply, LlmError> {
        Ok(ModelReply { blocks: vec![block], stop: StopReason::EndTurn, usage, model: "m".into(), id: "1".into() })
    }

    fn call(colour: &str) -> Block {
        Block::ToolUse { id: "1".into(), name: TOOL.into(), input: json!({ "colour": colour }) }
    }

    async fn findings(script: Vec<Result<ModelReply, LlmError>>) -> Vec<Finding> {
        let model = Arc::new(FakeModel::scripted(script));
        Target { name: "the model".into(), model, caches: true }.check("now").await
    }

    #[tokio::test]
    async fn a_model_that_does_everything_is_fine_and_its_cost_is_shown() {
        let first = Usage { input: 10, output: 5, cache_write: 5_000, ..Usage::default() };
        let second = Usage { input: 10, output: 5, cache_read: 5_000, ..Usage::default() };
        let found = findings(vec![reply(call("blue"), first), reply(call("green"), second)]).await;
        assert!(found.iter().all(|finding| finding.state == State::Fine), "{found:?}");
        assert_eq!(found.len(), 4);
        assert!(found[0].detail.contains("$0.000030"), "{}", found[0].detail);
    }

    #[tokio::test]
    async fn every_missing_ability_is_a_finding() {
        let none = Usage::default();
        let found = findings(vec![reply(Block::text("blue"), none), reply(Block::text("green"), none)]).await;
        let states: Vec<State> = found.iter().map(|finding| finding.state).collect();
        assert_eq!(states, [State::Notable, State::Notable, State::Broken, State::Notable]);
    }

    #[tokio::test]
    async fn a_refused_key_ends_the_calls() {
        let refused = LlmError::Auth { status: 401, message: "bad key".into() };
        let found = findings(vec![Err(refused)]).await;
        assert_eq!((found.len(), found[0].state), (1, State::Broken));
        assert!(found[0].mend.contains("key"));
    }
}
