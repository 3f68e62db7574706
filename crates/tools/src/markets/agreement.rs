//! Judges by rule whether a market asks a question: the answer of the offline model. Silence is right whenever the
//! wording leaves a doubt, because a wrong market is worse than none.
//!
//! A market agrees if its day and quantities are those of the question, each name occurs on both sides, enough of the
//! words of each occur in the other, and no other market of the list agrees nearly as well. If both differ in few words
//! only, these words are what differs.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, NaiveDate};

use super::day;
use super::figures::Figure;
use super::rules::{ends_with, refusal, stated_figures};
use super::wording::{Wording, is_role};
use super::{Direction, MarketText, Topic};

/// Least share of the weighted words of one side that the other contains.
const LEAST_SHARE: f64 = 0.3;
/// Least sum of three shares: the question in the market, question and background in the market, the market in both.
const LEAST_SUM: f64 = 1.3;
/// Least distance from the second best market.
const LEAST_MARGIN: f64 = 0.15;
/// Least share of the market's words that the question contains, for a market that asks the other way round.
const LEAST_INVERSE: f64 = 0.85;
/// Least share of question and background in a market with a name that they lack.
const LEAST_KNOWN: f64 = 0.4;
/// Number of words on each side up to which a difference is one of meaning: who asks the same in other words changes
/// more of them.
const FEW: usize = 2;
/// Documents assumed beside the list, so that a word that few markets of a short list have does not decide alone.
const ASSUMED_DOCUMENTS: f64 = 60.0;
/// Characters of the criteria that are compared.
const MAX_CRITERIA: usize = 1_500;

/// Returns which way round each market asks the question; `None` if it does not, or if the wording leaves a doubt.
pub fn judge(topic: &Topic, markets: &[MarketText]) -> Vec<Option<Direction>> {
    let mut judged = vec![None; markets.len()];
    let Some(closes) = topic.deadline() else { return judged };
    let question = Wording::new(&topic.text, closes);
    let known = Wording::new(&format!("{}\n{}", topic.text, topic.background), closes);
    let texts: Vec<Texts> = markets.iter().map(|market| Texts::new(market, closes)).collect();
    let weights = Weights::new(&texts);
    let mut scored: Vec<(usize, Shares)> = markets
        .iter()
        .enumerate()
        .filter(|(_, market)| refusal(topic, market, &[]).is_none())
        .map(|(n, _)| (n, weights.shares(&question, &known, &texts[n])))
        .collect();
    scored.sort_by(|one, other| other.1.sum().total_cmp(&one.1.sum()));
    let Some((best, shares)) = scored.first().copied() else { return judged };
    let signs =
        |n: usize| markets[n].question.chars().filter(|c| "<>+\u{2265}\u{2264}".contains(*c)).collect::<String>();
    let is_copy = |n: usize| texts[n].question == texts[best].question && signs(n) == signs(best);
    let rival = scored.iter().skip(1).find(|(n, _)| !is_copy(*n)).map_or(0.0, |(_, shares)| shares.sum());
    let agrees = shares.suffice() && shares.sum() - rival >= LEAST_MARGIN;
    let pair = Pair { question: &question, known: &known, market: &texts[best], shares };
    if !agrees || !names_alike(topic, &markets[best]) || pair.is_other() {
        return judged;
    }
    for (n, other) in scored {
        if (n == best || is_copy(n)) && other.suffice() {
            judged[n] = direction(&question, &texts[n].question, other);
        }
    }
    judged
}

/// Returns `true` if day and quantities are the same.
fn names_alike(topic: &Topic, market: &MarketText) -> bool {
    let Some(closes) = topic.deadline().filter(|closes| ends_with(market, *closes)) else { return false };
    let (asked, offered) = (stated_figures(&topic.text, closes), stated_figures(&market.question, closes));
    let all_asked = stated_figures(&format!("{}\n{}", topic.text, topic.background), closes);
    let all_offered = stated_figures(&format!("{}\n{}\n{}", market.question, market.group, market.criteria), closes);
    let within =
        |some: &[Figure], all: &[Figure]| some.iter().all(|figure| all.iter().any(|other| figure.equals(*other)));
    within(&asked, &all_offered) && within(&offered, &all_asked) && months_alike(&topic.text, &market.question, closes)
}

/// Returns `false` if both name months and none of them is the same: inflation in April and in May.
fn months_alike(question: &str, market: &str, near: NaiveDate) -> bool {
    let is_year_end = |day: &NaiveDate| (day.month(), day.day()) == (12, 31);
    let months = |text: &str| -> Vec<NaiveDate> {
        let loose = day::named(text, near).into_iter().filter(|named| !named.is_exact);
        loose.map(|named| named.day).filter(|day| !is_year_end(day)).collect()
    };
    let (asked, offered) = (months(question), months(market));
    asked.is_empty() || offered.is_empty() || asked.iter().any(|day| offered.contains(day))
}

/// A question and the market that resembles it most.
struct Pair<'a> {
    question: &'a Wording,
    /// The question with its background.
    known: &'a Wording,
    market: &'a Texts,
    shares: Shares,
}

impl Pair<'_> {
    /// Returns `true` if a word tells that both are about something else.
    fn is_other(&self) -> bool {
        let Self { question, known, market, .. } = *self;
        let decides = |one: &Wording, other: &Wording| DECIDING.iter().any(|word| one.has(word) && !other.has(word));
        let has = |wording: &Wording, group: &str| wording.words.contains(group);
        let opposite = |(one, other): &(&str, &str)| {
            has(question, one) && has(&market.question, other) || has(question, other) && has(&market.question, one)
        };
        self.names_another()
            || self.differs_in_few_words()
            || question.reverses(&market.question)
            || decides(&market.question, known)
            || decides(question, &market.all)
            || OPPOSITES.iter().any(opposite)
    }

    /// Returns `true` if the texts are the same but for few words that are no quantity: `sign a ceasefire` and `break a
    /// ceasefire`, `on the Moon` and `on Mars`. A negation is a difference of direction.
    fn differs_in_few_words(&self) -> bool {
        let Self { question, known, market, .. } = *self;
        let asked = question.lacking(&market.question);
        let new = market.question.lacking(known);
        let is_unanswered = question.lacking(&market.all).into_iter().any(|term| !is_role(term));
        let is_negated = question.negations % 2 != market.question.negations % 2;
        let is_close = asked.len() <= FEW && new.len() <= FEW;
        is_close && (!new.is_empty() || (is_unanswered && !is_negated))
    }

    /// Returns `true` if the market names a person, place or thing that the question does not mean: each side has a
    /// name that the other lacks, or little else agrees. A country is known by all its names.
    fn names_another(&self) -> bool {
        let (lacking_in_market, _) = self.question.missing_in(&self.market.all);
        let (lacking_in_question, _) = self.market.question.missing_in(self.known);
        let has_country = lacking_in_question.iter().any(|name| name.starts_with('@'));
        let is_doubtful = !lacking_in_market.is_empty() || self.shares.known < LEAST_KNOWN;
        has_country || !lacking_in_question.is_empty() && is_doubtful
    }
}

/// Words that make another question of nearly the same words: one side must not have them alone.
const DECIDING: [&str; 27] = [
    "worldwide",
    "domestic",
    "global",
    "core",
    "second",
    "third",
    "interim",
    "acting",
    "attempt",
    "failed",
    "women",
    "men",
    "junior",
    "televote",
    "jury",
    "house",
    "senate",
    "upper",
    "lower",
    "half",
    "regular",
    "playoff",
    "nominate",
    "nominee",
    "federal",
    "runoff",
    "majority",
];

/// Pairs of groups of the lexicon that turn a statement round.
const OPPOSITES: [(&str, &str); 4] = [("above", "below"), ("raise", "cut"), ("join", "leave"), ("win", "lose")];

/// Returns which way round the market asks; `None` in doubt.
fn direction(question: &Wording, market: &Wording, shares: Shares) -> Option<Direction> {
    if question.lasting != market.lasting || question.is_race != market.is_race || question.is_race {
        return None;
    }
    match question.negations % 2 == market.negations % 2 {
        true => Some(Direction::Same),
        false if shares.market >= LEAST_INVERSE => Some(Direction::Inverse),
        false => None,
    }
}

struct Texts {
    question: Wording,
    all: Wording,
}

impl Texts {
    fn new(market: &MarketText, near: NaiveDate) -> Self {
        let criteria: String = market.criteria.chars().take(MAX_CRITERIA).collect();
        let all = format!("{}\n{}\n{}\n{criteria}", market.question, market.group, market.option);
        Self { question: Wording::new(&market.question, near), all: Wording::new(&all, near) }
    }
}

/// Weighted shares of words, each 0 to 1.
#[derive(Debug, Clone, Copy)]
struct Shares {
    /// Of the question, in the market.
    question: f64,
    /// Of question and background, in the market.
    known: f64,
    /// Of the market's question, in question and background.
    market: f64,
}

impl Shares {
    fn sum(self) -> f64 {
        self.question + self.known + self.market
    }

    fn suffice(self) -> bool {
        self.question >= LEAST_SHARE && self.market >= LEAST_SHARE + 0.1 && self.sum() >= LEAST_SUM
    }
}

/// Weights of words: a word that many markets of the list contain tells less.
struct Weights {
    documents: f64,
    containing: BTreeMap<String, f64>,
}

impl Weights {
    fn new(texts: &[Texts]) -> Self {
        let mut containing: BTreeMap<String, f64> = BTreeMap::new();
        for text in texts {
            for term in text.all.terms() {
                *containing.entry(term).or_default() += 1.0;
            }
        }
        Self { documents: ASSUMED_DOCUMENTS + retrieval::bm25::to_f64(texts.len()), containing }
    }

    fn of(&self, term: &str) -> f64 {
        let containing = self.containing.get(term).copied().unwrap_or_default();
        retrieval::bm25::inverse_document_frequency(self.documents, containing)
    }

    fn shares(&self, question: &Wording, known: &Wording, market: &Texts) -> Shares {
        let (of_question, of_known) = (question.terms(), known.terms());
        let (of_market, all) = (market.question.terms(), market.all.terms());
        Shares {
            question: self.share(&of_question, &all),
            known: self.share(&of_known, &all),
            market: self.share(&of_market, &of_known),
        }
    }

    fn share(&self, some: &BTreeSet<String>, all: &BTreeSet<String>) -> f64 {
        let sum = |terms: &mut dyn Iterator<Item = &String>| terms.map(|term| self.of(term)).sum::<f64>();
        sum(&mut some.intersection(all)) / sum(&mut some.iter()).max(f64::MIN_POSITIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic(text: &str) -> Topic {
        Topic {
            text: text.into(),
            background: "The treaty was signed in Ober.".into(),
            closes: "2026-06-30".parse().ok(),
            asked_on: "2026-03-01".parse().unwrap(),
        }
    }

    fn market(question: &str) -> MarketText {
        MarketText { question: question.into(), closes: "2026-06-30".parse().ok(), ..MarketText::default() }
    }

    fn verdicts(text: &str, questions: &[&str]) -> Vec<Option<Direction>> {
        let markets: Vec<MarketText> = questions.iter().map(|question| market(question)).collect();
        judge(&topic(text), &markets)
    }

    const ASKED: &str = "Will Norway ratify the Lake Treaty by 30 June 2026?";

    #[test]
    fn the_same_question_is_found_in_other_words_and_others_are_not() {
        let same = Some(Direction::Same);
        let found = verdicts(
            ASKED,
            &[
                "Norwegian ratification of Lake Treaty before July 1, 2026?",
                "Will Sweden ratify the Lake Treaty by June 30?",
            ],
        );
        assert_eq!(found, [None, None], "in doubt, and another country");
        assert_eq!(verdicts(ASKED, &["Norway ratifies the Lake Treaty before July 2026?"]), [same]);
        let twice = [
            "Norway ratifies the Lake Treaty by June 30, 2026?",
            "Norway ratifies the Lake Treaty before July 1, 2026?",
        ];
        assert_eq!(verdicts(ASKED, &twice), [same, same], "at two sites");
    }

    #[test]
    fn texts_that_differ_in_one_word_ask_different_questions() {
        let verdict = |asked: &str, offered: &str| {
            judge(&Topic { background: String::new(), ..topic(asked) }, &[market(offered)])[0]
        };
        for (asked, offered) in [
            (
                "Will Norway sign the Lake Treaty by 30 June 2026?",
                "Will Norway break the Lake Treaty by June 30, 2026?",
            ),
            (
                "Will Arsenal win the Lake Cup by 30 June 2026?",
                "Will Arsenal reach the Lake Cup final by June 30, 2026?",
            ),
            (
                "Will Arsenal win a set at the Lake Cup by 30 June 2026?",
                "Will Arsenal win the Lake Cup by June 30, 2026?",
            ),
            ("Will Tesla deliver 500,000 cars by 30 June 2026?", "Will Tesla produce 500,000 cars by June 30, 2026?"),
            ("Will gold be above $5,000 on 30 June 2026?", "Will silver be above $5,000 on June 30, 2026?"),
            ("Will SpaceX land on the Moon by 30 June 2026?", "Will SpaceX land on Mars by June 30, 2026?"),
            ("Will inflation exceed 3% in May 2026?", "Will inflation exceed 3% in April 2026?"),
            ("Will Real Madrid win La Liga 2025-26?", "Will Real Madrid win the Champions League 2025-26?"),
            ("¿Ganará el Real Madrid la Liga 2025-26?", "Will Real Madrid win the Champions League 2025-26?"),
            ("Vincerà l'Inter lo scudetto 2025-26?", "Will Inter win the Champions League 2025-26?"),
        ] {
            assert_eq!(verdict(asked, offered), None, "{offered}");
        }
        let asked = "Will Bitcoin be above $150,000 on 30 June 2026?";
        assert_eq!(verdict(asked, "BTC above $150k on June 30, 2026?"), Some(Direction::Same), "only a quantity");
    }

    #[test]
    fn in_doubt_nothing_is_found() {
        let cases = [
            "Will Norway ratify the Lake Treaty by December 31, 2026?",
            "Will Norway and Denmark ratify the Lake Treaty by June 30, 2026?",
            "Will the Lake Treaty still be unratified by Norway on June 30, 2026?",
            "Will Norway ratify the Lake Treaty before Sweden by June 30, 2026?",
            "Will the Senate of Norway ratify the Lake Treaty by June 30, 2026?",
        ];
        for question in cases {
            assert_eq!(verdicts(ASKED, &[question]), [None], "{question}");
        }
        let rivals = [
            "Norway ratifies Lake Treaty Alpha by June 30, 2026?",
            "Norway ratifies Lake Treaty Beta by June 30, 2026?",
        ];
        assert_eq!(verdicts(ASKED, &rivals), [None, None], "two candidates agree as well");
        let undated = Topic { text: "Will it rain?".into(), closes: None, ..topic("") };
        assert_eq!(judge(&undated, &[market("Will it rain?")]), [None]);
    }

    #[test]
    fn a_negated_question_is_the_inverse() {
        assert_eq!(
            verdicts(
                "Will Norway fail to ratify the Lake Treaty by 30 June 2026?",
                &["Norway ratifies the Lake Treaty by June 30?"]
            ),
            [Some(Direction::Inverse)]
        );
    }
}
