//! Entry point of the classifier.

use std::sync::Arc;

use classifier::work::Budgets;
use classifier::{Classifier, ClassifierConfig, judge::Judge};
use runtime::BatchPolicy;

fn main() -> std::process::ExitCode {
    worker::main("classifier", ClassifierConfig::read, |config, parts| {
        let judge = Judge::new(
            Arc::clone(&parts.model_client),
            parts.limits.clone(),
            config.patience,
            Arc::clone(&parts.prompts),
        );
        let classifier = Classifier {
            memory: Arc::new(parts.store.memory()),
            marks: Arc::clone(&parts.coordination) as _,
            judge: config.model.then_some(judge),
            rules: config.rules,
            alarm_pause: config.alarm_pause,
            scout: config.scout,
            groups: config.groups,
            budgets: Budgets::from_limits(&parts.limits),
        };
        Ok(parts.service().batch_handler(classifier, BatchPolicy { max: config.batch, linger: config.linger }))
    })
}
