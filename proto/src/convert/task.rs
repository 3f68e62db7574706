//! `task.proto`: tasks for the researcher.

use domain::event::Episode;
use domain::run::{Priority, Question};
use domain::{EventFact, ResearchTask, Subject};

use super::check;
use super::entity_request::{rules, rules_to_wire};
use super::memory::SOURCES;
use super::question::{profile_from_wire, profile_to_wire};
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::ResearchTask> for ResearchTask {
    type Error = InvalidEvent;

    fn try_from(wire: v1::ResearchTask) -> Result<Self, InvalidEvent> {
        let v1::ResearchTask {
            tenant,
            event_id,
            event_job_id,
            reason,
            profile,
            budget_micro_usd,
            deadline,
            subject,
            as_of,
            alarm,
            can_wait,
            is_foreign,
            entity_terms,
            sources,
            event_facts,
        } = wire;
        let subject = subject.ok_or_else(|| {
            InvalidEvent::new("subject", "is missing; set one of identifier, question, miss, bundle, macro")
        })?;
        Ok(Self {
            tenant: check::tenant(&tenant, "tenant")?,
            event: check::event_id(&event_id, "event_id")?,
            event_job: check::job(&event_job_id, "event_job_id")?,
            subject: Subject::try_from(subject)?,
            reason,
            profile: profile_from_wire(profile, "profile")?,
            budget: check::money(budget_micro_usd, "budget_micro_usd")?,
            deadline: check::time_opt(deadline, "deadline")?,
            as_of: check::time_opt(as_of, "as_of")?,
            alarm,
            can_wait,
            is_foreign,
            entity_terms: check::optional(entity_terms, "entity_terms")?,
            sources: rules(sources)?,
            event_facts: check::each(event_facts, "event_facts")?,
        })
    }
}

impl From<&ResearchTask> for v1::ResearchTask {
    fn from(task: &ResearchTask) -> Self {
        let ResearchTask {
            tenant,
            event,
            event_job,
            subject,
            reason,
            profile,
            budget,
            deadline,
            as_of,
            alarm,
            can_wait,
            is_foreign,
            entity_terms,
            sources,
            event_facts,
        } = task;
        Self {
            tenant: tenant.to_string(),
            event_id: event.to_string(),
            event_job_id: event_job.to_string(),
            reason: reason.clone(),
            profile: profile_to_wire(*profile),
            budget_micro_usd: budget.0,
            deadline: deadline.map(check::stamp),
            as_of: as_of.map(check::stamp),
            alarm: alarm.clone(),
            can_wait: *can_wait,
            is_foreign: *is_foreign,
            entity_terms: entity_terms.as_ref().map(Into::into),
            sources: rules_to_wire(sources),
            event_facts: event_facts.iter().map(Into::into).collect(),
            subject: Some(subject.into()),
        }
    }
}

impl TryFrom<v1::EventFact> for EventFact {
    type Error = InvalidEvent;

    fn try_from(wire: v1::EventFact) -> Result<Self, InvalidEvent> {
        let v1::EventFact { text, at } = wire;
        Ok(Self { text: check::filled_text(text, "text", check::LINE)?, at: check::time_opt(at, "at")? })
    }
}

impl From<&EventFact> for v1::EventFact {
    fn from(fact: &EventFact) -> Self {
        let EventFact { text, at } = fact;
        Self { text: text.clone(), at: at.map(check::stamp) }
    }
}

impl TryFrom<v1::research_task::Subject> for Subject {
    type Error = InvalidEvent;

    fn try_from(wire: v1::research_task::Subject) -> Result<Self, InvalidEvent> {
        use v1::research_task::Subject as Wire;
        match wire {
            Wire::Identifier(identifier) => identified(identifier).map_err(|error| error.within("identifier")),
            Wire::Question(question) => questioned(question).map_err(|error| error.within("question")),
            Wire::Miss(miss) => missed(miss).map_err(|error| error.within("miss")),
            Wire::Bundle(bundle) => bundled(bundle).map_err(|error| error.within("bundle")),
            Wire::Macro(request) => Ok(Self::Macro(check::nested(request, "macro")?)),
        }
    }
}

fn identified(wire: v1::Identifier) -> Result<Subject, InvalidEvent> {
    let v1::Identifier { identifier, symbol } = wire;
    Ok(Subject::Identifier { identifier: check::filled_text(identifier, "identifier", check::NAME)?, symbol })
}

fn questioned(wire: v1::RunQuestion) -> Result<Subject, InvalidEvent> {
    let v1::RunQuestion { run_id, question, context } = wire;
    let (run, question) = (check::run(&run_id, "run_id")?, check::required(question, "question")?);
    Ok(Subject::Question { run, question, context })
}

fn missed(wire: v1::Miss) -> Result<Subject, InvalidEvent> {
    let v1::Miss { query, context, max_sources } = wire;
    let query = check::filled_text(query, "query", check::LINE)?;
    Ok(Subject::Miss { query, context, max_sources: check::count(max_sources, "max_sources", SOURCES)? })
}

fn bundled(wire: v1::DirectedBundle) -> Result<Subject, InvalidEvent> {
    let v1::DirectedBundle { episode: id, bundle, url, title, context } = wire;
    let episode = Episode { id, url, title, context };
    Ok(Subject::Bundle { episode, bundle: check::required(bundle, "bundle")? })
}

impl From<&Subject> for v1::research_task::Subject {
    fn from(subject: &Subject) -> Self {
        match subject {
            Subject::Identifier { identifier, symbol } => {
                Self::Identifier(v1::Identifier { identifier: identifier.clone(), symbol: symbol.clone() })
            }
            Subject::Question { run, question, context } => Self::Question(v1::RunQuestion {
                run_id: run.to_string(),
                question: Some(question.into()),
                context: context.clone(),
            }),
            Subject::Miss { query, context, max_sources } => {
                Self::Miss(v1::Miss { query: query.clone(), context: context.clone(), max_sources: *max_sources })
            }
            Subject::Bundle { episode, bundle } => {
                let Episode { id: episode, url, title, context } = episode.clone();
                Self::Bundle(v1::DirectedBundle { episode, bundle: Some(bundle.into()), url, title, context })
            }
            Subject::Macro(request) => Self::Macro(request.into()),
        }
    }
}

impl TryFrom<v1::ResearchQuestion> for Question {
    type Error = InvalidEvent;

    fn try_from(wire: v1::ResearchQuestion) -> Result<Self, InvalidEvent> {
        let v1::ResearchQuestion { id, topic, text, priority, expected_sources } = wire;
        Ok(Self {
            id: check::filled_text(id, "id", check::NAME)?,
            topic,
            text: check::filled_text(text, "text", check::TEXT)?,
            priority: check::choice(priority, "priority", priority_from_wire)?,
            expected_sources,
        })
    }
}

impl From<&Question> for v1::ResearchQuestion {
    fn from(question: &Question) -> Self {
        let Question { id, topic, text, priority, expected_sources } = question;
        Self {
            id: id.clone(),
            topic: topic.clone(),
            text: text.clone(),
            priority: priority_to_wire(*priority).into(),
            expected_sources: expected_sources.clone(),
        }
    }
}

fn priority_from_wire(priority: v1::Priority) -> Option<Priority> {
    match priority {
        v1::Priority::Unspecified => None,
        v1::Priority::Supplementary => Some(Priority::Supplementary),
        v1::Priority::Important => Some(Priority::Important),
        v1::Priority::Critical => Some(Priority::Critical),
    }
}

fn priority_to_wire(priority: Priority) -> v1::Priority {
    match priority {
        Priority::Supplementary => v1::Priority::Supplementary,
        Priority::Important => v1::Priority::Important,
        Priority::Critical => v1::Priority::Critical,
    }
}
