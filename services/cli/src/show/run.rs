//! A run as text or JSON.

use std::process::ExitCode;

use anyhow::Context as _;
use domain::research::Ending;
use domain::run::{Answer, Phase, Question, RunState};
use domain::{Forecast, Probability};
use operations::runs::RunItem;
use proto::v1;
use serde::Deserialize;
use serde_json::Value;
use store::runs::BudgetLine;

use super::waiting_review::WaitingReview;
use crate::{Context, output};

/// Maximum characters of a question in the list of runs; a question may have thousands.
const MAX_QUESTION_CHARS: usize = 100;

/// Formats a run as one line of the list.
pub(super) fn brief(item: &RunItem) -> String {
    let state = item.probability.map_or_else(|| item.phase.clone(), |p| format!("{:.0} %", p * 100.0));
    let question = output::truncate(&item.question, MAX_QUESTION_CHARS);
    format!("{}  {}  {state:>9}  {question}", item.run, item.started_at.format("%F %T"))
}

/// A run as the operation describes it.
#[derive(Debug, Deserialize)]
struct Detail {
    run: RunState,
    budgets: Vec<BudgetLine>,
    forecast: Option<v1::ForecastMade>,
    #[serde(default)]
    review: Option<WaitingReview>,
}

/// A run at one time.
pub(crate) struct RunView {
    /// State of the run.
    pub(crate) state: RunState,
    budgets: Vec<BudgetLine>,
    forecast: Option<Forecast>,
    review: Option<WaitingReview>,
}

impl RunView {
    /// Reads the output of the operation.
    ///
    /// # Errors
    /// It is of another version.
    pub(crate) fn read(detail: Value) -> anyhow::Result<Self> {
        let Detail { run: state, budgets, forecast, review } =
            serde_json::from_value(detail).context("the run of another version")?;
        let forecast = forecast.map(Forecast::try_from).transpose().context("the forecast of another version")?;
        Ok(Self { state, budgets, forecast, review })
    }

    /// Returns `true` if [`RunView::end`] prints something.
    pub(crate) fn has_ended(&self) -> bool {
        self.forecast.is_some() || self.state.ended.is_some() || self.review.is_some()
    }

    /// Prints the forecast, or why there is none, and returns the exit code. Returns `None` if the run goes on.
    ///
    /// # Errors
    /// When standard output is closed.
    pub(crate) fn end(&self, context: &Context) -> anyhow::Result<Option<ExitCode>> {
        Ok(Some(match (&self.forecast, &self.state.ended, &self.review) {
            (Some(made), _, _) => {
                super::forecast(made, context)?;
                ExitCode::SUCCESS
            }
            (None, Some(ending), _) => {
                super::ending(ending, context)?;
                super::ending_exit_code(ending)
            }
            (None, None, Some(review)) => {
                review.print(context)?;
                ExitCode::from(output::INCOMPLETE)
            }
            (None, None, None) => return Ok(None),
        }))
    }
}

/// Prints the run with its questions, and its forecast if it is done.
pub(super) fn show(detail: Value, context: &Context) -> anyhow::Result<()> {
    if context.json {
        return output::json(&detail);
    }
    let view = RunView::read(detail)?;
    lines(&view.state, &view.budgets).iter().try_for_each(|line| output::line(line))?;
    view.end(context).map(drop)
}

fn lines(state: &RunState, budgets: &[BudgetLine]) -> Vec<String> {
    let run = &state.run;
    let phase = match state.phase {
        Phase::Waiting => {
            format!("round {}, waiting until {} at the latest", state.iteration, state.deadline.format("%F %T"))
        }
        Phase::Analyzing => match &state.decision_dead_lettered {
            None => format!("round {}, analyzing", state.iteration),
            Some(why) => format!(
                "round {}, dead-lettered: {why}; ends at {} unless it is redriven (`auspex dead list`)",
                state.iteration,
                state.deadline.format("%F %T")
            ),
        },
        Phase::Done => {
            state.ended.as_ref().map_or_else(|| "done".to_owned(), |ending| format!("done, {}", ending.name()))
        }
    };
    let mut lines = vec![
        format!("run          {}", run.id),
        format!("event        {} of tenant {}", run.event, run.tenant),
        format!("asked        {}  {}", run.asked_at.format("%F %T"), run.asked.text),
        format!("phase        {phase}"),
        format!("spent        {} of {}, {} left", state.spent, run.budget, run.budget.saturating_sub(state.spent)),
    ];
    lines.extend(budgets.iter().map(budget_line));
    lines.extend(state.cancelled.as_ref().map(|stop| format!("stopped      {}  {stop}", stop.at.format("%F %T"))));
    lines.push("questions".to_owned());
    for question in &state.questions {
        lines.push(question_line(question, &state.answers));
        let answer = state.answers.iter().find(|answer| answer.question == question.id);
        lines.extend(answer.into_iter().flat_map(|answer| super::removed::lines(&answer.evidence, "           ")));
    }
    lines
}

/// Formats the amount that the next call could still reserve.
fn budget_line(line: &BudgetLine) -> String {
    let closed = if line.closed { ", closed" } else { "" };
    format!("budget       {:<20} {} of {}, {} left{closed}", line.owner(), line.spent, line.limit, line.left())
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

/// Formats a forecast: the probability first, then its reasons.
pub(super) fn forecast_lines(forecast: &Forecast) -> Vec<String> {
    let percent = |p: Probability| format!("{:.0} %", p.get() * 100.0);
    let mut lines = vec![
        format!("question     {}", forecast.run.asked.text),
        format!(
            "probability  {}  ({} to {}, confidence {:.2})",
            percent(forecast.probability),
            percent(forecast.lower),
            percent(forecast.upper),
            forecast.confidence
        ),
    ];
    lines.extend(forecast.recommendation.as_ref().map(|advice| {
        format!(
            "advice       {} at {:.2}, edge {:+.2}, {:+.2} after costs, at most {}: {}",
            advice.action.name(),
            advice.price,
            advice.edge,
            advice.net_edge,
            advice.size,
            advice.reason
        )
    }));
    lines.extend(
        forecast
            .base_rates
            .iter()
            .map(|base| format!("base rate    {}  {}: {}", percent(base.rate), base.kind, base.description)),
    );
    lines.push(format!(
        "research     {} of {} questions answered in {}, {} pieces of evidence",
        forecast.questions_answered,
        forecast.questions_asked,
        output::pluralize(forecast.iterations, "round"),
        forecast.evidence_used.len()
    ));
    lines.extend(forecast.flags.iter().map(|flag| format!("flag         {flag}")));
    lines.push(format!("cost         {}  {} {}", forecast.cost, forecast.model, forecast.prompt_version));
    lines.extend(super::account::lines(&forecast.account));
    lines.push(format!("reasoning    {}", forecast.reasoning.replace('\n', "\n             ")));
    lines
}
