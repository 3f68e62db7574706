//! What goes into a run and what comes out of it.

use std::sync::Arc;

use domain::MicroUsd;
use llm::Request;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits::Stop;

/// What a run is for. It never changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// The system prompt.
    pub system: Arc<str>,
    /// The task, as the first user message.
    pub task: String,
    /// The tools on offer.
    pub tools: Arc<[llm::Tool]>,
    /// The tool that takes the final answer. A successful call of it ends the run; on a hard stop it is the only tool
    /// left, and forced. `None`: the answer is words.
    pub answer_tool: Option<String>,
    /// Tokens of answer per turn at most.
    pub max_tokens: u32,
}

/// What to do next.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Ask the model, then say [`crate::Run::model_replied`] or [`crate::Run::model_denied`].
    CallModel(Box<Request>),
    /// Execute these, in any order or at once, then say [`crate::Run::tools_answered`] with a result for each.
    CallTools(Vec<Call>),
    /// It is over.
    Done(Ending),
}

/// A tool call to execute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// Number within the run, from 0: the name of a remembered step.
    pub ordinal: u32,
    /// The call's id in the conversation: the model's, or ours where the model's is not usable.
    pub id: String,
    /// Which tool; always one of [`Goal::tools`].
    pub name: String,
    /// Its arguments, not yet validated.
    pub input: Value,
}

/// What a tool call gave, for the machine.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// [`Call::ordinal`].
    pub ordinal: u32,
    /// What the model reads.
    pub content: String,
    /// It describes an error.
    pub is_error: bool,
    /// The run is over with it, as with a successful answer.
    pub ends: bool,
    /// What model calls inside the tool cost.
    pub cost: MicroUsd,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The model was done.
    Complete {
        /// Its last words; may be empty where an answer tool took the answer.
        text: String,
    },
    /// A bound ended it: whatever was found is partial.
    Stopped {
        /// Which.
        stop: Stop,
        /// Its last words; may be empty.
        text: String,
    },
}
