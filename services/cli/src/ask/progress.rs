//! Progress messages of a run on standard error, one per change.

use domain::run::{Phase, RunState};
use store::events::EventView;

use crate::output;

/// Prints each step of a run once.
pub(crate) struct Progress {
    quiet: bool,
    last: String,
}

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet, last: String::new() }
    }

    /// Prints the current step if it differs from the previous one.
    pub(crate) fn update(&mut self, event: Option<&EventView>, run: Option<&RunState>) {
        self.step(&step(event, run));
    }

    /// Prints the state of a run if it differs from the previous step.
    pub(crate) fn run(&mut self, state: &RunState) {
        self.step(&describe_run(state));
    }

    /// Prints a step if it differs from the previous one.
    pub(crate) fn step(&mut self, step: &str) {
        if step != self.last && !self.quiet {
            output::note(step);
        }
        step.clone_into(&mut self.last);
    }

    /// Prints an empty line between the progress and the result.
    pub(crate) fn done(&mut self) {
        if !self.quiet && !self.last.is_empty() {
            output::note("");
        }
    }
}

fn step(event: Option<&EventView>, run: Option<&RunState>) -> String {
    match (event, run) {
        (_, Some(state)) => describe_run(state),
        (Some(view), None) if view.classification.run.is_some() => "decomposing the question".to_owned(),
        (Some(view), None) => format!("not forecast: {}", view.classification.reason),
        (None, None) => "published, waiting for the classifier".to_owned(),
    }
}

/// Describes the phase of a run and its remaining budget.
pub(crate) fn describe_run(state: &RunState) -> String {
    let (asked, answered) = (state.questions.len(), state.answers.len());
    let money = format!("{} spent, {} left", state.spent, state.run.budget.saturating_sub(state.spent));
    let stopped = state.cancelled.as_ref().map(|stop| format!(", {stop}")).unwrap_or_default();
    match (state.phase, state.ended.as_ref()) {
        (_, Some(ending)) => format!("done, {}", ending.name()),
        (Phase::Done, None) => "done".to_owned(),
        (Phase::Waiting, _) => {
            format!("round {}: {answered} of {asked} questions answered, {money}{stopped}", state.iteration)
        }
        (Phase::Analyzing, _) => format!("round {}: weighing {answered} answers, {money}{stopped}", state.iteration),
    }
}
