//! Findings that change who did what, what was chosen, when, or what a figure is.

use super::kinds_test::rows;
use super::*;

#[test]
fn who_does_something_to_whom_counts_in_both_voices() {
    let fined = "Harlan Mining was fined 5 million dollars by the state of Nevada for polluting a river.";
    let replaced = "Boardman resigned; she was replaced by Tully.";
    let sued = "Die Gewerkschaft hat den Konzern verklagt.";
    let claim = "Das Landgericht hat die Klage der Gemeinde gegen den Betreiber Solvia abgewiesen.";
    let arrested = "Police arrested a driver who had attacked a nurse.";
    rows(
        &[
            (fined, "Nevada fined Harlan Mining 5 million dollars for polluting a river."),
            (fined, "Harlan Mining was fined 5 million dollars."),
            (replaced, "Tully replaced Boardman."),
            (sued, "Der Konzern wurde von der Gewerkschaft verklagt."),
            (claim, "Die Klage der Gemeinde gegen Solvia wurde vom Landgericht abgewiesen."),
            (arrested, "A driver was arrested by police."),
            ("Telco fue comprada por Andina.", "Andina compró Telco."),
        ],
        &[
            (fined, "Harlan Mining fined the state of Nevada 5 million dollars."),
            (fined, "The state of Nevada was fined 5 million dollars by Harlan Mining."),
            (replaced, "Boardman replaced Tully."),
            (sued, "Der Konzern hat die Gewerkschaft verklagt."),
            (claim, "Das Landgericht hat die Klage von Solvia gegen die Gemeinde abgewiesen."),
            (arrested, "A nurse was arrested by police."),
            (arrested, "Police arrested a nurse."),
            ("La mairie a attaqué l'entreprise en justice.", "L'entreprise a attaqué la mairie en justice."),
            ("Telco fue comprada por Andina.", "Telco compró Andina."),
        ],
    );
}

#[test]
fn what_is_set_aside_is_not_stated() {
    let tram = "The council decided to build a tram line instead of a bypass.";
    let ships = "Die Werft hat 2025 acht statt wie geplant zwölf Schiffe ausgeliefert.";
    let chosen = "Voters chose Rivera over Stone.";
    rows(
        &[
            (tram, "The council decided to build a tram line."),
            ("Der Stadtrat beschloss eine Sanierung anstelle eines Neubaus.", "Der Stadtrat beschloss eine Sanierung."),
            (chosen, "Voters chose Rivera."),
        ],
        &[
            (tram, "The council decided to build a bypass."),
            (tram, "The council decided to build a bypass rather than a tram line."),
            (ships, "Die Werft hat 2025 zwölf Schiffe ausgeliefert."),
            (chosen, "Voters chose Stone over Rivera."),
            ("Le conseil a préféré un tramway plutôt qu'une ligne de bus.", "Le conseil a préféré une ligne de bus."),
            ("La ley se aprobará en octubre en lugar de en julio.", "La ley se aprobará en julio."),
        ],
    );
}

#[test]
fn rulings_targets_and_orders_have_directions() {
    let order = "Output of lithium exceeded that of nickel last year.";
    let dismissed = "Das Gericht hat die Beschwerde der Firma abgewiesen.";
    let final_match = "Wells was beaten by Novak in the final.";
    let denied = "Le maire n'a pas exclu une hausse de la taxe foncière.";
    rows(
        &[
            (order, "Output of lithium exceeded that of nickel."),
            (dismissed, "Die Beschwerde der Firma wurde abgewiesen."),
            (denied, "Le maire n'a pas exclu une augmentation de la taxe foncière."),
            (final_match, "Novak beat Wells in the final."),
        ],
        &[
            (order, "Output of nickel exceeded that of lithium last year."),
            (final_match, "Wells beat Novak in the final."),
            (dismissed, "Das Gericht gab der Beschwerde der Firma statt."),
            ("The court upheld the ruling of May.", "The court overturned the ruling of May."),
            ("Third-quarter profit topped expectations.", "Third-quarter profit missed expectations."),
            ("Las ventas de motos superaron a las de coches.", "Las ventas de coches superaron a las de motos."),
        ],
    );
}

#[test]
fn a_plan_is_not_done() {
    let plan = "The company plans to close three of its eight plants.";
    rows(
        &[(plan, "The company plans to close three plants."), (plan, "The company will close three of its plants.")],
        &[
            (plan, "The company has closed three of its eight plants."),
            (plan, "The company plans to close eight plants."),
            ("Kestrel has agreed to buy Norrland Wind.", "Kestrel bought Norrland Wind."),
            ("Die Behörde will den Damm bis 2028 erneuern.", "Die Behörde hat den Damm erneuert."),
        ],
    );
}

#[test]
fn figures_of_comparison_rates_and_counts_are_not_those_of_the_thing() {
    let visitors = "The museum drew 2.1 million visitors in 2025, compared with 1.8 million in 2024.";
    let homes = "Un tiers des logements sont vides, contre un quart en 2015.";
    let plant = "The plant produces 40 megawatts and cost $120 million to build.";
    rows(
        &[
            (visitors, "The museum drew 2.1 million visitors in 2025."),
            (homes, "Un tiers des logements sont vides."),
            (plant, "The plant cost $120 million to build."),
            ("Profit rose to 45 million euros from 40 million a year earlier.", "Profit rose to 45 million euros."),
        ],
        &[
            (visitors, "The museum drew 1.8 million visitors in 2025."),
            (homes, "Un quart des logements sont vides."),
            (plant, "The plant costs $120 million a year."),
            ("The mine produced 80 tonnes and employs 900 people.", "The mine produced 900 tonnes."),
        ],
    );
}

#[test]
fn fractions_and_measures_are_compared_by_value() {
    let homes = "One in five homes has no garden.";
    let pump = "The pump weighs 1,250 kilograms.";
    rows(
        &[
            (homes, "20 percent of homes have no garden."),
            ("Two thirds of homes have a garden.", "Two-thirds of homes have a garden."),
            (pump, "The pump weighs 1.25 tonnes."),
            ("The fee is 300 million reais.", "The fee is R$300 million."),
        ],
        &[
            (homes, "One in three homes has no garden."),
            ("Two thirds of homes have a garden.", "One third of homes have a garden."),
            ("Ein Fünftel der Häuser hat keinen Garten.", "Ein Viertel der Häuser hat keinen Garten."),
            ("约三分之一的受访者不会购买。", "约四分之一的受访者不会购买。"),
            (pump, "The pump weighs 1,250 tonnes."),
            (pump, "The pump weighs 1.5 tonnes."),
        ],
    );
    let rate = "The rate rose by 0.3 percentage points to 5.1 per cent.";
    let evidence = Evidence { text: rate.into(), ..Evidence::default() };
    let earlier = assess("The rate had been 4.8 per cent.", &[evidence]);
    assert!(!earlier.is_contradicted(), "a difference of points: {earlier:?}");
}

#[test]
fn a_negation_at_another_place_is_left_to_the_model() {
    let quote = "Of the seven berths that the inspectorate has licensed since 2015, none received its licence in less than 14 weeks.";
    let assessed = |finding: &str| {
        assess(finding, &[Evidence { text: quote.to_owned(), ..Evidence::default() }]).is_contradicted()
    };
    assert!(!assessed(
        "None of the seven berths licensed by the inspectorate since 2015 received its licence in less than 14 weeks."
    ));
    assert!(assessed(
        "The seven berths that the inspectorate has licensed since 2015 received their licence in less than 14 weeks."
    ));
}
