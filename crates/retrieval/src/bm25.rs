//! The parts of the BM25 formula (Robertson and Zaragoza 2009).

/// Inverse document frequency of a term that `containing` of `documents` documents contain:
/// ln(1 + (N − n + ½) / (n + ½)), the weight of Robertson and Spärck Jones kept above 0 as Lucene does.
pub fn inverse_document_frequency(documents: f64, containing: f64) -> f64 {
    ((documents - containing + 0.5) / (containing + 0.5)).ln_1p()
}

/// Length normalisation 1 − b + b · length / mean length.
pub fn length_norm(b: f64, length: f64, mean_length: f64) -> f64 {
    1.0 - b + b * length / mean_length
}

/// Saturation of a term's frequency: f · (k1 + 1) / (f + k1 · norm), from 0 to k1 + 1.
pub fn saturation(frequency: f64, k1: f64, norm: f64) -> f64 {
    frequency * (k1 + 1.0) / (frequency + k1 * norm)
}

/// A length or a number of documents as a factor of the formula.
#[expect(clippy::cast_precision_loss, reason = "lengths of texts and collections are far below 2^52")]
pub fn to_f64(n: usize) -> f64 {
    n as f64
}
