//! Sample evidence, run and forecast for tests, with markup and other hostile text.

use domain::event::AskedQuestion;
use domain::forecast::{Action, BaseRate, Recommendation};
use domain::research::{OpenQuestion, TimelineEntry};
use domain::run::{Answer, Phase, RunState};
use domain::{
    ClaimStatus, Evidence, Filtering, Finding, Forecast, MicroUsd, Probability, Research, ResearchTask, Run, Source,
    Subject, Tier,
    evidence::{Lowered, Removal, Remover},
};

pub(crate) use domain::testing::{event_job, when};

/// Evidence of a memory miss: two findings from one source, and an uncited source.
pub(crate) fn evidence() -> Evidence {
    Evidence {
        task: task(Subject::Miss { query: "What of the bill?".into(), context: String::new(), max_sources: 3 }),
        research: research(),
        filtering: Filtering::Filtered {
            removed: vec![Removal {
                id: "f3".into(),
                reason: "an advertisement".into(),
                text: "Buy the bill now!".into(),
                by: Remover::Model,
            }],
        },
        cost: MicroUsd(200),
        lowered: vec![Lowered {
            id: "f2".into(),
            from: ClaimStatus::Supported,
            to: ClaimStatus::Contested,
            reason: "one source only".into(),
        }],
        model: "m".into(),
        prompt_version: "p".into(),
    }
}

/// Research task about a subject.
pub(crate) fn task(subject: Subject) -> ResearchTask {
    ResearchTask { subject, ..domain::testing::task() }
}

/// Evidence for the run's question.
pub(crate) fn answer_evidence() -> Evidence {
    let subject = Subject::Question { run: run().id, question: domain::testing::question(), context: run().asked.text };
    Evidence { task: task(subject), ..evidence() }
}

fn research() -> Research {
    let finding = |id: &str, text: &str| Finding { id: id.into(), text: text.into(), ..domain::testing::finding() };
    Research {
        summary: "It is <b>likely</b> to pass.".into(),
        findings: vec![finding("f1", "The bill passed the lower house."), finding("f2", "The vote is in June.")],
        timeline: vec![TimelineEntry { id: "t1".into(), at: when(), text: "Vote".into(), sources: vec!["s1".into()] }],
        sources: vec![source("s1", "https://example.org/bill"), source("s2", "javascript:alert(1)")],
        open_questions: vec![OpenQuestion { id: "q1".into(), text: "Who abstains?".into() }],
        risks: vec!["A veto".into()],
        tools_used: vec!["web_search".into()],
        ..domain::testing::research()
    }
}

fn source(id: &str, url: &str) -> Source {
    Source {
        id: id.into(),
        url: url.into(),
        title: "The bill [draft]".into(),
        publisher: "Gazette".into(),
        published_at: Some(when()),
        fetched_at: when(),
        tier: Tier::Official,
        tier_reason: String::new(),
        content_hash: "00".into(),
    }
}

/// A run about a bill.
pub(crate) fn run() -> Run {
    Run { asked: AskedQuestion { closes: Some(when()), ..domain::testing::run().asked }, ..domain::testing::run() }
}

/// State of the run: one answered question.
pub(crate) fn state() -> RunState {
    RunState {
        run: run(),
        phase: Phase::Done,
        version: 3,
        questions: vec![domain::testing::question()],
        answers: vec![Answer { question: "i1q1".into(), evidence: answer_evidence(), late: false }],
        spent: MicroUsd(9_000),
        ..domain::testing::run_state()
    }
}

/// Forecast of the run: 65 per cent.
pub(crate) fn forecast() -> Forecast {
    let p = |value| Probability::clamp(value).unwrap();
    Forecast {
        run: run(),
        probability: p(0.65),
        lower: p(0.4),
        upper: p(0.8),
        confidence: 0.4,
        reasoning: "The lower house is done [i1q1/f1]. ![x](http://evil) helps [i9q9/f9].".into(),
        base_rates: vec![BaseRate {
            kind: "historical".into(),
            description: "bills that passed".into(),
            rate: p(0.5),
            cases: None,
            source: String::new(),
        }],
        samples: vec![p(0.6), p(0.7)],
        recommendation: Some(Recommendation {
            action: Action::Abstain,
            price: 0.6,
            edge: 0.05,
            net_edge: 0.03,
            fraction: 0.0,
            size: MicroUsd::ZERO,
            reason: "too small".into(),
        }),
        evidence_used: vec!["i1q1/f1".into()],
        questions_asked: 1,
        questions_answered: 1,
        cost: MicroUsd(10_000),
        flags: vec!["the budget is spent".into()],
        prompt_version: "abc".into(),
        account: account(),
        ..domain::testing::forecast()
    }
}

fn account() -> domain::forecast::Account {
    use domain::forecast::{Account, AgentCost, Measure, Valuation};
    let cost = AgentCost {
        agent: "researcher".into(),
        model: "m".into(),
        calls: 3,
        cost: MicroUsd(9_000),
        input_tokens: 12_000,
        output_tokens: 800,
    };
    let round = Valuation {
        round: 1,
        measure: Measure::Score { per_point: MicroUsd(100_000) },
        estimate: Probability::clamp(0.6).unwrap(),
        uncertainty: 0.1,
        movable: 0.05,
        questions: 1,
        gain: MicroUsd(250),
        cost: MicroUsd(9_000),
        goes_on: false,
        reason: "it costs more than it is worth".into(),
    };
    Account { costs: vec![cost], rounds: vec![round], ..Account::default() }
}

/// A classified transaction with two tokens, one of them with fresh research.
pub(crate) fn classification() -> domain::Classification {
    use domain::classification::{Fate, IdentifierFate};
    let fate = |identifier: &str, fate| IdentifierFate { identifier: identifier.into(), fate };
    domain::Classification {
        event: domain::Event {
            source: "test".into(),
            kind: domain::EventKind::Transaction(domain::event::Transaction::default()),
            ..domain::testing::event()
        },
        interesting: true,
        score: 0.7,
        reason: "new".into(),
        decided_by: domain::Decider::Model,
        identifiers: vec![fate("MintA", Fate::Research), fate("MintB", Fate::Fresh)],
        tasks: 1,
        prompt_version: "abc".into(),
        ..domain::testing::classification()
    }
}

/// A contradiction of earlier research.
pub(crate) fn contradiction() -> crate::contradiction::Contradiction {
    crate::contradiction::Contradiction {
        version: 2,
        number: 2,
        made_at: when() - chrono::TimeDelta::days(9),
        before: "The bill failed in the lower house.".into(),
        finding: "f1".into(),
        now: "The bill passed the lower house.".into(),
    }
}
