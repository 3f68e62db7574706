//! **Consumes** `ForecastRequested`. **Emits** `ResearchRequested` for each research question; `RunAnswered` if there
//! is none; `RunEnded` if the run was cancelled before. **Idempotent because** the run's id derives from its event, and
//! a run starts once.

use std::sync::Arc;

use domain::event::Wanted;
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
use crate::market::MarketLookup;
use crate::model::{Model, ModelCall, ModelReply, Task};
use crate::normalise::{self, NormalisedReply, Recognised};
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

impl<R: RunEndings + EarlierPlans, L: MarketLookup> Handler for Runs<R, L> {
    const NAME: &'static str = "forecaster-runs";
    const EMITS: &'static [&'static str] = &[ResearchRequested::SUBJECT, RunAnswered::SUBJECT, RunEnded::SUBJECT];
    type In = ForecastRequested;

    async fn handle(&self, event: ForecastRequested, attempt: &Attempt) -> Result<Outcome, Failure> {
        let mut run = self.with_review_rules(event.0);
        // Checked before anything is paid. A later cancellation makes the commit stale, and the job runs again.
        let stopped = self.runs.early_cancellation(run.id).await?;
        if stopped.is_none() {
            run.asked.kind = self.kind(&run, attempt).await?;
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

    /// Returns the research questions of the newest run that asked the same and that is not too old. Memory knows the
    /// answers to these questions; others about the same would be researched anew.
    async fn earlier_questions(&self, run: &Run, now: Time) -> Result<Option<Vec<Question>>, Failure> {
        // A trade has a question of its own, and a run as of a past day must not use what was asked later.
        if self.config.plan_age.is_zero() || run.asked.config.as_of.is_some() || run.alert.is_some() {
            return Ok(None);
        }
        let earlier =
            self.runs.earlier_plan(run, self.model.prompt_version(run.id), now - self.config.plan_age).await?;
        let is_same = |plan: &EarlierPlan| {
            decompose::asked(&plan.run) == decompose::asked(run)
                && plan.run.alert.is_none()
                && plan.questions.iter().all(|question| question.topic != decompose::WHOLE)
        };
        let most = self.config.limits.questions;
        let questions = earlier.filter(is_same).map(|plan| plan.questions);
        let questions = questions.filter(|questions| (1..=most).contains(&questions.len()));
        if questions.is_some() {
            tracing::info!(run = %run.id, "the research questions are those of an earlier run of the same question");
        }
        Ok(questions)
    }

    /// Returns the kind of the answer as the run stores it: none for a question by yes or no without a condition.
    async fn kind(&self, run: &Run, attempt: &Attempt) -> Result<Option<AnswerKind>, Failure> {
        let suggested = match normalise::recognise(run) {
            Recognised::Known(AnswerKind::Binary) => return Ok(run.asked.kind.clone()),
            Recognised::Known(kind) => return Ok(Some(kind)),
            Recognised::Suggested(kind) => kind,
        };
        let call =
            ModelCall { task: Task::Normalise, round: 1, step: "normalise".to_owned(), input: normalise::input(run) };
        Ok(Some(match self.model.ask::<NormalisedReply>(run, call, attempt).await? {
            ModelReply::Usable(answered) => normalise::kind(run, suggested, answered.value),
            ModelReply::None { why, .. } => {
                tracing::warn!(run = %run.id, why, "normalisation failed; the words of the question decide");
                suggested
            }
        }))
    }

    async fn questions(&self, run: &Run, attempt: &Attempt) -> Result<Vec<Question>, Failure> {
        let limits = self.config.limits_of(run);
        if limits.iterations == 0 {
            return Ok(Vec::new());
        }
        if let Some(known) = self.earlier_questions(run, attempt.now()).await? {
            return Ok(known);
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
    use crate::review::TenantRules;
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
    async fn a_question_that_was_asked_before_has_the_same_research_questions_without_a_call() {
        let earlier = crate::sample::state(&[("i1q1", None), ("i1q2", None)]);
        let started = async |change: &dyn Fn(&mut Run), plan: &EarlierPlan| {
            let (runs, client) = handler(vec![], &[("AUSPEX_BUDGET_FORECASTER", "0")]);
            *runs.runs.plan.lock().unwrap() = Some(plan.clone());
            let mut run = run();
            run.alert = None;
            change(&mut run);
            let outcome = runs.handle(ForecastRequested(run), &attempt("r", 0)).await.unwrap();
            (questions(&outcome).to_vec(), client.model.calls())
        };
        let mut plan = EarlierPlan { run: run(), questions: earlier.questions.clone() };
        plan.run.alert = None;
        assert_eq!(started(&|_| {}, &plan).await, (plan.questions.clone(), 0));
        let anew =
            async |change: &dyn Fn(&mut Run), plan: &EarlierPlan| started(change, plan).await.0 != plan.questions;
        assert!(anew(&|run| run.asked.resolution_criteria.push_str(" By a court."), &plan).await, "another question");
        assert!(anew(&|run| run.asked.config.as_of = Some(crate::sample::when()), &plan).await, "as of a past day");
        plan.questions[0].topic = decompose::WHOLE.to_owned();
        assert!(anew(&|_| {}, &plan).await, "the earlier run was not decomposed");
    }

    #[tokio::test]
    async fn a_run_has_the_review_rules_of_its_tenant_unless_it_is_as_of_a_past_day() {
        let (mut runs, _) = handler(vec![], &[("AUSPEX_BUDGET_FORECASTER", "0")]);
        runs.config.review = TenantRules::parse("*: contradiction").unwrap();
        let mut run = run();
        run.asked.config.review_if = "price_gap=0.2".parse().unwrap();
        let with_rules = runs.handle(ForecastRequested(run.clone()), &attempt("r", 0)).await.unwrap();
        run.asked.config.as_of = Some(crate::sample::when());
        let past = runs.handle(ForecastRequested(run), &attempt("r2", 0)).await.unwrap();
        let rules = |outcome: &Outcome| {
            let [Effect::RunStarted { run, .. }] = outcome.effects.as_slice() else { panic!("one run") };
            run.asked.config.review_if.to_string()
        };
        assert_eq!(rules(&with_rules), "contradiction,price_gap=0.2");
        assert_eq!(rules(&past), "price_gap=0.2");
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
    async fn the_kind_of_another_question_is_stored_with_the_run() {
        let kind_of = |text: &str, script: Vec<_>| {
            let (runs, client) = handler(script, &[]);
            let mut run = run();
            run.asked.text = text.to_owned();
            run.asked.market = None;
            async move {
                let outcome = runs.handle(ForecastRequested(run), &attempt("r", 0)).await.unwrap();
                let [Effect::RunStarted { run, .. }] = outcome.effects.as_slice() else { panic!("one run") };
                (run.asked.kind.clone(), client.model.calls())
            }
        };
        let questions = || {
            Ok(tool_call(
                "decompose_question",
                json!({ "questions": [{ "question": "Now?", "priority": "critical" }] }),
            ))
        };
        let read = json!({ "reasoning": "It asks for votes.", "answer_kind": "numeric", "unit": "votes" });
        let script = vec![Ok(tool_call("normalise_question", read)), questions()];
        let votes = AnswerKind::Numeric { unit: "votes".into(), lower: None, upper: None };
        assert_eq!(kind_of("How many votes will it get?", script).await, (Some(votes.clone()), 2));
        let script = vec![Ok(text_reply("no")), Ok(text_reply("no")), questions()];
        assert_eq!(kind_of("How many votes will it get?", script).await, (Some(votes), 3), "the words decide");
        assert_eq!(kind_of("Will it pass?", vec![questions()]).await, (None, 1), "no call for a question by yes or no");
        let given = AnswerKind::Conditional { condition: "it rains".into() };
        assert_eq!(kind_of("If it rains, will it pass?", vec![questions()]).await, (Some(given), 1));
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
