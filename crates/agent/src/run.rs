//! The machine: ask the model, call its tools, ask again, until it is done or a bound is hit.

mod turn;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use domain::MicroUsd;
use llm::{Block, Message, Reply, Request, StopReason, ToolChoice};
use serde::{Deserialize, Serialize};

use crate::action::{Action, Call, Ending, Given, Goal};
use crate::guard::Guard;
use crate::heard::{Heard, heard};
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

/// A run, as it stands. Serialise it whenever you like: it holds no clock, no connection and no chance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    goal: Goal,
    limits: Limits,
    messages: Vec<Arc<Message>>,
    phase: Phase,
    guard: Guard,
    /// Ids of calls in the conversation.
    ids: BTreeSet<String>,
    turns: u32,
    /// Calls that tools were given, and so the next call's ordinal.
    executed: u32,
    /// Those of them that count against [`Limits::calls`]: all but attempts at the answer.
    counted: u32,
    spent: MicroUsd,
    /// The model was told once that words are no answer.
    reminded: bool,
    /// A bound that was hit in the middle of a turn; it takes effect before the model is asked again.
    due: Option<Stop>,
    /// The bound that was hit: only the final answer is still asked for.
    stop: Option<Stop>,
}

impl Run {
    /// A run that has done nothing yet.
    pub fn new(goal: Goal, limits: Limits) -> Self {
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

    /// What to do next, `elapsed` after the beginning as whoever drives it counts; `most` is the most that a request can
    /// cost. Asking twice without an answer in between gives the same, unless the time ran out in between.
    pub fn next(&mut self, elapsed: Duration, most: impl Fn(&Request) -> MicroUsd) -> Action {
        match &self.phase {
            Phase::Done(ending) => return Action::Done(ending.clone()),
            Phase::Acting { calls, .. } => return Action::CallTools(calls.clone()),
            Phase::Asking => {}
        }
        if let Some(stop) = self.bound_hit(elapsed) {
            self.halt(stop);
        }
        let mut request = self.request();
        let mut cost = most(&request);
        // Room for this turn and, if it is not the last, for a final answer of about the same size.
        if self.stop.is_none() && !self.affords(cost + cost) {
            self.halt(Stop::Dollars { limit: self.limits.dollars });
            request = self.request();
            cost = most(&request);
        }
        match &self.stop {
            Some(stop) if !self.affords(cost) => {
                let stop = stop.clone();
                self.stopped(stop, String::new());
                self.next(elapsed, most)
            }
            _ => Action::CallModel(Box::new(request)),
        }
    }

    /// The model answered, for this much.
    pub fn model_replied(&mut self, reply: &Reply, cost: MicroUsd) {
        if self.phase != Phase::Asking {
            return;
        }
        self.turns += 1;
        self.spent = self.spent + cost;
        let heard = heard(reply, self.turns, &mut self.ids);
        if let Some(stop) = self.stop.clone() {
            return self.last_reply(stop, heard);
        }
        match reply.stop {
            StopReason::Refusal => self.stopped(Stop::Refused, heard.text),
            _ if !heard.uses.is_empty() => self.act(heard),
            StopReason::MaxTokens => {
                self.due = Some(Stop::Cut);
                self.only_words(heard);
            }
            _ if heard.text.is_empty() => self.nothing_said(),
            _ if self.goal.answer_tool.is_some() && !self.reminded => self.only_words(heard),
            _ => self.phase = Phase::Done(Ending::Complete { text: heard.text }),
        }
    }

    /// The model could not be asked (a budget was denied, the deadline has passed): the run ends with what it has.
    pub fn model_denied(&mut self, reason: &str) {
        if !matches!(self.phase, Phase::Done(_)) {
            let stop = self.stop.clone().unwrap_or_else(|| Stop::Unpaid { reason: reason.to_owned() });
            self.stopped(stop, String::new());
        }
    }

    /// The tools answered, in whatever order. A call without a result is told to the model as failed.
    pub fn tools_answered(&mut self, results: &[Given]) {
        let Phase::Acting { calls, order, text } = self.phase.clone() else { return };
        let given: Vec<(&Call, Option<&Given>)> = calls.iter().map(|call| (call, of(call, results))).collect();
        let blocks = order.iter().map(|slot| self.block(slot, &given)).collect();
        self.messages.push(Arc::new(Message::results(blocks)));
        self.spent = given.iter().filter_map(|(_, given)| given.map(|given| given.cost)).fold(self.spent, |a, b| a + b);
        let useful =
            |given: Option<&'_ Given>| given.filter(|given| !given.is_error).map(|given| given.content.clone());
        let contents: Vec<Option<String>> = given.iter().map(|(_, given)| useful(*given)).collect();
        let turn: Vec<(&Call, Option<&str>)> =
            calls.iter().zip(&contents).map(|(call, content)| (call, content.as_deref())).collect();
        if let Some(tool) = self.guard.weighs(&turn) {
            self.due = Some(Stop::Repeats { tool });
        }
        let answered = given.iter().any(|(call, given)| self.is_answer(call, *given));
        self.phase = match self.stop.clone() {
            Some(stop) => Phase::Done(Ending::Stopped { stop, text }),
            None if answered => Phase::Done(Ending::Complete { text }),
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

    /// What the model has cost so far, inside tools too.
    pub fn spent(&self) -> MicroUsd {
        self.spent
    }

    /// The conversation so far.
    pub fn messages(&self) -> &[Arc<Message>] {
        &self.messages
    }

    fn request(&self) -> Request {
        let tools = Arc::clone(&self.goal.tools);
        let tool_choice = match (&self.stop, &self.goal.answer_tool) {
            _ if tools.is_empty() => ToolChoice::Auto,
            (None, _) => ToolChoice::Auto,
            // Providers want every tool that the conversation mentions to be declared, so they stay and are forbidden.
            (Some(_), Some(answer)) => ToolChoice::Tool(answer.clone()),
            (Some(_), None) => ToolChoice::None,
        };
        Request {
            system: Arc::clone(&self.goal.system),
            messages: self.messages.clone(),
            tool_choice,
            tools,
            max_tokens: self.goal.max_tokens,
            temperature: None,
            cache_prefix: true,
        }
    }

    fn affords(&self, cost: MicroUsd) -> bool {
        self.spent + cost <= self.limits.dollars
    }

    /// The bound that was hit, if one was and none was before.
    fn bound_hit(&mut self, elapsed: Duration) -> Option<Stop> {
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
            Some(last) if last.role == llm::Role::User => Arc::make_mut(last).blocks.push(Block::text(words)),
            _ => self.messages.push(Arc::new(Message::user(words))),
        }
    }

    fn hear(&mut self, blocks: Vec<Block>) {
        self.messages.push(Arc::new(Message { role: llm::Role::Assistant, blocks }));
    }

    fn stopped(&mut self, stop: Stop, text: String) {
        self.phase = Phase::Done(Ending::Stopped { stop, text });
    }

    fn nothing_said(&mut self) {
        self.guard.weighs_nothing();
        self.say("Your answer was empty. Call a tool or answer.");
    }

    /// Words where a tool was to take the answer: the model is told once.
    fn only_words(&mut self, heard: Heard) {
        if heard.text.is_empty() {
            return self.nothing_said();
        }
        self.reminded = true;
        self.hear(heard.blocks);
        self.say(&match &self.goal.answer_tool {
            Some(tool) => format!("Words are no answer here. Call `{tool}`, or go on with the other tools."),
            None => "Your answer was cut off.".to_owned(),
        });
    }
}

/// The result of a call, if it has one.
fn of<'a>(call: &Call, results: &'a [Given]) -> Option<&'a Given> {
    results.iter().find(|given| given.ordinal == call.ordinal)
}

#[cfg(test)]
mod tests;
