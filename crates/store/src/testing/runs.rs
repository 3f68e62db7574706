//! `Runs` without a database: the same state machine over maps.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::port::PortError;
use domain::run::{
    Answer, Cancellation, NoForecast, Phase, RunEffect, RunEvent, RunMachine, RunProgress, RunState, StaleEvent, Step,
};
use domain::{Effect, MicroUsd, Outgoing, RunId, Time};

use crate::runs::{DueRun, Runs};

#[derive(Debug, Clone, Default)]
struct FakeRun {
    machine: RunMachine,
    /// `None` before the start.
    state: Option<RunState>,
}

/// Runs in memory.
#[derive(Debug, Default)]
pub struct FakeRuns {
    runs: Mutex<BTreeMap<RunId, FakeRun>>,
    messages: Mutex<Vec<Outgoing>>,
}

impl FakeRuns {
    /// Applies an effect as the journal would. Returns the run if this effect released its round.
    ///
    /// # Errors
    /// The reason, if the effect is stale.
    pub fn apply(&self, effect: &Effect) -> Result<Option<RunId>, String> {
        let Some((run, event)) = RunEvent::from_effect(effect) else { return Ok(None) };
        let effects = self.step(run, &event, Some(effect)).map_err(|stale| format!("run {run}: {stale}"))?;
        let released = effects.iter().any(|effect| matches!(effect, RunEffect::ReleaseRound { .. }));
        Ok(released.then_some(run))
    }

    /// Applies an event that is not an effect: a deadline or a cancellation.
    ///
    /// # Errors
    /// The reason, if the event is stale.
    pub fn apply_event(&self, run: RunId, event: &RunEvent) -> Result<Vec<RunEffect>, StaleEvent> {
        self.step(run, event, None)
    }

    fn step(&self, run: RunId, event: &RunEvent, effect: Option<&Effect>) -> Result<Vec<RunEffect>, StaleEvent> {
        let mut runs = lock(&self.runs);
        let fake = runs.entry(run).or_default();
        fake.machine.check(event)?;
        let Step { machine, effects } = std::mem::take(&mut fake.machine).step(event);
        fake.machine = machine;
        for instruction in &effects {
            fake.store(*instruction, event, effect);
        }
        fake.copy_progress();
        Ok(effects)
    }

    /// Sets the amount that a run has been charged.
    pub fn spend(&self, run: RunId, spent: MicroUsd) {
        if let Some(state) = lock(&self.runs).get_mut(&run).and_then(|fake| fake.state.as_mut()) {
            state.spent = spent;
        }
    }

    /// Returns the messages that closed rounds.
    pub fn messages(&self) -> Vec<Outgoing> {
        lock(&self.messages).clone()
    }
}

impl FakeRun {
    fn store(&mut self, instruction: RunEffect, event: &RunEvent, effect: Option<&Effect>) {
        if let (RunEffect::StoreRun, Some(Effect::RunStarted { run, deadline, .. })) = (instruction, effect) {
            self.state = Some(RunState {
                run: *run.clone(),
                phase: Phase::Waiting,
                iteration: 0,
                version: 0,
                deadline: *deadline,
                ..domain::testing::run_state()
            });
        }
        let Some(state) = &mut self.state else { return };
        match (instruction, effect) {
            (
                RunEffect::StoreQuestions { .. },
                Some(Effect::RunStarted { questions, .. } | Effect::RunExtended { questions, .. }),
            ) => {
                state.questions.extend(questions.iter().cloned());
                state.decision_dead_lettered = None;
            }
            (RunEffect::StoreAnswer { late }, Some(Effect::Answered { question, evidence, .. })) => {
                state.answers.push(Answer { question: question.clone(), evidence: *evidence.clone(), late });
            }
            (RunEffect::StoreDeadLetter, Some(Effect::DecisionDeadLettered { because, .. })) => {
                state.decision_dead_lettered.get_or_insert_with(|| because.clone());
            }
            (RunEffect::StoreEnding, Some(Effect::RunEnded { ending, .. })) => state.ended = Some(ending.clone()),
            (RunEffect::StoreEnding, _) => {
                state.ended = cancellation(event).cloned().map(NoForecast::Cancelled);
            }
            _ => {}
        }
    }

    fn copy_progress(&mut self) {
        if let (Some(state), RunMachine::Started(progress)) = (&mut self.state, &self.machine) {
            let RunProgress { phase, round, version, deadline, cancelled, .. } = progress;
            (state.phase, state.iteration, state.version) = (*phase, *round, *version);
            (state.deadline, state.cancelled) = (*deadline, cancelled.clone());
        }
    }
}

fn cancellation(event: &RunEvent) -> Option<&Cancellation> {
    match event {
        RunEvent::Started { stopped, .. } => stopped.as_ref(),
        RunEvent::Cancelled { cancellation, .. } | RunEvent::CancelledEarly(cancellation) => Some(cancellation),
        _ => None,
    }
}

/// A panic in one test thread must not hide the other's assertion.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Runs for FakeRuns {
    async fn load(&self, run: RunId) -> Result<Option<RunState>, PortError> {
        Ok(lock(&self.runs).get(&run).and_then(|fake| fake.state.clone()))
    }

    async fn due(&self, now: Time, limit: u32) -> Result<Vec<DueRun>, PortError> {
        let runs = lock(&self.runs);
        let due = runs.values().filter_map(|fake| match (&fake.machine, &fake.state) {
            (RunMachine::Started(progress), Some(state)) => Some((progress, state)),
            _ => None,
        });
        let mut due: Vec<DueRun> = due
            .filter(|(progress, _)| progress.phase == Phase::Waiting)
            .filter(|(progress, _)| progress.deadline <= now || progress.outstanding == 0)
            .map(|(progress, state)| DueRun {
                run: state.run.id,
                tenant: state.run.tenant.clone(),
                iteration: progress.round,
                deadline: progress.deadline,
                outstanding: progress.outstanding,
            })
            .collect();
        due.sort_by_key(|run| run.deadline);
        due.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(due)
    }

    async fn close_round(&self, run: RunId, iteration: u32, message: &Outgoing) -> Result<bool, PortError> {
        let closed = self.apply_event(run, &RunEvent::DeadlineReached { round: iteration });
        let closed = closed.is_ok_and(|effects| !effects.is_empty());
        if closed {
            lock(&self.messages).push(message.clone());
        }
        Ok(closed)
    }
}
