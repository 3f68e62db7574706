use domain::{ClaimStatus, Tier};
use proptest::prelude::*;
use research::Fingerprint;
use research::support::Verdict;
use research::support::request::SupportVerdict;

use super::*;
use tools::Notes;
use tools::notebook::{ClaimKind, claim_id};

fn source(id: &str, tier: Tier, read: bool) -> Source {
    Source {
        id: id.into(),
        url: format!("https://{id}.example.org/"),
        fetched_at: Time::UNIX_EPOCH,
        tier,
        content_hash: if read { "h".into() } else { String::new() },
        ..domain::testing::source()
    }
}

fn claim(source: &str, text: &str, quote: &str) -> Claim {
    Claim {
        id: claim_id(source, text, quote),
        source: source.into(),
        text: text.into(),
        quote: quote.into(),
        date: String::new(),
        page: None,
        kind: ClaimKind::Page,
    }
}

fn research(notebook: &Notebook, judged: &SupportVerdicts, made: Provenance) -> Research {
    GroundedAnswer::new(notebook, &made.ending).into_research(judged, made)
}

fn notebook(report: Option<ResearchReport>) -> Notebook {
    let sources = vec![
        source("seen", Tier::Other, false),
        source("read", Tier::Other, true),
        source("gov", Tier::Official, true),
    ];
    let claims = vec![
        claim("read", "The rate is 3.25 per cent.", "left its rate unchanged at 3.25 per cent"),
        claim("gov", "The rate was raised to 3.50 per cent.", "raised the rate to 3.50 per cent"),
    ];
    let mut notebook = Notebook::default();
    notebook.absorb("fetch_page", agent::Origin::Web, &Notes { sources, claims, report, ..Notes::default() });
    notebook
}

fn made(ending: Ending) -> Provenance {
    Provenance {
        entity: None,
        at: Time::UNIX_EPOCH,
        ttl_seconds: 3600,
        ending,
        cost: MicroUsd(7),
        model: "m".into(),
        prompt_version: "v".into(),
    }
}

fn reported(text: &str, sources: &[&str]) -> ReportedFinding {
    ReportedFinding {
        text: text.into(),
        sources: sources.iter().map(ToString::to_string).collect(),
        ..ReportedFinding::default()
    }
}

fn unjudged(notebook: &Notebook, made: Provenance) -> Research {
    research(notebook, &SupportVerdicts::new(), made)
}

#[test]
fn findings_without_a_source_of_this_run_are_dropped() {
    let report = ResearchReport {
        summary: "s".into(),
        confidence: 7.0,
        findings: vec![
            reported("invented", &["s1", "nowhere"]),
            reported("The rate is 3.25.", &["nowhere", "read"]),
            reported("weak", &["seen"]),
            reported("Pancakes need flour.", &["read"]),
            reported("", &["read"]),
        ],
        timeline: vec![ReportedEvent { at: "2026-11-20".into(), text: "x".into(), sources: vec!["nowhere".into()] }],
        ..ResearchReport::default()
    };
    let book = notebook(Some(report.clone()));
    assert_eq!(report.ungrounded(&book), ["invented", ""]);
    let research = research(&book, &SupportVerdicts::new(), made(Ending::Complete));
    let stands: Vec<_> = research.findings.iter().map(|f| (f.text.as_str(), f.status, f.sources.len())).collect();
    assert_eq!(
        stands,
        [
            ("The rate is 3.25.", ClaimStatus::Supported, 1),
            ("weak", ClaimStatus::Unclear, 1),
            ("Pancakes need flour.", ClaimStatus::Unclear, 1)
        ]
    );
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
fn quotes_must_occur_in_a_read_page_and_disagreement_is_shown() {
    let mut good = reported("The rate is unchanged.", &["read"]);
    good.quote = "rate unchanged at  3.25 per cent".into();
    let mut bad = reported("The rate is 3.25 per cent.", &["read"]);
    bad.quote = "the rate will rise to 9 per cent".into();
    bad.contradicted_by = vec!["gov".into()];
    let research = unjudged(
        &notebook(Some(ResearchReport { findings: vec![good, bad], ..ResearchReport::default() })),
        made(Ending::Complete),
    );
    assert_eq!(research.findings[0].quote, "rate unchanged at  3.25 per cent");
    assert_eq!(research.findings[1].quote, "left its rate unchanged at 3.25 per cent", "the page's own words instead");
    assert_eq!(research.findings[1].status, ClaimStatus::Contested);
    assert_eq!(research.findings[1].sources.len(), 2);
    assert_eq!(
        (&research.findings[1].contradictions, research.findings[1].independent_sources),
        (&vec!["s1".to_owned()], 1)
    );
}

/// Three sites, two of which publish the same story, and a report with one finding that cites these two.
fn press() -> Notebook {
    let story =
        "The bank left its policy rate unchanged at 3.25 per cent on Thursday, as most economists had expected of it.";
    let words = |source: &str, text: &str, quote: &str| claim(source, text, quote);
    let claims = vec![
        words("wire", "The bank left its rate unchanged.", "left its policy rate unchanged at 3.25 per cent"),
        words("paper", "The bank left its rate unchanged.", "the bank left its policy rate unchanged at 3.25 per cent"),
        words("blog", "The bank raised its rate.", "the bank has raised its rate against all advice"),
    ];
    let print = |id: &str, text: &str| (id.to_owned(), Fingerprint::from_text(text));
    let prints = vec![
        print("wire", story),
        print("paper", story),
        print("blog", "The bank has raised its rate against all advice."),
    ];
    let finding = reported("The bank left its rate unchanged.", &["wire", "paper"]);
    let again = reported("The bank's rate was left unchanged!", &["wire"]);
    let report = Some(ResearchReport { findings: vec![finding, again], ..ResearchReport::default() });
    let sources = ["wire", "paper", "blog"].map(|id| source(id, Tier::Other, true)).to_vec();
    let mut notebook = Notebook::default();
    notebook.absorb(
        "fetch_page",
        agent::Origin::Web,
        &Notes { sources, claims, fingerprints: prints, report, ..Notes::default() },
    );
    notebook
}

#[test]
fn copies_count_as_one_source_and_repeated_findings_are_merged() {
    let research = unjudged(&press(), made(Ending::Complete));
    let found: Vec<_> = research.findings.iter().map(|f| (f.sources.len(), f.independent_sources, f.status)).collect();
    assert_eq!(found, [(2, 1, ClaimStatus::Supported)]);
}

fn verdict(verdict: Verdict, supports: &[&str], refutes: &[&str]) -> SupportVerdicts {
    let ids = |ids: &[&str]| ids.iter().map(ToString::to_string).collect();
    let verdict = SupportVerdict { verdict, supports: ids(supports), refutes: ids(refutes) };
    SupportVerdicts::from([("f1".to_owned(), verdict)])
}

#[test]
fn the_judge_decides_and_adds_sources_that_were_not_cited() {
    let book = press();
    let queries = GroundedAnswer::new(&book, &Ending::Complete).support_queries();
    assert_eq!((queries.len(), queries[0].evidence.len()), (1, 3), "{queries:#?}");
    let id = |source: &str| book.claims().iter().find(|claim| claim.source == source).unwrap().id.as_str();
    let research = |judged| research(&book, &judged, made(Ending::Complete)).findings[0].clone();
    let contested = research(verdict(Verdict::Supported, &[id("wire")], &[id("blog")]));
    assert_eq!(
        (contested.status, contested.sources.len(), contested.contradictions.len()),
        (ClaimStatus::Contested, 3, 1)
    );
    let supported = research(verdict(Verdict::Supported, &[id("wire")], &[]));
    assert_eq!(
        (supported.status, supported.sources.len(), supported.independent_sources),
        (ClaimStatus::Supported, 2, 1)
    );
    let unsupported = research(verdict(Verdict::Unsupported, &[id("wire")], &[]));
    assert_eq!((unsupported.status, unsupported.independent_sources), (ClaimStatus::Unclear, 0));
    assert_eq!(research(verdict(Verdict::Contradicted, &[], &[])).status, ClaimStatus::Contested);
}

/// Returns a notebook of two pages with one claim each, and one finding that cites both.
fn joined(finding: &str, quotes: [&str; 2]) -> Notebook {
    let sources = vec![source("one", Tier::Other, true), source("two", Tier::Other, true)];
    let claims = vec![claim("one", quotes[0], quotes[0]), claim("two", quotes[1], quotes[1])];
    let report =
        Some(ResearchReport { findings: vec![reported(finding, &["one", "two"])], ..ResearchReport::default() });
    let mut notebook = Notebook::default();
    notebook.absorb("fetch_page", agent::Origin::Web, &Notes { sources, claims, report, ..Notes::default() });
    notebook
}

#[test]
fn a_finding_that_joins_two_quotes_is_supported_by_both_and_counts_once() {
    let quotes = ["Inflation was 2.1 per cent in September.", "Inflation was 1.8 per cent in October."];
    let book = joined("Inflation was 2.1 per cent in September and 1.8 per cent in October.", quotes);
    for judged in [SupportVerdicts::new(), verdict(Verdict::Supported, &[], &[])] {
        let finding = research(&book, &judged, made(Ending::Complete)).findings[0].clone();
        assert_eq!((finding.status, finding.sources.len()), (ClaimStatus::Supported, 2));
        assert_eq!(finding.independent_sources, 1, "no source supports it alone");
    }
}

#[test]
fn a_finding_that_its_quotes_contradict_is_not_supported_whatever_the_judge_answers() {
    let quote = "The bank left its policy rate unchanged at 3.25 per cent.";
    let book = joined("The bank raised its policy rate to 4.75 per cent.", [quote, quote]);
    assert!(GroundedAnswer::new(&book, &Ending::Complete).support_queries().is_empty(), "no model is needed");
    let ids: Vec<&str> = book.claims().iter().map(|claim| claim.id.as_str()).collect();
    for judged in [SupportVerdicts::new(), verdict(Verdict::Supported, &ids, &[])] {
        let finding = research(&book, &judged, made(Ending::Complete)).findings[0].clone();
        assert_eq!((finding.status, finding.independent_sources), (ClaimStatus::Unclear, 0));
    }
}

#[test]
fn the_claim_of_a_data_service_supports_without_a_quote_and_is_judged_by_its_text() {
    let service = Source {
        url: "tool:get_holder_distribution/wif".into(),
        publisher: "get_holder_distribution".into(),
        ..source("holders", Tier::Secondary, true)
    };
    let sources = vec![service, source("read", Tier::Other, true)];
    let claims = vec![
        claim("holders", "WIF has 200 holders.", ""),
        claim("read", "WIF has 200 holders.", "some 200 holders keep WIF"),
    ];
    let with = |cited: &[&str]| {
        let report = Some(ResearchReport {
            findings: vec![reported("WIF has 200 holders.", cited)],
            ..ResearchReport::default()
        });
        let notes = Notes { sources: sources.clone(), claims: claims.clone(), report, ..Notes::default() };
        let mut notebook = Notebook::default();
        notebook.absorb("get_holder_distribution", agent::Origin::Data, &notes);
        notebook
    };
    let alone = unjudged(&with(&["holders"]), made(Ending::Complete));
    assert_eq!(alone.findings[0].status, ClaimStatus::Supported);
    let queries = GroundedAnswer::new(&with(&["holders", "read"]), &Ending::Complete).support_queries();
    let mut evidence: Vec<[&str; 3]> = queries[0]
        .evidence
        .iter()
        .map(|one| [one.publisher.as_str(), one.claim.as_str(), one.quote.as_str()])
        .collect();
    evidence.sort_unstable();
    let fact = ["get_holder_distribution", "WIF has 200 holders.", ""];
    assert!(evidence.contains(&fact) && evidence.len() == 2, "{evidence:?}");
}

#[test]
fn the_sources_of_opposite_findings_contradict_each_other() {
    let mut book = joined("The rate rose on Monday.", ["The rate rose on Monday.", "The rate fell on Monday."]);
    let findings = vec![reported("The rate rose on Monday.", &["one"]), reported("The rate fell on Monday.", &["two"])];
    let report = Some(ResearchReport { findings, ..ResearchReport::default() });
    book.absorb("store_research_results", agent::Origin::Own, &Notes { report, ..Notes::default() });
    let research = unjudged(&book, made(Ending::Complete));
    for finding in &research.findings {
        assert_eq!((finding.status, finding.contradictions.len()), (ClaimStatus::Contested, 1), "{finding:?}");
    }
}

#[test]
fn without_an_answer_the_claims_become_findings() {
    let research = unjudged(&notebook(None), made(Ending::Partial("no money".into())));
    assert_eq!(research.findings[0].text, "The rate is 3.25 per cent.");
    assert!(research.summary.contains("no money"));
    assert_eq!(research.expires_at, Time::UNIX_EPOCH + std::time::Duration::from_secs(600), "stale sooner");
}

#[test]
fn failed_research_is_empty_expired_and_states_the_reason() {
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
        let findings = cites.into_iter().map(|(sources, contradicted_by)| ReportedFinding { text: "t".into(), sources, contradicted_by, ..ReportedFinding::default() }).collect();
        let research = unjudged(&notebook(Some(ResearchReport { findings, ..ResearchReport::default() })), made(Ending::Complete));
        let ids: Vec<&str> = research.sources.iter().map(|source| source.id.as_str()).collect();
        for finding in &research.findings {
            prop_assert!(!finding.sources.is_empty());
            prop_assert!(finding.sources.iter().all(|id| ids.contains(&id.as_str())));
        }
    }
}

#[test]
fn an_excerpt_counts_like_a_page_only_if_the_page_cannot_be_fetched() {
    let text = "The Bank of Ober left its policy rate unchanged at 3.25 per cent.";
    let quote = "Bank of Ober left its policy rate unchanged at 3.25 per cent";
    let other = "the policy rate was left unchanged at 3.25 per cent by the Bank of Ober";
    let excerpt = |source: &str| Claim { kind: ClaimKind::Snippet, ..claim(source, text, quote) };
    let of = |cited: &[&str], failed: &[&str]| {
        let sources = vec![source("one", Tier::Official, false), source("two", Tier::Other, false)];
        let claims = vec![excerpt("one"), Claim { quote: other.into(), ..excerpt("two") }];
        let report = ResearchReport { findings: vec![reported(text, cited)], ..ResearchReport::default() };
        let mut book = Notebook::default();
        let notes = Notes { sources, claims, report: Some(report), ..Notes::default() };
        book.absorb("web_search", agent::Origin::Web, &notes);
        failed.iter().for_each(|id| book.page_failed(id));
        unjudged(&book, made(Ending::Complete))
    };
    let seen = of(&["one"], &[]);
    assert_eq!((seen.findings[0].status, seen.findings[0].independent_sources), (ClaimStatus::Supported, 1));
    assert_eq!(seen.sources[0].tier, Tier::Secondary, "weaker than the page");
    assert!(seen.sources[0].tier_reason.ends_with("the page was not read"), "{}", seen.sources[0].tier_reason);
    assert_eq!(of(&["one", "two"], &[]).findings[0].independent_sources, 1, "excerpts count as one source");
    let failed = of(&["one", "two"], &["one", "two"]);
    assert_eq!(failed.findings[0].independent_sources, 2);
    assert!(failed.sources.iter().all(|source| source.tier_reason.ends_with("could not be fetched")));
}

#[test]
fn an_excerpt_does_not_contest_what_a_page_says() {
    let text = "The rate is 3.25 per cent.";
    let mut book = notebook(None);
    let finding = ReportedFinding { contradicted_by: vec!["seen".into()], ..reported(text, &["read"]) };
    let report = ResearchReport { findings: vec![finding], ..ResearchReport::default() };
    let against = claim("seen", "The rate is 3.75 per cent.", "the rate now stands at 3.75 per cent");
    let claims = vec![Claim { kind: ClaimKind::Snippet, ..against }];
    let notes = Notes { claims, report: Some(report), ..Notes::default() };
    book.absorb("web_search", agent::Origin::Web, &notes);
    assert_eq!(unjudged(&book, made(Ending::Complete)).findings[0].status, ClaimStatus::Supported);
    book.page_failed("seen");
    assert_eq!(unjudged(&book, made(Ending::Complete)).findings[0].status, ClaimStatus::Contested);
}

#[test]
fn a_finding_that_names_both_of_its_publishers_has_two_independent_sources() {
    let text = "The rate of Ober is 3.25 per cent, as the Courier and the Herald report.";
    let named = |id: &str, publisher: &str| Source { publisher: publisher.into(), ..source(id, Tier::Other, true) };
    let sources = vec![named("one", "Courier"), named("two", "Herald")];
    let claims = vec![
        claim("one", "The rate of Ober is 3.25 per cent.", "the rate of Ober is 3.25 per cent"),
        claim("two", "The rate of Ober is 3.25 %.", "a rate of 3.25 per cent in Ober"),
    ];
    let report = ResearchReport { findings: vec![reported(text, &["one", "two"])], ..ResearchReport::default() };
    let mut book = Notebook::default();
    let notes = Notes { sources, claims, report: Some(report), ..Notes::default() };
    book.absorb("fetch_page", agent::Origin::Web, &notes);
    let judged = SupportVerdict { verdict: Verdict::Supported, supports: Vec::new(), refutes: Vec::new() };
    let judged = SupportVerdicts::from([("f1".to_owned(), judged)]);
    for judged in [SupportVerdicts::new(), judged] {
        let finding = &research(&book, &judged, made(Ending::Complete)).findings[0];
        assert_eq!((finding.status, finding.independent_sources), (ClaimStatus::Supported, 2));
    }
}
