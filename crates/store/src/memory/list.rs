//! Lists of tokens, taken in by the thousand.

mod merge;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use domain::Time;
use domain::entity::{Alias, Known};
use domain::port::PortError;
use sqlx::PgPool;

use super::{facts, keys, rows};
use crate::Store;
use crate::failure::Failed;

/// One token of a list. What the list does not say stays as it is known.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Listed {
    /// Its mint.
    pub mint: String,
    /// Its symbol.
    pub symbol: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// The list vouches for it, or says that it does not.
    pub verified: Option<bool>,
    /// Why the list bans it, if it does.
    pub banned: Option<String>,
    /// Other symbols and names.
    pub aliases: Vec<Alias>,
    /// Anything else, by name, e.g. `website`.
    pub metadata: BTreeMap<String, String>,
}

/// Who says so, and since when it is so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListSource {
    /// The list's name.
    pub name: String,
    /// What it says is true from then on.
    pub at: Time,
}

/// What a list has changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Imported {
    /// Tokens that were unknown.
    pub created: usize,
    /// Known tokens of which the list says something new.
    pub changed: usize,
    /// Known tokens of which it says nothing new.
    pub same: usize,
    /// Entities whose research is no longer valid, because the token was banned or is not vouched for any more.
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

impl Store {
    /// Takes in a part of a list, some thousand tokens at most, in one transaction. The same part again changes nothing; of a mint
    /// that stands in it twice, the last counts.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn import_tokens(&self, source: &ListSource, listed: &[Listed]) -> Result<Imported, PortError> {
        let by_mint: BTreeMap<&str, &Listed> = listed.iter().map(|listed| (listed.mint.as_str(), listed)).collect();
        let listed: &Vec<&Listed> = &by_mint.into_values().collect();
        self.run("entity", |pool| async move { import(&pool, source, listed).await }).await
    }
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
    let known: BTreeMap<String, Known> =
        rows::known(conn, &ids).await?.into_iter().map(|known| (known.entity.id.to_string(), known)).collect();
    let mut merged = merge::Merged::default();
    for listed in listed {
        if let Some((id, known)) = owners.get(&listed.mint).and_then(|id| known.get_key_value(id)) {
            merged.add(known, listed, source);
            merged.forms.push((id.clone(), listed.mint.clone()));
        }
    }
    write::update(conn, &merged.changed).await?;
    let with_new_form = write::forms(conn, &merged.forms).await?;
    keys::write(conn, &new.iter().filter_map(|id| known.get(id)).collect::<Vec<_>>()).await?;
    let touched = merged.changed.iter().map(|entity| entity.id.to_string()).chain(with_new_form);
    keys::rewrite(conn, &touched.filter(|id| !new.contains(id)).collect::<Vec<_>>()).await?;
    let said: Vec<facts::Said<'_>> = merged.said.iter().map(|(id, said)| (id.as_str(), said.clone())).collect();
    facts::learn_all(conn, &said).await?;
    let ended = super::research::end_all(conn, &merged.ended, source.at).await?;
    transaction.commit().await?;
    let (created, changed) = (unknown.len(), merged.changed.len());
    Ok(Imported { created, changed, same: listed.len() - created - changed, ended })
}
