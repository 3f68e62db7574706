//! Random ids and secrets from the system.

use domain::access::AccessToken;
use domain::webhook::WebhookSecret;
use ring::rand::{SecureRandom, SystemRandom};
use uuid::Uuid;

use crate::OperationError;

/// Creates a random id.
///
/// # Errors
/// The system has no random numbers.
pub fn new_id() -> Result<Uuid, OperationError> {
    random().map(|bytes| uuid::Builder::from_random_bytes(bytes).into_uuid())
}

/// Creates the secret of a webhook.
///
/// # Errors
/// The system has no random numbers.
pub fn new_secret() -> Result<WebhookSecret, OperationError> {
    random().map(WebhookSecret::from_random)
}

/// Creates the id and the secret of a session.
///
/// # Errors
/// The system has no random numbers.
pub(crate) fn new_token() -> Result<AccessToken, OperationError> {
    Ok(AccessToken::from_random(random()?, random()?))
}

pub(crate) fn random<const BYTES: usize>() -> Result<[u8; BYTES], OperationError> {
    let mut bytes = [0; BYTES];
    SystemRandom::new().fill(&mut bytes).map_err(|_| OperationError::Unavailable)?;
    Ok(bytes)
}
