//! Waits until every published event is settled or dead-lettered.

use std::collections::VecDeque;
use std::fmt;
use std::time::{Duration, Instant};

use domain::port::{DeadLetter, PortError};
use domain::review::{ResultState, ReviewedResult};
use domain::{EventKind, JobId, Tenant};
use futures::StreamExt;
use futures::stream;
use proto::event::Event as _;
use proto::event::Fact;
use proto::events::RunAnswered;
use proto::events::{
    EventClassified, EvidenceFiltered, ForecastRequested, MacroResearched, ResearchGathered, ResearchRequested,
};
use serde::Serialize;
use store::events::{EventView, VerdictView};
use store::{Reviews, Store};

/// Polling interval of commands that wait for a result.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// Events per query batch, and unsettled events after which a polling round ends: later ones have rarely progressed
/// further.
const BATCH_EVENTS: usize = 64;
/// Maximum concurrent queries; the connection pool is small.
const MAX_CONCURRENT_QUERIES: usize = 4;
/// Default maximum rounds of a run.
const MAX_ROUNDS: u32 = 5;

/// Result of a wait.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct WaitResult {
    /// Number of events answered, with all work they caused.
    pub settled: u64,
    /// Number of events dead-lettered; see `auspex dead list`.
    pub dead: u64,
    /// Number of events unsettled at the timeout.
    pub open: u64,
}

impl fmt::Display for WaitResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} answered, {} dead-lettered, {} open", self.settled, self.dead, self.open)
    }
}

/// State of one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EventState {
    Settled,
    Dead,
    /// Answered, but its research is not finished.
    Researching,
    /// Answered, but its forecast is not finished.
    Forecasting,
    Unanswered,
}

/// Published events and their progress.
pub struct Waiting {
    store: Store,
    open: VecDeque<JobId>,
    result: WaitResult,
}

impl Waiting {
    /// Waits for the events of these jobs.
    pub fn new(store: Store, mut jobs: Vec<JobId>) -> Self {
        jobs.sort_unstable();
        jobs.dedup();
        Self { store, open: jobs.into(), result: WaitResult::default() }
    }

    /// Polls until all events are settled or `limit` has passed, and reports the number of settled events after every
    /// poll. A temporary failure of Postgres is retried within the limit.
    ///
    /// # Errors
    /// When Postgres returns a permanent error, or is unreachable at the end of the limit.
    pub async fn until(mut self, limit: Duration, mut report: impl FnMut(u64)) -> Result<WaitResult, PortError> {
        let end = Instant::now() + limit;
        let mut ticks = tokio::time::interval(POLL_INTERVAL);
        loop {
            ticks.tick().await;
            match self.poll().await {
                Err(error) if error.is_transient() && Instant::now() < end => continue,
                polled => polled?,
            }
            report(self.result.settled + self.result.dead);
            if self.open.is_empty() || Instant::now() >= end {
                return Ok(WaitResult { open: self.open.len() as u64, ..self.result });
            }
        }
    }

    /// Polls the open events once, until [`BATCH_EVENTS`] unsettled ones were found.
    async fn poll(&mut self) -> Result<(), PortError> {
        // True if the fleet has no work left: research that is still missing will not come. If it has a dead letter,
        // the event is dead.
        let is_quiet = self.store.jobs().unsent().await? == 0 && self.store.jobs().open(1).await?.is_empty();
        let mut unsettled = 0;
        for _ in 0..self.open.len().div_ceil(BATCH_EVENTS) {
            let batch: Vec<JobId> = (0..BATCH_EVENTS).map_while(|_| self.open.pop_front()).collect();
            let event_states = match self.event_states(batch.clone(), is_quiet).await {
                Ok(event_states) => event_states,
                Err(error) => {
                    // The state of these events is unchanged.
                    self.open.extend(batch);
                    return Err(error);
                }
            };
            for (job, event_state) in event_states {
                match event_state {
                    EventState::Settled => self.result.settled += 1,
                    EventState::Researching if is_quiet => self.result.settled += 1,
                    EventState::Dead => self.result.dead += 1,
                    EventState::Researching | EventState::Forecasting | EventState::Unanswered => {
                        unsettled += 1;
                        self.open.push_back(job);
                    }
                }
            }
            if unsettled >= BATCH_EVENTS {
                break;
            }
        }
        Ok(())
    }

    async fn event_states(&self, jobs: Vec<JobId>, is_quiet: bool) -> Result<Vec<(JobId, EventState)>, PortError> {
        let ask = |job| async move { Ok((job, self.event_state(job, is_quiet).await?)) };
        let answers: Vec<Result<_, PortError>> =
            stream::iter(jobs.into_iter().map(ask)).buffered(MAX_CONCURRENT_QUERIES).collect().await;
        answers.into_iter().collect()
    }

    async fn event_state(&self, job: JobId, is_quiet: bool) -> Result<EventState, PortError> {
        let event = self.store.events().load(job).await?;
        if event.is_none()
            && let Some(verdict) = self.store.events().verdict(job).await?
        {
            return self.verdict_state(&verdict).await;
        }
        let event_state = event.as_ref().map_or(EventState::Unanswered, answered);
        if event_state == EventState::Forecasting && self.waits_for_review(event.as_ref()).await? {
            return Ok(EventState::Settled);
        }
        let may_be_dead = match event_state {
            EventState::Unanswered | EventState::Forecasting => true,
            // One research task may be dead-lettered while others continue.
            EventState::Researching => is_quiet,
            EventState::Settled | EventState::Dead => false,
        };
        let is_dead = may_be_dead && find_dead_letter(&self.store, job, event.as_ref()).await?.is_some();
        Ok(if is_dead { EventState::Dead } else { event_state })
    }

    /// A quiet event is settled when the result about its group is committed.
    async fn verdict_state(&self, verdict: &VerdictView) -> Result<EventState, PortError> {
        if verdict.answered_at.is_some() {
            return Ok(EventState::Settled);
        }
        let is_dead = self.store.dead_letters().load(letter(verdict.group, "writer-verdicts")).await?.is_some();
        Ok(if is_dead { EventState::Dead } else { EventState::Unanswered })
    }

    /// Returns `true` if the forecast is made and waits for a person, which may take days.
    async fn waits_for_review(&self, event: Option<&EventView>) -> Result<bool, PortError> {
        let Some(classified) = event.map(|view| &view.classification) else { return Ok(false) };
        let (Some(run), EventKind::Question(asked)) = (classified.run, &classified.event.kind) else {
            return Ok(false);
        };
        if !asked.config.human_review {
            return Ok(false);
        }
        let review = ReviewedResult::id_of_forecast(run);
        let found = self.store.reviews().show(&classified.event.tenant, review).await?;
        Ok(found.is_some_and(|reviewed| reviewed.state == ResultState::Pending))
    }
}

/// Finds the dead letter that ended an event, or the run or research it caused.
///
/// # Errors
/// When Postgres cannot be reached.
pub(crate) async fn find_dead_letter(
    store: &Store,
    event: JobId,
    view: Option<&EventView>,
) -> Result<Option<DeadLetter>, PortError> {
    for id in dead_letter_ids(event, view) {
        if let Some(letter) = store.dead_letters().load(id).await? {
            return Ok(Some(letter));
        }
    }
    Ok(None)
}

/// An answered event is settled when its forecast (or the reason for none) or all its requested research results are
/// stored.
fn answered(event: &EventView) -> EventState {
    let results = |kind: &str| event.results.iter().filter(|(found, _)| found == kind).count();
    let tasks = usize::try_from(event.classification.tasks).unwrap_or(usize::MAX);
    match (event.answered_at, event.classification.run) {
        (None, _) => EventState::Unanswered,
        (Some(_), Some(_)) if results("forecast") + results("ended") == 0 => EventState::Forecasting,
        // A macro has one result for each state of its review, and the first one is the answer.
        (Some(_), _) if results("research") + results("macro").min(1) < tasks => EventState::Researching,
        _ => EventState::Settled,
    }
}

/// Returns the ids of all dead letters that could have ended an event, or the run or research it caused: the runtime
/// derives the id of a dead letter from the job and the consumer.
pub(super) fn dead_letter_ids(event: JobId, view: Option<&EventView>) -> Vec<JobId> {
    let mut letters =
        vec![letter(event, "classifier"), letter(event.derive(EventClassified::SUBJECT, 0), "writer-classifications")];
    let Some(classified) = view.map(|view| &view.classification) else { return letters };
    // The classifier emits the classification first, then the tasks, then the run.
    let tasks = usize::try_from(classified.tasks).unwrap_or(0);
    for place in 1..=tasks {
        letters.extend(research_letters(event.derive(ResearchRequested::SUBJECT, place)));
    }
    let Some(run) = classified.run else { return letters };
    letters.push(letter(event.derive(ForecastRequested::SUBJECT, tasks + 1), "forecaster-runs"));
    letters.extend((1..=MAX_ROUNDS).map(|iteration| {
        let round = RunAnswered { run, tenant: Tenant::default(), iteration };
        letter(round.id(event, 0), "forecaster-rounds")
    }));
    letters
}

/// Ids of the dead letters that could end one research task, from researcher to writer.
fn research_letters(task: JobId) -> [JobId; 4] {
    let researched = task.derive(MacroResearched::SUBJECT, 0);
    let gathered = task.derive(ResearchGathered::SUBJECT, 0);
    let filtered = gathered.derive(EvidenceFiltered::SUBJECT, 0);
    [(task, "researcher"), (gathered, "filter"), (filtered, "writer-evidence"), (researched, "writer-macros")]
        .map(|(job, consumer)| letter(job, consumer))
}

fn letter(job: JobId, consumer: &str) -> JobId {
    job.derive(&format!("dead.{consumer}"), 0)
}

#[cfg(test)]
mod tests {
    use domain::event::MacroRequest;
    use domain::{Classification, Event, EventId, EventKind, Time};
    use proto::event::Event as _;
    use proto::events::{EvidenceFiltered, MacroResearched, ResearchGathered, ResearchRequested};

    use super::*;

    fn asked(tasks: u32) -> EventView {
        let request = MacroRequest { name: "m".into(), ..MacroRequest::default() };
        let event =
            Event { id: EventId::parse("e").unwrap(), kind: EventKind::Macro(request), ..domain::testing::event() };
        let classification =
            Classification { event, interesting: true, score: 1.0, tasks, ..domain::testing::classification() };
        let at = Time::UNIX_EPOCH;
        EventView { classification, received_at: at, answered_at: Some(at), results: Vec::new() }
    }

    /// Otherwise an event would count as answered although a part of it is dead-lettered.
    #[test]
    fn dead_letters_of_research_are_found_at_every_consumer() {
        let view = asked(2);
        let event = view.classification.event.job();
        let letters = dead_letter_ids(event, Some(&view));
        for place in 1..=2 {
            let task = event.derive(ResearchRequested::SUBJECT, place);
            let gathered = task.derive(ResearchGathered::SUBJECT, 0);
            let filtered = gathered.derive(EvidenceFiltered::SUBJECT, 0);
            let researched = task.derive(MacroResearched::SUBJECT, 0);
            for (job, consumer) in [
                (task, "researcher"),
                (gathered, "filter"),
                (filtered, "writer-evidence"),
                (researched, "writer-macros"),
            ] {
                assert!(letters.contains(&job.derive(&format!("dead.{consumer}"), 0)), "{place} {consumer}");
            }
        }
        assert_eq!(answered(&view), EventState::Researching);
        let mut view = asked(1);
        view.results = vec![("macro".to_owned(), serde_json::Value::Null); 2];
        assert_eq!(answered(&view), EventState::Settled, "two states of one result are one answer");
        assert_eq!(answered(&asked(0)), EventState::Settled);
    }
}
