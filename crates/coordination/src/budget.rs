//! Budgets as a fast rejection; only the ledger admits a call (ADR 0013). In Redis a budget is a balance (spent and
//! reserved), a reservation is a hash, and a queue holds the deadlines of reservations.

use std::sync::LazyLock;
use std::time::Duration;

use domain::{Budget, BudgetScope, JobId, MicroUsd};
use redis::{Script, Value};

use crate::client::{Redis, millis};
use crate::{CallFuture, Unavailable};

/// Money that a call may need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reservation {
    /// Identity of the reservation: a repetition returns the same result and reserves nothing more.
    pub id: JobId,
    /// Every budget that the call counts against, each once.
    pub budgets: Vec<Budget>,
    /// Maximum cost of the call.
    pub max: MicroUsd,
    /// Time after which the money of an unsettled reservation returns to its budgets.
    pub expires_in: Duration,
}

/// Result of a reservation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reserved {
    /// The balances in Redis suffice. The ledger decides.
    Likely,
    /// A balance in Redis does not suffice. The caller confirms by reading the balance, since Redis may be out of date.
    Unlikely {
        /// The first exhausted budget, in the order of [`Reservation::budgets`].
        scope: BudgetScope,
        /// Micro-dollars left in it.
        left: MicroUsd,
    },
    /// Redis has no balance of these budgets (new, flushed or expired): the caller asks the ledger, then calls
    /// [`Budgets::seed`].
    AskPostgres {
        /// Budgets without a balance.
        unknown: Vec<BudgetScope>,
    },
}

/// Budgets, shared by all replicas.
pub trait Budgets: Send + Sync + 'static {
    /// Reserves in all budgets or in none.
    fn reserve<'a>(&'a self, reservation: &'a Reservation) -> CallFuture<'a, Reserved>;

    /// Replaces the reservation by the actual cost. A repetition, or an id that is not known, changes nothing.
    fn settle(&self, id: JobId, actual: MicroUsd) -> CallFuture<'_, ()>;

    /// Returns the money of a call that was refused or never made; otherwise as [`Budgets::settle`].
    fn release(&self, id: JobId) -> CallFuture<'_, ()> {
        self.settle(id, MicroUsd::ZERO)
    }

    /// Sets the amounts spent and reserved according to Postgres. An existing balance stays unless `overwrite` is set.
    fn seed<'a>(&'a self, balances: &'a [(BudgetScope, MicroUsd)], overwrite: bool) -> CallFuture<'a, ()>;
}

/// One hash tag for all keys, so that one script may touch every key of a reservation on a cluster too, including those
/// of expired reservations.
const TAG: &str = "{budget}";

/// Returns {'likely'}, {'unlikely', index, left} or {'unknown', index, …}; indexes count from 1. Amounts are integers
/// below 2^53 micro-dollars (nine billion dollars), which Lua's doubles represent exactly.
static RESERVE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"
-- KEYS: deadlines, reservation, then one balance per budget. ARGV: max, expires_in ms, then per balance: limit.
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)

-- Returns the money of expired reservations, up to 20 per call.
for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, 20)) do
  local max = redis.call('HGET', key, 'max')
  if max and redis.call('HGET', key, 'state') == 'open' then
    for balance in string.gmatch(redis.call('HGET', key, 'balances'), '[^\n]+') do
      if redis.call('EXISTS', balance) == 1 then redis.call('DECRBY', balance, max) end
    end
  end
  redis.call('DEL', key)
  redis.call('ZREM', KEYS[1], key)
end

local unknown = {'unknown'}
for i = 3, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 0 then table.insert(unknown, i - 2) end
end
if #unknown > 1 then return unknown end

if redis.call('EXISTS', KEYS[2]) == 1 then return {'likely'} end

for i = 3, #KEYS do
  local left = tonumber(ARGV[i]) - tonumber(redis.call('GET', KEYS[i]))
  if tonumber(ARGV[1]) > left then return {'unlikely', i - 2, string.format('%.0f', math.max(left, 0))} end
end

for i = 3, #KEYS do redis.call('INCRBY', KEYS[i], ARGV[1]) end
redis.call('HSET', KEYS[2], 'max', ARGV[1], 'state', 'open', 'balances', table.concat(KEYS, '\n', 3))
redis.call('PEXPIRE', KEYS[2], ARGV[2] * 2)
redis.call('ZADD', KEYS[1], now + ARGV[2], KEYS[2])
return {'likely'}",
    )
});

/// The settled reservation stays until it expires, so that a late repetition of its `reserve` does not reserve again.
static SETTLE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"
-- KEYS: deadlines, reservation. ARGV: actual.
if redis.call('HGET', KEYS[2], 'state') ~= 'open' then return 0 end
local max = redis.call('HGET', KEYS[2], 'max')
local difference = string.format('%.0f', tonumber(ARGV[1]) - tonumber(max))
for balance in string.gmatch(redis.call('HGET', KEYS[2], 'balances'), '[^\n]+') do
  -- A missing balance will be read from Postgres.
  if redis.call('EXISTS', balance) == 1 then redis.call('INCRBY', balance, difference) end
end
redis.call('HSET', KEYS[2], 'state', 'settled')
redis.call('ZREM', KEYS[1], KEYS[2])
return 1",
    )
});

impl Redis {
    fn balance_key(&self, scope: &BudgetScope) -> String {
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
    fn reserve<'a>(&'a self, reservation: &'a Reservation) -> CallFuture<'a, Reserved> {
        Box::pin(async move {
            let mut call = RESERVE.prepare_invoke();
            call.key(self.deadlines_key()).key(self.reservation_key(reservation.id));
            call.arg(reservation.max.as_i64()).arg(millis(reservation.expires_in));
            for budget in &reservation.budgets {
                call.key(self.balance_key(&budget.scope)).arg(budget.limit.as_i64());
            }
            let answer: Vec<Value> =
                self.ask(|mut connection| async move { call.invoke_async(&mut connection).await }).await?;
            parse_reserved(reservation, &answer)
        })
    }

    fn settle(&self, id: JobId, actual: MicroUsd) -> CallFuture<'_, ()> {
        Box::pin(async move {
            let mut call = SETTLE.prepare_invoke();
            call.key(self.deadlines_key()).key(self.reservation_key(id)).arg(actual.as_i64());
            self.ask(|mut connection| async move { call.invoke_async(&mut connection).await }).await
        })
    }

    fn seed<'a>(&'a self, balances: &'a [(BudgetScope, MicroUsd)], overwrite: bool) -> CallFuture<'a, ()> {
        Box::pin(async move {
            if balances.is_empty() {
                return Ok(());
            }
            let mut pipe = redis::pipe();
            for (scope, spent) in balances {
                let command = pipe.cmd("SET").arg(self.balance_key(scope)).arg(spent.as_i64());
                command.arg("PX").arg(millis(self.config.balance_ttl));
                if !overwrite {
                    command.arg("NX");
                }
                pipe.ignore();
            }
            self.ask(|mut connection| async move { pipe.query_async(&mut connection).await }).await
        })
    }
}

fn parse_reserved(reservation: &Reservation, answer: &[Value]) -> Result<Reserved, Unavailable> {
    let scope = |value: &Value| -> Option<BudgetScope> {
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
