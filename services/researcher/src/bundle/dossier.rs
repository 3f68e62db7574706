//! The dossier of an entity: its fields with sources, what was found as sentences with citations, and what is missing.
//! Pure.

use std::collections::BTreeMap;

use domain::event::{DirectedEntity, Episode};
use domain::{ClaimStatus, Finding, Source, Tier};
use serde_json::{Value, json};
use tools::source_tier::SourceTiers;
use tools::workspace::Todo;

use super::end::FinishedTodo;

/// An entity with its finished todos.
pub(crate) struct Dossier<'a> {
    pub(crate) episode: &'a Episode,
    pub(crate) entity: &'a DirectedEntity,
    pub(crate) todos: Vec<(&'a Todo, &'a FinishedTodo)>,
}

/// A source of an entity, as far as its rank depends on it.
struct Candidate {
    url: String,
    title: String,
    tier: Tier,
    reason: String,
    is_given: bool,
    is_read: bool,
    cited: usize,
}

impl Dossier<'_> {
    /// Returns the dossier as JSON.
    pub(crate) fn json(&self, tiers: &SourceTiers) -> Value {
        json!({
            "episode": self.episode, "entity": {"name": self.entity.name, "type": self.entity.kind},
            "fields": self.fields(), "missingFields": self.missing(), "narrative": self.narrative(),
            "acceptance": self.acceptance(), "candidateSources": self.candidate_sources(tiers),
        })
    }

    /// Returns the requested fields by direction, each with its value and the addresses of its sources.
    fn fields(&self) -> BTreeMap<&str, Value> {
        self.todos.iter().map(|(todo, finished)| (todo.direction.key.as_str(), json!(finished.fields))).collect()
    }

    /// Returns the names of the fields without a value, by direction.
    pub(super) fn missing(&self) -> BTreeMap<&str, Vec<&String>> {
        let missing = self.todos.iter().map(|(todo, finished)| {
            let names: Vec<&String> = finished.missing(todo).collect();
            (todo.direction.key.as_str(), names)
        });
        missing.filter(|(_, names)| !names.is_empty()).collect()
    }

    /// Returns the findings as sentences with the addresses of their sources. Those that the sources do not settle are
    /// left out.
    pub(super) fn narrative(&self) -> Vec<Value> {
        let holds = |finding: &&Finding| matches!(finding.status, ClaimStatus::Supported | ClaimStatus::Contested);
        let sentence = |finding: &Finding, sources: &[Source]| {
            let cited = finding.sources.iter().filter_map(|id| sources.iter().find(|source| source.id == *id));
            let urls: Vec<&str> = cited.map(|source| source.url.as_str()).collect();
            json!({"text": finding.text, "status": finding.status, "sources": urls})
        };
        let of_todo = |(_, finished): &(&Todo, &FinishedTodo)| {
            let research = &finished.research;
            research.findings.iter().filter(holds).map(|one| sentence(one, &research.sources)).collect::<Vec<_>>()
        };
        let mut sentences: Vec<Value> = Vec::new();
        for sentence in self.todos.iter().flat_map(of_todo) {
            if !sentences.iter().any(|known| known["text"] == sentence["text"]) {
                sentences.push(sentence);
            }
        }
        sentences
    }

    fn acceptance(&self) -> BTreeMap<&str, Value> {
        self.todos.iter().map(|(todo, finished)| (todo.direction.key.as_str(), json!(finished.acceptance))).collect()
    }

    /// Returns the given and the read sources, the most useful first, with rank and reason.
    pub(crate) fn candidate_sources(&self, tiers: &SourceTiers) -> Vec<Value> {
        let mut candidates = self.candidates(tiers);
        let order = |tier: Tier| match tier {
            Tier::Official => 0,
            Tier::Secondary => 1,
            Tier::Other => 2,
        };
        candidates
            .sort_by_key(|one| (std::cmp::Reverse(one.cited.min(1)), order(one.tier), std::cmp::Reverse(one.cited)));
        let row = |(index, one): (usize, &Candidate)| json!({"url": one.url, "title": one.title, "rank": index + 1, "tier": one.tier, "reason": one.rank_reason()});
        candidates.iter().enumerate().map(row).collect()
    }

    fn candidates(&self, tiers: &SourceTiers) -> Vec<Candidate> {
        let given = |url: &String| {
            let rating = tiers.rate(url);
            let (tier, reason) = (rating.tier, rating.reason);
            Candidate { url: url.clone(), title: String::new(), tier, reason, is_given: true, is_read: false, cited: 0 }
        };
        let mut candidates: Vec<Candidate> = self.entity.candidate_sources.iter().map(given).collect();
        for (_, finished) in &self.todos {
            for source in &finished.research.sources {
                let cites = finished.research.findings.iter().filter(|one| one.sources.contains(&source.id)).count();
                let place = candidates.iter().position(|one| one.url == source.url).unwrap_or_else(|| {
                    candidates.push(Candidate { is_given: false, ..given(&source.url) });
                    candidates.len() - 1
                });
                let one = &mut candidates[place];
                one.cited += cites;
                one.is_read |= !source.content_hash.is_empty();
                (one.tier, one.reason) = (source.tier, source.tier_reason.clone());
                one.title.clone_from(&source.title);
            }
        }
        candidates
    }
}

impl Candidate {
    fn rank_reason(&self) -> String {
        let tier = match self.tier {
            Tier::Official => "official source",
            Tier::Secondary => "reputable source",
            Tier::Other => "other source",
        };
        let mut reason = if self.reason.is_empty() { tier.to_owned() } else { format!("{tier} ({})", self.reason) };
        match self.cited {
            0 if self.is_read => reason.push_str(", read and not cited"),
            0 => reason.push_str(", not read"),
            1 => reason.push_str(", cited by 1 finding"),
            cited => reason.push_str(&format!(", cited by {cited} findings")),
        }
        if self.is_given {
            reason.push_str(", given with the directions");
        }
        reason
    }
}
