use domain::Tier;
use proptest::prelude::*;

use super::*;
use crate::notebook::{Notes, claim_id};

fn source(id: &str, tier: Tier, read: bool) -> Source {
    Source {
        id: id.into(),
        url: format!("https://{id}.example.org/"),
        title: String::new(),
        publisher: String::new(),
        published_at: None,
        fetched_at: Time::UNIX_EPOCH,
        tier,
        content_hash: if read { "h".into() } else { String::new() },
    }
}

fn claim(source: &str, text: &str, quote: &str) -> Claim {
    Claim {
        id: claim_id(source, quote),
        source: source.into(),
        text: text.into(),
        quote: quote.into(),
        date: String::new(),
    }
}

fn notebook(report: Option<Report>) -> Notebook {
    let sources = vec![
        source("seen", Tier::Other, false),
        source("read", Tier::Other, true),
        source("gov", Tier::Official, true),
    ];
    let claims = vec![claim("read", "The rate is 3.25 per cent.", "left its rate unchanged at 3.25 per cent")];
    let mut notebook = Notebook::default();
    notebook.absorb("fetch_page", &Notes { sources, claims, report, ..Notes::default() });
    notebook
}

fn made(ending: Ending) -> Made {
    Made {
        entity: None,
        at: Time::UNIX_EPOCH,
        ttl_seconds: 3600,
        ending,
        cost: MicroUsd(7),
        model: "m".into(),
        prompt_version: "v".into(),
    }
}

fn told(text: &str, sources: &[&str]) -> Told {
    Told { text: text.into(), sources: sources.iter().map(ToString::to_string).collect(), ..Told::default() }
}

#[test]
fn nothing_stands_without_a_source_of_this_run() {
    let report = Report {
        summary: "s".into(),
        confidence: 7.0,
        findings: vec![
            told("invented", &["s1", "nowhere"]),
            told("half", &["nowhere", "read"]),
            told("weak", &["seen"]),
            told("", &["read"]),
        ],
        timeline: vec![Dated { at: "2026-11-20".into(), text: "x".into(), sources: vec!["nowhere".into()] }],
        ..Report::default()
    };
    let book = notebook(Some(report.clone()));
    assert_eq!(ungrounded(&report, &book), ["invented", ""]);
    let research = research(&book, made(Ending::Complete));
    let stands: Vec<_> = research.findings.iter().map(|f| (f.text.as_str(), f.status, f.sources.len())).collect();
    assert_eq!(stands, [("half", ClaimStatus::Supported, 1), ("weak", ClaimStatus::Unclear, 1)]);
    assert!(research.timeline.is_empty());
    assert!((research.confidence - 1.0).abs() < 1e-9);
    let ids: Vec<_> = research.sources.iter().map(|s| (s.id.as_str(), s.tier)).collect();
    assert_eq!(
        ids,
        [("s1", Tier::Official), ("s2", Tier::Other), ("s3", Tier::Other)],
        "official first, numbered anew"
    );
}

#[test]
fn a_quote_must_stand_in_what_was_read_and_disagreement_is_shown() {
    let mut good = told("The rate is unchanged.", &["read"]);
    good.quote = "rate unchanged at  3.25 per cent".into();
    let mut bad = told("The rate is 3.25 per cent.", &["read"]);
    bad.quote = "the rate will rise to 9 per cent".into();
    bad.contradicted_by = vec!["gov".into()];
    let research =
        research(&notebook(Some(Report { findings: vec![good, bad], ..Report::default() })), made(Ending::Complete));
    assert_eq!(research.findings[0].quote, "rate unchanged at  3.25 per cent");
    assert_eq!(research.findings[1].quote, "left its rate unchanged at 3.25 per cent", "the page's own words instead");
    assert_eq!(research.findings[1].status, ClaimStatus::Contested);
    assert_eq!(research.findings[1].sources.len(), 2);
}

#[test]
fn without_an_answer_the_claims_stand_for_themselves() {
    let research = research(&notebook(None), made(Ending::Partial("no money".into())));
    assert_eq!(research.findings[0].text, "The rate is 3.25 per cent.");
    assert!(research.summary.contains("no money"));
    assert_eq!(research.expires_at, Time::UNIX_EPOCH + std::time::Duration::from_secs(600), "stale sooner");
}

#[test]
fn failed_research_is_empty_and_stale_and_says_why() {
    let research = failed("ambiguous", made(Ending::Complete), &["Which one?".into()]);
    assert_eq!(research.ending, Ending::Failed("ambiguous".into()));
    assert_eq!((research.findings.len(), research.open_questions[0].text.as_str()), (0, "Which one?"));
    assert_eq!(research.expires_at, research.made_at);
}

proptest! {
    #[test]
    fn every_citation_of_every_answer_exists(
        cites in prop::collection::vec((prop::collection::vec("(seen|read|gov|s1|x)", 0..4), prop::collection::vec("(read|gov|y)", 0..3)), 0..6),
    ) {
        let findings = cites.into_iter().map(|(sources, contradicted_by)| Told { text: "t".into(), sources, contradicted_by, ..Told::default() }).collect();
        let research = research(&notebook(Some(Report { findings, ..Report::default() })), made(Ending::Complete));
        let ids: Vec<&str> = research.sources.iter().map(|source| source.id.as_str()).collect();
        for finding in &research.findings {
            prop_assert!(!finding.sources.is_empty());
            prop_assert!(finding.sources.iter().all(|id| ids.contains(&id.as_str())));
        }
    }
}
