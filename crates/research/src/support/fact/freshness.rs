//! How long a fact stays fresh, by its kind.
//!
//! The ages are a choice: about a tenth of the time in which facts of the kind usually change, so that at most about
//! one in ten answers of memory is out of date. A later reading of a source renews the fact.

use std::sync::LazyLock;
use std::time::Duration;

use chrono::{Datelike, NaiveDate};
use domain::Time;
use retrieval::script::is_unspaced;

use super::super::calendar::Dates;
use super::super::figures::{Figure, figures};
use super::super::lexicon::{cell, rows};
use super::super::phrases::is_form;
use super::super::signs;
use super::super::token::{Text, Token};

/// Kind of a fact or of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FactKind {
    /// Price, exchange rate or value of a market.
    Price,
    /// Volume, liquidity, holders, odds: measures that trading changes.
    Activity,
    /// Something that is planned, expected or asked to happen.
    Plan,
    /// Something that is said to be so now: the latest, the current one.
    Current,
    /// Rates that authorities and statistics change, and holders of offices.
    Office,
    /// Facts of no other kind.
    General,
    /// An event with its date, which does not change any more.
    Dated,
    /// Origin, birth, foundation, place.
    Origin,
}

/// Seconds of a day.
const DAY: u64 = 86_400;

/// Age up to which a fact of a kind answers a question.
const TABLE: [(FactKind, Duration); 8] = [
    // Prices move within minutes.
    (FactKind::Price, Duration::from_secs(15 * 60)),
    // Measures of trading move within a day.
    (FactKind::Activity, Duration::from_secs(3_600)),
    // Plans and expectations change with the news, which comes daily.
    (FactKind::Plan, Duration::from_secs(DAY)),
    // The question names the present.
    (FactKind::Current, Duration::from_secs(DAY)),
    // Policy rates are decided about every six weeks, statistics are published monthly, offices last for years.
    (FactKind::Office, Duration::from_secs(3 * DAY)),
    // A statement of unknown kind: a week, as long as entity research may live.
    (FactKind::General, Duration::from_secs(7 * DAY)),
    // A dated event changes only by a correction.
    (FactKind::Dated, Duration::from_secs(365 * DAY)),
    // A founding year changes only by a correction, and is corrected less often.
    (FactKind::Origin, Duration::from_secs(5 * 365 * DAY)),
];

/// Words of a kind; without one those after which a year is the beginning of a time that lasts.
struct KindWords {
    kind: Option<FactKind>,
    words: Vec<&'static str>,
}

static WORDS: LazyLock<Vec<KindWords>> = LazyLock::new(|| {
    let words = |(name, columns): (&str, Vec<&'static str>)| {
        let kind = kind_named(name);
        (kind.is_some() || name == "since").then(|| KindWords { kind, words: cell(&columns, 0).collect() })
    };
    rows(include_str!("../lexicon/kinds.txt")).filter_map(words).collect()
});

fn kind_named(name: &str) -> Option<FactKind> {
    Some(match name {
        "price" => FactKind::Price,
        "activity" => FactKind::Activity,
        "plan" => FactKind::Plan,
        "current" => FactKind::Current,
        "office" => FactKind::Office,
        "origin" => FactKind::Origin,
        _ => return None,
    })
}

/// Returns the age up to which a statement that was read at a time answers, or the age that a question asked at a time
/// accepts.
pub fn max_age(text: &str, at: Time) -> Duration {
    age(kind(&Text::new(text), at.date_naive()))
}

fn age(kind: FactKind) -> Duration {
    TABLE.iter().find(|(of, _)| *of == kind).map_or(Duration::ZERO, |(_, age)| *age)
}

/// Returns the kind of the fact that a text states on a day, or of the question that it asks. A date that has not
/// passed settles nothing.
fn kind(text: &Text, today: NaiveDate) -> FactKind {
    let joined = joined(text);
    let occur = |kind: Option<FactKind>| WORDS.iter().any(|of| of.kind == kind && of.occur_in(text, &joined));
    let has = |kind: FactKind| occur(Some(kind));
    let dates = Dates::new(text, None);
    let is_dated = dates.tokens.len() >= 2;
    let figures = figures(text, &dates.tokens);
    let has_count = figures.iter().any(|figure| !is_year(figure));
    let is_of_past_year = || figures.iter().any(|figure| figure.year().is_some_and(|year| year <= today.year() - 2));
    match () {
        () if has(FactKind::Plan) => FactKind::Plan,
        () if is_dated && dates.are_past(today) => FactKind::Dated,
        () if has(FactKind::Price) => FactKind::Price,
        () if has(FactKind::Activity) && has_count => FactKind::Activity,
        () if is_dated => FactKind::Plan,
        // A count of the dead grows.
        () if has(FactKind::Origin) && !has_count => FactKind::Origin,
        () if has(FactKind::Current) => FactKind::Current,
        () if has(FactKind::Office) => FactKind::Office,
        // Figures of last year are still published and corrected.
        () if is_of_past_year() && !occur(None) => FactKind::Dated,
        () => FactKind::General,
    }
}

/// Returns true for a number that can be a year, of the Middle Ages too.
fn is_year(figure: &Figure) -> bool {
    let is_medieval = |year: i32| (1000..1500).contains(&year) && figure.unit_name().is_empty();
    figure.year().is_some() || figure.written.parse().is_ok_and(is_medieval)
}

impl KindWords {
    /// Returns true if one of the words occurs in a text, of which `joined` has the words in one line.
    fn occur_in(&self, text: &Text, joined: &str) -> bool {
        let occurs = |word: &str| match word.starts_with(is_unspaced) {
            true => joined.contains(word),
            false => text.tokens.iter().any(|token| is_word(word, &token.form) && !is_month(token)),
        };
        self.words.iter().any(|words| words.split('+').all(occurs))
    }
}

/// Returns the words of a text, with a space where the text has one: a script without spaces has a token per sign.
fn joined(text: &Text) -> String {
    let spaced = |token: &Token| format!("{}{}", if token.attached { "" } else { " " }, token.form);
    text.tokens.iter().map(spaced).collect()
}

/// Compares a word of the table with a word of a text.
fn is_word(word: &str, form: &str) -> bool {
    is_form(word, form) || !word.ends_with('*') && word.starts_with(signs::has_no_case) && form.contains(word)
}

/// `May` is a month, and no possibility.
fn is_month(token: &Token) -> bool {
    token.key.starts_with("#m")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(text: &str) -> FactKind {
        kind(&Text::new(text), NaiveDate::from_ymd_opt(2026, 11, 30).unwrap())
    }

    #[track_caller]
    fn assert_kinds(rows: &[(&str, FactKind)]) {
        for (text, is) in rows {
            assert_eq!(kind_of(text), *is, "{text}");
        }
    }

    #[test]
    fn a_statement_has_the_kind_of_its_words() {
        assert_kinds(&[
            ("The price of Zebra Coin is $0.05.", FactKind::Price),
            ("The price of Zebra Coin was $0.05 on 3 October 2026.", FactKind::Dated),
            ("What does Zebra Coin cost?", FactKind::Price),
            ("What is the exchange rate of the Norland crown?", FactKind::Price),
            ("The pool has 12,000 holders.", FactKind::Activity),
            ("Will the Bank of Norland raise its rate?", FactKind::Plan),
            ("What is the latest inflation figure of Norland?", FactKind::Current),
            ("What is the weather in Kelm?", FactKind::Current),
            ("The policy rate of the Bank of Norland is 3.25%.", FactKind::Office),
            ("Jane Doe is the president of Norland.", FactKind::Office),
            ("Acme was founded in 1994.", FactKind::Origin),
            ("12 people died in the flood of Norland.", FactKind::General),
            ("The Bank of Norland met in May 2026.", FactKind::Dated),
            ("Zebras have stripes.", FactKind::General),
            ("Norland leads the league table with 41 points.", FactKind::Current),
            ("Does the merger of Acme and Beta still await approval?", FactKind::Current),
        ]);
    }

    #[test]
    fn a_year_that_has_passed_settles_a_fact_unless_the_time_lasts() {
        assert_kinds(&[
            ("Who won the cup of Norland in 2014?", FactKind::Dated),
            ("Acme sold 40,000 ships in 2023.", FactKind::Dated),
            ("Acme sold 40,000 ships in 2025.", FactKind::General),
            ("Acme has sold 40,000 ships since 2019.", FactKind::General),
            ("Seit 2019 hat Acme 40.000 Schiffe verkauft.", FactKind::General),
            ("Jane Doe has been president of Norland since 2019.", FactKind::Office),
            ("The price of Zebra Coin has doubled since 2019.", FactKind::Price),
            ("The university of Kelm was founded in 1386.", FactKind::Origin),
        ]);
    }

    #[test]
    fn what_changes_every_week_is_current_in_any_language() {
        for text in [
            "Auf welchem Tabellenplatz steht Kelm?",
            "¿Quién lidera la clasificación de Norland?",
            "Qui est en tête du classement ?",
            "Wie liegt die Partei von Kelm in Umfragen?",
            "ノーランド党の支持率は？",
            "Co mówią sondaże o Norland?",
        ] {
            assert_eq!(kind_of(text), FactKind::Current, "{text}");
        }
        for text in [
            "ノーランドの消費者物価上昇率は？",
            "Vem är Norlands statsminister?",
            "Norland'ın cumhurbaşkanı kim?",
            "Ile wynosi stopa referencyjna Norland?",
            "Who coaches the Kelm Mariners?",
        ] {
            assert_eq!(kind_of(text), FactKind::Office, "{text}");
        }
        for text in ["Ile kosztuje zboże?", "Vad kostar vete?", "Buğday fiyatı ne kadar?", "Berapa harga gandum?"] {
            assert_eq!(kind_of(text), FactKind::Price, "{text}");
        }
    }

    #[test]
    fn a_price_is_a_price_in_any_language() {
        for text in [
            "Wie hoch ist der Kurs von Zebra Coin?",
            "Quel est le prix du blé ?",
            "¿Cuánto cuesta Zebra Coin?",
            "Qual è la quotazione di Acme?",
            "Qual é o preço do trigo?",
            "Wat is de koers van Acme?",
            "Какова цена пшеницы?",
            "ゼブラ社の株価はいくらですか。",
            "斑马币的价格是多少？",
            "밀의 가격은 얼마입니까?",
            "गेहूँ की कीमत कितनी है?",
            "ราคาข้าวสาลีเท่าไร",
            "كم سعر القمح؟",
        ] {
            assert_eq!(kind_of(text), FactKind::Price, "{text}");
        }
        assert_kinds(&[
            ("Acme wurde 1994 gegründet.", FactKind::Origin),
            ("Компания основана в 1994 году.", FactKind::Origin),
            ("ノーランドの大統領は誰ですか。", FactKind::Office),
            ("नॉरलैंड के राष्ट्रपति कौन हैं?", FactKind::Office),
            ("อัตราดอกเบี้ยของนอร์แลนด์เท่าไร", FactKind::Office),
            ("¿Quién es el presidente de Norland?", FactKind::Office),
        ]);
    }

    #[test]
    fn only_a_date_that_has_passed_settles_a_fact() {
        assert_kinds(&[
            ("The vote of Norland takes place on 12 December 2026.", FactKind::Plan),
            ("The price of Zebra Coin on 30 November 2026 is $0.05.", FactKind::Price),
            ("The price of Zebra Coin on 29 November 2026 was $0.05.", FactKind::Dated),
            ("Turnout in Norland was 54% in November 2026.", FactKind::Plan),
            ("Turnout in Norland was 54% in October 2026.", FactKind::Dated),
            ("Acme met Beta on 3 October.", FactKind::Plan),
        ]);
    }

    #[test]
    fn each_kind_has_an_age_and_a_more_lasting_kind_a_longer_one() {
        assert!(TABLE.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1));
        assert!(age(FactKind::Price) < Duration::from_secs(3_600));
        assert!(age(FactKind::Origin) > Duration::from_secs(365 * DAY));
    }
}
