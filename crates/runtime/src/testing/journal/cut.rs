//! Faults of the connection between one replica and the journal that all replicas share.

use std::sync::Arc;
use std::time::Duration;

use domain::port::PortError;
use tokio::sync::watch;

use super::FakeJournal;

/// A fault of the connection between one replica and the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Cut {
    /// Calls reach the journal.
    #[default]
    None,
    /// No call is answered until the fault ends.
    Frozen,
    /// Each call fails at once.
    Refused,
    /// Each call takes this time.
    Slow(Duration),
}

impl FakeJournal {
    /// Returns the same journal with its own connection.
    #[must_use]
    pub fn replica(&self) -> Self {
        let mut state = self.state();
        state.replicas += 1;
        Self { shared: Arc::clone(&self.shared), cut: watch::Sender::default(), replica: state.replicas }
    }

    /// Applies a fault to the connection of this replica.
    pub fn cut(&self, cut: Cut) {
        self.cut.send_replace(cut);
    }

    /// Waits as long as the connection is frozen or slow.
    pub(super) async fn connect(&self, operation: &'static str) -> Result<(), PortError> {
        let mut cut = self.cut.subscribe();
        // The sender lives as long as `self`.
        let now = cut.wait_for(|cut| *cut != Cut::Frozen).await.map_or(Cut::None, |cut| *cut);
        match now {
            Cut::Refused => Err(PortError::Down { what: operation, source: "connection refused".into() }),
            Cut::Slow(time) => {
                tokio::time::sleep(time).await;
                Ok(())
            }
            Cut::None | Cut::Frozen => Ok(()),
        }
    }
}
