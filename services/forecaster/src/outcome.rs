//! Decisions about a run as outcomes of a handler: the effect that the store passes to the state machine, and the
//! messages that are published with it.

use domain::run::{self, Cancellation, NoForecast, Question, RunEffect, RunEvent, RunMachine, RunState};
use domain::{Effect, Forecast, JobId, MicroUsd, ResearchTask, Run, Subject, Tenant, Time};
use proto::event::Fact;
use proto::events::{ForecastMade, ResearchRequested, RunAnswered, RunEnded};
use runtime::handler::Outcome;

use crate::alert;

/// The terms of a round's research.
#[derive(Debug, Clone, Copy)]
pub struct Round<'a> {
    /// The forecast run.
    pub run: &'a Run,
    /// Maximum cost of one task.
    pub budget: MicroUsd,
    /// Time after which an answer is late.
    pub deadline: Time,
    /// Maximum number of questions that are researched at the same time. The others are requested as answers arrive.
    pub parallel: usize,
}

/// Starts a run. Depending on the machine's decision, research is requested, the round is released at once, or the run
/// ends because of the cancellation that preceded its start.
pub fn started(round: Round<'_>, questions: Vec<Question>, stopped: Option<Cancellation>) -> Outcome {
    let Round { run, deadline, .. } = round;
    let event = RunEvent::started(run, &questions, deadline, stopped.as_ref());
    let effects = RunMachine::Unstarted { stop: stopped.clone() }.step(&event).effects;
    let mut outcome = Outcome::none();
    for effect in effects {
        match effect {
            RunEffect::RequestResearch => outcome = request_research(outcome, round, &questions),
            RunEffect::ReleaseRound { round } => outcome = outcome.emit(answered(run, round)),
            RunEffect::StoreEnding => {
                outcome = stopped.iter().fold(outcome, |outcome, stop| {
                    outcome.emit(run_ended(run, NoForecast::Cancelled(stop.clone()), stop.at))
                });
            }
            _ => {}
        }
    }
    outcome.write(Effect::RunStarted { run: Box::new(run.clone()), questions, deadline, stopped })
}

/// Buys another round of research.
pub fn extended(round: Round<'_>, version: i64, questions: Vec<Question>) -> Outcome {
    let outcome = request_research(Outcome::none(), round, &questions);
    outcome.write(Effect::RunExtended { run: round.run.id, version, questions, deadline: round.deadline })
}

/// Finishes a run with its forecast.
pub fn finished(version: i64, forecast: Forecast) -> Outcome {
    let forecast = Box::new(forecast);
    Outcome::none().emit(ForecastMade(*forecast.clone())).write(Effect::RunFinished { forecast, version })
}

/// Ends a run without a forecast.
pub fn ended(state: &RunState, ending: NoForecast, at: Time) -> Outcome {
    let outcome = Outcome::none().emit(run_ended(&state.run, ending.clone(), at));
    outcome.write(Effect::RunEnded { run: state.run.id, version: state.version, ending })
}

/// Returns the message that releases a round for its decision.
pub fn answered(run: &Run, iteration: u32) -> RunAnswered {
    RunAnswered { run: run.id, tenant: run.tenant.clone(), iteration }
}

fn run_ended(run: &Run, ending: NoForecast, at: Time) -> RunEnded {
    RunEnded { run: run.id, tenant: run.tenant.clone(), at, ending }
}

fn request_research(outcome: Outcome, round: Round<'_>, questions: &[Question]) -> Outcome {
    let first = run::first_requests(questions, round.parallel);
    first.iter().fold(outcome, |outcome, question| outcome.emit(QuestionRequested::new(round, question)))
}

/// Requests research of the questions that may begin because `answered` is answered; see [`RunState::next_requests`].
pub fn request_next(outcome: Outcome, round: Round<'_>, state: &RunState, answered: &str) -> Outcome {
    let next = state.next_requests(answered, round.parallel);
    next.iter().fold(outcome, |outcome, question| outcome.emit(QuestionRequested::new(round, question)))
}

/// [`ResearchRequested`] with an id that derives from run and question: concurrent answers may request the same
/// question, which is published once.
struct QuestionRequested {
    id: JobId,
    request: ResearchRequested,
}

impl QuestionRequested {
    fn new(round: Round<'_>, question: &Question) -> Self {
        let id = JobId::named(&["research-requested", &round.run.id.to_string(), &question.id]);
        Self { id, request: ResearchRequested(task(round, question.clone())) }
    }
}

impl Fact for QuestionRequested {
    fn subject(&self) -> String {
        self.request.subject()
    }

    fn tenant(&self) -> &Tenant {
        Fact::tenant(&self.request)
    }

    fn encode(&self) -> Vec<u8> {
        self.request.encode()
    }

    fn id(&self, _job: JobId, _ordinal: usize) -> JobId {
        self.id
    }
}

fn subject(run: &Run) -> &'static str {
    if run.asked.is_report() { "report" } else { "forecast" }
}

fn task(Round { run, budget, deadline, .. }: Round<'_>, question: Question) -> ResearchTask {
    ResearchTask {
        tenant: run.tenant.clone(),
        event: run.event.clone(),
        event_job: run.event_job,
        reason: format!("a {} question of a {}", question.priority.name(), subject(run)),
        subject: Subject::Question { run: run.id, question, context: alert::context(run) },
        profile: run.asked.config.profile.unwrap_or_default(),
        budget: budget.min(run.budget),
        deadline: Some(deadline),
        as_of: run.asked.config.as_of,
        alarm: String::new(),
        can_wait: run.asked.config.can_wait,
        // The market's question and the trader's alias.
        is_foreign: run.alert.is_some(),
        entity_terms: None,
        sources: run.asked.config.sources.clone(),
        event_facts: run.alert.as_ref().map(domain::event_fact::of_alert).unwrap_or_default(),
    }
}
