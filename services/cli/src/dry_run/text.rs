//! The estimate as text.

use domain::MicroUsd;
use operations::costs::{CostEstimate, CostGroup, ResearchShare, RouteCounts};

use crate::output::pluralize;

/// Formats the estimate as lines.
pub(crate) fn lines(estimate: &CostEstimate) -> Vec<String> {
    let RouteCounts { runs, research, ignored, open } = estimate.routes;
    let mut lines = vec![format!(
        "{}, {}, {ignored} ignored by rules, {open} left to the classifier",
        pluralize(runs, "forecast run"),
        pluralize(research, "research event")
    )];
    lines.extend(estimate.groups.iter().map(group_line));
    lines.push(match estimate.median_micro_usd.zip(estimate.p90_micro_usd) {
        Some((median, p90)) => {
            let missing = match estimate.without_history.as_slice() {
                [] => String::new(),
                kinds => format!("; without {}, for which there is no history", kinds.join(", ")),
            };
            format!("expected cost {median}, {p90} if every event is expensive{missing}")
        }
        None => "expected cost unknown: there is no history of such events".to_owned(),
    });
    lines.extend(estimate.history_problem.iter().map(|problem| format!("the history could not be read: {problem}")));
    let (bound, day) = (estimate.upper_bound_micro_usd, estimate.tenant_day_micro_usd);
    let stops =
        if bound > day { format!("; a tenant's limit of {day} per day stops it before") } else { String::new() };
    lines.push(format!("upper bound {bound} by the budgets of the events{stops}"));
    lines
}

/// Formats a group as a line.
fn group_line(group: &CostGroup) -> String {
    let profile = group.profile.map(|profile| format!(" ({})", profile.name())).unwrap_or_default();
    let history = match group.median_micro_usd.zip(group.p90_micro_usd) {
        Some((median, p90)) => {
            let based = pluralize(u64::try_from(group.samples).unwrap_or(u64::MAX), "earlier one");
            format!("median {median} each, 90th percentile {p90} (of {based})")
        }
        None => "no history".to_owned(),
    };
    let share = match &group.share {
        Some(share) => format!(", {}", share_text(share, group.kind)),
        None if group.is_open && group.median_micro_usd.is_some() => {
            ", each counted as researched because few were decided before".to_owned()
        }
        None => String::new(),
    };
    let (events, bound) = (pluralize(group.events, "event"), group.upper_bound_micro_usd);
    format!("  {}{profile}: {events}{share}, {history}, at most {bound} in all", group.kind)
}

/// Formats the share, e.g. `of 400 earlier transactions, 12 were researched`.
fn share_text(share: &ResearchShare, kind: &str) -> String {
    let ResearchShare { earlier, researched, judged, judging_micro_usd: judging } = share;
    let model = if *judged == 0 && *judging == MicroUsd::ZERO {
        String::new()
    } else {
        format!(", and a model judged {judged} for {judging}")
    };
    let were = if *researched == 1 { "was" } else { "were" };
    format!("of {earlier} earlier {kind}s, {researched} {were} researched{model}")
}

#[cfg(test)]
mod tests {
    use domain::Profile;

    use super::*;

    fn share(judged: u64, judging: u64) -> ResearchShare {
        ResearchShare { earlier: 400, researched: 10, judged, judging_micro_usd: MicroUsd(judging) }
    }

    #[test]
    fn judgements_are_told_if_there_were_any() {
        assert_eq!(share_text(&share(0, 0), "transaction"), "of 400 earlier transactions, 10 were researched");
        let text = "of 400 earlier transactions, 10 were researched, and a model judged 30 for $0.000800";
        assert_eq!(share_text(&share(30, 800), "transaction"), text);
    }

    fn group(kind: &'static str, median: Option<u64>) -> CostGroup {
        CostGroup {
            kind,
            profile: None,
            events: 1,
            samples: 7,
            share: None,
            is_open: false,
            median_micro_usd: median.map(MicroUsd),
            p90_micro_usd: median.map(MicroUsd),
            expected_micro_usd: median.map(MicroUsd),
            upper_bound_micro_usd: MicroUsd(20),
        }
    }

    #[test]
    fn a_group_names_its_history_or_that_there_is_none() {
        let none = CostGroup { profile: Some(Profile::Strict), ..group("question", None) };
        assert_eq!(group_line(&none), "  question (strict): 1 event, no history, at most $0.000020 in all");
        let open = CostGroup { events: 2, is_open: true, ..group("transaction", Some(5)) };
        let (counted, shared) = (group_line(&open), group_line(&CostGroup { share: Some(share(0, 0)), ..open }));
        let costs = "median $0.000005 each, 90th percentile $0.000005 (of 7 earlier ones), at most $0.000020 in all";
        let few = "each counted as researched because few were decided before";
        assert_eq!(counted, format!("  transaction: 2 events, {few}, {costs}"));
        let share = "of 400 earlier transactions, 10 were researched";
        assert_eq!(shared, format!("  transaction: 2 events, {share}, {costs}"));
    }

    #[test]
    fn kinds_without_history_are_named_beside_the_cost_of_the_others() {
        let estimate = CostEstimate {
            routes: RouteCounts { runs: 1, research: 2, ignored: 3, open: 0 },
            groups: Vec::new(),
            median_micro_usd: Some(MicroUsd(70_000)),
            p90_micro_usd: Some(MicroUsd(80_000)),
            without_history: vec!["transaction"],
            upper_bound_micro_usd: MicroUsd(20_000_005),
            tenant_day_micro_usd: MicroUsd(10),
            history_problem: None,
        };
        let expected = [
            "1 forecast run, 2 research events, 3 ignored by rules, 0 left to the classifier",
            "expected cost $0.070000, $0.080000 if every event is expensive; without transaction, for which there is no history",
            "upper bound $20.000005 by the budgets of the events; a tenant's limit of $0.000010 per day stops it before",
        ];
        assert_eq!(lines(&estimate), expected);
        let unknown =
            CostEstimate { median_micro_usd: None, history_problem: Some("no server".to_owned()), ..estimate };
        assert_eq!(lines(&unknown)[1], "expected cost unknown: there is no history of such events");
        assert_eq!(lines(&unknown)[2], "the history could not be read: no server");
    }
}
