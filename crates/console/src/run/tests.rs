use domain::answer::OptionShare;
use domain::evidence::{Filtering, Lowered, Removal, Remover};
use domain::run::{Answer, Priority, Question, RunState};
use domain::{
    AnswerKind, ClaimStatus, Distribution, Finding, MicroUsd, NamedDeadline, Reading, RunId, Source, Tier, Time,
};
use operations::runs::{BudgetItem, RunMoney};

use super::*;

/// Text in every place that others write.
const HOSTILE: &str = "<script>alert('x')</script>\u{202e}\u{0}\"><img src=x onerror=alert(1)>";

fn visitor(scopes: &[AccessScope]) -> Visitor {
    Visitor { name: HOSTILE.into(), tenant: "acme".into(), scopes: scopes.to_vec() }
}

fn detail(with_forecast: bool) -> RunDetail {
    let mut run = domain::testing::run();
    run.asked.text = format!("Will it rise? {HOSTILE}");
    run.asked.background = HOSTILE.into();
    run.asked.resolution_criteria = HOSTILE.into();
    run.reading = Some(Reading {
        deadline: Some(NamedDeadline { at: Time::UNIX_EPOCH, quote: HOSTILE.into() }),
        counts: HOSTILE.into(),
        reporter: HOSTILE.into(),
        synonyms: vec![HOSTILE.into()],
        language: HOSTILE.into(),
        assumption: HOSTILE.into(),
        clarification: HOSTILE.into(),
        family: None,
        event_option: None,
    });
    let question = |n: usize, text: &str| Question {
        id: format!("i1q{n}"),
        topic: HOSTILE.into(),
        text: format!("{text} {HOSTILE}"),
        priority: Priority::Critical,
        expected_sources: vec![HOSTILE.into()],
    };
    let mut evidence = domain::testing::evidence();
    evidence.research.summary = HOSTILE.into();
    evidence.research.sources = vec![Source {
        id: "s1".into(),
        url: "javascript:alert(1)".into(),
        title: HOSTILE.into(),
        publisher: HOSTILE.into(),
        published_at: None,
        fetched_at: Time::UNIX_EPOCH,
        tier: Tier::Official,
        tier_reason: HOSTILE.into(),
        content_hash: String::new(),
    }];
    evidence.research.findings = vec![Finding {
        id: "f1".into(),
        text: format!("Rates fell {HOSTILE}"),
        status: ClaimStatus::Contested,
        importance: 1.0,
        sources: vec!["s1".into()],
        contradictions: vec!["s1".into()],
        independent_sources: 2,
        quote: HOSTILE.into(),
    }];
    let removal = Removal { id: "f9".into(), reason: HOSTILE.into(), text: HOSTILE.into(), by: Remover::Model };
    evidence.filtering = Filtering::Filtered { removed: vec![removal] };
    evidence.lowered = vec![Lowered {
        id: "f1".into(),
        from: ClaimStatus::Supported,
        to: ClaimStatus::Contested,
        reason: HOSTILE.into(),
    }];
    let state = RunState {
        phase: if with_forecast { Phase::Done } else { Phase::Waiting },
        iteration: 1,
        version: 1,
        deadline: Time::UNIX_EPOCH,
        questions: vec![question(1, "Who votes?"), question(2, "When?")],
        answers: vec![Answer { question: "i1q1".into(), evidence, late: false }],
        spent: MicroUsd(5),
        cancelled: None,
        ended: None,
        decision_dead_lettered: None,
        run: run.clone(),
    };
    let forecast = with_forecast.then(|| domain::Forecast {
        run,
        reasoning: format!("It fell [i1q1/f1]. {HOSTILE}"),
        evidence_used: vec!["i1q1/f1".into()],
        flags: vec![HOSTILE.into()],
        ..domain::testing::forecast()
    });
    let money = RunMoney { spent_micro_usd: 412_345, reserved_micro_usd: 1, limit_micro_usd: 20_000_000 };
    let budgets = vec![BudgetItem {
        owner: HOSTILE.into(),
        scope: "run:x".into(),
        limit_micro_usd: 5,
        committed_micro_usd: 3,
        left_micro_usd: 2,
        closed: false,
    }];
    RunDetail { state, money, budgets, forecast, review: None }
}

fn calls() -> Vec<operations::runs::RunCallItem> {
    vec![operations::runs::RunCallItem {
        agent: "researcher".into(),
        model: HOSTILE.into(),
        state: "intent".into(),
        step: HOSTILE.into(),
        opened_at: Time::UNIX_EPOCH,
        closed_at: None,
        charged_micro_usd: 5,
    }]
}

fn rendered(detail: &RunDetail, scopes: &[AccessScope]) -> String {
    let visitor = visitor(scopes);
    let view = RunView {
        detail,
        outcomes: &[],
        related: &[],
        calls: &calls(),
        can_print: scopes.contains(&AccessScope::Admin),
        visitor: &visitor,
        now: Time::UNIX_EPOCH,
    };
    let newer = RunId(uuid::Uuid::from_u128(7));
    let runs = RunNeighbors { newer: Some(newer), older: None };
    story(&view, &Beside { runs, state: Some("a b") }).content.into_string()
}

#[test]
fn no_text_of_others_becomes_markup_in_any_chapter() {
    for with_forecast in [true, false] {
        let page = rendered(&detail(with_forecast), &AccessScope::ALL);
        for bad in ["<script", "<img", "javascript:", "\u{202e}", "\u{0}", "style=", "onclick"] {
            let is_text = bad == "javascript:" && !page.contains("href=\"javascript:");
            assert!(is_text || !page.contains(bad), "{bad:?} in {page}");
        }
        assert!(page.contains("U+202E") && page.contains("U+0000"), "hidden characters are visible");
    }
}

#[test]
fn the_page_leads_through_the_list_from_which_it_was_opened() {
    let page = rendered(&detail(true), &AccessScope::ALL);
    let newer = "href=\"/console/runs/00000000-0000-0000-0000-000000000007?state=a%20b\" rel=\"prev\" data-key=\"[\"";
    assert!(page.contains(newer) && page.contains("href=\"/console/runs?state=a%20b\""), "{page}");
    assert!(!page.contains("data-key=\"]\""), "there is no older run: {page}");
}

#[test]
fn an_answer_of_another_kind_is_a_table_and_its_options_are_text() {
    let mut detail = detail(true);
    let option = OptionShare { option: HOSTILE.into(), millionths: 1_000_000 };
    let kind = AnswerKind::MultipleChoice { options: vec![HOSTILE.into()], open: true };
    detail.state.run.asked.kind = Some(kind.clone());
    let forecast = detail.forecast.as_mut().unwrap();
    forecast.run.asked.kind = Some(kind);
    forecast.distribution = Some(Distribution::Options { options: vec![option] });
    let page = rendered(&detail, &AccessScope::ALL);
    assert!(page.contains("The answer in full") && page.contains("100.0 %"), "{page}");
    assert!(!page.contains("Probability of YES") && page.contains("Record the answer"), "{page}");
    for bad in ["<script", "<img", "\u{202e}", "style=", "onclick"] {
        assert!(!page.contains(bad), "{bad:?} in {page}");
    }
}

#[test]
fn the_assumption_precedes_the_question_and_a_repair_names_the_other_forecast() {
    let mut detail = detail(true);
    let forecast = detail.forecast.as_mut().unwrap();
    let related = domain::forecast::RelatedForecast {
        run: forecast.run.id,
        question: HOSTILE.into(),
        probability: forecast.probability,
        implication: domain::reading::Implication::ImpliedByThis,
    };
    let coherence = domain::forecast::Coherence { before: forecast.probability, related: vec![related] };
    forecast.account.coherence = Some(coherence);
    let page = rendered(&detail, &AccessScope::ALL);
    let (assumed, criteria) = (page.find("Assumed: ").unwrap(), page.find("Resolves by").unwrap());
    let bound = format!("at most the {}", figure::percent(0.5));
    assert!(assumed < criteria && page.contains("Kept coherent: ") && page.contains(&bound), "{page}");
    assert!(page.contains("1970-01-01 00:00 UTC"), "the hour of the deadline");
    assert!(!page.contains("<script"), "{page}");
}

#[test]
fn the_evidence_is_grouped_by_direction_with_its_citations() {
    use domain::forecast::{EvidenceDirection, OptionForecast, OptionSum, WeighedEvidence};
    let mut detail = detail(true);
    let forecast = detail.forecast.as_mut().unwrap();
    let one = |direction, reference: &str| WeighedEvidence {
        reference: reference.into(),
        direction,
        about: HOSTILE.into(),
        weight: 2f64.ln(),
        estimates: 2,
        question: HOSTILE.into(),
    };
    forecast.account.evidence =
        vec![one(EvidenceDirection::Against, "i1q1/f1"), one(EvidenceDirection::Context, "i9q9/f9")];
    let other = OptionForecast { run: forecast.run.id, question: HOSTILE.into(), probability: forecast.probability };
    forecast.account.options = Some(OptionSum { others: vec![other], is_complete: true, before: 1.2, sum: 1.0 });
    let page = rendered(&detail, &AccessScope::ALL);
    let (against, context) = (page.find(">Against <").unwrap(), page.find(">Context <").unwrap());
    assert!(against < context && !page.contains(">For <"), "{page}");
    for part in ["odds \u{d7}2.00", "used by 2 estimates", "exactly one", "before the repair"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
}

#[test]
fn an_unclear_question_says_what_to_clarify() {
    let mut detail = detail(false);
    let unclear = domain::reading::Clarification { question: HOSTILE.into(), assumption: String::new() };
    (detail.state.phase, detail.state.ended) = (Phase::Done, Some(NoForecast::Unclear(unclear)));
    let page = rendered(&detail, &AccessScope::ALL);
    assert!(page.contains("has several meanings and was handed back") && !page.contains("<script"), "{page}");
}

#[test]
fn a_forecast_leads_to_its_report_and_to_the_files_of_it() {
    let run = domain::testing::run().id;
    let page = rendered(&detail(true), &AccessScope::ALL);
    for form in ["markdown", "html", "pdf"] {
        assert!(page.contains(&format!("href=\"/console/runs/{run}/report?form={form}\"")), "{form}: {page}");
    }
    let without_browser = rendered(&detail(true), &[AccessScope::Read]);
    assert!(!without_browser.contains("form=pdf") && without_browser.contains("AUSPEX_BROWSER_URL"));
    assert!(!rendered(&detail(false), &AccessScope::ALL).contains("/report"), "there is no report yet");
}

#[test]
fn a_citation_leads_to_its_finding_and_a_chip_to_its_source() {
    let page = rendered(&detail(true), &[AccessScope::Read]);
    assert!(page.contains("href=\"#f-i1q1-f1\"") && page.contains("id=\"f-i1q1-f1\""));
    assert!(page.contains("href=\"#source-1\"") && page.contains("id=\"source-1\""));
    assert!(page.contains("used by the forecast") && page.contains("1 source contradicts it"));
    assert!(page.contains("supported → contested"));
    assert!(page.contains(">against</span>") && !page.contains(">for</span>"), "its only source refutes the claim");
}

#[test]
fn a_run_in_progress_has_the_same_six_chapters_and_a_cancellation_for_administrators_only() {
    let (open, done) = (rendered(&detail(false), &AccessScope::ALL), rendered(&detail(true), &AccessScope::ALL));
    for number in 1..=6 {
        let chapter = format!("id=\"chapter-{number}\"");
        assert!(open.contains(&chapter) && done.contains(&chapter), "{number}");
    }
    assert!(open.contains("1 of 2 questions open") && open.contains("/cancel\""));
    assert!(open.contains("/cancel\"") && !done.contains("/cancel\""));
    assert!(!rendered(&detail(false), &[AccessScope::Read]).contains("/cancel\""));
}

#[test]
fn a_run_without_anything_is_a_page() {
    let mut empty = detail(false);
    (empty.state.questions, empty.state.answers, empty.budgets) = (Vec::new(), Vec::new(), Vec::new());
    empty.state.run.id = RunId(uuid::Uuid::nil());
    assert!(rendered(&empty, &[]).contains("No answer has arrived yet"));
}

#[test]
fn a_report_shows_its_sentences_with_citations_and_neither_estimates_nor_an_outcome() {
    use domain::deep_report::{ReportSection, ReportSentence, SentenceSupport};
    let mut detail = detail(false);
    detail.state.run.asked.kind = Some(AnswerKind::Report { depth: 2 });
    let told = |support| ReportSentence { text: HOSTILE.into(), findings: vec![1], support };
    let made = domain::DeepReport {
        title: HOSTILE.into(),
        summary: vec![told(SentenceSupport::Supported)],
        sections: vec![ReportSection {
            heading: HOSTILE.into(),
            paragraphs: vec![vec![told(SentenceSupport::Contested), told(SentenceSupport::Unsupported)]],
        }],
        references: vec![vec!["i1q1/f1".into()]],
        ..domain::DeepReport::default()
    };
    (detail.state.phase, detail.state.ended) = (Phase::Done, Some(NoForecast::Reported(Box::new(made))));
    let page = rendered(&detail, &AccessScope::ALL);
    assert!(
        page.contains("href=\"#f-i1q1-f1\">[1]") && page.contains(" (contested)") && page.contains("<em>"),
        "{page}"
    );
    assert!(
        page.contains("Read it") && !page.contains("Record the outcome") && !page.contains("chapter-5\""),
        "{page}"
    );
    for bad in ["<script", "<img", "\u{202e}", "style=", "onclick"] {
        assert!(!page.contains(bad), "{bad:?} in {page}");
    }
}
