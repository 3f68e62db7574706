//! The report of a forecast: as reviewed, and what holds of every report.

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
