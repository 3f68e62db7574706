//! Entry point of the writer.

use std::sync::Arc;

use writer::handler::{
    classifications::Classifications, endings::Endings, evidence::EvidenceWriter, forecasts::Forecasts,
};
use writer::report_store::ReportStore;

fn main() -> std::process::ExitCode {
    worker::main(
        "writer",
        |_env| (),
        |(), parts| {
            let reports = ReportStore(Arc::clone(&parts.objects));
            let evidence = EvidenceWriter::new(
                Arc::clone(&parts.model_client),
                Arc::clone(&parts.store),
                parts.limits.clone(),
                reports.clone(),
            )?;
            let forecasts = Forecasts { runs: Arc::clone(&parts.store), reports: reports.clone() };
            let endings = Endings { runs: Arc::clone(&parts.store), reports };
            Ok(parts.service().handler(Classifications).handler(evidence).handler(forecasts).handler(endings))
        },
    )
}
