//! The summary as text. Pure.

use domain::MicroUsd;
use serde::Serialize;
use store::events::EventCount;
use store::jobs::OpenWork;
use store::results::{DegradedAnswers, ResultCount};

use crate::blocks::BlockLine;
use crate::output;

/// Counts of events, results, work and costs.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct FleetSummary {
    /// Events by kind.
    pub kinds: Vec<EventCount>,
    /// Results by kind.
    pub results: Vec<ResultCount>,
    /// Number of research results made by research.
    pub researched: u64,
    /// Number of research results answered from memory.
    pub from_cache: u64,
    /// Degraded answers of the last day.
    pub degraded: DegradedAnswers,
    /// Providers that refuse every call.
    pub blocked: Vec<BlockLine>,
    /// Number of dead letters that were not redriven.
    pub dead: u64,
    /// Number of messages committed but not confirmed by the stream.
    pub unsent: u64,
    /// Oldest work without an outcome.
    pub open: Vec<OpenLine>,
    /// Amount charged, according to the ledger.
    #[serde(rename = "cost_micro_usd")]
    pub cost: MicroUsd,
    /// Amount reserved for calls in progress, which `cost` contains.
    #[serde(rename = "reserved_micro_usd")]
    pub reserved: MicroUsd,
    /// Costs by worker.
    pub agents: Vec<AgentLine>,
    /// Invoice of the offline world.
    pub invoice: Option<Invoice>,
    /// Object storage that holds the reports.
    pub reports_in: Option<String>,
    /// Keys of the newest reports.
    pub reports: Vec<String>,
}

/// Calls of one worker with one model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AgentLine {
    /// Name of the worker.
    pub agent: String,
    /// Number of calls.
    pub calls: u64,
    /// Amount charged to the tenants.
    #[serde(rename = "cost_micro_usd")]
    pub cost: MicroUsd,
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

impl FleetSummary {
    /// Sums a count over all kinds of events.
    pub fn total(&self, part: impl Fn(&EventCount) -> u64) -> u64 {
        self.kinds.iter().map(part).sum()
    }

    /// Number of results of one kind.
    pub fn results_of(&self, kind: &str) -> u64 {
        self.results.iter().find(|count| count.kind == kind).map_or(0, |count| count.results)
    }

    /// Formats the summary as text.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            row("events in", self.total(|count| count.events), &by_kind(&self.kinds, |count| count.events)),
            row("interesting", self.total(|count| count.interesting), &by_kind(&self.kinds, |count| count.interesting)),
            row("researched", self.researched, ""),
            row("answered from cache", self.from_cache, ""),
            row("forecast", self.results_of("forecast"), &format!("of {} runs", self.total(|count| count.runs))),
            row("dead-lettered", self.dead, if self.dead > 0 { "see `auspex dead list`" } else { "" }),
            row("unanswered", self.total(|count| count.open), ""),
        ];
        lines.push(self.degraded_answers());
        let blocked = self.blocked.iter().filter(|block| block.is_current);
        lines
            .extend(blocked.map(|block| format!("{:<20} {}: {}", "refused by provider", block.service, block.problem)));
        lines.extend(self.under_way());
        lines.extend(self.open.iter().map(|work| {
            let why = work.last_error.as_deref().map(|error| format!(": {error}")).unwrap_or_default();
            format!("    {} {}{why}", work.consumer, work.job)
        }));
        let spent = self.cost.saturating_sub(self.reserved);
        let reserved =
            if self.reserved == MicroUsd::ZERO { String::new() } else { format!(", {} reserved", self.reserved) };
        lines.push(format!("{:<20} {spent} spent{reserved}", "cost"));
        lines.extend(
            self.agents.iter().map(|AgentLine { agent, calls, cost }| format!("    {agent:<16} {cost}  {calls} calls")),
        );
        lines.extend(self.invoice.map(|invoice| self.compare(invoice)));
        lines
    }

    /// Formats work in progress, which may continue after its event was answered.
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

    fn degraded_answers(&self) -> String {
        let DegradedAnswers { answers, degraded, reasons } = &self.degraded;
        let reasons: Vec<String> = reasons.iter().map(|(reason, answers)| format!("{answers} {reason}")).collect();
        let remark =
            if *degraded == 0 { String::new() } else { format!("of the last {answers}: {}", reasons.join(", ")) };
        row("degraded answers", *degraded, &remark)
    }

    fn compare(&self, invoice: Invoice) -> String {
        let verdict = match (invoice.cost == self.cost + invoice.doctor, self.reserved > MicroUsd::ZERO) {
            (true, _) => "equal to the ledger".to_owned(),
            (false, true) => format!("calls in progress: {} reserved", self.reserved),
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
    pub fn reports_at(&self) -> Vec<String> {
        if self.reports.is_empty() {
            return vec![format!("{:<20} none yet", "reports")];
        }
        let folder = self.reports_in.as_deref().unwrap_or("the object store");
        let mut lines = vec![format!("{:<20} {folder}", "reports")];
        lines.extend(self.reports.iter().map(|key| format!("    {key}")));
        lines
    }
}

fn row(name: &str, number: u64, remark: &str) -> String {
    format!("{name:<20} {number:>6}  {remark}").trim_end().to_owned()
}

fn by_kind(kinds: &[EventCount], part: impl Fn(&EventCount) -> u64) -> String {
    kinds.iter().map(|count| format!("{} {}", part(count), count.kind)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_is_a_table() {
        let kind = |kind: &str, events, interesting, runs, open| EventCount {
            kind: kind.into(),
            events,
            interesting,
            runs,
            answered: events - open,
            dead: 0,
            open,
        };
        let account = FleetSummary {
            kinds: vec![kind("question", 5, 5, 5, 1), kind("transaction", 18, 4, 0, 0)],
            results: vec![ResultCount { kind: "forecast".into(), results: 4 }],
            researched: 12,
            from_cache: 3,
            degraded: DegradedAnswers {
                answers: 40,
                degraded: 2,
                reasons: [("rules_only".to_owned(), 1), ("unfiltered".to_owned(), 2)].into(),
            },
            blocked: vec![BlockLine {
                service: "filter".into(),
                problem: "provider p refuses the key".into(),
                mend: String::new(),
                is_current: true,
            }],
            dead: 1,
            open: vec![OpenLine { consumer: "researcher".into(), job: "j".into(), last_error: Some("429".into()) }],
            cost: MicroUsd(1_250),
            agents: vec![AgentLine { agent: "classifier".into(), calls: 2, cost: MicroUsd(1_250) }],
            invoice: Some(Invoice { calls: 2, cost: MicroUsd(1_250), doctor: MicroUsd::ZERO, rejected: 0 }),
            reports_in: Some("/tmp/objects".into()),
            reports: vec!["runs/r/report.md".into()],
            ..FleetSummary::default()
        };
        assert_eq!(
            account.lines(),
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
                "offline invoice      $0.001250  2 calls, equal to the ledger",
            ]
        );
        assert_eq!(account.reports_at(), ["reports              /tmp/objects", "    runs/r/report.md"]);
    }

    #[test]
    fn an_invoice_that_differs_from_the_ledger_is_reported() {
        let account = FleetSummary { cost: MicroUsd(1), ..FleetSummary::default() };
        let invoice = Invoice { calls: 1, cost: MicroUsd(2), doctor: MicroUsd::ZERO, rejected: 3 };
        let tested = Invoice { doctor: MicroUsd(1), ..invoice };
        assert!(
            account.compare(tested).contains("calls, equal to the ledger but for $0.000001 of `auspex doctor --call`")
        );
        assert!(account.compare(invoice).ends_with(", 3 rejected"));
        assert!(account.compare(invoice).contains("NOT equal"));
        let busy = FleetSummary { reserved: MicroUsd(5), ..account };
        assert!(busy.compare(invoice).contains("$0.000005 reserved"));
    }
}
