//! Sample values.

use domain::effect::{Fence, Note, Outgoing, Owner, ResultRow, When};
use domain::event::AskedQuestion;
use domain::port::{Job, Settled};
use domain::research::TimelineEntry;
use domain::run::{Priority, Question};
use domain::{
    Effect, EntityId, EventId, Evidence, Filtering, JobId, MicroUsd, Research, ResearchTask, Run, RunId, Subject,
    Tenant, Time,
};
use store::memory::LeaseHolder;

pub(crate) fn at(seconds: i64) -> Time {
    Time::from_timestamp(1_900_000_000 + seconds, 0).expect("a moment")
}

pub(crate) fn id(name: &str) -> JobId {
    JobId::named(&["test", name])
}

pub(crate) fn job(name: &str) -> Job {
    Job { consumer: "tests", id: id(name) }
}

/// The job as it takes a lease for the default tenant.
pub(crate) fn holder(name: &str) -> LeaseHolder {
    LeaseHolder { tenant: Tenant::default(), job: job(name) }
}

pub(crate) fn owner() -> Owner {
    Owner { tenant: Tenant::default(), is_public: true }
}

pub(crate) fn settled(name: &str) -> Settled {
    Settled { job: job(name), effects: Vec::new(), outgoing: Vec::new(), dead: None }
}

pub(crate) fn message(name: &str, when: When) -> Outgoing {
    Outgoing {
        id: id(name),
        subject: "auspex.test.said".to_owned(),
        tenant: Tenant::default(),
        payload: name.as_bytes().to_vec().into(),
        traceparent: "00-1-2-01".to_owned(),
        when,
    }
}

pub(crate) fn note(name: &str, text: &str) -> Note {
    Note {
        id: id(name),
        tenant: Tenant::default(),
        text: text.to_owned(),
        summary: text.to_owned(),
        keywords: vec!["key".to_owned()],
        tags: Vec::new(),
        kind: "fact".to_owned(),
        source_url: "https://example.com".to_owned(),
        made_at: at(0),
        entity: None,
        links: Vec::new(),
        sources: Vec::new(),
        fact: None,
    }
}

pub(crate) fn result(name: &str) -> Effect {
    Effect::ResultStored(Box::new(ResultRow {
        id: id(name),
        kind: "research".to_owned(),
        tenant: Tenant::default(),
        event: id("event"),
        run: None,
        body: serde_json::json!({ "name": name }),
        made_at: at(0),
    }))
}

pub(crate) fn research(summary: &str, expires: Time) -> Research {
    Research {
        summary: summary.to_owned(),
        timeline: vec![TimelineEntry {
            id: "t1".to_owned(),
            at: at(-500),
            text: "launched".to_owned(),
            sources: Vec::new(),
        }],
        confidence: 0.5,
        made_at: at(0),
        expires_at: expires,
        cost: MicroUsd(7),
        ..domain::testing::research()
    }
}

pub(crate) fn researched(entity: &EntityId, summary: &str, fence: Fence) -> Effect {
    Effect::ResearchStored {
        entity: entity.clone(),
        research: Box::new(research(summary, at(0))),
        fence,
        owner: owner(),
    }
}

pub(crate) fn run() -> Run {
    let asked = AskedQuestion { text: "Will it?".to_owned(), ..AskedQuestion::default() };
    Run {
        id: RunId(id("run").0),
        event: EventId::parse("e").expect("an id"),
        event_job: id("event"),
        asked,
        asked_at: at(0),
        ..domain::testing::run()
    }
}

pub(crate) fn question(name: &str) -> Question {
    Question {
        id: name.to_owned(),
        topic: "t".to_owned(),
        text: format!("{name}?"),
        priority: Priority::Important,
        expected_sources: Vec::new(),
    }
}

pub(crate) fn started(questions: &[&str], deadline: Time) -> Effect {
    Effect::RunStarted {
        run: Box::new(run()),
        questions: questions.iter().map(|name| question(name)).collect(),
        deadline,
        stopped: None,
    }
}

pub(crate) fn answered(name: &str) -> Effect {
    let task = ResearchTask {
        event: EventId::parse("e").expect("an id"),
        event_job: id("event"),
        subject: Subject::Question { run: run().id, question: question(name), context: String::new() },
        reason: String::new(),
        budget: MicroUsd::ZERO,
        ..domain::testing::task()
    };
    let filtering = Filtering::Filtered { removed: Vec::new() };
    let (model, prompt_version) = (String::new(), String::new());
    let (research, lowered) = (research(name, at(0)), Vec::new());
    let evidence = Evidence { task, research, filtering, cost: MicroUsd::ZERO, lowered, model, prompt_version };
    Effect::Answered { run: run().id, question: name.to_owned(), evidence: Box::new(evidence) }
}

pub(crate) fn extended(version: i64, questions: &[&str], deadline: Time) -> Effect {
    let questions = questions.iter().map(|name| question(name)).collect();
    Effect::RunExtended { run: run().id, version, questions, deadline }
}
