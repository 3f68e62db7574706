//! The invariants of RELIABILITY.md (b), held against what the fleet left behind.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use async_nats::jetstream;
use domain::JobId;
use domain::miss::BY_RESEARCH_REASON;
use offline::Line;

use crate::{Truth, streams, wait};

/// Longest time that a lease of a killed worker lives on: 45 s, and a little for a busy machine.
const LEASES_LAPSE: Duration = Duration::from_secs(60);

/// Each promise with what was found; `None` means that it was kept.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// In the order of judging.
    pub promises: Vec<(String, Option<String>)>,
    /// Figures that are no promise.
    pub figures: Vec<(String, String)>,
}

impl Verdict {
    /// Judges everything.
    pub async fn judge(
        truth: &Truth,
        jetstream: &jetstream::Context,
        jobs: &[JobId],
        invoice: &[Line],
    ) -> anyhow::Result<Self> {
        let mut verdict = Self::default();
        verdict.outcomes(truth, jobs).await?;
        verdict.uniqueness(truth).await?;
        verdict.messages(truth, jetstream).await?;
        verdict.money(truth, invoice).await?;
        verdict.leases(truth).await;
        Ok(verdict)
    }

    /// Judges the books and the leases alone: what holds of a fleet of one kind of worker, whose messages nobody hears.
    pub async fn of_the_books(truth: &Truth, invoice: &[Line]) -> anyhow::Result<Self> {
        let mut verdict = Self::default();
        verdict.money(truth, invoice).await?;
        verdict.leases(truth).await;
        Ok(verdict)
    }

    /// Every promise was kept.
    pub fn is_good(&self) -> bool {
        self.promises.iter().all(|(_, broken)| broken.is_none())
    }

    /// Share of model calls that were made again for the same step of the same job, 0 to 1.
    pub async fn repeated(truth: &Truth) -> anyhow::Result<f64> {
        let paid = "FROM call WHERE state IN ('settled', 'wasted', 'unknown')";
        let calls = truth.count(&format!("SELECT count(*) {paid}")).await?;
        let distinct =
            truth.count(&format!("SELECT count(*) FROM (SELECT DISTINCT job, step, input {paid}) d")).await?;
        Ok((calls - distinct) as f64 / (distinct.max(1)) as f64)
    }

    fn keep(&mut self, promise: &str, broken: Option<String>) {
        self.promises.push((promise.to_owned(), broken));
    }

    fn zero(&mut self, promise: &str, count: i64) {
        self.keep(promise, (count != 0).then(|| count.to_string()));
    }

    async fn outcomes(&mut self, truth: &Truth, jobs: &[JobId]) -> anyhow::Result<()> {
        let accounted = truth.accounted(jobs).await?;
        self.keep(
            "jobs in = outcomes out",
            (accounted != jobs.len()).then(|| format!("{accounted} of {}", jobs.len())),
        );
        let open = truth.open_work().await?;
        self.keep("no work is open", (!open.is_empty()).then(|| format!("{open:?}")));
        let events = truth.count("SELECT count(*) FROM event").await?;
        let dead = truth.count("SELECT count(*) FROM dead_letter").await?;
        self.figures.push(("events taken in".into(), events.to_string()));
        self.figures.push(("dead letters".into(), dead.to_string()));
        Ok(())
    }

    /// Tables cannot hold a key twice; what is counted here is the same work done under two keys.
    async fn uniqueness(&mut self, truth: &Truth) -> anyhow::Result<()> {
        let classified = "SELECT count(*) FROM event e WHERE (SELECT count(*) FROM result r WHERE r.event = e.job AND r.kind = 'classification') <> 1";
        self.zero("one classification result per event", truth.count(classified).await?);
        self.questions(truth).await?;
        let research = "SELECT (SELECT count(*) FROM evidence v WHERE v.body->'task'->'subject'->'question' IS NULL)
             - (SELECT count(*) FROM result WHERE kind = 'research')";
        self.zero("one research result per piece of evidence that no run waits for", truth.count(research).await?);
        // Who wanted the research request itself got no research.
        let answers = "SELECT count(*) FROM question q JOIN run r ON r.id = q.run WHERE r.ended->'proposed' IS NULL
             AND NOT EXISTS (SELECT 1 FROM answer a WHERE a.run = q.run AND a.question = q.id)";
        self.zero("every question of every run has its answer", truth.count(answers).await?);
        // What one research asked another for is no task of the classifier's.
        let tasks = format!(
            "SELECT count(*) FROM event e WHERE e.run IS NULL AND e.tasks <> (SELECT count(*) FROM evidence v
             WHERE v.event = e.job AND v.body->'task'->>'reason' <> '{BY_RESEARCH_REASON}')"
        );
        self.zero("one piece of evidence per research task", truth.count(&tasks).await?);
        for (what, sql) in FIGURES {
            self.figures.push(((*what).into(), truth.count(sql).await?.to_string()));
        }
        Ok(())
    }

    /// A forecast per question, no more and no less; where a run was cancelled or asked for its request, that takes its place.
    async fn questions(&mut self, truth: &Truth) -> anyhow::Result<()> {
        let results = "SELECT count(*) FROM run r WHERE (SELECT count(*) FROM result x WHERE x.run = r.id AND x.kind IN ('forecast', 'ended')) <> 1";
        self.zero("one forecast result per run, or why there is none", truth.count(results).await?);
        let both = "SELECT count(*) FROM run r WHERE (r.ended IS NULL)::int <> (SELECT count(*) FROM forecast f WHERE f.run = r.id)";
        self.zero("a forecast per run that ended with one, and no other", truth.count(both).await?);
        // A question whose run could not even begin stands in the dead letters of whoever begins runs; what was no word of ours
        // (garbage on the subject) does not count.
        let asked = "SELECT count(*) FROM event WHERE run IS NOT NULL";
        let begun = "SELECT (SELECT count(*) FROM event e JOIN run r ON r.id = e.run AND r.event = e.job)
             + (SELECT count(DISTINCT job) FROM dead_letter d WHERE d.consumer = 'forecaster-runs' AND d.redriven_at IS NULL
                AND EXISTS (SELECT 1 FROM outbox o WHERE o.id = d.job))";
        let (asked, begun) = (truth.count(asked).await?, truth.count(begun).await?);
        let runs = truth.count("SELECT count(*) FROM run").await?;
        self.keep(
            "a run per question, no more and no less",
            (asked != begun || runs > asked).then(|| format!("{asked} asked, {begun} begun or dead, {runs} runs")),
        );
        Ok(())
    }

    async fn messages(&mut self, truth: &Truth, jetstream: &jetstream::Context) -> anyhow::Result<()> {
        let drained = wait::until("consumers drain", Duration::from_secs(60), || async {
            let open = streams::undrained(jetstream).await?;
            Ok(if open.is_empty() { Ok(()) } else { Err(format!("{open:?}")) })
        });
        self.keep("streams drained", drained.await.err().map(|error| error.to_string()));
        let ids = streams::message_ids(jetstream, "AUSPEX_RESULTS").await?;
        let twice: Vec<&String> = ids.iter().filter(|(_, count)| **count > 1).map(|(id, _)| id).collect();
        self.keep(
            "every result was published once",
            (!twice.is_empty()).then(|| format!("{} twice: {:?}", twice.len(), twice.first())),
        );
        let stored = truth.texts("SELECT id::text FROM result").await?;
        let missing = stored.iter().filter(|id| !ids.contains_key(*id)).count();
        let strange = ids.len() + missing - stored.len().min(ids.len() + missing);
        let broken = (missing > 0 || strange > 0)
            .then(|| format!("{missing} not published, {strange} published but not stored"));
        self.keep("results published = results stored", broken);
        Ok(())
    }

    async fn money(&mut self, truth: &Truth, invoice: &[Line]) -> anyhow::Result<()> {
        let ledger = truth.ledger().await?;
        let mut billed: BTreeMap<&str, u64> = BTreeMap::new();
        for line in invoice.iter().filter(|line| line.charged) {
            *billed.entry(&line.request_id).or_default() += line.cost_micro_usd;
        }
        let strangers = billed.keys().filter(|id| !ledger.contains_key(**id)).count();
        self.zero("every call on the invoice is in the ledger", i64::try_from(strangers)?);
        let mut wrong = Vec::new();
        for (id, call) in &ledger {
            let bill = billed.get(id.as_str()).copied().unwrap_or(0);
            let right = match call.state.as_str() {
                "settled" | "wasted" => call.charged == bill,
                "unknown" => call.charged >= bill && call.charged <= call.max,
                "refused" => call.charged == 0 && bill == 0,
                _ => false,
            };
            if !right {
                wrong.push(format!("{id} {} {} charged, {bill} billed", call.state, call.charged));
            }
        }
        self.keep(
            "ledger = invoice, call by call",
            (!wrong.is_empty()).then(|| format!("{} differ, e.g. {}", wrong.len(), wrong[0])),
        );
        self.zero("no open reservation", truth.count("SELECT count(*) FROM call WHERE state = 'intent'").await?);
        let sums = "SELECT count(*) FROM budget b WHERE b.committed <> (SELECT coalesce(sum(c.charged), 0) FROM call c WHERE c.budgets @> ARRAY[b.scope])";
        self.zero("every budget = the sum of its calls", truth.count(sums).await?);
        self.zero(
            "no budget is exceeded",
            truth.count("SELECT count(*) FROM budget WHERE committed > \"limit\"").await?,
        );
        let charged: u64 = ledger.values().map(|call| call.charged).sum();
        let unknown = ledger.values().filter(|call| call.state == "unknown").count();
        let bill: u64 = billed.values().sum();
        self.figures.push(("model calls (ledger)".into(), ledger.len().to_string()));
        self.figures.push(("of unknown outcome".into(), unknown.to_string()));
        self.figures.push(("charged / billed, micro-dollars".into(), format!("{charged} / {bill}")));
        self.figures.push(("repeated model calls".into(), format!("{:.2} %", 100.0 * Self::repeated(truth).await?)));
        Ok(())
    }

    async fn leases(&mut self, truth: &Truth) {
        let lapsed = wait::until("leases lapse", LEASES_LAPSE, || async {
            let held = truth
                .count("SELECT count(*) FROM entity_lease WHERE holder IS NOT NULL AND lease_until > now()")
                .await?;
            Ok(if held == 0 { Ok(()) } else { Err(format!("{held} held")) })
        });
        self.keep("no lease is held", lapsed.await.err().map(|error| error.to_string()));
    }
}

const FIGURES: &[(&str, &str)] = &[
    ("interesting", "SELECT count(*) FROM event WHERE interesting"),
    ("research results", "SELECT count(*) FROM result WHERE kind = 'research'"),
    ("forecasts", "SELECT count(*) FROM result WHERE kind = 'forecast'"),
    ("research versions", "SELECT count(*) FROM research"),
    ("jobs done", "SELECT count(*) FROM inbox WHERE done_at IS NOT NULL"),
    ("starts that ended in a crash", "SELECT coalesce(sum(strikes), 0)::bigint FROM inbox"),
];

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (promise, broken) in &self.promises {
            match broken {
                None => writeln!(f, "  kept    {promise}")?,
                Some(found) => writeln!(f, "  BROKEN  {promise}: {found}")?,
            }
        }
        for (what, value) in &self.figures {
            writeln!(f, "          {what}: {value}")?;
        }
        Ok(())
    }
}
