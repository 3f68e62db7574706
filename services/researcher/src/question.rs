//! Research of a question: a run's question, or a memory look-up with an unsure result.
//!
//! I/O: reads memory and runs one loop.

use agent::Untrusted;
use agent::untrusted::statement;
use domain::event::ScoutAlert;
use std::sync::Arc;

use domain::miss::{BY_HAND_REASON, WANTED_REASON};
use domain::run::{Question, question_round};
use domain::{ClaimStatus, Finding, Research, Source};
use runtime::{Failure, Outcome};
use store::Memory;
use store::memory::{Recalled, Retrieved};
use tools::MemoryLookUp;
use tools::addresses;
use tools::notebook::source_id;
use tools::source_tier::{self, SourceTiers};

use crate::answer;
use crate::audit::Trigger;
use crate::job::{Inquiry, Job};
use crate::official::{self, NamedSites};
use crate::recall;
use crate::research_loop::goal::{ForeignWords, LoopSubject};

/// Maximum length in characters of a text that strangers have influenced.
const MAX_FOREIGN_CHARS: usize = 400;
/// Maximum length in characters of the alias of a trader.
const MAX_ALIAS_CHARS: usize = 32;
/// Maximum number of memory hits that answer a look-up.
const MAX_HITS: u32 = 5;

/// Answers a question of a run.
pub(crate) async fn answer<M: Memory>(
    job: &Job<'_, M>,
    question: &Question,
    context: &str,
) -> Result<Outcome, Failure> {
    if let Some(research) = recall::answer(job, question).await? {
        job.audit().completed(&research, job.attempt.now(), job.attempt.now());
        return Ok(job.cached(research));
    }
    // Questions of later rounds were written by a model that has read findings.
    let is_later = question_round(&question.id).is_none_or(|round| round > 1);
    let is_foreign = job.task.is_foreign || is_later;
    let label = |text: &str| if is_foreign { statement(text, MAX_FOREIGN_CHARS) } else { text.to_owned() };
    // Such a question is not the asker's own, unlike the question of the run, which is its context.
    let asked = if is_later { "" } else { question.text.as_str() };
    let urls = own_addresses(job, &[asked, context]);
    // The first line is the question of the run. Below it is the trade, and the alias of the trader.
    let own_text = if job.task.is_foreign { context.lines().next().unwrap_or_default() } else { context }.to_owned();
    let (context, foreign) =
        if job.task.is_foreign { of_market(context) } else { (context.to_owned(), ForeignWords::default()) };
    let hints = label(&question.expected_sources.join(", "));
    let context = match (context.is_empty(), hints.is_empty()) {
        (_, true) => context,
        (true, false) => format!("Look at: {hints}."),
        (false, false) => format!("{context} (Look at: {hints}.)"),
    };
    job.audit().triggered(Trigger::default());
    let subject = LoopSubject {
        question: label(&question.text),
        context,
        is_for_forecast: job.task.subject.waiting().is_some(),
        is_foreign,
        foreign,
        own_text,
        ..LoopSubject::default()
    };
    let max_pages = job.engine.config.max_pages;
    research(job, Inquiry { subject, max_pages, urls, ..Inquiry::default() }).await
}

/// Returns the addresses in the asker's own texts, which may be fetched from the start. A task that strangers have
/// influenced has no such texts.
fn own_addresses<M: Memory>(job: &Job<'_, M>, texts: &[&str]) -> Vec<String> {
    if job.task.is_foreign { Vec::new() } else { addresses::in_text(&texts.join("\n")) }
}

/// Splits the context of a run that a trade caused: the description of the trade, and the words of strangers, which are
/// fields of the task of their own.
fn of_market(context: &str) -> (String, ForeignWords) {
    let label = |text: &str, max_chars: usize| {
        Some(Untrusted::new(text).label(max_chars)).filter(|label| !label.as_str().is_empty())
    };
    let mut lines = context.lines();
    let market_question = label(lines.next().unwrap_or_default(), MAX_FOREIGN_CHARS);
    let (aliases, trade): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with(ScoutAlert::ALIAS_LINE));
    let alias = aliases.first().and_then(|line| line.strip_prefix(ScoutAlert::ALIAS_LINE));
    let alias = alias.and_then(|alias| label(alias, MAX_ALIAS_CHARS));
    let foreign = ForeignWords { market_question, alias, ..ForeignWords::default() };
    (statement(&trade.join(" "), MAX_FOREIGN_CHARS), foreign)
}

/// Answers a look-up whose result was unsure, from memory if memory has learned the answer since.
pub(crate) async fn answer_miss<M: Memory>(
    job: &Job<'_, M>,
    query: &str,
    context: &str,
    max_sources: u32,
) -> Result<Outcome, Failure> {
    let config = &job.engine.config;
    let is_by_hand = job.task.reason == BY_HAND_REASON;
    let is_wanted = is_by_hand || job.task.reason == WANTED_REASON;
    if !config.just_in_time.enabled && !is_wanted {
        let reason = "look-ups are not researched unasked (RESEARCHER_ENABLED); request the research explicitly";
        return Ok(job.outcome(job.failed(reason, &[]), None));
    }
    let mut trigger = Trigger { confidence_score: None, threshold: Some(config.just_in_time.threshold) };
    if !is_by_hand {
        let (memory, tenant) = (job.engine.memory.as_ref(), &job.task.tenant);
        let known = memory.retrieve(tenant, query, MAX_HITS).await?;
        let known = MemoryLookUp { tenant, query, now: job.attempt.now() }.fresh(memory, known).await?;
        trigger.confidence_score = Some(known.confidence);
        if !known.hits.is_empty() && known.confidence >= config.just_in_time.threshold {
            return Ok(job.cached(from_memory(job, &known)));
        }
    }
    let max_pages = (max_sources as usize).clamp(1, config.max_sources().max(1));
    job.audit().triggered(trigger);
    let label = |text: &str| if job.task.is_foreign { statement(text, MAX_FOREIGN_CHARS) } else { text.to_owned() };
    let is_foreign = job.task.is_foreign;
    let subject = LoopSubject { question: label(query), context: label(context), is_foreign, ..LoopSubject::default() };
    let urls = own_addresses(job, &[query, context]);
    research(job, Inquiry { subject, max_pages, urls, ..Inquiry::default() }).await
}

async fn research<M: Memory>(job: &Job<'_, M>, mut inquiry: Inquiry) -> Result<Outcome, Failure> {
    // Words of strangers name nothing whose site would be official.
    if !inquiry.subject.is_foreign {
        let NamedSites { official, own, bases } = official::named_sites(job, &inquiry.subject.question).await?;
        inquiry.subject.official_sites.extend(official);
        inquiry.subject.named_sites.extend(own);
        inquiry.bases.extend(bases);
    }
    let started = job.started().await?;
    let research = job.research(inquiry, started).await?.research;
    Ok(job.outcome(research, None))
}

/// Returns the hits that answer on their own, or the two best if only several together do.
fn answering_hits(known: &Recalled, threshold: f64) -> Vec<&Retrieved> {
    let alone: Vec<&Retrieved> = known.hits.iter().filter(|hit| hit.score >= threshold).collect();
    if alone.is_empty() { known.hits.iter().take(2).collect() } else { alone }
}

/// Converts memory hits to research.
fn from_memory<M: Memory>(job: &Job<'_, M>, known: &Recalled) -> Research {
    let tiers = SourceTiers { domains: Arc::clone(&job.engine.config.domains), ..SourceTiers::default() };
    let hits = answering_hits(known, job.engine.config.just_in_time.threshold);
    let mut sources: Vec<Source> = Vec::new();
    let mut findings: Vec<Finding> = Vec::new();
    for (n, hit) in hits.iter().enumerate() {
        let source = hit_source(hit, &tiers);
        findings.push(Finding {
            id: format!("f{}", n + 1),
            text: hit.text.clone(),
            status: ClaimStatus::Supported,
            importance: hit.score.clamp(0.0, 1.0),
            sources: vec![source.id.clone()],
            contradictions: Vec::new(),
            independent_sources: 1,
            quote: String::new(),
        });
        if !sources.iter().any(|known| known.id == source.id) {
            sources.push(source);
        }
    }
    let now = job.attempt.now();
    Research {
        summary: hits.first().map(|hit| hit.summary.clone()).unwrap_or_default(),
        findings,
        sources,
        confidence: known.confidence.clamp(0.0, 1.0),
        expires_at: now + job.engine.config.ttl,
        ending: domain::research::Ending::Complete,
        ..answer::failed("", job.provenance(now), &[])
    }
}

fn hit_source(hit: &Retrieved, tiers: &SourceTiers) -> Source {
    let url = if hit.source_url.is_empty() {
        format!("tool:retrieve/{}/{}", hit.kind, hit.id)
    } else {
        hit.source_url.clone()
    };
    let rated = tiers.rate(&url);
    Source {
        id: source_id(&url),
        title: hit.summary.clone(),
        publisher: source_tier::host(&url),
        published_at: None,
        fetched_at: hit.at,
        tier: rated.tier,
        tier_reason: rated.reason,
        content_hash: web::content_hash(hit.text.as_bytes()),
        url,
    }
}
