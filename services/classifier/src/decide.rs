//! From an opinion to the classification of an event and the work that goes out for it. Pure.

use std::collections::HashSet;

use domain::classification::{Fate, IdentifierFate};
use domain::event::Transaction;
use domain::{Classification, Decider, Effect, Event, Kind, ResearchTask, Run, Time};
use proto::events::{EventClassified, ForecastRequested, ResearchRequested};
use runtime::handler::Outcome;

use crate::alarm::Alarm;
use crate::ask::TOKENS;
use crate::rules::{Identifier, Opinion};
use crate::threshold::{large, unsure};
use crate::work::{self, Budgets};

/// What is known of an identifier's research.
pub type Standing = std::collections::HashMap<String, Fate>;

/// An opinion, whose it is, and which identifiers it wants researched (`None`: all).
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The opinion.
    pub opinion: Opinion,
    /// Whose.
    pub decided_by: Decider,
    /// Identifiers worth researching.
    pub wanted: Option<Vec<String>>,
    /// What it says against research that is fresh.
    pub alarm: Option<Alarm>,
}

/// What becomes of an event.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// Its first answer.
    pub classification: Classification,
    /// Research that goes out for it.
    pub tasks: Vec<ResearchTask>,
    /// The run that goes out for it.
    pub run: Option<Run>,
}

impl Decision {
    /// The decision as the handler's outcome: classified and said in one commit.
    pub fn outcome(self) -> Outcome {
        let label = if self.classification.interesting { "interesting" } else { "not_interesting" };
        let written = Effect::Classified(Box::new(self.classification.clone()));
        let mut outcome = Outcome::none().write(written).say(EventClassified(self.classification)).labelled(label);
        for task in self.tasks {
            outcome = outcome.say(ResearchRequested(task));
        }
        match self.run {
            Some(run) => outcome.say(ForecastRequested(run)),
            None => outcome,
        }
    }
}

/// Decides about everything that is no transaction. `None` for a transaction.
pub fn by_kind(event: &Event, scout: domain::MicroUsd, budgets: Budgets, now: Time) -> Option<Decision> {
    Some(match &event.kind {
        Kind::Transaction(_) => return None,
        Kind::ScoutAlert(alert) if alert.market.question.trim().is_empty() => {
            idle(event, "the market asks no question")
        }
        Kind::ScoutAlert(alert) if large(alert, scout) => {
            let reason = format!("a trade of {} is over the threshold of {scout}", alert.trade.usd_value);
            forecast(event, work::run_of_alert(event, alert, budgets, now), &reason)
        }
        Kind::ScoutAlert(alert) => {
            idle(event, &format!("a trade of {} is not over the threshold of {scout}", alert.trade.usd_value))
        }
        Kind::Question(asked) => forecast(event, work::run_of_question(event, asked, budgets, now), "somebody asks"),
        Kind::RetrievalMiss(miss) if unsure(miss) => research(event, work::miss(event, miss, budgets)),
        Kind::RetrievalMiss(miss) => {
            let (score, threshold) = (readable(miss.score), readable(miss.threshold));
            idle(event, &format!("a score of {score} is not under the threshold of {threshold}"))
        }
        Kind::Directions(directions) if directions.bundles.is_empty() => idle(event, "the directions hold no bundle"),
        Kind::Directions(directions) => research(event, work::directions(event, directions, budgets)),
        Kind::Macro(request) => research(event, work::macro_request(event, request, budgets)),
    })
}

/// Decides about a transaction. What is fresh is researched again only if the event sounds alarming. `taken` are identifiers that earlier transactions of the batch have sent out.
pub fn transaction(
    event: &Event,
    identifiers: &[Identifier],
    mut verdict: Verdict,
    known: &Known<'_>,
    taken: &mut HashSet<String>,
) -> Decision {
    let (looked_at, others) = identifiers.split_at(identifiers.len().min(TOKENS));
    let mut fates: Vec<Fate> =
        looked_at.iter().map(|identifier| fate(identifier, &verdict, known.standing, taken)).collect();
    fates.extend(others.iter().map(|other| known.standing.get(&other.name).copied().unwrap_or(Fate::Ignored)));
    if !others.is_empty() {
        let note = format!(" Of its {} tokens the first {TOKENS} were looked at.", identifiers.len());
        verdict.opinion.reason.push_str(&note);
    }
    let paired = identifiers.iter().zip(&fates);
    let wanted: Vec<Identifier> =
        paired.filter(|(_, fate)| **fate == Fate::Research).map(|(identifier, _)| identifier.clone()).collect();
    let mut tasks = work::identifiers(event, &wanted, &verdict.opinion.reason, known.budgets);
    if let Some(alarm) = verdict.alarm.filter(|alarm| wanted.iter().any(|wanted| alarm.is_about(&wanted.name))) {
        tasks.iter_mut().for_each(|task| alarm.tell(task));
        verdict.opinion.interesting = true;
        verdict.opinion.reason = alarm.reason(&verdict.opinion.reason);
    }
    let told = identifiers
        .iter()
        .zip(fates)
        .map(|(identifier, fate)| IdentifierFate { identifier: identifier.name.clone(), fate });
    let mut classification = classified(event, verdict.opinion, verdict.decided_by);
    classification.identifiers = told.collect();
    classification.tasks = count(tasks.len());
    if classification.decided_by == Decider::Model {
        known.prompts.clone_into(&mut classification.prompt_version);
    }
    Decision { classification, tasks, run: None }
}

/// What a decision about transactions rests on, beside the verdict.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    /// Identifiers whose research is fresh or being made.
    pub standing: &'a Standing,
    /// What tasks may cost.
    pub budgets: Budgets,
    /// The version of the model's prompts; empty without a model.
    pub prompts: &'a str,
}

fn fate(identifier: &Identifier, verdict: &Verdict, standing: &Standing, taken: &mut HashSet<String>) -> Fate {
    let once = |taken: &mut HashSet<String>| match taken.insert(identifier.name.clone()) {
        true => Fate::Research,
        false => Fate::InProgress,
    };
    match standing.get(&identifier.name) {
        Some(Fate::Fresh) if verdict.alarm.as_ref().is_some_and(|alarm| alarm.is_about(&identifier.name)) => {
            return once(taken);
        }
        Some(fate @ (Fate::Fresh | Fate::InProgress)) => return *fate,
        _ if !verdict.opinion.interesting => return Fate::Ignored,
        _ => {}
    }
    let wanted = verdict.wanted.as_ref().is_none_or(|wanted| wanted.contains(&identifier.name));
    if wanted { once(taken) } else { Fate::Ignored }
}

/// The transaction of an event that is one.
pub fn transaction_of(event: &Event) -> Option<&Transaction> {
    match &event.kind {
        Kind::Transaction(tx) => Some(tx),
        _ => None,
    }
}

/// A score as a person reads it; whoever publishes −1e308 does not get its three hundred digits back.
fn readable(score: f64) -> String {
    if score.abs() < 1e6 { format!("{score:.3}") } else { format!("{score:e}") }
}

fn idle(event: &Event, reason: &str) -> Decision {
    let opinion = Opinion { interesting: false, score: 0.0, reason: reason.to_owned() };
    Decision { classification: classified(event, opinion, Decider::Rule), tasks: Vec::new(), run: None }
}

fn forecast(event: &Event, run: Run, reason: &str) -> Decision {
    let mut classification = classified(event, wanted(reason), Decider::Rule);
    classification.run = Some(run.id);
    Decision { classification, tasks: Vec::new(), run: Some(run) }
}

fn research(event: &Event, tasks: Vec<ResearchTask>) -> Decision {
    let reason = tasks.first().map(|task| task.reason.clone()).unwrap_or_default();
    let mut classification = classified(event, wanted(&reason), Decider::Rule);
    classification.tasks = count(tasks.len());
    Decision { classification, tasks, run: None }
}

fn wanted(reason: &str) -> Opinion {
    Opinion { interesting: true, score: 1.0, reason: reason.to_owned() }
}

fn classified(event: &Event, opinion: Opinion, decided_by: Decider) -> Classification {
    let Opinion { interesting, score, reason } = opinion;
    let event = event.clone();
    let (identifiers, prompt_version) = (Vec::new(), String::new());
    Classification { event, interesting, score, reason, decided_by, identifiers, run: None, tasks: 0, prompt_version }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
#[path = "decide_test.rs"]
mod tests;
