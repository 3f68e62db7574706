//! The researcher's process.

use std::sync::Arc;

use extraction::sandbox::{ParserPool, ParserPoolSettings};
use researcher::collect::CollectPages;
use researcher::{ModelAccess, Researcher, ResearcherConfig, Stores, WebAccess, WebConfig};

fn main() -> std::process::ExitCode {
    // The same binary runs as the sandboxed parser process.
    extraction::sandbox::child_main().unwrap_or_else(work)
}

fn work() -> std::process::ExitCode {
    worker::main(
        "researcher",
        |env| (ResearcherConfig::read(env), WebConfig::read(env), researcher::read_macros(env)),
        |(config, web, macros), parts| {
            let stores = Stores {
                journal: Arc::clone(&parts.store),
                memory: Arc::clone(&parts.store),
                pages: Arc::<store::Store>::clone(&parts.store),
                objects: Arc::clone(&parts.objects),
                runs: Arc::<store::Store>::clone(&parts.store),
                trail: Arc::<store::Store>::clone(&parts.store),
                coordination: Arc::clone(&parts.coordination),
                reviews: Arc::<store::Store>::clone(&parts.store),
            };
            let outside = WebAccess {
                web: Arc::new(web.connect(&parts.clock, &parts.coordination)?),
                parser: Arc::new(ParserPool::new(ParserPoolSettings {
                    unconfined: config.unconfined_parser,
                    ..ParserPoolSettings::default()
                })),
            };
            let access = ModelAccess {
                model: Arc::clone(&parts.model_client),
                limits: parts.limits.clone(),
                prompts: Arc::clone(&parts.prompts),
                macros,
            };
            let collect = CollectPages { store: Arc::clone(&parts.store), objects: Arc::clone(&parts.objects) };
            let service = parts.service().elected_periodic(collect);
            let researcher = Researcher::new(config, stores, outside, access);
            let verifier = Arc::new(researcher.lei_verifier());
            let service = service.responder(runtime::topology::LEI_CHECK, move |request| {
                let verifier = Arc::clone(&verifier);
                async move { verifier.answer(&request).await.into() }
            });
            Ok(service.handler(researcher))
        },
    )
}
