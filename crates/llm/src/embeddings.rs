//! Client of `POST /v1/embeddings` as OpenAI, Ollama, llama.cpp, vLLM, Text Embeddings Inference and the local embedder
//! of `auspex up` serve it.
//!
//! An embedder speeds memory up and improves it; memory works without one. A query is therefore given up after a short
//! time, and after a failure no query waits for the server until a cool-down has passed. Passages are embedded in the
//! background, wait longer, and ignore the cool-down, so that their next success ends it.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use domain::port::BoxFuture;
use domain::port::embedding::{Embedder, EmbeddingError, EmbeddingModel, EmbeddingSide, MAX_EMBEDDED_TEXTS};
use reqwest::StatusCode;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use telemetry::http::ClientConfig;
use tokio::time::Instant;
use url::Url;

use crate::LlmError;
use crate::providers::join_versioned;
use crate::providers::transport::{read_up_to, reasons};

/// Time limit of a request with passages: a batch takes seconds on one thread of a slow machine.
const PASSAGES_TIMEOUT: Duration = Duration::from_secs(60);
/// Time after a failed request in which queries are not sent.
const COOL_DOWN: Duration = Duration::from_secs(10);
/// Maximum characters of a text. Models read 512 to 8,192 tokens; a longer text is cut, because a note is short.
const MAX_CHARS: usize = 8_000;
/// Maximum bytes of a component as JSON, with its comma.
const COMPONENT_BYTES: usize = 32;
/// Maximum bytes of the rest of an answer, per text.
const ENVELOPE_BYTES: usize = 4_096;
/// Maximum characters of a refusal that an error repeats.
const MAX_REFUSAL_CHARS: usize = 200;

/// Words in front of a text by which a model distinguishes the sides of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Prefixes {
    /// No prefix: texts are sent as they are.
    #[default]
    None,
    /// `query: ` and `passage: `, with which the models of the E5 family were trained.
    E5,
}

impl Prefixes {
    /// Returns the prefixes that a model of this name needs.
    pub fn of_model(name: &str) -> Self {
        let mut words = name.split(|c: char| !c.is_ascii_alphanumeric());
        if words.any(|word| word.eq_ignore_ascii_case("e5")) { Self::E5 } else { Self::None }
    }

    fn of(self, side: EmbeddingSide) -> &'static str {
        match (self, side) {
            (Self::None, _) => "",
            (Self::E5, EmbeddingSide::Query) => "query: ",
            (Self::E5, EmbeddingSide::Passage) => "passage: ",
        }
    }
}

/// An embedder's address and its model.
#[derive(Debug, Clone)]
pub struct EmbeddingEndpoint {
    /// Base address; `/v1/embeddings` is appended, or `/embeddings` if it ends in a version.
    pub base_url: Url,
    /// Key, sent as a bearer token.
    pub key: Option<SecretString>,
    /// Model, as the server names it, and the length of its vectors.
    pub model: EmbeddingModel,
    /// Words in front of each text.
    pub prefixes: Prefixes,
    /// Time limit of a query.
    pub query_timeout: Duration,
}

/// A client of one endpoint.
pub struct EmbeddingClient {
    endpoint: EmbeddingEndpoint,
    url: Url,
    http: reqwest::Client,
    /// End of the cool-down.
    rests_until: Mutex<Option<Instant>>,
}

#[derive(Serialize)]
struct EmbeddingRequest<'a> {
    model: &'a str,
    input: Vec<String>,
    encoding_format: &'static str,
}

#[derive(Deserialize)]
struct EmbeddingAnswer {
    data: Vec<EmbeddingRow>,
}

#[derive(Deserialize)]
struct EmbeddingRow {
    index: usize,
    embedding: Vec<f32>,
}

impl EmbeddingClient {
    /// Creates a client without connecting.
    ///
    /// # Errors
    /// No HTTP client can be built.
    pub fn new(endpoint: EmbeddingEndpoint) -> Result<Self, telemetry::http::ClientError> {
        let http = telemetry::http::client(ClientConfig {
            timeout: PASSAGES_TIMEOUT,
            read_timeout: PASSAGES_TIMEOUT,
            connect_timeout: endpoint.query_timeout,
            ..ClientConfig::default()
        })?;
        let url = join_versioned(&endpoint.base_url, "/embeddings");
        Ok(Self { endpoint, url, http, rests_until: Mutex::new(None) })
    }

    async fn request(&self, side: EmbeddingSide, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbeddingError> {
        if texts.len() > MAX_EMBEDDED_TEXTS {
            return Err(refused(format!("{} texts, at most {MAX_EMBEDDED_TEXTS} are sent at once", texts.len())));
        }
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let prefix = self.endpoint.prefixes.of(side);
        let input = texts.iter().map(|text| format!("{prefix}{}", cut(text))).collect();
        let body = EmbeddingRequest { model: &self.endpoint.model.name, input, encoding_format: "float" };
        let mut request = self.http.post(self.url.clone()).json(&body);
        if let Some(key) = &self.endpoint.key {
            request = request.bearer_auth(key.expose_secret());
        }
        let response = request.send().await.map_err(|error| EmbeddingError::Unavailable { reason: reasons(&error) })?;
        let status = response.status();
        let size = COMPONENT_BYTES * self.endpoint.model.dimensions + ENVELOPE_BYTES;
        let body = read_up_to(response, size * texts.len()).await.map_err(unread)?;
        if status.is_success() {
            return vectors(&body, texts.len(), self.endpoint.model.dimensions);
        }
        let text: String = String::from_utf8_lossy(&body).chars().take(MAX_REFUSAL_CHARS).collect();
        let reason = format!("status {}: {text}", status.as_u16());
        let is_passing =
            status.is_server_error() || [StatusCode::TOO_MANY_REQUESTS, StatusCode::REQUEST_TIMEOUT].contains(&status);
        Err(if is_passing { EmbeddingError::Unavailable { reason } } else { EmbeddingError::Refused { reason } })
    }

    fn check_cool_down(&self) -> Result<(), EmbeddingError> {
        let until = *self.rests_until.lock().unwrap_or_else(PoisonError::into_inner);
        if until.is_some_and(|until| Instant::now() < until) {
            let reason = "it failed a moment ago".to_owned();
            return Err(EmbeddingError::Unavailable { reason });
        }
        Ok(())
    }

    fn note(&self, is_fine: bool) {
        let until = if is_fine { None } else { Some(Instant::now() + COOL_DOWN) };
        *self.rests_until.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }
}

impl Embedder for EmbeddingClient {
    fn model(&self) -> &EmbeddingModel {
        &self.endpoint.model
    }

    fn embed<'a>(
        &'a self,
        side: EmbeddingSide,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbeddingError>> {
        Box::pin(async move {
            let limit = match side {
                EmbeddingSide::Query => {
                    self.check_cool_down()?;
                    self.endpoint.query_timeout
                }
                EmbeddingSide::Passage => PASSAGES_TIMEOUT,
            };
            let late = || EmbeddingError::Unavailable { reason: format!("no answer within {limit:?}") };
            let answered = tokio::time::timeout(limit, self.request(side, texts)).await;
            let answered = answered.unwrap_or_else(|_| Err(late()));
            self.note(answered.is_ok());
            answered
        })
    }
}

/// Returns the vectors in the order of the texts, each with the length 1.
fn vectors(body: &[u8], texts: usize, dimensions: usize) -> Result<Vec<Vec<f32>>, EmbeddingError> {
    let answer: EmbeddingAnswer = serde_json::from_slice(body).map_err(|error| invalid(error.to_string()))?;
    if answer.data.len() != texts {
        return Err(invalid(format!("{} vectors for {texts} texts", answer.data.len())));
    }
    let mut vectors: Vec<Option<Vec<f32>>> = vec![None; texts];
    for EmbeddingRow { index, embedding } in answer.data {
        if embedding.len() != dimensions {
            let length = embedding.len();
            return Err(invalid(format!(
                "a vector has {length} components, {dimensions} were expected (AUSPEX_EMBEDDINGS_DIMENSIONS)"
            )));
        }
        let place = vectors.get_mut(index).filter(|place| place.is_none());
        let place = place.ok_or_else(|| invalid(format!("the index {index} is unexpected or occurs twice")))?;
        *place = Some(normalized(embedding)?);
    }
    Ok(vectors.into_iter().flatten().collect())
}

/// Divides a vector by its length, which must be a finite number above 0.
fn normalized(vector: Vec<f32>) -> Result<Vec<f32>, EmbeddingError> {
    let length = vector.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
    if !length.is_finite() || length < f64::from(f32::MIN_POSITIVE) {
        return Err(invalid("a vector is not finite or has no direction".to_owned()));
    }
    #[allow(clippy::cast_possible_truncation, reason = "components of a unit vector, rounded to single precision")]
    let scaled = vector.into_iter().map(|x| (f64::from(x) / length) as f32).collect();
    Ok(scaled)
}

/// Returns the first [`MAX_CHARS`] characters.
fn cut(text: &str) -> &str {
    text.char_indices().nth(MAX_CHARS).map_or(text, |(end, _)| &text[..end])
}

fn refused(reason: String) -> EmbeddingError {
    EmbeddingError::Refused { reason }
}

fn invalid(reason: String) -> EmbeddingError {
    EmbeddingError::Invalid { reason }
}

fn unread(error: LlmError) -> EmbeddingError {
    match error {
        LlmError::Garbled { reason, .. } => invalid(reason),
        LlmError::Lost { reason } => EmbeddingError::Unavailable { reason },
        other => EmbeddingError::Unavailable { reason: other.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Result<Vec<Vec<f32>>, String> {
        vectors(body.as_bytes(), 2, 2).map_err(|error| error.to_string())
    }

    #[test]
    fn vectors_are_put_in_order_and_have_length_1() {
        let body = r#"{"data":[{"index":1,"embedding":[0,2]},{"index":0,"embedding":[3,4]}],"usage":{}}"#;
        assert_eq!(read(body).unwrap(), [[0.6, 0.8], [0.0, 1.0]]);
    }

    #[test]
    fn an_answer_that_is_not_one_finite_vector_per_text_is_refused() {
        for (body, reason) in [
            ("{", "EOF"),
            (r#"{"data":[{"index":0,"embedding":[1,0]}]}"#, "1 vectors for 2 texts"),
            (r#"{"data":[{"index":0,"embedding":[1,0]},{"index":0,"embedding":[1,0]}]}"#, "occurs twice"),
            (r#"{"data":[{"index":0,"embedding":[1,0]},{"index":7,"embedding":[1,0]}]}"#, "unexpected"),
            (r#"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[1]}]}"#, "1 components, 2"),
            (r#"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[0,0]}]}"#, "no direction"),
            (r#"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[1e39,0]}]}"#, "out of range"),
        ] {
            let refused = read(body).unwrap_err();
            assert!(refused.contains(reason), "{body}: {refused}");
        }
        for component in [f32::NAN, f32::INFINITY] {
            let refused = normalized(vec![component, 0.0]).unwrap_err().to_string();
            assert!(refused.contains("not finite"), "{refused}");
        }
    }

    #[test]
    fn prefixes_follow_from_the_name_of_the_model() {
        for name in ["multilingual-e5-small", "intfloat/e5-large-v2", "E5"] {
            assert_eq!(Prefixes::of_model(name), Prefixes::E5, "{name}");
        }
        for name in ["text-embedding-3-small", "bge-m3", "nomic-e5x", ""] {
            assert_eq!(Prefixes::of_model(name), Prefixes::None, "{name}");
        }
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let long = "é".repeat(MAX_CHARS + 1);
        assert_eq!(cut(&long).chars().count(), MAX_CHARS);
        assert_eq!(cut("short"), "short");
    }
}
