//! Sentences of sections and of the summary: what the model writes, and what code publishes of it. A sentence that the
//! cited findings contradict, that has a figure, a date or a name of its own, or that cites nothing is removed.

use std::collections::BTreeSet;

use domain::deep_report::{ReportSentence, SentenceChecks, SentenceSupport};
use domain::run::RunState;
use research::sentence::SentenceVerdict;
use research::support::request::{SupportQuery, SupportVerdicts};
use research::support::{FactDifference, Verdict};
use serde::Deserialize;
use serde_json::{Value, json};

use super::material::{Material, Translated, number};
use super::outline::{Outline, SectionPlan};
use crate::decompose;

/// Maximum number of sentences of a section.
const MAX_SENTENCES: usize = 24;
/// Maximum number of sentences of the summary.
const MAX_SUMMARY: usize = 7;
/// Maximum length of a sentence, in characters.
const MAX_SENTENCE: usize = 400;

/// Input of the tool `write_section`, as the model filled it in.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct SectionReply {
    /// Paragraphs in order.
    #[serde(default)]
    pub paragraphs: Vec<WrittenParagraph>,
}

/// Input of the tool `write_summary`, and a paragraph of a section, as the model filled it in.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct WrittenParagraph {
    /// Sentences in order.
    #[serde(default)]
    pub sentences: Vec<WrittenSentence>,
}

/// A sentence as the model wrote it.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct WrittenSentence {
    /// Text, perhaps with citations in brackets.
    #[serde(default)]
    pub text: String,
    /// Numbers of the findings that it cites.
    #[serde(default)]
    pub findings: Vec<u32>,
}

/// Paragraphs of sentences that cite findings by the numbers of the material.
pub type Paragraphs = Vec<Vec<ReportSentence>>;

/// Returns the schema of the tool `write_section`.
pub fn section_schema() -> Value {
    let paragraph = json!({
        "type": "object",
        "required": ["sentences"],
        "properties": { "sentences": sentences_schema() },
    });
    json!({
        "type": "object",
        "required": ["paragraphs"],
        "properties": { "paragraphs": { "type": "array", "minItems": 1, "items": paragraph } },
    })
}

/// Returns the schema of the tool `write_summary`.
pub fn summary_schema() -> Value {
    json!({ "type": "object", "required": ["sentences"], "properties": { "sentences": sentences_schema() } })
}

fn sentences_schema() -> Value {
    json!({
        "type": "array",
        "minItems": 1,
        "items": {
            "type": "object",
            "required": ["text", "findings"],
            "properties": {
                "text": { "type": "string", "minLength": 1 },
                "findings": { "type": "array", "items": { "type": "integer", "minimum": 1 } },
            },
        },
    })
}

/// Returns the model's input for a section.
pub fn section_input(state: &RunState, outline: &Outline, (plan, material): (&SectionPlan, &Material)) -> Value {
    let headings: Vec<&str> = outline.sections.iter().map(|section| section.heading.as_str()).collect();
    json!({
        "question": decompose::asked(&state.run),
        "asked_at": decompose::asked_on(&state.run),
        "title": outline.title,
        "heading": plan.heading,
        "purpose": plan.purpose,
        "headings": headings,
        "findings": material.chosen(&plan.findings),
    })
}

/// Returns the model's input for the summary.
pub fn summary_input(state: &RunState, outline: &Outline, written: &[Paragraphs]) -> Value {
    let sentence = |sentence: &ReportSentence| {
        let mut told = json!({ "text": sentence.text, "findings": sentence.findings });
        if sentence.support == SentenceSupport::Contested {
            told["contested"] = json!(true);
        }
        told
    };
    let usable = |sentence: &&ReportSentence| sentence.support != SentenceSupport::Unsupported;
    let section = |(plan, paragraphs): (&SectionPlan, &Paragraphs)| {
        let sentences: Vec<Value> = paragraphs.iter().flatten().filter(usable).map(sentence).collect();
        json!({ "heading": plan.heading, "sentences": sentences })
    };
    json!({
        "question": decompose::asked(&state.run),
        "asked_at": decompose::asked_on(&state.run),
        "title": outline.title,
        "sections": outline.sections.iter().zip(written).map(section).collect::<Vec<_>>(),
    })
}

/// The check of sentences against the material, with what it has decided so far.
#[derive(Debug)]
pub struct Checker<'a> {
    material: &'a Material,
    seen: BTreeSet<String>,
    checks: SentenceChecks,
    /// Sentences that the model has to judge.
    pending: Vec<Pending>,
}

/// A sentence whose figures and dates agree with the findings that it cites, of which code cannot tell more: it is in
/// another language, or it says something in other words.
#[derive(Debug)]
struct Pending {
    text: String,
    findings: Vec<u32>,
    /// It is removed unless the model finds it supported.
    is_doubted: bool,
}

impl<'a> Checker<'a> {
    /// Creates the check of a report.
    pub fn new(material: &'a Material) -> Self {
        Self { material, seen: BTreeSet::new(), checks: SentenceChecks::default(), pending: Vec::new() }
    }

    /// Returns the findings.
    pub fn material(&self) -> &'a Material {
        self.material
    }

    /// Returns the decisions so far.
    pub fn checks(&self) -> SentenceChecks {
        self.checks
    }

    /// Returns the published paragraphs of a section. Without a reply or a published sentence, the findings themselves.
    pub fn section(&mut self, plan: &SectionPlan, reply: Option<SectionReply>) -> Paragraphs {
        let mut left = MAX_SENTENCES;
        let mut paragraphs = Vec::new();
        for paragraph in reply.into_iter().flat_map(|reply| reply.paragraphs) {
            let kept: Vec<ReportSentence> = paragraph
                .sentences
                .into_iter()
                .filter_map(|sentence| self.published(&sentence, true))
                .take(left)
                .collect();
            left -= kept.len();
            paragraphs.extend((!kept.is_empty()).then_some(kept));
        }
        if paragraphs.is_empty() {
            let copied: Vec<ReportSentence> = plan.findings.iter().filter_map(|number| self.copied(*number)).collect();
            paragraphs.extend((!copied.is_empty()).then_some(copied));
        }
        paragraphs
    }

    /// Replaces sections of which the model's verdicts left nothing by the findings themselves.
    pub fn fill(&mut self, plans: &[SectionPlan], written: &mut [Paragraphs]) {
        for (plan, section) in plans.iter().zip(written).filter(|(_, section)| section.is_empty()) {
            *section = self.section(plan, None);
        }
    }

    /// Returns the published sentences of the summary, as one paragraph. The model has to judge those of which code
    /// cannot tell whether the findings state them ([`Self::queries`], [`Self::settle`]).
    pub fn summary(&mut self, reply: Option<WrittenParagraph>) -> Paragraphs {
        // A summary repeats sentences of the sections.
        self.seen.clear();
        let sentences = reply.into_iter().flat_map(|reply| reply.sentences);
        vec![sentences.filter_map(|sentence| self.published(&sentence, false)).take(MAX_SUMMARY).collect()]
    }

    /// Returns the summary. Without a published sentence, the first supported sentence of each section.
    pub fn summary_or_first(&self, summary: Paragraphs, written: &[Paragraphs]) -> Vec<ReportSentence> {
        let kept: Vec<ReportSentence> = summary.into_iter().flatten().collect();
        if !kept.is_empty() {
            return kept;
        }
        let is_supported = |sentence: &&ReportSentence| sentence.support == SentenceSupport::Supported;
        let first = |section: &Paragraphs| section.iter().flatten().find(is_supported).cloned();
        written.iter().filter_map(first).take(MAX_SUMMARY).collect()
    }

    /// Returns the sentences that the model has to judge, with the findings that they cite.
    pub fn queries(&self) -> Vec<SupportQuery> {
        let query = |(n, pending): (usize, &Pending)| SupportQuery {
            id: format!("s{}", n + 1),
            finding: pending.text.clone(),
            evidence: self.material.query_evidence(&pending.findings),
        };
        self.pending.iter().enumerate().map(query).collect()
    }

    /// Applies the model's verdicts to the sentences that it had to judge. Without a verdict a sentence says more than
    /// its findings, as far as is known: it stays in italics where `keep_unsupported`, unless it is doubted.
    pub fn settle(&mut self, written: &mut [Paragraphs], verdicts: &SupportVerdicts, keep_unsupported: bool) {
        for (n, pending) in std::mem::take(&mut self.pending).into_iter().enumerate() {
            let verdict = verdicts.get(&format!("s{}", n + 1)).map(|found| found.verdict);
            let support = match verdict {
                Some(Verdict::Supported) => Some(self.support_of(&pending.findings)),
                Some(Verdict::Contradicted) => None,
                Some(Verdict::Unsupported) | None if pending.is_doubted || !keep_unsupported => None,
                Some(Verdict::Unsupported) | None => Some(SentenceSupport::Unsupported),
            };
            self.checks.unsupported -= 1;
            match (support, verdict) {
                (Some(support), _) => self.count(support),
                (None, Some(Verdict::Contradicted)) => {
                    removed(&mut self.checks.contradicted, &pending.text, "the model finds it contradicted");
                }
                (None, _) => {
                    removed(&mut self.checks.invented, &pending.text, "the model does not find it supported");
                }
            }
            let is_it = |sentence: &ReportSentence| sentence.text == pending.text;
            for paragraphs in written.iter_mut() {
                for paragraph in paragraphs.iter_mut() {
                    match support {
                        Some(support) => {
                            paragraph.iter_mut().filter(|one| is_it(one)).for_each(|one| one.support = support);
                        }
                        None => paragraph.retain(|one| !is_it(one)),
                    }
                }
                paragraphs.retain(|paragraph| !paragraph.is_empty());
            }
        }
    }

    /// Checks a sentence and counts the decision. `None` if it is removed.
    fn published(&mut self, written: &WrittenSentence, keep_unsupported: bool) -> Option<ReportSentence> {
        let (text, mut findings) = without_citations(&written.text);
        findings.extend(&written.findings);
        if text.is_empty() || self.seen.contains(&decompose::folded(&text)) {
            return None;
        }
        let verdict = match text.chars().count() > MAX_SENTENCE {
            true => SentenceVerdict::Invented { reason: format!("it has more than {MAX_SENTENCE} characters") },
            false => self.material.check(&text, &findings),
        };
        let translated = match &verdict {
            SentenceVerdict::Stated(_) => None,
            // A finding in the language of the sentence states otherwise.
            SentenceVerdict::Contradicted { .. } => {
                self.material.translated(&text, &findings).filter(|translated| translated.are_all)
            }
            _ => self.material.translated(&text, &findings),
        };
        let verdict = match translated {
            None => verdict,
            Some(Translated { difference: Some(FactDifference { is_contradiction: true, reason }), .. }) => {
                SentenceVerdict::Contradicted { reason }
            }
            Some(Translated { difference: Some(FactDifference { reason, .. }), .. }) => {
                SentenceVerdict::Invented { reason }
            }
            Some(Translated { places, has_unmatched_name, .. }) => {
                return Some(self.undecided(text, &places, has_unmatched_name));
            }
        };
        if let SentenceVerdict::Invented { .. } = &verdict
            && text.chars().count() <= MAX_SENTENCE
            && let Some(places) = self.material.undecided(&text, &findings)
        {
            return Some(self.undecided(text, &places, true));
        }
        let (findings, support) = match verdict {
            SentenceVerdict::Stated(places) => {
                let findings = numbers(&places);
                let support = self.support_of(&findings);
                (findings, support)
            }
            SentenceVerdict::SaysMore(places) if keep_unsupported => (numbers(&places), SentenceSupport::Unsupported),
            SentenceVerdict::SaysMore(_) => {
                return removed(&mut self.checks.invented, &text, "it says more than the findings");
            }
            SentenceVerdict::Invented { reason } => return removed(&mut self.checks.invented, &text, &reason),
            SentenceVerdict::Contradicted { reason } => return removed(&mut self.checks.contradicted, &text, &reason),
            SentenceVerdict::Uncited => return removed(&mut self.checks.uncited, &text, "it cites no finding"),
        };
        self.count(support);
        self.seen.insert(decompose::folded(&text));
        Some(ReportSentence { text, findings, support })
    }

    /// Leaves a sentence to the model.
    fn undecided(&mut self, text: String, places: &[usize], is_doubted: bool) -> ReportSentence {
        let findings = numbers(places);
        self.pending.push(Pending { text: text.clone(), findings: findings.clone(), is_doubted });
        self.count(SentenceSupport::Unsupported);
        self.seen.insert(decompose::folded(&text));
        ReportSentence { text, findings, support: SentenceSupport::Unsupported }
    }

    fn count(&mut self, support: SentenceSupport) {
        match support {
            SentenceSupport::Supported => self.checks.supported += 1,
            SentenceSupport::Contested => self.checks.contested += 1,
            SentenceSupport::Unsupported => self.checks.unsupported += 1,
        }
    }

    /// Returns a finding as a sentence.
    fn copied(&mut self, number: u32) -> Option<ReportSentence> {
        let text = self.material.item(number)?.text.trim().to_owned();
        if !self.seen.insert(decompose::folded(&text)) {
            return None;
        }
        let support = self.support_of(&[number]);
        self.count(support);
        Some(ReportSentence { text, findings: vec![number], support })
    }

    /// A sentence is contested if all findings that state it are.
    fn support_of(&self, findings: &[u32]) -> SentenceSupport {
        let is_contested = |number: &u32| self.material.item(*number).is_some_and(crate::digest::Item::is_contradicted);
        match findings.iter().all(is_contested) {
            true => SentenceSupport::Contested,
            false => SentenceSupport::Supported,
        }
    }
}

/// Counts a sentence that is not published.
fn removed(count: &mut u32, text: &str, reason: &str) -> Option<ReportSentence> {
    *count += 1;
    tracing::info!(sentence = text, reason, "a sentence of a report is removed");
    None
}

fn numbers(places: &[usize]) -> Vec<u32> {
    places.iter().map(|place| number(*place).saturating_add(1)).collect()
}

/// Returns the text without `[1]` or `[1, 2]`, and these numbers.
fn without_citations(text: &str) -> (String, Vec<u32>) {
    let (mut plain, mut cited) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let inside = after.split_once(']').and_then(|(inside, behind)| {
            let numbers: Option<Vec<u32>> = inside.split(',').map(|part| part.trim().parse().ok()).collect();
            Some((numbers?, behind))
        });
        match inside {
            Some((numbers, behind)) => {
                plain.push_str(before.trim_end());
                cited.extend(numbers);
                rest = behind;
            }
            None => {
                plain.push_str(before);
                plain.push('[');
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    let words: Vec<&str> = plain.split_whitespace().collect();
    (words.join(" ").chars().filter(|c| !c.is_control()).collect(), cited)
}

#[cfg(test)]
#[path = "writing_test.rs"]
mod tests;
