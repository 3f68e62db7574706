//! What is known about the tenants of a backlog. Pure.

use std::collections::BTreeMap;
use std::time::Duration;

use super::recent::Recent;

/// Name for events whose subjects name no tenant. It is not a valid tenant.
pub(super) const UNNAMED: &str = "";
/// Looks after which every tenant is looked up again: a removal of old messages can hide a new one from the counts.
const LOOK_AGAIN: u32 = 8;
/// Subjects that may be counted per second and look; more of them make the looks rarer.
const COUNTED: u32 = 1_000;

/// The tenants with messages in the stream, finished ones included.
#[derive(Default)]
pub(super) struct Tenants {
    backlogs: BTreeMap<String, TenantBacklog>,
    /// Tenant whose messages were read last.
    last: String,
    looks: u32,
}

struct TenantBacklog {
    /// Number of messages in the stream.
    messages: u64,
    /// Sequence from which messages are unread.
    from: u64,
    /// No message was found from there on.
    empty: bool,
}

impl Tenants {
    /// Updates the counts. The consumer has delivered everything up to the sequence `delivered`.
    pub(super) fn observe(&mut self, totals: &BTreeMap<String, u64>, delivered: u64) {
        self.looks = self.looks.wrapping_add(1);
        let look_again = self.looks.is_multiple_of(LOOK_AGAIN);
        self.backlogs.retain(|tenant, _| totals.contains_key(tenant));
        for (tenant, &messages) in totals {
            let new = || TenantBacklog { messages, from: 0, empty: false };
            let backlog = self.backlogs.entry(tenant.clone()).or_insert_with(new);
            backlog.empty &= backlog.messages == messages && !look_again;
            backlog.messages = messages;
            backlog.from = backlog.from.max(delivered + 1);
        }
    }

    /// Returns tenants that were served less than their share and may have messages, with the sequence from which to
    /// read. The tenants take turns.
    pub(super) fn light(&self, recent: &Recent, most: usize) -> Vec<(String, u64)> {
        let waiting = self.backlogs.values().filter(|backlog| !backlog.empty).count();
        let after =
            self.backlogs.range::<String, _>((std::ops::Bound::Excluded(&self.last), std::ops::Bound::Unbounded));
        let before = self.backlogs.range(..=self.last.clone());
        let light = after.chain(before).filter(|(tenant, backlog)| !backlog.empty && recent.is_light(tenant, waiting));
        light.take(most).map(|(tenant, backlog)| (tenant.clone(), backlog.from)).collect()
    }

    /// Records that the tenant's messages up to `last` were read, and whether there are no more.
    pub(super) fn read(&mut self, tenant: &str, last: Option<u64>, empty: bool) {
        tenant.clone_into(&mut self.last);
        if let Some(backlog) = self.backlogs.get_mut(tenant) {
            backlog.from = last.map_or(backlog.from, |last| last + 1);
            backlog.empty = empty;
        }
    }

    /// Returns true if the tenant may have messages.
    pub(super) fn may_wait(&self, tenant: &str) -> bool {
        self.backlogs.get(tenant).is_some_and(|backlog| !backlog.empty)
    }

    /// Returns the minimum interval of the looks, which grows with the number of tenants.
    pub(super) fn min_interval(&self) -> Duration {
        Duration::from_secs(1) * u32::try_from(self.backlogs.len()).unwrap_or(u32::MAX / 1_000) / (10 * COUNTED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals(tenants: &[(&str, u64)]) -> BTreeMap<String, u64> {
        tenants.iter().map(|(tenant, count)| ((*tenant).to_owned(), *count)).collect()
    }

    fn only_a() -> Recent {
        let mut recent = Recent::new(8);
        (0..8).for_each(|_| recent.add("a"));
        recent
    }

    #[test]
    fn a_tenant_without_unread_messages_is_looked_up_when_its_count_changes() {
        let (mut tenants, recent) = (Tenants::default(), only_a());
        tenants.observe(&totals(&[("a", 100), ("b", 3)]), 10);
        assert_eq!(tenants.light(&recent, 16), [("b".to_owned(), 11)]);
        tenants.read("b", Some(40), false);
        tenants.observe(&totals(&[("a", 100), ("b", 3)]), 20);
        assert_eq!(tenants.light(&recent, 16), [("b".to_owned(), 41)], "not twice");
        tenants.read("b", None, true);
        assert!(!tenants.may_wait("b"));
        tenants.observe(&totals(&[("a", 100), ("b", 3)]), 50);
        assert_eq!(tenants.light(&recent, 16), []);
        tenants.observe(&totals(&[("a", 100), ("b", 4)]), 50);
        assert_eq!(tenants.light(&recent, 16), [("b".to_owned(), 51)], "what the consumer delivered is not read");
        tenants.read("b", None, true);
        let found = (0..LOOK_AGAIN).filter(|_| {
            tenants.observe(&totals(&[("a", 100), ("b", 4)]), 50);
            !tenants.light(&recent, 16).is_empty()
        });
        assert!(found.count() > 0, "each is looked up again after a while");
    }

    #[test]
    fn tenants_take_turns() {
        let (mut tenants, recent) = (Tenants::default(), only_a());
        tenants.observe(&totals(&[("a", 9), ("b", 9), ("c", 9), ("d", 9)]), 0);
        let names =
            |tenants: &Tenants| tenants.light(&recent, 2).into_iter().map(|(tenant, _)| tenant).collect::<String>();
        assert_eq!(names(&tenants), "bc");
        tenants.read("b", Some(4), false);
        assert_eq!(names(&tenants), "cd", "there was no room for c");
        tenants.read("c", Some(5), false);
        tenants.read("d", Some(6), false);
        assert_eq!(names(&tenants), "bc");
    }
}
