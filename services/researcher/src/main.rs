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
                journal: Arc::new(parts.store.journal()),
                memory: Arc::new(parts.store.memory()),
                pages: Arc::new(parts.store.pages()),
                objects: Arc::clone(&parts.objects),
                runs: Arc::new(parts.store.runs()),
                trail: Arc::new(parts.store.audit()),
                coordination: Arc::clone(&parts.coordination),
                reviews: Arc::new(parts.store.reviews()),
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
                reader: Arc::clone(&parts.reader_client),
                limits: parts.limits.clone(),
                prompts: Arc::clone(&parts.prompts),
                macros,
            };
            let collect = CollectPages { pages: parts.store.pages(), objects: Arc::clone(&parts.objects) };
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
