//! The report of a forecast: snapshots, and rules that hold for every report.

use domain::MicroUsd;
use domain::forecast::BudgetLeft;
use proptest::prelude::*;

use super::*;
use crate::page::{html, markdown, violations};
use crate::sample::{forecast, state};

#[test]
fn the_markdown_matches_its_snapshot() {
    insta::assert_snapshot!(markdown::render(&page(&forecast(), Some(&state()))));
}

#[test]
fn the_html_matches_its_snapshot() {
    insta::assert_snapshot!(html::render(&page(&forecast(), Some(&state()))));
}

#[test]
fn without_the_run_the_report_has_the_answer_and_no_dangling_citation() {
    let page = page(&forecast(), None);
    let report = markdown::render(&page);
    assert!(report.contains("**65 % likely**") && !report.contains("Evidence used"));
    assert_eq!(violations(&page, &BTreeSet::new()), Vec::<String>::new());
}

#[test]
fn links_go_only_where_sources_were_read() {
    let report = markdown::render(&page(&forecast(), Some(&state())));
    let links: BTreeSet<&str> = report.split("](<").skip(1).filter_map(|rest| rest.split('>').next()).collect();
    assert_eq!(links, BTreeSet::from(["https://example.org/bill"]));
}

#[test]
fn weaknesses_are_listed() {
    let mut weak = state();
    weak.answers[0].evidence.research.findings[0].status = domain::ClaimStatus::Contested;
    weak.answers[0].late = true;
    let mut split = forecast();
    split.samples = [0.2, 0.7].map(|value| domain::Probability::clamp(value).unwrap()).to_vec();
    let report = markdown::render(&page(&split, Some(&weak)));
    for expected in [
        "Sources disagree about [1]",
        "differ by 50 points",
        "after the round's deadline",
        "reasoning cite no evidence",
    ] {
        assert!(report.contains(expected), "{expected}: {report}");
    }
}

#[test]
fn a_run_as_of_a_day_shows_only_earlier_material() {
    let mut past = state();
    let shown = |state: &RunState| markdown::render(&page(&forecast(), Some(state)));
    let text = past.answers[0].evidence.research.findings[0].text.clone();
    assert!(shown(&past).contains(&text) && shown(&past).contains("Removed by the filter"));
    past.run.asked.config.as_of = Some(crate::sample::when() - chrono::TimeDelta::days(3_650));
    let report = shown(&past);
    assert!(!report.contains(&text) && report.contains("were withheld from it"), "{report}");
    assert!(!report.contains("Removed by the filter"), "removed evidence has no date: {report}");
    assert_eq!(cited(Some(&past)), BTreeSet::new());
    assert!(!html::render(&page(&forecast(), Some(&past))).contains("href=\"http"));
}

#[test]
fn the_report_contains_the_whole_account() {
    let mut made = forecast();
    let scopes = ["tenant:default:2026-11-22", "run:1", "agent:researcher:2", "call"];
    let left = |scope: &&str| BudgetLeft { scope: (*scope).into(), limit: MicroUsd(20_000), left: MicroUsd(11_000) };
    made.account.budgets = scopes.iter().map(left).collect();
    let report = markdown::render(&page(&made, Some(&state())));
    let cost = &report[report.find("## Cost").unwrap()..];
    for expected in [
        "| tenant and day | $0.020000 | $0.009000 | $0.011000 |",
        "| run | $0.020000 |",
        "| each call | $0.020000 | – | – |",
        "| researcher | m | 3 | 12000 | 800 | $0.009000 |",
        "| 1 | 60 % ± 10.0 | ± 5.0 points | 1 | $0.000250 | $0.009000 | **no**: it costs more than it is worth |",
        "a better Brier score, at $0.100000 per point",
    ] {
        assert!(cost.contains(expected), "{expected}: {cost}");
    }
}

proptest! {
    /// For any model output, a sentence of the report cites evidence in the report or is marked as reasoning, and links
    /// lead only to sources.
    #[test]
    fn every_fact_cites_its_evidence(reasoning in "([A-Za-z0-9 ]{1,12}|\\[i1q1/f1\\]|\\[i1q1/f2\\]|\\[i9q9/f9\\]|\\]\\(http://evil\\)|<a href=|[.!?\n ]){0,24}", used: bool) {
        let mut made = forecast();
        made.reasoning = reasoning;
        if !used {
            made.evidence_used.clear();
        }
        let page = page(&made, Some(&state()));
        prop_assert_eq!(violations(&page, &cited(Some(&state()))), Vec::<String>::new());
        let html = html::render(&page);
        let links: BTreeSet<&str> = html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        prop_assert!(links.iter().all(|link| link.starts_with("#e-") || *link == "https://example.org/bill"), "{links:?}");
    }
}

#[test]
fn the_report_says_what_memory_answered() {
    let mut state = state();
    let saved = domain::MicroUsd(40_000);
    state.answers[0].evidence.research.recalled = Some(domain::research::Recollection { saved, facts: 2 });
    let mut made = forecast();
    made.account.memory = domain::forecast::MemoryShare::of_answers(&state.answers);
    let text = markdown::render(&page(&made, Some(&state)));
    assert!(text.contains("1 of 1 questions from memory, $0.040000 saved."), "{text}");
}

#[test]
fn an_answer_of_another_kind_is_a_line_and_a_table() {
    use domain::answer::OptionShare;
    use domain::forecast::{Account, StatedDistribution};
    use domain::{AnswerKind, Distribution};

    let shares = [("Ada | Berg", 700_000), ("other", 300_000)];
    let options = shares.map(|(option, millionths)| OptionShare { option: option.into(), millionths }).to_vec();
    let choice = Distribution::Options { options };
    let quantiles = [1.0, 2.0, 3.0, 4.0, 5.0].try_into().unwrap();
    let number = Distribution::Number { unit: "ships".into(), quantiles };
    let numeric = AnswerKind::Numeric { unit: "ships".into(), lower: None, upper: None };
    let cases = [
        (AnswerKind::MultipleChoice { options: vec![], open: true }, Some(choice), "70.0 %", "**Ada"),
        (numeric, Some(number), "| 95 % | 5 ships |", "**3 ships** (90 %: 1 ships to 5 ships)"),
        (AnswerKind::Date, None, "**No answer**", "confidence 0.40"),
    ];
    for (kind, distribution, first, second) in cases {
        let mut made = forecast();
        made.run.asked.kind = Some(kind);
        (made.samples, made.base_rates, made.recommendation) = (vec![], vec![], None);
        let stated = distribution.iter().map(|one| StatedDistribution {
            perspective: "evidence first".into(),
            model: "m".into(),
            confidence: 0.5,
            distribution: one.clone(),
        });
        made.account = Account { distributions: stated.collect(), ..made.account };
        made.distribution = distribution;
        let page = page(&made, Some(&state()));
        let text = markdown::render(&page);
        assert!(text.contains(first) && text.contains(second), "{text}");
        assert!(!text.contains("% likely") && !text.contains("probability may be"), "{text}");
        assert_eq!(violations(&page, &cited(Some(&state()))), Vec::<String>::new());
        assert!(html::render(&page).contains("<table>") || made.distribution.is_none());
    }
    let mut conditional = forecast();
    conditional.run.asked.kind = Some(AnswerKind::Conditional { condition: "the bridge opens.".into() });
    let text = markdown::render(&page(&conditional, Some(&state())));
    assert!(text.contains("If:") && text.contains("the bridge opens.") && text.contains("% likely"), "{text}");
}
