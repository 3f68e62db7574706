//! Early rejection by the budgets in Redis, confirmed and corrected by Postgres.

use std::sync::Arc;

use coordination::{Coordination, Reservation, Reserved};
use domain::port::Ledger;
use domain::{Budget, BudgetScope, JobId, MicroUsd};

use super::AskError;

/// A reservation in Redis, which is only a hint: errors of Redis are ignored.
pub(super) struct Hint {
    coordination: Arc<dyn Coordination>,
    reservation: Reservation,
    /// Budgets without a balance in Redis.
    unknown: Vec<BudgetScope>,
}

impl Hint {
    /// Reserves in Redis.
    ///
    /// # Errors
    /// `Denied` if Redis rejects the reservation and one read of Postgres confirms it.
    pub(super) async fn take(
        coordination: Arc<dyn Coordination>,
        ledger: &impl Ledger,
        reservation: Reservation,
    ) -> Result<Self, AskError> {
        let unknown = match coordination.reserve(&reservation).await {
            Ok(Reserved::Unlikely { scope, .. }) => {
                confirm(&*coordination, ledger, &reservation, &scope).await?;
                Vec::new()
            }
            Ok(Reserved::AskPostgres { unknown }) => unknown,
            Ok(Reserved::Likely) | Err(_) => Vec::new(),
        };
        Ok(Self { coordination, reservation, unknown })
    }

    /// Sets the missing balances in Redis, without this reservation, and reserves. The balances of the ledger include
    /// the call already. Runs beside the call, so it adds no delay.
    pub(super) async fn warm(&self, ledger: &impl Ledger) {
        let mut balances = Vec::new();
        for scope in &self.unknown {
            let Some(budget) = budget(&self.reservation, scope) else { continue };
            let Ok(left) = ledger.left(budget).await else { return };
            let spent = budget.limit.saturating_sub(left);
            balances.push((scope.clone(), spent.saturating_sub(self.reservation.max)));
        }
        if !balances.is_empty() && self.coordination.seed(&balances, false).await.is_ok() {
            let _ = self.coordination.reserve(&self.reservation).await;
        }
    }

    /// Settles the reservation with the actual cost.
    pub(super) async fn settle(self, actual: MicroUsd) {
        let _ = self.coordination.settle(self.reservation.id, actual).await;
    }

    /// Corrects the balance in Redis after a denial by the ledger.
    pub(super) async fn correct(self, scope: &str, left: MicroUsd) {
        let _ = self.coordination.settle(self.reservation.id, MicroUsd::ZERO).await;
        let budget = self.reservation.budgets.iter().find(|budget| budget.scope.key() == scope);
        if let Some(budget) = budget {
            let balance = (budget.scope.clone(), budget.limit.saturating_sub(left));
            let _ = self.coordination.seed(&[balance], true).await;
        }
    }
}

/// Confirms a rejection by one read of Postgres: Redis may be out of date, since calls that it never saw may have cost
/// less than their reservation.
async fn confirm(
    coordination: &dyn Coordination,
    ledger: &impl Ledger,
    reservation: &Reservation,
    scope: &BudgetScope,
) -> Result<(), AskError> {
    let Some(budget) = budget(reservation, scope) else { return Ok(()) };
    let left = ledger.left(budget).await?;
    if reservation.max > left {
        return Err(AskError::Denied { scope: scope.key().to_owned(), left });
    }
    let _ = coordination.seed(&[(scope.clone(), budget.limit.saturating_sub(left))], true).await;
    Ok(())
}

fn budget<'a>(reservation: &'a Reservation, scope: &BudgetScope) -> Option<&'a Budget> {
    reservation.budgets.iter().find(|budget| budget.scope == *scope)
}

/// Returns an id that is unique per process start and call. It need not be derived, since it names nothing outside
/// Redis.
pub(super) fn hint_id(instance: &str, number: u64) -> JobId {
    JobId::named(&["reservation", instance, &number.to_string()])
}
