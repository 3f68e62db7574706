//! The report of a forecast: as reviewed, and what holds of every report.

use domain::MicroUsd;
use domain::forecast::BudgetLeft;
use proptest::prelude::*;

use super::*;
use crate::page::{complaints, html, markdown};
use crate::sample::{forecast, state};

#[test]
fn the_report_reads_well() {
    insta::assert_snapshot!(markdown::render(&page(&forecast(), Some(&state()))));
}

#[test]
fn the_same_page_as_html() {
    insta::assert_snapshot!(html::render(&page(&forecast(), Some(&state()))));
}

#[test]
fn without_the_run_the_answer_still_stands_and_cites_nothing_that_is_not_there() {
    let page = page(&forecast(), None);
    let report = markdown::render(&page);
    assert!(report.contains("**65 % likely**") && !report.contains("Evidence it rests on"));
    assert_eq!(complaints(&page, &BTreeSet::new()), Vec::<String>::new());
}

#[test]
fn links_go_only_where_sources_were_read() {
    let report = markdown::render(&page(&forecast(), Some(&state())));
    let links: BTreeSet<&str> = report.split("](<").skip(1).filter_map(|rest| rest.split('>').next()).collect();
    assert_eq!(links, BTreeSet::from(["https://example.org/bill"]));
}

#[test]
fn what_is_weak_is_said() {
    let mut weak = state();
    weak.answers[0].evidence.research.findings[0].status = domain::ClaimStatus::Contested;
    weak.answers[0].late = true;
    let mut split = forecast();
    split.samples = [0.2, 0.7].map(|value| domain::Probability::clamp(value).unwrap()).to_vec();
    let report = markdown::render(&page(&split, Some(&weak)));
    for told in [
        "Sources disagree about [i1q1/f1]",
        "differ by 50 points",
        "after the round's deadline",
        "reasoning cite no evidence",
    ] {
        assert!(report.contains(told), "{told}: {report}");
    }
}

#[test]
fn a_run_as_of_a_day_shows_only_what_was_dated_before() {
    let mut past = state();
    let shown = |state: &RunState| markdown::render(&page(&forecast(), Some(state)));
    let text = past.answers[0].evidence.research.findings[0].text.clone();
    assert!(shown(&past).contains(&text) && shown(&past).contains("What the filter took out"));
    past.run.asked.config.as_of = Some(crate::sample::when() - chrono::TimeDelta::days(3_650));
    let report = shown(&past);
    assert!(!report.contains(&text) && report.contains("it answers as of"), "{report}");
    assert!(!report.contains("What the filter took out"), "nobody knows of when that is: {report}");
    assert_eq!(cited(Some(&past)), BTreeSet::new());
    assert!(!html::render(&page(&forecast(), Some(&past))).contains("href=\"http"));
}

#[test]
fn the_account_is_told_whole() {
    let mut made = forecast();
    let scopes = ["tenant:default:2026-11-22", "run:1", "agent:researcher:2", "call"];
    let left = |scope: &&str| BudgetLeft { scope: (*scope).into(), limit: MicroUsd(20_000), left: MicroUsd(11_000) };
    made.account.budgets = scopes.iter().map(left).collect();
    let report = markdown::render(&page(&made, Some(&state())));
    let cost = &report[report.find("## What it cost").unwrap()..];
    for told in [
        "| tenant and day | $0.020000 | $0.009000 | $0.011000 |",
        "| run | $0.020000 |",
        "| each call | $0.020000 | – | – |",
        "| researcher | m | 3 | 12000 | 800 | $0.009000 |",
        "| 1 | 60 % ± 10.0 | ± 5.0 points | 1 | $0.000250 | $0.009000 | **no**: it costs more than it is worth |",
        "a better Brier score, at $0.100000 a point",
    ] {
        assert!(cost.contains(told), "{told}: {cost}");
    }
}

proptest! {
    /// Whatever a model writes, a sentence of the report cites evidence that stands in it or is marked as reasoning, and no link leaves
    /// the sources.
    #[test]
    fn every_fact_cites_its_evidence(reasoning in "([A-Za-z0-9 ]{1,12}|\\[i1q1/f1\\]|\\[i1q1/f2\\]|\\[i9q9/f9\\]|\\]\\(http://evil\\)|<a href=|[.!?\n ]){0,24}", used: bool) {
        let mut made = forecast();
        made.reasoning = reasoning;
        if !used {
            made.evidence_used.clear();
        }
        let page = page(&made, Some(&state()));
        prop_assert_eq!(complaints(&page, &cited(Some(&state()))), Vec::<String>::new());
        let html = html::render(&page);
        let links: BTreeSet<&str> = html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        prop_assert!(links.iter().all(|link| link.starts_with("#e-") || *link == "https://example.org/bill"), "{links:?}");
    }
}
