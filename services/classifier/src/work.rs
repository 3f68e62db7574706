//! Creates the work of an event: a run for a question or a large trade, research tasks for everything else.

use domain::event::{AskedQuestion, Directions, EntityRequest, MacroRequest, RetrievalMiss, ScoutAlert};
use domain::{
    EntityTerms, Event, EventFact, EventKind, MicroUsd, Profile, ResearchTask, Run, RunId, SourceRules, Subject, Time,
    event_fact, miss,
};

use crate::rules::Identifier;
use crate::scout_question;

/// Reason of the tasks of an entity request.
const ENTITY_REASON: &str = "research of the entity was requested";

/// Default budgets of work; an event may lower them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budgets {
    /// Budget of a whole run.
    pub run: MicroUsd,
    /// Budget of one research task.
    pub task: MicroUsd,
}

impl Budgets {
    /// Reads the budgets from the configured limits.
    pub fn from_limits(limits: &worker::SpendingLimits) -> Self {
        Self { run: limits.run, task: limits.agent("researcher") }
    }
}

/// Returns the run of a question.
pub fn run_of_question(event: &Event, asked: &AskedQuestion, budgets: Budgets, now: Time) -> Run {
    new_run(event, asked.clone(), budgets, now)
}

/// Returns the run of a trade, with the trader's record as background.
pub fn run_of_alert(event: &Event, alert: &ScoutAlert, budgets: Budgets, now: Time) -> Run {
    Run { alert: Some(alert.clone()), ..new_run(event, scout_question::question(alert), budgets, now) }
}

fn new_run(event: &Event, asked: AskedQuestion, budgets: Budgets, now: Time) -> Run {
    let event_job = event.job();
    // A question as of a day counts as asked on that day, but never in the future.
    let asked_at = asked.config.as_of.map_or(now, |as_of| as_of.min(now));
    Run {
        id: RunId::for_event(event_job),
        tenant: event.tenant.clone(),
        event: event.id.clone(),
        event_job,
        asked,
        alert: None,
        budget: lowered(budgets.run, event),
        asked_at,
        reading: None,
    }
}

/// Returns one task per identifier. The identifiers, and the reason of a model, follow from text of the chain.
pub fn identifiers(event: &Event, identifiers: &[Identifier], reason: &str, budgets: Budgets) -> Vec<ResearchTask> {
    let subjects = identifiers.iter().map(|identifier| Subject::Identifier {
        identifier: identifier.name.clone(),
        symbol: identifier.symbol.clone(),
    });
    let tasks = tasks(event, subjects.collect(), reason, budgets);
    tasks.into_iter().map(|task| ResearchTask { is_foreign: true, ..task }).collect()
}

/// Returns the just-in-time research task of a look-up.
pub fn miss(event: &Event, missed: &RetrievalMiss, budgets: Budgets) -> Vec<ResearchTask> {
    let RetrievalMiss { query, score, threshold, context, max_sources, sources } = missed;
    let subject = Subject::Miss { query: query.clone(), context: context.clone(), max_sources: *max_sources };
    let reason = match event.source.as_str() {
        miss::BY_HAND_SOURCE => miss::BY_HAND_REASON.to_owned(),
        miss::WANTED_SOURCE => miss::WANTED_REASON.to_owned(),
        _ => format!("a look-up scored {score:.3}, below its threshold of {threshold:.3}"),
    };
    let tasks = tasks(event, vec![subject], &reason, budgets);
    tasks.into_iter().map(|task| ResearchTask { sources: sources.clone(), ..task }).collect()
}

/// Returns one task per identifier of a request. A request counts as made at the time of its event, but never in the
/// future.
pub fn entity_request(event: &Event, request: &EntityRequest, budgets: Budgets, now: Time) -> Vec<ResearchTask> {
    let subject = |identifier: &str| Subject::Identifier { identifier: identifier.to_owned(), symbol: String::new() };
    let subjects = request.distinct().into_iter().map(subject).collect();
    let requested_at = event.occurred_at.map_or(now, |at| at.min(now));
    let terms = EntityTerms { kind: request.kind, max_age_secs: request.max_age_secs, requested_at };
    let with_terms = |task| ResearchTask { entity_terms: Some(terms), sources: request.sources.clone(), ..task };
    tasks(event, subjects, ENTITY_REASON, budgets).into_iter().map(with_terms).collect()
}

/// Returns one task per bundle.
pub fn directions(event: &Event, directions: &Directions, budgets: Budgets) -> Vec<ResearchTask> {
    let subject =
        |bundle: &domain::event::Bundle| Subject::Bundle { episode: directions.episode(), bundle: bundle.clone() };
    let reason = format!("research directions of episode {}", directions.episode_id);
    tasks(event, directions.bundles.iter().map(subject).collect(), &reason, budgets)
}

/// Returns the task of a macro request.
pub fn macro_request(event: &Event, request: &MacroRequest, budgets: Budgets) -> Vec<ResearchTask> {
    tasks(event, vec![Subject::Macro(request.clone())], &format!("macro {} was requested", request.name), budgets)
}

/// Creates the tasks of one event. They share the event's budget.
fn tasks(event: &Event, subjects: Vec<Subject>, reason: &str, budgets: Budgets) -> Vec<ResearchTask> {
    let budget = share(budgets.task, event.budget, subjects.len());
    let is_foreign = event.id.is_row_of_batch();
    let task = |subject| ResearchTask {
        tenant: event.tenant.clone(),
        event: event.id.clone(),
        event_job: event.job(),
        subject,
        reason: reason.to_owned(),
        profile: Profile::Default,
        budget,
        deadline: None,
        as_of: None,
        alarm: String::new(),
        can_wait: false,
        is_foreign,
        entity_terms: None,
        sources: SourceRules::default(),
        event_facts: event_facts(event),
    };
    subjects.into_iter().map(task).collect()
}

/// Returns what the event states; empty unless it is a transaction or a trade.
fn event_facts(event: &Event) -> Vec<EventFact> {
    match &event.kind {
        EventKind::Transaction(tx) => event_fact::of_transaction(tx),
        EventKind::ScoutAlert(alert) => event_fact::of_alert(alert),
        EventKind::Question(_)
        | EventKind::RetrievalMiss(_)
        | EventKind::Directions(_)
        | EventKind::Macro(_)
        | EventKind::EntityRequest(_) => Vec::new(),
    }
}

fn share(each: MicroUsd, whole: Option<MicroUsd>, n: usize) -> MicroUsd {
    let parts = u64::try_from(n.max(1)).unwrap_or(u64::MAX);
    whole.map_or(each, |whole| each.min(MicroUsd(whole.0 / parts)))
}

fn lowered(limit: MicroUsd, event: &Event) -> MicroUsd {
    event.budget.map_or(limit, |budget| budget.min(limit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{event, miss_of, question, when};

    const MINT: &str = "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm";
    const BUDGETS: Budgets = Budgets { run: MicroUsd::dollars(20), task: MicroUsd::dollars(3) };

    #[test]
    fn an_event_lowers_a_budget_and_never_raises_it() {
        let mut event = event(question());
        let domain::EventKind::Question(asked) = event.kind.clone() else { unreachable!() };
        assert_eq!(run_of_question(&event, &asked, BUDGETS, when()).budget, MicroUsd::dollars(20));
        event.budget = Some(MicroUsd::dollars(50));
        assert_eq!(run_of_question(&event, &asked, BUDGETS, when()).budget, MicroUsd::dollars(20));
        event.budget = Some(MicroUsd(5));
        assert_eq!(run_of_question(&event, &asked, BUDGETS, when()).budget, MicroUsd(5));
    }

    #[test]
    fn a_question_as_of_a_day_counts_as_asked_then_but_never_in_the_future() {
        let event = event(question());
        let domain::EventKind::Question(mut asked) = event.kind.clone() else { unreachable!() };
        let week = std::time::Duration::from_secs(7 * 86_400);
        for (as_of, expected) in [(when() - week, when() - week), (when() + week, when())] {
            asked.config.as_of = Some(as_of);
            assert_eq!(run_of_question(&event, &asked, BUDGETS, when()).asked_at, expected);
        }
    }

    #[test]
    fn each_identifier_of_a_request_is_a_task_with_its_terms() {
        let sources = SourceRules::new(&["sec.gov".to_owned()], &[]).unwrap();
        let identifiers = ["WIF", " WIF ", "Acme"].map(str::to_owned).to_vec();
        let request = EntityRequest { identifiers, kind: None, max_age_secs: Some(0), sources: sources.clone() };
        let mut event = event(domain::EventKind::EntityRequest(request.clone()));
        event.budget = Some(MicroUsd(10));
        let week = std::time::Duration::from_secs(7 * 86_400);
        for (occurred_at, requested_at) in
            [(None, when()), (Some(when() - week), when() - week), (Some(when() + week), when())]
        {
            event.occurred_at = occurred_at;
            let tasks = entity_request(&event, &request, BUDGETS, when());
            assert_eq!((tasks.len(), tasks[0].budget, tasks[0].is_foreign), (2, MicroUsd(5), false));
            let terms = EntityTerms { kind: None, max_age_secs: Some(0), requested_at };
            assert!(tasks.iter().all(|task| task.entity_terms == Some(terms) && task.sources == sources));
        }
    }

    #[test]
    fn a_task_of_a_transaction_has_its_facts_and_no_name_of_a_token() {
        let leg = domain::event::Leg { amount: 9.5, symbol: "SCAM".into(), mint: MINT.into(), ..Default::default() };
        let tx = domain::event::Transaction { legs: vec![leg], time: Some(when()), ..Default::default() };
        let event = event(EventKind::Transaction(tx));
        let names = [Identifier { name: MINT.into(), symbol: "SCAM".into() }];
        let facts = &identifiers(&event, &names, "r", BUDGETS)[0].event_facts;
        assert!(facts[1].text.contains("9.5 of the token with the mint EKpQ"), "{facts:?}");
        assert!(facts.iter().all(|fact| fact.at == Some(when()) && !fact.text.contains("SCAM")), "{facts:?}");
    }

    #[test]
    fn tasks_of_one_event_share_its_budget() {
        let mut event = event(miss_of(0.1, 0.5));
        event.budget = Some(MicroUsd(10));
        let names: Vec<_> = ["A", "B", "C"].map(|name| Identifier { name: name.into(), symbol: String::new() }).into();
        let tasks = identifiers(&event, &names, "r", BUDGETS);
        assert_eq!(tasks.iter().map(|task| task.budget).sum::<MicroUsd>(), MicroUsd(9));
        event.budget = None;
        assert_eq!(identifiers(&event, &names, "r", BUDGETS)[0].budget, MicroUsd::dollars(3));
    }
}
