//! Whether stored research answers a task.
//!
//! I/O: stores the version that existed when a task with an oldest acceptable age began.

use domain::port::StepKey;
use runtime::Failure;
use store::Memory;
use store::memory::StoredResearch;

use crate::job::Job;
use crate::research_loop::steps::Steps;

/// Step that stores the version of the research at the first look.
const FIRST_VERSION: &str = "first version";

/// Returns the stored research if it answers the task: it is not contradicted, and it has not expired. If the caller
/// states an oldest acceptable age, that age decides; research that another job has completed since the first look of
/// this one is recent enough at any age, so that a request during that work pays for nothing. Research that is
/// restricted to some sources is always new.
pub(super) async fn answering<M: Memory>(
    job: &Job<'_, M>,
    steps: &dyn Steps,
    known: Option<StoredResearch>,
) -> Result<Option<StoredResearch>, Failure> {
    if !job.task.sources.is_empty() {
        return Ok(None);
    }
    let Some(terms) = job.task.entity_terms.filter(|terms| terms.max_age_secs.is_some()) else {
        return Ok(known.filter(|known| known.is_fresh(job.attempt.now())));
    };
    let version = known.as_ref().map_or(0, |known| known.version);
    let step = StepKey::new(job.attempt.job, FIRST_VERSION, b"");
    let stored = steps.remember(&step, version.to_string().into_bytes()).await?;
    let first = String::from_utf8_lossy(&stored).parse().unwrap_or(version);
    let is_recent = |known: &StoredResearch| {
        known.ended.is_none() && (known.version > first || terms.accepts(known.research.made_at) == Some(true))
    };
    Ok(known.filter(is_recent))
}
