//! Unstructured's partition API: `POST <url>` with the file as multipart, answered as a list of elements
//! (`{"type", "text", "metadata"}`).

use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use url::Url;

use crate::ServiceError;
use crate::client::ClientError;
use crate::content_hash;
use crate::route::Route;
use crate::service::{Service, text};

/// Time limit of a request that reads the text of a file, and of one that recognises characters in pictures.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);
const OCR_TIMEOUT: Duration = Duration::from_secs(100);
/// Least number of characters per page of a file that has text. A scan has at most a stamp.
const MIN_PAGE_CHARS: usize = 60;
/// Path of the API, used if the configured address has none.
const PATH: &str = "/general/v0/general";

/// How Unstructured reads a PDF, in its own words; `Auto` is ours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PdfStrategy {
    /// `fast`, and `hi_res` for a file in which that finds hardly any text: a scan.
    #[default]
    Auto,
    /// The text of the file.
    Fast,
    /// Layout and characters, recognised in pictures of the pages. Slow.
    HiRes,
    /// Characters only, recognised in pictures of the pages.
    OcrOnly,
}

impl std::str::FromStr for PdfStrategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            "auto" => Ok(Self::Auto),
            "fast" => Ok(Self::Fast),
            "hi_res" => Ok(Self::HiRes),
            "ocr_only" => Ok(Self::OcrOnly),
            other => Err(format!("{other:?} is none of auto, fast, hi_res and ocr_only")),
        }
    }
}

/// Address, key and strategy of an Unstructured API.
#[derive(Debug, Clone)]
pub struct UnstructuredConfig {
    /// Address, with or without the path of the API.
    pub url: Url,
    /// Key, if the API needs one.
    pub key: Option<SecretString>,
    /// How PDFs are read.
    pub strategy: PdfStrategy,
}

/// An Unstructured API.
pub struct Unstructured {
    service: Service,
    ocr: Service,
    config: UnstructuredConfig,
}

/// The Markdown of a PDF and its number of pages, as far as the elements state it.
struct Partition {
    markdown: String,
    pages: usize,
}

impl Unstructured {
    /// Creates a client.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(mut config: UnstructuredConfig, route: &Route) -> Result<Self, ClientError> {
        if config.url.path().trim_matches('/').is_empty() {
            config.url.set_path(PATH);
        }
        let service = |limit| Service::within("unstructured", limit, route);
        Ok(Self { service: service(REQUEST_TIMEOUT)?, ocr: service(OCR_TIMEOUT)?, config })
    }

    /// Converts a PDF to Markdown.
    pub(crate) async fn read(&self, pdf: &[u8]) -> Result<String, ServiceError> {
        let read = match self.config.strategy {
            PdfStrategy::Auto => self.read_or_recognise(pdf).await?,
            PdfStrategy::Fast => self.partition(&self.service, pdf, "fast").await?,
            PdfStrategy::HiRes => self.partition(&self.ocr, pdf, "hi_res").await?,
            PdfStrategy::OcrOnly => self.partition(&self.ocr, pdf, "ocr_only").await?,
        };
        if read.markdown.is_empty() {
            Err(ServiceError::Empty { service: self.service.name })
        } else {
            Ok(read.markdown)
        }
    }

    /// Reads the text, and recognises it if there is hardly any. What little text there is remains if that fails.
    async fn read_or_recognise(&self, pdf: &[u8]) -> Result<Partition, ServiceError> {
        let fast = self.partition(&self.service, pdf, "fast").await?;
        if !fast.is_scan() {
            return Ok(fast);
        }
        match self.partition(&self.ocr, pdf, "hi_res").await {
            Ok(recognised) => Ok(recognised),
            Err(error) if fast.markdown.is_empty() => Err(error),
            Err(error) => {
                tracing::info!(error = %error, "a scan was not recognised; its little text is used");
                Ok(fast)
            }
        }
    }

    async fn partition(&self, service: &Service, pdf: &[u8], strategy: &str) -> Result<Partition, ServiceError> {
        // A hash of the file, so that the file cannot contain it.
        let boundary = content_hash(pdf);
        let kind = format!("multipart/form-data; boundary={boundary}");
        let mut request = service.client().post(self.config.url.clone()).header("content-type", kind);
        if let Some(key) = &self.config.key {
            request = request.header("unstructured-api-key", key.expose_secret());
        }
        let body = form(pdf, &boundary, strategy);
        let answer = service.json(request.header("accept", "application/json").body(body)).await?;
        let Some(elements) = answer.as_ref().and_then(Value::as_array) else {
            return Err(service.shape("not a list of elements"));
        };
        let page = |element: &Value| element.pointer("/metadata/page_number").and_then(Value::as_u64);
        let pages = elements.iter().filter_map(page).max().unwrap_or_default();
        let markdown = elements.iter().filter_map(line).collect::<Vec<_>>().join("\n\n");
        Ok(Partition { markdown, pages: usize::try_from(pages).unwrap_or_default().max(1) })
    }
}

impl Partition {
    fn is_scan(&self) -> bool {
        self.markdown.chars().count() < self.pages.saturating_mul(MIN_PAGE_CHARS)
    }
}

fn form(pdf: &[u8], boundary: &str, strategy: &str) -> Vec<u8> {
    let mut body = Vec::with_capacity(pdf.len() + 1024);
    for (name, value) in [("strategy", strategy), ("output_format", "application/json")] {
        let part = format!("--{boundary}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend_from_slice(part.as_bytes());
    }
    let file = "content-disposition: form-data; name=\"files\"; filename=\"page.pdf\"\r\ncontent-type: application/pdf";
    body.extend_from_slice(format!("--{boundary}\r\n{file}\r\n\r\n").as_bytes());
    body.extend_from_slice(pdf);
    body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    body
}

/// Renders an element as Markdown; headers, footers and page numbers are left out.
fn line(element: &Value) -> Option<String> {
    let words = text(element, "text");
    match element.get("type").and_then(Value::as_str).unwrap_or_default() {
        "Header" | "Footer" | "PageNumber" | "PageBreak" | "Image" => None,
        _ if words.is_empty() => None,
        "Title" => Some(format!("## {words}")),
        "ListItem" => Some(format!("- {words}")),
        _ => Some(words),
    }
}
