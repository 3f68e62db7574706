//! The researcher's settings.

use std::time::Duration;

use runtime::config::Env;
use worker::JustInTime;

/// How the researcher works.
#[derive(Debug, Clone)]
pub struct Config {
    /// When memory is sure enough, and pages read per task at most.
    pub just_in_time: JustInTime,
    /// Characters of a page that are read at most.
    pub max_content: usize,
    /// Model calls of one loop at most.
    pub turns: u32,
    /// Tool calls of one loop at most.
    pub calls: u32,
    /// Time of one loop at most.
    pub time: Duration,
    /// Time of one tool call at most.
    pub tool_time: Duration,
    /// Tokens of one answer of the model at most.
    pub max_tokens: u32,
    /// How long a page is believed whose server does not say so itself.
    pub page_ttl: Duration,
    /// Nothing is fetched and nobody is asked: pages and services' answers come from what was kept; what was not is an error.
    pub replay: bool,
    /// How long research stays fresh.
    pub ttl: Duration,
    /// How long a lease on an entity is held without being renewed.
    pub lease: Duration,
    /// When to come back to an entity that another replica is researching.
    pub come_back: Duration,
    /// Tool calls of one todo of a bundle at most.
    pub todo_calls: u32,
    /// Time of one todo of a bundle at most.
    pub todo_time: Duration,
}

impl Config {
    /// Reads them.
    pub fn read(env: &mut Env) -> Self {
        Self {
            just_in_time: JustInTime::read(env),
            max_content: env.number(
                "RESEARCHER_MAX_CONTENT_LENGTH",
                10_000,
                "Characters of a page that are read at most.",
            ),
            turns: env.number("AUSPEX_RESEARCHER_TURNS", 40, "Model calls of one research loop at most."),
            calls: env.number("AUSPEX_RESEARCHER_CALLS", 80, "Tool calls of one research loop at most."),
            time: env.duration("AUSPEX_RESEARCHER_TIME", "10m", "Time of one research loop at most."),
            tool_time: env.duration("AUSPEX_RESEARCHER_TOOL_TIME", "120s", "Time of one tool call at most."),
            max_tokens: env.number("AUSPEX_RESEARCHER_MAX_TOKENS", 4096, "Tokens of one answer of the model at most."),
            page_ttl: env.duration(
                "AUSPEX_PAGE_TTL",
                "1h",
                "How long a page is not asked for again whose server does not say.",
            ),
            replay: env.flag(
                "AUSPEX_REPLAY",
                false,
                "Pages and what services answer come from what was kept only; what was not kept is an error.",
            ),
            ttl: env.duration("AUSPEX_RESEARCHER_TTL", "1h", "How long research about an entity stays fresh."),
            lease: env.duration("AUSPEX_RESEARCHER_LEASE", "30s", "How long an entity's lease lasts without renewal."),
            come_back: env.duration(
                "AUSPEX_RESEARCHER_COME_BACK",
                "2s",
                "When to come back to an entity that another replica is researching.",
            ),
            todo_calls: env.number("AUSPEX_RESEARCHER_TODO_CALLS", 10, "Tool calls of one todo of a bundle at most."),
            todo_time: env.duration("AUSPEX_RESEARCHER_TODO_TIME", "5m", "Time of one todo of a bundle at most."),
        }
    }

    /// Pages read per task at most.
    pub fn max_sources(&self) -> usize {
        self.just_in_time.max_sources as usize
    }
}
