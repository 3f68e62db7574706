//! Limits of a run and the reports of their exhaustion.

use std::fmt;
use std::time::Duration;

use domain::MicroUsd;
use serde::{Deserialize, Serialize};

/// Limits of one run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LoopLimits {
    /// Maximum number of model calls, including the one for the final answer.
    pub turns: u32,
    /// Maximum number of executed tool calls in the run, without attempts at the answer, which turns limit.
    pub calls: u32,
    /// Maximum number of executed tool calls per turn; further calls are refused.
    pub calls_per_turn: u32,
    /// Maximum executions of an identical call. A second one may be a retry after a failure; more is a loop.
    pub repeats: u32,
    /// Maximum number of consecutive turns without new information.
    pub barren_turns: u32,
    /// Maximum duration since the start, as measured by the driver.
    pub time: Duration,
    /// Maximum cost, including model calls inside tools; a call that could exceed it is not made.
    pub dollars: MicroUsd,
    /// Maximum characters of one tool result that the model reads.
    pub result_chars: usize,
}

impl Default for LoopLimits {
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

/// The limit that ended a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Stop {
    /// All turns are used.
    Turns {
        /// Limit on turns.
        limit: u32,
    },
    /// All tool calls are used.
    Calls {
        /// Limit on calls.
        limit: u32,
    },
    /// The time is exhausted.
    Time {
        /// The limit in seconds.
        seconds: u64,
    },
    /// The budget is exhausted.
    Dollars {
        /// Limit on cost.
        limit: MicroUsd,
    },
    /// The same calls were repeated, in varying wording or in a cycle.
    Repeats {
        /// Name of the tool.
        tool: String,
    },
    /// Consecutive turns brought no new information.
    Barren {
        /// Number of these turns.
        turns: u32,
    },
    /// The model cannot be called any more, for example because a budget denied the call.
    Unpaid {
        /// Reason given by the driver.
        reason: String,
    },
    /// The model refused to answer.
    Refused,
    /// The model's last answer was truncated.
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
