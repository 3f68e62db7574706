//! Budgets in Redis: a balance (spent and reserved) per budget, a hash per reservation, a queue of deadlines.

use domain::{JobId, MicroUsd, Scope};
use redis::Value;

use super::{Redis, millis, script};
use crate::{Answer, Budgets, Reservation, Reserved, Unavailable};

/// One hash tag for all, so that one script may touch every key of a reservation on a cluster too.
const TAG: &str = "{budget}";

impl Redis {
    fn balance_key(&self, scope: &Scope) -> String {
        self.key(TAG, &format!("balance:{}", scope.key()))
    }

    fn reservation_key(&self, id: JobId) -> String {
        self.key(TAG, &format!("reservation:{id}"))
    }

    fn deadlines_key(&self) -> String {
        self.key(TAG, "deadlines")
    }
}

impl Budgets for Redis {
    fn reserve<'a>(&'a self, reservation: &'a Reservation) -> Answer<'a, Reserved> {
        Box::pin(async move {
            let mut call = script::RESERVE.prepare_invoke();
            call.key(self.deadlines_key()).key(self.reservation_key(reservation.id));
            call.arg(reservation.max.as_i64()).arg(millis(reservation.expires_in));
            for budget in &reservation.budgets {
                call.key(self.balance_key(&budget.scope)).arg(budget.limit.as_i64());
            }
            let answer: Vec<Value> =
                self.ask(|mut connection| async move { call.invoke_async(&mut connection).await }).await?;
            read(reservation, &answer)
        })
    }

    fn settle(&self, id: JobId, actual: MicroUsd) -> Answer<'_, ()> {
        Box::pin(async move {
            let mut call = script::SETTLE.prepare_invoke();
            call.key(self.deadlines_key()).key(self.reservation_key(id)).arg(actual.as_i64());
            self.ask(|mut connection| async move { call.invoke_async(&mut connection).await }).await
        })
    }

    fn seed<'a>(&'a self, balances: &'a [(Scope, MicroUsd)], anew: bool) -> Answer<'a, ()> {
        Box::pin(async move {
            if balances.is_empty() {
                return Ok(());
            }
            let mut pipe = redis::pipe();
            for (scope, spent) in balances {
                let command = pipe.cmd("SET").arg(self.balance_key(scope)).arg(spent.as_i64());
                command.arg("PX").arg(millis(self.config.believe));
                if !anew {
                    command.arg("NX");
                }
                pipe.ignore();
            }
            self.ask(|mut connection| async move { pipe.query_async(&mut connection).await }).await
        })
    }
}

fn read(reservation: &Reservation, answer: &[Value]) -> Result<Reserved, Unavailable> {
    let scope = |value: &Value| -> Option<Scope> {
        let index: usize = redis::from_redis_value_ref(value).ok()?;
        Some(reservation.budgets.get(index.checked_sub(1)?)?.scope.clone())
    };
    let word: Option<String> = answer.first().and_then(|value| redis::from_redis_value_ref(value).ok());
    let reserved = match (word.as_deref(), answer) {
        (Some("likely"), _) => Some(Reserved::Likely),
        (Some("unlikely"), [_, index, left]) => scope(index).map(|scope| {
            let left = redis::from_redis_value_ref(left).unwrap_or(0);
            Reserved::Unlikely { scope, left: MicroUsd::from_i64(left) }
        }),
        (Some("unknown"), [_, unknown @ ..]) => {
            Some(Reserved::AskPostgres { unknown: unknown.iter().filter_map(scope).collect() })
        }
        _ => None,
    };
    reserved.ok_or_else(|| Unavailable::Failed(format!("reserve.lua answered {answer:?}")))
}
