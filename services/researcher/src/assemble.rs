//! From the final answer and the notebook to research. Pure, and it cannot add: a source that was not seen in this run is
//! dropped, a finding without a source left is dropped, a quote that stands in no page is dropped.

mod ground;
mod standing;

use std::collections::{BTreeMap, BTreeSet};

use domain::research::{Ending, OpenQuestion, TimelineEntry};
use domain::{EntityId, Finding, MicroUsd, Research, Source, Time};
use research::judge::{self, Stances};
use research::quotes;
use serde::{Deserialize, Serialize};

use crate::notebook::{Claim, Notebook};
use ground::{Grounded, Read};
use standing::Stood;

/// The final answer, as `store_research_results` takes it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Report {
    /// Two or three sentences.
    pub(crate) summary: String,
    /// 0 to 1.
    pub(crate) confidence: f64,
    /// In order of importance.
    pub(crate) findings: Vec<Told>,
    /// Dated things.
    pub(crate) timeline: Vec<Dated>,
    /// What is unknown.
    pub(crate) open_questions: Vec<String>,
    /// −1 to 1.
    pub(crate) sentiment: Option<f64>,
    /// Named risks.
    pub(crate) risks: Vec<String>,
    /// Named opportunities.
    pub(crate) opportunities: Vec<String>,
    /// Seconds until it is stale.
    pub(crate) ttl: Option<u64>,
}

/// A finding as the model tells it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Told {
    /// One statement.
    pub(crate) text: String,
    /// Ids of sources that say so.
    pub(crate) sources: Vec<String>,
    /// Ids of sources that say otherwise.
    pub(crate) contradicted_by: Vec<String>,
    /// Words of a source.
    pub(crate) quote: String,
    /// 0 to 1.
    pub(crate) importance: Option<f64>,
}

/// A dated thing as the model tells it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Dated {
    /// A date.
    pub(crate) at: String,
    /// What.
    pub(crate) text: String,
    /// Ids of sources.
    pub(crate) sources: Vec<String>,
}

/// What is known about the work itself.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Made {
    /// What it is about, if it is an entity.
    pub(crate) entity: Option<EntityId>,
    /// When.
    pub(crate) at: Time,
    /// How long it stays fresh, where the model did not say less.
    pub(crate) ttl_seconds: u64,
    /// How it ended.
    pub(crate) ending: Ending,
    /// All model calls.
    pub(crate) cost: MicroUsd,
    /// Who answered.
    pub(crate) model: String,
    /// The prompts' hash.
    pub(crate) prompt_version: String,
}

/// Id within the run → place in the research, and the source as it stands there.
type Numbered = BTreeMap<String, (usize, Source)>;

/// Partial research is stale sooner: somebody should finish it.
const PARTIAL_TTL_SHARE: u64 = 6;
/// Claims that stand for themselves at most: a message has a size.
const CLAIMS: usize = 60;
/// The importance of a finding that says none.
const MIDDLING: f64 = 0.5;

/// An answer with ground under it: what has to be judged, and with the judgement research.
pub(crate) struct Answer<'a> {
    report: Report,
    grounded: Vec<Grounded>,
    notebook: &'a Notebook,
    read: Read<'a>,
}

impl<'a> Answer<'a> {
    /// The answer that was given, or one made of the claims that were read.
    pub(crate) fn of(notebook: &'a Notebook, ending: &Ending) -> Self {
        let report = report(notebook, ending);
        let grounded = ground::findings(&report, notebook);
        Self { report, grounded, notebook, read: Read::of(notebook) }
    }

    /// What of it has to be judged: see [`ground::asked`].
    pub(crate) fn asked(&self) -> Vec<judge::Statement> {
        ground::asked(&self.grounded, &self.read)
    }

    /// Research.
    pub(crate) fn research(self, judged: &Stances, made: Made) -> Research {
        let Self { report, grounded, notebook, read } = self;
        let stands = |(n, finding)| standing::of(n, finding, (notebook, &read), judged);
        let stood: Vec<Stood> = grounded.iter().enumerate().map(stands).collect();
        let dated = ground::timeline(&report, notebook);
        let sources = numbered(notebook, &stood, &dated);
        let findings: Vec<Finding> = grounded
            .iter()
            .zip(&stood)
            .enumerate()
            .map(|(n, (grounded, stood))| finding(n, (grounded, stood), notebook, &sources))
            .collect();
        let timeline = dated.iter().enumerate().map(|(n, (dated, at))| entry(n, dated, *at, &sources)).collect();
        let partial = made.ending != Ending::Complete;
        let ttl =
            report.ttl.unwrap_or(made.ttl_seconds).min(made.ttl_seconds) / if partial { PARTIAL_TTL_SHARE } else { 1 };
        let confidence = if findings.is_empty() { 0.0 } else { share(report.confidence) };
        Research {
            entity: made.entity,
            summary: report.summary.trim().to_owned(),
            findings,
            timeline,
            sources: in_order(sources),
            open_questions: open(&report.open_questions),
            sentiment: report.sentiment.filter(|value| value.is_finite()).map(|value| value.clamp(-1.0, 1.0)),
            confidence,
            risks: named(&report.risks),
            opportunities: named(&report.opportunities),
            made_at: made.at,
            expires_at: made.at + std::time::Duration::from_secs(ttl),
            ending: made.ending,
            from_cache: false,
            tools_used: notebook.tools().to_vec(),
            cost: made.cost,
            model: made.model,
            prompt_version: made.prompt_version,
            left_out: notebook.left_out(),
        }
    }
}

/// Research in which nothing was found out, with the reason.
pub(crate) fn failed(reason: &str, made: Made, open_questions: &[String]) -> Research {
    let ending = Ending::Failed(reason.to_owned());
    let (nothing, made) = (Notebook::default(), Made { ending, ..made });
    let mut research = Answer::of(&nothing, &made.ending).research(&Stances::new(), made);
    reason.clone_into(&mut research.summary);
    research.open_questions = open(open_questions);
    research.expires_at = research.made_at;
    research
}

/// What an answer of the model loses when it is grounded: for the tool's own reply, so that the model can mend it.
pub(crate) fn ungrounded(report: &Report, notebook: &Notebook) -> Vec<String> {
    let lost = report.findings.iter().filter(|told| ground::sourced(told, notebook).is_none());
    lost.map(|told| told.text.chars().take(120).collect()).collect()
}

/// The answer that was given, or one made of the claims.
fn report(notebook: &Notebook, ending: &Ending) -> Report {
    notebook.report().cloned().unwrap_or_else(|| from_claims(notebook, ending))
}

/// No answer came, but pages were read: their claims stand for themselves.
fn from_claims(notebook: &Notebook, ending: &Ending) -> Report {
    let told = |claim: &Claim| Told {
        text: claim.text.clone(),
        sources: vec![claim.source.clone()],
        quote: claim.quote.clone(),
        ..Told::default()
    };
    let why = match ending {
        Ending::Partial(reason) | Ending::Failed(reason) => reason.as_str(),
        Ending::Complete => "no final answer was given",
    };
    let count = notebook.claims().len();
    Report {
        summary: format!("Partial research ({why}): {count} claims were read and no summary was written."),
        confidence: 0.2,
        findings: notebook.claims().iter().take(CLAIMS).map(told).collect(),
        ..Report::default()
    }
}

/// Id in the run → (place, source with its final id). Best tier first, then in the order in which they were found. What was
/// read is kept even if nothing cites it; what only stood in a result list is not.
fn numbered(notebook: &Notebook, stood: &[Stood], dated: &[(Dated, Time)]) -> Numbered {
    let cited: BTreeSet<&String> = stood
        .iter()
        .flat_map(|stood| &stood.sources)
        .chain(dated.iter().flat_map(|(dated, _)| &dated.sources))
        .collect();
    let keep = |source: &&Source| !source.content_hash.is_empty() || cited.contains(&source.id);
    let mut kept: Vec<&Source> = notebook.sources().iter().filter(keep).collect();
    kept.sort_by_key(|source| std::cmp::Reverse(source.tier));
    let number = |(n, source): (usize, &Source)| {
        (source.id.clone(), (n, Source { id: format!("s{}", n + 1), ..source.clone() }))
    };
    kept.into_iter().enumerate().map(number).collect()
}

fn in_order(sources: Numbered) -> Vec<Source> {
    let by_place: BTreeMap<usize, Source> = sources.into_values().collect();
    by_place.into_values().collect()
}

fn finding(n: usize, (grounded, stood): (&Grounded, &Stood), notebook: &Notebook, sources: &Numbered) -> Finding {
    let told = &grounded.told;
    Finding {
        id: ground::id(n),
        text: told.text.trim().to_owned(),
        status: stood.status,
        importance: told.importance.map_or(MIDDLING, share),
        sources: final_ids(&stood.sources, sources),
        against: final_ids(&stood.against, sources),
        voices: stood.voices,
        quote: quote(told, &grounded.cited, notebook),
    }
}

fn entry(n: usize, dated: &Dated, at: Time, sources: &Numbered) -> TimelineEntry {
    TimelineEntry {
        id: format!("t{}", n + 1),
        at,
        text: dated.text.trim().to_owned(),
        sources: final_ids(&dated.sources, sources),
    }
}

fn final_ids(ids: &[String], sources: &Numbered) -> Vec<String> {
    let mut places: Vec<usize> = ids.iter().filter_map(|id| sources.get(id)).map(|(n, _)| *n).collect();
    places.sort_unstable();
    places.dedup();
    places.iter().map(|n| format!("s{}", n + 1)).collect()
}

/// The model's quote if it stands in what was read of a cited source, else that source's own words for the same claim.
fn quote(told: &Told, cited: &[String], notebook: &Notebook) -> String {
    let mut claims = notebook.claims().iter().filter(|claim| cited.contains(&claim.source));
    let same = claims.clone().find(|claim| claim.text.trim() == told.text.trim());
    let quoted = claims.any(|claim| !told.quote.trim().is_empty() && quotes::stands_in(&told.quote, &claim.quote));
    if quoted { told.quote.trim().to_owned() } else { same.map(|claim| claim.quote.clone()).unwrap_or_default() }
}

fn open(questions: &[String]) -> Vec<OpenQuestion> {
    let asked = named(questions);
    asked.into_iter().enumerate().map(|(n, text)| OpenQuestion { id: format!("q{}", n + 1), text }).collect()
}

/// Without empty lines, repetitions and more than anybody reads.
fn named(texts: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for text in texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty()) {
        if kept.len() < 20 && !kept.iter().any(|known| known == text) {
            kept.push(text.to_owned());
        }
    }
    kept
}

fn share(value: f64) -> f64 {
    if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests;
