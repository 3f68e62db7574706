//! The writer's process.

use std::sync::Arc;

use writer::handler::{
    classifications::Classifications, endings::Endings, evidence::EvidenceWriter, forecasts::Forecasts,
};
use writer::shelf::Shelf;

fn main() -> std::process::ExitCode {
    worker::main(
        "writer",
        |_env| (),
        |(), parts| {
            let shelf = Shelf(Arc::clone(&parts.objects));
            let evidence = EvidenceWriter::new(
                Arc::clone(&parts.asks),
                Arc::clone(&parts.store),
                parts.limits.clone(),
                shelf.clone(),
            )?;
            let forecasts = Forecasts { runs: Arc::clone(&parts.store), shelf: shelf.clone() };
            let endings = Endings { runs: Arc::clone(&parts.store), shelf };
            Ok(parts.service().handler(Classifications).handler(evidence).handler(forecasts).handler(endings))
        },
    )
}
