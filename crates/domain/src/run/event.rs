//! The events that may change a run, the instructions that follow from them, and the reasons why an event may be stale.

use super::{Cancellation, Question, Run};
use crate::event::Wanted;
use crate::{Effect, RunId, Time};

/// An event that may change a run.
#[derive(Debug, Clone, PartialEq)]
pub enum RunEvent {
    /// The run starts.
    Started {
        /// Ids of the first round's questions; may be empty.
        questions: Vec<String>,
        /// `true` if the questions are researched. A caller who wants the research request itself gets none.
        research: bool,
        /// The first round's deadline.
        deadline: Time,
        /// The cancellation that preceded the start, as far as the forecaster has seen one.
        stopped: Option<Cancellation>,
    },
    /// A question was answered, or its research failed.
    Answered {
        /// The question's id.
        question: String,
    },
    /// Another round of research was bought.
    Extended {
        /// The version that the decision is based on.
        version: i64,
        /// Ids of the new round's questions, never empty.
        questions: Vec<String>,
        /// The new round's deadline.
        deadline: Time,
    },
    /// The forecast was made.
    Finished {
        /// The version that the decision is based on.
        version: i64,
    },
    /// The decision is that the run ends without a forecast.
    Ended {
        /// The version that the decision is based on.
        version: i64,
    },
    /// The message that asks for the decision of a round was dead-lettered.
    DecisionDeadLettered {
        /// The round, from 1.
        round: u32,
    },
    /// The deadline of a round has passed.
    DeadlineReached {
        /// The round, from 1.
        round: u32,
    },
    /// The run was cancelled before it started.
    CancelledEarly(Cancellation),
    /// The run was cancelled.
    Cancelled {
        /// The version that the caller read.
        version: i64,
        /// The cancellation to apply.
        cancellation: Cancellation,
    },
}

impl RunEvent {
    /// Returns the start of `run` with these questions.
    pub fn started(run: &Run, questions: &[Question], deadline: Time, stopped: Option<&Cancellation>) -> Self {
        let research = run.asked.config.wanted == Wanted::Forecast;
        Self::Started { questions: ids(questions), research, deadline, stopped: stopped.cloned() }
    }

    /// Returns the run and the event of an effect, `None` for effects that concern no run.
    pub fn from_effect(effect: &Effect) -> Option<(RunId, Self)> {
        Some(match effect {
            Effect::RunStarted { run, questions, deadline, stopped } => {
                (run.id, Self::started(run, questions, *deadline, stopped.as_ref()))
            }
            Effect::RunExtended { run, version, questions, deadline } => {
                (*run, Self::Extended { version: *version, questions: ids(questions), deadline: *deadline })
            }
            Effect::Answered { run, question, .. } => (*run, Self::Answered { question: question.clone() }),
            Effect::RunFinished { forecast, version } => (forecast.run.id, Self::Finished { version: *version }),
            Effect::RunEnded { run, version, .. } => (*run, Self::Ended { version: *version }),
            Effect::DecisionDeadLettered { run, round, .. } => (*run, Self::DecisionDeadLettered { round: *round }),
            _ => return None,
        })
    }
}

fn ids(questions: &[Question]) -> Vec<String> {
    questions.iter().map(|question| question.id.clone()).collect()
}

/// An instruction of the machine to its caller. The values to store are those that came with the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEffect {
    /// Store the run.
    StoreRun,
    /// Store the event's questions as those of this round.
    StoreQuestions {
        /// The round, from 1.
        round: u32,
    },
    /// Publish a research request for each of the event's questions.
    RequestResearch,
    /// Store the answer.
    StoreAnswer {
        /// `true` if the answer's round was closed before.
        late: bool,
    },
    /// Publish that the round can be decided. Happens once per round.
    ReleaseRound {
        /// The round, from 1.
        round: u32,
    },
    /// Store the forecast and publish it.
    StoreForecast,
    /// Store the reason for the missing forecast and publish it.
    StoreEnding,
    /// Store that the decision of the round was dead-lettered, unless that is stored already.
    StoreDeadLetter,
    /// Store the cancellation with the run, or for its start.
    StoreCancellation,
    /// Refuse further reservations from the budget of the whole run.
    CloseRunBudget,
    /// Refuse further reservations from the budget of the run's researchers.
    CloseResearchBudget,
}

/// Reason why an event is not applicable. The state has changed since the caller read it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StaleEvent {
    /// The run is not stored.
    #[error("it has not started")]
    Unstarted,
    /// The run is stored.
    #[error("it has started")]
    Started,
    /// A transition has happened since the caller read the run.
    #[error("it is at version {found}, not {expected}")]
    Version {
        /// The run's version.
        found: i64,
        /// The version that the caller read.
        expected: i64,
    },
    /// No decision is due.
    #[error("it is not analyzing")]
    NotAnalyzing,
    /// A round without questions would wait for nothing.
    #[error("a round needs a question")]
    NoQuestions,
    /// The run is cancelled and may not buy research, or be cancelled again with a forecast.
    #[error("it is cancelled")]
    Cancelled,
    /// A cancellation is stored for the start of the run, and the event does not name it.
    #[error("it was cancelled before it started")]
    CancelledBeforeStart,
    /// The run is over.
    #[error("it is done")]
    Done,
}
