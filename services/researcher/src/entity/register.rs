//! What a register states about the identity of an entity: its LEI and its names in other scripts.
//!
//! I/O: asks the register, reads and extends memory.

use domain::effect::Basis;
use domain::entity::identifier::{self, Identifier};
use domain::entity::limits::NAME_KEY;
use domain::port::PortError;
use domain::{Entity, Representation};
use runtime::Failure;
use store::Memory;
use web::{NamedThing, RegisteredThing, Web};

use super::EntityResearch;
use super::creation::{GivenIdentifier, further_name, representation};
use crate::job::Job;
use crate::official;

impl<M: Memory, W: Web> EntityResearch<M, W> {
    /// Returns the entity that has the LEI which the register states for a name: it was first named by the LEI, or by
    /// another name. The name becomes one of its own, if the tenant owns it.
    pub(super) async fn with_same_lei(
        &self,
        job: &Job<'_, M>,
        given: GivenIdentifier<'_>,
        bases: &mut Vec<Basis>,
    ) -> Result<Option<Entity>, Failure> {
        let (Identifier::Words(name), Some(kind)) = (identifier::read(given.text), given.kind) else { return Ok(None) };
        let thing = NamedThing { name: name.trim().to_owned(), lei: None };
        let Some((registered, basis)) = official::registered(job, kind, &thing).await? else { return Ok(None) };
        bases.push(basis);
        let Some(lei) = &registered.lei else { return Ok(None) };
        let (memory, tenant) = (&self.leases.memory, &job.task.tenant);
        let known = memory.by_context(tenant, "lei", lei).await?;
        if let Some(known) = known.as_ref().filter(|known| known.owner.as_ref() == Some(tenant)) {
            self.add_form(known, &further_name(known, "", &thing.name)).await?;
        }
        Ok(known)
    }

    /// Adds the names in other scripts and the LEI that the register states to the entity, so that it is found by them,
    /// without those that it has. Only a tenant's own entity gets an LEI.
    pub(super) async fn learn_identity(
        &self,
        entity: &Entity,
        registered: &RegisteredThing,
        representations: &[Representation],
    ) -> Result<(), Failure> {
        let has = |name: &str| {
            representations.iter().any(|known| known.context.get(NAME_KEY).is_some_and(|other| other == name))
        };
        for foreign in registered.names.iter().filter(|foreign| !has(&foreign.name)) {
            self.add_form(entity, &further_name(entity, &foreign.language, &foreign.name)).await?;
        }
        let has_lei = representations.iter().any(|known| known.context.contains_key("lei"));
        if let Some(lei) = registered.lei.as_ref().filter(|_| !has_lei && entity.owner.is_some()) {
            self.add_form(entity, &representation(entity, "lei", lei)).await?;
        }
        Ok(())
    }

    /// Adds a representation that the register states, unless the catalogue refuses it.
    async fn add_form(&self, entity: &Entity, form: &Representation) -> Result<(), Failure> {
        match self.leases.memory.add_representation(entity.owner.as_ref(), form).await {
            Err(error @ PortError::Refused { .. }) => {
                tracing::info!(entity = %entity.id, %error, "what the register states is not stored");
                Ok(())
            }
            done => Ok(done?),
        }
    }
}
