//! Text to stems: lower case, letters and digits, no stop words, English stems (Porter 2). Words of other languages are kept
//! as they are, apart from endings that look English; scripts without spaces are not split.

use std::collections::HashSet;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

/// Words that say nothing about what is asked: function words and those that make a question. All of Postgres' `english` stop
/// words are among them: its index knows nothing of those, and they would look like words that nobody ever wrote.
const STOP: &str = "a about above after again against all am an and any are as at be because been before being below between \
both but by can could did do does doing down during each few for from further had has have having he her here hers him his how \
i if in into is it its itself just me more most my no nor not of off on once only or other our out over own same she should so \
some such than that the their them then there these they this those through to too under until up very was we were what when \
where which while who whom why will with would you your s t don now myself ours ourselves yours yourself yourselves himself \
herself theirs themselves";

/// The stems of a text, in order.
pub fn stems(text: &str) -> Vec<String> {
    let stemmer = Stemmer::create(Algorithm::English);
    let lower = text.to_lowercase().replace("'s", "").replace('\u{2019}', "'").replace("'s", "");
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty() && !is_stop(word));
    words.map(|word| stemmer.stem(word).into_owned()).collect()
}

fn is_stop(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| STOP.split_whitespace().collect());
    WORDS.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_and_what_is_known_meet_in_the_stem() {
        assert_eq!(stems("Who founded Jupiter's exchanges?"), stems("the founding of Jupiter’s exchange"));
        assert_eq!(stems("what is it about?"), Vec::<String>::new());
        assert_eq!(stems("$WIF 2026-11-22 日本"), ["wif", "2026", "11", "22", "日本"]);
    }
}
