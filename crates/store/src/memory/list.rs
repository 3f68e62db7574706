//! Import of token lists, thousands of tokens at a time.

mod listed;
mod merge;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use domain::entity::EntityRecord;
use domain::port::PortError;

pub use listed::{ListSource, Listed};

use super::{facts, keys, rows};
use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;

/// Counts of an import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Imported {
    /// Tokens that were unknown.
    pub created: usize,
    /// Known tokens that the list changed.
    pub changed: usize,
    /// Known tokens that the list did not change.
    pub same: usize,
    /// Entities whose research was ended because the token was banned or lost its verification.
    pub ended: usize,
}

impl std::ops::AddAssign for Imported {
    fn add_assign(&mut self, other: Self) {
        self.created += other.created;
        self.changed += other.changed;
        self.same += other.same;
        self.ended += other.ended;
    }
}

pub(super) async fn import_tokens(
    database: &Database,
    source: &ListSource,
    listed: &[Listed],
) -> Result<Imported, PortError> {
    let by_mint: BTreeMap<&str, &Listed> = listed.iter().map(|listed| (listed.mint.as_str(), listed)).collect();
    let listed: &Vec<&Listed> = &by_mint.into_values().collect();
    database.run("entity", |pool| async move { import(&pool, source, listed).await }).await
}

async fn import(pool: &PgPool, source: &ListSource, listed: &[&Listed]) -> Result<Imported, Failed> {
    let mut transaction = pool.begin().await?;
    let conn = &mut *transaction;
    let mut owners = write::owners(conn, listed).await?;
    let unknown: Vec<&Listed> = listed.iter().copied().filter(|listed| !owners.contains_key(&listed.mint)).collect();
    let created = write::create(conn, source, &unknown).await?;
    let new: BTreeSet<String> = created.values().cloned().collect();
    owners.extend(created);
    let ids = write::lock(conn, &owners).await?;
    let known: BTreeMap<String, EntityRecord> =
        rows::known(conn, &ids).await?.into_iter().map(|known| (known.entity.id.to_string(), known)).collect();
    let mut merged = merge::Merged::default();
    for listed in listed {
        if let Some((id, known)) = owners.get(&listed.mint).and_then(|id| known.get_key_value(id)) {
            merged.add(known, listed, source);
            merged.representations.push((id.clone(), listed.mint.clone()));
        }
    }
    write::update(conn, &merged.changed).await?;
    let with_new_representation = write::representations(conn, &merged.representations).await?;
    keys::write(conn, &new.iter().filter_map(|id| known.get(id)).collect::<Vec<_>>()).await?;
    let touched = merged.changed.iter().map(|entity| entity.id.to_string()).chain(with_new_representation);
    keys::rewrite(conn, &touched.filter(|id| !new.contains(id)).collect::<Vec<_>>()).await?;
    let statements: Vec<facts::EntityStatement<'_>> =
        merged.statements.iter().map(|(id, statement)| (id.as_str(), statement.clone())).collect();
    facts::learn_all(conn, facts::Writer::OPERATOR, &statements).await?;
    let ended = super::research::end_all(conn, &merged.ended, source.at).await?;
    transaction.commit().await?;
    let (created, changed) = (unknown.len(), merged.changed.len());
    Ok(Imported { created, changed, same: listed.len() - created - changed, ended })
}
