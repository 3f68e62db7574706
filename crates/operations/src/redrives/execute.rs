//! The execution of redrives by a gateway.

use domain::redrive::{RedriveChange, RedriveState};
use store::redrives::{CanaryState, Redrive};

use crate::{Broker, OperationError, Operations};

/// Redrives the next letters of every redrive that is due. Any number of gateways may do so at the same time. Ends when
/// a message could not be published.
///
/// # Errors
/// Postgres is unavailable; the next call goes on.
pub async fn execute_due(operations: &Operations) -> Result<(), OperationError> {
    while let Some(redrive) = operations.all_tenants.redrives().lease().await? {
        let is_published = execute(operations, &redrive).await?;
        if !is_published || operations.stop.is_cancelled() {
            break;
        }
    }
    Ok(())
}

/// Returns `false` if NATS is away.
async fn execute(operations: &Operations, redrive: &Redrive) -> Result<bool, OperationError> {
    let redrives = operations.store(&redrive.selection.tenant).redrives();
    let key = (&redrive.selection.tenant, redrive.id);
    let mut most = redrive.per_second;
    if redrive.state == RedriveState::Canary {
        match redrives.canary(redrive.id).await? {
            CanaryState::Absent => most = 1,
            CanaryState::Open => return Ok(true),
            CanaryState::Ended => drop(redrives.change(key, RedriveChange::Proceed, "").await?),
            CanaryState::Died(reason) => {
                let note = format!("the first job died again: {reason}");
                tracing::warn!(redrive = %redrive.id, reason, "a redrive is paused: its first job died again");
                redrives.change(key, RedriveChange::Pause, &note).await?;
                return Ok(true);
            }
        }
    }
    let letters = redrives.next(redrive, most).await?;
    if letters.is_empty() {
        redrives.change(key, RedriveChange::Finish, "").await?;
    }
    for letter in letters {
        if operations.stop.is_cancelled() {
            break;
        }
        let Some(letter) = redrives.redrive(redrive.id, letter).await? else { continue };
        let is_published = operations.broker.redrive(&letter, operations.clock.now()).await;
        if !is_published && Broker::may_redrive(&letter) {
            // The reconciler publishes this letter a minute later. The others stay open: it would publish all that were
            // marked during an outage at once.
            return Ok(false);
        }
    }
    Ok(true)
}
