//! One row per kind of difference that fresh findings showed: quote, finding, and whether it is supported.

use super::*;

/// Asserts the verdict of each row, and that nothing true is called contradicted.
#[track_caller]
pub(super) fn rows(supported: &[(&str, &str)], refused: &[(&str, &str)]) {
    let assessed =
        |quote: &str, finding: &str| assess(finding, &[Evidence { text: quote.to_owned(), ..Evidence::default() }]);
    for (quote, finding) in supported {
        let assessment = assessed(quote, finding);
        assert_eq!(assessment.verdict, Verdict::Supported, "{finding} / {quote}: {assessment:?}");
    }
    for (quote, finding) in refused {
        let assessment = assessed(quote, finding);
        assert_ne!(assessment.verdict, Verdict::Supported, "{finding} / {quote}: {assessment:?}");
        assert!(!assessment.is_decided() || assessment.is_contradicted(), "{finding} / {quote}");
    }
}

#[test]
fn spelled_numbers_have_several_words() {
    let quote = "Two hundred and five people were hurt.";
    rows(
        &[
            (quote, "205 people were hurt."),
            ("Twenty-one people were hurt.", "21 people were hurt."),
            ("Half a million people were displaced.", "500,000 people were displaced."),
            ("Between a hundred and two hundred people were hurt.", "Between 100 and 200 people were hurt."),
            ("Einundzwanzig Gemeinden haben sich beteiligt.", "21 Gemeinden haben sich beteiligt."),
            ("Der Konzern hat 3.450 Beschäftigte.", "Der Konzern hat dreitausendvierhundertfünfzig Beschäftigte."),
            ("Quatre-vingt-douze communes ont signé la charte.", "92 communes ont signé la charte."),
            ("Treinta y cinco municipios carecen de agua.", "35 municipios carecen de agua."),
            ("El fondo tiene mil doscientos millones de euros.", "El fondo tiene 1.200 millones de euros."),
            ("بلغت التكلفة ٣ مليارات دولار.", "بلغت التكلفة 3 مليارات دولار."),
        ],
        &[
            (quote, "200 people were hurt."),
            ("Twenty-one people were hurt.", "20 people were hurt."),
            ("Half a million people were displaced.", "A million people were displaced."),
            ("Quatre-vingt-douze communes ont signé la charte.", "82 communes ont signé la charte."),
            ("该公司在3、5两月增长。", "该公司在3.5两月增长。"),
            ("失业率增至5，2024年有变化。", "失业率增至5.2024。"),
        ],
    );
}

#[test]
fn degrees_and_times_of_day_are_compared() {
    rows(
        &[
            ("It was 43.2°C in Alice Springs.", "It was 43.2 degrees Celsius in Alice Springs."),
            ("The vote starts at 9 p.m. in Ober.", "The vote starts at 21:00 in Ober."),
            ("Um 18.30 Uhr begann die Sitzung.", "Die Sitzung begann um 18:30 Uhr."),
        ],
        &[
            ("It was 43.2°C in Alice Springs.", "It was 43.2°F in Alice Springs."),
            ("The vote starts at 9 p.m. in Ober.", "The vote starts at 9 a.m. in Ober."),
            ("The probe landed at 06:12 UTC.", "The probe landed at 6:12 p.m. UTC."),
        ],
    );
}

#[test]
fn am_is_a_preposition_in_german() {
    let has = |text: &str, form: &str| Text::new(text).tokens.iter().any(|token| token.form == form);
    assert!(has("Das Spiel beginnt um 12 am Samstag.", "12"));
    assert!(has("The match starts at 12 am on Saturday.", "0"));
}

#[test]
fn what_a_quote_denies_doubts_or_ascribes_is_not_supported() {
    rows(
        &[
            ("Contrary to reports, the factory will stay open.", "The factory will stay open."),
            ("The carrier failed to obtain a licence.", "The carrier did not obtain a licence."),
            ("The lender has yet to publish its accounts.", "The lender has not yet published its accounts."),
            (
                "The union claims that the yard dismissed 40 welders.",
                "According to the union, the yard dismissed 40 welders.",
            ),
        ],
        &[
            ("There is no evidence that the vaccine causes fever.", "The vaccine causes fever."),
            ("It is not true that the dam was inspected.", "The dam was inspected."),
            ("The court rejected claims that the yard polluted the river.", "The yard polluted the river."),
            ("Ministers deny that the ship carried arms.", "The ship carried arms."),
            ("Analysts doubt that the merger will close this year.", "The merger will close this year."),
            ("The union claims that the yard dismissed 40 welders.", "The yard dismissed 40 welders."),
            ("If the vote fails, the premier will resign.", "The premier will resign."),
            ("Unless it rains, the harvest will fail.", "The harvest will fail."),
            ("Analysts expect the rate to fall to 3%.", "The rate fell to 3%."),
            ("The carrier failed to obtain a licence.", "The carrier obtained a licence."),
            ("The court refused to lift the injunction.", "The court lifted the injunction."),
            ("The lender has yet to publish its accounts.", "The lender has published its accounts."),
            ("The firm barely avoided insolvency.", "The firm became insolvent."),
            ("The bank is too small to be supervised by the ECB.", "The bank is supervised by the ECB."),
            ("Few experts believe in the reform.", "Experts believe in the reform."),
            ("The army was accused of shelling the village.", "The army shelled the village."),
            ("The airport reopened on Sunday.", "The airport will reopen on Sunday."),
            ("Without a permit, the mine cannot reopen.", "The mine can reopen without a permit."),
            (
                "Es gibt keine Belege dafür, dass das Werk den Fluss verschmutzt hat.",
                "Das Werk hat den Fluss verschmutzt.",
            ),
            ("Rien ne prouve que l'usine a pollué la rivière.", "L'usine a pollué la rivière."),
            ("No hay pruebas de que la planta contaminó el río.", "La planta contaminó el río."),
        ],
    );
}

#[test]
fn the_order_of_numbers_and_of_compared_things_counts() {
    let rates = "The rate is 3.75% in Norway and 2.25% in Sweden.";
    rows(
        &[
            (rates, "In Sweden the rate is 2.25% and in Norway 3.75%."),
            ("The crash left 12 hurt and 3 dead.", "The crash left 3 dead and 12 hurt."),
            ("Rovers beat Albion 3-1 in the final.", "Albion lost the final 3-1 to Rovers."),
            ("Peru grew faster than Chile.", "Chile grew slower than Peru."),
            ("Turnout was higher in Bergen than in Oslo.", "Turnout was lower in Oslo than in Bergen."),
            (
                "Rainfall was lower than in 2024 but higher than in 2023.",
                "Rainfall was higher than in 2023 but lower than in 2024.",
            ),
            ("It narrowed from $48 million to $31 million.", "It narrowed to $31 million from $48 million."),
            ("Lisbon is more expensive than Porto.", "Porto is cheaper than Lisbon."),
        ],
        &[
            ("Unemployment rose from 4.1% to 4.6% in May.", "Unemployment rose from 4.6% to 4.1% in May."),
            ("The council approved it by 31 votes to 14.", "The council approved it by 14 votes to 31."),
            (rates, "The rate is 2.25% in Norway and 3.75% in Sweden."),
            ("The firm lost $2m in 2024 and earned $5m in 2025.", "The firm lost $5m in 2024 and earned $2m in 2025."),
            ("Output fell by 12% in May.", "Output fell to 12% in May."),
            ("Peru grew faster than Chile.", "Chile grew faster than Peru."),
            ("Turnout was higher in Bergen than in Oslo.", "Turnout was higher in Oslo than in Bergen."),
            (
                "Output rose to 9.2 tonnes in June from 8.9 in May.",
                "Output rose to 8.9 tonnes in June from 9.2 in May.",
            ),
            ("Lisbon is more expensive than Porto.", "Porto is more expensive than Lisbon."),
            ("Karlo Group acquired a stake in Danbury Foods.", "Danbury Foods acquired a stake in Karlo Group."),
        ],
    );
}

#[test]
fn in_other_languages_a_word_that_is_left_out_may_negate() {
    rows(
        &[("Суд отклонил иск.", "Суд отклонил иск."), ("该药物安全，价格不变。", "该药物安全。")],
        &[
            ("Суд не отклонил иск.", "Суд отклонил иск."),
            ("没有证据表明该药物安全。", "该药物安全。"),
            ("该公司第三季度净利润增长25%。", "该公司第三季度净利润下降25%。"),
            ("O tribunal não aceitou o recurso.", "O tribunal aceitou o recurso."),
            ("Il tribunale non ha accolto il ricorso.", "Il tribunale ha accolto il ricorso."),
            ("De rechtbank heeft het verzoek niet ingewilligd.", "De rechtbank heeft het verzoek ingewilligd."),
        ],
    );
}

#[test]
fn what_a_quote_denies_afterwards_is_not_supported() {
    let quote = "Valmet Bank is in talks to sell its Polish unit, the newspaper wrote. That is false, the bank said.";
    let charged = "Prosecutors charged the mayor with fraud on Monday. She denied wrongdoing.";
    rows(
        &[(charged, "Prosecutors charged the mayor with fraud on Monday.")],
        &[
            (quote, "Valmet Bank is in talks to sell its Polish unit."),
            ("“The striker has signed for Porto.” Not so, says his agent.", "The striker has signed for Porto."),
            ("The firm copied the design, which it denies.", "The firm copied the design."),
            (
                "Berichte, wonach der Konzern das Werk in Bochum schließt, seien falsch, sagte eine Sprecherin.",
                "Der Konzern schließt das Werk in Bochum.",
            ),
            ("Zentra has scrapped its dividend for this year.", "Zentra will pay a dividend this year."),
            ("Orin ruled out laying off 2,000 people.", "Orin plans to lay off 2,000 people."),
        ],
    );
    let denied = "The bank said that it was not in talks to sell its Polish unit.";
    let assessment = assess(denied, &[Evidence { text: quote.to_owned(), ..Evidence::default() }]);
    assert!(!assessment.is_contradicted(), "{assessment:?}");
}

#[test]
fn a_figure_belongs_to_the_words_around_it() {
    let quote = "The vaccine was 94% effective against hospitalisation and 61% effective against infection.";
    let dates = "The tariff, announced on 1 March, takes effect on 1 May.";
    rows(
        &[
            (quote, "The vaccine was 94% effective against hospitalisation."),
            (quote, "The vaccine was 61% effective against infection."),
            (dates, "The tariff takes effect on 1 May."),
            (dates, "The tariff was announced on 1 March."),
            ("Revenue rose to 5bn euros from 4bn euros.", "Revenue rose to 5bn euros."),
        ],
        &[
            (quote, "The vaccine was 94% effective against infection."),
            (dates, "The tariff takes effect on 1 March."),
            (
                "La loi, votée le 1er janvier 2027, entrera en vigueur le 1er juillet 2027.",
                "La loi entrera en vigueur le 1er janvier 2027.",
            ),
        ],
    );
    let cells =
        ["North, Staff: 150", "North, Sales: 12"].map(|text| Evidence { text: text.into(), ..Evidence::default() });
    assert_eq!(assess("The region North has a staff of 150.", &cells).verdict, Verdict::Supported);
    assert_ne!(assess("The region North has a staff of 12.", &cells).verdict, Verdict::Supported);
}

#[test]
fn numbers_of_table_cells_have_the_scale_of_their_heading() {
    let cell = |finding: &str, title: &str| {
        let text = "North, 2025: 15".to_owned();
        assess(finding, &[Evidence { text, title: title.to_owned(), ..Evidence::default() }])
    };
    let in_millions = "Revenue by region, million euros";
    let heading = Evidence { text: "North, 2025 (million euros): 15".into(), ..Evidence::default() };
    assert!(!assess("Revenue in the North was 15 million euros in 2025.", &[heading]).is_contradicted());
    let right = "Revenue of the region North was 15 million euros in 2025.";
    assert_eq!(cell(right, in_millions).verdict, Verdict::Supported);
    assert_ne!(cell(right, "Revenue by region").verdict, Verdict::Supported);
    assert_ne!(
        cell("Revenue of the region North was 15 billion euros in 2025.", in_millions).verdict,
        Verdict::Supported
    );
    let prose = "The storm cost the town millions of dollars, and 15 people were hurt.";
    rows(
        &[],
        &[
            ("Costs rose by a million euros.", "Costs rose by two million euros."),
            (prose, "The storm cost the town 15 million dollars."),
        ],
    );
}

#[test]
fn a_share_in_words_is_a_percentage() {
    let quote = "After 12 weeks, 50% of patients had no symptoms.";
    let assessed = |finding: &str| assess(finding, &[Evidence { text: quote.to_owned(), ..Evidence::default() }]);
    assert!(!assessed("Half of the patients had no symptoms after 12 weeks.").is_contradicted());
    assert_ne!(assessed("A quarter of the patients had no symptoms after 12 weeks.").verdict, Verdict::Supported);
    rows(&[("The reactor is yet to be switched on.", "The reactor has not been switched on yet.")], &[]);
}

#[test]
fn numbers_of_east_asian_languages_are_compared_by_value() {
    let compared = |finding: &str, quote: &str| {
        compare_facts(finding, &[Evidence { text: quote.to_owned(), ..Evidence::default() }])
    };
    let revenue = "公司公布，一季度营业收入达12亿元人民币。";
    assert_eq!(compared("The company reported revenue of 1.2 billion yuan in the first quarter.", revenue), None);
    assert!(
        compared("The company reported revenue of 12 billion yuan.", revenue).is_some_and(|one| one.is_contradiction)
    );
    assert!(compared("该公司营收为120亿元。", revenue).is_some_and(|one| one.is_contradiction));
    let jobs = "同社は2026年度に30,000人を採用する計画だと発表した。";
    assert_eq!(compared("同社は3万人を採用する。", jobs), None);
    assert!(compared("同社は3千人を採用する。", jobs).is_some());
    let won = "회사는 5억달러를 투자하기로 했다고 밝혔다.";
    assert_eq!(compared("The company invests 500 million dollars.", won), None);
    assert!(compared("The company invests 50 million dollars.", won).is_some());
}
