//! How much a run may do, and what it says when it may do no more.

use std::fmt;
use std::time::Duration;

use domain::MicroUsd;
use serde::{Deserialize, Serialize};

/// The bounds of one run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Model calls at most, the last one for the final answer included (SPEC 4.2: 40).
    pub turns: u32,
    /// Tool calls executed at most, in the whole run; attempts at the answer do not count, turns bound them.
    pub calls: u32,
    /// Tool calls executed at most in one turn; the rest is refused with a word.
    pub calls_per_turn: u32,
    /// Executions of the very same call at most. A second one may be a retry after a failure; more is a loop.
    pub repeats: u32,
    /// Turns in a row that may bring nothing new.
    pub barren_turns: u32,
    /// Time from the start, as whoever drives the run counts it.
    pub time: Duration,
    /// Dollars at most, tools' own model calls included: a call that could exceed them is not asked for.
    pub dollars: MicroUsd,
    /// Characters of one tool result that the model sees.
    pub result_chars: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            turns: 40,
            calls: 80,
            calls_per_turn: 12,
            repeats: 2,
            barren_turns: 4,
            time: Duration::from_secs(600),
            dollars: MicroUsd::dollars(3),
            result_chars: 24_000,
        }
    }
}

/// Which bound ended a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Stop {
    /// All turns are used.
    Turns {
        /// The bound.
        limit: u32,
    },
    /// All tool calls are used.
    Calls {
        /// The bound.
        limit: u32,
    },
    /// The time is up.
    Time {
        /// The bound in seconds.
        seconds: u64,
    },
    /// The money is spent.
    Dollars {
        /// The bound.
        limit: MicroUsd,
    },
    /// The same calls again and again, in whatever words or cycle.
    Repeats {
        /// Which tool.
        tool: String,
    },
    /// Turn after turn without anything new.
    Barren {
        /// So many.
        turns: u32,
    },
    /// The model cannot be asked any more; the caller says why (a budget was denied).
    Unpaid {
        /// Why.
        reason: String,
    },
    /// The model declined.
    Refused,
    /// The model's last answer was cut off.
    Cut,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turns { limit } => write!(f, "the limit of {limit} turns was reached"),
            Self::Calls { limit } => write!(f, "the limit of {limit} tool calls was reached"),
            Self::Time { seconds } => write!(f, "the limit of {seconds} s was reached"),
            Self::Dollars { limit } => write!(f, "the budget of {limit} allows no further call"),
            Self::Repeats { tool } => write!(f, "calls of {tool} were repeated and brought nothing new"),
            Self::Barren { turns } => write!(f, "{turns} turns in a row brought nothing new"),
            Self::Unpaid { reason } => write!(f, "the model could not be asked any more: {reason}"),
            Self::Refused => f.write_str("the model declined to answer"),
            Self::Cut => f.write_str("the model's answer was cut off"),
        }
    }
}
