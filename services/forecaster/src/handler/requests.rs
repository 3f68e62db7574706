//! Third part of [`super::rounds`]: the end of a run whose caller asked for the research request.

use domain::run::{NoForecast, RunState};
use runtime::Failure;
use runtime::handler::{Attempt, Outcome};
use store::Runs;

use super::rounds::Rounds;
use crate::analyze;
use crate::digest::Digest;
use crate::model::{ModelCall, ModelReply, Task};
use crate::outcome::ended;
use crate::past::Past;
use crate::request::request;

impl<R: Runs, P: Past> Rounds<R, P> {
    /// Ends a run with its research request, from one analysis before any research.
    pub(super) async fn requested(&self, state: &RunState, attempt: &Attempt) -> Result<Outcome, Failure> {
        let limits = self.config.limits_of(&state.run);
        let question = ModelCall {
            task: Task::Analyze,
            round: state.iteration,
            step: "analyze".to_owned(),
            input: analyze::input(state, &Digest::from_state(state), &limits),
        };
        let analysis = match self.model.ask::<analyze::AnalysisReply>(&state.run, question, attempt).await? {
            ModelReply::Usable(answered) => Ok(answered.value),
            ModelReply::None { why, .. } => Err(why),
        };
        let proposal =
            request(state, analysis.as_ref().map_err(String::as_str), &limits, self.past.question_costs().await?);
        tracing::info!(
            run = %state.run.id, gain_micro_usd = proposal.gain.0, cost_micro_usd = proposal.cost.0,
            estimate = proposal.estimate.get(), uncertainty = proposal.uncertainty, "research request"
        );
        let ending = NoForecast::Proposed(Box::new(proposal));
        Ok(ended(state, ending, attempt.now()).labelled("proposed"))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::Effect;
    use domain::event::Wanted;
    use llm::testing::{FakeModel, text_reply, tool_call};
    use proto::events::RunEnded;
    use runtime::Handler;
    use serde_json::json;

    use super::*;
    use crate::config::ForecasterConfig;
    use crate::handler::fakes::{Shelf, attempt, emitted, over};
    use crate::sample::state;

    async fn asked(fake: FakeModel) -> Outcome {
        let mut state = state(&[("i1q1", None)]);
        state.run.asked.config.wanted = Wanted::Research;
        let event = crate::outcome::answered(&state.run, 1);
        let (model, client) = over(fake, &[]);
        let shelf = Shelf::with(state);
        let config = ForecasterConfig::defaults();
        let rounds = Rounds { runs: Arc::clone(&shelf), past: shelf, model, config };
        let outcome = rounds.handle(event.clone(), &attempt("r", 0)).await.unwrap();
        let again = rounds.handle(event, &attempt("r", 0)).await.unwrap();
        assert_eq!((&outcome.effects, client.model.calls() <= 2), (&again.effects, true), "twice is once");
        outcome
    }

    #[tokio::test]
    async fn the_request_is_the_answer_and_nothing_is_researched() {
        let analysis = json!({ "sufficient": false, "probability": 0.6, "uncertainty": 0.3 });
        let outcome = asked(FakeModel::by_rule(move |_| Ok(tool_call("analyze_evidence", analysis.clone())))).await;
        let [Effect::RunEnded { version: 4, ending: NoForecast::Proposed(made), .. }] = outcome.effects.as_slice()
        else {
            panic!("one end: {:?}", outcome.effects)
        };
        assert_eq!(made.questions[0].id, "i1q1");
        let ended = emitted::<RunEnded>(&outcome);
        assert_eq!((outcome.facts.len(), &ended[0].ending), (1, &NoForecast::Proposed(made.clone())));
    }

    #[tokio::test]
    async fn an_unusable_analysis_still_gives_a_request() {
        let outcome = asked(FakeModel::by_rule(|_| Ok(text_reply("no")))).await;
        let ended = emitted::<RunEnded>(&outcome);
        assert!(matches!(&ended[0].ending, NoForecast::Proposed(made) if made.reason.contains("assumed")), "{ended:?}");
    }
}
