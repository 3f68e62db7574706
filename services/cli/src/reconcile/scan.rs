//! The comparison of one stream with the rows of Postgres.

use std::collections::{BTreeMap, BTreeSet};

use domain::port::OpenRange;
use domain::{JobId, Time, VerdictGroup};
use runtime::client::{Client, StoredMessage};
use runtime::topology::{CONSUMERS, ConsumerSpec, Holding, StreamSpec};
use store::Store;
use store::jobs::DispatchState;

use super::report::{Counts, Report, Results};

/// Messages that are looked up at once.
const GROUP: usize = 500;
/// Subjects of the results about groups of quiet events.
const GROUPS: &str = "auspex.result.classifications.";

/// A comparison in progress.
pub(super) struct Scan {
    spec: &'static StreamSpec,
    consumers: Vec<(&'static ConsumerSpec, OpenRange)>,
    counts: BTreeMap<&'static str, Counts>,
    group: Vec<StoredMessage>,
    /// Acknowledged messages that no row leads to, by job: the newest copy of each.
    lost: BTreeMap<JobId, StoredMessage>,
    /// Jobs of which a consumer will receive a copy, or has one in progress.
    open: BTreeSet<JobId>,
}

impl Scan {
    pub(super) async fn begin(client: &Client, spec: &'static StreamSpec) -> anyhow::Result<Self> {
        let mut consumers = Vec::new();
        for consumer in CONSUMERS.iter().filter(|consumer| consumer.stream == spec.name) {
            consumers.push((consumer, client.open_range(consumer).await?));
        }
        let counts = consumers.iter().map(|(consumer, _)| (consumer.name, Counts::default())).collect();
        Ok(Self { spec, consumers, counts, group: Vec::new(), lost: BTreeMap::new(), open: BTreeSet::new() })
    }

    pub(super) async fn add(&mut self, message: StoredMessage, store: &Store) -> anyhow::Result<()> {
        self.group.push(message);
        if self.group.len() < GROUP {
            return Ok(());
        }
        self.look_up(store).await
    }

    /// Ends the comparison. A lost message of which another copy is open is not published again.
    pub(super) async fn end(mut self, store: &Store, report: &mut Report) -> anyhow::Result<()> {
        self.look_up(store).await?;
        self.lost.retain(|job, _| !self.open.contains(job));
        for (name, counts) in self.counts {
            report.counts.push((name, counts));
        }
        let lost = self.lost.into_values();
        match self.spec.holding {
            Holding::Events => report.lost_events.extend(lost),
            _ => report.lost_facts.extend(lost),
        }
        Ok(())
    }

    async fn look_up(&mut self, store: &Store) -> anyhow::Result<()> {
        let group = std::mem::take(&mut self.group);
        let mut asked = Vec::new();
        for (place, message) in group.iter().enumerate() {
            let receivers = self.consumers.iter().filter(|(consumer, _)| consumer.receives(&message.delivery.subject));
            asked.extend(receivers.map(|(consumer, range)| (place, consumer.name, *range)));
        }
        let jobs: Vec<_> = asked.iter().map(|(place, consumer, _)| (*consumer, group[*place].job)).collect();
        let known = store.jobs().find(&jobs).await?;
        for ((place, consumer, range), known) in asked.into_iter().zip(known) {
            self.judge(consumer, &group[place], (range, known));
        }
        Ok(())
    }

    fn judge(&mut self, consumer: &'static str, message: &StoredMessage, (range, known): (OpenRange, DispatchState)) {
        let counts = self.counts.entry(consumer).or_default();
        counts.read += 1;
        match known {
            DispatchState::Done => counts.done += 1,
            // Also messages that arrived after the range was read, which is why its end does not matter.
            _ if message.delivery.sequence > range.after => {
                counts.open += 1;
                self.open.insert(message.job);
            }
            DispatchState::Watched => counts.watched += 1,
            DispatchState::Nowhere => {
                counts.lost += 1;
                self.lost.insert(message.job, message.clone());
            }
        }
    }
}

/// Counts the published results and those that Postgres does not have.
pub(super) async fn results(
    client: &Client,
    store: &Store,
    spec: &'static StreamSpec,
    since: Time,
) -> anyhow::Result<Results> {
    let mut stored = client.stored(spec, since).await?;
    let grouped = grouped(store, since).await?;
    let (mut found, mut group) = (Results::default(), Vec::with_capacity(GROUP));
    while let Some(message) = stored.next().await? {
        found.published += 1;
        match message.delivery.subject.starts_with(GROUPS) {
            true => found.missing_groups += u64::from(!grouped.contains(&message.job)),
            false => group.push(message.job),
        }
        if group.len() == GROUP {
            found.missing.extend(store.jobs().missing_results(&group).await?);
            group.clear();
        }
    }
    found.missing.extend(store.jobs().missing_results(&group).await?);
    Ok(found)
}

/// Returns the ids of the results about groups of quiet events, which are not rows of the results but derive from the
/// groups.
async fn grouped(store: &Store, since: Time) -> anyhow::Result<BTreeSet<JobId>> {
    let groups = store.jobs().answered_groups(since).await?;
    Ok(groups.into_iter().map(VerdictGroup::result_of).collect())
}
