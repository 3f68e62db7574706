//! Question words of the languages that are known.

use super::AskedFor::{self, Choice, Date, Description, Number};

/// Auxiliary verbs that follow a question word in a question, but not in a subordinate clause.
pub(super) const AUXILIARIES: [&str; 27] = [
    "will", "would", "is", "are", "was", "were", "do", "does", "did", "can", "could", "should", "shall", "has", "have",
    "had", "may", "might", "must", "won't", "isn't", "aren't", "doesn't", "don't", "didn't", "can't", "exactly",
];
/// Words with which a question by yes or no begins.
pub(super) const YES_OR_NO: [&str; 66] = [
    "will",
    "would",
    "is",
    "are",
    "was",
    "were",
    "do",
    "does",
    "did",
    "can",
    "could",
    "should",
    "shall",
    "has",
    "have",
    "had",
    "may",
    "might",
    "must",
    "won't",
    "isn't",
    "aren't",
    "doesn't",
    "don't",
    "didn't",
    "can't",
    "whether",
    "am",
    "am",
    "there'll",
    // The question words of German are these:
    "wird",
    "werden",
    "ist",
    "sind",
    "hat",
    "haben",
    "kann",
    "können",
    "wurde",
    "wurden",
    "ob",
    "gibt",
    "bleibt",
    "schafft",
    "gewinnt",
    // The question words of French are these:
    "est-ce",
    "va-t-il",
    "va-t-elle",
    "vont-ils",
    "sera-t-il",
    "sera-t-elle",
    "aura-t-il",
    "y",
    // Spanish, Portuguese, Italian
    "será",
    "habrá",
    "va",
    "hay",
    "haverá",
    "vai",
    "sarà",
    "ci",
    // Dutch, Polish, Russian, Swedish
    "zal",
    "czy",
    "ли",
    "kommer",
    "zullen",
];
/// English question words.
pub(super) const QUESTION_WORDS: [&str; 13] =
    ["how", "what", "what's", "who", "who's", "whom", "whose", "which", "when", "when's", "where", "where's", "why"];
/// Nouns after `what` that mean a number.
pub(super) const ENGLISH_NUMBERS: [&str; 27] = [
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
];
/// Nouns after `what` that mean a choice.
pub(super) const ENGLISH_CHOICES: [&str; 11] =
    ["party", "company", "team", "country", "candidate", "state", "city", "model", "person", "name", "player"];

/// A question word at the beginning of a clause.
pub(super) struct QuestionWord {
    words: &'static [&'static str],
    pub(super) asks: AskedFor,
    /// The word also begins subordinate clauses, so it counts only if it begins the whole sentence.
    pub(super) may_introduce: bool,
}

impl QuestionWord {
    pub(super) fn begins(&self, clause: &[&str]) -> bool {
        clause.len() > self.words.len() && clause.starts_with(self.words)
    }
}

const fn sure(words: &'static [&'static str], asks: AskedFor) -> QuestionWord {
    QuestionWord { words, asks, may_introduce: false }
}

const fn alone(words: &'static [&'static str], asks: AskedFor) -> QuestionWord {
    QuestionWord { words, asks, may_introduce: true }
}

/// Question words of languages in Latin and Cyrillic script other than English.
pub(super) const WORDS: [QuestionWord; 78] = [
    // The question words of German are these:
    sure(&["wie", "viele"], Number),
    sure(&["wie", "viel"], Number),
    sure(&["wieviele"], Number),
    sure(&["wieviel"], Number),
    sure(&["wie", "hoch"], Number),
    sure(&["wie", "lange"], Number),
    sure(&["wie", "groß"], Number),
    sure(&["wie", "oft"], Number),
    sure(&["wer", "wird"], Choice),
    sure(&["wer", "gewinnt"], Choice),
    alone(&["wer"], Choice),
    sure(&["wen"], Choice),
    alone(&["welche"], Choice),
    alone(&["welcher"], Choice),
    alone(&["welches"], Choice),
    alone(&["welchen"], Choice),
    sure(&["wann", "wird"], Date),
    alone(&["wann"], Date),
    sure(&["bis", "wann"], Date),
    alone(&["was"], Description),
    alone(&["wo"], Description),
    alone(&["warum"], Description),
    // The question words of French are these:
    sure(&["combien"], Number),
    alone(&["qui"], Choice),
    alone(&["quel"], Choice),
    alone(&["quelle"], Choice),
    alone(&["quels"], Choice),
    alone(&["quelles"], Choice),
    sure(&["quand", "est-ce"], Date),
    alone(&["quand"], Date),
    sure(&["à", "quelle"], Date),
    sure(&["en", "quelle"], Date),
    alone(&["où"], Description),
    alone(&["pourquoi"], Description),
    // The question words of Spanish are these:
    sure(&["cuántos"], Number),
    sure(&["cuántas"], Number),
    sure(&["cuánto"], Number),
    sure(&["cuánta"], Number),
    sure(&["quién"], Choice),
    sure(&["quiénes"], Choice),
    sure(&["cuál"], Choice),
    sure(&["cuáles"], Choice),
    sure(&["cuándo"], Date),
    sure(&["dónde"], Description),
    sure(&["cómo"], Description),
    alone(&["qué"], Description),
    // The question words of Portuguese are these:
    sure(&["quantos"], Number),
    sure(&["quantas"], Number),
    alone(&["quanto"], Number),
    alone(&["quem"], Choice),
    alone(&["qual"], Choice),
    alone(&["quais"], Choice),
    alone(&["quando"], Date),
    alone(&["onde"], Description),
    // The question words of Italian are these:
    sure(&["quanti"], Number),
    sure(&["quante"], Number),
    alone(&["chi"], Choice),
    alone(&["quale"], Choice),
    alone(&["quali"], Choice),
    alone(&["dove"], Description),
    // The question words of Dutch are these:
    sure(&["hoeveel"], Number),
    alone(&["wie", "zal"], Choice),
    alone(&["wie", "wordt"], Choice),
    alone(&["welke"], Choice),
    alone(&["wanneer"], Date),
    // The question words of Polish are these:
    sure(&["ile"], Number),
    alone(&["kto"], Choice),
    alone(&["który"], Choice),
    alone(&["która"], Choice),
    alone(&["kiedy"], Date),
    // Russian and Ukrainian
    sure(&["сколько"], Number),
    sure(&["скільки"], Number),
    alone(&["кто"], Choice),
    alone(&["хто"], Choice),
    alone(&["какой"], Choice),
    alone(&["какая"], Choice),
    alone(&["когда"], Date),
    alone(&["коли"], Date),
];

/// A language whose words are not separated, or whose question words stand anywhere.
pub(super) struct Script {
    /// Ranges of its characters.
    ranges: &'static [(char, char)],
    /// Marks of a question by yes or no.
    pub(super) yes_or_no: &'static [&'static str],
    pub(super) words: &'static [(&'static str, AskedFor)],
    /// Endings after a question word that make it indefinite: `someone`.
    pub(super) indefinite: &'static [&'static str],
}

impl Script {
    pub(super) fn is_of(&self, text: &str) -> bool {
        text.chars().any(|c| self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&c)))
    }
}

/// Japanese first: it has characters of its own beside the Chinese ones.
pub(super) const SCRIPTS: [Script; 3] = [
    Script {
        ranges: &[('\u{3041}', '\u{30ff}')],
        yes_or_no: &["かどうか", "でしょうか、それとも"],
        words: &[
            ("何人", Number),
            ("何件", Number),
            ("何回", Number),
            ("何パーセント", Number),
            ("いくら", Number),
            ("いくつ", Number),
            ("どのくらい", Number),
            ("どれくらい", Number),
            ("誰が", Choice),
            ("どの国", Choice),
            ("どちらが", Choice),
            ("いつまでに", Date),
            ("いつ", Date),
        ],
        indefinite: &["か", "も", "でも"],
    },
    Script {
        ranges: &[('\u{4e00}', '\u{9fff}')],
        yes_or_no: &["吗", "嗎", "是否", "会不会", "會不會", "能否", "有没有", "能不能", "可否"],
        words: &[
            ("多少", Number),
            ("几个", Number),
            ("谁将", Choice),
            ("谁会", Choice),
            ("誰會", Choice),
            ("哪个", Choice),
            ("哪位", Choice),
            ("哪家", Choice),
            ("什么时候", Date),
            ("什麼時候", Date),
            ("何时", Date),
            ("何時", Date),
        ],
        indefinite: &[],
    },
    Script {
        ranges: &[('\u{ac00}', '\u{d7a3}')],
        yes_or_no: &["여부"],
        words: &[
            ("몇 명", Number),
            ("몇 개", Number),
            ("얼마나", Number),
            ("얼마", Number),
            ("누가", Choice),
            ("언제", Date),
        ],
        indefinite: &["든", "나", "까지나"],
    },
];
