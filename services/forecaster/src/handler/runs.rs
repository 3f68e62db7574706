//! **Consumes** `ForecastRequested`. **Emits** `ResearchRequested` for each research question; `RunAnswered` if there
//! is none; `RunEnded` if the run was cancelled before. **Idempotent because** the run's id derives from its event, and
//! a run starts once.

use std::sync::Arc;

use domain::event::Wanted;
use domain::run::{Question, question_id};
use domain::{JobId, Run, Time};
use proto::event::Event as _;
use proto::events::{ForecastRequested, ResearchRequested, RunAnswered, RunEnded};
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use store::RunEndings;

use crate::alert;
use crate::config::ForecasterConfig;
use crate::decompose;
use crate::market::MarketLookup;
use crate::model::{Model, ModelCall, ModelReply, Task};
use crate::outcome::{Round, started};

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

impl<R: RunEndings, L: MarketLookup> Handler for Runs<R, L> {
    const NAME: &'static str = "forecaster-runs";
    const EMITS: &'static [&'static str] = &[ResearchRequested::SUBJECT, RunAnswered::SUBJECT, RunEnded::SUBJECT];
    type In = ForecastRequested;

    async fn handle(&self, event: ForecastRequested, attempt: &Attempt) -> Result<Outcome, Failure> {
        let mut run = event.0;
        // Checked before anything is paid. A later cancellation makes the commit stale, and the job runs again.
        let stopped = self.runs.early_cancellation(run.id).await?;
        if stopped.is_none() {
            run.asked.market = self.markets.market(&run, attempt).await?;
        }
        let questions = match &stopped {
            Some(_) => Vec::new(),
            None => self.with_trade(self.questions(&run, attempt).await?, &run),
        };
        let label = match (&stopped, questions.is_empty(), run.asked.config.wanted) {
            (Some(_), ..) => "stopped",
            (None, true, _) => "no_research",
            (None, false, Wanted::Forecast) => "asked",
            (None, false, Wanted::Research) => "proposing",
        };
        let deadline = self.config.deadline_of(&run, attempt.now());
        Ok(started(self.round(&run, deadline), questions, stopped).labelled(label))
    }

    /// A run whose question cannot be decomposed starts without research: it is decided on what is known.
    fn dead_letter(&self, event: ForecastRequested, _job: JobId, _reason: &str, now: Time) -> Outcome {
        let deadline = self.config.deadline_of(&event.0, now);
        started(self.round(&event.0, deadline), Vec::new(), None).labelled("given_up")
    }
}

impl<R, L> Runs<R, L> {
    fn round<'a>(&self, run: &'a Run, deadline: Time) -> Round<'a> {
        Round { run, budget: self.model.limits().agent("researcher"), deadline, parallel: self.config.parallel }
    }

    /// Adds the question about the trade to a run that a trade caused, if the limit leaves room for it.
    fn with_trade(&self, mut questions: Vec<Question>, run: &Run) -> Vec<Question> {
        let has_room = !questions.is_empty() && questions.len() < self.config.limits.questions;
        if has_room {
            questions.extend(alert::question(run, question_id(1, questions.len() + 1)));
        }
        questions
    }

    async fn questions(&self, run: &Run, attempt: &Attempt) -> Result<Vec<Question>, Failure> {
        let limits = self.config.limits_of(run);
        if limits.iterations == 0 {
            return Ok(Vec::new());
        }
        let question = ModelCall {
            task: Task::Decompose,
            round: 1,
            step: "decompose".to_owned(),
            input: decompose::input(run, limits.questions),
        };
        let questions = match self.model.ask::<decompose::DecompositionReply>(run, question, attempt).await? {
            ModelReply::Usable(answered) => decompose::questions(answered.value.questions, 1, limits.questions, &[]),
            ModelReply::None { why, .. } => {
                tracing::warn!(run = %run.id, why, "decomposition failed; researching the question itself");
                Vec::new()
            }
        };
        Ok(if questions.is_empty() { decompose::fallback(run) } else { questions })
    }
}

#[cfg(test)]
mod tests {
    use domain::effect::Effect;
    use domain::event::AskConfig;
    use domain::{MicroUsd, Profile, Subject};
    use llm::testing::{text_reply, tool_call};
    use runtime::FailureAction;
    use serde_json::json;

    use super::*;
    use crate::handler::fakes::{NamedMarket, Shelf, attempt, emitted, model};
    use crate::sample::run;

    fn handler(
        script: Vec<Result<llm::ModelReply, llm::LlmError>>,
        pairs: &[(&str, &str)],
    ) -> (Runs<Shelf, NamedMarket>, Arc<worker::testing::FakeModelClient>) {
        let (model, client) = model(script, pairs);
        (Runs { runs: Arc::default(), markets: NamedMarket, model, config: ForecasterConfig::defaults() }, client)
    }

    fn questions(outcome: &Outcome) -> &[Question] {
        let [Effect::RunStarted { questions, .. }] = outcome.effects.as_slice() else { panic!("one run") };
        questions
    }

    #[tokio::test]
    async fn each_question_is_researched_on_the_run_s_terms() {
        let reply = json!({ "questions": [
            { "question": "How often?", "priority": "important" }, { "question": "What now?", "priority": "critical" },
        ]});
        let (runs, client) = handler(vec![Ok(tool_call("decompose_question", reply))], &[]);
        let mut run = run();
        run.budget = MicroUsd::dollars(2);
        run.asked.config = AskConfig { profile: Some(Profile::Strict), ..AskConfig::default() };
        let outcome = runs.handle(ForecastRequested(run.clone()), &attempt("r", 0)).await.unwrap();
        let again = runs.handle(ForecastRequested(run.clone()), &attempt("r", 0)).await.unwrap();
        assert_eq!((outcome.effects.clone(), client.model.calls()), (again.effects, 1), "twice is once");
        assert_eq!(questions(&outcome)[0].text, "What now?");
        let tasks: Vec<_> =
            emitted::<proto::events::ResearchRequested>(&outcome).into_iter().map(|fact| fact.0).collect();
        assert_eq!((tasks.len(), tasks[0].profile, tasks[0].budget), (2, Profile::Strict, MicroUsd::dollars(2)));
        let Subject::Question { run: of, question, .. } = &tasks[0].subject else { panic!("a question") };
        assert_eq!((*of, question.id.as_str()), (run.id, "i1q1"));
    }

    #[tokio::test]
    async fn without_a_reply_or_budget_the_question_itself_is_researched() {
        let cases: [(Vec<_>, &[(&str, &str)]); 2] =
            [(vec![Ok(text_reply("no")), Ok(text_reply("no"))], &[]), (vec![], &[("AUSPEX_BUDGET_FORECASTER", "0")])];
        for (script, pairs) in cases {
            let (runs, _) = handler(script, pairs);
            let outcome = runs.handle(ForecastRequested(run()), &attempt("r", 0)).await.unwrap();
            assert_eq!(questions(&outcome)[0].text, run().asked.text);
        }
    }

    #[tokio::test]
    async fn a_trade_is_in_every_research_context_and_is_a_question_itself() {
        let reply = json!({ "questions": [{ "question": "How often?", "priority": "important" }] });
        let (mut runs, _) = handler(
            vec![Ok(tool_call("decompose_question", reply.clone())), Ok(tool_call("decompose_question", reply))],
            &[],
        );
        let mut run = run();
        run.alert = Some(domain::event::ScoutAlert {
            trader: domain::event::Trader {
                address: "0x".to_owned() + &"ab".repeat(20),
                alias: "Oracle".into(),
                ..Default::default()
            },
            trade: domain::event::Trade {
                side: domain::event::Side::Buy,
                usd_value: MicroUsd::dollars(9_000),
                price: 0.2,
                size: 1.0,
                outcome: "Yes".into(),
                time: None,
            },
            market: domain::event::Market { question: "Will it pass?".into(), ..Default::default() },
        });
        let outcome = runs.handle(ForecastRequested(run.clone()), &attempt("r", 0)).await.unwrap();
        let asked = questions(&outcome);
        assert_eq!((asked.len(), asked[1].id.as_str(), asked[1].topic.as_str()), (2, "i1q2", "the trade"));
        for task in emitted::<proto::events::ResearchRequested>(&outcome) {
            let Subject::Question { context, .. } = &task.0.subject else { panic!("a question") };
            assert!(
                context.contains("abab bought shares of YES for $9,000.00") && context.ends_with("alias: Oracle"),
                "{context}"
            );
        }
        runs.config.limits.questions = 1;
        let full = runs.handle(ForecastRequested(run), &attempt("other", 0)).await.unwrap();
        assert_eq!(questions(&full).len(), 1, "no room for it");
    }

    #[tokio::test]
    async fn a_caller_who_wants_the_request_gets_no_research() {
        let reply = json!({ "questions": [{ "question": "How often?", "priority": "important" }] });
        let (runs, _) = handler(vec![Ok(tool_call("decompose_question", reply))], &[]);
        let mut run = run();
        run.asked.config.wanted = Wanted::Research;
        let outcome = runs.handle(ForecastRequested(run), &attempt("r", 0)).await.unwrap();
        assert_eq!((outcome.label, questions(&outcome).len()), ("proposing", 1));
        assert_eq!(emitted::<proto::events::ResearchRequested>(&outcome), []);
        assert_eq!(emitted::<proto::events::RunAnswered>(&outcome)[0].iteration, 1);
    }

    #[tokio::test]
    async fn a_run_cancelled_before_its_start_is_not_decomposed() {
        for forecast in [false, true] {
            let (runs, client) = handler(vec![], &[]);
            let stop = domain::run::Cancellation {
                by: "ada".into(),
                reason: String::new(),
                at: crate::sample::when(),
                forecast,
            };
            *runs.runs.stopped.lock().unwrap() = Some(stop.clone());
            let outcome = runs.handle(ForecastRequested(run()), &attempt("r", 0)).await.unwrap();
            let [Effect::RunStarted { questions, stopped, .. }] = outcome.effects.as_slice() else { panic!("one run") };
            assert_eq!((questions.len(), stopped, client.model.calls()), (0, &Some(stop), 0));
            assert_eq!(emitted::<proto::events::ResearchRequested>(&outcome), []);
            assert_eq!(emitted::<proto::events::RunAnswered>(&outcome).len(), usize::from(forecast));
            assert_eq!(emitted::<proto::events::RunEnded>(&outcome).len(), usize::from(!forecast));
        }
    }

    #[tokio::test]
    async fn a_dead_lettered_request_starts_its_run_without_research() {
        let (runs, _) = handler(vec![], &[]);
        let outcome =
            runs.dead_letter(ForecastRequested(run()), JobId::named(&["r"]), "poisoned", crate::sample::when());
        assert_eq!(questions(&outcome), []);
        assert_eq!(emitted::<proto::events::RunAnswered>(&outcome)[0].iteration, 1);
    }

    #[tokio::test]
    async fn a_run_without_rounds_is_decided_at_once() {
        let (runs, client) = handler(vec![], &[]);
        let mut run = run();
        run.asked.config.max_iterations = Some(0);
        let outcome = runs.handle(ForecastRequested(run), &attempt("r", 0)).await.unwrap();
        assert_eq!((outcome.label, questions(&outcome).len(), client.model.calls()), ("no_research", 0, 0));
        assert_eq!(emitted::<proto::events::RunAnswered>(&outcome)[0].iteration, 1);
    }

    #[tokio::test]
    async fn a_lost_reply_is_retried_a_limited_number_of_times() {
        let lost = || Err(llm::LlmError::Lost { reason: "x".into() });
        let (runs, _) = handler(vec![lost(), lost()], &[]);
        let failure = runs.handle(ForecastRequested(run()), &attempt("r", 0)).await.err().unwrap();
        assert!(matches!(failure.action(), FailureAction::Retry));
        assert!(runs.handle(ForecastRequested(run()), &attempt("r", 3)).await.is_ok());
    }
}
