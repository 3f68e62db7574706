//! The researcher's settings.

use std::sync::Arc;
use std::time::Duration;

use runtime::config::Env;
use tools::SearchPrivacy;
use tools::source_tier::{DomainList, DomainTiers};
use worker::JustInTime;

/// Settings of the researcher.
#[derive(Debug, Clone)]
pub struct ResearcherConfig {
    /// Confidence threshold of memory, and maximum number of pages per task.
    pub just_in_time: JustInTime,
    /// Maximum number of pages per task other than a look-up.
    pub max_pages: usize,
    /// Maximum number of characters read of a page.
    pub max_content: usize,
    /// Maximum number of model calls of one loop.
    pub turns: u32,
    /// Maximum number of tool calls of one loop.
    pub calls: u32,
    /// Maximum duration of one loop.
    pub time: Duration,
    /// Maximum duration of one tool call.
    pub tool_time: Duration,
    /// Maximum number of output tokens of one model call.
    pub max_tokens: u32,
    /// Freshness of a page whose server declares none.
    pub page_ttl: Duration,
    /// Replay: pages and answers come from the stores only; a missing one is an error.
    pub replay: bool,
    /// Freshness of research.
    pub ttl: Duration,
    /// Maximum age of facts of memory that answer a question of a run, besides the limit by kind of fact. Zero: such
    /// questions are always researched.
    pub memory_max_age: Duration,
    /// Time to live of an entity's lease without renewal.
    pub lease: Duration,
    /// Delay before the retry of a task whose entity another job is researching.
    pub come_back: Duration,
    /// Maximum number of todos of a bundle in progress at a time.
    pub parallel_todos: usize,
    /// Maximum number of tool calls of one todo of a bundle.
    pub todo_calls: u32,
    /// Maximum duration of one todo of a bundle.
    pub todo_time: Duration,
    /// What search providers may receive.
    pub search_privacy: SearchPrivacy,
    /// Reads the excerpts of search results, with one small model call per search.
    pub reads_snippets: bool,
    /// Domains of official and reputable sources.
    pub domains: Arc<DomainTiers>,
    /// Reads pages even if the kernel refuses a protection of the parser processes.
    pub unconfined_parser: bool,
}

impl ResearcherConfig {
    /// Reads the settings.
    pub fn read(env: &mut Env) -> Self {
        Self {
            just_in_time: JustInTime::read(env),
            max_pages: env.number(
                "AUSPEX_RESEARCHER_PAGES",
                20,
                "Maximum number of pages read per task; of a look-up, RESEARCHER_MAX_SOURCES.",
            ),
            max_content: env.number(
                "RESEARCHER_MAX_CONTENT_LENGTH",
                10_000,
                "Maximum number of characters read of a page at a time: the parts that concern the question.",
            ),
            turns: env.number("AUSPEX_RESEARCHER_TURNS", 40, "Maximum number of model calls of one research loop."),
            calls: env.number("AUSPEX_RESEARCHER_CALLS", 80, "Maximum number of tool calls of one research loop."),
            time: env.duration("AUSPEX_RESEARCHER_TIME", "10m", "Maximum duration of one research loop."),
            tool_time: env.duration("AUSPEX_RESEARCHER_TOOL_TIME", "120s", "Maximum duration of one tool call."),
            max_tokens: env.number(
                "AUSPEX_RESEARCHER_MAX_TOKENS",
                4096,
                "Maximum number of output tokens of one model call.",
            ),
            page_ttl: env.duration("AUSPEX_PAGE_TTL", "1h", "Freshness of a page whose server declares none."),
            replay: env.flag(
                "AUSPEX_REPLAY",
                false,
                "Replay: pages and answers of services come from the stores only; a missing one is an error.",
            ),
            ttl: env.duration("AUSPEX_RESEARCHER_TTL", "1h", "Freshness of research about an entity."),
            memory_max_age: env.duration(
                "AUSPEX_MEMORY_MAX_AGE",
                "365d",
                "Maximum age of facts of memory that answer a question of a run. Prices, offices and other kinds of fact have \
                 shorter limits of their own. 0s: such questions are always researched.",
            ),
            lease: env.duration("AUSPEX_RESEARCHER_LEASE", "30s", "Time to live of an entity's lease without renewal."),
            come_back: env.duration(
                "AUSPEX_RESEARCHER_COME_BACK",
                "2s",
                "Delay before the retry of a task whose entity another job is researching.",
            ),
            parallel_todos: env.number(
                "AUSPEX_RESEARCHER_TODOS",
                4,
                "Maximum number of todos of a bundle in progress at a time, 1 or more.",
            ),
            todo_calls: env.number(
                "AUSPEX_RESEARCHER_TODO_CALLS",
                10,
                "Maximum number of tool calls of one todo of a bundle.",
            ),
            todo_time: env.duration("AUSPEX_RESEARCHER_TODO_TIME", "5m", "Maximum duration of one todo of a bundle."),
            search_privacy: env.value(
                "AUSPEX_SEARCH_PRIVACY",
                "`open`: search queries are sent as the model wrote them, without addresses and opaque strings. `strict`: \
                 once anything was read, queries consist of public words, for a fleet whose memory is secret. Default: open.",
            ),
            reads_snippets: env.flag(
                "AUSPEX_RESEARCHER_SNIPPETS",
                true,
                "Read the excerpts of search results into claims, with one small call of the reader's model per search. Off where \
                 every page can be fetched and the cost matters more than pages that refuse robots.",
            ),
            domains: domains(env),
            unconfined_parser: env.flag(
                "AUSPEX_PARSER_UNCONFINED",
                false,
                "Read pages even if the kernel refuses a protection of the parser processes, such as seccomp.",
            ),
        }
    }

    /// Returns the maximum number of pages of a look-up.
    pub fn max_sources(&self) -> usize {
        self.just_in_time.max_sources as usize
    }
}

fn domains(env: &mut Env) -> Arc<DomainTiers> {
    let official = env.value::<DomainList>(
        "AUSPEX_OFFICIAL_DOMAINS",
        "Domains of official sources besides the shipped list, separated by commas; subdomains count.",
    );
    let reputable = env.value::<DomainList>(
        "AUSPEX_REPUTABLE_DOMAINS",
        "Domains of reputable publications besides the shipped list, separated by commas; subdomains count.",
    );
    Arc::new(DomainTiers::new(&official, &reputable))
}
