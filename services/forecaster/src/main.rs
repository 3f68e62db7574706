//! The forecaster's process.

use std::sync::Arc;

use forecaster::handler::{evidence::Answers, rounds::Rounds, runs::Runs};
use forecaster::{Config, Model, sweep::sweep};

fn main() -> std::process::ExitCode {
    fleet::main("forecaster", Config::read, |config, parts| {
        let model = Arc::new(Model::new(Arc::clone(&parts.asks), parts.limits.clone())?);
        let (store, clock, every) = (Arc::clone(&parts.store), Arc::clone(&parts.clock), config.sweep);
        let runs = Runs { model: Arc::clone(&model), config: config.clone() };
        let rounds = Rounds { runs: Arc::clone(&store), model, config };
        let service = parts.service().handler(runs).handler(Answers).handler(rounds);
        Ok(service.task("close-rounds", every, move || {
            let (store, now) = (Arc::clone(&store), clock.now());
            async move { Ok(sweep(&*store, now).await?) }
        }))
    })
}
