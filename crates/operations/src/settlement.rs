//! Settlement of events: whether an event, with all work that it caused, is done.

use domain::access::AccessScope::Read;
use domain::port::{DeadLetter, PortError};
use domain::review::{ResultState, ReviewedResult};
use domain::{EventKind, JobId, Tenant};
use futures::stream::{self, StreamExt, TryStreamExt};
use proto::event::{Event as _, Fact};
use proto::events::{EventClassified, MacroResearched, RunAnswered};
use serde::{Deserialize, Serialize};
use store::events::{EventView, VerdictView};
use store::{Reviews, Store};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::progress::{research_jobs, run_job};
use crate::{Context, OperationError};

/// Maximum events of a request.
pub const MAX_EVENTS: usize = 64;
/// Maximum concurrent queries; the connection pool is small.
const MAX_CONCURRENT_QUERIES: usize = 4;
/// Default maximum rounds of a run.
const MAX_ROUNDS: u32 = 5;

/// Events to look at.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EventJobs {
    /// Jobs of 1 to 64 events, as their publication returned them.
    #[schema(min_items = 1, max_items = 64)]
    pub jobs: Vec<Uuid>,
}

/// Whether an event is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventState {
    /// Answered, with all work that it caused.
    Settled,
    /// It, or work that it caused, was dead-lettered.
    Dead,
    /// Neither settled nor dead-lettered.
    Open,
}

/// The state of one event.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub struct EventSettlement {
    /// Job of the event.
    pub job: Uuid,
    /// Whether the event is done.
    pub state: EventState,
}

/// Returns the states of events. An event that the tenant does not have is open.
///
/// # Errors
/// The list of events is empty or too long, or Postgres is unavailable.
pub async fn show(cx: Context<'_>, wanted: EventJobs) -> Result<Vec<EventSettlement>, OperationError> {
    cx.require(Read)?;
    if wanted.jobs.is_empty() || wanted.jobs.len() > MAX_EVENTS {
        return Err(OperationError::invalid("jobs", format!("must have 1 to {MAX_EVENTS} items")));
    }
    let jobs = wanted.jobs.into_iter().map(JobId).collect();
    let states = states(&cx.store(), Some(cx.tenant()), jobs).await?;
    Ok(states.into_iter().map(|(job, state)| EventSettlement { job: job.0, state }).collect())
}

/// Returns the states of events, of one tenant or of all.
///
/// # Errors
/// Postgres is unavailable.
pub async fn states(
    store: &Store,
    tenant: Option<&Tenant>,
    jobs: Vec<JobId>,
) -> Result<Vec<(JobId, EventState)>, PortError> {
    // True if all work has ended: research that is still missing will not come. If it has a dead letter, the event
    // is dead.
    let is_quiet = store.jobs().unsent().await? == 0 && store.jobs().open(1).await?.is_empty();
    let looks = Looks { store, tenant, is_quiet };
    let look = |job| {
        let looks = &looks;
        async move { Ok((job, looks.state(job).await?)) }
    };
    stream::iter(jobs.into_iter().map(look)).buffered(MAX_CONCURRENT_QUERIES).try_collect().await
}

/// Progress of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    Done,
    /// Answered, but its research is not finished.
    Researching,
    /// Answered, but its forecast is not finished.
    Forecasting,
    Unanswered,
}

/// What the looks at events need.
struct Looks<'a> {
    store: &'a Store,
    tenant: Option<&'a Tenant>,
    is_quiet: bool,
}

impl Looks<'_> {
    async fn state(&self, job: JobId) -> Result<EventState, PortError> {
        let event = self.store.events().load(job).await?;
        let is_other = |owner: &Tenant| self.tenant.is_some_and(|tenant| tenant != owner);
        if event.is_none()
            && let Some(verdict) = self.store.events().verdict(job).await?
        {
            return if is_other(&verdict.tenant) { Ok(EventState::Open) } else { self.verdict_state(&verdict).await };
        }
        if event.as_ref().is_some_and(|view| is_other(&view.classification.event.tenant)) {
            return Ok(EventState::Open);
        }
        let progress = event.as_ref().map_or(Progress::Unanswered, progress);
        if progress == Progress::Done
            || progress == Progress::Forecasting && self.waits_for_review(event.as_ref()).await?
        {
            return Ok(EventState::Settled);
        }
        // One research task may be dead-lettered while others continue.
        let may_be_dead = progress != Progress::Researching || self.is_quiet;
        let letter = if may_be_dead { self.dead_letter(job, event.as_ref()).await? } else { None };
        Ok(match letter {
            Some(letter) if !is_other(&letter.tenant) => EventState::Dead,
            _ if progress == Progress::Researching && self.is_quiet => EventState::Settled,
            _ => EventState::Open,
        })
    }

    /// A quiet event is settled when the result about its group is committed.
    async fn verdict_state(&self, verdict: &VerdictView) -> Result<EventState, PortError> {
        if verdict.answered_at.is_some() {
            return Ok(EventState::Settled);
        }
        let is_dead = self.store.dead_letters().load(letter(verdict.group, "writer-verdicts")).await?.is_some();
        Ok(if is_dead { EventState::Dead } else { EventState::Open })
    }

    /// Returns `true` if the forecast is made and waits for a person, which may take days.
    async fn waits_for_review(&self, event: Option<&EventView>) -> Result<bool, PortError> {
        let Some(classified) = event.map(|view| &view.classification) else { return Ok(false) };
        let (Some(run), EventKind::Question(_)) = (classified.run, &classified.event.kind) else {
            return Ok(false);
        };
        let review = ReviewedResult::id_of_forecast(run);
        let found = self.store.reviews().show(&classified.event.tenant, review).await?;
        Ok(found.is_some_and(|reviewed| reviewed.state == ResultState::Pending))
    }

    /// Finds the dead letter that ended an event, or the run or research it caused.
    async fn dead_letter(&self, event: JobId, view: Option<&EventView>) -> Result<Option<DeadLetter>, PortError> {
        for id in dead_letter_ids(event, view) {
            if let Some(letter) = self.store.dead_letters().load(id).await? {
                return Ok(Some(letter));
            }
        }
        Ok(None)
    }
}

/// An answered event is settled when its forecast (or the reason for none) or all its requested research results are
/// stored.
fn progress(event: &EventView) -> Progress {
    let results = |kind: &str| event.results.iter().filter(|(found, _)| found == kind).count();
    let tasks = usize::try_from(event.classification.tasks).unwrap_or(usize::MAX);
    match (event.answered_at, event.classification.run) {
        (None, _) => Progress::Unanswered,
        (Some(_), Some(_)) if results("forecast") + results("ended") == 0 => Progress::Forecasting,
        // A macro has one result for each state of its review, and the first one is the answer.
        (Some(_), _) if results("research") + results("macro").min(1) < tasks => Progress::Researching,
        _ => Progress::Done,
    }
}

/// Returns the ids of all dead letters that could have ended an event, or the run or research it caused: the runtime
/// derives the id of a dead letter from the job and the consumer.
fn dead_letter_ids(event: JobId, view: Option<&EventView>) -> Vec<JobId> {
    let mut letters =
        vec![letter(event, "classifier"), letter(event.derive(EventClassified::SUBJECT, 0), "writer-classifications")];
    let Some(classified) = view.map(|view| &view.classification) else { return letters };
    let tasks = usize::try_from(classified.tasks).unwrap_or(0);
    for place in 1..=tasks {
        letters.extend(research_letters(research_jobs(event, place)));
    }
    let Some(run) = classified.run else { return letters };
    letters.push(letter(run_job(event, tasks), "forecaster-runs"));
    letters.extend((1..=MAX_ROUNDS).map(|iteration| {
        let round = RunAnswered { run, tenant: Tenant::default(), iteration };
        letter(round.id(event, 0), "forecaster-rounds")
    }));
    letters
}

/// Ids of the dead letters that could end one research task, from researcher to writer.
fn research_letters([task, gathered, filtered]: [JobId; 3]) -> [JobId; 4] {
    let researched = task.derive(MacroResearched::SUBJECT, 0);
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
        assert_eq!(progress(&view), Progress::Researching);
        let mut view = asked(1);
        view.results = vec![("macro".to_owned(), serde_json::Value::Null); 2];
        assert_eq!(progress(&view), Progress::Done, "two states of one result are one answer");
        assert_eq!(progress(&asked(0)), Progress::Done);
    }
}
