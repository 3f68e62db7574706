//! Entry point of the filter.

use std::sync::Arc;

use filter::Filter;

fn main() -> std::process::ExitCode {
    worker::main(
        "filter",
        |_env| (),
        |(), parts| {
            let filter = Filter::new(Arc::clone(&parts.model_client), parts.limits.clone())?;
            Ok(parts.service().handler(filter))
        },
    )
}
