//! Facts after several rounds of research.

use domain::entity::fact::{apply, learn};
use domain::{MicroUsd, Source};
use proptest::prelude::*;

use super::*;

fn at(day: i64) -> Time {
    Time::from_timestamp(1_700_000_000 + day * 86_400, 0).expect("a time")
}

/// Findings as (text, address, day of publication).
fn research(day: i64, findings: &[(&str, &str, Option<i64>)]) -> Research {
    let source = |(n, (_, url, published)): (usize, &(&str, &str, Option<i64>))| Source {
        id: format!("s{n}"),
        url: (*url).to_owned(),
        published_at: published.map(at),
        fetched_at: at(day),
        content_hash: "x".to_owned(),
        ..domain::testing::source()
    };
    let finding = |(n, (text, ..)): (usize, &(&str, &str, Option<i64>))| Finding {
        id: format!("f{n}"),
        text: (*text).to_owned(),
        sources: vec![format!("s{n}")],
        ..domain::testing::finding()
    };
    Research {
        summary: String::new(),
        findings: findings.iter().enumerate().map(finding).collect(),
        sources: findings.iter().enumerate().map(source).collect(),
        confidence: 0.5,
        made_at: at(day),
        expires_at: at(day + 1),
        cost: MicroUsd::ZERO,
        model: String::new(),
        prompt_version: String::new(),
        ..domain::testing::research()
    }
}

/// Returns the facts after the rounds. `refuted` lists the judged refutations as (value of the fact, text of the
/// finding).
fn facts_after(researches: &[Research], refuted: &[(&str, &str)]) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    for research in researches {
        let known = valid_findings(facts.clone());
        let mut judged = Stances::new();
        for statement in stance_queries(&known, research) {
            for quote in &statement.evidence {
                let refutes = refuted.contains(&(statement.text.as_str(), quote.text.as_str()));
                let stance = if refutes { Stance::Refutes } else { Stance::Neutral };
                judged.insert((statement.id.clone(), quote.id.clone()), stance);
            }
        }
        let now = research.made_at;
        for statement in statements(&known, research, &judged) {
            let mut of: Vec<Fact> =
                facts.iter().filter(|fact| fact.attribute == statement.attribute).cloned().collect();
            facts.retain(|fact| fact.attribute != statement.attribute);
            let change = learn(&of, &statement, now);
            apply(&mut of, change, now);
            facts.extend(of);
        }
    }
    facts
}

/// Returns the values valid on one day, as known on another.
fn true_on(facts: &[Fact], day: i64, known: i64) -> Vec<&str> {
    let holds = |fact: &&Fact| fact.holds(at(day), at(known)) && !fact.value.is_empty();
    let mut texts: Vec<&str> = facts.iter().filter(holds).map(|fact| fact.value.as_str()).collect();
    texts.sort_unstable();
    texts
}

const BULLISH: &str = "The team locked all liquidity for a year.";
const RUG: &str = "The deployer removed the liquidity and left.";
const PAGE: &str = "https://news.example.org/1";

#[test]
fn a_rug_pull_ends_facts_and_deletes_none() {
    let researches =
        [research(10, &[(BULLISH, PAGE, Some(5))]), research(30, &[(RUG, "https://other.example.org/", Some(28))])];
    let facts = facts_after(&researches, &[(BULLISH, RUG)]);
    assert_eq!(true_on(&facts, 20, 40), [BULLISH], "it was true then");
    assert_eq!(true_on(&facts, 29, 40), [RUG]);
    assert_eq!(true_on(&facts, 29, 29), [BULLISH], "that was thought then");
    let ended = facts.iter().find(|fact| fact.valid_until == Some(at(28))).expect("an end");
    assert!(ended.because.contains(RUG) && ended.because.contains("other.example.org"), "{}", ended.because);
}

#[test]
fn an_opposite_statement_in_the_same_words_needs_no_judge() {
    let listed = "WIF is listed on the exchange.";
    let delisted = "WIF is not listed on the exchange.";
    let facts = facts_after(&[research(1, &[(listed, PAGE, None)]), research(2, &[(delisted, PAGE, None)])], &[]);
    assert_eq!((true_on(&facts, 1, 9), true_on(&facts, 3, 9)), (vec![listed], vec![delisted]));
}

#[test]
fn older_evidence_does_not_end_a_newer_fact() {
    let researches = [research(10, &[(BULLISH, PAGE, Some(9))]), research(12, &[(RUG, PAGE, Some(2))])];
    assert_eq!(true_on(&facts_after(&researches, &[(BULLISH, RUG)]), 20, 20), [RUG, BULLISH]);
}

#[test]
fn a_price_is_one_fact_with_several_values() {
    let price = |day: i64, text| research(day, &[(text, "tool:get_token_metadata/Mint", None)]);
    let facts = facts_after(
        &[price(1, "WIF is priced at 0.5 US dollars."), price(2, "WIF is priced at 0.75 US dollars.")],
        &[],
    );
    assert_eq!(true_on(&facts, 1, 9), ["WIF is priced at 0.5 US dollars."]);
    assert_eq!(true_on(&facts, 3, 9), ["WIF is priced at 0.75 US dollars."]);
    let (old, new) = (
        "Jupiter prices WIF at 0.5 US dollars as of 31 January 2026, 23:59 UTC, 2 minutes before the look-up.",
        "Jupiter prices WIF at 0.75 US dollars as of 1 February 2026, 08:10 UTC, 1 hour before the look-up.",
    );
    let facts = facts_after(&[price(1, old), price(2, new)], &[]);
    assert_eq!(true_on(&facts, 3, 9), [new], "the time of a price is no part of what the fact is about");
}

#[test]
fn contested_findings_are_not_stored_and_repeated_ones_change_nothing() {
    let mut contested = research(1, &[(BULLISH, PAGE, None)]);
    contested.findings[0].status = ClaimStatus::Contested;
    assert!(statements(&[], &contested, &Stances::new()).is_empty());
    let again = research(3, &[("All liquidity was locked for a year by the team.", PAGE, Some(2))]);
    let facts = facts_after(&[research(1, &[(BULLISH, PAGE, None)]), again], &[]);
    assert_eq!((facts.len(), facts[0].valid_from), (1, at(1)));
}

proptest! {
    /// For all judgements: nothing is deleted, no statement is repeated, and only valid facts end.
    #[test]
    fn no_stance_can_delete_or_invent(refuted in prop::collection::vec((0_usize..4, 0_usize..4), 0..8), days in prop::collection::vec(0_i64..9, 4)) {
        let texts = ["Liquidity is locked.", "The liquidity was removed.", "Ann runs the team.", "The team has no liquidity."];
        let researches: Vec<Research> =
            texts.iter().zip(&days).enumerate().map(|(n, (text, day))| research(10 + i64::try_from(n).unwrap(), &[(text, PAGE, Some(*day))])).collect();
        let pairs: Vec<(&str, &str)> = refuted.iter().map(|(one, other)| (texts[*one], texts[*other])).collect();
        let facts = facts_after(&researches, &pairs);
        for text in texts {
            prop_assert!(facts.iter().any(|fact| fact.value == text), "{} was deleted", text);
        }
        for fact in facts.iter().filter(|fact| fact.value.is_empty()) {
            prop_assert!(fact.source.starts_with("refuted by"));
        }
    }
}
