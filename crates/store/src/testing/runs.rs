//! `Runs` without a database.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::event::Wanted;
use domain::port::PortError;
use domain::run::{Answer, NoForecast, Phase, Question, RunState};
use domain::{Effect, Evidence, MicroUsd, Outgoing, RunId, Time};

use crate::Runs;
use crate::runs::DueRun;

/// A run and the questions of its current round that are open.
#[derive(Debug, Clone)]
struct Held {
    state: RunState,
    open: BTreeSet<String>,
}

/// Runs that live as long as their test.
#[derive(Debug, Default)]
pub struct FakeRuns {
    runs: Mutex<BTreeMap<RunId, Held>>,
    said: Mutex<Vec<Outgoing>>,
}

impl FakeRuns {
    /// Applies the effects that change runs, as the journal would; the run whose wait this very effect ended.
    ///
    /// # Errors
    /// Why the effect is stale.
    pub fn apply(&self, effect: &Effect) -> Result<Option<RunId>, String> {
        let mut runs = lock(&self.runs);
        match effect {
            Effect::RunStarted { run, questions, deadline, stopped } => {
                let ended = stopped.clone().filter(|stop| !stop.forecast).map(NoForecast::Cancelled);
                let ready = questions.is_empty() || run.asked.config.wanted == Wanted::Research;
                let fresh = !runs.contains_key(&run.id);
                let state = RunState {
                    run: *run.clone(),
                    phase: match (&ended, ready) {
                        (Some(_), _) => Phase::Done,
                        (None, true) => Phase::Analyzing,
                        (None, false) => Phase::Waiting,
                    },
                    iteration: 1,
                    version: 1,
                    deadline: *deadline,
                    questions: questions.clone(),
                    answers: Vec::new(),
                    spent: MicroUsd::ZERO,
                    cancelled: stopped.clone(),
                    ended: ended.clone(),
                    given_up: None,
                };
                let open = if ready { BTreeSet::new() } else { ids(questions) };
                runs.entry(run.id).or_insert(Held { state, open });
                Ok((fresh && ready && ended.is_none()).then_some(run.id))
            }
            Effect::RunExtended { run, version, questions, deadline } => {
                let held = at_version(&mut runs, *run, *version)?;
                if held.state.phase != Phase::Analyzing {
                    return Err(format!("run {run} is not analyzing"));
                }
                held.state.phase = Phase::Waiting;
                held.state.iteration += 1;
                held.state.version += 1;
                held.state.deadline = *deadline;
                held.state.questions.extend(questions.iter().cloned());
                held.open = ids(questions);
                Ok(None)
            }
            Effect::Answered { run, question, evidence } => {
                Ok(runs.get_mut(run).and_then(|held| held.answer(question, evidence)))
            }
            Effect::RunFinished { forecast, version } => {
                at_version(&mut runs, forecast.run.id, *version)?.done(None)?;
                Ok(None)
            }
            Effect::RunEnded { run, version, ending } => {
                at_version(&mut runs, *run, *version)?.done(Some(ending.clone()))?;
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Sets what a run has been charged.
    pub fn spend(&self, run: RunId, spent: MicroUsd) {
        if let Some(held) = lock(&self.runs).get_mut(&run) {
            held.state.spent = spent;
        }
    }

    /// The messages that closed rounds.
    pub fn said(&self) -> Vec<Outgoing> {
        lock(&self.said).clone()
    }
}

fn ids(questions: &[Question]) -> BTreeSet<String> {
    questions.iter().map(|question| question.id.clone()).collect()
}

impl Held {
    fn done(&mut self, ended: Option<NoForecast>) -> Result<(), String> {
        if self.state.phase != Phase::Analyzing {
            return Err(format!("run {} is not analyzing", self.state.run.id));
        }
        (self.state.phase, self.state.ended) = (Phase::Done, ended);
        self.state.version += 1;
        Ok(())
    }

    fn answer(&mut self, question: &str, evidence: &Evidence) -> Option<RunId> {
        let asked = self.state.questions.iter().any(|asked| asked.id == question);
        if !asked || self.state.answers.iter().any(|answer| answer.question == question) {
            return None;
        }
        let late = self.state.phase != Phase::Waiting || !self.open.remove(question);
        self.state.answers.push(Answer { question: question.to_owned(), evidence: evidence.clone(), late });
        if late {
            return None;
        }
        self.state.version += 1;
        if !self.open.is_empty() {
            return None;
        }
        self.state.phase = Phase::Analyzing;
        Some(self.state.run.id)
    }
}

fn at_version(runs: &mut BTreeMap<RunId, Held>, run: RunId, version: i64) -> Result<&mut Held, String> {
    let held = runs.get_mut(&run).ok_or_else(|| format!("run {run} does not exist"))?;
    if held.state.version == version {
        Ok(held)
    } else {
        Err(format!("run {run} is at version {}, not {version}", held.state.version))
    }
}

/// A panic in one test thread must not hide the other's assertion.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Runs for FakeRuns {
    async fn load(&self, run: RunId) -> Result<Option<RunState>, PortError> {
        Ok(lock(&self.runs).get(&run).map(|held| held.state.clone()))
    }

    async fn due(&self, now: Time, limit: u32) -> Result<Vec<DueRun>, PortError> {
        let runs = lock(&self.runs);
        let waiting = runs.values().filter(|held| held.state.phase == Phase::Waiting);
        let mut due: Vec<DueRun> = waiting
            .filter(|held| held.state.deadline <= now || held.open.is_empty())
            .map(|held| DueRun {
                run: held.state.run.id,
                tenant: held.state.run.tenant.clone(),
                iteration: held.state.iteration,
                deadline: held.state.deadline,
                outstanding: u32::try_from(held.open.len()).unwrap_or(u32::MAX),
            })
            .collect();
        due.sort_by_key(|run| run.deadline);
        due.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(due)
    }

    async fn close_round(&self, run: RunId, iteration: u32, says: &Outgoing) -> Result<bool, PortError> {
        let mut runs = lock(&self.runs);
        let waiting = |held: &&mut Held| held.state.phase == Phase::Waiting && held.state.iteration == iteration;
        let Some(held) = runs.get_mut(&run).filter(waiting) else { return Ok(false) };
        held.state.phase = Phase::Analyzing;
        held.state.version += 1;
        lock(&self.said).push(says.clone());
        Ok(true)
    }
}
