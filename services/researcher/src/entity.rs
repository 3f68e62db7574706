//! Research about an identifier: which entity it is, whether its research is fresh, and if not, who makes it.
//!
//! I/O: research about an entity under its lease.

use std::collections::BTreeMap;

use domain::effect::Basis;
use domain::entity::resolve::{Outcome as Resolved, Resolution};
use domain::port;
use domain::research::Ending;
use domain::{Effect, Entity, EntityKind, Representation, Research};
use runtime::{Failure, Outcome};
use serde_json::json;
use store::Memory;
use store::memory::{NewEntity, StoredResearch};
use web::Web;
use web::tokens::TokenMetadata;

use crate::identity::{self, Identifier};
use crate::job::{Inquiry, Job, Researched};
use crate::lease::Held;
use crate::resolve::{self, Candidate};
use crate::tools::METADATA;
use crate::{alarm, answers, audit};

/// Works on one identifier.
pub(crate) async fn identifier<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    identifier: &str,
    symbol: &str,
) -> Result<Outcome, Failure> {
    let memory = job.kit.memory.as_ref();
    let mut found = resolve::resolve(memory, identifier).await?;
    let (mut created, mut bases) = (None, Vec::new());
    if found.outcome == Resolved::Unknown && !resolve::is_unseen(&found) {
        created = Some(create(job, (identifier, symbol), &mut bases).await?);
        // Asked again, so that a new imitation is warned of, and a replay, which finds it known, says the very same.
        found = resolve::resolve(memory, identifier).await?;
    }
    let entity = match (found.outcome, found.known(), created) {
        (_, Some(known), _) => known.entity.clone(),
        (Resolved::Unknown, None, Some(created)) => created,
        (Resolved::Invalid | Resolved::Unknown, ..) => return Ok(invalid(job, identifier, &found)),
        _ => return Ok(ambiguous(job, identifier, &found)),
    };
    let cautions: Vec<String> = resolve::cautions(&found).into_iter().map(|caution| caution.text).collect();
    if let Some(known) = fresh(job, &entity).await?
        && alarm::stands(job, &entity, &known).await?
    {
        return Ok(job.cached(cautioned(known.research, &cautions)));
    }
    let holder = port::Job { consumer: audit::WORKER, id: job.attempt.job };
    let Some(held) = Held::take(job.kit, &entity.id, holder).await? else {
        return Err(Failure::defer(
            job.kit.config.come_back,
            anyhow::anyhow!("another job is researching {}", entity.id),
        ));
    };
    // It may have been finished between the first look and the lease.
    match fresh(job, &entity).await {
        Ok(None) => holding(job, About { entity, cautions, bases }, identifier, held).await,
        Ok(Some(known)) => {
            held.give_back().await;
            Ok(job.cached(cautioned(known.research, &cautions)))
        }
        Err(failure) => {
            held.after(&failure).await;
            Err(failure)
        }
    }
}

/// What the research is about, and what is known before it begins.
struct About {
    entity: Entity,
    /// Bans and possible impersonations.
    cautions: Vec<String>,
    /// What a token service said of a new mint.
    bases: Vec<Basis>,
}

/// Researches under the lease.
async fn holding<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    about: About,
    identifier: &str,
    held: Held<M>,
) -> Result<Outcome, Failure> {
    audit::triggered(job.task, job.attempt.job);
    let names = identifiers(&about.entity, identifier);
    match held.during(Box::pin(research(job, about))).await.and_then(|done| done) {
        // Nothing found and no end reached: storing that would keep others from trying.
        Ok(Researched { research, .. }) if research.findings.is_empty() && research.ending != Ending::Complete => {
            held.give_back().await;
            Ok(job.outcome(research, None))
        }
        Ok(Researched { research, said, .. }) => {
            let fresh_for = (research.expires_at - job.attempt.now()).to_std().unwrap_or_default();
            held.hand_over(&names, fresh_for).await;
            let entity = held.entity().clone();
            let outcome = job.outcome(research, Some(held.fence()));
            Ok(if said.is_empty() { outcome } else { outcome.write(Effect::FactsLearned { entity, said }) })
        }
        Err(failure) => {
            held.after(&failure).await;
            Err(failure)
        }
    }
}

async fn research<M: Memory, W: Web>(job: &Job<'_, M, W>, about: About) -> Result<Researched, Failure> {
    let About { entity, cautions, bases } = about;
    let started = job.started().await?;
    let forms = job.kit.memory.representations(&entity.id).await?;
    let mint = forms.iter().find_map(|form| form.context.get("mint").cloned());
    let inquiry = Inquiry {
        question: question(&entity, mint.as_deref()),
        context: std::iter::once(job.task.reason.as_str())
            .chain(cautions.iter().map(String::as_str))
            .collect::<Vec<_>>()
            .join(" "),
        max_pages: job.kit.config.max_sources(),
        entity: Some(entity),
        mint,
        bases,
        ..Inquiry::default()
    };
    let done = job.research(inquiry, started).await?;
    Ok(Researched { research: cautioned(done.research, &cautions), ..done })
}

/// What we know of fakes and bans stands first among the risks, whatever the model made of it.
fn cautioned(mut research: Research, cautions: &[String]) -> Research {
    research.risks.retain(|risk| !cautions.contains(risk));
    research.risks.splice(0..0, cautions.iter().cloned());
    research
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

/// The current research, if it has not expired and nothing contradicts it.
async fn fresh<M: Memory, W: Web>(job: &Job<'_, M, W>, entity: &Entity) -> Result<Option<StoredResearch>, Failure> {
    let known = job.kit.memory.research(&entity.id).await?;
    Ok(known.filter(|known| known.is_fresh(job.attempt.now())))
}

/// Several things may be meant, or only something like it: they are named, nobody guesses.
fn ambiguous<M: Memory, W: Web>(job: &Job<'_, M, W>, identifier: &str, found: &Resolution) -> Outcome {
    let named: Vec<String> = resolve::candidates(found).iter().map(described).collect();
    let cautions: Vec<String> =
        resolve::cautions(found).into_iter().map(|caution| format!(" {}", caution.text)).collect();
    let reason =
        format!("{identifier:?} may mean {} entities: {}.{}", named.len(), named.join("; "), cautions.concat());
    let asked: Vec<String> = named.iter().map(|name| format!("Is {identifier:?} {name}?")).collect();
    job.outcome(job.failed(&reason, &asked), None).labelled("ambiguous")
}

/// Nothing can be meant by it; researching something like it would be research about something else.
fn invalid<M: Memory, W: Web>(job: &Job<'_, M, W>, identifier: &str, found: &Resolution) -> Outcome {
    let why: Vec<String> = resolve::cautions(found).into_iter().map(|caution| caution.text).collect();
    let reason = format!("{identifier:?} names nothing. {}", why.join(" "));
    job.outcome(job.failed(&reason, &[]), None).labelled("invalid")
}

fn described(candidate: &Candidate) -> String {
    let verified = match (&candidate.banned, candidate.verified) {
        (Some(_), _) => "banned",
        (None, true) => "verified",
        (None, false) => "unverified",
    };
    let symbol = candidate.symbol.as_deref().unwrap_or("-");
    format!("{} ({symbol}, {}, {verified}, {})", candidate.name, candidate.entity_id, candidate.because)
}

/// An unknown thing, remembered unverified with the form that it was seen in.
async fn create<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    (identifier, symbol): (&str, &str),
    bases: &mut Vec<Basis>,
) -> Result<Entity, Failure> {
    let named = identity::read(identifier);
    let token = match named {
        Identifier::Key("mint", ref mint) => metadata(job, mint, bases).await?,
        _ => None,
    };
    let entity =
        job.kit.memory.create_entity(&described_new(job, (identifier, symbol), &named, token.as_ref())).await?;
    if let Identifier::Key(key, value) = &named {
        job.kit.memory.add_representation(&form(&entity, key, value)).await?;
    }
    Ok(entity)
}

fn described_new<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    (identifier, symbol): (&str, &str),
    named: &Identifier<'_>,
    token: Option<&TokenMetadata>,
) -> NewEntity {
    let given = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let symbol = token.and_then(|token| given(&token.symbol)).or_else(|| given(symbol));
    let (words, mint) = match named {
        Identifier::Words(words) => (*words, None),
        Identifier::Key("mint", mint) => (identifier, Some(mint.to_string())),
        Identifier::Key(..) | Identifier::Broken(..) => (identifier, None),
    };
    let name = token
        .and_then(|token| given(&token.name))
        .or_else(|| symbol.clone())
        .unwrap_or_else(|| words.trim().to_owned());
    let website = token.map(|token| token.website.clone()).filter(|website| web::guard::check(website).is_ok());
    NewEntity {
        // Identifiers without a key come from transactions' symbols; a key says more.
        kind: match named {
            Identifier::Key("lei", _) => EntityKind::Business,
            Identifier::Key("url" | "market", _) => EntityKind::Concept,
            Identifier::Key(..) | Identifier::Broken(..) | Identifier::Words(_) => EntityKind::CryptoToken,
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
async fn metadata<M: Memory, W: Web>(
    job: &Job<'_, M, W>,
    mint: &str,
    bases: &mut Vec<Basis>,
) -> Result<Option<TokenMetadata>, Failure> {
    let step = port::StepKey::new(job.attempt.job, "identify", mint.as_bytes());
    let found = match job.kit.steps.recall(&step).await? {
        Some(bytes) => bytes,
        None => {
            let found = identified(job, mint).await;
            let bytes = serde_json::to_vec(&found).map_err(Failure::reject)?;
            job.kit.steps.remember(&step, bytes).await?
        }
    };
    let found = serde_json::from_slice(&found).map_err(Failure::reject)?;
    // As the tool of the same name keeps it: a replay finds it, whoever asked.
    bases.extend(answers::basis((METADATA, &json!({"mint": mint})), &found).ok());
    Ok(found)
}

async fn identified<M: Memory, W: Web>(job: &Job<'_, M, W>, mint: &str) -> Option<TokenMetadata> {
    let found = if job.kit.config.replay {
        let kept = answers::replayed(job.kit, METADATA, &json!({"mint": mint})).await;
        kept.map(|(found, _)| found).map_err(|error| error.to_string())
    } else {
        job.kit.web.metadata(mint).await.map_err(|error| error.to_string())
    };
    found.unwrap_or_else(|error| {
        tracing::warn!(error, mint, "an unknown mint is remembered without its name");
        None
    })
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
        Identifier::Key(_, value) => value.into_owned(),
        Identifier::Words(words) => words.to_lowercase(),
        Identifier::Broken(..) => identifier.trim().to_owned(),
    };
    // The symbol alone may mean other tokens, too: only what was asked for and the name are marked.
    let mut names = vec![asked, entity.name.to_lowercase()];
    names.dedup();
    names
}
