//! What changed in the fleet within the last hour: starts of processes, and settings of workers.

use chrono::TimeDelta;
use domain::Time;
use runtime::topology::SERVICES;
use store::worker_models::WorkerModel;

use super::read::is_of;
use super::state::{FleetChange, FleetChangeKind};

/// Minutes for which a change is reported, and in which processes count as started together.
const MINUTES: i64 = 60;
const TOGETHER_MINUTES: i64 = 1;

/// Returns the changes, newest first. `starts` are names of instances with their starts, newest first.
pub(super) fn changes(starts: &[(String, Time)], models: &[WorkerModel], now: Time) -> Vec<FleetChange> {
    let mut found: Vec<FleetChange> = Vec::new();
    for service in SERVICES {
        for (_, at) in starts.iter().filter(|(name, _)| is_of(name, service.name)) {
            let together = |last: &&mut FleetChange| {
                last.worker == service.name && last.at - *at < TimeDelta::minutes(TOGETHER_MINUTES)
            };
            match found.last_mut().filter(together) {
                Some(last) => last.processes += 1,
                None => found.push(change(service.name, (*at, FleetChangeKind::Started), 1)),
            }
        }
    }
    let since = now - TimeDelta::minutes(MINUTES);
    let settings = models.iter().filter_map(|model| Some((model, model.changed_at.filter(|at| *at > since)?)));
    found.extend(settings.map(|(model, at)| change(&model.worker, (at, FleetChangeKind::Settings), 0)));
    found.sort_by(|one, other| other.at.cmp(&one.at).then_with(|| one.worker.cmp(&other.worker)));
    found
}

fn change(worker: &str, (at, kind): (Time, FleetChangeKind), processes: u64) -> FleetChange {
    FleetChange { at, worker: worker.to_owned(), kind, processes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::FleetChangeKind::{Settings, Started};

    #[test]
    fn processes_that_start_together_are_one_change_and_old_settings_are_none() {
        let now = domain::testing::when();
        let ago = |seconds: i64| now - TimeDelta::seconds(seconds);
        let starts = [("filter-1", 10), ("writer-7", 30), ("filter-2", 40), ("filter-3", 1_800), ("batch", 5)];
        let starts = starts.map(|(name, seconds)| (name.to_owned(), ago(seconds)));
        let model = |worker: &str, changed_at| WorkerModel {
            worker: worker.to_owned(),
            body: serde_json::Value::Null,
            seen_at: now,
            changed_at,
        };
        let models = [model("researcher", Some(ago(60))), model("filter", Some(ago(7_200))), model("writer", None)];
        let found = changes(&starts, &models, now);
        let shown: Vec<(&str, FleetChangeKind, u64)> =
            found.iter().map(|one| (one.worker.as_str(), one.kind, one.processes)).collect();
        let expected =
            [("filter", Started, 2), ("writer", Started, 1), ("researcher", Settings, 0), ("filter", Started, 1)];
        assert_eq!(shown, expected);
    }
}
