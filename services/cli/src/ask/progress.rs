//! What a person sees while the fleet works: each step once, on standard error.

use domain::run::{Phase, RunState};
use store::reading::EventView;

use crate::output;

/// Steps told so far.
pub(crate) struct Progress {
    quiet: bool,
    last: String,
}

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet, last: String::new() }
    }

    /// Tells where it stands, if that has changed.
    pub(crate) fn tell(&mut self, event: Option<&EventView>, run: Option<&RunState>) {
        let step = step(event, run);
        if step != self.last && !self.quiet {
            output::note(&step);
        }
        self.last = step;
    }

    /// The last word belongs to the answer.
    pub(crate) fn done(&mut self) {
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

/// Where a run stands, and what is left of its money.
pub(crate) fn of_run(state: &RunState) -> String {
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
