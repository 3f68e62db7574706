//! What a person sees while the fleet works: each step once, on standard error.

use domain::run::{Phase, RunState};
use store::reading::EventView;

use crate::output;

/// Steps told so far.
pub(super) struct Progress {
    quiet: bool,
    last: String,
}

impl Progress {
    pub(super) fn new(quiet: bool) -> Self {
        Self { quiet, last: String::new() }
    }

    /// Tells where it stands, if that has changed.
    pub(super) fn tell(&mut self, event: Option<&EventView>, run: Option<&RunState>) {
        let step = step(event, run);
        if step != self.last && !self.quiet {
            output::note(&step);
        }
        self.last = step;
    }

    /// The last word belongs to the answer.
    pub(super) fn done(&mut self) {
        if !self.quiet && !self.last.is_empty() {
            output::note("");
        }
    }
}

fn step(event: Option<&EventView>, run: Option<&RunState>) -> String {
    match (event, run) {
        (_, Some(state)) => of_run(state),
        (Some(view), None) if view.classification.run.is_some() => "decomposing the question".to_owned(),
        (Some(view), None) => format!("not forecast: {}", view.classification.reason),
        (None, None) => "published, waiting for the classifier".to_owned(),
    }
}

fn of_run(state: &RunState) -> String {
    let (asked, answered) = (state.questions.len(), state.answers.len());
    match state.phase {
        Phase::Waiting => {
            format!("round {}: {answered} of {asked} questions answered, {} so far", state.iteration, state.spent)
        }
        Phase::Analyzing => format!("round {}: weighing {answered} answers, {} so far", state.iteration, state.spent),
        Phase::Done => "done".to_owned(),
    }
}
