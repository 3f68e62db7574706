//! Progress messages of a run on standard error, one per change.

use domain::run::Phase;

use crate::show::RunView;
use crate::{money, output};

/// Prints each step of a run once.
pub(crate) struct Progress {
    quiet: bool,
    last: String,
}

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet, last: String::new() }
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

/// Describes the phase of a run and the money that it has spent.
pub(crate) fn describe_run(view: &RunView) -> String {
    let state = &view.state;
    let (asked, answered) = (state.questions.len(), state.answers.len());
    let money = money::spent(&view.money);
    let market = state.run.asked.found_market().map(|market| format!(", {market}")).unwrap_or_default();
    let stopped = state.cancelled.as_ref().map(|stop| format!(", {stop}")).unwrap_or_default();
    match (state.phase, state.ended.as_ref()) {
        (_, Some(ending)) => format!("done, {}", ending.name()),
        (Phase::Done, None) => "done".to_owned(),
        (Phase::Waiting, _) => {
            format!("round {}: {answered} of {asked} questions answered, {money}{market}{stopped}", state.iteration)
        }
        (Phase::Analyzing, _) => {
            let work = if state.run.asked.is_report() { "writing from" } else { "weighing" };
            format!("round {}: {work} {answered} answers, {money}{market}{stopped}", state.iteration)
        }
    }
}
