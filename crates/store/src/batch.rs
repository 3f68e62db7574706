//! Batching: one transaction for many concurrent callers.
//!
//! Callers send their input into a channel. A flusher takes all queued members up to a limit, writes them in one
//! transaction and answers each caller; the next batch forms meanwhile. Batches do not wait for a timer: an idle store
//! answers as fast as a single transaction permits, and a busy store amortises one `fsync` over hundreds of callers.
//!
//! If a batch fails permanently (constraint violation, NUL in a text), each member is written alone, so that only the
//! invalid one fails. The same holds if its statements take too long although the server commits other transactions:
//! only the member whose own statements take too long fails, and its failure is counted. If the batch fails transiently
//! (restart, deadlock), the batch is retried until the oldest member's deadline. All operations are idempotent, even if
//! the lost answer was that of a commit.

use std::any::Any;
use std::borrow::Cow;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use domain::Tenant;
use domain::port::PortError;
use futures::FutureExt;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::time::Instant;

use crate::database::Database;
use crate::failure::Failed;
use crate::retry;

/// Maximum number of members of one batch: beyond a few hundred the `fsync` is amortised and only latency grows.
const MAX_MEMBERS: usize = 512;
/// Size in bytes at which a batch stops accepting members, so that large payloads cannot pile up.
const MAX_BYTES: usize = 4 << 20;
/// Capacity of the channel. Limits memory; further callers wait in `send`.
const QUEUE: usize = 2 * MAX_MEMBERS;

/// Maximum members of a batch that may take too long when they are written alone. The others are not tried then, and
/// not counted.
const MAX_SLOW: usize = 3;

/// Value of [`Operation::BEGIN`] for commits that do not wait for the disk. A crash of Postgres may lose them, so each
/// use states why that is safe.
pub(crate) const BEGIN_UNFLUSHED: &str = "BEGIN; SET LOCAL synchronous_commit = off";

/// A database operation that serves many callers in one transaction.
pub(crate) trait Operation: Send + Sync + 'static {
    /// Input of one caller.
    type Input: Send + Sync + 'static;
    /// Answer to one caller.
    type Output: Send + 'static;
    /// Label in errors and metrics.
    const NAME: &'static str;
    /// Statement that opens the transaction. Empty if none is needed: the operation reads, in one statement.
    const BEGIN: &'static str = "BEGIN";
    /// Number of batches written at the same time. With two, the `fsync` of one overlaps the statements of the other.
    const FLUSHERS: usize = 1;

    /// Approximate size of a member in bytes.
    fn bytes(_input: &Self::Input) -> usize {
        0
    }

    /// Returns the tenants whose rows a batch touches; `None` for all tenants.
    fn tenants(_members: &[Self::Input]) -> Option<Vec<&Tenant>> {
        None
    }

    /// Executes the batch inside the open transaction. Returns one answer per member, in order.
    fn apply(
        conn: &mut PgConnection,
        database: &Database,
        members: &[Self::Input],
    ) -> impl Future<Output = Result<Vec<Self::Output>, Failed>> + Send;
}

struct Member<O: Operation> {
    input: O::Input,
    since: Instant,
    reply: oneshot::Sender<Result<O::Output, PortError>>,
}

/// The queue of one operation. Its flushers end when the last clone of the store is dropped.
pub(crate) struct Batcher<O: Operation> {
    queue: mpsc::Sender<Member<O>>,
}

impl<O: Operation> Batcher<O> {
    pub(crate) fn start(database: &Arc<Database>) -> Self {
        let (queue, receiver) = mpsc::channel(QUEUE);
        let receiver = Arc::new(Mutex::new(receiver));
        for _ in 0..O::FLUSHERS {
            tokio::spawn(flusher::<O>(receiver.clone(), database.clone()));
        }
        Self { queue }
    }

    /// Adds `input` to a batch and waits until that batch is committed.
    pub(crate) async fn submit(&self, input: O::Input) -> Result<O::Output, PortError> {
        let statement = crate::observe::Statement::begin(O::NAME);
        let (reply, answer) = oneshot::channel();
        let member = Member { input, since: Instant::now(), reply };
        let closed = || Failed::Closed.into_port(O::NAME);
        self.queue.send(member).await.map_err(|_| closed())?;
        let answer = answer.await.map_err(|_| closed())?;
        statement.end(&answer);
        answer
    }
}

async fn flusher<O: Operation>(queue: Arc<Mutex<mpsc::Receiver<Member<O>>>>, database: Arc<Database>) {
    loop {
        // The lock is held only while a batch forms, so the other flusher collects the next one while this one writes.
        let batch = gather(&mut *queue.lock().await).await;
        if batch.is_empty() {
            return;
        }
        write(&database, batch).await;
    }
}

/// Waits for one member and takes all queued ones. Returns an empty batch when all senders are dropped.
async fn gather<O: Operation>(queue: &mut mpsc::Receiver<Member<O>>) -> Vec<Member<O>> {
    let mut batch = Vec::new();
    let mut bytes = 0;
    let mut next = queue.recv().await;
    while let Some(member) = next {
        bytes += O::bytes(&member.input);
        batch.push(member);
        let full = batch.len() >= MAX_MEMBERS || bytes >= MAX_BYTES;
        next = if full { None } else { queue.try_recv().ok() };
    }
    batch
}

async fn write<O: Operation>(database: &Database, batch: Vec<Member<O>>) {
    let started = Instant::now();
    let deadline = batch.iter().map(|member| member.since).min().unwrap_or(started) + database.retry_for;
    let (inputs, replies): (Vec<_>, Vec<_>) = batch.into_iter().map(|member| (member.input, member.reply)).unzip();
    let answers = execute::<O>(database, &inputs, deadline).await;
    // Sending fails if the caller was cancelled. The outcome is committed, and a repetition finds it.
    for (reply, answer) in replies.into_iter().zip(answers) {
        let _ = reply.send(answer.map_err(|failed| failed.into_port(O::NAME)));
    }
    measure(O::NAME, inputs.len(), started.elapsed());
}

/// Writes the batch, or each member alone if the batch fails permanently or takes too long.
async fn execute<O: Operation>(
    database: &Database,
    inputs: &[O::Input],
    deadline: Instant,
) -> Vec<Result<O::Output, Failed>> {
    match transaction::<O>(database, inputs, deadline).await {
        Ok(answers) => answers.into_iter().map(Ok).collect(),
        Err(failed) => {
            let failed = judged(database, failed).await;
            let may_be_one = !failed.is_transient()
                || failed.is_cancelled()
                || failed.is_denied()
                || matches!(failed, Failed::Slow(_));
            if inputs.len() == 1 || !may_be_one {
                return inputs.iter().map(|_| Err(failed.clone())).collect();
            }
            tracing::warn!(work = O::NAME, members = inputs.len(), error = %failed, "batch failed; writing its members one by one");
            metrics::counter!("auspex_store_groups_split_total", "work" => O::NAME).increment(1);
            one_by_one::<O>(database, inputs, deadline).await
        }
    }
}

async fn one_by_one<O: Operation>(
    database: &Database,
    inputs: &[O::Input],
    deadline: Instant,
) -> Vec<Result<O::Output, Failed>> {
    let mut answers = Vec::with_capacity(inputs.len());
    let mut slow = 0;
    for input in inputs {
        if slow == MAX_SLOW {
            answers.push(Err(Failed::Hung(database.transaction_timeout)));
            continue;
        }
        // The members behind it wait, so what takes too long is not repeated here.
        let attempt = || attempt::<O>(database, std::slice::from_ref(input));
        let alone = match retry::until_or(deadline, Failed::took_too_long, attempt).await {
            Err(failed) => Err(judged(database, failed).await),
            Ok(mut outs) => outs.pop().ok_or(Failed::Closed),
        };
        slow += usize::from(alone.as_ref().is_err_and(Failed::took_too_long));
        answers.push(alone);
    }
    answers
}

/// Decides if the server or the transaction is the cause of a time-out.
async fn judged(database: &Database, failed: Failed) -> Failed {
    match failed {
        Failed::Hung(limit) if database.commits().await => Failed::Slow(limit),
        failed => failed,
    }
}

async fn transaction<O: Operation>(
    database: &Database,
    inputs: &[O::Input],
    deadline: Instant,
) -> Result<Vec<O::Output>, Failed> {
    // A batch whose statement was cancelled is divided at once: its other members have waited long enough.
    let ends = |failed: &Failed| inputs.len() > 1 && failed.is_cancelled();
    retry::until_or(deadline, ends, || attempt::<O>(database, inputs)).await
}

/// Makes one attempt on one connection. A connection that hung or broke is dropped and not returned to the pool,
/// because testing it would hang again.
async fn attempt<O: Operation>(database: &Database, inputs: &[O::Input]) -> Result<Vec<O::Output>, Failed> {
    let mut conn = database.connection().await?;
    let work = async {
        let opening = match O::tenants(inputs).filter(|_| database.pool.names_tenants()) {
            Some(tenants) => database.pool.of(tenants).opening(O::BEGIN).map(Cow::into_owned),
            None => database.pool.opening(O::BEGIN).map(Cow::into_owned),
        };
        let Some(opening) = opening else {
            return O::apply(&mut conn, database, inputs).await;
        };
        let mut transaction = conn.begin_with(AssertSqlSafe(opening)).await?;
        let answers = O::apply(&mut transaction, database, inputs).await?;
        transaction.commit().await?;
        Ok(answers)
    };
    // A panic must not end the flusher, on which every later call depends.
    let work = AssertUnwindSafe(work).catch_unwind();
    let answer = match tokio::time::timeout(database.transaction_timeout, work).await {
        Ok(answer) => answer.unwrap_or_else(|panic| Err(Failed::Panicked(message(&*panic)))),
        Err(_) => Err(Failed::Hung(database.transaction_timeout)),
    };
    if answer.as_ref().is_err_and(Failed::breaks_connection) {
        drop(conn.detach());
    }
    database.read_only.note(answer.as_ref().err());
    answer
}

fn message(panic: &(dyn Any + Send)) -> Arc<str> {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default().into()
}

#[allow(clippy::cast_precision_loss, reason = "a batch has at most 512 members")]
fn measure(work: &'static str, members: usize, took: Duration) {
    metrics::histogram!("auspex_store_group_members", "work" => work).record(members as f64);
    metrics::histogram!("auspex_store_group_seconds", "work" => work).record(took.as_secs_f64());
}
