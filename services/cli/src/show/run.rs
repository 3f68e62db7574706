//! A run for the terminal.

use domain::research::Ending;
use domain::run::{Answer, Phase, Question, RunState};
use domain::{Forecast, Probability};
use serde_json::{Value, json};
use store::reading::RunLine;

use crate::{Context, output};

/// One line of the list.
pub(super) fn brief(line: &RunLine) -> String {
    let said = line.probability.map_or_else(|| line.phase.clone(), |p| format!("{:.0} %", p * 100.0));
    format!("{}  {}  {said:>9}  {}", line.run, line.started_at.format("%F %T"), line.question)
}

/// The same for a program.
pub(super) fn brief_json(line: &RunLine) -> Value {
    let RunLine { run, tenant, question, phase, iteration, probability, started_at } = line;
    json!({
        "run": run, "tenant": tenant, "question": question, "phase": phase, "iteration": iteration,
        "probability": probability, "started_at": started_at,
    })
}

/// The run with its questions, and its forecast if it is done.
pub(super) fn show(state: &RunState, forecast: Option<&Forecast>, context: &Context) -> anyhow::Result<()> {
    if context.json {
        return output::json(&json!({ "run": state, "forecast": forecast.map(proto::v1::ForecastMade::from) }));
    }
    lines(state).iter().try_for_each(|line| output::line(line))?;
    match forecast {
        Some(made) => super::forecast(made, context),
        None => Ok(()),
    }
}

fn lines(state: &RunState) -> Vec<String> {
    let run = &state.run;
    let phase = match state.phase {
        Phase::Waiting => {
            format!("round {}, waiting until {} at most", state.iteration, state.deadline.format("%F %T"))
        }
        Phase::Analyzing => format!("round {}, analyzing", state.iteration),
        Phase::Done => "done".to_owned(),
    };
    let mut lines = vec![
        format!("run          {}", run.id),
        format!("event        {} of tenant {}", run.event, run.tenant),
        format!("asked        {}  {}", run.asked_at.format("%F %T"), run.asked.text),
        format!("phase        {phase}"),
        format!("spent        {} of {}", state.spent, run.budget),
        "questions".to_owned(),
    ];
    lines.extend(state.questions.iter().map(|question| question_line(question, &state.answers)));
    lines
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

/// The answer first, then why.
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
            "advice       {} at {:.2}, edge {:+.2}: {}",
            advice.action.name(),
            advice.price,
            advice.edge,
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
        "research     {} of {} questions answered in {} rounds, {} pieces of evidence",
        forecast.questions_answered,
        forecast.questions_asked,
        forecast.iterations,
        forecast.evidence_used.len()
    ));
    lines.extend(forecast.flags.iter().map(|flag| format!("flag         {flag}")));
    lines.push(format!("cost         {}  {} {}", forecast.cost, forecast.model, forecast.prompt_version));
    lines.push(format!("reasoning    {}", forecast.reasoning.replace('\n', "\n             ")));
    lines
}
