//! Research about an identifier: which entity it is, whether its research is fresh, and if not, who makes it.
//!
//! I/O: research about an entity under its lease.

use std::collections::BTreeMap;

use domain::research::Ending;
use domain::{Entity, EntityKind, Representation, Research};
use runtime::{Failure, Outcome};
use store::Memory;
use store::memory::NewEntity;
use web::Web;
use web::tokens::TokenMetadata;

use crate::identity::{self, Named};
use crate::job::{Inquiry, Job};
use crate::lease::Held;
use crate::resolve::{self, Candidate, Resolution};

/// Works on one identifier.
pub(crate) async fn identifier<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    identifier: &str,
    symbol: &str,
) -> Result<Outcome, Failure> {
    let entity = match resolve::resolve(job.kit.memory.as_ref(), identifier).await? {
        Resolution::Several(candidates) => return Ok(ambiguous(job, identifier, &candidates)),
        Resolution::Known(entity) => entity,
        Resolution::Unknown => create(job, identifier, symbol).await?,
    };
    if let Some(research) = fresh(job, &entity).await? {
        return Ok(job.cached(research));
    }
    let parts = (job.kit.memory.as_ref(), job.kit.coordination.as_ref());
    let Some(held) = Held::take(parts, &entity.id, job.attempt.job, job.kit.config.lease).await? else {
        return Err(Failure::defer(
            job.kit.config.come_back,
            anyhow::anyhow!("another job is researching {}", entity.id),
        ));
    };
    // It may have been finished between the first look and the lease.
    match fresh(job, &entity).await {
        Ok(None) => holding(job, entity, identifier, held).await,
        Ok(Some(research)) => {
            held.give_back().await;
            Ok(job.cached(research))
        }
        Err(failure) => {
            held.give_back().await;
            Err(failure)
        }
    }
}

/// Researches under the lease.
async fn holding<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    entity: Entity,
    identifier: &str,
    held: Held<'_, M>,
) -> Result<Outcome, Failure> {
    crate::audit::triggered(job.task, job.attempt.job);
    let names = identifiers(&entity, identifier);
    match held.during(about(job, entity)).await.and_then(|done| done) {
        // Nothing found and no end reached: storing that would keep others from trying.
        Ok(research) if research.findings.is_empty() && research.ending != Ending::Complete => {
            held.give_back().await;
            Ok(job.outcome(research, None))
        }
        Ok(research) => {
            let fresh_for = (research.expires_at - job.attempt.now()).to_std().unwrap_or_default();
            held.hand_over(&names, fresh_for).await;
            Ok(job.outcome(research, Some(held.fence())))
        }
        Err(failure) => {
            held.give_back().await;
            Err(failure)
        }
    }
}

async fn about<M: Memory, W: Web>(job: &Job<'_, M, W>, entity: Entity) -> Result<Research, Failure> {
    let started = job.started().await?;
    let forms = job.kit.memory.representations(&entity.id).await?;
    let mint = forms.iter().find_map(|form| form.context.get("mint").cloned());
    let inquiry = Inquiry {
        question: question(&entity, mint.as_deref()),
        context: job.task.reason.clone(),
        max_pages: job.kit.config.max_sources,
        entity: Some(entity),
        mint,
        ..Inquiry::default()
    };
    job.research(inquiry, started).await
}

/// What there is to know about an entity.
fn question(entity: &Entity, mint: Option<&str>) -> String {
    let symbol = entity
        .symbol
        .as_deref()
        .filter(|symbol| !symbol.is_empty())
        .map(|symbol| format!(" ({symbol})"))
        .unwrap_or_default();
    let about = if mint.is_some() || entity.kind == EntityKind::CryptoToken {
        "who is behind it, whether it is verified, its price and liquidity, holders, risks, and what happened to it lately"
    } else {
        "identity, affiliations, what it is known for, risks, and what happened to it lately"
    };
    format!("What is {}{symbol}: {about}?", entity.name)
}

/// The current research, if it has not expired.
async fn fresh<M: Memory, W: Web>(job: &Job<'_, M, W>, entity: &Entity) -> Result<Option<Research>, Failure> {
    let known = job.kit.memory.research(&entity.id).await?;
    Ok(known.map(|known| known.research).filter(|research| research.expires_at > job.attempt.now()))
}

/// Several things may be meant: they are named, nobody guesses.
fn ambiguous<M: Memory, W: Web>(job: &Job<'_, M, W>, identifier: &str, candidates: &[Candidate]) -> Outcome {
    let named: Vec<String> = candidates.iter().map(described).collect();
    let reason = format!("{identifier:?} may mean {} entities: {}", candidates.len(), named.join("; "));
    let asked: Vec<String> = named.iter().map(|name| format!("Is {identifier:?} {name}?")).collect();
    job.outcome(job.failed(&reason, &asked), None).labelled("ambiguous")
}

fn described(candidate: &Candidate) -> String {
    let verified = if candidate.verified { "verified" } else { "unverified" };
    let symbol = candidate.symbol.as_deref().unwrap_or("-");
    format!("{} ({symbol}, {}, {verified}, {})", candidate.name, candidate.entity_id, candidate.because)
}

/// An unknown thing, remembered unverified with the form that it was seen in.
async fn create<M: Memory, W: Web>(job: &Job<'_, M, W>, identifier: &str, symbol: &str) -> Result<Entity, Failure> {
    let named = identity::read(identifier);
    let token = match named {
        Named::Key("mint", mint) => metadata(job, mint).await?,
        _ => None,
    };
    let entity = job.kit.memory.create_entity(&described_new(job, (identifier, symbol), named, token.as_ref())).await?;
    if let Named::Key(key, value) = named {
        job.kit.memory.add_representation(&form(&entity, key, value)).await?;
    }
    Ok(entity)
}

fn described_new<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    (identifier, symbol): (&str, &str),
    named: Named<'_>,
    token: Option<&TokenMetadata>,
) -> NewEntity {
    let given = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let symbol = token.and_then(|token| given(&token.symbol)).or_else(|| given(symbol));
    let (words, mint) = match named {
        Named::Words(words) => (words, None),
        Named::Key("mint", mint) => (identifier, Some(mint.to_owned())),
        Named::Key(..) => (identifier, None),
    };
    let name = token
        .and_then(|token| given(&token.name))
        .or_else(|| symbol.clone())
        .unwrap_or_else(|| words.trim().to_owned());
    let website = token.map(|token| token.website.clone()).filter(|website| web::guard::check(website).is_ok());
    NewEntity {
        // Identifiers without a key come from transactions' symbols; a key says more.
        kind: match named {
            Named::Key("lei", _) => EntityKind::Business,
            Named::Key("url" | "market", _) => EntityKind::Concept,
            Named::Key(..) | Named::Words(_) => EntityKind::CryptoToken,
        },
        name,
        symbol,
        mint,
        verified: false,
        metadata: website.map(|website| ("website".to_owned(), website)).into_iter().collect(),
        created_at: job.attempt.now(),
    }
}

/// What the token service knows of a new mint; remembered, so that a retry names it in the same way. Without the service it
/// is named by what the event said.
async fn metadata<M: Memory, W: Web>(job: &Job<'_, M, W>, mint: &str) -> Result<Option<TokenMetadata>, Failure> {
    let step = domain::port::StepKey::new(job.attempt.job, "identify", mint.as_bytes());
    let found = match job.kit.steps.recall(&step).await? {
        Some(bytes) => bytes,
        None => {
            let found = job.kit.web.metadata(mint).await.unwrap_or_else(|error| {
                tracing::warn!(%error, mint, "an unknown mint is remembered without its name");
                None
            });
            let bytes = serde_json::to_vec(&found).map_err(Failure::reject)?;
            job.kit.steps.remember(&step, bytes).await?
        }
    };
    serde_json::from_slice(&found).map_err(Failure::reject)
}

fn form(entity: &Entity, key: &str, value: &str) -> Representation {
    let token = key == "mint";
    Representation {
        entity: entity.id.clone(),
        kind: if token { "spot-token" } else { key }.to_owned(),
        protocol: if token { "spl" } else { "" }.to_owned(),
        chain: if token { "solana" } else { "" }.to_owned(),
        context: BTreeMap::from([(key.to_owned(), value.to_owned())]),
        active: true,
    }
}

/// Every spelling under which others may ask for it: keys as they are, words folded.
fn identifiers(entity: &Entity, identifier: &str) -> Vec<String> {
    let asked = match identity::read(identifier) {
        Named::Key(_, value) => value.to_owned(),
        Named::Words(words) => words.to_lowercase(),
    };
    // The symbol alone may mean other tokens, too: only what was asked for and the name are marked.
    let mut names = vec![asked, entity.name.to_lowercase()];
    names.dedup();
    names
}
