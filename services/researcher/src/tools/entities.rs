//! Entities and their forms.

use agent::{Answer, Tool, ToolError};
use domain::{Entity, EntityKind, Representation};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::Memory;
use store::memory::NewEntity;
use web::Web;

use super::{away, before_strangers, entity_id, spec, words};
use crate::desk::Desk;
use crate::identity;
use crate::notebook::Notes;
use crate::resolve;

pub(super) struct ResolveEntity;

#[derive(Deserialize)]
pub(super) struct Identifier {
    identifier: String,
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for ResolveEntity {
    type Args = Identifier;

    fn spec(&self) -> llm::Tool {
        let about = "Finds out which known entity a mint address, symbol or name means. Several or merely similar candidates are never \
                     decided for you; warnings tell of bans and possible impersonations.";
        spec("resolve_entity", about, 1, &[("identifier", words("Mint address, symbol or name."))])
    }

    async fn call(&self, desk: &Desk<M, W>, args: Identifier) -> Result<Answer<Notes>, ToolError> {
        let found =
            resolve::resolve(desk.kit.memory.as_ref(), &args.identifier).await.map_err(away("resolve_entity"))?;
        let warnings = resolve::cautions(&found);
        let Some(known) = found.known() else {
            let candidates = resolve::candidates(&found);
            return Ok(Answer::new(json!({
                "found": false, "ambiguous": resolve::is_open(&found), "candidates": candidates, "warnings": warnings,
            })));
        };
        let forms = desk.kit.memory.representations(&known.entity.id).await.map_err(away("resolve_entity"))?;
        let entity = shown(&known.entity);
        Ok(Answer::new(json!({"found": true, "entity": entity, "representations": forms, "warnings": warnings})))
    }
}

fn shown(entity: &Entity) -> Value {
    json!({
        "entityId": entity.id, "type": entity.kind, "name": entity.name, "symbol": entity.symbol,
        "verified": entity.verified, "banned": entity.banned, "aliases": entity.aliases, "metadata": entity.metadata,
    })
}

pub(super) struct CreateEntity;

#[derive(Deserialize)]
pub(super) struct NewThing {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    symbol: Option<String>,
    #[serde(default)]
    metadata: BTreeMap<String, String>,
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for CreateEntity {
    type Args = NewThing;

    fn spec(&self) -> llm::Tool {
        let kinds: Vec<&str> = EntityKind::ALL.iter().map(|kind| kind.name()).collect();
        let fields = [
            ("name", words("Its name.")),
            ("type", json!({"enum": kinds})),
            ("symbol", words("Its symbol, if it has one.")),
            ("metadata", json!({"type": "object", "additionalProperties": {"type": "string"}})),
        ];
        spec(
            "create_entity",
            "Remembers a new, unverified entity. The same call again returns the same entity.",
            2,
            &fields,
        )
    }

    async fn call(&self, desk: &Desk<M, W>, args: NewThing) -> Result<Answer<Notes>, ToolError> {
        before_strangers(desk)?;
        let Some(kind) = EntityKind::parse(&args.kind) else { return Err(ToolError::told("unknown type")) };
        if !matches!(identity::read(&args.name), identity::Identifier::Words(_)) {
            return Err(ToolError::told("that is a key, no name; resolve it, or add it as a representation's context"));
        }
        let new = NewEntity {
            kind,
            name: args.name.trim().to_owned(),
            symbol: args.symbol.filter(|symbol| !symbol.trim().is_empty()),
            mint: None,
            // Only people and trusted lists vouch for an entity, never a model.
            verified: false,
            metadata: args.metadata,
            created_at: desk.task.started,
        };
        let entity = desk.kit.memory.create_entity(&new).await.map_err(away("create_entity"))?;
        Ok(Answer::new(json!({"entity": shown(&entity)})))
    }
}

pub(super) struct AddRepresentation;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Form {
    entity_id: String,
    #[serde(rename = "type")]
    kind: String,
    protocol: String,
    #[serde(default)]
    chain: String,
    context: BTreeMap<String, String>,
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for AddRepresentation {
    type Args = Form;

    fn spec(&self) -> llm::Tool {
        let fields = [
            ("entityId", words("The entity.")),
            ("type", json!({"enum": ["spot-token", "perp-contract", "lp-pair", "lending", "staking"]})),
            ("protocol", words("The protocol, e.g. raydium; `spl` for a plain token.")),
            (
                "context",
                json!({"type": "object", "minProperties": 1, "additionalProperties": {"type": "string", "minLength": 1},
                "description": "mint, market, pair or pool, with its address."}),
            ),
            ("chain", words("The chain, e.g. solana.")),
        ];
        spec("add_representation", "Links a concrete form to an entity.", 4, &fields)
    }

    async fn call(&self, desk: &Desk<M, W>, args: Form) -> Result<Answer<Notes>, ToolError> {
        let tool = "add_representation";
        before_strangers(desk)?;
        let entity = entity_id(&args.entity_id)?;
        let memory = &desk.kit.memory;
        if memory.entity(&entity).await.map_err(away(tool))?.is_none() {
            return Err(ToolError::told("there is no such entity; resolve or create it first"));
        }
        if let Some(mint) = args.context.get("mint").filter(|mint| !identity::is_mint(mint)) {
            return Err(ToolError::told(format!("{mint:?} is no mint (32 bytes in base58)")));
        }
        // A key that means another entity already must not be moved by a model.
        for (key, value) in &args.context {
            let owner = memory.by_context(key, value).await.map_err(away(tool))?;
            if let Some(other) = owner.filter(|owner| owner.id != entity) {
                return Err(ToolError::told(format!("{key} {value} belongs to {} already", other.id)));
            }
        }
        let form = Representation {
            entity,
            kind: args.kind,
            protocol: args.protocol,
            chain: args.chain,
            context: args.context,
            active: true,
        };
        memory.add_representation(&form).await.map_err(away(tool))?;
        Ok(Answer::new(json!({"added": true})))
    }
}

pub(super) struct GetRepresentations;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WhichForms {
    entity_id: String,
    #[serde(rename = "type")]
    kind: Option<String>,
    active: Option<bool>,
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for GetRepresentations {
    type Args = WhichForms;

    fn spec(&self) -> llm::Tool {
        let fields = [
            ("entityId", words("The entity.")),
            ("type", words("Only this type.")),
            ("active", json!({"type": "boolean"})),
        ];
        spec("get_entity_representations", "Lists an entity's concrete forms.", 1, &fields)
    }

    async fn call(&self, desk: &Desk<M, W>, args: WhichForms) -> Result<Answer<Notes>, ToolError> {
        let entity = entity_id(&args.entity_id)?;
        let mut forms = desk.kit.memory.representations(&entity).await.map_err(away("get_entity_representations"))?;
        forms.retain(|form| args.kind.as_ref().is_none_or(|kind| *kind == form.kind));
        forms.retain(|form| args.active.is_none_or(|active| active == form.active));
        Ok(Answer::new(json!({"representations": forms})))
    }
}
