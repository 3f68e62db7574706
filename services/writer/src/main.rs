//! Entry point of the writer.

use std::sync::Arc;
use std::time::Duration;

use runtime::TrimConfig;
use writer::expiry::expire_reviews;
use writer::handler::{
    classifications::Classifications, endings::Endings, evidence::EvidenceWriter, evidence::WriterModel,
    forecasts::Forecasts, macros::Macros, verdicts::Verdicts,
};
use writer::report_store::ReportStore;
use writer::retention::{self, PRUNE_INTERVAL, RECYCLE_INTERVAL};

/// Interval of the search for results whose time for the review has passed. A review lasts for days.
const EXPIRY_INTERVAL: Duration = Duration::from_secs(60);

fn main() -> std::process::ExitCode {
    worker::main(
        "writer",
        |env| (TrimConfig::read(env), retention::read(env)),
        |(trim, retention), parts| {
            let reports = ReportStore(Arc::clone(&parts.objects));
            let model = WriterModel {
                client: Arc::clone(&parts.model_client),
                prompts: Arc::clone(&parts.prompts),
                limits: parts.limits.clone(),
            };
            let evidence = EvidenceWriter::new(model, Arc::clone(&parts.store), reports.clone());
            let forecasts = Forecasts { runs: Arc::clone(&parts.store), reports: reports.clone() };
            let endings = Endings { runs: Arc::clone(&parts.store), reports };
            let macros = Macros { reviews: Arc::clone(&parts.store) };
            let (store, clock) = (Arc::clone(&parts.store), Arc::clone(&parts.clock));
            let service = parts.service().trim_streams(trim);
            let (rows, aging) = (Arc::clone(&parts.store), Arc::clone(&parts.store));
            let service = service.task("prune", PRUNE_INTERVAL, move || retention::prune(Arc::clone(&rows), retention));
            let service =
                service.task("recycle", RECYCLE_INTERVAL, move || retention::recycle(Arc::clone(&aging), retention));
            let service = service.handler(Classifications).handler(Verdicts).handler(evidence).handler(forecasts);
            Ok(service.handler(endings).handler(macros).task("expire-reviews", EXPIRY_INTERVAL, move || {
                let (store, now) = (Arc::clone(&store), clock.now());
                async move {
                    expire_reviews(&*store, now).await?;
                    // The relay publishes the messages from the outbox.
                    Ok(Vec::new())
                }
            }))
        },
    )
}
