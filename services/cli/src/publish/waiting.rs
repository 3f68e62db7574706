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

    /// Looks until everything is settled or the time is over; tells how many are settled after every look.
    ///
    /// # Errors
    /// When Postgres stays away.
    pub async fn until(mut self, limit: Duration, mut tell: impl FnMut(u64)) -> Result<Verdict, PortError> {
        let end = Instant::now() + limit;
        let mut ticks = tokio::time::interval(LOOK);
        loop {
            ticks.tick().await;
            self.look().await?;
            tell(self.verdict.settled + self.verdict.dead);
            if self.open.is_empty() || Instant::now() >= end {
                return Ok(Verdict { open: self.open.len() as u64, ..self.verdict });
            }
        }
    }

    /// One round over the open events, until [`WINDOW`] of them were met that are not settled.
    async fn look(&mut self) -> Result<(), PortError> {
        // Nothing is under way in the whole fleet: research that is missing by then is dead, and told by its dead letter.
        let is_quiet = self.store.unsent_count().await? == 0 && self.store.open_work(1).await?.is_empty();
        let mut unsettled = 0;
        for _ in 0..self.open.len().div_ceil(WINDOW) {
            let batch: Vec<JobId> = (0..WINDOW).map_while(|_| self.open.pop_front()).collect();
            for (job, standing) in self.standings(batch).await? {
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

    async fn standings(&self, jobs: Vec<JobId>) -> Result<Vec<(JobId, Standing)>, PortError> {
        let ask = |job| async move { Ok((job, self.standing(job).await?)) };
        let answers: Vec<Result<_, PortError>> =
            stream::iter(jobs.into_iter().map(ask)).buffered(AT_ONCE).collect().await;
        answers.into_iter().collect()
    }

    async fn standing(&self, job: JobId) -> Result<Standing, PortError> {
        let event = self.store.event(job).await?;
        let standing = event.as_ref().map_or(Standing::Unanswered, answered);
        let may_be_dead = matches!(standing, Standing::Unanswered | Standing::Forecasting);
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

/// Dead letters by which an event, or the run that was begun for it, would have ended: the runtime derives a letter's id
/// from the job and the consumer.
pub(super) fn dead_letters_of(event: JobId, view: Option<&EventView>) -> Vec<JobId> {
    let letter = |job: JobId, consumer: &str| job.derive(&format!("dead.{consumer}"), 0);
    let mut letters = vec![
        letter(event, "classifier"),
        letter(event.derive("auspex.classification.made", 0), "writer-classifications"),
    ];
    let Some((run, tasks)) = view.and_then(|view| Some((view.classification.run?, view.classification.tasks))) else {
        return letters;
    };
    // The classifier says the classification first, then its tasks, then the run.
    let place = usize::try_from(tasks).unwrap_or(0) + 1;
    letters.push(letter(event.derive("auspex.forecast.requested", place), "forecaster-runs"));
    letters.extend((1..=ROUNDS).map(|iteration| {
        let round = RunAnswered { run, tenant: Tenant::default(), iteration };
        letter(round.id(event, 0), "forecaster-rounds")
    }));
    letters
}
