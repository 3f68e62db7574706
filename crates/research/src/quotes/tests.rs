use proptest::prelude::*;

use super::*;

#[test]
fn a_quote_must_occur_word_for_word() {
    let text = "The bank left its rate\n unchanged at “3.25 per cent” on Friday.";
    assert!(occurs_in("rate unchanged at \"3.25 per cent\"", text));
    assert!(!occurs_in("rate unchanged at \"3.50 per cent\"", text));
    assert!(!occurs_in("rate", text), "too short to prove anything");
    assert!(!occurs_in("", text));
    assert!(!occurs_in("...''  ,,,,,,,,,,,,", text));
}

/// Each pair: what a page writes, and how a model writes it.
#[test]
fn presentation_does_not_refuse_a_quote() {
    for (page, quote) in [
        (
            "Der Vorstand sprach von einer ‚vorläufigen‘ Zahl – mehr nicht.",
            "Der Vorstand sprach von einer 'vorläufigen' Zahl - mehr nicht.",
        ),
        ("Le conseil a dit : « C’est une hausse de 3 % ».", "Le conseil a dit : \"C'est une hausse de 3 %\"."),
        ("Styret sa: »Avgiften øker med 4 prosent.«", "Styret sa: \"Avgiften øker med 4 prosent.\""),
        ("社長は「来年度の値上げは見送る」と述べた。", "社長は\"来年度の値上げは見送る\"と述べた。"),
        ("Temperatures fell to −12 °C in Kiruna.", "Temperatures fell to -12 °C in Kiruna."),
        ("The change—agreed in May—takes effect now.", "The change - agreed in May -- takes effect now."),
        ("He paused … and then signed the treaty.", "He paused... and then signed the treaty."),
        ("The oﬃcial ﬁgures were reﬁned in May.", "The official figures were refined in May."),
        ("Sales rose by １２．５％ in the quarter.", "Sales rose by 12.5% in the quarter."),
        ("بلغت النسبة ٤٫٥٪ في شباط من العام", "بلغت النسبة 4.5% في شباط من العام"),
        ("A café in Zu\u{308}rich closed its doors.", "A caf\u{e9} in Z\u{fc}rich closed its doors."),
        ("The com\u{ad}mit\u{ad}tee met on Mon\u{ad}day morning.", "The committee met on Monday morning."),
        ("The commit-\ntee met on Monday morning.", "The committee met on Monday morning."),
        ("The long-\nterm plan was approved in May.", "The long-term plan was approved in May."),
        ("The port handled 10⁶ tonnes of grain.", "The port handled 10^6 tonnes of grain."),
        ("The basin covers 12,500 m² at low tide.", "The basin covers 12,500 m2 at low tide."),
        ("Add 1½ cups of flour to the bowl.", "Add 1 1/2 cups of flour to the bowl."),
        ("Emissions of CO₂ fell to 41 kt a year.", "Emissions of CO2 fell to 41 kt a year."),
        ("Only if traffic is ≤ 5 000 calls a year.", "Only if traffic is <= 5 000 calls a year."),
        (
            "The rate **rose** by [4.5 per cent](https://example.org/a_(b%29) in May.",
            "The rate rose by 4.5 per cent in May.",
        ),
        ("The rate is 4.5 \\[2\\] per cent in 2027.", "The rate is 4.5 per cent in 2027."),
        ("The rate is 4.5[^2] per cent in 2027.", "The rate is 4.5 per cent in 2027."),
        ("The rate is 4.5[note 2] per cent in 2027.", "The rate is 4.5 per cent in 2027."),
        ("The rate[citation needed] is 4.5† per cent.", "The rate is 4.5 per cent."),
        ("„Die Gebühr steigt“, sagte der Rat am Montag.", "\"Die Gebühr steigt\", sagte der Rat am Montag."),
        ("The dues rose 4.5‑fold in the ’90s.", "The dues rose 4.5-fold in the '90s."),
        ("| Tanker | 1,260 euros per call |", "Tanker 1,260 euros per call"),
        ("The dues rise by 4.5 per cent, he said.", "“The dues rise by 4.5 per cent.”"),
        ("港口使费上调百分之四点五。", "港口使费上调百分之"),
        ("_Sundvik_ said that __the dues__ rise.", "Sundvik said that the dues rise."),
        (
            "The board decided:\n- to raise the dues\n- to close the quay",
            "The board decided: to raise the dues to close the quay",
        ),
        ("\u{2022} to raise the dues \u{2022} to close the quay", "to raise the dues\n\u{2022} to close the quay"),
        ("The tender is worth \u{20ac}\u{a0}1.250 a year.", "The tender is worth \u{20ac}1.250 a year."),
        ("The tender is worth US$5 million a year.", "The tender is worth US$ 5 million a year."),
        ("Harbour\u{2122} and Quay\u{ae} are names of ports.", "Harbour and Quay are names of ports."),
        (
            "\u{627}\u{644}\u{652}\u{62d}\u{64f}\u{643}\u{64f}\u{648}\u{645}\u{64e}\u{629} \u{62a}\u{631}\u{641}\u{639} \u{627}\u{644}\u{631}\u{633}\u{648}\u{645}",
            "\u{627}\u{644}\u{62d}\u{643}\u{648}\u{645}\u{629} \u{62a}\u{631}\u{641}\u{639} \u{627}\u{644}\u{631}\u{633}\u{648}\u{645}",
        ),
        ("\u{2067}the board met\u{2069} on Friday evening", "the board met on Friday evening"),
    ] {
        assert!(occurs_in(quote, page), "{quote}\n  in {page}");
    }
}

#[test]
fn a_changed_word_figure_or_sign_refuses_a_quote() {
    for (page, quote) in [
        ("Output of the refinery fell by −0.3 % in May.", "Output of the refinery fell by 0.3 % in May."),
        ("Output changed by −0.3 % in the third quarter.", "0.3 % in the third quarter"),
        ("The dues rise by 4.55 per cent in February.", "The dues rise by 4.5"),
        ("The tanker pays 1,260 euros per call.", "260 euros per call"),
        ("The tanker pays 1,260 euros per call.", "The tanker pays 1"),
        ("There were 4 812 calls in October 2026.", "812 calls in October 2026"),
        ("The port handled 10⁶ tonnes of grain.", "The port handled 106 tonnes of grain."),
        ("The port handled 10⁶ tonnes of grain.", "The port handled 10"),
        ("The board set the rate at 4.5² per cent.", "The board set the rate at 4.52 per cent."),
        ("The dues are unlikely to rise in February.", "likely to rise in February"),
        ("The non-binding vote was held in February.", "binding vote was held in February"),
        ("The board said it can't raise the dues.", "The board said it can"),
        ("The board said it did not approve the plan.", "The board said it did approve the plan."),
        ("The board said it didn’t approve the plan.", "The board said it did approve the plan."),
        ("Add 4½ cups of flour to the bowl.", "Add 41/2 cups of flour to the bowl."),
        ("Only if traffic is ≥ 5,000 calls a year.", "Only if traffic is <= 5,000 calls a year."),
        ("The rate is 4.5 [2] per cent in 2027.", "The rate is 4.52 per cent in 2027."),
        ("The rate is 4.5[^2] per cent in 2027.", "The rate is 4.52 per cent in 2027."),
        ("The rate is 4.5[not] per cent in 2027.", "The rate is 4.5 per cent in 2027."),
        ("The key port_dues of the file is 5.", "The key portdues of the file is 5."),
        ("Change of the dues in May:\n- 4.5 per cent", "Change of the dues in May: 4.5 per cent"),
        ("It costs 10 \u{20ac} 50 times in a row.", "It costs 10 \u{20ac}50 times in a row."),
        ("The index stood at 3 - 0.5 of it was noise.", "The index stood at -0.5"),
        ("The board … decided to raise the dues.", "The board decided to raise the dues."),
    ] {
        assert!(!occurs_in(quote, page), "{quote}\n  in {page}");
    }
}

/// Each pair: what a page writes, and how a model writes it.
#[test]
fn spaces_around_the_signs_of_figures_do_not_count() {
    for (page, quote) in [
        ("Inflation is expected at 5 \u{2013} 7 % in 2027.", "Inflation is expected at 5\u{2013}7 % in 2027."),
        ("Inflation is expected at 5\u{2013}7 % in 2027.", "Inflation is expected at 5 \u{2013} 7% in 2027."),
        (
            "A rate of 2.50\u{a0}\u{2013}\u{a0}2.75\u{a0}per cent was set.",
            "A rate of 2.50\u{2013}2.75 per cent was set.",
        ),
        ("It went by \u{2212}0.4\u{202f}% to 10\u{202f}450 tonnes.", "-0.4% to 10 450"),
        ("It is hot, 1\u{a0}250 \u{b0}C and uses 3\u{d7}4 burners.", "1 250\u{b0}C and uses 3 \u{d7} 4"),
        ("Growth of 5 \u{2013} **7** per cent is likely.", "Growth of 5\u{2013}7 per cent is likely."),
        ("The price was 10 \u{20ac} a kilo in the shop.", "The price was 10\u{20ac} a kilo in the shop."),
        ("It was 12 \u{2103} and 3 \u{2030} salt in the lake.", "It was 12\u{b0}C and 3\u{2030} salt in the lake."),
        ("Costs rose \u{2248} 5 % (\u{b1} 2) that year.", "Costs rose ~5 % (+/-2) that year."),
        ("It needs \u{2265} 5,000 calls, or < 3 a day.", "It needs >=5,000 calls, or <3 a day."),
        ("İstanbul limanı %4,5 büyüdü dedi bakan.", "İstanbul limanı % 4,5 büyüdü dedi bakan."),
        ("Das sind z.\u{a0}B. 3 % p.\u{202f}a. im Jahr.", "Das sind z.B. 3 % p.a. im Jahr."),
        ("The U. S. A. paid 5 million dollars.", "The U.S.A. paid 5 million dollars."),
        ("Er erhielt 40 km\u{b2} und 3 m2 vom Amt.", "Er erhielt 40 km^2 und 3 m^2 vom Amt."),
        ("``We have 40 ships,'' said Berg.", "\"We have 40 ships,\" said Berg."),
        ("Prețul a crescut după ţară și oraş.", "Preţul a crescut după țară şi oraș."),
    ] {
        assert!(occurs_in(quote, page), "{quote}\n  in {page}");
    }
}

#[test]
fn spaces_count_where_they_tell_figures_apart() {
    for (page, quote) in [
        ("Inflation is expected at 5 \u{2013} 7 % in 2027.", "Inflation is expected at 5\u{2013}8 % in 2027."),
        ("Output went by \u{2212}0.4 % to 10 450 tonnes.", "Output went by 0.4% to 10 450 tonnes."),
        ("Inflation is expected at 5 \u{2013} 7 % in 2027.", "Inflation is expected at 57% in 2027."),
        ("The two readings were 5 \u{2212}7 % in 2027.", "The two readings were 5\u{2013}7 % in 2027."),
        ("| Imports 5 | \u{2013} | 7 % in the quarter |", "Imports 5\u{2013}7 % in the quarter"),
        ("Cranes in the port: 5\n- 7 new ships a day", "Cranes in the port: 5\u{2013}7 new ships a day"),
        ("Each family was given 5 $3 vouchers.", "Each family was given 5$ 3 vouchers."),
        ("The size is 12 \u{d7} 45 cm at the edge.", "The size is 1245 cm at the edge."),
        ("The code is 0 x5 in the first table.", "The code is 0\u{d7}5 in the first table."),
        ("Costs rose \u{2264} 5 % that year.", "Costs rose <5 % that year."),
        ("It fell by 100 % 5 years ago, he said.", "It fell by 100 %5 years ago, he said."),
        ("The output was 10\u{2076} tonnes a year.", "The output was 106 tonnes a year."),
    ] {
        assert!(!occurs_in(quote, page), "{quote}\n  in {page}");
    }
}

proptest! {
    /// Every run of whole words of a page is a quote of it, whatever its characters are.
    #[test]
    fn whole_words_of_a_page_occur_in_it(words in prop::collection::vec("[a-zé一-龥]{4,9}", 4..20), from in 0_usize..8) {
        let quote = words[from.min(words.len() - 4)..].join(" ");
        prop_assert!(occurs_in(&quote, &words.join(" ")));
    }

    #[test]
    fn no_text_panics(quote in "\\PC{0,60}", text in "\\PC{0,200}") {
        let _ = occurs_in(&quote, &text);
        let _ = occurs_in(&text, &text);
    }
}
