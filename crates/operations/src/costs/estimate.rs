//! The estimate: median and 90th percentile of earlier costs, the share of events that had them, and the upper bound of
//! the budgets. Pure.

use domain::{Event, EventKind, MicroUsd, Profile};
use serde::Serialize;
use worker::SpendingLimits;

use super::{CostHistory, EventRoute, ResearchShare, RouteCounts};

/// Minimum number of earlier events. With fewer of the same kind and profile, all events of the kind count; with fewer
/// decisions, the share of researched events is unknown.
pub(super) const MIN_SAMPLES: usize = 5;

/// Events of one kind and profile, with the costs of earlier ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CostGroup {
    /// Event kind, as in the subject.
    pub kind: &'static str,
    /// The filter's profile; `None` for events without a run.
    pub profile: Option<Profile>,
    /// Number of events that may cost money.
    pub events: u64,
    /// Number of earlier events that the figures are based on.
    pub samples: usize,
    /// Decisions about earlier events; `None` if each event of the group costs money, or if the share is unknown: then
    /// each is counted.
    pub share: Option<ResearchShare>,
    /// The classifier decides which events of the group cost money.
    pub is_open: bool,
    /// Median cost of an event that is researched or forecast; `None` without history.
    pub median_micro_usd: Option<MicroUsd>,
    /// 90th percentile of that cost; `None` without history.
    pub p90_micro_usd: Option<MicroUsd>,
    /// Expected cost of all events of the group; `None` without history.
    pub expected_micro_usd: Option<MicroUsd>,
    /// Maximum cost of all events of the group, by their budgets.
    pub upper_bound_micro_usd: MicroUsd,
}

/// The estimated cost of events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CostEstimate {
    /// Numbers of events by expected route.
    pub routes: RouteCounts,
    /// Estimates by kind and profile.
    pub groups: Vec<CostGroup>,
    /// Cost of the groups with history if every event that is researched or forecast costs the median; `None` if no
    /// group has history.
    pub median_micro_usd: Option<MicroUsd>,
    /// Cost of these groups if every event costs the 90th percentile; `None` if no group has history.
    pub p90_micro_usd: Option<MicroUsd>,
    /// Kinds of events without history, whose cost is not part of these figures.
    pub without_history: Vec<&'static str>,
    /// Maximum cost by the budgets of the events.
    pub upper_bound_micro_usd: MicroUsd,
    /// Limit of a tenant per day, which holds in addition.
    pub tenant_day_micro_usd: MicroUsd,
    /// Reason why the history could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history_problem: Option<String>,
}

/// Counts events by their route and group.
#[derive(Debug)]
pub struct CostEstimator {
    limits: SpendingLimits,
    scout: MicroUsd,
    routes: RouteCounts,
    groups: Vec<CostGroup>,
}

impl CostEstimator {
    /// Starts without events. `scout` is the value in dollars above which a watched trade is forecast.
    pub fn new(limits: SpendingLimits, scout: MicroUsd) -> Self {
        Self { limits, scout, routes: RouteCounts::default(), groups: Vec::new() }
    }

    /// Counts an event.
    pub fn add(&mut self, event: &Event) {
        let route = EventRoute::by_event(event, self.scout);
        self.routes.add(route);
        add(&mut self.groups, event, route, &self.limits);
    }

    /// Returns `true` if no event costs money.
    pub fn is_free(&self) -> bool {
        self.groups.is_empty()
    }

    /// Estimates the cost of the counted events from that of earlier ones.
    pub fn finish(self, history: &CostHistory) -> CostEstimate {
        CostEstimate::new(self.routes, self.groups, history, self.limits.tenant_day)
    }
}

/// Adds an event to its group. An ignored event has none.
fn add(groups: &mut Vec<CostGroup>, event: &Event, route: EventRoute, limits: &SpendingLimits) {
    if route == EventRoute::Ignored {
        return;
    }
    let new = CostGroup::empty(event, route);
    let same = |group: &CostGroup| (group.kind, group.profile, group.is_open) == (new.kind, new.profile, new.is_open);
    let place = groups.iter().position(same).unwrap_or_else(|| {
        groups.push(new);
        groups.len() - 1
    });
    groups[place].events += 1;
    groups[place].upper_bound_micro_usd = groups[place].upper_bound_micro_usd + upper_bound(event, route, limits);
}

fn profile(event: &Event, route: EventRoute) -> Option<Profile> {
    match &event.kind {
        EventKind::Question(asked) => Some(asked.config.profile.unwrap_or_default()),
        _ => (route == EventRoute::Run).then(Profile::default),
    }
}

/// Returns the sum of the budgets of an event, without research that its own research requests: that counts against the
/// research budget of the run or against the tenant's day. The budget of a run covers the calls of its rounds; each
/// task outside of runs is researched and filtered, and what it found is written down. Transactions are classified by a
/// model.
fn upper_bound(event: &Event, route: EventRoute, limits: &SpendingLimits) -> MicroUsd {
    let whole = event.budget.unwrap_or(MicroUsd::MAX);
    if route == EventRoute::Run {
        return limits.run.min(whole);
    }
    let tasks = u64::from(route.tasks());
    let research = limits.agent("researcher").min(MicroUsd(whole.0 / tasks.max(1)));
    let task = research + limits.agent("filter") + limits.agent("writer");
    let classified = if matches!(route, EventRoute::Open(_)) { limits.agent("classifier") } else { MicroUsd::ZERO };
    times(task, tasks) + classified
}

fn times(amount: MicroUsd, n: u64) -> MicroUsd {
    MicroUsd(amount.0.saturating_mul(n)).min(MicroUsd::MAX)
}

impl CostGroup {
    fn empty(event: &Event, route: EventRoute) -> Self {
        Self {
            kind: event.kind.name(),
            profile: profile(event, route),
            events: 0,
            samples: 0,
            share: None,
            is_open: matches!(route, EventRoute::Open(_)),
            median_micro_usd: None,
            p90_micro_usd: None,
            expected_micro_usd: None,
            upper_bound_micro_usd: MicroUsd::ZERO,
        }
    }

    fn estimated(mut self, history: &CostHistory) -> Self {
        let costs = self.costs(history);
        self.samples = costs.len();
        (self.median_micro_usd, self.p90_micro_usd) = (quantile(&costs, 50), quantile(&costs, 90));
        self.share = self.is_open.then(|| ResearchShare::of_kind(self.kind, &history.shares)).flatten();
        self.expected_micro_usd = self.cost(self.median_micro_usd);
        self
    }

    /// Returns the cost of the group's events if each that is researched or forecast costs `each`; `None` if it is
    /// unknown.
    fn cost(&self, each: Option<MicroUsd>) -> Option<MicroUsd> {
        match &self.share {
            Some(share) => share.cost(self.events, each),
            None => each.map(|each| times(each, self.events)),
        }
    }

    /// Returns the costs of earlier events in ascending order: those of the same kind and profile if there are enough,
    /// else all of the kind.
    fn costs(&self, history: &CostHistory) -> Vec<MicroUsd> {
        let of_kind: Vec<_> = history.costs.iter().filter(|cost| cost.kind == self.kind).collect();
        let same: Vec<_> = of_kind.iter().copied().filter(|cost| cost.profile == self.profile).collect();
        let chosen = if same.len() >= MIN_SAMPLES { same } else { of_kind };
        let mut costs: Vec<MicroUsd> = chosen.into_iter().map(|cost| cost.cost_micro_usd).collect();
        costs.sort();
        costs
    }
}

/// Returns the smallest value that at least `percent` of the ascending values do not exceed.
fn quantile(ascending: &[MicroUsd], percent: usize) -> Option<MicroUsd> {
    let rank = (ascending.len() * percent).div_ceil(100);
    ascending.get(rank.saturating_sub(1)).copied()
}

impl CostEstimate {
    /// Makes the estimate.
    fn new(routes: RouteCounts, groups: Vec<CostGroup>, history: &CostHistory, tenant_day: MicroUsd) -> Self {
        let groups: Vec<CostGroup> = groups.into_iter().map(|group| group.estimated(history)).collect();
        let sum = |each: fn(&CostGroup) -> Option<MicroUsd>| {
            let known: Vec<MicroUsd> = groups.iter().filter_map(|group| group.cost(each(group))).collect();
            (groups.is_empty() || !known.is_empty()).then(|| known.into_iter().sum())
        };
        let mut without_history: Vec<&'static str> =
            groups.iter().filter(|group| group.expected_micro_usd.is_none()).map(|group| group.kind).collect();
        without_history.dedup();
        Self {
            routes,
            median_micro_usd: sum(|group| group.median_micro_usd),
            p90_micro_usd: sum(|group| group.p90_micro_usd),
            upper_bound_micro_usd: groups.iter().map(|group| group.upper_bound_micro_usd).sum(),
            tenant_day_micro_usd: tenant_day,
            history_problem: None,
            without_history,
            groups,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::costs::{EventCostItem, EventShareItem};
    use domain::event::AskedQuestion;
    use domain::{EventId, Tenant};
    use runtime::config::Env;

    use super::*;

    fn question(profile: Option<Profile>, budget: Option<MicroUsd>) -> Event {
        let asked = AskedQuestion {
            text: "Will it?".into(),
            config: domain::event::AskConfig { profile, ..Default::default() },
            ..AskedQuestion::default()
        };
        let (id, tenant) = (EventId::parse("e").unwrap(), Tenant::default());
        Event { id, tenant, budget, kind: EventKind::Question(asked), ..domain::testing::event() }
    }

    fn cost(profile: Profile, cents: u64) -> EventCostItem {
        EventCostItem {
            kind: "question".into(),
            profile: Some(profile),
            tasks: 0,
            cost_micro_usd: MicroUsd(cents * 10_000),
        }
    }

    fn estimated(events: &[(Event, EventRoute)], history: &[EventCostItem]) -> CostEstimate {
        with_shares(events, history, &[])
    }

    fn with_shares(
        events: &[(Event, EventRoute)],
        history: &[EventCostItem],
        shares: &[EventShareItem],
    ) -> CostEstimate {
        let limits = SpendingLimits::read(&mut Env::default());
        let (mut groups, mut routes) = (Vec::new(), RouteCounts::default());
        for (event, route) in events {
            routes.add(*route);
            add(&mut groups, event, *route, &limits);
        }
        let history = CostHistory { costs: history.to_vec(), shares: shares.to_vec() };
        CostEstimate::new(routes, groups, &history, limits.tenant_day)
    }

    #[test]
    fn percentiles_are_those_of_the_same_profile_if_there_are_enough() {
        let mut history: Vec<EventCostItem> = (1..=10).map(|cents| cost(Profile::Strict, cents)).collect();
        history.push(cost(Profile::Default, 100));
        let asked = [(question(Some(Profile::Strict), None), EventRoute::Run), (question(None, None), EventRoute::Run)];
        let made = estimated(&asked, &history);
        let figures: Vec<_> = made.groups.iter().map(|group| (group.samples, group.median_micro_usd)).collect();
        assert_eq!(figures, [(10, Some(MicroUsd(50_000))), (11, Some(MicroUsd(60_000)))]);
        assert_eq!(made.groups[0].p90_micro_usd, Some(MicroUsd(90_000)));
        assert_eq!((made.median_micro_usd, made.p90_micro_usd), (Some(MicroUsd(110_000)), Some(MicroUsd(190_000))));
    }

    #[test]
    fn without_history_there_is_only_the_upper_bound() {
        let asked = [(question(None, None), EventRoute::Run), (question(None, Some(MicroUsd(5))), EventRoute::Run)];
        let made = estimated(&asked, &[]);
        assert_eq!((made.median_micro_usd, made.p90_micro_usd), (None, None));
        assert_eq!(made.upper_bound_micro_usd, MicroUsd(20_000_005));
    }

    #[test]
    fn kinds_without_history_are_named_beside_the_cost_of_the_others() {
        let transaction = EventKind::Transaction(domain::event::Transaction::default());
        let open = Event { kind: transaction, ..question(None, None) };
        let made = estimated(
            &[(question(None, None), EventRoute::Run), (open, EventRoute::Research(1))],
            &[cost(Profile::Default, 7)],
        );
        assert_eq!((made.median_micro_usd, made.p90_micro_usd), (Some(MicroUsd(70_000)), Some(MicroUsd(70_000))));
        assert_eq!(made.without_history, ["transaction"]);
    }

    #[test]
    fn tasks_share_the_budget_of_their_event_and_ignored_events_cost_nothing() {
        let dollar = question(None, Some(MicroUsd::dollars(1)));
        let made = estimated(&[(dollar.clone(), EventRoute::Research(2)), (dollar.clone(), EventRoute::Ignored)], &[]);
        assert_eq!(made.upper_bound_micro_usd, MicroUsd(2 * (500_000 + 300_000 + 300_000)));
        let open = estimated(&[(question(None, None), EventRoute::Open(20))], &[]);
        assert_eq!(open.upper_bound_micro_usd, MicroUsd(20 * 3_600_000 + 300_000));
        assert_eq!(estimated(&[(dollar, EventRoute::Ignored)], &[]).median_micro_usd, Some(MicroUsd::ZERO));
    }

    /// A hundred open transactions. Research of earlier ones cost 1 to 10 cents.
    fn hundred_open(shares: &[EventShareItem]) -> CostEstimate {
        let transaction = EventKind::Transaction(domain::event::Transaction::default());
        let open = Event { kind: transaction, ..question(None, None) };
        let events: Vec<_> = (0..100).map(|_| (open.clone(), EventRoute::Open(1))).collect();
        let of = |cents| EventCostItem {
            kind: "transaction".into(),
            profile: None,
            tasks: 1,
            ..cost(Profile::Default, cents)
        };
        with_shares(&events, &(1..=10).map(of).collect::<Vec<_>>(), shares)
    }

    #[test]
    fn transactions_cost_research_in_the_share_of_earlier_ones() {
        let kind = |kind: &str, researched| EventShareItem {
            kind: kind.into(),
            events: 400,
            researched,
            judged: 40,
            judging_micro_usd: MicroUsd(4_000),
        };
        let made = hundred_open(&[kind("question", 400), kind("transaction", 8)]);
        assert_eq!(made.groups[0].expected_micro_usd, Some(MicroUsd(2 * 50_000 + 1_000)));
        assert_eq!((made.median_micro_usd, made.p90_micro_usd), (Some(MicroUsd(101_000)), Some(MicroUsd(181_000))));
        assert_eq!(made.upper_bound_micro_usd, hundred_open(&[]).upper_bound_micro_usd);
    }

    #[test]
    fn transactions_are_each_counted_if_few_were_decided_before() {
        let made = hundred_open(&[]);
        assert_eq!((made.groups[0].share, made.median_micro_usd), (None, Some(MicroUsd(5_000_000))));
        assert!(made.groups[0].is_open);
    }

    #[test]
    fn the_share_is_not_applied_to_events_that_are_all_researched() {
        let share = EventShareItem { kind: "question".into(), events: 400, ..EventShareItem::default() };
        let made = with_shares(&[(question(None, None), EventRoute::Run)], &[cost(Profile::Default, 7)], &[share]);
        assert_eq!((made.groups[0].share, made.median_micro_usd), (None, Some(MicroUsd(70_000))));
    }
}
