//! **Consumes** `EventReceived`, in batches of up to 32 or all that arrive within 500 ms.
//! **Emits** `EventClassified` for every event, `ResearchRequested` and `ForecastRequested` for work.
//! **Idempotent because** every id derives from the event's job, and the model's answer to a batch is memoised.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use coordination::Coordination;
use domain::classification::Fate;
use domain::event::Transaction;
use domain::{Decider, Event, JobId, MicroUsd, Tenant, Verdict};
use futures::future::join_all;
use proto::event::Event as _;
use proto::events::{EventClassified, EventReceived, EventsClassified, ForecastRequested, ResearchRequested};
use runtime::handler::{Attempt, BatchHandler, Outcome};
use runtime::{BatchPolicy, Failure};
use store::Memory;
use worker::degraded::{self, Cause, Degraded};

use crate::alarm;
use crate::decide::{self, DecisionInputs, Judgement, ResearchStates, TransactionVerdict};
use crate::judge::{Batch, Judge, Judged};
use crate::model_input::UndecidedTransaction;
use crate::quiet;
use crate::research_state;
use crate::rules::{Identifier, Rules, Ruling};
use crate::work::Budgets;

/// The classifier's handler.
pub struct Classifier<M> {
    /// The fleet's memory.
    pub memory: Arc<M>,
    /// Freshness marks in Redis.
    pub marks: Arc<dyn Coordination>,
    /// The model; `None` if the rules decide alone.
    pub judge: Option<Judge>,
    /// The deterministic rules.
    pub rules: Rules,
    /// Interval in which further alarms about the same token are suppressed.
    pub alarm_pause: Duration,
    /// Trades above this value are forecast.
    pub scout: MicroUsd,
    /// Budgets of emitted work.
    pub budgets: Budgets,
    /// Limits of a group of quiet events; `None` to give each event its own result.
    pub groups: Option<BatchPolicy>,
}

/// Subject of the message about a group of quiet events.
const GROUPED: &str = EventsClassified::SUBJECT;

/// A transaction of the batch with the decision of the rules.
struct RuledTransaction<'a> {
    event: &'a Event,
    tx: &'a Transaction,
    attempt: &'a Attempt,
    identifiers: Vec<Identifier>,
    ruling: Ruling,
}

/// State of each tenant's research by identifier.
type ResearchByTenant = HashMap<Tenant, ResearchStates>;

/// A verdict, or the failure with which the transaction is handed back.
type TransactionResult = Result<TransactionVerdict, Failure>;

impl<M: Memory> BatchHandler for Classifier<M> {
    const NAME: &'static str = "classifier";
    const EMITS: &'static [&'static str] =
        &[EventClassified::SUBJECT, GROUPED, ResearchRequested::SUBJECT, ForecastRequested::SUBJECT];
    type In = EventReceived;

    async fn handle(&self, batch: Vec<(EventReceived, Attempt)>) -> Vec<Result<Outcome, Failure>> {
        let transactions: Vec<RuledTransaction<'_>> =
            batch.iter().filter_map(|(event, attempt)| self.examine(&event.0, attempt)).collect();
        let research = self.look_up_research(&transactions).await;
        let mut verdicts = self.verdicts(&transactions, &research).await;
        self.alarms(&transactions, &research, &mut verdicts).await;
        let prompts = self.judge.as_ref().map(Judge::prompt_version).unwrap_or_default();
        let identifiers: HashMap<JobId, Vec<Identifier>> =
            transactions.into_iter().map(|transaction| (transaction.event.job(), transaction.identifiers)).collect();
        let mut taken: HashMap<Tenant, HashSet<String>> = HashMap::new();
        let unknown = ResearchStates::new();
        let settle = |(event, attempt): &(EventReceived, Attempt)| {
            if let Some(decision) = decide::by_kind(&event.0, self.scout, self.budgets, attempt.now()) {
                return Ok(decision.published_at(attempt.published_at).outcome());
            }
            let verdict = take_verdict(&mut verdicts, event.0.job())?;
            let identifiers = identifiers.get(&event.0.job()).map(Vec::as_slice).unwrap_or_default();
            let tenant = &event.0.tenant;
            let research = research.get(tenant).unwrap_or(&unknown);
            let inputs = DecisionInputs { research, budgets: self.budgets, prompts };
            let taken = taken.entry(tenant.clone()).or_default();
            let decision = decide::transaction(&event.0, Judgement { identifiers, verdict }, &inputs, taken);
            Ok(decision.published_at(attempt.published_at).outcome())
        };
        batch.iter().map(settle).collect()
    }

    fn groups(&self) -> Option<BatchPolicy> {
        self.groups
    }

    fn quiet(&self, event: &EventReceived) -> Option<Verdict> {
        quiet::Judge { rules: &self.rules, scout: self.scout, alone: self.judge.is_none() }.verdict(&event.0)
    }

    /// Only transactions benefit from batching; other events are decided without the model.
    fn urgent(&self, event: &EventReceived) -> bool {
        decide::transaction_of(&event.0).is_none()
    }
}

impl<M: Memory> Classifier<M> {
    fn examine<'a>(&self, event: &'a Event, attempt: &'a Attempt) -> Option<RuledTransaction<'a>> {
        let tx = decide::transaction_of(event)?;
        Some(RuledTransaction {
            event,
            tx,
            attempt,
            identifiers: self.rules.identifiers(tx),
            ruling: self.rules.rule(tx),
        })
    }

    /// Looks up the state of each tenant's research about its identifiers. Skips transactions that a rule rejected,
    /// whose tokens are not researched.
    async fn look_up_research(&self, transactions: &[RuledTransaction<'_>]) -> ResearchByTenant {
        let relevant = transactions
            .iter()
            .filter(|transaction| !matches!(&transaction.ruling, Ruling::Decided(opinion) if !opinion.interesting));
        let mut names: HashMap<&Tenant, BTreeSet<&str>> = HashMap::new();
        for transaction in relevant {
            let own = transaction.identifiers.iter().map(|identifier| identifier.name.as_str());
            names.entry(&transaction.event.tenant).or_default().extend(own);
        }
        names.retain(|_, names| !names.is_empty());
        let states = names.into_iter().map(async |(tenant, names)| {
            let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
            let states = research_state::look_up(&*self.marks, &*self.memory, tenant, &names).await;
            (tenant.clone(), states)
        });
        join_all(states).await.into_iter().collect()
    }

    /// Returns a verdict per job: the rules' decisions, and the model's answers for the rest with one call per tenant.
    async fn verdicts(
        &self,
        transactions: &[RuledTransaction<'_>],
        research: &ResearchByTenant,
    ) -> HashMap<JobId, TransactionResult> {
        let mut verdicts = HashMap::new();
        let mut open: HashMap<&Tenant, Vec<&RuledTransaction<'_>>> = HashMap::new();
        let mut jobs = HashSet::new();
        for transaction in transactions.iter().filter(|transaction| jobs.insert(transaction.event.job())) {
            match (&transaction.ruling, self.skip_reason(transaction.event)) {
                (Ruling::Decided(opinion), _) => {
                    let verdict = TransactionVerdict {
                        opinion: opinion.clone(),
                        decided_by: Decider::Rule,
                        wanted: None,
                        alarm: None,
                    };
                    verdicts.insert(transaction.event.job(), Ok(verdict));
                }
                (Ruling::Open, Some(why)) => {
                    if self.judge.is_some() {
                        degraded::count(Degraded::RulesOnly, Cause::Budget);
                    }
                    verdicts.insert(transaction.event.job(), Ok(self.without_model(transaction.tx, why)));
                }
                (Ruling::Open, None) => open.entry(&transaction.event.tenant).or_default().push(transaction),
            }
        }
        let asked = open.into_values().map(|of_tenant| self.ask(of_tenant, research));
        verdicts.extend(join_all(asked).await.into_iter().flatten());
        verdicts
    }

    /// Adds alarms to the verdicts. Events without fresh identifiers cost nothing here.
    async fn alarms(
        &self,
        transactions: &[RuledTransaction<'_>],
        research: &ResearchByTenant,
        verdicts: &mut HashMap<JobId, TransactionResult>,
    ) {
        for transaction in transactions {
            let Some(states) = research.get(&transaction.event.tenant) else { continue };
            let is_fresh = |identifier: &&Identifier| states.get(&identifier.name) == Some(&Fate::Fresh);
            if !transaction.identifiers.iter().any(|identifier| is_fresh(&identifier)) {
                continue;
            }
            let job = transaction.event.job();
            let Some(Ok(verdict)) = verdicts.get_mut(&job) else { continue };
            let Some(mut alarm) = alarm::detect(transaction.tx, verdict) else { continue };
            for identifier in transaction.identifiers.iter().filter(is_fresh) {
                let about = research_state::about(&transaction.event.tenant, &identifier.name);
                if research_state::claim_alarm(&*self.marks, &about, job, self.alarm_pause).await {
                    alarm.about.push(identifier.name.clone());
                }
            }
            verdict.alarm = Some(alarm);
        }
    }

    /// Returns the reason for not asking the model about an event.
    fn skip_reason(&self, event: &Event) -> Option<&'static str> {
        match &self.judge {
            None => Some("no model is configured"),
            Some(judge) if event.budget.is_some_and(|budget| budget < judge.price()) => {
                Some("its budget does not cover a model call")
            }
            Some(_) => None,
        }
    }

    async fn ask(
        &self,
        of_tenant: Vec<&RuledTransaction<'_>>,
        research: &ResearchByTenant,
    ) -> Vec<(JobId, TransactionResult)> {
        let Some(judge) = &self.judge else { return Vec::new() };
        let open: Vec<UndecidedTransaction<'_>> =
            of_tenant.iter().enumerate().map(|(at, transaction)| named(at, transaction, research)).collect();
        let judged = judge.judge(&batch(&of_tenant), &open).await;
        if let Judged::RulesOnly(cause, why) = &judged {
            degraded::count_many(Degraded::RulesOnly, *cause, open.len());
            tracing::warn!(why, transactions = open.len(), "rules decided without the model");
        }
        let settle = |(transaction, open): (&RuledTransaction<'_>, &UndecidedTransaction<'_>)| {
            (transaction.event.job(), self.settle(transaction.tx, &open.id, &judged))
        };
        of_tenant.into_iter().zip(&open).map(settle).collect()
    }

    fn settle(&self, tx: &Transaction, id: &str, judged: &Judged) -> TransactionResult {
        if let Some(failure) = judged.failure() {
            return Err(failure);
        }
        Ok(match judged {
            Judged::Opinions(opinions) => match opinions.get(id) {
                Some(reply) => TransactionVerdict {
                    opinion: reply.opinion.clone(),
                    decided_by: Decider::Model,
                    wanted: reply.research.clone(),
                    alarm: None,
                },
                None => {
                    degraded::count(Degraded::RulesOnly, Cause::Unusable);
                    self.without_model(tx, "the model omitted it")
                }
            },
            _ => self.without_model(tx, "the model gave no usable answer"),
        })
    }

    fn without_model(&self, tx: &Transaction, why: &str) -> TransactionVerdict {
        let mut opinion = self.rules.without_model(tx);
        opinion.reason = format!("{} ({why})", opinion.reason);
        TransactionVerdict { opinion, decided_by: Decider::RulesWithoutModel, wanted: None, alarm: None }
    }
}

/// Returns the verdict of a job. An event that occurs twice in a batch gets the same verdict; a failure is returned
/// once.
fn take_verdict(verdicts: &mut HashMap<JobId, TransactionResult>, job: JobId) -> TransactionResult {
    match verdicts.get(&job) {
        Some(Ok(verdict)) => Ok(verdict.clone()),
        Some(Err(_)) => verdicts.remove(&job).unwrap_or_else(|| Err(duplicate_failure())),
        None => Err(duplicate_failure()),
    }
}

fn duplicate_failure() -> Failure {
    Failure::retry(anyhow::anyhow!("a duplicate of this event in the batch was handed back"))
}

fn named<'a>(at: usize, transaction: &RuledTransaction<'a>, research: &ResearchByTenant) -> UndecidedTransaction<'a> {
    let states = research.get(&transaction.event.tenant);
    let fate = |identifier: &Identifier| {
        states.and_then(|states| states.get(&identifier.name)).copied().unwrap_or(Fate::Research)
    };
    let identifiers = transaction.identifiers.iter().map(|identifier| (identifier.clone(), fate(identifier))).collect();
    UndecidedTransaction { id: format!("t{}", at + 1), tx: transaction.tx, identifiers }
}

fn batch(of_tenant: &[&RuledTransaction<'_>]) -> Batch {
    let first = of_tenant[0];
    Batch {
        job: first.event.job(),
        tenant: first.event.tenant.clone(),
        failures: of_tenant.iter().map(|transaction| transaction.attempt.failures).max().unwrap_or_default(),
        now: first.attempt.now(),
    }
}

#[cfg(test)]
#[path = "handler_test.rs"]
mod tests;
