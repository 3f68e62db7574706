//! How a finding stands: from the stances of what was read, by the rule of [`domain::Standing`]. Pure.

use std::collections::BTreeMap;

use domain::{ClaimStatus, Stance, Standing};
use research::judge::Stances;
use research::voices::{self, Voice};

use super::ground::{self, Grounded, Read};
use crate::notebook::{Claim, Notebook};
use crate::tier;

/// A finding's standing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stood {
    pub(super) status: ClaimStatus,
    /// Sources that speak to it, cited or found by the judge.
    pub(super) sources: Vec<String>,
    /// Those that say otherwise.
    pub(super) against: Vec<String>,
    /// Independent sources that say so.
    pub(super) voices: u32,
}

/// The standing of the `n`th finding.
pub(super) fn of(n: usize, finding: &Grounded, (notebook, read): (&Notebook, &Read<'_>), judged: &Stances) -> Stood {
    let spoken = spoken(n, notebook, judged);
    let mut sources = finding.cited.clone();
    sources.extend(
        spoken
            .iter()
            .filter(|(_, says)| says.iter().any(|says| *says != Stance::Neutral))
            .map(|(id, _)| (*id).to_owned()),
    );
    sources.sort_unstable_by_key(|id| finding.cited.iter().position(|cited| cited == id).unwrap_or(usize::MAX));
    sources.dedup();
    let says: Vec<(&String, Vec<Stance>)> =
        sources.iter().map(|id| (id, stances(id, finding, (notebook, read), spoken.get(id.as_str())))).collect();
    let standing = Standing::of(says.iter().flat_map(|(_, says)| says.iter().copied()));
    let refutes = |says: &[Stance]| says.contains(&Stance::Refutes) && !says.contains(&Stance::Supports);
    let against: Vec<String> = says.iter().filter(|(_, says)| refutes(says)).map(|(id, _)| (*id).clone()).collect();
    let supporting = says.iter().filter(|(_, says)| says.contains(&Stance::Supports));
    let voices: Vec<Voice<'_>> = supporting.map(|(id, _)| voice(id, n, notebook, judged)).collect();
    let voices = u32::try_from(voices::count(&voices)).unwrap_or(u32::MAX);
    Stood { status: standing.status(), sources, against, voices }
}

/// By source, what the judge found its claims to say.
fn spoken<'a>(n: usize, notebook: &'a Notebook, judged: &Stances) -> BTreeMap<&'a str, Vec<Stance>> {
    let mut spoken: BTreeMap<&str, Vec<Stance>> = BTreeMap::new();
    for claim in notebook.claims() {
        if let Some(stance) = judged.get(&(ground::id(n), claim.id.clone())) {
            spoken.entry(&claim.source).or_default().push(*stance);
        }
    }
    spoken
}

/// What a source says: what the judge found, else what the answer says of it. What only stood in a list of results was not
/// read and says nothing; nor does a page none of whose claims comes near the finding, whatever the answer says of it.
fn stances(
    id: &str,
    finding: &Grounded,
    (notebook, read): (&Notebook, &Read<'_>),
    judged: Option<&Vec<Stance>>,
) -> Vec<Stance> {
    let was_read = notebook.source(id).is_some_and(|source| !source.content_hash.is_empty());
    match judged {
        Some(says) => says.clone(),
        None if !was_read || !ground::speaks_of(id, finding, read) => vec![Stance::Neutral],
        None if finding.told.contradicted_by.iter().any(|against| against == id) => vec![Stance::Refutes],
        None => vec![Stance::Supports],
    }
}

fn voice<'a>(id: &str, n: usize, notebook: &'a Notebook, judged: &Stances) -> Voice<'a> {
    let supports = |claim: &&Claim| judged.get(&(ground::id(n), claim.id.clone())) == Some(&Stance::Supports);
    let quote = notebook.claims().iter().filter(|claim| claim.source == id).find(supports);
    let url = notebook.source(id).map_or("", |source| source.url.as_str());
    Voice { site: tier::site(url), print: notebook.print(id), quote: quote.map_or("", |claim| claim.quote.as_str()) }
}
