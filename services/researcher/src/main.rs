//! The researcher's process.

use std::sync::Arc;

use researcher::{Config, Parts, Researcher, WebConfig};

fn main() -> std::process::ExitCode {
    // This binary is also the parser that it starts for what the web says.
    extraction::sandbox::child_main().unwrap_or_else(work)
}

fn work() -> std::process::ExitCode {
    worker::main(
        "researcher",
        |env| (Config::read(env), WebConfig::read(env)),
        |(config, web), parts| {
            let own = Parts {
                memory: Arc::clone(&parts.store),
                web: Arc::new(web.connect(&parts.clock, &parts.coordination)?),
                reads: Arc::new(extraction::sandbox::Pool::new(extraction::sandbox::Settings::default())),
                asks: Arc::clone(&parts.asks),
                objects: Arc::clone(&parts.objects),
                archive: Arc::<store::Store>::clone(&parts.store),
                coordination: Arc::clone(&parts.coordination),
                trail: Arc::<store::Store>::clone(&parts.store),
                awaited: Arc::<store::Store>::clone(&parts.store),
                config,
                limits: parts.limits.clone(),
            };
            let (store, objects) = (Arc::clone(&parts.store), Arc::clone(&parts.objects));
            let service = parts.service().task("collect-pages", researcher::collect::EVERY, move || {
                let (store, objects) = (Arc::clone(&store), Arc::clone(&objects));
                async move { Ok(researcher::collect::pass(&store, &objects).await.map(|_| Vec::new())?) }
            });
            Ok(service.handler(Researcher::new(own, Arc::clone(&parts.store))?))
        },
    )
}
