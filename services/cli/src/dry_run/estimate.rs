//! The estimate: median and 90th percentile of earlier costs, the share of events that had them, and the upper bound of
//! the budgets. Pure.

use domain::{Event, EventKind, MicroUsd, Profile};
use operations::costs::CostHistory;
use serde::Serialize;
use worker::SpendingLimits;

use super::{Route, Routes, Share};
use crate::output::pluralize;

/// Minimum number of earlier events. With fewer of the same kind and profile, all events of the kind count; with fewer
/// decisions, the share of researched events is unknown.
pub(super) const MIN_SAMPLES: usize = 5;

/// Events of one kind and profile, with the costs of earlier ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Group {
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
    pub share: Option<Share>,
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
    pub routes: Routes,
    /// Estimates by kind and profile.
    pub groups: Vec<Group>,
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

/// Adds an event to its group. An ignored event has none.
pub(super) fn add(groups: &mut Vec<Group>, event: &Event, route: Route, limits: &SpendingLimits) {
    if route == Route::Ignored {
        return;
    }
    let new = Group::empty(event, route);
    let same = |group: &Group| (group.kind, group.profile, group.is_open) == (new.kind, new.profile, new.is_open);
    let place = groups.iter().position(same).unwrap_or_else(|| {
        groups.push(new);
        groups.len() - 1
    });
    groups[place].events += 1;
    groups[place].upper_bound_micro_usd = groups[place].upper_bound_micro_usd + upper_bound(event, route, limits);
}

fn profile(event: &Event, route: Route) -> Option<Profile> {
    match &event.kind {
        EventKind::Question(asked) => Some(asked.config.profile.unwrap_or_default()),
        _ => (route == Route::Run).then(Profile::default),
    }
}

/// Returns the sum of the budgets of an event, without research that its own research requests: that counts against the
/// research budget of the run or against the tenant's day. The budget of a run covers the calls of its rounds; each
/// task outside of runs is researched and filtered, and what it found is written down. Transactions are classified by a
/// model.
fn upper_bound(event: &Event, route: Route, limits: &SpendingLimits) -> MicroUsd {
    let whole = event.budget.unwrap_or(MicroUsd::MAX);
    if route == Route::Run {
        return limits.run.min(whole);
    }
    let tasks = u64::from(route.tasks());
    let research = limits.agent("researcher").min(MicroUsd(whole.0 / tasks.max(1)));
    let task = research + limits.agent("filter") + limits.agent("writer");
    let classified = if matches!(route, Route::Open(_)) { limits.agent("classifier") } else { MicroUsd::ZERO };
    times(task, tasks) + classified
}

fn times(amount: MicroUsd, n: u64) -> MicroUsd {
    MicroUsd(amount.0.saturating_mul(n)).min(MicroUsd::MAX)
}

impl Group {
    fn empty(event: &Event, route: Route) -> Self {
        Self {
            kind: event.kind.name(),
            profile: profile(event, route),
            events: 0,
            samples: 0,
            share: None,
            is_open: matches!(route, Route::Open(_)),
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
        self.share = self.is_open.then(|| Share::of_kind(self.kind, &history.shares)).flatten();
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

    /// Formats the group as a line.
    fn line(&self) -> String {
        let profile = self.profile.map(|profile| format!(" ({})", profile.name())).unwrap_or_default();
        let told = match self.median_micro_usd.zip(self.p90_micro_usd) {
            Some((median, p90)) => {
                let based = pluralize(u64::try_from(self.samples).unwrap_or(u64::MAX), "earlier one");
                format!("median {median} each, 90th percentile {p90} (of {based})")
            }
            None => "no history".to_owned(),
        };
        let share = match &self.share {
            Some(share) => format!(", {}", share.text(self.kind)),
            None if self.is_open && self.median_micro_usd.is_some() => {
                ", each counted as researched because few were decided before".to_owned()
            }
            None => String::new(),
        };
        let (events, bound) = (pluralize(self.events, "event"), self.upper_bound_micro_usd);
        format!("  {}{profile}: {events}{share}, {told}, at most {bound} in all", self.kind)
    }
}

/// Returns the smallest value that at least `percent` of the ascending values do not exceed.
fn quantile(ascending: &[MicroUsd], percent: usize) -> Option<MicroUsd> {
    let rank = (ascending.len() * percent).div_ceil(100);
    ascending.get(rank.saturating_sub(1)).copied()
}

impl CostEstimate {
    /// Makes the estimate.
    pub(super) fn new(routes: Routes, groups: Vec<Group>, history: &CostHistory, tenant_day: MicroUsd) -> Self {
        let groups: Vec<Group> = groups.into_iter().map(|group| group.estimated(history)).collect();
        let sum = |each: fn(&Group) -> Option<MicroUsd>| {
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

    /// Formats the estimate as lines.
    pub fn lines(&self) -> Vec<String> {
        let Routes { runs, research, ignored, open } = self.routes;
        let mut lines = vec![format!(
            "{}, {}, {ignored} ignored by rules, {open} left to the classifier",
            pluralize(runs, "forecast run"),
            pluralize(research, "research event")
        )];
        lines.extend(self.groups.iter().map(Group::line));
        lines.push(match self.median_micro_usd.zip(self.p90_micro_usd) {
            Some((median, p90)) => {
                let missing = match self.without_history.as_slice() {
                    [] => String::new(),
                    kinds => format!("; without {}, for which there is no history", kinds.join(", ")),
                };
                format!("expected cost {median}, {p90} if every event is expensive{missing}")
            }
            None => "expected cost unknown: there is no history of such events".to_owned(),
        });
        lines.extend(self.history_problem.iter().map(|problem| format!("the history could not be read: {problem}")));
        let (bound, day) = (self.upper_bound_micro_usd, self.tenant_day_micro_usd);
        let stops =
            if bound > day { format!("; a tenant's limit of {day} per day stops it before") } else { String::new() };
        lines.push(format!("upper bound {bound} by the budgets of the events{stops}"));
        lines
    }
}

#[cfg(test)]
mod tests {
    use domain::event::AskedQuestion;
    use domain::{EventId, Tenant};
    use operations::costs::{EventCostItem, EventShareItem};
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

    fn estimated(events: &[(Event, Route)], history: &[EventCostItem]) -> CostEstimate {
        with_shares(events, history, &[])
    }

    fn with_shares(events: &[(Event, Route)], history: &[EventCostItem], shares: &[EventShareItem]) -> CostEstimate {
        let limits = SpendingLimits::read(&mut Env::default());
        let (mut groups, mut routes) = (Vec::new(), Routes::default());
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
        let asked = [(question(Some(Profile::Strict), None), Route::Run), (question(None, None), Route::Run)];
        let made = estimated(&asked, &history);
        let figures: Vec<_> = made.groups.iter().map(|group| (group.samples, group.median_micro_usd)).collect();
        assert_eq!(figures, [(10, Some(MicroUsd(50_000))), (11, Some(MicroUsd(60_000)))]);
        assert_eq!(made.groups[0].p90_micro_usd, Some(MicroUsd(90_000)));
        assert_eq!((made.median_micro_usd, made.p90_micro_usd), (Some(MicroUsd(110_000)), Some(MicroUsd(190_000))));
    }

    #[test]
    fn without_history_there_is_only_the_upper_bound() {
        let asked = [(question(None, None), Route::Run), (question(None, Some(MicroUsd(5))), Route::Run)];
        let made = estimated(&asked, &[]);
        assert_eq!((made.median_micro_usd, made.p90_micro_usd), (None, None));
        assert_eq!(made.upper_bound_micro_usd, MicroUsd(20_000_005));
        let text = made.lines().join("\n");
        assert!(text.contains("no history") && text.contains("upper bound $20.000005"), "{text}");
    }

    #[test]
    fn kinds_without_history_are_named_beside_the_cost_of_the_others() {
        let transaction = EventKind::Transaction(domain::event::Transaction::default());
        let open = Event { kind: transaction, ..question(None, None) };
        let made =
            estimated(&[(question(None, None), Route::Run), (open, Route::Research(1))], &[cost(Profile::Default, 7)]);
        assert_eq!((made.median_micro_usd, made.p90_micro_usd), (Some(MicroUsd(70_000)), Some(MicroUsd(70_000))));
        assert_eq!(made.without_history, ["transaction"]);
        let text = made.lines().join("\n");
        assert!(
            text.contains("expected cost $0.070000, $0.070000 if every event is expensive; without transaction"),
            "{text}"
        );
    }

    #[test]
    fn tasks_share_the_budget_of_their_event_and_ignored_events_cost_nothing() {
        let dollar = question(None, Some(MicroUsd::dollars(1)));
        let made = estimated(&[(dollar.clone(), Route::Research(2)), (dollar.clone(), Route::Ignored)], &[]);
        assert_eq!(made.upper_bound_micro_usd, MicroUsd(2 * (500_000 + 300_000 + 300_000)));
        let open = estimated(&[(question(None, None), Route::Open(20))], &[]);
        assert_eq!(open.upper_bound_micro_usd, MicroUsd(20 * 3_600_000 + 300_000));
        assert_eq!(estimated(&[(dollar, Route::Ignored)], &[]).median_micro_usd, Some(MicroUsd::ZERO));
    }

    /// A hundred open transactions. Research of earlier ones cost 1 to 10 cents.
    fn hundred_open(shares: &[EventShareItem]) -> CostEstimate {
        let transaction = EventKind::Transaction(domain::event::Transaction::default());
        let open = Event { kind: transaction, ..question(None, None) };
        let events: Vec<_> = (0..100).map(|_| (open.clone(), Route::Open(1))).collect();
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
        let text = made.lines().join("\n");
        assert!(text.contains("100 events, of 400 earlier transactions, 8 were researched, and a model"), "{text}");
        assert!(text.contains("expected cost $0.101000"), "{text}");
    }

    #[test]
    fn transactions_are_each_counted_if_few_were_decided_before() {
        let made = hundred_open(&[]);
        assert_eq!((made.groups[0].share, made.median_micro_usd), (None, Some(MicroUsd(5_000_000))));
        assert!(made.lines().join("\n").contains("each counted as researched because few were decided before"));
    }

    #[test]
    fn the_share_is_not_applied_to_events_that_are_all_researched() {
        let share = EventShareItem { kind: "question".into(), events: 400, ..EventShareItem::default() };
        let made = with_shares(&[(question(None, None), Route::Run)], &[cost(Profile::Default, 7)], &[share]);
        assert_eq!((made.groups[0].share, made.median_micro_usd), (None, Some(MicroUsd(70_000))));
    }
}
