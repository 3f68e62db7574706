//! Question words of the languages that are known.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::AskedFor::{self, Choice, Date, Description, Number};

/// Auxiliary verbs that follow a question word in a question, but not in a subordinate clause.
pub(super) const AUXILIARIES: [&str; 27] = [
    "will", "would", "is", "are", "was", "were", "do", "does", "did", "can", "could", "should", "shall", "has", "have",
    "had", "may", "might", "must", "won't", "isn't", "aren't", "doesn't", "don't", "didn't", "can't", "exactly",
];
/// Words with which an English question by yes or no begins.
pub(super) const YES_OR_NO: [&str; 29] = [
    "will", "would", "is", "are", "was", "were", "do", "does", "did", "can", "could", "should", "shall", "has", "have",
    "had", "may", "might", "must", "won't", "isn't", "aren't", "doesn't", "don't", "didn't", "can't", "whether", "am",
    "there'll",
];
/// English question words.
pub(super) const QUESTION_WORDS: [&str; 13] =
    ["how", "what", "what's", "who", "who's", "whom", "whose", "which", "when", "when's", "where", "where's", "why"];
/// Nouns after `what` that mean a number.
pub(super) const ENGLISH_NUMBERS: [&str; 47] = [
    "number",
    "price",
    "percentage",
    "percent",
    "share",
    "rate",
    "value",
    "level",
    "total",
    "amount",
    "margin",
    "score",
    "size",
    "temperature",
    "population",
    "count",
    "median",
    "average",
    "highest",
    "lowest",
    "maximum",
    "minimum",
    "proportion",
    "fraction",
    "yield",
    "turnout",
    "ranking",
    "inflation",
    "unemployment",
    "gdp",
    "growth",
    "deficit",
    "surplus",
    "revenue",
    "cost",
    "volume",
    "index",
    "cpi",
    "earnings",
    "profit",
    "debt",
    "attendance",
    "majority",
    "ratio",
    "valuation",
    "capitalization",
    "emissions",
];
/// Words that end the subject of an English question.
pub(super) const NOUN_ENDS: [&str; 16] =
    ["be", "in", "on", "at", "by", "for", "about", "to", "with", "from", "if", "when", "that", "decide", "say", "do"];
/// Nouns after `what` that mean a choice.
pub(super) const ENGLISH_CHOICES: [&str; 11] =
    ["party", "company", "team", "country", "candidate", "state", "city", "model", "person", "name", "player"];

/// Prepositions before a question word, of other languages than English.
pub(super) const PREPOSITIONS: [&str; 50] = [
    "à", "de", "d'ici", "en", "dans", "pour", "avec", "a", "por", "con", "para", "hasta", "em", "até", "in", "di",
    "da", "per", "entro", "um", "auf", "bis", "mit", "zu", "für", "von", "ab", "an", "bei", "op", "met", "voor", "til",
    "till", "om", "w", "в", "do", "na", "o", "к", "на", "до", "по", "у", "за", "sur", "pada", "dari", "no",
];
/// Particles of questions by yes or no that stand behind the word that they ask about: Turkish, then Russian.
pub(super) const PARTICLES: [&str; 9] = ["mı", "mi", "mu", "mü", "mıdır", "midir", "mudur", "müdür", "ли"];
/// Question words that also begin names, such as `Qui Nhon` and `Chi Mei`: a capital follows only there.
pub(super) const NAMES: [&str; 11] =
    ["qui", "chi", "quanto", "quanti", "quale", "che", "ai", "wo", "kuka", "vem", "når"];

/// A question word at the beginning of a clause.
pub(super) struct QuestionWord {
    words: Vec<&'static str>,
    /// `None` if the noun behind the word alone decides, as in `qué año`.
    pub(super) asks: Option<AskedFor>,
    /// The word also begins subordinate clauses, so it counts only if it begins the whole sentence.
    pub(super) may_introduce: bool,
    /// Code of its language.
    language: &'static str,
}

impl QuestionWord {
    /// Returns what follows the word in a clause that begins with it.
    pub(super) fn rest<'a, 'b>(&self, clause: &'a [&'b str]) -> Option<&'a [&'b str]> {
        clause.strip_prefix(self.words.as_slice()).filter(|rest| !rest.is_empty())
    }

    /// Returns true if the word stands anywhere in a clause.
    pub(super) fn is_in(&self, clause: &[&str]) -> bool {
        clause.windows(self.words.len()).any(|part| part == self.words)
    }
}

/// Question words of languages in Latin, Cyrillic and Greek script other than English, from `words.txt`.
#[derive(Default)]
pub(super) struct QuestionWords {
    /// Words that ask at the beginning of a clause.
    pub(super) first: Vec<QuestionWord>,
    /// Words that ask anywhere in a clause.
    pub(super) anywhere: Vec<QuestionWord>,
    /// First words of a question by yes or no.
    pub(super) yes_or_no: HashSet<&'static str>,
    /// First words of a condition.
    pub(super) conditions: Vec<&'static str>,
    /// Names of what a list leaves open: `someone else`.
    pub(super) others: HashSet<&'static str>,
    /// Words before the last of several options, by the code of their language.
    or: HashMap<&'static str, Vec<&'static str>>,
    numbers: HashSet<&'static str>,
    times: HashSet<&'static str>,
    probabilities: HashSet<&'static str>,
    copulas: HashSet<&'static str>,
}

pub(super) static WORDS: LazyLock<QuestionWords> = LazyLock::new(|| QuestionWords::read(include_str!("words.txt")));

impl QuestionWords {
    fn read(table: &'static str) -> Self {
        let mut words = Self::default();
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let mut cells = line.split('|').map(str::trim);
            let (Some(language), Some(role), Some(cell)) = (cells.next(), cells.next(), cells.next()) else {
                continue;
            };
            let phrases = cell.split(',').map(str::trim);
            match role {
                "yes or no" => words.yes_or_no.extend(phrases),
                "a number" => words.numbers.extend(phrases),
                "a time" => words.times.extend(phrases),
                "a probability" => words.probabilities.extend(phrases),
                "to be" => words.copulas.extend(phrases),
                "condition" => words.conditions.extend(phrases),
                "other" => words.others.extend(phrases),
                "or" => words.or.entry(language).or_default().extend(phrases),
                _ => words.read_question_words(language, role, phrases),
            }
        }
        words
    }

    fn read_question_words(&mut self, language: &'static str, role: &str, phrases: impl Iterator<Item = &'static str>) {
        let (name, place) = role.split_once(' ').unwrap_or((role, ""));
        let asks = match name {
            "number" => Some(Number),
            "choice" => Some(Choice),
            "date" => Some(Date),
            "description" => Some(Description),
            "what" => None,
            _ => return,
        };
        let list = if place == "anywhere" { &mut self.anywhere } else { &mut self.first };
        list.extend(phrases.map(|phrase| QuestionWord {
            words: phrase.split_whitespace().collect(),
            asks,
            may_introduce: place == "alone",
            language,
        }));
    }

    /// Returns the words between the options of a question in lower case: those of the language of its question word.
    pub(super) fn or_of(&self, question: &str) -> &[&'static str] {
        let clauses: Vec<Vec<&str>> = super::clauses(question).map(super::tokens).collect();
        let first = clauses.iter().find_map(|clause| self.first.iter().find(|word| word.rest(clause).is_some()));
        let anywhere = || clauses.iter().find_map(|clause| self.anywhere.iter().find(|word| word.is_in(clause)));
        let language = first.or_else(anywhere).map(|word| word.language);
        language.and_then(|language| self.or.get(language)).map_or(&["or", "and"], Vec::as_slice)
    }

    /// Returns what a question word asks for, given the words behind it: `quel prix` asks for a number, `was ist die
    /// Wahrscheinlichkeit` for yes or no.
    pub(super) fn by_noun(&self, asks: Option<AskedFor>, rest: &[&str]) -> Option<AskedFor> {
        let has_verb = rest.first().is_some_and(|word| self.copulas.contains(word));
        let near = &rest[..rest.len().min(if has_verb { 3 } else { 1 })];
        if near.iter().any(|word| self.probabilities.contains(word)) {
            return None;
        }
        let named = near.iter().find_map(|word| {
            let of_time = self.times.contains(word).then_some(Date);
            of_time.or_else(|| self.numbers.contains(word).then_some(Number))
        });
        named.filter(|_| !matches!(asks, Some(Number | Date))).or(asks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_of_the_table_is_used() {
        for line in include_str!("words.txt").lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            assert_eq!(cells.len(), 3, "{line}");
            let mut words = QuestionWords::default();
            words.read_question_words(cells[0], cells[1], cells[2].split(',').map(str::trim));
            let is_known = ["yes or no", "a number", "a time", "a probability", "to be", "condition", "or", "other"]
                .contains(&cells[1]);
            assert!(is_known || !words.first.is_empty() || !words.anywhere.is_empty(), "{line}");
        }
    }
}
