//! Keys under which the values of steps are memoised.

use crate::JobId;

/// Key of a memoised step: the same job, step and input denote the same work.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StepKey {
    /// The job's identity.
    pub job: JobId,
    /// Step name within the job, for example `turn-3`.
    pub step: String,
    /// SHA-256 of the input as lower-case hex.
    pub input: String,
}

impl StepKey {
    /// Creates a key and hashes the input.
    pub fn new(job: JobId, step: &str, input: &[u8]) -> Self {
        use sha2::Digest;
        let hash = sha2::Sha256::digest(input);
        let input = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        Self { job, step: step.to_owned(), input }
    }
}
