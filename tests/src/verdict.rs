//! The invariants of the fleet, checked against the database, the streams and the invoice.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use async_nats::jetstream;
use domain::JobId;
use domain::miss::BY_RESEARCH_REASON;
use offline::Line;

use crate::{Database, streams, wait};

/// Maximum time until the lease of a killed worker lapses: the lease of 45 s plus a margin for a busy machine.
const LEASE_TIMEOUT: Duration = Duration::from_secs(60);

/// Result of each invariant; `None` means that it holds.
#[derive(Debug, Clone, Default)]
pub struct InvariantReport {
    /// Invariants in the order of the checks.
    pub invariants: Vec<(String, Option<String>)>,
    /// Figures without a limit.
    pub figures: Vec<(String, String)>,
}

impl InvariantReport {
    /// Checks all invariants.
    pub async fn judge(
        database: &Database,
        jetstream: &jetstream::Context,
        jobs: &[JobId],
        invoice: &[Line],
    ) -> anyhow::Result<Self> {
        let mut verdict = Self::default();
        verdict.outcomes(database, jobs).await?;
        verdict.uniqueness(database).await?;
        verdict.messages(database, jetstream).await?;
        verdict.money(database, invoice).await?;
        verdict.leases(database).await;
        Ok(verdict)
    }

    /// Checks the ledger and the leases only: the messages of a fleet with a single kind of worker have no consumers.
    pub async fn judge_accounts(database: &Database, invoice: &[Line]) -> anyhow::Result<Self> {
        let mut verdict = Self::default();
        verdict.money(database, invoice).await?;
        verdict.leases(database).await;
        Ok(verdict)
    }

    /// Returns true if every invariant holds.
    pub fn holds_all(&self) -> bool {
        self.invariants.iter().all(|(_, broken)| broken.is_none())
    }

    /// Checks the notes of facts: none exists twice, none is lost, and of competing ones one holds. For fleets whose
    /// notes no retention deletes.
    pub async fn check_memory(&mut self, database: &Database) -> anyhow::Result<()> {
        let twice =
            "SELECT count(*) FROM (SELECT n.tenant, n.text, f.topic FROM note n JOIN note_fact f ON f.note = n.id
             GROUP BY 1, 2, 3 HAVING count(*) > 1) AS t";
        self.add_zero("no note of a fact exists twice", database.count(twice).await?);
        // Evidence and its notes are one outcome.
        let lost = "SELECT count(*) FROM evidence e WHERE e.body->'research'->>'from_cache' = 'false'
             AND e.body->'research'->'ending'->>'kind' <> 'failed'
             AND EXISTS (SELECT FROM json_array_elements(e.body->'research'->'findings') AS f
                         WHERE f->>'status' = 'supported' AND json_array_length(f->'sources') > json_array_length(f->'against'))
             AND NOT EXISTS (SELECT FROM note_sighting s WHERE s.research = e.job)";
        self.add_zero("no note of supported findings is lost", database.count(lost).await?);
        let unknown =
            "SELECT count(*) FROM note_sighting s WHERE NOT EXISTS (SELECT FROM evidence e WHERE e.job = s.research)";
        self.add_zero("every note of a fact has its evidence", database.count(unknown).await?);
        let rivals = "SELECT count(*) FROM (SELECT f.topic FROM note_fact f JOIN note n ON n.id = f.note
             WHERE n.ended_at IS NULL GROUP BY f.topic HAVING count(*) > 1) AS t";
        self.add_zero("of competing facts one holds", database.count(rivals).await?);
        self.figures
            .push(("notes of facts".into(), database.count("SELECT count(*) FROM note_fact").await?.to_string()));
        Ok(())
    }

    /// Returns the share of model calls that repeat a step of a job, 0 to 1.
    pub async fn repeated(database: &Database) -> anyhow::Result<f64> {
        let paid = "FROM call WHERE state IN ('settled', 'wasted', 'unknown')";
        let calls = database.count(&format!("SELECT count(*) {paid}")).await?;
        let distinct =
            database.count(&format!("SELECT count(*) FROM (SELECT DISTINCT job, step, input {paid}) d")).await?;
        Ok((calls - distinct) as f64 / (distinct.max(1)) as f64)
    }

    /// Adds the result of a check.
    pub(crate) fn add(&mut self, invariant: &str, broken: Option<String>) {
        self.invariants.push((invariant.to_owned(), broken));
    }

    fn add_zero(&mut self, invariant: &str, count: i64) {
        self.add(invariant, (count != 0).then(|| count.to_string()));
    }

    async fn outcomes(&mut self, database: &Database, jobs: &[JobId]) -> anyhow::Result<()> {
        let accounted = database.accounted(jobs).await?;
        self.add(
            "every job has an outcome",
            (accounted != jobs.len()).then(|| format!("{accounted} of {}", jobs.len())),
        );
        let open = database.open_work().await?;
        self.add("no work is open", (!open.is_empty()).then(|| format!("{open:?}")));
        let events = database.count("SELECT (SELECT count(*) FROM event) + (SELECT coalesce(sum(n), 0) FROM verdict_group, unnest(counts) n)::bigint").await?;
        let dead = database.count("SELECT count(*) FROM dead_letter").await?;
        self.figures.push(("events classified".into(), events.to_string()));
        self.figures.push(("dead letters".into(), dead.to_string()));
        Ok(())
    }

    /// Unique keys exclude duplicate rows; these checks find the same work under two keys.
    async fn uniqueness(&mut self, database: &Database) -> anyhow::Result<()> {
        let classified = "SELECT count(*) FROM event e WHERE (SELECT count(*) FROM result r WHERE r.event = e.job AND r.kind = 'classification') <> 1";
        self.add_zero("one classification result per event", database.count(classified).await?);
        self.verdicts(database).await?;
        self.questions(database).await?;
        let research = "SELECT (SELECT count(*) FROM evidence v WHERE v.body->'task'->'subject'->'question' IS NULL)
             - (SELECT count(*) FROM result WHERE kind = 'research')";
        self.add_zero(
            "one research result per piece of evidence without a waiting run",
            database.count(research).await?,
        );
        // A run that asked for the research request itself has no research.
        let answers = "SELECT count(*) FROM question q JOIN run r ON r.id = q.run WHERE r.ended->'proposed' IS NULL
             AND NOT EXISTS (SELECT 1 FROM answer a WHERE a.run = q.run AND a.question = q.id)";
        self.add_zero("every question of every run has an answer", database.count(answers).await?);
        // Tasks that research requested are not counted as tasks of the classifier.
        let tasks = format!(
            "SELECT count(*) FROM event e WHERE e.run IS NULL AND e.tasks <> (SELECT count(*) FROM evidence v
             WHERE v.event = e.job AND v.body->'task'->>'reason' <> '{BY_RESEARCH_REASON}')
             + (SELECT count(*) FROM macro_result m WHERE m.event = e.job)"
        );
        self.add_zero("one piece of evidence or one macro result per research task", database.count(&tasks).await?);
        let macros = "SELECT count(*) FROM event e WHERE e.kind = 'macro' AND e.tasks = 1 AND NOT (
             (SELECT count(*) FROM macro_result m WHERE m.event = e.job) = 1
             AND (SELECT count(*) FROM result x WHERE x.event = e.job AND x.kind = 'macro')
                 = (SELECT (m.expires_at IS NOT NULL)::int + (SELECT count(*) FROM macro_review v WHERE v.result = m.id)
                    FROM macro_result m WHERE m.event = e.job))";
        self.add_zero("one review per macro, and one answer per state of it", database.count(macros).await?);
        for (what, sql) in FIGURES {
            self.figures.push(((*what).into(), database.count(sql).await?.to_string()));
        }
        Ok(())
    }

    /// Checks that each event was settled either with a group or alone.
    async fn verdicts(&mut self, database: &Database) -> anyhow::Result<()> {
        let both = "SELECT count(*) FROM verdict v WHERE v.grp IS NOT NULL AND (
             EXISTS (SELECT 1 FROM event e WHERE e.job = v.job) OR EXISTS (SELECT 1 FROM dead_letter d WHERE d.job = v.job AND d.consumer = 'classifier'))";
        self.add_zero("no event has a verdict and an ordinary outcome", database.count(both).await?);
        let members = "SELECT count(*) FROM verdict v FULL JOIN (SELECT id, unnest(jobs) AS job FROM verdict_group) g ON g.id = v.grp AND g.job = v.job
             WHERE v.job IS NULL OR g.job IS NULL AND v.grp IS NOT NULL";
        self.add_zero("every verdict is a member of its group", database.count(members).await?);
        let quiet = database.count("SELECT count(*) FROM verdict WHERE grp IS NOT NULL").await?;
        self.figures.push(("events settled in groups".into(), quiet.to_string()));
        Ok(())
    }

    /// Checks that each question has one forecast, or one ending if its run was cancelled, asked for its research
    /// request, or has a forecast that was not approved. A forecast that waits for its review has neither.
    async fn questions(&mut self, database: &Database) -> anyhow::Result<()> {
        let results = "SELECT count(*) FROM run r WHERE (SELECT count(*) FROM result x WHERE x.run = r.id AND x.kind IN ('forecast', 'ended'))
             + (SELECT count(*) FROM macro_result m WHERE m.id = r.id AND m.state = 'pending') <> 1";
        self.add_zero("one forecast, ending or pending review per run", database.count(results).await?);
        let reviews = "SELECT count(*) FROM forecast f WHERE f.review IS DISTINCT FROM
             (SELECT m.state FROM macro_result m WHERE m.id = f.run AND m.subject = 'forecast')";
        self.add_zero("one review per forecast that needs one", database.count(reviews).await?);
        let both = "SELECT count(*) FROM run r WHERE (r.ended IS NULL)::int <> (SELECT count(*) FROM forecast f WHERE f.run = r.id)";
        self.add_zero("one forecast per run that ended with one", database.count(both).await?);
        // A question whose run could not begin is a dead letter of the consumer that begins runs. Garbage on the
        // subject does not count.
        let asked = "SELECT count(*) FROM event WHERE run IS NOT NULL";
        let begun = "SELECT (SELECT count(*) FROM event e JOIN run r ON r.id = e.run AND r.event = e.job)
             + (SELECT count(DISTINCT job) FROM dead_letter d WHERE d.consumer = 'forecaster-runs' AND d.redriven_at IS NULL
                AND EXISTS (SELECT 1 FROM outbox o WHERE o.id = d.job))";
        let (asked, begun) = (database.count(asked).await?, database.count(begun).await?);
        let runs = database.count("SELECT count(*) FROM run").await?;
        self.add(
            "one run per question",
            (asked != begun || runs > asked)
                .then(|| format!("{asked} questions, {begun} begun or dead-lettered, {runs} runs")),
        );
        Ok(())
    }

    async fn messages(&mut self, database: &Database, jetstream: &jetstream::Context) -> anyhow::Result<()> {
        let drained = wait::until("consumers are drained", Duration::from_secs(120), || async {
            let open = streams::undrained(jetstream).await?;
            Ok(if open.is_empty() { Ok(()) } else { Err(format!("{open:?}")) })
        });
        self.add("the streams are drained", drained.await.err().map(|error| error.to_string()));
        let ids = streams::message_ids(jetstream, "AUSPEX_RESULTS").await?;
        let twice: Vec<&String> = ids.iter().filter(|(_, count)| **count > 1).map(|(id, _)| id).collect();
        self.add(
            "every result was published once",
            (!twice.is_empty()).then(|| format!("{} twice: {:?}", twice.len(), twice.first())),
        );
        let mut stored = database.texts("SELECT id::text FROM result").await?;
        for group in database.texts("SELECT message::text FROM verdict_group WHERE answered_at IS NOT NULL").await? {
            stored.push(group.parse::<JobId>()?.derive("result", 0).to_string());
        }
        let missing = stored.iter().filter(|id| !ids.contains_key(*id)).count();
        let unexpected = ids.len() + missing - stored.len().min(ids.len() + missing);
        let broken = (missing > 0 || unexpected > 0)
            .then(|| format!("{missing} not published, {unexpected} published but not stored"));
        self.add("published results = stored results", broken);
        Ok(())
    }

    async fn money(&mut self, database: &Database, invoice: &[Line]) -> anyhow::Result<()> {
        let ledger = database.ledger().await?;
        let mut billed: BTreeMap<&str, u64> = BTreeMap::new();
        for line in invoice.iter().filter(|line| line.charged) {
            *billed.entry(&line.request_id).or_default() += line.cost_micro_usd;
        }
        let unknown_calls = billed.keys().filter(|id| !ledger.contains_key(**id)).count();
        self.add_zero("every invoiced call is in the ledger", i64::try_from(unknown_calls)?);
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
        self.add(
            "ledger = invoice, call by call",
            (!wrong.is_empty()).then(|| format!("{} differ, e.g. {}", wrong.len(), wrong[0])),
        );
        self.add_zero("no open reservation", database.count("SELECT count(*) FROM call WHERE state = 'intent'").await?);
        // The limits of its shares are committed in the row of a daily budget (ADR 0013).
        let sums = "SELECT count(*) FROM budget b WHERE b.committed <> (SELECT coalesce(sum(c.charged), 0) FROM call c WHERE c.budgets @> ARRAY[b.scope])
            + (SELECT coalesce(sum(share.\"limit\"), 0) FROM budget share WHERE share.share_of = b.scope)";
        self.add_zero("every budget = the sum of its calls", database.count(sums).await?);
        self.add_zero(
            "no budget is exceeded",
            database.count("SELECT count(*) FROM budget WHERE committed > \"limit\" + added").await?,
        );
        let charged: u64 = ledger.values().map(|call| call.charged).sum();
        let unknown = ledger.values().filter(|call| call.state == "unknown").count();
        let bill: u64 = billed.values().sum();
        self.figures.push(("model calls (ledger)".into(), ledger.len().to_string()));
        self.figures.push(("of unknown outcome".into(), unknown.to_string()));
        self.figures.push(("charged / billed, micro-dollars".into(), format!("{charged} / {bill}")));
        self.figures.push(("repeated model calls".into(), format!("{:.2} %", 100.0 * Self::repeated(database).await?)));
        Ok(())
    }

    async fn leases(&mut self, database: &Database) {
        let lapsed = wait::until("leases lapse", LEASE_TIMEOUT, || async {
            let held = database
                .count("SELECT count(*) FROM entity_lease WHERE holder IS NOT NULL AND lease_until > now()")
                .await?;
            Ok(if held == 0 { Ok(()) } else { Err(format!("{held} held")) })
        });
        self.add("no lease is held", lapsed.await.err().map(|error| error.to_string()));
    }
}

const FIGURES: &[(&str, &str)] = &[
    ("interesting", "SELECT count(*) FROM event WHERE interesting"),
    ("verdicts and marks", "SELECT count(*) FROM verdict"),
    ("partitions opened", "SELECT coalesce(max(slot) + 1, 0)::bigint FROM verdict_period"),
    ("research results", "SELECT count(*) FROM result WHERE kind = 'research'"),
    ("macros in review", "SELECT count(*) FROM macro_result WHERE subject = 'macro' AND state = 'pending'"),
    ("forecasts in review", "SELECT count(*) FROM macro_result WHERE subject = 'forecast' AND state = 'pending'"),
    ("forecasts", "SELECT count(*) FROM result WHERE kind = 'forecast'"),
    ("research versions", "SELECT count(*) FROM research"),
    ("jobs done", "SELECT count(*) FROM inbox WHERE done_at IS NOT NULL"),
    ("starts that ended in a crash", "SELECT coalesce(sum(strikes), 0)::bigint FROM inbox"),
];

impl fmt::Display for InvariantReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (invariant, broken) in &self.invariants {
            match broken {
                None => writeln!(f, "  ok        {invariant}")?,
                Some(found) => writeln!(f, "  VIOLATED  {invariant}: {found}")?,
            }
        }
        for (what, value) in &self.figures {
            writeln!(f, "            {what}: {value}")?;
        }
        Ok(())
    }
}
