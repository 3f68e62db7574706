//! What is published of sentences that a model wrote.

use domain::Tier;

use super::*;
use crate::digest::Digest;
use crate::sample::{found, state};

fn material(texts: &[&str]) -> Material {
    let mut evidence = found(texts.len());
    for (finding, text) in evidence.research.findings.iter_mut().zip(texts) {
        finding.text = (*text).to_owned();
    }
    evidence.research.sources[0].tier = Tier::Official;
    Material::of(&Digest::from_state(&state(&[("i1q1", Some(evidence))])))
}

const NORRBY: [&str; 2] = [
    "Line 4 of the Norrby ferry has not run since 20 February 2026.",
    "The ferry union of Norrby demands 6 per cent more pay.",
];

fn plan(findings: &[u32]) -> SectionPlan {
    SectionPlan { heading: "Strike".into(), purpose: String::new(), findings: findings.to_vec() }
}

fn section(sentences: &[(&str, &[u32])]) -> (Paragraphs, SentenceChecks) {
    let material = material(&NORRBY);
    let mut checker = Checker::new(&material);
    let sentences = sentences
        .iter()
        .map(|(text, findings)| WrittenSentence { text: (*text).to_owned(), findings: findings.to_vec() })
        .collect();
    let reply = SectionReply { paragraphs: vec![WrittenParagraph { sentences }] };
    let mut written = [checker.section(&plan(&[1, 2]), Some(reply))];
    checker.settle(&mut written, &SupportVerdicts::new(), true);
    let [written] = written;
    (written, checker.checks())
}

#[test]
fn a_supported_sentence_is_published_with_the_findings_that_state_it() {
    let (paragraphs, checks) = section(&[
        ("The ferry union of Norrby demands 6 per cent more pay [2].", &[]),
        ("Since 20 February 2026 line 4 of the Norrby ferry has not run.", &[1, 2]),
    ]);
    let told: Vec<_> = paragraphs[0].iter().map(|one| (one.text.as_str(), one.findings.as_slice())).collect();
    assert_eq!(told[0], ("The ferry union of Norrby demands 6 per cent more pay.", &[2][..]));
    assert_eq!(told[1].1, [1]);
    assert_eq!((checks.supported, checks.removed()), (2, 0));
}

#[test]
fn contradictions_inventions_and_bare_claims_are_never_published() {
    let (paragraphs, checks) = section(&[
        ("The ferry union of Norrby demands 9 per cent more pay.", &[2]),
        ("Mayor Ada Berg backs the ferry union of Norrby.", &[2]),
        ("Tourists stay away.", &[]),
        ("Line 4 of the Norrby ferry has not run since 20 February 2026.", &[1]),
    ]);
    let told: Vec<_> = paragraphs.iter().flatten().map(|one| one.text.as_str()).collect();
    assert_eq!(told, [NORRBY[0]]);
    assert_eq!((checks.contradicted, checks.invented, checks.uncited, checks.published()), (1, 1, 1, 1));
}

#[test]
fn a_sentence_that_says_more_is_marked_in_a_section_and_removed_from_the_summary() {
    let more = "The ferry union of Norrby demands more pay and shorter working shifts.";
    let (paragraphs, checks) = section(&[(more, &[2])]);
    assert_eq!((paragraphs[0][0].support, checks.unsupported), (SentenceSupport::Unsupported, 1));
    let material = material(&NORRBY);
    let mut checker = Checker::new(&material);
    let written = vec![checker.section(&plan(&[1]), None)];
    let reply = WrittenParagraph { sentences: vec![WrittenSentence { text: more.to_owned(), findings: vec![2] }] };
    let summary = checker.summary(Some(reply));
    let summary = checker.summary_or_first(summary, &written);
    assert_eq!(summary, written[0][0], "the first sentence of each section takes its place");
}

#[test]
fn a_conclusion_of_the_model_is_removed() {
    let (paragraphs, checks) = section(&[
        ("A strike of the ferry would make bread dearer for households.", &[2]),
        ("Therefore the ferry union of Norrby demands 6 per cent more pay.", &[2]),
        (NORRBY[1], &[2]),
    ]);
    assert_eq!((paragraphs.iter().flatten().count(), checks.invented), (1, 2), "{paragraphs:?}");
}

#[test]
fn without_a_reply_a_section_has_the_findings_themselves() {
    let material = material(&NORRBY);
    let mut checker = Checker::new(&material);
    let copied = checker.section(&plan(&[2, 1]), None);
    let told: Vec<_> = copied[0].iter().map(|one| (one.text.as_str(), one.findings.as_slice())).collect();
    assert_eq!(told, [(NORRBY[1], &[2][..]), (NORRBY[0], &[1])]);
    assert_eq!(checker.checks().supported, 2);
}

#[test]
fn a_finding_that_sources_contradict_makes_a_contested_sentence() {
    let mut evidence = found(1);
    evidence.research.findings[0].status = domain::ClaimStatus::Contested;
    let material = Material::of(&Digest::from_state(&state(&[("i1q1", Some(evidence))])));
    let mut checker = Checker::new(&material);
    assert_eq!(checker.section(&plan(&[1]), None)[0][0].support, SentenceSupport::Contested);
}

#[test]
fn a_repeated_sentence_is_published_once() {
    let (paragraphs, _) = section(&[(NORRBY[0], &[1]), (NORRBY[0], &[1])]);
    assert_eq!(paragraphs.iter().flatten().count(), 1);
}

#[test]
fn citations_within_a_text_are_read_and_other_brackets_stay() {
    assert_eq!(without_citations("It rose [1, 3] fast [sic] [2]."), ("It rose fast [sic].".to_owned(), vec![1, 3, 2]));
    assert_eq!(without_citations("[open"), ("[open".to_owned(), vec![]));
}

/// A sentence about the ferry, and what the model says of it.
fn translated(text: &str, verdict: Option<&str>, keep: bool) -> (Vec<ReportSentence>, SentenceChecks, usize) {
    judged((&NORRBY, text), verdict, keep)
}

/// A sentence about findings, and what the model says of it.
fn judged(
    (findings, text): (&[&str], &str),
    verdict: Option<&str>,
    keep: bool,
) -> (Vec<ReportSentence>, SentenceChecks, usize) {
    let material = material(findings);
    let mut checker = Checker::new(&material);
    let sentences = vec![WrittenSentence { text: text.to_owned(), findings: (1..=findings.len() as u32).collect() }];
    let mut written =
        [checker.section(&plan(&[]), Some(SectionReply { paragraphs: vec![WrittenParagraph { sentences }] }))];
    let queries = checker.queries();
    let verdicts = verdict.map(|verdict| {
        let reply = json!({ "findings": [{ "finding": "s1", "verdict": verdict }] });
        research::support::request::match_verdicts(&queries, serde_json::from_value(reply).unwrap()).unwrap()
    });
    checker.settle(&mut written, &verdicts.unwrap_or_default(), keep);
    (written[0].iter().flatten().cloned().collect(), checker.checks(), queries.len())
}

const FERRY: &str = "Die F\u{e4}hre von Norrby ist seit dem 20. Februar 2026 nicht gefahren.";

#[test]
fn a_sentence_in_another_language_than_its_findings_is_judged_by_the_model() {
    let (kept, checks, asked) = translated(FERRY, Some("supported"), true);
    assert_eq!((kept[0].support, kept[0].findings.as_slice(), asked), (SentenceSupport::Supported, &[1, 2][..], 1));
    assert_eq!((checks.supported, checks.unsupported, checks.removed()), (1, 0, 0));
    let (kept, checks, _) = translated(FERRY, Some("contradicted"), true);
    assert_eq!((kept.len(), checks.contradicted), (0, 1));
    let (kept, ..) = translated(FERRY, None, true);
    assert_eq!(kept[0].support, SentenceSupport::Unsupported, "without a verdict it is not refused for its stems");
    let (kept, checks, _) = translated(FERRY, None, false);
    assert_eq!((kept.len(), checks.invented), (0, 1), "a summary has supported sentences only");
}

#[test]
fn a_figure_or_a_date_that_differs_is_refused_in_any_language() {
    for wrong in [
        "Die F\u{e4}hre von Norrby ist seit dem 21. Februar 2026 nicht gefahren.",
        "Die Gewerkschaft der F\u{e4}hre von Norrby verlangt 9 Prozent mehr Lohn.",
    ] {
        let (kept, checks, asked) = translated(wrong, Some("supported"), true);
        assert_eq!((kept.len(), asked, checks.removed()), (0, 0, 1), "{wrong}");
    }
}

#[test]
fn a_name_of_its_own_needs_the_model() {
    let sentence = "Le ferry de Norrby ne circule pas, dit la mairesse Berglund de la ville.";
    assert_eq!(translated(sentence, None, true).0.len(), 0);
    assert_eq!(translated(sentence, Some("supported"), true).0.len(), 1);
}

const CLAIMS: [&str; 2] = [
    "The harbour board of Norrby rejected the audit and said that the claims were unfounded.",
    "If the claims of the builder are accepted, the cost of the quay of Norrby rises to 476 million crowns.",
];

#[test]
fn what_code_cannot_tell_is_judged_by_the_model_and_published_only_if_it_is_supported() {
    let sentence = "The harbour board of Norrby rejected the audit and called the claims unfounded.";
    let (kept, checks, asked) = judged((&CLAIMS, sentence), Some("supported"), true);
    assert_eq!((kept.len(), asked, checks.supported), (1, 1, 1));
    for verdict in [None, Some("unsupported"), Some("contradicted")] {
        let (kept, checks, _) = judged((&CLAIMS, sentence), verdict, true);
        assert_eq!((kept.len(), checks.removed()), (0, 1), "{verdict:?}");
    }
    for wrong in [
        "The harbour board of Norrby did not reject the audit and said that the claims were unfounded.",
        "If the claims of the builder are accepted, the cost of the quay of Norrby rises to 467 million crowns.",
        "If the claims of the builder Velden are accepted, the cost of the quay of Norrby rises to 476 million crowns.",
    ] {
        let (kept, checks, asked) = judged((&CLAIMS, wrong), Some("supported"), true);
        assert_eq!((kept.len(), asked, checks.removed()), (0, 0, 1), "code decides: {wrong}");
    }
}
