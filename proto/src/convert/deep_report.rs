//! `deep_report.proto`: reports on a topic.

use domain::DeepReport;
use domain::deep_report::{DEPTHS, ReportSection, ReportSentence, SentenceChecks, SentenceSupport};

use super::check;
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::DeepReport> for DeepReport {
    type Error = InvalidEvent;

    fn try_from(wire: v1::DeepReport) -> Result<Self, InvalidEvent> {
        let v1::DeepReport {
            title,
            depth,
            summary,
            sections,
            references,
            checks,
            rounds,
            flags,
            model,
            prompt_version,
        } = wire;
        Ok(Self {
            title,
            depth: depth_from_wire(depth, "depth")?,
            summary: check::each(summary, "summary")?,
            sections: check::each(sections, "sections")?,
            references: references.into_iter().map(|v1::ReportReference { findings }| findings).collect(),
            checks: checks.unwrap_or_default().into(),
            rounds,
            flags,
            model,
            prompt_version,
        })
    }
}

impl From<&DeepReport> for v1::DeepReport {
    fn from(report: &DeepReport) -> Self {
        let DeepReport { title, depth, summary, sections, references, checks, rounds, flags, model, prompt_version } =
            report;
        Self {
            title: title.clone(),
            depth: u32::from(*depth),
            summary: summary.iter().map(Into::into).collect(),
            sections: sections.iter().map(Into::into).collect(),
            references: references.iter().map(|names| v1::ReportReference { findings: names.clone() }).collect(),
            checks: Some((*checks).into()),
            rounds: *rounds,
            flags: flags.clone(),
            model: model.clone(),
            prompt_version: prompt_version.clone(),
        }
    }
}

/// Converts a depth and checks its range.
pub(super) fn depth_from_wire(depth: u32, path: &str) -> Result<u8, InvalidEvent> {
    let known = u8::try_from(depth).ok().filter(|depth| DEPTHS.contains(depth));
    known.ok_or_else(|| InvalidEvent::new(path, format!("is {depth}; it must be 1, 2 or 3")))
}

impl TryFrom<v1::ReportSection> for ReportSection {
    type Error = InvalidEvent;

    fn try_from(wire: v1::ReportSection) -> Result<Self, InvalidEvent> {
        let v1::ReportSection { heading, paragraphs } = wire;
        let paragraph = |(index, v1::ReportParagraph { sentences }): (usize, v1::ReportParagraph)| {
            check::each(sentences, &format!("paragraphs[{index}].sentences"))
        };
        Ok(Self { heading, paragraphs: paragraphs.into_iter().enumerate().map(paragraph).collect::<Result<_, _>>()? })
    }
}

impl From<&ReportSection> for v1::ReportSection {
    fn from(section: &ReportSection) -> Self {
        let ReportSection { heading, paragraphs } = section;
        let paragraph = |sentences: &Vec<ReportSentence>| v1::ReportParagraph {
            sentences: sentences.iter().map(Into::into).collect(),
        };
        Self { heading: heading.clone(), paragraphs: paragraphs.iter().map(paragraph).collect() }
    }
}

impl TryFrom<v1::ReportSentence> for ReportSentence {
    type Error = InvalidEvent;

    fn try_from(wire: v1::ReportSentence) -> Result<Self, InvalidEvent> {
        let v1::ReportSentence { text, findings, support } = wire;
        let support = check::choice(support, "support", |support| match support {
            v1::SentenceSupport::Unspecified => None,
            v1::SentenceSupport::Supported => Some(SentenceSupport::Supported),
            v1::SentenceSupport::Contested => Some(SentenceSupport::Contested),
            v1::SentenceSupport::Unsupported => Some(SentenceSupport::Unsupported),
        })?;
        Ok(Self { text, findings, support })
    }
}

impl From<&ReportSentence> for v1::ReportSentence {
    fn from(sentence: &ReportSentence) -> Self {
        let ReportSentence { text, findings, support } = sentence;
        let support = match support {
            SentenceSupport::Supported => v1::SentenceSupport::Supported,
            SentenceSupport::Contested => v1::SentenceSupport::Contested,
            SentenceSupport::Unsupported => v1::SentenceSupport::Unsupported,
        };
        Self { text: text.clone(), findings: findings.clone(), support: support.into() }
    }
}

impl From<v1::SentenceChecks> for SentenceChecks {
    fn from(wire: v1::SentenceChecks) -> Self {
        let v1::SentenceChecks { supported, contested, unsupported, contradicted, invented, uncited } = wire;
        Self { supported, contested, unsupported, contradicted, invented, uncited }
    }
}

impl From<SentenceChecks> for v1::SentenceChecks {
    fn from(checks: SentenceChecks) -> Self {
        let SentenceChecks { supported, contested, unsupported, contradicted, invented, uncited } = checks;
        Self { supported, contested, unsupported, contradicted, invented, uncited }
    }
}
