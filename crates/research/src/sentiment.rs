//! Sentiment of a text from a small lexicon of market and project news, with negation and emphasis.
//!
//! No model is used: the texts come from result lists and events and are untrusted. A lexicon is immune to prompt
//! injection, costs nothing and names the words that decided. It does not recognise irony.

use std::collections::HashMap;
use std::sync::LazyLock;

use retrieval::text;

/// Positive words with their weights.
const POSITIVE: [(&str, f64); 52] = [
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

/// Negative words with the absolute values of their weights.
const NEGATIVE: [(&str, f64); 72] = [
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
/// Number of following words that a negation affects.
const NEGATION_REACH: usize = 3;
/// Saturation of a text's score: VADER's value (Hutto and Gilbert 2014), suited to one or two sentences.
const ALPHA: f64 = 15.0;
/// Absolute score up to which a text is neutral.
const NEUTRAL: f64 = 0.05;
/// Score at or below which a text is an alarm: one word such as `rug`, `hacked` or `fraud` is enough, `risk` is not.
const ALARM_SCORE: f64 = -0.5;

/// Both lists in one map: the classifier looks up every word of every event about a known entity.
static WEIGHTS: LazyLock<HashMap<&str, f64>> = LazyLock::new(|| {
    let negative = NEGATIVE.iter().map(|(word, weight)| (*word, -weight));
    POSITIVE.iter().copied().chain(negative).collect()
});

/// Sentiment of one text.
#[derive(Debug, Clone, PartialEq)]
pub struct Sentiment {
    /// Score from −1 (negative) to 1 (positive).
    pub score: f64,
    /// Lexicon words that decided, each once; negated ones with the prefix `not`.
    pub words: Vec<String>,
}

/// Sentiment of several texts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SentimentSummary {
    /// Mean score, −1 to 1.
    pub mean: f64,
    /// Number of positive texts.
    pub positive: usize,
    /// Number of negative texts.
    pub negative: usize,
    /// Number of neutral texts.
    pub neutral: usize,
}

/// Scores a text.
pub fn score_text(text: &str) -> Sentiment {
    score_text_without_names(text, &[])
}

/// Scores a text about entities with these names. The names are ignored, because a token may be called RUG.
pub fn score_text_without_names(text: &str, names: &[&str]) -> Sentiment {
    let lower = text.to_lowercase();
    let words: Vec<&str> = text::words(&lower).collect();
    let (mut sum, mut decided) = (0.0, Vec::new());
    for (at, word) in words.iter().enumerate() {
        let Some(weight) = WEIGHTS.get(word).filter(|_| !is_name(word, names)) else { continue };
        let before = &words[at.saturating_sub(NEGATION_REACH)..at];
        let negated = before.iter().any(|word| NEGATIONS.contains(word));
        let emphasis = if before.last().is_some_and(|word| EMPHASIS.contains(word)) { 1.3 } else { 1.0 };
        // A negated word is weaker than its opposite: "not bad" is not praise.
        sum += weight * emphasis * if negated { -0.5 } else { 1.0 };
        let shown = if negated { format!("not {word}") } else { (*word).to_owned() };
        if !decided.contains(&shown) {
            decided.push(shown);
        }
    }
    Sentiment { score: sum / (sum * sum + ALPHA).sqrt(), words: decided }
}

fn is_name(word: &str, names: &[&str]) -> bool {
    names.iter().any(|name| text::words(name).any(|part| part.to_lowercase() == word))
}

impl Sentiment {
    /// Returns true if the text is so negative that earlier research must be repeated.
    pub fn is_alarming(&self) -> bool {
        self.score <= ALARM_SCORE
    }

    /// Returns the negative words that decided.
    pub fn negative_words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str).filter(|word| WEIGHTS.get(word).is_some_and(|weight| *weight < 0.0))
    }
}

/// Summarises texts; `None` if there are none.
pub fn summarize(texts: &[Sentiment]) -> Option<SentimentSummary> {
    if texts.is_empty() {
        return None;
    }
    let count = |wanted: fn(f64) -> bool| texts.iter().filter(|text| wanted(text.score)).count();
    let (positive, negative) = (count(|score| score > NEUTRAL), count(|score| score < -NEUTRAL));
    #[expect(clippy::cast_precision_loss, reason = "a count of texts")]
    let mean = texts.iter().map(|text| text.score).sum::<f64>() / texts.len() as f64;
    Some(SentimentSummary { mean, positive, negative, neutral: texts.len() - positive - negative })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn good_and_bad_news_have_opposite_scores() {
        for good in [
            "Token rallied to a record after approval",
            "Strong growth and a successful upgrade",
            "Not a scam, audited and verified",
        ] {
            assert!(score_text(good).score > 0.2, "{good}: {:?}", score_text(good));
        }
        for bad in
            ["Exchange hacked, funds stolen", "The price crashed amid fraud charges", "It is not good and not secure"]
        {
            assert!(score_text(bad).score < -0.2, "{bad}: {:?}", score_text(bad));
        }
        for flat in ["The board meets on Tuesday", "", "price of the token today"] {
            assert_eq!(score_text(flat), Sentiment { score: 0.0, words: Vec::new() });
        }
        assert!(score_text("very bad").score < score_text("bad").score);
        assert_eq!(score_text("never trusted, never trusted").words, ["not trusted"]);
    }

    #[test]
    fn one_severe_word_is_an_alarm_unless_it_is_a_name() {
        for (text, alarming) in [
            ("The deployer removed all liquidity: a rug pull.", true),
            ("Funds were stolen in an exploit.", true),
            ("A swap with some risk.", false),
            ("somebody swapped 5 SOL for 1,000 RUG", true),
        ] {
            assert_eq!(score_text(text).is_alarming(), alarming, "{text}");
        }
        let swap = "somebody swapped 5 SOL for 1,000 RUG";
        assert_eq!(score_text_without_names(swap, &["SOL", "Rug"]), Sentiment { score: 0.0, words: Vec::new() });
        assert!(
            score_text_without_names("RUG: funds stolen in a hack", &["RUG"]).is_alarming(),
            "the other words count"
        );
        assert!(score_text_without_names("a rug pull", &["", "BONK"]).is_alarming());
        assert_eq!(score_text("great growth, then a hack, not a loss").negative_words().collect::<Vec<_>>(), ["hack"]);
    }

    #[test]
    fn a_summary_counts_every_text_once() {
        let summary = summarize(&[score_text("great success"), score_text("scam"), score_text("tuesday")]).unwrap();
        assert_eq!((summary.positive, summary.negative, summary.neutral), (1, 1, 1));
        assert_eq!(summarize(&[]), None);
    }

    #[test]
    fn the_lexicon_contains_no_word_twice() {
        let mut words: Vec<&str> = POSITIVE.iter().chain(&NEGATIVE).map(|(word, _)| *word).collect();
        words.sort_unstable();
        let count = words.len();
        words.dedup();
        assert_eq!(words.len(), count);
    }

    proptest! {
        #[test]
        fn any_text_stays_between_minus_one_and_one(text in ".{0,400}") {
            let score = score_text(&text).score;
            prop_assert!((-1.0..=1.0).contains(&score));
        }
    }
}
