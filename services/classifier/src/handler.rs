//! *Hears* `EventReceived`, up to 32 at once or what came within 500 ms.
//! *Says* `EventClassified` for every event, and `ResearchRequested` or `ForecastRequested` where there is work.
//! *Twice is harmless because* every id derives from the event's own job, and the model's answer to a batch is remembered.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use coordination::Coordination;
use domain::classification::Fate;
use domain::event::Transaction;
use domain::{Decider, Event, JobId, MicroUsd, Tenant};
use futures::future::join_all;
use proto::events::EventReceived;
use runtime::Failure;
use runtime::handler::{Attempt, BatchHandler, Outcome};
use store::Memory;

use crate::alarm;
use crate::ask::Open;
use crate::decide::{self, Known, Standing, Verdict};
use crate::judge::{Batch, Judge, Judged};
use crate::rules::{Identifier, Rules, Ruling};
use crate::standing;
use crate::work::Budgets;

/// The classifier.
pub struct Classifier<M> {
    /// What the fleet knows.
    pub memory: Arc<M>,
    /// Hints about what it knows.
    pub marks: Arc<dyn Coordination>,
    /// The model; `None`: the rules decide alone.
    pub judge: Option<Judge>,
    /// The rules.
    pub rules: Rules,
    /// How long further alarms about the same are taken for the same news.
    pub alarm_pause: Duration,
    /// A trade over this becomes a forecast.
    pub scout: MicroUsd,
    /// What work may cost.
    pub budgets: Budgets,
}

/// A transaction of the batch on its way to a verdict.
struct Seen<'a> {
    event: &'a Event,
    tx: &'a Transaction,
    attempt: &'a Attempt,
    identifiers: Vec<Identifier>,
    ruling: Ruling,
}

/// A verdict, or why the transaction is handed back.
type Settled = Result<Verdict, Failure>;

impl<M: Memory> BatchHandler for Classifier<M> {
    const NAME: &'static str = "classifier";
    const SAYS: &'static [&'static str] =
        &["auspex.classification.made", "auspex.research.requested", "auspex.forecast.requested"];
    type In = EventReceived;

    async fn handle(&self, batch: Vec<(EventReceived, Attempt)>) -> Vec<Result<Outcome, Failure>> {
        let seen: Vec<Seen<'_>> = batch.iter().filter_map(|(event, attempt)| self.see(&event.0, attempt)).collect();
        let standing = self.standing(&seen).await;
        let mut verdicts = self.verdicts(&seen, &standing).await;
        self.alarms(&seen, &standing, &mut verdicts).await;
        let prompts = self.judge.as_ref().map(Judge::prompt_version).unwrap_or_default();
        let known = Known { standing: &standing, budgets: self.budgets, prompts };
        let identifiers: HashMap<JobId, Vec<Identifier>> =
            seen.into_iter().map(|seen| (seen.event.job(), seen.identifiers)).collect();
        let mut taken = HashSet::new();
        let settle = |(event, attempt): &(EventReceived, Attempt)| {
            if let Some(decision) = decide::by_kind(&event.0, self.scout, self.budgets, attempt.now()) {
                return Ok(decision.outcome());
            }
            let verdict = verdict_of(&mut verdicts, event.0.job())?;
            let identifiers = identifiers.get(&event.0.job()).map(Vec::as_slice).unwrap_or_default();
            Ok(decide::transaction(&event.0, identifiers, verdict, &known, &mut taken).outcome())
        };
        batch.iter().map(settle).collect()
    }

    /// Only transactions gain from company: all else is decided without the model.
    fn urgent(&self, event: &EventReceived) -> bool {
        decide::transaction_of(&event.0).is_none()
    }
}

impl<M: Memory> Classifier<M> {
    fn see<'a>(&self, event: &'a Event, attempt: &'a Attempt) -> Option<Seen<'a>> {
        let tx = decide::transaction_of(event)?;
        Some(Seen { event, tx, attempt, identifiers: self.rules.identifiers(tx), ruling: self.rules.rule(tx) })
    }

    /// Only what may be researched is looked up: nobody asks about the tokens of what a rule has refused.
    async fn standing(&self, seen: &[Seen<'_>]) -> Standing {
        let relevant =
            seen.iter().filter(|seen| !matches!(&seen.ruling, Ruling::Decided(opinion) if !opinion.interesting));
        let names: HashSet<&str> =
            relevant.flat_map(|seen| &seen.identifiers).map(|identifier| identifier.name.as_str()).collect();
        if names.is_empty() {
            return Standing::new();
        }
        let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        names.sort();
        standing::look_up(&*self.marks, &*self.memory, &names).await
    }

    /// A verdict per job: what the rules decided, and the model's word about the rest, one question per tenant.
    async fn verdicts(&self, seen: &[Seen<'_>], standing: &Standing) -> HashMap<JobId, Settled> {
        let mut verdicts = HashMap::new();
        let mut open: HashMap<&Tenant, Vec<&Seen<'_>>> = HashMap::new();
        let mut jobs = HashSet::new();
        for seen in seen.iter().filter(|seen| jobs.insert(seen.event.job())) {
            match (&seen.ruling, self.excused(seen.event)) {
                (Ruling::Decided(opinion), _) => {
                    let verdict =
                        Verdict { opinion: opinion.clone(), decided_by: Decider::Rule, wanted: None, alarm: None };
                    verdicts.insert(seen.event.job(), Ok(verdict));
                }
                (Ruling::Open, Some(why)) => {
                    verdicts.insert(seen.event.job(), Ok(self.alone(seen.tx, why)));
                }
                (Ruling::Open, None) => open.entry(&seen.event.tenant).or_default().push(seen),
            }
        }
        let asked = open.into_values().map(|of_tenant| self.ask(of_tenant, standing));
        verdicts.extend(join_all(asked).await.into_iter().flatten());
        verdicts
    }

    /// Adds to verdicts what their events say against research that is fresh. An event about nothing fresh costs nothing here.
    async fn alarms(&self, seen: &[Seen<'_>], standing: &Standing, verdicts: &mut HashMap<JobId, Settled>) {
        let is_fresh = |identifier: &&Identifier| standing.get(&identifier.name) == Some(&Fate::Fresh);
        for seen in seen.iter().filter(|seen| seen.identifiers.iter().any(|known| is_fresh(&known))) {
            let job = seen.event.job();
            let Some(Ok(verdict)) = verdicts.get_mut(&job) else { continue };
            let Some(mut alarm) = alarm::heard(seen.tx, verdict) else { continue };
            for identifier in seen.identifiers.iter().filter(is_fresh) {
                if standing::is_first(&*self.marks, &identifier.name, (job, self.alarm_pause)).await {
                    alarm.about.push(identifier.name.clone());
                }
            }
            verdict.alarm = Some(alarm);
        }
    }

    /// Why the model is not asked about an event.
    fn excused(&self, event: &Event) -> Option<&'static str> {
        match &self.judge {
            None => Some("no model is configured"),
            Some(judge) if event.budget.is_some_and(|budget| budget < judge.price()) => {
                Some("its budget does not pay for a model")
            }
            Some(_) => None,
        }
    }

    async fn ask(&self, of_tenant: Vec<&Seen<'_>>, standing: &Standing) -> Vec<(JobId, Settled)> {
        let Some(judge) = &self.judge else { return Vec::new() };
        let open: Vec<Open<'_>> = of_tenant.iter().enumerate().map(|(at, seen)| named(at, seen, standing)).collect();
        let judged = judge.judge(&batch(&of_tenant), &open).await;
        if let Judged::Alone(why) = &judged {
            tracing::warn!(why, transactions = open.len(), "the rules decide alone");
        }
        let settle = |(seen, open): (&Seen<'_>, &Open<'_>)| (seen.event.job(), self.settle(seen.tx, &open.id, &judged));
        of_tenant.into_iter().zip(&open).map(settle).collect()
    }

    fn settle(&self, tx: &Transaction, id: &str, judged: &Judged) -> Settled {
        if let Some(failure) = judged.failure() {
            return Err(failure);
        }
        Ok(match judged {
            Judged::Opinions(opinions) => match opinions.get(id) {
                Some(heard) => Verdict {
                    opinion: heard.opinion.clone(),
                    decided_by: Decider::Model,
                    wanted: heard.research.clone(),
                    alarm: None,
                },
                None => self.alone(tx, "the model left it out"),
            },
            _ => self.alone(tx, "the model gave no usable answer"),
        })
    }

    fn alone(&self, tx: &Transaction, why: &str) -> Verdict {
        let mut opinion = self.rules.alone(tx);
        opinion.reason = format!("{} ({why})", opinion.reason);
        Verdict { opinion, decided_by: Decider::RulesWithoutModel, wanted: None, alarm: None }
    }
}

/// The same event twice in one batch gets the same verdict; a failure is handed back once and told again.
fn verdict_of(verdicts: &mut HashMap<JobId, Settled>, job: JobId) -> Settled {
    match verdicts.get(&job) {
        Some(Ok(verdict)) => Ok(verdict.clone()),
        Some(Err(_)) => verdicts.remove(&job).unwrap_or_else(|| Err(undecided())),
        None => Err(undecided()),
    }
}

fn undecided() -> Failure {
    Failure::retry(anyhow::anyhow!("the same event in this batch was handed back"))
}

fn named<'a>(at: usize, seen: &Seen<'a>, standing: &Standing) -> Open<'a> {
    let known = |identifier: &Identifier| standing.get(&identifier.name).copied().unwrap_or(Fate::Research);
    let identifiers = seen.identifiers.iter().map(|identifier| (identifier.clone(), known(identifier))).collect();
    Open { id: format!("t{}", at + 1), tx: seen.tx, identifiers }
}

fn batch(of_tenant: &[&Seen<'_>]) -> Batch {
    let first = of_tenant[0];
    Batch {
        job: first.event.job(),
        tenant: first.event.tenant.clone(),
        failures: of_tenant.iter().map(|seen| seen.attempt.failures).max().unwrap_or_default(),
        now: first.attempt.now(),
    }
}

#[cfg(test)]
#[path = "handler_test.rs"]
mod tests;
