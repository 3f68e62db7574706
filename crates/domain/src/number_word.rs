//! English words for numbers.

/// Words for 0 to 20, each at its number.
const SMALL: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// Words for the tens from 30 to 100, in ascending order.
const TENS: [&str; 8] = ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred"];

/// Returns the number that a word in lower case names: 0 to 20, and the tens up to a hundred.
pub fn parse(word: &str) -> Option<u32> {
    let index = |words: &[&str]| words.iter().position(|name| *name == word).and_then(|at| u32::try_from(at).ok());
    index(&SMALL).or_else(|| Some(30 + 10 * index(&TENS)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_read_as_its_number() {
        let words = [("zero", 0), ("one", 1), ("thirteen", 13), ("twenty", 20), ("thirty", 30), ("hundred", 100)];
        for (word, number) in words {
            assert_eq!(parse(word), Some(number), "{word}");
        }
        for word in ["", "a", "Two", "second", "thousand", "7"] {
            assert_eq!(parse(word), None, "{word}");
        }
    }
}
