//! Tools for entities and their representations.

use std::collections::BTreeMap;
use std::sync::Arc;

use agent::untrusted::statement;
use agent::{Origin, Tool, ToolAnswer, ToolError, ToolSpec};
use domain::entity::Alias;
use domain::entity::identifier::{self, Identifier};
use domain::entity::limits::CatalogueRefusal;
use domain::port::PortError;
use domain::port::memory::{Memory, NewEntity};
use domain::{Entity, EntityId, EntityKind, Representation};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::entity_match::{self, EntityCandidate, EntityWarning, SimilarEntities};
use crate::notebook::Notes;
use crate::session::Session;
use crate::{REPRESENTATIONS, parse_entity_id, schema, text_schema, unavailable};

/// Maximum length of a name, a symbol or a key, in characters.
const MAX_NAME_CHARS: usize = 100;
/// Maximum length of an attribute's value in characters.
const MAX_VALUE_CHARS: usize = 200;
/// Maximum number of aliases or attributes.
const MAX_ENTRIES: usize = 20;

pub(crate) struct ResolveEntity<M>(pub(crate) Arc<M>);

#[derive(Deserialize)]
pub(crate) struct IdentifierInput {
    identifier: String,
}

/// An entity, or the candidates where none is certain.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum ResolvedEntity {
    Found {
        found: bool,
        entity: Box<ShownEntity>,
        representations: Vec<Representation>,
        warnings: Vec<EntityWarning>,
    },
    #[serde(rename_all = "camelCase")]
    Open {
        found: bool,
        ambiguous: bool,
        candidates: Vec<EntityCandidate>,
        /// Entities that memory connects with the name, if none has it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        similar: Vec<EntityCandidate>,
        /// The look-up of similar ones had to do without vectors, which are configured.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        lexical_only: bool,
        warnings: Vec<EntityWarning>,
    },
}

/// An entity as the model sees it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShownEntity {
    entity_id: EntityId,
    #[serde(rename = "type")]
    kind: EntityKind,
    name: String,
    symbol: Option<String>,
    verified: bool,
    banned: Option<String>,
    aliases: Vec<Alias>,
    metadata: BTreeMap<String, String>,
}

impl From<Entity> for ShownEntity {
    fn from(entity: Entity) -> Self {
        let Entity { id: entity_id, kind, name, symbol, verified, banned, aliases, metadata, .. } = plain(entity);
        Self { entity_id, kind, name, symbol, verified, banned, aliases, metadata }
    }
}

/// Reduces the words of an entity, which others may have chosen, to labels.
pub fn plain(entity: Entity) -> Entity {
    let name = |text: &str| statement(text, MAX_NAME_CHARS);
    let alias = |alias: &Alias| Alias { symbol: name(&alias.symbol), name: name(&alias.name) };
    let value = |(key, value): (&String, &String)| (name(key), statement(value, MAX_VALUE_CHARS));
    Entity {
        name: name(&entity.name),
        symbol: entity.symbol.as_deref().map(name),
        banned: entity.banned.as_deref().map(|reason| statement(reason, MAX_VALUE_CHARS)),
        aliases: entity.aliases.iter().take(MAX_ENTRIES).map(alias).collect(),
        metadata: entity.metadata.iter().take(MAX_ENTRIES).map(value).collect(),
        ..entity
    }
}

/// Reduces the words of a candidate to labels.
fn plain_candidate(candidate: EntityCandidate) -> EntityCandidate {
    EntityCandidate {
        name: statement(&candidate.name, MAX_NAME_CHARS),
        symbol: candidate.symbol.as_deref().map(|symbol| statement(symbol, MAX_NAME_CHARS)),
        banned: candidate.banned.as_deref().map(|reason| statement(reason, MAX_VALUE_CHARS)),
        ..candidate
    }
}

fn plain_warning(warning: EntityWarning) -> EntityWarning {
    let text = statement(&warning.text, 4 * MAX_NAME_CHARS);
    EntityWarning { text, beside: warning.beside.into_iter().map(plain_candidate).collect(), ..warning }
}

/// Reduces the words of a representation to labels.
fn plain_representation(known: Representation) -> Representation {
    let name = |text: &str| statement(text, MAX_NAME_CHARS);
    let context = known.context.iter().take(MAX_ENTRIES);
    Representation {
        kind: name(&known.kind),
        protocol: name(&known.protocol),
        chain: name(&known.chain),
        context: context.map(|(key, value)| (name(key), statement(value, MAX_VALUE_CHARS))).collect(),
        ..known
    }
}

/// Tells the model why the catalogue refuses a write; other failures are ours.
fn refused_or_unavailable(tool: &str) -> impl Fn(PortError) -> ToolError + '_ {
    move |error| {
        let refusal = match &error {
            PortError::Refused { source, .. } => source.downcast_ref::<CatalogueRefusal>().map(ToString::to_string),
            _ => None,
        };
        refusal.map_or_else(|| unavailable(tool)(error), ToolError::to_model)
    }
}

impl<M: Memory> Tool<Session, Notes> for ResolveEntity<M> {
    type Input = IdentifierInput;
    type Output = ResolvedEntity;

    fn spec(&self) -> ToolSpec {
        let about = "Finds out which known entity a mint address, symbol or name, in any script, means. Several or merely similar candidates are never \
                     decided for you; warnings tell of bans and possible impersonations.";
        schema("resolve_entity", about, 1, &[("identifier", text_schema("Mint address, symbol or name."))])
    }

    fn origin(&self) -> Origin {
        Origin::Data
    }

    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics.entity
    }

    async fn call(
        &self,
        session: &Session,
        input: IdentifierInput,
    ) -> Result<ToolAnswer<ResolvedEntity, Notes>, ToolError> {
        let unavailable = unavailable("resolve_entity");
        let found = entity_match::resolve(self.0.as_ref(), &session.scope.tenant, &input.identifier)
            .await
            .map_err(&unavailable)?;
        let warnings: Vec<_> = entity_match::warnings(&found).into_iter().map(plain_warning).collect();
        let Some(known) = found.known() else {
            let candidates: Vec<_> = entity_match::candidates(&found).into_iter().map(plain_candidate).collect();
            let ambiguous = entity_match::is_ambiguous(&found);
            let similar = if candidates.is_empty() {
                entity_match::similar(self.0.as_ref(), &session.scope.tenant, &input.identifier).await
            } else {
                Ok(SimilarEntities::default())
            };
            let SimilarEntities { candidates: similar, lexical_only } = similar.map_err(&unavailable)?;
            let similar: Vec<_> = similar.into_iter().map(plain_candidate).collect();
            let nothing = candidates.is_empty() && warnings.is_empty() && similar.is_empty();
            let output = ResolvedEntity::Open { found: false, ambiguous, candidates, similar, lexical_only, warnings };
            return Ok(ToolAnswer { output, notes: Notes { own_words: nothing, ..Notes::default() } });
        };
        let representations =
            self.0.representations(&session.scope.tenant, &known.entity.id).await.map_err(&unavailable)?;
        let representations = representations.into_iter().map(plain_representation).collect();
        let entity = Box::new(known.entity.clone().into());
        Ok(ToolAnswer::new(ResolvedEntity::Found { found: true, entity, representations, warnings }))
    }
}

pub(crate) struct CreateEntity<M>(pub(crate) Arc<M>);

#[derive(Deserialize)]
pub(crate) struct NewEntityInput {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    symbol: Option<String>,
    #[serde(default)]
    metadata: BTreeMap<String, String>,
}

/// The created entity, or the known one of the same name, without anything that memory knows about it.
#[derive(Serialize)]
pub(crate) struct CreatedEntity {
    entity: CreatedId,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CreatedId {
    entity_id: EntityId,
    #[serde(rename = "type")]
    kind: EntityKind,
    verified: bool,
    banned: bool,
}

impl<M: Memory> Tool<Session, Notes> for CreateEntity<M> {
    type Input = NewEntityInput;
    type Output = CreatedEntity;

    fn spec(&self) -> ToolSpec {
        let kinds: Vec<&str> = EntityKind::ALL.iter().map(|kind| kind.name()).collect();
        let fields = [
            ("name", text_schema("Its name.")),
            ("type", json!({"enum": kinds})),
            ("symbol", text_schema("Its symbol, if it has one.")),
            ("metadata", json!({"type": "object", "additionalProperties": {"type": "string"}})),
        ];
        let about = "Remembers a new, unverified entity of this tenant, which other tenants do not see. The same call again returns the same \
                     entity. In the first turn only.";
        schema("create_entity", about, 2, &fields)
    }

    fn origin(&self) -> Origin {
        Origin::Own
    }

    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics.new_entity && session.may_write_first()
    }

    async fn call(
        &self,
        session: &Session,
        input: NewEntityInput,
    ) -> Result<ToolAnswer<CreatedEntity, Notes>, ToolError> {
        session.ensure_no_untrusted_text()?;
        let Some(kind) = EntityKind::parse(&input.kind) else { return Err(ToolError::to_model("unknown type")) };
        if !matches!(identifier::read(&input.name), Identifier::Words(_)) {
            return Err(ToolError::to_model(
                "that is a key, no name; resolve it, or add it as a representation's context",
            ));
        }
        let new = NewEntity {
            kind,
            name: input.name.trim().to_owned(),
            symbol: input.symbol.filter(|symbol| !symbol.trim().is_empty()),
            mint: None,
            // Only people and trusted lists verify an entity, never a model.
            verified: false,
            metadata: input.metadata,
            created_at: session.scope.started,
            owner: Some(session.scope.tenant.clone()),
        };
        let entity = self.0.create_entity(&new).await.map_err(refused_or_unavailable("create_entity"))?;
        let Entity { id: entity_id, kind, verified, banned, .. } = entity;
        Ok(ToolAnswer::new(CreatedEntity { entity: CreatedId { entity_id, kind, verified, banned: banned.is_some() } }))
    }
}

pub(crate) struct AddRepresentation<M>(pub(crate) Arc<M>);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RepresentationInput {
    entity_id: String,
    #[serde(rename = "type")]
    kind: String,
    protocol: String,
    #[serde(default)]
    chain: String,
    context: BTreeMap<String, String>,
}

#[derive(Serialize)]
pub(crate) struct AddedRepresentation {
    added: bool,
}

impl<M: Memory> Tool<Session, Notes> for AddRepresentation<M> {
    type Input = RepresentationInput;
    type Output = AddedRepresentation;

    fn spec(&self) -> ToolSpec {
        let fields = [
            ("entityId", text_schema("The entity.")),
            ("type", json!({"enum": ["spot-token", "perp-contract", "lp-pair", "lending", "staking", "name"]})),
            ("protocol", text_schema("The protocol, e.g. raydium; `spl` for a plain token; the source of a name.")),
            (
                "context",
                json!({"type": "object", "minProperties": 1, "additionalProperties": {"type": "string", "minLength": 1},
                "description": "mint, market, pair or pool, with its address; or name, with another name, e.g. in another script."}),
            ),
            ("chain", text_schema("The chain, e.g. solana.")),
        ];
        schema(
            "add_representation",
            "Links a concrete form or a name to an entity that this tenant has created.",
            4,
            &fields,
        )
    }

    fn origin(&self) -> Origin {
        Origin::Own
    }

    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics.new_entity && session.may_write_first()
    }

    async fn call(
        &self,
        session: &Session,
        input: RepresentationInput,
    ) -> Result<ToolAnswer<AddedRepresentation, Notes>, ToolError> {
        session.ensure_no_untrusted_text()?;
        let entity = parse_entity_id(&input.entity_id)?;
        if let Some(mint) = input.context.get("mint").filter(|mint| !identifier::is_mint(mint)) {
            return Err(ToolError::to_model(format!("{mint:?} is no mint (32 bytes in base58)")));
        }
        let RepresentationInput { kind, protocol, chain, context, .. } = input;
        let representation = Representation { entity, kind, protocol, chain, context, active: true };
        // The store refuses entities that the tenant does not own, and keys of others.
        let added = self.0.add_representation(Some(&session.scope.tenant), &representation).await;
        added.map_err(refused_or_unavailable("add_representation"))?;
        Ok(ToolAnswer::new(AddedRepresentation { added: true }))
    }
}

pub(crate) struct GetRepresentations<M>(pub(crate) Arc<M>);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RepresentationFilter {
    entity_id: String,
    #[serde(rename = "type")]
    kind: Option<String>,
    active: Option<bool>,
}

#[derive(Serialize)]
pub(crate) struct Representations {
    representations: Vec<Representation>,
}

impl<M: Memory> Tool<Session, Notes> for GetRepresentations<M> {
    type Input = RepresentationFilter;
    type Output = Representations;

    fn spec(&self) -> ToolSpec {
        let fields = [
            ("entityId", text_schema("The entity.")),
            ("type", text_schema("Only this type.")),
            ("active", json!({"type": "boolean"})),
        ];
        schema(REPRESENTATIONS, "Lists an entity's concrete forms.", 1, &fields)
    }

    fn origin(&self) -> Origin {
        Origin::Data
    }

    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics.has_entity_ids() && session.scope.topics.token
    }

    async fn call(
        &self,
        session: &Session,
        input: RepresentationFilter,
    ) -> Result<ToolAnswer<Representations, Notes>, ToolError> {
        let entity = parse_entity_id(&input.entity_id)?;
        let found = self.0.representations(&session.scope.tenant, &entity).await.map_err(unavailable(REPRESENTATIONS));
        let mut representations = found?;
        representations.retain(|known| input.kind.as_ref().is_none_or(|kind| *kind == known.kind));
        representations.retain(|known| input.active.is_none_or(|active| active == known.active));
        let own_words = representations.is_empty();
        let representations = representations.into_iter().map(plain_representation).collect();
        Ok(ToolAnswer { output: Representations { representations }, notes: Notes { own_words, ..Notes::default() } })
    }
}
