//! Entry point of the filter.

use std::sync::Arc;

use filter::{Filter, FilterConfig};

fn main() -> std::process::ExitCode {
    worker::main("filter", FilterConfig::read, |config, parts| {
        let (limits, prompts) = (parts.limits.clone(), Arc::clone(&parts.prompts));
        let filter = Filter::new(Arc::clone(&parts.model_client), limits, prompts, config);
        Ok(parts.service().handler(filter))
    })
}
