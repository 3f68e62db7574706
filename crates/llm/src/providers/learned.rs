//! Facts about a model that its refusals have taught this process.

use std::sync::{PoisonError, RwLock};

use crate::{Parameter, Plan, Refused};

/// Most guesses of a limit in one call. Each halves the limit, and each refused request is a round trip.
const MAX_GUESSES: usize = 3;

/// A change to a request that the provider has refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mend {
    /// Leaves out a parameter.
    Without(Parameter),
    /// Limits the reply to this number of tokens, which the provider has stated as the maximum.
    AtMost(u32),
    /// Limits the reply of this call to this number of tokens. The provider has refused the limit and states no
    /// maximum.
    Guess(u32),
    /// Sends the limit as `max_completion_tokens`.
    NewerLimitName,
}

impl Mend {
    /// Returns advice for the operator: the setting that avoids the refused request.
    pub(super) fn advice(self) -> String {
        match self {
            Self::Without(Parameter::Thinking) => {
                "set the worker's thinking level to `default`, or correct the model's profile".to_owned()
            }
            Self::Without(Parameter::EncryptedReasoning) => {
                "use the `openai` wire format, or a model that reasons".to_owned()
            }
            Self::Without(parameter) => format!("mark `{}` as refused in the model's profile", parameter.name()),
            Self::AtMost(tokens) => format!("set the largest output of the model's profile to {tokens} tokens"),
            Self::Guess(_) => {
                "set the largest output of the model's profile; every call is refused until then".to_owned()
            }
            Self::NewerLimitName => "set the limit's name in the model's profile to `max_completion_tokens`".to_owned(),
        }
    }
}

/// The mends of one call, in order.
#[derive(Debug, Default)]
pub(super) struct Mends(Vec<Mend>);

impl Mends {
    /// Returns `true` if the mend may be tried: each part is mended once per call, and a limit is guessed at most three
    /// times.
    pub(super) fn allow(&self, mend: Mend) -> bool {
        match mend {
            Mend::Guess(_) => self.guesses().count() < MAX_GUESSES,
            Mend::AtMost(_) => !self.0.iter().any(|done| matches!(done, Mend::AtMost(_))),
            Mend::Without(_) | Mend::NewerLimitName => !self.0.contains(&mend),
        }
    }

    pub(super) fn push(&mut self, mend: Mend) {
        self.0.push(mend);
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the facts with the guess of this call, which no other call learns.
    pub(super) fn apply(&self, mut facts: EndpointFacts) -> EndpointFacts {
        facts.most = self.guesses().chain(facts.most).min();
        facts
    }

    fn guesses(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().filter_map(|mend| if let Mend::Guess(tokens) = mend { Some(*tokens) } else { None })
    }
}

/// Facts about an endpoint that its refusals have shown so far.
#[derive(Debug, Clone, Default)]
pub(super) struct EndpointFacts {
    pub(super) refused: Refused,
    /// Largest output that the provider accepts, in tokens.
    pub(super) most: Option<u32>,
    newer_limit_name: bool,
    /// A limit was refused without a stated maximum; the operator knows.
    has_unknown_limit: bool,
}

impl EndpointFacts {
    /// Applies the facts about the limit and its name; the profile leaves out refused parameters itself.
    pub(super) fn correct(&self, plan: &mut Plan) {
        plan.max_tokens = self.most.map_or(plan.max_tokens, |most| plan.max_tokens.min(most));
        let older = self.refused.contains(&Parameter::MaxCompletionTokens);
        plan.max_completion_tokens = (plan.max_completion_tokens || self.newer_limit_name) && !older;
    }

    /// Adds what a mend has shown; `false` if it was known. A guess shows that a maximum exists, not which.
    fn add(&mut self, mend: Mend) -> bool {
        match mend {
            Mend::Without(parameter) => self.refused.insert(parameter),
            Mend::AtMost(tokens) => {
                let lower = self.most.is_none_or(|most| tokens < most);
                self.most = if lower { Some(tokens) } else { self.most };
                lower
            }
            Mend::Guess(_) => !std::mem::replace(&mut self.has_unknown_limit, true),
            Mend::NewerLimitName => !std::mem::replace(&mut self.newer_limit_name, true),
        }
    }
}

/// The facts, shared by all calls of a client.
#[derive(Debug, Default)]
pub(super) struct Learned(RwLock<EndpointFacts>);

impl Learned {
    pub(super) fn facts(&self) -> EndpointFacts {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Remembers a mend; `true` if it is new.
    pub(super) fn add(&self, mend: Mend) -> bool {
        self.0.write().unwrap_or_else(PoisonError::into_inner).add(mend)
    }

    /// Remembers parameters that another process has learned.
    pub(super) fn add_refused(&self, refused: &Refused) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).refused.extend(refused);
    }
}
