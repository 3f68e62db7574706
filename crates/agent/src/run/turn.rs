//! One turn of a run: selects the calls to execute and builds the message with their results.

use llm::Block;

use super::{AgentRun, Phase, Slot};
use crate::action::{CallResult, ToolCall};
use crate::limits::Stop;
use crate::sanitize::{RequestedCall, SanitizedReply};

impl AgentRun {
    /// The model called tools.
    pub(super) fn begin_calls(&mut self, received: SanitizedReply) {
        self.push_assistant(received.blocks);
        let mut calls = Vec::new();
        let mut order = Vec::new();
        for asked in received.requested {
            match self.refusal(&asked, calls.len()) {
                Some(reason) => order.push(Slot::Refused { id: asked.id, reason }),
                None => {
                    self.counted += u32::from(!self.takes_answer(&asked.name));
                    let call = self.call(asked);
                    order.push(Slot::ToolCall(call.ordinal));
                    calls.push(call);
                }
            }
        }
        let all_refused = calls.is_empty();
        self.phase = Phase::Acting { calls, order, text: received.text };
        if all_refused {
            self.tools_answered(&[]);
        }
    }

    /// Handles the reply to a hard stop: only a call of the answer tool counts.
    pub(super) fn last_reply(&mut self, stop: Stop, received: SanitizedReply) {
        let SanitizedReply { requested, text, .. } = received;
        // A call that the model wrote as text is not an answer.
        let text = if llm::holds_call_marks(&text) { String::new() } else { text };
        let answer = requested.into_iter().find(|asked| self.takes_answer(&asked.name) && asked.unfit.is_none());
        let Some(answer) = answer else { return self.stopped(stop, text) };
        let shown = match &answer.input {
            object @ serde_json::Value::Object(_) => object.clone(),
            other => serde_json::json!({"unreadable": other}),
        };
        self.push_assistant(vec![Block::ToolUse { id: answer.id.clone(), name: answer.name.clone(), input: shown }]);
        let call = self.call(answer);
        self.phase = Phase::Acting { order: vec![Slot::ToolCall(call.ordinal)], calls: vec![call], text };
    }

    /// Returns `true` if the result ends the run. The tool does not decide: one tool may take answers and notes.
    pub(super) fn is_end(result: Option<&CallResult>) -> bool {
        result.is_some_and(|result| !result.is_error && result.ends)
    }

    /// Returns the model's text for one position of its turn.
    pub(super) fn block(&self, slot: &Slot, answers: &[(&ToolCall, Option<&CallResult>)]) -> Block {
        let ordinal = match slot {
            Slot::Refused { id, reason } => return Block::failure(id, reason),
            Slot::ToolCall(ordinal) => *ordinal,
        };
        let answer = answers.iter().find(|(call, _)| call.ordinal == ordinal);
        let id = answer.map_or("", |(call, _)| &call.id);
        match answer.and_then(|(_, result)| *result) {
            None => Block::failure(id, "The tool gave no result."),
            Some(result) if result.is_error => Block::failure(id, self.cut(&result.content)),
            Some(result) => Block::result(id, self.cut(&result.content)),
        }
    }

    fn call(&mut self, asked: RequestedCall) -> ToolCall {
        let call = ToolCall { ordinal: self.executed, id: asked.id, name: asked.name, input: asked.input };
        self.executed += 1;
        call
    }

    fn takes_answer(&self, name: &str) -> bool {
        self.goal.answer_tool.as_deref() == Some(name)
    }

    /// Returns the reason for not executing a call, if any.
    fn refusal(&mut self, asked: &RequestedCall, in_turn: usize) -> Option<String> {
        if let Some(unfit) = &asked.unfit {
            return Some(unfit.clone());
        }
        if !self.goal.tools.iter().any(|tool| tool.name == asked.name) {
            let known: Vec<&str> = self.goal.tools.iter().map(|tool| tool.name.as_str()).collect();
            return Some(format!("There is no tool {:?}. There are: {}.", asked.name, known.join(", ")));
        }
        let limit = self.limits.calls_per_turn as usize;
        if in_turn >= limit {
            return Some(format!("At most {limit} calls are executed in one turn; ask again for this one."));
        }
        if self.counted >= self.limits.calls && !self.takes_answer(&asked.name) {
            return Some(format!("The limit of {} tool calls is reached.", self.limits.calls));
        }
        self.guard.refusal(&asked.name, &asked.input, self.limits.repeats).map(str::to_owned)
    }

    /// Truncates a result to the maximum for the model. A final safeguard: drivers store long results elsewhere
    /// ([`mod@crate::synopsis`]).
    fn cut(&self, content: &str) -> String {
        match content.char_indices().nth(self.limits.result_chars) {
            None => content.to_owned(),
            Some((end, _)) => format!("{}\n[cut: {end} of {} bytes are shown]", &content[..end], content.len()),
        }
    }
}
