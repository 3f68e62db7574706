//! The researcher's loop in three turns: query the data services and search, read the best pages, answer from the
//! results. The answer contains only what tools returned.

mod answer;
pub(super) mod claims;
mod fields;
pub(super) mod seen;
mod todo;

use serde_json::{Value, json};

use super::{RuleReply, words};
use seen::ConversationCalls;

/// Number of pages read per task. The best results contain most of the information, and every page costs a call.
const PAGES: usize = 2;

/// Names of the tools that receive an answer and a todo's result.
const STORE: &str = "store_research_results";
const WRITE: &str = "write_file";

/// Returns the next step.
pub(crate) fn next(messages: &[Value], tools: &[Value]) -> RuleReply {
    let offered = |name: &str| tools.iter().any(|tool| tool["name"] == name);
    let answers = [STORE, WRITE].into_iter().find(|name| offered(name));
    let Some((task, answer)) = seen::task(messages).zip(answers).filter(|_| offered("web_search")) else {
        return RuleReply::text("I know no next step for these tools.");
    };
    let seen = ConversationCalls::parse(messages);
    if seen.called(answer) > 0 {
        return RuleReply::text("The research is stored; what is unknown stands in its open questions.");
    }
    match seen.called("web_search") {
        0 => look(&task),
        1 | 2 if seen.hits().is_empty() && seen.called("fetch_page") == 0 && !seen.searched(&fewer_words(&task)) => {
            RuleReply::call("web_search", json!({"query": fewer_words(&task)}))
        }
        _ if seen.called("fetch_page") == 0 && !seen.hits().is_empty() => read(&task, &seen),
        _ => answer::store(&task, &seen),
    }
}

/// Returns the forced answer of a stopped loop, from the results so far.
pub(crate) fn forced(messages: &[Value]) -> Option<Value> {
    let reply = answer::store(&seen::task(messages)?, &ConversationCalls::parse(messages));
    reply.calls.into_iter().next().map(|call| call.input)
}

/// First turn: all calls that need no earlier result.
fn look(task: &Value) -> RuleReply {
    let mut reply = RuleReply::default();
    if let Some(mint) = task["mint"].as_str() {
        for tool in ["get_token_metadata", "check_rugcheck", "get_price_history", "get_holder_distribution"] {
            reply = reply.and(tool, json!({"mint": mint}));
        }
    }
    match todo::queries(task) {
        Some(queries) => queries.iter().fold(reply, |reply, query| reply.and("web_search", json!({"query": query}))),
        None => reply.and("web_search", json!({"query": query(task)})),
    }
}

/// Second turn: fetches the best results, official sources first.
fn read(task: &Value, seen: &ConversationCalls) -> RuleReply {
    let is_todo = todo::queries(task).is_some();
    let pages = if is_todo { todo::PAGES } else { PAGES };
    let most = task["maxSources"].as_u64().and_then(|most| usize::try_from(most).ok()).unwrap_or(pages).min(pages);
    let mut hits = if is_todo { seen.hits_in_turn() } else { seen.hits() };
    hits.sort_by_key(|hit| !is_todo && hit["tier"] != "official");
    let sources = hits.iter().filter_map(|hit| hit["source"].as_str()).take(most.max(1));
    sources.fold(RuleReply::default(), |reply, source| reply.and("fetch_page", json!({"url": source})))
}

/// Returns the search query: the name of an entity, or the question. A question that has no word of the market is about
/// its trade.
fn query(task: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (name, symbol) = (text(&task["entity"]["name"]), text(&task["entity"]["symbol"]));
    let (own, market, question) =
        (text(&task["calls_itself"]), text(&task["market_question"]), text(&task["question"]));
    if !name.is_empty() {
        format!("{name} {symbol}").trim().to_owned()
    } else if !own.is_empty() {
        own.replace(['(', ')'], "")
    } else if !market.is_empty() && words::content(&question).is_disjoint(&words::content(&market)) {
        first(&market, 300)
    } else {
        first(&question, 300)
    }
}

/// Returns what a task or a page is about: the question, and the words of strangers that describe its subject.
fn asked(task: &Value) -> String {
    let fields = ["question", "calls_itself", "market_question"].map(|field| task[field].as_str().unwrap_or_default());
    fields.join(" ")
}

/// Returns the query of the second attempt: the content words of the question, or of the context.
fn fewer_words(task: &Value) -> String {
    let text = |key: &str| task[key].as_str().unwrap_or_default().to_owned();
    let mut words: Vec<String> = words::content(&asked(task)).into_iter().collect();
    // Sorted, because a hash set has no order and a rule must be deterministic.
    words.sort_by_key(|word| (std::cmp::Reverse(word.len()), word.clone()));
    words.truncate(6);
    if words.is_empty() { first(&text("context"), 200) } else { words.join(" ") }
}

fn first(text: &str, chars: usize) -> String {
    text.chars().take(chars).collect()
}

#[cfg(test)]
mod tests;
