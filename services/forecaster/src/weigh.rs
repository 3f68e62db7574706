//! Converts stated evidence to factors: only existing findings count, weighted by their reliability, and none counts
//! twice.
use forecasting::{Direction, Factor, Strength};
use serde::Deserialize;

use crate::digest::{Digest, Item};
use crate::similar::Content;

/// Evidence as a model weighs it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Stated {
    /// References of findings, `question/finding`.
    pub evidence: Vec<String>,
    /// Direction of the evidence.
    pub direction: Direction,
    /// Strength of the evidence.
    pub strength: Strength,
    /// Factors of one group depend on one another and count once. An empty group contains this factor only.
    #[serde(default)]
    pub group: String,
    /// The evidence alone settles the question. Counts only if a supported finding of an official source is among it.
    #[serde(default)]
    pub settles: bool,
}

/// Reliability of a supported finding with one source that is not official: one in five is wrong.
const ONE_SOURCE: f64 = 0.8;
/// Reliability of a finding that is contested or unclear.
const DOUBTED: f64 = 0.5;

/// Converts stated evidence. A factor without an existing finding is dropped; a doubted one is weak at most.
pub fn factors(stated: &[Stated], digest: &Digest) -> Vec<Factor> {
    stated.iter().filter_map(|stated| factor(stated, digest)).collect()
}

fn factor(stated: &Stated, digest: &Digest) -> Option<Factor> {
    let ids = stated.evidence.iter().map(|id| id.trim_matches(['[', ']']));
    let items: Vec<&Item> = ids.filter_map(|id| digest.item(id)).collect();
    if items.is_empty() {
        return None;
    }
    let doubted = items.iter().all(|item| item.is_doubted());
    Some(Factor {
        evidence: items.iter().map(|item| item.reference.clone()).collect(),
        direction: stated.direction,
        strength: if doubted { stated.strength.min(Strength::Weak) } else { stated.strength },
        reliability: items.iter().map(|item| reliability(item)).fold(0.0, f64::max),
        depends_on: depends_on(&stated.group, &items, digest),
        settles: stated.settles && items.iter().any(|item| !item.is_doubted() && item.is_official()),
    })
}

fn reliability(item: &Item) -> f64 {
    match (item.is_doubted(), item.is_verified()) {
        (true, _) => DOUBTED,
        (false, true) => 1.0,
        (false, false) => ONE_SOURCE,
    }
}

/// Findings of one page with the same content depend on one another unless a second independent source supports them;
/// findings of one page with different content are separate evidence.
fn depends_on(group: &str, items: &[&Item], digest: &Digest) -> Vec<String> {
    let alone = items.iter().filter(|item| item.independent_sources < 2);
    let mut keys: Vec<String> =
        alone.filter_map(|item| Some(format!("statement {}", first_of(item, digest)?))).collect();
    let group = group.trim();
    if !group.is_empty() {
        keys.push(format!("group {group}"));
    }
    keys
}

/// Returns the reference of the first finding of the same page that has the same content.
fn first_of<'a>(item: &Item, digest: &'a Digest) -> Option<&'a str> {
    let content = Content::of(&item.text);
    let shares_page = |other: &Item| other.pages.iter().any(|page| item.pages.contains(page));
    let mut alike = digest.findings.iter().filter(|other| shares_page(other));
    alike.find(|other| Content::of(&other.text).repeats(&content)).map(|first| first.reference.as_str())
}

#[cfg(test)]
mod tests {
    use domain::{ClaimStatus, Tier};
    use forecasting::shift;

    use super::*;
    use crate::sample::{found, state};

    fn stated(ids: &[&str], strength: Strength) -> Stated {
        let evidence = ids.iter().map(|id| (*id).to_owned()).collect();
        Stated { evidence, direction: Direction::Up, strength, group: String::new(), settles: false }
    }

    /// Two findings of one page, changed as the test needs them.
    fn digest(change: impl Fn(&mut domain::Research)) -> Digest {
        let mut evidence = found(2);
        change(&mut evidence.research);
        Digest::from_state(&state(&[("i1q1", Some(evidence))]))
    }

    fn verified(research: &mut domain::Research) {
        research.findings.iter_mut().for_each(|finding| finding.independent_sources = 2);
    }

    #[test]
    fn evidence_that_does_not_exist_is_dropped() {
        let made = factors(
            &[stated(&["i7q7/f7"], Strength::Strong), stated(&["[i1q1/f1]"], Strength::Weak)],
            &digest(verified),
        );
        assert_eq!(made.len(), 1);
        assert_eq!(made[0].evidence, ["i1q1/f1"]);
    }

    #[test]
    fn reliability_depends_on_status_and_sources() {
        let of = |digest: &Digest| factors(&[stated(&["i1q1/f1"], Strength::Strong)], digest).remove(0);
        let sure = of(&digest(verified));
        let alone = of(&digest(|_| {}));
        let official = of(&digest(|research| research.sources[0].tier = Tier::Official));
        let contested = of(&digest(|research| research.findings[0].status = ClaimStatus::Contested));
        assert!((sure.weight() - 4f64.ln()).abs() < 1e-12 && (official.weight() - sure.weight()).abs() < 1e-12);
        assert!(alone.weight() < sure.weight() && contested.weight() < alone.weight());
        assert_eq!(contested.strength, Strength::Weak, "an unclear or contested finding is a hint at most");
    }

    #[test]
    fn findings_of_one_page_count_once_if_their_content_is_the_same() {
        let both = [stated(&["i1q1/f1"], Strength::Moderate), stated(&["i1q1/f2"], Strength::Moderate)];
        let official = |research: &mut domain::Research| research.sources[0].tier = Tier::Official;
        assert!((shift(&factors(&both, &digest(official))) - 4f64.ln()).abs() < 1e-12, "two senators");
        let repeated = digest(|research| {
            official(research);
            research.findings[1].text = "In the evening Senator 1 said: he supports the bill".into();
        });
        assert!((shift(&factors(&both, &repeated)) - 2f64.ln()).abs() < 1e-12);
        let elsewhere = digest(|research| {
            verified(research);
            research.findings[1].text = "In the evening Senator 1 said: he supports the bill".into();
        });
        assert!((shift(&factors(&both, &elsewhere)) - 4f64.ln()).abs() < 1e-12, "others support them");
    }

    #[test]
    fn only_a_supported_official_finding_settles() {
        let decisive = Stated { settles: true, ..stated(&["i1q1/f1"], Strength::Strong) };
        let settles = |digest: &Digest| factors(std::slice::from_ref(&decisive), digest)[0].settles;
        assert!(settles(&digest(|research| research.sources[0].tier = Tier::Official)));
        assert!(!settles(&digest(verified)));
        assert!(!settles(&digest(|research| {
            research.sources[0].tier = Tier::Official;
            research.findings[0].status = ClaimStatus::Contested;
        })));
    }

    #[test]
    fn a_stated_group_counts_once() {
        let mut both = [stated(&["i1q1/f1"], Strength::Moderate), stated(&["i1q1/f2"], Strength::Weak)];
        both.iter_mut().for_each(|stated| stated.group = " poll ".into());
        assert!((shift(&factors(&both, &digest(verified))) - 2f64.ln()).abs() < 1e-12);
    }
}
