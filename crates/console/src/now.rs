//! The state of the fleet: one sentence, faults with their runbooks, five workers, and why jobs wait.

use domain::MicroUsd;
use domain::access::AccessScope;
use maud::{Markup, html};
use operations::fleet::{
    FaultSeverity, FleetChange, FleetChangeKind, FleetFault, FleetState, LimitedTenant, RUNBOOKS, WorkerState,
};

use super::chart::{SparkMark, sparkline};
use super::frame::{Tone, state};
use super::grafana::Grafana;
use super::live::Picture;
use super::markdown::markdown;
use super::{Body, Section, Visitor, figure, text};

/// Changes that are shown at most.
const MAX_CHANGES: usize = 20;

/// Name and duty of the workers.
const DUTIES: [(&str, &str); 5] = [
    ("classifier", "decides which events deserve attention"),
    ("researcher", "answers questions with tools"),
    ("filter", "removes noise from findings"),
    ("forecaster", "turns evidence into probabilities"),
    ("writer", "stores and publishes results"),
];

/// Renders the page.
pub fn now(fleet: &FleetState, visitor: &Visitor, grafana: Option<&Grafana>) -> Body {
    let content = html! {
        h1.sr { "Now" }
        (first_sentence(fleet, visitor))
        (faults(&fleet.faults))
        h2 { "Workers" }
        ol.workers { @for worker in &fleet.workers { (card(worker, fleet)) } }
        p.note { "An event passes the workers in this order. Each line shows the jobs that ended in the last 60 minutes; an upright mark is a start or a change of settings, a dashed one is that of another worker." }
        (changes(fleet))
        div.columns {
            section { h2 { "Why jobs wait" } (waiting(fleet)) }
            section { h2 { "Tenants held back" } (limited(&fleet.limited)) }
        }
        (degraded(fleet))
        @if let Some(grafana) = grafana { p { "Metrics, logs and traces: " (text::external(&grafana.dashboard(), "the dashboard of the fleet")) } }
    };
    Body::new(Section::Now, "Now", content)
}

/// Renders the parts of the page that change.
pub fn picture(fleet: &FleetState, visitor: &Visitor) -> Picture {
    let mut picture = Picture::default();
    picture.add("now-lede", first_sentence(fleet, visitor));
    picture.add("now-faults", faults(&fleet.faults));
    for worker in &fleet.workers {
        picture.add(format!("worker-{}", worker.worker), card(worker, fleet));
    }
    picture.add("now-changes", changes(fleet));
    picture.add("now-waiting", waiting(fleet));
    picture.add("now-limited", limited(&fleet.limited));
    picture.add("now-degraded", degraded(fleet));
    picture
}

fn first_sentence(fleet: &FleetState, visitor: &Visitor) -> Markup {
    html! { p #now-lede.lede { (sentence(fleet, visitor)) } }
}

fn sentence(fleet: &FleetState, visitor: &Visitor) -> Markup {
    let budget = &fleet.budget;
    html! {
        @match fleet.faults.first() {
            None => (state(Tone::Good, &fleet.summary)),
            Some(worst) => (state(tone(worst.severity), &fleet.summary)),
        }
        " "
        @match (fleet.reviews.results, fleet.reviews.oldest_at) {
            (0, _) | (_, None) => "No review waits. ",
            (results, Some(oldest)) => {
                @let words = figure::counted(results, "review waits", "reviews wait");
                @if visitor.may(AccessScope::Read) { a href="/console/reviews" { (words) } } @else { (words) }
                ", the oldest made " (figure::time(fleet.at, oldest)) ". "
            }
        }
        @if budget.tenants == 0 { "Nothing has been spent today." } @else {
            (MicroUsd(budget.committed_micro_usd).rounded()) " of " (MicroUsd(budget.limit_micro_usd).rounded()) " today"
            @if budget.tenants > 1 { " by " (figure::counted(budget.tenants, "tenant", "tenants")) }
            "."
        }
    }
}

fn tone(severity: FaultSeverity) -> Tone {
    match severity {
        FaultSeverity::Critical => Tone::Bad,
        FaultSeverity::Warning => Tone::Warn,
    }
}

/// The faults, each with its runbook in place.
fn faults(faults: &[FleetFault]) -> Markup {
    if faults.is_empty() {
        return html! { div #now-faults {} };
    }
    html! { div #now-faults {
        h2 { "Faults " span.count { (faults.len()) } }
        div.faults {
            @for fault in faults {
                details.fault {
                    summary {
                        (state(tone(fault.severity), match fault.severity { FaultSeverity::Critical => "critical", FaultSeverity::Warning => "warning" }))
                        " " span.what { (text::clipped(&fault.detail, 300)) } " " code.name { (fault.name) }
                    }
                    (runbook(&fault.name))
                }
            }
        }
    } }
}

/// The runbook of a fault without its name, which is beside it already.
pub fn runbook(fault: &str) -> Markup {
    let found = RUNBOOKS.iter().find(|(name, _)| *name == fault).map_or("", |(_, runbook)| runbook);
    markdown(found.split_once('\n').map_or(found, |(_, rest)| rest))
}

fn card(worker: &WorkerState, fleet: &FleetState) -> Markup {
    let duty = DUTIES.iter().find(|(name, _)| *name == worker.worker).map_or("", |(_, duty)| duty);
    let is_here = |fault: &&FleetFault| {
        fault.about == worker.worker || worker.consumers.iter().any(|one| one.consumer == fault.about)
    };
    let worst = fleet.faults.iter().find(is_here);
    let line = format!("Jobs of the {} per minute within the last hour", worker.worker);
    html! {
        li.worker id=(format!("worker-{}", worker.worker)) {
            div.head {
                h3 { (worker.worker) }
                @match worst { Some(fault) => (state(tone(fault.severity), "fault")), None => (state(Tone::Good, "keeps up")) }
            }
            p.note { (duty) }
            (sparkline(&line, &worker.by_minute, &marks(worker, fleet)))
            dl.measures {
                (measure("Waits", &html! { @match worker.pending { Some(pending) => (figure::integer(pending)), None => span.muted { "unknown" } } }, "messages that no replica has received"))
                (measure("Oldest", &html! { (age(worker.oldest_seconds)) }, "age of the oldest message without an outcome"))
                (measure("In flight", &html! { (figure::integer(worker.in_flight)) }, "jobs in progress"))
                (measure("Per min", &html! { (rate(worker.per_minute)) }, "jobs that ended within five minutes, per minute"))
                (measure("Median", &html! { (duration(worker.median_seconds)) }, "seconds from the first start of a job to its outcome"))
                (measure("p95", &html! { (duration(worker.p95_seconds)) }, "95 % of the jobs took at most this long"))
                (measure("Retries", &html! { (figure::integer(worker.failures)) }, "transient failures within the hour"))
                (measure("Put off", &html! { (figure::integer(worker.put_off)) }, "jobs that are delivered again later"))
                (measure("Degraded", &html! { (figure::integer(worker.degraded)) }, "answers without a reply of the model, of 24 hours"))
                (measure("Dead", &html! { @if worker.dead_letters > 0 { a href="/console/dead-letters" { (figure::integer(worker.dead_letters)) } } @else { "0" } }, "dead letters of the last hour"))
            }
            p.replicas { (figure::counted(worker.replicas, "replica", "replicas")) }
        }
    }
}

/// The changes as marks on the line of a worker.
fn marks(worker: &WorkerState, fleet: &FleetState) -> Vec<SparkMark> {
    let newest = worker.by_minute.len().saturating_sub(1) as f64;
    let mark = |change: &FleetChange| SparkMark {
        // Whole minutes, so that a live page does not change every second.
        minute: newest - (fleet.at - change.at).num_minutes() as f64,
        is_own: change.worker == worker.worker,
        label: format!("{} {} at {}", change.worker, what(change), change.at.format("%H:%M UTC")),
    };
    fleet.changes.iter().take(MAX_CHANGES).map(mark).collect()
}

fn what(change: &FleetChange) -> String {
    match change.kind {
        FleetChangeKind::Started if change.processes == 1 => "started a process".to_owned(),
        FleetChangeKind::Started => format!("started {} processes", figure::integer(change.processes)),
        FleetChangeKind::Settings => "has other settings".to_owned(),
    }
}

/// The changes of the last hour in words.
fn changes(fleet: &FleetState) -> Markup {
    html! { div #now-changes {
        @if !fleet.changes.is_empty() {
            details.fold { summary { "Changes of the last hour " span.count { (fleet.changes.len()) } }
                ul.plain { @for change in fleet.changes.iter().take(MAX_CHANGES) { li { (text::clipped(&change.worker, 40)) " " (what(change)) " " (figure::time(fleet.at, change.at)) } } }
            }
        }
    } }
}

fn measure(name: &str, value: &Markup, meaning: &str) -> Markup {
    html! { div title=(meaning) { dt { (name) } dd { (value) } } }
}

fn age(seconds: Option<u64>) -> String {
    seconds.map_or_else(|| "–".to_owned(), figure::span)
}

/// Returns a rate with one decimal below ten.
fn rate(per_minute: f64) -> String {
    match per_minute {
        rate if rate >= 10.0 => figure::integer(rate.round() as u64),
        rate if rate > 0.0 => format!("{rate:.1}"),
        _ => "0".to_owned(),
    }
}

fn duration(seconds: Option<f64>) -> String {
    match seconds {
        None => "–".to_owned(),
        Some(seconds) if seconds < 1.0 => format!("{:.0} ms", seconds.max(0.0) * 1_000.0),
        Some(seconds) if seconds < 10.0 => format!("{seconds:.1} s"),
        Some(seconds) => figure::span(seconds.round() as u64),
    }
}

fn waiting(fleet: &FleetState) -> Markup {
    html! { div #now-waiting {
        @if fleet.unsent > 0 {
            p { (figure::counted(fleet.unsent, "message is", "messages are")) " stored and not confirmed by its stream yet." }
        }
        @if fleet.waiting.is_empty() { p.empty { "No job was put off within the last hour: a cool-down of a provider, a used budget or a lease of another replica would be here." } } @else {
            table.rows {
                caption.sr { "Jobs that wait, by reason" }
                thead { tr { th scope="col" { "Reason" } th scope="col" { "Consumer" } th.num scope="col" { "Jobs" } th.num scope="col" { "Since" } th.num scope="col" { "Next try" } } }
                tbody {
                    @for work in &fleet.waiting {
                        tr {
                            td.main { (text::clipped(&work.reason, 300)) }
                            td data-label="Consumer" { (text::clipped(&work.consumer, 60)) }
                            td.num data-label="Jobs" { (figure::integer(work.jobs)) }
                            td.num data-label="Since" { (figure::time(fleet.at, work.since)) }
                            td.num data-label="Next try" { @match work.next_at { Some(at) => (figure::time(fleet.at, at)), None => span.muted { "by the stream" } } }
                        }
                    }
                }
            }
        }
    } }
}

fn limited(tenants: &[LimitedTenant]) -> Markup {
    html! { div #now-limited {
        @if tenants.is_empty() { p.empty { "No limit and no budget holds a tenant back." } } @else {
            table.rows {
                caption.sr { "Tenants that a limit or a budget holds back" }
                thead { tr { th scope="col" { "Tenant" } th scope="col" { "Held back by" } th.num scope="col" { "In flight" } th.num scope="col" { "Held back" } } }
                tbody {
                    @for one in tenants {
                        tr {
                            td.main { (text::clipped(&one.tenant, 80)) }
                            td data-label="Held back by" {
                                ul.plain {
                                    @if one.budget_used { li { "its budget of today is used: " code { (format!("auspex budget raise --tenant {} DOLLARS", one.tenant)) } } }
                                    @if !one.by_rate.is_empty() { li { "its jobs per second at " (text::clipped(&one.by_rate.join(", "), 200)) } }
                                    @if !one.by_in_flight.is_empty() { li { "its jobs in progress at " (text::clipped(&one.by_in_flight.join(", "), 200)) } }
                                }
                            }
                            td.num data-label="In flight" { (figure::integer(one.in_flight)) }
                            td.num data-label="Held back" { (figure::integer(one.held_back)) }
                        }
                    }
                }
            }
        }
    } }
}

fn degraded(fleet: &FleetState) -> Markup {
    if fleet.degraded.is_empty() {
        return html! { div #now-degraded {} };
    }
    html! { div #now-degraded {
        h2 { "Answers without the model, last 24 hours" }
        ul.reasons { @for (reason, count) in &fleet.degraded { li { (text::clipped(&reason.replace('_', " "), 60)) " " span.count { (figure::integer(*count)) } } } }
    } }
}

#[cfg(test)]
mod tests {
    use domain::Time;
    use operations::fleet::{FleetBudget, FleetReviews, WaitingWork};

    use super::*;

    fn rendered(fleet: &FleetState) -> String {
        let visitor = Visitor { name: "ana".into(), tenant: "acme".into(), scopes: vec![AccessScope::Operate] };
        let grafana = Grafana::new(&"https://grafana.example/".parse().unwrap());
        now(fleet, &visitor, Some(&grafana)).content.into_string()
    }

    fn healthy() -> FleetState {
        let worker = |name: &str| WorkerState {
            worker: name.to_owned(),
            replicas: 2,
            pending: Some(7),
            per_minute: 3.4,
            p95_seconds: Some(0.25),
            by_minute: vec![1; 60],
            ..WorkerState::default()
        };
        FleetState {
            at: Time::UNIX_EPOCH,
            summary: "All five workers keep up.".to_owned(),
            workers: DUTIES.map(|(name, _)| worker(name)).into(),
            has_streams: true,
            ..FleetState::default()
        }
    }

    #[test]
    fn the_first_sentence_says_if_the_fleet_keeps_up_what_waits_and_what_is_spent() {
        let mut fleet = healthy();
        fleet.reviews = FleetReviews { results: 3, oldest_at: Some(Time::UNIX_EPOCH - chrono::TimeDelta::hours(2)) };
        fleet.budget =
            FleetBudget { tenants: 1, limit_micro_usd: 20_000_000, committed_micro_usd: 4_120_000, used_up: 0 };
        let page = rendered(&fleet);
        for part in
            ["All five workers keep up.", "3 reviews wait", "2 h ago", "$4.12 of $20.00 today", "250 ms", "2 replicas"]
        {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert_eq!(page.matches("<svg").count(), 5, "{page}");
        assert!(page.contains("href=\"https://grafana.example/d/auspex-fleet\""), "{page}");
    }

    #[test]
    fn a_fault_shows_its_runbook_in_place_and_marks_its_worker() {
        let mut fleet = healthy();
        fleet.summary = "No filter runs; its work waits.".to_owned();
        fleet.faults = vec![FleetFault {
            name: "AuspexWorkerAbsent".to_owned(),
            severity: FaultSeverity::Critical,
            about: "filter".to_owned(),
            detail: "no filter runs; its work <b> waits".to_owned(),
        }];
        let page = rendered(&fleet);
        assert!(page.contains("<h3 dir=\"auto\">Meaning</h3>") && page.contains("its work &lt;b&gt; waits"), "{page}");
        assert_eq!(page.matches("keeps up").count(), 4, "{page}");
    }

    #[test]
    fn a_change_is_a_mark_on_every_line_and_a_row_of_words() {
        let mut fleet = healthy();
        let at = fleet.at - chrono::TimeDelta::minutes(12);
        fleet.changes = vec![FleetChange { at, worker: "filter".into(), kind: FleetChangeKind::Started, processes: 2 }];
        let page = rendered(&fleet);
        assert_eq!(
            (page.matches("class=\"mark own\"").count(), page.matches("class=\"mark\"").count()),
            (1, 4),
            "{page}"
        );
        // 47 of 59 steps of the line.
        assert_eq!(page.matches("x1=\"191.2\"").count(), 5, "{page}");
        assert!(page.contains("filter</bdi> started 2 processes") && page.contains("12 min ago"), "{page}");
        assert!(!rendered(&healthy()).contains("Changes of the last hour"));
    }

    #[test]
    fn a_reason_is_shown_with_the_time_of_the_next_try() {
        let mut fleet = healthy();
        fleet.waiting = vec![WaitingWork {
            consumer: "researcher".to_owned(),
            reason: "the provider is in cool-down".to_owned(),
            jobs: 4,
            since: fleet.at,
            next_at: Some(fleet.at + chrono::TimeDelta::minutes(2)),
        }];
        fleet.limited = vec![LimitedTenant { tenant: "acme".into(), budget_used: true, ..LimitedTenant::default() }];
        let page = rendered(&fleet);
        for part in ["the provider is in cool-down", "in 2 min", "auspex budget raise --tenant acme"] {
            assert!(page.contains(part), "{part}: {page}");
        }
    }
}
