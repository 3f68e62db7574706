//! Questions whose answer is a number or an amount of money, and the texts that contain one. A text about the right
//! thing does not answer such a question without it.

use std::collections::HashSet;

use crate::text;

/// Phrases of questions whose answer is a number or a date.
const NUMBER_PHRASES: &[&str] = &[
    "how many",
    "how much",
    "how long",
    "how old",
    "how fast",
    "how high",
    "how large",
    "how big",
    "how far",
    "how often",
    "when",
    "which year",
    "what year",
    "which page",
    "which chapter",
    "per cent",
    "percent",
    "wie viele",
    "wie viel",
    "wie lange",
    "wie hoch",
    "wie schnell",
    "wie groß",
    "wie klein",
    "wie alt",
    "wie weit",
    "wie oft",
    "wann",
    "welche seite",
    "welcher seite",
    "welchem jahr",
    "welchem monat",
    "combien",
    "quand",
    "quelle date",
    "quelle année",
    "cuánto",
    "cuántos",
    "cuántas",
    "cuándo",
    "quanti",
    "quanto",
    "quando",
    "quantos",
    "ile",
    "kiedy",
    "сколько",
    "когда",
];
/// First words of questions that ask for a thing, and not whether something is so.
const ASKING: &[&str] =
    &["what", "how", "which", "was", "wie", "welcher", "quel", "combien", "cuánto", "cuál", "quanto"];
/// Words for an amount of money that is asked for, as the last word of a question or followed by one of [`OF`].
const AMOUNTS: &[&str] = &[
    "cost", "costs", "price", "prices", "fee", "fees", "kostet", "kosten", "preis", "prix", "coûte", "cuesta",
    "precio", "costa",
];
/// Words between an amount and what it is the amount of.
const OF: &[&str] = &["of", "for", "von", "für", "des", "der", "de", "du", "del", "di"];
/// Signs of currencies.
const SIGNS: &[char] = &['$', '€', '£', '¥', '₿', '₹', '₽', '₩'];
/// Codes and names of currencies, in lower case.
const CURRENCIES: &[&str] = &[
    "usd", "eur", "gbp", "jpy", "chf", "cny", "sek", "nok", "dkk", "pln", "inr", "usdc", "usdt", "sol", "eth", "btc",
    "dollar", "dollars", "euro", "euros", "pound", "pounds", "yen", "franc", "francs", "yuan", "krona", "kronor",
    "krone", "kroner", "rupee", "rupees", "ruble", "rubles", "peso", "pesos", "cent", "cents", "franken",
];

/// What the answer to a question contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// A number or a date.
    Number,
    /// An amount of money.
    Money,
}

/// Numbers and money of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Quantities {
    numbers: HashSet<String>,
    has_money: bool,
}

impl Quantity {
    /// Returns what a question asks for; `None` if a text without a number may answer it.
    pub(crate) fn asked(question: &str) -> Option<Self> {
        if asks_for_money(question) {
            return Some(Self::Money);
        }
        number_phrase(question).map(|_| Self::Number)
    }
}

impl Quantities {
    /// Reads a text.
    pub(crate) fn of(text: &str) -> Self {
        let numbers: HashSet<String> = numbers(text).map(str::to_owned).collect();
        let is_currency = |word: &str| CURRENCIES.contains(&word.to_lowercase().as_str());
        let has_money = !numbers.is_empty() && (text.contains(SIGNS) || text::words(text).any(is_currency));
        Self { numbers, has_money }
    }

    /// Returns `true` if the text contains such a quantity that the question itself does not.
    pub(crate) fn answer(&self, quantity: Quantity, question: &Self) -> bool {
        let has_own = self.numbers.difference(&question.numbers).next().is_some();
        has_own && (quantity == Quantity::Number || self.has_money)
    }
}

/// Returns the numbers of a text as they are written.
pub(crate) fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text::words(text).filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the phrase by which a question asks for a number or a date.
pub(crate) fn number_phrase(question: &str) -> Option<&'static str> {
    let words: Vec<String> = text::words(question).map(str::to_lowercase).collect();
    let padded = format!(" {} ", words.join(" "));
    NUMBER_PHRASES.iter().copied().find(|phrase| padded.contains(&format!(" {phrase} ")))
}

fn asks_for_money(question: &str) -> bool {
    let words: Vec<String> = text::words(question).map(str::to_lowercase).collect();
    let has = |list: &[&str], word: Option<&String>| word.is_some_and(|word| list.contains(&word.as_str()));
    let is_amount = |at: usize| has(AMOUNTS, words.get(at)) && (at + 1 == words.len() || has(OF, words.get(at + 1)));
    // `was kostet die Karte` has its subject behind the verb.
    let is_verb_first = has(&["kostet", "kosten", "coûte", "cuesta", "costa"], words.get(1));
    has(ASKING, words.first()) && (is_verb_first || (1..words.len()).any(is_amount))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_for_a_price_asks_for_money() {
        for question in [
            "What does the Tidewater S2 battery cost?",
            "What is the price of LNTRN?",
            "How much do the fees of the exchange cost?",
            "Was kostet die Karte?",
            "Wie hoch ist der Preis der Batterie?",
        ] {
            assert_eq!(Quantity::asked(question), Some(Quantity::Money), "{question}");
        }
        for question in ["When was the harbour opened?", "How many people live in Kelm?"] {
            assert_eq!(Quantity::asked(question), Some(Quantity::Number), "{question}");
        }
        for question in
            ["Who runs it?", "Did the price of wheat cause the strike?", "What cost overruns were reported?"]
        {
            assert_eq!(Quantity::asked(question), None, "{question}");
        }
    }

    #[test]
    fn a_text_answers_with_a_number_of_its_own_and_for_money_with_a_currency() {
        let question = Quantities::of("What does the S2 of 2026 cost?");
        let answers = |text: &str, quantity| Quantities::of(text).answer(quantity, &question);
        assert!(answers("It costs 4,900 euros.", Quantity::Money) && answers("From $12.", Quantity::Money));
        assert!(!answers("It holds 10 kWh.", Quantity::Money) && answers("It holds 10 kWh.", Quantity::Number));
        assert!(!answers("Sold since 2026 in $.", Quantity::Money) && !answers("Sold since 2026.", Quantity::Number));
        assert!(!answers("Dollars are accepted.", Quantity::Money));
    }
}
