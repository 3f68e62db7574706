//! The execution of redrives by a gateway.

use domain::redrive::{RedriveChange, RedriveState};
use store::redrives::{CanaryState, Redrive};

use crate::{OperationError, Operations};

/// Redrives the next letters of every redrive that is due. Any number of gateways may do so at the same time.
///
/// # Errors
/// Postgres is unavailable; the next call goes on.
pub async fn execute_due(operations: &Operations) -> Result<(), OperationError> {
    while let Some(redrive) = operations.all_tenants.redrives().lease().await? {
        execute(operations, &redrive).await?;
        if operations.stop.is_cancelled() {
            break;
        }
    }
    Ok(())
}

async fn execute(operations: &Operations, redrive: &Redrive) -> Result<(), OperationError> {
    let redrives = operations.store(&redrive.selection.tenant).redrives();
    let key = (&redrive.selection.tenant, redrive.id);
    let mut most = redrive.per_second;
    if redrive.state == RedriveState::Canary {
        match redrives.canary(redrive.id).await? {
            CanaryState::Absent => most = 1,
            CanaryState::Open => return Ok(()),
            CanaryState::Ended => drop(redrives.change(key, RedriveChange::Proceed, "").await?),
            CanaryState::Died(reason) => {
                let note = format!("the first job died again: {reason}");
                tracing::warn!(redrive = %redrive.id, reason, "a redrive is paused: its first job died again");
                redrives.change(key, RedriveChange::Pause, &note).await?;
                return Ok(());
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
        if let Some(letter) = redrives.redrive(redrive.id, letter).await? {
            operations.broker.redrive(&letter, operations.clock.now()).await;
        }
    }
    Ok(())
}
