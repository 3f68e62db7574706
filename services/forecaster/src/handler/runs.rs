//! **Consumes** `ForecastRequested`. **Emits** `ResearchRequested` for each research question; `RunAnswered` if there
//! is none; `RunEnded` if the run was cancelled before. **Idempotent because** the run's id derives from its event, and
//! a run starts once.

use std::sync::Arc;

use domain::event::Wanted;
use domain::reading::Reading;
use domain::run::{Question, question_id};
use domain::{AnswerKind, JobId, Run, Time};
use proto::event::Event as _;
use proto::events::{ForecastRequested, ResearchRequested, RunAnswered, RunEnded};
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use store::{EarlierPlan, EarlierPlans, RunEndings};

use crate::alert;
use crate::config::ForecasterConfig;
use crate::decompose;
use crate::deep_report::plan;
use crate::market::MarketLookup;
use crate::model::{Model, ModelCall, ModelReply, Task};
use crate::normalise::{self, NormalisedReply, Recognised};
use crate::outcome::{Round, started};
use crate::reading;

/// Starts runs of questions.
pub struct Runs<R, L> {
    /// The runs, for early cancellations.
    pub runs: Arc<R>,
    /// Finds the market that asks the same question.
    pub markets: L,
    /// The metered model.
    pub model: Arc<Model>,
    /// The forecaster's settings.
    pub config: ForecasterConfig,
}

impl<R: RunEndings + EarlierPlans, L: MarketLookup> Handler for Runs<R, L> {
    const NAME: &'static str = "forecaster-runs";
    const EMITS: &'static [&'static str] = &[ResearchRequested::SUBJECT, RunAnswered::SUBJECT, RunEnded::SUBJECT];
    type In = ForecastRequested;

    async fn handle(&self, event: ForecastRequested, attempt: &Attempt) -> Result<Outcome, Failure> {
        let mut run = self.with_review_rules(event.0);
        // Checked before anything is paid. A later cancellation makes the commit stale, and the job runs again.
        let stopped = self.runs.early_cancellation(run.id).await?;
        let earlier = if stopped.is_none() { self.earlier(&run, attempt.now()).await? } else { None };
        // A report has no deadline and no kind that its words could name.
        if stopped.is_none() && !run.asked.is_report() {
            run = self.read(run, earlier.as_ref(), attempt).await?;
        }
        // A question that is handed back costs no more than the call that read it.
        let is_unclear = run.clarification().is_some();
        let questions = if stopped.is_some() || is_unclear {
            Vec::new()
        } else {
            run.asked.market = self.markets.market(&run, attempt).await?;
            run = reading::with_market(run);
            self.with_trade(self.questions(&run, earlier, attempt).await?, &run)
        };
        let label = match (&stopped, questions.is_empty(), run.asked.config.wanted) {
            (Some(_), ..) => "stopped",
            _ if is_unclear => "unclear",
            (None, true, _) => "no_research",
            (None, false, Wanted::Forecast) => "asked",
            (None, false, Wanted::Research) => "proposing",
        };
        let deadline = self.config.deadline_of(&run, attempt.now());
        Ok(started(self.round(&run, deadline), questions, stopped).labelled(label))
    }

    /// A run whose question cannot be decomposed starts without research: it is decided on what is known.
    fn dead_letter(&self, event: ForecastRequested, _job: JobId, _reason: &str, now: Time) -> Outcome {
        let run = self.with_review_rules(event.0);
        let deadline = self.config.deadline_of(&run, now);
        started(self.round(&run, deadline), Vec::new(), None).labelled("given_up")
    }
}

impl<R: EarlierPlans, L> Runs<R, L> {
    fn round<'a>(&self, run: &'a Run, deadline: Time) -> Round<'a> {
        Round { run, budget: self.model.limits().agent("researcher"), deadline, parallel: self.config.parallel }
    }

    /// Adds the tenant's rules of reviews to those of the question. Nobody acts on a run as of a past day, so it keeps
    /// its own.
    fn with_review_rules(&self, mut run: Run) -> Run {
        let config = &mut run.asked.config;
        if config.as_of.is_none() {
            config.review_if = config.review_if.or(self.config.review.of(&run.tenant));
        }
        run
    }

    /// Adds the question about the trade to a run that a trade caused, if the limit leaves room for it.
    fn with_trade(&self, mut questions: Vec<Question>, run: &Run) -> Vec<Question> {
        let has_room = !questions.is_empty() && questions.len() < self.config.limits.questions;
        if has_room {
            questions.extend(alert::question(run, question_id(1, questions.len() + 1)));
        }
        questions
    }

    /// Returns the newest run with the same question that is not too old.
    async fn earlier(&self, run: &Run, now: Time) -> Result<Option<EarlierPlan>, Failure> {
        // A trade has a question of its own, a run as of a past day must not use what was asked later, and a report is
        // planned for its day.
        let is_other = run.asked.config.as_of.is_some() || run.alert.is_some() || run.asked.is_report();
        if self.config.plan_age.is_zero() || is_other {
            return Ok(None);
        }
        let since = now - self.config.plan_age;
        Ok(self.runs.earlier_plan(run, self.model.prompt_version(run.id), since).await?)
    }

    /// Returns the reading of an earlier run that stated the same and was asked on the same day (UTC), on which words
    /// such as `next month` mean the same.
    fn earlier_reading(run: &Run, EarlierPlan { run: earlier, .. }: &EarlierPlan) -> Option<Reading> {
        let (Recognised::Known(kind) | Recognised::Suggested(kind @ AnswerKind::Binary)) = normalise::recognise(run)
        else {
            return None;
        };
        let day = |run: &Run| decompose::asked_time(run).date_naive();
        let reading = earlier.reading.as_ref().filter(|reading| reading.clarification.is_empty())?;
        let closes = run.asked.closes.or(reading.deadline.as_ref().map(|named| named.at));
        let is_same = earlier.alert.is_none()
            && earlier.asked.background == run.asked.background
            && earlier.asked.resolution_criteria == run.asked.resolution_criteria
            && earlier.asked.closes == closes
            && earlier.answer_kind() == kind
            && day(earlier) == day(run);
        is_same.then(|| reading.clone())
    }

    /// Returns the research questions of the newest run that asked the same and that is not too old. Memory knows the
    /// answers to these questions; others about the same would be researched anew.
    fn earlier_questions(&self, run: &Run, earlier: Option<EarlierPlan>) -> Option<Vec<Question>> {
        let is_same = |plan: &EarlierPlan| {
            decompose::stated(&plan.run) == decompose::stated(run)
                && plan.run.alert.is_none()
                && plan.questions.iter().all(|question| question.topic != decompose::WHOLE)
        };
        let most = self.config.limits.questions;
        let questions = earlier.filter(is_same).map(|plan| plan.questions);
        let questions = questions.filter(|questions| (1..=most).contains(&questions.len()));
        if questions.is_some() {
            tracing::info!(run = %run.id, "the research questions are those of an earlier run of the same question");
        }
        questions
    }

    /// Returns the run with the kind of its answer and the reading of its question. The question of a trade is made by
    /// code and has one meaning.
    async fn read(&self, mut run: Run, earlier: Option<&EarlierPlan>, attempt: &Attempt) -> Result<Run, Failure> {
        if run.alert.is_some() {
            return Ok(run);
        }
        if let Some(reading) = earlier.and_then(|earlier| Self::earlier_reading(&run, earlier)) {
            tracing::info!(run = %run.id, "the question is read as in an earlier run of this day");
            return Ok(reading::restored(run, reading));
        }
        let call =
            ModelCall { task: Task::Normalise, round: 1, step: "normalise".to_owned(), input: normalise::input(&run) };
        let reply = match self.model.ask::<NormalisedReply>(&run, call, attempt).await? {
            ModelReply::Usable(answered) => Some(answered.value),
            ModelReply::None { why, .. } => {
                tracing::warn!(run = %run.id, why, "normalisation failed; the words of the question decide");
                None
            }
        };
        let kind = match (normalise::recognise(&run), &reply) {
            (Recognised::Known(kind), _) | (Recognised::Suggested(kind), None) => kind,
            (Recognised::Suggested(kind), Some(reply)) => normalise::kind(&run, kind, reply),
        };
        // Of a question by yes or no the kind is not stored, unless it was stated.
        if kind != AnswerKind::Binary {
            run.asked.kind = Some(kind);
        }
        let stated = reply.as_ref().map(|reply| &reply.reading);
        let reading = reading::read(&run, stated);
        Ok(reading::applied(run, reading, stated.map_or("", |stated| &stated.option_kind)))
    }

    async fn questions(
        &self,
        run: &Run,
        earlier: Option<EarlierPlan>,
        attempt: &Attempt,
    ) -> Result<Vec<Question>, Failure> {
        let limits = self.config.limits_of(run);
        if limits.iterations == 0 {
            return Ok(Vec::new());
        }
        if let Some(known) = self.earlier_questions(run, earlier) {
            return Ok(known);
        }
        let (task, most, input) = match run.answer_kind().report_depth().and_then(|depth| plan::round(depth, 1)) {
            Some((purpose, most)) => (Task::Plan(purpose), most, plan::input(run, most)),
            None => (Task::Decompose, limits.questions, decompose::input(run, limits.questions)),
        };
        let question = ModelCall { task, round: 1, step: "decompose".to_owned(), input };
        let questions = match self.model.ask::<decompose::DecompositionReply>(run, question, attempt).await? {
            ModelReply::Usable(answered) => decompose::questions(answered.value.questions, 1, most, &[]),
            ModelReply::None { why, .. } => {
                tracing::warn!(run = %run.id, why, "decomposition failed; researching the question itself");
                Vec::new()
            }
        };
        Ok(if questions.is_empty() { decompose::fallback(run) } else { questions })
    }
}

#[cfg(test)]
#[path = "runs_test.rs"]
mod tests;
