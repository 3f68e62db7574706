//! Prints reports with the configured browser.

use anyhow::Context as _;
use futures::future::BoxFuture;
use operations::printing::PagePrinter;
use web::browser::{BrowserConfig, Printer};

/// The browser of the gateway.
#[derive(Debug)]
pub(crate) struct Printing(Printer);

impl Printing {
    /// Creates a client; nothing is requested.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub(crate) fn new(config: BrowserConfig) -> anyhow::Result<Self> {
        Printer::new(config).map(Self).context(BrowserConfig::SETTING)
    }
}

impl PagePrinter for Printing {
    fn print<'a>(&'a self, page: &'a str) -> BoxFuture<'a, Result<Vec<u8>, String>> {
        Box::pin(async {
            self.0.print(page).await.map_err(|error| {
                let error: anyhow::Error = error.into();
                format!("{error:#}")
            })
        })
    }
}
