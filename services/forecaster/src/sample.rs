//! Runs and evidence for tests.

use domain::event::{AskConfig, AskedQuestion, Market};
use domain::research::Ending;
use domain::run::{Answer, Phase, Priority, Question, RunState};
use domain::{
    ClaimStatus, EventId, Evidence, Filtering, Finding, JobId, MicroUsd, Probability, Profile, Research, ResearchTask,
    Run, RunId, Source, Subject, Tenant, Tier, Time,
};
use forecasting::{Direction, Factor, Line, Strength};

use crate::estimate::Sample;
use crate::perspective::Perspective;

/// The time of all samples.
pub(crate) fn when() -> Time {
    Time::from_timestamp(1_790_000_000, 0).unwrap()
}

/// A question with a market at 0.7.
pub(crate) fn asked() -> AskedQuestion {
    AskedQuestion {
        text: "Will the bill pass by June?".into(),
        background: "It passed the lower house with 310 votes.".into(),
        resolution_criteria: "As the gazette says.".into(),
        closes: Some(when()),
        market: Some(Market { price: Some(0.7), ..Market::default() }),
        config: AskConfig::default(),
        topic: "politics".into(),
    }
}

/// A run of that question.
pub(crate) fn run() -> Run {
    let event_job = JobId::named(&["test", "event"]);
    Run {
        id: RunId::for_event(event_job),
        tenant: Tenant::default(),
        event: EventId::parse("e1").unwrap(),
        event_job,
        asked: asked(),
        alert: None,
        budget: MicroUsd::dollars(20),
        asked_at: when(),
    }
}

/// A question with that id.
pub(crate) fn question(id: &str) -> Question {
    Question {
        id: id.into(),
        topic: "votes".into(),
        text: format!("What does {id} ask?"),
        priority: Priority::Critical,
        expected_sources: vec![],
    }
}

/// Evidence with `n` findings.
pub(crate) fn found(n: usize) -> Evidence {
    evidence(n, Ending::Complete)
}

/// Evidence of research that failed.
pub(crate) fn failed(reason: &str) -> Evidence {
    evidence(0, Ending::Failed(reason.into()))
}

fn evidence(n: usize, ending: Ending) -> Evidence {
    Evidence {
        task: task("i1q1"),
        research: research(n, ending),
        filtering: Filtering::Filtered { removed: vec![] },
        cost: MicroUsd(10),
        lowered: vec![],
        model: String::new(),
        prompt_version: String::new(),
    }
}

/// The task that asks a question of the run.
pub(crate) fn task(question_id: &str) -> ResearchTask {
    let run = run();
    ResearchTask {
        tenant: run.tenant.clone(),
        event: run.event.clone(),
        event_job: run.event_job,
        subject: Subject::Question { run: run.id, question: question(question_id), context: run.asked.text },
        reason: "a question of a forecast".into(),
        profile: Profile::Default,
        budget: MicroUsd::dollars(3),
        deadline: None,
        as_of: None,
        alarm: String::new(),
        can_wait: false,
    }
}

fn research(n: usize, ending: Ending) -> Research {
    let finding = |i: usize| Finding {
        id: format!("f{i}"),
        text: format!("Senator {i} supports the bill."),
        status: ClaimStatus::Supported,
        importance: 0.5,
        sources: vec!["s1".into()],
        contradictions: vec![],
        independent_sources: 1,
        quote: String::new(),
    };
    Research {
        entity: None,
        summary: "They said what they think.".into(),
        findings: (1..=n).map(finding).collect(),
        timeline: vec![],
        sources: vec![source()],
        open_questions: vec![],
        sentiment: None,
        confidence: 0.6,
        risks: vec![],
        opportunities: vec![],
        made_at: when(),
        expires_at: when(),
        ending,
        from_cache: false,
        tools_used: vec![],
        cost: MicroUsd(100),
        model: "m".into(),
        prompt_version: "p".into(),
        left_out: Vec::new(),
    }
}

fn source() -> Source {
    Source {
        id: "s1".into(),
        url: "https://example.org/a".into(),
        title: "A".into(),
        publisher: "Example".into(),
        published_at: Some(when()),
        fetched_at: when(),
        tier: Tier::Secondary,
        content_hash: String::new(),
    }
}

/// A run whose only round is to be decided.
pub(crate) fn state(questions: &[(&str, Option<Evidence>)]) -> RunState {
    let answer = |(id, evidence): &(&str, Option<Evidence>)| {
        evidence.clone().map(|evidence| Answer { question: (*id).into(), evidence, late: false })
    };
    RunState {
        run: run(),
        phase: Phase::Analyzing,
        iteration: 1,
        version: 4,
        deadline: when(),
        questions: questions.iter().map(|(id, _)| question(id)).collect(),
        answers: questions.iter().filter_map(answer).collect(),
        spent: MicroUsd(5_000),
        cancelled: None,
        ended: None,
        decision_dead_lettered: None,
    }
}

/// An estimate with this prior and strong factors: `+i1q1/f1` for YES, `-i1q1/f1` against it.
pub(crate) fn sample_of(prior: f64, findings: &[&str]) -> Sample {
    let factor = |name: &&str| Factor {
        evidence: vec![name[1..].to_owned()],
        direction: if name.starts_with('+') { Direction::Up } else { Direction::Down },
        strength: Strength::Strong,
        reliability: 1.0,
        depends_on: vec![],
    };
    Sample {
        perspective: Perspective::BaseRate,
        model: "m".into(),
        line: Line { prior: Probability::clamp(prior).unwrap(), factors: findings.iter().map(factor).collect() },
        confidence: 0.5,
        base_rates: vec![],
        reasoning: String::new(),
        inconsistent: false,
        crux: String::new(),
    }
}
