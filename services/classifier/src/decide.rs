//! Converts an opinion to the classification of an event and its tasks. Pure.

use std::collections::HashSet;

use domain::classification::{Fate, IdentifierFate};
use domain::event::{RetrievalMiss, ScoutAlert, Transaction};
use domain::{Classification, Decider, Effect, Event, EventKind, MicroUsd, ResearchTask, Run, Time};
use proto::events::{EventClassified, ForecastRequested, ResearchRequested};
use runtime::handler::Outcome;

use crate::alarm::Alarm;
use crate::model_input::MAX_TOKENS;
use crate::rules::{Identifier, Opinion};
use crate::work::{self, Budgets};

/// Research state by identifier.
pub type ResearchStates = std::collections::HashMap<String, Fate>;

/// An opinion about a transaction with its origin.
#[derive(Debug, Clone, PartialEq)]
pub struct TransactionVerdict {
    /// The opinion itself.
    pub opinion: Opinion,
    /// Origin of the opinion.
    pub decided_by: Decider,
    /// Identifiers worth researching; `None` for all.
    pub wanted: Option<Vec<String>>,
    /// Contradiction of fresh research, if any.
    pub alarm: Option<Alarm>,
}

/// The decision about an event.
#[derive(Debug, Clone, PartialEq)]
pub struct EventDecision {
    /// The classification to store.
    pub classification: Classification,
    /// Research tasks to emit.
    pub tasks: Vec<ResearchTask>,
    /// Forecast run to emit.
    pub run: Option<Run>,
}

impl EventDecision {
    /// Adds the time at which the stream stored the event.
    #[must_use]
    pub fn published_at(mut self, time: Option<Time>) -> Self {
        self.classification.published_at = time;
        self
    }

    /// Converts the decision to the handler's outcome.
    pub fn outcome(self) -> Outcome {
        let label = if self.classification.interesting { "interesting" } else { "not_interesting" };
        let written = Effect::Classified(Box::new(self.classification.clone()));
        let mut outcome = Outcome::none().write(written).emit(EventClassified(self.classification)).labelled(label);
        for task in self.tasks {
            outcome = outcome.emit(ResearchRequested(task));
        }
        match self.run {
            Some(run) => outcome.emit(ForecastRequested(run)),
            None => outcome,
        }
    }
}

/// Decides about events other than transactions. Returns `None` for a transaction.
pub fn by_kind(event: &Event, scout: MicroUsd, budgets: Budgets, now: Time) -> Option<EventDecision> {
    Some(match &event.kind {
        EventKind::Transaction(_) => return None,
        EventKind::ScoutAlert(alert) if alert.market.question.trim().is_empty() => {
            not_interesting(event, "the market has no question")
        }
        EventKind::ScoutAlert(alert) if is_large_trade(alert, scout) => {
            let reason = format!("the trade of {} is above the threshold of {scout}", alert.trade.usd_value);
            forecast(event, work::run_of_alert(event, alert, budgets, now), &reason)
        }
        EventKind::ScoutAlert(alert) => not_interesting(
            event,
            &format!("the trade of {} is not above the threshold of {scout}", alert.trade.usd_value),
        ),
        EventKind::Question(asked) => {
            forecast(event, work::run_of_question(event, asked, budgets, now), "question asked")
        }
        EventKind::RetrievalMiss(miss) if is_low_confidence(miss) => research(event, work::miss(event, miss, budgets)),
        EventKind::RetrievalMiss(miss) => {
            let (score, threshold) = (format_score(miss.score), format_score(miss.threshold));
            not_interesting(event, &format!("the score {score} is not below the threshold {threshold}"))
        }
        EventKind::Directions(directions) if directions.bundles.is_empty() => {
            not_interesting(event, "the directions contain no bundle")
        }
        EventKind::Directions(directions) => research(event, work::directions(event, directions, budgets)),
        EventKind::Macro(request) => research(event, work::macro_request(event, request, budgets)),
        EventKind::EntityRequest(request) => research(event, work::entity_request(event, request, budgets, now)),
    })
}

/// Returns `true` if the trade's value is **above** the threshold; the threshold itself is not above.
pub(crate) fn is_large_trade(alert: &ScoutAlert, threshold: MicroUsd) -> bool {
    alert.trade.usd_value > threshold
}

/// Returns `true` if the look-up's score is **below** its threshold; the threshold itself is not below.
pub(crate) fn is_low_confidence(miss: &RetrievalMiss) -> bool {
    miss.score < miss.threshold
}

/// Decides about a transaction. Fresh research is repeated only for an alarm. `taken` collects identifiers for which
/// earlier transactions of the batch emitted a task.
pub fn transaction(
    event: &Event,
    Judgement { identifiers, mut verdict }: Judgement<'_>,
    inputs: &DecisionInputs<'_>,
    taken: &mut HashSet<String>,
) -> EventDecision {
    let (looked_at, others) = identifiers.split_at(identifiers.len().min(MAX_TOKENS));
    let mut fates: Vec<Fate> =
        looked_at.iter().map(|identifier| fate(identifier, &verdict, inputs.research, taken)).collect();
    fates.extend(others.iter().map(|other| inputs.research.get(&other.name).copied().unwrap_or(Fate::Ignored)));
    if !others.is_empty() {
        let note = format!(" Only the first {MAX_TOKENS} of its {} tokens were examined.", identifiers.len());
        verdict.opinion.reason.push_str(&note);
    }
    let paired = identifiers.iter().zip(&fates);
    let wanted: Vec<Identifier> =
        paired.filter(|(_, fate)| **fate == Fate::Research).map(|(identifier, _)| identifier.clone()).collect();
    let mut tasks = work::identifiers(event, &wanted, &verdict.opinion.reason, inputs.budgets);
    if let Some(alarm) = verdict.alarm.filter(|alarm| wanted.iter().any(|wanted| alarm.is_about(&wanted.name))) {
        tasks.iter_mut().for_each(|task| alarm.apply_to(task));
        verdict.opinion.interesting = true;
        verdict.opinion.reason = alarm.reason(&verdict.opinion.reason);
    }
    let decisions = identifiers
        .iter()
        .zip(fates)
        .map(|(identifier, fate)| IdentifierFate { identifier: identifier.name.clone(), fate });
    let mut classification = classified(event, verdict.opinion, verdict.decided_by);
    classification.identifiers = decisions.collect();
    classification.tasks = saturating_u32(tasks.len());
    if classification.decided_by == Decider::Model {
        inputs.prompts.clone_into(&mut classification.prompt_version);
    }
    EventDecision { classification, tasks, run: None }
}

/// A transaction's identifiers and the verdict about it.
#[derive(Debug)]
pub struct Judgement<'a> {
    /// The researchable tokens.
    pub identifiers: &'a [Identifier],
    /// The verdict about the transaction.
    pub verdict: TransactionVerdict,
}

/// Inputs of a transaction decision beside the verdict.
#[derive(Debug, Clone, Copy)]
pub struct DecisionInputs<'a> {
    /// Identifiers whose research is fresh or in progress.
    pub research: &'a ResearchStates,
    /// Budgets of the tasks.
    pub budgets: Budgets,
    /// Version of the model's prompts; empty without a model.
    pub prompts: &'a str,
}

fn fate(
    identifier: &Identifier,
    verdict: &TransactionVerdict,
    research: &ResearchStates,
    taken: &mut HashSet<String>,
) -> Fate {
    let claim = |taken: &mut HashSet<String>| match taken.insert(identifier.name.clone()) {
        true => Fate::Research,
        false => Fate::InProgress,
    };
    match research.get(&identifier.name) {
        Some(Fate::Fresh) if verdict.alarm.as_ref().is_some_and(|alarm| alarm.is_about(&identifier.name)) => {
            return claim(taken);
        }
        Some(fate @ (Fate::Fresh | Fate::InProgress)) => return *fate,
        _ if !verdict.opinion.interesting => return Fate::Ignored,
        _ => {}
    }
    let wanted = verdict.wanted.as_ref().is_none_or(|wanted| wanted.contains(&identifier.name));
    if wanted { claim(taken) } else { Fate::Ignored }
}

/// Returns the event's transaction, if it is one.
pub fn transaction_of(event: &Event) -> Option<&Transaction> {
    match &event.kind {
        EventKind::Transaction(tx) => Some(tx),
        _ => None,
    }
}

/// Formats a score; extreme values such as −1e308 use the exponent form.
fn format_score(score: f64) -> String {
    if score.abs() < 1e6 { format!("{score:.3}") } else { format!("{score:e}") }
}

fn not_interesting(event: &Event, reason: &str) -> EventDecision {
    let opinion = Opinion { interesting: false, score: 0.0, reason: reason.to_owned() };
    EventDecision { classification: classified(event, opinion, Decider::Rule), tasks: Vec::new(), run: None }
}

fn forecast(event: &Event, run: Run, reason: &str) -> EventDecision {
    let mut classification = classified(event, wanted(reason), Decider::Rule);
    classification.run = Some(run.id);
    EventDecision { classification, tasks: Vec::new(), run: Some(run) }
}

fn research(event: &Event, tasks: Vec<ResearchTask>) -> EventDecision {
    let reason = tasks.first().map(|task| task.reason.clone()).unwrap_or_default();
    let mut classification = classified(event, wanted(&reason), Decider::Rule);
    classification.tasks = saturating_u32(tasks.len());
    EventDecision { classification, tasks, run: None }
}

fn wanted(reason: &str) -> Opinion {
    Opinion { interesting: true, score: 1.0, reason: reason.to_owned() }
}

fn classified(event: &Event, opinion: Opinion, decided_by: Decider) -> Classification {
    let Opinion { interesting, score, reason } = opinion;
    let event = event.clone();
    let (identifiers, prompt_version) = (Vec::new(), String::new());
    let (run, tasks, published_at) = (None, 0, None);
    Classification {
        event,
        interesting,
        score,
        reason,
        decided_by,
        identifiers,
        run,
        tasks,
        prompt_version,
        published_at,
    }
}

fn saturating_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
#[path = "decide_test.rs"]
mod tests;
