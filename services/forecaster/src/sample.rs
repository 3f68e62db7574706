//! Runs and evidence for tests.

use domain::event::{AskConfig, AskedQuestion, Market};
use domain::research::Ending;
use domain::run::{Answer, Question, RunState};
pub(crate) use domain::testing::when;
use domain::{Evidence, Finding, MicroUsd, Probability, Research, ResearchTask, Run, Source, Subject, Tenant};
use forecasting::{Direction, Estimate, Factor, Line, Strength};
use store::forecasts::ScoredForecast;

use crate::estimate::Sample;
use crate::perspective::Perspective;

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
        kind: None,
    }
}

/// A run of that question.
pub(crate) fn run() -> Run {
    Run { asked: asked(), ..domain::testing::run() }
}

/// A question with that id.
pub(crate) fn question(id: &str) -> Question {
    Question { id: id.into(), text: format!("What does {id} ask?"), ..domain::testing::question() }
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
    Evidence { task: task("i1q1"), research: research(n, ending), cost: MicroUsd(10), ..domain::testing::evidence() }
}

/// The task that asks a question of the run.
pub(crate) fn task(question_id: &str) -> ResearchTask {
    let run = run();
    ResearchTask {
        subject: Subject::Question { run: run.id, question: question(question_id), context: run.asked.text },
        reason: "a question of a forecast".into(),
        ..domain::testing::task()
    }
}

fn research(n: usize, ending: Ending) -> Research {
    let finding = |i: usize| Finding {
        id: format!("f{i}"),
        text: format!("Senator {i} supports the bill."),
        ..domain::testing::finding()
    };
    Research {
        summary: "They said what they think.".into(),
        findings: (1..=n).map(finding).collect(),
        sources: vec![source()],
        ending,
        cost: MicroUsd(100),
        ..domain::testing::research()
    }
}

fn source() -> Source {
    Source {
        id: "s1".into(),
        url: "https://example.org/a".into(),
        title: "A".into(),
        publisher: "Example".into(),
        published_at: Some(when()),
        ..domain::testing::source()
    }
}

/// A run whose only round is to be decided.
pub(crate) fn state(questions: &[(&str, Option<Evidence>)]) -> RunState {
    let answer = |(id, evidence): &(&str, Option<Evidence>)| {
        evidence.clone().map(|evidence| Answer { question: (*id).into(), evidence, late: false })
    };
    RunState {
        run: run(),
        version: 4,
        questions: questions.iter().map(|(id, _)| question(id)).collect(),
        answers: questions.iter().filter_map(answer).collect(),
        spent: MicroUsd(5_000),
        ..domain::testing::run_state()
    }
}

/// An estimate with this prior and strong factors: `+i1q1/f1` for YES, `-i1q1/f1` against it. It states what is
/// computed from them.
pub(crate) fn sample_of(prior: f64, findings: &[&str]) -> Sample {
    let factor = |name: &&str| Factor {
        evidence: vec![name[1..].to_owned()],
        direction: if name.starts_with('+') { Direction::Up } else { Direction::Down },
        strength: Strength::Strong,
        reliability: 1.0,
        depends_on: vec![],
        settles: false,
    };
    let line = Line { prior: Probability::clamp(prior).unwrap(), factors: findings.iter().map(factor).collect() };
    Sample {
        perspective: Perspective::BaseRate,
        model: "m".into(),
        estimate: Estimate {
            stated: line.probability(),
            line,
            confidence: 0.5,
            stated_weight: forecasting::estimate::STATED_WEIGHT,
        },
        base_rates: vec![],
        reasoning: String::new(),
        inconsistent: false,
        crux: String::new(),
        case: domain::forecast::Case::default(),
    }
}

/// A resolved forecast.
pub(crate) fn scored() -> ScoredForecast {
    ScoredForecast {
        run: run().id,
        tenant: Tenant::default(),
        source: String::new(),
        topic: "politics".into(),
        model: "m".into(),
        prompt_version: "p".into(),
        question: "Q?".into(),
        probability: 0.7,
        uncalibrated: 0.8,
        view: None,
        reviewed: None,
        crowd: None,
        outcome: 1.0,
        asked_at: when(),
        resolved_at: when() + std::time::Duration::from_secs(60),
        past_close: true,
    }
}
