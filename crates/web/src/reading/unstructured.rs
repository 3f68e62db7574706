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

/// Time limit of a request. Layout models are slow.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);
/// Path of the API, used if the configured address has none.
const PATH: &str = "/general/v0/general";

/// An Unstructured API.
pub struct Unstructured {
    service: Service,
    url: Url,
    key: Option<SecretString>,
}

impl Unstructured {
    /// Creates a client for the API's address, with or without a path, and an optional key.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(mut url: Url, key: Option<SecretString>, route: &Route) -> Result<Self, ClientError> {
        if url.path().trim_matches('/').is_empty() {
            url.set_path(PATH);
        }
        Ok(Self { service: Service::within("unstructured", REQUEST_TIMEOUT, route)?, url, key })
    }

    /// Converts a PDF to Markdown.
    pub(crate) async fn read(&self, pdf: &[u8]) -> Result<String, ServiceError> {
        // A hash of the file, so that the file cannot contain it.
        let boundary = content_hash(pdf);
        let kind = format!("multipart/form-data; boundary={boundary}");
        let mut request = self.service.client().post(self.url.clone()).header("content-type", kind);
        if let Some(key) = &self.key {
            request = request.header("unstructured-api-key", key.expose_secret());
        }
        let answer = self.service.json(request.header("accept", "application/json").body(form(pdf, &boundary))).await?;
        let Some(elements) = answer.as_ref().and_then(Value::as_array) else {
            return Err(self.service.shape("not a list of elements"));
        };
        let markdown = elements.iter().filter_map(line).collect::<Vec<_>>().join("\n\n");
        if markdown.is_empty() { Err(ServiceError::Empty { service: self.service.name }) } else { Ok(markdown) }
    }
}

fn form(pdf: &[u8], boundary: &str) -> Vec<u8> {
    let mut body = Vec::with_capacity(pdf.len() + 1024);
    for (name, value) in [("strategy", "fast"), ("output_format", "application/json")] {
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
