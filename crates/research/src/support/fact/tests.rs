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
        ("The share of Norland is 4.5 %.", "The share of Norland is 4.50 per cent."),
        ("The share of Norland is 4.5%.", "The share of Norland is four and a half percent."),
        ("The share of Norland is 4.5%.", "The share of Norland is 4½%."),
        ("The share of Norland is 4.5%.", "The share of Norland is four point five per cent."),
        ("The share of Norland is 4.5%.", "Norland's share is 4.5 percent."),
        ("The share of Norland is 4.5%.", "The share of Norland is ４．５％."),
        ("Acme employs twenty-one people.", "Acme employs 21 people."),
        ("Acme raised $3 million in Norland.", "Acme raised US$3m in Norland."),
        ("Acme raised $3 million in Norland.", "Acme raised USD 3.0 million in Norland."),
        ("Zebra Coin trades at $0.05.", "Zebra Coin trades at 0.05 USD."),
        ("The road to Brae has 12 km.", "The road to Brae has 12 kilometres."),
        ("The road to Brae has 12 km.", "The road to Brae has 12km."),
        ("The bank of Norland cut it by 25 basis points.", "The bank of Norland cut it by 0.25 percentage points."),
        ("It was -5 °C in Kelm.", "It was minus 5 °C in Kelm."),
        ("In Brae Acme lost -$5 million.", "In Brae Acme lost $-5 million."),
        ("The Senate of Norland met on 3 October 2026.", "The Senate of Norland met on October 3rd, 2026."),
        ("The Senate of Norland met on 3 October 2026.", "The Senate of Norland met on Saturday, 2026/10/03."),
        ("Turnout of Norland was 61% in Q3 2026.", "Turnout of Norland was 61% in the third quarter of 2026."),
        ("Jane Doe is the chief executive of Acme.", "Acme's CEO is Jane Doe."),
        ("Jane Doe is the CEO of Acme.", "The CEO of Acme is Jane Doe."),
        ("Die Quote von Norland lag bei 4,5 %.", "Die Quote von Norland lag bei 4,50 Prozent."),
        ("Le taux de Norland était de 4,5 %.", "Le taux de Norland était de quatre et demi pour cent."),
        ("De quote van Norland was 4,5%.", "De quote van Norland was 4,5 procent."),
        ("Il tasso di Norland era del 4,5%.", "Il tasso di Norland era del 4,5 per cento."),
        ("معدل نورلاند ٤٫٥٪.", "معدل نورلاند 4.5%."),
        ("2026年5月の失業率は4.5%だった。", "2026年5月の失業率は４．５％だった。"),
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
        ("It was -5 °C in Kelm.", "It was 5 °C in Kelm."),
        ("Zebra Coin changed by +5%.", "Zebra Coin changed by −5%."),
        ("More than 4,900 people live in Kelm.", "Fewer than 4,900 people live in Kelm."),
        ("More than 4,900 people live in Kelm.", "About 4,900 people live in Kelm."),
        ("Acme will open 3 stores in Kelm.", "Acme opened 3 stores in Kelm."),
        ("In May Acme may buy Beta.", "In May Acme will buy Beta."),
        ("El banco de Norland subirá el tipo.", "El banco de Norland subió el tipo."),
        ("Jane Doe was the president of Norland.", "Jane Doe is the president of Norland."),
        ("The road to Brae has 12 km.", "The road to Brae has 12 miles."),
        ("Acme raised 4.5 million euros in Brae.", "Acme raised 4.5 million dollars in Brae."),
        ("معدل نورلاند ٤٫٥٪.", "معدل نورلاند ٥٫٢٪."),
        ("नॉरलैंड की दर ४.५% है।", "नॉरलैंड की दर ५.२% है।"),
        ("อัตราของนอร์แลนด์ ๔.๕%", "อัตราของนอร์แลนด์ ๕.๒%"),
        ("2026年5月の失業率は4.5%だった。", "2026年6月の失業率は4.5%だった。"),
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
        ("The CEO of Acme is Jane Doe.", "Acme's CEO is John Roe."),
        ("Acme was founded in 1994.", "Acme was founded in 1995."),
        ("Jane Doe was born on 3 May 1970.", "Jane Doe was born in 1971."),
        ("It was -5 °C in Kelm.", "It was 5 °C in Kelm."),
        ("Acme will open 3 stores in Kelm.", "Acme opened 3 stores in Kelm."),
        ("2026年5月の失業率は4.5%だった。", "2026年5月の失業率は5.2%だった。"),
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
fn a_statement_belongs_to_its_subject_unless_it_names_what_it_is_about() {
    for text in [
        "The liquidity is locked.",
        "Liquidity is locked on Raydium.",
        "The token trades on Binance.",
        "It is listed on Binance.",
        "The price is 0.05 USD.",
        "The company is based in London.",
        "The CEO resigned.",
        "Holders rose in Q3.",
        "Die Liquidität ist gesperrt.",
        "流动性已锁定。",
    ] {
        assert_ne!(identify(text, "zebra-coin").key, identify(text, "acme-coin").key, "{text}");
    }
    for text in [
        "The liquidity of Zebra Coin is locked.",
        "Zebra Coin is listed on Binance.",
        "The Bank of Norland left its rate at 3.25%.",
        "On Monday the Fed of Norland met.",
        "Die Quote von Norland lag bei 4,5 %.",
    ] {
        assert_eq!(identify(text, "zebra-coin"), identify(text, "What happened?"), "{text}");
    }
    let text = "Acme is based in Kelm.";
    assert_eq!(identify(text, "acme"), identify(text, "Where is Acme based?"), "the subject has the name");
    assert_ne!(identify(text, "Where is Acme based?").key, identify(text, "Which firms are in Kelm?").key);
}

#[test]
fn a_question_counts_with_its_context_unless_it_names_what_it_is_about() {
    for (question, names) in [
        ("Will it pass?", false),
        ("Is liquidity locked?", false),
        ("Is liquidity locked on Raydium?", false),
        ("What is the price in USD?", false),
        ("Wie hoch ist der Kurs?", false),
        ("What is the policy rate of the Bank of Norland?", true),
        ("What was unemployment in Norland?", true),
        ("Wie hoch ist der Leitzins von Norland?", true),
    ] {
        assert_eq!(naming::question_states_subject(&Text::new(question)), names, "{question}");
    }
}

#[test]
fn questions_about_the_past_and_the_future_differ() {
    let tense = |question: &str| tense(&Text::new(question));
    assert_ne!(tense("What was the rate of Norland?"), tense("What is the rate of Norland?"));
    assert_ne!(tense("What will the rate of Norland be?"), tense("What was the rate of Norland?"));
}

#[test]
fn a_question_may_mean_the_day_on_which_it_is_asked() {
    for (question, relative) in [
        ("What was the turnout yesterday?", true),
        ("Wie hoch war die Inflation in den letzten Tagen?", true),
        ("Wie hoch war die Quote von Norland gestern?", true),
        ("What was the turnout in May 2026?", false),
    ] {
        assert_eq!(is_relative(question), relative, "{question}");
    }
}

proptest::proptest! {
    #[test]
    fn equal_facts_have_equal_topics(
        text in "(Acme|Norland|5|12|-| km| year| percent| founded| may| rose| not| is| the CEO of| Jane| in 1994| ){1,9}",
    ) {
        let other = text.replace(" km", "km").replace(" year", "-year").replace("the CEO", "CEO").replace(" percent", "%");
        let (one, two) = (identify(&text, "s"), identify(&other, "s"));
        proptest::prop_assert!(one.key != two.key || one.topic == two.topic, "{one:?}\n{two:?}");
    }
}
