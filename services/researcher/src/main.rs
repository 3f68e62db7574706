//! The researcher's process.

use std::sync::Arc;

use researcher::{Config, Parts, Researcher, WebConfig};

fn main() -> std::process::ExitCode {
    fleet::main(
        "researcher",
        |env| (Config::read(env), WebConfig::read(env)),
        |(config, web), parts| {
            let own = Parts {
                memory: Arc::clone(&parts.store),
                web: Arc::new(web.connect(&parts.clock)?),
                asks: Arc::clone(&parts.asks),
                objects: Arc::clone(&parts.objects),
                coordination: Arc::clone(&parts.coordination),
                config,
                limits: parts.limits.clone(),
            };
            Ok(parts.service().handler(Researcher::new(own, Arc::clone(&parts.store))?))
        },
    )
}
