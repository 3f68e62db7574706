//! A run as text or JSON.

use std::process::ExitCode;

use anyhow::Context as _;
use domain::research::Ending;
use domain::run::{Answer, Phase, Question, RunState};
use domain::{Forecast, MicroUsd, RunId};
use operations::runs::{AwaitedReview, BudgetItem, RunItem, RunMoney, RunOutput};

use crate::door::{Door, ServerEvents};
use crate::publish::POLL_INTERVAL;
use crate::{Context, money, output};

/// Maximum characters of a question in the list of runs; a question may have thousands.
const MAX_QUESTION_CHARS: usize = 100;

/// Names the columns of [`brief`].
pub(super) fn header() -> String {
    format!("{:<36}  {:<19}  {:>9}  QUESTION", "RUN", "BEGUN", "STATE")
}

/// Formats a run as one line of the list.
pub(super) fn brief(item: &RunItem) -> String {
    // The review of a forecast is pending, and the run waits for a person.
    let state = if item.phase == "pending" { "in review" } else { &item.phase };
    let state = item.probability.map_or_else(|| state.to_owned(), |p| format!("{:.0} %", p * 100.0));
    let state = if item.answer.is_some() { "answered".to_owned() } else { state };
    let question = output::truncate(&item.question, MAX_QUESTION_CHARS);
    format!("{}  {}  {state:>9}  {question}", item.run, item.started_at.format("%F %T"))
}

/// A run at one time.
pub(crate) struct RunView {
    /// State of the run.
    pub(crate) state: RunState,
    /// Money of the run.
    pub(crate) money: RunMoney,
    pub(super) budgets: Vec<BudgetItem>,
    forecast: Option<Forecast>,
    review: Option<AwaitedReview>,
}

impl RunView {
    /// Reads the output of the operation.
    ///
    /// # Errors
    /// The forecast is of another version.
    pub(crate) fn read(output: RunOutput) -> anyhow::Result<Self> {
        let RunOutput { run: state, money, budgets, forecast, review } = output;
        let forecast = forecast.map(Forecast::try_from).transpose().context("the forecast of another version")?;
        Ok(Self { state, money, budgets, forecast, review })
    }

    /// Returns `true` if [`RunView::end`] prints something.
    pub(crate) fn has_ended(&self) -> bool {
        self.forecast.is_some() || self.state.ended.is_some() || self.review.is_some()
    }

    /// Prints the forecast, or why there is none, and returns the exit code. Returns `None` if the run goes on.
    ///
    /// # Errors
    /// When standard output is closed.
    pub(crate) fn end(&self, context: &Context, verbose: bool) -> anyhow::Result<Option<ExitCode>> {
        Ok(Some(match (&self.forecast, &self.state.ended, &self.review) {
            (Some(made), _, _) => {
                super::forecast::print(self, made, (context, verbose))?;
                ExitCode::SUCCESS
            }
            (None, Some(ending), _) => {
                super::ending::ending(ending, context)?;
                super::ending::ending_exit_code(ending)
            }
            (None, None, Some(review)) => {
                super::waiting_review::print(review, context)?;
                ExitCode::from(output::INCOMPLETE)
            }
            (None, None, None) => return Ok(None),
        }))
    }
}

/// A run that is followed to its end.
pub(crate) struct RunFollower<'a> {
    door: &'a Door,
    run: RunId,
    states: ServerEvents<'a>,
    /// The stream has sent the last state.
    is_done: bool,
}

impl<'a> RunFollower<'a> {
    /// Begins with the first state of the stream.
    pub(crate) fn new(door: &'a Door, run: RunId, states: ServerEvents<'a>) -> Self {
        Self { door, run, states, is_done: false }
    }

    /// Waits for the next state. The forecast is published within moments after the last one.
    ///
    /// # Errors
    /// The gateway cannot be reached.
    pub(crate) async fn next(&mut self) -> anyhow::Result<RunView> {
        if self.is_done {
            tokio::time::sleep(POLL_INTERVAL).await;
        } else {
            self.is_done = self.states.next().await?.name == "done";
        }
        RunView::read(self.door.run(self.run).await?)
    }
}

/// Prints the run: its forecast if it is made, else its state.
pub(super) fn show(detail: RunOutput, context: &Context, verbose: bool) -> anyhow::Result<()> {
    if context.json {
        return output::json(&detail);
    }
    let view = RunView::read(detail)?;
    if verbose || view.forecast.is_none() {
        lines(&view, verbose).iter().try_for_each(|line| output::line(line))?;
    }
    view.end(context, verbose).map(drop)
}

fn lines(view: &RunView, verbose: bool) -> Vec<String> {
    let (state, run) = (&view.state, &view.state.run);
    let mut lines = vec![
        format!("run          {}", run.id),
        format!("event        {} of tenant {}", run.event, run.tenant),
        format!("asked        {}  {}", run.asked_at.format("%F %T"), run.asked.text),
        format!("phase        {}", phase(state)),
        format!("money        {}", money::line(&view.money)),
    ];
    lines.extend(super::reading::lines(run));
    if verbose {
        lines.extend(view.budgets.iter().map(budget_line));
    }
    lines.extend(state.cancelled.as_ref().map(|stop| format!("stopped      {}  {stop}", stop.at.format("%F %T"))));
    lines.push("questions".to_owned());
    for question in &state.questions {
        lines.push(question_line(question, &state.answers));
        let answer = state.answers.iter().find(|answer| answer.question == question.id).filter(|_| verbose);
        lines.extend(answer.into_iter().flat_map(|answer| super::removed::lines(&answer.evidence, "           ")));
    }
    lines
}

fn phase(state: &RunState) -> String {
    let (round, deadline) = (state.iteration, state.deadline.format("%F %T"));
    match (state.phase, &state.decision_dead_lettered) {
        (Phase::Waiting, _) => format!("round {round}, waiting until {deadline} at the latest"),
        (Phase::Analyzing, None) => format!("round {round}, analyzing"),
        (Phase::Analyzing, Some(why)) => format!(
            "round {round}, dead-lettered: {why}; ends at {deadline} unless it is redriven (`auspex dead list`)"
        ),
        (Phase::Done, _) => {
            state.ended.as_ref().map_or_else(|| "done".to_owned(), |ending| format!("done, {}", ending.name()))
        }
    }
}

/// Formats a budget: what is committed of it, and whether it is closed or what is left.
fn budget_line(budget: &BudgetItem) -> String {
    let BudgetItem { owner, limit_micro_usd, committed_micro_usd, left_micro_usd, closed, scope: _ } = budget;
    let left = if *closed { "closed".to_owned() } else { format!("{} left", MicroUsd(*left_micro_usd)) };
    format!(
        "budget       {owner:<20} {} spent or reserved of {}, {left}",
        MicroUsd(*committed_micro_usd),
        MicroUsd(*limit_micro_usd)
    )
}

fn question_line(question: &Question, answers: &[Answer]) -> String {
    let answer = answers.iter().find(|answer| answer.question == question.id);
    let standing = match answer.map(|answer| (&answer.evidence.research, answer.late)) {
        None => "open".to_owned(),
        Some((research, late)) => {
            let ending = match &research.ending {
                Ending::Complete => String::new(),
                Ending::Partial(reason) => format!(", partial: {reason}"),
                Ending::Failed(reason) => format!(", failed: {reason}"),
            };
            format!("{} findings{}{ending}", research.findings.len(), if late { ", late" } else { "" })
        }
    };
    format!("    {:<6} {:<13} {}  [{standing}]", question.id, question.priority.name(), question.text)
}
