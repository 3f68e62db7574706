//! Which statements are the same fact, and which compete.

use super::*;

fn same(one: &str, two: &str) -> bool {
    identify(one, "").key == identify(two, "").key
}

fn compete(one: &str, two: &str) -> bool {
    !same(one, two) && identify(one, "").topic == identify(two, "").topic
}

#[test]
fn the_same_fact_in_nearly_the_same_words_has_one_key() {
    for (one, two) in [
        (
            "The Bank of Norland left its rate unchanged at 3.25%.",
            "the Bank of Norland left its rate unchanged at 3.25 per cent",
        ),
        ("Zebra Coin has 1,250,000 holders.", "Zebra Coin has 1250000 holders"),
        (
            "The Senate of Norland passed the bill on 3 October 2026.",
            "On 2026-10-03 the Senate of Norland passed the bill.",
        ),
        ("It isn't true that the Norland vote failed.", "It is not true that the Norland vote failed."),
    ] {
        assert!(same(one, two), "{one} / {two}\n{:?}\n{:?}", identify(one, "").key, identify(two, "").key);
    }
}

#[test]
fn other_figures_dates_names_and_negations_are_other_facts() {
    for (one, two) in [
        ("The Bank of Norland left its rate at 3.25%.", "The Bank of Norland left its rate at 3.50%."),
        (
            "The Senate passed the Norland bill on 3 October 2026.",
            "The Senate passed the Norland bill on 4 October 2026.",
        ),
        ("Revenue of Acme was $5 million in 2024.", "Revenue of Acme was $5 million in 2025."),
        ("In court Acme sued Beta.", "In court Beta sued Acme."),
        ("The pool of Acme is locked.", "The pool of Acme is not locked."),
        ("The price of Norland oil rose.", "The price of Norland oil fell."),
    ] {
        assert!(!same(one, two), "{one} / {two}");
    }
}

#[test]
fn a_changed_measure_a_negation_a_direction_and_another_holder_of_a_role_compete() {
    for (one, two) in [
        ("The policy rate of the Bank of Norland is 3.25%.", "The policy rate of the Bank of Norland is 3.5 per cent."),
        ("Zebra Coin has 12 holders.", "Zebra Coin has 15 holders."),
        ("The pool of Acme is locked.", "The pool of Acme is not locked."),
        ("The price of Norland oil rose.", "The price of Norland oil fell."),
        ("Jane Doe is the chief executive of Acme.", "John Roe is the CEO of Acme."),
    ] {
        assert!(compete(one, two), "{one} / {two}\n{:?}\n{:?}", identify(one, "").topic, identify(two, "").topic);
    }
}

#[test]
fn statements_about_other_things_do_not_compete() {
    for (one, two) in [
        ("Revenue of Acme was $5 million in 2024.", "Revenue of Acme was $6 million in 2025."),
        ("The 5-year bond of Norland yields 3%.", "The 10-year bond of Norland yields 4%."),
        ("In Norland, Apollo 11 landed.", "In Norland, Apollo 12 landed."),
        ("The rate of Norland rose from 3% to 4%.", "The rate of Norland rose from 4% to 5%."),
        ("Jane Doe is a member of the board of Acme.", "John Roe is a member of the board of Acme."),
        ("Jane Doe is the president of Acme.", "John Roe is the president of Beta."),
        ("Norland published report 3 in time.", "Norland published report 4 in time."),
        ("Turnout in Norland was 54% in May 2024.", "Turnout in Norland was 61% in May 2028."),
    ] {
        assert!(!compete(one, two), "{one} / {two}");
    }
}

#[test]
fn a_statement_without_a_name_belongs_to_its_subject() {
    let text = "The liquidity is locked.";
    assert_ne!(identify(text, "token a").key, identify(text, "token b").key);
    let named = "The liquidity of Zebra Coin is locked.";
    assert_eq!(identify(named, "token a"), identify(named, "a question"));
    assert!(is_self_contained("Ocean warming has sped up.") && !is_self_contained("Will it pass?"));
}
