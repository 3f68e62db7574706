//! `lab eval support`: whether the quotes of each finding support it, contradict it or say less.
//!
//! The comparison in code sees finding, quotes, title, publisher and date only. It decides what contradicts; a model
//! judges the rest, as in the researcher.

use std::collections::BTreeMap;
use std::time::Instant;

use futures::{StreamExt, TryStreamExt, stream};
use research::support::request::{self, QueryEvidence, SupportQuery, SupportVerdicts};
use research::support::{Assessment, Evidence, Verdict, assess};
use serde::{Deserialize, Serialize};

use super::model::{Call, Judge};
use super::{Answers, EvalReport, Files, Line, lines};

/// Findings per model call.
const FINDINGS_PER_CALL: usize = 12;
/// Concurrent model calls.
const CONCURRENT_CALLS: usize = 4;
/// Kinds of altered findings whose share that is not taken for supported is reported.
const CHANGES: [(&str, &str); 7] = [
    ("number", "kept_number"),
    ("quantity", "kept_quantity"),
    ("date", "kept_date"),
    ("unit", "kept_unit"),
    ("negation", "kept_negation"),
    ("direction", "kept_direction"),
    ("name", "kept_name"),
];

/// Command-line options of `lab eval support`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    /// Compare in code only. Otherwise a model judges the findings that code does not refuse; without
    /// AUSPEX_MODEL_BASE_URL or a key that is the offline model.
    #[arg(long)]
    code: bool,
}

#[derive(Debug, Deserialize)]
struct Row {
    id: String,
    finding: String,
    quotes: Vec<String>,
    title: Option<String>,
    publisher: Option<String>,
    published: Option<String>,
    /// Expected verdict, for the figures only.
    label: Option<Verdict>,
    /// What was altered, for the figures only.
    change: Option<String>,
}

#[derive(Debug, Serialize)]
struct Answer<'a> {
    id: &'a str,
    label: Verdict,
}

/// Answers each row of an NDJSON file (`id`, `finding`, `quotes`, `title`, `publisher`, `published`).
pub(super) async fn run(args: &Args) -> anyhow::Result<EvalReport> {
    let (rows, refused) = lines::<Row>(&args.files.input)?;
    let mut report = EvalReport::new("support", "findings");
    report.refused = refused;
    let mut answers = Answers::create(&args.files.output)?;
    let start = Instant::now();
    let checks: Vec<Assessment> = rows.iter().map(|line| line.row.check()).collect();
    let open = rows.iter().zip(&checks).filter(|(_, check)| !check.is_decided()).map(|(line, _)| &line.row);
    let open: Vec<&Row> = if args.code { Vec::new() } else { open.collect() };
    let judged = if open.is_empty() { SupportVerdicts::new() } else { judged(&open).await? };
    let mut verdicts = Vec::with_capacity(rows.len());
    for (Line { place, row }, check) in rows.iter().zip(&checks) {
        let by_model = judged.get(&row.id).map(|verdict| verdict.verdict);
        if !args.code && !check.is_decided() && by_model.is_none() {
            report.refuse(place, "the model gave no usable verdict; the comparison decides");
        }
        let label = by_model.filter(|_| !check.is_decided()).unwrap_or(check.verdict);
        answers.json(&Answer { id: &row.id, label })?;
        verdicts.push((row, label));
    }
    report.timed(rows.len(), start.elapsed());
    report.figures = figures(&verdicts);
    answers.finish()?;
    Ok(report)
}

async fn judged(rows: &[&Row]) -> anyhow::Result<SupportVerdicts> {
    let judge = Judge::connect().await?;
    let groups = rows.chunks(FINDINGS_PER_CALL).map(|rows| rows.iter().map(|row| row.query()).collect::<Vec<_>>());
    let calls = stream::iter(groups.enumerate()).map(|(n, queries)| ask(&judge, n, queries));
    let all: Vec<SupportVerdicts> = calls.buffer_unordered(CONCURRENT_CALLS).try_collect().await?;
    judge.close().await?;
    Ok(all.into_iter().flatten().collect())
}

/// Makes one call. After an unusable reply its findings have no verdicts.
async fn ask(judge: &Judge, n: usize, queries: Vec<SupportQuery>) -> anyhow::Result<SupportVerdicts> {
    let read = |reply| request::match_verdicts(&queries, reply);
    let call = Call { n, worker: "researcher", prompts: request::PROMPTS, schema: &request::schema() };
    Ok(judge.ask(call, &queries, read).await?.unwrap_or_default())
}

impl Row {
    fn check(&self) -> Assessment {
        let evidence: Vec<Evidence> = self.query().evidence.iter().map(QueryEvidence::comparable).collect();
        assess(&self.finding, &evidence)
    }

    fn query(&self) -> SupportQuery {
        let evidence = |(n, quote): (usize, &String)| QueryEvidence {
            id: format!("c{}", n + 1),
            quote: quote.clone(),
            claim: String::new(),
            title: self.title.clone().unwrap_or_default(),
            publisher: self.publisher.clone().unwrap_or_default(),
            published: self.published.as_deref().and_then(|day| day.parse().ok()),
            cited: true,
        };
        let evidence = self.quotes.iter().enumerate().map(evidence).collect();
        SupportQuery { id: self.id.clone(), finding: self.finding.clone(), evidence }
    }
}

/// Returns precision and recall of `supported`, the share of true findings that are refused, and by kind of change the
/// share of altered findings that are not taken for supported. Empty if no row has a label.
fn figures(verdicts: &[(&Row, Verdict)]) -> BTreeMap<&'static str, f64> {
    let labelled: Vec<(&Row, Verdict, Verdict)> =
        verdicts.iter().filter_map(|(row, verdict)| Some((*row, *verdict, row.label?))).collect();
    let mut figures = BTreeMap::new();
    if labelled.is_empty() {
        return figures;
    }
    let is_supported = |verdict: &Verdict| *verdict == Verdict::Supported;
    let honest: Vec<Verdict> =
        labelled.iter().filter(|(_, _, label)| is_supported(label)).map(|(_, verdict, _)| *verdict).collect();
    let taken: Vec<Verdict> =
        labelled.iter().filter(|(_, verdict, _)| is_supported(verdict)).map(|(_, _, label)| *label).collect();
    let is_contradicted = |verdict: &Verdict| *verdict == Verdict::Contradicted;
    figures.insert("precision", share(&taken, is_supported));
    figures.insert("recall", share(&honest, is_supported));
    figures.insert("refused_true_findings", share(&honest, is_contradicted));
    for (change, name) in CHANGES {
        let altered = |(row, _, label): &&(&Row, Verdict, Verdict)| {
            is_contradicted(label) && row.change.as_deref() == Some(change)
        };
        let altered: Vec<Verdict> = labelled.iter().filter(altered).map(|(_, verdict, _)| *verdict).collect();
        if !altered.is_empty() {
            figures.insert(name, share(&altered, |verdict| !is_supported(verdict)));
        }
    }
    figures
}

#[expect(clippy::cast_precision_loss, reason = "counts of rows")]
fn share(verdicts: &[Verdict], wanted: impl Fn(&Verdict) -> bool) -> f64 {
    verdicts.iter().filter(|verdict| wanted(verdict)).count() as f64 / verdicts.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, finding: &str, label: Verdict) -> Row {
        Row {
            id: id.into(),
            finding: finding.into(),
            quotes: vec!["The mill in Ober employs 40 people.".into()],
            title: None,
            publisher: Some("Ober Post".into()),
            published: Some("2026-11-20".into()),
            label: Some(label),
            change: Some("number".into()),
        }
    }

    #[tokio::test]
    async fn code_refuses_and_the_model_judges_the_rest() {
        let same = row("a", "The mill in Ober employs 40 people.", Verdict::Supported);
        let other = row("b", "The mill in Ober employs 50 people.", Verdict::Contradicted);
        let open = row("c", "Forty people work at the mill in Ober.", Verdict::Supported);
        assert!(same.check().is_decided() && other.check().is_contradicted() && !open.check().is_decided());
        let judged = judged(&[&open]).await.unwrap();
        assert_eq!(judged["c"].verdict, Verdict::Supported);
        let figures = figures(&[(&same, Verdict::Supported), (&other, Verdict::Contradicted)]);
        let figure = |name: &str| figures.get(name).copied();
        assert_eq!((figure("precision"), figure("recall"), figure("kept_number")), (Some(1.0), Some(1.0), Some(1.0)));
        assert_eq!((figure("refused_true_findings"), figure("kept_date")), (Some(0.0), None));
    }
}
