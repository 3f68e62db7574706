//! A loop's task, its prompts and its limits. Pure.

use std::sync::Arc;

use agent::{Goal, Label, LoopLimits, ToolSpec};
use domain::event::Episode;
use domain::{Entity, EntityKind, MicroUsd, Time};
use runtime::Failure;
use serde_json::{Value, json};
use tools::event_source::EVENT_ADDRESS;
use tools::reading::without_empty;
use tools::source_tier::{DomainTiers, SourceTiers, TokenIdentity};
use tools::workspace::Workspace;
use tools::{Session, TaskTopics, TaskWords};
use worker::Prompts;

use super::ToolSet;
use super::steps::StepScope;
use crate::ResearcherConfig;

/// One loop: its subject and its state.
pub(crate) struct LoopTask {
    pub(crate) steps: Arc<StepScope>,
    pub(crate) subject: LoopSubject,
    pub(crate) session: Session,
    /// Tools that the loop may call.
    pub(crate) tools: ToolSet,
}

/// Words of strangers that describe a subject. Each is a separate field of the task and not part of the question.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ForeignWords {
    /// Name and symbol of an unverified entity.
    pub(crate) calls_itself: Option<Label>,
    /// Question of the market whose trade caused the run.
    pub(crate) market_question: Option<Label>,
    /// Alias of the trader.
    pub(crate) alias: Option<Label>,
}

/// Subject of a loop.
#[derive(Debug, Clone, Default)]
pub(crate) struct LoopSubject {
    pub(crate) question: String,
    /// Reason for the question; may be empty.
    pub(crate) context: String,
    /// Entity that the question is about.
    pub(crate) entity: Option<Entity>,
    /// Official websites of the subject, or of what the question names, by a register.
    pub(crate) official_sites: Vec<web::OfficialSite>,
    /// Websites of verified entities that the question names.
    pub(crate) named_sites: Vec<String>,
    /// Mint address of the entity, if it is a token.
    pub(crate) mint: Option<String>,
    /// Set if a forecast waits for the answer.
    pub(crate) is_for_forecast: bool,
    /// Set if the task names the tools that it uses itself, as a macro does.
    pub(crate) names_tools: bool,
    /// Set if the subject is a todo of a bundle, whose entity decides which tools are offered and not the episode.
    pub(crate) is_bundle: bool,
    /// Set if strangers have influenced the texts, which are labels then. The session starts as if the model had read
    /// text of others.
    pub(crate) is_foreign: bool,
    /// Words of strangers, of which a query may contain as many as of a title.
    pub(crate) foreign: ForeignWords,
    /// Text that no stranger has chosen, of which a foreign subject's words of the task are taken.
    pub(crate) own_text: String,
}

impl LoopSubject {
    /// Returns the words of the task: not those that a stranger has chosen.
    pub(crate) fn words(&self) -> TaskWords {
        if self.is_foreign {
            return TaskWords::from_texts([self.own_text.as_str(), self.mint.as_deref().unwrap_or_default()]);
        }
        let entity = self.entity.iter().flat_map(|entity| [Some(entity.name.as_str()), entity.symbol.as_deref()]);
        let texts = [self.question.as_str(), self.context.as_str(), self.mint.as_deref().unwrap_or_default()];
        TaskWords::from_texts(texts.into_iter().chain(entity.flatten()))
    }

    /// Returns the tiers of sources about the subject.
    pub(crate) fn tiers(&self, domains: &Arc<DomainTiers>) -> SourceTiers {
        let names = |entity: &Entity| std::iter::once(entity.name.clone()).chain(entity.symbol.clone()).collect();
        let token = self.mint.clone().zip(self.entity.as_ref().map(names));
        SourceTiers {
            domains: Arc::clone(domains),
            own_sites: self.entity.iter().flat_map(Entity::own_sites).chain(self.named_sites.iter().cloned()).collect(),
            official_sites: self.official_sites.clone(),
            token: token.map(|(mint, names)| TokenIdentity { names, mint }),
        }
    }

    /// Returns the texts of a foreign subject that the task shows.
    pub(crate) fn shown(&self) -> String {
        let ForeignWords { calls_itself, market_question, alias } = &self.foreign;
        let words = [calls_itself, market_question, alias].into_iter().flatten().map(Label::as_str);
        std::iter::once(self.question.as_str()).chain(words).collect::<Vec<_>>().join(" ")
    }
}

impl LoopSubject {
    /// Returns what the task is about, which decides which tools are offered.
    pub(crate) fn topics(&self, workspace: Option<&Workspace>) -> TaskTopics {
        if self.names_tools {
            return TaskTopics::ALL;
        }
        let todo = workspace.map(Workspace::todo);
        let kind = todo.map(|todo| todo.kind).or(self.entity.as_ref().map(|entity| entity.kind));
        let fields = todo.iter().flat_map(|todo| todo.direction.fields.iter().map(String::as_str));
        let context = if self.is_bundle { "" } else { self.context.as_str() };
        let texts = [self.question.as_str(), context].into_iter().chain(fields);
        let named = texts.map(TaskTopics::of_text).fold(TaskTopics::default(), TaskTopics::or);
        let is_token = matches!(kind, Some(EntityKind::CryptoToken | EntityKind::Meme | EntityKind::MacroAsset));
        let is_legal = matches!(kind, Some(EntityKind::Business | EntityKind::Platform | EntityKind::Protocol));
        let topics = named.or(TaskTopics {
            token: is_token || self.mint.is_some(),
            legal_entity: is_legal,
            entity: !self.is_for_forecast || self.entity.is_some(),
            known_entity: self.entity.is_some(),
            new_entity: !self.is_for_forecast && self.entity.is_none() && todo.is_none(),
            // A forecast has looked up the market that asks the same; others are evidence.
            market: kind.is_none() && self.mint.is_none(),
        });
        // A forecast about a token names it by its symbol.
        TaskTopics { entity: topics.entity || topics.token, ..topics }
    }
}

/// Limits that a goal states.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GoalLimits {
    /// Maximum number of output tokens per model call.
    pub(crate) max_tokens: u32,
    /// Maximum number of tool calls of the loop.
    pub(crate) calls: u32,
}

/// Returns the goal of a loop.
pub(crate) fn goal(
    task: &LoopTask,
    prompts: &Prompts,
    tools: Arc<[ToolSpec]>,
    limits: GoalLimits,
) -> Result<Goal, Failure> {
    let (system, user) = match &task.session.workspace {
        Some(_) => ("todo_system.md", "todo.md"),
        None => ("research_system.md", "research.md"),
    };
    // The system prompt is the same for all tasks of a loop's kind, so that the provider can cache it.
    let render = |name: &str, values: Value| prompts.render(name, values).map_err(Failure::reject);
    let of_todo = task.session.workspace.as_ref().map(|workspace| workspace.todo().kind);
    let guidance = render(guidance(of_todo, &task.subject), json!({}))?;
    Ok(Goal {
        system: render(system, json!({}))?.into(),
        task: render(user, json!({"input": input(task, limits.calls), "guidance": guidance}))?,
        tools,
        answer_tool: Some(task.session.answer_tool().to_owned()),
        max_tokens: limits.max_tokens,
    })
}

/// Returns the name of the prompt with the guidance for the kind of thing that a task is about; `of_todo` is the kind
/// of a todo's entity.
fn guidance(of_todo: Option<EntityKind>, subject: &LoopSubject) -> &'static str {
    let kind = of_todo.or(subject.entity.as_ref().map(|entity| entity.kind));
    match kind {
        Some(EntityKind::CryptoToken | EntityKind::Meme) => "kinds/token.md",
        Some(EntityKind::Person) => "kinds/person.md",
        Some(EntityKind::Business) => "kinds/business.md",
        Some(EntityKind::Product) => "kinds/product.md",
        Some(EntityKind::Compound) => "kinds/compound.md",
        Some(EntityKind::Platform | EntityKind::Protocol) => "kinds/platform.md",
        None if subject.mint.is_some() => "kinds/token.md",
        None if subject.is_for_forecast => "kinds/question.md",
        Some(EntityKind::MacroAsset | EntityKind::Concept) | None => "kinds/topic.md",
    }
}

/// Returns the data of the task's fenced block.
fn input(task: &LoopTask, max_calls: u32) -> Value {
    let LoopTask { subject, session, .. } = task;
    let entity = subject.entity.clone().map(tools::plain_entity).map(|entity| {
        let mut shown = json!({
            "entityId": entity.id, "type": entity.kind, "verified": entity.verified, "metadata": entity.metadata,
        });
        // The name of an unverified entity is `calls_itself`.
        if entity.verified {
            (shown["name"], shown["symbol"]) = (json!(entity.name), json!(entity.symbol));
        }
        shown
    });
    let mut input = without_empty(json!({
        "question": subject.question,
        "context": subject.context,
        "entity": entity,
        "mint": subject.mint,
        "calls_itself": subject.foreign.calls_itself,
        "market_question": subject.foreign.market_question,
        "alias": subject.foreign.alias,
        "today": session.scope.as_of.unwrap_or(session.scope.started).date_naive().to_string(),
        "maxSources": session.scope.max_pages,
    }));
    let event = session.notebook.shown_of(EVENT_ADDRESS);
    if !event.is_empty() {
        input["event"] = json!(event);
    }
    if !session.scope.sources.is_empty() {
        input["sources"] = json!(session.scope.sources.to_string());
    }
    if let Some(workspace) = &session.workspace {
        let todo = workspace.todo();
        input["todo"] = json!({
            "id": todo.id, "file": todo.file, "fields": todo.direction.fields, "acceptance": todo.direction.acceptance,
            "priority": todo.direction.priority, "candidateSources": todo.sources,
        });
        let Episode { id, url, title, context: _ } = &workspace.episode;
        input["episode"] = json!({"id": id, "url": url, "title": title});
        input["maxCalls"] = json!(max_calls);
        // The first todos of a bundle have none before them.
        if !workspace.so_far.is_empty() {
            input["soFar"] = json!(workspace.so_far);
        }
        input["bundle"] = workspace.counts();
    }
    input
}

/// Returns the loop's limits: the configured ones, reduced to the task's budget and the time left until its deadline.
pub(crate) fn limits(
    config: &ResearcherConfig,
    budget: MicroUsd,
    time_left: Option<std::time::Duration>,
) -> LoopLimits {
    LoopLimits {
        turns: config.turns,
        calls: config.calls,
        // A tenth of the time is kept for the final answer; the run itself reserves the money for it.
        time: time_left.map_or(config.time, |left| left.mul_f64(0.9).min(config.time)),
        dollars: budget,
        ..LoopLimits::default()
    }
}

/// Returns the time from `started` to the deadline.
pub(crate) fn time_left(started: Time, deadline: Option<Time>) -> Option<std::time::Duration> {
    deadline.map(|deadline| (deadline - started).to_std().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_gets_the_guidance_of_its_kind() {
        let nothing = LoopSubject::default();
        let prompts = Prompts::builtin("researcher").unwrap();
        for kind in EntityKind::ALL {
            prompts.render(guidance(Some(kind), &nothing), json!({})).unwrap();
        }
        let of = |kind| guidance(Some(kind), &nothing);
        assert_eq!(of(EntityKind::Compound), "kinds/compound.md");
        assert_eq!(of(EntityKind::Protocol), of(EntityKind::Platform));
        assert_eq!(guidance(None, &nothing), "kinds/topic.md");
        let asked = LoopSubject { is_for_forecast: true, ..LoopSubject::default() };
        assert_eq!(guidance(None, &asked), "kinds/question.md");
        let minted = LoopSubject { mint: Some("M".into()), ..asked.clone() };
        assert_eq!(guidance(None, &minted), "kinds/token.md");
        assert_eq!(guidance(Some(EntityKind::Person), &asked), "kinds/person.md", "the thing before the purpose");
    }

    #[test]
    fn a_task_gets_the_tools_of_its_topics() {
        let topics = |subject: LoopSubject| subject.topics(None);
        let asked = |question: &str| LoopSubject {
            question: question.to_owned(),
            is_for_forecast: true,
            ..LoopSubject::default()
        };
        let market = TaskTopics { market: true, ..TaskTopics::default() };
        assert_eq!(topics(asked("Did the Bank of Norrland cut its policy rate?")), market);
        let token = TaskTopics { token: true, entity: true, ..TaskTopics::default() };
        assert_eq!(topics(asked("Will $LNTRN trade above 0.05 dollars?")), token.or(market));
        assert_eq!(topics(LoopSubject { mint: Some("M".into()), ..asked("Who is behind it?") }), token);
        let look_up = LoopSubject { question: "What is the S2 battery?".into(), ..LoopSubject::default() };
        assert_eq!(
            topics(look_up),
            TaskTopics { entity: true, new_entity: true, market: true, ..TaskTopics::default() }
        );
        let of_token = |question: &str| topics(LoopSubject { mint: Some("M".into()), ..asked(question) });
        assert!(of_token("What are the odds on Kalshi?").market && !of_token("Will it fall?").market);
        assert_eq!(topics(LoopSubject { names_tools: true, ..LoopSubject::default() }), TaskTopics::ALL);
    }

    #[test]
    fn prompts_match_the_snapshot() {
        let prompts = Prompts::builtin("researcher").unwrap();
        let todo = json!({"id": "b1_person_ada_bio", "file": "person_ada_bio.json", "fields": ["born"], "acceptance": [], "priority": 1, "candidateSources": []});
        let mut input = json!({"question": "What is ```this```?", "context": "", "entity": null, "mint": null, "calls_itself": null, "market_question": null, "alias": null, "today": "2026-11-22", "maxSources": 20});
        input["todo"] = todo;
        input["soFar"] = json!("Two todos are done.");
        input["maxCalls"] = json!(10);
        let render = |name: &str| {
            format!("--- {name}\n{}", prompts.render(name, json!({"input": input, "guidance": "(guidance)"})).unwrap())
        };
        let rendered: Vec<String> =
            worker::prompt::builtin::templates("researcher").map(|template| render(template.name)).collect();
        let members: Vec<&str> = input.as_object().unwrap().keys().map(String::as_str).collect();
        worker::prompt::testing::check_members("researcher", "todo.md", &members);
        insta::assert_snapshot!(rendered.join("\n"));
    }
}
