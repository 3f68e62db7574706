//! Research of entities on request. The researcher resolves each identifier, and answers from memory if its research is
//! recent enough.

mod answer;

use domain::access::AccessScope::{Publish, Read};
use domain::event::EntityRequest;
use domain::{EntityKind, Event, EventId, EventKind, Evidence, JobId, MicroUsd, SourceRules};
use serde::{Deserialize, Serialize};
use store::intake::RequestKey;
use utoipa::ToSchema;

use self::answer::{answer, dead_lettered, waiting};
use super::sources::SourceDomains;
use crate::events::{self, EventAccepted, Submitter};
use crate::input::{integer, object};
use crate::progress::{self, Look};
use crate::{Context, OperationError};

pub use self::answer::{EntityAnswer, EntityFinding, EntityOption, EntityState};

/// Source of the events of requests.
const SOURCE: &str = "gateway";

/// Entities to research.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct EntitiesWanted {
    /// Mints, symbols, names, LEIs, URLs or ids of entities. An ambiguous one is answered with the candidates.
    #[schema(min_items = 1, max_items = 50)]
    pub identifiers: Vec<String>,
    /// Oldest acceptable age of the research in milliseconds; 0 forces new research. Research that has not expired if
    /// absent.
    #[serde(default, deserialize_with = "integer")]
    pub max_age_ms: Option<u64>,
    /// Type of entities that are unknown by name: `person`, `business`, `product`, `crypto-token`, … Without it, an
    /// unknown name is answered as unknown and not researched.
    #[serde(default)]
    #[schema(pattern = "^(crypto-token|macro-asset|protocol|person|concept|meme|business|product|compound|platform)$")]
    pub kind: Option<String>,
    /// Maximum cost of all identifiers together in micro-dollars; it can only lower the fleet's limit.
    #[serde(default, deserialize_with = "integer")]
    pub budget_micro_usd: Option<u64>,
    /// Web domains that the research may or must not use.
    #[serde(default, deserialize_with = "object")]
    pub sources: Option<SourceDomains>,
}

/// State of a request, with one answer per identifier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntitiesResearched {
    /// Job of the request (UUID).
    pub job: String,
    /// `running` until every identifier is answered, then `done`.
    pub status: String,
    /// Answers in the order of the identifiers; a repeated identifier is answered once.
    pub entities: Vec<EntityAnswer>,
    /// Cost of the research so far in micro-dollars.
    pub cost_micro_usd: u64,
    /// Web domains to which the research was restricted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sources: Option<SourceDomains>,
}

/// Requests research of entities. [`look`] follows it.
///
/// # Errors
/// A field is invalid, the idempotency key belongs to another request, the tenant has too many events that are not
/// settled, or Postgres is unavailable.
pub async fn request(
    cx: Context<'_>,
    wanted: EntitiesWanted,
    key: Option<RequestKey>,
) -> Result<EventAccepted, OperationError> {
    cx.require(Publish)?;
    cx.require(Read)?;
    let name = match &key {
        Some(key) => JobId::named(&["idempotency-key", &key.key]),
        // The time is part of the id: the same request made later is a new one.
        None => JobId::named(&[&wanted.identifiers.join("\n"), &cx.now().timestamp_micros().to_string()]),
    };
    let event = wanted.event(cx, &name)?;
    let accepted = events::accept(cx, &event, &Submitter { action: "entities requested", key }).await?;
    Ok(EventAccepted::new(&event, accepted))
}

impl EntitiesWanted {
    /// Builds the event and applies the checks of the contract.
    pub(crate) fn event(self, cx: Context<'_>, name: &JobId) -> Result<Event, OperationError> {
        let unknown = || {
            let names = EntityKind::ALL.map(EntityKind::name).join(", ");
            OperationError::invalid("kind", format!("must be one of {names}"))
        };
        let kind = self.kind.map(|name| EntityKind::parse(&name).ok_or_else(unknown)).transpose()?;
        let request = EntityRequest {
            identifiers: self.identifiers,
            kind,
            max_age_secs: self.max_age_ms.map(|millis| millis / 1_000),
            sources: self.sources.unwrap_or_default().rules()?,
        };
        let event = Event {
            id: EventId::parse(&format!("research-{name}"))
                .map_err(|error| OperationError::invalid("id", error.to_string()))?,
            tenant: cx.tenant().clone(),
            source: SOURCE.to_owned(),
            occurred_at: Some(cx.now()),
            budget: self.budget_micro_usd.map(MicroUsd),
            kind: EventKind::EntityRequest(request),
        };
        events::checked(&event, &[("max_age_secs", "maxAgeMs")])
    }
}

/// Looks for the answers to a request. The work of an identifier that was dead-lettered is answered as failed.
///
/// # Errors
/// The tenant has no such request, or a server of the fleet fails.
pub async fn look(cx: Context<'_>, job: JobId) -> Result<Look<EntitiesResearched, EntitiesResearched>, OperationError> {
    cx.require(Read)?;
    let view = cx.store().events().load(job).await?.filter(|view| view.classification.event.tenant == *cx.tenant());
    let Some(view) = view else { return unclassified(cx, job).await };
    let EventKind::EntityRequest(request) = &view.classification.event.kind else {
        return Err(OperationError::no_event());
    };
    let limit = u32::try_from(EntityRequest::MAX_IDENTIFIERS).unwrap_or(u32::MAX);
    let evidence = cx.store().events().evidence(job, limit).await?;
    let mut entities = Vec::new();
    for (place, identifier) in request.distinct().into_iter().enumerate() {
        entities.push(match evidence.iter().find(|evidence| is_about(evidence, identifier)) {
            Some(evidence) => answer(cx, identifier, evidence).await?,
            None => unanswered(cx, identifier, progress::research_jobs(job, place + 1)).await?,
        });
    }
    let cost = evidence.iter().map(|evidence| evidence.research.cost + evidence.cost).sum::<MicroUsd>();
    let found =
        EntitiesResearched { entities, cost_micro_usd: cost.0, ..EntitiesResearched::begun(job, &request.sources) };
    Ok(found.into_look())
}

/// Looks at a request that the classifier has not seen. It has no list of identifiers yet.
async fn unclassified(
    cx: Context<'_>,
    job: JobId,
) -> Result<Look<EntitiesResearched, EntitiesResearched>, OperationError> {
    if !events::is_known(cx, job).await? {
        return Err(OperationError::no_event());
    }
    let begun = EntitiesResearched::begun(job, &SourceRules::default());
    Ok(match progress::dead_letter_of(cx, job, 0).await? {
        Some(reason) => Look::Done(EntitiesResearched {
            status: "done".to_owned(),
            entities: vec![dead_lettered("", reason)],
            ..begun
        }),
        None => Look::Working(begun),
    })
}

async fn unanswered(cx: Context<'_>, identifier: &str, jobs: [JobId; 3]) -> Result<EntityAnswer, OperationError> {
    let letter = cx.store().dead_letters().of_jobs(cx.tenant(), &jobs).await?;
    Ok(match letter {
        Some(letter) => dead_lettered(identifier, format!("{}; dead letter {}", letter.reason, letter.id)),
        None => waiting(identifier),
    })
}

fn is_about(evidence: &Evidence, identifier: &str) -> bool {
    matches!(&evidence.task.subject, domain::Subject::Identifier { identifier: found, .. } if found == identifier)
}

impl EntitiesResearched {
    fn begun(job: JobId, rules: &SourceRules) -> Self {
        let sources = (!rules.is_empty()).then(|| rules.into());
        Self { job: job.to_string(), status: "running".to_owned(), entities: Vec::new(), cost_micro_usd: 0, sources }
    }

    fn into_look(self) -> Look<Self, Self> {
        match self.entities.iter().any(|entity| entity.state == EntityState::Running) {
            true => Look::Working(self),
            false => Look::Done(Self { status: "done".to_owned(), ..self }),
        }
    }

    /// Describes the progress in one line.
    pub fn progress(&self) -> String {
        let done = self.entities.iter().filter(|entity| entity.state != EntityState::Running).count();
        match self.entities.len() {
            0 => "waiting for the classifier".to_owned(),
            all => format!("{done} of {all} answered"),
        }
    }
}
