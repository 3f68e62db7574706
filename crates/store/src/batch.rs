//! Many concurrent callers, one transaction.
//!
//! Callers put their input into a channel. A flusher takes all that is there, up to a bound, writes it as one transaction and
//! answers each caller; meanwhile the next group forms by itself. There is no timer: an idle store answers as fast as a single
//! transaction can, a busy one amortises one `fsync` over hundreds of callers.
//!
//! If a group fails for good (a constraint, a NUL in a text), each member is written alone: only the one at fault fails.
//! If it fails in passing (restart, deadlock), the group is repeated until the oldest member's time is up; every work here is
//! idempotent, also when the lost answer was that of a commit.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use domain::port::PortError;
use sqlx::Connection;
use sqlx::postgres::PgConnection;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::time::Instant;

use crate::failure::Failed;
use crate::retry;
use crate::store::Shared;

/// Members of one group at most: beyond a few hundred the `fsync` is amortised and only latency grows.
const MOST_MEMBERS: usize = 512;
/// Bytes of one group after which no further member joins, so that large payloads cannot pile up.
const MOST_BYTES: usize = 4 << 20;
/// Callers that may wait in the channel before the next one waits outside: bounds memory, not throughput.
const QUEUE: usize = 2 * MOST_MEMBERS;

/// For [`Work::BEGIN`]: committed without waiting for the disk. Whoever uses it says why what is lost with a crash of Postgres may be
/// lost.
pub(crate) const UNFLUSHED: &str = "BEGIN; SET LOCAL synchronous_commit = off";

/// Work that is done for many callers at once.
pub(crate) trait Work: Send + Sync + 'static {
    /// What one caller wants.
    type In: Send + Sync + 'static;
    /// What one caller gets.
    type Out: Send + 'static;
    /// For errors and metrics.
    const NAME: &'static str;
    /// Opens the transaction. Empty where none is needed: a group that only reads, in one statement.
    const BEGIN: &'static str = "BEGIN";
    /// Groups written at the same time. Two overlap the `fsync` of one with the statements of the other.
    const FLUSHERS: usize = 1;

    /// About how many bytes a member brings.
    fn bytes(_input: &Self::In) -> usize {
        0
    }

    /// Writes a group inside an open transaction; one answer per member, in order.
    fn apply(
        conn: &mut PgConnection,
        shared: &Shared,
        members: &[Self::In],
    ) -> impl Future<Output = Result<Vec<Self::Out>, Failed>> + Send;
}

struct Member<W: Work> {
    input: W::In,
    since: Instant,
    reply: oneshot::Sender<Result<W::Out, PortError>>,
}

/// The entrance to one kind of work. Its flushers end when the last clone of the store is dropped.
pub(crate) struct Batcher<W: Work> {
    queue: mpsc::Sender<Member<W>>,
}

impl<W: Work> Batcher<W> {
    pub(crate) fn start(shared: &Arc<Shared>) -> Self {
        let (queue, receiver) = mpsc::channel(QUEUE);
        let receiver = Arc::new(Mutex::new(receiver));
        for _ in 0..W::FLUSHERS {
            tokio::spawn(flusher::<W>(receiver.clone(), shared.clone()));
        }
        Self { queue }
    }

    /// Waits until the group that `input` joins is written.
    pub(crate) async fn submit(&self, input: W::In) -> Result<W::Out, PortError> {
        let (reply, answer) = oneshot::channel();
        let member = Member { input, since: Instant::now(), reply };
        let closed = || Failed::Closed.into_port(W::NAME);
        self.queue.send(member).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}

async fn flusher<W: Work>(queue: Arc<Mutex<mpsc::Receiver<Member<W>>>>, shared: Arc<Shared>) {
    loop {
        // Held only while a group forms: the other flusher forms its own as soon as this one starts to write.
        let group = gather(&mut *queue.lock().await).await;
        if group.is_empty() {
            return;
        }
        write(&shared, group).await;
    }
}

/// Waits for one member and takes those that are there already; empty when nobody can come any more.
async fn gather<W: Work>(queue: &mut mpsc::Receiver<Member<W>>) -> Vec<Member<W>> {
    let mut group = Vec::new();
    let mut bytes = 0;
    let mut next = queue.recv().await;
    while let Some(member) = next {
        bytes += W::bytes(&member.input);
        group.push(member);
        let full = group.len() >= MOST_MEMBERS || bytes >= MOST_BYTES;
        next = if full { None } else { queue.try_recv().ok() };
    }
    group
}

async fn write<W: Work>(shared: &Shared, group: Vec<Member<W>>) {
    let started = Instant::now();
    let deadline = group.iter().map(|member| member.since).min().unwrap_or(started) + shared.retry_for;
    let (inputs, replies): (Vec<_>, Vec<_>) = group.into_iter().map(|member| (member.input, member.reply)).unzip();
    let answers = settle::<W>(shared, &inputs, deadline).await;
    // A reply that cannot be delivered belongs to a caller that was cancelled; its work is done and will be found done.
    for (reply, answer) in replies.into_iter().zip(answers) {
        let _ = reply.send(answer.map_err(|failed| failed.into_port(W::NAME)));
    }
    measure(W::NAME, inputs.len(), started.elapsed());
}

/// The whole group, or each member alone if one of them spoils it.
async fn settle<W: Work>(shared: &Shared, inputs: &[W::In], deadline: Instant) -> Vec<Result<W::Out, Failed>> {
    match transaction::<W>(shared, inputs, deadline).await {
        Ok(answers) => answers.into_iter().map(Ok).collect(),
        Err(failed) if failed.is_transient() || inputs.len() == 1 => {
            inputs.iter().map(|_| Err(failed.clone())).collect()
        }
        Err(failed) => {
            tracing::warn!(work = W::NAME, members = inputs.len(), error = %failed, "a group failed; its members are written one by one");
            metrics::counter!("auspex_store_groups_split_total", "work" => W::NAME).increment(1);
            one_by_one::<W>(shared, inputs, deadline).await
        }
    }
}

async fn one_by_one<W: Work>(shared: &Shared, inputs: &[W::In], deadline: Instant) -> Vec<Result<W::Out, Failed>> {
    let mut answers = Vec::with_capacity(inputs.len());
    for input in inputs {
        let alone = transaction::<W>(shared, std::slice::from_ref(input), deadline).await;
        answers.push(alone.and_then(|mut outs| outs.pop().ok_or(Failed::Closed)));
    }
    answers
}

async fn transaction<W: Work>(shared: &Shared, inputs: &[W::In], deadline: Instant) -> Result<Vec<W::Out>, Failed> {
    retry::until(deadline, || once::<W>(shared, inputs)).await
}

/// One try on one connection. A connection that hung or broke is dropped, not returned: asking it whether it is well would
/// hang again.
async fn once<W: Work>(shared: &Shared, inputs: &[W::In]) -> Result<Vec<W::Out>, Failed> {
    let mut conn = shared.connection().await?;
    let work = async {
        if W::BEGIN.is_empty() {
            return W::apply(&mut conn, shared, inputs).await;
        }
        let mut transaction = conn.begin_with(W::BEGIN).await?;
        let answers = W::apply(&mut transaction, shared, inputs).await?;
        transaction.commit().await?;
        Ok(answers)
    };
    let answer = tokio::time::timeout(shared.patience, work).await.unwrap_or(Err(Failed::Hung(shared.patience)));
    if answer.as_ref().is_err_and(Failed::breaks_connection) {
        drop(conn.detach());
    }
    answer
}

#[allow(clippy::cast_precision_loss, reason = "a group has at most 512 members")]
fn measure(work: &'static str, members: usize, took: Duration) {
    metrics::histogram!("auspex_store_group_members", "work" => work).record(members as f64);
    metrics::histogram!("auspex_store_group_seconds", "work" => work).record(took.as_secs_f64());
}
