//! Sample values for tests: plain, valid values in which every optional field is empty. A test states only the fields
//! that matter to it: `Finding { importance: 0.9, ..testing::finding() }`.

use std::collections::BTreeMap;

use crate::effect::When;
use crate::event::{AskedQuestion, MacroRequest};
use crate::forecast::Account;
use crate::port::memory::NewEntity;
use crate::port::{CallIntent, DeadLetter, StepKey};
use crate::research::Ending;
use crate::review::{NewResult, ReviewedResult, Session, SessionId};
use crate::run::{Phase, Priority, Question, RunState};
use crate::schedule::Schedule;
use crate::{
    ClaimStatus, Classification, Decider, EntityKind, Event, EventId, EventKind, Evidence, Filtering, Finding,
    Forecast, JobId, MacroResult, MicroUsd, Outgoing, Probability, Profile, Research, ResearchTask, Run, RunId, Source,
    SourceRules, Subject, Tenant, Tier, Time,
};

/// Time of all samples.
pub fn when() -> Time {
    Time::from_timestamp(1_790_000_000, 0).expect("a time in range")
}

/// Job of the event of all samples.
pub fn event_job() -> JobId {
    JobId::named(&["test", "event"])
}

/// The event `e1`, which asks an empty question.
pub fn event() -> Event {
    Event {
        id: EventId::parse("e1").expect("a valid id"),
        tenant: Tenant::default(),
        source: String::new(),
        occurred_at: None,
        budget: None,
        kind: EventKind::Question(AskedQuestion::default()),
    }
}

/// An uninteresting event, decided by the rules.
pub fn classification() -> Classification {
    Classification {
        event: event(),
        interesting: false,
        score: 0.0,
        reason: String::new(),
        decided_by: Decider::Rule,
        identifiers: vec![],
        run: None,
        tasks: 0,
        prompt_version: String::new(),
        published_at: None,
    }
}

/// A task without a deadline, about a memory miss.
pub fn task() -> ResearchTask {
    ResearchTask {
        tenant: Tenant::default(),
        event: event().id,
        event_job: event_job(),
        subject: Subject::Miss { query: "What is known?".into(), context: String::new(), max_sources: 5 },
        reason: "a test".into(),
        profile: Profile::Default,
        budget: MicroUsd::dollars(3),
        deadline: None,
        as_of: None,
        alarm: String::new(),
        can_wait: false,
        is_foreign: false,
        entity_terms: None,
        sources: SourceRules::default(),
        event_facts: Vec::new(),
    }
}

/// The finding `f1`, supported by the source `s1`.
pub fn finding() -> Finding {
    Finding {
        id: "f1".into(),
        text: "A finding.".into(),
        status: ClaimStatus::Supported,
        importance: 0.5,
        sources: vec!["s1".into()],
        contradictions: vec![],
        independent_sources: 1,
        quote: String::new(),
    }
}

/// The undated source `s1`.
pub fn source() -> Source {
    Source {
        id: "s1".into(),
        url: "https://example.org/a".into(),
        title: String::new(),
        publisher: String::new(),
        published_at: None,
        fetched_at: when(),
        tier: Tier::Secondary,
        tier_reason: String::new(),
        content_hash: String::new(),
    }
}

/// A note without a fact.
pub fn note() -> crate::effect::Note {
    crate::effect::Note {
        id: JobId::named(&["test", "note"]),
        tenant: Tenant::default(),
        text: "A fact.".into(),
        summary: "A fact.".into(),
        keywords: vec![],
        tags: vec![],
        kind: "fact".into(),
        source_url: String::new(),
        made_at: when(),
        entity: None,
        links: vec![],
        sources: vec![],
        fact: None,
    }
}

/// Complete research without findings.
pub fn research() -> Research {
    Research {
        entity: None,
        summary: "A summary.".into(),
        findings: vec![],
        timeline: vec![],
        sources: vec![],
        open_questions: vec![],
        sentiment: None,
        confidence: 0.6,
        risks: vec![],
        opportunities: vec![],
        made_at: when(),
        expires_at: when(),
        ending: Ending::Complete,
        from_cache: false,
        tools_used: vec![],
        cost: MicroUsd(1_000),
        model: "m".into(),
        prompt_version: "p".into(),
        left_out: vec![],
        lacks: vec![],
        recalled: None,
        directions: vec![],
    }
}

/// Evidence from which nothing was removed.
pub fn evidence() -> Evidence {
    Evidence {
        task: task(),
        research: research(),
        filtering: Filtering::Filtered { removed: vec![] },
        cost: MicroUsd::ZERO,
        lowered: vec![],
        model: String::new(),
        prompt_version: String::new(),
    }
}

/// A critical question without expected sources.
pub fn question() -> Question {
    Question {
        id: "i1q1".into(),
        topic: "votes".into(),
        text: "Who votes for it?".into(),
        priority: Priority::Critical,
        expected_sources: vec![],
    }
}

/// A run with a budget of 20 dollars.
pub fn run() -> Run {
    Run {
        id: RunId::for_event(event_job()),
        tenant: Tenant::default(),
        event: event().id,
        event_job: event_job(),
        asked: AskedQuestion { text: "Will the bill pass by June?".into(), ..AskedQuestion::default() },
        alert: None,
        budget: MicroUsd::dollars(20),
        asked_at: when(),
        reading: None,
    }
}

/// The state of a run in its first round, without questions.
pub fn run_state() -> RunState {
    RunState {
        run: run(),
        phase: Phase::Analyzing,
        iteration: 1,
        version: 1,
        deadline: when(),
        questions: vec![],
        answers: vec![],
        spent: MicroUsd::ZERO,
        cancelled: None,
        ended: None,
        decision_dead_lettered: None,
    }
}

/// A forecast of one half without evidence.
pub fn forecast() -> Forecast {
    let half = Probability::clamp(0.5).expect("a number");
    Forecast {
        run: run(),
        probability: half,
        lower: half,
        upper: half,
        confidence: 0.5,
        reasoning: String::new(),
        base_rates: vec![],
        samples: vec![],
        recommendation: None,
        evidence_used: vec![],
        iterations: 1,
        questions_asked: 0,
        questions_answered: 0,
        cost: MicroUsd::ZERO,
        flags: vec![],
        model: "m".into(),
        prompt_version: "p".into(),
        made_at: when(),
        uncalibrated: None,
        account: Account::default(),
        distribution: None,
    }
}

/// Definition of a macro that finds the city of a company's office.
pub const OFFICE_MACRO: &str = r#"macro:
  name: office
  version: "1"
  description: Finds the office of a company.
  parameters:
    - name: company
      type: string
      required: true
      description: Name of the company.
  tools: [web_search]
  prompt: "Where is the office of {{company}}?"
  output:
    schema_name: office
    schema:
      type: object
      additionalProperties: false
      required: [city]
      properties:
        city: {type: string, minLength: 1}
  suggested_verbs: "(office.record :city {{city}})"
"#;

/// The pending result of [`OFFICE_MACRO`] with this number, which has its own session.
pub fn pending_result(number: u8, at: Time) -> ReviewedResult {
    let id = |kind: &str| JobId::named(&[kind, &number.to_string()]);
    let parameters = [("company".to_owned(), "ACME".into())].into_iter().collect();
    let request = MacroRequest { name: "office".to_owned(), parameters, ..MacroRequest::default() };
    let result = MacroResult {
        version: "1".to_owned(),
        data: serde_json::json!({"city": "Oslo"}),
        schema_valid: true,
        suggested_verbs: vec!["(office.record :city \"Oslo\")".to_owned()],
        cost: MicroUsd(1_500),
        ..MacroResult::not_executed(id("result"), &request, at)
    };
    let new = NewResult {
        event: EventId::parse("event").expect("a valid id"),
        event_job: id("event"),
        result,
        definition: OFFICE_MACRO.to_owned(),
        skip_review: false,
        refused: None,
    };
    ReviewedResult::record(&Session::new(Tenant::default(), SessionId(id("session").0)), new, at)
}

/// A rejected message without headers.
pub fn dead_letter() -> DeadLetter {
    DeadLetter {
        id: event_job(),
        consumer: "tests".into(),
        job: event_job(),
        tenant: Tenant::default(),
        subject: "auspex.research.requested".into(),
        headers: vec![],
        payload: vec![],
        class: "rejected".into(),
        errors: vec![],
        attempts: 1,
        trace_id: String::new(),
        at: when(),
    }
}

/// A researcher's call of the step `step` for at most 10 micro-dollars, charged to no budget.
pub fn call_intent() -> CallIntent {
    CallIntent {
        step: StepKey::new(event_job(), "step", b"input"),
        budgets: vec![],
        max: MicroUsd(10),
        tenant: Tenant::default(),
        agent: "researcher".into(),
        provider: "offline".into(),
        model: "m".into(),
    }
}

/// A message that is published with its outcome.
pub fn outgoing() -> Outgoing {
    Outgoing {
        id: event_job(),
        subject: "auspex.test.emitted".into(),
        tenant: Tenant::default(),
        payload: bytes::Bytes::new(),
        traceparent: String::new(),
        when: When::Always,
    }
}

/// An unverified business without a symbol.
pub fn entity() -> NewEntity {
    NewEntity {
        kind: EntityKind::Business,
        name: "A business".into(),
        symbol: None,
        mint: None,
        verified: false,
        metadata: BTreeMap::new(),
        created_at: when(),
        owner: None,
    }
}

/// A daily schedule of the event [`event`] that has not fired.
pub fn schedule() -> Schedule {
    Schedule {
        tenant: Tenant::default(),
        name: "daily".into(),
        cron: "0 9 * * *".into(),
        event: event(),
        next_at: None,
        fired: 0,
        last_at: None,
        last_job: None,
    }
}
