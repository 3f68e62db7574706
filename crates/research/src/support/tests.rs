use proptest::prelude::*;

use super::*;

fn evidence(text: &str) -> Evidence {
    Evidence {
        text: text.to_owned(),
        title: "Harbour of Ostwick".to_owned(),
        publisher: "Ostwick Courier".to_owned(),
        published: NaiveDate::from_ymd_opt(2026, 11, 20),
    }
}

fn verdict(finding: &str, quote: &str) -> Verdict {
    assess(finding, &[evidence(quote)]).verdict
}

/// Asserts that the first finding is supported by the quote, and that the others are contradicted by it.
#[track_caller]
fn check(quote: &str, same: &str, others: &[&str]) {
    assert_eq!(verdict(same, quote), Verdict::Supported, "{same} / {quote}: {:?}", assess(same, &[evidence(quote)]));
    for other in others {
        let assessment = assess(other, &[evidence(quote)]);
        assert!(assessment.is_contradicted(), "{other} / {quote}: {assessment:?}");
    }
}

#[test]
fn numbers_are_compared_by_value() {
    check(
        "The harbour handled 1,250,000 tonnes of grain.",
        "The harbour handled 1.25 million tonnes of grain.",
        &["The harbour handled 1.52 million tonnes of grain.", "The harbour handled 1.25 billion tonnes of grain."],
    );
    check(
        "Der Hafen hat 1,5 Mrd. Euro gekostet.",
        "Der Hafen hat 1,5 Milliarden Euro gekostet.",
        &["Der Hafen hat 1,5 Mio. Euro gekostet.", "Der Hafen hat 15 Mrd. Euro gekostet."],
    );
    check(
        "Le port emploie 12 000 personnes.",
        "Le port emploie douze mille personnes.",
        &["Le port emploie 21 000 personnes."],
    );
    check(
        "El puerto recibió 3,5 millones de toneladas.",
        "El puerto recibió 3.500.000 toneladas.",
        &["El puerto recibió 5,3 millones de toneladas."],
    );
    check("Twenty-five ships left the harbour.", "25 ships left the harbour.", &["Fifty-two ships left the harbour."]);
}

#[test]
fn marked_rounding_is_no_difference() {
    let quote = "The harbour counted 14,571 visitors.";
    assert_eq!(verdict("The harbour counted about 14,500 visitors.", quote), Verdict::Supported);
    assert_eq!(verdict("The harbour counted about 19,000 visitors.", quote), Verdict::Contradicted);
    assert_eq!(verdict("The harbour counted 14,500 visitors.", quote), Verdict::Contradicted);
}

#[test]
fn units_and_rates_are_compared() {
    check(
        "The crane lifts 40 tonnes per hour.",
        "The crane lifts 40 tonnes an hour.",
        &["The crane lifts 40 tonnes per day.", "The crane lifts 40 pounds per hour."],
    );
    check("Die Arbeiten dauern 12 Tage.", "Die Arbeiten dauern zwölf Tage.", &["Die Arbeiten dauern 12 Monate."]);
    check("Les travaux durent six mois.", "Les travaux durent 6 mois.", &["Les travaux durent six semaines."]);
    check("La obra dura dos años.", "La obra dura 2 años.", &["La obra dura dos meses."]);
    check("Its share rose by 3 percent.", "Its share rose by 3 per cent.", &["Its share rose by 3 percentage points."]);
    check("The pier cost $40 million.", "The pier cost 40 million dollars.", &["The pier cost €40 million."]);
}

#[test]
fn dates_are_compared_in_all_forms() {
    check(
        "The pier opened on June 30, 2019.",
        "The pier opened on 2019-06-30.",
        &["The pier opened on June 3, 2019.", "The pier opened on 30 July 2019.", "The pier opened on 30 June 2018."],
    );
    check("Der Pier öffnet am 13. Februar.", "Der Pier öffnet am 13.02.", &["Der Pier öffnet am 23. Februar."]);
    check("Le quai ouvre le 1er avril 2020.", "Le quai ouvre le 1 avril 2020.", &["Le quai ouvre le 1er mai 2020."]);
    check(
        "El muelle abrió el 5 de noviembre de 2020.",
        "El muelle abrió el 5 noviembre 2020.",
        &["El muelle abrió el 6 de noviembre de 2020."],
    );
    check("The pier opened on Monday.", "On Monday the pier opened.", &["The pier opened on Saturday."]);
}

#[test]
fn relative_dates_follow_the_day_of_publication() {
    check("The pier was closed yesterday.", "The pier was closed on 19 November 2026.", &[]);
    assert_ne!(
        verdict("The pier was closed on 12 November 2026.", "The pier was closed yesterday."),
        Verdict::Supported
    );
    assert_eq!(verdict("The pier was closed in October 2026.", "The pier was closed last month."), Verdict::Supported);
}

#[test]
fn negations_are_compared() {
    check(
        "The council will keep the old lighthouse.",
        "The council will keep the old lighthouse.",
        &["The council will not keep the old lighthouse."],
    );
    check(
        "The captain, who was not named, left the ship.",
        "The captain, who was not named, left the ship.",
        &["The captain, who was named, left the ship."],
    );
    check("Der Hafen hat keine Schulden.", "Der Hafen hat keine Schulden.", &["Der Hafen hat Schulden."]);
    check("Le port n'a pas fermé.", "Le port n'a pas fermé.", &["Le port a fermé."]);
    check("El puerto no tiene deudas.", "El puerto no tiene deudas.", &["El puerto tiene deudas."]);
    check("The plan is likely to hold.", "The plan is likely to hold.", &["The plan is unlikely to hold."]);
}

#[test]
fn directions_are_compared() {
    check(
        "Revenues of the harbour rose by 11 percent.",
        "Revenues of the harbour increased by 11 percent.",
        &["Revenues of the harbour fell by 11 percent.", "Revenues of the harbour decreased by 11 percent."],
    );
    check(
        "Der Umsatz des Hafens ist um 4 Prozent gesunken.",
        "Der Umsatz des Hafens ist um vier Prozent gefallen.",
        &["Der Umsatz des Hafens ist um 4 Prozent gestiegen."],
    );
    check(
        "Le trafic du port a diminué en mars.",
        "Le trafic du port a baissé en mars.",
        &["Le trafic du port a augmenté en mars."],
    );
    check(
        "El tráfico del puerto aumentó en marzo.",
        "El tráfico del puerto creció en marzo.",
        &["El tráfico del puerto disminuyó en marzo."],
    );
    check("The ferry sank before the storm.", "The ferry sank before the storm.", &["The ferry sank after the storm."]);
}

#[test]
fn a_converse_says_the_same_the_other_way_round() {
    let quote = "Ostwick lost to Ravenna in the final.";
    assert_eq!(verdict("Ravenna beat Ostwick in the final.", quote), Verdict::Supported);
    assert!(assess("Ostwick beat Ravenna in the final.", &[evidence(quote)]).is_contradicted());
}

#[test]
fn names_must_stand_in_quotes_or_title() {
    let quote = "Mayor Ada Brandt praised the new pier.";
    assert_eq!(verdict("Mayor Ada Brandt praised the new pier.", quote), Verdict::Supported);
    assert_ne!(verdict("Mayor Otto Keller praised the new pier.", quote), Verdict::Supported);
    assert_eq!(verdict("The harbour of Ostwick employs 410 people.", "It employs 410 people."), Verdict::Supported);
    let reported = "The Ostwick Courier reports that Mayor Ada Brandt praised the new pier.";
    assert_eq!(verdict(reported, quote), Verdict::Supported);
}

#[test]
fn a_finding_that_says_more_is_unsupported() {
    let quote = "Most ferries could be late in winter.";
    for finding in [
        "All ferries could be late in winter.",
        "Most ferries will be late in winter.",
        "Most ferries could be late in winter because of ice.",
        "Most ferries could be late in winter, although few passengers know it.",
    ] {
        assert_eq!(verdict(finding, quote), Verdict::Unsupported, "{finding}");
    }
    assert_eq!(verdict("Pancakes need flour.", quote), Verdict::Unsupported);
}

#[test]
fn quotes_support_jointly_what_none_supports_alone() {
    let quotes = ["The rate stood at 2.1 percent in September.", "In October the rate was 1.8 percent."];
    let pieces = quotes.map(evidence);
    let finding = "The rate was 2.1 percent in September and 1.8 percent in October.";
    assert_eq!(assess(finding, &pieces).verdict, Verdict::Supported);
    assert!(quotes.iter().all(|quote| verdict(finding, quote) != Verdict::Supported));
}

#[test]
fn a_direction_or_negation_of_one_quote_is_not_compared_with_another_quote() {
    let quotes = ["The bank of Ober left its policy rate unchanged.", "Inflation in Ober fell and wages did not rise."];
    let finding = "The bank of Ober left its policy rate unchanged, inflation fell and wages did not rise.";
    let assessment = assess(finding, &quotes.map(evidence));
    assert!(!assessment.is_contradicted(), "{assessment:?}");
}

#[test]
fn a_copy_is_decided_without_a_model_and_a_paraphrase_is_not() {
    let quote = "The pier was rebuilt in 2015 and is 300 metres long.";
    assert!(assess(quote, &[evidence(quote)]).is_decided());
    let paraphrase = assess("Since 2015 the harbour has a rebuilt pier.", &[evidence(quote)]);
    assert!(!paraphrase.is_decided() && !paraphrase.is_contradicted(), "{paraphrase:?}");
}

#[test]
fn reasons_name_the_difference() {
    let quote = "The bank left its policy rate unchanged at 3.25 per cent.";
    let Agreement::Contradicted { reason } =
        assess("The bank raised its policy rate to 4.75 per cent.", &[evidence(quote)]).agreement
    else {
        panic!("the numbers differ")
    };
    assert_eq!(reason, "the quotes say 3.25 percent and not 4.75 percent");
}

#[test]
fn what_did_not_change_was_left_unchanged() {
    let is_contradicted = |finding: &str, quote: &str| assess(finding, &[evidence(quote)]).is_contradicted();
    let (unchanged, negated) =
        ("The bank of Ober left its policy rate unchanged.", "The bank of Ober did not change its policy rate.");
    for (finding, quote) in [
        (unchanged, negated),
        (negated, unchanged),
        (negated, "The bank of Ober kept its policy rate at its level."),
        ("Die Bank hat ihren Zins nicht geändert.", "Die Bank hat ihren Zins unverändert gelassen."),
        ("A cut of the rate is not likely.", "A cut of the rate is unlikely."),
    ] {
        assert!(!is_contradicted(finding, quote), "{finding} / {quote}");
    }
    assert!(is_contradicted("The bank of Ober changed its policy rate.", negated));
    assert!(is_contradicted(negated, "The bank of Ober changed its policy rate."));
    assert!(is_contradicted("A cut of the rate is likely.", "A cut of the rate is unlikely."));
}

#[test]
fn a_total_of_the_quotes_is_left_to_the_model() {
    let quote = "The harbour handled 40 tonnes of grain and 25 tonnes of ore.";
    for finding in ["The harbour handled 65 tonnes.", "It handled 15 tonnes more grain than ore."] {
        assert_eq!(verdict(finding, quote), Verdict::Unsupported, "{finding}");
        assert!(!assess(finding, &[evidence(quote)]).is_contradicted(), "{finding}");
    }
    assert!(assess("The harbour handled 66 tonnes of grain.", &[evidence(quote)]).is_contradicted());
}

#[test]
fn a_statement_with_a_negation_between_equal_words_does_not_contradict_itself() {
    let statement = "fellfell$not;fellfell";
    assert!(!assess(statement, &[evidence(statement)]).is_contradicted());
    assert!(assess("The rate rose.", &[evidence("The rate did not rise.")]).is_contradicted());
}

proptest! {
    #[test]
    fn every_statement_supports_itself_and_nothing_panics(
        one in "([A-Za-zäéñ]{1,8}|[0-9]{1,4}|not|rose|fell|more|[.,;%$'-]| ){0,20}",
        other in "\\PC{0,40}",
    ) {
        let itself = assess(&one, &[Evidence { text: one.clone(), ..Evidence::default() }]);
        prop_assert!(!itself.is_contradicted(), "{itself:?}");
        let assessment = assess(&one, &[Evidence { text: other.clone(), title: one.clone(), ..Evidence::default() }]);
        prop_assert!((0.0..=1.0).contains(&assessment.coverage));
        assess(&other, &[]);
    }
}

#[test]
fn days_of_a_span_are_dates() {
    check(
        "From 15 to 21 November 2026 the price of grain went from 0.21 to 0.09 euros.",
        "On 15 November 2026 the price of grain was 0.21 euros.",
        &["On 14 November 2026 the price of grain was 0.21 euros."],
    );
    check(
        "The fair in Ostwick runs 3–9 May 2027.",
        "The fair in Ostwick runs from 3 to 9 May 2027.",
        &["The fair in Ostwick runs from 2 to 9 May 2027."],
    );
    let span = "From 15 to 21 November 2026 the price of grain fell.";
    assert_eq!(verdict("On 17 November 2026 the price of grain fell.", span), Verdict::Unsupported, "inside the span");
    check("The fair runs from May 3 to 9, 2027.", "The fair runs from 3 May to 9 May 2027.", &[]);
}

#[test]
fn a_limit_or_an_end_of_a_range_is_no_exact_number() {
    let quote = "The harbour will cut up to 300 jobs.";
    assert_eq!(verdict("The harbour will cut up to 300 jobs.", quote), Verdict::Supported);
    assert_eq!(verdict("The harbour will cut 300 jobs.", quote), Verdict::Unsupported);
    assert_eq!(verdict("The harbour will cut at least 300 jobs.", quote), Verdict::Contradicted);
    let quote = "Turnout is expected to be between 64 and 68 per cent.";
    assert_eq!(verdict("Turnout is expected to be between 64 and 68 per cent.", quote), Verdict::Supported);
    assert_eq!(verdict("Turnout is expected to be 68 per cent.", quote), Verdict::Unsupported);
}

#[test]
fn basis_points_are_hundredths_of_percentage_points() {
    check(
        "The bank cut its rate by 0.25 percentage points.",
        "The bank cut its rate by 0.25 percentage points.",
        &["The bank cut its rate by 50 basis points.", "The bank cut its rate by 0.25 per cent."],
    );
    let same = assess(
        "The bank cut its rate by 25 basis points.",
        &[evidence("The bank cut its rate by 0.25 percentage points.")],
    );
    assert_eq!(same.agreement, Agreement::Consistent);
}

#[test]
fn the_order_of_names_around_a_deed_counts() {
    let [acme, ober] = ["Acme sued Borealis in May.", "Ober sold the plant to Unter."];
    assert_eq!(verdict(acme, "Borealis sued Acme in May."), Verdict::Unsupported);
    assert_eq!(verdict(ober, "Unter sold the plant to Ober."), Verdict::Contradicted, "who sells does not buy");
    assert_eq!(
        verdict("Acme was sued by Borealis.", "Borealis sued Acme."),
        verdict("Acme was sued by Borealis.", "Borealis has sued Acme.")
    );
    assert_eq!(verdict("Acme and Borealis merged.", "Borealis and Acme merged."), Verdict::Supported);
}

#[test]
fn quarters_and_spaced_thousands_are_compared() {
    check(
        "The court ruled in the third quarter of 2026.",
        "The court ruled in Q3 2026.",
        &["The court ruled in the second quarter of 2026."],
    );
    check(
        "The index stood at 1,204.5 points.",
        "The index stood at 1 204.5 points.",
        &["The index stood at 1 240.5 points."],
    );
    check(
        "The port holds 12 500 000 litres.",
        "The port holds 12.5 million litres.",
        &["The port holds 12 600 000 litres."],
    );
}
