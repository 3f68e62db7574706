//! Research about an identifier: resolves it to an entity, answers from memory while the research is fresh, and otherwise researches
//! the entity under its lease.
//!
//! I/O: reads and extends memory, takes the lease, runs the loop.

mod alarm;
pub(crate) mod facts;
pub(crate) mod lease;

use std::collections::BTreeMap;
use std::sync::Arc;

use coordination::Topic;
use domain::effect::{Basis, Owner};
use domain::entity::identifier::{self, Identifier};
use domain::entity::resolve::{Match, Resolution};
use domain::port::{self, StepKey};
use domain::research::Ending;
use domain::{Effect, Entity, EntityKind, Representation, Research, Time};
use runtime::{Failure, Outcome};
use serde_json::json;
use store::Memory;
use store::memory::{LeaseHolder, NewEntity, StoredResearch};
use tools::TOKEN_METADATA;
use tools::entity_match::{self, EntityCandidate};
use tools::recorded::{self, AnswerRecorder};
use web::Web;
use web::tokens::TokenMetadata;
use worker::look_up::Cache;

use crate::audit::{self, Trigger};
use crate::job::{Inquiry, Job, Researched};
use crate::research_loop::goal::LoopSubject;
use crate::research_loop::steps::Steps;
use lease::{HeldLease, Leases};

/// Research about identifiers.
pub(crate) struct EntityResearch<M, W> {
    pub(crate) leases: Leases<M>,
    /// Token service that describes new mints.
    pub(crate) web: Arc<W>,
    pub(crate) answers: AnswerRecorder,
    pub(crate) steps: Arc<dyn Steps>,
}

/// The subject of research, and what is known before it starts.
struct ResolvedEntity {
    entity: Entity,
    /// Bans and possible impersonations.
    warnings: Vec<String>,
    /// Recorded answer of the token service about a new mint.
    bases: Vec<Basis>,
}

/// The spelling of an identifier and the symbol that came with it.
#[derive(Clone, Copy)]
struct GivenIdentifier<'a> {
    text: &'a str,
    symbol: &'a str,
}

impl<M: Memory, W: Web> EntityResearch<M, W> {
    /// Researches the entity that an identifier means.
    pub(crate) async fn research_identifier(
        &self,
        job: &Job<'_, M>,
        identifier: &str,
        symbol: &str,
    ) -> Result<Outcome, Failure> {
        let memory = self.leases.memory.as_ref();
        let mut found = entity_match::resolve(memory, identifier).await?;
        let (mut created, mut bases) = (None, Vec::new());
        if found.outcome == Match::Unknown && !entity_match::is_invisible(&found) {
            let given = GivenIdentifier { text: identifier, symbol };
            created = Some(self.create(job, given, &mut bases).await?);
            // Resolved again: a new imitation gets its warnings, and a replay, which finds the entity, gets the same result.
            found = entity_match::resolve(memory, identifier).await?;
        }
        let entity = match (found.outcome, found.known(), created) {
            (_, Some(known), _) => known.entity.clone(),
            (Match::Unknown, None, Some(created)) => created,
            (Match::Invalid | Match::Unknown, ..) => return Ok(invalid(job, identifier, &found)),
            _ => return Ok(ambiguous(job, identifier, &found)),
        };
        let warnings: Vec<String> = entity_match::warnings(&found).into_iter().map(|warning| warning.text).collect();
        if let Some(known) = self.fresh(job, &entity).await?
            && alarm::is_still_valid(job, self.leases.coordination.as_ref(), &entity, &known).await?
        {
            return Ok(job.cached(with_warnings(known.research, &warnings)));
        }
        let holder = LeaseHolder {
            tenant: job.task.tenant.clone(),
            job: port::Job { consumer: audit::WORKER, id: job.attempt.job },
        };
        let Some(lease) = self.leases.acquire(&entity.id, holder).await? else {
            let retry_after = job.engine.config.come_back;
            return Err(Failure::defer(retry_after, anyhow::anyhow!("another job is researching {}", entity.id)));
        };
        // Another job may have completed the research between the first look and the lease.
        match self.fresh(job, &entity).await {
            Ok(None) => self.research_leased(job, ResolvedEntity { entity, warnings, bases }, identifier, lease).await,
            Ok(Some(known)) => {
                lease.release().await;
                Ok(job.cached(with_warnings(known.research, &warnings)))
            }
            Err(failure) => {
                lease.after(&failure).await;
                Err(failure)
            }
        }
    }

    /// Researches while holding the lease.
    async fn research_leased(
        &self,
        job: &Job<'_, M>,
        resolved: ResolvedEntity,
        identifier: &str,
        lease: HeldLease<M>,
    ) -> Result<Outcome, Failure> {
        job.audit().triggered(Trigger::default());
        let names = marked_names(&resolved.entity, identifier);
        let owner = Owner { tenant: job.task.tenant.clone(), is_public: is_public(&resolved.entity, identifier) };
        let names: Vec<String> = names.iter().map(|name| Topic::of_tenant(&job.task.tenant, name)).collect();
        match lease.during(Box::pin(self.research(job, resolved))).await.and_then(|done| done) {
            // Incomplete research without findings is not stored: as fresh research it would keep other jobs from trying.
            Ok(Researched { research, .. }) if research.findings.is_empty() && research.ending != Ending::Complete => {
                lease.release().await;
                Ok(job.outcome(research, None))
            }
            Ok(Researched { research, facts, .. }) => {
                let fresh_for = (research.expires_at - job.attempt.now()).to_std().unwrap_or_default();
                lease.mark_fresh(&names, fresh_for).await;
                let entity = lease.entity().clone();
                let outcome = job.outcome(research, Some((lease.fence(), owner.clone())));
                let learned = Effect::FactsLearned { entity, statements: facts.clone(), owner };
                Ok(if facts.is_empty() { outcome } else { outcome.write(learned) })
            }
            Err(failure) => {
                lease.after(&failure).await;
                Err(failure)
            }
        }
    }

    async fn research(&self, job: &Job<'_, M>, resolved: ResolvedEntity) -> Result<Researched, Failure> {
        let ResolvedEntity { entity, warnings, bases } = resolved;
        let started = job.started().await?;
        let representations = self.leases.memory.representations(&entity.id).await?;
        let mint = representations.iter().find_map(|known| known.context.get("mint").cloned());
        let context = std::iter::once(job.task.reason.as_str()).chain(warnings.iter().map(String::as_str));
        let subject = LoopSubject {
            question: entity_question(&entity, mint.as_deref()),
            context: context.collect::<Vec<_>>().join(" "),
            entity: Some(entity),
            mint,
            is_for_forecast: false,
        };
        let max_pages = job.engine.config.max_sources();
        let done = job.research(Inquiry { subject, bases, max_pages, ..Inquiry::default() }, started).await?;
        Ok(Researched { research: with_warnings(done.research, &warnings), ..done })
    }

    /// Returns the current research if it is neither expired nor contradicted.
    async fn fresh(&self, job: &Job<'_, M>, entity: &Entity) -> Result<Option<StoredResearch>, Failure> {
        let known = self.leases.memory.research(&job.task.tenant, &entity.id).await?;
        let fresh = known.filter(|known| known.is_fresh(job.attempt.now()));
        Cache::Freshness.count(fresh.is_some());
        Ok(fresh)
    }

    /// Creates an unknown entity, unverified, with the representation that the identifier names.
    async fn create(
        &self,
        job: &Job<'_, M>,
        given: GivenIdentifier<'_>,
        bases: &mut Vec<Basis>,
    ) -> Result<Entity, Failure> {
        let parsed = identifier::read(given.text);
        let token = match parsed {
            Identifier::Key("mint", ref mint) => self.token_metadata(job, mint, bases).await?,
            _ => None,
        };
        let memory = &self.leases.memory;
        let entity = memory.create_entity(&new_entity(given, &parsed, token.as_ref(), job.attempt.now())).await?;
        if let Identifier::Key(key, value) = &parsed {
            memory.add_representation(&representation(&entity, key, value)).await?;
        }
        Ok(entity)
    }

    /// Returns the token service's description of a new mint. It is a memoised step, so a retry chooses the same name. Without the
    /// service the entity is named as in the event.
    async fn token_metadata(
        &self,
        job: &Job<'_, M>,
        mint: &str,
        bases: &mut Vec<Basis>,
    ) -> Result<Option<TokenMetadata>, Failure> {
        let step = StepKey::new(job.attempt.job, "identify", mint.as_bytes());
        let stored = match self.steps.recall(&step).await? {
            Some(bytes) => bytes,
            None => {
                let bytes = serde_json::to_vec(&self.fetch_metadata(mint).await).map_err(Failure::reject)?;
                self.steps.remember(&step, bytes).await?
            }
        };
        let found = serde_json::from_slice(&stored).map_err(Failure::reject)?;
        // Recorded under the name of the tool that makes the same request, so a replay finds either.
        bases.extend(recorded::record(TOKEN_METADATA, &json!({"mint": mint}), &found).ok());
        Ok(found)
    }

    async fn fetch_metadata(&self, mint: &str) -> Option<TokenMetadata> {
        let found = if self.answers.is_replay() {
            let recorded = self.answers.replayed(TOKEN_METADATA, &json!({"mint": mint})).await;
            recorded.map(|(found, _)| found).map_err(|error| error.to_string())
        } else {
            self.web.metadata(mint).await.map_err(|error| error.to_string())
        };
        found.unwrap_or_else(|error| {
            tracing::warn!(
                error,
                mint,
                "cannot look up an unknown mint; the entity is created without the token's name"
            );
            None
        })
    }
}

/// Puts the warnings first among the risks.
fn with_warnings(mut research: Research, warnings: &[String]) -> Research {
    research.risks.retain(|risk| !warnings.contains(risk));
    research.risks.splice(0..0, warnings.iter().cloned());
    research
}

/// Returns the question for the loop.
fn entity_question(entity: &Entity, mint: Option<&str>) -> String {
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

/// Returns failed research that names the possible entities; the program does not choose one.
fn ambiguous<M: Memory>(job: &Job<'_, M>, identifier: &str, found: &Resolution) -> Outcome {
    let named: Vec<String> = entity_match::candidates(found).iter().map(described).collect();
    let warnings: Vec<String> =
        entity_match::warnings(found).into_iter().map(|warning| format!(" {}", warning.text)).collect();
    let reason =
        format!("{identifier:?} may mean {} entities: {}.{}", named.len(), named.join("; "), warnings.concat());
    let questions: Vec<String> = named.iter().map(|name| format!("Is {identifier:?} {name}?")).collect();
    job.outcome(job.failed(&reason, &questions), None).labelled("ambiguous")
}

/// Returns failed research about an identifier that cannot name anything.
fn invalid<M: Memory>(job: &Job<'_, M>, identifier: &str, found: &Resolution) -> Outcome {
    let warnings: Vec<String> = entity_match::warnings(found).into_iter().map(|warning| warning.text).collect();
    let reason = format!("{identifier:?} names nothing. {}", warnings.join(" "));
    job.outcome(job.failed(&reason, &[]), None).labelled("invalid")
}

fn described(candidate: &EntityCandidate) -> String {
    let verified = match (&candidate.banned, candidate.verified) {
        (Some(_), _) => "banned",
        (None, true) => "verified",
        (None, false) => "unverified",
    };
    let symbol = candidate.symbol.as_deref().unwrap_or("-");
    format!("{} ({symbol}, {}, {verified}, {})", candidate.name, candidate.entity_id, candidate.because)
}

fn new_entity(
    given: GivenIdentifier<'_>,
    parsed: &Identifier<'_>,
    token: Option<&TokenMetadata>,
    created_at: Time,
) -> NewEntity {
    let non_empty = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let symbol = token.and_then(|token| non_empty(&token.symbol)).or_else(|| non_empty(given.symbol));
    let (words, mint) = match parsed {
        Identifier::Words(words) => (*words, None),
        Identifier::Key("mint", mint) => (given.text, Some(mint.to_string())),
        Identifier::Key(..) | Identifier::Broken(..) => (given.text, None),
    };
    let name = token
        .and_then(|token| non_empty(&token.name))
        .or_else(|| symbol.clone())
        .unwrap_or_else(|| words.trim().to_owned());
    let website = token.map(|token| token.website.clone()).filter(|website| web::guard::check(website).is_ok());
    NewEntity {
        // A key determines the kind; identifiers without a key are the symbols of transactions.
        kind: match parsed {
            Identifier::Key("lei", _) => EntityKind::Business,
            Identifier::Key("url" | "market", _) => EntityKind::Concept,
            Identifier::Key(..) | Identifier::Broken(..) | Identifier::Words(_) => EntityKind::CryptoToken,
        },
        name,
        symbol,
        mint,
        verified: false,
        metadata: website.map(|website| ("website".to_owned(), website)).into_iter().collect(),
        created_at,
    }
}

fn representation(entity: &Entity, key: &str, value: &str) -> Representation {
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

/// Returns true for entities that everybody can name: a mint or an LEI was given, or a trusted list contains the entity. A name that only
/// an event contains may be known to its tenant alone.
fn is_public(entity: &Entity, identifier: &str) -> bool {
    entity.verified || matches!(identifier::read(identifier), Identifier::Key("mint" | "lei", _))
}

/// Returns the spellings to mark as fresh: the requested one and the name. The symbol alone may mean other tokens too.
fn marked_names(entity: &Entity, identifier: &str) -> Vec<String> {
    let requested = match identifier::read(identifier) {
        Identifier::Key(_, value) => value.into_owned(),
        Identifier::Words(words) => words.to_lowercase(),
        Identifier::Broken(..) => identifier.trim().to_owned(),
    };
    let mut names = vec![requested, entity.name.to_lowercase()];
    names.dedup();
    names
}
