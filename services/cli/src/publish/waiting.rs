//! Waiting until every published event is accounted for.

use std::collections::VecDeque;
use std::fmt;
use std::time::{Duration, Instant};

use domain::port::PortError;
use domain::{JobId, Tenant};
use futures::StreamExt;
use futures::stream;
use proto::event::Fact;
use proto::events::RunAnswered;
use serde::Serialize;
use store::Store;
use store::reading::EventView;

use super::given_up;

/// Looks this often; an answer takes longer.
pub(crate) const LOOK: Duration = Duration::from_millis(250);
/// Events asked about at once, and unsettled ones met before a round ends: later ones will hardly be further.
const WINDOW: usize = 64;
/// Connections are few, so are questions at a time.
const AT_ONCE: usize = 4;
/// A run's rounds at most, by default.
const ROUNDS: u32 = 5;

/// How the wait ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Answered, with everything that was begun for them.
    pub settled: u64,
    /// Given up; `auspex dead list` says why.
    pub dead: u64,
    /// Neither, when the time was over.
    pub open: u64,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} answered, {} dead, {} open", self.settled, self.dead, self.open)
    }
}

/// Where one event stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Settled,
    Dead,
    /// Answered, and its research is under way.
    Researching,
    /// Answered, and its forecast is under way.
    Forecasting,
    Unanswered,
}

/// Published events and what is known of them.
pub struct Waiting {
    store: Store,
    open: VecDeque<JobId>,
    verdict: Verdict,
}

impl Waiting {
    /// Waits for these.
    pub fn new(store: Store, mut jobs: Vec<JobId>) -> Self {
        jobs.sort_unstable();
        jobs.dedup();
        Self { store, open: jobs.into(), verdict: Verdict::default() }
    }

    /// Looks until everything is settled or the time is over; tells how many are settled after every look. While Postgres is away the work
    /// waits, and so do we.
    ///
    /// # Errors
    /// When Postgres refuses to answer, or is away when the time is over.
    pub async fn until(mut self, limit: Duration, mut tell: impl FnMut(u64)) -> Result<Verdict, PortError> {
        let end = Instant::now() + limit;
        let mut ticks = tokio::time::interval(LOOK);
        loop {
            ticks.tick().await;
            match self.look().await {
                Err(error) if error.is_transient() && Instant::now() < end => continue,
                looked => looked?,
            }
            tell(self.verdict.settled + self.verdict.dead);
            if self.open.is_empty() || Instant::now() >= end {
                return Ok(Verdict { open: self.open.len() as u64, ..self.verdict });
            }
        }
    }

    /// One round over the open events, until [`WINDOW`] of them were met that are not settled.
    async fn look(&mut self) -> Result<(), PortError> {
        // Nothing is under way in the whole fleet: research that is missing by then will not come. Where it has a dead letter, it is dead.
        let is_quiet = self.store.unsent_count().await? == 0 && self.store.open_work(1).await?.is_empty();
        let mut unsettled = 0;
        for _ in 0..self.open.len().div_ceil(WINDOW) {
            let batch: Vec<JobId> = (0..WINDOW).map_while(|_| self.open.pop_front()).collect();
            let standings = match self.standings(batch.clone(), is_quiet).await {
                Ok(standings) => standings,
                Err(error) => {
                    // Nobody knows more about these than before.
                    self.open.extend(batch);
                    return Err(error);
                }
            };
            for (job, standing) in standings {
                match standing {
                    Standing::Settled => self.verdict.settled += 1,
                    Standing::Researching if is_quiet => self.verdict.settled += 1,
                    Standing::Dead => self.verdict.dead += 1,
                    Standing::Researching | Standing::Forecasting | Standing::Unanswered => {
                        unsettled += 1;
                        self.open.push_back(job);
                    }
                }
            }
            if unsettled >= WINDOW {
                break;
            }
        }
        Ok(())
    }

    async fn standings(&self, jobs: Vec<JobId>, is_quiet: bool) -> Result<Vec<(JobId, Standing)>, PortError> {
        let ask = |job| async move { Ok((job, self.standing(job, is_quiet).await?)) };
        let answers: Vec<Result<_, PortError>> =
            stream::iter(jobs.into_iter().map(ask)).buffered(AT_ONCE).collect().await;
        answers.into_iter().collect()
    }

    async fn standing(&self, job: JobId, is_quiet: bool) -> Result<Standing, PortError> {
        let event = self.store.event(job).await?;
        let standing = event.as_ref().map_or(Standing::Unanswered, answered);
        let may_be_dead = match standing {
            Standing::Unanswered | Standing::Forecasting => true,
            // Of several pieces of research one may be dead while others are under way.
            Standing::Researching => is_quiet,
            Standing::Settled | Standing::Dead => false,
        };
        let is_dead = may_be_dead && given_up(&self.store, job, event.as_ref()).await?.is_some();
        Ok(if is_dead { Standing::Dead } else { standing })
    }
}

/// An answered event is settled when its forecast is there (or why there is none), or as many pieces of research as were asked for.
fn answered(event: &EventView) -> Standing {
    let results = |kind: &str| event.results.iter().filter(|(found, _)| found == kind).count();
    let tasks = usize::try_from(event.classification.tasks).unwrap_or(usize::MAX);
    match (event.answered_at, event.classification.run) {
        (None, _) => Standing::Unanswered,
        (Some(_), Some(_)) if results("forecast") + results("ended") == 0 => Standing::Forecasting,
        (Some(_), _) if results("research") < tasks => Standing::Researching,
        _ => Standing::Settled,
    }
}

/// Dead letters by which an event, or the run or the research that was begun for it, would have ended: the runtime derives a letter's
/// id from the job and the consumer.
pub(super) fn dead_letters_of(event: JobId, view: Option<&EventView>) -> Vec<JobId> {
    let mut letters = vec![
        letter(event, "classifier"),
        letter(event.derive("auspex.classification.made", 0), "writer-classifications"),
    ];
    let Some(classified) = view.map(|view| &view.classification) else { return letters };
    // The classifier says the classification first, then its tasks, then the run.
    let tasks = usize::try_from(classified.tasks).unwrap_or(0);
    for place in 1..=tasks {
        letters.extend(research_letters(event.derive("auspex.research.requested", place)));
    }
    let Some(run) = classified.run else { return letters };
    letters.push(letter(event.derive("auspex.forecast.requested", tasks + 1), "forecaster-runs"));
    letters.extend((1..=ROUNDS).map(|iteration| {
        let round = RunAnswered { run, tenant: Tenant::default(), iteration };
        letter(round.id(event, 0), "forecaster-rounds")
    }));
    letters
}

/// Where a piece of research may have ended on its way from the researcher to the writer.
fn research_letters(task: JobId) -> [JobId; 3] {
    let gathered = task.derive("auspex.research.gathered", 0);
    let filtered = gathered.derive("auspex.evidence.filtered", 0);
    [(task, "researcher"), (gathered, "filter"), (filtered, "writer-evidence")]
        .map(|(job, consumer)| letter(job, consumer))
}

fn letter(job: JobId, consumer: &str) -> JobId {
    job.derive(&format!("dead.{consumer}"), 0)
}

#[cfg(test)]
mod tests {
    use domain::event::MacroRequest;
    use domain::{Classification, Decider, Event, EventId, Kind, Time};
    use proto::event::Event as _;
    use proto::events::{EvidenceFiltered, ResearchGathered, ResearchRequested};

    use super::*;

    fn asked(tasks: u32) -> EventView {
        let request = MacroRequest { name: "m".into(), parameters: [].into(), session: String::new() };
        let event = Event {
            id: EventId::parse("e").unwrap(),
            tenant: Tenant::default(),
            source: String::new(),
            occurred_at: None,
            budget: None,
            kind: Kind::Macro(request),
        };
        let classification = Classification {
            event,
            interesting: true,
            score: 1.0,
            reason: String::new(),
            decided_by: Decider::Rule,
            identifiers: Vec::new(),
            run: None,
            tasks,
            prompt_version: String::new(),
        };
        let at = Time::UNIX_EPOCH;
        EventView { classification, received_at: at, answered_at: Some(at), results: Vec::new() }
    }

    /// Else whoever waits is told that all is answered, while a part of it is dead.
    #[test]
    fn research_that_is_given_up_is_looked_for_wherever_it_may_have_ended() {
        let view = asked(2);
        let event = view.classification.event.job();
        let letters = dead_letters_of(event, Some(&view));
        for place in 1..=2 {
            let task = event.derive(ResearchRequested::SUBJECT, place);
            let gathered = task.derive(ResearchGathered::SUBJECT, 0);
            let filtered = gathered.derive(EvidenceFiltered::SUBJECT, 0);
            for (job, consumer) in [(task, "researcher"), (gathered, "filter"), (filtered, "writer-evidence")] {
                assert!(letters.contains(&job.derive(&format!("dead.{consumer}"), 0)), "{place} {consumer}");
            }
        }
        assert_eq!(answered(&view), Standing::Researching);
        assert_eq!(answered(&asked(0)), Standing::Settled);
    }
}
