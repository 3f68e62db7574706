//! Recognition of typing errors. Any other one-letter difference denotes another entity, because tokens are named after
//! one another.

/// Minimum word length in characters: shorter words are tickers or initials, whose neighbours differ in meaning (`UXD`,
/// `USD`).
const MIN_WORD_CHARS: usize = 4;

/// Returns `true` if the difference is a typical typing error: an omitted, doubled or swapped letter inside the text.
/// Not typing errors: an added or replaced first or last letter (`wBONK`, `BONKs`), a changed number (`Series 3`,
/// `Series 2`), a changed alphabet.
pub(super) fn is_slip(query: &[char], text: &[char]) -> bool {
    let digits = |text: &[char]| text.iter().filter(|c| c.is_ascii_digit()).collect::<String>();
    let foreign = query.iter().any(|c| !c.is_ascii() && c.is_alphanumeric() && !text.contains(c));
    digits(query) == digits(text) && !foreign && !is_at_an_end(query, text)
}

fn is_at_an_end(query: &[char], text: &[char]) -> bool {
    let [(_, after, before), (_, text_after, text_before)] = [query, text].map(ends);
    let longer = query.len() > text.len();
    let (head, tail) = match query.len() == text.len() {
        true => (after == text_after, before == text_before),
        false if longer => (after == text, before == text),
        false => (text_after == query, text_before == query),
    };
    head || tail
}

/// Returns the text, the text without its first character, and the text without its last character.
fn ends(text: &[char]) -> (&[char], &[char], &[char]) {
    let last = text.len().saturating_sub(1);
    (text, text.get(1..).unwrap_or_default(), &text[..last])
}

/// Returns `true` if the difference lies in a word that is long enough and is not a word by itself (`Series A`,
/// `Series B`).
pub(super) fn is_inside_a_word(query: &str, text: &str) -> bool {
    let (query, text) = (split_words(query), split_words(text));
    match query.len().cmp(&text.len()) {
        std::cmp::Ordering::Equal => {
            let mut differing = query.iter().zip(&text).filter(|(one, other)| one != other);
            let long =
                |(one, other): (&String, &String)| length(one) >= MIN_WORD_CHARS && length(other) >= MIN_WORD_CHARS;
            // Letters that move into the next word change two words.
            let (first, second) = (differing.next(), differing.next());
            second.is_some() || first.is_none_or(long)
        }
        std::cmp::Ordering::Greater => !has_one_more(&query, &text),
        std::cmp::Ordering::Less => !has_one_more(&text, &query),
    }
}

fn has_one_more(longer: &[String], shorter: &[String]) -> bool {
    let without = |place: usize| longer[..place].iter().chain(&longer[place + 1..]);
    (0..longer.len()).any(|place| without(place).eq(shorter))
}

fn split_words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect()
}

fn length(word: &str) -> usize {
    word.chars().count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clear(query: &str, text: &str) -> bool {
        let letters = |text: &str| crate::entity::fold::folded(text).chars().collect::<Vec<char>>();
        is_slip(&letters(query), &letters(text)) && is_inside_a_word(query, text)
    }

    #[test]
    fn typing_errors_are_distinguished_from_other_names() {
        for (query, text, slip) in [
            ("Marinadde", "Marinade", true),
            ("Exchange oTken", "Exchange Token", true),
            ("iwaitergTokens", "iwaiter Tokens", true),
            ("PubCred stoken", "PubCred token", true),
            ("wSkiddy", "Skiddy", false),
            ("Skiddys", "Skiddy", false),
            ("Trademar", "Trademark", false),
            ("Tomo-USDC", "Tomo-USDT", false),
            ("Quant (Wormhole v)", "Quant (Wormhole v1)", false),
            ("Mar1nade", "Marinade", false),
            ("Gerald E Ford", "Gerald R Ford", false),
            ("Bank of X Token", "Bank of Token", false),
            ("Bank of Token", "Bank of X Token", false),
            ("UXD Stablecoin", "USD stablecoin", false),
            ("DOG token coin", "DOGE token coin", false),
        ] {
            assert_eq!(clear(query, text), slip, "{query} / {text}");
        }
    }

    proptest! {
        #[test]
        fn it_does_not_matter_which_is_asked(one in "[a-c1 ]{0,9}", other in "[a-c1 ]{0,9}") {
            prop_assert_eq!(clear(&one, &other), clear(&other, &one));
        }
    }
}
