//! Prints one of our own pages as PDF. The page gets no request: scripts are off, every request is intercepted and
//! never answered, and the context's proxy is an address at which nothing listens.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::devtools::DevTools;
use super::rendering::{NO_PROXY_HERE, text};
use super::{BrowserConfig, ENVELOPE_BYTES, RenderError};
use crate::client;
use crate::route::Route;

/// A4 in inches.
const PAPER: (f64, f64) = (8.27, 11.69);
/// Margins in inches. The lower one has the page numbers.
const MARGIN: f64 = 0.6;
/// Maximum bytes of a page that is printed.
const MAX_PAGE_BYTES: usize = 8 * 1024 * 1024;
/// Page numbers; the browser fills them in.
const FOOTER: &str = "<div style=\"width:100%;font-size:8px;text-align:center;color:#555\">\
                      <span class=\"pageNumber\"></span> / <span class=\"totalPages\"></span></div>";

/// Prints pages with a browser.
#[derive(Debug)]
pub struct Printer {
    config: BrowserConfig,
    client: reqwest::Client,
    turns: Semaphore,
}

impl Printer {
    /// Creates a client; nothing is requested.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(config: BrowserConfig) -> Result<Self, client::ClientError> {
        let client = client::configured(&Route::Direct, config.total, config.total)?;
        let turns = Semaphore::new(config.at_once.max(1));
        Ok(Self { client, turns, config })
    }

    /// Prints an HTML page, with page numbers. The time limit includes the wait for a turn.
    ///
    /// # Errors
    /// [`RenderError`] with the reason of the failure.
    pub async fn print(&self, page: &str) -> Result<Vec<u8>, RenderError> {
        if page.len() > MAX_PAGE_BYTES {
            return Err(RenderError::TooLarge(MAX_PAGE_BYTES));
        }
        let work = async {
            let _turn = self.turns.acquire().await.map_err(RenderError::unreachable)?;
            // The PDF arrives in base 64. Dropping the connection disposes the context, however the printing ends.
            let largest = 2 * self.config.max_bytes + ENVELOPE_BYTES;
            let tools = DevTools::connect(&self.client, &self.config.url, largest).await?;
            printed(tools, page).await
        };
        let limit: Duration = self.config.total;
        let pdf = tokio::time::timeout(limit, work).await.unwrap_or(Err(RenderError::Timeout(limit)))?;
        if pdf.len() > self.config.max_bytes {
            return Err(RenderError::TooLarge(self.config.max_bytes));
        }
        if !pdf.starts_with(b"%PDF-") {
            return Err(RenderError::Failed("what was printed is no PDF".to_owned()));
        }
        Ok(pdf)
    }
}

async fn printed(mut tools: DevTools, page: &str) -> Result<Vec<u8>, RenderError> {
    let context = json!({ "disposeOnDetach": true, "proxyServer": NO_PROXY_HERE, "proxyBypassList": "<-loopback>" });
    let context = text(tools.call("", "Target.createBrowserContext", context).await?, "browserContextId")?;
    let no_download = json!({ "behavior": "deny", "browserContextId": context });
    tools.call("", "Browser.setDownloadBehavior", no_download).await?;
    let target = json!({ "url": "about:blank", "browserContextId": context });
    let frame = text(tools.call("", "Target.createTarget", target).await?, "targetId")?;
    let attach = json!({ "targetId": frame, "flatten": true });
    let session = text(tools.call("", "Target.attachToTarget", attach).await?, "sessionId")?;
    let commands: [(&str, Value); 4] = [
        ("Emulation.setScriptExecutionDisabled", json!({ "value": true })),
        ("Fetch.enable", json!({ "patterns": [{ "urlPattern": "*" }] })),
        ("Page.enable", json!({})),
        ("Page.setDocumentContent", json!({ "frameId": frame, "html": page })),
    ];
    for (method, params) in commands {
        tools.call(&session, method, params).await?;
    }
    let (width, height) = PAPER;
    let paper = json!({
        "paperWidth": width, "paperHeight": height, "printBackground": true, "displayHeaderFooter": true,
        "headerTemplate": "<span></span>", "footerTemplate": FOOTER, "marginTop": MARGIN, "marginBottom": MARGIN,
        "marginLeft": MARGIN, "marginRight": MARGIN, "generateTaggedPDF": true, "transferMode": "ReturnAsBase64",
    });
    let data = text(tools.call(&session, "Page.printToPDF", paper).await?, "data")?;
    STANDARD.decode(data).map_err(|error| RenderError::Failed(format!("the PDF is not in base 64: {error}")))
}

#[cfg(test)]
mod tests {
    use super::super::fake_server::{FakeBrowser, FakePage};
    use super::*;

    const PAGE: &str = "<html><body><h1>Report</h1><img src=\"https://example.org/i.png\"></body></html>";

    fn printer(browser: &FakeBrowser) -> Printer {
        Printer::new(BrowserConfig { max_bytes: 1000, ..BrowserConfig::at(browser.url.clone()) }).unwrap()
    }

    #[tokio::test]
    async fn a_page_is_printed_with_page_numbers_and_without_a_request() {
        let browser = FakeBrowser::start(FakePage { pdf: b"%PDF-1.7 x".to_vec(), ..FakePage::default() }).await;
        assert_eq!(printer(&browser).print(PAGE).await.unwrap(), b"%PDF-1.7 x");
        assert_eq!(browser.told("Page.setDocumentContent")[0]["html"], PAGE);
        let paper = browser.told("Page.printToPDF").remove(0);
        assert!(paper["footerTemplate"].as_str().unwrap().contains("pageNumber"), "{paper}");
        assert_eq!(browser.told("Emulation.setScriptExecutionDisabled")[0]["value"], true);
        assert_eq!(browser.told("Fetch.enable")[0]["patterns"][0]["urlPattern"], "*");
        assert_eq!(browser.told("Target.createBrowserContext")[0]["proxyServer"], NO_PROXY_HERE);
        for answer in ["Page.navigate", "Fetch.continueRequest", "Fetch.fulfillRequest"] {
            assert!(browser.told(answer).is_empty(), "{answer}");
        }
    }

    #[tokio::test]
    async fn what_is_too_large_or_no_pdf_is_refused() {
        let large = [b"%PDF-1.7 ".as_slice(), &[b'x'; 1000]].concat();
        let browser = FakeBrowser::start(FakePage { pdf: large, ..FakePage::default() }).await;
        assert!(matches!(printer(&browser).print(PAGE).await, Err(RenderError::TooLarge(1000))));
        let page = "x".repeat(MAX_PAGE_BYTES + 1);
        assert!(matches!(printer(&browser).print(&page).await, Err(RenderError::TooLarge(MAX_PAGE_BYTES))));
        let browser = FakeBrowser::start(FakePage { pdf: b"words".to_vec(), ..FakePage::default() }).await;
        assert!(matches!(printer(&browser).print(PAGE).await, Err(RenderError::Failed(_))));
    }

    #[tokio::test]
    async fn a_browser_that_never_prints_is_given_up() {
        let browser = FakeBrowser::start(FakePage { hangs: true, ..FakePage::default() }).await;
        let config = BrowserConfig { total: Duration::from_millis(300), ..BrowserConfig::at(browser.url.clone()) };
        let error = Printer::new(config).unwrap().print(PAGE).await.unwrap_err();
        assert!(matches!(error, RenderError::Timeout(_)), "{error:?}");
    }
}
