//! The report from its written parts: the cited findings are numbered in the order in which a reader meets them.

use std::collections::BTreeMap;

use domain::DeepReport;
use domain::deep_report::{ReportSection, ReportSentence};
use domain::run::RunState;

use super::material::{Material, number};
use super::outline::{self, Outline};
use super::plan;
use super::writing::{Checker, Paragraphs};
use crate::digest::Digest;

/// The written parts of a report. Sentences cite findings by the numbers of the material.
#[derive(Debug)]
pub struct WrittenParts {
    /// Title and headings.
    pub outline: Outline,
    /// Paragraphs of each section.
    pub sections: Vec<Paragraphs>,
    /// Sentences of the executive summary.
    pub summary: Vec<ReportSentence>,
    /// Reasons why the report is partial.
    pub flags: Vec<String>,
    /// Name of the model; empty if code alone wrote it.
    pub model: String,
    /// SHA-256 prefix of the prompt files.
    pub prompt_version: String,
}

/// Assembles a report from its parts.
pub fn assembled(state: &RunState, parts: WrittenParts, checker: &Checker<'_>, material: &Material) -> DeepReport {
    let WrittenParts { outline, sections, summary, flags, model, prompt_version } = parts;
    let mut references = References { material, numbers: BTreeMap::new(), names: Vec::new() };
    let summary = references.renumbered(summary);
    let section = |(plan, paragraphs): (outline::SectionPlan, Paragraphs)| ReportSection {
        heading: plan.heading,
        paragraphs: paragraphs.into_iter().map(|sentences| references.renumbered(sentences)).collect(),
    };
    let sections: Vec<ReportSection> =
        outline.sections.into_iter().zip(sections).map(section).filter(|made| !made.paragraphs.is_empty()).collect();
    DeepReport {
        title: outline.title,
        depth: state.run.answer_kind().report_depth().unwrap_or(1),
        summary,
        sections,
        references: references.names,
        checks: checker.checks(),
        rounds: state.iteration,
        flags,
        model,
        prompt_version,
    }
}

/// Writes a report without a model: the findings of each question. It calls nothing, so nothing can prevent it.
pub fn by_code(state: &RunState, flags: Vec<String>) -> DeepReport {
    let depth = state.run.answer_kind().report_depth().unwrap_or(1);
    let material = Material::of(&Digest::within(state, plan::max_tokens(depth)));
    let mut checker = Checker::new(&material);
    let outline = outline::by_question(state, &material);
    let sections: Vec<Paragraphs> = outline.sections.iter().map(|plan| checker.section(plan, None)).collect();
    let summary = checker.summary_or_first(Vec::new(), &sections);
    let (model, prompt_version) = (String::new(), String::new());
    let parts = WrittenParts { outline, sections, summary, flags, model, prompt_version };
    assembled(state, parts, &checker, &material)
}

/// The cited findings in reading order.
struct References<'a> {
    material: &'a Material,
    numbers: BTreeMap<u32, u32>,
    names: Vec<Vec<String>>,
}

impl References<'_> {
    fn renumbered(&mut self, sentences: Vec<ReportSentence>) -> Vec<ReportSentence> {
        sentences.into_iter().map(|sentence| self.of_sentence(sentence)).collect()
    }

    fn of_sentence(&mut self, mut sentence: ReportSentence) -> ReportSentence {
        sentence.findings = sentence.findings.iter().filter_map(|cited| self.number(*cited)).collect();
        sentence.findings.sort_unstable();
        sentence
    }

    fn number(&mut self, cited: u32) -> Option<u32> {
        if let Some(known) = self.numbers.get(&cited) {
            return Some(*known);
        }
        let item = self.material.item(cited)?;
        self.names.push(std::iter::once(&item.reference).chain(&item.also).cloned().collect());
        let next = number(self.names.len());
        self.numbers.insert(cited, next);
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use domain::AnswerKind;

    use super::*;
    use crate::sample::{failed, found, state};

    #[test]
    fn code_alone_writes_a_report_of_the_findings_numbered_as_they_are_read() {
        let mut state = state(&[("i1q1", Some(found(2))), ("i1q2", Some(failed("no money")))]);
        state.run.asked.kind = Some(AnswerKind::Report { depth: 1 });
        let made = by_code(&state, vec!["stopped".into()]);
        assert_eq!((made.sections.len(), made.references.len(), made.depth), (1, 2, 1));
        assert_eq!(made.references[0], ["i1q1/f1"]);
        assert!(made.sentences().all(|one| !one.findings.is_empty()));
        assert_eq!(made.summary[0].findings, [1]);
        assert_eq!((made.flags.as_slice(), made.checks.supported), (&["stopped".to_owned()][..], 2));
    }

    #[test]
    fn without_a_finding_the_report_is_empty() {
        let made = by_code(&state(&[("i1q1", None)]), Vec::new());
        assert!(made.sections.is_empty() && made.summary.is_empty() && made.references.is_empty());
        assert_eq!(made.title, "Will the bill pass by June?");
    }
}
