//! The forecaster's process.

use std::sync::Arc;

use forecaster::handler::{evidence::Answers, rounds::Rounds, runs::Runs};
use forecaster::market::SiteLookup;
use forecaster::{ForecasterConfig, Model, schedule, sweep};

/// Prefix of the subjects of questions.
const SCHEDULED: &[&str] = &["auspex.event.question.", "auspex.event.entity_request."];

fn main() -> std::process::ExitCode {
    worker::main("forecaster", ForecasterConfig::read, |config, parts| {
        let (client, prompts) = (Arc::clone(&parts.model_client), Arc::clone(&parts.prompts));
        let model =
            Arc::new(Model::new(client, parts.limits.clone(), prompts).with_second(config.second_prompts.clone()));
        let (store, every) = (Arc::clone(&parts.store), config.sweep);
        let (schedules, ends, past) = (Arc::clone(&store), Arc::clone(&store), Arc::clone(&store));
        let stored = Arc::new(store.runs());
        let sites = config.markets.connect(&parts.coordination, &parts.clock)?;
        let markets = SiteLookup { sites, journal: parts.store.journal(), model: Arc::clone(&model) };
        let runs = Runs { runs: Arc::clone(&stored), markets, model: Arc::clone(&model), config: config.clone() };
        let (parallel, task_budget) = (config.parallel, parts.limits.agent("researcher"));
        let answers = Answers { runs: Arc::clone(&stored), parallel, task_budget };
        let rounds = Rounds { runs: stored, past, model, config };
        let service = parts.service().handler(runs).handler(answers).handler(rounds);
        // One replica looks at deadlines and schedules. They follow the database's clock, which all replicas share.
        // A schedule publishes the same subject as a publisher. The messages of cancelled runs go through the outbox.
        let service = service.task_emits(SCHEDULED).elected_task("fire-schedules", every, move || {
            let store = Arc::clone(&schedules);
            async move { Ok(schedule::fire(&store.schedules(), store.now().await?).await?) }
        });
        let service = service.elected_task("end-runs", every, move || {
            let store = Arc::clone(&ends);
            async move { Ok(sweep::end_expired((&store.runs(), &*store), &store.journal(), store.now().await?).await?) }
        });
        Ok(service.elected_task("close-rounds", every, move || {
            let store = Arc::clone(&store);
            async move { Ok(sweep::close_rounds(&store.runs(), store.now().await?).await?) }
        }))
    })
}
