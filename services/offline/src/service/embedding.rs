//! `POST /openai/v1/embeddings`: vectors of hashed character trigrams. Texts that share parts of words have similar
//! vectors; there is no knowledge of meanings or languages in them.

use axum::Json;
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Components of a vector.
const DIMENSIONS: usize = 384;
/// Characters of a part of a word.
const PART: usize = 3;
/// Maximum texts of a request.
const MAX_TEXTS: usize = 256;

#[derive(Deserialize)]
struct EmbeddingRequest {
    #[serde(default)]
    model: String,
    input: Vec<String>,
}

/// `POST /openai/v1/embeddings`.
pub(crate) async fn embed(body: Bytes) -> Response {
    let request: EmbeddingRequest = match serde_json::from_slice(&body) {
        Ok(request) => request,
        Err(error) => return refused(&error.to_string()),
    };
    if request.input.is_empty() || request.input.len() > MAX_TEXTS {
        return refused("`input` must have 1 to 256 texts");
    }
    let row =
        |(index, text): (usize, &String)| json!({ "object": "embedding", "index": index, "embedding": vector(text) });
    let rows: Vec<Value> = request.input.iter().enumerate().map(row).collect();
    let usage = json!({ "prompt_tokens": 0, "total_tokens": 0 });
    Json(json!({ "object": "list", "model": request.model, "data": rows, "usage": usage })).into_response()
}

fn refused(message: &str) -> Response {
    let body = json!({ "error": { "message": message, "type": "invalid_request_error" } });
    (StatusCode::BAD_REQUEST, Json(body)).into_response()
}

/// Returns the counts of the hashed trigrams of a text's words. A text without words has one component, so that every
/// vector has a direction.
fn vector(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0_f32; DIMENSIONS];
    for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let letters: Vec<char> = format!("^{word}$").chars().collect();
        for part in letters.windows(PART) {
            vector[place(&part.iter().collect::<String>())] += 1.0;
        }
    }
    if vector.iter().all(|count| *count == 0.0) {
        vector[0] = 1.0;
    }
    vector
}

fn place(part: &str) -> usize {
    let hash = Sha256::digest(part.as_bytes());
    usize::from(u16::from_be_bytes([hash[0], hash[1]])) % DIMENSIONS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cosine(one: &str, other: &str) -> f32 {
        let (one, other) = (vector(one), vector(other));
        let product = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
        product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
    }

    #[test]
    fn texts_that_share_parts_of_words_are_near() {
        let note = "The Ministry of Zebras publishes a report in every quarter.";
        assert!(cosine("Zebraministry quarterreport", note) > 0.5);
        assert!(cosine("Bread and butter", note) < 0.2);
        assert!((cosine(note, note) - 1.0).abs() < 1e-6);
        assert!((cosine("", "…") - 1.0).abs() < 1e-6);
    }
}
