//! Contents of the conversation so far: the task, the calls and their results.

use serde_json::Value;

/// A tool call with its result.
struct Call {
    name: String,
    input: Value,
    result: Value,
}

/// All calls of the conversation.
pub(in crate::rules) struct ConversationCalls(Vec<Call>);

impl ConversationCalls {
    /// Parses the conversation. A result that is not JSON (an error message) becomes null.
    pub(in crate::rules) fn parse(messages: &[Value]) -> Self {
        let results: Vec<&Value> = blocks(messages).filter(|block| block["type"] == "tool_result").collect();
        let uses = blocks(messages).filter(|block| block["type"] == "tool_use");
        let call = |block: &Value| Call {
            name: block["name"].as_str().unwrap_or_default().to_owned(),
            input: block["input"].clone(),
            result: results
                .iter()
                .find(|result| result["tool_use_id"] == block["id"])
                .map(|result| content(result))
                .unwrap_or_default(),
        };
        Self(uses.map(call).collect())
    }

    /// Returns the number of calls of a tool.
    pub(in crate::rules) fn called(&self, name: &str) -> usize {
        self.0.iter().filter(|call| call.name == name).count()
    }

    /// Returns true if no tool was called.
    pub(in crate::rules) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the inputs of all calls of a tool.
    pub(in crate::rules) fn inputs(&self, name: &str) -> impl Iterator<Item = &Value> {
        self.0.iter().filter(move |call| call.name == name).map(|call| &call.input)
    }

    /// Returns the results of all calls of a tool; null for an error.
    pub(in crate::rules) fn results(&self, name: &str) -> impl Iterator<Item = &Value> {
        self.0.iter().filter(move |call| call.name == name).map(|call| &call.result)
    }

    /// Returns the search results in order, each once.
    pub(in crate::rules) fn hits(&self) -> Vec<&Value> {
        let mut hits: Vec<&Value> = Vec::new();
        for hit in self.0.iter().flat_map(|call| call.result["results"].as_array().into_iter().flatten()) {
            if !hits.iter().any(|known| known["source"] == hit["source"]) {
                hits.push(hit);
            }
        }
        hits
    }

    /// Returns true if the query was searched.
    pub(in crate::rules) fn searched(&self, query: &str) -> bool {
        self.inputs("web_search").any(|input| input["query"] == query)
    }

    /// Returns the results of all searches, the best of each search first, each once.
    pub(in crate::rules) fn hits_in_turn(&self) -> Vec<&Value> {
        let lists: Vec<&Vec<Value>> = self.0.iter().filter_map(|call| call.result["results"].as_array()).collect();
        let longest = lists.iter().map(|list| list.len()).max().unwrap_or_default();
        let mut hits: Vec<&Value> = Vec::new();
        for hit in (0..longest).flat_map(|rank| lists.iter().filter_map(move |list| list.get(rank))) {
            if !hits.iter().any(|known| known["source"] == hit["source"]) {
                hits.push(hit);
            }
        }
        hits
    }

    /// Returns the claims of all results, each with the tier of its source. Claims of the excerpts of a search are
    /// returned only for pages that were chosen and could not be read.
    pub(in crate::rules) fn claims(&self) -> Vec<(&Value, &str)> {
        let claims = self.0.iter().flat_map(|call| {
            let tier = call.result["tier"].as_str().unwrap_or("secondary");
            call.result["claims"].as_array().into_iter().flatten().map(move |claim| (claim, tier))
        });
        let unread = self.unread();
        let is_weak = |claim: &Value| claim["kind"] == "snippet" && !unread.contains(&claim["source"].as_str());
        claims.filter(|(claim, _)| !is_weak(claim)).collect()
    }

    /// Returns the sources that were to be read and of which the tool returned an error.
    fn unread(&self) -> Vec<Option<&str>> {
        let failed = self.0.iter().filter(|call| call.name == "fetch_page" && call.result.is_null());
        failed.map(|call| call.input["url"].as_str()).collect()
    }
}

/// Returns the task: the fenced block of the first message.
pub(in crate::rules) fn task(messages: &[Value]) -> Option<Value> {
    let text = blocks(messages.get(..1)?).find_map(|block| block["text"].as_str())?;
    let start = text.find("```json\n")? + "```json\n".len();
    let rest = &text[start..];
    let end = rest.find("\n```")?;
    serde_json::from_str(&rest[..end]).ok()
}

fn blocks(messages: &[Value]) -> impl Iterator<Item = &Value> {
    messages.iter().flat_map(|message| message["content"].as_array().into_iter().flatten())
}

/// Parses a result's JSON; its content is text or blocks of text.
fn content(result: &Value) -> Value {
    let content = &result["content"];
    let text = match content.as_array() {
        Some(blocks) => blocks.iter().filter_map(|block| block["text"].as_str()).collect(),
        None => content.as_str().unwrap_or_default().to_owned(),
    };
    serde_json::from_str(&text).unwrap_or_default()
}
