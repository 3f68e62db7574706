//! The summary as text. Pure.

use domain::MicroUsd;
use domain::budget::describe_kind;
use operations::reports::ReportItem;
use operations::summary::{DegradedCount, KindCount, RefusalCount, Summary};
use serde::Serialize;
use store::jobs::OpenWork;

use crate::blocks::BlockLine;
use crate::output;

/// Maximum characters of a report's title on a line.
const MAX_TITLE: usize = 60;

/// What is printed: the counts, and for an operator the state of the fleet.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct SummaryText {
    /// Counts of one tenant, or of all.
    #[serde(flatten)]
    pub counts: Summary,
    /// State of the fleet, for an operator.
    #[serde(flatten)]
    pub fleet: Option<FleetState>,
    /// Object storage that holds the reports, for an operator who lists them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reports_in: Option<String>,
    /// The newest reports, if they are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reports: Option<Vec<ReportItem>>,
}

/// What concerns the fleet and no tenant.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct FleetState {
    /// Providers that refuse every call.
    pub blocked: Vec<BlockLine>,
    /// Number of messages committed but not confirmed by the stream.
    pub unsent: u64,
    /// Oldest work without an outcome.
    pub open: Vec<OpenLine>,
    /// Invoice of the offline world.
    pub invoice: Option<Invoice>,
}

/// Invoice of the offline world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Invoice {
    /// Number of charged calls.
    pub calls: u64,
    /// Total amount of the charged calls.
    #[serde(rename = "cost_micro_usd")]
    pub cost: MicroUsd,
    /// The part of it that `auspex doctor --call` caused; the ledger does not contain it.
    #[serde(rename = "doctor_micro_usd")]
    pub doctor: MicroUsd,
    /// Number of calls that the imitated provider refused for a parameter, a schema or a model name.
    pub rejected: u64,
}

/// Work item without an outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpenLine {
    /// Consumer of the message.
    pub consumer: String,
    /// Id of the job.
    pub job: String,
    /// Error of the last attempt, if any.
    pub last_error: Option<String>,
}

impl From<OpenWork> for OpenLine {
    fn from(work: OpenWork) -> Self {
        Self { consumer: work.consumer, job: work.job.to_string(), last_error: work.last_error }
    }
}

impl SummaryText {
    /// Sums a count over all kinds of events.
    fn total(&self, part: impl Fn(&KindCount) -> u64) -> u64 {
        self.counts.kinds.iter().map(part).sum()
    }

    /// Number of results of one kind.
    fn results_of(&self, kind: &str) -> u64 {
        self.counts.results.iter().find(|count| count.kind == kind).map_or(0, |count| count.results)
    }

    /// Formats the summary as text.
    pub fn lines(&self) -> Vec<String> {
        let Summary { kinds, since, researched, from_cache, dead, degraded, .. } = &self.counts;
        let since = since.map(|since| format!("{:<20} {}", "since", since.format("%F %H:%M UTC")));
        let mut lines: Vec<String> = since.into_iter().collect();
        lines.extend([
            row("events in", self.total(|count| count.events), &by_kind(kinds, |count| count.events)),
            row("interesting", self.total(|count| count.interesting), &by_kind(kinds, |count| count.interesting)),
            row("researched", *researched, ""),
            row("answered from cache", *from_cache, ""),
            row("forecast", self.results_of("forecast"), &format!("of {} runs", self.total(|count| count.runs))),
            row("dead-lettered", *dead, if *dead > 0 { "see `auspex dead list`" } else { "" }),
            row("unanswered", self.total(|count| count.open), ""),
            degraded_answers(degraded),
        ]);
        lines.extend(self.fleet.iter().flat_map(FleetState::lines));
        lines.extend(self.costs());
        let invoice = self.fleet.as_ref().and_then(|fleet| fleet.invoice);
        lines.extend(invoice.map(|invoice| self.compare(invoice)));
        lines.extend(self.reports.iter().flat_map(|reports| self.reports_at(reports)));
        lines
    }

    fn cost(&self) -> MicroUsd {
        MicroUsd(self.counts.cost_micro_usd)
    }

    fn reserved(&self) -> MicroUsd {
        MicroUsd(self.counts.reserved_micro_usd)
    }

    fn costs(&self) -> Vec<String> {
        let (spent, reserved) = (self.cost().saturating_sub(self.reserved()), self.reserved());
        let reserved = if reserved == MicroUsd::ZERO { String::new() } else { format!(", {reserved} reserved") };
        let today = self.counts.today.as_ref().map(|today| {
            let (committed, limit) = (MicroUsd(today.committed_micro_usd), MicroUsd(today.limit_micro_usd));
            format!("; today {committed} spent or reserved of the limit of {limit}")
        });
        let mut lines = vec![format!("{:<20} {spent} spent{reserved}{}", "cost", today.unwrap_or_default())];
        let agents = self.counts.agents.iter();
        lines.extend(
            agents.map(|one| format!("    {:<16} {}  {} calls", one.agent, MicroUsd(one.cost_micro_usd), one.calls)),
        );
        lines.extend(self.refusals());
        lines
    }

    /// Lists what budgets refused.
    fn refusals(&self) -> Vec<String> {
        let refusals = &self.counts.refusals;
        if refusals.is_empty() {
            return Vec::new();
        }
        let calls = refusals.iter().map(|one| one.calls).sum();
        let mut lines = vec![row("refused by budgets", calls, "calls that were not made")];
        lines.extend(refusals.iter().map(|RefusalCount { agent, budget, calls, amount_micro_usd }| {
            let (amount, budget) = (MicroUsd(*amount_micro_usd), describe_kind(budget));
            format!("    {agent:<16} {amount}  {} by the {budget}", output::pluralize(*calls, "call"))
        }));
        lines
    }

    fn compare(&self, invoice: Invoice) -> String {
        let verdict = match (invoice.cost == self.cost() + invoice.doctor, self.reserved() > MicroUsd::ZERO) {
            (true, _) => "equal to the ledger".to_owned(),
            (false, true) => format!("calls in progress: {} reserved", self.reserved()),
            (false, false) => "NOT equal to the ledger".to_owned(),
        };
        let rejected = if invoice.rejected == 0 { String::new() } else { format!(", {} rejected", invoice.rejected) };
        let doctor = match invoice.doctor {
            MicroUsd::ZERO => String::new(),
            cost => format!(" but for {cost} of `auspex doctor --call`"),
        };
        format!("{:<20} {}  {} calls, {verdict}{doctor}{rejected}", "offline invoice", invoice.cost, invoice.calls)
    }

    /// Lists the newest reports.
    fn reports_at(&self, reports: &[ReportItem]) -> Vec<String> {
        if reports.is_empty() {
            return vec![format!("{:<20} none yet", "reports")];
        }
        let mut lines = vec![format!("{:<20} {}", "reports", self.reports_in.as_deref().unwrap_or_default())];
        let line = |report: &ReportItem| {
            let title = output::truncate(&report.title, MAX_TITLE);
            format!("    {}  {title:<width$}  {}", report.made_at.format("%F %H:%M"), report.key, width = MAX_TITLE)
        };
        lines.extend(reports.iter().map(line));
        lines.iter().map(|line| line.trim_end().to_owned()).collect()
    }
}

impl FleetState {
    /// Formats refusals of providers, and work in progress, which may continue after its event was answered.
    fn lines(&self) -> Vec<String> {
        let blocked = self.blocked.iter().filter(|block| block.is_current);
        let mut lines: Vec<String> = blocked
            .map(|block| format!("{:<20} {}: {}", "refused by provider", block.service, block.problem))
            .collect();
        lines.extend(self.under_way());
        lines.extend(self.open.iter().map(|work| {
            let why = work.last_error.as_deref().map(|error| format!(": {error}")).unwrap_or_default();
            format!("    {} {}{why}", work.consumer, work.job)
        }));
        lines
    }

    fn under_way(&self) -> Option<String> {
        let (open, unsent) = (self.open.len(), self.unsent);
        let remark = match open {
            0 if unsent == 0 => return None,
            0 => format!("{} not published", output::pluralize(unsent, "message")),
            _ => format!(
                "oldest work without an outcome, by worker and job; {} not published",
                output::pluralize(unsent, "message")
            ),
        };
        Some(row("in progress", open as u64, &remark))
    }
}

fn degraded_answers(DegradedCount { answers, degraded, reasons }: &DegradedCount) -> String {
    let reasons: Vec<String> = reasons.iter().map(|(reason, answers)| format!("{answers} {reason}")).collect();
    let remark = if *degraded == 0 { String::new() } else { format!("of the last {answers}: {}", reasons.join(", ")) };
    row("degraded answers", *degraded, &remark)
}

fn row(name: &str, number: u64, remark: &str) -> String {
    format!("{name:<20} {number:>6}  {remark}").trim_end().to_owned()
}

fn by_kind(kinds: &[KindCount], part: impl Fn(&KindCount) -> u64) -> String {
    kinds.iter().map(|count| format!("{} {}", part(count), count.kind)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use operations::spend::DaySpending;
    use operations::summary::{AgentCostItem, ResultKindCount};

    use super::*;

    fn counts() -> Summary {
        let kind = |kind: &str, events, interesting, runs, open| KindCount {
            kind: kind.into(),
            events,
            interesting,
            runs,
            answered: events - open,
            dead: 0,
            open,
        };
        Summary {
            kinds: vec![kind("question", 5, 5, 5, 1), kind("transaction", 18, 4, 0, 0)],
            results: vec![ResultKindCount { kind: "forecast".into(), results: 4 }],
            researched: 12,
            from_cache: 3,
            degraded: DegradedCount {
                answers: 40,
                degraded: 2,
                reasons: [("rules_only".to_owned(), 1), ("unfiltered".to_owned(), 2)].into(),
            },
            dead: 1,
            cost_micro_usd: 1_250,
            agents: vec![AgentCostItem {
                agent: "classifier".into(),
                calls: 2,
                cost_micro_usd: 1_250,
                model: "m".into(),
            }],
            refusals: vec![RefusalCount {
                agent: "researcher".into(),
                budget: "tenant".into(),
                calls: 3,
                amount_micro_usd: 9_000,
            }],
            ..Summary::default()
        }
    }

    #[test]
    fn the_summary_of_an_operator_contains_the_state_of_the_fleet() {
        let fleet = FleetState {
            blocked: vec![BlockLine {
                service: "filter".into(),
                problem: "provider p refuses the key".into(),
                mend: String::new(),
                is_current: true,
            }],
            open: vec![OpenLine { consumer: "researcher".into(), job: "j".into(), last_error: Some("429".into()) }],
            unsent: 0,
            invoice: Some(Invoice { calls: 2, cost: MicroUsd(1_250), doctor: MicroUsd::ZERO, rejected: 0 }),
        };
        let summary = SummaryText { counts: counts(), fleet: Some(fleet), ..SummaryText::default() };
        assert_eq!(
            summary.lines(),
            [
                "events in                23  5 question, 18 transaction",
                "interesting               9  5 question, 4 transaction",
                "researched               12",
                "answered from cache       3",
                "forecast                  4  of 5 runs",
                "dead-lettered             1  see `auspex dead list`",
                "unanswered                1",
                "degraded answers          2  of the last 40: 1 rules_only, 2 unfiltered",
                "refused by provider  filter: provider p refuses the key",
                "in progress               1  oldest work without an outcome, by worker and job; 0 messages not published",
                "    researcher j: 429",
                "cost                 $0.001250 spent",
                "    classifier       $0.001250  2 calls",
                "refused by budgets        3  calls that were not made",
                "    researcher       $0.009000  3 calls by the budget of the day",
                "offline invoice      $0.001250  2 calls, equal to the ledger",
            ]
        );
    }

    #[test]
    fn the_summary_of_a_tenant_names_its_first_day_and_the_limit_of_today() {
        let at = |text: &str| text.parse().unwrap();
        let report = ReportItem {
            key: "runs/r/report.md".into(),
            title: "Will it rain?".into(),
            made_at: at("2026-11-22T08:30:00Z"),
        };
        let counts = Summary {
            since: Some(at("2026-11-16T00:00:00Z")),
            reserved_micro_usd: 250,
            today: Some(DaySpending {
                day: "2026-11-22".into(),
                limit_micro_usd: 2_000_000,
                committed_micro_usd: 1_250,
            }),
            ..counts()
        };
        let lines = SummaryText { counts, reports: Some(vec![report]), ..SummaryText::default() }.lines();
        assert_eq!(lines[0], "since                2026-11-16 00:00 UTC");
        assert!(lines.contains(
            &"cost                 $0.001000 spent, $0.000250 reserved; today $0.001250 spent or reserved of the limit of $2.000000"
                .to_owned()
        ));
        let listed = format!("    2026-11-22 08:30  {:<60}  runs/r/report.md", "Will it rain?");
        assert_eq!(lines[lines.len() - 2..], ["reports".to_owned(), listed]);
    }

    #[test]
    fn an_invoice_that_differs_from_the_ledger_is_reported() {
        let of = |cost_micro_usd, reserved_micro_usd| SummaryText {
            counts: Summary { cost_micro_usd, reserved_micro_usd, ..Summary::default() },
            ..SummaryText::default()
        };
        let invoice = Invoice { calls: 1, cost: MicroUsd(2), doctor: MicroUsd::ZERO, rejected: 3 };
        let tested = Invoice { doctor: MicroUsd(1), ..invoice };
        assert!(
            of(1, 0).compare(tested).contains("calls, equal to the ledger but for $0.000001 of `auspex doctor --call`")
        );
        assert!(of(1, 0).compare(invoice).ends_with(", 3 rejected"));
        assert!(of(1, 0).compare(invoice).contains("NOT equal"));
        assert!(of(1, 5).compare(invoice).contains("$0.000005 reserved"));
    }
}
