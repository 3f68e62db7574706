//! The page of a deep report: its snapshot, and the rules that hold for every page.

use domain::deep_report::{ReportSection, SentenceChecks};

use super::*;
use crate::page::{html, markdown, violations};
use crate::sample::state;

fn told(text: &str, findings: &[u32], support: SentenceSupport) -> ReportSentence {
    ReportSentence { text: text.into(), findings: findings.to_vec(), support }
}

fn report() -> DeepReport {
    let supported = told("The bill passed the <b>lower</b> house.", &[1], SentenceSupport::Supported);
    let more = told("It will change everything.", &[2], SentenceSupport::Unsupported);
    let contested = told("The vote is in June.", &[2], SentenceSupport::Contested);
    DeepReport {
        title: "The bill".into(),
        depth: 2,
        summary: vec![supported.clone()],
        sections: vec![ReportSection {
            heading: "Votes | so far".into(),
            paragraphs: vec![vec![supported], vec![contested, more]],
        }],
        references: vec![vec!["i1q1/f1".into()], vec!["i1q1/f2".into()]],
        checks: SentenceChecks { supported: 2, contested: 1, unsupported: 1, invented: 3, ..SentenceChecks::default() },
        rounds: 2,
        flags: vec!["the run's budget has $0.000000 left".into()],
        model: "m".into(),
        prompt_version: "p".into(),
    }
}

fn cited() -> BTreeSet<String> {
    forecast_report::cited(Some(&state()))
}

#[test]
fn the_report_matches_its_snapshot() {
    insta::assert_snapshot!(markdown::render(&page(&report(), &state(), Vec::new())));
}

#[test]
fn every_citation_has_a_reference_and_untrusted_text_is_escaped() {
    let page = page(&report(), &state(), Vec::new());
    assert_eq!(violations(&page, &cited()), Vec::<String>::new());
    let html = html::render(&page);
    assert!(
        html.contains("href=\"#e-1\">[1]</a>") && html.contains("id=\"e-1\"") && !html.contains("<b>lower"),
        "{html}"
    );
    assert!(html.contains("<em class=\"own\">It will change everything.</em>"), "never published as a fact");
}

#[test]
fn summary_precedes_sections_references_sources_and_the_folded_cost() {
    let text = markdown::render(&page(&report(), &state(), Vec::new()));
    let places: Vec<Option<usize>> =
        ["budget has", "## Summary", "## Votes", "## References", "## Sources", "## Not answered", "## Cost"]
            .iter()
            .map(|part| text.find(part))
            .collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}\n{text}");
    assert!(text.contains("| official | 2") && text.contains("The vote is in June. (contested) [2]"), "{text}");
}

#[test]
fn an_empty_report_says_so() {
    let empty = DeepReport { title: "Nothing".into(), depth: 1, rounds: 1, ..DeepReport::default() };
    let text = markdown::render(&page(&empty, &state(), Vec::new()));
    assert!(text.contains("**Nothing to report:**") && text.contains("Written by code"), "{text}");
    assert_eq!(violations(&page(&empty, &state(), Vec::new()), &cited()), Vec::<String>::new());
}
