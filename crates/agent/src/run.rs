//! The machine: ask the model, call its tools, ask again, until it is done or a bound is hit.

use domain::{MicroUsd, Time};
use llm::{Block, Message, Reply, Request, StopReason, ToolChoice};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::action::{Action, Call, Ending, Given, Goal};
use crate::guard::Seen;
use crate::limits::{Limits, Stop};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    /// The model is to be asked.
    Asking,
    /// Tools are to be executed; `order` says where each result goes.
    Acting { calls: Vec<Call>, order: Vec<Slot>, text: String },
    /// Over.
    Done(Ending),
}

/// The place of one result in the message that answers a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Slot {
    /// The result of the call with this ordinal.
    Call(u32),
    /// Not executed; the model is told why.
    Refused { id: String, reason: String },
}

/// A run, as it stands. Serialise it whenever you like.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    goal: Goal,
    limits: Limits,
    started: Time,
    messages: Vec<Message>,
    phase: Phase,
    seen: Seen,
    turns: u32,
    executed: u32,
    barren: u32,
    spent: MicroUsd,
    /// A bound that was hit in the middle of a turn; it takes effect before the model is asked again.
    due: Option<Stop>,
    /// The bound that was hit: only the final answer is still asked for.
    stop: Option<Stop>,
}

impl Run {
    /// A run that has done nothing yet.
    pub fn new(goal: Goal, limits: Limits, started: Time) -> Self {
        let messages = vec![Message::user(goal.task.clone())];
        Self {
            goal,
            limits,
            started,
            messages,
            phase: Phase::Asking,
            seen: Seen::default(),
            turns: 0,
            executed: 0,
            barren: 0,
            spent: MicroUsd::ZERO,
            due: None,
            stop: None,
        }
    }

    /// What to do next. Asking twice without an answer in between gives the same, unless the time ran out.
    pub fn next(&mut self, now: Time) -> Action {
        match &self.phase {
            Phase::Done(ending) => Action::Done(ending.clone()),
            Phase::Acting { calls, .. } => Action::CallTools(calls.clone()),
            Phase::Asking => {
                self.stop_if_bound(now);
                Action::CallModel(Box::new(self.request()))
            }
        }
    }

    /// The model answered, for this much.
    pub fn model_replied(&mut self, reply: &Reply, cost: MicroUsd) {
        if self.phase != Phase::Asking {
            return;
        }
        self.turns += 1;
        self.spent = self.spent + cost;
        if let Some(stop) = self.stop.clone() {
            return self.last_reply(stop, reply);
        }
        let calls = reply.tool_uses().count();
        match reply.stop {
            StopReason::Refusal => self.stopped(Stop::Refused, reply.text()),
            StopReason::MaxTokens if calls == 0 => self.stopped(Stop::Cut, reply.text()),
            _ if calls > 0 => self.act(reply),
            _ if reply.text().trim().is_empty() => self.nothing_said(),
            _ => self.phase = Phase::Done(Ending::Complete { text: reply.text() }),
        }
    }

    /// The model could not be asked (a budget was denied): the run ends with what it has.
    pub fn model_denied(&mut self, reason: &str) {
        if !matches!(self.phase, Phase::Done(_)) {
            self.stopped(Stop::Unpaid { reason: reason.to_owned() }, String::new());
        }
    }

    /// The tools answered. A call without a result is told to the model as failed.
    pub fn tools_answered(&mut self, results: &[Given]) {
        let Phase::Acting { calls, order, text } = self.phase.clone() else { return };
        let blocks = order.iter().map(|slot| self.block(slot, &calls, results)).collect();
        self.messages.push(Message::results(blocks));
        self.weigh(results);
        self.phase = match self.stop.clone() {
            Some(stop) => Phase::Done(Ending::Stopped { stop, text }),
            None if self.answered(&calls, results) => Phase::Done(Ending::Complete { text }),
            None => Phase::Asking,
        };
    }

    /// Turns so far.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Tool calls executed or on their way.
    pub fn calls(&self) -> u32 {
        self.executed
    }

    /// What the model has cost so far.
    pub fn spent(&self) -> MicroUsd {
        self.spent
    }

    /// The conversation so far.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    fn request(&self) -> Request {
        let (tools, tool_choice) = match (&self.stop, &self.goal.answer_tool) {
            (None, _) => (self.goal.tools.clone(), ToolChoice::Auto),
            // Providers want every tool that the conversation mentions to be declared, so they stay and are forbidden.
            (Some(_), Some(answer)) => (self.goal.tools.clone(), ToolChoice::Tool(answer.clone())),
            (Some(_), None) => (self.goal.tools.clone(), ToolChoice::None),
        };
        Request {
            system: self.goal.system.clone(),
            messages: self.messages.clone(),
            tool_choice: if tools.is_empty() { ToolChoice::Auto } else { tool_choice },
            tools,
            max_tokens: self.goal.max_tokens,
            temperature: None,
            cache_prefix: true,
        }
    }

    /// The answer tool took an answer.
    fn answered(&self, calls: &[Call], results: &[Given]) -> bool {
        let answers = calls.iter().filter(|call| Some(call.name.as_str()) == self.goal.answer_tool.as_deref());
        let mut given = answers.filter_map(|call| results.iter().find(|given| given.ordinal == call.ordinal));
        given.any(|given| !given.is_error)
    }

    /// Counts turns that brought nothing but errors and what was known.
    fn weigh(&mut self, results: &[Given]) {
        let mut news = false;
        for given in results {
            let new = self.seen.result(&given.content);
            news |= new && !given.is_error;
        }
        self.barren = if news { 0 } else { self.barren + 1 };
    }

    fn block(&self, slot: &Slot, calls: &[Call], results: &[Given]) -> Block {
        let ordinal = match slot {
            Slot::Refused { id, reason } => return Block::failure(id, reason),
            Slot::Call(ordinal) => *ordinal,
        };
        let id = calls.iter().find(|call| call.ordinal == ordinal).map_or("", |call| &call.id);
        match results.iter().find(|given| given.ordinal == ordinal) {
            None => Block::failure(id, "The tool gave no result."),
            Some(given) if given.is_error => Block::failure(id, self.cut(&given.content)),
            Some(given) => Block::result(id, self.cut(&given.content)),
        }
    }

    /// A result as long as the model may see it.
    fn cut(&self, content: &str) -> String {
        match content.char_indices().nth(self.limits.result_chars) {
            None => content.to_owned(),
            Some((end, _)) => format!("{}\n[cut: {} of {} bytes are shown]", &content[..end], end, content.len()),
        }
    }

    /// Checks the bounds before the model is asked; a hit one takes the tools away and asks for the final answer.
    fn stop_if_bound(&mut self, now: Time) {
        if self.stop.is_some() {
            return;
        }
        let elapsed = (now - self.started).to_std().unwrap_or_default();
        let limits = &self.limits;
        let stop = if let Some(due) = self.due.take() {
            due
        } else if self.turns + 1 >= limits.turns {
            Stop::Turns { limit: limits.turns }
        } else if elapsed >= limits.time {
            Stop::Time { seconds: limits.time.as_secs() }
        } else if self.spent >= limits.dollars {
            Stop::Dollars { limit: limits.dollars }
        } else if self.executed >= limits.calls {
            Stop::Calls { limit: limits.calls }
        } else if self.barren >= limits.barren_turns {
            Stop::Barren { turns: self.barren }
        } else {
            return;
        };
        self.halt(stop);
    }

    /// From now on only the final answer is asked for.
    fn halt(&mut self, stop: Stop) {
        let how = match &self.goal.answer_tool {
            Some(tool) => format!("Call `{tool}` now with what you have, and nothing else."),
            None => "Give your final answer now, from what you have.".to_owned(),
        };
        self.say(&format!("Stop: {stop}. No more research is possible. {how} Say what is missing; invent nothing."));
        self.stop = Some(stop);
    }

    /// Adds words of ours. Providers want user and assistant to alternate, so they join the user's open message.
    fn say(&mut self, words: &str) {
        match self.messages.last_mut() {
            Some(last) if last.role == llm::Role::User => last.blocks.push(Block::text(words)),
            _ => self.messages.push(Message::user(words)),
        }
    }

    fn stopped(&mut self, stop: Stop, text: String) {
        self.phase = Phase::Done(Ending::Stopped { stop, text });
    }

    fn nothing_said(&mut self) {
        self.barren += 1;
        self.say("Your answer was empty. Call a tool or answer.");
    }

    /// The reply to a hard stop: only a call of the answer tool still counts.
    fn last_reply(&mut self, stop: Stop, reply: &Reply) {
        let answer = reply.tool_uses().find(|(_, name, _)| Some(*name) == self.goal.answer_tool.as_deref());
        let Some((id, name, input)) = answer else { return self.stopped(stop, reply.text()) };
        let call = Call { ordinal: self.executed, id: id.to_owned(), name: name.to_owned(), input: input.clone() };
        self.executed += 1;
        self.messages.push(Message { role: llm::Role::Assistant, blocks: vec![tool_use(&call)] });
        self.phase = Phase::Acting { order: vec![Slot::Call(call.ordinal)], calls: vec![call], text: reply.text() };
    }

    fn act(&mut self, reply: &Reply) {
        self.messages.push(Message::reply(reply));
        let mut calls = Vec::new();
        let mut order = Vec::new();
        for (id, name, input) in reply.tool_uses() {
            match self.refusal(name, input, calls.len()) {
                Some(reason) => order.push(Slot::Refused { id: id.to_owned(), reason }),
                None => {
                    let call =
                        Call { ordinal: self.executed, id: id.to_owned(), name: name.to_owned(), input: input.clone() };
                    self.executed += 1;
                    order.push(Slot::Call(call.ordinal));
                    calls.push(call);
                }
            }
        }
        let all_refused = calls.is_empty();
        self.phase = Phase::Acting { calls, order, text: reply.text() };
        if all_refused {
            self.tools_answered(&[]);
        }
    }

    /// Why a call is not executed, if it is not.
    fn refusal(&mut self, name: &str, input: &Value, in_turn: usize) -> Option<String> {
        let made = self.seen.call(name, input);
        // Twice over the allowance: it is not reading what it is told.
        if made > self.limits.repeats.saturating_mul(2) {
            self.due = Some(Stop::Repeats { tool: name.to_owned() });
        }
        if made > self.limits.repeats {
            return Some("This very call was made before; its answer will not change. Use what you have.".to_owned());
        }
        if self.executed >= self.limits.calls {
            return Some(format!("The limit of {} tool calls is reached.", self.limits.calls));
        }
        let limit = self.limits.calls_per_turn as usize;
        (in_turn >= limit).then(|| format!("At most {limit} calls are executed in one turn; ask again for this one."))
    }
}

fn tool_use(call: &Call) -> Block {
    Block::ToolUse { id: call.id.clone(), name: call.name.clone(), input: call.input.clone() }
}

#[cfg(test)]
mod tests;
