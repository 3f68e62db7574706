//! Stated evidence as factors that can be reckoned with: only findings that exist, each as reliable as it stands, none counted twice.

use forecasting::{Direction, Factor, Strength};
use serde::Deserialize;

use crate::digest::{Digest, Item};

/// Evidence as a model weighs it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Stated {
    /// References to findings, `question/finding`.
    pub evidence: Vec<String>,
    /// Where it points.
    pub direction: Direction,
    /// How strongly.
    pub strength: Strength,
    /// Factors of one group depend on one another and count once. Empty: a group of its own.
    #[serde(default)]
    pub group: String,
}

/// A finding that is supported, but by one voice that is not official: in one of five cases it is not so.
const ONE_VOICE: f64 = 0.8;
/// A finding that sources contradict, or that nobody said enough about, may as well not be so.
const DOUBTED: f64 = 0.5;

/// The factors: what cites nothing that exists is no evidence, what is doubted is a hint at most.
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
        depends_on: depends_on(&stated.group, &items),
    })
}

fn reliability(item: &Item) -> f64 {
    match (item.is_doubted(), item.is_verified()) {
        (true, _) => DOUBTED,
        (false, true) => 1.0,
        (false, false) => ONE_VOICE,
    }
}

/// Findings of one page are one report, unless somebody else says so too.
fn depends_on(group: &str, items: &[&Item]) -> Vec<String> {
    let alone = items.iter().filter(|item| item.voices < 2);
    let mut keys: Vec<String> = alone.flat_map(|item| &item.pages).map(|page| format!("page {page}")).collect();
    let group = group.trim();
    if !group.is_empty() {
        keys.push(format!("group {group}"));
    }
    keys
}

#[cfg(test)]
mod tests {
    use domain::{ClaimStatus, Tier};
    use forecasting::shift;

    use super::*;
    use crate::sample::{found, state};

    fn stated(ids: &[&str], strength: Strength) -> Stated {
        let evidence = ids.iter().map(|id| (*id).to_owned()).collect();
        Stated { evidence, direction: Direction::Up, strength, group: String::new() }
    }

    /// Two findings of one page, as a test wants them to stand.
    fn digest(change: impl Fn(&mut domain::Research)) -> Digest {
        let mut evidence = found(2);
        change(&mut evidence.research);
        Digest::of(&state(&[("i1q1", Some(evidence))]))
    }

    fn verified(research: &mut domain::Research) {
        research.findings.iter_mut().for_each(|finding| finding.voices = 2);
    }

    #[test]
    fn invented_evidence_is_none() {
        let made = factors(
            &[stated(&["i7q7/f7"], Strength::Strong), stated(&["[i1q1/f1]"], Strength::Weak)],
            &digest(verified),
        );
        assert_eq!(made.len(), 1);
        assert_eq!(made[0].evidence, ["i1q1/f1"]);
    }

    #[test]
    fn a_finding_is_as_reliable_as_it_stands() {
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
    fn two_findings_of_one_page_are_one_report_unless_others_say_so_too() {
        let both = [stated(&["i1q1/f1"], Strength::Moderate), stated(&["i1q1/f2"], Strength::Moderate)];
        let one = shift(&factors(&both, &digest(|research| research.sources[0].tier = Tier::Official)));
        assert!((one - 2f64.ln()).abs() < 1e-12);
        assert!((shift(&factors(&both, &digest(verified))) - 4f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn a_stated_group_counts_once() {
        let mut both = [stated(&["i1q1/f1"], Strength::Moderate), stated(&["i1q1/f2"], Strength::Weak)];
        both.iter_mut().for_each(|stated| stated.group = " poll ".into());
        assert!((shift(&factors(&both, &digest(verified))) - 2f64.ln()).abs() < 1e-12);
    }
}
