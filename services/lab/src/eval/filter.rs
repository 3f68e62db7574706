//! `lab eval filter`: the items of a question that remain after the pre-filter and the operations of the model.
//!
//! The evidence filter runs as in the worker, on research made from the case: each item becomes a finding, its source a
//! source.

use std::collections::{BTreeMap, HashSet};
use std::time::Instant;

use anyhow::Context as _;
use domain::research::Ending;
use domain::{
    ClaimStatus, EventId, Finding, JobId, MicroUsd, Profile, Research, ResearchTask, Source, Subject, Tenant, Tier,
    Time,
};
use futures::{StreamExt, TryStreamExt, stream};
use research::evidence_filter::request::{self, FilterReply};
use research::evidence_filter::{FilterOutcome, ModelDecision, ModelUse, Prefiltered};
use serde::{Deserialize, Serialize};

use super::model::{Call, Judge};
use super::{Answers, EvalReport, Files, Line, lines};

/// Concurrent model calls.
const CONCURRENT_CALLS: usize = 4;

#[derive(Debug, Deserialize)]
struct Case {
    id: String,
    question: String,
    items: Vec<Item>,
}

#[derive(Debug, Deserialize)]
struct Item {
    id: String,
    #[serde(default)]
    source: String,
    text: String,
}

#[derive(Debug, Serialize)]
struct Answer<'a> {
    id: &'a str,
    kept: Vec<&'a str>,
}

/// A case after the evidence filter.
struct Filtered {
    passed: FilterOutcome,
    /// Bytes of the operations; 0 if the model was not called or its reply was unusable.
    operations: usize,
    asked: bool,
}

/// Answers each case of an NDJSON file (`id`, `question`, `items` with `id`, `source`, `text`) with the ids that
/// remain.
pub(super) async fn run(files: &Files) -> anyhow::Result<EvalReport> {
    let (cases, refused) = lines::<Case>(&files.input)?;
    let mut report = EvalReport::new("filter", "cases");
    report.refused = refused;
    let mut answers = Answers::create(&files.output)?;
    let start = Instant::now();
    let judge = Judge::connect().await?;
    let all = cases.iter().enumerate().map(|(n, case)| filtered(&judge, n, &case.row));
    let all: Vec<Filtered> = stream::iter(all).buffered(CONCURRENT_CALLS).try_collect().await?;
    judge.close().await?;
    for (Line { row, .. }, filtered) in cases.iter().zip(&all) {
        answers.json(&Answer { id: &row.id, kept: row.kept(&filtered.passed) })?;
    }
    report.timed(cases.len(), start.elapsed());
    report.figures = figures(&all)?;
    answers.finish()?;
    Ok(report)
}

async fn filtered(judge: &Judge, n: usize, case: &Case) -> anyhow::Result<Filtered> {
    let (task, research) = (case.task(), case.research());
    let prefiltered = research::evidence_filter::prefilter(&task, research);
    let asked = prefiltered.needs_model;
    let (decision, operations) =
        if asked { ask_model(judge, n, &task, &prefiltered).await? } else { (ModelDecision::NotNeeded, 0) };
    Ok(Filtered {
        passed: research::evidence_filter::build_evidence(task, prefiltered, decision, ModelUse::default()),
        operations,
        asked,
    })
}

/// Returns the decision of the model and the bytes of its operations.
async fn ask_model(
    judge: &Judge,
    n: usize,
    task: &ResearchTask,
    prefiltered: &Prefiltered,
) -> anyhow::Result<(ModelDecision, usize)> {
    let input = request::input(task, &prefiltered.research);
    let call = Call { n, worker: "filter", prompts: ["filter.md", "input.md"], schema: &request::schema() };
    let reply: Option<FilterReply> = judge.ask(call, &input, Ok).await?;
    let Some(FilterReply { operations }) = reply else {
        return Ok((ModelDecision::Unavailable("unusable operations".to_owned()), 0));
    };
    let bytes = serde_json::to_vec(&operations).context("operations are JSON")?.len();
    Ok((ModelDecision::Operations(operations), bytes))
}

/// Figures over the cases with a model call, among them the bytes of the operations as a share of the whole evidence.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn figures(all: &[Filtered]) -> anyhow::Result<BTreeMap<&'static str, f64>> {
    let (mut operations, mut evidence) = (0, 0);
    for one in all.iter().filter(|one| one.operations > 0) {
        operations += one.operations;
        evidence += serde_json::to_vec(&proto::v1::Research::from(&one.passed.evidence.research))?.len();
    }
    let asked = all.iter().filter(|one| one.asked).count();
    let passed = all.iter().filter(|one| one.asked && one.operations == 0).count();
    let mut figures = BTreeMap::from([
        ("model_asked", asked as f64),
        ("passed_through", passed as f64),
        ("operations_refused", all.iter().map(|one| one.passed.refused).sum::<usize>() as f64),
    ]);
    if operations > 0 {
        figures.insert("operations_share_of_re_emission", operations as f64 / evidence as f64);
    }
    Ok(figures)
}

impl Case {
    fn task(&self) -> ResearchTask {
        let event_job = JobId::named(&["eval", "filter", &self.id]);
        ResearchTask {
            tenant: Tenant::default(),
            event: EventId::parse(&event_job.to_string()).expect("a UUID is a valid event id: 36 plain characters"),
            event_job,
            subject: Subject::Miss { query: self.question.clone(), context: String::new(), max_sources: 20 },
            reason: "an evaluation".to_owned(),
            // A loose profile, so that its limits on findings do not affect the result.
            profile: Profile::Loose,
            budget: MicroUsd::ZERO,
            deadline: None,
            as_of: None,
            alarm: String::new(),
            can_wait: false,
            is_foreign: false,
            entity_terms: None,
            event_facts: Vec::new(),
            sources: domain::SourceRules::default(),
        }
    }

    fn research(&self) -> Research {
        let mut titles: Vec<&str> = Vec::new();
        for item in &self.items {
            if !titles.contains(&item.source.as_str()) {
                titles.push(&item.source);
            }
        }
        let source_of = |item: &Item| titles.iter().position(|title| *title == item.source).unwrap_or_default();
        let findings = self.items.iter().enumerate().map(|(n, item)| Finding {
            id: finding_id(n),
            text: item.text.clone(),
            status: ClaimStatus::Unclear,
            importance: 0.5,
            sources: vec![format!("s{}", source_of(item) + 1)],
            contradictions: Vec::new(),
            independent_sources: 1,
            quote: String::new(),
        });
        Research { findings: findings.collect(), sources: sources(&titles), ..empty() }
    }

    /// Returns the ids of the items that remain, each once, because a set may repeat an id. A merged item remains if
    /// the item that it was merged into remains.
    fn kept(&self, passed: &FilterOutcome) -> Vec<&str> {
        let mut kept: HashSet<&str> = passed.evidence.research.findings.iter().map(|one| one.id.as_str()).collect();
        // In reverse order, because an item may be merged into one that is merged later.
        for (gone, into) in passed.merged.iter().rev() {
            if kept.contains(into.as_str()) {
                kept.insert(gone);
            }
        }
        let mut told = HashSet::new();
        let items = self.items.iter().enumerate().filter(|(n, _)| kept.contains(finding_id(*n).as_str()));
        items.map(|(_, item)| item.id.as_str()).filter(|id| told.insert(*id)).collect()
    }
}

/// Generated id: an id of the set may be any text.
fn finding_id(n: usize) -> String {
    format!("f{}", n + 1)
}

fn sources(titles: &[&str]) -> Vec<Source> {
    let source = |(n, title): (usize, &&str)| Source {
        id: format!("s{}", n + 1),
        url: String::new(),
        title: (*title).to_owned(),
        publisher: String::new(),
        published_at: None,
        fetched_at: Time::UNIX_EPOCH,
        tier: Tier::Other,
        tier_reason: String::new(),
        content_hash: String::new(),
    };
    titles.iter().enumerate().map(source).collect()
}

fn empty() -> Research {
    Research {
        entity: None,
        summary: String::new(),
        findings: Vec::new(),
        timeline: Vec::new(),
        sources: Vec::new(),
        open_questions: Vec::new(),
        sentiment: None,
        confidence: 0.0,
        risks: Vec::new(),
        opportunities: Vec::new(),
        made_at: Time::UNIX_EPOCH,
        expires_at: Time::UNIX_EPOCH,
        ending: Ending::Complete,
        from_cache: false,
        tools_used: Vec::new(),
        cost: MicroUsd::ZERO,
        model: String::new(),
        prompt_version: String::new(),
        left_out: Vec::new(),
        lacks: Vec::new(),
        recalled: None,
        directions: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(items: &[(&str, &str, &str)]) -> Case {
        let item = |(id, source, text): &(&str, &str, &str)| Item {
            id: (*id).to_owned(),
            source: (*source).to_owned(),
            text: (*text).to_owned(),
        };
        let question = "Will the northern reservoir be full before the summer harvest?".to_owned();
        Case { id: "c".into(), question, items: items.iter().map(item).collect() }
    }

    #[tokio::test]
    async fn relevant_items_are_kept_and_each_id_is_reported_once() {
        let case = case(&[
            ("dam:1", "Dam", "The northern reservoir is three quarters full before the summer."),
            ("dam:2", "Dam", "Its keepers measure every Monday."),
            ("egg:1", "Kitchen", "Pancakes need eggs."),
            ("egg:2", "Kitchen", "Flour comes next."),
            ("farm:1", "Farm", "The harvest begins in August, in summer."),
            ("farm:1", "Farm", "A full reservoir waters the harvest."),
            ("moon:1", "Moon", "Craters were named by Riccioli."),
            ("sun:1", "Orchestra", "A violin has four strings and the viola as many."),
            ("dam:3", "Dam (old)", "The northern reservoir is three quarters full, before the summer!"),
        ]);
        let judge = Judge::connect().await.unwrap();
        let filtered = filtered(&judge, 0, &case).await.unwrap();
        judge.close().await.unwrap();
        assert_eq!(case.kept(&filtered.passed), ["dam:1", "dam:2", "farm:1", "dam:3"]);
    }
}
