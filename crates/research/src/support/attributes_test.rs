//! Findings that give a thing what the quotes give to another one, or state otherwise than they do.

use super::kinds_test::rows;
use super::*;

#[test]
fn a_separator_is_read_as_its_language_writes_it() {
    let mine = "The mine shipped 1.234 tonnes of ore in March.";
    let plant = "Das Werk lieferte im Mai 3.450 Tonnen Stahl.";
    rows(
        &[
            (mine, "In March the mine shipped 1.234 tonnes of ore."),
            (plant, "Das Werk lieferte im Mai 3450 Tonnen Stahl."),
            ("The port handled 2,750 containers.", "The port handled 2750 containers."),
            ("The lab lost 0.875 litres of coolant.", "The lab lost .875 litres of coolant."),
        ],
        &[
            (mine, "The mine shipped 1,234 tonnes of ore in March."),
            (mine, "The mine shipped 1234 tonnes of ore in March."),
            (plant, "Das Werk lieferte im Mai 3,450 Tonnen Stahl."),
            ("Le bassin contient 4,125 mètres cubes d’eau.", "Le bassin contient 4 125 mètres cubes d’eau."),
            ("El embalse guarda 2,340 hectómetros de agua.", "El embalse guarda 2.340 hectómetros de agua."),
            ("Die Firma vermietet 1'480 Wohnungen in Zürich.", "Die Firma vermietet 1,480 Wohnungen in Zürich."),
            ("أنتج المصنع ١٬٢٣٤ طنا من الأسمدة في مارس.", "أنتج المصنع ١٫٢٣٤ طنا من الأسمدة في مارس."),
            ("The lab lost 0.875 litres of coolant.", "The lab lost 875 litres of coolant."),
        ],
    );
    let translated = |quote: &str, text: &str| {
        let evidence = Evidence { text: quote.to_owned(), ..Evidence::default() };
        compare_facts(text, &[evidence]).map(|difference| difference.is_contradiction)
    };
    assert_eq!(translated(plant, "The plant delivered 3,450 tonnes of steel in May."), None);
    assert_eq!(translated(plant, "The plant delivered 3.450 tonnes of steel in May."), Some(false));
    assert_eq!(translated("Завод выпустил 2 345 тракторов.", "The plant built 2,345 tractors."), None);
}

#[test]
fn a_figure_stays_with_its_name() {
    let builders = "Nordbau beschäftigt 320 Menschen, Südbau beschäftigt 510 Menschen.";
    let cities = "Oslo recorded 14 degrees and Bergen 11 degrees.";
    let list = "Teller and Voss finished with 12 and 18 points respectively.";
    rows(
        &[
            (builders, "Südbau beschäftigt 510 Menschen."),
            (cities, "Bergen recorded 11 degrees."),
            (list, "Voss finished with 18 points."),
            ("Tarn was founded in 1998 and acquired by Lowell in 2015.", "Tarn was acquired by Lowell in 2015."),
        ],
        &[
            (builders, "Nordbau beschäftigt 510 Menschen."),
            (cities, "Bergen recorded 14 degrees."),
            (list, "Teller finished with 18 points."),
            ("Valmont a vendu 120 avions et Kerguel a vendu 85 avions.", "Kerguel a vendu 120 avions."),
            ("A obra começou em 2019 e terminou em 2023.", "A obra terminou em 2019."),
        ],
    );
}

#[test]
fn a_title_stays_with_its_holder() {
    let letter = "CEO Anna Holm and CFO Bob Lind signed the letter.";
    let board = "The board named Mara Quist chief executive and Tom Reyes chief financial officer.";
    let deputy = "Deputy governor Felix Mann voted for a cut.";
    let left = "Le directeur général Yann Le Goff a quitté Brisac.";
    rows(
        &[
            (letter, "CEO Anna Holm signed the letter."),
            (board, "The board named Mara Quist chief executive."),
            (deputy, "Felix Mann, a deputy governor, voted for a cut."),
            (left, "Yann Le Goff, le directeur général, a quitté Brisac."),
            ("Finance minister Ada Poe spoke in Ober.", "Minister Ada Poe spoke in Ober."),
        ],
        &[
            (letter, "CFO Anna Holm signed the letter."),
            (board, "The board named Tom Reyes chief executive."),
            (deputy, "Governor Felix Mann voted for a cut."),
            (left, "Le président Yann Le Goff a quitté Brisac."),
            ("Gormax is the buyer and Pellin is the seller of the pier.", "Pellin is the buyer of the pier."),
            ("El vicepresidente Iván Robles vendió la planta.", "El presidente Iván Robles vendió la planta."),
        ],
    );
}

#[test]
fn a_target_or_a_forecast_is_no_result() {
    let target = "The bank's inflation target is 2%.";
    let met = "Inflation slowed to the bank's target of 2% in May.";
    rows(
        &[
            (target, "The bank's target for inflation is 2%."),
            (met, "Inflation slowed to 2% in May."),
            ("Profit rose to $12 million, above the forecast of $10 million.", "Profit rose to $12 million."),
        ],
        &[
            (target, "The bank's inflation is 2%."),
            ("The law caps rent increases at 3%.", "Rent increases were 3%."),
            ("Guidance for operating margin is 14% to 16%.", "Operating margin was 14% to 16%."),
            ("The unit expects revenue of $70 million and costs of $52 million.", "Costs were $52 million."),
            ("Unemployment was projected at 5.4% by the central bank.", "Unemployment was 5.4%."),
            ("El objetivo de déficit es del 3% del PIB.", "El déficit es del 3% del PIB."),
            ("Turnover reached €19 million in the half year.", "Turnover is forecast at €19 million in the half year."),
        ],
    );
}

#[test]
fn a_limit_is_kept_in_any_language() {
    let jobs = "Bis zu 250 Stellen fallen in Kassel weg.";
    let deaths = "Mindestens 18 Menschen starben bei dem Unglück.";
    rows(
        &[
            (jobs, "In Kassel fallen bis zu 250 Stellen weg."),
            (deaths, "Bei dem Unglück starben mindestens 18 Menschen."),
            ("Nearly 70% of members backed the deal.", "Almost 70% of members backed the deal."),
            ("El aforo subió de 300 hasta 500 personas.", "El aforo subió a 500 personas."),
        ],
        &[
            (jobs, "250 Stellen fallen in Kassel weg."),
            ("The contract is worth a maximum of $45 million.", "The contract is worth $45 million."),
            ("The fine could be up to $9 million.", "The fine could be $9 million."),
            ("Pelo menos 22 pessoas morreram no acidente.", "22 pessoas morreram no acidente."),
            ("Zeker 14 mensen raakten gewond.", "14 mensen raakten gewond."),
            ("Nearly 70% of members backed the deal.", "More than 70% of members backed the deal."),
            ("The council approved 60 new homes.", "The council approved more than 60 new homes."),
        ],
    );
}

#[test]
fn measures_of_different_things_are_told_apart() {
    let tank = "The tank holds 400 litres and weighs 90 kilograms.";
    let index = "The index fell 30 points, or 1.2%.";
    let bridge = "El puente costó 40 millones de pesos y el túnel 25 millones de dólares.";
    rows(
        &[
            (tank, "The tank weighs 90 kilograms."),
            (index, "The index fell 1.2%."),
            (bridge, "El puente costó 40 millones de pesos."),
        ],
        &[
            (tank, "The tank weighs 400 kilograms."),
            (index, "The index fell 30%."),
            (index, "The index fell 1.2 points."),
            (bridge, "El puente costó 40 millones de dólares."),
        ],
    );
}
