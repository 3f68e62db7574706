//! How long a fact stays fresh, by its kind.
//!
//! The ages are a choice: about a tenth of the time in which facts of the kind usually change, so that at most about
//! one in ten answers of memory is out of date. A later reading of a source renews the fact.

use std::time::Duration;

use super::super::token::Text;

/// Kind of a fact or of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FactKind {
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

const PRICE: &[&str] =
    &["price", "prices", "trades", "trading", "capitalization", "capitalisation", "quoted", "priced"];
const ACTIVITY: &[&str] =
    &["volume", "liquidity", "holders", "holder", "tvl", "odds", "followers", "supply", "wallets"];
const PLAN: &[&str] = &[
    "will",
    "would",
    "plans",
    "planned",
    "expects",
    "expected",
    "scheduled",
    "due",
    "forecast",
    "forecasts",
    "intends",
    "proposed",
    "upcoming",
    "next",
    "likely",
    "shall",
    "may",
    "might",
];
const CURRENT: &[&str] =
    &["now", "currently", "current", "latest", "today", "recent", "recently", "still", "ongoing", "poll", "polls"];
const OFFICE: &[&str] = &[
    "ceo",
    "president",
    "chair",
    "chairman",
    "governor",
    "minister",
    "chancellor",
    "mayor",
    "director",
    "head",
    "rate",
    "rates",
    "inflation",
    "yield",
    "unemployment",
    "leader",
];
const ORIGIN: &[&str] = &[
    "founded",
    "established",
    "born",
    "incorporated",
    "headquartered",
    "located",
    "invented",
    "built",
    "capital",
    "registered",
    "died",
];

/// Returns the age up to which facts of a kind are fresh.
pub fn max_age(kind: FactKind) -> Duration {
    TABLE.iter().find(|(of, _)| *of == kind).map_or(Duration::ZERO, |(_, age)| *age)
}

/// Returns the kind of the fact that a text states, or of the question that it asks.
pub(super) fn kind(text: &Text) -> FactKind {
    let has = |words: &[&str]| text.tokens.iter().any(|token| words.contains(&token.form.as_str()) && !is_month(token));
    let has_figure = text.tokens.iter().any(|token| token.figure);
    let is_dated = super::Dates::new(text, None).tokens.len() >= 2;
    match () {
        () if has(PLAN) => FactKind::Plan,
        () if is_dated => FactKind::Dated,
        () if has(PRICE) => FactKind::Price,
        () if has(ACTIVITY) && has_figure => FactKind::Activity,
        () if has(ORIGIN) => FactKind::Origin,
        () if has(CURRENT) => FactKind::Current,
        () if has(OFFICE) => FactKind::Office,
        () => FactKind::General,
    }
}

/// `May` is a month, and no possibility.
fn is_month(token: &super::Token) -> bool {
    token.key.starts_with("#m")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(text: &str) -> FactKind {
        kind(&Text::new(text))
    }

    #[test]
    fn a_statement_has_the_kind_of_its_words() {
        for (text, is) in [
            ("The price of Zebra Coin is $0.05.", FactKind::Price),
            ("The price of Zebra Coin was $0.05 on 3 October 2026.", FactKind::Dated),
            ("The pool has 12,000 holders.", FactKind::Activity),
            ("Will the Bank of Norland raise its rate?", FactKind::Plan),
            ("What is the latest inflation figure of Norland?", FactKind::Current),
            ("The policy rate of the Bank of Norland is 3.25%.", FactKind::Office),
            ("Jane Doe is the president of Norland.", FactKind::Office),
            ("Acme was founded in 1994.", FactKind::Origin),
            ("The Bank of Norland met in May 2026.", FactKind::Dated),
            ("Zebras have stripes.", FactKind::General),
        ] {
            assert_eq!(kind_of(text), is, "{text}");
        }
    }

    #[test]
    fn each_kind_has_an_age_and_a_more_lasting_kind_a_longer_one() {
        assert!(TABLE.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1));
        assert!(max_age(FactKind::Price) < Duration::from_secs(3_600));
        assert!(max_age(FactKind::Origin) > Duration::from_secs(365 * DAY));
    }
}
