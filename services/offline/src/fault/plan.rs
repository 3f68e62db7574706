//! Selection of the requests that a fault affects: a function of the seed and of the number of requests the fault has
//! seen.

use std::sync::{Mutex, PoisonError};

use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::Nonsense;
use crate::model::Conversation;
use crate::provider::Refusal;

/// Mode of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the README's table says what each does and whether it is charged")]
pub enum Mode {
    Slow,
    Failing,
    RateLimited,
    Overloaded,
    Truncated,
    Garbled,
    Garbage,
    Corrupt,
    Hang,
    Drip,
    Huge,
    Reset,
    Refused,
    PauseTurn,
    Cut,
    Refusal,
    ParallelCalls,
    StreamError,
}

impl Mode {
    /// Returns the name used in JSON and on the invoice.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Failing => "failing",
            Self::RateLimited => "rate_limited",
            Self::Overloaded => "overloaded",
            Self::Truncated => "truncated",
            Self::Garbled => "garbled",
            Self::Garbage => "garbage",
            Self::Corrupt => "corrupt",
            Self::Hang => "hang",
            Self::Drip => "drip",
            Self::Huge => "huge",
            Self::Reset => "reset",
            Self::Refused => "refused",
            Self::PauseTurn => "pause_turn",
            Self::Cut => "cut",
            Self::Refusal => "refusal",
            Self::ParallelCalls => "parallel_calls",
            Self::StreamError => "stream_error",
        }
    }

    /// Returns `true` if the fault occurs before the work: the route is not called and nothing is charged.
    pub(crate) fn before_work(self) -> bool {
        matches!(self, Self::Failing | Self::RateLimited | Self::Overloaded | Self::Hang | Self::Refused)
    }
}

/// Parameters of the modes; a mode ignores the ones it does not use.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// `slow`: delay in milliseconds (2000); `drip`: interval between chunks (100).
    pub delay_ms: Option<u64>,
    /// Seconds sent in `retry-after`: `rate_limited` (1), `overloaded` (none).
    pub retry_after: Option<u64>,
    /// `rate_limited`: spend cap of the account instead of a rate limit, without `retry-after`.
    pub spend_cap: bool,
    /// `drip`: bytes per chunk (16); `huge`: bytes of padding (10 MiB).
    pub bytes: Option<usize>,
    /// `garbage`: kind of nonsense; any if absent.
    pub nonsense: Option<Nonsense>,
    /// `garbage`: longest prompt in tokens; a longer one is refused as llama.cpp refuses it, without a charge.
    pub context: Option<u64>,
    /// Modes that change a model's reply: tasks that are affected, as named on the invoice; all if empty.
    pub tasks: Vec<String>,
}

/// A configured fault.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Name of the route, or `*`.
    pub route: String,
    /// Mode of the fault.
    pub mode: Mode,
    /// Probability of each occurrence, 0 to 1.
    #[serde(default = "always")]
    pub probability: f64,
    /// Seed of the random draws.
    #[serde(default)]
    pub seed: u64,
    /// Maximum number of occurrences; unlimited if absent.
    #[serde(default)]
    pub times: Option<u64>,
    /// Parameters of the mode.
    #[serde(default)]
    pub params: Params,
}

fn always() -> f64 {
    1.0
}

impl Fault {
    /// Creates a fault with probability 1.
    pub fn always(route: &str, mode: Mode) -> Self {
        Self { route: route.to_owned(), mode, probability: 1.0, seed: 0, times: None, params: Params::default() }
    }

    /// Returns `true` if the answer ignores the limit of the reply.
    pub(crate) fn ignores_limit(&self) -> bool {
        let is_limited = matches!(self.params.nonsense, Some(Nonsense::Weak | Nonsense::Endless));
        self.mode == Mode::Garbage && !is_limited
    }

    /// Returns draw number `n` of this fault, from 0.
    fn strikes(&self, n: u64) -> bool {
        let mut draw = rand::rngs::SmallRng::seed_from_u64(self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ n);
        self.probability >= 1.0 || draw.random::<f64>() < self.probability
    }
}

/// The decision for one request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Planned(pub(crate) Option<Fault>);

impl Planned {
    /// Returns the fault if it affects this task of the model.
    pub(crate) fn for_task(&self, task: &str) -> Self {
        let affects =
            |fault: &&Fault| fault.params.tasks.is_empty() || fault.params.tasks.iter().any(|one| one == task);
        Self(self.0.as_ref().filter(affects).cloned())
    }

    pub(crate) fn mode(&self) -> Option<Mode> {
        self.0.as_ref().map(|fault| fault.mode)
    }

    /// Returns the refusal of a prompt that is longer than the context of the model.
    pub(crate) fn overflow(&self, conversation: &Conversation) -> Option<Refusal> {
        let context = self.0.as_ref()?.params.context?;
        let prompt = conversation.prompt_tokens();
        (prompt > context).then(|| Refusal {
            kind: "exceed_context_size_error",
            ..Refusal::new(format!("the request exceeds the available context size: {prompt} of {context} tokens"))
        })
    }
}

/// The active faults.
#[derive(Debug, Default)]
pub(crate) struct Faults(Mutex<Vec<Running>>);

#[derive(Debug)]
struct Running {
    fault: Fault,
    seen: u64,
    struck: u64,
}

impl Faults {
    pub(crate) fn new(faults: Vec<Fault>) -> Self {
        let new = Self::default();
        new.add(faults);
        new
    }

    pub(crate) fn add(&self, faults: Vec<Fault>) {
        self.running().extend(faults.into_iter().map(|fault| Running { fault, seen: 0, struck: 0 }));
    }

    pub(crate) fn clear(&self) {
        self.running().clear();
    }

    pub(crate) fn list(&self) -> Vec<Fault> {
        self.running().iter().map(|running| running.fault.clone()).collect()
    }

    /// Returns the first fault that affects this request; every fault of the route advances its draw.
    pub(crate) fn plan(&self, route: &str) -> Planned {
        let mut planned = Planned::default();
        for running in self.running().iter_mut().filter(|r| r.fault.route == "*" || r.fault.route == route) {
            let drawn = running.fault.strikes(running.seen);
            running.seen += 1;
            if drawn && planned.0.is_none() && running.fault.times.is_none_or(|most| running.struck < most) {
                running.struck += 1;
                planned.0 = Some(running.fault.clone());
            }
        }
        planned
    }

    fn running(&self) -> std::sync::MutexGuard<'_, Vec<Running>> {
        // The lock protects counters only, which a panic cannot leave inconsistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(seed: u64) -> Vec<bool> {
        let faults = Faults::new(vec![Fault { probability: 0.3, seed, ..Fault::always("web", Mode::Slow) }]);
        (0..1000).map(|_| faults.plan("web").mode().is_some()).collect()
    }

    #[test]
    fn the_same_seed_strikes_the_same_requests_at_the_asked_rate() {
        assert_eq!(draws(7), draws(7));
        assert_ne!(draws(7), draws(8));
        let struck = draws(7).into_iter().filter(|struck| *struck).count();
        assert!((240..360).contains(&struck), "{struck} of 1000 at 0.3");
    }

    #[test]
    fn times_and_routes_are_kept() {
        let faults = Faults::new(vec![Fault { times: Some(2), ..Fault::always("web", Mode::Hang) }]);
        assert!(faults.plan("search").mode().is_none());
        let struck: Vec<_> = (0..3).map(|_| faults.plan("web").mode()).collect();
        assert_eq!(struck, [Some(Mode::Hang), Some(Mode::Hang), None]);
        faults.clear();
        assert!(faults.list().is_empty());
    }
}
