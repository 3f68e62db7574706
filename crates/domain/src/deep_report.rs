//! A report on a topic: title, summary and sections whose sentences were checked against the findings that they cite.
//! It has no probability.

use serde::{Deserialize, Serialize};

/// Depths of a report: more questions and rounds of research.
pub const DEPTHS: std::ops::RangeInclusive<u8> = 1..=3;

/// A report that answers a question or covers a topic.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeepReport {
    /// Title, which makes no claim of its own.
    pub title: String,
    /// Depth of the research, 1 to 3.
    pub depth: u8,
    /// Executive summary: supported and contested sentences only.
    pub summary: Vec<ReportSentence>,
    /// Sections in order.
    pub sections: Vec<ReportSection>,
    /// Names `question/finding` of each cited finding. A sentence cites the finding at place `n - 1` as `n`.
    pub references: Vec<Vec<String>>,
    /// What the check of the sentences decided.
    pub checks: SentenceChecks,
    /// Number of research rounds.
    pub rounds: u32,
    /// Reasons why the report is partial: budget, cancellation, missing replies of the model.
    pub flags: Vec<String>,
    /// Name of the model that wrote it; empty if code alone did.
    pub model: String,
    /// SHA-256 prefix of the prompt files.
    pub prompt_version: String,
}

/// A section of a report.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportSection {
    /// Heading, which makes no claim of its own.
    pub heading: String,
    /// Paragraphs, none of which is empty.
    pub paragraphs: Vec<Vec<ReportSentence>>,
}

/// A sentence of a report with the findings that it cites.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportSentence {
    /// Text without citations.
    pub text: String,
    /// Numbers of the cited findings, from 1; never empty.
    pub findings: Vec<u32>,
    /// How the findings bear on it.
    pub support: SentenceSupport,
}

/// How the cited findings bear on a sentence. Sentences that they contradict are not published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SentenceSupport {
    /// A supported finding states it.
    Supported,
    /// It is stated by findings that other sources contradict.
    Contested,
    /// It says more than the findings, without another figure, date or name.
    Unsupported,
}

/// Numbers of sentences by the decision of their check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentenceChecks {
    /// Published as supported.
    pub supported: u32,
    /// Published as contested.
    pub contested: u32,
    /// Published as unsupported.
    pub unsupported: u32,
    /// Removed: the cited findings state otherwise.
    pub contradicted: u32,
    /// Removed: it has a figure, a date or a name that no cited finding has.
    pub invented: u32,
    /// Removed: it cites no finding.
    pub uncited: u32,
}

impl SentenceChecks {
    /// Number of published sentences.
    pub fn published(&self) -> u32 {
        self.supported + self.contested + self.unsupported
    }

    /// Number of removed sentences.
    pub fn removed(&self) -> u32 {
        self.contradicted + self.invented + self.uncited
    }
}

impl DeepReport {
    /// Returns the sentences of the summary and of all sections.
    pub fn sentences(&self) -> impl Iterator<Item = &ReportSentence> {
        self.summary.iter().chain(self.sections.iter().flat_map(|section| section.paragraphs.iter().flatten()))
    }

    /// Describes the report in one line.
    pub fn describe(&self) -> String {
        let (sections, sentences) = (self.sections.len(), self.checks.published());
        format!("{}: {sections} sections, {sentences} sentences on {} findings", self.title, self.references.len())
    }
}
