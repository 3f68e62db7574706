//! The machine's event of an effect, with the rows that it may store serialised before the transaction begins.

use domain::run::{Cancellation, NoForecast, Phase, Question, RunEvent};
use domain::{Effect, Forecast, Run, RunId, Time};
use uuid::Uuid;

use crate::text::clean;

/// One event of a run and the values that belong to it.
#[derive(Debug, Clone)]
pub(crate) struct RunChange {
    pub(super) run: Uuid,
    pub(super) event: RunEvent,
    pub(super) new_run: Option<RunRow>,
    /// Bodies of the event's questions, in their order.
    pub(super) questions: Vec<String>,
    /// Body of the answer, or reason of the dead letter.
    pub(super) body: String,
    pub(super) forecast: Option<ForecastRow>,
    pub(super) cancelled: Option<String>,
    pub(super) ended: Option<String>,
}

/// The constant columns of a run.
#[derive(Debug, Clone)]
pub(super) struct RunRow {
    pub(super) tenant: String,
    pub(super) event: Uuid,
    pub(super) question: String,
    pub(super) body: String,
}

/// The row of a forecast.
#[derive(Debug, Clone)]
pub(crate) struct ForecastRow {
    pub(crate) run: Uuid,
    pub(crate) tenant: String,
    pub(crate) probability: f64,
    pub(crate) cost: i64,
    pub(crate) body: String,
    pub(crate) made_at: Time,
    pub(crate) review: Option<&'static str>,
    pub(crate) answer: Option<String>,
}

impl RunChange {
    /// A change without values to store.
    pub(crate) fn new(run: RunId, event: RunEvent) -> Self {
        let (questions, body) = (Vec::new(), String::new());
        Self { run: run.0, event, new_run: None, questions, body, forecast: None, cancelled: None, ended: None }
    }

    /// The change of an effect, `None` for effects that concern no run.
    pub(crate) fn from_effect(effect: &Effect) -> Result<Option<Self>, serde_json::Error> {
        let Some((run, event)) = RunEvent::from_effect(effect) else { return Ok(None) };
        let mut change = Self::new(run, event);
        match effect {
            Effect::RunStarted { run, questions, stopped, .. } => {
                change.new_run = Some(RunRow::from_run(run)?);
                change.questions = bodies(questions)?;
                if let Some(cancellation) = stopped {
                    change = change.cancelled(cancellation)?;
                }
            }
            Effect::RunExtended { questions, .. } => change.questions = bodies(questions)?,
            Effect::Answered { evidence, .. } => change.body = serde_json::to_string(evidence)?,
            // The reason informs a person, so it is cleaned rather than refused.
            Effect::DecisionDeadLettered { because, .. } => change.body = clean(because),
            Effect::RunFinished { forecast, .. } => change.forecast = Some(ForecastRow::from_forecast(forecast)?),
            Effect::RunEnded { ending, .. } => change.ended = Some(serde_json::to_string(ending)?),
            _ => {}
        }
        Ok(Some(change))
    }

    /// Adds the columns of a cancellation.
    pub(crate) fn cancelled(mut self, cancellation: &Cancellation) -> Result<Self, serde_json::Error> {
        self.cancelled = Some(serde_json::to_string(cancellation)?);
        self.ended = Some(serde_json::to_string(&NoForecast::Cancelled(cancellation.clone()))?);
        Ok(self)
    }

    /// The run that changes.
    pub(crate) fn run(&self) -> RunId {
        RunId(self.run)
    }

    /// Approximate number of bytes sent to the server.
    pub(crate) fn bytes(&self) -> usize {
        let bodies = [&self.ended, &self.cancelled].into_iter().flatten().map(String::len).sum::<usize>();
        bodies
            + self.body.len()
            + self.questions.iter().map(String::len).sum::<usize>()
            + self.new_run.as_ref().map_or(0, |row| row.body.len())
            + self.forecast.as_ref().map_or(0, |row| row.body.len())
    }
}

impl RunRow {
    fn from_run(run: &Run) -> Result<Self, serde_json::Error> {
        Ok(Self {
            tenant: run.tenant.to_string(),
            event: run.event_job.0,
            question: clean(&run.asked.text),
            body: serde_json::to_string(run)?,
        })
    }
}

impl ForecastRow {
    fn from_forecast(forecast: &Forecast) -> Result<Self, serde_json::Error> {
        Ok(Self {
            run: forecast.run.id.0,
            tenant: forecast.run.tenant.to_string(),
            probability: forecast.probability.get(),
            cost: forecast.cost.as_i64(),
            body: serde_json::to_string(forecast)?,
            made_at: forecast.made_at,
            review: crate::reviews::forecasts::first_state(forecast),
            answer: forecast.headline().map(|answer| clean(&answer)),
        })
    }
}

fn bodies(questions: &[Question]) -> Result<Vec<String>, serde_json::Error> {
    questions.iter().map(serde_json::to_string).collect()
}

pub(super) fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Waiting => "waiting",
        Phase::Analyzing => "analyzing",
        Phase::Done => "done",
    }
}

/// Parses a phase. The table's check allows these three only.
pub(crate) fn parse_phase(name: &str) -> Phase {
    match name {
        "waiting" => Phase::Waiting,
        "analyzing" => Phase::Analyzing,
        _ => Phase::Done,
    }
}
