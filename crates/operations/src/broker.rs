//! The connection to NATS for event streams and redrives, opened at first use: publication needs only Postgres.

use domain::Time;
use domain::port::DeadLetter;
use runtime::client::{Client, ServerError, Target};
use runtime::topology::GATEWAY;
use tokio::sync::OnceCell;

/// A connection that is opened at first use.
pub struct Broker {
    target: Target,
    client: OnceCell<Client>,
}

impl Broker {
    /// Creates an unconnected broker.
    pub fn new(target: Target) -> Self {
        Self { target, client: OnceCell::new() }
    }

    /// Returns the connection.
    ///
    /// # Errors
    /// The server cannot be reached. The next call tries again.
    pub async fn client(&self) -> Result<&Client, ServerError> {
        self.client.get_or_try_init(|| Client::connect(&self.target)).await
    }

    /// Returns `true` if a gateway may publish the message of a dead letter.
    pub fn may_redrive(letter: &DeadLetter) -> bool {
        GATEWAY.may_emit(&letter.subject)
    }

    /// Publishes the message of a dead letter again, if the gateway may publish its subject. Returns `false` if it was
    /// not published; the reconciler of a worker that may publish it does so.
    pub async fn redrive(&self, letter: &DeadLetter, at: Time) -> bool {
        if !Self::may_redrive(letter) {
            return false;
        }
        let Ok(client) = self.client().await else { return false };
        match client.redrive(letter, at).await {
            Ok(_) => true,
            Err(error) => {
                tracing::warn!(%error, dead_letter = %letter.id, "a redriven message was not confirmed");
                false
            }
        }
    }
}
