//! Research of a question: one that a run waits for, or a look-up that came back unsure.
//!
//! I/O: one question through the loop.

use domain::miss::BY_HAND_REASON;
use domain::research::{Ending, OpenQuestion};
use domain::run::Question;
use domain::{ClaimStatus, Finding, MicroUsd, Research, Source};
use runtime::{Failure, Outcome};
use store::Memory;
use store::memory::{Recalled, Retrieved};
use web::Web;

use crate::job::{Inquiry, Job};
use crate::notebook::source_id;
use crate::{audit, tier};

/// Hits of memory that answer a look-up at most.
const HITS: u32 = 5;

/// A run's question.
pub(crate) async fn question<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    question: &Question,
    context: &str,
) -> Result<Outcome, Failure> {
    let hints = question.expected_sources.join(", ");
    let context = match (context.is_empty(), hints.is_empty()) {
        (_, true) => context.to_owned(),
        (true, false) => format!("Look at: {hints}."),
        (false, false) => format!("{context} (Look at: {hints}.)"),
    };
    inquire(job, question.text.clone(), context, job.kit.config.max_sources()).await
}

/// A look-up that came back unsure. Somebody may have learned it in the meantime.
pub(crate) async fn miss<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    query: &str,
    (context, max_sources): (&str, u32),
) -> Result<Outcome, Failure> {
    if !job.kit.config.just_in_time.enabled {
        return Ok(job.outcome(job.failed("just-in-time research is off (RESEARCHER_ENABLED)", &[]), None));
    }
    if job.task.reason != BY_HAND_REASON {
        let known = job.kit.memory.retrieve(&job.task.tenant, query, HITS).await?;
        if !known.hits.is_empty() && known.confidence >= job.kit.config.just_in_time.threshold {
            return Ok(job.cached(remembered(job, &known)));
        }
    }
    let most = (max_sources as usize).clamp(1, job.kit.config.max_sources().max(1));
    inquire(job, query.to_owned(), context.to_owned(), most).await
}

async fn inquire<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    question: String,
    context: String,
    max_pages: usize,
) -> Result<Outcome, Failure> {
    audit::triggered(job.task, job.attempt.job);
    let started = job.started().await?;
    let inquiry = Inquiry { question, context, max_pages, ..Inquiry::default() };
    let research = job.research(inquiry, started).await?.research;
    Ok(job.outcome(research, None))
}

/// The hits that answer by themselves; where it takes several together, the best two.
fn answering(known: &Recalled, threshold: f64) -> Vec<&Retrieved> {
    let alone: Vec<&Retrieved> = known.hits.iter().filter(|hit| hit.score >= threshold).collect();
    if alone.is_empty() { known.hits.iter().take(2).collect() } else { alone }
}

/// What memory holds about a look-up, as research.
fn remembered<M: Memory, W: Web>(job: &Job<'_, M, W>, known: &Recalled) -> Research {
    let good = answering(known, job.kit.config.just_in_time.threshold);
    let now = job.attempt.now();
    let source = |hit: &Retrieved| {
        let url = if hit.source_url.is_empty() {
            format!("tool:retrieve/{}/{}", hit.kind, hit.id)
        } else {
            hit.source_url.clone()
        };
        Source {
            id: source_id(&url),
            title: hit.summary.clone(),
            publisher: tier::host(&url),
            published_at: None,
            fetched_at: hit.at,
            tier: tier::of(&url, &[]),
            content_hash: web::content_hash(hit.text.as_bytes()),
            url,
        }
    };
    let mut sources: Vec<Source> = Vec::new();
    let mut findings: Vec<Finding> = Vec::new();
    for (n, hit) in good.iter().enumerate() {
        let source = source(hit);
        findings.push(Finding {
            id: format!("f{}", n + 1),
            text: hit.text.clone(),
            status: ClaimStatus::Supported,
            importance: hit.score.clamp(0.0, 1.0),
            sources: vec![source.id.clone()],
            against: Vec::new(),
            voices: 1,
            quote: String::new(),
        });
        if !sources.iter().any(|known| known.id == source.id) {
            sources.push(source);
        }
    }
    let made = job.made(None, (now, MicroUsd::ZERO), Ending::Complete);
    Research {
        entity: None,
        summary: good.first().map(|hit| hit.summary.clone()).unwrap_or_default(),
        findings,
        timeline: Vec::new(),
        sources,
        open_questions: Vec::<OpenQuestion>::new(),
        sentiment: None,
        confidence: known.confidence.clamp(0.0, 1.0),
        risks: Vec::new(),
        opportunities: Vec::new(),
        made_at: now,
        expires_at: now + job.kit.config.ttl,
        ending: Ending::Complete,
        from_cache: true,
        tools_used: vec!["retrieve".to_owned()],
        cost: MicroUsd::ZERO,
        model: made.model,
        prompt_version: made.prompt_version,
        left_out: Vec::new(),
    }
}
