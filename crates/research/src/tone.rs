//! How a text sounds, by the words in it: a small lexicon of market and project news, with negation and emphasis. Pure.
//!
//! No model: the texts come from result lists and events, that is, from strangers. Counting words cannot be talked into
//! anything, costs nothing, and says which words decided. It does not understand irony; it is a gauge, not a judgement.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Words that speak well, and how much.
const GOOD: [(&str, f64); 52] = [
    ("gain", 1.5),
    ("gained", 1.5),
    ("rally", 2.0),
    ("rallied", 2.0),
    ("surge", 2.0),
    ("surged", 2.0),
    ("soar", 2.2),
    ("soared", 2.2),
    ("rise", 1.2),
    ("rose", 1.2),
    ("record", 1.0),
    ("bullish", 2.2),
    ("growth", 1.5),
    ("grew", 1.3),
    ("profit", 1.5),
    ("profitable", 1.8),
    ("win", 1.8),
    ("won", 1.8),
    ("approve", 1.5),
    ("approved", 1.5),
    ("approval", 1.5),
    ("launch", 0.8),
    ("launched", 0.8),
    ("partnership", 1.2),
    ("adoption", 1.4),
    ("upgrade", 1.3),
    ("upgraded", 1.4),
    ("strong", 1.5),
    ("stronger", 1.6),
    ("success", 2.0),
    ("successful", 2.0),
    ("good", 1.5),
    ("great", 2.2),
    ("excellent", 2.6),
    ("best", 2.0),
    ("positive", 1.6),
    ("optimistic", 1.8),
    ("optimism", 1.8),
    ("secure", 1.2),
    ("trusted", 1.5),
    ("verified", 1.0),
    ("audited", 1.0),
    ("recover", 1.4),
    ("recovered", 1.4),
    ("recovery", 1.4),
    ("outperform", 1.8),
    ("beat", 1.2),
    ("love", 2.0),
    ("popular", 1.2),
    ("breakthrough", 2.0),
    ("support", 0.8),
    ("transparent", 1.2),
];

/// Words that speak ill, and how much.
const BAD: [(&str, f64); 72] = [
    ("loss", 1.6),
    ("losses", 1.6),
    ("lost", 1.4),
    ("fall", 1.2),
    ("fell", 1.2),
    ("drop", 1.2),
    ("dropped", 1.2),
    ("plunge", 2.2),
    ("plunged", 2.2),
    ("crash", 2.6),
    ("crashed", 2.6),
    ("collapse", 2.6),
    ("collapsed", 2.6),
    ("slump", 2.0),
    ("slumped", 2.0),
    ("bearish", 2.2),
    ("scam", 3.2),
    ("fraud", 3.2),
    ("fraudulent", 3.2),
    ("rug", 2.6),
    ("rugpull", 3.4),
    ("ponzi", 3.2),
    ("hack", 2.6),
    ("hacked", 2.8),
    ("exploit", 2.4),
    ("exploited", 2.6),
    ("stolen", 2.6),
    ("theft", 2.6),
    ("lawsuit", 1.8),
    ("sued", 1.8),
    ("charges", 1.4),
    ("charged", 1.2),
    ("fined", 1.8),
    ("fine", 0.4),
    ("ban", 1.6),
    ("banned", 1.8),
    ("probe", 1.4),
    ("investigation", 1.4),
    ("warning", 1.6),
    ("warned", 1.6),
    ("risk", 1.0),
    ("risky", 1.6),
    ("danger", 2.0),
    ("dangerous", 2.2),
    ("weak", 1.4),
    ("weaker", 1.5),
    ("fail", 1.8),
    ("failed", 1.9),
    ("failure", 2.0),
    ("bad", 1.7),
    ("worse", 1.9),
    ("worst", 2.4),
    ("terrible", 2.6),
    ("negative", 1.6),
    ("fear", 1.6),
    ("fears", 1.6),
    ("panic", 2.2),
    ("selloff", 2.0),
    ("liquidation", 1.6),
    ("liquidated", 1.8),
    ("bankrupt", 2.8),
    ("bankruptcy", 2.8),
    ("insolvent", 2.8),
    ("default", 1.6),
    ("delisted", 2.0),
    ("halted", 1.4),
    ("suspended", 1.6),
    ("outage", 1.6),
    ("bug", 1.0),
    ("vulnerability", 1.6),
    ("concern", 1.2),
    ("concerns", 1.2),
];

const NEGATIONS: [&str; 11] =
    ["not", "no", "never", "without", "isn", "wasn", "aren", "doesn", "didn", "hardly", "denied"];
const EMPHASIS: [&str; 8] = ["very", "extremely", "highly", "massive", "huge", "sharply", "heavily", "strongly"];
/// A negation reaches so many words ahead.
const REACH: usize = 3;
/// How fast a text's score saturates: VADER's figure (Hutto and Gilbert 2014), which suits a sentence or two.
const ALPHA: f64 = 15.0;
/// A text between these speaks neither well nor ill.
const NEUTRAL: f64 = 0.05;
/// Words that sound this ill are an alarm: one such as `rug`, `hacked` or `fraud` is enough, `risk` is not.
const ALARMING: f64 = -0.5;

/// Both lists as one: a fleet looks up every word of every event about what it knows.
static WEIGHTS: LazyLock<HashMap<&str, f64>> = LazyLock::new(|| {
    let bad = BAD.iter().map(|(word, weight)| (*word, -weight));
    GOOD.iter().copied().chain(bad).collect()
});

/// How one text sounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Tone {
    /// −1 to 1.
    pub score: f64,
    /// The words of the lexicon that decided, each once; `not` before those that were negated.
    pub words: Vec<String>,
}

/// How texts sound together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mood {
    /// The mean of all texts, −1 to 1.
    pub mean: f64,
    /// How many speak well.
    pub positive: usize,
    /// How many speak ill.
    pub negative: usize,
    /// How many do neither.
    pub neutral: usize,
}

/// The tone of a text.
pub fn tone(text: &str) -> Tone {
    tone_beside(text, &[])
}

/// The tone of a text about things of these names: what a thing is called says nothing about it, and a token may be called RUG.
pub fn tone_beside(text: &str, names: &[&str]) -> Tone {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let (mut sum, mut decided) = (0.0, Vec::new());
    for (at, word) in words.iter().enumerate() {
        let Some(weight) = WEIGHTS.get(word).filter(|_| !is_name(word, names)) else { continue };
        let before = &words[at.saturating_sub(REACH)..at];
        let negated = before.iter().any(|word| NEGATIONS.contains(word));
        let emphasis = if before.last().is_some_and(|word| EMPHASIS.contains(word)) { 1.3 } else { 1.0 };
        // A negated word says less than its opposite: "not bad" is no praise.
        sum += weight * emphasis * if negated { -0.5 } else { 1.0 };
        let shown = if negated { format!("not {word}") } else { (*word).to_owned() };
        if !decided.contains(&shown) {
            decided.push(shown);
        }
    }
    Tone { score: sum / (sum * sum + ALPHA).sqrt(), words: decided }
}

fn is_name(word: &str, names: &[&str]) -> bool {
    names.iter().any(|name| name.split(|c: char| !c.is_alphanumeric()).any(|part| part.to_lowercase() == word))
}

impl Tone {
    /// It sounds so ill that what was believed before has to be looked at again.
    pub fn is_alarming(&self) -> bool {
        self.score <= ALARMING
    }

    /// Those of the words that speak ill.
    pub fn ill(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str).filter(|word| WEIGHTS.get(word).is_some_and(|weight| *weight < 0.0))
    }
}

/// The mood of texts; `None` where there are none.
pub fn mood(tones: &[Tone]) -> Option<Mood> {
    if tones.is_empty() {
        return None;
    }
    let count = |wanted: fn(f64) -> bool| tones.iter().filter(|tone| wanted(tone.score)).count();
    let (positive, negative) = (count(|score| score > NEUTRAL), count(|score| score < -NEUTRAL));
    #[expect(clippy::cast_precision_loss, reason = "a count of texts")]
    let mean = tones.iter().map(|tone| tone.score).sum::<f64>() / tones.len() as f64;
    Some(Mood { mean, positive, negative, neutral: tones.len() - positive - negative })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn good_and_bad_news_are_told_apart() {
        for good in [
            "Token rallied to a record after approval",
            "Strong growth and a successful upgrade",
            "Not a scam, audited and verified",
        ] {
            assert!(tone(good).score > 0.2, "{good}: {:?}", tone(good));
        }
        for bad in
            ["Exchange hacked, funds stolen", "The price crashed amid fraud charges", "It is not good and not secure"]
        {
            assert!(tone(bad).score < -0.2, "{bad}: {:?}", tone(bad));
        }
        for flat in ["The board meets on Tuesday", "", "price of the token today"] {
            assert_eq!(tone(flat), Tone { score: 0.0, words: Vec::new() });
        }
        assert!(tone("very bad").score < tone("bad").score);
        assert_eq!(tone("never trusted, never trusted").words, ["not trusted"]);
    }

    #[test]
    fn one_grave_word_is_an_alarm_and_a_name_is_no_word() {
        for (text, alarming) in [
            ("The deployer removed all liquidity: a rug pull.", true),
            ("Funds were stolen in an exploit.", true),
            ("A swap with some risk.", false),
            ("somebody swapped 5 SOL for 1,000 RUG", true),
        ] {
            assert_eq!(tone(text).is_alarming(), alarming, "{text}");
        }
        let swap = "somebody swapped 5 SOL for 1,000 RUG";
        assert_eq!(tone_beside(swap, &["SOL", "Rug"]), Tone { score: 0.0, words: Vec::new() });
        assert!(tone_beside("RUG: funds stolen in a hack", &["RUG"]).is_alarming(), "the other words count");
        assert!(tone_beside("a rug pull", &["", "BONK"]).is_alarming());
        assert_eq!(tone("great growth, then a hack, not a loss").ill().collect::<Vec<_>>(), ["hack"]);
    }

    #[test]
    fn a_mood_counts_every_text_once() {
        let mood = mood(&[tone("great success"), tone("scam"), tone("tuesday")]).unwrap();
        assert_eq!((mood.positive, mood.negative, mood.neutral), (1, 1, 1));
        assert_eq!(super::mood(&[]), None);
    }

    #[test]
    fn no_word_stands_twice() {
        let mut words: Vec<&str> = GOOD.iter().chain(&BAD).map(|(word, _)| *word).collect();
        words.sort_unstable();
        let count = words.len();
        words.dedup();
        assert_eq!(words.len(), count);
    }

    proptest! {
        #[test]
        fn any_text_stays_between_minus_one_and_one(text in ".{0,400}") {
            let score = tone(&text).score;
            prop_assert!((-1.0..=1.0).contains(&score));
        }
    }
}
