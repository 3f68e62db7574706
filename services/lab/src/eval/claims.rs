//! `lab eval claims`: the status of each claim, derived from the stances of its evidence. Stances come from the set or
//! from a model.

use std::collections::BTreeMap;
use std::time::Instant;

use domain::{Stance, Standing};
use futures::{StreamExt, TryStreamExt, stream};
use research::judge::{self, Quote, StanceQuery, Stances};
use serde::{Deserialize, Serialize};

use super::model::{Call, Judge};
use super::{Answers, EvalReport, Files, Line, lines};

/// Claims per model call.
const CLAIMS_PER_CALL: usize = 12;
/// Concurrent model calls.
const CONCURRENT_CALLS: usize = 4;

/// Command-line options of `lab eval claims`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    /// Take all stances from the model, even if the set has them. Without AUSPEX_MODEL_BASE_URL or a key, the offline
    /// model compares words.
    #[arg(long)]
    judge: bool,
}

#[derive(Debug, Deserialize)]
struct Row {
    id: String,
    claim: String,
    evidence: Vec<Piece>,
}

#[derive(Debug, Deserialize)]
struct Piece {
    id: String,
    text: String,
    stance: Option<Stance>,
}

#[derive(Debug, Serialize)]
struct Answer<'a> {
    id: &'a str,
    status: &'static str,
    stances: BTreeMap<&'a str, Stance>,
}

/// Answers each claim of an NDJSON file (`id`, `claim`, `evidence` with `id`, `text` and an optional `stance`).
pub(super) async fn run(args: &Args) -> anyhow::Result<EvalReport> {
    let (rows, refused) = lines::<Row>(&args.files.input)?;
    let mut report = EvalReport::new("claims", "claims");
    report.refused = refused;
    let mut answers = Answers::create(&args.files.output)?;
    let start = Instant::now();
    let open: Vec<&Row> = rows.iter().map(|line| &line.row).filter(|row| args.judge || !row.is_judged()).collect();
    let judged = if open.is_empty() { Stances::new() } else { judged(&open).await? };
    for Line { place, row } in &rows {
        match row.stances((!args.judge).then_some(()), &judged) {
            Some(stances) => answers.json(&Answer {
                id: &row.id,
                status: Standing::from_stances(stances.values().copied()).name(),
                stances,
            })?,
            None => report.refuse(place, "the model gave no usable stances"),
        }
    }
    report.timed(rows.len(), start.elapsed());
    answers.finish()?;
    Ok(report)
}

async fn judged(rows: &[&Row]) -> anyhow::Result<Stances> {
    let judge = Judge::connect().await?;
    let groups = rows.chunks(CLAIMS_PER_CALL).map(|rows| rows.iter().map(|row| row.statement()).collect::<Vec<_>>());
    let asked = stream::iter(groups.enumerate()).map(|(n, statements)| ask(&judge, n, statements));
    let all: Vec<Stances> = asked.buffer_unordered(CONCURRENT_CALLS).try_collect().await?;
    judge.close().await?;
    Ok(all.into_iter().flatten().collect())
}

/// Makes one call. After an unusable reply its claims have no stances and are refused.
async fn ask(judge: &Judge, n: usize, statements: Vec<StanceQuery>) -> anyhow::Result<Stances> {
    let read = |answer| judge::match_stances(&statements, answer);
    let call = Call { n, worker: "researcher", prompts: judge::PROMPTS, schema: &judge::schema() };
    Ok(judge.ask(call, &statements, read).await?.unwrap_or_default())
}

impl Row {
    fn is_judged(&self) -> bool {
        self.evidence.iter().all(|piece| piece.stance.is_some())
    }

    fn statement(&self) -> StanceQuery {
        let quote = |piece: &Piece| Quote { id: piece.id.clone(), text: piece.text.clone() };
        StanceQuery {
            id: self.id.clone(),
            text: self.claim.clone(),
            evidence: self.evidence.iter().map(quote).collect(),
        }
    }

    /// Returns the stance of each piece of evidence: that of the set if `used`, else that of the model; `None` if one
    /// is missing.
    fn stances(&self, used: Option<()>, judged: &Stances) -> Option<BTreeMap<&str, Stance>> {
        let of = |piece: &Piece| {
            let given = used.and(piece.stance);
            given.or_else(|| judged.get(&(self.id.clone(), piece.id.clone())).copied())
        };
        self.evidence.iter().map(|piece| Some((piece.id.as_str(), of(piece)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(stances: [Option<Stance>; 2]) -> Row {
        let [one, other] = stances;
        let piece = |id: &str, text: &str, stance| Piece { id: id.into(), text: text.into(), stance };
        let evidence = vec![
            piece("e1", "The senate passed the budget bill.", one),
            piece("e2", "The senate has not passed the budget bill.", other),
        ];
        Row { id: "c".into(), claim: "The senate passed the budget bill.".into(), evidence }
    }

    #[tokio::test]
    async fn given_stances_are_used_and_missing_ones_are_judged() {
        let given = row([Some(Stance::Neutral), Some(Stance::Refutes)]);
        let stances = given.stances(Some(()), &Stances::new()).unwrap();
        assert_eq!(Standing::from_stances(stances.values().copied()), Standing::Refuted);
        let open = row([None, None]);
        assert!(!open.is_judged() && open.stances(Some(()), &Stances::new()).is_none());
        let judged = judged(&[&open]).await.unwrap();
        let stances = open.stances(Some(()), &judged).unwrap();
        assert_eq!(Standing::from_stances(stances.values().copied()), Standing::Contested, "{stances:?}");
    }
}
