//! Research that is fresh by the clock and wrong by the news: a rug pull after bullish research. An event whose words sound far
//! worse than the research is held against its findings; if it refutes one, that research is over, and a new one is made.
//!
//! The classifier sends what sounds alarming, with the event's own words beside its reason. Those are a stranger's: they are held
//! against findings in a call without tools, and stand in no text that a loop reads.
//!
//! I/O: asks the model for stances, and only where the event's words give cause; ends research.

use coordination::Topic;
use domain::{ClaimStatus, Entity, Finding, Research, ResearchTask, Stance};
use research::judge::{Said, Statement};
use research::tone::tone;
use runtime::Failure;
use store::Memory;
use store::memory::{Ended, StoredResearch};
use web::Web;

use crate::job::{Inquiry, Job};
use crate::stances;

/// Research that sounds like this itself has heard the news.
const SOUNDS_ILL: f64 = -0.2;
/// Findings that are held against the alarm: a call has a size.
const FINDINGS: usize = 12;

/// Whether fresh research still stands after what the task's event says. Research that does not is ended, with the reason.
pub(crate) async fn stands<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    entity: &Entity,
    known: &StoredResearch,
) -> Result<bool, Failure> {
    let (said, research) = (words(job.task), &known.research);
    if !is_alarm(said, sounds(research)) {
        return Ok(true);
    }
    let started = job.started().await?;
    let desk = job.desk(Inquiry { entity: Some(entity.clone()), ..Inquiry::default() }, started);
    let supported = research.findings.iter().filter(|finding| finding.status == ClaimStatus::Supported);
    let asked: Vec<Statement> = supported.take(FINDINGS).map(|finding| beside(finding, said)).collect();
    let (judged, _) = stances::judged(&desk, "alarm", &asked).await?;
    let refuted = judged.iter().find(|(_, stance)| **stance == Stance::Refutes).map(|((id, _), _)| id);
    let Some(finding) = refuted.and_then(|id| asked.iter().find(|statement| statement.id == *id)) else {
        return Ok(true);
    };
    let because = format!("{} This refutes “{}”.", job.task.reason, finding.text);
    let ended = Ended { at: job.attempt.now(), because };
    job.kit.memory.end_research(&entity.id, known.version, &ended).await?;
    // After the end: whoever looks at the mark from now on finds none, and asks Postgres, which knows.
    let _ = job.kit.coordination.mark_stale(&[Topic::Entity(entity.id.clone())]).await;
    tracing::info!(entity = %entity.id, version = known.version, reason = ended.because, "research is contradicted");
    Ok(false)
}

/// What the event says: its own words, else the reason that was made of them.
fn words(task: &ResearchTask) -> &str {
    if task.alarm.is_empty() { &task.reason } else { &task.alarm }
}

/// How research sounds itself: as it was judged, else by its words.
fn sounds(research: &Research) -> f64 {
    let findings = research.findings.iter().map(|finding| finding.text.as_str());
    let words = || std::iter::once(research.summary.as_str()).chain(findings).collect::<Vec<_>>().join(" ");
    research.sentiment.unwrap_or_else(|| tone(&words()).score)
}

fn is_alarm(said: &str, sounds: f64) -> bool {
    tone(said).is_alarming() && sounds > SOUNDS_ILL
}

fn beside(finding: &Finding, event: &str) -> Statement {
    let said = Said { id: "event".to_owned(), text: event.to_owned() };
    Statement { id: finding.id.clone(), text: finding.text.clone(), evidence: vec![said] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_sounds_far_worse_than_the_research_is_an_alarm() {
        for (said, sounds, alarm) in [
            ("The deployer removed all liquidity: a rug pull.", 0.6, true),
            ("Funds were stolen in an exploit.", 0.0, true),
            ("A large swap.", 0.9, false),
            ("A swap with some risk.", 0.9, false),
            ("The deployer removed all liquidity: a rug pull.", -0.7, false),
        ] {
            assert_eq!(is_alarm(said, sounds), alarm, "{said} {sounds:?}");
        }
    }
}
