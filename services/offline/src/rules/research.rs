//! The researcher's loop: look at the data services and search, read the best pages, answer from what they gave. Three
//! turns; nothing is said that no tool said.

mod answer;
pub(super) mod claims;
mod seen;

use serde_json::{Value, json};

use super::{RuleReply, words};
use seen::Seen;

/// Pages read per task: the best of a ranked list carry most of what there is, and every page costs a call.
const PAGES: usize = 2;

/// The tool that takes an answer, and the one that takes a todo's result.
const STORE: &str = "store_research_results";
const WRITE: &str = "write_file";

/// The next step.
pub(crate) fn next(messages: &[Value], tools: &[Value]) -> RuleReply {
    let offered = |name: &str| tools.iter().any(|tool| tool["name"] == name);
    let answers = [STORE, WRITE].into_iter().find(|name| offered(name));
    let Some((task, answer)) = seen::task(messages).zip(answers).filter(|_| offered("web_search")) else {
        return RuleReply::text("I know no next step for these tools.");
    };
    let seen = Seen::of(messages);
    if seen.called(answer) > 0 {
        return RuleReply::text("The research is stored; what is unknown stands in its open questions.");
    }
    match seen.called("web_search") {
        0 => look(&task),
        1 if seen.hits().is_empty() => RuleReply::call("web_search", json!({"query": fewer_words(&task)})),
        _ if seen.called("fetch_page") == 0 && !seen.hits().is_empty() => read(&task, &seen),
        _ => answer::store(&task, &seen),
    }
}

/// A hard stop forces the answer: it is given from what was seen.
pub(crate) fn forced(messages: &[Value]) -> Option<Value> {
    let reply = answer::store(&seen::task(messages)?, &Seen::of(messages));
    reply.calls.into_iter().next().map(|call| call.input)
}

/// First turn: everything that needs nothing else.
fn look(task: &Value) -> RuleReply {
    let mut reply = RuleReply::default();
    if let Some(mint) = task["mint"].as_str() {
        for tool in ["get_token_metadata", "check_rugcheck", "get_price_history", "get_holder_distribution"] {
            reply = reply.and(tool, json!({"mint": mint}));
        }
    }
    reply.and("web_search", json!({"query": query(task)}))
}

/// Second turn: the best results. Ranked by the search, official ones first.
fn read(task: &Value, seen: &Seen) -> RuleReply {
    let most = task["maxSources"].as_u64().and_then(|most| usize::try_from(most).ok()).unwrap_or(PAGES).min(PAGES);
    let mut hits = seen.hits();
    hits.sort_by_key(|hit| hit["tier"] != "official");
    let sources = hits.iter().filter_map(|hit| hit["source"].as_str()).take(most.max(1));
    sources.fold(RuleReply::default(), |reply, source| reply.and("fetch_page", json!({"url": source})))
}

/// What to search: a known thing by its name, else the question itself.
fn query(task: &Value) -> String {
    let name = task["entity"]["name"].as_str().unwrap_or_default();
    let symbol = task["entity"]["symbol"].as_str().unwrap_or_default();
    if name.is_empty() {
        first(task["question"].as_str().unwrap_or_default(), 300)
    } else {
        format!("{name} {symbol}").trim().to_owned()
    }
}

/// The second try of a search that found nothing: the question's content words alone, or the context's.
fn fewer_words(task: &Value) -> String {
    let text = |key: &str| task[key].as_str().unwrap_or_default().to_owned();
    let mut words: Vec<String> = words::content(&text("question")).into_iter().collect();
    // A hash set has no order; a rule must have one.
    words.sort_by_key(|word| (std::cmp::Reverse(word.len()), word.clone()));
    words.truncate(6);
    if words.is_empty() { first(&text("context"), 200) } else { words.join(" ") }
}

fn first(text: &str, chars: usize) -> String {
    text.chars().take(chars).collect()
}

#[cfg(test)]
mod tests;
