//! Ids of notes and keys of questions: the writer stores under them, and the researcher looks them up.

use domain::effect::subject_label;
use domain::{EntityId, JobId, ResearchTask, Subject, Tenant};

use super::super::token::Text;
use super::{FactIdentity, identify, identity, naming, normalize, tense};

/// Where the fact of a statement is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactPlace {
    /// Id of its note.
    pub note: JobId,
    /// Topic of its note.
    pub topic: JobId,
}

impl FactPlace {
    /// Returns the place of a statement about a subject in the memory of a tenant.
    pub fn new(tenant: &Tenant, statement: &str, subject: &str) -> Self {
        let FactIdentity { key, topic } = identify(statement, subject);
        let id = |name: &str, key: &str| JobId::named(&[name, tenant.as_str(), key]);
        Self { note: id("fact", &key), topic: id("topic", &topic) }
    }
}

/// Returns the subject of the findings of a task: the entity, or the words of the task, with their context if they do
/// not name what they are about.
pub fn subject(task: &ResearchTask, entity: Option<&EntityId>) -> String {
    let asked = || {
        let question = question(task);
        match naming::question_states_subject(&Text::new(&question)) {
            true => question,
            false => format!("{question} {}", context(task)),
        }
    };
    entity.map_or_else(asked, ToString::to_string)
}

/// Returns the question that a task answers.
pub fn question(task: &ResearchTask) -> String {
    subject_label(task)
}

/// Returns the context of the question; may be empty.
pub fn context(task: &ResearchTask) -> &str {
    match &task.subject {
        Subject::Question { context, .. } | Subject::Miss { context, .. } => context,
        Subject::Identifier { .. } | Subject::Bundle { .. } | Subject::Macro(_) => "",
    }
}

/// Returns the key of a run's question: equal for questions in nearly the same words, about the same day, for the same
/// profile of the filter. A question that does not name its subject counts with its context.
pub fn question_key(task: &ResearchTask) -> Option<JobId> {
    let Subject::Question { question, context, .. } = &task.subject else { return None };
    let text = Text::new(&question.text);
    let context = if naming::question_states_subject(&text) { "" } else { context.as_str() };
    let FactIdentity { key, .. } = identity(&text, "");
    // Words such as `who` and `when` are function words and no part of the identity of a fact.
    let lead = question.text.split_whitespace().next().unwrap_or_default();
    let as_of = task.as_of.map(|at| at.to_rfc3339()).unwrap_or_default();
    let lead = format!("{} {}", normalize(lead), tense(&text));
    let parts = [task.tenant.as_str(), &key, &lead, &normalize(context), &as_of, task.profile.name()];
    Some(JobId::named(&[&["question"], &parts[..]].concat()))
}
