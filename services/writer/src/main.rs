//! Entry point of the writer.

use std::sync::Arc;

use runtime::TrimConfig;
use writer::embeddings::EmbedMemory;
use writer::expiry::ExpireReviews;
use writer::handler::{
    classifications::Classifications, endings::Endings, evidence::EvidenceWriter, evidence::WriterModel,
    forecasts::Forecasts, macros::Macros, verdicts::Verdicts,
};
use writer::reindex::ReindexMemory;
use writer::report_store::ReportStore;
use writer::retention::{self, Prune, Recycle};

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
            let evidence = EvidenceWriter::new(model, Arc::new(parts.store.memory()), reports.clone());
            let forecasts = Forecasts {
                runs: Arc::new(parts.store.runs()),
                reviews: Arc::new(parts.store.reviews()),
                reports: reports.clone(),
            };
            let endings =
                Endings { runs: Arc::new(parts.store.runs()), accounts: Arc::new(parts.store.ledger()), reports };
            let macros = Macros { reviews: Arc::new(parts.store.reviews()) };
            let expire = ExpireReviews { reviews: parts.store.reviews(), clock: Arc::clone(&parts.clock) };
            let (prune, recycle) = (Prune { store: parts.store.clone(), retention }, parts.store.clone());
            let service = parts.service().trim_streams(trim).periodic(prune).periodic(expire);
            let service = service.periodic(Recycle { store: recycle, retention });
            let service = service.elected_periodic(EmbedMemory::new(parts.store.memory()));
            let service = service.elected_periodic(ReindexMemory(parts.store.memory()));
            let service = service.handler(Classifications).handler(Verdicts).handler(evidence).handler(forecasts);
            Ok(service.handler(endings).handler(macros))
        },
    )
}
