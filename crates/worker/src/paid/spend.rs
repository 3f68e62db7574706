//! The fast "no": what Redis believes about budgets, corrected by Postgres where it matters.

use std::sync::Arc;

use coordination::{Coordination, Reservation, Reserved};
use domain::port::Ledger;
use domain::{Budget, JobId, MicroUsd, Scope};

use super::AskError;

/// A reservation in Redis, as far as there is one. Everything about it is a hint, so no error of Redis gets out.
pub(super) struct Hint {
    coordination: Arc<dyn Coordination>,
    reservation: Reservation,
    /// Budgets that Redis does not know.
    unknown: Vec<Scope>,
}

impl Hint {
    /// Reserves in Redis.
    ///
    /// # Errors
    /// `Denied`, if Redis says no and Postgres, asked by one read, says so too.
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

    /// Tells Redis the balances that it did not know, this reservation not included, and reserves. The ledger has this
    /// call in its balances already. Runs beside the call, so it costs no time.
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

    /// What it cost, in the end.
    pub(super) async fn settle(self, actual: MicroUsd) {
        let _ = self.coordination.settle(self.reservation.id, actual).await;
    }

    /// The ledger said no after all: this is what it has.
    pub(super) async fn corrected(self, scope: &str, left: MicroUsd) {
        let _ = self.coordination.settle(self.reservation.id, MicroUsd::ZERO).await;
        let budget = self.reservation.budgets.iter().find(|budget| budget.scope.key() == scope);
        if let Some(budget) = budget {
            let balance = (budget.scope.clone(), budget.limit.saturating_sub(left));
            let _ = self.coordination.seed(&[balance], true).await;
        }
    }
}

/// Redis may be out of date: calls that it never saw may have become cheaper than they were reserved. One read decides.
async fn confirm(
    coordination: &dyn Coordination,
    ledger: &impl Ledger,
    reservation: &Reservation,
    scope: &Scope,
) -> Result<(), AskError> {
    let Some(budget) = budget(reservation, scope) else { return Ok(()) };
    let left = ledger.left(budget).await?;
    if reservation.max > left {
        return Err(AskError::Denied { scope: scope.key().to_owned(), left });
    }
    let _ = coordination.seed(&[(scope.clone(), budget.limit.saturating_sub(left))], true).await;
    Ok(())
}

fn budget<'a>(reservation: &'a Reservation, scope: &Scope) -> Option<&'a Budget> {
    reservation.budgets.iter().find(|budget| budget.scope == *scope)
}

/// The id of a hint: unique per process start and call. It need not be derived: it names nothing that outlives Redis.
pub(super) fn hint_id(instance: &str, number: u64) -> JobId {
    JobId::named(&["reservation", instance, &number.to_string()])
}
