//! Unstructured's partition API: `POST <url>` with the file as multipart, answered as a list of elements
//! (`{"type", "text", "metadata"}`).

use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use url::Url;

use crate::ServiceError;
use crate::client::ClientError;
use crate::content_hash;
use crate::service::{Service, text};

/// Layout models take their time.
const TIME: Duration = Duration::from_secs(60);
/// Where the API lives on a server that is named without a path.
const PATH: &str = "/general/v0/general";

/// One Unstructured API.
pub struct Unstructured {
    service: Service,
    url: Url,
    key: Option<SecretString>,
}

impl Unstructured {
    /// The API's address, with or without its path, and its key if it wants one.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(mut url: Url, key: Option<SecretString>) -> Result<Self, ClientError> {
        if url.path().trim_matches('/').is_empty() {
            url.set_path(PATH);
        }
        Ok(Self { service: Service::within("unstructured", TIME)?, url, key })
    }

    /// A PDF as Markdown.
    pub(crate) async fn read(&self, pdf: &[u8]) -> Result<String, ServiceError> {
        // Derived from the file, so it cannot stand in it but by a collision of SHA-256.
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

/// An element as Markdown; what only furnishes a page is left out.
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
