//! The state machine: call the model, execute its tool calls, and repeat until it finishes or reaches a limit.

mod turn;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use domain::MicroUsd;
use llm::{Block, Message, ModelReply, Request, StopReason, ToolChoice};
use serde::{Deserialize, Serialize};

use crate::action::{Action, CallResult, Ending, Goal, ToolCall};
use crate::guard::Guard;
use crate::limits::{LoopLimits, Stop};
use crate::sanitize::{SanitizedReply, sanitize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    /// The model has to be called.
    Asking,
    /// Tools have to be executed; `order` gives the position of each result.
    Acting { calls: Vec<ToolCall>, order: Vec<Slot>, text: String },
    /// The run has ended.
    Done(Ending),
}

/// Position of one result in the message that answers a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Slot {
    /// The result of the call with this ordinal.
    ToolCall(u32),
    /// Not executed; the text for the model gives the reason.
    Refused { id: String, reason: String },
}

/// State of a run. It can be serialised at any time: it contains no clock, connection or randomness.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgentRun {
    goal: Goal,
    limits: LoopLimits,
    messages: Vec<Arc<Message>>,
    phase: Phase,
    guard: Guard,
    /// Call ids used in the conversation.
    ids: BTreeSet<String>,
    turns: u32,
    /// Number of calls given to tools, which is the next call's ordinal.
    executed: u32,
    /// Number of calls that count against [`LoopLimits::calls`]: all except attempts at the answer.
    counted: u32,
    spent: MicroUsd,
    /// `true` after the model was reminded to use the answer tool.
    reminded: bool,
    /// A limit reached within a turn; it takes effect before the next model call.
    due: Option<Stop>,
    /// The reached limit: only the final answer is still requested.
    stop: Option<Stop>,
}

impl AgentRun {
    /// Creates a run in its initial state.
    pub fn new(goal: Goal, limits: LoopLimits) -> Self {
        let messages = vec![Arc::new(Message::user(goal.task.clone()))];
        Self {
            goal,
            limits,
            messages,
            phase: Phase::Asking,
            guard: Guard::default(),
            ids: BTreeSet::new(),
            turns: 0,
            executed: 0,
            counted: 0,
            spent: MicroUsd::ZERO,
            reminded: false,
            due: None,
            stop: None,
        }
    }

    /// Returns the next action at `elapsed` since the start as measured by the driver; `max_cost` is the maximum cost
    /// of a request. Repeated calls without an event in between return the same action, unless the time limit passes.
    pub fn next(&mut self, elapsed: Duration, max_cost: impl Fn(&Request) -> MicroUsd) -> Action {
        match &self.phase {
            Phase::Done(ending) => return Action::Done(ending.clone()),
            Phase::Acting { calls, .. } => return Action::CallTools(calls.clone()),
            Phase::Asking => {}
        }
        if let Some(stop) = self.reached_limit(elapsed) {
            self.halt(stop);
        }
        let mut request = self.request();
        let mut cost = max_cost(&request);
        // Reserves budget for this turn and, if it is not the last, for a final answer of about the same size.
        if self.stop.is_none() && !self.affords(cost + cost) {
            self.halt(Stop::Dollars { limit: self.limits.dollars });
            request = self.request();
            cost = max_cost(&request);
        }
        match &self.stop {
            Some(stop) if !self.affords(cost) => {
                let stop = stop.clone();
                self.stopped(stop, String::new());
                self.next(elapsed, max_cost)
            }
            _ => Action::CallModel(Box::new(request)),
        }
    }

    /// Records the model's reply and its cost.
    pub fn model_replied(&mut self, reply: &ModelReply, cost: MicroUsd) {
        if self.phase != Phase::Asking {
            return;
        }
        self.turns += 1;
        self.spent = self.spent + cost;
        let received = sanitize(reply, self.turns, &mut self.ids);
        if let Some(stop) = self.stop.clone() {
            return self.last_reply(stop, received);
        }
        match reply.stop {
            StopReason::Refusal => self.stopped(Stop::Refused, received.text),
            _ if !received.requested.is_empty() => self.begin_calls(received),
            // The next request ends with the paused reply, which the model continues.
            StopReason::Paused if !received.blocks.is_empty() => self.push_assistant(received.blocks),
            StopReason::MaxTokens => {
                self.due = Some(Stop::Cut);
                self.handle_text_reply(received);
            }
            _ if received.text.is_empty() => self.handle_empty_reply(),
            _ if llm::holds_call_marks(&received.text) => self.handle_unreadable_call(received),
            _ if self.goal.answer_tool.is_some() && !self.reminded => self.handle_text_reply(received),
            _ => self.phase = Phase::Done(Ending::Complete { text: received.text }),
        }
    }

    /// Records that the model could not be called (budget denied, deadline passed): the run ends with its current
    /// state.
    pub fn model_denied(&mut self, reason: &str) {
        if !matches!(self.phase, Phase::Done(_)) {
            let stop = self.stop.clone().unwrap_or_else(|| Stop::Unpaid { reason: reason.to_owned() });
            self.stopped(stop, String::new());
        }
    }

    /// Records tool results in any order. A call without a result is reported to the model as failed.
    pub fn tools_answered(&mut self, results: &[CallResult]) {
        let Phase::Acting { calls, order, text } = self.phase.clone() else { return };
        let answers: Vec<(&ToolCall, Option<&CallResult>)> =
            calls.iter().map(|call| (call, result_of(call, results))).collect();
        let blocks = order.iter().map(|slot| self.block(slot, &answers)).collect();
        self.messages.push(Arc::new(Message::results(blocks)));
        let costs = answers.iter().filter_map(|(_, result)| result.map(|result| result.cost));
        self.spent = costs.fold(self.spent, |a, b| a + b);
        let useful = |result: Option<&'_ CallResult>| {
            result.filter(|result| !result.is_error).map(|result| result.content.clone())
        };
        let contents: Vec<Option<String>> = answers.iter().map(|(_, result)| useful(*result)).collect();
        let turn: Vec<(&ToolCall, Option<&str>)> =
            calls.iter().zip(&contents).map(|(call, content)| (call, content.as_deref())).collect();
        if let Some(tool) = self.guard.record_turn(&turn) {
            self.due = Some(Stop::Repeats { tool });
        }
        let answered = answers.iter().any(|(_, result)| Self::is_end(*result));
        self.phase = match self.stop.clone() {
            Some(stop) => Phase::Done(Ending::Stopped { stop, text }),
            None if answered => Phase::Done(Ending::Complete { text }),
            None => Phase::Asking,
        };
    }

    /// Declares a tool from the next request on, unless it is declared already. The provider's cache of the
    /// conversation is lost, so tools that most runs need are declared from the beginning.
    pub fn declare(&mut self, tool: &llm::Tool) {
        if self.goal.tools.iter().all(|declared| declared.name != tool.name) {
            self.goal.tools = self.goal.tools.iter().chain([tool]).cloned().collect();
        }
    }

    /// Returns the number of turns so far.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Returns the number of tool calls executed or in progress.
    pub fn calls(&self) -> u32 {
        self.executed
    }

    /// Returns the cost of model calls so far, including calls inside tools.
    pub fn spent(&self) -> MicroUsd {
        self.spent
    }

    /// Returns the conversation so far.
    pub fn messages(&self) -> &[Arc<Message>] {
        &self.messages
    }

    fn request(&self) -> Request {
        let tools = Arc::clone(&self.goal.tools);
        let tool_choice = match (&self.stop, &self.goal.answer_tool) {
            _ if tools.is_empty() => ToolChoice::Auto,
            (None, _) => ToolChoice::Auto,
            // Providers require declarations of all tools in the conversation, so they stay declared and are forbidden.
            (Some(_), Some(answer)) => ToolChoice::Tool(answer.clone()),
            (Some(_), None) => ToolChoice::None,
        };
        Request {
            system: Arc::clone(&self.goal.system),
            messages: self.messages.clone(),
            tool_choice,
            tools,
            max_tokens: self.goal.max_tokens,
            max_thinking: None,
            temperature: None,
            cache_prefix: true,
        }
    }

    fn affords(&self, cost: MicroUsd) -> bool {
        self.spent + cost <= self.limits.dollars
    }

    /// Records a reached limit unless one is recorded already.
    fn reached_limit(&mut self, elapsed: Duration) -> Option<Stop> {
        if self.stop.is_some() {
            return None;
        }
        let limits = &self.limits;
        if let Some(due) = self.due.take() {
            Some(due)
        } else if self.turns + 1 >= limits.turns {
            Some(Stop::Turns { limit: limits.turns })
        } else if elapsed >= limits.time {
            Some(Stop::Time { seconds: limits.time.as_secs() })
        } else if self.counted >= limits.calls {
            Some(Stop::Calls { limit: limits.calls })
        } else if self.guard.barren() >= limits.barren_turns {
            Some(Stop::Barren { turns: self.guard.barren() })
        } else {
            None
        }
    }

    /// Switches to requesting only the final answer.
    fn halt(&mut self, stop: Stop) {
        let how = match &self.goal.answer_tool {
            Some(tool) => format!("Call `{tool}` now with what you have, and nothing else."),
            None => "Give your final answer now, from what you have.".to_owned(),
        };
        self.push_user(&format!(
            "Stop: {stop}. No more research is possible. {how} Say what is missing; invent nothing."
        ));
        self.stop = Some(stop);
    }

    /// Adds a message of our own. Providers require alternating user and assistant turns, so it joins an open user
    /// message.
    fn push_user(&mut self, words: &str) {
        match self.messages.last_mut() {
            Some(last) if last.role == llm::Role::User => Arc::make_mut(last).blocks.push(Block::text(words)),
            _ => self.messages.push(Arc::new(Message::user(words))),
        }
    }

    /// Adds a reply. It joins a paused reply that it continues, so that roles alternate.
    fn push_assistant(&mut self, blocks: Vec<Block>) {
        match self.messages.last_mut() {
            Some(last) if last.role == llm::Role::Assistant => Arc::make_mut(last).blocks.extend(blocks),
            _ => self.messages.push(Arc::new(Message { role: llm::Role::Assistant, blocks })),
        }
    }

    fn stopped(&mut self, stop: Stop, text: String) {
        self.phase = Phase::Done(Ending::Stopped { stop, text });
    }

    fn handle_empty_reply(&mut self) {
        self.guard.record_empty_turn();
        self.push_user("Your answer was empty. Call a tool or answer.");
    }

    /// Handles a call that the model wrote as text and that could not be read, which is not an answer. Limits on turns
    /// without a result end a run in which the model writes nothing else.
    fn handle_unreadable_call(&mut self, received: SanitizedReply) {
        self.guard.record_empty_turn();
        self.push_assistant(received.blocks);
        self.push_user(
            "That call was written as text and cannot be read. Call a tool that exists, in the format of a tool call.",
        );
    }

    /// Handles text where the answer tool was expected: the model is reminded once.
    fn handle_text_reply(&mut self, received: SanitizedReply) {
        if received.text.is_empty() {
            return self.handle_empty_reply();
        }
        self.reminded = true;
        self.push_assistant(received.blocks);
        self.push_user(&match &self.goal.answer_tool {
            Some(tool) => format!("Words are no answer here. Call `{tool}`, or go on with the other tools."),
            None => "Your answer was cut off.".to_owned(),
        });
    }
}

/// Returns the result of a call, if any.
fn result_of<'a>(call: &ToolCall, results: &'a [CallResult]) -> Option<&'a CallResult> {
    results.iter().find(|result| result.ordinal == call.ordinal)
}

#[cfg(test)]
mod tests;
