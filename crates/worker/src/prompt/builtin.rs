//! The built-in prompts of all workers, and the values that each may use.

/// The workers that call a model, in the order in which they handle an event.
pub const WORKERS: [&str; 5] = ["classifier", "researcher", "filter", "forecaster", "writer"];

/// Name of the value that holds the data of a task.
pub const INPUT: &str = "input";

/// A built-in prompt.
#[derive(Debug, PartialEq, Eq)]
pub struct Template {
    /// Worker that renders it; also the name of its folder.
    pub worker: &'static str,
    /// Path within that folder.
    pub name: &'static str,
    /// The built-in text.
    pub text: &'static str,
    /// Values that it may use. A template that may use [`INPUT`] must use it.
    pub variables: &'static [&'static str],
    /// Members of [`INPUT`] that it may use, if that is an object.
    pub members: &'static [&'static str],
}

/// Creates a template without values: the system prompt, which is the same in every call, or a part of another prompt.
macro_rules! constant {
    ($worker:literal, $name:literal) => {
        constant!($worker, $name, $worker)
    };
    ($worker:literal, $name:literal, $folder:literal) => {
        Template {
            worker: $worker,
            name: $name,
            text: include_str!(concat!("../../prompts/", $folder, "/", $name)),
            variables: &[],
            members: &[],
        }
    };
}

/// Creates a template of a user message.
macro_rules! message {
    ($worker:literal, $name:literal, [$($variable:literal),*], $members:expr) => {
        message!($worker, $name, $worker, [$($variable),*], $members)
    };
    ($worker:literal, $name:literal, $folder:literal, [$($variable:literal),*], $members:expr) => {
        Template {
            worker: $worker,
            name: $name,
            text: include_str!(concat!("../../prompts/", $folder, "/", $name)),
            variables: &[INPUT, $($variable),*],
            members: $members,
        }
    };
}

const CLASSIFY: &[&str] = &["transactions"];
const FILTER: &[&str] =
    &["question", "calls_itself", "market_question", "about", "findings", "timeline", "sources", "open_questions"];
const MARKETS: &[&str] = &["question", "markets"];
const DECOMPOSE: &[&str] = &["question", "asked_at", "most_questions"];
const ANALYZE: &[&str] = &["question", "asked_at", "round", "most_rounds", "most_questions", "questions", "findings"];
const ESTIMATE: &[&str] =
    &["estimate", "perspective", "question", "asked_at", "known_base_rates", "questions", "findings"];
const ESTIMATE_KIND: &[&str] = &["estimate", "perspective", "question", "asked_at", "questions", "findings"];
const REPORT: &[&str] = &[
    "purpose",
    "question",
    "asked_at",
    "most_questions",
    "most_sections",
    "questions",
    "findings",
    "title",
    "heading",
    "headings",
    "sections",
];
const NORMALISE: &[&str] = &["question", "asked_at"];
const RESEARCH: &[&str] =
    &["question", "context", "entity", "mint", "calls_itself", "market_question", "alias", "today", "maxSources"];
const TODO: &[&str] = &[
    "question",
    "context",
    "entity",
    "mint",
    "calls_itself",
    "market_question",
    "alias",
    "today",
    "maxSources",
    "todo",
    "maxCalls",
    "soFar",
    "bundle",
];
const MACRO: &[&str] = &["macro", "parameters", "today", "maxSources"];
const CORRECTION: &[&str] = &["answer", "errors"];
const PAGE: &[&str] = &[
    "question",
    "context",
    "today",
    "calls_itself",
    "market_question",
    "title",
    "publisher",
    "published",
    "max_claims",
    "text",
];
const SNIPPETS: &[&str] = &["question", "today", "calls_itself", "market_question", "max_claims", "results"];
const NOTES: &[&str] = &["query", "findings", "sources"];

/// All built-in prompts.
pub static TEMPLATES: [Template; 56] = [
    constant!("classifier", "classify.md"),
    message!("classifier", "input.md", [], CLASSIFY),
    constant!("researcher", "research_system.md"),
    message!("researcher", "research.md", ["guidance"], RESEARCH),
    constant!("researcher", "todo_system.md"),
    message!("researcher", "todo.md", ["guidance"], TODO),
    message!("researcher", "macro.md", [], MACRO),
    message!("researcher", "macro_correction.md", [], CORRECTION),
    constant!("researcher", "kinds/token.md"),
    constant!("researcher", "kinds/question.md"),
    constant!("researcher", "kinds/person.md"),
    constant!("researcher", "kinds/business.md"),
    constant!("researcher", "kinds/product.md"),
    constant!("researcher", "kinds/compound.md"),
    constant!("researcher", "kinds/platform.md"),
    constant!("researcher", "kinds/topic.md"),
    constant!("researcher", "read_page_system.md"),
    message!("researcher", "read_page.md", [], PAGE),
    constant!("researcher", "read_snippets_system.md"),
    message!("researcher", "read_snippets.md", [], SNIPPETS),
    constant!("researcher", "judge_support_system.md"),
    message!("researcher", "judge_support.md", [], &[]),
    constant!("researcher", "judge_stances_system.md", "shared"),
    message!("researcher", "judge_stances.md", "shared", [], &[]),
    constant!("filter", "filter.md"),
    message!("filter", "input.md", [], FILTER),
    constant!("forecaster", "judge_markets.md"),
    message!("forecaster", "judge_markets_input.md", [], MARKETS),
    constant!("forecaster", "normalise.md"),
    message!("forecaster", "normalise_input.md", [], NORMALISE),
    constant!("forecaster", "decompose.md"),
    message!("forecaster", "decompose_input.md", [], DECOMPOSE),
    constant!("forecaster", "analyze.md"),
    message!("forecaster", "analyze_input.md", [], ANALYZE),
    constant!("forecaster", "estimate.md"),
    message!("forecaster", "estimate_input.md", ["guidance"], ESTIMATE),
    constant!("forecaster", "estimate_options.md"),
    constant!("forecaster", "estimate_quantiles.md"),
    constant!("forecaster", "estimate_dates.md"),
    message!("forecaster", "estimate_kind_input.md", ["guidance"], ESTIMATE_KIND),
    constant!("forecaster", "report_plan.md"),
    constant!("forecaster", "report_contrary.md"),
    constant!("forecaster", "report_gaps.md"),
    constant!("forecaster", "report_outline.md"),
    constant!("forecaster", "report_section.md"),
    constant!("forecaster", "report_summary.md"),
    constant!("forecaster", "judge_support_system.md", "researcher"),
    message!("forecaster", "judge_support.md", "researcher", [], &[]),
    message!("forecaster", "report_input.md", [], REPORT),
    constant!("forecaster", "perspectives/base_rate.md"),
    constant!("forecaster", "perspectives/evidence.md"),
    constant!("forecaster", "perspectives/outcomes.md"),
    constant!("writer", "notes.md"),
    message!("writer", "input.md", [], NOTES),
    constant!("writer", "judge_stances_system.md", "shared"),
    message!("writer", "judge_stances.md", "shared", [], &[]),
];

/// Returns the prompts of a worker.
pub fn templates(worker: &str) -> impl Iterator<Item = &'static Template> {
    TEMPLATES.iter().filter(move |template| template.worker == worker)
}
