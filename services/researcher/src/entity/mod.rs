//! Research about an identifier: resolves it to an entity, answers from memory while the research is fresh, and
//! otherwise researches the entity under its lease.
//!
//! I/O: reads and extends memory, takes the lease, runs the loop.

mod alarm;
mod creation;
mod current;
pub(crate) mod facts;
pub(crate) mod lease;
mod register;
mod texts;

use std::sync::Arc;

use agent::Untrusted;
use agent::untrusted::statement;
use coordination::Topic;
use domain::effect::{Basis, Owner};
use domain::entity::identifier::{self, Identifier};
use domain::entity::resolve::{Match, Resolution};
use domain::port::{self, StepKey};
use domain::research::Ending;
use domain::{Effect, Entity, Research, ResearchTask};
use runtime::{Failure, Outcome};
use serde_json::json;
use store::Memory;
use store::memory::{LeaseHolder, NewEntity, StoredResearch};
use tools::TOKEN_METADATA;
use tools::entity_match;
use tools::recorded::{self, AnswerRecorder};
use web::tokens::TokenMetadata;
use web::{RegisteredThing, Web};
use worker::look_up::Cache;

use crate::audit::{self, Trigger};
use crate::job::{Inquiry, Job, Researched};
use crate::official;
use crate::research_loop::goal::{ForeignWords, LoopSubject};
use crate::research_loop::steps::Steps;
use creation::{CreateError, GivenIdentifier, new_entity, refused, representation};
use lease::{HeldLease, Leases};
use texts::{calls_itself, described, entity_question, name_label, own_text, warnings};

/// Maximum length in characters of the reason for a task in a prompt.
const MAX_REASON_CHARS: usize = 300;

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

impl<M: Memory, W: Web> EntityResearch<M, W> {
    /// Researches the entity that an identifier means.
    pub(crate) async fn research_identifier(
        &self,
        job: &Job<'_, M>,
        identifier: &str,
        symbol: &str,
    ) -> Result<Outcome, Failure> {
        let memory = self.leases.memory.as_ref();
        let mut resolution = entity_match::resolve_any(memory, &job.task.tenant, identifier).await?;
        let (mut created, mut bases) = (None, Vec::new());
        if resolution.outcome == Match::Unknown && !entity_match::is_invisible(&resolution) {
            let kind = job.task.entity_terms.and_then(|terms| terms.kind);
            let given = GivenIdentifier { text: identifier, symbol, kind };
            if job.task.entity_terms.is_some() && given.is_name_without_kind() {
                return Ok(unknown(job, identifier));
            }
            match self.create(job, given, &mut bases).await {
                Ok(entity) => created = Some(entity),
                Err(error) => return refused(job, identifier, error),
            }
            // Resolved again: a new imitation gets its warnings, and a replay, which finds the entity, gets the same
            // result.
            resolution = entity_match::resolve(memory, &job.task.tenant, identifier).await?;
        }
        let entity = match (resolution.outcome, resolution.known(), created) {
            (_, Some(record), _) => record.entity.clone(),
            (Match::Unknown, None, Some(created)) => created,
            (Match::Invalid | Match::Unknown, ..) => return Ok(invalid(job, identifier, &resolution)),
            _ => return Ok(ambiguous(job, identifier, &resolution)),
        };
        let warnings = warnings(&resolution);
        if let Some(current) = self.current(job, &entity).await?
            && alarm::is_still_valid(job, self.leases.coordination.as_ref(), &entity, &current).await?
        {
            return Ok(job.cached(with_warnings(current.research, &warnings)));
        }
        let holder = LeaseHolder {
            tenant: job.task.tenant.clone(),
            job: port::Job { consumer: audit::WORKER, id: job.attempt.job },
        };
        let Some(lease) = self.leases.acquire(&entity.id, holder).await? else {
            let retry_after = job.engine.config.come_back;
            return Err(Failure::wait(retry_after, anyhow::anyhow!("another job is researching {}", entity.id)));
        };
        // Another job may have completed the research between the first look and the lease.
        match self.current(job, &entity).await {
            Ok(None) => self.research_leased(job, ResolvedEntity { entity, warnings, bases }, identifier, lease).await,
            Ok(Some(current)) => {
                lease.release().await;
                Ok(job.cached(with_warnings(current.research, &warnings)))
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
        match lease.during(Box::pin(self.research(job, resolved, identifier))).await.and_then(|done| done) {
            // Incomplete research without findings is not stored: as fresh research it would keep other jobs from
            // trying.
            Ok(Researched { research, .. }) if research.findings.is_empty() && research.ending != Ending::Complete => {
                lease.release().await;
                Ok(job.outcome(research, None))
            }
            // Research of a part of the web does not answer callers without that restriction.
            Ok(Researched { research, .. }) if !job.task.sources.is_empty() => {
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

    async fn research(
        &self,
        job: &Job<'_, M>,
        resolved: ResolvedEntity,
        identifier: &str,
    ) -> Result<Researched, Failure> {
        let ResolvedEntity { entity, warnings, mut bases } = resolved;
        let started = job.started().await?;
        let representations = self.leases.memory.representations(&job.task.tenant, &entity.id).await?;
        let mint = representations.iter().find_map(|representation| representation.context.get("mint").cloned());
        // A model may have written the reason after it read the text of a transaction.
        let reason = statement(&job.task.reason, MAX_REASON_CHARS);
        let website = named_website(&entity);
        let lei = representations.iter().find_map(|representation| representation.context.get("lei").cloned());
        let thing = web::NamedThing { name: entity.name.clone(), lei };
        let (registered, basis) = official::registered(job, entity.kind, &thing).await?.unzip();
        bases.extend(basis);
        if let Some(registered) = &registered {
            self.learn_identity(&entity, registered, &representations).await?;
        }
        let official_site = registered.as_ref().and_then(RegisteredThing::site);
        let site_address = official_site.as_ref().map(|site| site.url.clone());
        let context = std::iter::once(&reason).chain(&warnings).map(String::as_str);
        let subject = LoopSubject {
            question: entity_question(&entity, identifier, mint.as_deref()),
            context: context.collect::<Vec<_>>().join(" "),
            // The issuer of a token chooses its name.
            is_foreign: !entity.verified || job.task.is_foreign,
            foreign: ForeignWords { calls_itself: calls_itself(&entity), ..ForeignWords::default() },
            own_text: own_text(&entity, identifier, mint.is_some()),
            entity: Some(entity),
            official_sites: official_site.into_iter().collect(),
            mint,
            ..LoopSubject::default()
        };
        let max_pages = job.engine.config.max_pages;
        let mut urls = own_address(job.task, identifier);
        urls.extend(website);
        urls.extend(site_address);
        let done = job.research(Inquiry { subject, bases, max_pages, urls, ..Inquiry::default() }, started).await?;
        Ok(Researched { research: with_warnings(done.research, &warnings), ..done })
    }

    /// Returns the current research if it answers the task.
    async fn current(&self, job: &Job<'_, M>, entity: &Entity) -> Result<Option<StoredResearch>, Failure> {
        let newest = self.leases.memory.research(&job.task.tenant, &entity.id).await?;
        let current = current::answering(job, self.steps.as_ref(), newest).await?;
        Cache::Freshness.count(current.is_some());
        Ok(current)
    }

    /// Creates an unknown entity, unverified, with the representation that the identifier names: in the catalogue if
    /// the token service describes it, otherwise as the tenant's own.
    async fn create(
        &self,
        job: &Job<'_, M>,
        given: GivenIdentifier<'_>,
        bases: &mut Vec<Basis>,
    ) -> Result<Entity, CreateError> {
        let parsed = identifier::read(given.text);
        let token = match parsed {
            Identifier::Key("mint", ref mint) => self.token_metadata(job, mint, bases).await?,
            _ => None,
        };
        if let Some(entity) = self.with_same_lei(job, given, bases).await? {
            return Ok(entity);
        }
        let memory = &self.leases.memory;
        let owner = if token.is_some() { None } else { Some(job.task.tenant.clone()) };
        let new = NewEntity { owner, ..new_entity(given, &parsed, token.as_ref(), job.attempt.now()) };
        let entity = memory.create_entity(&new).await?;
        if let Identifier::Key(key, value) = &parsed
            && entity.owner == new.owner
        {
            memory.add_representation(new.owner.as_ref(), &representation(&entity, key, value)).await?;
        }
        Ok(entity)
    }

    /// Returns the token service's description of a new mint. It is a memoised step, so a retry chooses the same name.
    /// Without the service the entity is named as in the event.
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
        let metadata = serde_json::from_slice(&stored).map_err(Failure::reject)?;
        // Recorded under the name of the tool that makes the same request, so a replay finds either.
        bases.extend(recorded::record(TOKEN_METADATA, &json!({"mint": mint}), &metadata).ok());
        Ok(metadata)
    }

    async fn fetch_metadata(&self, mint: &str) -> Option<TokenMetadata> {
        let answer = if self.answers.is_replay() {
            let recorded = self.answers.replayed(TOKEN_METADATA, &json!({"mint": mint})).await;
            recorded.map(|(metadata, _)| metadata).map_err(|error| error.to_string())
        } else {
            self.web.metadata(mint).await.map_err(|error| error.to_string())
        };
        answer.unwrap_or_else(|error| {
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

/// Returns failed research that names the possible entities; the program does not choose one.
fn ambiguous<M: Memory>(job: &Job<'_, M>, identifier: &str, resolution: &Resolution) -> Outcome {
    let named: Vec<String> = entity_match::candidates(resolution).iter().map(described).collect();
    let identifier = name_label(identifier);
    let warnings: Vec<String> = warnings(resolution).into_iter().map(|warning| format!(" {warning}")).collect();
    let reason =
        format!("{identifier:?} may mean {} entities: {}.{}", named.len(), named.join("; "), warnings.concat());
    let questions: Vec<String> = named.iter().map(|name| format!("Is {identifier:?} {name}?")).collect();
    job.outcome(job.failed(&reason, &questions), None).labelled("ambiguous")
}

/// Returns failed research about a name that no entity has. A name alone does not say what it names.
fn unknown<M: Memory>(job: &Job<'_, M>, identifier: &str) -> Outcome {
    let name = name_label(identifier);
    let reason = format!(
        "no known entity has the symbol or the name {name:?}; name its mint, LEI or URL, or its kind, so that a new entity is created"
    );
    job.outcome(job.failed(&reason, &[]), None).labelled("unknown")
}

/// Returns the address that the caller requested, which may be fetched from the start.
fn own_address(task: &ResearchTask, identifier: &str) -> Vec<String> {
    match identifier::read(identifier) {
        Identifier::Key("url", _) if task.entity_terms.is_some() && !task.is_foreign => {
            vec![identifier.trim().to_owned()]
        }
        _ => Vec::new(),
    }
}

/// Returns the website that the task shows as an attribute of its entity. It may be fetched from the start, whoever
/// named it: it was known before anything was read.
fn named_website(entity: &Entity) -> Option<String> {
    let address = Untrusted::new(entity.metadata.get("website")?.as_str()).address()?;
    web::guard::check(address.as_str()).ok().map(|_| address.as_str().to_owned())
}

/// Returns failed research about an identifier that cannot name anything.
fn invalid<M: Memory>(job: &Job<'_, M>, identifier: &str, resolution: &Resolution) -> Outcome {
    let reason = format!("{:?} names nothing. {}", name_label(identifier), warnings(resolution).join(" "));
    job.outcome(job.failed(&reason, &[]), None).labelled("invalid")
}

/// Returns true for entities of the catalogue that everybody can name: a mint or an LEI was given, or a trusted list
/// contains the entity. A name that only an event contains may be known to its tenant alone, and what a tenant wrote
/// about its own entity is no research of others.
fn is_public(entity: &Entity, identifier: &str) -> bool {
    entity.owner.is_none()
        && (entity.verified || matches!(identifier::read(identifier), Identifier::Key("mint" | "lei", _)))
}

/// Returns the spellings to mark as fresh: the requested one, and the name of a verified entity. A symbol may mean
/// other tokens too, and an unverified entity may have the name of another, whose events the mark would hide.
fn marked_names(entity: &Entity, identifier: &str) -> Vec<String> {
    let requested = match identifier::read(identifier) {
        Identifier::Key(_, value) => value.into_owned(),
        Identifier::Words(words) => words.to_lowercase(),
        Identifier::Broken(..) => identifier.trim().to_owned(),
    };
    let named = entity.verified.then(|| entity.name.to_lowercase()).filter(|name| *name != requested);
    std::iter::once(requested).chain(named).collect()
}
