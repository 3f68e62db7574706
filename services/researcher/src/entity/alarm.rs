//! Alarms: an event, such as a rug pull, may contradict research that has not expired. If an event sounds much more
//! negative than the research, its text is compared with the findings. If it refutes one, the research ends and is made
//! anew.
//!
//! The classifier sends alarming events with the event's own words beside its reason. These words are untrusted: a
//! model call without tools compares them with findings, and no loop reads them.
//!
//! I/O: calls the model for stances, only after an alarm; ends research.

use coordination::{Coordination, Topic};
use domain::{ClaimStatus, Entity, Finding, Research, ResearchTask, Stance};
use research::judge::{Quote, StanceQuery};
use research::sentiment;
use runtime::Failure;
use store::Memory;
use store::memory::{Ended, StoredResearch};

use crate::job::Job;

/// Research with a lower sentiment score already covers negative news.
const NEGATIVE_RESEARCH: f64 = -0.2;
/// Maximum number of findings compared with the event in one call.
const MAX_FINDINGS: usize = 12;

/// Returns true if the research holds in view of the task's event. Ends the research, with a reason, if it does not.
pub(crate) async fn is_still_valid<M: Memory>(
    job: &Job<'_, M>,
    coordination: &dyn Coordination,
    entity: &Entity,
    known: &StoredResearch,
) -> Result<bool, Failure> {
    let (event, research) = (event_text(job.task), &known.research);
    if !is_alarm(event, research_sentiment(research)) {
        return Ok(true);
    }
    let started = job.started().await?;
    let supported = research.findings.iter().filter(|finding| finding.status == ClaimStatus::Supported);
    let queries: Vec<StanceQuery> = supported.take(MAX_FINDINGS).map(|finding| query(finding, event)).collect();
    let judged = job.engine.judge.judge(&job.step_scope(String::new(), started), "alarm", &queries).await?;
    if judged.is_missing {
        job.alarm_unjudged();
    }
    let refuted = judged.stances.iter().find(|(_, stance)| **stance == Stance::Refutes).map(|((id, _), _)| id);
    let Some(finding) = refuted.and_then(|id| queries.iter().find(|query| query.id == *id)) else {
        return Ok(true);
    };
    let because = format!("{} This refutes “{}”.", job.task.reason, finding.text);
    let ended = Ended { at: job.attempt.now(), because };
    job.engine.memory.end_research(&entity.id, known.version, &ended).await?;
    // Cleared after the end in Postgres: a job that finds no mark reads Postgres, which has the end.
    let _ = coordination.mark_stale(&[Topic::Entity(entity.id.clone())]).await;
    tracing::info!(entity = %entity.id, version = known.version, reason = ended.because, "an event refuted research; the research ended");
    Ok(false)
}

/// Returns the event's own words, or the classifier's reason if there are none.
fn event_text(task: &ResearchTask) -> &str {
    if task.alarm.is_empty() { &task.reason } else { &task.alarm }
}

/// Returns the sentiment of research as reported, or that of its text.
fn research_sentiment(research: &Research) -> f64 {
    let findings = research.findings.iter().map(|finding| finding.text.as_str());
    let text = || std::iter::once(research.summary.as_str()).chain(findings).collect::<Vec<_>>().join(" ");
    research.sentiment.unwrap_or_else(|| sentiment::score_text(&text()).score)
}

fn is_alarm(event: &str, research_sentiment: f64) -> bool {
    sentiment::score_text(event).is_alarming() && research_sentiment > NEGATIVE_RESEARCH
}

fn query(finding: &Finding, event: &str) -> StanceQuery {
    let quote = Quote { id: "event".to_owned(), text: event.to_owned() };
    StanceQuery { id: finding.id.clone(), text: finding.text.clone(), evidence: vec![quote] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_event_much_more_negative_than_the_research_is_an_alarm() {
        for (text, sounds, alarm) in [
            ("The deployer removed all liquidity: a rug pull.", 0.6, true),
            ("Funds were stolen in an exploit.", 0.0, true),
            ("A large swap.", 0.9, false),
            ("A swap with some risk.", 0.9, false),
            ("The deployer removed all liquidity: a rug pull.", -0.7, false),
        ] {
            assert_eq!(is_alarm(text, sounds), alarm, "{text} {sounds:?}");
        }
    }
}
