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

/// Prepositions before a question word, of other languages than English.
pub(super) const PREPOSITIONS: [&str; 37] = [
    "à", "de", "d'ici", "en", "dans", "pour", "avec", "a", "por", "con", "para", "hasta", "em", "até", "in", "di",
    "da", "per", "entro", "um", "auf", "bis", "mit", "zu", "für", "von", "ab", "an", "bei", "op", "met", "voor", "til",
    "till", "om", "w", "в",
];
/// Particles that end a Turkish question by yes or no.
pub(super) const TURKISH_PARTICLES: [&str; 8] = ["mı", "mi", "mu", "mü", "mıdır", "midir", "mudur", "müdür"];
/// Question words that also begin names, such as `Qui Nhon` and `Chi Mei`: a capital follows only there.
pub(super) const NAMES: [&str; 11] =
    ["qui", "chi", "quanto", "quanti", "quale", "che", "ai", "wo", "kuka", "vem", "når"];

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
pub(super) const WORDS: [QuestionWord; 141] = [
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
    alone(&["welchem", "jahr"], Date),
    alone(&["welchem"], Choice),
    alone(&["wem"], Choice),
    alone(&["wessen"], Choice),
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
    alone(&["lequel"], Choice),
    alone(&["laquelle"], Choice),
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
    sure(&["qué", "año"], Date),
    sure(&["qué", "día"], Date),
    alone(&["qué"], Description),
    // The question words of Portuguese are these:
    sure(&["quantos"], Number),
    sure(&["quantas"], Number),
    alone(&["quanto"], Number),
    alone(&["que", "ano"], Date),
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
    alone(&["che", "anno"], Date),
    alone(&["che"], Description),
    // The question words of Dutch are these:
    sure(&["hoeveel"], Number),
    alone(&["wie", "zal"], Choice),
    alone(&["wie", "wordt"], Choice),
    alone(&["welke"], Choice),
    alone(&["welk", "jaar"], Date),
    alone(&["welk"], Choice),
    alone(&["wanneer"], Date),
    // The question words of Polish are these:
    sure(&["ile"], Number),
    alone(&["kto"], Choice),
    alone(&["który"], Choice),
    alone(&["która"], Choice),
    alone(&["kiedy"], Date),
    alone(&["jaki"], Choice),
    alone(&["jaka"], Choice),
    alone(&["jakie"], Choice),
    // The question words of Czech and Slovak are these:
    sure(&["kolik"], Number),
    sure(&["koľko"], Number),
    alone(&["kdo"], Choice),
    alone(&["kdy"], Date),
    alone(&["kedy"], Date),
    // The question words of Swedish, Norwegian and Danish are these:
    alone(&["hur", "många"], Number),
    alone(&["hur", "mycket"], Number),
    alone(&["hvor", "mange"], Number),
    alone(&["hvor", "mye"], Number),
    alone(&["hvor", "meget"], Number),
    alone(&["vem"], Choice),
    alone(&["hvem"], Choice),
    alone(&["vilket", "år"], Date),
    alone(&["vilken", "dag"], Date),
    alone(&["vilket"], Choice),
    alone(&["vilken"], Choice),
    alone(&["vilka"], Choice),
    alone(&["hvilket"], Choice),
    alone(&["hvilken"], Choice),
    alone(&["hvilke"], Choice),
    alone(&["när"], Date),
    alone(&["når"], Date),
    alone(&["hvornår"], Date),
    alone(&["vad"], Description),
    alone(&["hva"], Description),
    alone(&["hvad"], Description),
    // The question words of Finnish are these:
    alone(&["kuinka", "monta"], Number),
    alone(&["kuinka", "paljon"], Number),
    alone(&["montako"], Number),
    alone(&["kuka"], Choice),
    alone(&["milloin"], Date),
    // Russian and Ukrainian
    sure(&["сколько"], Number),
    sure(&["скільки"], Number),
    alone(&["кто"], Choice),
    alone(&["хто"], Choice),
    alone(&["какой"], Choice),
    alone(&["какая"], Choice),
    alone(&["когда"], Date),
    alone(&["коли"], Date),
    // Greek and Arabic
    alone(&["πόσα"], Number),
    alone(&["πόσοι"], Number),
    alone(&["πόσες"], Number),
    alone(&["πόσο"], Number),
    alone(&["ποιος"], Choice),
    alone(&["ποια"], Choice),
    alone(&["ποιο"], Choice),
    alone(&["πότε"], Date),
    alone(&["كم"], Number),
    alone(&["متى"], Date),
    // Indonesian and Malay, Vietnamese
    alone(&["berapa"], Number),
    alone(&["siapa"], Choice),
    alone(&["kapan"], Date),
    alone(&["bao", "nhiêu"], Number),
    alone(&["khi", "nào"], Date),
    alone(&["ai", "sẽ"], Choice),
];
