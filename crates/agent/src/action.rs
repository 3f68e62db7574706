//! Inputs and outputs of a run.

use std::sync::Arc;

use domain::MicroUsd;
use llm::Request;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits::Stop;

/// Purpose and tools of a run; immutable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// The system prompt.
    pub system: Arc<str>,
    /// The task, as the first user message.
    pub task: String,
    /// The tools on offer.
    pub tools: Arc<[llm::Tool]>,
    /// The tool that receives the final answer. A call ends the run if its result says so ([`CallResult::ends`]).
    /// On a hard stop it is the only remaining tool and is forced. `None` if the answer is text.
    pub answer_tool: Option<String>,
    /// Maximum output tokens per turn.
    pub max_tokens: u32,
}

/// The next action of the driver.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Call the model, then call [`crate::AgentRun::model_replied`] or [`crate::AgentRun::model_denied`].
    CallModel(Box<Request>),
    /// Execute these calls in any order or concurrently, then call [`crate::AgentRun::tools_answered`] with a result
    /// for each.
    CallTools(Vec<ToolCall>),
    /// The run has ended.
    Done(Ending),
}

/// A tool call to execute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Number within the run, from 0; names the memoised step.
    pub ordinal: u32,
    /// The call's id in the conversation: the model's, or a generated one if the model's is unusable.
    pub id: String,
    /// Name of the tool, always one of [`Goal::tools`].
    pub name: String,
    /// Arguments, not yet validated.
    pub input: Value,
}

/// Result of a tool call.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CallResult {
    /// Ordinal of the call ([`ToolCall::ordinal`]).
    pub ordinal: u32,
    /// Text for the model.
    pub content: String,
    /// `true` if the text describes an error.
    pub is_error: bool,
    /// `true` if the call gave the answer or ended the run in another way. An error never ends it.
    pub ends: bool,
    /// Cost of model calls inside the tool.
    pub cost: MicroUsd,
}

/// The way in which a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The model finished.
    Complete {
        /// The model's last text; may be empty if an answer tool received the answer.
        text: String,
    },
    /// A limit ended the run; the findings so far are partial.
    Stopped {
        /// The limit that was reached.
        stop: Stop,
        /// The model's last text; may be empty.
        text: String,
    },
}
